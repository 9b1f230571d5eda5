"""The ring around the button that has the focus, two pixels off it: a style sheet cannot draw outside."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QPushButton, QWidget
from shiboken6 import isValid

from app.ui.kit.buttons import PushButton, ToolButton
from app.ui.kit.scroll_area import show_whole
from app.ui.kit.theme import colours

OFF, WIDE = 2, 2
"""Pixels between a button and its ring, and of the ring."""
_RADIUS = 6
_INSIDE = frozenset({"link", "gutter", "place", "fold", "sign"})
"""Buttons that are words in a text or parts of something else: their rules mark them where they are."""
_drawn = "roundtableRings"
_KEYS = (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride)
_MOVES = (QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide, QEvent.Type.ParentChange)


def has_ring(control: QWidget | None) -> bool:
    """Tell whether the focus of a control is shown by a ring around it."""
    if not isinstance(control, PushButton | ToolButton) or control.objectName() in _INSIDE:
        return False
    parent = control.parentWidget()
    flat = isinstance(control, QPushButton) and control.isFlat()
    return not flat and (parent is None or parent.objectName() != "kinds")


def ring_place(control: QWidget) -> QRect:
    """Return where a ring stands in its window, cut where what scrolls or the window itself ends."""
    window = control.window()
    place = QRect(control.mapTo(window, QPoint()), control.size())
    place.adjust(-OFF - WIDE, -OFF - WIDE, OFF + WIDE, OFF + WIDE)
    room = window.rect()
    around = control.parentWidget()
    while around is not None and around is not window:
        frame = around.parentWidget()
        if isinstance(frame, QAbstractScrollArea) and frame.viewport() is around:
            room &= QRect(around.mapTo(window, QPoint()), around.size())
        around = frame
    return place & room


class FocusRing(QWidget):
    """Lies over a window and takes nothing from what is below it."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(colours().accent), WIDE))
        half = WIDE / 2
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(half, half, -half, -half), _RADIUS, _RADIUS)


class FocusRings(QObject):
    """Follows the focus of the program: one ring, in whichever window it is.

    From the start, and from a click on, there is none until a key is pressed: who uses the mouse knows
    where they are, and what the program gives the focus is filled already.
    """

    def __init__(self, app: QApplication) -> None:
        super().__init__(app)
        self._ring: FocusRing | None = None
        self._around: list[QWidget] = []
        """What has the focus; a button with all it lies in: the ring moves with them."""
        self._by_mouse = True
        """Nobody pressed a key since the start, or since the last click."""
        app.focusChanged.connect(self._on_focus_changed)

    @property
    def ring(self) -> FocusRing | None:
        """The ring, where one is seen."""
        return self._ring if self._ring is not None and isValid(self._ring) else None

    def _on_focus_changed(self, left: QWidget | None, now: QWidget | None) -> None:
        for area in (left, now):
            if isinstance(area, QAbstractScrollArea) and isValid(area):
                area.viewport().update()
        for part in self._around:
            if isValid(part):
                part.removeEventFilter(self)
        self._around = []
        if QApplication.mouseButtons() != Qt.MouseButton.NoButton:
            self._by_mouse = True
        window = now.window() if now is not None and has_ring(now) else None
        if self.ring is not None and self.ring.parent() is not window:
            self.ring.hide()
            self.ring.deleteLater()
            self._ring = None
        if now is None:
            return
        if not self._by_mouse:
            # Qt does so for Tab within one page alone: not for F6, nor from what stands beside it.
            show_whole(now)
        if window is None:
            self._around.append(now)
            now.installEventFilter(self)
            return
        if self.ring is None:
            self._ring = FocusRing(window)
        inner: QWidget | None = now
        while inner is not None:
            self._around.append(inner)
            inner.installEventFilter(self)
            inner = None if inner.isWindow() else inner.parentWidget()
        self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Go along with whatever the button lies in, and come back with the first key."""
        if self._by_mouse and event.type() in _KEYS:
            self._by_mouse = False
            self._place()
        elif event.type() in _MOVES:
            self._place()
        return super().eventFilter(watched, event)

    def _place(self) -> None:
        button = self._around[0] if self._around else None
        if self.ring is None or button is None or not isValid(button):
            return
        place = ring_place(button)
        room = place.width() > 2 * WIDE and place.height() > 2 * WIDE
        self.ring.setVisible(button.isVisible() and room and not self._by_mouse)
        self.ring.setGeometry(place)
        self.ring.raise_()


def show_focus_rings(app: QApplication) -> None:
    """Draw rings around the buttons of a program, once for all."""
    # Remembered, not looked for among the program's parts: for that PySide makes a class of each kind.
    if app.property(_drawn) is None:
        app.setProperty(_drawn, True)
        FocusRings(app)

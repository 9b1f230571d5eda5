"""What the person is told of sessions and how loudly: toasts, badge, desktop notification, sound.

Louder for “needs you” than for “finished”; the table is in ui.md, section 9. What a notification says of a
session is shown only where the person switched that on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QEnterEvent, QGuiApplication, QMouseEvent
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QMainWindow, QWidget

from app.engine.session_rows import IDLE
from app.settings.options import ASK_SOUND, CONTENT, DESKTOP, DONE_SOUND, REPEAT
from app.ui.kit.icon_label import IconLabel
from app.ui.kit.layouts import in_row
from app.ui.kit.preferences import Preferences
from app.ui.kit.tasks import pause
from app.ui.kit.texts import button, escaped, label, single_line, tr
from app.ui.view.labels import round_text

if TYPE_CHECKING:
    from PySide6.QtWidgets import QSystemTrayIcon

    from app.domain.fact_base import Record
    from app.engine.session_rows import SessionRow
    from app.ui.view.session_view import SessionView


Event = Literal["needs_you", "failed", "finished", "budget", "budget_near", "round_done"]
Sound = Literal["ask", "done"]
TOAST_MILLISECONDS = 6000
_MOVES = (QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide)
_LONG_RUN_MICROSECONDS = 60_000_000
"""Only a run that took longer than this is worth a notification when it ends."""


class Loudness(NamedTuple):
    """How one event is told."""

    badge: bool = False
    desktop: bool = False
    sound: Sound | None = None
    toast: bool = False
    repeat: bool = False


TABLE: dict[Event, Loudness] = {
    "needs_you": Loudness(badge=True, desktop=True, sound="ask", repeat=True),
    "failed": Loudness(badge=True, desktop=True, sound="ask", repeat=True),
    "finished": Loudness(badge=True, desktop=True, sound="done"),
    "budget": Loudness(badge=True, desktop=True, sound="ask", repeat=True),
    "budget_near": Loudness(desktop=True, toast=True),
    "round_done": Loudness(toast=True),
}


class Desktop(Protocol):
    """What the desktop can do for us."""

    def notify(self, title: str, text: str) -> None: ...

    def badge(self, number: int) -> None: ...

    def flash(self, window: QWidget) -> None: ...

    def play(self, sound: Sound) -> None: ...

    def has_tray(self) -> bool: ...


class QtDesktop:
    """The desktop as Qt reaches it. Essentials has no sound files: the bell rings twice to ask."""

    def __init__(self, window: QWidget) -> None:
        self._window = window
        self._second = pause(window, 250, QApplication.beep)

    @cached_property
    def _tray(self) -> QSystemTrayIcon | None:
        """The icon, made when there is first something to say."""
        from PySide6.QtWidgets import QSystemTrayIcon  # late: start-up cost

        if not QSystemTrayIcon.isSystemTrayAvailable():
            return None
        tray = QSystemTrayIcon(self._window.windowIcon(), self._window)
        tray.activated.connect(lambda _reason: self._window.show())
        return tray

    def notify(self, title: str, text: str) -> None:
        """Show a notification where there is a tray; it must not be the only channel."""
        if self._tray is not None:
            self._tray.show()
            self._tray.showMessage(title, text)

    def badge(self, number: int) -> None:
        """Show a number at the program's icon; 0 shows none."""
        app = QGuiApplication.instance()
        if isinstance(app, QGuiApplication):
            app.setBadgeNumber(number)

    def flash(self, window: QWidget) -> None:
        """Let the window's entry in the task bar ask for attention until the window is opened."""
        QApplication.alert(window)

    def play(self, sound: Sound) -> None:
        QApplication.beep()
        if sound == "ask":
            self._second.start()

    def has_tray(self) -> bool:
        """Tell whether the window can live on as an icon."""
        return self._tray is not None


class Toast(QFrame):
    """A few words bottom right; they wait while the pointer is on them."""

    gone = Signal()

    def __init__(self, host: QWidget, words: str, opens: Path | None = None) -> None:
        """`opens`: a file or folder that the person may want to see now."""
        super().__init__(host)
        self.setObjectName("toast")
        self.text: QLabel = label(words, wrap=True, widget=IconLabel("bell", tr("Message"), "accent"))
        self.text.setMaximumWidth(340)
        # Left to itself, Qt breaks a line that would have had room.
        wide = self.text.fontMetrics().horizontalAdvance(words) + self.text.contentsMargins().left() + 2
        self.text.setMinimumWidth(min(340, wide))
        self.open = button(tr("Open"), tip=escaped(str(opens or "")))
        self.open.setObjectName("link")
        self.open.setVisible(opens is not None)
        self.open.clicked.connect(lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(opens))))
        self.open.clicked.connect(self.gone)
        self.setLayout(in_row(self.text, self.open, spacing=8, margins=(12, 9, 12, 9)))
        self.timer = pause(self, TOAST_MILLISECONDS, self.gone.emit)
        self.timer.start()

    def enterEvent(self, event: QEnterEvent) -> None:
        self.timer.stop()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self.timer.start()
        super().leaveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click puts it away."""
        self.gone.emit()


def _clear_of(wanted: QRect, taken: Sequence[QRect]) -> QRect:
    """Return where a toast covers none of these, above the place it is wanted at; there where that is far."""
    box = QRect(wanted)
    while box.top() > wanted.top() // 2:
        below = [one.top() for one in taken if one.intersects(box)]
        if not below:
            return box
        box.moveBottom(min(below) - 7)
    return wanted


class Notices(QObject):
    """Tells the person; keeps everything it told for Help ▸ Messages."""

    def __init__(self, window: QMainWindow, preferences: Preferences, desktop: Desktop) -> None:
        super().__init__(window)
        self._window, self._preferences, self.desktop = window, preferences, desktop
        self.kept: list[tuple[datetime, str]] = []
        self._toasts: list[Toast] = []
        self._asking: dict[str, str] = {}
        """Sessions that ask for the person, with the words of it."""
        self._stands_on: QWidget | None = None
        # One change of the layout moves it several times: the toasts follow when it is over.
        self._moved = pause(self, 0, self.place)
        self._repeat = pause(self, 0, self._on_repeat)

    def happened(self, kind: Event, session: str, title: str, words: str, *, in_sight: bool) -> None:
        """Tell of an event. `words` say what happened, without content; `title` is the session's."""
        loud, front, on = TABLE[kind], self._window.isActiveWindow(), self._preferences.switch
        seen = front and in_sight
        self._keep(f"{single_line(title, 80)}: {words}")
        if loud.toast:
            self.toast(words if in_sight else f"{single_line(title, 60)}: {words}")
        if loud.badge:
            self._asking[session] = words
            if seen:
                del self._asking[session]
            self.desktop.badge(len(self._asking))
        if (loud.badge or loud.sound == "ask") and not front:
            self.desktop.flash(self._window)
        if loud.desktop and not front and on(DESKTOP):
            self._notify(title, words)
        if loud.sound and not seen and on(ASK_SOUND if loud.sound == "ask" else DONE_SOUND):
            self.desktop.play(loud.sound)
        minutes = self._preferences.amount(REPEAT)
        if loud.repeat and not front and minutes:
            self._repeat.start(minutes * 60_000)

    def _notify(self, title: str, words: str) -> None:
        named = self._preferences.switch(CONTENT)
        self.desktop.notify(single_line(title, 80) if named else tr("Roundtable"), words)

    def _on_repeat(self) -> None:
        if self._asking and not self._window.isActiveWindow():
            self.desktop.flash(self._window)
            self._notify(tr("Roundtable"), next(iter(self._asking.values())))

    def looked_at(self, session: str) -> None:
        """The person sees a session: it asks no longer."""
        if self._asking.pop(session, None) is not None:
            self.desktop.badge(len(self._asking))
        if not self._asking:
            self._repeat.stop()

    def tell(self, words: str, opens: Path | None = None) -> None:
        """Say something in a toast, and keep it; `opens`: what it tells of, to be opened from there."""
        self._keep(words)
        self.toast(words, opens)

    def _keep(self, words: str) -> None:
        self.kept.append((datetime.now().astimezone(), words))
        del self.kept[:-500]

    # --- toasts -------------------------------------------------------------------------------

    def toast(self, words: str, opens: Path | None = None) -> None:
        """Show words for some seconds."""
        toast = Toast(self._window, words, opens)
        toast.gone.connect(lambda: self._remove(toast))
        self._toasts.append(toast)
        toast.show()
        self.place()

    def _remove(self, toast: Toast) -> None:
        if toast in self._toasts:
            self._toasts.remove(toast)
            toast.hide()
            toast.deleteLater()
            self.place()

    def stand_on(self, widget: QWidget) -> None:
        """Place the toasts above this, which they must not cover, whenever it comes, goes, moves or grows."""
        self._stands_on = widget
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """See what the toasts stand on move."""
        if watched is self._stands_on and self._toasts and event.type() in _MOVES:
            self._moved.start()
        return False

    def place(self) -> None:
        """Stack the toasts bottom right, the newest lowest: they cover nothing to press."""
        if not self._toasts:
            return
        above = self._stands_on
        floor = above if above is not None and above.isVisible() else self._window.statusBar()
        bottom = floor.mapTo(self._window, QPoint()).y() - 8
        controls = self._controls()
        for toast in reversed(self._toasts):
            toast.adjustSize()
            wanted = QRect(0, 0, toast.width(), toast.height())
            wanted.moveBottomRight(QPoint(self._window.width() - 15, bottom - 7))
            box = _clear_of(wanted, controls)
            toast.move(box.topLeft())
            toast.raise_()
            bottom = box.top()

    def _controls(self) -> list[QRect]:
        """Return where something can be pressed or typed into, in the window's pixels."""
        # Late: start-up cost.
        from PySide6.QtWidgets import QAbstractButton, QAbstractSpinBox, QComboBox, QLineEdit, QTabBar

        controls = (QAbstractButton, QAbstractSpinBox, QComboBox, QLineEdit, QTabBar)
        found = []
        for control in self._window.findChildren(QWidget):
            if isinstance(control, controls) and control.isVisible():
                seen = control.visibleRegion().boundingRect()
                if not seen.isEmpty():
                    found.append(seen.translated(control.mapTo(self._window, QPoint())))
        return found


NEAR = 0.8
"""Share of the cost limit from which the person is told."""


class Watcher:
    """Remembers what it has told."""

    def __init__(self, notices: Notices) -> None:
        self._notices = notices
        self._ended: set[str] = set()
        self._near: set[tuple[str, float]] = set()
        self._began: dict[str, int] = {}
        self._without: set[tuple[str, str]] = set()
        """Sessions and the tool servers that they went on without: those are asked in every round."""

    def on_run_ended(self, session: str) -> None:
        """Note that a run came to rest; the rows say why."""
        self._ended.add(session)

    def on_rows(self, rows: Sequence[SessionRow], in_sight: Callable[[str], bool]) -> None:
        """Tell of the sessions that came to rest since the last time."""
        for row in rows:
            if row.state == "running":
                self._began.setdefault(row.session, row.changed_at)
            if row.session in self._ended and row.state != "running":
                self._ended.discard(row.session)
                self._tell(row, in_sight(row.session))

    def _tell(self, row: SessionRow, seen: bool) -> None:
        began = self._began.pop(row.session, row.created_at)
        tell = self._notices.happened
        match row.state, row.gate_event:
            case ("waiting", "failed") | ("failed", _):
                tell("failed", row.session, row.title, tr("Some models did not answer."), in_sight=seen)
            case "waiting", _ if row.gate_event == IDLE:
                pass
            case "waiting", "budget":
                tell("budget", row.session, row.title, tr("A limit stands in the way."), in_sight=seen)
            case "waiting", _:
                tell("needs_you", row.session, row.title, tr("A session needs your decision."), in_sight=seen)
            case "finished", _ if row.changed_at - began > _LONG_RUN_MICROSECONDS:
                tell("finished", row.session, row.title, tr("A session is finished."), in_sight=seen)

    def _tell_without(self, session: str, server: str) -> None:
        if (session, server) in self._without:
            return
        self._without.add((session, server))
        name = single_line(server, 60)
        self._notices.tell(
            tr("The tool server “{name}” offers nothing: it goes on without. The log says why.", name=name)
        )

    def on_records(self, view: SessionView, records: Sequence[Record], seen: bool) -> None:
        """Tell of rounds passed by themselves, tools that are not there, and a limit that comes near."""
        session, title = view.fold.session.session, view.fold.session.title
        for record in records:
            if record.type == "round_closed" and view.fold.session.auto is not None and _by_itself(view):
                words = tr("{round} was approved for you.", round=round_text(view, record.round))
                self._notices.happened("round_done", session, title, words, in_sight=seen)
            if record.type == "tools_listed" and record.body().get("problem"):
                self._tell_without(session, str(record.body().get("server")))
        limit = view.fold.spend.cost_limit
        spent = view.fold.spend.total.most
        if limit and spent >= NEAR * limit and (session, limit) not in self._near:
            self._near.add((session, limit))
            share = round(100 * spent / limit)
            unsure = view.fold.spend.total.uncertain
            words = (
                tr("Up to {n} % of the cost limit is spent.", n=share)
                if unsure
                else tr("{n} % of the cost limit is spent.", n=share)
            )
            self._notices.happened("budget_near", session, title, words, in_sight=seen)


def _by_itself(view: SessionView) -> bool:
    """Tell whether the last gate was answered by nobody."""
    request = next(reversed(view.fold.gates.answered.values()), None)
    return request is not None and request.by == "policy"

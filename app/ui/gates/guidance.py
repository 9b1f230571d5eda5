"""Words for what comes next: a line that takes the place of the facts while it is open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy

from app.ui.gates.line_offers import CommandPopup
from app.ui.kit.controls import icon_button
from app.ui.kit.dialog import add_lines
from app.ui.kit.font_aware import SizeAware
from app.ui.kit.icons import icon
from app.ui.kit.layouts import in_row
from app.ui.kit.menu_button import MenuButton
from app.ui.kit.text.bounded import PlainEditor
from app.ui.kit.texts import restyle, tr
from app.ui.view.bar import Bar
from app.ui.view.draft_store import DraftStore

MOST_LINES = 4


class GrowingEdit(SizeAware, PlainEditor):
    """One line that grows to four while it is typed into."""

    left = Signal()
    """Esc was pressed."""
    sent = Signal()
    """Enter was pressed where that sends."""
    entered = Signal(bool)
    """Whether it has the focus now."""

    def __init__(self, name: str, hint: str) -> None:
        super().__init__()
        self.sends = False
        """Whether Enter sends what is typed."""
        self.commands = CommandPopup(self)
        """Offers commands where one is begun."""
        self.setObjectName("bare")
        self.setAccessibleName(name)
        self.setPlaceholderText(hint)
        self.setTabChangesFocus(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.document().setDocumentMargin(2)
        # The pitch of its lines is all below the letters: so they stand in the middle.
        self.setViewportMargins(0, 3, 0, 0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        # Told whenever its lines break anew: by what is typed, by its width and by the size of its text.
        self.document().documentLayout().documentSizeChanged.connect(lambda _size: self._fit())
        self._fit()

    def sizeHint(self) -> QSize:
        """As wide as there is room."""
        return QSize(240, self.height())

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 22)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave it with Esc; what is typed stays. Where lines are sent, Enter does; Shift+Enter breaks."""
        if self.commands.takes(event.key()):
            # What is offered is taken, or put away.
            event.ignore()
            return
        if event.key() == Qt.Key.Key_Escape:
            event.accept()
            self.left.emit()
            return
        plain = not event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        if self.sends and plain and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()
            self.sent.emit()
            return
        super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Let Tab take what is offered: Qt would leave the line before the key is told."""
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return super().event(event)
        if event.key() == Qt.Key.Key_Tab and self.commands.take_first():
            event.accept()
            return True
        return super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.entered.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.entered.emit(False)

    def _fit(self) -> None:
        lines = min(MOST_LINES, max(1, round(self.document().size().height() / self.line_step())))
        self.setFixedHeight(self.line_step() * lines + 8)
        least = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(least if lines < MOST_LINES else Qt.ScrollBarPolicy.ScrollBarAsNeeded)


class GuidanceLine(QFrame):
    """Shows and changes the words of the draft; closed, it keeps them."""

    closed = Signal()

    def __init__(self, draft_store: DraftStore) -> None:
        super().__init__()
        self.setObjectName("field")
        self._draft_store = draft_store
        self.text = GrowingEdit(tr("Guidance for the next round"), "")
        self.phrases = MenuButton(tr("Suggestions"), tr("Ready-made words"), chevron=True)
        self.phrases.setToolTip(tr("Put ready-made words into the line"))
        self.phrases.setAutoRaise(True)
        self.phrases.further = self._offered_phrases
        self._phrases: tuple[str, ...] = ()
        self.pinned = icon_button(
            "pin",
            tr("Guidance for all rounds that follow"),
            tr("For all rounds that follow, not the next alone"),
            checkable=True,
        )
        self.close_it = icon_button("x", tr("Close the guidance"), tr("Close; what you typed is kept"))
        behind = self.phrases, self.pinned, self.close_it
        sign = QLabel()
        sign.setPixmap(icon("message-square-plus").pixmap(16, 16))
        self.setLayout(in_row(sign, (self.text, 1), *behind, spacing=6, margins=(8, 0, 2, 0)))
        self._filling = False
        self.text.textChanged.connect(self._on_typed)
        self.text.left.connect(self.closed)
        self.text.entered.connect(self._on_entered)
        self.close_it.clicked.connect(self.closed)
        self.pinned.toggled.connect(self._on_pinned_toggled)
        draft_store.changed.connect(self._fill)
        self._fill()

    def show_bar(self, bar: Bar) -> None:
        """Say what the words are for."""
        if bar.words:
            self.text.setAccessibleName(bar.hint)
            self.text.setPlaceholderText(f"{bar.hint} {bar.aside}")
        self.pinned.setVisible(bar.words and bar.pins)
        self.text.sends = bool(bar.typing)
        self.text.commands.offer(bar.commands)
        self._phrases = bar.phrases
        self.phrases.setVisible(bool(bar.phrases))
        self.close_it.setVisible(not bar.typing)

    def _offered_phrases(self) -> Sequence[tuple[str, Callable[[], object]]]:
        return [(phrase, partial(self._put, phrase)) for phrase in self._phrases]

    def _put(self, phrase: str) -> None:
        """Put words into the line, below those that stand there: they may be changed before they are sent."""
        add_lines(self.text, [phrase])
        self.text.setFocus()

    def _fill(self) -> None:
        draft = self._draft_store.draft
        self._filling = True
        if self.text.toPlainText() != draft.guidance:
            self.text.setPlainText(draft.guidance)
        self.pinned.setChecked(draft.guidance_pinned)
        self._filling = False

    def _on_entered(self, on: bool) -> None:
        """Show the focus around all of the line: what is typed into has no frame of its own."""
        self.setProperty("entered", on)
        restyle(self)

    def _on_typed(self) -> None:
        if not self._filling:
            self._draft_store.type(guidance=self.text.toPlainText())

    def _on_pinned_toggled(self, on: bool) -> None:
        if not self._filling:
            self._draft_store.choose(tr("guidance for all rounds"), guidance_pinned=on)

"""The bar below the tabs: what is asked, and the buttons that answer it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QLabel,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from app.ui.gates.extras import Extras
from app.ui.kit.actions import ActionDef
from app.ui.kit.layouts import SPACE, boxed, in_column, in_row
from app.ui.kit.tasks import pause
from app.ui.kit.texts import button, label, restyle, tr
from app.ui.view.bar import Bar, BarButton
from app.ui.view.draft_store import DraftStore

GUARD_MILLISECONDS = 600
"""How long a new decision's buttons stay disabled: a click meant for something else spends nothing."""
_MOST_OF_THE_WIDTH = 0.55
"""Share of the width the buttons may take beside the words; more go under them."""
_FREE = ("stop_menu", "auto_off")
"""What stops spending is never held back."""


class FlowingLabel(QLabel):
    """Takes one line where there is room, and wraps where there is none."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)

    def sizeHint(self) -> QSize:
        """As wide as the longest line: Qt would guess a square."""
        wide = max(
            (self.fontMetrics().horizontalAdvance(line) for line in self.text().splitlines()), default=0
        )
        return QSize(wide + 4, super().sizeHint().height())


class Progress(QProgressBar):
    """A thin line that moves by itself only while nobody knows how much there is to do."""

    def __init__(self) -> None:
        super().__init__()
        self.setTextVisible(False)
        self.setFixedHeight(6)

    def event(self, event: QEvent) -> bool:
        """End the style's animation, which Qt forgets where none is done: sixty paintings a second."""
        if event.type() == QEvent.Type.StyleAnimationUpdate and self.maximum() > 0:
            event.ignore()
            return True
        return super().event(event)


class DecisionBar(QFrame):
    """Shows one Bar."""

    answered = Signal(str)
    """The open gate, by this choice."""
    asked = Signal(str)
    """For this command, which decides nothing."""
    action_wanted = Signal(str)
    """An action of the window (`ActionId`)."""
    guard_over = Signal()
    show_wanted = Signal()
    """The person asks to see what the details speak of."""

    def __init__(self, draft_store: DraftStore) -> None:
        super().__init__()
        self.setObjectName("bar")
        self.setAccessibleName(tr("Decision"))
        self.table: Mapping[str, ActionDef] = {}
        """The window's actions: some buttons share words and keys with one."""
        self._bar: Bar | None = None
        self._busy = False
        self._buttons: dict[str, QPushButton] = {}
        self.title = label(bold=True, wrap=True, widget=FlowingLabel())
        self.details = label(wrap=True, widget=FlowingLabel())
        self.problem = label("", wrap=True)
        self.problem.setProperty("bad", True)
        self.problem.hide()
        self.progress = Progress()
        self.progress.setAccessibleName(tr("Calls that are done"))
        self.link = button("")
        self.link.setObjectName("link")
        self.link.setCursor(Qt.CursorShape.PointingHandCursor)
        self.link.clicked.connect(self.show_wanted)
        self.extras = Extras(draft_store)
        first = in_row(self.title, self.link, SPACE, spacing=8)
        words = in_column(first, self.details, self.problem, self.progress, spacing=2)
        self._row = in_row(SPACE)
        self._top = in_row((words, 1), boxed(self._row))
        self.setLayout(in_column(self._top, self.extras, spacing=6, margins=(12, 8, 12, 8)))
        self._guard = pause(self, GUARD_MILLISECONDS, self._on_guard_over)

    def hold_for(self, milliseconds: int) -> None:
        """Hold a new decision's buttons back for so long; a hold that is on begins anew."""
        self._guard.setInterval(milliseconds)

    @property
    def held_for(self) -> int:
        """Milliseconds for which a new decision's buttons are held back."""
        return self._guard.interval()

    @property
    def guarded(self) -> bool:
        """Whether the buttons are still held back."""
        return self._guard.isActive()

    def offers(self, does: str) -> bool:
        return does in self._buttons and self._buttons[does].isEnabled()

    def in_use(self, does: str) -> QPushButton | None:
        """Return the button that does this where the focus is on it: it was pressed, or would be."""
        control = self._buttons.get(does)
        return control if control is not None and self.window().focusWidget() is control else None

    def offered(self) -> list[tuple[str, str]]:
        """Return what the buttons do that can be pressed now, and their words; the filled one first."""
        usable = [(does, control) for does, control in self._buttons.items() if control.isEnabled()]
        usable.sort(key=lambda entry: entry[1].objectName() != "primary")
        return [(does, control.text()) for does, control in usable]

    def primary(self) -> QPushButton | None:
        return next((each for each in self._buttons.values() if each.objectName() == "primary"), None)

    def ready_primary(self) -> QPushButton | None:
        """Return the filled button where it can be pressed now."""
        primary = self.primary()
        return primary if primary is not None and primary.isEnabled() else None

    def take_focus(self) -> None:
        """Give the focus to the main answer, at once or as soon as it is free."""
        primary = self.ready_primary()
        (self if primary is None else primary).setFocus()

    def press_primary(self) -> None:
        """Press the filled button, if it can be pressed."""
        if (primary := self.ready_primary()) is not None:
            primary.click()

    def show_bar(self, bar: Bar) -> None:
        """Show a bar; the guard starts anew only where another decision is asked for."""
        if bar == self._bar:
            return
        inside = self._holds_focus()
        fresh = self._bar is None or self._bar.identity != bar.identity
        same_buttons = self._bar is not None and self._bar.buttons == bar.buttons and not fresh
        self._bar = bar
        self.title.setText(bar.title)
        self.details.setText("\n".join(bar.details))
        self.details.setVisible(bool(bar.details))
        self.link.setText(bar.show)
        self.link.setAccessibleName(tr("Show the critiques"))
        self.link.setVisible(bool(bar.show))
        self.progress.setVisible(bar.busy)
        self.progress.setRange(0, 0 if bar.progress is None else 100)
        self.progress.setValue(bar.progress or 0)
        self.extras.show_bar(bar)
        self.setAccessibleDescription("\n".join((bar.title, *bar.details)))
        if self.property("tone") != bar.tone:
            self.setProperty("tone", bar.tone)
            restyle(self)
        if not same_buttons:
            self._rebuild(bar)
        if fresh:
            self.show_problem("")
            if any(entry.does not in _FREE for entry in bar.buttons):
                self._guard.start()
            self._announce(bar)
        self._enable()
        if inside and not self._holds_focus():
            self.setFocus()

    def _announce(self, bar: Bar) -> None:
        event = QAccessibleAnnouncementEvent(self, bar.title)
        asks = bool(bar.buttons) and not bar.busy
        politeness = QAccessible.AnnouncementPoliteness
        event.setPoliteness(politeness.Assertive if asks else politeness.Polite)
        QAccessible.updateAccessibility(event)

    def _rebuild(self, bar: Bar) -> None:
        for control in self._buttons.values():
            self._keep_focus_of(control)
            self._row.removeWidget(control)
            control.hide()
            control.deleteLater()
        self._buttons = {}
        for entry in bar.buttons:
            control = button(entry.label, primary=entry.primary, tip=_tip(entry, self.table))
            control.clicked.connect(partial(self._on_clicked, entry.does))
            self._row.addWidget(control)
            self._buttons[entry.does] = control
        self._fit(self.width())

    def _on_clicked(self, does: str, _checked: bool = False) -> None:
        where, _, which = does.partition(":")
        if where == "gate":
            self.answered.emit(which)
        elif where == "ask":
            self.asked.emit(which)
        else:
            self.action_wanted.emit(does)

    def press(self, does: str) -> None:
        """Press the button that does this, if it can be pressed."""
        if self.offers(does):
            self._buttons[does].click()

    def _holds_focus(self) -> bool:
        focused: QWidget | None = self.window().focusWidget()
        return focused is not None and (focused is self or self.isAncestorOf(focused))

    def _keep_focus_of(self, control: QPushButton) -> None:
        """Take the focus of a button that goes: Qt would give it to the next control, wherever that is."""
        if self.window().focusWidget() is control:
            self.setFocus()

    def _on_guard_over(self) -> None:
        self._enable()
        self.guard_over.emit()

    def _enable(self) -> None:
        for does, control in self._buttons.items():
            held = self._guard.isActive() and does not in _FREE
            if held or self._busy:
                self._keep_focus_of(control)
            control.setEnabled(not held and not self._busy)
        if (primary := self.ready_primary()) is not None and self.window().focusWidget() is self:
            # Who pressed a button here finds the focus at the next question's main answer.
            primary.setFocus()

    def set_busy(self, busy: bool) -> None:
        """Hold the buttons while an answer is on its way."""
        self._busy = busy
        self._enable()

    def show_problem(self, text: str) -> None:
        """Say why the last press did nothing."""
        self.problem.setText(text)
        self.problem.setVisible(bool(text))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the buttons under the words where it is narrow."""
        super().resizeEvent(event)
        self._fit(event.size().width())

    def _fit(self, width: int) -> None:
        room = sum(control.sizeHint().width() + 6 for control in self._buttons.values())
        narrow = room > _MOST_OF_THE_WIDTH * width
        way = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        self._top.setDirection(way)


def _tip(entry: BarButton, table: Mapping[str, ActionDef]) -> str:
    """Return what a button does, and the key of the action that does the same."""
    if entry.does in table:
        return table[entry.does].help()
    if entry.tip:
        same = table.get(entry.action)
        return f"{entry.tip} ({same.key})" if same is not None and same.key else entry.tip
    return f"{entry.label} ({table['approve'].key})" if entry.primary and table else ""

"""The buttons above a diff: going about, deciding on the current change, and how the diff is shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from app.ui.kit.controls import check_box, tool_button
from app.ui.kit.diff.area import Columns
from app.ui.kit.diff.view import DiffView
from app.ui.kit.layouts import SPACE, in_row
from app.ui.kit.preferences import Preferences
from app.ui.kit.texts import Said, button, label, tr

V = TypeVar("V", bound=str)


class DiffBar(QWidget):
    """Works one view; what it cannot decide itself it signals."""

    granularity_changed = Signal()
    keep_all_wanted = Signal(bool)
    """Take every change (True), or keep the old text of all."""
    carry_wanted = Signal()
    """Make the person's earlier edit in this text."""

    def __init__(self, view: DiffView, preferences: Preferences) -> None:
        super().__init__()
        self._view, self._preferences = view, preferences
        self.previous = button("▲", tip=tr("Previous change (Shift+F8, P)"), name=tr("Previous change"))
        self.next = button("▼", tip=tr("Next change (F8, N)"), name=tr("Next change"))
        for step in (self.previous, self.next):
            step.setMaximumWidth(44)
        self.counter = label("", widget=Said(tr("Place among the changes")))
        self.keep_new = button(tr("Keep new"))
        self.keep_old = button(tr("Keep old"))
        self.reviewed = check_box(tr("Reviewed"), tip=tr("You have looked at this change (Space)"))
        self.fold = button(tr("Open folds"))
        unmarked = tr("Show both texts formatted, without marks")
        self.formatted = tool_button(tr("Rendered"), tr("Rendered"), unmarked, checkable=True)
        self.more = button(tr("View ▾"), name=tr("How the texts are shown"))
        self._build_menu()
        keep, look = (self.reviewed, self.keep_old, self.keep_new), (self.fold, self.formatted, self.more)
        self.setLayout(in_row(self.previous, self.next, self.counter, SPACE, *keep, *look))
        self.previous.clicked.connect(lambda: view.go(-1))
        self.next.clicked.connect(lambda: view.go(1))
        self.keep_new.clicked.connect(lambda: view.keep_wanted.emit(view.current - 1, True))
        self.keep_old.clicked.connect(lambda: view.keep_wanted.emit(view.current - 1, False))
        # Toggled, not clicked: a screen reader toggles.
        self.reviewed.toggled.connect(self._on_reviewed_toggled)
        self.fold.clicked.connect(lambda: view.fold_all(not view.sheet.folds.any_hidden))
        view.moved.connect(self.refresh)

    def _build_menu(self) -> None:
        menu = self.menu = QMenu(self)
        marks = {
            "word": tr("Mark changed words"),
            "sentence": tr("Mark changed sentences"),
            "line": tr("Compare line by line"),
        }
        self.granularity = self._choices(menu, "diff/granularity", marks)
        columns: dict[Columns, str] = {
            "auto": tr("One or two columns, by width"),
            "two": tr("Two columns"),
            "one": tr("One column"),
        }
        self._view.columns = self._choices(menu, "diff/columns", columns)
        self.strike = menu.addAction(tr("Strike deletions through"))
        self.strike.setCheckable(True)
        self.strike.setChecked(str(self._preferences.read("diff/strike") or "true") == "true")
        self.strike.toggled.connect(self._on_strike_toggled)
        menu.addSeparator()
        self.take_all = menu.addAction(tr("Keep all new"), lambda: self.keep_all_wanted.emit(True))
        self.take_none = menu.addAction(tr("Keep all old"), lambda: self.keep_all_wanted.emit(False))
        self.carry = menu.addAction(tr("Make my earlier edit here, too"), self.carry_wanted.emit)
        self.more.clicked.connect(lambda: menu.popup(self.more.mapToGlobal(self.more.rect().bottomLeft())))
        self._view.strike = self.strike.isChecked()

    def _choices(self, menu: QMenu, key: str, titles: Mapping[V, str]) -> V:
        """Offer values by their titles, and return the one that was chosen before, else the first."""
        group, kept = QActionGroup(self), self._preferences.read(key)
        chosen = next((value for value in titles if value == kept), next(iter(titles)))
        for value, title in titles.items():
            action = group.addAction(title)
            action.setCheckable(True)
            action.setChecked(value == chosen)
            action.setData((key, value))
            menu.addAction(action)
        menu.addSeparator()
        group.triggered.connect(self._on_choice_made)
        return chosen

    def _on_choice_made(self, action: QAction) -> None:
        key, value = action.data()
        self._preferences.write(key, value)
        if key == "diff/granularity":
            self.granularity = value
            self.granularity_changed.emit()
        else:
            self._view.set_columns(value)

    def _on_strike_toggled(self, on: bool) -> None:
        self._preferences.write("diff/strike", "true" if on else "false")
        self._view.set_strike(on)

    def _on_reviewed_toggled(self, on: bool) -> None:
        at = self._view.current - 1
        if at >= 0 and on != (at in self._view.reviewed):
            self._view.tick_wanted.emit(at, on)

    def refresh(self) -> None:
        """Show where the reader is and what can be decided there."""
        view = self._view
        at = view.current - 1
        some = view.changes > 0
        self.previous.setEnabled(some)
        self.next.setEnabled(some)
        self.reviewed.setVisible(some and view.can_tick)
        self.reviewed.setEnabled(at >= 0)
        with QSignalBlocker(self.reviewed):
            self.reviewed.setChecked(at in view.reviewed)
        for choice in (self.keep_new, self.keep_old):
            choice.setVisible(some and view.decidable)
        self.keep_new.setEnabled(at >= 0 and at in view.reverted)
        self.keep_old.setEnabled(at >= 0 and at not in view.reverted)
        first = tr("Go to a change first (N)") if at < 0 else ""
        self.keep_new.setToolTip(first or tr("Take this change after all (A)"))
        self.keep_old.setToolTip(first or tr("Keep the older text of this change (R)"))
        self.take_all.setEnabled(view.decidable and bool(view.reverted))
        self.take_none.setEnabled(view.decidable and len(view.reverted) < view.changes)
        folds = view.sheet.folds
        self.fold.setVisible(bool(folds.all))
        hidden = folds.any_hidden
        self.fold.setText(tr("Open folds") if hidden else tr("Fold unchanged"))
        self.fold.setAccessibleName(self.fold.text())
        tip = tr("Show all unchanged paragraphs (E)") if hidden else tr("Hide unchanged paragraphs (F)")
        self.fold.setToolTip(tip)

"""Every key and what it does: found by words, changed by pressing others, put back as it was."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QModelIndex, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QFrame, QKeySequenceEdit, QLineEdit, QWidget
from shiboken6 import isValid

from app.domain.i18n import QT_TRANSLATE_NOOP
from app.ui.kit.actions import ActionDef
from app.ui.kit.controls import search_line
from app.ui.kit.dialog import Reader
from app.ui.kit.layouts import in_column, in_row, nest
from app.ui.kit.popup import native_key
from app.ui.kit.tables import RowsModel, row_table
from app.ui.kit.texts import CutLine, button, label, tr
from app.ui.shell.dialogs import local_keys
from app.ui.shell.key_table import Keys, KeyTable, pressed_keys


class KeyField(QKeySequenceEdit):
    """Takes one key with what is held; Esc and Tab leave it as they leave every field."""

    left = Signal()

    line: QLineEdit | None = None

    def __init__(self) -> None:
        super().__init__()
        self.setMaximumSequenceLength(1)
        self.setAccessibleName(tr("New keys"))
        (self.line,) = self.findChildren(QLineEdit)
        self.line.setAccessibleName(tr("New keys"))
        self.empty()

    def empty(self) -> None:
        """Show no keys, and what to do."""
        self.clear()
        self._say_what_to_do()

    def _say_what_to_do(self) -> None:
        # Qt puts words of its own there, whenever it is done with a key; of a dialog that goes it goes first.
        if self.line is not None and isValid(self.line):
            words = tr("Press new keys")
            if self.line.placeholderText() != words:
                self.line.setPlaceholderText(words)

    def event(self, event: QEvent) -> bool:
        """Keep the own words in the field."""
        known = super().event(event)
        self._say_what_to_do()
        return known

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave with Esc alone; with something held it is a key like others."""
        if event.key() == Qt.Key.Key_Escape and not event.modifiers():
            self.left.emit()
            return
        super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show no keys that were not taken once something else is done."""
        super().focusOutEvent(event)
        self.empty()


class ShortcutSheet(Reader):
    """A table of (keys, what they do, whether they are the person's own), and below it the chosen row's."""

    inset = (0, 0, 0, 0)
    size_at_100 = (620, 620)

    def __init__(self, parent: QWidget | None, keys: KeyTable, words_of: Callable[[ActionDef], str]) -> None:
        super().__init__(parent, tr("Keyboard shortcuts"))
        self._keys, self._words_of = keys, words_of
        self._ids: list[str] = []
        """The action of each row in sight, empty for keys that hold only in one place."""
        self._asked: tuple[str, Keys] | None = None
        """Keys that were pressed for an action and belong to another one."""
        self.search = search_line(tr("Search actions and keys"))
        titles = (QT_TRANSLATE_NOOP("ui", "What it does"), QT_TRANSLATE_NOOP("ui", "State"))
        self.model = RowsModel((QT_TRANSLATE_NOOP("ui", "Keys"), *titles))
        self.table = row_table(self.model, tr("Keyboard shortcuts"), widths=(190, 300), wide=1)
        self.table.setColumnWidth(2, 90)
        self.chosen = label("", bold=True, widget=CutLine(tr("Chosen")))
        self.told = label("", wrap=True, muted=True)
        self.field = KeyField()
        self.take = button(tr("Use it here"))
        self.none = button(tr("No keys"), tip=tr("Leave this action without keys"))
        self.reset = button(tr("Reset"), tip=tr("Give it the keys it had at first"))
        self.reset_all = button(tr("Reset all"), tip=tr("Give every action the keys it had at first"))
        foot = QFrame()
        foot.setObjectName("keyFoot")
        row = in_row((self.field, 1), self.take, self.none, self.reset, spacing=8)
        foot.setLayout(in_column(self.chosen, row, self.told, spacing=6, margins=(20, 10, 20, 10)))
        self.body.setSpacing(0)
        nest(self.body, in_row((self.search, 1), margins=(20, 12, 20, 12)))
        nest(self.body, in_row((self.table, 1), margins=(16, 0, 16, 8)), 1)
        self.body.addWidget(foot)
        self.row.insertWidget(0, self.reset_all)
        # Enter goes on from what was looked for to the list, and from there to the keys.
        self.main.setDefault(False)
        self.search.textChanged.connect(lambda _typed: self._fill())
        self.search.returnPressed.connect(self.table.setFocus)
        self.table.selectionModel().currentRowChanged.connect(lambda _now, _before: self._show())
        self.table.activated.connect(self._on_activated)
        self.field.keySequenceChanged.connect(self._on_pressed)
        self.field.left.connect(self.table.setFocus)
        self.take.clicked.connect(self._on_take_clicked)
        self.none.clicked.connect(lambda: self._give(self._action(), ()))
        self.reset.clicked.connect(lambda: self._want(self._action(), keys.standard(self._action())))
        self.reset_all.clicked.connect(keys.reset_all)
        keys.changed.connect(self._fill)
        self._fill()
        self.table.selectRow(0)

    # --- the list -----------------------------------------------------------------------------

    def _fill(self) -> None:
        """List what fits the words typed; the chosen action stays chosen."""
        action, wanted = self._action(), self.search.text().casefold().split()
        every = [
            (row.id if not row.local else "", (row.every_key, self._words_of(row), self._note(row)))
            for row in self._keys.rows
        ]
        fixed = tr("fixed")
        every += [("", (key, words, fixed)) for key, words in local_keys()]
        found = [
            (id, cells) for id, cells in every if all(part in " ".join(cells).casefold() for part in wanted)
        ]
        self._ids = [id for id, _ in found]
        self.model.fill([cells for _, cells in found])
        at = self._ids.index(action) if action and action in self._ids else 0
        if found:
            self.table.selectRow(at)
        self.reset_all.setEnabled(any(self._keys.is_own(row.id) for row in self._keys.rows))
        self._show()

    def _note(self, row: ActionDef) -> str:
        if row.local:
            return tr("fixed")
        return tr("changed") if self._keys.is_own(row.id) else ""

    def _action(self) -> str:
        at = self.table.currentIndex().row()
        return self._ids[at] if 0 <= at < len(self._ids) else ""

    def _show(self) -> None:
        """Say what is chosen and what can be done about its keys."""
        at, action = self.table.currentIndex().row(), self._action()
        self._asked = None
        self.take.hide()
        self.field.empty()
        self.field.setEnabled(bool(action))
        self.none.setEnabled(bool(action) and bool(self._keys.by_id[action].keys))
        self.reset.setEnabled(bool(action) and self._keys.is_own(action))
        self.chosen.setText(self.model.items[at][1] if 0 <= at < len(self.model.items) else "")
        if not self.model.items:
            self.told.setText(tr("No action and no key is called that."))
        elif action:
            self.told.setText(tr("Click the field, or press Enter in the list. Then press the new keys."))
        else:
            self.told.setText(tr("These keys hold only where the focus is, and stay as they are."))

    # --- other keys -----------------------------------------------------------------------------

    def _on_activated(self, _index: QModelIndex) -> None:
        if self._action():
            self.field.setFocus()

    def _on_pressed(self, pressed: QKeySequence) -> None:
        key = pressed.toString()
        if not key or not self._action():
            return
        refusal = self._keys.refusal(self._action(), key)
        if refusal:
            self.take.hide()
            self.told.setText(refusal)
            return
        self._want(self._action(), pressed_keys(key))

    def _want(self, action: str, keys: Keys) -> None:
        """Give an action keys, or ask where another one has them."""
        taken = self._keys.taken(action, keys)
        if not taken:
            self._give(action, keys)
            return
        self._asked = (action, keys)
        first = taken[0]
        other = self._words_of(first.by)
        self.told.setText(tr("{key} belongs to “{other}”.", key=native_key(first.key), other=other))
        self.take.setToolTip(tr("“{other}” has it no more", other=other))
        self.take.show()

    def _on_take_clicked(self) -> None:
        if self._asked is not None:
            self._give(*self._asked)

    def _give(self, action: str, keys: Keys) -> None:
        self._keys.give(action, keys)
        if keys:
            self.told.setText(tr("Kept: {key}", key=" / ".join(map(native_key, keys))))
        else:
            self.told.setText(tr("It has no keys now. The menus and the search still have it."))
        self.table.setFocus()

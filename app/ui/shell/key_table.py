"""The table of actions with the keys that the person gave them, kept over restarts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from PySide6.QtCore import QKeyCombination, QObject, Qt, Signal
from PySide6.QtGui import QKeySequence

from app.ui.kit.actions import MENUS, ActionDef
from app.ui.kit.popup import native_key
from app.ui.kit.preferences import Preferences
from app.ui.kit.texts import tr

Keys = tuple[str, ...]
"""As Qt writes them on every platform, the one that is told first."""
_STANDARD = QKeySequence.StandardKey
_OF_TEXTS = (
    *(_STANDARD.Copy, _STANDARD.Cut, _STANDARD.Paste, _STANDARD.SelectAll, _STANDARD.Undo, _STANDARD.Redo),
    *(_STANDARD.DeleteStartOfWord, _STANDARD.DeleteEndOfWord),
    *(_STANDARD.MoveToNextWord, _STANDARD.MoveToPreviousWord),
    *(_STANDARD.SelectNextWord, _STANDARD.SelectPreviousWord),
    *(_STANDARD.MoveToStartOfDocument, _STANDARD.MoveToEndOfDocument),
    *(_STANDARD.SelectStartOfDocument, _STANDARD.SelectEndOfDocument),
)
"""What every field for text does by itself: it would take the key, and the action would not hear of it."""
_RARELY = (
    *(_STANDARD.Delete, _STANDARD.Backspace, _STANDARD.DeleteEndOfLine, _STANDARD.DeleteCompleteLine),
    *(_STANDARD.MoveToStartOfLine, _STANDARD.MoveToEndOfLine),
    *(_STANDARD.MoveToStartOfBlock, _STANDARD.MoveToEndOfBlock),
)
"""Likewise on some systems, as Ctrl+U there deletes a line; an action that has such a key from the beginning
is worth more than that."""
_LEAVES = "Alt+F4"
_TWINS = {"Return": "Enter", "Enter": "Return"}
"""Two keys on the board, one for the person."""


class Taken(NamedTuple):
    """A key that another action has."""

    key: str
    by: ActionDef


class KeyTable(QObject):
    """Each action's row with the keys it has now."""

    changed = Signal()

    def __init__(self, table: Sequence[ActionDef], preferences: Preferences) -> None:
        super().__init__()
        self._standard = {row.id: row for row in table}
        self._preferences = preferences
        self.by_id: dict[str, ActionDef] = {}
        """Its rows are put in place of others when keys change; whoever holds it sees the new ones."""
        kept = ((row.id, _read(preferences, row)) for row in table)
        self.by_id.update(with_keys(self._standard, {id: keys for id, keys in kept if keys is not None}))

    @property
    def rows(self) -> Sequence[ActionDef]:
        return tuple(self.by_id.values())

    def is_own(self, action: str) -> bool:
        """Tell whether an action has other keys than at first."""
        return self.by_id[action].keys != self._standard[action].keys

    def standard(self, action: str) -> Keys:
        """Return the keys that an action has at first."""
        return self._standard[action].keys

    def taken(self, action: str, keys: Keys) -> Sequence[Taken]:
        """Return which of these keys other actions have."""
        others = (row for row in self.by_id.values() if row.id != action)
        return [Taken(key, row) for row in others for key in keys if key in row.keys]

    def give(self, action: str, keys: Keys) -> None:
        """Give an action these keys and no others; who had one of them has it no more."""
        for other in {taken.by.id for taken in self.taken(action, keys)}:
            self._keep(other, tuple(key for key in self.by_id[other].keys if key not in keys))
        self._keep(action, keys)
        self.changed.emit()

    def reset_all(self) -> None:
        """Give every action the keys it had at first."""
        for row in self._standard.values():
            self._keep(row.id, row.keys)
        self.changed.emit()

    def refusal(self, action: str, key: str) -> str:
        """Return why a key can be given to no action, empty where it can."""
        if key in self.standard(action):
            return ""
        said = native_key(key)
        # The stubs leave out that a sequence can be counted through.
        if _writes(QKeySequence(key)[0]):  # type: ignore[index]
            return tr(
                "{key} alone is for writing and moving. Hold Ctrl or Alt with it, or use F1 to F12.", key=said
            )
        known = {own for row in self._standard.values() for own in row.keys}
        if key in _bound(_OF_TEXTS) or (key in _bound(_RARELY) and key not in known):
            return tr("{key} does its own work wherever text is written. Press others.", key=said)
        menu = next((tr(menu) for menu in MENUS if key == f"Alt+{tr(menu)[0].upper()}"), "")
        if menu:
            return tr("{key} opens the menu {menu}. Press others.", key=said, menu=menu)
        if key == _LEAVES:
            return tr("{key} closes the window. Press others.", key=said)
        return ""

    def _keep(self, action: str, keys: Keys) -> None:
        row = self._standard[action]
        if keys == row.keys:
            self._preferences.forget(_place(action))
        else:
            self._preferences.write(_place(action), "\n".join(keys))
        self.by_id[action] = replace(row, keys=keys)


def pressed_keys(key: str) -> Keys:
    """Return the keys meant by one that was pressed: Enter stands on the board twice."""
    before, plus, last = key.rpartition("+")
    return (key, before + plus + _TWINS[last]) if last in _TWINS else (key,)


def with_keys(standard: Mapping[str, ActionDef], chosen: Mapping[str, Keys]) -> Mapping[str, ActionDef]:
    """Return the rows with the keys chosen for some of them, each key once: what was chosen goes first."""
    wanted = {**chosen, **{row.id: row.keys for row in standard.values() if row.id not in chosen}}
    owner: dict[str, str] = {}
    for action, keys in wanted.items():
        for key in keys:
            owner.setdefault(key, action)
    return {
        row.id: replace(row, keys=tuple(key for key in wanted[row.id] if owner[key] == row.id))
        for row in standard.values()
    }


def _bound(standard: Iterable[QKeySequence.StandardKey]) -> set[str]:
    return {bound.toString() for one in standard for bound in QKeySequence.keyBindings(one)}


def _place(action: str) -> str:
    return f"keys/{action}"


def _read(preferences: Preferences, row: ActionDef) -> Keys | None:
    """Return the keys that were kept for an action; None: there are none, or they are not sound."""
    kept = preferences.read(_place(row.id))
    if not isinstance(kept, str) or row.local:
        return None
    keys = tuple(filter(None, kept.split("\n")))
    sound = all(QKeySequence(key).toString() == key and QKeySequence(key).count() == 1 for key in keys)
    return keys if sound else None


def _writes(pressed: QKeyCombination) -> bool:
    """Tell whether a key is one that texts and lists need: it is no function key, and nothing is held."""
    held = pressed.keyboardModifiers() & ~(
        Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
    )
    function = Qt.Key.Key_F1 <= pressed.key() <= Qt.Key.Key_F35
    return not held and not function

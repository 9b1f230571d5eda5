"""Menus of a batch's form: kinds, teams, what the columns of its table are for, and batches made before."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.domain.i18n import Message, words
from app.domain.untrusted_files import is_there
from app.services.batches.columns import CHOICES, EXPECTED, PASSAGE, QUESTION, RUBRIC, Columns
from app.services.batches.folder import ABOUT
from app.ui.kit.dispose import dispose
from app.ui.kit.layouts import SPACE, in_row
from app.ui.kit.menu_button import MenuButton, add_tick
from app.ui.kit.preferences import Preferences
from app.ui.kit.texts import count, escaped, label, single_line, tr

LONGEST = 34
"""Characters of a name on the button."""


class Choice(MenuButton):
    """A button that tells what is ticked in its menu, which stays open meanwhile."""

    changed = Signal()

    def __init__(self, name: str) -> None:
        super().__init__("", name, chevron=True)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self._actions: dict[str, QAction] = {}
        self.choices.installEventFilter(self)

    def chosen(self) -> tuple[str, ...]:
        """Return what is ticked, in the order of the menu."""
        return tuple(name for name, action in self._actions.items() if action.isChecked())

    def tick(self, names: Sequence[str]) -> None:
        for name, action in self._actions.items():
            action.setChecked(name in names)
        self.show_chosen()

    def show_chosen(self) -> None:
        raise NotImplementedError

    def titles(self) -> list[str]:
        return [action.text().replace("&&", "&") for action in self._actions.values() if action.isChecked()]

    def add(self, name: str, title: str) -> None:
        self._actions[name] = add_tick(self.choices, single_line(title, 60), lambda: self.on_ticked(name))

    def on_ticked(self, name: str) -> None:
        """Take in that one was ticked, or is not any more."""
        del name
        self.show_chosen()
        self.changed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Tick what is clicked, and leave the menu open."""
        ticks = event.type() == QEvent.Type.MouseButtonRelease
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            ticks = event.key() == Qt.Key.Key_Space
        action = self.choices.activeAction() if ticks else None
        if action is not None and action.isCheckable():
            action.trigger()
            return True
        return super().eventFilter(watched, event)


class KindChoice(Choice):
    """Which kinds of session each row begins, at least one."""

    def __init__(self, titles: Mapping[str, str]) -> None:
        """`titles`: what each kind is called."""
        super().__init__(tr("Kinds"))
        self._ticked: list[str] = []
        """As they were ticked: the first is what the batch is of."""
        for name, title in titles.items():
            self.add(name, title)
        self.tick(list(titles)[:1])

    def chosen(self) -> tuple[str, ...]:
        """Return what is ticked, in the order in which it was."""
        return tuple(self._ticked)

    def tick(self, names: Sequence[str]) -> None:
        self._ticked = [name for name in names if name in self._actions]
        super().tick(names)

    def on_ticked(self, name: str) -> None:
        """Keep the last one ticked."""
        if self._ticked == [name]:
            self._actions[name].setChecked(True)
            return
        if self._actions[name].isChecked():
            self._ticked.append(name)
        else:
            self._ticked.remove(name)
        super().on_ticked(name)

    def show_chosen(self) -> None:
        titles = self.titles()
        told = titles[0] if len(titles) == 1 else count(len(titles), "{n} kind", "{n} kinds")
        self.setText(single_line(told, LONGEST))
        self.setToolTip(escaped(", ".join(titles)))
        self.setAccessibleName(tr("Kinds: {names}", names=", ".join(titles)))


class TeamChoice(Choice):
    """Which teams each row runs with; none: its own, else the default."""

    def __init__(self, titles: Mapping[str, str]) -> None:
        """`titles`: what each team that can be chosen is called."""
        super().__init__(tr("Teams"))
        own = tr("Each row's own, else the default")
        self.own = add_tick(self.choices, own, self._on_own_triggered)
        self.choices.addSeparator()
        for name, title in titles.items():
            self.add(name, title)
        self.show_chosen()

    def choose(self, names: Sequence[str]) -> None:
        """Tick these alone; one that is not offered yet, such as a file, is offered from then on."""
        for name in names:
            if name not in self._actions:
                self.add(name, Path(name).stem if name.endswith(".toml") else name)
        self.tick(names)

    def add(self, name: str, title: str) -> None:
        """Offer one more; which file it is tells its tip."""
        super().add(name, title)
        self._actions[name].setToolTip(escaped(name))

    def _on_own_triggered(self) -> None:
        self.tick(())
        self.changed.emit()

    def show_chosen(self) -> None:
        names = self.titles()
        self.own.setChecked(not names)
        told = names[0] if len(names) == 1 else count(len(names), "{n} team", "{n} teams")
        self.setText(single_line(told if names else self.own.text(), LONGEST))
        self.setToolTip(escaped(", ".join(names) or self.own.text()))
        self.setAccessibleName(tr("Teams: {names}", names=", ".join(names) or self.own.text()))


_KEPT = "batches/folders"
_MOST_KEPT = 10


class EarlierBatches(MenuButton):
    """Offers the folders that still hold a batch, the one that was begun last first."""

    chosen = Signal(Path)

    def __init__(self, preferences: Preferences) -> None:
        super().__init__(tr("From an earlier batch"), tr("From an earlier batch"), chevron=True)
        self._preferences = preferences
        self.further = self._offers

    def folders(self) -> list[Path]:
        """Return the folders that still hold a batch."""
        return [one for one in map(Path, self._preferences.names(_KEPT, ())) if is_there(one / ABOUT)]

    def note(self, folder: Path) -> None:
        """Keep a folder in which a batch begins."""
        others = [one for one in self._preferences.names(_KEPT, ()) if one != str(folder)]
        self._preferences.keep_names(_KEPT, [str(folder), *others][:_MOST_KEPT])

    def _offers(self) -> Sequence[tuple[str, Callable[[], object]]]:
        return [
            (single_line(f"{one.name} – {one.parent}", 80), partial(self.chosen.emit, one))
            for one in self.folders()
        ]


def next_folder(folder: Path) -> Path:
    """Return a folder beside an earlier batch's that is not there yet: its name with a number behind it."""
    stem, _, number = folder.name.rpartition("-")
    name, at = (stem, int(number) + 1) if stem and number.isdecimal() else (folder.name, 2)
    while (found := folder.with_name(f"{name}-{at}")).exists():
        at += 1
    return found


_MOST_SHOWN = 5
"""Headings beside each other; what the others are for says the tip behind them."""
_LONGEST = 18
"""Characters of a heading on its button."""
_USES: Mapping[str, Message] = {
    QUESTION: words("the question"),
    EXPECTED: words("the expected answer"),
    RUBRIC: words("what a right answer holds"),
    CHOICES: words("choices"),
    PASSAGE: words("a text to read"),
    "id": words("the row’s id"),
    "": words("carried along"),
}


class ColumnChoices(QWidget):
    """The headings of the table in hand whose use was guessed, or said by the person."""

    changed = Signal()
    shown = Signal(bool)
    """Whether there is any to be shown."""

    def __init__(self) -> None:
        super().__init__()
        self._given: dict[str, str] = {}
        self._shown: dict[str, str] = {}
        self.buttons: dict[str, MenuButton] = {}
        self._more = label("", muted=True)
        self._row: QHBoxLayout = in_row(self._more, SPACE, spacing=8)
        self.setLayout(self._row)
        self.hide()

    def put(self, columns: Sequence[str]) -> None:
        """Take over what was said of a table's columns, each HEADING=USE."""
        self._given = {heading: use for heading, _, use in (one.partition("=") for one in columns)}

    def chosen(self) -> tuple[str, ...]:
        """Return what the person said of columns, each HEADING=USE."""
        return tuple(f"{heading}={use}" for heading, use in self._given.items())

    def headings_for(self, key: bool) -> Sequence[tuple[str, bool, Callable[[], None]]]:
        """Return the headings that may be the key, or the question: whether it is, and what chooses it."""
        use = EXPECTED if key else QUESTION
        return [(one, was == use, partial(self._on_chosen, one, use)) for one, was in self._shown.items()]

    def show_columns(self, columns: Columns | None) -> None:
        """Show how a table's columns are read; None: there is no table."""
        uses: dict[str, str] = {}
        if columns is not None:
            uses = {**columns.taken, **columns.given, **dict.fromkeys(columns.carried, "")}
        if uses == self._shown:
            return
        self._shown = uses
        self.setVisible(bool(uses))
        self.shown.emit(bool(uses))
        for button in self.buttons.values():
            dispose(button)
        self.buttons.clear()
        for at, (heading, use) in enumerate(list(uses.items())[:_MOST_SHOWN]):
            self.buttons[heading] = self._button(heading, use)
            self._row.insertWidget(at, self.buttons[heading])
        left = list(uses)[_MOST_SHOWN:]
        self._more.setText(tr("and {n} more", n=len(left)) if left else "")
        self._more.setToolTip(escaped(", ".join(f"{one}: {_said(uses[one])}" for one in left)))

    def _button(self, heading: str, use: str) -> MenuButton:
        told = tr("{heading}: {use}", heading=single_line(heading, _LONGEST), use=_said(use))
        found = MenuButton(told, tr("Column {heading}: {use}", heading=heading, use=_said(use)), chevron=True)
        for offered in _USES:
            add_tick(
                found.choices, _said(offered), partial(self._on_chosen, heading, offered), on=offered == use
            )
        return found

    def _on_chosen(self, heading: str, use: str) -> None:
        if use:
            # What one column is for another one cannot be.
            self._given = {one: "" if was == use else was for one, was in self._given.items()}
        self._given[heading] = use
        self.changed.emit()


def _said(use: str) -> str:
    return tr(_USES[use]) if use in _USES else use

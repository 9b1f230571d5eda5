"""Choosing what a batch is of, any number of teams and kinds, each in one menu."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent

from app.ui.kit.menu_button import MenuButton
from app.ui.kit.texts import count, escaped, single_line, tr

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
        """Tick these alone."""
        for name, action in self._actions.items():
            action.setChecked(name in names)
        self.show_chosen()

    def show_chosen(self) -> None:
        """Tell what is ticked."""
        raise NotImplementedError

    def titles(self) -> list[str]:
        """Return what is ticked as a person reads it."""
        return [action.text().replace("&&", "&") for action in self._actions.values() if action.isChecked()]

    def add(self, name: str, title: str) -> None:
        """Offer one more."""
        self._actions[name] = self.added(title, lambda: self.on_ticked(name))

    def added(self, title: str, does: Callable[[], None]) -> QAction:
        """Return a new line of the menu."""
        action = self.choices.addAction(single_line(title, 60).replace("&", "&&"))
        action.setCheckable(True)
        action.triggered.connect(lambda _=False: does())
        return action

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
        """Tick these alone."""
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
        """Tell the kind, or how many."""
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
        self.own = self.added(tr("Each row's own, else the default"), self._on_own_triggered)
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
        """Tell the team, or how many."""
        names = self.titles()
        self.own.setChecked(not names)
        told = names[0] if len(names) == 1 else count(len(names), "{n} team", "{n} teams")
        self.setText(single_line(told if names else self.own.text(), LONGEST))
        self.setToolTip(escaped(", ".join(names) or self.own.text()))
        self.setAccessibleName(tr("Teams: {names}", names=", ".join(names) or self.own.text()))

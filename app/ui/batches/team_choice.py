"""Choosing the teams of a batch, any number of them, in one menu."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent

from app.ui.kit.menu_button import MenuButton
from app.ui.kit.texts import count, escaped, shown, tr

LONGEST = 34
"""Characters of a team's name on the button."""


class TeamChoice(MenuButton):
    """A button that tells which teams are chosen; its menu stays open while they are ticked."""

    changed = Signal()

    def __init__(self, titles: Mapping[str, str]) -> None:
        """`titles`: what each team that can be chosen is called."""
        super().__init__("", tr("Teams"), chevron=True)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self._actions: dict[str, QAction] = {}
        self.own = self._added(tr("Each row's own, else the default"), self._on_own_triggered)
        self.choices.addSeparator()
        for name, title in titles.items():
            self._add(name, title)
        self.choices.installEventFilter(self)
        self._show()

    def chosen(self) -> tuple[str, ...]:
        """Return the teams that are ticked, none: each row's own."""
        return tuple(name for name, action in self._actions.items() if action.isChecked())

    def choose(self, names: Sequence[str]) -> None:
        """Tick these alone; one that is not offered yet, such as a file, is offered from then on."""
        for name in names:
            if name not in self._actions:
                self._add(name, Path(name).stem if name.endswith(".toml") else name)
        for name, action in self._actions.items():
            action.setChecked(name in names)
        self._show()

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

    def _add(self, name: str, title: str) -> None:
        self._actions[name] = self._added(title, self._on_team_triggered)
        self._actions[name].setToolTip(escaped(name))

    def _added(self, title: str, does: Callable[[], None]) -> QAction:
        action = self.choices.addAction(shown(title, 60).replace("&", "&&"))
        action.setCheckable(True)
        action.triggered.connect(lambda _=False: does())
        return action

    def _on_own_triggered(self) -> None:
        for action in self._actions.values():
            action.setChecked(False)
        self._on_team_triggered()

    def _on_team_triggered(self) -> None:
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        names = [action.text().replace("&&", "&") for action in self._actions.values() if action.isChecked()]
        self.own.setChecked(not names)
        told = names[0] if len(names) == 1 else count(len(names), "{n} team", "{n} teams")
        self.setText(shown(told if names else tr("Each row's own, else the default"), LONGEST))
        self.setToolTip(escaped(", ".join(names)))
        self.setAccessibleName(tr("Teams: {names}", names=", ".join(names) or self.own.text()))

"""The kinds of session side by side, one of them chosen."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QSizePolicy

from app.engine.plugin import WorkflowPlugin
from app.ui.kit.controls import tool_button
from app.ui.kit.icons import icon
from app.ui.kit.layouts import in_row
from app.ui.kit.texts import tr


class Kinds(QFrame):
    """A button for each kind; the dialog stays what it is, another one is opened for another kind."""

    wanted = Signal(str)
    """Another kind, by its workflow's name."""

    def __init__(self, plugins: Sequence[WorkflowPlugin], own: str) -> None:
        super().__init__()
        self.setObjectName("kinds")
        self.setAccessibleName(tr("Kind of session"))
        self.buttons = {}
        for plugin in plugins:
            title = tr(plugin.title)
            # The field of the question has that name, too.
            button = tool_button(title, tr("Kind: {kind}", kind=title), "", checkable=True)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.setChecked(plugin.name == own)
            button.setIcon(icon(plugin.vocabulary.icon, "accent" if plugin.name == own else "text2"))
            button.setIconSize(QSize(22, 16))
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.clicked.connect(lambda _=False, name=plugin.name: self._on_clicked(name))
            self.buttons[plugin.name] = button
        self._own = own
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setLayout(in_row(*self.buttons.values(), spacing=0, margins=(1, 1, 1, 1)))
        self.setVisible(len(plugins) > 1)

    def fit(self, room: int) -> None:
        """Say what all kinds are where there is room for it, else the own one alone: icons say the others."""
        styles = Qt.ToolButtonStyle
        for style in (styles.ToolButtonTextBesideIcon, styles.ToolButtonIconOnly):
            for name, button in self.buttons.items():
                button.setToolButtonStyle(styles.ToolButtonTextBesideIcon if name == self._own else style)
                button.setToolTip("" if style == styles.ToolButtonTextBesideIcon else button.text())
            if self.sizeHint().width() <= room:
                return

    def _on_clicked(self, name: str) -> None:
        for other, button in self.buttons.items():
            button.setChecked(other == self._own)
        if name != self._own:
            self.wanted.emit(name)

"""What a new session begins as: its kind, or a set-up kept as a template; both stand in the form's head."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QListWidget, QSizePolicy, QWidget

from app.domain.errors import RoundtableError
from app.engine.plugin import WorkflowPlugin
from app.settings.templates import SessionTemplate
from app.ui.kit.controls import line_edit, tool_button
from app.ui.kit.dialog import Confirm, Dialog, NameDialog, Reader
from app.ui.kit.icons import icon
from app.ui.kit.layouts import SPACE, in_row, nest
from app.ui.kit.menu_button import MenuButton
from app.ui.kit.texts import button, error_text, label, single_line, tr
from app.ui.setup.file_list import FileList

if TYPE_CHECKING:
    from app.settings.templates import TemplateFiles
    from app.ui.setup.field_row import FieldRow


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
            one = tool_button(title, tr("Kind: {kind}", kind=title), "", checkable=True)
            one.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            one.setChecked(plugin.name == own)
            one.setIcon(icon(plugin.vocabulary.icon, "accent" if plugin.name == own else "text2"))
            one.setIconSize(QSize(22, 16))
            one.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            one.clicked.connect(lambda _=False, name=plugin.name: self._on_clicked(name))
            self.buttons[plugin.name] = one
        self._own = own
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setLayout(in_row(*self.buttons.values(), spacing=0, margins=(1, 1, 1, 1)))
        self.setVisible(len(plugins) > 1)

    def fit(self, room: int) -> None:
        """Say what all kinds are where there is room for it, else the own one alone: icons say the others."""
        styles = Qt.ToolButtonStyle
        for style in (styles.ToolButtonTextBesideIcon, styles.ToolButtonIconOnly):
            for name, one in self.buttons.items():
                one.setToolButtonStyle(styles.ToolButtonTextBesideIcon if name == self._own else style)
                one.setToolTip("" if style == styles.ToolButtonTextBesideIcon else one.text())
            if self.sizeHint().width() <= room:
                return

    def _on_clicked(self, name: str) -> None:
        for other, one in self.buttons.items():
            one.setChecked(other == self._own)
        if name != self._own:
            self.wanted.emit(name)


LONGEST = 60
"""Characters of a template's name."""


def kept_values(rows: Sequence[FieldRow]) -> dict[str, object]:
    """Return what a template keeps of a form's fields; files are none of it."""
    kept = (row for row in rows if not isinstance(row.control, FileList))
    return {row.name: row.value() if row.words is None else row.words for row in kept}


class TemplatesDialog(Reader):
    """The templates there are, to be renamed and removed."""

    renamed = Signal(str, str)
    """(name before, name now)"""

    def __init__(self, parent: QWidget | None, files: TemplateFiles) -> None:
        super().__init__(parent, tr("My templates"))
        self._files = files
        self.list = QListWidget()
        self.list.setAccessibleName(tr("My templates"))
        self.list.setMinimumSize(400, 180)
        self.rename = button(tr("Rename…"))
        self.remove = button(tr("Remove…"))
        words = label(tr("Sessions that were begun with one stay as they are."), wrap=True, muted=True)
        self.body.addWidget(self.list, 1)
        nest(self.body, in_row(self.rename, self.remove, SPACE, spacing=8))
        self.body.addWidget(words)
        # Later: Enter goes on from the list to the dialog, which would press the new one's button.
        self.list.itemActivated.connect(lambda _item: QTimer.singleShot(0, self, self._on_rename_clicked))
        self.list.currentRowChanged.connect(self._enable)
        self.rename.clicked.connect(self._on_rename_clicked)
        self.remove.clicked.connect(self._on_remove_clicked)
        # Enter renames the chosen one.
        self.main.setDefault(False)
        self._fill("")

    def _fill(self, chosen: str) -> None:
        names = self._files.names()
        self.list.clear()
        self.list.addItems([single_line(name, LONGEST) for name in names])
        self.list.setCurrentRow(names.index(chosen) if chosen in names else 0 if names else -1)
        self._enable()

    def _enable(self) -> None:
        for control in (self.rename, self.remove):
            control.setEnabled(self.list.currentRow() >= 0)

    def _chosen(self) -> str:
        at, names = self.list.currentRow(), self._files.names()
        return names[at] if 0 <= at < len(names) else ""

    def _on_rename_clicked(self) -> None:
        name = self._chosen()
        if not name:
            return
        others = [other for other in self._files.names() if other != name]
        field = line_edit(tr("Name"), text=name, most=LONGEST)
        title = tr("Rename “{name}”", name=single_line(name, 40))
        missing = tr("Give the template a name.")
        dialog = NameDialog(self, title, tr("Rename"), field, missing, others.__contains__)
        dialog.named.connect(partial(self._rename, name))
        dialog.show_once()

    def _rename(self, name: str, other: str) -> None:
        self.show_problem("")
        try:
            kept = self._files.rename(name, other)
        except RoundtableError as error:
            self.show_problem(error_text(error))
            kept = name
        self._fill(kept)
        if kept != name:
            self.renamed.emit(name, kept)

    def _on_remove_clicked(self) -> None:
        name = self._chosen()
        title = tr("Remove the template “{name}”?", name=single_line(name, 40))
        dialog = Confirm(self, title, tr("It cannot be brought back."), tr("Remove"))
        dialog.accepted.connect(partial(self._remove, name))
        dialog.show_once()

    def _remove(self, name: str) -> None:
        self.show_problem("")
        try:
            self._files.forget(name)
        except RoundtableError as error:
            self.show_problem(error_text(error))
        self._fill("")


class KeptSetups(QObject):
    """The menu “My templates”, and what is asked when one is kept."""

    chosen = Signal(str)

    def __init__(self, files: TemplateFiles | None, owner: QWidget) -> None:
        super().__init__(owner)
        self._files = files
        self._now = ""
        """The template that was begun with."""
        self.menu = MenuButton(tr("My templates"), tr("My templates"))
        self.menu.setIcon(icon("chevron-down"))
        self.menu.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.menu.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self.menu.setAutoRaise(True)
        self.menu.further = self._lines
        self._refresh()

    def show_chosen(self, name: str) -> None:
        """Note which one was begun with."""
        self._now = name

    def ask_name(self, owner: QWidget, template: SessionTemplate) -> None:
        """Ask for a name and keep a set-up under it."""
        files = self._files
        if files is None:
            return
        field = line_edit(tr("Name"), tr("A name, such as Weekly plan"), most=LONGEST)
        title, missing = tr("Save as template"), tr("Give the template a name.")
        dialog = NameDialog(owner, title, tr("Save"), field, missing, lambda name: name in files.names())
        field.setText(self._now)
        kept = tr("The question, the team and every setting are kept; files are not.")
        dialog.body.addWidget(label(kept, wrap=True, muted=True))

        def save(name: str) -> None:
            try:
                self._now = files.save(name, template)
            except RoundtableError as error:
                if isinstance(owner, Dialog):
                    owner.show_problem(error_text(error))
            self._refresh()

        dialog.named.connect(save)
        dialog.show_once()

    def _lines(self) -> Sequence[tuple[str, Callable[[], object]]]:
        if self._files is None:
            return ()
        names = self._files.names()
        lines: list[tuple[str, Callable[[], object]]] = [
            (single_line(name, LONGEST), partial(self.chosen.emit, name)) for name in names
        ]
        return [*lines, (tr("Rename or remove…"), partial(self._manage, self._files))] if lines else ()

    def _manage(self, files: TemplateFiles) -> None:
        dialog = TemplatesDialog(self.menu, files)
        dialog.renamed.connect(self._on_renamed)
        dialog.finished.connect(lambda _code: self._refresh())
        dialog.show_once()

    def _on_renamed(self, before: str, name: str) -> None:
        if self._now == before:
            self._now = name

    def _refresh(self) -> None:
        self.menu.setVisible(self._files is not None and bool(self._files.names()))

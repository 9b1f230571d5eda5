"""Set-ups that are kept as templates: the menu that offers them, and the name of a new one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from app.domain.errors import RoundtableError
from app.settings.templates import SessionTemplate
from app.ui.kit.controls import line_edit
from app.ui.kit.dialog import Confirm, Dialog
from app.ui.kit.icons import icon
from app.ui.kit.menu_button import MenuButton
from app.ui.kit.texts import error_text, label, shown, tr

if TYPE_CHECKING:
    from app.settings.templates import TemplateFiles

LONGEST = 60
"""Characters of a template's name."""


class NameDialog(Dialog):
    """Asks for the name that a template is kept under."""

    named = Signal(str)

    def __init__(self, parent: QWidget | None, name: str, taken: Callable[[str], bool]) -> None:
        super().__init__(parent, tr("Save as template"), tr("Save"))
        self._taken, self._asked = taken, ""
        self.name = line_edit(tr("Name"), tr("A name, such as Weekly plan"), text=name, most=LONGEST)
        self.name.setMinimumWidth(380)
        self.body.addWidget(label(tr("Name"), bold=True))
        self.body.addWidget(self.name)
        kept = tr("The question, the team and every setting are kept; files are not.")
        self.body.addWidget(label(kept, wrap=True, muted=True))
        self.main.clicked.connect(self._on_main_clicked)

    def _on_main_clicked(self) -> None:
        name = " ".join(self.name.text().split())
        if not name:
            self.show_problem(tr("Give the template a name."))
            self.name.setFocus()
        elif self._taken(name) and name != self._asked:
            # Said once, and gone on with where the person presses again.
            self._asked = name
            self.show_problem(tr("There is one of that name. Press Save again to replace it."))
        else:
            self.accept()
            self.named.emit(name)


class KeptSetups(QObject):
    """The menu “My templates”, and what is asked when one is kept or removed."""

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
        dialog = NameDialog(owner, self._now, lambda name: name in files.names())

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
            (shown(name, LONGEST), partial(self.chosen.emit, name)) for name in names
        ]
        if self._now in names:
            lines.append((tr("Remove “{name}”…", name=shown(self._now, 40)), self._ask_to_remove))
        return lines

    def _ask_to_remove(self) -> None:
        files, name = self._files, self._now
        if files is None:
            return
        words = tr("Sessions that were begun with it stay as they are.")
        title = tr("Remove the template “{name}”?", name=shown(name, 40))
        dialog = Confirm(self.menu, title, words, tr("Remove"))

        def remove() -> None:
            files.forget(name)
            self._now = ""
            self._refresh()

        dialog.accepted.connect(remove)
        dialog.show_once()

    def _refresh(self) -> None:
        self.menu.setVisible(self._files is not None and bool(self._files.names()))

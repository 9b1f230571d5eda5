"""What a form at a gate is opened for, and the dialog whose main button hands out the data of a verb."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple, cast

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.ui.kit.dialog import Dialog

if TYPE_CHECKING:
    from app.domain.canonical import JsonValue
    from app.domain.command_facts import CommandHeld
    from app.domain.facts import GateOpened
    from app.domain.gate_choices import Choice
    from app.ui.view.draft_store import DraftStore
    from app.ui.view.session_view import SessionView


class FormRequest(NamedTuple):
    """A choice that needs data; `about`: the gate it answers, or what holds a command."""

    view: SessionView
    about: GateOpened | CommandHeld
    choice: Choice
    draft_store: DraftStore
    round: int = 0


class DecisionDialog(Dialog):
    """Emits the data once, when it fits."""

    decided = Signal(object)
    """The data, a mapping of JSON values."""

    def __init__(self, parent: QWidget | None, title: str, main: str, cancel: str = "") -> None:
        super().__init__(parent, title, main, cancel)
        self.objection: Callable[[Mapping[str, JsonValue]], str] = lambda data: ""
        """Why what was chosen cannot be taken, in words; it is said while the form is still open."""
        self.main.clicked.connect(self._on_main_clicked)

    def data(self) -> Mapping[str, object] | None:
        """Return what was chosen and typed; None where it does not fit, which was said."""
        raise NotImplementedError

    def _on_main_clicked(self) -> None:
        data = self.data()
        if data is None:
            return
        problem = self.objection(cast("Mapping[str, JsonValue]", data))
        if problem:
            self.show_problem(problem)
            return
        self.accept()
        self.decided.emit(data)

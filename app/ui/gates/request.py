"""What a form is opened for."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    # For start-up cost.
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

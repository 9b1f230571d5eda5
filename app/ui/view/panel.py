"""What a tab, or a section of the insights, holds: it shows a session and asks the page for all else."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.ui.kit.layouts import boxed, in_row

if TYPE_CHECKING:
    # For start-up cost.
    from app.domain.ids import SessionId
    from app.services.workflow_summary import WorkflowSummary
    from app.ui.view.draft_store import DraftStore
    from app.ui.view.places import ReadingPlaces
    from app.ui.view.session_view import SessionView


class PanelContext(NamedTuple):
    """What the panels of a page share."""

    draft_store: DraftStore
    places: ReadingPlaces
    summary: Callable[[SessionId], Awaitable[WorkflowSummary]]
    """What a workflow tells of a session."""


class Panel(QWidget):
    """Base of all panels. Its signals are all that a panel can ask for; each says what it needs of them."""

    news = Signal(str)
    """A word on what was done."""
    step_wanted = Signal(int)
    """Show the record of this seq in the log."""
    open_wanted = Signal(object)
    """Show what is pointed at (`Opens`): a passage of a text, a row, a file."""
    act_wanted = Signal(object)
    """Answer the open gate about a described row (`Act`)."""
    change_wanted = Signal(str, int, str)
    """(seat, seq of its text, passage): what the seat made of the passage"""
    critique_wanted = Signal(str)
    """Show this critique; empty: all of them."""
    rival_wanted = Signal(int)
    """Compare the result with the text of this record."""
    enlarge_wanted = Signal()
    """Show the run map as a tab, or put it away."""
    drop_wanted = Signal(str, bool)
    """(seat, left out)"""
    replace_wanted = Signal(str)
    retry_wanted = Signal(str)
    rated = Signal(str, str)
    """(seat, good or poor): what the person finds of its answer in this round; again: taken back"""
    again_wanted = Signal(str)
    """Let this seat alone refine once more, with feedback."""
    stop_wanted = Signal(str)
    marked = Signal(str, int, str, str, str)
    """(seat, seq of its text, kind of mark, the words, what is said of them)"""
    decided = Signal(str, str)
    """(critique, verdict)"""
    withdraw_wanted = Signal(str)
    """Take the verdict on this critique back."""
    changes_decided = Signal(object, object)
    """(a Decision to be told, the panel)"""
    merge_wanted = Signal()
    edit_wanted = Signal(str, str)
    """Write over the text of this member, at a passage of it."""
    """Take passages of several texts into one."""
    command_wanted = Signal(str, object)
    """Ask for this (`PersonCommand`), with its data; None: what it needs is asked for."""
    action_wanted = Signal(str)
    """Do this action of the window, by its id."""
    meant = Signal(str)
    """Whose text the person means at the open gate."""
    judged = Signal(str)
    """The result against its rival: better, same, worse."""

    tools: QWidget | None = None
    """What stands at the right of the tabs while this panel is in sight."""

    def hang_tools(self, *tools: QWidget) -> None:
        """Have these at the right of the tabs; until the tabs take them nobody sees them."""
        self.tools = boxed(in_row(*tools, margins=(0, 0, 12, 0)))
        self.tools.setParent(self)
        self.tools.hide()

    def use(self, context: PanelContext) -> None:
        """Work with what the page has; without it a panel shows, and keeps nothing."""

    def refresh(self, view: SessionView) -> None:
        """Show what the session holds now."""
        raise NotImplementedError

    def stream(self, view: SessionView) -> None:
        """Show what arrived of texts that are being written; nothing was recorded since it was refreshed."""
        self.refresh(view)


class RecordsPanel(Panel):
    """One that can turn to a record."""

    def go_to(self, seq: int) -> None:
        raise NotImplementedError


class PointsPanel(Panel):
    """One that lists critiques."""

    def show_point(self, critique: str) -> None:
        """Choose a critique."""
        raise NotImplementedError

    def show_open(self) -> None:
        """Show those alone that are still disputed."""
        raise NotImplementedError


class MembersPanel(Panel):
    """One with a text of each member."""

    def show_member(self, at: int) -> None:
        """Bring the n-th member into sight and put the focus there."""
        raise NotImplementedError

    def focused_seat(self) -> str:
        """Return who has the focus, empty where nobody has."""
        raise NotImplementedError

    def show_passage(self, seat: str, quote: str) -> bool:
        """Bring a passage of a member's text into sight; return whether it is there."""
        raise NotImplementedError

    def edit_passage(self, seat: str, quote: str) -> None:
        """Let the person write over a member's text, with the cursor at a passage."""
        raise NotImplementedError


class DiffPanel(Panel):
    """One that goes from change to change."""

    def go(self, step: int) -> None:
        raise NotImplementedError


class ReviewPanel(DiffPanel):
    """One in which the changes of each member are looked through."""

    def mark_reviewed(self) -> None:
        """Tick the change in sight, and go on to the next that is not ticked."""
        raise NotImplementedError

    def show_change(self, seat: str, seq: int, quote: str) -> None:
        """Show what a member made of a passage in its text of this seq."""
        raise NotImplementedError

    def show_newest(self, whose: str) -> None:
        """Show what changed last in the texts of a member, or of a slot."""
        raise NotImplementedError

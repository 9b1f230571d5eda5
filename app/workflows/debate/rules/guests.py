"""Given answers: texts from elsewhere that hold a seat, and are criticised like the members' own.

Rule: no prompt says that a text was given, or where it is from: it has a letter like the others, also where
the chair reads names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from app.domain.facts import TextProposed
from app.domain.ids import CHAIR, JUDGE, SeatName
from app.domain.no_model import GIVEN
from app.domain.seats import Seat, Team
from app.workflows.debate.setup import DebateSetup
from app.workflows.debate.state import DebateState

_GUEST = "Guest"


def seats_with_guests(setup: DebateSetup, team: Team) -> Mapping[SeatName, Seat]:
    """Return the table of a debate: the members, a place for each given text, chair and judge."""
    table = dict(team.table())
    last = {name: table.pop(name) for name in (CHAIR, JUDGE)}
    for name in _names(len(setup.guests), table):
        table[name] = Seat(name=name, model=GIVEN)
    return table | last


def _names(count: int, taken: Iterable[str]) -> Iterator[SeatName]:
    folded = {name.casefold() for name in taken}
    numbered = (
        _GUEST if number == 1 else f"{_GUEST} {number}" for number in range(1, count + len(folded) + 1)
    )
    free = (name for name in numbered if name.casefold() not in folded)
    for _ in range(count):
        yield SeatName(next(free))


def given(state: DebateState, seats: Sequence[str]) -> Iterator[TextProposed]:
    """Yield the texts of the places among these that hold a given one."""
    for seat, guest in zip(state.guests, state.setup.guests, strict=False):
        if seat in seats:
            yield TextProposed(slot="answer", seat=seat, text=guest.text.strip())


def author_of(state: DebateState, seat: str) -> str:
    """Return who revises a text: its member, of a given one the member that is to; empty: nobody."""
    return state.setup.revised_by.strip() if seat in state.guests else seat


def told_as(state: DebateState, seat: str, round_number: int | None = None) -> str:
    """Return what a member is called where the chair reads names."""
    return state.label(seat, round_number) if seat in state.guests else seat


def meant_by(state: DebateState, who: str) -> str:
    """Return the member that the chair speaks of; a name of nobody stays as it is."""
    labels = {state.label(seat).casefold(): seat for seat in state.guests}
    return labels.get(who.strip().casefold(), who)

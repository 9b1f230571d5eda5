"""Which members came to answer the question otherwise, and for what reason.

Rule: two answers differ where each is short enough to be compared by its words, and neither says all that the
other says, or one of them denies it or gives another number. Of longer ones rules cannot tell: nothing is
claimed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from app.domain.canonical import JsonValue
from app.domain.i18n import words
from app.domain.reporting import Place, Remark, Turned
from app.projections.answers import answer_of, keys_of, turns_round
from app.workflows.debate.ledger import Attempt
from app.workflows.debate.state import DebateState

LONGEST = 8
"""Words of an answer that is compared with others by its words."""
_BECAUSE = {
    "evidence": words("from “{before}” to “{after}”: a source or fact it had not weighed"),
    "error": words("from “{before}” to “{after}”: an error in its answer"),
    "persuaded": words("from “{before}” to “{after}”: the reasons of others"),
    "": words("from “{before}” to “{after}”, without saying why"),
    None: words("from “{before}” to “{after}”"),
}


@dataclass(frozen=True, slots=True)
class Turn:
    """A member that answers otherwise than before."""

    seat: str
    attempt: Attempt
    before: str
    after: str
    because: Literal["evidence", "error", "persuaded", ""] | None
    """None: nobody was asked for a reason."""

    def remark(self) -> Remark:
        """Return what a report says of it."""
        place = Place(round=self.attempt.round, attempt=self.attempt.number)
        said = _BECAUSE[self.because].filled(before=self.before, after=self.after)
        version = self.attempt.refined[self.seat]
        return Remark(text=str(said), who=(self.seat,), place=place, texts=(version.seq,))


def other_answer(before: str, after: str, question: str = "") -> bool | None:
    """Tell whether two texts answer differently; None where rules cannot tell."""
    first, last = (key.split() for key in keys_of((before, after), question))
    if not (first and last):
        return None
    less, more = sorted((first, last), key=lambda said: len(set(said)))
    if set(less) <= set(more):
        return turns_round(less, more)
    return True if len(first) <= LONGEST and len(last) <= LONGEST else None


def turns(state: DebateState) -> Iterator[Turn]:
    """Yield who came to another answer in the accepted rounds, in their order."""
    for attempt in state.rounds_accepted:
        for seat, version in attempt.refined.items():
            base = attempt.base.get(seat)
            if base is not None and other_answer(base.text, version.text, state.setup.question):
                noted = attempt.noted.get(seat)
                because = noted.because if noted is not None else ""
                asked = because if state.setup.name_reasons else None
                yield Turn(seat, attempt, answer_of(base.text), answer_of(version.text), asked)


def turns_told(state: DebateState, called: Callable[[str], str]) -> list[JsonValue]:
    """Return who came to another answer and what made it, as a prompt tells it; nothing without reasons."""
    # Without reasons that they do is no evidence, and nothing to be told.
    return [
        {"seat": called(one.seat), "before": one.before, "after": one.after, "because": one.because}
        for one in turns(state)
        if state.setup.name_reasons
    ]


def turned_for_a_reason(attempt: Attempt, question: str) -> int | None:
    """Return how many came to another answer for evidence or an error; None where rules cannot tell."""
    found = 0
    for seat, version in attempt.refined.items():
        base = attempt.base.get(seat)
        other = other_answer(base.text, version.text, question) if base is not None else None
        if other is None:
            return None
        noted = attempt.noted.get(seat)
        found += other and noted is not None and noted.because in ("evidence", "error")
    return found if attempt.refined else None


def turned(state: DebateState) -> tuple[Turned, ...]:
    """Return the same for whoever counts over many sessions."""
    return tuple(
        Turned(seat=one.seat, round=one.attempt.round, grounded=one.because in ("evidence", "error"))
        for one in turns(state)
    )

"""Answers compared by their words: which one most gave before any critique, and who came to another one.

Rule: two answers differ where each is short enough, and neither says all that the other says, or one of them
denies it or gives another number. A vote is counted where all are short and one of them leads; a result
departs from it where its own short answer says something else. Of longer ones rules cannot tell: nothing is
claimed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from app.domain.canonical import JsonValue
from app.domain.i18n import translate, words
from app.domain.reporting import Place, Remark, Turned
from app.projections.answers import answer_of, keys_of, turns_round
from app.workflows.debate.ledger import Attempt
from app.workflows.debate.state import DebateState

_LONGEST = 8
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
    return True if len(first) <= _LONGEST and len(last) <= _LONGEST else None


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


@dataclass(frozen=True, slots=True)
class FirstVote:
    """How the first answers were counted: what each says and who gave it, the commonest first."""

    answers: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def said(self) -> str:
        """What most answered."""
        return self.answers[0][0]

    @property
    def of(self) -> int:
        """How many answered."""
        return sum(len(seats) for _, seats in self.answers)

    def lines(self, called: Callable[[str], str]) -> Iterator[str]:
        """Yield each answer with who gave it, as members are `called`."""
        for said, seats in self.answers:
            names = ", ".join(map(called, seats))
            yield translate(
                "{n} of {all} ({names}): {said}", n=len(seats), all=self.of, names=names, said=said
            )


def first_vote(state: DebateState) -> FirstVote | None:
    """Return the count of the first answers; None where the setup counts none, or none leads."""
    first = state.first_round
    if first is None or not (state.setup.enabled and state.setup.count_first):
        return None
    texts = {seat: first.base[seat].text for seat in state.members if seat in first.base}
    keys = dict(zip(texts, keys_of(list(texts.values()), state.setup.question), strict=True))
    if len(keys) < 2 or not all(0 < len(key.split()) <= _LONGEST for key in keys.values()):
        return None
    counted = Counter(keys.values()).most_common()
    if counted[0][1] < 2 or (len(counted) > 1 and counted[0][1] == counted[1][1]):
        return None
    by_key = {key: tuple(seat for seat, own in keys.items() if own == key) for key, _ in counted}
    return FirstVote(tuple((answer_of(texts[seats[0]]), seats) for seats in by_key.values()))


def vote_told(state: DebateState, called: Callable[[str], str]) -> list[JsonValue]:
    """Return what the members answered first, counted, as a prompt tells it; members as they are `called`."""
    vote = first_vote(state)
    return list[JsonValue](vote.lines(called)) if vote is not None else []


def departs(vote: FirstVote, result: str, question: str) -> bool | None:
    """Tell whether a result says something else than most answered first; None where rules cannot tell."""
    return other_answer(vote.said, result, question)

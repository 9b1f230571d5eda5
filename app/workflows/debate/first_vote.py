"""What the members answered before any critique, counted: a debate that ends elsewhere has to say why.

Rule: answers are counted by their words where each is short enough to be compared so, and one of them leads.
A result departs from the vote where its own short answer says something else. Longer ones nobody compares by
rules: then there is no vote, and nothing is claimed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from app.domain.canonical import JsonValue
from app.domain.i18n import translate
from app.domain.reporting import Remark
from app.projections.answers import answer_of, keys_of
from app.workflows.debate.other_answers import LONGEST, other_answer
from app.workflows.debate.state import DebateState


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
    if len(keys) < 2 or not all(0 < len(key.split()) <= LONGEST for key in keys.values()):
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


def vote_remarks(state: DebateState) -> Iterator[Remark]:
    """Yield what a reader is told of the first answers: how they were, and whether the result departs."""
    vote, first = first_vote(state), state.first_round
    if vote is None or first is None:
        return
    for said, seats in vote.answers:
        text = translate("{said} ({n} of {all})", said=said, n=len(seats), all=vote.of)
        yield Remark(text=text, who=seats, texts=tuple(first.base[seat].seq for seat in seats))
    stated = state.stated
    if stated is None:
        return
    why = stated.departs_from_vote
    if why:
        yield Remark(text=translate("The answer departs from what most said first: {why}", why=why))
    elif departs(vote, stated.decision or stated.answer, state.setup.question):
        yield Remark(
            text=translate("The answer departs from what most said first; the chair did not say why.")
        )

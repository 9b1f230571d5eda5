"""Who is asked on each rung of the ladder, and what a debate is going to ask in all its planned rounds. Pure.

A quick check asks two members of different families, for two of one family err alike. An attack asks those
that have not answered yet, for who agrees with an answer finds little against it: of three members one, of
more so many that two who are wrong together are outnumbered.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from app.domain.counting import picture_tokens
from app.domain.ids import CHAIR, JUDGE, SeatName, members_of
from app.domain.no_model import is_given
from app.domain.seats import Seat
from app.engine.planned import ANSWER, PlannedCalls
from app.workflows.debate.setup import DebateSetup

Rung = Literal["quick", "take", "attack", "debate"]
_SIGNS = re.compile(r"[^\W\d_]+")
_ALSO = {"chatgpt": "gpt", "o": "gpt", "codex": "gpt"}
"""Names under which a family's models go as well."""
_FRAME = 350
"""Tokens of a prompt's own words."""
_CRITIQUE = 250
"""Tokens of the points against one answer."""
_NOTE = 200
"""Tokens of a short reply: questions, figures, a comparison."""
_LEAST_BUDGET = 50_000
"""Tokens that any debate may use where its setup says nothing else."""
_RESERVE = 1.25
"""Token budget for each token that is planned."""


def family(model: str) -> str:
    """Return what a model's own name begins with: `gpt`, `claude`, `llama`."""
    found = _SIGNS.search(model.rpartition("/")[2].casefold())
    own = found[0] if found is not None else model
    return _ALSO.get(own, own)


def first_two(members: Sequence[str], seats: Mapping[str, Seat]) -> list[str]:
    """Return who answers in a quick check: the first member, and the first one of another family."""
    if len(members) < 2:
        return list(members)
    # As they stand in a journal, whatever the order of the team.
    first, *others = sorted(members)
    own = family(seats[first].model)
    second = next((other for other in others if family(seats[other].model) != own), others[0])
    return [first, second]


def guests_in(members: Sequence[str], seats: Mapping[str, Seat]) -> list[str]:
    """Return the places that hold a given text."""
    return [name for name in members if is_given(seats[name].model)]


def answering_on(
    rung: Rung, target: str, asked: Sequence[str], guests: Sequence[str], seats: Mapping[str, Seat]
) -> Collection[str] | None:
    """Return whose answers a rung is about, None for all; `asked`: who can be asked and did not sit out."""
    match rung:
        case "quick" | "take":
            return {*first_two(asked, seats), *guests}
        case "attack":
            return {target} if target else set(guests)
        case "debate":
            return None


def attackers(members: Sequence[str], written: Collection[str], *, all_of_them: bool) -> tuple[str, ...]:
    """Return who criticises in an attack: all, or those without an answer, or one where there is none."""
    if all_of_them:
        return tuple(members)
    return tuple(name for name in members if name not in written) or tuple(members)[:1]


def critics_of(present: Sequence[str], guests: Collection[str]) -> tuple[str, ...]:
    """Return who criticises in a debate, none where nobody can: those who can be asked.

    A sole one among given texts has nobody else to criticise its own: the chair does.
    """
    critics = tuple(name for name in present if name not in guests)
    if len(critics) != 1:
        return critics
    return (*critics, CHAIR) if len(present) > 1 else ()


def planned(setup: DebateSetup, seats: Mapping[SeatName, Seat]) -> list[PlannedCalls]:
    """Return the calls where all planned rounds are run and nothing fails; figures are rough."""
    shared = _given_to_all(setup)
    # Some models count pictures many times over.
    more = {name: _given_to_all(setup, seat.model) - shared for name, seat in seats.items()}
    return [
        replace(call, tokens_in=call.tokens_in + more[call.seat], shared=shared + more[call.seat])
        for call in _planned(setup, seats)
        if call.calls
    ]


def _planned(setup: DebateSetup, seats: Mapping[SeatName, Seat]) -> list[PlannedCalls]:
    members = [name for name in members_of(seats) if not is_given(seats[name].model)]
    given = _given_to_all(setup)
    if setup.profile != "debate":
        return [*_lower_rung(setup, seats, members, given)]
    calls = [*_before(setup, seats, members, given)]
    if setup.enabled:
        calls += _rounds(setup, members, given)
    answers = len(members) * ANSWER
    if setup.independent:
        read = given + answers * _waves(setup, members, given)
        if setup.same_answer == "judge":
            calls.append(PlannedCalls("grouping", JUDGE, 1, read, _NOTE))
        if setup.result_by == "best":
            calls.append(PlannedCalls("drafts", JUDGE, 1, read, _NOTE, answers=len(members)))
    elif setup.enabled or len(members) > 1 or setup.judge_all:
        all_of_them, read = len(members) * setup.max_rounds, given + answers * setup.max_rounds
        best = setup.result_by == "best"
        if best and len(members) > 1:
            read_all = given + answers
            calls.append(PlannedCalls("drafts", JUDGE, 2, read_all, _NOTE, answers=len(members), at_end=True))
        written = ANSWER if best else 2 * ANSWER
        calls.append(PlannedCalls("synthesis", CHAIR, 1, read, written, answers=all_of_them, at_end=True))
    if setup.enabled and setup.judge_all:
        calls.append(PlannedCalls("compare", JUDGE, 2, given + 3 * ANSWER, _NOTE, answers=3, at_end=True))
    if setup.rubric.strip():
        rubric = len(setup.rubric) // 4
        read = given + rubric + answers + 2 * ANSWER
        calls.append(PlannedCalls("grading", JUDGE, 1, read, _NOTE, at_end=True))
    return calls


def _lower_rung(
    setup: DebateSetup, seats: Mapping[SeatName, Seat], members: list[SeatName], given: int
) -> Iterator[PlannedCalls]:
    """Yield the calls of a quick check up to its gate, or those of an attack."""
    if setup.profile == "quick":
        names = {str(name): name for name in members}
        two = [names[name] for name in first_two([*names], {str(n): seat for n, seat in seats.items()})]
        for seat in two:
            yield PlannedCalls("proposal", seat, seats[seat].drafts, given, ANSWER)
        if len(two) > 1:
            yield PlannedCalls("debate_check", JUDGE, 1, given + len(two) * ANSWER, _NOTE, answers=len(two))
        return
    texts, length = len(setup.guests), _guests(setup)
    for critic in members or [CHAIR]:
        yield PlannedCalls("critique", critic, 1, given + length, texts * _CRITIQUE)
    if setup.revised_by:
        author = next((name for name in members if name == setup.revised_by), members[0])
        points = len(members) * _CRITIQUE
        read, written = given + length // texts + points, length // texts + points
        yield PlannedCalls("refinement", author, texts, read, written)


def _guests(setup: DebateSetup) -> int:
    return sum(len(guest.text) for guest in setup.guests) // 4


def _given_to_all(setup: DebateSetup, model: str = "") -> int:
    """Return the tokens of what stands first in every prompt, as a model counts them; empty: as most do."""
    # What one member alone reads is told to the others in part: each is planned with all of it.
    texts = sum(len(item.text) for item in setup.context) + len(setup.context_text)
    pictures = (item.picture for item in setup.context if item.picture is not None)
    seen = sum(picture_tokens(one.width, one.height, model) for one in pictures)
    return _FRAME + (len(setup.question) + texts) // 4 + seen


def _waves(setup: DebateSetup, members: list[SeatName], given: int) -> int:
    """Return how many independent answers of each member fit into the tokens for them."""
    return max(1, (setup.answer_tokens or 0) // max(1, len(members) * (given + ANSWER)))


def token_budget(setup: DebateSetup, seats: Mapping[SeatName, Seat]) -> int:
    """Return the token budget: what the setup says, else what the planned rounds may need."""
    if setup.context_budget is not None:
        return setup.context_budget
    tokens = sum(call.calls * (call.tokens_in + call.tokens_out) for call in planned(setup, seats))
    return max(_LEAST_BUDGET, int(_RESERVE * tokens))


def _before(
    setup: DebateSetup, seats: Mapping[SeatName, Seat], members: list[SeatName], given: int
) -> Iterator[PlannedCalls]:
    for seat in members:
        if setup.interactive_clarifications and setup.clarifications_max_iterations:
            yield PlannedCalls("clarification", seat, 1, given, _NOTE, for_questions=True)
        drafts = _waves(setup, members, given) if setup.independent else seats[seat].drafts
        yield PlannedCalls("proposal", seat, drafts, given, ANSWER)
        if setup.enabled and setup.tell_files and setup.own_files(seat):
            yield PlannedCalls("pooling", seat, 1, given, ANSWER)
        if drafts > 1 and not setup.independent:
            yield PlannedCalls("drafts", JUDGE, 1, given + drafts * ANSWER, _NOTE)


def _rounds(setup: DebateSetup, members: list[SeatName], given: int) -> Iterator[PlannedCalls]:
    guests = len(setup.guests)
    rounds, others = setup.max_rounds, max(1, len(members) + guests - 1)
    critics = members if len(members) > 1 else [*members, CHAIR] if guests else [CHAIR]
    for critic in critics:
        read = given + others * ANSWER
        yield PlannedCalls("critique", critic, rounds, read, others * _CRITIQUE, answers=others)
    for seat in members:
        points = others * _CRITIQUE
        read, out = given + ANSWER + points, ANSWER + points
        yield PlannedCalls("refinement", seat, rounds, read, out, answers=1)
    if guests and setup.revised_by in members:
        read = given + _guests(setup) // guests + others * _CRITIQUE
        yield PlannedCalls("refinement", SeatName(setup.revised_by), rounds * guests, read, ANSWER, answers=1)
    if setup.wants_figures:
        but_last, judged = not setup.reads_last_figures, len(members)
        read = given + judged * ANSWER
        yield PlannedCalls(
            "evaluation", JUDGE, rounds - but_last, read, _NOTE, but_last=but_last, answers=judged
        )

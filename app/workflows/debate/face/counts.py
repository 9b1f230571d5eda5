"""What a report counts of a debate: what points rest on, how it was judged, what refining brought and took.

Nobody knows the right answer of one session, and one proves nothing of a team: many, with known answers, do
(`roundtable batch`). What can be known of one: the judge's word in both orders, whether a count of the first
answers would have come to the same, who turned for which reason, the share of the tokens that came after. Of
the judging: changed and held refinements, whether both orders name the same text, whether critics prefer the
longer of two answers or those of their own model (Zheng et al. 2023 name all three as biases of judges).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from app.domain.i18n import Message, ngettext, translate, words
from app.domain.reporting import Judging, PointsShown, Remark
from app.workflows.debate.ledger import Attempt
from app.workflows.debate.nodes.judging import COMPARED
from app.workflows.debate.rules.short_answers import departs, first_vote, other_answer, turns
from app.workflows.debate.rules.stating import weighed
from app.workflows.debate.state import DebateState

_SAME = {("first", "second"), ("second", "first"), ("tie", "tie")}
"""Both words of the judge on the same two texts, the second in the other order."""
_KINDS: dict[str, Message] = {
    "quoted": words("quoting a passage: {n}"),
    "missing": words("naming what is missing: {n}"),
    "none": words("showing nothing: {n}"),
    "absent": words("apart, for their passage does not stand in the answer: {n}"),
    "met": words("suggesting what the answer says already: {n}"),
}


def judging(state: DebateState) -> Judging:
    """Return the counts over the accepted rounds."""
    rounds = state.rounds_accepted if state.setup.enabled else []
    statuses = [one.status for attempt in rounds for one in attempt.assessed.values()]
    pairs = [pair for attempt in rounds for pair in _pairs(attempt)]
    own = [chance for attempt in rounds for chance in _own(state, attempt)]
    compared = state.compared
    words = (compared.forward, compared.backward) if compared is not None else (None, None)
    return Judging(
        changed=sum(status in ("changed", "minor") for status in statuses),
        held=statuses.count("held"),
        swaps=int(None not in words),
        swaps_agreed=int(words in _SAME),
        pairs=len(pairs),
        longer_preferred=sum(pairs),
        own_ranked=len(own),
        own_first=sum(first for first, _ in own),
        own_by_chance=sum(chance for _, chance in own),
    )


def _pairs(attempt: Attempt) -> list[bool]:
    """Return for each two answers of another length that a critic ranked whether the longer came first."""
    found = []
    for ranking in attempt.rankings.values():
        lengths = [len(attempt.base[seat].text) for seat in ranking if seat in attempt.base]
        found += [better > worse for better, worse in combinations(lengths, 2) if better != worse]
    return found


def _own(state: DebateState, attempt: Attempt) -> list[tuple[bool, float]]:
    """Return for each ranking with answers of the critic's own model and of others whether one came first.

    With it the share of its own model's among them: how often one would come first by chance.
    """
    found = []
    for critic, ranking in attempt.rankings.items():
        model = state.seats[critic].model if critic in state.seats else ""
        same = [state.seats[seat].model == model for seat in ranking if seat in state.seats]
        if any(same) and not all(same):
            found.append((same[0], sum(same) / len(same)))
    return found


def points_shown(state: DebateState) -> tuple[PointsShown, ...]:
    """Return the figures of all critics whose points were looked up, in the order of the members.

    What was raised in an attempt that was rejected is no more counted than it is told to be left open.
    """
    found: dict[str, Counter[str]] = {}
    rejected = {(one.round, one.number) for one in state.attempts if one.accepted is False}
    for point in state.points.values():
        if point.fact.passage and (point.round, point.attempt) not in rejected:
            counts = found.setdefault(point.fact.critic, Counter())
            counts[point.fact.passage] += 1
            counts["points"] += 1
            counts["met"] += point.fact.met
    seats = sorted(found, key=[*state.members, *found].index)
    return tuple(
        PointsShown(
            seat=seat,
            points=found[seat]["points"],
            quoted=found[seat]["stands"],
            missing=found[seat]["missing"],
            none=found[seat]["none"],
            absent=found[seat]["absent"],
            met=found[seat]["met"],
        )
        for seat in seats
    )


def shown_remarks(state: DebateState) -> Iterator[Remark]:
    """Yield for each critic how many of its points show what they rest on, and what the others are."""
    for one in points_shown(state):
        counts = one.model_dump()
        kinds = [str(said.filled(n=counts[kind])) for kind, said in _KINDS.items() if counts[kind]]
        head = ngettext(
            one.points,
            "{stood} of {n} point shows what it rests on",
            "{stood} of {n} points show what they rest on",
            stood=one.stood,
        )
        yield Remark(text=f"{head} ({'; '.join(kinds)})", who=(one.seat,))


def independent_texts(state: DebateState) -> tuple[tuple[str, str], ...]:
    """Return all independent answers where they were counted or judged; elsewhere drafts are no answers."""
    last = state.rounds_accepted[-1] if state.counted is not None and state.rounds_accepted else None
    drafts = last.drafts.values() if last is not None else ()
    return tuple((draft.seat, draft.text) for of_seat in drafts for draft in of_seat)


def helped_remarks(state: DebateState) -> Iterator[Remark]:
    """Yield what is known of what refining brought; nothing before there is a final answer."""
    yield from _compared(state)
    if state.stated is None or not state.setup.enabled or state.first_round is None:
        return
    if weighed(state):
        # Of answers that only quote it says nothing whether lines came or went.
        yield from map(_remark, (*_vote(state), *_turned(state), *_price(state)))


def _remark(text: str) -> Remark:
    return Remark(text=text)


def _compared(state: DebateState) -> Iterator[Remark]:
    compared = state.compared
    if compared is None:
        return
    verdict = COMPARED[compared.verdict]
    agree = compared.verdict in ("better", "worse") or compared.forward == compared.backward == "tie"
    orders = (
        ""
        if agree or compared.verdict is None
        else translate("; its two words did not agree, which is a tie")
    )
    ranked = any(len(attempt.average_ranks()) > 1 for attempt in state.attempts)
    best = translate(", which was ranked best,") if ranked else ""
    text = translate(
        "The judge compared the final answer with {seat}'s first one{best} in both orders: "
        "{verdict}{orders}.",
        seat=compared.seat,
        best=best,
        verdict=verdict,
        orders=orders,
    )
    yield Remark(text=text)
    if compared.why:
        yield Remark(text=translate("Its reason: {why}", why=compared.why))


def _vote(state: DebateState) -> Iterator[str]:
    vote, stated = first_vote(state), state.stated
    if vote is None or stated is None:
        return
    other = departs(vote, stated.decision or stated.answer, state.setup.question)
    if other:
        yield translate("Counting the first answers would have given another one: “{said}”.", said=vote.said)
    elif other is False:
        yield translate("Counting the first answers would have given the same one.")


def _turned(state: DebateState) -> Iterator[str]:
    """Tell who ended with another answer than it began with, where rules can tell."""
    first, last = state.first_round, state.rounds_accepted[-1]
    if first is None:
        return
    pairs = {
        seat: (first.base[seat].text, version.text)
        for seat in state.members
        if seat in first.base and (version := last.decided(seat)) is not None
    }
    told = {seat: other_answer(*texts, state.setup.question) for seat, texts in pairs.items()}
    if not told or None in told.values():
        return
    turned = [seat for seat, other in told.items() if other]
    if not turned:
        yield translate("Every member ended with the answer that it began with.")
        return
    grounds = {one.seat for one in turns(state) if one.because in ("evidence", "error")}
    grounded = sum(seat in grounds for seat in turned)
    line = ngettext(
        len(turned),
        "{n} of {all} members ended with another answer than it began with",
        "{n} of {all} members ended with other answers than they began with",
        all=len(told),
    )
    if not state.setup.name_reasons:
        yield f"{line}."
    elif grounded:
        yield translate("{line}; {n} of them named evidence or an error of their own.", line=line, n=grounded)
    else:
        yield translate("{line}; nobody named evidence or an error of their own.", line=line)


def _price(state: DebateState) -> Iterator[str]:
    """Tell how much of all tokens came after the first answers."""
    total = state.spend.total.tokens
    first = state.spend.by_node.get("proposal")
    if first is not None and 0 < first.tokens < total:
        yield translate(
            "{share} % of the tokens went into the first answers ({n} of {all}).",
            n=f"{first.tokens:,}",
            all=f"{total:,}",
            share=f"{100 * first.tokens / total:.0f}",
        )

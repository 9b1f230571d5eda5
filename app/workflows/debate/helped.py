"""Whether refining was worth its price in this one session: what changed, whether it is better, what it took.

One session proves nothing of a team: many, with known answers, do (`roundtable batch`). What is told here is
what can be known of one: the judge's word in both orders, whether a count of the first answers would have
come to the same, who turned for which reason, and the share of the tokens that came after the first answers.
"""

from __future__ import annotations

from collections.abc import Iterator

from app.domain.i18n import ngettext, translate
from app.domain.reporting import Remark
from app.workflows.debate.comparing import COMPARED
from app.workflows.debate.first_vote import departs, first_vote
from app.workflows.debate.other_answers import other_answer, turns
from app.workflows.debate.state import DebateState
from app.workflows.debate.stating import weighed


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

"""The ladder: where the answers of a quick check agree and differ, and how a person goes on with them.

Rule: going up asks for nothing again. Where all agree an attack is recommended, for unanimous and wrong is
the common failure; where they differ, a debate.
"""

from __future__ import annotations

from collections.abc import Mapping

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact
from app.domain.ids import JUDGE, SeatName
from app.engine.node import Context, GateRequest, Step
from app.projections.answers import answer_of
from app.workflows.common.prose import prose_sentences
from app.workflows.common.replies import CheckedSideReply, CheckReply
from app.workflows.common.rounds import closed
from app.workflows.debate.face.payloads import AnswerShown, DisputeShown, LadderPayload, RungShown, SideShown
from app.workflows.debate.facts import AnswersChecked, Difference, QuotedSide, RungTaken, TerminationDecided
from app.workflows.debate.graph import DebateSignal
from app.workflows.debate.ledger import Version
from app.workflows.debate.nodes.asking import ask_structured, make_ask, question_inputs
from app.workflows.debate.rules.passages import stands
from app.workflows.debate.rules.planning import attackers, planned
from app.workflows.debate.rules.short_answers import other_answer
from app.workflows.debate.state import DebateState

_UNASKED = ("policy", "flag", "timeout")
_SIGNALS = {"attack": DebateSignal.ATTACK, "debate": DebateSignal.DEBATE}


async def comparison(state: DebateState, context: Context) -> Step:
    """Have the judge say where the answers agree and where they differ; without its word, their words do."""
    texts = _texts(state)
    if len(texts) < 2:
        return Step(DebateSignal.COMPARED, (AnswersChecked(compared_by="nobody"),))
    labels = {state.label(seat): seat for seat in texts}
    order = list(labels)
    # Judges prefer what they read first.
    context.rng("check").shuffle(order)
    answers: list[JsonValue] = [{"label": label, "text": texts[labels[label]].text} for label in order]
    ask = make_ask(
        state,
        context,
        "debate_check",
        JUDGE,
        {**question_inputs(state), "answers": answers},
        schema=CheckReply,
    )
    answered = await ask_structured(state, context, ask, CheckReply, tolerate=True, shown={"answer": labels})
    reply = answered.reply
    said = _said(reply, labels, texts) if reply is not None else None
    checked = said or _by_words({seat: one.text for seat, one in texts.items()}, state.setup.question)
    return Step(DebateSignal.COMPARED, (*answered.mended, checked))


def _texts(state: DebateState) -> Mapping[str, Version]:
    return {seat: text for seat in state.active if (text := state.attempt.text(seat)) is not None}


def _said(
    reply: CheckReply, labels: Mapping[str, str], texts: Mapping[str, Version]
) -> AnswersChecked | None:
    """Return what the judge said; None where it said nothing. What it quotes has to stand in the answer."""
    disputed = tuple(
        Difference(
            issue=one.issue.strip(),
            sides=tuple(_side(side, labels[side.who], texts) for side in one.sides),
        )
        for one in reply.disputed
        if one.issue.strip()
    )
    agreed = tuple(dict.fromkeys(filter(None, map(str.strip, reply.agreed))))
    if not (agreed or disputed):
        return None
    return AnswersChecked(agreed=agreed, disputed=disputed, compared_by="judge")


def _side(side: CheckedSideReply, seat: str, texts: Mapping[str, Version]) -> QuotedSide:
    quote = side.quote.strip()
    known = bool(quote) and seat in texts and stands(quote, texts[seat].text)
    return QuotedSide(who=seat, says=side.says, quote=quote if known else "")


def _by_words(texts: Mapping[str, str], question: str) -> AnswersChecked:
    """Return where answers agree and differ by their words: what rules cannot tell is no agreement."""
    (first, one), *others = texts.items()
    alike = all(other_answer(one, other, question) is False for _, other in others)
    said = {sentence.casefold() for _, other in others for sentence in prose_sentences(other)}
    agreed = [sentence for sentence in prose_sentences(one) if sentence.casefold() in said]
    if alike:
        return AnswersChecked(agreed=tuple(agreed or [answer_of(one)]), compared_by="words")
    sides = tuple(QuotedSide(who=seat, says=answer_of(text)) for seat, text in ((first, one), *others))
    return AnswersChecked(
        agreed=tuple(agreed), disputed=(Difference(issue=question, sides=sides),), compared_by="words"
    )


async def ladder(state: DebateState, context: Context) -> Step:
    """Let the person take an answer, have one attacked, or debate with all; a policy goes on as is filled."""
    payload = _ladder_payload(state)
    passes = state.setup.gate_policy == "never_ask" or (
        state.setup.gate_policy == "on_conflict" and payload.agree
    )
    reply = await context.gate(
        GateRequest(
            "ladder",
            payload.data(),
            payload.verbs,
            auto_answer=(payload.primary, {}) if passes else None,
        )
    )
    seat = str(reply.data.get("seat") or payload.chosen)
    asked = reply.by not in _UNASKED
    if reply.verb == "take":
        taken = RungTaken(rung="take", seat=seat, asked=asked)
        ended = TerminationDecided(reason="user_stopped")
        return Step(DebateSignal.CONSENSUS_REACHED, (taken, closed(context, accepted=True), ended))
    attacks = reply.verb == "attack"
    rung: Fact = RungTaken(rung="attack", seat=seat, asked=asked) if attacks else RungTaken(rung="debate")
    return Step(_SIGNALS[reply.verb], (rung,))


def _ladder_payload(state: DebateState) -> LadderPayload:
    checked, texts = state.checked or AnswersChecked(compared_by="nobody"), _texts(state)
    others = [name for name in state.askable if name not in texts]
    goes_up = bool(others) or len(texts) > 1
    verbs = ("take", "attack", "debate") if goes_up else ("take", "attack")
    recommended = "debate" if goes_up and not checked.agree else "attack"
    chosen = next(iter(texts))
    critics = attackers([n for n in state.askable if n != chosen], list(texts), all_of_them=False)
    return LadderPayload(
        round=state.round,
        attempt=state.attempt.number,
        verbs=verbs,
        primary=recommended,
        agree=checked.agree,
        agreed=checked.agreed,
        differ=tuple(
            DisputeShown(
                issue=one.issue,
                sides=tuple(SideShown(who=side.who, says=side.says, quote=side.quote) for side in one.sides),
            )
            for one in checked.disputed
        ),
        compared_by=checked.compared_by,
        answers=tuple(
            AnswerShown(seat=seat, letter=state.letters.get(seat, ""), length=len(text.text), seq=text.seq)
            for seat, text in texts.items()
        ),
        chosen=chosen,
        critic=critics[0] if critics else "",
        members=len(state.seated),
        joining=tuple(others),
        max_rounds=state.max_rounds,
        attack=_attack_takes(state, max(1, len(critics))),
        debate=_debate_takes(state),
        letters=dict(state.letters),
        hide_names=state.names_hidden,
        tokens=state.spend.total.tokens,
        cost=state.spend.total.most,
        cost_unknown=state.spend.cost is None,
        cost_limit=state.spend.cost_limit,
    )


def _attack_takes(state: DebateState, critics: int) -> RungShown:
    """Return what an attack takes: critiques and a revision, each as long as what was asked so far."""
    spent = state.spend.total
    return takes(state, critics + 1, round((critics + 1) * spent.tokens / max(1, spent.calls)))


def _debate_takes(state: DebateState) -> RungShown:
    """Return what the debate takes that is planned, without the answers that are there."""
    setup = state.setup.model_copy(update={"profile": "debate", "interactive_clarifications": False})
    there = _texts(state)
    seats = {SeatName(name): seat for name, seat in state.seats.items() if name not in state.dropped}
    calls = [one for one in planned(setup, seats) if one.purpose != "proposal" or str(one.seat) not in there]
    tokens = sum(one.calls * (one.tokens_in + one.tokens_out) for one in calls)
    return takes(state, sum(one.calls for one in calls), tokens)


def writing_takes(state: DebateState) -> RungShown:
    """Return what a new final answer takes that the chair writes."""
    setup = state.setup.model_copy(update={"result_by": "chair", "max_rounds": state.round})
    seats = {SeatName(name): seat for name, seat in state.seats.items() if name not in state.dropped}
    calls = [one for one in planned(setup, seats) if one.purpose == "synthesis"]
    return takes(state, 1, sum(one.tokens_in + one.tokens_out for one in calls))


def takes(state: DebateState, calls: int, tokens: int) -> RungShown:
    """Return what so many calls of so many tokens cost, at the prices so far."""
    spent = state.spend.total
    known = not spent.unpriced and spent.tokens
    return RungShown(calls=calls, tokens=tokens, cost=tokens * spent.cost / spent.tokens if known else None)

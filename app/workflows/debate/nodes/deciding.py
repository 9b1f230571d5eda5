"""The nodes that measure a round and put it before the person."""

from __future__ import annotations

from collections.abc import Sequence

from app import diffing
from app.domain import fault_messages
from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact
from app.domain.facts import CriterionMeasured, LimitChanged, Status, TextAssessed
from app.domain.ids import CHAIR, JUDGE
from app.engine.graph import STOPPED_WITH_RESULT
from app.engine.node import Context, GateRequest, Step
from app.workflows.common.reading.shown import meant, same_name
from app.workflows.common.replies import EvaluationReply, MustHaveReply
from app.workflows.common.rounds import closed
from app.workflows.debate.face.labels import approval_unattended
from app.workflows.debate.facts import MustHaveChecked, Reason, RedoAsked, TerminationDecided
from app.workflows.debate.graph import DebateSignal
from app.workflows.debate.nodes.asking import ask_structured, make_ask, pinned, question_inputs
from app.workflows.debate.nodes.presenting import (
    approval_payload,
    auto_shown,
    disagreements,
    figure_counted,
    judge_is_asked,
    unanswered_high,
)
from app.workflows.debate.rules.guests import author_of
from app.workflows.debate.rules.termination import STANDING_STILL
from app.workflows.debate.state import DebateState

_UNMET_CAP = 40.0
"""Highest quality while a must-have is unmet (spec, Termination 7)."""

NO_FIGURE, ALONE = fault_messages.NO_FIGURE.source, fault_messages.NOT_COMPARED.source


def _assess(state: DebateState, seat: str) -> TextAssessed:
    """Return what became of a member's text in this attempt, computed from the texts."""
    attempt = state.attempt
    base, refined, noted = attempt.base.get(seat), attempt.refined.get(seat), attempt.noted.get(seat)
    status: Status
    ratio = 0.0
    there = base is not None and refined is None and seat not in attempt.absent
    if seat not in state.active or (there and attempt.uncriticised):
        status = "skipped"
    elif there and not author_of(state, seat):
        status = "held"
    elif base is None or refined is None or seat in attempt.absent:
        status = "failed"
    else:
        ratio = diffing.change_ratio(base.text, refined.text)
        if base.text == refined.text:
            status = "held"
        else:
            status = "changed" if ratio >= state.setup.min_change_threshold else "minor"
    return TextAssessed(
        slot="answer",
        seat=seat,
        status=status,
        ratio=ratio,
        summary=noted.summary if noted else "",
        justification=noted.justification if noted else "",
    )


def _has_answer(state: DebateState, seat: str) -> bool:
    """Tell whether a member has a text, or was to write one: who only attacks did not sit out."""
    return seat in state.active or seat in state.dropped or state.attempt.text(seat) is not None


async def evaluation(state: DebateState, context: Context) -> Step:
    """Measure what changed and let the judge give its figures; facts only, the person decides."""
    assessed = [_assess(state, seat) for seat in state.members if _has_answer(state, seat)]
    # As everywhere: who changed a little has changed too.
    moved = sum(1 for a in assessed if a.status in ("changed", "minor"))
    counted = [a for a in assessed if a.status not in ("failed", "skipped")]
    facts: list[Fact] = [*assessed]
    present = state.present
    texts = [v.text for seat in present if (v := state.attempt.text(seat)) is not None]
    if judge_is_asked(state, state.round) and texts:
        order = list(present)
        context.rng("judge", state.round).shuffle(order)
        answers: list[JsonValue] = [
            {"label": state.label(seat), "text": version.text}
            for seat in order
            if (version := state.attempt.text(seat)) is not None
        ]
        inputs = {**question_inputs(state), **pinned(state), "answers": answers}
        answered = await ask_structured(
            state,
            context,
            make_ask(state, context, "evaluation", JUDGE, inputs, schema=EvaluationReply),
            EvaluationReply,
            tolerate=True,
        )
        facts += (*answered.mended, *_figures(state, answered.reply, len(texts)))
    alike = round(diffing.similarity(texts) * 100, 1) if len(texts) > 1 else None
    facts.append(CriterionMeasured(name="similarity", value=alike, note="" if len(texts) > 1 else ALONE))
    share = 100.0 * moved / len(counted) if counted else 0.0
    facts.append(CriterionMeasured(name="changed", value=round(share, 1)))
    return Step(DebateSignal.EVALUATED, tuple(facts))


def marks(wanted: Sequence[str], marked: Sequence[MustHaveReply]) -> list[bool]:
    """Return the judge's mark for each must-have: by its words or number, else by its place in such a list.

    One the judge passed over is unmet, and so is one that it marked in two ways.
    """
    numbers = [f"must-have {number}" for number in range(1, len(wanted) + 1)]
    of = [same_name(item.text, wanted) or meant(item.text, numbers) for item in marked]
    found: list[bool] = []
    for at, names in enumerate(zip(wanted, numbers, strict=True)):
        said = [item.met for item, name in zip(marked, of, strict=True) if name in names]
        if not said and len(marked) == len(wanted) and of[at] is None:
            said = [marked[at].met]
        found.append(bool(said) and all(said))
    return found


def _figures(state: DebateState, reply: EvaluationReply | None, answers: int) -> list[Fact]:
    setup = state.setup
    if reply is None:
        return [CriterionMeasured(name=name, value=None, note=NO_FIGURE) for name in ("agreement", "quality")]
    # Who judges nothing marks nothing either: then no must-have counts as unmet.
    met = marks(setup.must_haves, reply.must_haves) if reply.judged or reply.must_haves else ()
    checks = [MustHaveChecked(text=text, met=one) for text, one in zip(setup.must_haves, met, strict=False)]
    quality = reply.quality
    if quality is not None and any(not check.met for check in checks):
        quality = min(quality, _UNMET_CAP)
    facts: list[Fact] = [*checks]
    # One answer alone agrees with nothing, whatever the judge says.
    agreement, note = (reply.agreement, reply.note) if answers > 1 else (None, ALONE)
    for name, value in (("agreement", agreement), ("quality", quality)):
        said = note if name == "agreement" else ""
        in_force = name == setup.figure_in_force
        facts.append(
            CriterionMeasured(
                name=name,
                value=value,
                threshold=setup.threshold if in_force else None,
                passes=value >= setup.threshold if in_force and value is not None else None,
                note=said if value is not None or said == ALONE or not reply.judged else NO_FIGURE,
            )
        )
    return facts


def _passes(state: DebateState, rule: Reason | None) -> bool:
    """Tell whether the gate policy or auto-approve passes the gate without asking."""
    attempt, setup = state.attempt, state.setup
    if rule == "error_occurred":
        return False  # an answer of too few is never made without a person
    auto = auto_shown(state)
    if auto is not None and not auto.over and rule is None:
        return True
    match setup.gate_policy:
        case "never_ask":
            return True
        case "if_changed":
            return not any(a.status in ("changed", "minor") for a in attempt.assessed.values())
        case "on_conflict":
            value = figure_counted(state)
            below = value is None or value < setup.threshold
            high = [p for p in disagreements(state) if p.fact.severity == "high"]
            return not below and not high and not unanswered_high(state)
        case _:
            return False


async def approval(state: DebateState, context: Context) -> Step:
    """Put the round before the person; a policy that passes the gate takes the primary verb."""
    payload = approval_payload(state)
    reply = await context.gate(
        GateRequest(
            "approval",
            payload.data(),
            payload.verbs,
            auto_answer=approval_unattended(payload.data()) if _passes(state, payload.rule) else None,
        )
    )
    # The answer may carry decisions that move the figures: what the person saw is what is stored.
    seen = state.offered.payload if state.offered else payload.data()
    rule: Reason | None = seen["rule"]  # type: ignore[assignment]  # written by `termination`
    accepted = closed(context, accepted=True)
    match reply.verb:
        case "approve":
            facts: list[Fact] = [accepted]
            if seen["raises_limit"]:
                facts.append(LimitChanged(limit="rounds", value=state.max_rounds + 1))
            return Step(DebateSignal.CONTINUE, tuple(facts))
        case "reject":
            feedback = str(reply.data.get("feedback", "")).strip()
            named = reply.data.get("seats")
            seats = tuple(str(seat) for seat in named) if isinstance(named, list) else ()
            rejected = closed(context, accepted=False, feedback=feedback)
            return Step(DebateSignal.REDO_ROUND, (rejected, RedoAsked(feedback=feedback, seats=seats)))
        case "stop_with_answer":
            ended = TerminationDecided(reason="user_stopped")
            return Step(STOPPED_WITH_RESULT, (closed(context, accepted=False), ended))
        case _:
            reason: Reason | None = rule or ("user_stopped" if state.setup.enabled else None)
            if state.rung == "attack" and rule in (None, *STANDING_STILL):
                # One answer alone settles on nothing: what was to be done with it is done.
                reason = "attacked"
            signal = (
                DebateSignal.MAX_ROUNDS_REACHED
                if rule == "max_rounds_reached"
                else DebateSignal.CONSENSUS_REACHED
            )
            wanted = {"take": str(reply.data.get("seat", "")), "write": CHAIR}.get(reply.verb, "")
            return Step(signal, (accepted, TerminationDecided(reason=reason, result_from=wanted)))

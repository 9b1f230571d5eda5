"""The nodes that measure a round and put it before the person."""

from __future__ import annotations

from app.diffing import change_ratio, similarity
from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact
from app.domain.facts import CriterionMeasured, LimitChanged, RoundClosed, Status, TextAssessed
from app.domain.gates import Data
from app.domain.ids import JUDGE
from app.engine.graph import STOPPED_WITH_RESULT
from app.engine.plugin import Context, GateRequest, Step
from app.workflows.common.replies import EvaluationReply
from app.workflows.debate.answering import point_payload, reviewable
from app.workflows.debate.asking import ask_structured, make_ask, pinned, question_inputs
from app.workflows.debate.facts import MustHaveChecked, Reason, RedoAsked, TerminationDecided
from app.workflows.debate.graph import Signal
from app.workflows.debate.setup import MAX_ROUNDS
from app.workflows.debate.state import DebateState, Point
from app.workflows.debate.termination import Standing, convergence, termination

UNMET_CAP = 40.0
"""Highest quality while a must-have is unmet (spec, Termination 7)."""


def assess(state: DebateState, seat: str) -> TextAssessed:
    """Return what became of a member's text in this attempt, computed from the texts."""
    attempt = state.attempt
    base, refined, noted = attempt.base.get(seat), attempt.refined.get(seat), attempt.noted.get(seat)
    status: Status
    ratio = 0.0
    if seat in state.dropped:
        status = "skipped"
    elif base is None or refined is None or seat in attempt.absent:
        status = "failed"
    else:
        ratio = change_ratio(base.text, refined.text)
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


def judge_is_asked(state: DebateState) -> bool:
    """Under `fixed` the judge is asked only where the gate policy needs a figure."""
    limit = state.auto.until_figure if state.auto else None
    return state.setup.termination != "fixed" or state.setup.gate_policy == "on_conflict" or limit is not None


async def evaluation(state: DebateState, context: Context) -> Step:
    """Measure what changed and let the judge give its figures; facts only, the person decides."""
    assessed = [assess(state, seat) for seat in state.members]
    moved = sum(1 for a in assessed if a.status == "changed")
    counted = [a for a in assessed if a.status not in ("failed", "skipped")]
    facts: list[Fact] = [*assessed]
    present = state.present
    texts = [v.text for seat in present if (v := state.attempt.text(seat)) is not None]
    if judge_is_asked(state) and texts:
        order = list(present)
        context.rng("judge", state.round).shuffle(order)
        answers: list[JsonValue] = [
            {"label": f"Response {state.letters[seat]}", "text": version.text}
            for seat in order
            if (version := state.attempt.text(seat)) is not None
        ]
        inputs = {**question_inputs(state), **pinned(state), "answers": answers}
        reply, _ = await ask_structured(
            context, make_ask(context, "evaluation", JUDGE, inputs, schema=EvaluationReply), EvaluationReply
        )
        facts += _figures(state, reply)
    facts.append(CriterionMeasured(name="similarity", value=round(similarity(texts) * 100, 1)))
    share = 100.0 * moved / len(counted) if counted else 0.0
    facts.append(CriterionMeasured(name="changed", value=round(share, 1)))
    return Step(Signal.EVALUATED, tuple(facts))


def _figures(state: DebateState, reply: EvaluationReply | None) -> list[Fact]:
    setup = state.setup
    if reply is None:
        note = "The judge gave no readable figure."
        return [CriterionMeasured(name=name, value=None, note=note) for name in ("agreement", "quality")]
    marked = {item.text.strip().casefold(): item.met for item in reply.must_haves}
    checks = [
        MustHaveChecked(text=text, met=marked.get(text.strip().casefold(), False))
        for text in setup.must_haves
    ]
    quality = reply.quality
    if any(not check.met for check in checks):
        quality = min(quality, UNMET_CAP)
    facts: list[Fact] = [*checks]
    for name, value in (("agreement", reply.agreement), ("quality", quality)):
        in_force = name == {"convergence": "agreement", "quality": "quality"}.get(setup.termination)
        facts.append(
            CriterionMeasured(
                name=name,
                value=value,
                threshold=setup.threshold if in_force else None,
                passes=value >= setup.threshold if in_force else None,
                note=reply.note if name == "agreement" else "",
            )
        )
    return facts


def figure(state: DebateState) -> float | None:
    """Return the judge's figure in force."""
    name = "quality" if state.setup.termination == "quality" else "agreement"
    return state.attempt.figures.get(name)


def open_high(state: DebateState, *, undecided: bool) -> list[Point]:
    """Return open high-severity points: accepted ones, and undecided ones where asked for."""
    return [
        p
        for p in state.points.values()
        if p.fact.severity == "high"
        and p.answer not in ("fixed", "held")
        and (p.verdict == "accept" or (undecided and p.verdict is None and p in state.attempt.points))
    ]


def standing(state: DebateState) -> Standing:
    """Return what the termination rules look at."""
    attempt, setup = state.attempt, state.setup
    statuses = [a.status for a in attempt.assessed.values() if a.status != "skipped"]
    single = not setup.enabled
    valid = len(state.present) if single else sum(1 for s in statuses if s != "failed")
    return Standing(
        current_round=state.round,
        max_rounds=state.max_rounds,
        statuses=statuses,
        asked=len(state.active),
        valid=valid,
        tokens=state.tokens,
        context_budget=state.budget,
        termination=setup.termination,
        auto_stop=setup.auto_stop_on_convergence,
        figure=figure(state),
        threshold=setup.threshold,
        high_open=bool(open_high(state, undecided=False)),
    )


def _passes(state: DebateState, rule: Reason | None) -> bool:
    """Tell whether the gate policy or auto-approve passes the gate without asking."""
    attempt, setup = state.attempt, state.setup
    auto = state.auto
    if auto is not None and (auto.until_figure, auto.rounds, auto.until_cost) != (None, None, None):
        value = figure(state)
        over = auto.until_figure is not None and value is not None and value >= auto.until_figure
        over |= auto.rounds is not None and state.round - state.auto_from_round >= auto.rounds
        over |= auto.until_cost is not None and state.cost >= auto.until_cost
        if not over and rule is None:
            return True
    match setup.gate_policy:
        case "never_ask":
            return True
        case "if_changed":
            return not any(a.status in ("changed", "minor") for a in attempt.assessed.values())
        case "on_conflict":
            value = figure(state)
            below = value is None or value < setup.threshold
            return not below and not open_high(state, undecided=True)
        case _:
            return False


def approval_payload(state: DebateState) -> dict[str, JsonValue]:
    """Return what the approval gate shows: figures, statuses, critiques, and which rule holds."""
    attempt, setup = state.attempt, state.setup
    rule = termination(standing(state)) if setup.enabled else None
    shown = convergence(standing(state)) if setup.enabled else None
    raises = rule == "max_rounds_reached"
    # With too few valid answers the round may be done again or ended, not built upon.
    goes_on = setup.enabled and rule != "error_occurred" and not (raises and state.max_rounds >= MAX_ROUNDS)
    verbs: list[JsonValue] = ["approve"] if goes_on else []
    verbs.append("finish")
    if setup.enabled:
        verbs.append("reject")
        if state.rounds_accepted:
            verbs.append("stop_with_answer")
    statuses: dict[str, JsonValue] = {
        seat: {"status": a.status, "ratio": a.ratio, "summary": a.summary}
        for seat, a in attempt.assessed.items()
    } or {seat: {"status": "held", "ratio": 0.0, "summary": ""} for seat in state.present}
    return {
        "round": state.round,
        "attempt": attempt.number,
        "max_rounds": state.max_rounds,
        "rule": rule,
        "rule_shown": shown,
        "figures": dict(attempt.figures),
        "figure": figure(state),
        "threshold": setup.threshold,
        "termination": setup.termination,
        "statuses": statuses,
        "revised": sum(1 for a in attempt.assessed.values() if a.status in ("changed", "minor")),
        "critiques": [point_payload(p) for p in reviewable(state)],
        "open_disagreements": sum(1 for p in attempt.points if p.answer in ("held", "unanswered", None)),
        "unmet_must_haves": list[JsonValue](attempt.unmet),
        "raises_limit": raises and goes_on,
        "warning": "context_limit" if rule == "context_limit_reached" else None,
        "primary": "finish" if rule is not None or not goes_on else "approve",
        "verbs": verbs,
    }


async def approval(state: DebateState, context: Context) -> Step:
    """Put the round before the person; a policy that passes the gate takes the primary verb."""
    payload = approval_payload(state)
    rule: Reason | None = payload["rule"]  # type: ignore[assignment]  # written by `termination`
    primary = str(payload["primary"])
    verbs = payload["verbs"]
    assert isinstance(verbs, list)
    no_data: Data = {}
    reply = await context.gate(
        GateRequest(
            "approval",
            payload,
            tuple(str(verb) for verb in verbs),
            primary=primary,
            passed_by_policy=(primary, no_data) if _passes(state, rule) else None,
        )
    )
    # The answer may carry decisions that move the figures: what the person saw is what is stored.
    seen = state.offered.payload if state.offered else payload
    rule = seen["rule"]  # type: ignore[assignment]  # written by `termination`
    number, attempt = state.round, state.attempt.number
    accepted = RoundClosed(number=number, attempt=attempt, accepted=True)
    match reply.verb:
        case "approve":
            facts: list[Fact] = [accepted]
            if seen["raises_limit"]:
                facts.append(LimitChanged(limit="rounds", value=state.max_rounds + 1))
            return Step(Signal.CONTINUE, tuple(facts))
        case "reject":
            feedback = str(reply.data.get("feedback", "")).strip()
            named = reply.data.get("seats")
            seats = tuple(str(seat) for seat in named) if isinstance(named, list) else ()
            closed = RoundClosed(number=number, attempt=attempt, accepted=False, feedback=feedback)
            return Step(Signal.REDO_ROUND, (closed, RedoAsked(feedback=feedback, seats=seats)))
        case "stop_with_answer":
            closed = RoundClosed(number=number, attempt=attempt, accepted=False)
            return Step(STOPPED_WITH_RESULT, (closed, TerminationDecided(reason="user_stopped")))
        case _:
            reason: Reason | None = rule or ("user_stopped" if state.setup.enabled else None)
            signal = Signal.MAX_ROUNDS_REACHED if rule == "max_rounds_reached" else Signal.CONSENSUS_REACHED
            return Step(signal, (accepted, TerminationDecided(reason=reason)))

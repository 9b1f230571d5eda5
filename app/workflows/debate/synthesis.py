"""The node that writes the final answer, with dissent and degradation stated."""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.canonical import JsonValue
from app.domain.facts import TextProposed
from app.domain.ids import CHAIR
from app.domain.messages import Missing
from app.engine.plugin import Context, Step
from app.workflows.common.replies import SynthesisReply
from app.workflows.debate.asking import ask_structured, make_ask, pinned, question_inputs
from app.workflows.debate.facts import TerminationDecided
from app.workflows.debate.graph import Signal
from app.workflows.debate.state import DebateState


async def synthesis(state: DebateState, context: Context) -> Step:
    """Ask the chair for the final answer from all accepted rounds."""
    rounds: list[JsonValue] = []
    for attempt in state.rounds_accepted:
        texts = {seat: attempt.decided(seat) for seat in state.members}
        answers: list[JsonValue] = [
            {"seat": seat, "text": version.text} for seat, version in texts.items() if version is not None
        ]
        critiques: list[JsonValue] = [
            {
                "critic": p.fact.critic,
                "target": p.fact.target,
                "claim": p.fact.claim,
                "severity": p.fact.severity,
                "answer": p.answer or "unanswered",
                "justification": p.justification,
            }
            for p in attempt.points
            if p.verdict != "dismiss"
        ]
        rounds.append({"number": attempt.round, "answers": answers, "critiques": critiques})
    inputs = {
        **question_inputs(state),
        **pinned(state),
        "rounds": rounds,
        "degradation": list[JsonValue](degradation_lines(state, state.degraded_on_entry)),
    }
    reply, outcome = await ask_structured(
        context, make_ask(context, "synthesis", CHAIR, inputs, schema=SynthesisReply), SynthesisReply
    )
    text = "" if isinstance(outcome, Missing) else outcome.text
    final = render_result(reply, text, degradation_lines(state, state.degraded))
    asked = state.asked.get(("synthesis", CHAIR, "reask")) or state.asked.get(("synthesis", CHAIR, ""))
    facts = [TextProposed(slot="result", seat=CHAIR, text=final, asked=asked)]
    if state.reason is None and state.setup.enabled:
        # Stop with answer came from another node than the approval gate.
        return Step(Signal.COMPLETE, (*facts, TerminationDecided(reason="user_stopped")))
    return Step(Signal.COMPLETE, tuple(facts))


def degradation_lines(state: DebateState, degraded: Sequence[str]) -> list[str]:
    """Return in words what was less than asked for, oldest first."""
    lines = list(dict.fromkeys(degraded))
    if state.attempts:
        answered = sum(1 for seat in state.members if state.attempt.text(seat) is not None)
        silent = len(state.attempt.absent)
        if silent or answered < len(state.members):
            lines.insert(0, f"{answered - silent} of {len(state.members)} members answered in the last round")
    elif state.reason == "context_limit_reached":
        lines.insert(
            0, "no round was run: the token budget was used up by the questions; the chair answers alone"
        )
    return lines


def render_result(reply: SynthesisReply | None, text: str, degradation: list[str]) -> str:
    """Return the final answer as Markdown; dissent is always named, if only as none."""
    if reply is None:
        parts = [text.strip(), "## Dissent\n\nnot stated: the chair's reply had no readable structure"]
    else:
        parts = [reply.answer.strip()]
        if reply.agreed:
            parts.append("## Agreed\n\n" + _bullets(reply.agreed))
        dissent = [f"**{d.seat}**: {d.why}" for d in reply.dissent]
        parts.append("## Dissent\n\n" + (_bullets(dissent) if dissent else "none"))
        if reply.open_questions:
            parts.append("## Open questions\n\n" + _bullets(reply.open_questions))
        if reply.unmet_must_haves:
            parts.append("## Unmet must-haves\n\n" + _bullets(reply.unmet_must_haves))
        parts.append(f"## Confidence\n\n{reply.confidence}")
    if degradation:
        parts.append("## Limits of this answer\n\n" + _bullets(degradation))
    return "\n\n".join(part for part in parts if part) + "\n"


def _bullets(lines: tuple[str, ...] | list[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)

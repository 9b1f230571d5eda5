"""What an experiment shows of itself: figures, and the sections only it has in an export."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.domain.canonical import JsonValue
from app.markup.escaping import fence, inline
from app.workflows.experiment.facts import Metrics
from app.workflows.experiment.prompting import said
from app.workflows.experiment.state import ExperimentState

WHO = {"system": "System prompt", "user": "Instructions", "assistant": "Agent", "tool": "Result"}


def summary(state: ExperimentState) -> Mapping[str, JsonValue]:
    """Return the experiment's figures."""
    done = [cycle.ended for cycle in state.finished if cycle.ended is not None]
    totals = {name: sum(getattr(ended.metrics, name) for ended in done) for name in Metrics.model_fields}
    return {
        "rounds_completed": len(done),
        "run_id": state.agent.run_id,
        "model": state.agent.model_name,
        "cycle_count": state.cycle_count,
        "carry_over": state.carry_over,
        "cycles_done_again": sum(1 for cycle in state.cycles if cycle.accepted is False),
        "cycles_ended_by_cap": sum(1 for ended in done if ended.cap_reached),
        "memory_keys": len(state.memory),
        "messages_in_history": len(state.agent.message_history),
        **totals,
    }


def parts(state: ExperimentState) -> Sequence[tuple[str, str]]:
    """Return what an export says beside each cycle's reflection, as Markdown sections."""
    found = [("Starting prompt", fence(state.setup.prompt))]
    if state.finished:
        found.append(("Figures by cycle", _table(state)))
    if state.exchanges:
        told = [
            f"### Cycle {one.cycle}\n\n{fence(one.message, 'text')}\n\n{fence(one.answer, 'text')}"
            for one in state.exchanges
        ]
        found.append(("Messages to the operator, and the answers", "\n\n".join(told)))
    if state.halted and state.cycle is not None and state.cycle.ended is None:
        messages = state.closed_history()[state.cycle_begin :]
        told = [f"**{WHO[one.role]}**\n\n{fence(said(one), 'text')}" for one in messages]
        found.append((f"Cycle {state.cycle.number}, which is not over", "\n\n".join(told)))
    if state.setup.tools:
        notes = [f"### {inline(key)}\n\n{fence(text, 'text')}" for key, text in sorted(state.memory.items())]
        found.append(("Memory at the end", "\n\n".join(notes) or "The memory is empty."))
    return found


def _table(state: ExperimentState) -> str:
    lines = [
        "| Cycle | Attempts | Tool calls | Memory operations | Written | To you | Said | Similarity |",
        "|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for cycle in state.finished:
        ended = cycle.ended
        assert ended is not None
        m = ended.metrics
        similar = f"{ended.similarity * 100:.0f} %" if ended.similarity is not None else ""
        cells = (
            cycle.number,
            cycle.attempt,
            f"{cycle.calls} (cap)" if ended.cap_reached else cycle.calls,
            m.memory_ops_total,
            m.memory_write_chars,
            m.messages_to_operator,
            m.response_chars,
            similar,
        )
        lines.append("| " + " | ".join(str(cell) for cell in cells) + " |")
    return "\n".join(lines)

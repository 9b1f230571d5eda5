"""What an experiment shows of itself: figures, and the sections only it has in an export."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.domain.canonical import JsonValue
from app.domain.i18n import format_number, translate, words
from app.markup.escaping import fence, inline
from app.markup.quoting import quote
from app.workflows.experiment.facts import Metrics
from app.workflows.experiment.prompting import text_with_calls
from app.workflows.experiment.state import Exchange, ExperimentState
from app.workflows.experiment.tools import OPERATOR_ANSWERS

_TABLE_NOTE = words(
    "*Tools* and *memory* count the calls of tools and the uses of the memory. "
    "*Noted* and *written* are characters: what the agent put into its memory, and what it wrote as answers. "
    "*Messages* are those to the operator. *Similarity* is that to the most alike earlier reflection."
)
WHO = {
    "system": words("System prompt"),
    "user": words("Instructions"),
    "assistant": words("Agent"),
    "tool": words("Result"),
}


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


def came_about(state: ExperimentState) -> Sequence[tuple[str, str]]:
    """Return the sections on what came of the prompt."""
    found = []
    if state.finished:
        found.append((translate("Figures by cycle"), _table(state)))
    if state.exchanges:
        exchanges = [f"### {_cycle_label(one)}\n\n{_exchange(one)}" for one in state.exchanges]
        found.append((translate("Messages to the operator, and the answers"), "\n\n".join(exchanges)))
    if state.halted and state.cycle is not None and state.cycle.ended is None:
        messages = state.closed_history()[state.cycle_begin :]
        transcript = [f"**{WHO[one.role]}**\n\n{fence(text_with_calls(one), 'text')}" for one in messages]
        title = translate("Cycle {n}, which is not over", n=state.cycle.number)
        found.append((title, "\n\n".join(transcript)))
    if state.setup.tools:
        notes = [f"### {inline(key)}\n\n{_quoted(text)}" for key, text in sorted(state.memory.items())]
        found.append(
            (translate("Memory at the end"), "\n\n".join(notes) or translate("The memory is empty."))
        )
    return found


def _exchange(one: Exchange) -> str:
    """Return a message to the operator and its answer, each as what was said."""
    reply = one.answer.removeprefix(OPERATOR_ANSWERS)
    given = f"{translate('The answer:')}\n\n{_quoted(reply)}"
    answer = given if reply != one.answer else f"*{translate('No answer was given.')}*"
    return f"{translate('The agent wrote:')}\n\n{_quoted(one.message)}\n\n{answer}"


def _cycle_label(one: Exchange) -> str:
    if one.attempt > 1:
        return translate("Cycle {n}, attempt {a}", n=one.cycle, a=one.attempt)
    return translate("Cycle {n}", n=one.cycle)


def _quoted(text: str) -> str:
    """Return a text of the person or the agent as a quotation, read as Markdown."""
    lines = quote(text).splitlines()
    return "\n".join(f"> {line}".rstrip() for line in lines) or f"> *({translate('empty')})*"


def _cell(value: str | int) -> str:
    return format_number(f"{value:,}") if isinstance(value, int) else value


def _table(state: ExperimentState) -> str:
    head = (
        translate("Cycle"),
        translate("Attempts"),
        translate("Tools"),
        translate("Memory"),
        translate("Noted"),
        translate("Messages"),
        translate("Written"),
        translate("Similarity"),
    )
    lines = [f"| {' | '.join(head)} |", "|---:" * len(head) + "|"]
    for cycle in state.finished:
        ended = cycle.ended
        assert ended is not None
        m = ended.metrics
        similar = f"{ended.similarity * 100:.0f} %" if ended.similarity is not None else "–"
        cells = (
            cycle.number,
            cycle.attempt,
            translate("{n} (limit)", n=cycle.calls) if ended.cap_reached else cycle.calls,
            m.memory_ops_total,
            m.memory_write_chars,
            m.messages_to_operator,
            m.response_chars,
            similar,
        )
        lines.append("| " + " | ".join(_cell(cell) for cell in cells) + " |")
    return "\n".join([*lines, "", str(_TABLE_NOTE)])

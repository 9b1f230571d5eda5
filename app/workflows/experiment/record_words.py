"""Record words of an experiment: its lines on a console and in the log, and what its figures are called."""

from __future__ import annotations

from collections.abc import Mapping

from app.domain.excerpt import cut, excerpt
from app.domain.fact_base import Fact, Record
from app.domain.facts import RoundOpened, RunStarted, SessionFinished
from app.domain.i18n import Message, words
from app.engine.plugin import RecordTable
from app.workflows.experiment.facts import (
    CycleEnded,
    CyclesSummarised,
    ModelAnswered,
    PromptAssembled,
    PromptShortened,
    ReflectionsEmbedded,
    ToolCalled,
)
from app.workflows.experiment.state import ExperimentState

FIGURES: Mapping[str, Message] = {
    "rounds_completed": words("cycles done"),
    "run_id": words("run"),
    "cycle_count": words("cycles planned"),
    "carry_over": words("each cycle is given"),
    "cycles_done_again": words("cycles done again"),
    "model": words("model"),
    "cycles_ended_by_cap": words("cycles ended by the limit of tool calls"),
    "memory_keys": words("notes in the memory"),
    "messages_in_history": words("messages in the history"),
    "memory_ops_total": words("memory operations"),
    "messages_to_operator": words("messages to the operator"),
    "response_chars": words("characters the agent wrote as answers"),
    "memory_write_chars": words("characters it wrote into the memory"),
}
"""What the figures of an experiment's summary are called."""
VALUES: Mapping[str, Message] = {
    "carry_over/full": words("all messages of the cycles before"),
    "carry_over/reflections": words("the newest reflections"),
    "carry_over/summary": words("the cycles before, the older ones in short"),
}


def place_words(number: int, attempt: int) -> Message:
    """Return “Cycle 4”, or “Cycle 4, attempt 2”."""
    if attempt > 1:
        return words("Cycle {n}, attempt {a}", n=number, a=attempt)
    return words("Cycle {n}", n=number)


def _ended(fact: CycleEnded) -> Message:
    if fact.cap_reached:
        return words("The cycle ends: it reached its limit of tool calls")
    if not fact.final_reflection:
        return words("The cycle ends without a reflection")
    if fact.similarity is None:
        return words("The cycle ends with a reflection")
    return words(
        "The cycle ends; its reflection is {share} % similar to cycle {other}’s",
        share=f"{fact.similarity * 100:.0f}",
        other=fact.similar_to,
    )


RECORD_WORDS: RecordTable = {
    PromptAssembled: lambda fact: words(
        "The prompt is written: {n} characters", n=f"{len(fact.instructions):,}"
    ),
    PromptShortened: words("The prompt did not fit any more and was shortened"),
    CyclesSummarised: lambda fact: words("The older cycles are summarised: {text}", text=excerpt(fact.text)),
    ModelAnswered: lambda fact: words(
        "The agent calls {tools}", tools=", ".join(call.name for call in fact.tool_calls)
    ),
    ToolCalled: lambda fact: words("{tool}: {said}", tool=fact.tool_name, said=" ".join(fact.output.split())),
    ReflectionsEmbedded: words("Reflections are compared by their meaning"),
    CycleEnded: _ended,
}
"""What each fact says: a sentence whose places are its fields, or what makes one."""


def line(state: ExperimentState, record: Record, fact: Fact) -> Message | None:
    """Return the line a record is told by."""
    match fact:
        case RunStarted() if not record.round:
            return words(
                "Experiment: {run}\nModel: {model}\nTotal cycles: {count}",
                run=state.agent.run_id,
                model=state.agent.model_name,
                count=state.cycle_count,
            )
        case RoundOpened(attempt=1):
            return words("Cycle {n} starting…", n=fact.number)
        case RoundOpened():
            return words("Cycle {n} starting again, attempt {attempt}…", n=fact.number, attempt=fact.attempt)
        case ToolCalled():
            return words("  {tool}: {said}", tool=fact.tool_name, said=cut(fact.output, 100))
        case CycleEnded(cap_reached=True):
            return words("Cycle {n} finished: it reached its limit of tool calls.", n=record.round)
        case CycleEnded():
            return words("Cycle {n} finished.", n=record.round)
        case SessionFinished():
            return words(
                "✓ Experiment {run} completed\n✓ Executed {count} cycles",
                run=state.agent.run_id,
                count=len(state.finished),
            )
        case _:
            return None

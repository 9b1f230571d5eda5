"""What a run says line by line on a console."""

from __future__ import annotations

from app.domain.fact_base import Fact, Record
from app.domain.facts import RoundOpened, RunStarted, SessionFinished
from app.domain.i18n import Words, words
from app.workflows.experiment.facts import CycleEnded, ToolCalled
from app.workflows.experiment.state import ExperimentState


def line(state: ExperimentState, record: Record, fact: Fact) -> Words | None:
    """Return the line a record is told by."""
    match fact:
        case RunStarted() if not state.cycles:
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
            said = fact.output.splitlines()[0][:100] if fact.output else ""
            return words("  {tool}: {said}", tool=fact.tool_name, said=said)
        case CycleEnded(cap_reached=True):
            return words("Cycle {n} finished: it reached its cap of tool calls.", n=record.round)
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

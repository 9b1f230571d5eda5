"""What an experiment is expected to ask before it starts: every figure here is an assumption."""

from __future__ import annotations

from collections.abc import Sequence

from app.engine.planned import PlannedCalls
from app.workflows.experiment.comparing import PURPOSE as EMBEDDING
from app.workflows.experiment.prompting import PURPOSE
from app.workflows.experiment.setup import ExperimentSetup
from app.workflows.experiment.state import AGENT

_CALLS_WITH_TOOLS = 3
"""Answers of a cycle: two that call tools, and the reflection."""
SYSTEM, TOLD, REFLECTION, ANSWER = 350, 50, 250, 200
"""Tokens of the rules, of what a cycle is told, of a reflection, and of an answer with its tools' results."""
LARGEST = 200_000
"""Tokens of a prompt where the model's window is not known."""


def planned(setup: ExperimentSetup) -> Sequence[PlannedCalls]:
    """Return the calls of a run that takes all its cycles."""
    answers = _CALLS_WITH_TOOLS if setup.tools else 1
    cycle = TOLD + (answers - 1) * ANSWER + REFLECTION
    earlier = setup.cycle_count / 2
    if setup.carry_over == "full":
        carried = earlier * cycle
    elif setup.carry_over == "summary":
        carried = min(earlier * cycle, float(setup.summary_threshold))
    else:
        carried = min(earlier, setup.reflections_window or earlier) * REFLECTION
    each = SYSTEM + len(setup.prompt) // 4 + TOLD + (answers - 1) * ANSWER // 2 + int(carried)
    each = min(each, setup.context_length or LARGEST)
    out = (REFLECTION + (answers - 1) * ANSWER // 2) // answers
    found = (answers - 1) * ANSWER // 2
    # A conversation that goes on begins with all that was said in it.
    shared = each if answers > 1 or setup.carry_over == "full" else 0
    calls = setup.cycle_count * answers
    asks = [PlannedCalls(PURPOSE, AGENT, calls, each, out, turns=answers, found=found, shared=shared)]
    if setup.embedding_model and setup.cycle_count > 1:
        # The first cycle has nothing to be compared with; its reflection goes with the second's.
        embeds = setup.embedding_model
        asks.append(PlannedCalls(EMBEDDING, AGENT, setup.cycle_count - 1, REFLECTION, 0, embeds=embeds))
    return asks

"""What an experiment tells of itself in a report: its figures in words, its cycles, the agent's memory."""

from __future__ import annotations

from app.domain.excerpt import excerpt
from app.domain.gates import decisions_of
from app.domain.reporting import (
    Document,
    Ending,
    MeasureKind,
    Part,
    Place,
    Remark,
    Setting,
    WorkflowReport,
)
from app.workflows.experiment.console import VALUES
from app.workflows.experiment.facts import Metrics
from app.workflows.experiment.gates import GATES
from app.workflows.experiment.state import ExperimentState, reason_of
from app.workflows.experiment.views import came_about

SHOWN = 400
"""Characters of the newest reflection that the summary tells."""
REASONS = {
    "cycles_completed": "All planned cycles were done.",
    "user_stopped": "The person ended it.",
}
POLICIES = {
    "every_cycle": "after every cycle",
    "every_n": "after every {n} cycles",
    "never_ask": "never",
}


def report(state: ExperimentState) -> WorkflowReport:
    """Return what a report of this run says beyond the shared facts."""
    setup = state.setup
    reason = reason_of(state)
    policy = POLICIES[setup.gate_policy].format(n=setup.every_n)
    carried = str(VALUES[f"carry_over/{state.carry_over}"])
    settings = (
        Setting(name="cycle_count", title="Cycles", value=state.cycle_count, said=str(state.cycle_count)),
        Setting(name="carry_over", title="Each cycle is given", value=state.carry_over, said=carried),
        Setting(name="gate_policy", title="The person is asked", value=setup.gate_policy, said=policy),
    )
    return WorkflowReport(
        findings=(
            Part(name="came_to", title="What it came to", remarks=tuple(_came_to(state))),
            Part(name="figures", title="The run in figures", remarks=tuple(_figures(state))),
        ),
        documents=tuple(Document(title=title, markdown=text) for title, text in came_about(state)),
        ending=Ending(reason=REASONS.get(reason, ""), settings=settings),
        measures={"similarity": MeasureKind(title="Similarity to an earlier reflection", unit="%")},
        verbs=dict(decisions_of(GATES)),
        question_title="The starting prompt",
        texts_title="Reflection",
        text_noun="reflection",
        texts_anew=True,
    )


def _came_to(state: ExperimentState) -> list[Remark]:
    """Return how the newest reflection begins, with the place where all of it stands."""
    for cycle in reversed(state.finished):
        if cycle.ended is not None and cycle.ended.final_reflection:
            reflection = excerpt(cycle.ended.final_reflection)
            cut = reflection if len(reflection) <= SHOWN else reflection[:SHOWN].rsplit(" ", 1)[0] + " …"
            return [Remark(text=cut, place=Place(round=cycle.number, attempt=cycle.attempt))]
    return []


def _figures(state: ExperimentState) -> list[Remark]:
    done = [cycle.ended for cycle in state.finished if cycle.ended is not None]
    total = {name: sum(getattr(ended.metrics, name) for ended in done) for name in Metrics.model_fields}
    again = sum(1 for cycle in state.cycles if cycle.accepted is False)
    capped = sum(1 for ended in done if ended.cap_reached)
    count, kept = f"{len(done):,} of {state.cycle_count:,} cycles done", len(state.memory)
    more = [
        f"{again:,} done again" if again else "",
        f"{capped:,} ended at the limit of tool calls" if capped else "",
    ]
    stored = f"{total['memory_ops_total']:,} operations on its memory, "
    stored += f"{total['memory_write_chars']:,} characters written"
    history = f"{len(state.agent.message_history):,}"
    lines = [
        f"Run {state.agent.run_id}, model {state.agent.model_name}.",
        f"{'; '.join(filter(None, (count, *more)))}.",
        f"{stored}; {kept:,} {'note' if kept == 1 else 'notes'} in it now.",
        f"Messages to the operator: {total['messages_to_operator']:,}.",
        f"The agent's answers: {total['response_chars']:,} characters; messages in the history: {history}.",
    ]
    return [Remark(text=line) for line in lines]

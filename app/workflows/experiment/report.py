"""What an experiment tells of itself in a report: its figures in words, its cycles, the agent's memory."""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.excerpt import excerpt
from app.domain.i18n import ngettext, translate, words
from app.domain.no_model import no_model
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
from app.workflows.experiment.facts import Metrics
from app.workflows.experiment.record_words import VALUES
from app.workflows.experiment.state import ExperimentState, reason_of
from app.workflows.experiment.views import came_about

SHOWN = 400
"""Characters of the newest reflection that the summary tells."""
NAMED = 6
"""Cycles that a line of the summary names."""
REASONS = {
    "cycles_completed": words("All planned cycles were done."),
    "user_stopped": words("The person ended it."),
}
POLICIES = {
    "every_cycle": words("after every cycle"),
    "every_n": words("after every {n} cycles"),
    "never_ask": words("never"),
}


def report(state: ExperimentState) -> WorkflowReport:
    """Return what a report of this run says beyond the shared facts."""
    setup = state.setup
    reason = reason_of(state)
    policy = str(POLICIES[setup.gate_policy].filled(n=setup.every_n))
    carried = str(VALUES[f"carry_over/{state.carry_over}"])
    settings = (
        Setting(
            name="cycle_count",
            title=translate("Cycles"),
            value=state.cycle_count,
            said=str(state.cycle_count),
        ),
        Setting(
            name="carry_over", title=translate("Each cycle is given"), value=state.carry_over, said=carried
        ),
        Setting(
            name="gate_policy", title=translate("The person is asked"), value=setup.gate_policy, said=policy
        ),
    )
    return WorkflowReport(
        findings=(
            Part(name="came_to", title=translate("What it came to"), remarks=tuple(_came_to(state))),
            Part(name="figures", title=translate("The run in figures"), remarks=tuple(_figures(state))),
        ),
        documents=tuple(Document(title=title, markdown=text) for title, text in came_about(state)),
        ending=Ending(reason=str(REASONS.get(reason, "")), settings=settings),
        measures={
            "similarity": MeasureKind(title=translate("Similarity to an earlier reflection"), unit="%")
        },
        question_title=translate("The starting prompt"),
        texts_title=translate("Reflection"),
        text_noun=translate("reflection"),
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
    silent = [cycle for cycle in state.finished if cycle.ended and not cycle.ended.final_reflection]
    capped = [cycle.number for cycle in silent if cycle.ended and cycle.ended.cap_reached]
    without = [cycle.number for cycle in silent if cycle.number not in capped]
    count = translate("{n} of {all} cycles done", n=f"{len(done):,}", all=f"{state.cycle_count:,}")
    more = [
        translate("{n} done again", n=f"{again:,}") if again else "",
        translate(
            "{n} ended at the limit of tool calls ({which})", n=f"{len(capped):,}", which=_named(capped)
        )
        if capped
        else "",
        translate("{n} ended without a reflection ({which})", n=f"{len(without):,}", which=_named(without))
        if without
        else "",
    ]
    stored = translate(
        "{n} operations on its memory, {signs} characters written",
        n=f"{total['memory_ops_total']:,}",
        signs=f"{total['memory_write_chars']:,}",
    )
    model = state.agent.model_name
    kind = no_model(model)
    kept = ngettext(len(state.memory), "{n} note in it now", "{n} notes in it now")
    lines = [
        translate("Run {run}, model {model}.", run=state.agent.run_id, model=model)
        if kind is None
        else translate("Run {run}: {kind}.", run=state.agent.run_id, kind=kind.short),
        f"{'; '.join(filter(None, (count, *more)))}.",
        f"{stored}; {kept}.",
        translate("Messages to the operator: {n}.", n=f"{total['messages_to_operator']:,}"),
        translate(
            "The agent's answers: {n} characters; messages in the history: {messages}.",
            n=f"{total['response_chars']:,}",
            messages=f"{len(state.agent.message_history):,}",
        ),
    ]
    return [Remark(text=line) for line in lines]


def _named(cycles: Sequence[int]) -> str:
    """Return which cycles, the first of many."""
    numbers = ", ".join(f"{number:,}" for number in cycles[:NAMED])
    rest = len(cycles) - NAMED
    more = translate(" and {n} more", n=rest) if rest > 0 else ""
    return (
        translate("cycle {which}", which=numbers + more)
        if len(cycles) == 1
        else translate("cycles {which}", which=numbers + more)
    )

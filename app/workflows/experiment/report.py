"""What an experiment tells of itself in a report: its figures in words, its cycles, the agent's memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.domain.canonical import JsonValue
from app.domain.excerpt import excerpt
from app.domain.i18n import format_number, ngettext, translate, words
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
from app.markup.escaping import fence, inline
from app.markup.quoting import quote
from app.workflows.experiment.facts import CycleEnded, Metrics
from app.workflows.experiment.prompting import text_with_calls
from app.workflows.experiment.record_words import VALUES, place_words
from app.workflows.experiment.state import Exchange, ExperimentState, reason_of
from app.workflows.experiment.tools import OPERATOR_ANSWERS


def _totals(done: Sequence[CycleEnded]) -> dict[str, int]:
    return {name: sum(getattr(ended.metrics, name) for ended in done) for name in Metrics.model_fields}


def summary(state: ExperimentState) -> Mapping[str, JsonValue]:
    """Return the experiment's figures."""
    done = [cycle.ended for cycle in state.finished if cycle.ended is not None]
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
        **_totals(done),
    }


_SHOWN = 400
"""Characters of the newest reflection that the summary tells."""
_NAMED = 6
"""Cycles that a line of the summary names."""
_REASONS = {
    "cycles_completed": words("All planned cycles were done."),
    "user_stopped": words("The person ended it."),
}
_POLICIES = {
    "every_cycle": words("after every cycle"),
    "every_n": words("after every {n} cycles"),
    "never_ask": words("never"),
}


def report(state: ExperimentState) -> WorkflowReport:
    """Return what a report of this run says beyond the shared facts."""
    setup = state.setup
    reason = reason_of(state)
    policy = str(_POLICIES[setup.gate_policy].filled(n=setup.every_n))
    carried = str(VALUES[f"carry_over/{state.carry_over}"])
    settings = tuple(
        Setting(name=name, title=title, value=value, said=said)
        for name, title, value, said in (
            ("cycle_count", translate("Cycles"), state.cycle_count, str(state.cycle_count)),
            ("carry_over", translate("Each cycle is given"), state.carry_over, carried),
            ("gate_policy", translate("The person is asked"), setup.gate_policy, policy),
        )
    )
    return WorkflowReport(
        findings=(
            Part.of("came_to", translate("What it came to"), _came_to(state)),
            Part.of("figures", translate("The run in figures"), _figures(state)),
        ),
        documents=tuple(Document(title=title, markdown=text) for title, text in came_about(state)),
        ending=Ending(reason=str(_REASONS.get(reason, "")), settings=settings),
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
            cut = reflection if len(reflection) <= _SHOWN else reflection[:_SHOWN].rsplit(" ", 1)[0] + " …"
            return [Remark(text=cut, place=Place(round=cycle.number, attempt=cycle.attempt))]
    return []


def _figures(state: ExperimentState) -> list[Remark]:
    done = [cycle.ended for cycle in state.finished if cycle.ended is not None]
    total = _totals(done)
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
    numbers = ", ".join(f"{number:,}" for number in cycles[:_NAMED])
    rest = len(cycles) - _NAMED
    more = translate(" and {n} more", n=rest) if rest > 0 else ""
    return (
        translate("cycle {which}", which=numbers + more)
        if len(cycles) == 1
        else translate("cycles {which}", which=numbers + more)
    )


# --- what came of the prompt: the sections that only an experiment has in an export -------------------

_TABLE_NOTE = words(
    "*Tools* and *memory* count the calls of tools and the uses of the memory. "
    "*Noted* and *written* are characters: what the agent put into its memory, and what it wrote as answers. "
    "*Messages* are those to the operator. *Similarity* is that to the most alike earlier reflection."
)
_WHO = {
    "system": words("System prompt"),
    "user": words("Instructions"),
    "assistant": words("Agent"),
    "tool": words("Result"),
}


def came_about(state: ExperimentState) -> Sequence[tuple[str, str]]:
    """Return the sections on what came of the prompt."""
    found = []
    if state.finished:
        found.append((translate("Figures by cycle"), _table(state)))
    if state.exchanges:
        exchanges = [
            f"### {place_words(one.cycle, one.attempt)}\n\n{_exchange(one)}" for one in state.exchanges
        ]
        found.append((translate("Messages to the operator, and the answers"), "\n\n".join(exchanges)))
    if state.halted and state.cycle is not None and state.cycle.ended is None:
        messages = state.closed_history()[state.cycle_begin :]
        transcript = [f"**{_WHO[one.role]}**\n\n{fence(text_with_calls(one), 'text')}" for one in messages]
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

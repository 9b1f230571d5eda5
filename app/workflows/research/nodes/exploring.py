"""Agents at work: each searches the folder with tools until it answers; what fails is told, never fatal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact
from app.domain.messages import Missing
from app.engine.node import Ask, Context, Step
from app.engine.tool_source import ServedTool
from app.workflows.common.asking_twice import mended_facts, read_twice
from app.workflows.common.calls import read_object
from app.workflows.common.reading.shown import ShownNames
from app.workflows.common.source_tools import source_tools
from app.workflows.common.tool_loop import LoopEnd, ToolRun, ask_with_tools
from app.workflows.common.tools import served_by_name
from app.workflows.research.facts import AgentAssigned, AgentEnded, Reported, Shown
from app.workflows.research.graph import ResearchSignal
from app.workflows.research.model import Cited, Resolution
from app.workflows.research.nodes.asking import (
    MOST_FINDINGS,
    findings_told,
    make_ask,
    questions_told,
    told_by_person,
)
from app.workflows.research.nodes.replies import MOST_CITATIONS, MOST_CLAIMS, AgentReply
from app.workflows.research.rules.gaps import reason
from app.workflows.research.state import Agent, ResearchState

_Ended = Literal["answered", "capped", "timed_out", "failed", "unreadable"]
_TO_ANSWER = 0.25
"""Share of an agent's time that is kept for its answer."""
_FEWEST_SECONDS = 1.0
READ = "read "
"""How what was read begins, among what an agent looked at."""
_MOST_FILES_TOLD = 200
"""Paths that a prompt lists; an agent can list the others itself."""


async def explore(state: ResearchState, context: Context) -> Step:
    """Let the agents of the open iteration work, all at once."""
    tasks = [agent for agent in state.tasks() if agent.ended is None]
    served = await served_by_name(context)
    results = await context.gather(*(_work(state, context, agent, served) for agent in tasks))
    return Step(ResearchSignal.FINDINGS_READY, tuple(fact for facts in results for fact in facts))


async def refine(state: ResearchState, context: Context) -> Step:
    """Let those work who take up a gap once more: the same, and another step of the picture."""
    return await explore(state, context)


async def _work(
    state: ResearchState, context: Context, agent: Agent, served: Mapping[str, ServedTool]
) -> list[Fact]:
    task, time = agent.task, _Time(agent, state.setup.agent_timeout)
    ask = make_ask(context, task.role, task.seat, _inputs(state, task), task.agent)
    end = await ask_with_tools(
        context,
        ask,
        source_tools(context, state.setup.rules(state.left_out)),
        most_calls=state.setup.tool_cap,
        tolerate=True,
        over=time.over,
        seconds=time.left,
        served=served,
    )
    late = time.over(end.turns)
    if isinstance(end.missing, Missing):
        kind: _Ended = "timed_out" if end.missing.kind == "timeout" else "failed"
        why = end.missing.reason or "it gave no answer"
        return [*end.facts, _ended(agent, end, kind, why)]
    if end.ended == "capped":
        why = (
            "its time was over"
            if late
            else f"it called tools {state.setup.tool_cap} times and gave no answer"
        )
        return [*end.facts, _ended(agent, end, "timed_out" if late else "capped", why)]
    shown = {
        "question": [one.id for one in state.questions if not one.settled],
        "finding": [
            *(task.gap.finding_ids if task.gap is not None else ()),
            *(one.id for one in state.standing),
        ],
    }
    return [*end.facts, *await _read(context, ask, agent, end, shown)]


@dataclass(frozen=True, slots=True)
class _Time:
    """The seconds an agent has in all; the last of them are for its answer."""

    agent: Agent
    seconds: float

    def over(self, turn: int) -> bool:
        """Tell whether an agent must answer in this turn."""
        return self.agent.time_up_to(turn) >= (1 - _TO_ANSWER) * self.seconds

    def left(self, turn: int) -> float:
        """Return the seconds that the call of a turn may take."""
        most = self.seconds if self.over(turn) else (1 - _TO_ANSWER) * self.seconds
        return max(_FEWEST_SECONDS, most - self.agent.time_up_to(turn))


async def _read(context: Context, ask: Ask, agent: Agent, end: LoopEnd, shown: ShownNames) -> list[Fact]:
    """Read the answer; where it cannot be, ask for it once more without tools, better in parts than not."""
    assert end.reply is not None
    read = await read_twice(context, ask, end.reply, AgentReply, text=end.text, tolerate=True, shown=shown)
    if read.value is None or isinstance(read.outcome, Missing):
        why = "its answer was cut off before anything of it was whole"
        if read.problem is not None:
            why = f"its answer cannot be read: {read.problem.why}"
        return [_ended(agent, end, "unreadable", why)]
    mends = (*read.mends, *_too_many(read.value))
    return [*mended_facts(ask, read.outcome, mends), _ended(agent, end, "answered", reply=read.value)]


def _ended(
    agent: Agent,
    end: LoopEnd,
    how: _Ended,
    why: str = "",
    reply: AgentReply | None = None,
) -> AgentEnded:
    """Return the fact of how an agent ended; what it was shown is told though it said nothing."""
    task = agent.task
    said = reply.searched if reply is not None else ()
    return AgentEnded(
        agent=task.agent,
        ended=how,
        why=why,
        calls=sum(1 for run in end.runs if run.ran),
        shown=tuple(_shown(end.runs)),
        searched=tuple(dict.fromkeys(text.strip() for text in said if text.strip())),
        looked=tuple(dict.fromkeys(_looked(end.runs))),
        reported=tuple(_reported(reply)) if reply is not None else (),
        resolution=_resolution(task, reply) if reply is not None else None,
        missing=reply.missing if reply is not None else (),
        edge_cases=reply.edge_cases if reply is not None else (),
        seconds=round(agent.time_up_to(end.turns + 1), 3),
        covers=how == "answered",
    )


def _too_many(reply: AgentReply) -> tuple[str, ...]:
    """Return what is told where an agent reports more than is taken in."""
    citations = max((len(one.citations) for one in reply.findings), default=0)
    return ("too_many",) if len(reply.findings) > MOST_CLAIMS or citations > MOST_CITATIONS else ()


def _reported(reply: AgentReply) -> Iterator[Reported]:
    for claim in reply.findings[:MOST_CLAIMS]:
        cited = tuple(
            Cited(file=one.file.strip(), first=one.span[0], last=one.span[1], quote=one.quote)
            for one in claim.citations[:MOST_CITATIONS]
            if one.file.strip()
        )
        yield Reported(
            description=" ".join(claim.description.split()),
            category=claim.category,
            subject=claim.subject,
            citations=cited,
            confirms=claim.confirms,
            question=claim.question,
        )


def _resolution(task: AgentAssigned, reply: AgentReply) -> Resolution | None:
    """Return how a verification settles its conflict: what it keeps, else all that it does not drop."""
    gap = task.gap
    if gap is None or gap.type != "conflict" or not gap.conflict_id:
        return None
    said = reply.resolves
    keeps: tuple[str, ...] = ()
    if said is not None and (said.keep or said.drop):
        named = set(said.keep) or set(gap.finding_ids) - set(said.drop)
        keeps = tuple(name for name in gap.finding_ids if name in named)
    return Resolution(
        conflict=gap.conflict_id,
        keeps=keeps,
        open=not keeps,
        root_cause=said.root_cause if said is not None else "",
        resolution=said.why if said is not None else "",
        by=task.agent,
        iteration=task.iteration,
    )


def _shown(runs: Sequence[ToolRun]) -> Iterator[Shown]:
    for run in runs:
        if run.ok and isinstance(run.data, dict) and run.data.get("path"):
            fields = {name: run.data[name] for name in ("path", "first", "last", "total", "digest")}
            yield Shown.model_validate(fields)


def _looked(runs: Sequence[ToolRun]) -> Iterator[str]:
    """Yield what was searched for and read, as the tools got it."""
    for run in runs:
        given = read_object(run.arguments) or {}
        if run.ok and run.tool == "search_text":
            yield str(given.get("text", "")).strip()
        elif run.ok and isinstance(run.data, dict) and run.data.get("path"):
            yield f"{READ}{run.data['path']}"


def _inputs(state: ResearchState, task: AgentAssigned) -> dict[str, JsonValue]:
    gap = task.gap
    about = set(gap.finding_ids) if gap is not None else set()
    findings = list(state.standing)
    if len(findings) > MOST_FINDINGS:
        # A long list is cut: what the gap is about comes first. Else all agents are told alike.
        findings.sort(key=lambda one: one.id not in about)
    told: JsonValue = None
    if gap is not None:
        told = {
            "type": gap.type,
            "reason": gap.reason or str(reason(gap)),
            "finding_ids": list[JsonValue](gap.finding_ids),
            "independent": gap.independent,
        }
    return {
        "brief": state.setup.brief,
        "role": task.role,
        "focus": task.focus,
        "files": list[JsonValue](task.files[:_MOST_FILES_TOLD]),
        "read": list[JsonValue](sorted(state.read)[:_MOST_FILES_TOLD]),
        "again": task.role in ("citation", "verification"),
        "questions": questions_told([one for one in state.questions if not one.settled]),
        "findings": findings_told(findings),
        "gap": told,
        "conflict": gap is not None and gap.type == "conflict",
        "counter": gap is not None and gap.counter,
        "tool_cap": state.setup.tool_cap,
        **told_by_person(state),
    }

"""Who does what: the first agents over the estimate, then one for each gap that is taken up."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from app.domain.fact_base import Fact
from app.domain.facts import RoundOpened
from app.engine.node import Context, Step
from app.workflows.research.facts import AgentAssigned, GapsListed, WentWide
from app.workflows.research.graph import ResearchSignal
from app.workflows.research.model import TIERS, Gap, Question, Role
from app.workflows.research.nodes.asking import in_thread, known_first
from app.workflows.research.rules import gaps as gap_rules
from app.workflows.research.state import ResearchState

_MOST_FOR_ONE = 40
"""Files that one agent is given to read."""


class _Tasks:
    """Tasks for new agents: each is named by its role and the next number, and takes a place in turn."""

    def __init__(self, state: ResearchState, iteration: int) -> None:
        self._state, self._iteration = state, iteration
        self._of_role = Counter(agent.task.role for agent in state.agents.values())
        self._of_tier = Counter(TIERS[agent.task.role] for agent in state.agents.values())

    def next(self, role: Role, focus: str, files: tuple[str, ...], gap: Gap | None = None) -> AgentAssigned:
        """Return the task of the next agent of a role."""
        tier = TIERS[role]
        seats = self._state.seats_of(tier)
        seat = seats[self._of_tier[tier] % len(seats)]
        self._of_role[role] += 1
        self._of_tier[tier] += 1
        return AgentAssigned(
            agent=f"{role} {self._of_role[role]}",
            role=role,
            seat=seat,
            iteration=self._iteration,
            focus=focus,
            gap=gap,
            files=files,
        )


def first_tasks(state: ResearchState) -> Iterator[AgentAssigned]:
    """Yield the tasks of the first iteration: explorers by folder, one for patterns, one for citations."""
    most = state.setup.max_agents_per_iteration
    roles: list[Role] = ["explore"] * max(1, most - 2)
    if most > 1:
        roles.append("citation")
    if most > 2:
        roles.append("pattern")
    tasks = _Tasks(state, 1)
    parts = iter(_by_folder(state.estimate, roles.count("explore")))
    for role in roles:
        yield tasks.next(role, _FIRST[role], next(parts, ()) if role == "explore" else state.estimate)


_FIRST: dict[Role, str] = {
    "explore": "What these files say about the brief.",
    "citation": "The places that answer the questions most directly.",
    "pattern": "What repeats in these files and bears on the brief.",
}


def _by_folder(files: Sequence[str], parts: int) -> list[tuple[str, ...]]:
    """Return the files in so many parts of about the same size, those of a folder together where they fit."""
    folders: dict[str, list[str]] = defaultdict(list)
    for path in sorted(files):
        folders[path.rpartition("/")[0]].append(path)
    size = -(-len(files) // max(1, parts))
    found: list[list[str]] = [[] for _ in range(max(1, parts))]
    rest: list[str] = []
    for folder in sorted(folders.values(), key=lambda one: (-len(one), one)):
        part = min(found, key=len)
        room = max(0, size - len(part))
        part += folder[:room]
        rest += folder[room:]
    for path in rest:
        min(found, key=len).append(path)
    return [tuple(sorted(part)) for part in found if part]


async def gap_analysis(state: ResearchState, context: Context) -> Step:
    """Tell what is missing; where nothing is and the work goes on, look through the folder once more."""
    await known_first(state, context)
    gaps = await current_gaps(state, context)
    if any(gap.left for gap in gaps):
        return Step(ResearchSignal.GAPS_FOUND, (GapsListed(gaps=gaps),))
    if state.wide_in or state.iteration >= state.max_iterations:
        return Step(ResearchSignal.NO_GAPS_AGAIN, (GapsListed(gaps=gaps),))
    number = state.iteration + 1
    facts: list[Fact] = [GapsListed(gaps=gaps), WentWide(iteration=number), RoundOpened(number=number)]
    return Step(ResearchSignal.NO_GAPS, (*facts, *_wide_tasks(state, number)))


async def current_gaps(
    state: ResearchState,
    context: Context,
    questions: Sequence[Question] | None = None,
    lead: Sequence[Gap] | None = None,
) -> tuple[Gap, ...]:
    """Return all gaps as they are now, a person's word on them taken in.

    `questions` and `lead` where a node knows them better than the builder by now.
    """
    failed = {
        agent.task.gap.id for agent in state.tasks() if agent.state == "failed" and agent.task.gap is not None
    }
    before = [
        gap.model_copy(update={"status": "unresolved"}) if gap.id in failed else gap for gap in state.gaps
    ]
    known, coverage, limits = state.known, state.coverage, state.limits
    asked = state.questions if questions is None else questions
    of_lead, number = state.lead_gaps if lead is None else lead, state.iteration
    dropped = state.dropped
    found = await in_thread(
        context,
        len(known.findings),
        lambda: gap_rules.gaps(
            known.findings,
            known.conflicts,
            coverage,
            asked,
            limits,
            lead=of_lead,
            earlier=before,
            dropped=dropped,
            iteration=number,
        ),
    )
    marked = (
        gap.model_copy(update={"status": "unresolved"}) if gap.id in failed and gap.left else gap
        for gap in found
    )
    return tuple(_decided(state, gap) for gap in marked)


def _decided(state: ResearchState, gap: Gap) -> Gap:
    said = state.decided.get(gap.id)
    if said is None or gap.status == "resolved":
        return gap
    if said.dismissed:
        return gap.model_copy(update={"status": "dismissed"})
    changed: dict[str, object] = {"status": "open"} if gap.status == "dismissed" else {}
    if said.focus:
        changed["focus"] = said.focus
    if said.role is not None:
        changed["role"] = said.role
    return gap.model_copy(update=changed)


def _wide_tasks(state: ResearchState, iteration: int) -> Iterator[AgentAssigned]:
    """Yield explorers for what of the estimate nobody analysed, then for the folder by other ways."""
    tasks = _Tasks(state, iteration)
    missing = state.coverage.missing
    most = state.setup.max_agents_per_iteration
    parts = _by_folder(missing, most) if missing else [()]
    focus = (
        "What these files say about the brief; nobody has analysed them."
        if missing
        else "The folder by other words than those of the brief: synonyms, abbreviations, names it uses."
    )
    for files in parts[:most]:
        yield tasks.next("explore", focus, files[:_MOST_FOR_ONE])


def choosing(state: ResearchState) -> Callable[[], tuple[tuple[Gap, ...], tuple[Gap, ...]]]:
    """Return what chooses the gaps of the next iteration, from nothing that changes meanwhile."""
    left, most = state.max_iterations - state.iteration, state.setup.max_agents_per_iteration
    return partial(gap_rules.select, state.gaps, max(1, left), most, state.setup.brief)


async def assign(state: ResearchState, context: Context) -> Step:
    """Choose the gaps of the next iteration and who closes them; the others wait and are shown."""
    number, most = state.iteration + 1, state.setup.max_agents_per_iteration
    chosen, deferred = await in_thread(context, len(state.gaps), choosing(state))
    now = {gap.id: gap for gap in (*chosen, *deferred)}
    listed = tuple(now.get(gap.id, gap) for gap in state.gaps)
    tasks, free = _Tasks(state, number), most - len(chosen)
    given: list[Fact] = []
    for gap in chosen:
        parts: Sequence[tuple[str, ...]] = [gap.files]
        if gap.type == "coverage":
            # Places that no gap needs help with the files nobody has read.
            parts = _by_folder(gap.files, 1 + free)
            free -= len(parts) - 1
        focus = gap.focus or str(gap_rules.reason(gap))
        said = state.decided.get(gap.id)
        shared = len(parts) > 1 and not (said is not None and said.focus)
        for files in parts:
            # Of files that several share each is told its own.
            own = gap_rules.named(files) if shared else focus
            given.append(tasks.next(gap.role, own, files[:_MOST_FOR_ONE], gap))
    return Step(ResearchSignal.ASSIGNED, (GapsListed(gaps=listed), RoundOpened(number=number), *given))

"""The steps of the round in sight, one after the other: what was done, where it stands, what is to come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from app.engine.graph import END, STOPPED_WITH_RESULT, Graph, NodeInfo
from app.projections.steps import Visit
from app.ui.kit.texts import count, tr, whole_percent
from app.ui.view.labels import round_text, rounds_word
from app.ui.view.session_view import SessionView

if TYPE_CHECKING:
    # For start-up cost.
    from app.domain.facts import CriterionMeasured
    from app.engine.tabs import StripStep

MOST_ROUNDS = 8
"""Rounds of a finished session that are listed, the newest ones."""


@dataclass(frozen=True, slots=True)
class RoundStep:
    """One line. `state` is the name of a state's look; `detail` says what came of it in a word or two."""

    title: str
    state: str
    detail: str = ""
    current: bool = False
    entry: int = 0
    """The record at which it began, 0 where it has not."""
    round: int = 0
    """The round it stands for, where it is one."""


@dataclass(frozen=True, slots=True)
class RoundShape:
    """Which nodes of a graph belong to a round: those that lead back to themselves; others come before or
    after."""

    before: tuple[NodeInfo, ...]
    within: tuple[NodeInfo, ...]
    after: tuple[NodeInfo, ...]


def round_shape(graph: Graph) -> RoundShape:
    """Return what lies before, within and after the rounds of a graph."""
    arrows: dict[str, set[str]] = {node.name: set() for node in graph.nodes}
    for one in graph.transitions:
        if one.target != END and one.signal != STOPPED_WITH_RESULT:
            arrows[one.source].add(one.target)
    reached = {name: _reached(name, arrows) for name in arrows}
    loops = ({other for other in reached[name] if name in reached[other]} for name in arrows)
    # Two steps may ask back and forth before the first round: the rounds are the largest loop.
    loop = max(loops, key=len, default=set()) or set(arrows)
    after = set().union(*(reached[name] for name in loop)) - loop
    nodes = graph.nodes
    return RoundShape(
        tuple(node for node in nodes if node.name not in loop | after),
        tuple(node for node in nodes if node.name in loop),
        tuple(node for node in nodes if node.name in after),
    )


def _reached(start: str, arrows: dict[str, set[str]]) -> set[str]:
    found: set[str] = set()
    ahead = set(arrows[start])
    while ahead:
        name = ahead.pop()
        found.add(name)
        ahead |= arrows[name] - found
    return found


def heading(view: SessionView) -> str:
    """Return what the steps are those of: “Round 2”, or “Rounds” once all are over."""
    if view.state == "finished" and not view.looking_at:
        return rounds_word(view.round_word)
    return round_text(view, view.place_in_sight[0])


def steps_of(view: SessionView, shape: RoundShape) -> list[RoundStep]:
    """Return the steps of the round in sight; of a finished session its rounds and the answer."""
    state = view.state
    if state == "finished" and not view.looking_at:
        return [*_rounds(view), *_result(view, shape)]
    place = view.place_in_sight
    newest = place == (view.round, view.attempt)
    nodes = shape.within if place[0] else shape.before
    open_node = view.fold.timeline.node if newest else ""
    if open_node in {node.name for node in shape.after}:
        nodes = (*nodes, *shape.after)
    visits = view.fold.steps.at(*place)
    steps = [
        step
        for title, members in _stages(view, nodes, open_node, state)
        for step in _decided_within(view, _step(view, title, members, visits, open_node, state))
    ]
    at = next((number for number, step in enumerate(steps, 1) if step.current), len(steps))
    # A step that was made early, or comes again, is not done before the one at work is.
    steps[at:] = [RoundStep(step.title, "future") for step in steps[at:]]
    following = place[0] + 1
    if newest and state != "finished" and (not view.most_rounds or following <= view.most_rounds):
        steps.append(RoundStep(round_text(view, following), "future", tr("not started"), round=following))
    return steps


def described(steps: Sequence[StripStep], state: str) -> list[RoundStep]:
    """Return the steps that a workflow describes itself; the one at work looks as its session does."""
    from app.engine.tabs import RecordPlace  # late: start-up cost

    return [
        RoundStep(
            tr(step.title),
            state if step.now else step.state,
            tr(step.said),
            step.now,
            step.opens.seq if isinstance(step.opens, RecordPlace) else 0,
        )
        for step in steps
    ]


def progress(view: SessionView, shape: RoundShape) -> tuple[int, int, int]:
    """Return (which step, of how many, calls of it that are still to end); zeros where none is under way.

    The steps of a round are known from its beginning, and the calls of one step: neither ever jumps back.
    """
    own = view.standing()
    found = described(own.steps, view.state) if own is not None and own.steps else steps_of(view, shape)
    steps = [step for step in found if not step.round]
    at = next((number for number, step in enumerate(steps, 1) if step.current), 0)
    visit = view.fold.steps.at(view.round, view.attempt).get(view.fold.timeline.node)
    left = len(visit.asked - visit.done) if visit is not None else 0
    return (at, len(steps), left) if at else (0, 0, 0)


def _stages(
    view: SessionView, nodes: Sequence[NodeInfo], open_node: str, state: str
) -> Iterator[tuple[str, list[NodeInfo]]]:
    """Yield (title, nodes) of the stages; a question to the person inside one is a step of its own."""
    for stage in view.vocabulary.stages:
        mine = [node for node in nodes if node.stage == stage]
        work = [node for node in mine if node.gate is None]
        if not mine:
            continue
        yield tr(stage), work or mine
        if work:
            asking = [node for node in mine if node.gate is not None and node.name == open_node]
            if asking and state != "running":
                yield tr("You"), asking


def _decided_within(view: SessionView, step: RoundStep) -> Iterator[RoundStep]:
    """Yield a step, and behind one in which something failed that it is the person's turn."""
    asked = step.current and step.state == "failed" and view.state == "waiting"
    yield replace(step, current=False) if asked else step
    if asked:
        yield RoundStep(tr("You"), "waiting", _your_turn(view), True, step.entry)


def _step(
    view: SessionView,
    title: str,
    nodes: Sequence[NodeInfo],
    visits: dict[str, Visit],
    open_node: str,
    state: str,
) -> RoundStep:
    been = [visits[node.name] for node in nodes if node.name in visits]
    current = open_node in {node.name for node in nodes}
    entry = max((visit.entry for visit in been), default=0)
    asks = all(node.gate is not None for node in nodes)
    if current:
        kind = view.asked()
        failed = state == "waiting" and kind is not None and kind.event == "failed"
        detail = _your_turn(view) if asks and state == "waiting" else _calls(been)
        return RoundStep(title, "failed" if failed else state, detail, True, entry)
    if not been:
        return RoundStep(title, "future")
    return RoundStep(title, "finished", _verdict(view) if asks else _came(view, been), entry=entry)


def _your_turn(view: SessionView) -> str:
    return tr("answer") if view.asks("questions") else tr("decide")


def _verdict(view: SessionView) -> str:
    row = view.fold.timeline.rounds.get(view.place_in_sight[0])
    accepted = row.current.accepted if row is not None else None
    return {True: tr("approved"), False: tr("rejected"), None: ""}[accepted]


def _calls(visits: Sequence[Visit]) -> str:
    asked = sum(len(visit.asked) for visit in visits)
    done = sum(len(visit.done) for visit in visits)
    return tr("{n} of {all}", n=done, all=asked) if asked else ""


def _came(view: SessionView, visits: Sequence[Visit]) -> str:
    """Return what came of a stage that is over."""
    number, attempt = view.place_in_sight
    if any(visit.measures for visit in visits):
        row = view.fold.timeline.rounds.get(number)
        figure = row.current.figure if row is not None else None
        if figure is None and not any(visit.asked for visit in visits):
            return tr("not asked")
        return _share(figure)
    if filed := sum(visit.filed for visit in visits):
        return str(filed)
    if any(visit.refined for visit in visits):
        assessed = [
            fact
            for (one, tried, _), fact in view.live_calls.assessed.items()
            if (one, tried) == (number, attempt)
        ]
        revised = sum(fact.status in ("changed", "minor") for fact in assessed)
        if assessed:
            return count(revised, "{n} revised", "{n} revised")
    if max(visit.times for visit in visits) > 1:
        return count(max(visit.times for visit in visits), "{n} time", "{n} times")
    return _calls(visits)


def _share(figure: CriterionMeasured | None) -> str:
    if figure is None or figure.value is None:
        return ""
    return whole_percent(figure.value, figure.threshold)


def _rounds(view: SessionView) -> Iterator[RoundStep]:
    for row in list(view.fold.timeline.rounds.values())[-MOST_ROUNDS:]:
        # The last one may have been stopped on its way: it was never decided.
        state = "finished" if row.current.accepted else "stopped"
        yield RoundStep(round_text(view, row.number), state, _share(row.current.figure), round=row.number)


def _result(view: SessionView, shape: RoundShape) -> Iterator[RoundStep]:
    final = view.final()
    if final is not None and shape.after:
        at = datetime.fromtimestamp(view.record(final.seq).at / 1e6).astimezone()
        yield RoundStep(tr("Final answer"), "finished", f"{at:%H:%M}", entry=final.seq)

"""The picture of a workflow's graph as data: boxes in a column, edges between them. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.engine.graph import END, STOPPED_WITH_RESULT, Graph, NodeInfo
from app.projections.spend import Spend
from app.projections.steps import Steps

FINISHED, STOPPED = "end:finished", "end:stopped"


@dataclass(frozen=True, slots=True)
class Box:
    """A stage, or a single step where all are shown; `nodes` are drawn in it."""

    key: str
    title: str
    nodes: tuple[str, ...]
    row: int
    asks: bool = False
    """Whether a person is asked here."""


@dataclass(frozen=True, slots=True)
class Edge:
    source: str
    target: str


@dataclass(frozen=True, slots=True)
class Shape:
    """Boxes in order, edges, and the box of each node that is drawn."""

    boxes: tuple[Box, ...]
    edges: tuple[Edge, ...]
    box_of: dict[str, str]


@dataclass(frozen=True, slots=True)
class BoxState:
    """What a box says of the run. `seconds` is None where nothing ended there yet."""

    visits: int = 0
    current: bool = False
    state: str = ""
    """The session's, where it stands here."""
    failed: bool = False
    seconds: float | None = None
    cost: float = 0.0
    calls: int = 0
    failures: int = 0
    seq: int = 0
    """The entry of the newest visit, 0 where there was none."""


def shape(graph: Graph, stages: Sequence[str], *, all_steps: bool) -> Shape:
    """Lay out a graph: a box per stage in their order, or one per step.

    Steps of a stage that the workflow does not list are not drawn among stages; arrows pass through them.
    Where a person is asked within a stage, that is a box of its own: the stage itself is over by then.
    """
    if all_steps:
        drawn = [(node.name, node.title, [node]) for node in graph.nodes]
    else:
        drawn = [group for stage in stages for group in _of_stage(graph, stage)]
    boxes = [
        Box(key, title, tuple(node.name for node in nodes), row, all(node.gate is not None for node in nodes))
        for row, (key, title, nodes) in enumerate(group for group in drawn if group[-1])
    ]
    box_of = {name: box.key for box in boxes for name in box.nodes}
    last = len(boxes)
    boxes += [Box(FINISHED, "Finished", (), last), Box(STOPPED, "Stopped", (), last)]
    return Shape(tuple(boxes), _edges(graph, box_of), box_of)


def _of_stage(graph: Graph, stage: str) -> list[tuple[str, str, list[NodeInfo]]]:
    """Return (key, title, nodes) of a stage's box, and of those inside it where a person is asked."""
    nodes = [node for node in graph.nodes if node.stage == stage]
    work = [node for node in nodes if node.gate is None]
    if not work:
        return [(stage, stage, nodes)]
    return [(stage, stage, work), *((n.name, n.title, [n]) for n in nodes if n.gate is not None)]


def _edges(graph: Graph, box_of: dict[str, str]) -> tuple[Edge, ...]:
    edges = (
        Edge(box_of[transition.source], target)
        for transition in graph.transitions
        if transition.source in box_of and not graph.leads_from_everywhere(transition)
        for target in _drawn(graph, box_of, transition.target, set())
    )
    return tuple(dict.fromkeys(edge for edge in edges if edge.source != edge.target))


def _drawn(graph: Graph, box_of: dict[str, str], node: str, seen: set[str]) -> list[str]:
    """Return the boxes reached from a node through such as are not drawn."""
    if node == END:
        return [FINISHED]
    if node in box_of:
        return [box_of[node]]
    if node in seen:
        return []
    seen.add(node)
    targets = [t.target for t in graph.transitions if t.source == node and t.signal != STOPPED_WITH_RESULT]
    return [box for target in targets for box in _drawn(graph, box_of, target, seen)]


def states(shape: Shape, steps: Steps, spend: Spend, node: str, state: str) -> dict[str, BoxState]:
    """Return what each box says; `node` is the open one, `state` the session's."""
    found: dict[str, BoxState] = {}
    over = state in ("finished", "stopped", "failed")
    for box in shape.boxes:
        uses = [steps.nodes[name] for name in box.nodes if name in steps.nodes]
        found[box.key] = BoxState(
            visits=max((use.visits for use in uses), default=0),
            current=node in box.nodes and not over,
            state=state if node in box.nodes else "",
            failed=any(use.failing for use in uses) or (state == "failed" and node in box.nodes),
            seconds=sum(use.busy for use in uses) / 1e6 if uses else None,
            cost=sum(spend.by_node[name].cost for name in box.nodes if name in spend.by_node),
            calls=sum(use.calls for use in uses),
            failures=sum(use.failures for use in uses),
            seq=max((use.last for use in uses), default=0),
        )
    end = FINISHED if state == "finished" else STOPPED if over else ""
    if end:
        found[end] = BoxState(visits=1, current=True, state=state, failed=state == "failed")
    return found


def last_edge(shape: Shape, steps: Steps, state: str) -> Edge | None:
    """Return the arrow the run took last."""
    way: list[str] = []
    for node in steps.way:
        box = shape.box_of.get(node)
        if box is not None and (not way or way[-1] != box):
            way.append(box)
    if state == "finished":
        way.append(FINISHED)
    return Edge(way[-2], way[-1]) if len(way) > 1 else None

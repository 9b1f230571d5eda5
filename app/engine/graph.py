"""The state machine as a frozen table.

Rules:
- A transition is (source, signal, target) and carries no condition: the node chooses the signal.
- A graph is validated when it is built; an error names the node or signal and the fix.
- Where a graph has a result node, building it adds an edge STOPPED_WITH_RESULT there from every
  node that has none, but for the result node itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from app.domain.errors import Bug

END: Final = "end"
STOPPED_WITH_RESULT: Final = "STOPPED_WITH_RESULT"


class GraphError(Bug):
    """A graph that cannot work; the message says the fix."""


@dataclass(frozen=True, slots=True)
class Transition:
    """One arrow of the graph."""

    source: str
    signal: str
    target: str


@dataclass(frozen=True, slots=True)
class NodeInfo:
    """What the picture needs of a node: its stage (Answer, Critique, …, You, End) and its title."""

    name: str
    stage: str
    title: str
    gate: str | None = None
    """The kind of gate a gate node opens."""


@dataclass(frozen=True)
class Graph:
    """A validated state machine; build it with `build_graph`."""

    start: str
    nodes: tuple[NodeInfo, ...]
    transitions: tuple[Transition, ...]
    result_node: str | None
    targets: Mapping[tuple[str, str], str]

    def node(self, name: str) -> NodeInfo:
        """Return a node by name."""
        for node in self.nodes:
            if node.name == name:
                return node
        raise GraphError(f"no node is called {name!r}")

    def leads_from_everywhere(self, transition: Transition) -> bool:
        """Tell whether an arrow is one that every node has: drawn where a person decides, it says enough."""
        return transition.signal == STOPPED_WITH_RESULT and not self.node(transition.source).gate

    def signals(self, node: str) -> tuple[str, ...]:
        """Return the signals a node may leave with."""
        return tuple(t.signal for t in self.transitions if t.source == node)


def build_graph(
    start: str,
    nodes: Iterable[NodeInfo],
    transitions: Iterable[tuple[str, str, str]],
    result_node: str | None = None,
) -> Graph:
    """Build and validate a graph of rows of source, signal and target. Raises GraphError."""
    node_list = tuple(nodes)
    names = [node.name for node in node_list]
    table = [Transition(source, str(signal), target) for source, signal, target in transitions]
    if result_node is not None:
        stoppable = {t.source for t in table if t.signal == STOPPED_WITH_RESULT}
        table += [
            Transition(name, STOPPED_WITH_RESULT, result_node)
            for name in names
            if name != result_node and name not in stoppable
        ]
    graph = Graph(
        start, node_list, tuple(table), result_node, {(t.source, t.signal): t.target for t in table}
    )
    problems = list(_problems(graph, names))
    if problems:
        raise GraphError("; ".join(problems))
    return graph


def _problems(graph: Graph, names: list[str]) -> Iterable[str]:  # noqa: C901  one question a loop
    known = set(names)
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f"node {name!r} is listed twice: keep one"
    if END in known:
        yield f"{END!r} is the end itself: do not list it as a node"
    if graph.start not in known:
        yield f"the start {graph.start!r} is no node: add it to the nodes or start elsewhere"
    if graph.result_node is not None and graph.result_node not in known:
        yield f"the result node {graph.result_node!r} is no node: add it to the nodes"
    pairs = [(t.source, t.signal) for t in graph.transitions]
    for source, signal in sorted({pair for pair in pairs if pairs.count(pair) > 1}):
        yield f"{source!r} leaves twice with {signal}: a signal has one target"
    for t in graph.transitions:
        if t.source not in known:
            yield f"{t.source} --{t.signal}→ {t.target}: {t.source!r} is no node: add it or correct the name"
        if t.target not in known and t.target != END:
            yield f"{t.source} --{t.signal}→ {t.target}: {t.target!r} is no node: add it or correct the name"
    for name in names:
        if not any(t.source == name and t.signal != STOPPED_WITH_RESULT for t in graph.transitions):
            yield f"{name!r} is a dead end: give it a transition, if only to {END!r}"
    reached = _closure({graph.start}, {(t.source, t.target) for t in graph.transitions})
    for name in names:
        if name not in reached:
            yield f"{name!r} is never reached: add a transition to it or remove it"
    ends = _closure({END}, {(t.target, t.source) for t in graph.transitions})
    for name in names:
        if name not in ends:
            yield f"from {name!r} the end is never reached: add a transition that leads there"


def _closure(seeds: set[str], edges: set[tuple[str, str]]) -> set[str]:
    reached = set(seeds)
    while True:
        more = {target for source, target in edges if source in reached} - reached
        if not more:
            return reached
        reached |= more


def advance(graph: Graph, node: str, signal: str) -> str:
    """Return the node that follows, or END. Pure; raises GraphError for a signal the node has not."""
    try:
        return graph.targets[node, signal]
    except KeyError:
        allowed = ", ".join(graph.signals(node)) or "none"
        raise GraphError(f"{node!r} left with {signal}, but its signals are: {allowed}") from None


def mermaid(graph: Graph) -> str:
    """Draw the graph as a Mermaid state diagram; the edges that every node has are drawn once."""
    everywhere = {t for t in graph.transitions if graph.leads_from_everywhere(t)}
    lines = ["stateDiagram-v2", f"    [*] --> {graph.start}"]
    lines += [
        f"    {t.source} --> {'[*]' if t.target == END else t.target}: {t.signal}"
        for t in graph.transitions
        if t not in everywhere
    ]
    if everywhere and graph.result_node:
        lines.append(
            f"    note right of {graph.result_node}: {STOPPED_WITH_RESULT} leads here from every node"
        )
    return "\n".join(lines) + "\n"

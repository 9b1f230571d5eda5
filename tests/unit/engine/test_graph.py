"""The graph table: validated when built, advanced without side effects."""

from __future__ import annotations

import pytest

from app.engine.graph import (
    END,
    STOPPED_WITH_RESULT,
    GraphError,
    NodeInfo,
    advance,
    build_graph,
    mermaid,
)
from app.workflows.registry import Registry

A, B = NodeInfo("a", "Answer", "A"), NodeInfo("b", "Answer", "B")


@pytest.mark.parametrize(
    ("nodes", "table", "message"),
    [
        ([A], [("a", "GO", "nowhere")], "'nowhere' is no node"),
        ([A], [("a", "GO", END), ("x", "GO", "a")], "'x' is no node"),
        ([A, B], [("a", "GO", END), ("b", "GO", END)], "'b' is never reached"),
        ([A, B], [("a", "GO", "b")], "'b' is a dead end"),
        ([A], [("a", "GO", END), ("a", "GO", "a")], "leaves twice with GO"),
        ([A, B], [("a", "GO", "b"), ("b", "GO", "a")], "the end is never reached"),
        ([A, A], [("a", "GO", END)], "listed twice"),
    ],
)
def test_a_graph_that_cannot_work_is_refused_with_the_fix(
    nodes: list[NodeInfo], table: list[tuple[str, str, str]], message: str
) -> None:
    with pytest.raises(GraphError, match=message):
        build_graph("a", nodes, table)


def test_an_unknown_start_or_result_node_is_refused() -> None:
    with pytest.raises(GraphError, match="the start 'x'"):
        build_graph("x", [A], [("a", "GO", END)])
    with pytest.raises(GraphError, match="the result node 'x'"):
        build_graph("a", [A], [("a", "GO", END)], result_node="x")


def test_a_result_node_gets_an_edge_from_every_other_node() -> None:
    graph = build_graph("a", [A, B], [("a", "GO", "b"), ("b", "OK", END)], result_node="b")
    assert advance(graph, "a", STOPPED_WITH_RESULT) == "b"
    with pytest.raises(GraphError, match="its signals are: OK"):
        advance(graph, "b", STOPPED_WITH_RESULT)


def test_every_shipped_graph_draws_all_its_nodes() -> None:
    for plugin in Registry().plugins.values():
        picture = mermaid(plugin.graph)
        assert picture.startswith("stateDiagram-v2")
        assert all(node.name in picture for node in plugin.graph.nodes)


def test_advancing_the_debate_follows_its_table() -> None:
    graph = Registry().plugins["debate"].graph
    assert advance(graph, "approval", "REDO_ROUND") == "round_manager"
    assert advance(graph, "synthesis", "COMPLETE") == END

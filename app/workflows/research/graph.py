"""The state machine of a research (spec, Graph)."""

from __future__ import annotations

from enum import StrEnum

from app.engine.graph import END, STOPPED_WITH_RESULT, NodeInfo, build_graph


class ResearchSignal(StrEnum):
    """What the nodes of a research leave with."""

    SCOPED = "SCOPED"
    CONFIRMED = "CONFIRMED"
    FINDINGS_READY = "FINDINGS_READY"
    INTEGRATED = "INTEGRATED"
    EVALUATED = "EVALUATED"
    DECIDED = "DECIDED"
    CONTINUE = "CONTINUE"
    FINISH = "FINISH"
    GAPS_FOUND = "GAPS_FOUND"
    NO_GAPS = "NO_GAPS"
    NO_GAPS_AGAIN = "NO_GAPS_AGAIN"
    ASSIGNED = "ASSIGNED"
    COMPLETE = "COMPLETE"


_NODES = (
    NodeInfo("scope", "Scope", "Read the brief"),
    NodeInfo("scope_gate", "You", "Confirm the scope", gate="scope"),
    NodeInfo("explore", "Search", "Explore"),
    NodeInfo("integrate", "Check", "Check citations and integrate"),
    NodeInfo("convergence", "Measure", "Test the criteria"),
    NodeInfo("iteration_gate", "You", "Decide", gate="iteration"),
    NodeInfo("gap_analysis", "Gaps", "Find the gaps"),
    NodeInfo("assign", "Gaps", "Choose agents"),
    NodeInfo("refine", "Search", "Close gaps"),
    NodeInfo("report", "Report", "Write the report"),
)

_TABLE: tuple[tuple[str, str, str], ...] = (
    ("scope", ResearchSignal.SCOPED, "scope_gate"),
    ("scope_gate", ResearchSignal.CONFIRMED, "explore"),
    ("explore", ResearchSignal.FINDINGS_READY, "integrate"),
    ("integrate", ResearchSignal.INTEGRATED, "convergence"),
    ("convergence", ResearchSignal.EVALUATED, "iteration_gate"),
    # What a person decided moves the table: it is made anew before they say how it goes on.
    ("iteration_gate", ResearchSignal.DECIDED, "convergence"),
    ("iteration_gate", ResearchSignal.CONTINUE, "gap_analysis"),
    ("iteration_gate", ResearchSignal.FINISH, "report"),
    ("iteration_gate", STOPPED_WITH_RESULT, "report"),
    ("gap_analysis", ResearchSignal.GAPS_FOUND, "assign"),
    ("gap_analysis", ResearchSignal.NO_GAPS, "explore"),
    ("gap_analysis", ResearchSignal.NO_GAPS_AGAIN, "report"),
    ("assign", ResearchSignal.ASSIGNED, "refine"),
    ("refine", ResearchSignal.FINDINGS_READY, "integrate"),
    ("report", ResearchSignal.COMPLETE, END),
)

GRAPH = build_graph(
    "scope",
    _NODES,
    _TABLE,
    result_node="report",
)

"""The debate's state machine (spec, Graph)."""

from __future__ import annotations

from enum import StrEnum

from app.engine.graph import END, STOPPED_WITH_RESULT, NodeInfo, build_graph


class DebateSignal(StrEnum):
    """What a debate's nodes leave with."""

    START = "START"
    QUESTIONS_PENDING = "QUESTIONS_PENDING"
    ANSWERS_SUBMITTED = "ANSWERS_SUBMITTED"
    ALL_CLEAR = "ALL_CLEAR"
    BEGIN_ROUND = "BEGIN_ROUND"
    MAX_ROUNDS_REACHED = "MAX_ROUNDS_REACHED"
    CONTEXTS_READY = "CONTEXTS_READY"
    PROPOSALS_COMPLETE = "PROPOSALS_COMPLETE"
    QUICK_COMPLETE = "QUICK_COMPLETE"
    COMPARED = "COMPARED"
    ATTACK = "ATTACK"
    DEBATE = "DEBATE"
    SINGLE_PASS = "SINGLE_PASS"  # noqa: S105  a signal, no password
    CRITIQUES_COMPLETE = "CRITIQUES_COMPLETE"
    CRITIQUES_REVIEWED = "CRITIQUES_REVIEWED"
    REFINEMENTS_COMPLETE = "REFINEMENTS_COMPLETE"
    EVALUATED = "EVALUATED"
    CONTINUE = "CONTINUE"
    REDO_ROUND = "REDO_ROUND"
    CONSENSUS_REACHED = "CONSENSUS_REACHED"
    COMPLETE = "COMPLETE"


_NODES = (
    NodeInfo("initialization", "Start", "Open the session"),
    NodeInfo("clarification", "Questions", "Collect questions"),
    NodeInfo("clarification_input", "You", "Answer questions", gate="clarification"),
    NodeInfo("round_manager", "Start", "Open the round"),
    NodeInfo("summarization", "Answer", "Prepare contexts"),
    NodeInfo("proposal", "Answer", "Answer"),
    NodeInfo("comparison", "Judge", "Compare the answers"),
    NodeInfo("ladder", "You", "Decide how to go on", gate="ladder"),
    NodeInfo("critique", "Critique", "Criticise each other"),
    NodeInfo("critique_review", "Critique", "Review critiques", gate="critique_review"),
    NodeInfo("refinement", "Refine", "Refine"),
    NodeInfo("evaluation", "Judge", "Measure and judge"),
    NodeInfo("approval", "You", "Decide", gate="approval"),
    NodeInfo("synthesis", "Result", "Write the final answer"),
)

_TABLE: tuple[tuple[str, str, str], ...] = (
    ("initialization", DebateSignal.START, "clarification"),
    ("clarification", DebateSignal.QUESTIONS_PENDING, "clarification_input"),
    ("clarification", DebateSignal.ALL_CLEAR, "round_manager"),
    ("clarification_input", DebateSignal.ANSWERS_SUBMITTED, "clarification"),
    ("round_manager", DebateSignal.BEGIN_ROUND, "summarization"),
    ("round_manager", DebateSignal.MAX_ROUNDS_REACHED, "synthesis"),
    ("summarization", DebateSignal.CONTEXTS_READY, "proposal"),
    ("proposal", DebateSignal.PROPOSALS_COMPLETE, "critique"),
    ("proposal", DebateSignal.SINGLE_PASS, "approval"),
    ("proposal", DebateSignal.QUICK_COMPLETE, "comparison"),
    ("comparison", DebateSignal.COMPARED, "ladder"),
    ("ladder", DebateSignal.ATTACK, "critique"),
    ("ladder", DebateSignal.DEBATE, "proposal"),
    ("ladder", DebateSignal.CONSENSUS_REACHED, "synthesis"),
    ("critique", DebateSignal.CRITIQUES_COMPLETE, "critique_review"),
    ("critique_review", DebateSignal.CRITIQUES_REVIEWED, "refinement"),
    ("refinement", DebateSignal.REFINEMENTS_COMPLETE, "evaluation"),
    ("evaluation", DebateSignal.EVALUATED, "approval"),
    ("approval", DebateSignal.CONTINUE, "round_manager"),
    ("approval", DebateSignal.REDO_ROUND, "round_manager"),
    ("approval", DebateSignal.CONSENSUS_REACHED, "synthesis"),
    ("approval", DebateSignal.MAX_ROUNDS_REACHED, "synthesis"),
    ("approval", STOPPED_WITH_RESULT, "synthesis"),
    ("synthesis", DebateSignal.COMPLETE, END),
)

GRAPH = build_graph(
    "initialization",
    _NODES,
    _TABLE,
    result_node="synthesis",
)

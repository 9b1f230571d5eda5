"""The debate's state machine as data."""

from __future__ import annotations

from enum import StrEnum

from app.engine.graph import END, NodeInfo, Transition, build_graph


class Signal(StrEnum):
    """What the nodes leave with."""

    START = "START"
    QUESTIONS_PENDING = "QUESTIONS_PENDING"
    ALL_CLEAR = "ALL_CLEAR"
    ANSWERS_SUBMITTED = "ANSWERS_SUBMITTED"
    BEGIN_ROUND = "BEGIN_ROUND"
    MAX_ROUNDS_REACHED = "MAX_ROUNDS_REACHED"
    CONTEXTS_READY = "CONTEXTS_READY"
    PROPOSALS_COMPLETE = "PROPOSALS_COMPLETE"
    SINGLE_PASS = "SINGLE_PASS"
    CRITIQUES_COMPLETE = "CRITIQUES_COMPLETE"
    CRITIQUES_REVIEWED = "CRITIQUES_REVIEWED"
    REFINEMENTS_COMPLETE = "REFINEMENTS_COMPLETE"
    EVALUATED = "EVALUATED"
    CONTINUE = "CONTINUE"
    REDO_ROUND = "REDO_ROUND"
    CONSENSUS_REACHED = "CONSENSUS_REACHED"
    STOPPED_WITH_RESULT = "STOPPED_WITH_RESULT"
    COMPLETE = "COMPLETE"


NODES = (
    NodeInfo("initialization", "Answer", "Begin"),
    NodeInfo("clarification", "Answer", "Clarify"),
    NodeInfo("clarification_input", "You", "Your answers", gate="clarification"),
    NodeInfo("round_manager", "Answer", "Open the round"),
    NodeInfo("summarization", "Answer", "Prepare the members"),
    NodeInfo("proposal", "Answer", "Answer"),
    NodeInfo("critique", "Critique", "Critique"),
    NodeInfo("critique_review", "You", "Sort the critiques", gate="critique_review"),
    NodeInfo("refinement", "Refine", "Refine"),
    NodeInfo("evaluation", "Judge", "Judge"),
    NodeInfo("approval", "You", "Your decision", gate="approval"),
    NodeInfo("synthesis", "End", "Final answer"),
)

S = Signal
GRAPH = build_graph(
    "initialization",
    NODES,
    (
        Transition("initialization", S.START, "clarification"),
        Transition("clarification", S.QUESTIONS_PENDING, "clarification_input"),
        Transition("clarification", S.ALL_CLEAR, "round_manager"),
        Transition("clarification_input", S.ANSWERS_SUBMITTED, "clarification"),
        Transition("round_manager", S.BEGIN_ROUND, "summarization"),
        Transition("round_manager", S.MAX_ROUNDS_REACHED, "synthesis"),
        Transition("summarization", S.CONTEXTS_READY, "proposal"),
        Transition("proposal", S.PROPOSALS_COMPLETE, "critique"),
        Transition("proposal", S.SINGLE_PASS, "approval"),
        Transition("critique", S.CRITIQUES_COMPLETE, "critique_review"),
        Transition("critique_review", S.CRITIQUES_REVIEWED, "refinement"),
        Transition("refinement", S.REFINEMENTS_COMPLETE, "evaluation"),
        Transition("evaluation", S.EVALUATED, "approval"),
        Transition("approval", S.CONTINUE, "round_manager"),
        Transition("approval", S.REDO_ROUND, "round_manager"),
        Transition("approval", S.CONSENSUS_REACHED, "synthesis"),
        Transition("approval", S.MAX_ROUNDS_REACHED, "synthesis"),
        Transition("approval", S.STOPPED_WITH_RESULT, "synthesis"),
        Transition("synthesis", S.COMPLETE, END),
    ),
    result_node="synthesis",
)

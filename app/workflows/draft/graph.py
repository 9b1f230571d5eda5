"""The draft's state machine (spec, Graph). `open_project` reads the folder before anybody is asked."""

from __future__ import annotations

from enum import StrEnum

from app.engine.graph import END, NodeInfo, build_graph


class DraftSignal(StrEnum):
    """What a draft's nodes leave with."""

    OPENED = "OPENED"
    NESTED = "NESTED"
    AGREED = "AGREED"
    SET = "SET"
    GENERATE = "GENERATE"
    FEEDBACK = "FEEDBACK"
    UNDO = "UNDO"
    EDITED = "EDITED"
    READ = "READ"
    CLOSE = "CLOSE"
    NONE = "NONE"
    AFFECTED = "AFFECTED"
    CULL = "CULL"
    KEEP = "KEEP"
    CANCEL = "CANCEL"
    TOO_LONG = "TOO_LONG"
    CONDENSE = "CONDENSE"
    CONDENSED = "CONDENSED"
    PLANNED = "PLANNED"
    SKIPPED = "SKIPPED"
    APPROVED = "APPROVED"
    GENERATED = "GENERATED"
    UNCHANGED = "UNCHANGED"
    CUT = "CUT"
    GO_ON = "GO_ON"
    NEEDS_REVISION = "NEEDS_REVISION"
    RETRY = "RETRY"
    ACCEPT_ANYWAY = "ACCEPT_ANYWAY"
    CHOOSE = "CHOOSE"
    PICKED = "PICKED"
    NONE_FIT = "NONE_FIT"
    SUMMARISED = "SUMMARISED"
    ACCEPTED = "ACCEPTED"
    REJECTED = "REJECTED"
    MOVED = "MOVED"
    CONFLICT = "CONFLICT"
    DONE = "DONE"


_NODES = (
    NodeInfo("open_project", "Read", "Read the folder"),
    NodeInfo("place_gate", "You", "Agree to the place", gate="draft_place"),
    NodeInfo("await_feedback", "You", "Say what should change", gate="draft_feedback"),
    NodeInfo("downstream_check", "Read", "Look what stands below"),
    NodeInfo("downstream_gate", "You", "Decide what becomes of it", gate="draft_downstream"),
    NodeInfo("history_check", "Read", "Look whether the history fits"),
    NodeInfo("history_gate", "You", "Decide about a long history", gate="draft_history"),
    NodeInfo("condense", "Read", "Sum up the oldest requests"),
    NodeInfo("plan", "Write", "Plan the change"),
    NodeInfo("plan_gate", "You", "Approve the plan", gate="draft_plan"),
    NodeInfo("generate", "Write", "Write the level"),
    NodeInfo("cut_gate", "You", "Go on writing", gate="draft_cut"),
    NodeInfo("judge", "Judge", "Judge it"),
    NodeInfo("judge_gate", "You", "Send it back or accept it", gate="draft_judge"),
    NodeInfo("pick", "You", "Take one of several", gate="draft_pick"),
    NodeInfo("semantic_diff", "Changes", "Explain what changed"),
    NodeInfo("acceptance", "You", "Accept or reject", gate="draft_acceptance"),
    NodeInfo("finalize", "Save", "Write and commit"),
    NodeInfo("undo_gate", "You", "Agree to take it back", gate="draft_undo"),
    NodeInfo("undo", "Save", "Take an iteration back"),
)

_S = DraftSignal
_TABLE: tuple[tuple[str, str, str], ...] = (
    ("open_project", _S.OPENED, "await_feedback"),
    ("open_project", _S.NESTED, "place_gate"),
    ("place_gate", _S.AGREED, "await_feedback"),
    ("place_gate", _S.CANCEL, END),
    ("await_feedback", _S.SET, "await_feedback"),
    ("await_feedback", _S.GENERATE, "downstream_check"),
    ("await_feedback", _S.FEEDBACK, "downstream_check"),
    ("await_feedback", _S.UNDO, "undo_gate"),
    ("await_feedback", _S.EDITED, "semantic_diff"),
    ("await_feedback", _S.READ, "open_project"),
    ("await_feedback", _S.CLOSE, END),
    ("downstream_check", _S.NONE, "history_check"),
    ("downstream_check", _S.AFFECTED, "downstream_gate"),
    ("downstream_gate", _S.CULL, "history_check"),
    ("downstream_gate", _S.KEEP, "history_check"),
    ("downstream_gate", _S.CANCEL, "await_feedback"),
    ("history_check", _S.NONE, "plan"),
    ("history_check", _S.TOO_LONG, "history_gate"),
    ("history_gate", _S.CONDENSE, "condense"),
    ("history_gate", _S.KEEP, "plan"),
    ("history_gate", _S.CANCEL, "await_feedback"),
    ("condense", _S.CONDENSED, "plan"),
    ("plan", _S.PLANNED, "plan_gate"),
    ("plan", _S.SKIPPED, "generate"),
    ("plan_gate", _S.APPROVED, "generate"),
    ("plan_gate", _S.CANCEL, "await_feedback"),
    ("generate", _S.GENERATED, "judge"),
    ("generate", _S.CUT, "cut_gate"),
    ("generate", _S.UNCHANGED, "await_feedback"),
    ("cut_gate", _S.GO_ON, "generate"),
    ("cut_gate", _S.CANCEL, "await_feedback"),
    ("judge", _S.APPROVED, "pick"),
    ("judge", _S.NEEDS_REVISION, "judge_gate"),
    ("judge_gate", _S.RETRY, "generate"),
    ("judge_gate", _S.ACCEPT_ANYWAY, "semantic_diff"),
    ("judge_gate", _S.CHOOSE, "pick"),
    ("judge_gate", _S.CANCEL, "await_feedback"),
    ("pick", _S.PICKED, "semantic_diff"),
    ("pick", _S.NONE_FIT, "judge_gate"),
    ("pick", _S.SET, "pick"),
    ("semantic_diff", _S.SUMMARISED, "acceptance"),
    ("acceptance", _S.ACCEPTED, "finalize"),
    ("acceptance", _S.EDITED, "acceptance"),
    ("acceptance", _S.REJECTED, "await_feedback"),
    ("finalize", _S.DONE, "await_feedback"),
    ("finalize", _S.MOVED, "acceptance"),
    ("undo_gate", _S.UNDO, "undo"),
    ("undo_gate", _S.CANCEL, "await_feedback"),
    ("undo", _S.DONE, "await_feedback"),
    ("undo", _S.CONFLICT, "acceptance"),
)

GRAPH = build_graph("open_project", _NODES, _TABLE)

"""The experiment's state machine (spec, Graph)."""

from __future__ import annotations

from enum import StrEnum

from app.domain.i18n import QT_TRANSLATE_NOOP
from app.engine.graph import END, NodeInfo, Transition, build_graph


class ExperimentSignal(StrEnum):
    """What an experiment's nodes leave with."""

    STATE_LOADED = "STATE_LOADED"
    PROMPT_READY = "PROMPT_READY"
    TOOL_CALL = "TOOL_CALL"
    FINAL_REFLECTION = "FINAL_REFLECTION"
    TOOL_DONE = "TOOL_DONE"
    OPERATOR_ASKED = "OPERATOR_ASKED"
    CAP_REACHED = "CAP_REACHED"
    REPLIED = "REPLIED"
    TIMED_OUT = "TIMED_OUT"
    CYCLE_DONE = "CYCLE_DONE"
    CONTINUE = "CONTINUE"
    REDO = "REDO"
    DONE = "DONE"


_NODES = (
    NodeInfo("load_state", "Start", QT_TRANSLATE_NOOP("ui", "Open the cycle")),
    NodeInfo("assemble_prompt", "Start", QT_TRANSLATE_NOOP("ui", "Assemble the prompt")),
    NodeInfo("invoke_model", "Think", QT_TRANSLATE_NOOP("ui", "Ask the model")),
    NodeInfo("dispatch_tool", "Tools", QT_TRANSLATE_NOOP("ui", "Run its tools")),
    NodeInfo("operator_reply", "You", QT_TRANSLATE_NOOP("ui", "Answer the agent"), gate="operator"),
    NodeInfo("finalize_cycle", "Reflect", QT_TRANSLATE_NOOP("ui", "Record the reflection")),
    NodeInfo("cycle_gate", "You", QT_TRANSLATE_NOOP("ui", "Decide"), gate="cycle"),
)

_TABLE: tuple[tuple[str, str, str], ...] = (
    ("load_state", ExperimentSignal.STATE_LOADED, "assemble_prompt"),
    ("assemble_prompt", ExperimentSignal.PROMPT_READY, "invoke_model"),
    ("invoke_model", ExperimentSignal.TOOL_CALL, "dispatch_tool"),
    ("invoke_model", ExperimentSignal.FINAL_REFLECTION, "finalize_cycle"),
    ("dispatch_tool", ExperimentSignal.TOOL_DONE, "invoke_model"),
    ("dispatch_tool", ExperimentSignal.OPERATOR_ASKED, "operator_reply"),
    ("dispatch_tool", ExperimentSignal.CAP_REACHED, "finalize_cycle"),
    ("operator_reply", ExperimentSignal.REPLIED, "dispatch_tool"),
    ("operator_reply", ExperimentSignal.TIMED_OUT, "dispatch_tool"),
    ("finalize_cycle", ExperimentSignal.CYCLE_DONE, "cycle_gate"),
    ("cycle_gate", ExperimentSignal.CONTINUE, "load_state"),
    ("cycle_gate", ExperimentSignal.REDO, "load_state"),
    ("cycle_gate", ExperimentSignal.DONE, END),
)

GRAPH = build_graph(
    "load_state", _NODES, (Transition(source, str(signal), target) for source, signal, target in _TABLE)
)

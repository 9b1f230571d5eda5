"""The experiment's state machine (spec, Graph)."""

from __future__ import annotations

from enum import StrEnum

from app.domain.i18n import QT_TRANSLATE_NOOP
from app.engine.graph import END, NodeInfo, Transition, build_graph


class Signal(StrEnum):
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
    ("load_state", Signal.STATE_LOADED, "assemble_prompt"),
    ("assemble_prompt", Signal.PROMPT_READY, "invoke_model"),
    ("invoke_model", Signal.TOOL_CALL, "dispatch_tool"),
    ("invoke_model", Signal.FINAL_REFLECTION, "finalize_cycle"),
    ("dispatch_tool", Signal.TOOL_DONE, "invoke_model"),
    ("dispatch_tool", Signal.OPERATOR_ASKED, "operator_reply"),
    ("dispatch_tool", Signal.CAP_REACHED, "finalize_cycle"),
    ("operator_reply", Signal.REPLIED, "dispatch_tool"),
    ("operator_reply", Signal.TIMED_OUT, "dispatch_tool"),
    ("finalize_cycle", Signal.CYCLE_DONE, "cycle_gate"),
    ("cycle_gate", Signal.CONTINUE, "load_state"),
    ("cycle_gate", Signal.REDO, "load_state"),
    ("cycle_gate", Signal.DONE, END),
)

GRAPH = build_graph(
    "load_state", _NODES, (Transition(source, str(signal), target) for source, signal, target in _TABLE)
)

"""What can happen in an experiment: its state machine (spec, Graph), and the data and rules of its gates.

`gates.toml` describes the gates (cli.md, Gates).
"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

from pydantic import Field

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact
from app.domain.facts import LimitChanged
from app.domain.gate_files import read_gates
from app.domain.gates import GateData
from app.domain.i18n import words
from app.domain.payload import Payload, number_of
from app.engine.graph import END, NodeInfo, build_graph
from app.workflows.common.rounds import guidance
from app.workflows.common.setups import required


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
    NodeInfo("load_state", "Start", "Open the cycle"),
    NodeInfo("assemble_prompt", "Start", "Assemble the prompt"),
    NodeInfo("invoke_model", "Think", "Ask the model"),
    NodeInfo("dispatch_tool", "Tools", "Run its tools"),
    NodeInfo("operator_reply", "You", "Answer the agent", gate="operator"),
    NodeInfo("finalize_cycle", "Reflect", "Record the reflection"),
    NodeInfo("cycle_gate", "You", "Decide", gate="cycle"),
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

GRAPH = build_graph("load_state", _NODES, _TABLE)


# --- the gates --------------------------------------------------------------------------------------


class Note(GateData):
    """Words for the next prompt."""

    note: str = Field(default="", title="Note for the next prompt")


class OperatorAnswer(GateData):
    """What the operator answers."""

    text: Annotated[str, required(words("write an answer"), bare=False)] = Field(title="Your answer")


def _cycle_events(payload: Payload, verb: str, data: GateData) -> tuple[Fact, ...]:
    facts: list[Fact] = []
    cycle = number_of(payload, "cycle")
    if verb == "continue" and cycle >= number_of(payload, "cycle_count"):
        facts.append(LimitChanged(limit="rounds", value=cycle + 1))
    if verb == "continue" and isinstance(data, Note):
        facts += guidance(data.note)
    return tuple(facts)


def _percent(share: JsonValue) -> object:
    return round(100 * share) if isinstance(share, int | float) else share


GATES = read_gates(Path(__file__).with_name("gates.toml"), globals(), {"similarity": _percent})

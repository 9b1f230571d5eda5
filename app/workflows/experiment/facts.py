"""Facts that only an experiment needs."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact, facts_in
from app.domain.frozen import Frozen
from app.domain.messages import ToolCall

AdviceLevel = Literal["", "mild", "strong"]


class Metrics(Frozen):
    """Figures of one cycle; sizes in characters."""

    memory_ops_total: int = 0
    messages_to_operator: int = 0
    response_chars: int = 0
    memory_write_chars: int = 0


class PromptAssembled(Fact):
    """The cycle's instructions were added to the history, and what stands before them in a request.

    A request is the system text, then the history from the message `start` on (0 is its system message).
    """

    type: Literal["prompt_assembled"] = "prompt_assembled"
    system: str
    start: int
    instructions: str


class PromptShortened(Fact):
    """In the middle of a cycle the history no longer fitted: another system text and beginning."""

    type: Literal["prompt_shortened"] = "prompt_shortened"
    system: str
    start: int


class CyclesSummarised(Fact):
    """The history before the message `upto` was summarised; it stays in the history itself."""

    type: Literal["cycles_summarised"] = "cycles_summarised"
    text: str
    upto: int


class ModelAnswered(Fact):
    """The model answered with tool calls, their ids made by us: providers repeat theirs."""

    type: Literal["model_answered"] = "model_answered"
    text: str
    tool_calls: tuple[ToolCall, ...]


class ToolCalled(Fact):
    """A tool call has its result. `ran` False: it was not run, and `output` says why."""

    type: Literal["tool_called"] = "tool_called"
    call: str
    tool_name: str
    parameters: JsonValue = None
    """As they were understood; the model's own text where they could not be."""
    output: str
    ok: bool = True
    ran: bool = True
    changed: dict[str, str | None] = Field(default_factory=dict)
    """What it did to the memory: the new text by key, None for a key that is gone."""


class ReflectionsEmbedded(Fact):
    """The embedding model answered: reflections are asked for once, and compared with for many cycles."""

    type: Literal["reflections_embedded"] = "reflections_embedded"
    cycles: tuple[int, ...]
    """Whose reflections the vectors of the newest answered embedding are of, in order."""


class CycleEnded(Fact):
    """A cycle is over: its reflection (empty where there was none) and its figures."""

    type: Literal["cycle_ended"] = "cycle_ended"
    final_reflection: str
    metrics: Metrics
    cap_reached: bool = False
    similarity: float | None = None
    """Highest similarity to an earlier reflection, 0 to 1; None where there is none to compare with."""
    similar_to: int | None = None
    """The cycle of that reflection."""
    advice: AdviceLevel = ""
    embedding_model: str = ""
    """The model that was to compare; empty: the words themselves were."""
    embedding_problem: str = ""
    """Why it could not; the words themselves were compared then."""


EXPERIMENT_FACTS = facts_in(__name__)

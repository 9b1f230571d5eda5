"""What an experiment is started with; the form and `--set` are derived from these fields."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field, field_validator

from app.domain.i18n import words
from app.workflows.common.embedding_models import EmbeddingModel
from app.workflows.common.prose import STOP
from app.workflows.common.setups import (
    Limits,
    TeamModel,
    ToolServerNames,
    required,
    tool_servers_field,
    window_limit,
)

_RUN_ID = re.compile(r"[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?")
"""A slug that is a file name on every system."""
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?")
_LATIN = re.compile(r"[a-z0-9]{2,}")
_NUMBER = re.compile(r"-(\d{1,5})$")
CarryOver = Literal["full", "reflections", "summary"]


def is_slug(run_id: str) -> bool:
    """Tell whether a run's name is safe as the name of a file and a folder."""
    return bool(_RUN_ID.fullmatch(run_id)) and ".." not in run_id and not _RESERVED.fullmatch(run_id)


def suggested_run_id(values: Mapping[str, object]) -> str:
    """Return a name for a run: the next number of the one it has, else some words of the prompt."""
    name = str(values.get("run_id") or "").strip()
    if is_slug(name):
        found = _NUMBER.search(name)
        stem, number = (name[: found.start()], int(found[1])) if found else (name, 1)
        # Room is left for the number: a name has 64 characters at most.
        return f"{stem[:57]}-{number + 1}"
    prompt = str(values.get("prompt") or "")
    key_words = [word for word in _LATIN.findall(prompt.lower()) if word not in STOP]
    slug = "-".join(key_words[:4])[:40].strip("-")
    return slug if is_slug(slug) else "run-1" if prompt.strip() else ""


class ExperimentSetup(Limits):
    """The setup of an experiment (spec, Setup)."""

    run_id: str = Field(
        title="Run name",
        description="Small letters, digits, - _ and . ; names the log. One that exists is appended to.",
    )
    prompt: Annotated[str, required(words("write what the agent should do"))] = Field(
        title="Starting prompt", description="Its task, and what it should note for the next cycle."
    )
    cycle_count: int = Field(
        default=10, ge=1, le=10_000, title="Cycles", description="How many cycles; you may add more later."
    )
    gate_policy: Literal["every_cycle", "every_n", "never_ask"] = Field(
        default="every_cycle", title="Ask me", description="When a finished cycle waits for your decision."
    )
    model: TeamModel = Field(
        default="",
        title="Model",
        description="Empty: the model of the team's first member. It never changes.",
    )
    tools: bool = Field(
        default=True, title="Tools", description="A memory of its own, and messages to you, the operator."
    )
    tool_servers: ToolServerNames = tool_servers_field()
    carry_over: CarryOver = Field(
        default="full",
        title="Carry over",
        description="What the next cycle is given: all messages, the newest reflections, or a summary.",
    )
    every_n: int = Field(
        default=5,
        ge=1,
        le=10_000,
        title="Every n cycles",
        description="Where it asks every n cycles: how many lie between.",
    )
    tool_cap: int = Field(
        default=50,
        ge=1,
        le=1000,
        title="Tool calls per cycle",
        description="Reaching it ends the cycle with what there is.",
    )
    reflections_window: int = Field(
        default=50,
        ge=0,
        le=10_000,
        title="Reflections carried",
        description="Where reflections are carried over: how many of the newest; 0: all.",
    )
    summary_threshold: int = Field(
        default=8000,
        ge=200,
        title="Summarise above",
        description="Where a summary is carried over: from so many tokens of history on.",
    )
    operator_timeout: float | None = Field(
        default=None,
        ge=0.01,
        le=100_000,
        title="Operator timeout",
        description="Minutes the agent waits for your answer. Empty: as long as it takes.",
    )
    embedding_model: EmbeddingModel = Field(
        default="",
        title="Embedding model",
        description="Compares reflections, as openai/text-embedding-3-small. Empty: their words do.",
    )
    temperature: float = Field(
        default=0.6, ge=0, le=2, title="Temperature", description="How freely it writes."
    )
    top_p: float = Field(
        default=0.9, gt=0, le=1, title="Top p", description="Share of likely words it chooses from."
    )
    seed: int | None = Field(
        default=None, ge=0, title="Seed", description="For models that take one. Empty: none is sent."
    )
    context_length: int | None = window_limit(later=False)
    max_output_tokens: int = Field(
        default=4000, ge=16, le=64_000, title="Longest answer", description="Tokens one call may return."
    )
    run_folder: str | None = Field(
        default=None,
        title="Log folder",
        description="Another folder for this run's log, on this machine. Empty: in the data folder.",
    )

    @field_validator("run_id")
    @classmethod
    def _run_id_is_a_slug(cls, run_id: str) -> str:
        found = run_id.strip()
        if not is_slug(found):
            raise ValueError(words("write 1 to 64 small letters, digits, - _ or . as in “tide-pools-1”"))
        return found

    @field_validator("run_folder")
    @classmethod
    def _blank_folder_is_none(cls, folder: str | None) -> str | None:
        return folder.strip() or None if folder else None

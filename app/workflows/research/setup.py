"""What a research is started with; the form and `--set` are derived from these fields."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, field_validator

from app.domain.i18n import words
from app.engine.folders import SourceRules
from app.workflows.common.embedding_models import EmbeddingModel
from app.workflows.common.setups import (
    FilledLines,
    Limits,
    TeamModel,
    ToolServerNames,
    required,
    tool_servers_field,
)
from app.workflows.research.rules import again
from app.workflows.research.rules.evidence import table_of

_GatePolicy = Literal["every_iteration", "at_the_end", "never_ask"]


class ResearchSetup(Limits):
    """The setup of a research (spec, Setup)."""

    folder: Annotated[str, required(words("choose the folder to study"))] = Field(
        title="Folder", description="The documents or the code to study; it is only read."
    )
    brief: Annotated[str, required(words("write what you want to know"))] = Field(
        title="Brief", description="What you want to know, with the questions that matter."
    )
    max_iterations: int = Field(
        default=4, ge=1, le=10, title="Iterations at most", description="You may add more later."
    )
    gate_policy: _GatePolicy = Field(
        default="every_iteration", title="Ask me", description="When an iteration waits for your decision."
    )
    min_coverage_threshold: float = Field(
        default=0.70,
        ge=0,
        le=1,
        title="Coverage needed",
        description="Share of the relevant files that must be analysed.",
    )
    min_confidence_threshold: float = Field(
        default=0.80,
        ge=0,
        le=1,
        title="Confidence needed",
        description="Mean of the critical and important findings.",
    )
    max_unresolved_conflicts: int = Field(
        default=2,
        ge=0,
        le=100,
        title="Open conflicts allowed",
        description="Contradictions between findings that matter, looked at or not.",
    )
    max_agents_per_iteration: int = Field(
        default=3, ge=1, le=8, title="Agents at once", description="How many work in one iteration."
    )
    early_exit: bool = Field(
        default=True,
        title="Conclude early",
        description="Ends before the last iteration where coverage and confidence are high.",
    )
    early_coverage: float = Field(
        default=0.85, ge=0, le=1, title="Coverage to conclude early", description="Share of the files."
    )
    early_confidence: float = Field(
        default=0.90, ge=0, le=1, title="Confidence to conclude early", description="Mean of the findings."
    )
    fast_model: TeamModel = Field(
        default="",
        title="Model that explores",
        description="For exploring, citations and patterns. Empty: the team's members in turn.",
    )
    deep_model: TeamModel = Field(
        default="",
        title="Model that verifies",
        description="For verification, security and performance. Empty: the chair's model.",
    )
    lead_model: TeamModel = Field(
        default="",
        title="Lead model",
        description="Plans, judges and reports. Empty: the chair's model, and the judge's where it judges.",
    )
    embedding_model: EmbeddingModel = Field(
        default="",
        title="Embedding model",
        description="Finds alike findings, as openai/text-embedding-3-small. Empty: their words do.",
    )
    left_out: FilledLines = Field(
        default=(),
        title="Leave out",
        description="Files that no model is shown, one pattern per line, as in a .gitignore.",
    )
    allowed: FilledLines = Field(
        default=(),
        title="Allow all the same",
        description="Files left out by themselves (keys, hidden ones) that may be read, one path per line.",
    )
    tool_servers: ToolServerNames = tool_servers_field()
    tool_cap: int = Field(
        default=40, ge=1, le=500, title="Tool calls per agent", description="Then it must give its answer."
    )
    agent_timeout: float = Field(
        default=300,
        ge=1,
        le=36_000,
        title="Time of an agent (s)",
        description="Seconds an agent has in all; the last quarter is for its answer.",
    )
    confidence_table: FilledLines = Field(
        default=(),
        title="Confidence table",
        description="Changes to the table, one per line, such as “verified = 0.7”. Empty: as it stands.",
    )
    earlier: str = Field(
        default="",
        title="Earlier findings",
        description="The findings export of an earlier research; each citation is checked anew.",
    )

    @field_validator("earlier")
    @classmethod
    def _earlier_can_be_read(cls, earlier: str) -> str:
        if earlier.strip():
            again.read(earlier)
        return earlier.strip()

    @field_validator("confidence_table")
    @classmethod
    def _table_is_sound(cls, lines: tuple[str, ...]) -> tuple[str, ...]:
        table_of(lines)
        return lines

    def rules(self, left_out: tuple[str, ...]) -> SourceRules:
        """Return which files may be read; `left_out`: patterns that were added since."""
        return SourceRules(frozenset(self.allowed), (*self.left_out, *left_out))

"""What a draft is started with; the form and `--set` are derived from these fields."""

from __future__ import annotations

from pathlib import PurePath
from typing import Annotated, Literal, cast, get_args

from pydantic import Field, ValidationInfo, field_validator

from app.domain.i18n import words
from app.workflows.common.setups import Limits, TeamModel, required, time_limit
from app.workflows.draft.asked import Strictness

_TemplateName = Literal["", "novel", "report", "document"]
ALONE: _TemplateName = "document"
"""The template of one file alone."""
TEXTS = (".md", ".markdown", ".txt", ".rst", ".tex", ".adoc", ".asciidoc", ".org")
"""Endings of files that a single document may have."""
NO_TEXTS = (".docx", ".doc", ".odt", ".rtf", ".pdf", ".html", ".htm")
"""Endings of files that somebody may name and that a draft cannot write: no folder is meant by them."""


class DraftSetup(Limits):
    """The setup of a draft (spec, Setup)."""

    project: Annotated[str, required(words("name the folder of the text"), bare=False)] = Field(
        title="Folder", description="The folder of the text. Nothing in it changes before you accept."
    )
    template: _TemplateName = Field(
        default="",
        title="Kind of text",
        description="Which levels it is written in. Empty: what the folder says; a novel where it is empty.",
    )
    file: str = Field(
        default="",
        title="Only this file",
        description="The name of one file of the folder: the others are left alone. Empty: the whole folder.",
    )
    brief: str = Field(
        default="",
        title="What it is to be",
        description="What you want written, in your own words. The writer is told it each time.",
    )
    writers: int = Field(
        default=1,
        ge=1,
        le=3,
        title="Writers",
        description="How many members of the team write each change, at once; you take one of their texts.",
    )
    judges: int = Field(
        default=1,
        ge=1,
        le=3,
        title="Judges",
        description="How many look whether it was done as asked; the majority decides.",
    )
    plan_first: bool = Field(
        default=False,
        title="Plan first",
        description="Before anything is written you read and approve what is going to change.",
    )
    strictness: Strictness = Field(
        default="normal", title="The judge is", description="How much the judge lets pass."
    )
    strictness_of: str = Field(
        default="",
        title="The judge is, by level",
        description="For single levels, as “prose: strict, premise: lenient”. Empty: the same in all.",
    )
    pause_after_files: bool = Field(
        default=False,
        title="Pause after every file",
        description="A level written file by file stops behind each, until you go on.",
    )
    judge_model: TeamModel = Field(
        default="",
        title="Judge's model",
        description="Empty: a model of the team that does not write.",
    )
    explain_model: TeamModel = Field(
        default="",
        title="Model that explains",
        description="Says what changed. Empty: the chair's.",
    )
    temperature: float | None = Field(
        default=None, ge=0, le=2, title="Writers' temperature", description="Empty: that of each member."
    )
    judge_temperature: float = Field(
        default=0.1, ge=0, le=2, title="Judges' temperature", description="Low: the same text, the same word."
    )
    explain_temperature: float = Field(
        default=0.3, ge=0, le=2, title="Temperature of explaining", description="Of who says what changed."
    )
    max_output_tokens: int = Field(
        default=8000,
        ge=256,
        le=128_000,
        title="Longest answer",
        description="Tokens one call may return. A level that is longer is written file by file.",
    )
    cost_limit: float | None = Field(
        default=3.0, ge=0, title="Cost limit", description="Dollars; reaching it asks you. Empty: no limit."
    )
    call_timeout: float | None = time_limit(was=300.0)

    @field_validator("strictness_of")
    @classmethod
    def _levels_are_named_with_a_strictness(cls, text: str) -> str:
        for part in filter(str.strip, text.split(",")):
            level, _, how = part.partition(":")
            if not level.strip() or how.strip() not in get_args(Strictness):
                raise ValueError(words("write levels as in “prose: strict, premise: lenient”"))
        return text.strip()

    def strictness_in(self, level: str) -> Strictness:
        """Return how much the judge lets pass in a level."""
        for part in self.strictness_of.split(","):
            name, _, how = part.partition(":")
            if name.strip().casefold() == level.casefold():
                return cast("Strictness", how.strip())
        return self.strictness

    @field_validator("file")
    @classmethod
    def _file_is_a_text_of_the_folder(cls, file: str, info: ValidationInfo) -> str:
        name = file.strip()
        if not name:
            return ""
        if info.data.get("template") not in ("", ALONE, None):
            raise ValueError(words("one file alone is a single document, and has no levels"))
        if "/" in name or "\\" in name or name.startswith(".") or PurePath(name).suffix.lower() not in TEXTS:
            known = ", ".join(TEXTS)
            raise ValueError(
                words("name a file that lies in the folder itself and ends in {list}", list=known)
            )
        return name

    @property
    def name(self) -> str:
        """What the project is called: its one file, else its folder."""
        return self.file or PurePath(self.project).name or self.project

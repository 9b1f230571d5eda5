"""What a person's answers at the gates of a draft carry, by the verbs of `gates.toml`."""

from __future__ import annotations

from pydantic import Field

from app.domain.gates import GateData


class Feedback(GateData):
    """What should change, and in which level where it is not the target. An empty text does nothing."""

    text: str = Field(default="", title="What should change?")
    target: str = Field(default="", title="Level, where it is not the target")


class Cascade(GateData):
    """What should change in every level, from the topmost down, each accepted on its own."""

    text: str = Field(title="What should change in all levels?", min_length=1)


class OnlyThis(GateData):
    """A change of some words of a file alone: nothing else of it can change."""

    path: str = Field(title="File", json_schema_extra={"one_line": True})
    quote: str = Field(title="The words that may change", min_length=1)
    text: str = Field(title="What should change in them", min_length=1)
    alternatives: int = Field(default=1, ge=1, le=3, title="Versions to choose from")


class OfLevel(GateData):
    """A level, by its name."""

    level: str = Field(title="Level")


class Undo(GateData):
    """Which iteration is taken back: by its number on screen, or its commit; neither: the newest."""

    iteration: int = Field(default=0, ge=0, title="Number of the iteration (0: the newest)")
    commit: str = Field(default="", title="Its commit, where it was accepted in another session")
    number: int = Field(default=0, ge=0, title="Number of the acceptance, as commits count them")


class EditedOutside(GateData):
    """Accepted texts as somebody edited them outside, by their paths, and who did."""

    edits: dict[str, str] = Field(title="Files as they were edited")
    by: str = Field(default="", title="Who edited them", max_length=200)


class EditedByHand(GateData):
    """A file in the person's own words."""

    path: str = Field(title="File", json_schema_extra={"one_line": True})
    text: str = Field(title="Its new text", min_length=1, json_schema_extra={"from_file": True})


class OfFinding(GateData):
    """A contradiction, or an effect, by its number."""

    number: int = Field(ge=1, title="Number")


class Intended(OfFinding):
    """Why a contradiction is meant so."""

    reason: str = Field(title="Why it is meant so", min_length=1)


class PlanText(GateData):
    """The plan as the person wrote it."""

    text: str = Field(title="The plan", min_length=1)


class AcceptAttempt(GateData):
    """Which attempt goes on though the judge sent it back; 0: the newest."""

    attempt: int = Field(default=0, ge=0, title="Attempt (0: the newest)")
    writer: str = Field(default="", title="Writer, where several wrote")
    version: int = Field(default=1, ge=1, title="Version, where there are several")


class Pick(GateData):
    """Whose text goes on."""

    writer: str = Field(title="Writer")
    version: int = Field(default=1, ge=1, title="Version")


class Combine(GateData):
    """What of several texts goes on: files of one, changes by number of another, named as in the gate."""

    files: tuple[str, ...] = Field(default=(), title="Files that are taken whole, with whose they are")
    hunks: dict[str, tuple[int, ...]] = Field(default_factory=dict, title="Changes of others, by number")


class Parts(GateData):
    """What of a change is accepted: whole files, hunks of others by number, and files in one's own words."""

    files: tuple[str, ...] = Field(default=(), title="Files that are taken whole")
    hunks: dict[str, tuple[int, ...]] = Field(default_factory=dict, title="Changes of other files, by number")
    edits: dict[str, str] = Field(default_factory=dict, title="Files in your own words")


class Reject(GateData):
    """Why it is rejected, for oneself."""

    why: str = Field(default="", title="Why, for your own record")

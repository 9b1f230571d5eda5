"""What a draft asks for, and what each question carries: the variables of its prompt."""

from __future__ import annotations

from typing import Literal, TypeVar

from pydantic import BaseModel, ConfigDict

from app.domain.canonical import JsonValue

RESTATE, OUTLINE = "draft_restate", "draft_outline"
WRITE, WRITE_FILE, PASSAGE = "draft_write", "draft_write_file", "draft_passage"
JUDGE, RANK, EXPLAIN = "draft_judge", "draft_rank", "draft_explain"
FACTS, CONTINUITY, EFFECTS = "draft_facts", "draft_continuity", "draft_effects"
AIMS, DRIFT = "draft_aims", "draft_drift"
CONDENSE = "draft_condense"

Strictness = Literal["lenient", "normal", "strict"]
Verdict = Literal["approved", "needs_revision"]


A = TypeVar("A", bound="_Asked")


class _Asked(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    def widened(self, kind: type[A], **more: object) -> A:
        """Return what it carries as another question, with what that has besides or otherwise."""
        return kind.model_validate({**self.model_dump(), **more})


class FileText(_Asked):
    """A file by its path in the project, with `/`."""

    path: str
    text: str


class HistoryEntry(_Asked):
    """An earlier iteration of the level, oldest first where there are several."""

    feedback: str
    summary: str


class JudgeNote(_Asked):
    """What the judge said of an earlier attempt of this iteration."""

    attempt: int
    reasoning: str
    issues: tuple[str, ...] = ()
    suggestions: tuple[str, ...] = ()


class LevelAsked(_Asked):
    """A level to be written: its accepted content, what is above it, and what is wanted.

    `feedback` empty: it is generated for the first time, or anew. `patterns`: the files it may have; `first`
    and `naming` say what the files of a first generation are called, `guide` what the level holds.
    `json_schema`: what a file that is JSON must keep to.
    """

    title: str
    patterns: tuple[str, ...]
    first: str = ""
    naming: str = ""
    guide: str = ""
    json_schema: dict[str, JsonValue] | None = None
    feedback: str = ""
    conditional: bool = False
    """The feedback is a condition (`judging.conditional`)."""
    files: tuple[FileText, ...] = ()
    upstream: tuple[FileText, ...] = ()
    history: tuple[HistoryEntry, ...] = ()
    objections: tuple[str, ...] = ()
    """What the author said of texts of the level that were rejected since one was accepted."""
    plan: str = ""
    notes: tuple[JudgeNote, ...] = ()
    tag: str = "FILE"
    """The word of the marks between which files stand; see `files_reply.tag_for`."""
    begun: str = ""
    """What had arrived of an answer that was cut off, to be gone on from."""


class FileAsked(LevelAsked):
    """One file of a level: `before` in their new form, `after` in their old one, `outline` of them all."""

    path: str
    what: str
    outline: str = ""
    before: tuple[FileText, ...] = ()
    after: tuple[FileText, ...] = ()


class PassageAsked(LevelAsked):
    """A passage of one file, with all that stands around it. `alternative`: the number of the version."""

    path: str
    text_before: str
    passage: str
    text_after: str
    alternative: int = 1
    alternatives: int = 1


class PassageShown(_Asked):
    """A marked passage as it was and as it is now: all that may have changed."""

    path: str
    before: str
    after: str


class JudgeAsked(_Asked):
    """Two forms of a level, whole or, where `shortened`, as what fits the judge's window.

    `marked`: the passage that alone was to be changed; the request speaks of it.
    """

    title: str
    feedback: str
    old: tuple[FileText, ...]
    new: tuple[FileText, ...]
    upstream: tuple[FileText, ...] = ()
    history: tuple[HistoryEntry, ...] = ()
    objections: tuple[str, ...] = ()
    plan: str = ""
    points: tuple[str, ...] = ()
    """The feedback's own points where it has several; each gets a word of its own (`judging.points_of`)."""
    conditional: bool = False
    strictness: Strictness = "normal"
    computed: tuple[str, ...] = ()
    """What was found without a model: files changed, dropped, whether anything outside a passage changed."""
    shortened: bool = False
    untouched: tuple[str, ...] = ()
    """Where shortened: an outline of the files that did not change, a line each."""
    marked: PassageShown | None = None


class Candidate(_Asked):
    """One writer's level, under a label that hides who wrote it; `marked`: what it makes of the passage."""

    label: str
    files: tuple[FileText, ...]
    marked: str | None = None


class RankAsked(JudgeAsked):
    """Several new forms of a level; `new` is empty, and so is what came of a passage."""

    candidates: tuple[Candidate, ...]


class ExplainAsked(JudgeAsked):
    """Two forms of a level that a judge has spoken about."""

    attempts: int = 1
    verdict: Verdict = "approved"
    reasoning: str = ""


class FactsAsked(_Asked):
    """One file whose facts are wanted; `names` are those that other files already use, so that they meet."""

    path: str
    text: str
    names: tuple[str, ...] = ()


class AimShown(_Asked):
    """An aim as it is shown to who looks for it: its number, its file, and its words there."""

    number: int
    path: str
    line: int
    says: str
    quote: str


class FactShown(AimShown):
    """A fact as it is shown to who compares it, with what stands around its words."""

    around: str = ""


class Dossier(_Asked):
    """Facts that speak of the same thing and do not say the same."""

    about: str
    facts: tuple[FactShown, ...]


class ContinuityAsked(_Asked):
    """Facts of one thing beside each other, in the document's order."""

    dossiers: tuple[Dossier, ...]
    silenced: tuple[str, ...] = ()
    """Reasons a person gave for what is intended, so that it is not found again in other words."""


class EffectsAsked(_Asked):
    """What changed in a level, and files of a level below it."""

    level: str
    below: str
    feedback: str
    summary: str
    changes: tuple[FileText, ...]
    """Per changed file of the level its text diff."""
    files: tuple[FileText, ...]


class AimsAsked(_Asked):
    """What stands above a level, the topmost first: its aims are wanted."""

    level: str
    files: tuple[FileText, ...]


class DriftAsked(_Asked):
    """Aims of what stands above a level, and files of the level, in the document's order."""

    level: str
    aims: tuple[AimShown, ...]
    files: tuple[FileText, ...]


class CondenseAsked(_Asked):
    """The oldest entries of a history that no longer fits."""

    level: str
    history: tuple[HistoryEntry, ...]

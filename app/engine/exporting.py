"""What an export is made from, what may be left out of it, and what a form of export is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from app.domain.canonical import JsonValue
from app.domain.fact_base import FactCatalogue, Record
from app.domain.i18n import Message, words
from app.domain.ids import SeatName, SessionId
from app.domain.reporting import WorkflowReport


@dataclass(frozen=True, slots=True)
class ExportText:
    """A text that lies before the person, or that a session ended with.

    `old`: what it was made from; `proposed`: as its author wrote it; `new`: as it goes on, with what a person
    made of it. `names`: what facts call the older and the newer one (`ChangesReviewed`), empty where the
    journal has none.
    """

    slot: str
    seat: SeatName
    title: str
    """What a reader calls it; names are not left out yet."""
    old: str
    proposed: str
    new: str
    names: tuple[str, str]
    added: tuple[tuple[str, SeatName], ...] = ()
    """What others than its author say in it, and who."""


def _none() -> Sequence[ExportText]:
    return ()


ROUND, ROUND_NOUN = words("Round"), words("round")


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """What to export: all records of one session, in order, and how to read them."""

    session: SessionId
    records: Sequence[Record]
    redact_names: bool = False
    redact_costs: bool = False
    catalogue: FactCatalogue | None = None
    """Classes that read the bodies; None: the shared facts alone."""
    workflow_report: WorkflowReport = field(default_factory=WorkflowReport)
    """What the workflow tells of the session (`report_of`)."""
    summary: Mapping[str, JsonValue] = field(default_factory=dict)
    """The workflow's own figures (`WorkflowPlugin.summary`)."""
    details: Mapping[str, JsonValue] = field(default_factory=dict)
    """What it has for programs besides (`WorkflowPlugin.details`)."""
    round_word: Message = ROUND
    """What a round is called (`Vocabulary.round`)."""
    round_noun: Message = ROUND_NOUN
    """The same in the middle of a sentence."""
    texts: Callable[[], Sequence[ExportText]] = _none
    """What an editor is given: found when it is wanted."""
    contents: frozenset[str] | None = None
    """Names of what a report is to hold (`CONTENTS`); None: everything. The answer alone stands without
    anything of the report's own."""


CONTENTS = (
    "summary",
    "answer",
    "question",
    "documents",
    "texts",
    "critiques",
    "outcome",
    "ending",
    "costs",
)
"""What a person may have in a report or leave out, in its order."""
ANSWER_ALONE = frozenset({"answer"})


@dataclass(frozen=True, slots=True)
class ExportChoice:
    """What a person wants of a session in a file; `contents` None: everything."""

    redact_names: bool = False
    redact_costs: bool = False
    contents: frozenset[str] | None = None


WHOLE = ExportChoice()


@dataclass(frozen=True, slots=True)
class ReportPreview:
    """A report as it will read, whatever form of file is made of it."""

    markdown: str
    reading: str
    """The same without links to its own headings, for a view that has no such places."""
    html: str
    """The same for a clipboard: one piece of HTML without a page around it."""
    offered: Mapping[str, tuple[str, ...]]
    """What this session's report can hold, by the names of `CONTENTS`, with the headings of each."""


@dataclass(frozen=True, slots=True)
class WorkflowExport:
    """A form of export that one workflow alone has; pure: the same for the same session.

    `files` returns what is written, by its path in a new folder. With a `suffix` it is one file, and the
    name that `files` gives it does not matter.
    """

    name: str
    title: Message
    files: Callable[[Any, ExportRequest], Mapping[str, bytes]]
    suffix: str = ""
    hides_names: bool = False
    """Whether it leaves names out where the request says so; else it is always complete."""
    typeset_as: str = ""
    """The format in whose shape its one file, a text in Markdown, is written (`Exporter.typeset`)."""


LeftOut = Literal["names", "costs", "contents"]
"""What may be left out of a file: names of seats and models, sums, parts of a report."""
COMPLETE: frozenset[LeftOut] = frozenset()
FIGURES: frozenset[LeftOut] = frozenset({"names", "costs"})
REPORT: frozenset[LeftOut] = frozenset({"names", "costs", "contents"})
"""What may be left out of a file that is complete, one of figures, and a report."""


@dataclass(frozen=True, slots=True)
class Exporter:
    """A form of export that every session has; each of its functions gives the same for the same session."""

    name: str
    suffix: str
    leaves_out: frozenset[LeftOut]
    write: Callable[[ExportRequest], bytes]
    """Returns the file's bytes; raises InputError where what is wanted is not there, or must stay."""
    schema: Callable[[], bytes] | None = None
    """Returns the JSON Schema of what it writes."""
    preview: Callable[[ExportRequest], ReportPreview] | None = None
    """Of one form, for all of them: how a report reads; InputError where nothing of it is there."""
    typeset: Callable[[ExportRequest, str], bytes] | None = None
    """Writes a text in Markdown alone, with nothing of a report around it."""
    glance: Callable[[ExportRequest], str] | None = None
    """Returns in plain text what stands in a file that is not text."""

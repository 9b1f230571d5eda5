"""Facts that only a draft needs. The texts themselves are `TextProposed`: the slot is the file's path."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact, Sentence, facts_in
from app.domain.frozen import Frozen
from app.domain.i18n import NO_MESSAGE, words
from app.workflows.draft.asked import Verdict
from app.workflows.draft.rules.checks import CHECK_FACTS
from app.workflows.draft.rules.history_file import AcceptedIteration

EDITED_OUTSIDE, EDITED_BY_HAND = "Edited outside.", "Edited by hand."
"""What a commit is named by that no feedback asked for."""
Below = Literal["none", "cull", "keep"]
Ended = Literal["accepted", "rejected", "cancelled"]
NOTHING_DIFFERS = words("nothing differs from what is there")
WRITER_UNCHANGED = words("the writer changed nothing")
"""Why an acceptance came to nothing."""


class MarkedPassage(Frozen):
    """Words of a file that alone may change; `start` and `end` in characters of its accepted text."""

    path: str
    start: int
    end: int
    quote: str


class HeldTask(Frozen):
    """A file that is still to be written."""

    path: str
    action: Literal["change", "add"]
    what: str


# --- the project --------------------------------------------------------------------------------------


class DraftProjectRead(Fact):
    """The folder was read. The texts of levels that are new or others than known are proposed beside it.

    `gone`: files that were known and are no longer there.
    """

    type: Literal["draft_project_read"] = "draft_project_read"
    schema_version: ClassVar[int] = 2
    template: str
    project: str = ""
    """Its id, empty before the first acceptance."""
    outer: str = ""
    texts: dict[str, str] = Field(default_factory=dict)
    """Of the settings and of derived folders, where they are new or others than known."""
    gone: tuple[str, ...] = ()
    left_out: dict[str, Sentence] = Field(default_factory=dict)
    edited: tuple[str, ...] = ()
    committed: dict[str, str | None] = Field(default_factory=dict)
    """Of edited files: their texts in the newest commit; None: they are new. Not told before."""
    past: tuple[AcceptedIteration, ...] = ()
    stale: dict[str, int] = Field(default_factory=dict)
    notes: tuple[Sentence, ...] = ()
    first: bool = False
    """What is known of earlier iterations comes from the commits alone; else `past` holds those of others."""


class DraftTargetSet(Fact):
    """The level that feedback without another one is for."""

    by_person: ClassVar[bool] = True
    type: Literal["draft_target_set"] = "draft_target_set"
    level: str


class DraftStaleCleared(Fact):
    """A person found that a level fits what stands above it."""

    by_person: ClassVar[bool] = True
    type: Literal["draft_stale_cleared"] = "draft_stale_cleared"
    level: str


# --- an iteration -------------------------------------------------------------------------------------


class DraftBegun(Fact):
    """An iteration began (envelope: round). `feedback` empty: the level is generated."""

    type: Literal["draft_begun"] = "draft_begun"
    level: str
    feedback: str = ""
    passage: MarkedPassage | None = None
    alternatives: int = 1
    then: tuple[str, ...] | None = None
    """Of a request for all levels: those that it goes on to, the topmost first; None: it is for one alone."""


class DraftBelowDecided(Fact):
    """What becomes of what stands below the level; `paths` are culled where it is culled."""

    type: Literal["draft_below_decided"] = "draft_below_decided"
    below: Below
    levels: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()


class DraftPlanned(Fact):
    """What is going to change, as the model said it or as the person wrote it over."""

    type: Literal["draft_planned"] = "draft_planned"
    text: str
    approved: bool = False


class DraftHistoryCondensed(Fact):
    """The oldest entries of a level's history, in fewer words from now on."""

    type: Literal["draft_history_condensed"] = "draft_history_condensed"
    level: str
    upto: int
    """The number of the newest iteration that is in it."""
    text: str


class DraftAttempted(Fact):
    """An attempt (envelope: attempt) of one writer; its texts are proposed beside it.

    `unsaid`: files that the answer left out without a word, and that are gone in it. `barred`: why no judge
    can approve it. `told`: what was refused or repaired in the answers, in words.
    """

    type: Literal["draft_attempted"] = "draft_attempted"
    schema_version: ClassVar[int] = 2
    writer: str
    version: int = 1
    """Of several versions of a passage by one writer."""
    paths: tuple[str, ...] = ()
    deleted: tuple[str, ...] = ()
    unsaid: tuple[str, ...] = ()
    barred: tuple[Sentence, ...] = ()
    told: tuple[Sentence, ...] = ()
    computed: tuple[Sentence, ...] = ()
    given: tuple[str, ...] = ()
    """The files that the writer was given; in sessions of before a line on the history, too."""
    earlier: int = 0
    """Entries of the history that it was given."""
    answers: tuple[int, ...] = ()
    """The calls (`CallAsked`) that it came from."""


class DraftHeld(Fact):
    """An attempt stands still: its answer broke off at `path`, or a pause after every file is wanted.

    `files` are written already, `begun` is what had arrived; both are gone on from.
    """

    type: Literal["draft_held"] = "draft_held"
    writer: str
    version: int = 1
    files: dict[str, str | None] = Field(default_factory=dict)
    path: str = ""
    begun: str = ""
    tasks: tuple[HeldTask, ...] = ()
    """Files that are still to be written, in order, where the level is written file by file."""
    outline: str = ""
    answers: tuple[int, ...] = ()
    used: bool = False
    """What had arrived is used as it is, and nothing more is asked for it."""


class DraftJudged(Fact):
    """One judge's word on an attempt."""

    type: Literal["draft_judged"] = "draft_judged"
    judge: str
    writer: str
    version: int = 1
    verdict: Verdict
    reasoning: str = ""
    issues: tuple[str, ...] = ()
    suggestions: tuple[str, ...] = ()
    points: tuple[dict[str, JsonValue], ...] = ()


class DraftVerdict(Fact):
    """What the judges' words on an attempt come to. `read` False: no judge could be asked or read."""

    type: Literal["draft_verdict"] = "draft_verdict"
    writer: str
    version: int = 1
    verdict: Verdict
    reasoning: str = ""
    issues: tuple[str, ...] = ()
    suggestions: tuple[str, ...] = ()
    approvals: int = 0
    votes: int = 0
    tie: bool = False
    read: bool = True
    shortened: bool = False


class DraftRanked(Fact):
    """The order of several texts of one attempt, best first, each as (writer, version)."""

    type: Literal["draft_ranked"] = "draft_ranked"
    order: tuple[tuple[str, int], ...]
    why: tuple[str, ...] = ()


class DraftChosen(Fact):
    """The text that goes on: of which attempt, writer and version; proposed anew beside it where needed."""

    type: Literal["draft_chosen"] = "draft_chosen"
    attempt: int
    writer: str
    version: int = 1
    over_judge: bool = False


class ExplainedChange(BaseModel):
    """What changed in a file, in a sentence, and how much that weighs."""

    model_config = ConfigDict(frozen=True)

    file: str
    magnitude: Literal["major", "moderate", "minor"]
    summary: str


class DraftExplained(Fact):
    """What changed, in words and figures, for the person who decides; Markdown. `line`: for the history.

    The program's own words in it are sentences; in sessions of before it is a plain text.
    """

    type: Literal["draft_explained"] = "draft_explained"
    schema_version: ClassVar[int] = 2
    markdown: Sentence
    line: Sentence
    changes: tuple[ExplainedChange, ...] = ()
    """What a model said of it, what weighs most first; none in sessions of before."""
    attempt: int = 0
    """Of an attempt that was looked at before it was decided; 0: of the text that goes on."""
    writer: str = ""
    version: int = 1


class DraftEnded(Fact):
    """An iteration was given up."""

    type: Literal["draft_ended"] = "draft_ended"
    how: Ended
    why: Sentence = NO_MESSAGE
    reason: str = ""
    """What the person said of the rejected text; the next one of its level is written with it in mind."""


class DraftDecided(Fact):
    """What a person accepted, by path; None: the file goes. It is not written yet."""

    type: Literal["draft_decided"] = "draft_decided"
    files: dict[str, str | None]
    partial: bool = False


class DraftMoved(Fact):
    """Files changed outside while they were decided on: nothing was written, both sides are shown.

    `files` as they lie there now; `new`: what is proposed in their place, with those edits where they fit.
    """

    type: Literal["draft_moved"] = "draft_moved"
    files: dict[str, str | None]
    new: dict[str, str | None] = Field(default_factory=dict)
    clashing: tuple[str, ...] = ()


class DraftRefused(Fact):
    """Why something that was wanted was not begun."""

    type: Literal["draft_refused"] = "draft_refused"
    why: Sentence


class DraftFinalized(Fact):
    """An iteration was written and committed."""

    type: Literal["draft_finalized"] = "draft_finalized"
    iteration: AcceptedIteration
    files: dict[str, str | None]
    """What was written, by path; None: deleted."""
    culled: tuple[str, ...] = ()
    outside: str = ""
    outside_files: tuple[str, ...] = ()
    project: str = ""
    notes: tuple[Sentence, ...] = ()


class DraftUndoWanted(Fact):
    """Which iteration is to be taken back; 0: the newest that was not."""

    type: Literal["draft_undo_wanted"] = "draft_undo_wanted"
    number: int = 0


class DraftUndone(Fact):
    """An iteration was taken back by a commit of the opposite."""

    type: Literal["draft_undone"] = "draft_undone"
    commit: str
    """Of the iteration."""
    by: str
    """The commit that takes it back."""
    at: int
    stale: dict[str, int] = Field(default_factory=dict)
    notes: tuple[Sentence, ...] = ()


class DraftUndoBegun(Fact):
    """An undo that later changes stand in the way of: what it comes to lies before the person."""

    type: Literal["draft_undo_begun"] = "draft_undo_begun"
    level: str
    commit: str
    files: dict[str, str | None]
    seen: dict[str, str | None] = Field(default_factory=dict)
    clashing: tuple[str, ...] = ()


class DraftWrittenOver(Fact):
    """Files of a change as the person wrote them over by hand: they lie before them anew."""

    by_person: ClassVar[bool] = True
    type: Literal["draft_written_over"] = "draft_written_over"
    files: dict[str, str]


class DraftEditedOutside(Fact):
    """Accepted texts as somebody edited them outside: they lie before the person, and no model wrote them."""

    by_person: ClassVar[bool] = True
    type: Literal["draft_edited_outside"] = "draft_edited_outside"
    files: dict[str, str | None]


DRAFT_FACTS = (*facts_in(__name__), *CHECK_FACTS)

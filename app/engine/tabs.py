"""What a tab of the window shows, described by its workflow: plain data and pure functions, no widget.

Rules:
- A source reads the workflow's own builder (`TabState`) and nothing else; it is asked anew after each change.
- A cell and a detail are made when they are looked at: a list may have a hundred thousand rows.
- What is a `str` is data and is shown as it is, on one safe line; what is `Message` is the program's and is
  translated. A seat is named by `Member`, so that it stays hidden where names are.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, Protocol, TypeVar, runtime_checkable

from app.domain.canonical import JsonValue
from app.domain.fact_base import Fact, Record, UnknownFact
from app.domain.i18n import Message, words
from app.engine.node import WorkflowState

S = TypeVar("S")
"""The builder that the workflow's tabs read."""
R = TypeVar("R")
"""A row."""
B = TypeVar("B")
"""A row of the list below a detail."""

# What is said where a description says nothing else.
_FOLLOWED = words("Follow the newest line")
KEPT = words("Keep the newest line in sight")
_STEPPED = words("Show each step as one line that can be opened")
_CHOSEN = words("The chosen row")
NOTHING = words("Nothing yet.")
MISSING = words("Nothing passes the filters.")
_HINT = words("Choose a row to read all of it.")
_UNWRITTEN = words("Nothing is written yet.")
NO_TEXT = words("No text yet")
BLANK = words("This text is empty.")
_TALLY = (words("{n} row"), words("{n} rows"))


class Records(Protocol):
    """The session's records, for what a detail tells and no builder keeps."""

    @property
    def session_id(self) -> str:
        """The session's id."""
        ...

    def record(self, seq: int) -> Record:
        """Return a record by its seq."""
        ...

    def fact(self, record: Record) -> Fact | UnknownFact:
        """Return what a record says."""
        ...


Work = Callable[[], Callable[[], None]]
"""What is done in a thread, from copies: it changes nothing, and returns what puts the outcome in place."""


@runtime_checkable
class Computed(WorkflowState, Protocol):
    """A builder of which something takes long to compute: the window has it done before the tabs read it."""

    def due(self) -> Work | None:
        """Return what is to be computed now; None: all of it can be read at once."""
        ...


@dataclass(frozen=True, slots=True)
class TabState:
    """Another builder than the workflow's state, where that does not hold all its tabs show.

    It is given records of the types it wants alone, none: of all that its workflow knows. What it does not
    need is not decoded.
    """

    new: Callable[[Records], WorkflowState]
    wants: frozenset[str] = frozenset()


# --- what stands in rows and details ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Member:
    """A seat, by the name it has on the screen now."""

    seat: str


Cell = str | Message | Member


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign before a cell, and what a screen reader says in its place."""

    sign: str
    spoken_text: Message


@dataclass(frozen=True, slots=True)
class TextPlace:
    """A member's text of a round (0: the newest), at a passage."""

    seat: str
    passage: str = ""
    round: int = 0


@dataclass(frozen=True, slots=True)
class RecordPlace:
    """A record, shown in the log."""

    seq: int


@dataclass(frozen=True, slots=True)
class FilePlace:
    """A line of a file, counted from 1, to `last` (0: this one alone). `text`: what the records hold of it.

    `first`: the number of the text's first line, where that is a part of the file. `quote`: what is marked
    within these lines. `place`: where in a document that is. `digest`: the sha256 of the file as it was read;
    with it, or without a text, the file is read from the session's folder of sources where that is here.
    """

    path: str
    line: int
    text: str = ""
    last: int = 0
    quote: str = ""
    first: int = 1
    place: Message | None = None
    digest: str = ""


@dataclass(frozen=True, slots=True)
class RowPlace:
    """A row of another list of this workflow: the tab's name and the row's key."""

    tab: str
    key: Hashable


@dataclass(frozen=True, slots=True)
class TabPlace:
    """A tab of this workflow, as it stands."""

    tab: str


Opens = TextPlace | RecordPlace | FilePlace | RowPlace | TabPlace
"""What is opened by a click, or by Enter."""


@dataclass(frozen=True, slots=True)
class Field:
    """One line of a detail: its name, its value, and what it opens."""

    name: Message
    value: Cell
    opens: Opens | None = None


PartLook = Literal[
    "",
    "high",
    "medium",
    "low",
    "good",
    "doubtful",
    "waits",
    "stale",
    "bad",
    "none",
    "disputed",
    "yours",
    "dropped",
    "later",
    "supported",
    "in_part",
    "not_found",
    "no_source",
]
"""How words look: a degree on a ground of its colour, a state with its icon, or plain."""


@dataclass(frozen=True, slots=True)
class Cited:
    """A passage of a file that a row stands on: a chip, and the lines of `place` while it is chosen."""

    file: str
    lines: Cell
    """Where in it, in short: “line 114”, “page 3”."""
    said: Cell
    """What became of it, in a word or two."""
    look: PartLook = ""
    place: FilePlace | None = None
    """None: there is nothing to show or to open."""
    of: Cell = ""
    """Whose it is, in short, where a row has several sides."""


ActLook = Literal["accept", "confirm", "dismiss", "later", "keep", "undo", "write"]


@dataclass(frozen=True, slots=True)
class Act:
    """A button below the chosen row: it answers the open gate with a verb, about this row alone.

    `data` fit the verb; the gate is open again after it. `explained`: the person is asked why first, and the
    data are made with these words.
    """

    title: Message
    look: ActLook
    verb: str
    data: Mapping[str, JsonValue]
    explained: Callable[[str], Mapping[str, JsonValue]] | None = None
    key: str = ""
    """What the words on why are kept under while they are typed."""
    form: bool = False
    """The verb's form is opened, with these data in it."""
    back: Mapping[str, JsonValue] | None = None
    """Data with which the same verb takes it back, None: nothing does."""


@dataclass(frozen=True, slots=True)
class Detail:
    """The chosen row in full: a heading, fields, and a text – Markdown where it is `prose`, else as it is."""

    head: Cell = ""
    text: str | Message = ""
    prose: bool = False
    fields: tuple[Field, ...] = ()
    mended: tuple[str, ...] = ()
    """What was done to read the reply it is (`domain/mends.py`); said behind the heading."""
    before: str | None = None
    """What stood there before, of prose: words that it has not are marked. None: nothing is compared."""
    cited: tuple[Cited, ...] = ()
    """What it stands on, below a text that is short then."""
    note: Cell = ""
    """Where it comes from, in few words at the foot."""
    verdict: tuple[Cell, PartLook, Cell] | None = None
    """What it comes to, below the heading: a word, how it looks, and why."""


# --- the strip above the tabs ------------------------------------------------------------------------

StepState = Literal["future", "finished", "waiting", "idle", "running", "stale", "failed"]
"""How a step looks, by the state that looks so."""


@dataclass(frozen=True, slots=True)
class StripStep:
    """A part of the work that the strip shows in place of rounds: a level of a text, say.

    `now`: it is what is worked on. `opens`: what a press on it shows.
    """

    title: Message
    state: StepState
    said: Message
    """How it stands, in few words."""
    now: bool = False
    opens: Opens | None = None


# --- a list with detail -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Column(Generic[R]):
    """A column. `width` in pixels; 0: it takes what is left, which one column of a list does."""

    title: Message
    cell: Callable[[R], Cell]
    width: int = 0
    mark: Callable[[R], Mark | None] | None = None
    look: Callable[[R], PartLook] | None = None
    """The colour of its words."""


@dataclass(frozen=True, slots=True)
class Option:
    """Something that can be chosen."""

    value: Hashable
    title: Cell


@dataclass(frozen=True, slots=True)
class Choice(Generic[S, R]):
    """A filter by one of several values, or none: the first entry, `everything`, lets all rows pass."""

    name: Message
    everything: Message
    options: Callable[[S], Sequence[Option]]
    admits: Callable[[R, Any], bool]
    stamp: Callable[[S], Hashable] | None = None
    """Changes when the options do; None: they are made anew each time."""
    of_round: Callable[[S, int], Hashable] | None = None
    """The value that stands for a round the person looks at."""
    ungrouped: bool = False
    """What passes it stands alone: there are no steps then."""


@dataclass(frozen=True, slots=True)
class Search(Generic[R]):
    """A filter by words, whatever their case."""

    name: Message
    texts: Callable[[R], Iterable[str]]
    """Where they are looked for."""
    slow: bool = False
    """Looked for in short turns, and what was found is shown meanwhile: each text has to be made first."""


@dataclass(frozen=True, slots=True)
class Switch(Generic[R]):
    """A tick; without it the rows that it is about are left out."""

    title: Message
    name: Message
    about: Callable[[R], bool]


@dataclass(frozen=True, slots=True)
class Follow:
    """The newest row is kept in sight, until the person chooses another; `choose`: it is chosen too."""

    name: Message = _FOLLOWED
    tip: Message = KEPT
    choose: bool = False


@dataclass(frozen=True, slots=True)
class Steps(Generic[R]):
    """Rows that belong together are one row that can be opened: a head, and those inside that follow it."""

    head: Callable[[R], bool]
    inside: Callable[[R], bool]
    column: int
    """The column that says whether it is open."""
    name: Message = _STEPPED
    opens: Callable[[R], bool] | None = None
    """Which heads are open until a person closes them."""
    counts: Callable[[R], Hashable] | None = None
    """What a title counts of those inside, each once; None: all of them."""
    titles: bool = False
    """Whether heads are the titles of those inside, and no rows of their own: they are always there."""


@dataclass(frozen=True, slots=True)
class Copy(Generic[S, R]):
    """What a button puts on the clipboard of the chosen row."""

    title: Message
    tip: Message
    text: Callable[[S, R], str]


class LiveReply(Protocol):
    """A reply as far as it has arrived (`WorkflowPlugin.live`): who writes it, in which round, what for."""

    seat: str
    purpose: str
    text: str
    round: int

    @property
    def state(self) -> str:
        """“running” while it is written; “completed”: it is whole. Else it broke off."""
        ...


@dataclass(frozen=True, slots=True)
class Arrived:
    """What is read of a reply while it is written; `row`: the key of the row that it is going to be."""

    head: Cell
    text: str
    row: Hashable = None


@dataclass(frozen=True, slots=True)
class Below(Generic[S, R, B]):
    """A list below the detail: what belongs to the chosen row, each again with a detail of its own."""

    name: Message
    columns: tuple[Column[B], ...]
    rows: Callable[[S, R], Sequence[B]]
    detail: Callable[[S, B], Detail]


@dataclass(frozen=True, slots=True)
class Part:
    """A few words of a row's second line."""

    text: Cell
    look: PartLook = ""


@dataclass(frozen=True, slots=True)
class SecondLine(Generic[R]):
    """What stands below the words of a row, where rows have two lines and no columns.

    The words are those of the column that takes what is left. `end`: what stands at the right, if anything;
    a degree there is muted. `leads`: the icon of the first part stands before the row's words.
    """

    parts: Callable[[R], Sequence[Part]]
    end: Callable[[R], Part | None] = lambda _row: None
    leads: bool = False


@dataclass(frozen=True, slots=True)
class Missed:
    """What a list cannot tell of, at its foot while there is any: how much, what, and where to see it."""

    head: Message
    text: Message
    opens: Opens


@dataclass(frozen=True, slots=True)
class ListTab(Generic[S, R]):
    """A list with detail.

    `rows` returns one list that only grows, and what a row tells stands; where rows change or go, `stamp`
    says that they did, and rows are compared by equality and told apart by `key`.
    """

    name: Message
    columns: tuple[Column[R], ...]
    rows: Callable[[S], Sequence[R]]
    key: Callable[[R], Hashable]
    detail: Callable[[S, R], Detail]
    detail_name: Message = _CHOSEN
    stamp: Callable[[S], Hashable] | None = None
    filters: tuple[Choice[S, R] | Search[R] | Switch[R], ...] = ()
    tally: tuple[Message, Message] = _TALLY
    """How many there are, of one and of more: each names the place `{n}`."""
    counted: bool = False
    """The title of its tab says how many rows there are, whatever the filters leave."""
    counts: Callable[[R], bool] | None = None
    """Which rows the title counts, where those that are settled stay in the list; None: all."""
    empty: Message = NOTHING
    """Said while there are no rows at all."""
    missing: Message = MISSING
    hint: Message = _HINT
    second_line: SecondLine[R] | None = None
    """Rows are drawn on two lines; None: in columns, under their titles."""
    begins_at: Callable[[R], bool] | None = None
    """Of these the first is chosen where none is, else the first of all."""
    follow: Follow | None = None
    """In place of the first row the newest is read."""
    arriving: Callable[[S, LiveReply], Arrived | None] | None = None
    """What is shown of a reply while it is written, None: nothing; until the person reads another row.

    Where the newest row is followed, as long as it is.
    """
    steps: Steps[R] | None = None
    copy: Copy[S, R] | None = None
    below: Below[S, R, Any] | None = None
    opens: Callable[[R], Opens | None] | None = None
    """What Enter, or a press on *Show*, opens."""
    acts: Callable[[S, R], Sequence[Act]] | None = None
    """What a person may decide of a row, where the open gate takes it."""
    of_words: Callable[[S, R, str], Act | None] | None = None
    """What may be done about words that a person marked in the text of a row; None: nothing."""
    record: Callable[[R], int] | None = None
    """The record a row is made from, in rising order: a list that has it can be gone to by record."""
    widths: tuple[int, int] = (420, 420)
    """Of the list and the detail, in pixels, where there is room."""
    prose: bool = False
    """Its detail is read like a book, in larger letters."""
    missed: Callable[[S], Missed | None] | None = None
    asked: Callable[[S], str] | None = None
    """What the person asked for, which stands above all rows as long as it is worked on; empty: nothing."""


# --- the other described panels ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DocumentTab(Generic[S]):
    """One text, with its headings to go to. Markdown."""

    name: Message
    text: Callable[[S], str | Message]
    empty: Message = _UNWRITTEN


@dataclass(frozen=True, slots=True)
class Text:
    """A text that can be compared with others."""

    key: Hashable
    title: Message
    text: str


@dataclass(frozen=True, slots=True)
class CompareTab(Generic[S]):
    """Any of several texts in full, or any two beside each other; the newest two until others are chosen."""

    name: Message
    older: Message
    newer: Message
    texts: Callable[[S], Sequence[Text]]
    stamp: Callable[[S], Hashable]
    """Changes when the texts do."""
    note: Callable[[S, Any, Any], Sequence[Message]]
    """What is said of two of them, by their keys, as sentences."""
    empty: Message = NO_TEXT
    blank: Message = BLANK


@dataclass(frozen=True, slots=True)
class Figure(Generic[R]):
    """A curve over rounds. `limit` is drawn as a dashed line, and `remark` says what it stands for."""

    title: Message
    value: Callable[[R], float | None]
    unit: Literal["", "%", "$"] = ""
    limit: float | None = None
    remark: Message | None = None
    stands: bool = False
    """A count that each round tells anew: the newest is told, and not all of them together."""


@dataclass(frozen=True, slots=True)
class ChartTab(Generic[S, R]):
    """Figures of each round: as small curves, one of them large, and as a table."""

    name: Message
    word: Message
    """What a round is called."""
    rows: Callable[[S], Sequence[R]]
    stamp: Callable[[S], Hashable]
    number: Callable[[R], int]
    label: Callable[[R], str]
    """A round in the table: “2.2” for the second attempt at the second."""
    figures: tuple[Figure[R], ...]


Source = ListTab[Any, Any] | DocumentTab[Any] | CompareTab[Any] | ChartTab[Any, Any]

TextsBy = Literal["seat", "slot"]
PanelKind = Literal["texts", "diff", "critiques", "list", "document", "chart", "summary", "log"]


@dataclass(frozen=True, slots=True)
class Tab:
    """A tab of the window made of a stock panel.

    `slot` names the texts it shows, where it shows any; `by` says whose versions they are: a seat's, or those
    of a slot of its own, as a file or a finding has, and `slot` is then how its name begins. `source` says
    what list, document and chart show; with one, diff compares its texts in place of the members', and log
    lists its rows in place of the records.
    """

    name: str
    title: Message
    panel: PanelKind
    slot: str = ""
    source: Source | None = None
    by: TextsBy = "seat"
    group: Message | None = None
    """The title that it shares in the row of tabs with its neighbours of the same group; None: its own."""

    @property
    def streams(self) -> bool:
        """Whether it shows a text while it arrives."""
        arrives = isinstance(self.source, ListTab) and self.source.arriving is not None
        return self.panel == "texts" or arrives

    @property
    def counted(self) -> ListTab[Any, Any] | None:
        """The list whose rows its title counts, None where it says no number."""
        return self.source if isinstance(self.source, ListTab) and self.source.counted else None

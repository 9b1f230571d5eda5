"""What the engine and the services see of the outside: Protocols only.

Every port is asyncio; where two real implementations exist, one contract suite runs over both.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol

from app.domain.i18n import NO_MESSAGE, Message

if TYPE_CHECKING:
    # For start-up cost: a list of sessions needs rows, but no fact and no message, and so no pydantic.
    from app.domain.canonical import JsonValue
    from app.domain.errors import CutBy, ProviderErrorKind
    from app.domain.fact_base import NewRecord, Record
    from app.domain.ids import SeatName, SessionId
    from app.domain.messages import ModelRequest, PromptText, Reply, ToolCall
    from app.domain.seats import NamedServer, Obstacle, Seat
    from app.domain.tokens import Timings
    from app.domain.usage import Estimate, Usage
    from app.engine.session_rows import Found, RowRules, SessionRow


class Clock(Protocol):
    """Time, as a port."""

    def now(self) -> int:
        """Return microseconds since 1970-01-01 UTC."""
        ...

    def elapsed(self) -> int:
        """Return microseconds since some moment, by a clock that nobody sets: it tells how long."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        ...


class IdSource(Protocol):
    """New names and seeds, as a port."""

    def session_id(self) -> SessionId:
        """Return a new lower-case ULID."""
        ...

    def seed(self) -> int:
        """Return a new seed for a session's shuffles, 0 ≤ seed < 2**31."""
        ...


class JournalReader(Protocol):
    """A session's records, readable while somebody else may be appending."""

    @property
    def session(self) -> SessionId:
        """The session's id."""
        ...

    async def read(self, after: int = 0, limit: int | None = None) -> Sequence[Record]:
        """Return records with seq > `after`, in order. Raises StorageError."""
        ...

    async def head(self) -> int:
        """Return the last seq, 0 for an empty journal."""
        ...

    async def partials(self) -> Mapping[int, str]:
        """Return the crash buffer: the text so far of open calls, by the seq of their CallAsked."""
        ...

    async def close(self) -> None:
        """Let go of the file. May be called twice."""
        ...


class Journal(JournalReader, Protocol):
    """A session's records, open for appending by this process alone."""

    async def append(
        self, records: Sequence[NewRecord], *, expect: int | None = None, ends: Sequence[int] = ()
    ) -> Sequence[Record]:
        """Commit `records` in one transaction and return them with their seq and time.

        `at` of a record is kept where it names one, and is `next_at` where it names none.
        `expect`: the head they were decided on; JournalMoved is raised when it is another one.
        `ends`: seqs of CallAsked whose crash buffer is emptied in the same transaction.
        Raises StorageError; then nothing was appended.
        """
        ...

    def next_at(self) -> int:
        """Return the time that a record appended now is given; never before its predecessor's."""
        ...

    async def buffer(self, deltas: Mapping[int, str]) -> None:
        """Add streamed text to the crash buffer of the calls named by the seq of their CallAsked."""
        ...


class JournalMoved(Exception):
    """Somebody else appended first: fold what is new and decide again."""


# --- models -----------------------------------------------------------------------------------


WaitKind = Literal["place", "pause", "loading", "reading", "again"]
"""What a call waits for: its turn at the server; the time for which the server asked to be left alone; that
it has loaded the model; the first word, while it reads the prompt; its next try."""


@dataclass(frozen=True, slots=True)
class Delayed:
    """The call is not sent yet, and waits for something; `seconds`: how long at least, where it is known."""

    what: WaitKind
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Sent:
    """The last byte of the request was written."""


@dataclass(frozen=True, slots=True)
class Answering:
    """The first event of the answer came, whatever it says: the prompt was read."""


@dataclass(frozen=True, slots=True)
class TextDelta:
    """A piece of the answer."""

    text: str


@dataclass(frozen=True, slots=True)
class ReasoningDelta:
    """A piece of the reasoning text, kept apart from the answer."""

    text: str


@dataclass(frozen=True, slots=True)
class ToolCallDelta:
    """A piece of a tool call."""

    index: int
    name: str
    arguments: str


def _no_usage() -> Usage:
    from app.domain.usage import Usage  # late: start-up cost, as above

    return Usage()


@dataclass(frozen=True, slots=True)
class Completed:
    """The terminal marker was seen: the answer is whole."""

    text: str
    reasoning: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    finish: str = "stop"
    usage: Usage = field(default_factory=_no_usage)
    dropped_options: tuple[str, ...] = ()
    vectors: Sequence[Sequence[float]] = ()
    """One per message where the request `embeds`."""
    marks: tuple[str, ...] = ()
    """As in CallCompleted."""
    timings: Timings | None = None


@dataclass(frozen=True, slots=True)
class Failed:
    """The call failed. `partial` is all text that had arrived."""

    kind: ProviderErrorKind
    message: Message
    sent: bool
    hint: Message = NO_MESSAGE
    received: bool = False
    retry_after: float | None = None
    partial: str = ""
    usage: Usage | None = None
    cut: CutBy | None = None
    passing: bool | None = None
    """It may be over by itself and nothing was charged, or it lasts; None: as others of its kind."""
    timings: Timings | None = None


ModelEvent = Delayed | Sent | Answering | TextDelta | ReasoningDelta | ToolCallDelta | Completed | Failed


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """A model that can be put in a seat."""

    name: str
    provider: str
    label: str = ""
    context_limit: int | None = None
    price_in: float | None = None
    """Dollars per million tokens."""
    price_out: float | None = None


@dataclass(frozen=True, slots=True)
class TestResult:
    """Whether a model can be reached, in words a person can act on."""

    ok: bool
    detail: Message
    next: Message = NO_MESSAGE
    kind: ProviderErrorKind | None = None
    """Why not, where it is not; `detail` says it in words."""
    models: tuple[str, ...] = ()
    """What the provider listed, without the provider's name."""
    seconds: float | None = None
    status: int | None = None
    """Of the answer, where it was none of success."""
    exact: bool = False
    """It answers to no other names than these."""


@dataclass(frozen=True, slots=True)
class LocalServer:
    """A model server found on this machine; `models` as they are put into a seat."""

    name: str
    title: str
    base: str
    models: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Parameter:
    """What a provider is told besides its key, by the name that its documentation has for it."""

    name: str
    variable: str
    """The environment variable it is looked for in."""
    secret: bool
    """Kept like a key, and never shown."""
    value: str = ""
    """What it is, or where a secret was found; empty: it is not set."""


@dataclass(frozen=True, slots=True)
class ProviderInfo:
    """A provider that models can be asked of."""

    name: str
    """The part of a model's name before the first slash."""
    title: str
    base: str
    local: bool = False
    """A server on this machine: no key, no price."""
    own: bool = False
    """Set up by the person, with rates of its own."""
    variables: tuple[str, ...] = ()
    """Environment variables its key is looked for in."""
    key_place: str = ""
    """Where a key was found; empty: there is none."""
    key_tail: str = ""
    """The last characters of a long key, to tell it from others."""
    page: str = ""
    """Where a person gets a key."""
    key_begins: tuple[str, ...] = ()
    """What its keys begin with, where they can be told by it."""
    keyless: bool = False
    """Asked without a key where there is none."""
    rates: tuple[float | None, float | None] = (None, None)
    """Of the person's own server: dollars per million tokens in and out, where they are told."""
    parameters: tuple[Parameter, ...] = ()
    """Where litellm carries its calls: what it may be told besides the key."""
    lacking: str = ""
    """What it needs of them and nobody set."""
    searches: str | None = None
    """What the names of its models hold that have its own search, empty: all have; None: it has none."""

    @property
    def connected(self) -> bool:
        """Tell whether its models can be put into a seat."""
        return (bool(self.key_place) or self.keyless) and not self.lacking


class ModelGateway(Protocol):
    """The way to the models."""

    def prepare(self, call_id: str, request: ModelRequest) -> None:
        """Get ready for a call that `start` is given in a moment, or `cancel` takes back; it never waits."""
        ...

    def start(self, call_id: str, request: ModelRequest) -> AsyncIterator[ModelEvent]:
        """Ask; the stream ends after exactly one Completed or Failed. Closing it cancels the call."""
        ...

    async def cancel(self, call_id: str) -> None:
        """End a call at once; unknown ids are ignored."""
        ...

    async def learn_window(self, request: ModelRequest, *, anew: bool = False) -> None:
        """Ask a server of the person's own, once, how much the model takes in; others are not asked.

        `anew`: what is known of it may hold no more, and is asked for again.
        """
        ...

    async def estimate(self, requests: Sequence[ModelRequest]) -> Sequence[Estimate]:
        """Return the worst case of each request (cost None: unknown price)."""
        ...

    def built_in(self, model: str) -> bool:
        """Tell whether a model of this name would be part of the program: no key, no server."""
        ...

    def host(self, model: str, base_url: str | None = None) -> str:
        """Return the host that requests to a model go to; empty: they do not leave this machine."""
        ...

    async def models(self) -> Sequence[ModelInfo]:
        """List the models known without a connection."""
        ...

    async def test(self, model: str) -> TestResult:
        """Try one model."""
        ...

    async def close(self) -> None:
        """End all calls and let go of everything."""
        ...


Voice = Callable[["ModelRequest"], "str | Reply"]
"""A rule-based participant: its whole answer (a Reply where it calls tools), a function of the request.

Voices are registered per (voice name, purpose): `offline/sceptic` answers purpose `critique` with the
voice registered under ("sceptic", "critique"), else under ("*", "critique").
"""

Voices = Mapping[tuple[str, str], Voice]


class ProviderGateway(Protocol):
    """The providers behind a gateway: which there are, and whether they answer."""

    async def providers(self) -> Sequence[ProviderInfo]:
        """List them, the person's own first; looks for keys and contacts nobody."""
        ...

    async def provider(self, name: str) -> ProviderInfo | None:
        """Return one, also where it is not listed; None: there is none of this name."""
        ...

    async def catalogue(self) -> Sequence[ModelInfo]:
        """Return the library's table of chat models; contacts nobody."""
        ...

    async def check(self, provider: str) -> TestResult:
        """Ask a provider which models it has: costs nothing and shows whether the key is good."""
        ...

    async def find_local(self) -> Sequence[LocalServer]:
        """Look for model servers on this machine."""
        ...

    async def obstacles(self, seats: Mapping[SeatName, Seat], *, contact: bool) -> Sequence[Obstacle]:
        """Return why seats cannot be asked: names that lead nowhere, missing keys; contacts nobody.

        `contact`: also servers that take no connection, each tried once, and models that they do not have.
        """
        ...

    def look_again(self) -> None:
        """Forget what was found out about servers: it may be mended by now."""
        ...

    def unapproved_servers(self, seats: Mapping[SeatName, Seat]) -> Sequence[NamedServer]:
        """Return the servers, each with its variable, that must be approved before these seats are asked.

        Contacts nobody and looks for no key; raises InputError where the settings are wrong.
        """
        ...

    def programs(self) -> Mapping[str, Mapping[str, object]]:
        """Return the known programs that are installed, with the settings to add each with; starts none."""
        ...

    def loaded(self, model: str) -> bool:
        """Tell whether this model can be asked without waiting for what is needed to ask it."""
        ...

    async def ready(self) -> TestResult:
        """Start what is needed to ask models, and tell whether it works."""
        ...

    async def warm(self) -> None:
        """Begin to start it where some provider is connected, and do not wait; contacts nobody."""
        ...


# --- the rest ---------------------------------------------------------------------------------


class Prompts(Protocol):
    """Strict templates: an unknown or missing variable is a bug."""

    @property
    def wording(self) -> str:
        """What tells these templates from those of another state of the program."""
        ...

    def render(self, template: str, variables: Mapping[str, JsonValue]) -> PromptText:
        """Return the text of `resources/prompts/<template>.md.j2`."""
        ...

    def prepare(self, template: str) -> None:
        """Parse a template, so that it is rendered at once; raises Bug where it cannot be."""
        ...


class SessionStore(Protocol):
    """All sessions of one data folder."""

    def path(self, session: SessionId) -> Path:
        """Return a session's file; raises NotFound for what is no session id."""
        ...

    async def create(
        self, session: SessionId, first: Sequence[NewRecord], *, contested: bool = False
    ) -> None:
        """Write a new journal with its first records, whole or not at all; refuse an existing id.

        `contested`: another process may be making it, too; raises SessionBusy where it just is.
        """
        ...

    async def open(self, session: SessionId) -> Journal:
        """Open for appending; raises SessionBusy, NotFound or StorageError."""
        ...

    async def follow(self, session: SessionId) -> JournalReader:
        """Open read-only, whoever holds the lock."""
        ...

    async def ids(self) -> Sequence[SessionId]:
        """List the sessions, newest first."""
        ...

    async def stamps(self) -> Mapping[SessionId, str]:
        """Return every session, newest first, with the state of its file.

        Equal stamps: nothing was written in between. Empty: written so lately that it cannot be told.
        """
        ...

    async def busy(self, session: SessionId) -> bool:
        """Tell whether some process has the session open for appending."""
        ...

    async def fork(
        self, source: SessionId, upto: int, target: SessionId, last: NewRecord | None = None
    ) -> None:
        """Copy the records 1..upto into a new journal, byte for byte, whole or not at all.

        `last` stands behind them from the start: no crash leaves a copy without it.
        """
        ...

    async def request_stop(self, session: SessionId, mode: str) -> None:
        """Leave a stop request beside the lock, for the process that holds it."""
        ...

    async def take_stop_request(self, session: SessionId) -> str | None:
        """Return and remove a stop request."""
        ...

    async def import_records(self, session: SessionId, lines: Sequence[Mapping[str, JsonValue]]) -> None:
        """Write an imported journal (checked by the caller) in one go; refuse an existing id."""
        ...

    async def delete(self, session: SessionId) -> Path:
        """Move a session's file to the trash folder and return its place there."""
        ...

    async def trashed(self) -> Sequence[SessionId]:
        """List what lies in the trash, newest session first."""
        ...

    async def clear_trash(self, now: float, kept: float) -> Sequence[SessionId]:
        """Remove for good what has lain in the trash for `kept` seconds; return what went.

        `now`: s since 1970; a clock that leaps forward makes no session old.
        """
        ...

    async def restore(self, session: SessionId) -> None:
        """Move a session's file back from the trash folder; raises NotFound or ImportRefused."""
        ...


class SessionIndex(Protocol):
    """The library: an index over all sessions that may be deleted and is rebuilt."""

    async def put(self, row: SessionRow, texts: Sequence[tuple[int, str]]) -> None:
        """Store a session's row and add texts (seq, text) to the full-text index."""
        ...

    async def rows(self) -> Sequence[SessionRow]:
        """Return all rows, newest change first."""
        ...

    async def rules(self, version: str) -> Mapping[str, RowRules]:
        """Return what this version of the program keeps of workflows, by their names."""
        ...

    async def put_rules(self, version: str, workflow: str, rules: RowRules) -> None:
        """Keep what rows need of a workflow."""
        ...

    async def search(self, query: str, limit: int = 50) -> Sequence[tuple[SessionRow, int, str]]:
        """Return (row, seq, snippet) for texts and titles that contain `query`."""
        ...

    async def find(self, query: str) -> Sequence[Found]:
        """Return each session that contains `query` once, best first."""
        ...

    async def snippets(self, query: str, found: Sequence[Found]) -> Mapping[SessionId, str]:
        """Return the surroundings of the best hits, a line each."""
        ...

    async def forget(self, session: SessionId) -> None:
        """Remove a session."""
        ...

    async def close(self) -> None:
        """Let go of the file."""
        ...


class KeyStore(Protocol):
    """Keys of providers: keyring, environment, or this session only; never a file."""

    def get(self, provider: str, env: str | None = None) -> str | None:
        """Return a key, or None. May wait."""
        ...

    def at_hand(self, provider: str, env: str | None = None) -> str | None:
        """Return the key that `get` would return, where that waits for nobody; else None."""
        ...

    def put(self, provider: str, key: str, *, session_only: bool = False, spaces: bool = False) -> str:
        """Keep a key; return the name of the place it went to. `spaces`: it may have some."""
        ...

    def forget(self, provider: str) -> None:
        """Remove a key everywhere we put it."""
        ...

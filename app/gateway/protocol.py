"""The frames between the window's process and the model host: JSON in the frames of `app.processes.frames`.

Keys travel only in `Start` and `Ask`: never in argv, in
the environment, in a log or on disk; that is why no frame is ever logged.

Rules: every Start is answered by exactly one Done, Failed or Cancelled; `Sent` is on the pipe before the
first byte of the request's body is on the wire, so that a host that dies leaves no doubt unsaid.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, get_args

from app.domain.errors import CutBy, ProviderErrorKind
from app.processes.frames import BrokenFrames

if TYPE_CHECKING:
    from app.domain.canonical import JsonValue

VERSION = 7


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds and bytes a call may take. Any byte is life: a server may send comments while a model reads.

    `first_byte`: without a byte before the first content; `idle`: without one behind it.
    """

    total: float = 120.0
    first_byte: float = 120.0
    idle: float = 60.0
    bytes: int = 64 * 2**20

    @classmethod
    def of(cls, total: float) -> Limits:
        """Derive all from the whole call's limit: a prompt may be read for all of it, or for ten minutes."""
        return cls(
            total=total,
            first_byte=min(total, max(600.0, total / 3)),
            idle=min(total, max(60.0, total / 6)),
        )


# --- parent → host ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Start:
    """Ask a model; `request` is a ModelRequest.

    `held`: everything up to the connection is done, and no byte of the request is sent before a `Go`.
    """

    id: str
    request: dict[str, JsonValue]
    key: str | None = field(default=None, repr=False)
    limits: dict[str, float] = field(default_factory=dict)
    held: bool = False
    named: dict[str, str] = field(default_factory=dict, repr=False)
    """What litellm is told besides where it carries the call, by its names; secrets among them."""


@dataclass(frozen=True, slots=True)
class Go:
    """Send a call that was held."""

    id: str


@dataclass(frozen=True, slots=True)
class Cancel:
    """End a call."""

    id: str


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask the host something that is no call: `list`, `describe`, `ping`."""

    id: str
    what: str
    body: dict[str, JsonValue] = field(default_factory=dict)
    key: str | None = field(default=None, repr=False)


# --- host → parent ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hello:
    """The host lives; nothing heavy is imported yet. Said again while its start uses the processor."""

    version: int


@dataclass(frozen=True, slots=True)
class Ready:
    """Everything is imported; calls begin at once."""

    seconds: float


@dataclass(frozen=True, slots=True)
class WasSent:
    """The request's body is about to be on the wire."""

    id: str


@dataclass(frozen=True, slots=True)
class HasBegun:
    """The first event of the answer came, with content or without."""

    id: str


@dataclass(frozen=True, slots=True)
class Delta:
    """What arrived of an answer since the last one; tool calls as [index, name, arguments]."""

    id: str
    text: str = ""
    reasoning: str = ""
    tools: list[list[Any]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Done:
    """The answer is whole."""

    id: str
    text: str
    reasoning: str
    tool_calls: list[dict[str, str]]
    finish_raw: str
    usage: dict[str, JsonValue]
    dropped: list[str]
    vectors: list[list[float]] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    window: int | None = None
    """Tokens the model takes in, where a refusal named them before."""
    timings: Sequence[float] | None = None
    """As in Timings, where the server told them."""


@dataclass(frozen=True, slots=True)
class HasFailed:
    """The call failed; `partial` is all text that had arrived."""

    id: str
    kind: ProviderErrorKind
    message: JsonValue
    """A message and its parameters, as `app.domain.sentences` writes them; the hint too."""
    hint: JsonValue
    sent: bool
    received: bool
    retry_after: float | None = None
    partial: str = ""
    usage: dict[str, JsonValue] | None = None
    cut: CutBy | None = None
    passing: bool | None = None
    """As in `Failed`."""
    window: int | None = None
    """Tokens the model takes in, where a refusal named them."""
    timings: Sequence[float] | None = None
    """As in Timings, where the server told them."""


@dataclass(frozen=True, slots=True)
class WasCancelled:
    """The call was ended as asked."""

    id: str


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to an Ask."""

    id: str
    body: dict[str, JsonValue]


Frame = (
    Start
    | Go
    | Cancel
    | Ask
    | Hello
    | Ready
    | WasSent
    | HasBegun
    | Delta
    | Done
    | HasFailed
    | WasCancelled
    | Answer
)
_CLASSES: dict[str, type[Any]] = {cls.__name__: cls for cls in get_args(Frame)}


def encode(frame: Frame) -> bytes:
    """Return a frame's body."""
    body = {f.name: getattr(frame, f.name) for f in fields(frame)}
    # ASCII escapes keep lone surrogates, which the parent counts and replaces.
    return json.dumps([type(frame).__name__, body], separators=(",", ":")).encode("ascii")


def decode(data: bytes) -> Frame:
    """Return the frame of a body; raises BrokenFrames."""
    try:
        name, body = json.loads(data)
        frame: Frame = _CLASSES[name](**body)
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise BrokenFrames(f"not a frame: {type(error).__name__}") from error
    return frame

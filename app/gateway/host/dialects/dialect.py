"""What is to be known of a dialect: the Protocol that each dialect's module keeps. Types alone.

A dialect is what a server speaks, whoever runs it; a provider (`app.gateway.providers`) is a server with an
address and a key that speaks one. What several dialects share is a helper beside them (`writing`,
`stream_state`, `vectors`); what single models want otherwise is data (`quirks`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from app.gateway.host.dialects.quirks import Quirks
from app.gateway.host.dialects.stream_state import StreamState
from app.gateway.host.dialects.words import ServerWords
from app.gateway.host.dialects.writing import Body, Feature, Marks

if TYPE_CHECKING:
    from app.domain.messages import ChatMessage, ModelRequest


class Embedding(Protocol):
    """How vectors of texts are asked for."""

    def address(self, base: str) -> str:
        """Return where."""
        ...

    def body_of(self, model: str, texts: Sequence[str]) -> Body:
        """Return the request's body."""
        ...

    def read(self, value: Any, count: int) -> tuple[list[list[float]], int | None]:
        """Return the vectors in an answer, in the order of their texts, and the tokens they took.

        Raises ValueError, TypeError, KeyError, AttributeError or OverflowError where there are not `count`.
        """
        ...


class Dialect(Protocol):
    """All that is known of a dialect; a module of this package."""

    NAME: str
    """What it is called in settings."""
    WORDS: ServerWords
    """ServerWords of its servers."""

    # --- requests ---
    VERSION_PATH: str
    """What people write at the end of a base address, and `address` adds itself; empty for nothing."""

    def address(self, base: str, model: str, /) -> str:
        """Return where a model is asked."""
        ...

    def headers(self, key: str | None, /) -> Mapping[str, str]:
        """Return the headers that are the dialect's own."""
        ...

    def messages_of(self, messages: Sequence[ChatMessage], quirks: Quirks, marks: Marks, /) -> Body:
        """Return the members of a body that the messages make; `marks`: for those who look at them."""
        ...

    def body_of(
        self, request: ModelRequest, without: Collection[Feature], quirks: Quirks, /
    ) -> tuple[Body, frozenset[Feature]]:
        """Return a request's body without its messages, and what of it some servers refuse."""
        ...

    # --- answers ---
    LINES: bool
    """Each line is an event; else they are server-sent events."""
    KNOWN_BY: frozenset[str]
    """Members by which its events are known; a stream with none of them is of another dialect."""
    ENDS_WITH_BODY: bool
    """Where a finish was told, the end of the body ends the answer too: many servers name no other end."""

    def read(self, state: StreamState, event: dict[str, Any], /) -> bool:
        """Take an event; tell whether it is the one that finishes the answer."""
        ...

    def unstreamed(self, value: dict[str, Any], /) -> Iterator[dict[str, Any]]:
        """Yield the events that a whole answer stands for; none for JSON of another form."""
        ...

    SIZED: bool
    """A request says how large a window it wants; else a model has the one it was loaded with."""

    # --- beside calls ---
    LISTED_UNDER: str
    """The member under which a server lists its models."""
    EMBEDDING: Embedding | None
    """None: its servers are not asked for vectors."""

    def listing(self, base: str, key: str | None, /) -> tuple[str, Mapping[str, str]]:
        """Return where a server lists its models, and the headers that go with the question."""
        ...

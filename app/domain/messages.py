"""What is said to a model and what comes back."""

from __future__ import annotations

import base64
import hashlib
from functools import cached_property
from typing import Any, Literal

from pydantic import Field

from app.domain.canonical import JsonValue, digest, dumps
from app.domain.frozen import Frozen
from app.domain.pictures import UNSEEN
from app.domain.usage import Usage


class ToolCall(Frozen):
    """One call of a tool by a model; `arguments` is the text as the model wrote it."""

    id: str
    name: str
    arguments: str


class ToolSpec(Frozen):
    """A tool offered to a model; `parameters` is a JSON schema."""

    name: str
    description: str
    parameters: dict[str, JsonValue]


class PromptText(str):
    """The text of a prompt; `shared`: where parts of it end with which other prompts begin, in characters."""

    shared: tuple[int, ...] = ()


PictureKind = Literal["png", "jpeg", "webp"]


class GivenPicture(Frozen):
    """A picture that models are shown; `kind` and the size in dots are what its own bytes say."""

    kind: PictureKind
    width: int = Field(gt=0)
    height: int = Field(gt=0)
    data: str = Field(repr=False)
    """Its very bytes in base 64."""

    @cached_property
    def content(self) -> bytes:
        """The very bytes; raises ValueError for what is no base 64."""
        return base64.b64decode(self.data, validate=True)

    @cached_property
    def sha256(self) -> str:
        """The SHA-256 of the bytes, in hexadecimal digits."""
        return hashlib.sha256(self.content).hexdigest()


class ChatMessage(Frozen):
    """One message of a request; `pictures` are shown in front of its text."""

    role: Literal["system", "user", "assistant", "tool"]
    text: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None
    # Left out where there are none: such a message is written as earlier versions write it.
    pictures: tuple[GivenPicture, ...] = Field(default=(), exclude_if=lambda pictures: not pictures)


USUAL_SECONDS = 120.0
"""A call's limit where nobody set one and nothing tells that it needs more."""


class Options(Frozen):
    """How a model is asked; None leaves the provider's default."""

    temperature: float | None = None
    top_p: float | None = None
    seed: int | None = None
    max_output_tokens: int = 4000
    timeout: float | None = None
    """Seconds for the whole call; None: as long as its server and model usually need."""
    context_length: int | None = None
    """Tokens a model that is told so should take in at once; others have a fixed window."""
    web_search: bool = Field(default=False, exclude_if=lambda on: not on)
    """Its provider's own search may be used for the answer."""


_NOT_ASKED = {
    *("model", "base_url", "api_key_env", "price_in", "price_out", "price_cached", "price_stored"),
    *("embeds", "shared", "shared_by", "sees"),
}
"""Fields of a request that say who is asked, at what price, and what others are sent as well."""
_WITHOUT_BYTES: dict[str, Any] = {
    **dict.fromkeys(_NOT_ASKED, True),
    "messages": {"__all__": {"pictures": True}},
}


class ModelRequest(Frozen):
    """All of one call to a model: what is sent, and in `purpose` and `seat` where it goes.

    Rule: nothing goes beside it. Who answers without a model reads the messages, as a model would.
    """

    purpose: str
    seat: str
    model: str
    messages: tuple[ChatMessage, ...]
    tools: tuple[ToolSpec, ...] = ()
    reply_schema: dict[str, JsonValue] | None = None
    shared: tuple[int, ...] = ()
    """Where parts of the first message of `shared_by` end with which other calls begin too, in characters:
    what a provider's cache may keep."""
    shared_by: Literal["user", "system"] = "user"
    options: Options = Field(default_factory=Options)
    base_url: str | None = None
    api_key_env: str | None = None
    price_in: float | None = None
    """Dollars per million tokens, for models without a known price."""
    price_out: float | None = None
    price_cached: float | None = None
    """Of what a server of one's own reads from a cache."""
    price_stored: float | None = None
    """Of what it writes to one."""
    embeds: bool = False
    """True: a vector is wanted for each message, and no answer."""
    sees: bool | None = None
    """Whether the model is shown pictures; None: nobody knows, so it is tried."""

    @property
    def pictures(self) -> tuple[GivenPicture, ...]:
        """All pictures of its messages."""
        return tuple(one for message in self.messages for one in message.pictures)

    def without_pictures(self) -> ModelRequest:
        """Return it as who sees none is asked: told that there were some."""
        if not self.pictures:
            return self
        messages = (
            one.model_copy(update={"text": f"{one.text}\n\n{UNSEEN}", "pictures": ()})
            if one.pictures
            else one
            for one in self.messages
        )
        return self.model_copy(update={"messages": tuple(messages)})

    def identity(self) -> str:
        """Return the hash by which two askings of one key are compared: without the model and its place.

        What is wanted of it is told by the purpose, as in the requests of older journals.
        """
        if not self.pictures:
            return digest(dumps(self.model_dump(mode="json", exclude=_NOT_ASKED)))
        body = self.model_dump(mode="json", exclude=_WITHOUT_BYTES)
        # Each is hashed once, however often it is asked about.
        body["pictures"] = [[one.sha256 for one in message.pictures] for message in self.messages]
        return digest(dumps(body))


class Reply(Frozen):
    """A finished answer of a model, or the part of one that a person chose to use."""

    text: str
    reasoning: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    finish: str = "stop"
    usage: Usage = Field(default_factory=Usage)
    vectors: tuple[str, ...] = ()
    """One per message where those were asked for, as `app.domain.vectors` packs them."""
    partial: bool = False
    """True where a person chose to use what had arrived of an interrupted call."""
    room: int = 0
    """The tokens it was allowed where it is partial because it came to that limit."""
    asked: int = 0
    """Seq of the CallAsked it answers; 0 where it comes from no journal."""
    marks: tuple[str, ...] = ()
    """As in CallCompleted."""
    kept: bool = False
    """True where a person chose to use a whole answer that was put in doubt."""


class Missing(Frozen):
    """No answer: the seat sits out, was dropped, or its failure was tolerated."""

    seat: str
    reason: str
    kind: str = "absent"
    room: int = 0
    """The tokens it was allowed where it came to that limit with nothing but thoughts."""


Outcome = Reply | Missing

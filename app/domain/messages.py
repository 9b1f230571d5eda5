"""What is said to a model and what comes back."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from app.domain.canonical import JsonValue, digest, dumps
from app.domain.usage import Usage


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class ToolCall(_Value):
    """One call of a tool by a model; `arguments` is the text as the model wrote it."""

    id: str
    name: str
    arguments: str


class ToolSpec(_Value):
    """A tool offered to a model; `parameters` is a JSON schema."""

    name: str
    description: str
    parameters: dict[str, JsonValue]


class PromptText(str):
    """The text of a prompt; `shared`: where parts of it end with which other prompts begin, in characters."""

    shared: tuple[int, ...] = ()


class ChatMessage(_Value):
    """One message of a request."""

    role: Literal["system", "user", "assistant", "tool"]
    text: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None


USUAL_SECONDS = 120.0
"""A call's limit where nobody set one and nothing tells that it needs more."""


class Options(_Value):
    """How a model is asked; None leaves the provider's default."""

    temperature: float | None = None
    top_p: float | None = None
    seed: int | None = None
    max_output_tokens: int = 4000
    timeout: float | None = None
    """Seconds for the whole call; None: as long as its server and model usually need."""
    context_length: int | None = None
    """Tokens a model that is told so should take in at once; others have a fixed window."""


_NOT_ASKED = {
    *("model", "base_url", "api_key_env", "price_in", "price_out", "price_cached", "price_stored"),
    *("embeds", "shared", "shared_by"),
}
"""Fields of a request that say who is asked, at what price, and what others are sent as well."""


class ModelRequest(_Value):
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

    def identity(self) -> str:
        """Return the hash by which two askings of one key are compared: without the model and its place.

        What is wanted of it is told by the purpose, as in the requests of older journals.
        """
        body = self.model_dump(mode="json", exclude=_NOT_ASKED)
        return digest(dumps(body))


class Reply(_Value):
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


class Missing(_Value):
    """No answer: the seat sits out, was dropped, or its failure was tolerated."""

    seat: str
    reason: str
    kind: str = "absent"
    room: int = 0
    """The tokens it was allowed where it came to that limit with nothing but thoughts."""


Outcome = Reply | Missing

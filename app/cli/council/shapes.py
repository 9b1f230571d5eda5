"""What clients of the chat interface send, and the question that a session is asked from it.

Clients send a lot that a council has no use for (temperature, tools, penalties, whose user asks): that is
passed over. What would change the form of the answer is refused, in words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from app.cli.council.http import Refused
from app.domain.refusals import first_refusal

_MOST_MESSAGES = 2_000
_LONGEST_NAME = 200
_INSTRUCTS = ("system", "developer")


class _Sent(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)


class _Part(_Sent):
    type: str
    text: str = ""


class ChatMessage(_Sent):
    """One message of a conversation."""

    role: Literal["system", "developer", "user", "assistant", "tool", "function"]
    content: str | list[_Part] | None = None

    @property
    def text(self) -> str:
        """What it says; raises Refused where it says it in a picture or a sound."""
        if self.content is None or isinstance(self.content, str):
            return self.content or ""
        for part in self.content:
            if part.type not in ("text", "input_text", "output_text"):
                raise _unsupported(f"A message has a part of the type {part.type[:40]!r}: only text is read.")
        return "\n".join(part.text for part in self.content)


class _StreamOptions(_Sent):
    include_usage: bool = False


class ChatRequest(_Sent):
    """The body of a request for an answer."""

    model: Annotated[str, Field(min_length=1, max_length=_LONGEST_NAME)]
    messages: Annotated[list[ChatMessage], Field(min_length=1, max_length=_MOST_MESSAGES)]
    stream: bool | None = False
    stream_options: _StreamOptions | None = None
    n: int | None = 1
    seed: int | None = None
    max_tokens: int | None = None
    max_completion_tokens: int | None = None
    tool_choice: str | dict[str, Any] | None = None
    function_call: str | dict[str, Any] | None = None
    modalities: list[str] | None = None
    response_format: dict[str, Any] | None = None

    @property
    def longest(self) -> int | None:
        """Tokens that an answer may have, by the newer name or the older one; None: nothing is said."""
        return min(filter(None, (self.max_completion_tokens, self.max_tokens)), default=None)


def read_request(value: object) -> ChatRequest:
    """Return a request; raises Refused for what is none, and for a form of answer that a council has not."""
    if not isinstance(value, dict):
        raise _unsupported("The body is no JSON object.")
    try:
        found = ChatRequest.model_validate(value)
    except ValidationError as error:
        where, why = first_refusal(error, ChatRequest)
        raise _unsupported(f"{where[:120] or 'body'}: {why}.") from error
    if found.n not in (None, 1):
        raise _unsupported("n: a council gives one answer; leave n out.")
    if isinstance(found.tool_choice, dict) or found.tool_choice == "required":
        raise _unsupported("tool_choice: a council calls none of your tools; leave it out, or say “auto”.")
    if isinstance(found.function_call, dict):
        raise _unsupported("function_call: a council calls none of your functions; leave it out.")
    if found.modalities not in (None, [], ["text"]):
        raise _unsupported("modalities: a council answers in text; leave it out.")
    rooms = {"max_tokens": found.max_tokens, "max_completion_tokens": found.max_completion_tokens}
    for name, told in rooms.items():
        if told is not None and told < 1:
            raise _unsupported(
                f"{name}: this is a number of tokens from 1 on; leave it out for the usual one."
            )
    if (found.response_format or {}).get("type", "text") != "text":
        raise _unsupported("response_format: a council answers in text; leave it out.")
    return found


def question_of(messages: Sequence[ChatMessage]) -> tuple[str, str]:
    """Return the question, and what stands beside it: instructions and what was said. Raises Refused.

    Some clients repeat their instructions behind the question.
    """
    at = next((at for at, one in reversed([*enumerate(messages)]) if one.role not in _INSTRUCTS), 0)
    last, before = messages[at], [*messages[:at], *messages[at + 1 :]]
    if last.role != "user" or not last.text.strip():
        raise _unsupported("messages: the last one is the question, of the role “user”.")
    instructions = "\n\n".join(one.text for one in before if one.role in _INSTRUCTS)
    called = {"user": "The person", "assistant": "The answer", "tool": "A tool", "function": "A tool"}
    said = "\n\n".join(
        f"{called[one.role]}:\n{one.text}" for one in before if one.role in called and one.text
    )
    parts = {"What the program that asks says of itself": instructions, "What was said before": said}
    background = "\n\n".join(f"{title}:\n\n{text}" for title, text in parts.items() if text.strip())
    return last.text, background


def identity_of(messages: Sequence[ChatMessage]) -> Sequence[Mapping[str, str]]:
    """Return what makes a conversation the same one."""
    return [{"role": one.role, "text": one.text} for one in messages]


def _unsupported(message: str) -> Refused:
    return Refused(400, "invalid_request", message)

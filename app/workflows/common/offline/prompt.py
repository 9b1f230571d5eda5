"""A request as it is sent, read like a model would: the shown texts and the program's words around them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from app.domain.messages import ChatMessage, ModelRequest
from app.prompts.fences import Fence, read_fences


@dataclass(frozen=True)
class Section:
    """Texts that a prompt shows one after the other, and what it says before the first of them."""

    words: str
    texts: tuple[Fence, ...]


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a tool returned for a call."""

    tool: str
    arguments: str
    text: str


@dataclass(frozen=True)
class Prompt:
    """What a request shows and asks."""

    system: str
    sections: tuple[Section, ...]
    """Of all the messages to the model, in their order."""
    closing: str
    """What the program says behind the last text of the last message: what is wanted."""
    fields: tuple[str, ...] = ()
    """The fields of the reply that is asked for; none: it is prose."""

    @cached_property
    def _texts(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for section in self.sections:
            for text in section.texts:
                found.setdefault(text.name, text.text)
        return found

    def text(self, name: str) -> str:
        """Return the first text that is shown under a name, empty where there is none.

        Where files are shown before it, `first` is surer: a file may be called like a part of the prompt.
        """
        return self._texts.get(name, "")

    def named(self, opening: str) -> tuple[Fence, ...]:
        """Return the texts whose names begin like this."""
        return tuple(
            text for section in self.sections for text in section.texts if text.name.startswith(opening)
        )

    def first(self, words: str) -> str:
        """Return the first text of the sections whose words hold these, empty where there is none."""
        return next((text.text for text in self.under(words)), "")

    def under(self, words: str) -> tuple[Fence, ...]:
        """Return the texts of every section whose words hold these."""
        return tuple(text for section in self.sections if words in section.words for text in section.texts)

    def says(self, words: str) -> bool:
        """Tell whether the program itself says something, in no shown text."""
        return words in self.closing or any(words in section.words for section in self.sections)


def read_prompt(request: ModelRequest) -> Prompt:
    """Return what the messages of a request show, and what they ask for."""
    sections: list[Section] = []
    closing = ""
    for message in request.messages:
        if message.role == "user":
            shown, closing = read_fences(message.text)
            sections += _sections(shown)
    schema = request.reply_schema or {}
    properties = schema.get("properties")
    return Prompt(
        "\n".join(message.text for message in request.messages if message.role == "system"),
        tuple(sections),
        closing,
        tuple(properties) if isinstance(properties, dict) else (),
    )


def _sections(shown: Sequence[Fence]) -> Iterator[Section]:
    together: list[Fence] = []
    for text in shown:
        if text.before and together:
            yield Section(together[0].before, tuple(together))
            together = []
        together.append(text)
    if together:
        yield Section(together[0].before, tuple(together))


def turn_of(messages: Sequence[ChatMessage]) -> Sequence[ChatMessage]:
    """Return the messages after the last one that the program wrote to the model: calls and their results."""
    last = max((n for n, message in enumerate(messages) if message.role == "user"), default=-1)
    return messages[last + 1 :]


def tool_results(messages: Sequence[ChatMessage]) -> tuple[ToolResult, ...]:
    """Return what tools returned in messages, in their order."""
    calls = {call.id: call for message in messages for call in message.tool_calls}
    return tuple(
        ToolResult(call.name if call else "", call.arguments if call else "", message.text)
        for message in messages
        if message.role == "tool"
        for call in (calls.get(message.tool_call_id or ""),)
    )


def as_json(reply: object) -> str:
    """Return a reply as the JSON that a model would send."""
    return json.dumps(reply, ensure_ascii=False, indent=1)

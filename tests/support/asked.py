"""What a scripted member knows: the text of the messages that it is sent, like any model."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from app.domain.messages import ModelRequest
from app.prompts.fences import Fence, read_fences

_FIELD = re.compile(r"^(severity|point|suggestion|quote): ?", re.MULTILINE)
_DRAFT = re.compile(r"This is draft (\d+) of (\d+)")


def prompt_of(request: ModelRequest) -> str:
    """Return the last message that the program wrote to the model."""
    return next((m.text for m in reversed(request.messages) if m.role == "user"), "")


def fences_of(request: ModelRequest) -> tuple[Fence, ...]:
    """Return the texts that all messages to the model show, in their order."""
    return tuple(fence for _, fence in _placed(request))


@lru_cache(maxsize=32)
def _fences(text: str) -> tuple[Fence, ...]:
    return read_fences(text)[0]


def _placed(request: ModelRequest) -> list[tuple[str, Fence]]:
    """Return the texts that are shown, each with the program's words above it and those beside it."""
    found: list[tuple[str, Fence]] = []
    for message in request.messages:
        words = ""
        for fence in _fences(message.text) if message.role == "user" else ():
            words = fence.before or words
            found.append((words, fence))
    return found


def under(request: ModelRequest, words: str) -> list[Fence]:
    """Return the texts that are shown under the program's words."""
    return [fence for before, fence in _placed(request) if words in before]


def shown(request: ModelRequest, name: str) -> str:
    """Return the first text that is shown under a name, empty where there is none."""
    return next((fence.text for fence in fences_of(request) if fence.name == name), "")


def named(request: ModelRequest, opening: str) -> list[Fence]:
    """Return the texts whose names begin like this."""
    return [fence for fence in fences_of(request) if fence.name.startswith(opening)]


def read(request: ModelRequest) -> dict[str, Any]:
    """Return what a debate's prompt shows: answers, points, rounds and so on."""
    draft = _DRAFT.search(prompt_of(request))
    answers = [
        {"label": fence.name, "text": fence.text}
        for words, fence in _placed(request)
        if "Context files" not in words and re.match(r"(?:Response|Answer|Draft) \w+$", fence.name)
    ]
    return {
        "question": shown(request, "question"),
        "must_haves": [fence.text for fence in under(request, "must cover each")],
        "context": [{"name": f.name, "text": f.text} for f in under(request, "Context files given")],
        "qa": [fence.text for fence in under(request, "Questions that were put to the person")],
        "answers": answers,
        "drafts": answers,
        "text": next((fence.text for fence in under(request, "your answer so far")), ""),
        "critiques": [_point(fence) for fence in under(request, "points were made against it")],
        "history": shown(request, "history") or shown(request, "earlier rounds"),
        "summarised": bool(under(request, "in your own summary")),
        "rounds": _rounds(request),
        "degradation": [fence.text for fence in fences_of(request) if fence.name == "limit"],
        "first": shown(request, "first"),
        "second": shown(request, "second"),
        "draft": int(draft[1]) if draft else 1,
    }


def _point(fence: Fence) -> dict[str, str]:
    parts = _FIELD.split(fence.text)[1:]
    # What a critic wrote may look like a field: the program's own come first.
    texts = (part.rstrip("\n") for part in reversed(parts[1::2]))
    fields = dict(zip(reversed(parts[::2]), texts, strict=True))
    said = {"claim" if name == "point" else name: value for name, value in fields.items()}
    return {"id": fence.name.removeprefix("point "), "suggestion": "", "quote": "", **said}


def _rounds(request: ModelRequest) -> list[dict[str, Any]]:
    rounds: dict[int, dict[str, Any]] = {}
    number = 0
    for words, fence in _placed(request):
        opened = re.search(r"Round (\d+)$", words)
        number = int(opened[1]) if opened else 0
        if number:
            one = rounds.setdefault(number, {"number": number, "answers": [], "critiques": []})
            if (answer := re.fullmatch(r"round \d+, (.+)", fence.name, re.DOTALL)) is not None:
                one["answers"].append({"seat": answer[1], "text": fence.text})
            elif fence.name == f"critiques of round {number}":
                one["critiques"] += fence.text.split("\n")
    return list(rounds.values())

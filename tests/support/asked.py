"""What a scripted member knows: the text of the messages that it is sent, like any model."""

from __future__ import annotations

from app.domain.messages import ModelRequest
from app.prompts.fences import Fence, read_fences


def prompt_of(request: ModelRequest) -> str:
    """Return the last message that the program wrote to the model."""
    return next((m.text for m in reversed(request.messages) if m.role == "user"), "")


def fences_of(request: ModelRequest) -> tuple[Fence, ...]:
    """Return the texts that all messages to the model show, in their order."""
    return tuple(f for m in request.messages if m.role == "user" for f in read_fences(m.text)[0])


def shown(request: ModelRequest, name: str) -> str:
    """Return the first text that is shown under a name, empty where there is none."""
    return next((fence.text for fence in fences_of(request) if fence.name == name), "")


def named(request: ModelRequest, opening: str) -> list[Fence]:
    """Return the texts whose names begin like this."""
    return [fence for fence in fences_of(request) if fence.name.startswith(opening)]


def answers_shown(request: ModelRequest) -> dict[str, str]:
    """Return the answers of a debate that are shown under letters or as rounds, by their names."""
    return {
        f.name: f.text for f in fences_of(request) if f.name.startswith(("Response ", "Answer ", "Draft "))
    }


def points_shown(request: ModelRequest) -> list[dict[str, str]]:
    """Return the points that an author of a debate is shown: id, severity, point, quote and so on."""
    found = []
    for fence in named(request, "point "):
        fields: dict[str, str] = {}
        key = ""
        for line in fence.text.split("\n"):
            name, colon, rest = line.partition(": ")
            if colon and name in ("id", "severity", "category", "point", "suggestion", "quote"):
                key = name
                fields[key] = rest
            elif key:
                fields[key] += "\n" + line
        found.append(fields)
    return found

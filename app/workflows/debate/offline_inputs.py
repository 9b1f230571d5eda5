"""What the offline voices read: the inputs of a request as texts, lists and pairs."""

from __future__ import annotations

import json
from collections.abc import Mapping

from app.domain.canonical import JsonValue
from app.workflows.common import prose

Inputs = Mapping[str, JsonValue]
TELLING = 4
"""Sentences beside its demands from which a question is material itself."""


def text_of(inputs: Inputs, name: str) -> str:
    """Return an input as a text, empty where it is none."""
    value = inputs.get(name)
    return value if isinstance(value, str) else ""


def list_of(inputs: Inputs, name: str) -> list[JsonValue]:
    """Return an input as a list."""
    value = inputs.get(name)
    return value if isinstance(value, list) else []


def pairs(inputs: Inputs, name: str, first: str, second: str) -> list[tuple[str, str]]:
    """Return two fields of every item of a list."""
    return [
        (str(i.get(first, "")), str(i.get(second, ""))) for i in list_of(inputs, name) if isinstance(i, dict)
    ]


def context_of(inputs: Inputs) -> list[tuple[str, str]]:
    """Return the material by its names; what a long question tells beside its demands, and answers, too."""
    answered = [("your answer", f"{q} {a}") for q, a in pairs(inputs, "qa", "question", "answer")]
    told = [s for s in prose.prose_sentences(text_of(inputs, "question")) if not prose.demands(s)]
    brief = [("the question", "\n\n".join(told))] if len(told) >= TELLING else []
    return [*pairs(inputs, "context", "name", "text"), *brief, *answered]


def wanted_of(inputs: Inputs) -> list[str]:
    """Return what the question and the must-haves ask for."""
    return prose.requirements(text_of(inputs, "question"), [str(t) for t in list_of(inputs, "must_haves")])


def wishes_of(inputs: Inputs) -> list[str]:
    """Return what the person asked for by feedback or guidance."""
    said = [text_of(inputs, "feedback"), text_of(inputs, "guidance")]
    return [sentence for text in said for sentence in prose.sentences(text)]


def as_json(value: object) -> str:
    """Return a reply as the JSON text a model would send."""
    return json.dumps(value, ensure_ascii=False, indent=1)


def cited(item: prose.Evidence) -> str:
    """Return a sentence with its source behind it."""
    return f"{item.text.rstrip('.')} ({item.source})."


def short(text: str, most: int = 18) -> str:
    """Return a text cut to so many words."""
    words = text.split()
    return text if len(words) <= most else " ".join(words[:most]) + " …"

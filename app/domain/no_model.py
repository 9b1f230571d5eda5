"""Who answers without being a model, by the name in the seat: said wherever a reader could mistake it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from app.domain.i18n import Message, words


@dataclass(frozen=True, slots=True)
class NoModel:
    """What is said of those who are no models."""

    short: Message
    """A few words: on a card, beside a title."""
    sentence: Message
    """Of a session in which nobody else took part."""


GIVEN = "given/text"
"""Stands for a model where a place holds a text that was given: nobody is asked there."""
_KINDS: Mapping[str, NoModel] = {
    "offline": NoModel(words("rules, no AI"), words("No AI took part: the offline council works by rules.")),
    "sample": NoModel(
        words("written by hand"),
        words("This is a sample, written by hand, to show how a session goes: no model took part."),
    ),
    "given": NoModel(words("a given answer"), words("No AI took part: the answers were given.")),
}
"""By the part of a model's name before the first slash."""


def no_model(model: str) -> NoModel | None:
    """Return what is said in place of a model's name; None: it is a model."""
    return _KINDS.get(model.partition("/")[0])


def is_given(model: str) -> bool:
    """Tell whether a place holds a text that was given."""
    return model == GIVEN


def without_model(models: Iterable[str]) -> NoModel | None:
    """Return what is said of a table at which nobody is a model; None: some is one, or they differ."""
    kinds = [no_model(model) for model in models if not is_given(model)]
    return kinds[0] if kinds and all(kind is kinds[0] for kind in kinds) else None

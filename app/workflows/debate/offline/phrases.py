"""Sentences of the council's own, in English and German. The rest of what it writes is quoted."""

from __future__ import annotations

from app.workflows.common.offline.language import Language
from app.workflows.common.offline.sentences import sentence


def say(language: Language, name: str, *parts: object) -> str:
    """Return a sentence of the council in a language."""
    return sentence("debate", name, language, *parts)


def lines_in_words(language: Language, number: int) -> str:
    """Return “1 line” or “3 lines”."""
    return say(language, "line.one") if number == 1 else say(language, "line.many", number)

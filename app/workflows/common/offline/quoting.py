"""How the council quotes: word for word, with the place; and whether a text quotes something already."""

from __future__ import annotations

import re
from functools import lru_cache

from app.workflows.common.offline.language import Language
from app.workflows.common.offline.statements import Statement

_LINE = {"en": "line", "de": "Zeile"}
_MARKS = re.compile(r"[\s\"'“”„‚‘’«»*_`]+")


def place_of(statement: Statement, language: Language) -> str:
    """Return where a statement stands: `notes.md, line 7`."""
    return f"{statement.source}, {_LINE[language]} {statement.line}"


def quoted(text: str, language: Language) -> str:
    """Return a text in the quotation marks of a language."""
    return f"„{text}“" if language == "de" else f"“{text}”"


def cited(statement: Statement, language: Language) -> str:
    """Return a statement word for word with its place."""
    code = statement.kind == "code"
    shown = f"`` {statement.text} ``" if code else quoted(statement.plain, language)
    return f"{shown} ({place_of(statement, language)})"


def folded(text: str) -> str:
    """Return a text as quotations are looked up in it: white space, marks and case apart."""
    return _MARKS.sub(" ", text).casefold().strip()


@lru_cache(maxsize=16_384)
def words_of(statement: Statement) -> str:
    """Return a statement as it is looked up; it is looked for in many texts."""
    return folded(statement.plain)


def quotes(text: str, statement: Statement) -> bool:
    """Tell whether a text has a statement word for word."""
    return words_of(statement) in folded(text)

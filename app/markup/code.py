"""Code in colours: the tokens of a known language in five classes, anything else as it is."""

from __future__ import annotations

import time
from html import escape
from typing import Any

from app.markup.visible import soften

MAX_LINES = 2000
MAX_CHARS = 60_000
_LONGEST_LINES = 2000
"""Characters in a line on average; beyond it is no code a person wrote, and lexers are slow on it."""
_LANGUAGES = (
    "bash c c# cpp c++ css csharp diff dockerfile go golang html ini java javascript js json kotlin lua make "
    "makefile php powershell py python python3 r ruby rb rust rs scala sh shell sql swift toml ts typescript "
    "tsx jsx xml yaml yml zsh"
)
LANGUAGES = frozenset(_LANGUAGES.split())
"""Lexers that are linear in the length of code; a model does not choose from hundreds."""
LEAST_SECONDS, SECONDS_A_LETTER = 0.05, 15e-6
"""Of processor for one block, four times what code takes. What is none costs some lexers its square: 6,000
letters as Java 0.7 s, ten times as many a minute."""
# The first letter of pygments' short names: keyword, string, number, comment, name of a definition.
_NAMES = ("nf", "nc", "nd", "nt", "na", "nn")


def coloured(content: str, language: str) -> str:
    """Return a code block's inner HTML; its text is the content, with breaks in very long words.

    One that takes its lexer too long has no colours.
    """
    if (
        language not in LANGUAGES
        or len(content) > MAX_CHARS
        or content.count("\n") > MAX_LINES
        or len(content) > _LONGEST_LINES * (content.count("\n") + 1)
    ):
        return escape(soften(content)[0], quote=False)
    # Late for start-up cost, and most texts hold no code.
    from pygments.lexers import get_lexer_by_name
    from pygments.token import STANDARD_TYPES

    lexer = get_lexer_by_name(language, stripnl=False, ensurenl=False, stripall=False)
    parts: list[str] = []
    run, before, pending = 0, "", ""
    latest = time.thread_time() + LEAST_SECONDS + len(content) * SECONDS_A_LETTER
    for kind, value in lexer.get_tokens(content):
        if time.thread_time() > latest:
            return escape(soften(content)[0], quote=False)
        wanted = _class_of(kind, STANDARD_TYPES)
        softened, run = soften(value, run)
        if wanted != before and pending:
            parts.append(_span(before, pending))
            pending = ""
        before = wanted
        pending += escape(softened, quote=False)
    parts.append(_span(before, pending))
    return "".join(parts)


def _class_of(kind: Any, names: Any) -> str:
    while kind not in names:
        kind = kind.parent
    short = str(names[kind])
    if short in _NAMES:
        return "n"
    return short[:1] if short[:1] in ("k", "s", "m", "c") else ""


def _span(name: str, inner: str) -> str:
    return f'<span class="{name}">{inner}</span>' if name and inner else inner

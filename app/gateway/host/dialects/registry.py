"""The dialects that are spoken. A new one is a module beside this one, and its name here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from app.gateway.host.dialects import anthropic, gemini, ollama, openai
from app.gateway.host.dialects.words import ServerWords, joined

if TYPE_CHECKING:
    from app.gateway.host.dialects.dialect import Dialect

_SPOKEN: tuple[Dialect, ...] = (openai, anthropic, gemini, ollama)

USUAL: Dialect = openai
"""What a server speaks of which nothing is said."""
DIALECTS: Mapping[str, Dialect] = {dialect.NAME: dialect for dialect in _SPOKEN}
WORDS: ServerWords = joined(dialect.WORDS for dialect in _SPOKEN)
"""The words of all: servers that speak for others write theirs as they like."""
LISTED_UNDER = tuple(dict.fromkeys(dialect.LISTED_UNDER for dialect in _SPOKEN))
"""The members under which servers list their models."""

"""English or German, the words of a text that tell what it is about, and the council's own few sentences."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Literal, get_args

from app import resources
from app.workflows.common import prose

Language = Literal["en", "de"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
_GERMAN = frozenset(
    """
    aber als am an auch auf aus bei beim bis da damit das dass dem den denn der des die dies diese diesem
    diesen dieser dieses doch dort durch ein eine einem einen einer eines er es etwa für gegen haben hat
    hatte hatten ihr ihre ihrem ihren ihrer im in ins ist ja je jede jedem jeden jeder jedes kann kein
    keine keinem keinen keiner können man mehr mit muss müssen nach nicht noch nur ob oder ohne pro schon
    sehr sei sein seine seit sich sie sind so soll sollen sollte sollten sowie sowohl über um und uns
    unser unsere unserem unseren unserer unter vom von vor war waren warum was weil wenn wer werden wie
    wir wird wo wurde wurden zu zum zur zwischen
    """.split()  # noqa: SIM905  a list of words
)
_ENGLISH = prose.STOP | frozenset("i me my he she his her him us them said says did am".split())  # noqa: SIM905
_OF_TASKS = frozenset(
    """
    answer answers argument choose decide describe explain list mention name names please question
    recommend recommendation say says show shows state states tell tells whether antwort argument
    begründen benennen bitte beschreiben empfehlen empfehlung entscheiden entscheidung erklären frage
    nennen nenne nennt sagen sagt zeigen
    """.split()  # noqa: SIM905  a list of words
)
"""Words of a demand that tell what to do with an answer, and nothing of what it is about."""
_OF_FIGURES = frozenset(
    """
    against cent did least many most much per percent prozent gegen mindestens höchstens one two three four
    five six seven eight nine ten twelve zwei drei vier fünf sechs sieben acht neun zehn zwölf
    """.split()  # noqa: SIM905  a list of words
)
"""Words that many texts share whatever they are about."""
_UMLAUTS = str.maketrans("äöü", "aou")
"""“Plätze” and “Platz” meet."""
_SMALL = prose.STOP | _GERMAN | _OF_TASKS | _OF_FIGURES


@lru_cache(maxsize=64)
def language_of(text: str) -> Language:
    """Return the language of a text by its most frequent small words; English where nothing tells."""
    words = [word.casefold() for word in prose.words_of(text[:20_000])]
    german = sum(word in _GERMAN for word in words)
    return "de" if german > sum(word in _ENGLISH for word in words) else "en"


@lru_cache(maxsize=16_384)
def telling(text: str) -> frozenset[str]:
    """Return the roots of the words that show what a text is about, figures among them."""
    return frozenset(
        key_of(word)
        for word in prose.words_of(text)
        if word.casefold() not in _SMALL and len(word) > (1 if word.isdigit() or not word.isascii() else 2)
    )


@lru_cache(maxsize=16_384)
def key_of(word: str) -> str:
    """Return what a word is known by: plurals, simple forms and adverbs of one word meet."""
    root = prose.root(word.casefold().translate(_UMLAUTS))
    return prose.root(root[:-2]) if root.endswith("ly") and len(root) > 5 else root


@cache
def _tables() -> Mapping[str, Mapping[str, Mapping[Language, str]]]:
    return tomllib.loads(resources.text("offline.toml"))


def sentence(workflow: str, name: str, language: Language, /, *parts: object, **values: object) -> str:
    """Return a sentence of a workflow's voices by its name, with its places filled in."""
    return _tables()[workflow][name][language].format(*parts, **values)

"""What a line means that a person types as an answer: the same at a terminal and in the window. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from app.domain.gates import Verb
from app.domain.i18n import Message

CHANGES = "diff"
"""Asks for the changes themselves; behind it perhaps an attempt's number and a text's name."""
_ALL = ("details", "all")
"""Words for the changes of all texts."""
_PASSES = ("skip", "q")
"""Words for looking at none of them."""
_AROUND = " .!“”„\"'`"
"""Signs around a word that mean nothing: “Accept.” is “accept”."""
_SHORT = {"y": "yes", "n": "no", "ja": "yes", "nein": "no"}
_COPIED = re.compile(r"[^\n]*\([\w-]+(?:/[\w-]+)+\)\s*:?\s*(\S+)")
"""A question with its answers in brackets and the one that was given, as transcripts have it."""


@dataclass(frozen=True, slots=True)
class TypedAnswer:
    """One line, as it is meant. All empty: it is none of the answers."""

    text: str
    """The answer alone, without the question that it was copied with."""
    name: str = ""
    """The verb, or what is asked for before answering."""
    heard: bool = False
    """It was said by a word that is heard for it, not by its name."""
    changes: str | None = None
    """The text whose changes are to be shown, empty: all; None: none are asked for."""
    passes: bool = False
    """Nothing more is to be looked at."""


def typed_answer(
    line: str,
    known: Sequence[Verb],
    recommended: str,
    texts: Sequence[str] = (),
    *,
    called: Callable[[Message], str] = str,
) -> TypedAnswer:
    """Return what a line means: an answer, a word for one, changes to look at, or “yes”.

    `known`: the answers and what can be asked for; `recommended`: what “yes” is where nothing else hears it;
    `texts`: the names of those that changed; `called`: the label of an answer in the language of the face.
    """
    line = line.strip()
    copied = _COPIED.fullmatch(line)
    text = copied[1] if copied is not None else line
    bare = plain_word(text)
    said = _SHORT.get(bare, bare)
    for verb in known:
        named = (verb.name, called(verb.label).rstrip(" …"))
        if said in map(plain_word, (*named, *verb.heard)):
            return TypedAnswer(text, verb.name, heard=said not in map(plain_word, named))
    if said == "yes" and recommended in (verb.name for verb in known):
        return TypedAnswer(text, recommended)
    first, _, rest = text.partition(" ")
    if texts and first.casefold() == CHANGES:
        return TypedAnswer(text, changes=rest.strip())
    if texts and text.casefold() in _ALL:
        return TypedAnswer(text, changes="")
    if text.casefold() in _PASSES:
        return TypedAnswer(text, passes=True)
    return TypedAnswer(text, changes=text if text and named_texts(texts, text) else None)


def typed_as(verb: Verb) -> str:
    """Return the word that is told for an answer: the first that is heard for it, else its name."""
    return verb.heard[0] if verb.heard else verb.name


def agreed(line: str) -> bool | None:
    """Return what was said to a question of yes or no, also one copied with its answers; None: neither."""
    text = plain_word(typed_answer(line, (), "").text)
    return {"yes": True, "no": False}.get(_SHORT.get(text, text))


def named_texts(names: Sequence[str], wanted: str) -> Sequence[str]:
    """Return the texts that a person means: all without a name, else by whole words or a part of theirs."""
    if not wanted:
        return names
    said = re.compile(rf"(?<!\w){re.escape(_spoken(wanted))}(?!\w)")
    whole = [name for name in names if said.search(_spoken(name))]
    part = [name for name in names if wanted.casefold() in name.casefold()]
    # “chapter-2” is the second one, whatever words its file is named with.
    number = _spoken(wanted).split()[-1:]
    numbered = [name for name in names if number == _spoken(PurePosixPath(name).stem).split()[:1]]
    return whole or part or (numbered if number and number[0].isdecimal() else [])


def plain_word(typed: str) -> str:
    """Return a word as it is compared: without the signs around it, whatever its case and hyphens."""
    return " ".join(typed.strip(_AROUND).casefold().replace("-", " ").replace("_", " ").split())


def _spoken(name: str) -> str:
    """Return a name as it is spoken: chapter-03.md is “chapter 3”."""
    return " ".join(re.sub(r"0+(?=\d)", "", part) for part in re.split(r"[\s_.\-]+", name.casefold()))

"""The offline judge: what rules can see of two findings, and of a claim and its lines, and no more.

Two lines of the same words with other figures contradict each other, the same lines are the same. Whatever
else there is between them is not judged.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from app.domain.messages import ModelRequest
from app.workflows.common.offline.language import key_of, telling
from app.workflows.common.offline.prompt import as_json, read_prompt
from app.workflows.common.offline.quoting import folded
from app.workflows.common.offline.statements import figures_of
from app.workflows.common.prose import words_of

FEWEST, NEARLY_ALL = 2, 0.8
"""Words that two lines share before they speak of the same, and the share of all their words."""
_NUMBERS = {
    word: str(number)
    for language in (
        "one two three four five six seven eight nine ten eleven twelve",
        "eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
    )
    for number, word in enumerate(language.split(), 1)
}
_NUMBER_WORD = re.compile(rf"\b(?:{'|'.join(_NUMBERS)})\b", re.IGNORECASE)
_SIDES = re.compile(r"a: (?P<a>.*?)(?:\n   .*)?\nb: (?P<b>.*?)(?:\n   .*)?", re.DOTALL)
_CLAIM = re.compile(r"claim: (?P<claim>.*?)\nlines: (?P<lines>.*)", re.DOTALL)


def judge_voice(request: ModelRequest) -> str:
    """Say of each pair what rules can see."""
    said = []
    for shown in read_prompt(request).named("pair "):
        sides = _SIDES.fullmatch(shown.text)
        a, b = (sides["a"], sides["b"]) if sides else ("", "")
        if folded(a) == folded(b):
            kind, why = "same", "the same words"
        elif differ(a, b):
            kind, why = "contradicts", "the same words with other figures"
        else:
            kind, why = "unrelated", "not judged: rules compare words and figures alone"
        said.append({"id": shown.name.removeprefix("pair "), "relation": kind, "why": why})
    return as_json({"pairs": said})


def support_voice(request: ModelRequest) -> str:
    """Say of each claim whether its words and figures stand in the lines; no more than that is judged."""
    said = []
    for shown in read_prompt(request).named("item "):
        item = _CLAIM.fullmatch(shown.text)
        claim, lines = (item["claim"], item["lines"]) if item else ("", "")
        whole = folded(claim) in folded(lines) or same_words(claim, lines)
        why = "the lines have its words" if whole else "not judged: the lines have other words"
        name = shown.name.removeprefix("item ")
        said.append({"id": name, "support": "full" if whole else "partly", "why": why})
    return as_json({"claims": said})


def differ(a: str, b: str) -> bool:
    """Tell whether two lines have nearly the same words, and other figures."""
    mine, theirs = _figures(a), _figures(b)
    ours, yours = _words(a), _words(b)
    shared = ours & yours
    return (
        bool(mine and theirs)
        and not mine & theirs
        and len(shared) >= FEWEST
        and len(shared) >= NEARLY_ALL * len(ours | yours)
    )


def same_words(claim: str, lines: str) -> bool:
    """Tell whether lines have all the telling words and figures of a claim."""
    words = _words(claim)
    return len(words) >= FEWEST and words <= _words(lines) and _figures(claim) <= _figures(lines)


def words_held(text: str, keys: Iterable[str]) -> list[str]:
    """Return the telling words of a text, as it writes them, that are among these."""
    held = telling(text) & set(keys)
    first: dict[str, str] = {}
    for word in words_of(text):
        if key_of(word) in held:
            first.setdefault(key_of(word), word)
    return list(first.values())


def _words(text: str) -> set[str]:
    return {key for key in telling(text) if not any(sign.isdigit() for sign in key)}


def _figures(text: str) -> set[str]:
    digits = _NUMBER_WORD.sub(lambda found: _NUMBERS[found[0].casefold()], text)
    return {re.sub(r"\D", "", figure) for figure in figures_of(digits)}

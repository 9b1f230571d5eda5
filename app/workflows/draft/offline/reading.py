"""The offline reader: facts of a file, contradictions between facts, and what a change does below."""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.domain.canonical import JsonValue, dumps
from app.domain.messages import ModelRequest
from app.workflows.common.prose import STOP, keys, prose_sentences, words_of
from app.workflows.draft.asked import ContinuityAsked, EffectsAsked, FactsAsked, FactShown
from app.workflows.draft.offline.brief import NO_NAMES
from app.workflows.draft.offline.observing import observed

_CHANGES = re.compile(
    r"(?i)\b(?:now|no longer|since then|by then|these days|turned (?:grey|white)|dyed|moved to|became|used to"
    r"|once|has become|would later|years later|the year after|meanwhile|any ?more|lied|pretend\w*|dream\w*)\b"
)
_TENS = {
    word: 10 * n
    for n, word in enumerate(words_of("twenty thirty forty fifty sixty seventy eighty ninety"), 2)
}
_ONES = {
    word: n
    for n, word in enumerate(
        words_of(
            "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
            "sixteen seventeen eighteen nineteen"
        )
    )
}
_SAME = {"gray": "grey", "blonde": "blond", "golden": "gold", "wooden": "wood", "no": "0"}


def facts(request: ModelRequest) -> str:
    """List what a file states."""
    asked = FactsAsked.model_validate(request.inputs)
    found: list[JsonValue] = [
        {"about": one.about, "kind": one.kind, "aspect": one.aspect, "says": one.says, "quote": one.quote}
        for one in observed(asked.text)
    ]
    return dumps({"facts": found})


def continuity(request: ModelRequest) -> str:
    """Find two statements on the same thing and the same side of it that say otherwise."""
    asked = ContinuityAsked.model_validate(request.inputs)
    found: list[JsonValue] = []
    told: set[tuple[str, str, str, str]] = set()
    for dossier in asked.dossiers:
        for second_index, second in enumerate(dossier.facts):
            for first in dossier.facts[:second_index]:
                what = _contradiction(dossier.about, first, second)
                values = sorted((_value(first.says), _value(second.says)))
                key = (dossier.about.casefold(), _aspect(first.says), *values)
                if what and key not in told:
                    told.add((key[0], key[1], key[2], key[3]))
                    found.append(
                        {"first": first.number, "second": second.number, "what": what, "severity": "medium"}
                    )
    return dumps({"findings": found})


def effects(request: ModelRequest) -> str:
    """Find sentences below that hold a name or a statement which the change took away."""
    asked = EffectsAsked.model_validate(request.inputs)
    gone, come = _sides([change.text for change in asked.changes])
    lost = _lost(gone, [*come, *(file.text for file in asked.files)], come)
    found: list[JsonValue] = []
    for file in asked.files:
        for sentence in prose_sentences(file.text):
            why = _why(sentence, lost, gone, come)
            if why:
                found.append(
                    {"file": file.path, "quote": sentence, "why": why, "change": _wanted(asked.feedback)}
                )
                break
    return dumps({"effects": found})


# --- contradictions -----------------------------------------------------------------------------------


def _contradiction(about: str, first: FactShown, second: FactShown) -> str:
    """Return what cannot both be true of two statements, empty where nothing speaks against it."""
    aspect, one, other = _aspect(first.says), _value(first.says), _value(second.says)
    if not aspect or aspect != _aspect(second.says) or one == other:
        return ""
    if _CHANGES.search(second.quote) or _CHANGES.search(first.quote):
        return ""
    ages = (_number(one), _number(other))
    if aspect == "age" and None not in ages and 0 <= (ages[1] or 0) - (ages[0] or 0) <= 1:
        return ""
    if aspect == "alive" and (one, other) == ("alive", "dead"):
        return ""
    if one.startswith(other) or other.startswith(one):
        return ""
    return f"{about}: {aspect} is {_said(first.says)} in one place and {_said(second.says)} in another."


def _aspect(says: str) -> str:
    return re.sub(r"s$", "", says.partition(": ")[0].casefold()) if ": " in says else ""


def _said(says: str) -> str:
    return says.partition(": ")[2] or says


def _value(says: str) -> str:
    plain = _said(says).casefold().strip(" .,").removeprefix("the ").removeprefix("a ")
    number = _number(plain.split(" ")[0])
    if number is not None:
        plain = " ".join([str(number), *plain.split(" ")[1:]])
    return _SAME.get(plain, plain)


def _number(word: str) -> int | None:
    """Return a number in figures or in words."""
    plain = word.casefold().strip(" .,")
    if re.fullmatch(r"\d[\d,]*", plain):
        return int(plain.replace(",", ""))
    head, _, tail = plain.partition("-")
    if head in _TENS and (not tail or tail in _ONES):
        return _TENS[head] + _ONES.get(tail, 0)
    return _ONES.get(plain)


# --- effects ------------------------------------------------------------------------------------------


def _sides(changes: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return what is gone and what came, of changes as `effects.changes_of` shows them."""
    gone = [line[2:] for text in changes for line in text.splitlines() if line.startswith("- ")]
    come = [line[2:] for text in changes for line in text.splitlines() if line.startswith("+ ")]
    return gone, come


def _lost(gone: Sequence[str], texts: Sequence[str], come: Sequence[str]) -> list[str]:
    """Return the names that are gone: words with a capital that nobody writes without one."""
    everywhere = " ".join((*gone, *texts))
    found = dict.fromkeys(name for text in gone for name in re.findall(r"\b[A-ZÀ-Þ][\w-]{2,}", text))
    return [
        name
        for name in found
        if name.casefold() not in NO_NAMES | STOP
        and not re.search(rf"\b{re.escape(name.casefold())}\b", everywhere)
        and not any(name in text for text in come)
    ]


def _why(sentence: str, lost: Sequence[str], gone: Sequence[str], come: Sequence[str]) -> str:
    name = next((name for name in lost if re.search(rf"\b{re.escape(name)}\b", sentence)), None)
    if name is not None:
        return f"“{name}” is not in the level above any more."
    told = keys(sentence)
    fresh = set().union(*(keys(text) for text in come)) if come else set()
    for text in gone:
        for one in prose_sentences(text):
            shared = told & keys(one)
            if len(shared) >= 4 and len(shared) >= 0.6 * len(told) and not shared <= fresh:
                return f"It rests on “{' '.join(one.split()[:16])}”, which changed."
    return ""


def _wanted(feedback: str) -> str:
    asked = " ".join(feedback.split())
    return (
        f"Make it fit what was changed above: {asked}"
        if asked
        else "Make it fit what was written anew above."
    )

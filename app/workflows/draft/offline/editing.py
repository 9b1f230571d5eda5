"""Doing what an instruction asks, on a text: words swapped, sentences cut, sections added, an ending opened.

`strength` is the attempt's: a first one takes the smallest step, later ones go further. Everything that an
instruction does not speak of stays byte for byte.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from app.diffing.tokens import count_words
from app.workflows.common.prose import keys
from app.workflows.draft.offline.adding import added, echoed, opened
from app.workflows.draft.offline.brief import rng_of
from app.workflows.draft.offline.cutting import (
    PARAGRAPH,
    SENTENCE,
    Setting,
    is_prose,
    sentence_spans,
    with_closing,
    with_opening,
)
from app.workflows.draft.offline.instructions import Instruction, Range, place_in, ranges_of
from app.workflows.draft.offline.wordlists import FILLERS, TONES, Tone

_MISSING = re.compile(r"(?i)\b(?:to be supplied|a figure or a source for)\b")
_ORDER = ("remove", "shorten", "add", "echo", "tone", "open", "replace", "keep", "other")


def applied(
    files: Mapping[str, str], instructions: Sequence[Instruction], setting: Setting, strength: int
) -> dict[str, str]:
    """Return the files with all instructions done, as far as rules can."""
    new = dict(files)
    # What is cut is cut from what was there, and words are replaced in what was added, too.
    for one in sorted(instructions, key=lambda one: _ORDER.index(one.kind)):
        new = _applied(new, one, setting, strength)
    return new


def _applied(files: dict[str, str], one: Instruction, setting: Setting, strength: int) -> dict[str, str]:
    match one.kind:
        case "replace":
            return _each(
                files, ranges_of(one, files, wide=True), lambda text: swapped(text, {one.what: one.by})
            )
        case "shorten":
            return _each(
                files,
                ranges_of(one, files, wide=True),
                lambda text: shortened(text, one.share + 0.1 * (strength - 1)),
            )
        case "tone":
            tone = TONES[one.what]
            return _toned(files, ranges_of(one, files, wide=True), tone, strength)
        case "remove":
            return _removed(files, one)
        case "add":
            return added(files, one, setting, strength)
        case "echo":
            return echoed(files, one, setting)
        case "open":
            return opened(files, setting, strength)
        case _:
            return files


def _each(files: dict[str, str], parts: Sequence[Range], change: Callable[[str], str]) -> dict[str, str]:
    new = dict(files)
    for part in parts:
        text = files[part.path]
        if part.path.endswith(".json"):
            new[part.path] = _in_json(text, change)
        else:
            new[part.path] = text[: part.start] + change(text[part.start : part.end]) + text[part.end :]
    return new


def _in_json(text: str, change: Callable[[str], str]) -> str:
    """Return a JSON file with its texts changed; its keys and its other values stay."""
    try:
        value = json.loads(text)
    except ValueError:
        return text

    def walked(inner: object) -> object:
        if isinstance(inner, str):
            return change(inner)
        if isinstance(inner, list):
            return [walked(one) for one in inner]
        if isinstance(inner, dict):
            return {name: walked(one) for name, one in inner.items()}
        return inner

    new = walked(value)
    return text if new == value else json.dumps(new, ensure_ascii=False, indent=2) + "\n"


# --- words ------------------------------------------------------------------------------------------


def swapped(text: str, swaps: Mapping[str, str]) -> str:
    """Return a text with words put for others, in the case they have; headings and code are text as well."""
    found = sorted(swaps, key=len, reverse=True)
    if not found or not all(found):
        return text
    listed = "|".join(re.escape(one).replace("'", "['’]") for one in found)
    folded = {one.casefold(): new for one, new in swaps.items()}
    exact = all(one[:1].isupper() for one in found)

    def put(match: re.Match[str]) -> str:
        old = match.group()
        new = folded[old.casefold().replace("’", "'")]
        # What was put in before says its word again: “hollow victory” holds “victory”.
        before = new.casefold().removesuffix(old.casefold())
        if before != new.casefold() and before and text[: match.start()].casefold().endswith(before):
            return old
        if old.isupper() and len(old) > 1:
            return new.upper()
        return new[:1].upper() + new[1:] if old[:1].isupper() else new

    return re.sub(rf"(?<!\w)(?:{listed})(?!\w)", put, text, flags=0 if exact else re.IGNORECASE)


def _toned(files: dict[str, str], parts: Sequence[Range], tone: Tone, strength: int) -> dict[str, str]:
    new = dict(files)
    for part in parts:
        if part.path.endswith(".json"):
            new[part.path] = _in_json(files[part.path], lambda text: swapped(text, tone.swaps))
            continue
        text = files[part.path]
        body = swapped(text[part.start : part.end], tone.swaps)
        if tone.label:
            body = re.sub(r"(?m)^(Tone:[ \t]*)(.+)$", rf"\g<1>{tone.label}", body)
        rng = rng_of(part.path, tone.label, "mood")
        if strength > 1 and tone.openings:
            body = with_opening(body, tone.openings[rng.randrange(len(tone.openings))])
        if strength > 2 and tone.closings:
            body = with_closing(body, tone.closings[rng.randrange(len(tone.closings))])
        new[part.path] = text[: part.start] + body + text[part.end :]
    return new


# --- shorter ----------------------------------------------------------------------------------------


def shortened(text: str, share: float) -> str:
    """Return a text shorter by a share of its words: fillers first, then the least telling sentences."""
    wanted = count_words(text) * (1 - share)
    for filler in FILLERS:
        text = re.sub(rf"(?<=[a-z,;’'] )(?i:{re.escape(filler)})[ \t]+(?=\w)", "", text)
    words = count_words(text)
    if words <= wanted:
        return text
    told = Counter(key for sentence in sentence_spans(text) for key in keys(text[slice(*sentence)]))
    scored = sorted(
        (_worth(text[start:end], told, first), start, end) for start, end, first in _cuttable(text)
    )
    cut: list[tuple[int, int]] = []
    for _, start, end in scored:
        if words <= wanted:
            break
        words -= count_words(text[start:end])
        cut.append((start, end))
    for start, end in sorted(cut, reverse=True):
        text = text[:start] + text[end:]
    if words > wanted and not cut and len(sentence_spans(text.strip())) == 1:
        text = _without_last_parts(text, wanted)
    text = re.sub(r"(?m)^[ \t]*(?:[-*]|\d+[.)])?[ \t]+$\n?", "", text)
    text = re.sub(r"(?m)[ \t]+$", "", text)
    return re.sub(r"\n{3,}", "\n\n", text)


_JOINT = re.compile(
    r"(?:,|;|:|[ ]–|[ ]—)[ ]+"
    r"|[ ]+(?=(?:and|but|or|while|because|which|who|that|as|when|where|with|for|from|in|on|at|by|of|like)[ ])"
)
_FEWEST = 3
"""Words that a sentence keeps at the least."""


def _without_last_parts(text: str, wanted: float) -> str:
    """Return the only sentence of a text without what was joined to its end, as far as it must be shorter."""
    body = text.rstrip(" \t\n.!?…”\"’')]*_")
    end = text[len(body) :]
    for joint in reversed(list(_JOINT.finditer(body))):
        if count_words(body) <= wanted or count_words(body[: joint.start()]) < _FEWEST:
            break
        body = body[: joint.start()]
    return body + end


def _cuttable(text: str) -> list[tuple[int, int, bool]]:
    """Return the sentences that may go: of prose alone, the first of a text never."""
    found: list[tuple[int, int, bool]] = []
    for paragraph in PARAGRAPH.finditer(text):
        if not is_prose(paragraph.group()) or paragraph.group().startswith(("“", '"', "„", "«")):
            # Half a dialogue is none.
            continue
        for index, match in enumerate(SENTENCE.finditer(text, paragraph.start(), paragraph.end())):
            found.append((match.start(), match.end(), index == 0))
    return found[1:]


def _worth(sentence: str, told: Counter[str], first: bool) -> float:
    """Return how much a sentence tells: words that stand nowhere else, figures, names."""
    found = keys(sentence)
    rare = sum(1 / told[key] for key in found if told[key])
    names = len(re.findall(r"(?<=\s)[A-Z]\w+", sentence))
    worth = rare + 0.5 * names + 2.0 * bool(re.search(r"\d", sentence)) + 1.5 * first
    # What is only missing tells least.
    return worth - 10 * bool(_MISSING.search(sentence))


# --- removed ----------------------------------------------------------------------------------------


def _removed(files: dict[str, str], one: Instruction) -> dict[str, str]:
    parts = place_in(one.where, files) if one.where else []
    if not parts:
        parts = _about(files, one.what, one.by)
    new = dict(files)
    for part in sorted(parts, key=lambda part: -part.start):
        text = new[part.path]
        if part.start == 0 and part.end >= len(text) and len(files) > 1:
            del new[part.path]
        elif not (part.start == 0 and part.end >= len(text)):
            new[part.path] = re.sub(r"\n{3,}", "\n\n", text[: part.start] + text[part.end :])
    return new


def _about(files: Mapping[str, str], topic: str, form: str) -> list[Range]:
    """Return the section, paragraph or sentence that speaks of a topic: the heading first, then the text."""
    wanted = keys(topic)
    if not wanted:
        return []
    for path, text in files.items():
        heads = list(re.finditer(r"(?m)^(#{1,6})\s+(.+)$", text))
        for index, head in enumerate(heads):
            if wanted <= keys(head.group(2)) and form in ("", "section", "part", "chapter", "scene"):
                level = len(head.group(1))
                later = (after.start() for after in heads[index + 1 :] if len(after.group(1)) <= level)
                return [Range(path, head.start(), next(later, len(text)))]
    pattern = SENTENCE if form == "sentence" else PARAGRAPH
    for path, text in files.items():
        for match in pattern.finditer(text):
            if wanted <= keys(match.group()) and not match.group().startswith("#"):
                return [Range(path, match.start(), match.end())]
    return []

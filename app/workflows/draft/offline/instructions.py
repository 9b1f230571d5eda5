"""Reading a feedback by rules: what is to be done, where, and what no rule can do."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from app.workflows.common.prose import sentences
from app.workflows.draft.judging import points_of
from app.workflows.draft.names import meant
from app.workflows.draft.offline.wordlists import TONES

Kind = Literal["replace", "shorten", "remove", "add", "echo", "tone", "open", "keep", "other"]


@dataclass(frozen=True, slots=True)
class Instruction:
    """One thing that is asked for.

    `where` is what it says of the place; `what` the old words, the topic or the tone; `by` the new words;
    `share` what is to be cut, `count` how many are to be added.
    """

    kind: Kind
    said: str
    where: str = ""
    what: str = ""
    by: str = ""
    share: float = 0.0
    count: int = 1


@dataclass(frozen=True, slots=True)
class Range:
    """Part of a file, in characters."""

    path: str
    start: int
    end: int


_VERBS = (
    r"make|add|insert|include|introduce|replace|change|rename|swap|shorten|trim|tighten|condense|cut|remove|"
    r"delete|drop|leave|use|turn|write|let|show|tone|soften|darken|lighten|simplify|ensure|call"
)
_AND = re.compile(rf"(?i)(?:,?\s+and(?:\s+then)?|,?\s+then|;|,)\s+(?:also\s+|please\s+)?(?=(?:{_VERBS})\b)")
_QUOTED = r"[“\"‘']([^”\"’']{1,200})[”\"’']"
_REPLACE = (
    re.compile(
        rf"(?i)\b(?:replace|change|rename|swap|turn)\s+(?:the\s+(?:name|word)\s+)?{_QUOTED}\s+(?:by|with|to|into|for)\s+{_QUOTED}"
    ),
    re.compile(
        r"(?i)\b(?:replace|rename|swap)\s+(?:the\s+(?:name|word)\s+)?(.{1,80}?)\s+(?:by|with|to|into|for)\s+"
        r"(.{1,80}?)(?=\s+(?:in|throughout|everywhere|wherever)\b|[.!]?$)"
    ),
    re.compile(
        r"(?i)\bchange\s+(?:the\s+(?:name|word)\s+)?((?!the\s+(?:tone|mood|voice)\b).{1,60}?)\s+(?:to|into)\s+"
        r"(.{1,80}?)(?=\s+(?:in|throughout|everywhere)\b|[.!]?$)"
    ),
    re.compile(r"(?i)\bcall\s+(?:the\s+)?([A-Z]\w+)\s+([A-Z]\w+)"),
)
_SHORTEN = re.compile(r"(?i)\b(?:shorten|trim|tighten|condense|cut|shorter|briefer|more concise)\b")
_REMOVE = re.compile(
    r"(?i)\b(?:remove|delete|drop|cut|leave out|take out)\s+(?:the\s+)?(?:whole\s+)?"
    r"(?:(section|chapter|paragraph|scene|file|part|sentence|subplot)s?\s*(?:on|about|with|where|called)?\s*)?(.{0,120})"
)
_ADD = re.compile(
    r"(?i)\b(?:add|insert|include|introduce|put in|write in|give (?:it|them|him|her))\s+"
    r"(?:(\d+|one|two|three|four|five|six)\s+)?(?:more\s+)?(?:an?\s+|the\s+|some\s+)?(.+)"
)
_KEEP = re.compile(r"(?i)^(?:and\s+|please\s+)?(?:ensure|make sure|keep|do not change|don't change)\b")
_MORE = re.compile(
    r"(?i)\b(?:make|let)\s+(?:the\s+)?([\w' -]{2,40}?)\s+(?:be\s+)?(?:more|less)\s+([\w-]{3,30})"
    r"|\b(?:raise|heighten|deepen|strengthen)\s+(?:the\s+)?([\w' -]{3,40})"
)
_WITH = re.compile(r"(?i)\bwith\s+(?:more\s+|an?\s+|some\s+)?(.+)")
_ECHO = re.compile(
    r"(?i)\b(?:reflect|shows?|mirror|take up|deal with)\s+(?:the\s+)?"
    r"(?:consequences|effects?|results?|aftermath)\s+of\s+(.+)"
)
_OPEN = re.compile(r"(?i)\b(?:ambiguous|open[- ]ended|open|uncertain|unresolved)\b")
_ENDING = re.compile(r"(?i)\b(?:ending|end|close|finale|conclusion)\b")
_PLACE = re.compile(
    r"(?i)\b(?:in|to|into|at|of|from|for|on)?\s*(?:the\s+)?\b("
    r"(?:chapter|section|act|part|scene|file)s?\s+(?:\d+|[ivx]+\b|one|two|three|four|five|six|seven|eight|nine|ten)"
    r"|(?:first|second|third|last|final)\s+(?:chapter|section|act|part|scene|file)"
    r"|opening|beginning|start|ending|end|conclusion|foundation|middle|finale"
    r"|`[^`]+`|[\w-]+/[\w./-]+)(?!\w)"
)
_FORMS = re.compile(
    r"(?i)\b(section|chapter|paragraph|scene|subplot|arc|summary|note|sentence|line|moment)s?\b"
    r"(?:\s+(?:on|about|where|in which|of|with|that))?"
)
SHORT = 2500
"""Characters of a file that is an ending as a whole, where it is the last one."""
_TAIL = re.compile(r"(?i)\s+(?:after|before|behind|in|into|to|at|from|of|for|on|and|with)$")
_WITHIN = ("", "scene", "moment", "line", "paragraph", "sentence")
"""What is added within a part, and so where the sentence before spoke of."""
_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_SHARES = (
    ("three quarters", 0.75),
    ("two thirds", 0.66),
    ("half", 0.5),
    ("a third", 0.33),
    ("a quarter", 0.25),
    ("a fifth", 0.2),
)
_ROMAN = {
    "i": "1",
    "ii": "2",
    "iii": "3",
    "iv": "4",
    "v": "5",
    "vi": "6",
    "vii": "7",
    "viii": "8",
    "ix": "9",
    "x": "10",
}


def instructions_of(feedback: str) -> list[Instruction]:
    """Return what a feedback asks for, in its order; what no rule knows is `other`."""
    points = points_of(feedback)
    listed = points or tuple(sentences(feedback)) or (feedback,)
    found: list[Instruction] = []
    before = ""
    for sentence in listed:
        # A place holds within its sentence; behind it for scenes: “Make chapter 3 darker. Add two scenes.”
        place = ""
        for clause in filter(None, map(str.strip, _AND.split(sentence))):
            for one in _read(clause):
                goes_on = one.kind == "add" and one.by in _WITHIN and not points
                place = one.where or place
                found.append(replace(one, where=place or (before if goes_on else "")))
        before = place
    return found


def _read(clause: str) -> list[Instruction]:
    if _KEEP.search(clause):
        return [Instruction("keep", clause, _where(clause))]
    if _OPEN.search(clause) and _ENDING.search(clause):
        return [Instruction("open", clause, "ending")]
    echo = _ECHO.search(clause)
    if echo:
        return [Instruction("echo", clause, _where(clause[: echo.start()]), echo.group(1).strip(" ."))]
    return _replaced(clause) or _changed(clause) or _cut(clause) or _more(clause)


def _replaced(clause: str) -> list[Instruction]:
    for pattern in _REPLACE:
        match = pattern.search(clause)
        if match and not _tone(match.group(1) + " " + match.group(2)):
            old, new = (part.strip(" “”\"‘’'.") for part in match.groups())
            if pattern is not _REPLACE[0]:
                old = old.removeprefix("the ")
            return [Instruction("replace", clause, _where(clause[match.end() :]), old, new)] if old else []
    return []


def _changed(clause: str) -> list[Instruction]:
    """Return a change of tone, something to be added, or both."""
    where, tone = _where(clause), _tone(clause)
    found = [Instruction("tone", clause, where, tone)] if tone else []
    match = _ADD.search(clause) or (_WITH.search(clause) if tone else None)
    if match:
        count = match.group(1) if match.re is _ADD else None
        topic = match.group(match.lastindex or 1)
        if not (tone and re.search(r"(?i)\b(?:imagery|tone|mood|words?)\b", topic)):
            found.append(_added(clause, where, topic, count))
    return found


def _cut(clause: str) -> list[Instruction]:
    if _SHORTEN.search(clause) and not _removes_a_part(clause):
        return [Instruction("shorten", clause, _where(clause), share=_share(clause))]
    removed = _REMOVE.search(clause)
    if removed is None:
        return []
    form = (removed.group(1) or "").casefold()
    return [Instruction("remove", clause, _where(clause), removed.group(2).strip(" ."), by=form)]


def _more(clause: str) -> list[Instruction]:
    more = _MORE.search(clause)
    if more is None:
        return [Instruction("other", clause, _where(clause))]
    whom, trait = more.group(1) or more.group(3), more.group(2) or ""
    return [Instruction("add", clause, _where(clause), whom.strip(" ."), by=f"trait:{trait.strip(' .')}")]


def _removes_a_part(clause: str) -> bool:
    found = _REMOVE.search(clause)
    return found is not None and bool(found.group(1)) and not re.search(r"(?i)\bby\b|shorter", clause)


def _added(clause: str, where: str, topic: str, count: str | None) -> Instruction:
    number = _NUMBERS.get((count or "").casefold(), int(count) if count and count.isdigit() else 1)
    place = _PLACE.search(topic)
    if place and place.start() > 0:
        topic = topic[: place.start()] + topic[place.end() :]
    form = _FORMS.search(topic)
    kind = form.group(1).casefold() if form else ""
    before, behind = (topic[: form.start()], topic[form.end() :]) if form else (topic, "")
    bare = " ".join((before if before.strip() else behind).split()).strip(" .,:“”")
    bare = _TAIL.sub("", bare)
    return Instruction("add", clause, where, bare or kind, by=kind, count=max(1, min(6, number)))


def _tone(clause: str) -> str:
    """Return the tone that a clause asks for, empty where it asks for none."""
    said = clause.casefold()
    for name, tone in TONES.items():
        for word in tone.asked:
            found = re.search(rf"\b{re.escape(word)}\b", said)
            if found is None:
                continue
            if re.search(r"\bless\s+$", said[: found.start()]):
                return tone.opposite
            return name
    return ""


def _where(clause: str) -> str:
    found = _PLACE.search(clause)
    return found.group(1).strip("`") if found else ""


def _share(clause: str) -> float:
    percent = re.search(r"(\d{1,2})\s*(?:%|percent|per cent)", clause)
    if percent:
        return int(percent.group(1)) / 100
    return next((share for name, share in _SHARES if name in clause.casefold()), 0.25)


# --- where --------------------------------------------------------------------------------------------


def ranges_of(instruction: Instruction, files: Mapping[str, str], *, wide: bool = False) -> list[Range]:
    """Return the parts of the files that an instruction speaks of; `wide`: all where it names none."""
    found = place_in(instruction.where, files)
    if found:
        return found
    if wide or len(files) == 1:
        return [Range(path, 0, len(text)) for path, text in files.items()]
    return []


def place_in(where: str, files: Mapping[str, str]) -> list[Range]:
    """Return the part of the files that words name: a chapter, an act, the opening, the ending."""
    said = where.casefold().strip()
    paths = list(files)
    told = [path for path in paths if "foundation" not in path.casefold()] or paths
    if not said or not paths:
        return []
    if said in ("opening", "beginning", "start"):
        return [_first_part(told[0], files[told[0]])]
    if said in ("ending", "end", "conclusion", "finale"):
        return [_last_part(told[-1], files[told[-1]])]
    if said == "middle":
        path = told[len(told) // 2]
        return [Range(path, 0, len(files[path]))]
    ordinal = {"first": 0, "second": 1, "third": 2, "last": -1, "final": -1}.get(said.split()[0])
    if ordinal is not None and len(told) > 1 and -1 <= ordinal < len(told):
        path = told[ordinal]
        return [Range(path, 0, len(files[path]))]
    path_meant = meant(where, paths) if len(paths) > 1 else None
    if path_meant is not None and not said.startswith(("act", "scene")):
        return [Range(path_meant, 0, len(files[path_meant]))]
    return [part for path in paths if (part := _headed(path, files[path], said))][:1]


def _headed(path: str, text: str, said: str) -> Range | None:
    """Return the section whose heading has the words, a number in whichever way it is written."""
    wanted = _plain(said)
    heads = list(re.finditer(r"(?m)^(#{1,6})\s+(.+)$", text))
    for index, head in enumerate(heads):
        if re.search(rf"\b{re.escape(wanted)}\b", _plain(head.group(2))):
            level = len(head.group(1))
            after = next((one.start() for one in heads[index + 1 :] if len(one.group(1)) <= level), len(text))
            return Range(path, head.start(), after)
    number = re.search(r"\d+$", wanted)
    if number and wanted.startswith(("section", "part", "act", "chapter")):
        second = [head for head in heads if len(head.group(1)) == 2]
        at = int(number.group()) - 1
        if 0 <= at < len(second):
            after = second[at + 1].start() if at + 1 < len(second) else len(text)
            return Range(path, second[at].start(), after)
    return None


def _plain(text: str) -> str:
    numbers = {**{word: str(n) for word, n in _NUMBERS.items()}, **_ROMAN}
    return " ".join(numbers.get(word, word) for word in re.findall(r"\w+", text.casefold()))


def _first_part(path: str, text: str) -> Range:
    second = re.search(r"(?m)^(?:## .+|\* \* \*)$", text[1:])
    body = re.match(r"(?:#.*\n+)*", text)
    start = body.end() if body else 0
    later = second.start() + 1 if second and second.start() + 1 > start else 0
    return Range(path, start, later or _after_paragraphs(text, start, 2))


def _last_part(path: str, text: str) -> Range:
    if len(text) <= SHORT:
        body = re.match(r"(?:#.*\n+)*", text)
        return Range(path, body.end() if body else 0, len(text))
    parts = list(re.finditer(r"(?m)^(?:## .+|\* \* \*)$", text))
    return Range(path, parts[-1].start() if parts else max(0, text.rstrip().rfind("\n\n")), len(text))


def _after_paragraphs(text: str, start: int, number: int) -> int:
    at = start
    for _ in range(number):
        found = text.find("\n\n", at)
        if found < 0:
            return len(text)
        at = found + 2
    return at


def named_files(instructions: Sequence[Instruction], files: Mapping[str, str]) -> set[str]:
    """Return the files that instructions may touch; all of them where one names no place."""
    found: set[str] = set()
    for one in instructions:
        found |= {part.path for part in ranges_of(one, files, wide=True)}
    return found

"""Reading clarifying questions from prose: lists of lines that ask, and words that there is nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

LONGEST = 20_000
"""Characters in which questions are looked for; who writes more does not just ask."""
_SHORT = 400
_BULLET = re.compile(r"^([ \t]{0,12})(?:[-*•–+]|\(?\d{1,3}[.):]|Q\d{1,2}[.:)])[ \t]+(.+)$")
_ENDS = re.compile(r"[?？؟][\"”’»)\]*_` ]{0,6}$")
_WHY = re.compile(
    r"[*_(]{0,3}(?:why|reason|rationale|warum|grund)\b[^:\n]{0,40}:[*_]{0,2}\s*(.+)$", re.IGNORECASE
)
_OPTIONS = re.compile(r"[*_(]{0,3}(?:options|choices|optionen)[^:\n]{0,20}:[*_]{0,2}\s*(.*)$", re.IGNORECASE)
_NOUN = r"(?:clarif\w+|questions?|(?:rück)?fragen|unklarheiten|preguntas|perguntas)"
_BARE = re.compile(
    r"(?:none|nothing|n/?a|no|keine|nein|nichts|aucune?|ninguna|nenhuma|无|没有|なし)"
    r"(?:[ \t]+(?:needed|required|necessary|to ask|to clarify|nötig|erforderlich))?[.!。]?$",
    re.IGNORECASE,
)
_NO_QUESTIONS = re.compile(
    rf"(?:^|\b(?:have|there are|i.ve|i see|habe|haben|gibt es|es gibt|besteh\w+)[ \t]+)"
    rf"(?:(?:currently|at this time|derzeit)[ \t]+)?(?:no|keine|ninguna|nenhuma)[ \t]+"
    rf"(?:(?!but\b|aber\b)\w+[ \t]+){{0,3}}{_NOUN}\b"
    rf"|\b(?:don.t|do not)[ \t]+(?:have|need|see)[ \t]+(?:to ask[ \t]+)?any[ \t]+"
    rf"(?:\w+[ \t]+){{0,3}}{_NOUN}\b",
    re.IGNORECASE,
)


def questions(text: str) -> list[dict[str, Any]]:
    """Return the questions that the lines of a list ask; lines below one are its reason and its options."""
    if len(text) > LONGEST:
        return []
    found: list[dict[str, Any]] = []
    for line in text.splitlines():
        bullet = _BULLET.match(line)
        line_text = _plain(bullet.group(2) if bullet else line)
        if not line_text:
            continue
        if bullet and _ENDS.search(line_text) and (not found or len(bullet.group(1)) <= found[0]["indent"]):
            found.append({"indent": len(bullet.group(1)), "question": line_text, "options": [], "why": ""})
        elif found:
            _add(
                found[-1], line_text, listed=bullet is not None and len(bullet.group(1)) > found[0]["indent"]
            )
    if not found:
        found = [{"question": question, "options": [], "why": ""} for question in _alone(text)]
    return [{name: one[name] for name in ("question", "options", "why")} for one in found]


def has_none(text: str) -> bool:
    """Tell whether a text says that there is nothing to ask: `None.`, `I have no questions.`"""
    plain_text = _plain(text)
    if len(plain_text) > _SHORT or _ENDS.search(plain_text) or "?" in plain_text:
        return False
    return any(
        _BARE.match(sentence) or _NO_QUESTIONS.search(sentence)
        for sentence in re.split(r"(?<=[.!。])\s+", plain_text)
    )


def _add(question: dict[str, Any], line: str, *, listed: bool) -> None:
    why, options = _WHY.match(line), _OPTIONS.match(line)
    if why is not None:
        question["why"] = why.group(1).strip()
    elif options is not None:
        question["options"] += [
            part.strip() for part in re.split(r"[,;/|]", options.group(1)) if part.strip()
        ]
    elif listed and not _ENDS.search(line):
        question["options"].append(line)


def _alone(text: str) -> Iterator[str]:
    """Yield questions on lines of their own below a line that announces them, and no other line."""
    lines = [line for line in map(_plain, text.splitlines()) if line]
    if len(lines) > 1 and lines[0].endswith((":", "：")) and all(_ENDS.search(line) for line in lines[1:]):
        yield from lines[1:]


def _plain(line: str) -> str:
    return re.sub(r"\*\*|__|^#{1,6}[ \t]+", "", line).strip()

"""Pieces of a text as the offline writer sees them: paragraphs of prose and sentences, by their places."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from app.workflows.draft.asked import FileText
from app.workflows.draft.offline.story import Cast

SENTENCE = re.compile(
    r"(?:[^.!?\n]|(?<=\bMr)\.|(?<=\bMrs)\.|(?<=\bDr)\.|(?<=\bSt)\.|(?<=\d)\.(?=\d)|\.(?=\w))+"
    r"[.!?]+[”\"’')\]*_]*[ \t]*|[^.!?\n]+"
)
LABEL = re.compile(r"[A-Z][a-z ]{2,20}:[ \t]+\S")
"""A line such as “Place: the harbour”."""
MARKED = "passage"
"""What a marked passage is called in place of its file: it is no JSON, even where that is."""
PARAGRAPH = re.compile(r"(?:^|(?<=\n))(?!\n)(?:.+\n?)+")


@dataclass(frozen=True, slots=True)
class Setting:
    """What a writer knows beside the text: whether it is a story, whom it is about, and what stands above."""

    story: bool
    cast: Cast
    upstream: tuple[FileText, ...] = ()
    brief: str = ""
    """The author's own words."""


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Return where each sentence begins and ends."""
    return [match.span() for match in SENTENCE.finditer(text)]


def texts_of(json_text: str) -> str:
    """Return the texts of a JSON file, a paragraph each; the file as it is where it is none."""
    try:
        value = json.loads(json_text)
    except ValueError:
        return json_text
    found: list[str] = []
    left = [value]
    while left:
        one = left.pop(0)
        if isinstance(one, str):
            found.append(one)
        elif isinstance(one, dict | list):
            left = [*(one.values() if isinstance(one, dict) else one), *left]
    return "\n\n".join(found)


def is_prose(paragraph: str) -> bool:
    """Tell whether a paragraph is told text: no heading, table, quotation, rule or label."""
    first = paragraph.lstrip()
    return not first.startswith(("#", "|", ">", "```", "* * *", "---")) and not LABEL.match(first)


def with_opening(text: str, sentence: str) -> str:
    """Put a sentence before the first paragraph of prose."""
    for match in PARAGRAPH.finditer(text):
        if is_prose(match.group()):
            return f"{text[: match.start()]}{sentence} {text[match.start() :]}"
    return text.rstrip() + f"\n\n{sentence}\n"


def with_closing(text: str, sentence: str) -> str:
    """Put a sentence behind the last paragraph."""
    body = text.rstrip()
    return f"{body}\n\n{sentence}{text[len(body) :] or chr(10)}"

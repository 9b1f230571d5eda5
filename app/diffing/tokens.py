"""Cutting a text into the words a reader sees, never inside one.

Rule: tokens joined give the text back exactly. A token is a word with the white space behind it, a run
of punctuation, a line break, or one character of a script that has no word spaces, with the combining
marks and joiners that belong to it.
"""

from __future__ import annotations

import re

_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_MARKS = "\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u064b-\u065f\u0900-\u0903\u093a-\u094f\u1ab0-\u1aff"
_JOINED = f"[{_MARKS}\u1dc0-\u1dff\u200d\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\U0001f3fb-\U0001f3ff]"
_WORD = re.compile(
    rf"(?:\r\n|\r|\n)"
    rf"|[{_CJK}]{_JOINED}*"
    rf"|(?:(?![{_CJK}])\w)(?:(?:(?![{_CJK}])\w)|{_JOINED}|['’\-.,](?=\w))*[^\S\r\n]*"
    rf"|(?:[\U0001f1e6-\U0001f1ff]{{2}}|[^\w\s])(?:{_JOINED}|(?<=\u200d)[^\w\s])*[^\S\r\n]*"
    rf"|[^\S\r\n]+"
    rf"|.",
    re.DOTALL,
)
_SENTENCE = re.compile(
    r"(?:[^.!?\r\n。！？]+[.!?。！？]*[\"'”’)]*[^\S\r\n]*)|(?:\r\n|\r|\n)|[.!?。！？]+[^\S\r\n]*|.", re.DOTALL
)
_LINE = re.compile(r"[^\n]*\n|[^\n]+")


def tokenize(text: str, granularity: str = "word") -> list[str]:
    """Cut a text by `word`, `sentence` or `line`."""
    pattern = {"word": _WORD, "sentence": _SENTENCE, "line": _LINE}[granularity]
    return pattern.findall(text)

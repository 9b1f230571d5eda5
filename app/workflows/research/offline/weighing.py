"""The offline judge: what rules can see of two findings, and of a claim and its lines, and no more.

Two lines of the same words with other figures contradict each other, the same lines are the same. Whatever
else there is between them is not judged.
"""

from __future__ import annotations

import re

from app.domain.messages import ModelRequest
from app.workflows.common.offline.comparing import differ, same_words
from app.workflows.common.offline.prompt import as_json, read_prompt
from app.workflows.common.offline.quoting import folded

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

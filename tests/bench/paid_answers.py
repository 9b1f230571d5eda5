"""Answers to a debate's prompts as long as a real model's: some 214 tokens."""

from __future__ import annotations

import json
import re
from random import Random

from tests.faults import panel

_LABEL = re.compile(r'<data name="(Response [A-Z]+)">')
_SAID = """
The office should move to the river within this budget year.
The rent there is a third lower, which pays for the move in eleven months.
The lease in the centre ends in March, so waiting costs a renewal.
What speaks against it is the way: a third of the staff would travel twenty minutes longer each day.
A shuttle at the two busy hours costs less than a tenth of what is saved.
Working from home on two days halves what is left of the longer way.
The flood plan of the city shows the plot outside the hundred-year line, but the cellar must stay empty.
The insurer has to confirm that in writing before anything is signed.
The figures come from the offer of the owner and from last year's accounts.
Nobody has checked what the cables to the new building cost.
I would sign with a right to leave after three years, and name one person who is answerable for the move.
The cellar and the cables should be decided on before the end of the month.
If the insurer refuses, the second plot behind the station is better at a slightly higher rent.
""".strip().split("\n")


def answer(prompt: str, mark: str) -> str:
    """Return a sound answer to a debate's prompt; `mark` makes it one of its own."""
    short = panel.answer(prompt, mark)
    if not short.startswith("{"):
        return _said(mark)
    said = json.loads(short)
    if "ranking" in said:
        labels = list(dict.fromkeys(_LABEL.findall(prompt)))
        said = {"ranking": labels, "items": [_point(label, number) for number, label in enumerate(labels)]}
    if "summary" in said:
        said["text"] = _said(mark)
    if "confidence" in said:
        said["answer"] = _said(mark)
    return json.dumps(said)


def _said(mark: str) -> str:
    """Return the sentences in an order of their own: the next round has something to judge."""
    return " ".join([*Random(mark).sample(_SAID, len(_SAID)), f"Noted by {mark}."])


def _point(label: str, number: int) -> dict[str, str]:
    points = {
        0: ("The saving leaves out what the cables cost.", "Ask for an offer and count it in."),
        1: (
            "Nothing says what is done if the insurer refuses the cellar.",
            "Name the second plot as the way out.",
        ),
    }
    claim, suggestion = points[number % 2]
    return {
        "target": label,
        "claim": claim,
        "suggestion": suggestion,
        "severity": "medium",
        "category": "evidence",
        "quote": "has to confirm that in writing",
    }

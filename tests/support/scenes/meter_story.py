"""A short debate whose answers hold a table, code and formulas: drawn done, and while it is written."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

from app.domain.canonical import JsonValue
from app.domain.messages import ModelRequest
from app.engine.ports import Completed
from tests.support.asked import read
from tests.support.scenes.look_story import used, written

TITLE = "How often may the pocket meter read?"
WRITTEN_UNTIL = {
    "Ada": " µA | 602 d",
    "Blaise": " RADIO / 3600",
    "Grace": "I_\\text{mean}",
}
"""By seat, where in its answer it is while it is being written."""


@cache
def answers() -> Mapping[str, str]:
    """Return each member's answer."""
    told: Mapping[str, str] = tomllib.loads(written("meter.toml"))["answers"]
    return told


def setup() -> dict[str, JsonValue]:
    """Return what the debate is started with."""
    return {
        "question": f"{TITLE} It has one cell of 2,400 mAh and should run for five years.",
        "max_rounds": 2,
        "cost_limit": 2.0,
        "interactive_clarifications": False,
    }


def arrived(seat: str) -> str:
    """Return what a seat has written of its answer so far."""
    text = answers()[seat]
    return text[: text.index(WRITTEN_UNTIL[seat])]


def says(request: ModelRequest) -> Completed:
    """Return a seat's reply, with what it used."""
    return used(request, _reply(request))


def _reply(request: ModelRequest) -> str:
    shown = read(request)
    match request.purpose:
        case "proposal":
            return answers()[request.seat]
        case "critique":
            return json.dumps(_criticise(request.seat, shown))
        case "refinement":
            return json.dumps({"text": shown["text"], "answers": [], "summary": ""})
        case "evaluation":
            note = "They agree on five minutes; whether self-discharge counts is open."
            return json.dumps({"agreement": 88, "quality": 84, "must_haves": [], "note": note})
        case "clarification":
            return json.dumps({"questions": ()})
        case _:
            return f"{request.seat}: what was said, in short."


def _criticise(seat: str, shown: Mapping[str, Any]) -> Mapping[str, Any]:
    labels = {str(one["text"]).strip(): str(one["label"]) for one in shown["answers"]}
    point = {
        "target": labels.get(answers()["Blaise"].strip()),
        "claim": "Self-discharge is counted as one per cent a year, without a source.",
        "suggestion": "Say where the figure is from.",
        "severity": "medium",
        "category": "missing",
        "quote": "The cell loses about 1 % a year by itself",
    }
    return {"ranking": list(labels.values()), "items": [point] if seat == "Ada" else []}

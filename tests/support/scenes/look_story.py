"""A debate as long as real ones: the texts under `tests/data/look`, and who says which of them when asked.

A member's file holds its answer in four versions: its first one, and one after each round. `{2:new~old}` is
`old` before the second round was done and `new` from then on.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from app.domain.canonical import JsonValue
from app.domain.messages import ModelRequest
from app.domain.seats import Seat, Team
from app.domain.usage import Usage
from app.engine.ports import Completed
from tests.support.asked import read

FOLDER = Path(__file__).resolve().parents[2] / "data" / "look"
TITLE = "Should Ferrow Instruments adopt a four-day week?"
TEAM = Team(
    name="Everyday",
    members=(
        Seat(name="Ada", model="openai/gpt-5.1", role="architect"),
        Seat(name="Blaise", model="anthropic/claude-sonnet-4-5", role="skeptic"),
        Seat(name="Grace", model="gemini/gemini-2.5-flash", role="testing"),
    ),
    chair=Seat(name="Chair", model="gemini/gemini-2.5-flash"),
)
MORE = (
    Seat(name="Emmy", model="mistral/mistral-large-latest"),
    Seat(name="Henri", model="deepseek/deepseek-chat"),
    Seat(name="Kurt", model="xai/grok-4"),
)
"""Further members: they say what Grace says."""
ROUNDS = 3
AGREEMENT = {1: 72, 2: 78, 3: 92}
"""What the judge says of the answers after each round, in per cent."""
MUST_HAVES = (
    "The answer times promised to customers must be kept on all five days.",
    "The total cost of labour must not rise by more than 2 % in the first year.",
    "Shift times must not change without the consent of the works council.",
)
MARKED = re.compile(r"\{(\d):([^{}~]*)(?:~([^{}]*))?\}")
PRICE_IN, PRICE_OUT = 2.4e-6, 12e-6
"""Dollars per token, so that three rounds cost what such rounds do."""


@cache
def written(name: str) -> str:
    """Return a file of the story."""
    return (FOLDER / name).read_text(encoding="utf-8").strip()


@cache
def answer(seat: str, version: int) -> str:
    """Return a member's answer after so many rounds."""
    marked = written(f"{'grace' if seat in [more.name for more in MORE] else seat.lower()}.md")
    return MARKED.sub(lambda m: m[2] if version >= int(m[1]) else m[3] or "", marked)


@cache
def points() -> tuple[Mapping[str, Any], ...]:
    """Return all critiques, with what their authors reply."""
    return tuple(tomllib.loads(written("critiques.toml"))["points"])


def setup() -> dict[str, JsonValue]:
    """Return what the debate is started with."""
    context: JsonValue = {"name": "four-day-week-context.md", "text": written("four-day-week-context.md")}
    return {
        "question": written("question.md"),
        "context": [context],
        "must_haves": list[JsonValue](MUST_HAVES),
        "max_rounds": ROUNDS,
        "cost_limit": 2.0,
        "interactive_clarifications": False,
    }


def whose(text: str) -> tuple[str, int] | None:
    """Return the seat and the version of an answer; None for one that a person rewrote."""
    for seat in ("Ada", "Blaise", "Grace"):
        for version in range(ROUNDS + 1):
            if answer(seat, version) == text.strip():
                return seat, version
    return None


def _shown(request: ModelRequest) -> dict[str, tuple[str, int]]:
    """Return the answers that a model was shown: label and version by seat."""
    shown = {}
    for one in _items(request, "answers"):
        found = whose(str(one["text"]))
        if found is not None:
            shown[found[0]] = (str(one["label"]), found[1])
    return shown


def _items(request: ModelRequest, name: str) -> list[Mapping[str, Any]]:
    found = read(request)[name]
    assert isinstance(found, list)
    return [one for one in found if isinstance(one, dict)]


def _criticise(request: ModelRequest) -> Mapping[str, Any]:
    shown = _shown(request)
    mine = [p for p in points() if p["critic"] == request.seat and p["target"] in shown]
    items = [
        {name: point[name] for name in ("claim", "suggestion", "severity", "category", "quote")}
        | {"target": shown[point["target"]][0]}
        for point in mine
        if point["round"] == shown[point["target"]][1] + 1
    ]
    return {"ranking": [shown[seat][0] for seat in sorted(shown)], "items": items}


def _refine(request: ModelRequest) -> Mapping[str, Any]:
    found = whose(read(request)["text"])
    version = found[1] + 1 if found is not None else 1
    replies = {p["claim"]: p for p in points()}
    asked = [(one["id"], replies.get(str(one["claim"]))) for one in _items(request, "critiques")]
    answers = [
        {"id": id, "answer": point["reply"], "justification": point["why"]}
        for id, point in asked
        if point is not None and "reply" in point
    ]
    summary = next((p["why"] for _, p in asked if p is not None and p.get("reply") == "fixed"), "")
    return {"text": answer(request.seat, min(version, ROUNDS)), "answers": answers, "summary": summary}


def _judge(request: ModelRequest) -> Mapping[str, Any]:
    version = max((version for _, version in _shown(request).values()), default=1)
    must_haves = read(request).get("must_haves") or ()
    assert isinstance(must_haves, list | tuple)
    marks = [{"text": text, "met": True} for text in must_haves]
    return {"agreement": AGREEMENT.get(version, 72), "quality": 81, "must_haves": marks}


def _compare(request: ModelRequest) -> Mapping[str, Any]:
    """Return where the first two answers agree and differ."""
    labels = {seat: label for seat, (label, _) in _shown(request).items()}
    told = tomllib.loads(written("compared.toml"))
    disputed = [
        {
            "issue": one["issue"],
            "sides": [{**side, "who": labels[side["who"]]} for side in one["sides"] if side["who"] in labels],
        }
        for one in told["disputed"]
    ]
    return {"agreed": told["agreed"], "disputed": disputed}


def _conclude() -> Mapping[str, Any]:
    result: Mapping[str, Any] = tomllib.loads(written("result.toml"))
    return {"answer": written("final.md"), **result}


def _frame() -> Mapping[str, Any]:
    """Return what stands around Ada's answer, where that is the final one."""
    result = {name: value for name, value in _conclude().items() if name not in ("answer", "only_one_says")}
    return {**result, **tomllib.loads(written("best.toml"))}


def _choose(request: ModelRequest) -> Mapping[str, Any]:
    best = next(one for one in _items(request, "drafts") if whose(str(one["text"])) == ("Ada", ROUNDS))
    return {"best": best["label"], "why": "It says what happens when."}


def reply(request: ModelRequest) -> str:
    """Return what a seat says to a request of the debate."""
    match request.purpose:
        case "proposal":
            return answer(request.seat, 0)
        case "critique":
            return json.dumps(_criticise(request))
        case "refinement":
            return json.dumps(_refine(request))
        case "evaluation":
            return json.dumps(_judge(request))
        case "synthesis":
            framed = "additions" in json.dumps(request.reply_schema)
            return json.dumps(_frame() if framed else _conclude())
        case "drafts":
            return json.dumps(_choose(request))
        case "compare":
            final = str(read(request).get("first", "")).strip() == written("final.md")
            why = "It names a test of production and its cost."
            return json.dumps({"winner": "first" if final else "second", "why": why})
        case "clarification":
            return json.dumps({"questions": ()})
        case "debate_check":
            return json.dumps(_compare(request))
        case _:
            return f"{request.seat}: what was said, in short."


def says(request: ModelRequest) -> Completed:
    """Return a seat's reply, with what it used."""
    return used(request, reply(request))


def agreeing(request: ModelRequest) -> Completed:
    """Return the same where the judge finds that the first answers agree."""
    if request.purpose != "debate_check":
        return says(request)
    told = tomllib.loads(written("compared.toml"))
    return used(request, json.dumps({"agreed": told["agreed"], "disputed": []}))


def used(request: ModelRequest, text: str) -> Completed:
    """Return a reply with the tokens and the cost that such a one takes."""
    into = sum(len(message.text) for message in request.messages) // 4
    cost = into * PRICE_IN + len(text) // 4 * PRICE_OUT
    return Completed(
        text, usage=Usage(tokens_in=into, tokens_out=len(text) // 4, source="provider", cost=cost)
    )

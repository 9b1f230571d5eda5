"""How models really write replies: shapes after the published habits of a dozen model families."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from app.domain.messages import Reply
from app.workflows.common.calls import read_calls
from app.workflows.common.reading.reader import Reading, read_prose, read_reply, readable
from app.workflows.common.replies import (
    ClarificationReply,
    CompareReply,
    CritiqueReply,
    DraftsReply,
    EvaluationReply,
    RefinementReply,
    SynthesisReply,
)

FOLDER = Path(__file__).parents[2] / "data" / "replies"
MODELS: dict[str, type[BaseModel]] = {
    "refinement": RefinementReply,
    "critique": CritiqueReply,
    "evaluation": EvaluationReply,
    "synthesis": SynthesisReply,
    "clarification": ClarificationReply,
    "drafts": DraftsReply,
    "compare": CompareReply,
}
LEAST, SHARE = 150, 0.98
RAW_JSON = re.compile(r"""[{\[]\s*["'][^"'\n]{1,40}["']\s*:|<\|\w+\|>|</?think|\[TOOL_CALLS\]""")
"""What no person is to read: an object's beginning, or the marks of a channel."""


@cache
def corpus() -> list[dict[str, Any]]:
    """Return every shape."""
    return [one for path in sorted(FOLDER.glob("*.json")) for one in json.loads(path.read_text("utf-8"))]


def wrong(shape: dict[str, Any]) -> str:
    """Return what was read otherwise than meant, nothing where all is right."""
    if "prose" in shape:
        prose = read_prose(shape["reply"]).text
        return "" if prose == shape["prose"] else prose
    if shape["purpose"] == "experiment":
        return wrong_calls(shape)
    read = read_reply(shape["reply"], MODELS[shape["purpose"]])
    if not isinstance(read, Reading):
        return read.why
    fields = read.value.model_dump(mode="json")
    meant = {name: value for name, value in shape["fields"].items() if value is not None}
    return "".join(f"{name}: {fields[name]!r}; " for name, value in meant.items() if fields[name] != value)


def wrong_calls(shape: dict[str, Any]) -> str:
    """Return what was read otherwise of an experiment's answer: its text, or the tools it calls."""
    text, calls, _ = read_calls(Reply(text=shape["reply"]), (1, 1, 1), ["read"])
    fields = {"text": text, "calls": [{"name": c.name, "arguments": json.loads(c.arguments)} for c in calls]}
    return "" if fields == shape["fields"] else repr(fields)


def texts(value: Any) -> list[str]:
    """Return every text in a value."""
    if isinstance(value, str):
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for one in inner for text in texts(one)]


def test_the_corpus_covers_every_purpose_and_the_families_people_use() -> None:
    families = Counter(shape["family"] for shape in corpus())
    assert len(corpus()) >= LEAST
    assert len(families) >= 8
    assert {shape["purpose"] for shape in corpus()} == {*MODELS, "proposal", "experiment"}
    assert all(shape["source"].startswith("https://") and shape["habit"] for shape in corpus())


def test_nearly_every_shape_is_read_into_the_right_fields() -> None:
    failed = {
        f"{s['purpose']} · {s['family']} · {s['habit']}": misread for s in corpus() if (misread := wrong(s))
    }
    share = 1 - len(failed) / len(corpus())
    print(f"{len(corpus())} shapes, {share:.1%} read into the right fields", *failed.items(), sep="\n")
    assert share >= SHARE, failed


def test_no_person_reads_raw_json_whatever_comes_of_a_reply() -> None:
    seen = []
    for shape in corpus():
        shown_texts = [readable(shape["reply"]), read_prose(shape["reply"]).text]
        for model in MODELS.values():
            # Also for another purpose than it was written for: a model may have mixed them up.
            read = read_reply(shape["reply"], model, lenient=True)
            shown_texts += texts(read.value.model_dump(mode="json")) if isinstance(read, Reading) else []
        seen += [
            (shape["purpose"], shape["family"], shape["habit"], t) for t in shown_texts if RAW_JSON.search(t)
        ]
    assert seen == []


@pytest.mark.parametrize("share", [0.2, 0.4, 0.6, 0.8, 0.95])
def test_a_shape_cut_anywhere_is_never_shown_as_json(share: float) -> None:
    for shape in corpus():
        cut = shape["reply"][: int(len(shape["reply"]) * share)]
        assert not RAW_JSON.search(readable(cut)), (shape["family"], shape["habit"], readable(cut))


def test_of_an_answer_that_breaks_off_a_person_reads_what_had_come() -> None:
    assert (
        readable('```json\n{"answer": "Move to the river.\\n\\nIt is ch') == "Move to the river.\n\nIt is ch"
    )

"""An answer whose data does not fit is refused with its place and its fix, and the gate stays open."""

from __future__ import annotations

from typing import Any

import pytest

from app.domain.errors import GateError
from app.domain.interruption_gates import INTERRUPTIONS
from app.workflows.debate.face.gates import GATES

OFFERED = ("approve", "finish", "reject", "stop_with_answer", "answer", "continue", "send", "fallback")


@pytest.mark.parametrize(
    ("gate", "verb", "data", "refusal"),
    [
        (
            "approval",
            "approve",
            {"texts": {"Ada": 5}},
            "texts, Ada: one of these is needed: refined",
        ),
        ("approval", "approve", {"texts": {"Ada": {"edit": 5}}}, "texts, Ada, edit: a text is needed"),
        ("approval", "approve", {"guidance": 5}, "guidance: a text is needed"),
        ("approval", "approve", {"gudance": ""}, "gudance: there is no such field"),
        ("approval", "approve", {"critiques": {"c1": {"verdict": "drop"}}}, "critiques, c1, verdict: one of"),
        ("approval", "approve", {"critiques": []}, "critiques: a table of names and values is needed"),
        ("approval", "reject", {}, "feedback: this has to be filled in"),
        ("approval", "reject", {"feedback": " "}, "say what should change"),
        ("approval", "reject", {"feedback": "x", "seats": "Ada"}, "seats: a list is needed"),
        ("approval", "reject", {"feedback": "x", "seats": [1]}, "seats 1: a text is needed"),
        ("clarification", "answer", {"answers": {"q1": {}}}, "answers, q1, status: this has to be filled in"),
        ("failure", "fallback", {"replace": {}}, "replace: this has to be filled in"),
        ("failure", "fallback", {"replace": {"Ada": 5}}, "replace, Ada: a text is needed"),
    ],
)
def test_data_that_does_not_fit_is_told_in_our_words(gate: str, verb: str, data: Any, refusal: str) -> None:
    kind = {**INTERRUPTIONS, **GATES}[gate]
    with pytest.raises(GateError) as caught:
        kind.check(OFFERED, {}, verb, data)
    assert f"does not fit: {refusal}" in str(caught.value)
    assert str(caught.value.next).endswith("and answer again; the gate is still open.")

"""Findings whose likeness an embedding model tells: asked once for each, and doing without it is said."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from app.domain.i18n import verbatim
from app.domain.messages import ModelRequest
from app.domain.seats import Seat
from app.engine.ports import Failed
from app.gateway.offline import hashed
from app.workflows.research.face.telling import iteration_lines
from app.workflows.research.plugin import ResearchPlugin
from app.workflows.research.setup import ResearchSetup
from tests.support.clocks import ManualClock
from tests.support.scripted import ScriptedGateway
from tests.support.study import BRIEF, DOUBLES, FIVE, Council, Study, found, study

MODEL = "some/embedder"
DOWN = Failed("auth", verbatim("The key was refused (401)."), sent=True)
NEVER = {"gate_policy": "never_ask", "embedding_model": MODEL, "early_exit": False, "retries": 0}
THREE = found("A failed charge is retried three times.", ("docs/old.md", "3", "retried three times"))


def council() -> Council:
    return Council(
        {"explore 1": [FIVE, THREE], "citation 1": [DOUBLES], "citation 2": [found("The wait grows.")]},
        relate=lambda pair: "contradicts" if "three" in pair["a"] + pair["b"] else "unrelated",
    )


def scripted(embedder: Any = hashed) -> ScriptedGateway:
    return ScriptedGateway(council(), ManualClock(), embedder=embedder)


def asked(one: Study) -> list[ModelRequest]:
    """Return what the embedding model was asked."""
    return [request for request in one.requests if request.embeds]


async def test_the_model_is_asked_once_for_each_finding_and_orders_the_pairs(tmp_path: Path) -> None:
    async with study(tmp_path, council(), gateway=scripted()) as one:
        assert await one.open(**NEVER, max_iterations=3) == "finished"
        texts = [message.text for request in asked(one) for message in request.messages]
        assert FIVE["description"] in texts
        assert THREE["description"] in texts
        assert len(texts) == len(set(texts)), "no vector is paid for twice"
        assert {request.model for request in asked(one)} == {MODEL}
        assert len(one.state.conflicts) == 1
        assert not one.state.unlikened
        assert "alike, and so compared, was told by `some/embedder`" in one.state.report
        assert set(one.state.vectors) == {"f2", "f3"}, "those that share a name, a word or a line"


@pytest.mark.parametrize("embedder", [lambda texts: DOWN, lambda texts: [[1.0, 0.0], [1.0]]])
async def test_where_the_model_fails_words_are_counted_and_it_is_said(tmp_path: Path, embedder: Any) -> None:
    async with study(tmp_path, council(), gateway=scripted(embedder)) as one:
        assert await one.open(**{**NEVER, "gate_policy": "every_iteration"}) == "waiting"
        await one.answer("confirm")
        assert len(one.state.conflicts) == 1, "the work goes on by the words"
        why = one.state.unlikened[1]
        gate = one.gate
        assert gate.fact.payload["compared_by_words"] == {"model": MODEL, "why": why}
        shown = [str(line) for line in iteration_lines(gate.fact.payload)]
        assert any(
            line.startswith(f"Alike findings were chosen by their words, for {MODEL} failed")
            for line in shown
        )
        assert await one.answer("finish") == "finished"
        assert "Iteration 1: Alike findings were chosen by their words" in one.state.report


def test_its_calls_are_estimated_and_its_name_must_name_its_provider() -> None:
    setup = ResearchSetup(folder="x", brief=BRIEF, embedding_model=f" {MODEL} ", max_iterations=3)
    seat = Seat(name="chair", model="offline/a")
    (call,) = [one for one in ResearchPlugin().plan(setup, {"chair": seat}) if one.embeds]
    assert (call.embeds, call.calls) == (MODEL, 3)
    with pytest.raises(ValidationError, match="write <provider>/<model>"):
        ResearchSetup(folder="x", brief=BRIEF, embedding_model="embedder")

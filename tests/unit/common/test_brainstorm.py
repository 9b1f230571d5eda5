"""A brainstorm from its question to the merged ideas."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.domain.errors import GateError
from app.domain.messages import ModelRequest
from app.services.unattended import AnswerPlan
from tests.support.desk import desk


def listing(request: ModelRequest) -> str:
    """Answer as a model would."""
    shown = request.messages[-1].text
    if "Merge the chosen" in shown:
        return "merged: " + ", ".join(line for line in shown.splitlines() if line.startswith("idea of"))
    return f'{{"ideas": ["idea of {request.seat} {shown.count("idea so far")}"]}}'


async def test_a_person_picks_and_the_chair_merges_what_was_picked(tmp_path: Path) -> None:
    async with desk(tmp_path, listing) as d:
        session = await d.create("brainstorm")
        assert await d.run(session) == "waiting"
        await d.review.answer(session, d.gate(session), "more", {"note": "Cheaper ones."})
        assert await d.sessions.wait(session) == "waiting"
        with pytest.raises(GateError, match="There are ideas 1 to 4"):
            await d.review.answer(session, d.gate(session), "merge", {"numbers": [5]})
        await d.review.answer(session, d.gate(session), "merge", {"numbers": [2, 3]})
        assert await d.sessions.wait(session) == "finished"
        texts = [record.body() for record in await d.sessions.records(session)]
        assert [text["text"] for text in texts if text.get("slot") == "result"] == [
            "merged: idea of Bob 0, idea of Ann 2"
        ]


async def test_nobody_is_asked_where_everything_is_approved(tmp_path: Path) -> None:
    async with desk(tmp_path, listing) as d:
        session = await d.create("brainstorm")
        assert await d.drive(session, AnswerPlan(approve="all")) == "finished"

"""A person at a terminal, at a gate that the command line has never heard of."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from app.cli.asking import ask_at_terminal
from app.cli.gate_text import ways
from tests.support.desk import desk

pytestmark = pytest.mark.asyncio


async def test_words_that_may_be_left_out_are_asked_for_and_may_stay_empty(
    tmp_path: Path, typed: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    async with desk(tmp_path) as d:
        session = await d.create(rounds=3)
        await d.run(session)
        for line, data in (("Be brief.", {"guidance": "Be brief."}), ("", {})):
            fold = d.live(session).fold
            gate = fold.gates.open_gate()
            assert gate is not None
            assert [label for label, _ in ways(gate, fold, session)] == ["Once more (recommended)", "Finish"]
            typed("again", line)
            given = await ask_at_terminal(gate, fold)
            assert "Guidance (empty: none): " in capsys.readouterr().err
            assert given is not None
            assert (given.verb, given.data) == ("again", data)
            await d.review.answer(session, gate.id, given.verb, given.data)
            await d.sessions.wait(session)
        records = await d.sessions.records(session)
        assert [r.body()["data"] for r in records if r.type == "gate_answered"] == [
            {"guidance": "Be brief."},
            {},
        ]

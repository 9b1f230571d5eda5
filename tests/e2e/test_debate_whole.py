"""A whole debate with the offline council: a question, a rejection, an edit, a drop, and its files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from app.bootstrap import build
from app.domain.facts import SeatDropped
from app.domain.verdict_facts import ResultJudged
from app.services.core import Core
from app.settings.folders import Folders
from app.workflows.debate import get_iteration_summary, iteration_state
from tests.support.one_session import OneSession

pytestmark = pytest.mark.asyncio
QUESTION = """Should the library open on Sundays?

The opening must not cost more than 900 euros a Sunday. The hours are open: morning or
afternoon (TBD). The staff shall keep two free days in a row."""
MEMO = """A Sunday costs 610 euros of pay with the supplement of 50 per cent. In the trial of 2023 there
were 214 visitors on an average Sunday, against 160 on a Monday. However, two of nine members of staff
refused the shift. For example, the branch in Aalen closes on Mondays instead and saved 29,000 euros."""
EDIT = "Open on Sunday afternoons and close on Mondays: 214 visitors came on a trial Sunday, 160 on a Monday."
FEEDBACK = "Say what happens with the nine members of staff."


class Desk(OneSession):
    """A person at the program, without a window."""

    def __init__(self, core: Core) -> None:
        super().__init__(core.sessions, core.review, core.catalogue)
        self.core = core

    async def start(self, **setup: Any) -> None:
        team = self.core.teams.load("offline")
        self.id = await self.core.sessions.create("debate", setup, team)
        self.core.sessions.look(self.id)
        await self.core.sessions.start(self.id)
        await self.core.sessions.wait(self.id)

    async def export(self, format: str) -> bytes:
        return await self.core.exporting.content(self.id, format)


@pytest.fixture
def desk(core: Core) -> Desk:
    return Desk(core)


async def answer_questions(desk: Desk, note: str) -> list[str]:
    """Answer every open question alike; return what was asked."""
    questions = desk.payload["questions"]
    await desk.answer("answer", answers={q["id"]: {"status": "answered", "note": note} for q in questions})
    return [q["text"] for q in questions]


async def test_a_debate_with_a_question_a_rejection_an_edit_and_a_drop_survives_its_files(
    desk: Desk, tmp_path: Path
) -> None:
    await desk.start(question=QUESTION, context=[{"name": "memo.md", "text": MEMO}], max_rounds=3)

    # No line of the memo tells of the free days: the person is asked once, and the answer is quoted.
    assert desk.gate.fact.kind == "clarification"
    (open_one,) = desk.payload["questions"]
    assert open_one["asked_by"] == ["Ada", "Bram", "Cleo"], "asked by all, joined into one"
    (asked,) = await answer_questions(desk, "They take turns, from one to six.")
    assert "“The staff shall keep two free days in a row.”" in asked

    # Round 1: rejected once, then approved with a text of the person's own, and without Cleo from then on.
    assert (desk.gate.fact.kind, desk.gate.round, desk.gate.attempt) == ("approval", 1, 1)
    await desk.answer("reject", feedback=FEEDBACK)
    assert (desk.gate.fact.kind, desk.gate.round, desk.gate.attempt) == ("approval", 1, 2)
    await desk.tell(SeatDropped(seat="Cleo"))
    points = desk.payload["critiques"]
    decided = {
        points[0]["id"]: {"verdict": "dismiss", "reason": "beside the question"},
        points[1]["id"]: {"verdict": "defer", "reason": "at another time"},
    }
    await desk.answer("approve", texts={"Ada": {"edit": EDIT}}, critiques=decided, guidance="Name the cost.")
    assert (desk.gate.round, desk.gate.attempt) == (2, 1)
    statuses = {seat: shown["status"] for seat, shown in desk.payload["statuses"].items()}
    assert statuses["Cleo"] == "skipped"
    assert await desk.answer("finish") == "finished"
    await desk.tell(ResultJudged(verdict="better"))

    page, whole = (await desk.export("md")).decode(), await desk.export("json")
    plain = page.replace("\\", "")
    for part in (
        EDIT,
        FEEDBACK,
        "The person's own text in place of Ada's:",
        "Round 1, attempt 1 (rejected)",
        "Name the cost.",
        "beside the question",
        "at another time",
        "“They take turns, from one to six.” (your answer)",
        "asked by Ada, Bram and Cleo",
        "- **Dissent**: All 8 points that were raised were taken up.",
        "| 1 | The person stopped it | – | **yes** | yes |",
        "**Ada**: *Unchanged since the first answer of attempt 1, but for:*",
        "*Unchanged since the person's text of round 1, attempt 2, but for:*",
        "by the person (",
        "The person judged it better than the best first answer.",
        "**Cleo** was left out.",
    ):
        assert part in plain, part
    # Rules only quote: whether lines came or went says nothing of the answer.
    assert "Did refining help?" not in plain
    asked_later = [fact for fact in await desk.facts("call_asked") if fact.seat == "Cleo"]
    assert {fact.purpose for fact in asked_later} == {"clarification", "proposal", "critique", "refinement"}
    state = iteration_state(await desk.core.sessions.records(desk.id))
    assert [r.models_skipped for r in state.rounds] == [[], ["Cleo"]]
    summary = get_iteration_summary(state)
    assert summary["rounds_completed"] == 2

    # Taken in elsewhere, it is the same session: the same bytes in every format.
    elsewhere = Desk(build(Folders(tmp_path / "other", tmp_path / "config"), council_step=0.0))
    (tmp_path / "session.json").write_bytes(whole)
    try:
        elsewhere.id = await elsewhere.core.exporting.import_file(tmp_path / "session.json")
        assert elsewhere.id == desk.id
        assert await elsewhere.export("json") == whole
        assert (await elsewhere.export("md")).decode() == page
        assert await elsewhere.export("jsonl") == await desk.export("jsonl")
    finally:
        await elsewhere.core.close()
    assert json.loads(whole)["version"] == 2


async def test_the_offline_council_has_a_voice_for_drafts_and_summaries(desk: Desk) -> None:
    team = desk.core.teams.load("offline-pair")
    setup = {
        "question": "Should the library open on Sundays? It must not cost more than 900 euros a Sunday.",
        "context": [{"name": "memo.md", "text": MEMO}],
        "gate_policy": "never_ask",
        "max_rounds": 3,
        "termination": "fixed",
        "summarization_threshold": 200,
        "summarization_target": 150,
    }
    desk.id = await desk.core.sessions.create("debate", setup, team)
    await desk.core.sessions.start(desk.id)
    assert await desk.core.sessions.wait(desk.id) == "finished"
    drafts = await desk.facts("draft_written")
    assert [(d.seat, d.number) for d in drafts] == [("Ada", 1), ("Ada", 2), ("Bram", 1), ("Bram", 2)]
    assert len({d.text for d in drafts}) >= 3, "a further draft is another form, not other words"
    assert [d.chosen for d in drafts].count(True) == 2
    summaries = await desk.facts("history_summarised")
    assert summaries
    assert all(len(one.text) <= 150 < one.characters for one in summaries)
    purposes = {fact.purpose for fact in await desk.facts("call_asked")}
    assert purposes == {
        "clarification", "summarization", "proposal", "drafts", "critique", "refinement", "synthesis",
    }  # fmt: skip


async def test_every_shipped_team_can_be_loaded_and_names_no_secret(desk: Desk) -> None:
    names = desk.core.teams.names()
    assert {"offline", "offline-pair", "everyday", "engineering", "local", "drafts"} <= set(names)
    for name in names:
        team = desk.core.teams.load(name)
        assert 1 <= len(team.enabled) <= 8
        models = [seat.model for seat in team.enabled]
        assert len(set(models)) > 1, name
        assert not any(seat.api_key_env for seat in team.table().values())


async def test_a_long_question_is_material_for_its_own_answer(desk: Desk) -> None:
    question = f"Should the library open on Sundays? It must say what it costs.\n\n{MEMO}"
    await desk.start(question=question, interactive_clarifications=False)
    texts = [fact.text for fact in await desk.facts("text_proposed")]
    assert any("610 euros" in text and "(your question, line 3)" in text for text in texts)


async def test_the_next_round_is_priced_for_somebody_who_comes_back_to_an_open_gate(tmp_path: Path) -> None:
    folders = Folders(tmp_path / "data", tmp_path / "config")
    desk = Desk(build(folders, council_step=0.0))
    try:
        await desk.start(question=QUESTION, interactive_clarifications=False, gate_policy="every_round")
        before = await desk.core.estimates.before_round(desk.id)
    finally:
        await desk.core.close()
    again = build(folders, council_step=0.0)
    try:
        found = await again.estimates.before_round(desk.id)
        assert found is not None
        assert found == before
        assert again.sessions.live(desk.id) is None
    finally:
        await again.close()

"""A research in another language: its frame is said again, and what models wrote stands as they wrote it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.domain.i18n import Speech, use_language
from app.domain.payload import items_of
from app.export.lossless import read_json_export
from app.export.registry import EXPORTERS
from app.services.exporting import Exporting
from app.services.languages import speech
from app.workflows.research.face.gates import GATES
from app.workflows.research.face.report import report_said
from app.workflows.research.face.telling import gap_said, gap_words
from tests.support.scenes.research_story import BRIEF, FILES, PAUSED, SUMMARY, council
from tests.support.study import made_again, study

BRACKETS = Speech(lambda _context, source: f"⟦{source}⟧", None, "xx")
ENGLISH_FRAME = re.compile(
    r"Questions|Findings|Conflicts|Criteria|Gaps|Citations|Sentences|confidence|answered|needed|"
    r"against|Looked|critical|important|stands|found in|nothing|\bopen\b|line \d"
)


async def test_the_report_of_a_research_is_read_in_the_readers_language(tmp_path: Path) -> None:
    async with study(tmp_path, council(), FILES) as one:
        setup = {"min_coverage_threshold": 1.0, "max_iterations": 2}
        assert await one.open(brief=BRIEF, gate_policy="never_ask", **setup) == "finished"
        exporting = Exporting(one.desk.parts, EXPORTERS, read_json_export)
        in_journal = one.state.report
        with use_language(speech("de")):
            said = report_said(one.state)
            exported = (await exporting.content(one.id, "md")).decode()
            whole = await exporting.content(one.id, "json")
        assert "### Widersprüche" in exported
        # The findings that its sentences stand on are named by us.
        summary = re.split(r"\s*\[f\d+\]\.?\s*", SUMMARY)
        models = [*filter(None, summary), *(question.text for question in one.state.questions)]
        models += [finding.description for finding in one.state.findings]
        models += [citation.quote for finding in one.state.findings for citation in finding.citations]
        left = said.replace("\\", "")
        for text in sorted(models, key=len, reverse=True):
            left = left.replace(text, "")
        assert ENGLISH_FRAME.search(left) is None, left
        assert all(text in said.replace("\\", "") for text in (*summary, PAUSED))
        assert made_again(one.state) == in_journal, "in English it is what the journal has"
        shown = report_said(one.state)
        assert "**Finding 1:** " in shown
        assert not re.search(r"\bf\d", shown), "ids are for machines"
        assert whole == await exporting.content(one.id, "json")


async def test_gaps_are_said_again_that_a_gate_tells_in_english(tmp_path: Path) -> None:
    async with study(tmp_path, council(), FILES) as one:
        assert await one.open(brief=BRIEF, gate_policy="every_iteration") == "waiting"
        await one.answer("confirm")
        assert one.gate.fact.kind == "iteration"
        gaps = [item for item in items_of(one.gate.fact.payload) if item["kind"] == "gap"]
        of_state = {gap.id: gap for gap in one.state.gaps}
        assert {item["purpose"] for item in gaps} >= {"research_coverage_gap", "research_question_gap"}
        item_said = GATES["iteration"].item_said
        assert item_said is not None
        for item in gaps:
            assert str(item_said(item)) == item["partial"]
            with use_language(BRACKETS):
                assert str(item_said(item)) == str(gap_words(one.state, of_state[str(item["key"])]))
                assert str(item_said(item)).endswith("⟧")


async def test_who_ended_a_research_is_told(tmp_path: Path) -> None:
    async with study(tmp_path, council(), FILES) as one:
        assert await one.open(brief=BRIEF, gate_policy="every_iteration") == "waiting"
        await one.answer("confirm")
        assert await one.answer("stop_with_report") == "finished"
        report = (await Exporting(one.desk.parts, EXPORTERS, read_json_export).content(one.id, "md")).decode()
    assert "The person ended it (coverage" in report


@pytest.mark.parametrize("text", ["Look at the queue.", "f1 “a”: b", "“What ”: now?”: it is so.", ""])
def test_a_gap_that_a_model_named_stands_as_it_wrote_it(text: str) -> None:
    with use_language(BRACKETS):
        assert text in str(gap_said(text))
        assert len(str(gap_said(text))) <= len(text) + 2

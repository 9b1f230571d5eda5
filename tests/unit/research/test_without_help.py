"""A lead or a judge that fails is help that did not come: what is left goes on, and the report says so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from app.domain.i18n import verbatim
from app.domain.messages import ModelRequest
from app.engine.ports import Failed
from app.services.unattended import AnswerPlan
from app.workflows.research.face.exports import report
from tests.support.scripted import Line
from tests.support.study import DOUBLES, FIVE, Council, found, study

pytestmark = pytest.mark.asyncio
THREE = found("A failed charge is retried three times.", ("docs/old.md", "3", "retried three times"))
DOWN = Failed("auth", verbatim("The key was refused."), sent=True)
QUIET: dict[str, Any] = {"gate_policy": "never_ask", "max_iterations": 1}
REPORTS = {"explore 1": [FIVE], "explore 2": [DOUBLES], "citation 1": [THREE]}


class Without(Council):
    """A council in which one purpose's calls are answered by something else."""

    def but(self, purpose: str, line: Line) -> Without:
        self.purpose, self.line = purpose, line
        return self

    def __call__(self, request: ModelRequest) -> Any:
        return self.line if request.purpose == self.purpose else super().__call__(request)


@pytest.mark.parametrize("line", [DOWN, "I would rather talk about the weather."])
@pytest.mark.parametrize(
    ("purpose", "said"),
    [
        ("research_gaps", "The questions were not judged:"),
        ("research_support", "Nobody weighed whether the quoted lines support their findings:"),
        ("research_judge", "Findings were not compared with each other:"),
    ],
)
async def test_measuring_that_fails_or_cannot_be_read_is_left_out_and_named(
    tmp_path: Path, purpose: str, said: str, line: Line
) -> None:
    council = Without(REPORTS).but(purpose, line)
    async with study(tmp_path, council) as one:
        assert await one.open(**QUIET) == "finished"
        assert {fact.purpose for fact in await one.facts("help_failed")} == {purpose}
        limits = next(part for part in report(one.state).findings if part.name == "limits")
        assert limits.remarks[0].text.startswith(said)


async def test_a_scope_that_cannot_be_read_is_the_brief_itself(tmp_path: Path) -> None:
    async with study(tmp_path, Without(REPORTS).but("research_scope", "No idea.")) as one:
        assert await one.open(**QUIET) == "finished"
        assert len(one.state.plan) == 1
        assert one.state.plan[0].text.startswith("How does billing retry")


async def test_a_summary_in_prose_is_a_summary(tmp_path: Path) -> None:
    line = "A failed charge is retried five times [f1]."
    async with study(tmp_path, Without(REPORTS).but("research_report", line)) as one:
        assert await one.open(**QUIET) == "finished"
        assert line in one.state.report


async def test_unattended_a_lead_that_is_down_ends_no_run(tmp_path: Path) -> None:
    async with study(tmp_path, Without(REPORTS).but("research_report", DOWN)) as one:
        await one.create(**QUIET)
        assert await one.desk.drive(one.id, AnswerPlan(approve="all")) == "finished"
        assert "No summary was written" in one.state.report


async def test_an_agent_whose_answer_was_cut_is_asked_once_more_with_more_room(tmp_path: Path) -> None:
    council = Council(REPORTS)

    def cut_short(request: ModelRequest) -> Line:
        reply = council(request)
        agent = request.purpose == "research_explore" and request.messages[-1].role == "tool"
        if not agent or request.options.max_output_tokens > 4000:
            return reply
        assert isinstance(reply, str)
        why = verbatim("Cut.")
        return Failed("truncated", why, sent=True, received=True, partial=reply[:20], cut="limit")

    async with study(tmp_path, cut_short) as one:
        assert await one.open(**QUIET) == "finished"
        rooms = [r.options.max_output_tokens for r in one.requests if r.purpose == "research_explore"]
        assert sorted(set(rooms)) == [4000, 8000]
        assert "A failed charge is retried five times." in {f.description for f in one.state.findings}
        assert not [agent for agent in one.state.agents.values() if agent.state == "failed"]

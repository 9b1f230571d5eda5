"""A history that no longer fits its writer: the oldest entries are summed up where the person wants it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from app.domain.messages import ModelRequest
from app.workflows.draft.asked import CONDENSE, WRITE
from tests.support.clocks import ManualClock
from tests.support.drafting import CHAPTERS, Draft, drafting, files, history_shown
from tests.support.scripted import Line, MeasuringGateway

END = "chapter-beats/03-end.md"
LONG = "Make the end darker, and this at great length. " * 40


@asynccontextmanager
async def long_draft(tmp_path: Path, iterations: int = 8) -> AsyncIterator[tuple[Draft, MeasuringGateway]]:
    """Open a draft with so many accepted iterations on its chapters, with long requests."""
    found: list[Draft] = []

    def say(request: ModelRequest) -> Line:
        return found[0].say(request)

    gateway = MeasuringGateway(say, ManualClock())
    async with drafting(tmp_path, CHAPTERS, gateway=gateway) as draft:
        found.append(draft)
        draft.scripts[WRITE] = lambda request: files(
            {**CHAPTERS, END: f"# 3 The end\n\nVersion {len(draft.asked(WRITE))}.\n"}
        )
        draft.scripts[CONDENSE] = lambda request: "The end was made darker several times."
        await draft.open()
        await draft.answer("target", level="chapters")
        for number in range(1, iterations + 1):
            assert await draft.change(f"{number}: {LONG}") == "draft_acceptance"
            assert await draft.answer("accept") == "draft_feedback"
        yield draft, gateway


def given(draft: Draft) -> list[dict[str, str]]:
    """Return the history that the writer was given last."""
    return history_shown(draft.asked(WRITE)[-1])


@pytest.mark.nightly
async def test_the_oldest_entries_are_summed_up_and_the_newest_told_in_full(tmp_path: Path) -> None:
    async with long_draft(tmp_path) as (draft, gateway):
        gateway.window = 4000
        assert await draft.change("Darker still") == "draft_history"
        assert (draft.payload["entries"], draft.payload["oldest"]) == (8, 3)
        assert await draft.answer("condense") == "draft_acceptance"
        (asked,) = draft.asked(CONDENSE)
        assert [entry["feedback"][:2] for entry in history_shown(asked)] == ["1:", "2:", "3:"]
        history = given(draft)
        assert history[0]["summary"] == "The end was made darker several times."
        assert [entry["feedback"][:2] for entry in history[1:]] == ["4:", "5:", "6:", "7:", "8:"]
        # Later iterations go on from it, and the history file keeps every request.
        gateway.window = None
        assert await draft.answer("accept") == "draft_feedback"
        await draft.change("And darker")
        assert [entry["feedback"][:2] for entry in given(draft)][1:] == ["4:", "5:", "6:", "7:", "8:", "Da"]
        await draft.answer("reject")
        assert draft.read("chapter-beats/iteration_history.json").count('"feedback"') == 9


async def test_all_of_it_is_sent_where_the_person_wants_that(tmp_path: Path) -> None:
    async with long_draft(tmp_path) as (draft, gateway):
        gateway.window = 4000
        assert await draft.change("Darker still") == "draft_history"
        await draft.answer("send_all")
        assert draft.asked(CONDENSE) == []


async def test_a_cancelled_iteration_asks_nobody_and_changes_nothing(tmp_path: Path) -> None:
    async with long_draft(tmp_path) as (draft, gateway):
        asked = len(draft.requests)
        gateway.window = 4000
        assert await draft.change("Darker still") == "draft_history"
        assert await draft.answer("cancel") == "draft_feedback"
        assert len(draft.requests) == asked
        assert draft.git("status", "--porcelain") == ""


async def test_nobody_is_asked_while_the_history_fits_or_is_short(tmp_path: Path) -> None:
    async with long_draft(tmp_path, iterations=3) as (draft, gateway):
        gateway.window = 1_000_000
        assert await draft.change("Darker still") == "draft_acceptance"
        await draft.answer("accept")
        assert draft.asked(CONDENSE) == []


async def test_what_is_taken_back_does_not_live_on_in_a_summary(tmp_path: Path) -> None:
    async with long_draft(tmp_path) as (draft, gateway):
        gateway.window = 4000
        await draft.change("Darker still")
        await draft.answer("condense")
        await draft.answer("reject")
        gateway.window = None
        assert draft.state.condensed["chapters"].upto == 3
        for _ in range(6):
            await draft.take_back()
        assert draft.state.condensed == {}
        assert [entry.feedback[:2] for entry in draft.state.history("chapters")] == ["1:", "2:"]

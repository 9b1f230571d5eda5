"""A request for all levels: from the topmost down, each accepted on its own, nothing deleted unasked."""

from __future__ import annotations

from pathlib import Path

from app.domain.messages import ModelRequest
from app.workflows.draft import asked
from tests.support.drafting import CHAPTERS, PREMISE, Draft, drafting, files, files_shown
from tests.support.git_reading import git

WANTED = "Call Marcus Matteo."
ABOVE = {
    PREMISE: '{"title": "The Watch", "premise": "Marcus finds a ledger.", "protagonist": "Marcus"}\n',
    "treatment/treatment.md": "# The watch\n\nIlse hunts the magistrate.\n",
}
PROSE = {"chapters/01.md": "# 1\n\nMarcus smelt the fire.\n"}


def renamed(request: ModelRequest) -> str:
    shown = files_shown(request, "” as it is, ")
    return files({path: f"{text}\n".replace("Marcus", "Matteo") for path, text in shown.items()})


async def opened(draft: Draft) -> None:
    draft.scripts[asked.WRITE] = renamed
    assert await draft.open() == "waiting"


async def test_a_request_goes_from_the_topmost_level_down_with_an_acceptance_for_each(tmp_path: Path) -> None:
    async with drafting(tmp_path, {**ABOVE, **CHAPTERS, **PROSE}) as draft:
        await opened(draft)
        assert await draft.answer("cascade", text=WANTED) == "draft_acceptance"
        levels = [draft.gate.fact.payload["level"]]
        assert draft.gate.fact.payload["then"] == ["Treatment", "Chapters", "Prose"]
        # Nothing had to change in the treatment: it is passed, and its lower levels are asked.
        while await draft.answer("accept") == "draft_acceptance":
            levels.append(draft.gate.fact.payload["level"])
        assert levels == ["premise", "chapters", "prose"]
        log = git(draft.folder, "log", "--reverse", "--format=%s").splitlines()
        assert [line for line in log if WANTED in line] == [
            f"[{level}] {WANTED}" for level in ("premise", "chapters", "prose")
        ]
        assert "Matteo smelt" in (draft.folder / "chapters/01.md").read_text(encoding="utf-8")
        # Each level below was marked until its turn came; the one that was passed still is.
        assert set(draft.state.stale) == {"treatment"}


async def test_what_is_rejected_above_goes_no_further(tmp_path: Path) -> None:
    async with drafting(tmp_path, {**ABOVE, **CHAPTERS, **PROSE}) as draft:
        await opened(draft)
        assert await draft.answer("cascade", text=WANTED) == "draft_acceptance"
        assert await draft.answer("reject") == "draft_feedback"
        assert draft.told("closing")[-1] == (
            "The request goes no further; these stay as they are: Treatment, Chapters, Prose."
        )
        assert await draft.answer("target", level="prose") == "draft_feedback"
        assert len(draft.asked(asked.WRITE)) == 1

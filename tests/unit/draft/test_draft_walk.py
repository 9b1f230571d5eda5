"""An iteration from feedback to commit, with every way it can go."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.domain.facts import TextDecided
from app.services.live import read_session
from app.workflows.draft.plugin import DraftPlugin
from app.workflows.draft.setup import DraftSetup
from app.workflows.draft.state import DraftState
from tests.support.drafting import CHAPTERS, TEAM, Draft, drafting, explanation, files

DARK = "# 3 The end\n\nMarcus wins, and it haunts him.\n\nNobody is glad.\n"


async def test_who_accepts_a_text_that_is_the_old_one_is_not_told_that_it_was_rejected(
    draft: Draft,
) -> None:
    draft.scripts["draft_write"] = lambda request: files({**CHAPTERS, "chapter-beats/03-end.md": DARK})
    await draft.open()
    assert await draft.change("Make the end darker") == "draft_acceptance"
    await draft.tell(TextDecided(slot="chapter-beats/03-end.md", seat="Ann", choice="previous"))
    assert await draft.answer("accept") == "draft_feedback"
    assert draft.told("closing") == ["Nothing was saved: the new text is the one that was there."]


async def test_feedback_is_written_judged_explained_accepted_and_committed(draft: Draft) -> None:
    draft.scripts["draft_write"] = lambda request: files({**CHAPTERS, "chapter-beats/03-end.md": DARK})
    draft.scripts["draft_explain"] = lambda request: explanation("chapter-beats/03-end.md")
    assert await draft.open() == "waiting"
    assert draft.kind == "draft_feedback"
    assert draft.gate.fact.idle
    assert await draft.answer("target", level="chapters") == "draft_feedback"
    assert await draft.change("Make the end darker") == "draft_acceptance"
    assert draft.read("chapter-beats/03-end.md") == CHAPTERS["chapter-beats/03-end.md"]
    assert not (draft.folder / ".git").exists()
    assert draft.told("figures") == ["1 of 4 files · 2 changes · +2 −2 lines · approved by the judge"]
    assert await draft.answer("accept") == "draft_feedback"
    assert draft.read("chapter-beats/03-end.md") == DARK
    assert draft.git("log", "-1", "--format=%s").strip() == "[chapters] Make the end darker"
    assert draft.git("status", "--porcelain") == ""
    draft.git("fsck", "--strict")
    assert draft.told("closing")[0] == (
        "Chapters: 1 of 4 files saved, +2 −2 lines, 36 words now; 1 iteration so far."
    )


async def test_a_draft_folded_live_is_the_one_its_journal_tells(tmp_path: Path) -> None:
    prose = {"chapters/01.md": "It began.\n"}
    async with drafting(tmp_path, {**CHAPTERS, **prose}) as draft:
        draft.scripts["draft_write"] = lambda request: files({**CHAPTERS, "chapter-beats/03-end.md": DARK})
        await draft.open()
        await draft.answer("target", level="chapters")
        await draft.change("Make the end darker")
        await draft.answer("keep_all")
        await draft.answer("accept")
        await draft.change("Once more, and again")
        await draft.answer("keep_all")
        journal = await draft.desk.parts.store.follow(draft.id)
        told, _ = await read_session(draft.desk.parts, journal)
        await journal.close()
        live, again = draft.state, told.state
        assert isinstance(again, DraftState)
        for name in (
            "files",
            "past",
            "stale",
            "target",
            "project",
            "template_name",
            "accepted_in",
            "decided",
        ):
            assert getattr(again, name) == getattr(live, name), name
        assert again.iterations == live.iterations
        assert again.before_person() == live.before_person()


async def test_the_state_holds_no_texts_of_iterations_that_are_over(
    draft: Draft,
) -> None:
    number = iter(range(1000))
    end = "chapter-beats/03-end.md"
    draft.scripts["draft_write"] = lambda request: files({**CHAPTERS, end: f"# 3\n\nEnd {next(number)}.\n"})
    await draft.open()
    for _ in range(5):
        await draft.change("Another end")
        await draft.answer("reject")
    kept = [text for one in draft.state.iterations for attempt in one.attempts for text in attempt.files]
    assert kept == []
    assert len(draft.state.iterations) == 5


async def test_the_plan_of_calls_counts_every_writer_judge_and_what_is_explained() -> None:
    plugin = DraftPlugin()
    setup = DraftSetup(project="x", writers=2, judges=2, plan_first=True)
    calls = {
        (one.purpose, one.seat): one.calls for one in plugin.plan(setup, DraftPlugin().seats(setup, TEAM))
    }
    assert calls == {
        ("draft_write", "Ann"): 1,
        ("draft_write", "Bob"): 1,
        ("draft_judge", "judge"): 2,
        ("draft_judge", "judge-2"): 2,
        ("draft_rank", "judge"): 1,
        ("draft_rank", "judge-2"): 1,
        ("draft_restate", "Ann"): 1,
        ("draft_explain", "chair"): 1,
    }


def test_who_judges_is_of_another_model_than_the_writer_where_there_is_one_and_it_is_said_where_not() -> None:
    plugin = DraftPlugin()
    setup = DraftSetup(project="x")
    assert DraftPlugin().seats(setup, TEAM)["judge"].model == "m/judge"
    assert not plugin.advice(setup, DraftPlugin().seats(setup, TEAM))
    same = TEAM.with_model("m/one")
    (said,) = plugin.advice(setup, DraftPlugin().seats(setup, same))
    assert str(said) == "m/one writes and judges: it is lenient with its own text."


@pytest.mark.parametrize("text", ["prose", "prose: hard", ": strict", "prose: strict; x"])
def test_another_strictness_by_level_that_cannot_be_read_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(ValueError, match="prose: strict, premise: lenient"):
        DraftSetup(project="x", strictness_of=text)
    setup = DraftSetup(project="x", strictness_of="prose: strict, premise: lenient")
    assert [setup.strictness_in(level) for level in ("prose", "premise", "chapters")] == [
        "strict",
        "lenient",
        "normal",
    ]

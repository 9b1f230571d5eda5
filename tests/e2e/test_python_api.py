"""A program that imports Roundtable has a text changed by a call, as the window and the terminal do."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from app.domain.errors import GateError, InputError
from app.engine.python_api import MOST_ANSWERS
from app.services.core import Core
from app.workflows.draft.face.api import Drafts, Iterated
from tests.support.git_reading import git

BRIEF = "A fantasy. Ada keeps the light at Skerry Point and finds letters from the future."
YES = {"acceptance": "accept"}


async def begun(core: Core, folder: Path) -> Iterated:
    """Have the premise of a small novel written."""
    setup = {"template": "novel", "brief": BRIEF}
    return await core.api(Drafts).iterate(folder, "premise", policy=YES, setup=setup)


async def test_a_level_is_written_and_changed_by_calls_and_each_is_one_commit(
    core: Core, tmp_path: Path
) -> None:
    folder = tmp_path / "novel"
    first = await begun(core, folder)
    assert (first.outcome, first.level, first.attempts) == ("accepted", "premise", 1)
    await core.api(Drafts).iterate(folder, "treatment", policy=YES)
    done = await core.api(Drafts).iterate(folder, feedback="Replace Skerry Point by Gull Rock", policy=YES)
    assert (done.outcome, done.level, done.verdict, done.files_changed) == (
        "accepted", "treatment", "approved", 1,
    )  # fmt: skip
    assert done.lines_changed > 0
    assert done.session == first.session
    assert done.commit == git(folder, "rev-parse", "HEAD").strip()
    assert git(folder, "log", "--format=%s").splitlines() == [
        "[treatment] Replace Skerry Point by Gull Rock", "[treatment] Generate", "[premise] Generate",
    ]  # fmt: skip
    assert "Gull Rock" in (folder / "treatment" / "treatment.md").read_text("utf-8")


async def test_a_gate_that_the_policy_does_not_name_waits_and_the_next_call_says_for_what(
    core: Core, tmp_path: Path
) -> None:
    folder = tmp_path / "novel"
    await begun(core, folder)
    waits = await core.api(Drafts).iterate(folder, "treatment")
    assert (waits.outcome, waits.kind, waits.attempts) == ("waiting", "draft_acceptance", 1)
    assert not (folder / "treatment").exists()
    with pytest.raises(InputError, match="waits for a decision first: Accept the new text") as refused:
        await core.api(Drafts).iterate(folder, feedback="Make it darker")
    assert waits.gate in str(refused.value.next)
    given_up = await core.api(Drafts).go_on(folder, policy={"acceptance": "reject"})
    assert (given_up.outcome, given_up.commit) == ("rejected", "")
    assert not (folder / "treatment").exists()
    assert git(folder, "status", "--porcelain") == ""


async def test_what_stands_below_is_decided_by_the_policy(core: Core, tmp_path: Path) -> None:
    folder = tmp_path / "novel"
    await begun(core, folder)
    await core.api(Drafts).iterate(folder, "treatment", policy=YES)
    change = "Replace Skerry Point by Gull Rock"
    waits = await core.api(Drafts).iterate(folder, "premise", change, policy=YES)
    assert (waits.outcome, waits.kind, waits.attempts) == ("waiting", "draft_downstream", 1)
    kept = await core.api(Drafts).go_on(folder, policy={**YES, "downstream": "keep_all", "judge": "accept"})
    assert kept.outcome == "accepted"
    assert "Stale: treatment" in git(folder, "log", "-1", "--format=%B")


async def test_a_judge_that_never_approves_ends_in_waiting_and_not_in_a_loop(
    core: Core, tmp_path: Path
) -> None:
    folder = tmp_path / "novel"
    await begun(core, folder)
    waits = await core.api(Drafts).iterate(
        folder, "premise", "1. Replace Ada by Ida\n2. Write it in rhyme", policy={**YES, "judge": "continue"}
    )
    assert (waits.outcome, waits.kind, waits.verdict) == ("waiting", "draft_judge", "needs_revision")
    assert waits.attempts == MOST_ANSWERS + 1


async def test_a_writer_that_changes_nothing_is_not_judged_and_nothing_is_committed(
    core: Core, tmp_path: Path
) -> None:
    folder = tmp_path / "novel"
    await begun(core, folder)
    before = git(folder, "rev-parse", "HEAD")
    same = await core.api(Drafts).iterate(
        folder, "premise", "Make every sentence sing like a nightingale", policy=YES
    )
    assert (same.outcome, same.verdict, same.commit, same.attempts) == ("rejected", "", "", 1)
    assert git(folder, "rev-parse", "HEAD") == before


async def test_what_cannot_be_done_is_said_before_anything_is_asked(core: Core, tmp_path: Path) -> None:
    folder = tmp_path / "novel"
    drafts = core.api(Drafts)
    with pytest.raises(InputError, match="Neither a level nor a change"):
        await drafts.iterate(folder)
    with pytest.raises(InputError, match="no session here that could go on"):
        await drafts.go_on(folder)
    with pytest.raises(InputError, match="names a gate that there is not: acceptence"):
        await drafts.iterate(folder, "premise", policy={"acceptence": "accept"})
    with pytest.raises(InputError, match="does not take the verb “yes”"):
        await drafts.iterate(folder, "premise", policy={"acceptance": "yes"})
    with pytest.raises(GateError, match="There is no level “scenes”"):
        await drafts.iterate(folder, "scenes", policy=YES)
    assert not folder.exists()


async def test_two_requests_at_once_for_one_folder_are_done_one_after_the_other(
    core: Core, tmp_path: Path
) -> None:
    folder, drafts = tmp_path / "novel", core.api(Drafts)
    setup = {"template": "novel", "brief": BRIEF}
    both = await asyncio.gather(
        drafts.iterate(folder, "premise", policy=YES, setup=setup),
        drafts.iterate(folder, "treatment", policy=YES, setup=setup),
    )
    assert [(one.level, one.outcome) for one in both] == [("premise", "accepted"), ("treatment", "accepted")]
    assert both[0].session == both[1].session
    assert git(folder, "log", "--format=%s").splitlines() == ["[treatment] Generate", "[premise] Generate"]


async def test_the_calls_are_found_under_their_name_and_a_name_of_nobody_is_refused(core: Core) -> None:
    assert isinstance(getattr(core, "drafts"), Drafts)  # noqa: B009  its type is the workflow's, not the core's
    with pytest.raises(AttributeError, match="no 'novels'"):
        getattr(core, "novels")  # noqa: B009

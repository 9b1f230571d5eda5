"""A small novel with the offline council, from its premise to its prose, read back with the git program."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from app.domain.seats import Team
from app.gateway.offline import OfflineCouncil
from app.workflows.registry import Registry
from tests.support.clocks import ManualClock
from tests.support.drafting import Draft, drafting

BRIEF = "A keeper named Ada finds letters from a drowned ship. Ada must choose whom to tell. Nobody asks."
TEAM = Team.model_validate(
    {
        "member": [{"name": name, "model": f"offline/{voice}"} for name, voice in
                   (("Ada", "analyst"), ("Bram", "sceptic"), ("Cleo", "editor"))],
        "chair": {"name": "Chair", "model": "offline/editor"},
        "judge": {"name": "Judge", "model": "offline/judge"},
    }
)  # fmt: skip
RENAMED = "Replace Ada by Eda in chapter 2."
LEVELS = ("premise", "treatment", "chapters", "prose")


def committed(draft: Draft) -> list[str]:
    """Return the subjects of all commits, newest first; the tree is clean and the repository sound."""
    assert draft.git("status", "--porcelain") == ""
    draft.git("fsck", "--strict")
    return draft.git("log", "--format=%s").splitlines()


def shown(draft: Draft, commit: str = "HEAD") -> Mapping[str, str]:
    """Return what a commit did to each file, as git says it: A, M or D."""
    lines = draft.git("show", "--format=", "--name-status", commit).splitlines()
    return {path: what for what, path in (line.split("\t") for line in lines)}


def council() -> OfflineCouncil:
    return OfflineCouncil(Registry().voices, ManualClock(), 0.0)


async def test_a_novel_is_written_changed_taken_in_parts_and_taken_back(tmp_path: Path) -> None:
    async with drafting(tmp_path, gateway=council()) as draft:
        assert await draft.open(TEAM, brief=BRIEF) == "waiting"
        for level in LEVELS:
            assert await draft.answer("generate", level=level) == "draft_acceptance"
            # Nothing is in the folder before it is accepted.
            before = {file for file in draft.folder.rglob("*.md") if ".git" not in file.parts}
            assert await draft.answer("accept") == "draft_feedback"
            assert {file for file in draft.folder.rglob("*.md") if ".git" not in file.parts} >= before
        assert committed(draft) == [f"[{level}] Generate" for level in reversed(LEVELS)]
        assert json.loads(draft.read("premise/premise_metadata.json"))["premise"] == BRIEF
        prose = sorted((draft.folder / "chapters").glob("*.md"))
        assert len(prose) == 3
        assert all("A skeleton made by rules, no AI" in file.read_text(encoding="utf-8") for file in prose)

        # Feedback on the chapters while there is prose below: it is culled, with the acceptance.
        await draft.answer("target", level="chapters")
        assert await draft.change(f"{RENAMED} Make it darker.") == "draft_downstream"
        assert await draft.answer("cull_all") == "draft_judge"
        assert all(file.exists() for file in prose)
        assert await draft.answer("continue") == "draft_judge", "rules do no more the second time"
        assert "no rule for “Make it darker”" in str(draft.payload["issues"])
        assert await draft.answer("accept") == "draft_acceptance"
        assert await draft.answer("accept") == "draft_feedback"
        assert not any(file.exists() for file in prose)
        did = shown(draft)
        assert sorted(set(did.values())) == ["D", "M"]
        (written,) = [path for path, what in did.items() if what == "M"]
        assert written.startswith("chapter-beats/02")
        assert "Attempts: 2" in draft.git("log", "-1", "--format=%b")

        # Two changes of several are taken, the others are not.
        chapter = next(file for file in (draft.folder / "chapter-beats").glob("01*.md"))
        path = f"chapter-beats/{chapter.name}"
        old = draft.read(path)
        assert await draft.change("Replace Ada by Eda in chapter 1") == "draft_acceptance"
        (file,) = draft.payload["files"]
        assert len(file["hunks"]) == 2
        assert await draft.answer("accept_parts", hunks={path: [2]}) == "draft_feedback"
        assert draft.read(path) == old.replace(
            "named Ada finds letters from a drowned", "named Eda finds letters from a drowned"
        )
        assert committed(draft)[0] == "[chapters] Replace Ada by Eda in chapter 1"
        history = json.loads(draft.read("chapter-beats/iteration_history.json"))["iterations"]
        assert (history[0]["partial"], history[1]["judge_attempts"]) == (True, 2)

        # Both are taken back, newest first: the prose is there again.
        assert await draft.take_back() == "draft_feedback"
        assert draft.read(path) == old
        assert await draft.take_back() == "draft_feedback"
        assert all(file.exists() for file in prose)
        assert len(committed(draft)) == len(LEVELS) + 4
        # No text of the offline council is ever left with a hole.
        texts = [draft.read(str(file.relative_to(draft.folder).as_posix())) for file in prose]
        assert not any("{" in text for text in texts)


async def test_a_passage_a_check_and_what_no_rule_can_do(tmp_path: Path) -> None:
    async with drafting(tmp_path, gateway=council()) as draft:
        await draft.open(TEAM, brief=BRIEF)
        for level in LEVELS:
            await draft.answer("generate", level=level)
            await draft.answer("accept")
        path = "chapters/" + min(file.name for file in (draft.folder / "chapters").glob("*.md"))
        old = draft.read(path)
        quote = "A keeper named Ada finds letters from a drowned ship."
        assert quote in old
        kind = await draft.answer("passage", path=path, quote=quote, text="Replace letters by coins")
        assert kind == "draft_acceptance"
        await draft.answer("accept")
        assert draft.read(path) == old.replace(quote, quote.replace("letters", "coins"))
        # What no rule can do is never approved, and the person may still take the rest or leave it.
        coins = "1. Replace coins by pearls\n2. Write it in rhyme"
        assert await draft.change(coins) == "draft_judge"
        assert "no rule for “Write it in rhyme”" in str(draft.payload["issues"])
        assert await draft.answer("cancel") == "draft_feedback"
        # Where that is all, nothing is changed, and nobody is asked to judge it.
        assert await draft.change("Write it in rhyme") == "draft_feedback"
        assert "rhyme" in str(draft.payload)
        number = await draft.desk.commands.ask(draft.id, draft.gate.id, "continuity", {})
        command = await draft.desk.commands.wait(draft.id, number)
        assert command.ended is not None
        assert str(command.ended.text).startswith("Prose: ")
        committed(draft)

"""A draft and its folder: nothing before acceptance, nothing of others lost, odd repositories refused."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from app.domain.errors import InputError
from app.export.lossless import read_json_export
from app.export.registry import EXPORTERS
from app.services.exporting import Exporting
from app.store.clock import SystemClock
from app.store.project_git import GitProject
from app.workflows.draft.nodes.reading import read_project
from app.workflows.draft.rules.history_file import AcceptedIteration, message, trailers
from tests.support.drafting import CHAPTERS, Draft, drafting, files
from tests.support.git_reading import assert_sound, git, needs_git

pytestmark = needs_git
END = "chapter-beats/03-end.md"
DARK = "# 3 The end\n\nMarcus wins, and it haunts him.\n\nNobody is glad.\n"


def seen(folder: Path) -> dict[str, bytes]:
    """Return every byte of a folder, `.git` too."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "roundtable.lock"
    }


async def at_acceptance(draft: Draft) -> None:
    """Open the folder and come to the acceptance of a darker end."""
    draft.scripts["draft_write"] = lambda request: files({**CHAPTERS, END: DARK})
    await draft.open()
    await draft.answer("target", level="chapters")
    assert await draft.change("Make the end darker") == "draft_acceptance"


async def test_not_a_byte_changes_before_acceptance_and_none_by_a_rejection(draft: Draft) -> None:
    git(draft.folder, "init", "-q", "-b", "main")
    git(draft.folder, "add", ".")
    git(draft.folder, "commit", "-q", "-m", "mine")
    before = seen(draft.folder)
    await at_acceptance(draft)
    assert seen(draft.folder) == before
    assert await draft.answer("reject") == "draft_feedback"
    assert seen(draft.folder) == before
    assert_sound(draft.folder)


async def test_an_edit_made_while_the_person_decides_is_shown_and_never_written_over(draft: Draft) -> None:
    await at_acceptance(draft)
    by_hand = CHAPTERS[END].replace("# 3 The end", "# 3 The end, by hand")
    draft.write({END: by_hand, "treatment/treatment.md": "By hand.\n"})
    assert await draft.answer("accept") == "draft_acceptance", "it is shown again, with the third side"
    assert draft.read(END) == by_hand
    assert END in " ".join(draft.told("warnings"))
    assert await draft.answer("accept") == "draft_feedback"
    assert draft.read(END) == DARK.replace("# 3 The end", "# 3 The end, by hand"), "both are in it"
    assert draft.git("log", "--format=%s").splitlines() == [
        "[chapters] Make the end darker",
        "Edits made outside",
    ]
    assert draft.git("show", f"HEAD~1:{END}") == by_hand.rstrip("\n")
    assert_sound(draft.folder)


def linked(path: Path, elsewhere: Path) -> None:
    """Put a link in the place of a file."""
    shutil.move(path, elsewhere)
    path.symlink_to(elsewhere)


ODD: dict[str, tuple[Callable[[Path], object], str]] = {
    "a merge under way": (lambda p: (p / ".git" / "MERGE_HEAD").write_text("x"), "under way"),
    "a detached head": (lambda p: git(p, "checkout", "-q", "--detach"), "detached HEAD"),
    "a shallow repository": (lambda p: (p / ".git" / "shallow").write_text("x"), "shallow"),
    "files elsewhere": (lambda p: git(p, "config", "core.worktree", "/tmp"), "core.worktree"),
    "bare": (lambda p: git(p, "config", "core.bare", "true"), "bare"),
    "objects of others": (
        lambda p: (p / ".git" / "objects" / "info" / "alternates").write_text("/etc"),
        "elsewhere",
    ),
    "a linked HEAD": (lambda p: linked(p / ".git" / "HEAD", p / "H"), "link"),
}


@pytest.mark.parametrize("odd", sorted(ODD))
async def test_an_odd_repository_is_refused_in_words_before_a_model_is_asked(
    tmp_path: Path, odd: str
) -> None:
    make, said = ODD[odd]
    async with drafting(tmp_path, CHAPTERS) as draft:
        git(draft.folder, "init", "-q", "-b", "main")
        git(draft.folder, "add", ".")
        git(draft.folder, "commit", "-q", "-m", "mine")
        make(draft.folder)
        with pytest.raises(InputError) as refused:
            await draft.open()
        assert said in str(refused.value)
        assert str(refused.value.next)
        assert not draft.requests
    assert not list((tmp_path / "data").rglob("*.roundtable")), "no session is left behind"


async def test_a_repository_that_becomes_odd_meanwhile_stops_nothing_for_good(draft: Draft) -> None:
    await at_acceptance(draft)
    await draft.answer("accept")
    draft.scripts["draft_write"] = lambda request: files({**CHAPTERS, END: f"{DARK}\nIt rains.\n"})
    assert await draft.change("Darker still") == "draft_acceptance"
    head = draft.folder / ".git" / "MERGE_HEAD"
    head.write_text("x\n", encoding="utf-8")
    before = draft.git("rev-parse", "HEAD")
    with pytest.raises(InputError, match="under way"):
        await draft.answer("accept")
    assert draft.git("rev-parse", "HEAD") == before, "nothing is committed into a merge"
    head.unlink()
    assert await draft.desk.run(draft.id) == "waiting", "what was accepted is not lost"
    assert draft.kind == "draft_feedback"
    assert draft.git("log", "-1", "--format=%s").strip() == "[chapters] Darker still"


async def test_what_was_accepted_elsewhere_and_pulled_meanwhile_is_known_to_the_next_writer(
    draft: Draft,
) -> None:
    await at_acceptance(draft)
    await draft.answer("accept")
    other = "01hothermachine00000000000"
    elsewhere = AcceptedIteration(
        number=2,
        level="chapters",
        timestamp=0,
        commit="",
        session=other,
        feedback="Let it snow",
        summary="It snows in chapter 1.",
    )
    names = "\n".join(f"{name}: {value}" for name, value in trailers(other, 2, {}).items())
    draft.write({"chapter-beats/01-start.md": "# 1 The start\n\nIt snows.\n"})
    git(draft.folder, "add", ".")
    git(draft.folder, "commit", "-q", "-m", f"{message(elsewhere)}\n\n{names}\n")
    assert await draft.change("Darker still") in ("draft_acceptance", "draft_feedback")
    asked = draft.asked("draft_write")[-1]
    assert "Let it snow" in asked.messages[-1].text
    assert "It snows." in asked.messages[-1].text
    assert [one.feedback for one in draft.state.past] == ["Make the end darker", "Let it snow"]
    assert draft.state.next_number == 3


async def test_a_folder_of_texts_is_opened_as_a_document_and_keeps_its_line_ends(tmp_path: Path) -> None:
    thesis = {"intro.md": "\ufeffOne.\r\n\r\nTwo.\r\n", "parts/end.txt": "The end"}
    async with drafting(tmp_path, thesis) as draft:
        draft.scripts["draft_write"] = lambda request: files(
            {"intro.md": "One, clearer.\n\nTwo.\n", "parts/end.txt": "The end\n"}
        )
        await draft.open(template="")
        assert draft.state.template.name == "document"
        await draft.answer("target", level="document")
        assert await draft.change("Make the opening clearer") == "draft_acceptance"
        assert [one["path"] for one in draft.payload["files"]] == ["intro.md"]
        assert await draft.answer("accept") == "draft_feedback"
        assert draft.read("intro.md") == "\ufeffOne, clearer.\r\n\r\nTwo.\r\n"
        assert draft.read("parts/end.txt") == "The end"
        assert_sound(draft.folder)


async def test_a_session_from_elsewhere_takes_the_folder_whose_commits_are_its_own_and_no_other(
    tmp_path: Path,
) -> None:
    exported = tmp_path / "session.json"
    async with drafting(tmp_path, CHAPTERS) as draft:
        draft.scripts["draft_write"] = lambda request: files({**CHAPTERS, END: "# 3 The end\n\nDark.\n"})
        await draft.open()
        await draft.answer("target", level="chapters")
        await draft.change("Make the end darker")
        await draft.answer("accept")
        exporting = Exporting(draft.desk.parts, EXPORTERS, read_json_export)
        await exporting.export(draft.id, "json", exported)
        session, folder = draft.id, draft.folder
    for other in ("empty", "behind", "clone"):
        git(folder, "clone", "-q", ".", str(tmp_path / other))
    git(tmp_path / "behind", "reset", "-q", "--hard", "HEAD~1")
    shutil.rmtree(tmp_path / "empty" / ".git")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    async with drafting(elsewhere) as draft:
        await Exporting(draft.desk.parts, EXPORTERS, read_json_export).import_file(exported)
        sessions = draft.desk.sessions
        for other in ("empty", "behind"):
            with pytest.raises(InputError, match="does not hold what this session committed last"):
                await sessions.choose_folders(session, {"project": tmp_path / other})
        await sessions.choose_folders(session, {"project": tmp_path / "clone"})
        draft.id = session
        assert await draft.desk.run(session) == "waiting"
        draft.scripts["draft_write"] = lambda request: files({**CHAPTERS, END: "# 3 The end\n\nDarker.\n"})
        await draft.change("Still darker")
        await draft.answer("accept")
        assert "Darker" in (tmp_path / "clone" / END).read_text("utf-8")
        assert "Darker" not in (folder / END).read_text("utf-8")


async def test_a_file_that_gets_other_capitals_is_shown_and_kept_as_the_one_it_was(tmp_path: Path) -> None:
    text = "# Readme\n\nThe mill grinds.\n\nIt stands at the river.\n"
    async with drafting(tmp_path, {"Readme.md": text, "end.md": "The end.\n"}) as draft:
        reply = files({"README.md": text + "\nCome and see.\n"})
        draft.scripts["draft_write"] = lambda request: f"{reply}<<<DROP FILE Readme.md>>>\n{KEEP_END}"
        await draft.open(template="document")
        await draft.answer("target", level="document")
        assert await draft.change("Name it README.md and invite the reader") == "draft_acceptance"
        told = [
            "README.md: new, +7 −0 lines; in place of Readme.md",
            "Readme.md: deleted, +0 −5 lines; README.md takes its place",
        ]
        assert [line for line in draft.lines() if line.partition(":")[0].lower() == "readme.md"] == told
        await draft.answer("accept")
        assert sorted(path.name for path in draft.folder.glob("*.md")) == ["README.md", "end.md"]
        followed = draft.git("log", "--follow", "--name-status", "--format=", "README.md").split()
        assert followed[1:3] == ["Readme.md", "README.md"]
        assert followed[0].startswith("R")
        await draft.take_back()
        assert draft.read("Readme.md") == text
        assert_sound(draft.folder)


KEEP_END = "<<<KEEP FILE end.md>>>\n"


async def test_what_the_first_acceptance_of_a_folder_deletes_is_committed_before(tmp_path: Path) -> None:
    async with drafting(tmp_path, {"one.md": "One.\n", "two.md": "Two, never committed.\n"}) as draft:
        draft.scripts["draft_write"] = lambda request: (
            files({"one.md": "One and two.\n"}) + "<<<DROP FILE two.md>>>\n"
        )
        await draft.open(template="document")
        await draft.answer("target", level="document")
        await draft.change("Join the two")
        assert "two.md: deleted, +0 −1 lines" in draft.lines()
        assert not (draft.folder / ".git").exists()
        await draft.answer("accept")
        assert not (draft.folder / "two.md").exists()
        assert draft.git("show", "HEAD~1:two.md") == "Two, never committed."
        await draft.take_back()
        assert draft.read("two.md") == "Two, never committed.\n"
        assert_sound(draft.folder)


@pytest.mark.parametrize("size", [5, 200])
async def test_a_huge_file_is_told_of_and_neither_read_nor_in_the_way(tmp_path: Path, size: int) -> None:
    async with drafting(tmp_path, {"one.md": "One.\n"}) as draft:
        with (draft.folder / "huge.md").open("wb") as stream:
            stream.truncate(size * 2**20)
        draft.scripts["draft_write"] = lambda request: files({"one.md": "One, darker.\n"})
        await draft.open(template="document")
        told = f"huge.md: It has {size} MB, at most 4 MB are read, and it is left as it is."
        assert told in draft.told("notes")
        await draft.answer("target", level="document")
        await draft.change("Darker")
        await draft.answer("accept")
        assert (draft.folder / "huge.md").stat().st_size == size * 2**20
        assert "huge.md" not in draft.git("ls-tree", "-r", "--name-only", "HEAD")


async def test_texts_that_are_too_large_together_are_refused_by_their_names(tmp_path: Path) -> None:
    async with drafting(tmp_path, {"one.md": "One.\n"}) as draft:
        for name in "abcde":
            draft.write({f"{name}.md": "x" * 4 * 2**20})
        with pytest.raises(InputError, match=r"too large to work on together; the largest: a.md, b.md, c.md"):
            await read_project(GitProject(draft.folder, SystemClock()))


async def test_what_was_edited_outside_is_named_with_what_becomes_of_it(tmp_path: Path) -> None:
    async with drafting(tmp_path, CHAPTERS) as draft:
        await at_acceptance(draft)
        await draft.answer("accept")
        assert not [note for note in draft.told("notes") if "Edited outside" in note]
        draft.write({END: "# 3 The end\n\nBy hand.\n"})
        draft.scripts["draft_write"] = lambda request: files({**CHAPTERS, END: DARK})
        await draft.change("Make it darker still")
        await draft.answer("reject")
        assert f"Edited outside: {END}. The next acceptance commits that first, on its own." in draft.told(
            "notes"
        )
        await draft.change("Make it darker still")
        await draft.answer("accept")
        assert draft.told("notes") == [f"Edited outside, and committed first: {END}."]
        assert draft.git("log", "-2", "--format=%s").splitlines()[1] == "Edits made outside"

"""A project's history: what is written is read back with the git program, and no program of it is run."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from dulwich.index import ConflictedIndexEntry, Index, IndexEntry
from dulwich.objects import Blob

from app.domain.crashpoint import VARIABLE
from app.domain.errors import InputError, StorageError
from app.engine.folders import Change, HistoryConflict, HistoryMoved
from app.store.clock import SystemClock
from app.store.project_git import GitProject, project_path
from tests.support.clocks import ManualClock
from tests.support.commands import born
from tests.support.examples import sampled
from tests.support.git_reading import GIT, git, needs_git
from tests.support.replacing import content_of
from tests.support.waiting import AMPLE, tasks_left

posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")


def change(files: Mapping[str, str | None], number: int = 1, message: str = "[prose] Darker") -> Change:
    encoded = {path: text.encode() if text is not None else None for path, text in files.items()}
    return Change(encoded, message, {"Roundtable-Session": "01s", "Roundtable-Iteration": str(number)})


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "novel"
    folder.mkdir()
    return folder


@pytest.fixture(autouse=True)
def no_own_configuration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home" / ".config"))


async def written(project: Path, *changes: Change) -> list[str]:
    history = GitProject(project, SystemClock())
    try:
        return [(await history.commit(one)).commit.sha for one in changes]
    finally:
        await history.close()


@needs_git
async def test_who_is_stopped_amid_a_commit_goes_when_it_is_written(project: Path) -> None:
    history = GitProject(project, SystemClock())
    history._one.acquire()
    stopped = asyncio.create_task(history.commit(change({"a.md": "Rain.\n"})))
    await asyncio.sleep(0)
    stopped.cancel()
    for _ in range(5):
        await asyncio.sleep(0)
    assert not stopped.done()
    history._one.release()
    with pytest.raises(asyncio.CancelledError):
        await stopped
    assert git(project, "show", "HEAD:a.md") == "Rain."
    assert await tasks_left() == []
    await history.close()


@needs_git
async def test_who_is_stopped_while_another_git_program_is_at_work_is_stopped_and_told_of_nothing_else(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.store.project_git.LOCK_SECONDS", 0.05)
    await written(project, change({"a.md": "Rain.\n"}))
    (project / ".git" / "index.lock").touch()
    history = GitProject(project, SystemClock())
    history._one.acquire()
    stopped = asyncio.create_task(history.commit(change({"a.md": "Snow.\n"}, 2)))
    await asyncio.sleep(0)
    for _ in range(3):
        stopped.cancel()
        await asyncio.sleep(0)
    assert not stopped.done()
    history._one.release()
    with pytest.raises(asyncio.CancelledError):
        await stopped
    (project / ".git" / "index.lock").unlink()
    assert await tasks_left() == []
    await history.commit(change({"a.md": "Snow.\n"}, 2))
    assert git(project, "show", "HEAD:a.md") == "Snow."
    await history.close()


@needs_git
async def test_the_git_program_reads_what_was_committed_and_finds_the_tree_clean(project: Path) -> None:
    text = "Ein Größerer.\r\nZeile zwei\r\n"
    (sha,) = await written(project, change({"chapters/one.md": text, "chapters/two.md": "Second.\n"}))
    assert git(project, "rev-parse", "HEAD") == sha
    assert git(project, "status", "--porcelain") == ""
    assert git(project, "fsck", "--strict") == ""
    assert git(project, "symbolic-ref", "HEAD") == "refs/heads/main"
    size = git(project, "cat-file", "-s", "HEAD:chapters/one.md")
    assert int(size) == len(text.encode()), "line ends stay as they are"
    assert (
        git(project, "log", "-1", "--format=%an <%ae>|%s")
        == "Roundtable <roundtable@localhost>|[prose] Darker"
    )
    trailers = git(project, "log", "-1", "--format=%(trailers:only,unfold)")
    assert trailers.splitlines() == ["Roundtable-Session: 01s", "Roundtable-Iteration: 1"]


@needs_git
async def test_a_repository_that_git_made_and_packed_goes_on(project: Path) -> None:
    git(project, "init", "-q", "-b", "story")
    git(project, "config", "user.name", "Ada")
    git(project, "config", "user.email", "ada@example.org")
    (project / "a.md").write_text("first\n", encoding="utf-8")
    (project / "run.sh").write_text("echo\n", encoding="utf-8")
    (project / "run.sh").chmod(0o755)
    git(project, "add", ".")
    git(project, "commit", "-q", "-m", "by hand")
    git(project, "gc", "-q")
    (project / "staged.md").write_text("staged\n", encoding="utf-8")
    git(project, "add", "staged.md")
    await written(project, change({"a.md": "second\n", "run.sh": "echo 2\n"}))
    assert git(project, "log", "--format=%s", "story").splitlines() == ["[prose] Darker", "by hand"]
    assert "author Ada <ada@example.org>" in git(project, "cat-file", "-p", "HEAD")
    assert git(project, "status", "--porcelain") == "A  staged.md", "what a person staged stays staged"
    if sys.platform != "win32":
        assert git(project, "ls-tree", "HEAD", "run.sh").startswith("100755")


@needs_git
async def test_a_change_is_committed_once_however_often_it_is_repeated(project: Path) -> None:
    one = change({"a.md": "text\n"})
    history = GitProject(project, ManualClock())
    first = await history.commit(one)
    second = await history.commit(one)
    await history.close()
    assert (first.again, second.again) == (False, True)
    assert first.commit.sha == second.commit.sha
    assert git(project, "rev-list", "--count", "HEAD") == "1"


@needs_git
async def test_edits_made_outside_are_committed_first_and_never_lost(project: Path) -> None:
    await written(project, change({"a.md": "one\n", "b.md": "two\n"}))
    (project / "a.md").write_text("one, by hand\n", encoding="utf-8")
    (project / "b.md").unlink()
    history = GitProject(project, SystemClock())
    now = await history.snapshot(lambda path: True, 2**20)
    assert [(edit.path, edit.kind) for edit in now.edits] == [
        ("a.md", "changed"),
        ("b.md", "removed"),
    ]
    done = await history.commit(change({"a.md": "one, darker\n", "b.md": "two, darker\n"}, 2))
    await history.close()
    assert done.outside is not None
    assert git(project, "log", "--format=%s").splitlines() == [
        "[prose] Darker",
        "Edits made outside",
        "[prose] Darker",
    ]
    assert git(project, "show", "HEAD~1:a.md") == "one, by hand"
    assert git(project, "status", "--porcelain") == ""


@needs_git
async def test_line_ends_that_git_turns_are_no_edit_and_go_neither_into_a_commit_nor_off_the_disk(
    project: Path,
) -> None:
    git(project, "init", "-q", "-b", "main")
    git(project, "config", "core.autocrlf", "true")
    (project / "a.md").write_bytes(b"one\r\ntwo\r\n")
    git(project, "add", ".")
    git(project, "commit", "-q", "-m", "by hand")
    history = GitProject(project, SystemClock())
    assert (await history.snapshot(lambda path: True, 2**20)).edits == ()
    done = await history.commit(change({"a.md": "one\r\nthree\r\n"}))
    assert done.outside is None
    assert git(project, "cat-file", "-p", "HEAD:a.md") == "one\nthree"
    undone = await history.revert(done.commit.sha, "Undo", {"Roundtable-Undoes": done.commit.sha})
    await history.close()
    assert undone.outside is None
    assert (project / "a.md").read_bytes() == b"one\r\ntwo\r\n"
    assert git(project, "diff", "HEAD~2", "HEAD") == git(project, "status", "--porcelain") == ""


@needs_git
async def test_files_of_a_repository_within_are_none_of_the_project(project: Path) -> None:
    await written(project, change({"a.md": "one\n"}))
    within = project / "within"
    within.mkdir()
    await written(within, change({"b.md": "theirs\n"}))
    history = GitProject(project, SystemClock())
    now = await history.snapshot(lambda path: True, 2**20)
    await history.close()
    assert [*now.files] == ["a.md"]


@needs_git
async def test_files_are_culled_and_a_project_of_plain_files_gets_a_history(project: Path) -> None:
    (project / "old").mkdir()
    (project / "old" / "a.md").write_text("mine\n", encoding="utf-8")
    await written(project, change({"old/a.md": None, "new/b.md": "b\n"}))
    assert git(project, "show", "HEAD~1:old/a.md") == "mine", "what was there is in the history"
    assert not (project / "old").exists()
    assert git(project, "ls-tree", "-r", "--name-only", "HEAD") == "new/b.md"


@needs_git
async def test_undo_is_a_commit_of_the_opposite_and_refused_where_it_would_take_more_back(
    project: Path,
) -> None:
    first, second = await written(project, change({"a.md": "1\n"}), change({"a.md": "2\n", "b.md": "b\n"}, 2))
    history = GitProject(project, SystemClock())
    undone = await history.revert(second, "Undo iteration 2", {"Roundtable-Undoes": second})
    again = await history.revert(second, "Undo iteration 2", {"Roundtable-Undoes": second})
    assert (again.again, again.commit.sha) == (True, undone.commit.sha)
    assert (project / "a.md").read_text(encoding="utf-8") == "1\n"
    assert not (project / "b.md").exists()
    assert git(project, "status", "--porcelain") == ""
    assert git(project, "rev-list", "--count", "HEAD") == "3"
    await history.commit(change({"a.md": "3\n"}, 3))
    with pytest.raises(HistoryConflict) as refused:
        await history.revert(first, "Undo iteration 1", {"Roundtable-Undoes": first})
    assert refused.value.paths == ("a.md",)
    (project / "a.md").write_text("by hand\n", encoding="utf-8")
    third = (await history.log(1))[0].sha
    with pytest.raises(HistoryConflict):
        await history.revert(third, "Undo iteration 3", {"Roundtable-Undoes": third})
    await history.close()
    assert (project / "a.md").read_text(encoding="utf-8") == "by hand\n"


@needs_git
async def test_only_what_a_person_saw_is_written_over(project: Path) -> None:
    await written(project, change({"a.md": "one\n", "b.md": "two\n"}))
    (project / "b.md").write_text("by hand\n", encoding="utf-8")
    history = GitProject(project, SystemClock())
    new = {"a.md": b"ONE\n", "b.md": b"TWO\n"}
    with pytest.raises(HistoryMoved) as refused:
        await history.commit(Change(new, "x", {"N": "2"}, seen={"a.md": b"one\n", "b.md": b"two\n"}))
    assert refused.value.paths == ("b.md",)
    assert (project / "a.md").read_text(encoding="utf-8") == "one\n", "nothing was written"
    assert git(project, "rev-list", "--count", "HEAD") == "1"
    await history.commit(Change(new, "x", {"N": "2"}, seen={"a.md": b"one\n", "b.md": b"by hand\n"}))
    await history.close()
    assert git(project, "show", "HEAD~1:b.md") == "by hand"
    assert git(project, "show", "HEAD:b.md") == "TWO"


@needs_git
async def test_edits_of_other_files_are_kept_before_where_they_are_named(project: Path) -> None:
    await written(project, change({"a.md": "one\n", "b.md": "two\n", "c.md": "three\n"}))
    for name in "bc":
        (project / f"{name}.md").write_text("by hand\n", encoding="utf-8")
    history = GitProject(project, SystemClock())
    done = await history.commit(Change({"a.md": b"ONE\n"}, "x", {"N": "2"}, also=("b.md",)))
    await history.close()
    assert done.outside is not None
    assert git(project, "show", "--name-only", "--format=", done.outside.sha) == "b.md"
    assert git(project, "status", "--porcelain") == " M c.md"


@needs_git
async def test_a_project_is_seen_at_one_moment(project: Path) -> None:
    await written(project, change({"a.md": "one\n", "b.md": "two\n", "c.txt": "three\n"}))
    (project / "a.md").write_text("by hand\n", encoding="utf-8")
    (project / "b.md").unlink()
    (project / "d.md").write_text("new\n", encoding="utf-8")
    history = GitProject(project, SystemClock())
    found = await history.snapshot(lambda path: path.endswith(".md"), 1000, 5)
    assert dict(found.files) == {"a.md": b"by hand\n", "d.md": b"new\n"}
    assert [(edit.path, edit.kind) for edit in found.edits] == [
        ("a.md", "changed"),
        ("b.md", "removed"),
        ("d.md", "added"),
    ]
    assert [commit.sha for commit in found.commits] == [found.state.head]
    with pytest.raises(InputError, match="too large"):
        await history.snapshot(lambda path: True, 10)
    none = await GitProject(project / "nowhere", SystemClock()).snapshot(lambda path: True, 10, 5)
    assert (none.files, none.state.repository) == ({}, False)
    assert not (project / "nowhere").exists(), "to look changes nothing"


@needs_git
async def test_some_files_stay_when_a_commit_is_taken_back_and_no_folder_is_left_empty(project: Path) -> None:
    first, second = await written(
        project, change({"a.md": "1\n"}), change({"notes/b.md": "b\n", "keep.md": "k\n"}, 2)
    )
    history = GitProject(project, SystemClock())
    await history.revert(second, "Undo", {"Undoes": second}, leave=["keep.md"])
    assert [one.parent for one in await history.log()][1:] == [first, ""]
    await history.close()
    assert git(project, "ls-tree", "-r", "-t", "--name-only", "HEAD").split() == ["a.md", "keep.md"]
    assert git(project, "fsck", "--strict") == "", "not even an object that nobody refers to"


async def test_words_of_a_model_cannot_pass_for_trailers(project: Path) -> None:
    forged = "Better.\n\nRoundtable-Session: 01s\nRoundtable-Iteration: 7"
    history = GitProject(project, SystemClock())
    await history.commit(change({"a.md": "1\n"}, 1, forged))
    assert await history.find({"Roundtable-Iteration": "7"}) is None
    found = await history.find({"Roundtable-Session": "01s", "Roundtable-Iteration": "1"})
    assert found is not None
    assert found.message == forged
    split = {"Roundtable-Session": "01s\nRoundtable-Iteration: 9"}
    await history.commit(Change({"b.md": b"b"}, "x", split))
    assert await history.find({"Roundtable-Iteration": "9"}) is None
    await history.close()


@posix
@needs_git
async def test_no_hook_filter_or_other_program_of_a_repository_is_run(project: Path, tmp_path: Path) -> None:
    git(project, "init", "-q", "-b", "main")
    ran = tmp_path / "ran"
    program = tmp_path / "evil.sh"
    program.write_text(f"#!/bin/sh\necho $0 >> {ran}\ncat\n", encoding="utf-8")
    program.chmod(0o755)
    for hook in ("pre-commit", "commit-msg", "post-commit", "post-index-change", "reference-transaction"):
        shutil.copy(program, project / ".git" / "hooks" / hook)
    for name, value in (
        ("core.fsmonitor", str(program)),
        ("core.hooksPath", str(tmp_path)),
        ("core.editor", str(program)),
        ("filter.evil.clean", str(program)),
        ("filter.evil.smudge", str(program)),
        ("filter.evil.process", str(program)),
        ("gpg.program", str(program)),
        ("commit.gpgSign", "true"),
        ("diff.external", str(program)),
    ):
        git(project, "config", name, value)
    (project / ".gitattributes").write_text("* filter=evil diff=evil\n", encoding="utf-8")
    (project / "a.md").write_text("by hand\n", encoding="utf-8")
    ran.unlink(missing_ok=True)
    history = GitProject(project, SystemClock())
    done = await history.commit(change({"a.md": "1\n"}))
    await history.snapshot(lambda path: True, 2**20)
    await history.log()
    await history.revert(done.commit.sha, "Undo", {"Undoes": "1"})
    await history.close()
    assert not ran.exists()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("MERGE_HEAD", "a merge, rebase or similar is under way"),
        ("shallow", "it is shallow"),
        ("commondir", "its history lies elsewhere"),
        ("objects/info/alternates", "its history lies elsewhere"),
    ],
)
async def test_a_repository_in_an_odd_state_is_refused_in_words(project: Path, name: str, words: str) -> None:
    await written(project, change({"a.md": "1\n"}))
    git_path = project / ".git" / name
    git_path.parent.mkdir(exist_ok=True)
    git_path.write_text("x\n", encoding="utf-8")
    history = GitProject(project, SystemClock())
    with pytest.raises(InputError, match=words):
        await history.state()
    with pytest.raises(InputError, match=words):
        await history.commit(change({"a.md": "2\n"}, 2))
    assert (project / "a.md").read_text(encoding="utf-8") == "1\n"


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("HEAD", "0" * 40, "detached HEAD"),
        ("config", "[core]\n\tbare = true\n", "bare repository"),
        ("config", "[core]\n\tworktree = /tmp\n", "core.worktree"),
        ("config", "[extensions]\n\trefStorage = reftable\n", "in another form"),
    ],
)
async def test_a_detached_bare_or_displaced_repository_is_refused(
    project: Path, name: str, content: str, words: str
) -> None:
    await written(project, change({"a.md": "1\n"}))
    (project / ".git" / name).write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=words):
        await GitProject(project, SystemClock()).state()


PACK = "objects/pack/pack-1234567890123456789012345678901234567890"


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"index": bytes(range(250)) * 12}, "its index is damaged"),
        ({"index": b""}, "its index is damaged"),
        ({"config": b"[core\n"}, "its configuration cannot be read"),
        ({"config": b"[core]\n\trepositoryformatversion = 7\n"}, "a form that is not known here"),
        (
            {"config": b"[core]\n\trepositoryformatversion = 1\n[extensions]\n\tmagic = true\n"},
            "a form that is not known here",
        ),
        (
            {f"{PACK}.pack": b"rubbish" * 99, f"{PACK}.idx": b"rubbish" * 999},
            r"its pack pack-1234\S+ is damaged",
        ),
        ({"refs/heads/main": b"0" * 40 + b"\n"}, "The branch refs/heads/main leads to no commit"),
        ({"refs/heads/main": b""}, "The branch refs/heads/main leads to no commit"),
        ({"refs/heads/main": b"ref: refs/heads/other\n"}, "another name of a branch"),
        ({"HEAD": b"ref: refs/heads/../../../other\n"}, "which git does not take"),
        ({"HEAD": b"ref: refs/heads/other.lock\n"}, "which git does not take"),
        ({"HEAD": b"ref: refs/heads/a\x1b[31m\n"}, "which git does not take"),
        ({"HEAD": b"ref: refs/heads/" + b"x" * 400}, "which git does not take"),
        ({"HEAD": b"ref: refs/heads/main/inner\n"}, "a branch and a folder of branches both"),
        (
            {"HEAD": b"ref: refs/heads/other\n", "packed-refs": b"0" * 40 + b" refs/heads/other/inner\n"},
            "a branch and a folder of branches both",
        ),
        ({"refs/" + "a/" * 100 + "b": b""}, "its .git/refs is nested too deeply"),
    ],
)
async def test_what_git_itself_would_refuse_is_refused_before_anything_is_written(
    project: Path, files: dict[str, bytes], words: str
) -> None:
    await written(project, change({"a.md": "1\n"}))
    for name, content in files.items():
        (project / ".git" / name).parent.mkdir(parents=True, exist_ok=True)
        (project / ".git" / name).write_bytes(content)
    lock = project / ".git" / "roundtable.lock"
    before = content_of(project) | {lock: b""}
    with pytest.raises(InputError, match=words):
        await written(project, change({"a.md": "2\n"}, 2))
    assert content_of(project) | {lock: b""} == before


@needs_git
@pytest.mark.parametrize(
    "made",
    [("update-index", "--split-index"), ("sparse-checkout", "set", "--cone", "--sparse-index", "kept")],
    ids=lambda words: words[0],
)
async def test_an_index_of_another_form_is_called_that_and_stays(
    project: Path, made: tuple[str, ...]
) -> None:
    await written(project, change({"kept/a.md": "1\n", "gone/b.md": "1\n"}))
    git(project, *made)
    before = content_of(project)
    with pytest.raises(InputError, match="split or sparse, which is not known here"):
        await written(project, change({"kept/a.md": "2\n"}, 2))
    assert content_of(project) == before


async def test_a_history_with_a_gap_is_told_by_the_commit_that_is_missing(project: Path) -> None:
    first, _ = await written(project, change({"a.md": "1\n"}), change({"a.md": "2\n"}, 2))
    (project / ".git" / "objects" / first[:2] / first[2:]).unlink()
    with pytest.raises(InputError, match=f"commit {first[:12]} is missing"):
        await GitProject(project, SystemClock()).log()


async def test_files_that_are_not_merged_yet_are_left_to_git(project: Path) -> None:
    await written(project, change({"a.md": "1\n"}))
    index = Index(str(project / ".git" / "index"))
    entry = index[b"a.md"]
    assert isinstance(entry, IndexEntry)
    index[b"a.md"] = ConflictedIndexEntry(this=entry, other=entry)
    index.write()
    with pytest.raises(InputError, match="not merged yet"):
        await written(project, change({"a.md": "2\n"}, 2))
    assert (project / "a.md").read_text(encoding="utf-8") == "1\n"


@posix
async def test_a_repository_of_somebody_else_is_refused_until_it_is_named_safe(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await written(project, change({"a.md": "1\n"}))
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    monkeypatch.setenv("HOME", str(tmp_path))
    with pytest.raises(InputError, match="belongs to somebody else") as refused:
        await written(project, change({"a.md": "2\n"}, 2))
    assert f"safe.directory {project}" in str(refused.value.next)
    assert (project / "a.md").read_text(encoding="utf-8") == "1\n"
    (tmp_path / ".gitconfig").write_text(f"[safe]\n\tdirectory = {project}\n", encoding="utf-8")
    await written(project, change({"a.md": "2\n"}, 2))


@posix
@pytest.mark.parametrize("name", ["config", "HEAD", "index", "objects", "refs/heads/main", "roundtable.lock"])
@pytest.mark.parametrize("kind", ["link", "pipe"])
async def test_links_and_pipes_in_a_repository_are_refused_at_once(
    project: Path, tmp_path: Path, name: str, kind: str
) -> None:
    await written(project, change({"a.md": "1\n"}))
    git_path = project / ".git" / name
    kept = tmp_path / "kept"
    if git_path.exists():
        git_path.rename(kept)
    else:
        kept.write_text("kept", encoding="utf-8")
    before = kept.read_bytes() if kept.is_file() else b""
    if kind == "link":
        git_path.symlink_to(kept)
    else:
        os.mkfifo(git_path)
    history = GitProject(project, SystemClock())
    with pytest.raises(InputError, match="is a link or no"):
        await asyncio.wait_for(history.commit(change({"a.md": "2\n"}, 2)), AMPLE)
    assert kept.is_dir() or kept.read_bytes() == before


async def test_includes_of_a_strangers_configuration_are_not_read(project: Path, tmp_path: Path) -> None:
    await written(project, change({"a.md": "1\n"}))
    secret = tmp_path / "secret"
    secret.write_text("[user]\n\tname = Leaked\n\temail = leaked@example.org\n", encoding="utf-8")
    with (project / ".git" / "config").open("a", encoding="utf-8") as config:
        config.write(f"[include]\n\tpath = {secret.as_posix()}\n")
    await written(project, change({"a.md": "2\n"}, 2))
    history = GitProject(project, SystemClock())
    head = (await history.state()).head
    assert head
    if GIT is not None:
        assert "Leaked" not in git(project, "cat-file", "-p", head)


@posix
async def test_a_file_that_is_a_link_is_not_written_through(project: Path, tmp_path: Path) -> None:
    await written(project, change({"a.md": "1\n"}))
    victim = tmp_path / "victim.txt"
    victim.write_text("untouched", encoding="utf-8")
    (project / "a.md").unlink()
    (project / "a.md").symlink_to(victim)
    (project / "sub").symlink_to(tmp_path)
    for path in ("a.md", "sub/victim.txt"):
        with pytest.raises(InputError, match="link"):
            await written(project, change({path: "2\n"}, 2))
    assert victim.read_text(encoding="utf-8") == "untouched"
    (project / "b.md").symlink_to(victim)
    found = await GitProject(project, SystemClock()).snapshot(lambda path: path == "b.md", 1000)
    assert (found.files, list(found.left_out)) == ({}, ["b.md"]), "nor read, and that is told"


@pytest.mark.parametrize(
    "path",
    [
        ".git/hooks/pre-commit",
        "a/.GIT/config",
        ".git./x",
        "git~1/config",
        "../x",
        "/x",
        "a\nb",
        "",
        ".g\u200cit/x",
    ],
)
def test_a_path_into_the_repository_or_out_of_the_project_is_refused(path: str) -> None:
    with pytest.raises(InputError):
        project_path(path)


async def test_a_second_program_reads_and_does_not_write(project: Path) -> None:
    first, second = GitProject(project, SystemClock()), GitProject(project, SystemClock())
    done = await first.commit(change({"a.md": "1\n"}))
    assert (await second.state()).head == done.commit.sha
    assert await second.read("a.md", done.commit.sha) == b"1\n"
    with pytest.raises(StorageError, match="another program, is working on the project"):
        await second.commit(change({"a.md": "2\n"}, 2))
    await first.close()
    await second.commit(change({"a.md": "2\n"}, 2))
    await second.close()


async def test_a_lock_of_git_is_waited_for_and_only_one_of_our_own_is_removed(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.store.project_git.LOCK_SECONDS", 0.2)
    await written(project, change({"a.md": "1\n"}))
    lock = project / ".git" / "index.lock"
    lock.touch()
    with pytest.raises(StorageError, match="Another git program is at work"):
        await written(project, change({"a.md": "2\n"}, 2))
    assert lock.exists()
    assert (project / "a.md").read_text(encoding="utf-8") == "1\n"
    # What stands beside it says that we were writing when we died.
    (project / ".git" / "roundtable.writing").touch()
    await written(project, change({"a.md": "2\n"}, 2))
    assert not lock.exists()
    assert (project / "a.md").read_text(encoding="utf-8") == "2\n"


async def test_an_object_that_was_being_written_in_a_life_that_was_killed_is_written_again(
    project: Path,
) -> None:
    await written(project, change({"a.md": "1\n"}))
    sha = Blob.from_string(b"2\n").id.decode()
    lock = project / ".git" / "objects" / sha[:2] / f"{sha[2:]}.lock"
    lock.parent.mkdir(exist_ok=True)
    lock.touch()
    with pytest.raises(StorageError) as refused:
        await written(project, change({"a.md": "2\n"}, 2))
    assert str(lock) in str(refused.value.next), "what is in the way is named"
    (project / ".git" / "roundtable.writing").touch()
    await written(project, change({"a.md": "2\n"}, 2))
    assert not lock.exists()


async def test_a_mark_that_names_what_is_no_file_of_the_project_removes_nothing_and_stops_nobody(
    project: Path,
) -> None:
    await written(project, change({"a.md": "1\n"}))
    beside = project.parent / ".b.md.1-1.part"
    beside.touch()
    (project / ".git" / "roundtable.writing").write_text("../b.md\n", encoding="utf-8")
    await written(project, change({"a.md": "2\n"}, 2))
    assert beside.exists()
    assert (project / "a.md").read_text(encoding="utf-8") == "2\n"


@needs_git
async def test_files_beside_the_history_leave_the_tree_clean(project: Path) -> None:
    await written(project, change({"chapters/a.md": "1\n"}))
    history = GitProject(project, SystemClock())
    await history.write_beside({"chapters/iteration_history.json": b"{}"})
    await history.write_beside({"chapters/iteration_history.json": b"{1}"})
    await history.close()
    assert git(project, "status", "--porcelain") == ""
    exclude = (project / ".git" / "info" / "exclude").read_text(encoding="utf-8")
    assert exclude.count("/chapters/iteration_history.json") == 1


@needs_git
async def test_a_folder_inside_another_repository_says_so_before_one_is_made(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q", ".")
    inner = tmp_path / "sub" / "novel"
    inner.mkdir(parents=True)
    found = await GitProject(inner, SystemClock()).state()
    assert (found.repository, Path(found.outer)) == (False, tmp_path)
    assert not (inner / ".git").exists(), "to look changes nothing"


CRASHES = (
    "git.moved",
    "git.made",
    "git.marked",
    "git.file.before:2",
    "confined.part.written",
    "confined.part.written:2",
    "confined.part.written:4",
    "git.files.written",
    "git.committed",
    "git.index.written",
)
CHILD = """
import asyncio
from pathlib import Path
from app.engine.folders import Change
from app.store.clock import SystemClock
from app.store.project_git import GitProject

async def work():
    history = GitProject(Path.cwd(), SystemClock())
    files = {"a.md": b"new a\\n", "b.md": b"new b\\n", "c.md": None}
    await history.commit(Change(files, "[prose] x", {"N": "1"}))
    await history.close()

asyncio.run(work())
"""


@posix
@needs_git
# The others are passed through at every push by a whole run: tests/e2e/test_kill_binder.py.
@pytest.mark.parametrize(
    "point",
    sampled(CRASHES, {"git.moved", "confined.part.written", "confined.part.written:2", "git.committed"}),
)
def test_a_commit_that_was_killed_anywhere_comes_to_the_same_when_it_is_repeated(
    project: Path, point: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in "abc":
        (project / f"{name}.md").write_text(f"old {name}\n", encoding="utf-8")

    def life(crash: str) -> int:
        monkeypatch.setenv(VARIABLE, crash)
        return born(project, CHILD, life="tests.support.script_life").code

    assert life(point) == -9
    assert life("") == 0
    assert git(project, "log", "--format=%s").splitlines() == ["[prose] x", "Edits made outside"]
    assert git(project, "status", "--porcelain") == ""
    assert git(project, "fsck", "--strict") == ""
    assert [git(project, "show", f"HEAD~1:{name}.md") for name in "abc"] == ["old a", "old b", "old c"]
    assert git(project, "ls-tree", "--name-only", "HEAD").split() == ["a.md", "b.md"]
    left = {path.name for path in project.iterdir()} | {path.name for path in (project / ".git").iterdir()}
    assert not [
        name
        for name in left
        if "part" in name or "init" in name or name in ("index.lock", "roundtable.writing")
    ]

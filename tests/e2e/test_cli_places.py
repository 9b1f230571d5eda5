"""What is named on the command line and is no sound place: long names, closed folders, endless pipes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.support.commands import Ran, born, call

LONG = "n" * 300


@pytest.fixture
def session() -> str:
    begun = call("run", "debate", "--question", "Why?", "--set", "max_rounds=1", "--approve", "all", "--json")
    found: str = begun.value["session"]
    return found


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "questions.csv"
    path.write_text("question\nWhy?\n")
    return path


def test_a_name_that_is_too_long_is_called_that_by_every_command(session: str, table: Path) -> None:
    long = table.parent / LONG
    for command in (
        ["export", session, "--format", "md", "-o", long],
        ["export", session, session, "--format", "md", "-o", long],
        ["export", "--schema", "-o", long],
        ["backup", long],
        ["restore", long],
        ["import", long],
        ["batch", "run", table, "--out", long],
        ["batch", "run", long, "--out", table.parent / "out"],
        ["batch", "status", long],
        ["run", "debate", "--question", f"@{long}"],
        ["run", "debate", "--question", "Why?", "--context", long],
        ["run", "debate", "--question", "Why?", "--team", f"{long}.toml"],
        ["run", "debate", "--question", "Why?", "--answers", long],
    ):
        ran = call(*command, "--json")
        assert ran.code in (2, 5), (command, ran)
        assert ran.error["message"], command
        assert ran.error["next"], command


@pytest.mark.skipif(sys.platform == "win32", reason="Windows removes no folder that somebody is in")
def test_a_folder_that_was_removed_while_somebody_was_in_it_is_called_that(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    with monkeypatch.context() as there:
        there.chdir(gone)
        gone.rmdir()
        for command in (["batch", "run", table, "--out", "o"], ["batch", "status", "o"]):
            ran = call(*command, "--json")
            assert (ran.code, ran.error["kind"]) == (2, "input"), (command, ran)
            assert "is gone" in ran.error["message"], command


@pytest.mark.skipif(sys.platform != "linux", reason="who may do all is held back in Linux's way")
def test_a_folder_that_may_not_be_looked_into_is_named_with_what_to_do(session: str, table: Path) -> None:
    locked = table.parent / "locked"
    locked.mkdir(mode=0o000)
    try:
        refused_by_the_disk(
            ["export", session, "--format", "md", "-o", locked / "a.md"],
            ["export", session, session, "--format", "md", "-o", locked / "a"],
            ["backup", locked / "a.zip"],
            ["batch", "run", table, "--out", locked / "out"],
            ["batch", "run", locked / "a.csv", "--out", table.parent / "out"],
            ["run", "debate", "--question", "Why?", "--context", locked / "a.md"],
        )
    finally:
        locked.chmod(0o700)


def as_anybody(*commands: Sequence[object]) -> list[tuple[Sequence[object], Ran]]:
    """Run commands in one process, as somebody who may not do all; return how each ended."""
    said = json.dumps([list(map(str, command)) for command in commands])
    done = born(said, life="tests.support.dropped_life")
    assert done.code == 0, done
    ended = [Ran(*one) for one in done.value]
    return list(zip(commands, ended, strict=True))


def refused_by_the_disk(*commands: Sequence[object]) -> None:
    """Run commands as somebody who may not do all; each must say in words that it may not."""
    for command, ran in as_anybody(*commands):
        assert ran.code in (2, 5), (command, ran)
        assert "Permission denied" in ran.err, (command, ran.err)
        assert "mistake" not in ran.err, (command, ran.err)
        assert "Traceback" not in ran.err, (command, ran.err)


@pytest.mark.skipif(sys.platform != "linux", reason="who may do all is held back in Linux's way")
def test_a_folder_that_may_be_written_to_and_not_be_read_takes_what_is_put_there(
    session: str, table: Path
) -> None:
    drop, trash = table.parent / "drop", Path(os.environ["ROUNDTABLE_DATA_DIR"]) / "trash"
    for folder in (drop, trash):
        folder.mkdir(exist_ok=True)
        folder.chmod(0o300)
    try:
        for command, ran in as_anybody(
            ["export", session, "--format", "md", "-o", drop / "a.md"],
            ["export", session, "--format", "csv", "-o", drop / "tables"],
            ["backup", drop / "a.zip"],
            ["delete", session],
        ):
            assert (ran.code, ran.err) == (0, ""), (command, ran)
    finally:
        for folder in (drop, trash):
            folder.chmod(0o700)
    assert {"a.md", "tables", "a.zip"} <= {one.name for one in drop.iterdir()}
    assert (trash / f"{session}.roundtable").is_file()
    assert call("delete", session, "--undo").code == 0


@pytest.mark.skipif(sys.platform != "linux", reason="who may do all is held back in Linux's way")
@pytest.mark.parametrize("name", ["sessions", "."])
def test_sessions_that_may_not_be_looked_at_are_called_that_and_not_gone(session: str, name: str) -> None:
    folder = Path(os.environ["ROUNDTABLE_DATA_DIR"]) / name
    mode = folder.stat().st_mode
    folder.chmod(0o000)
    try:
        refused_by_the_disk(
            ["list"],
            ["show", session],
            ["search", "hall"],
            ["delete", session],
            ["fork", session, "--at", "5"],
            ["run", "debate", "--question", "Why?", "--approve", "all"],
        )
    finally:
        folder.chmod(mode)


@pytest.mark.skipif(sys.platform != "linux", reason="who may do all is held back in Linux's way")
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives a file away")
def test_a_session_that_belongs_to_somebody_else_is_deleted_whole_or_not_at_all(session: str) -> None:
    data = Path(os.environ["ROUNDTABLE_DATA_DIR"])
    file = data / "sessions" / f"{session}.roundtable"
    os.chown(file, 12345, 12345)
    file.chmod(0o600)
    refused_by_the_disk(["delete", session])
    assert file.exists()
    assert not list(data.glob("trash/*"))
    os.chown(file, 0, 0)
    assert call("delete", session).code == 0


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such device")
@pytest.mark.parametrize("content", ["/dev/zero", b"\xff\xfe\n", b"k" * 100_000, b"a\0b\n"])
def test_a_pipe_that_holds_no_secret_is_refused_at_once(
    content: str | bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = Path(content) if isinstance(content, str) else tmp_path / "given"
    if isinstance(content, bytes):
        path.write_bytes(content)
    assert call("tools", "add", "notes", "/bin/true").code == 0
    for command in (["key", "openai"], ["tools", "secret", "notes", "TOKEN"]):
        with path.open() as given:
            monkeypatch.setattr(sys, "stdin", given)
            ran = call(*command)
        assert ran.code == 2, ran
        assert "is no secret" in ran.err


def test_of_several_sessions_those_that_can_be_read_are_exported_and_the_others_named(
    session: str, tmp_path: Path
) -> None:
    other = call("run", "debate", "--question", "Who?", "--approve", "none", "--json").value["session"]
    (file,) = Path(os.environ["ROUNDTABLE_DATA_DIR"]).rglob(f"{other}.roundtable")
    file.write_bytes(b"no session")
    ran = call("export", other, session, "--format", "md", "-o", tmp_path / "out", "--json")
    assert ran.code == 5
    written, failed = ran.value
    assert written["session"] == session
    assert Path(written["file"]).read_text().startswith("#")
    assert failed["session"] == other
    assert failed["error"]["next"]
    shown = call("export", session, other, "--format", "md", "-o", tmp_path / "out")
    assert shown.code == 5
    assert "Wrote" in shown.out
    assert other in shown.err


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 20 KB: one report has room on it, two have not."""
    folder = tmp_path / "small"
    folder.mkdir()
    mounted = sys.platform == "linux" and os.geteuid() == 0
    if not mounted or subprocess.call(["mount", "-t", "tmpfs", "-o", "size=20k", "tmpfs", folder]) != 0:
        pytest.skip("only root may make a small disk to fill")
    yield folder
    subprocess.run(["umount", folder], check=True)


def test_of_several_sessions_a_full_disk_takes_whole_those_that_fit_and_the_others_are_named(
    session: str, small_disk: Path
) -> None:
    others = [
        call("run", "debate", "--question", question, "--approve", "none", "--json").value["session"]
        for question in ("Who?", "When?")
    ]
    folder = small_disk / "out"
    ran = call("export", session, *others, "--format", "html", "-o", folder, "--json")
    assert ran.code == 5
    assert [one["session"] for one in ran.value] == [session, *others]
    written = [Path(one["file"]) for one in ran.value if "file" in one]
    assert 0 < len(written) < 3
    assert all(path.read_text(encoding="utf-8").rstrip().endswith("</html>") for path in written)
    # Nothing else is left, hidden or not.
    assert sorted(folder.iterdir()) == sorted(written)
    refused = [one["error"] for one in ran.value if "error" in one]
    assert all("No space left on device" in error["message"] and error["next"] for error in refused)
    assert {Path(error["message"].partition(" cannot")[0]).name for error in refused} <= {
        "Who.html",
        "When.html",
    }

    # Where there is room for none, no folder is left that was made for them.
    (small_disk / "filler").write_bytes(
        bytes(os.statvfs(small_disk).f_bavail * os.statvfs(small_disk).f_bsize)
    )
    ran = call("export", session, *others, "--format", "html", "-o", small_disk / "new", "--json")
    assert (ran.code, ran.error["kind"]) == (5, "storage")
    assert "No space left on device" in ran.error["message"]
    assert not (small_disk / "new").exists()
    assert sorted(folder.iterdir()) == sorted(written)
    assert call("export", session, *others, "--format", "html", "-o", small_disk.parent / "out").code == 0

"""An export takes the place of what was there whole, or not at all."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from app.domain.errors import Bug, InputError, StorageError
from app.export.lossless import read_json_export
from app.export.registry import EXPORTERS
from app.services.exporting import Exporting
from app.services.writing import write_folder
from tests.support.desk import desk


def files_of(folder: Path) -> list[Path]:
    return [*folder.iterdir()]


async def test_an_export_replaces_a_file_and_never_writes_into_it(tmp_path: Path) -> None:
    target, other_name = tmp_path / "result.json", tmp_path / "kept.json"
    target.write_text("what was there", encoding="utf-8")
    # Two names of one file: who writes into it changes both, who replaces it changes one.
    other_name.hardlink_to(target)
    async with desk(tmp_path / "data") as d:
        session = await d.create(rounds=1, ask_me=False)
        await d.run(session)
        exporting = Exporting(d.parts, EXPORTERS, read_json_export)
        await exporting.export(session, "json", target)
        written = target.read_bytes()
        assert written == await exporting.content(session, "json")
    assert other_name.read_text(encoding="utf-8") == "what was there"
    assert {path.name for path in files_of(tmp_path)} == {"data", "kept.json", "result.json"}


def test_a_folder_of_files_is_there_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "out"
    files = {f"part/{n}.txt": b"x" * 1000 for n in range(20)}
    seen: list[bool] = []
    fsync = os.fsync

    def looking(handle: int) -> None:
        seen.append(target.exists())
        fsync(handle)

    monkeypatch.setattr(os, "fsync", looking)
    write_folder(target, files)
    assert len(seen) >= 20
    assert not any(seen[:20]), "while its files are written nobody sees it"
    assert {path.relative_to(target).as_posix() for path in target.rglob("*.txt")} == set(files)

    def full(handle: int) -> None:
        if len(seen) > 30:
            raise OSError(errno.ENOSPC, "No space left on device")
        looking(handle)

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StorageError, match="No space left on device"):
        write_folder(tmp_path / "other", files)
    assert [path.name for path in files_of(tmp_path)] == ["out"], "nothing half is left behind"


def test_what_is_there_is_never_replaced_by_a_folder_but_an_empty_one(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("mine", encoding="utf-8")
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    write_folder(tmp_path / "empty", {"a.txt": b"a"})
    assert (tmp_path / "empty" / "a.txt").read_bytes() == b"a"
    for name in ("full", "file"):
        with pytest.raises(InputError, match="nothing of it is replaced"):
            write_folder(tmp_path / name, {"a.txt": b"a"})
    assert (tmp_path / "full" / "mine.txt").read_text(encoding="utf-8") == "mine"
    with pytest.raises(InputError, match="nothing to export in this form"):
        write_folder(tmp_path / "new", {})
    with pytest.raises(StorageError):
        write_folder(tmp_path / "missing" / "new", {"a.txt": b"a"})


@pytest.mark.parametrize(
    "name",
    ["../a", "/a", "a/../../b", "a//b", "", "a/", "con:stream", "a\nb", "a" * 201, "a\\b", "end.", "x/."],
)
def test_a_workflow_cannot_name_a_file_outside_its_folder(tmp_path: Path, name: str) -> None:
    with pytest.raises(Bug):
        write_folder(tmp_path / "out", {name: b""})
    assert files_of(tmp_path) == []


def test_two_names_that_some_system_takes_for_one_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Bug, match="capitals alone"):
        write_folder(tmp_path / "out", {"a/One.md": b"1", "a/one.md": b"2"})

"""A workflow that takes a folder as its argument, exports folders and must not be forked, as it is typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.bootstrap import build
from tests.support.binder_program import MAKERS
from tests.support.commands import Ran, call, spawn

MODULE = "tests.support.binder_program"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("sources", "project"):
        (tmp_path / name).mkdir()
    (tmp_path / "sources" / "a.md").write_text("Limpets hold on.\nThey graze.\n", encoding="utf-8")
    return tmp_path


def typed(folder: Path, *words: object) -> Ran:
    return call(
        *words, data=folder / "data", make=lambda: build(council_step=0.0, makers=MAKERS), makers=MAKERS
    )


def test_the_argument_is_in_the_help_and_missed_in_words(folder: Path) -> None:
    shown = typed(folder, "run", "binder", "--help")
    assert "PROJECT" in shown.out
    assert "The project's folder." in shown.out
    missed = typed(folder, "run", "binder", "--sources", folder / "sources", "--json")
    assert missed.code == 2
    assert missed.error["message"] == "Missing argument 'PROJECT'."
    assert missed.error["next"] == "Look at “roundtable run binder --help”."
    gone = typed(folder, "run", "binder", folder / "project", "--sources", folder / "gone", "--json")
    assert gone.code == 2
    assert gone.error["message"] == f"There is no folder {folder / 'gone'}."
    more = typed(folder, "run", "binder", folder / "project", "another", "--sources", folder / "sources")
    assert more.code == 2
    assert "another" in more.err


def test_a_folder_is_read_and_committed_to_and_its_notes_exported_to_a_new_folder(folder: Path) -> None:
    words = (
        "run",
        "binder",
        folder / "project",
        "--sources",
        folder / "sources",
        "--approve",
        "all",
        "--json",
    )
    ran = spawn(*words, data=folder / "data", program=("-m", MODULE))
    assert ran.code == 0, ran.err
    session = ran.value["session"]
    notes = sorted((folder / "project" / "notes" / "1").iterdir())
    assert len(notes) == 3
    assert (folder / "project" / ".git").is_dir()

    out = typed(folder, "export", session, "--format", "notes", "-o", folder / "out", "--json")
    assert out.value["file"] == str(folder / "out")
    assert out.value["files"] == [f"notes/1/{path.name}" for path in notes]
    assert [path.read_bytes() for path in sorted((folder / "out" / "notes" / "1").iterdir())] == [
        path.read_bytes() for path in notes
    ]
    again = typed(folder, "export", session, "--format", "notes", "-o", folder / "out", "--json")
    assert again.code == 2
    assert "nothing of it is replaced" in again.error["message"]
    single = typed(folder, "export", session, "--format", "passages", "-o", folder / "read.txt")
    assert single.code == 0
    assert (folder / "read.txt").read_text(encoding="utf-8").startswith("a.md:1-2 ")
    unknown = typed(folder, "export", session, "--format", "ris", "-o", folder / "x", "--json")
    known = "md, html, pdf, docx, tracked, csv, pictures, json, jsonl, notes, passages"
    assert unknown.error["next"] == f"Use one of: {known}."

    refused = typed(folder, "fork", session, "--at", "5", "--json")
    assert refused.code == 2
    assert "its project has one present" in refused.error["message"]

"""A process that this program begins is this program, wherever it was begun: many folders hold an `app`."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from app.documents.reader import DocumentReader
from app.gateway.host_client import host_command, host_environment


@pytest.fixture
def strange_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Be in a folder with a package of our name."""
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "__init__.py").touch()
    (tmp_path / "app" / "__main__.py").write_text(
        "from pathlib import Path\nPath(__file__).with_name('was_run').touch()\n", encoding="utf-8"
    )
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_host_that_is_begun_in_a_strangers_folder_runs_nothing_of_it(strange_folder: Path) -> None:
    # Its input is over at once, which ends it.
    subprocess.run(
        host_command(),
        env=host_environment(os.environ),
        input=b"",
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert not (strange_folder / "app" / "was_run").exists()


def test_documents_are_read_in_a_strangers_folder_and_nothing_of_it_is_run(strange_folder: Path) -> None:
    with DocumentReader() as reader:
        assert reader.read("a.html", b"<p>read</p>").text == "read"
    assert not (strange_folder / "app" / "was_run").exists()

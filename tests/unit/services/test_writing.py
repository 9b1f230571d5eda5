"""Writing a file for a person: over a file, and over nothing else."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from app.domain.errors import InputError
from app.services.writing import write_whole

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such pipes and devices")


def test_what_is_no_file_is_not_replaced_by_one(tmp_path: Path) -> None:
    pipe, folder = tmp_path / "pipe", tmp_path / "folder"
    os.mkfifo(pipe)
    folder.mkdir()
    for path, why in ((pipe, "is a pipe or a device"), (folder, "is a folder")):
        with pytest.raises(InputError, match=why) as refused:
            write_whole(path, b"report")
        assert str(refused.value.next)
    assert pipe.is_fifo()
    assert sorted(tmp_path.iterdir()) == [folder, pipe]


def test_a_link_to_what_is_printed_to_is_not_replaced_by_a_file(tmp_path: Path) -> None:
    printed = tmp_path / "stdout"
    printed.symlink_to("/proc/self/fd/1")
    with pytest.raises(InputError, match="it would be replaced"):
        write_whole(printed, b"report")
    assert printed.is_symlink()


def test_a_file_is_replaced_also_where_a_link_leads_to_one(tmp_path: Path) -> None:
    link = tmp_path / "link.md"
    (tmp_path / "old.md").write_bytes(b"old")
    link.symlink_to(tmp_path / "old.md")
    write_whole(link, b"new")
    assert link.read_bytes() == b"new"

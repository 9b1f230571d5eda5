"""Nobody else on the machine looks into the program's folders, whichever version made them."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.domain.private import make_private, tighten
from app.settings.folders import CONFIG_NAMES, DATA_NAMES, Folders
from tests.support.commands import call

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="this system has no such modes")


@pytest.fixture(autouse=True)
def _usual_umask() -> Iterator[None]:
    """As on most machines: what nobody closes is open to others."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def folders_in(root: Path) -> dict[str, int]:
    found = [root, *(path for path in root.rglob("*") if path.is_dir())]
    return {str(path.relative_to(root)): mode(path) for path in found}


def test_every_folder_that_is_made_on_the_way_is_private(tmp_path: Path) -> None:
    make_private(tmp_path / "a" / "b" / "c")
    make_private(tmp_path / "a" / "b" / "c")
    assert set(folders_in(tmp_path / "a").values()) == {0o700}
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="file"):
        make_private(tmp_path / "file" / "under")


def test_all_folders_of_data_and_settings_are_private_after_everything_was_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROUNDTABLE_CONFIG_DIR", str(tmp_path / "config"))
    data = tmp_path / "data"
    lab = ("run", "experiment", "--run-id", "tide", "--prompt", "Say hello.", "--cycles", "1")
    ran = call(*lab, "--approve", "all", "--json", data=data)
    assert ran.code == 0, ran
    assert call("config", "servers", "127.0.0.1:9", data=data).code == 0
    assert call("delete", ran.value["session"], data=data).code in (0, 2)
    assert {"sessions", "runs", "runs/tide", "runs/tide/logs"} <= folders_in(data).keys()
    assert {name: oct(m) for name, m in folders_in(data).items() if m != 0o700} == {}
    assert {name: oct(m) for name, m in folders_in(tmp_path / "config").items() if m != 0o700} == {}


def test_folders_that_an_earlier_version_left_open_are_closed_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROUNDTABLE_CONFIG_DIR", str(tmp_path / "config"))
    where = Folders(tmp_path / "data", tmp_path / "config")
    for name in ("data/sessions", "data/runs/tide/logs", "config/teams"):
        (tmp_path / name).mkdir(parents=True)
    (where.data / "window.lock").touch()
    assert call("list", data=where.data).code == 0
    assert set(folders_in(where.data).values()) == {0o700}
    assert set(folders_in(where.config).values()) == {0o700}


def test_a_folder_that_is_not_the_programs_alone_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "sessions").mkdir()
    (tmp_path / "photos").mkdir()
    tmp_path.chmod(0o755)
    tighten(tmp_path, DATA_NAMES)
    assert mode(tmp_path) == 0o755
    assert (mode(tmp_path / "sessions"), mode(tmp_path / "photos")) == (0o700, 0o755)


def test_no_link_is_followed_and_what_is_not_there_is_left_alone(tmp_path: Path) -> None:
    outside, data = tmp_path / "outside", tmp_path / "data"
    outside.mkdir()
    data.mkdir()
    (data / "runs").symlink_to(outside, target_is_directory=True)
    tighten(data, DATA_NAMES)
    tighten(tmp_path / "nowhere", CONFIG_NAMES)
    assert mode(outside) == 0o755
    assert mode(data) == 0o700

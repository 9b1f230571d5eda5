"""Deleting on the command line: to the trash, back out of it, and for good after the days that are set."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from tests.support.commands import call

DAY = 86_400


@pytest.fixture
def session(tmp_path: Path) -> str:
    """Make a finished session."""
    ran = call(
        "run",
        "debate",
        "--question",
        "Why?",
        "--approve",
        "all",
        "--set",
        "max_rounds=1",
        "--json",
        data=tmp_path,
    )
    return str(ran.value["session"])


def listed(data: Path) -> list[str]:
    return [row["session"] for row in call("list", "--json", data=data).value]


def test_a_deleted_session_is_said_where_it_lies_and_can_be_taken_back(tmp_path: Path, session: str) -> None:
    ran = call("delete", session[:12], data=tmp_path)
    kept = tmp_path / "trash" / f"{session}.roundtable"
    assert f"in the trash for 30 days, as {kept}." in ran.out
    assert f"delete {session} --undo" in ran.out
    assert listed(tmp_path) == []
    assert call("delete", session[:12], "--undo", data=tmp_path).out == f"The session {session} is back.\n"
    assert listed(tmp_path) == [session]
    assert call("show", session, data=tmp_path).code == 0


def test_what_has_been_in_the_trash_for_longer_than_is_set_goes_for_good(
    tmp_path: Path, session: str
) -> None:
    assert call("config", "trash", "3", data=tmp_path).code == 0
    told = call("config", "trash", data=tmp_path).out
    assert told == f"trash_days: 3   (standard: 30)\nDeleted sessions lie in {tmp_path / 'trash'}.\n"
    old, kept = tmp_path / "trash" / f"{'0' * 26}.roundtable", tmp_path / "trash" / f"{session}.roundtable"
    assert call("delete", session, "--json", data=tmp_path).value == {
        "session": session,
        "file": str(kept),
        "days": 3,
    }
    # It was looked through this morning.
    for path, days in ((kept, 2.9), (old, 3.1), (tmp_path / "trash" / "looked-at", 0.2)):
        path.touch()
        os.utime(path, (time.time() - days * DAY,) * 2)
    call("run", "debate", "--question", "And?", "--approve", "all", "--set", "max_rounds=1", data=tmp_path)
    newer = listed(tmp_path)[0]
    os.utime(tmp_path / "sessions" / f"{newer}.roundtable", (time.time() - 9 * DAY,) * 2)
    call("delete", newer, data=tmp_path)
    assert kept.exists()
    assert not old.exists()
    # A session that is old itself is as new in the trash as its deleting.
    assert (tmp_path / "trash" / f"{newer}.roundtable").exists()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["config", "trash", "0"], "trash_days cannot be “0”.\n  It takes a whole number from 1 to 3650."),
        (["config", "trash", "soon"], "trash_days cannot be “soon”."),
        (["config", "trash", "9" * 5000], "It takes a whole number from 1 to 3650."),
        (["delete", "nothing"], "There is no session “nothing”."),
        (["delete", "nothing", "--undo"], "There is no session “nothing” in the trash."),
    ],
)
def test_a_slip_is_refused_and_nothing_goes(
    tmp_path: Path, session: str, arguments: list[str], says: str
) -> None:
    ran = call(*arguments, data=tmp_path)
    assert ran.code == 2
    assert says in ran.err
    assert listed(tmp_path) == [session]


def test_a_file_of_settings_that_is_wrong_is_named_and_removes_nothing(tmp_path: Path, session: str) -> None:
    settings = Path(os.environ["ROUNDTABLE_CONFIG_DIR"]) / "settings.toml"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text("trash_days = -1\n", encoding="utf-8")
    ran = call("config", "trash", data=tmp_path)
    assert ran.code == 2
    assert "settings.toml: trash_days cannot be “-1”.\n  It takes a whole number from 1 to 3650." in ran.err
    assert listed(tmp_path) == [session]

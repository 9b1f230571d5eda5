"""Locks of files, with the way of this system and with one that needs no call of it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import filelock
import pytest

from app.store.locks import is_locked, take_lock
from tests.support.commands import ROOT

HOLDS = """
import sys, time
from pathlib import Path
from app.store.locks import take_lock
held = take_lock(Path(sys.argv[1]))
print(held is not None, flush=True)
time.sleep(600)
"""
WAYS = [filelock.FileLock, filelock.SoftFileLock]
"""What this system has, and a file whose being there is the lock: what is left where a system has nothing."""


@pytest.mark.parametrize("way", WAYS)
def test_one_holds_a_lock_and_the_next_has_it_once_it_was_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: type[filelock.BaseFileLock]
) -> None:
    monkeypatch.setattr(filelock, "FileLock", way)
    place = tmp_path / "one.lock"
    first = take_lock(place)
    assert first is not None
    assert take_lock(place) is None
    assert is_locked(place)
    first.release()
    assert not is_locked(place)
    again = take_lock(place)
    assert again is not None
    again.release()


def test_the_lock_of_a_program_that_is_killed_is_free(tmp_path: Path) -> None:
    place = tmp_path / "one.lock"
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDS, str(place)], stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    assert holder.stdout is not None
    try:
        assert holder.stdout.readline() == "True\n"
        assert is_locked(place)
    finally:
        holder.kill()
        holder.wait()
        holder.stdout.close()
    assert not is_locked(place)

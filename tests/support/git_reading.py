"""Reading a project back with the git program: what we wrote must be what any client finds."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

GIT = shutil.which("git")
needs_git = pytest.mark.skipif(
    GIT is None, reason="the git program reads back what was written; it is not here"
)


def git(folder: Path, *words: str) -> str:
    """Run a command of git in a folder, under no configuration but the folder's own; return what it says."""
    assert GIT is not None
    env = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    who = ("-c", "user.name=Somebody", "-c", "user.email=s@example.org", "-c", "core.quotepath=off")
    done = subprocess.run(
        [GIT, *who, *words],
        cwd=folder,
        env=env,
        capture_output=True,
        text=True,
        check=False,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr or done.stdout
    return done.stdout.rstrip("\n")


def assert_sound(folder: Path) -> None:
    """Assert that the repository is whole and that nothing lies about uncommitted."""
    assert git(folder, "status", "--porcelain") == ""
    assert git(folder, "fsck", "--strict") == ""

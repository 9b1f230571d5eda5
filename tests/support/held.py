"""Models that say nothing until they are let, and an agent in a process of its own that asks them."""

from __future__ import annotations

import os
import subprocess
import sys
import threading

import psutil

from app.settings.folders import Folders
from tests.faults.catalogue import by_name
from tests.faults.debating import approve, panel, team_file
from tests.faults.server import Act, Asked, FaultServer
from tests.support.commands import ROOT

CANARY = "sk-canary-7f3a9b51c2"
"""The key of the models' server."""


class Held:
    """Models that say nothing until they are let."""

    def __init__(self) -> None:
        self.go = threading.Event()

    def __call__(self, asked: Asked) -> Act:
        act = by_name(asked)
        act.hold = (0, self.go)
        return act


def held_team(held: FaultServer) -> str:
    """Keep a team of models on this server, approved by the person; return its name."""
    folder = Folders.of_this_machine().config / "teams"
    folder.mkdir(parents=True)
    team_file(panel(held, Ann="good", Ben="good"), folder / "held.toml")
    approve(held)
    return "held"


def agent_apart(team: str) -> subprocess.Popen[str]:
    """Start an agent in a process of its own, which tells the session that it began."""
    return subprocess.Popen(
        [sys.executable, "-m", "tests.e2e.agent_child", team],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        env={**os.environ, "TEST_KEY": CANARY},
        encoding="utf-8",
    )


def server_of(client: int) -> psutil.Process:
    """Return the server that a client has started."""
    # Its runs are the same program with more behind the word; they are apart from it, and are to live.
    family = psutil.Process(client).children(recursive=True)
    return next(process for process in family if process.cmdline()[-1:] == ["mcp"])

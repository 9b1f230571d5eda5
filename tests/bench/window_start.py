"""The real window, from a press on *Start* to the first request at a server; no display.

The form is opened and its question typed; the person takes a while for it, in which the program may get ready
but contact nobody. Run as a program it is that window; it says when the button was pressed.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from app.domain.seats import Seat, Team
from app.settings.folders import CONFIG_VARIABLE, DATA_VARIABLE
from app.settings.providers import Endpoint, ProviderFile, ProviderTable
from app.settings.teams import TeamFiles
from tests.faults.server import FaultServer

TYPING = 4.0
"""Seconds that somebody takes for the shortest form."""
MODEL = "work/good"


async def press(window: Any) -> None:
    """Fill the form in, press its button and say when."""
    window.ask_new("Where should the office go?")
    form = window.session_forms.now
    await asyncio.sleep(TYPING)
    pressed = {"at": time.monotonic(), "wall": time.time()}
    form.main.click()
    sys.stdout.write(json.dumps(pressed) + "\n")
    sys.stdout.flush()


def set_up(config: Path, server: FaultServer) -> None:
    """Write a server of one's own and a team of three with a chair on it, the default one."""
    config.mkdir(parents=True, exist_ok=True)
    endpoint = Endpoint(base_url=f"{server.url}/v1")
    ProviderFile(config, frozenset({"openai"})).write(ProviderTable(endpoints={"work": endpoint}))
    members = tuple(Seat(name=name, model=MODEL) for name in ("Ann", "Bob", "Cy"))
    teams = TeamFiles(config)
    teams.make_default(teams.save(Team(name="work", members=members, chair=Seat(name="Chair", model=MODEL))))


def measure(root: Path, server: FaultServer) -> tuple[float, float]:
    """Return the seconds from the press to the first request, and when it was pressed (since 1970)."""
    set_up(root / "config", server)
    env = {
        **os.environ,
        DATA_VARIABLE: str(root / "data"),
        CONFIG_VARIABLE: str(root / "config"),
        "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring",
        "QT_QPA_PLATFORM": "offscreen",
    }
    server.asked.clear()
    with subprocess.Popen(
        [sys.executable, "-m", "tests.bench.window_start"],
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            pressed: dict[str, float] = json.loads(process.stdout.readline())
            assert not [one for one in server.asked if one.at < pressed["at"]], "a server was asked before"
            while not server.asked:
                time.sleep(0.002)
            return server.asked[0].at - pressed["at"], pressed["wall"]
        finally:
            process.kill()


def main() -> int:
    """Be the window."""
    from app.ui.startup.start import run_lazily  # late: it makes what is painted first

    def make() -> Any:
        from app.bootstrap import build  # late: as the program does it

        return build()

    def watch(window: Any, stage: str) -> None:
        if stage == "usable":
            window.run(press(window))

    return run_lazily(make, watch)


if __name__ == "__main__":
    sys.exit(main())

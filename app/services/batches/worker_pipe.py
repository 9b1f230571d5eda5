"""What an engine runs on a machine of its own: it feeds orders to a process of this program there.

Rules: this is imported where the engine's workers are, without the rest of the program. The process is begun
once for each of the engine's own and takes one order after the other; it ends with whoever feeds it. Plain
values go in and out, for engines send them over the network.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from typing import Any, TypedDict

from app.processes.child import own_program
from app.processes.child_env import environment

SCRATCH, ALIVE = "roundtable-worker-", "alive"
"""How a worker's own data folder is called, and the file in it that is locked while it lives."""


class Share(TypedDict):
    """What is handed to an engine's worker at once."""

    command: list[str]
    """The arguments of the process that does it."""
    config: str
    """The folder of settings and teams, where the worker's machine has it, too."""
    orders: list[dict[str, Any]]


def run_share(share: Share) -> list[dict[str, Any]]:
    """Have the orders of a share obeyed on this machine; return how each ended, in their order."""
    done: list[Future[dict[str, Any]]] = []
    for _ in range(2):
        feeder = _feeder(share)
        done = feeder.feed(share["orders"])
        if not all(one.result().get("idle") for one in done):
            break
        # It had just ended, for nobody had told it anything for a while.
    return [one.result() for one in done]


class _Feeder:
    """One process of this program, with what it was told and has not answered yet."""

    def __init__(self, share: Share) -> None:
        self._scratch = Path(tempfile.mkdtemp(prefix=SCRATCH))
        (self._scratch / ALIVE).touch(mode=0o600)
        found = {**environment(), "ROUNDTABLE_DATA_DIR": str(self._scratch)}
        if Path(share["config"]).is_dir():
            found["ROUNDTABLE_CONFIG_DIR"] = share["config"]
        self._process = subprocess.Popen(
            own_program(*share["command"]),
            env=found,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            # What it has to say besides, the command says: once, not once for each.
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
            # It ends with its input: an interrupt is told to all in another way.
            start_new_session=True,
        )
        self._lock = threading.Lock()
        self._waiting: dict[str, Future[dict[str, Any]]] = {}
        self._problem = ""
        self.over = False
        threading.Thread(target=self._listen, name="worker's words", daemon=True).start()

    def feed(self, orders: Sequence[Mapping[str, Any]]) -> list[Future[dict[str, Any]]]:
        """Tell it what to do; each future gets how that ended."""
        assert self._process.stdin is not None
        found = []
        with self._lock:
            for order in orders:
                there = self._waiting.get(str(order["cell"]))
                if there is not None:
                    # An engine that takes this worker for lost may ask it once more.
                    found.append(there)
                    continue
                future = self._waiting[str(order["cell"])] = Future[dict[str, Any]]()
                found.append(future)
                if self.over:
                    self._give_up(future, str(order["cell"]))
                    continue
                with suppress(OSError, ValueError):
                    # Where it is gone, its reader finds out and says so.
                    self._process.stdin.write(json.dumps(order) + "\n")
                    self._process.stdin.flush()
        return found

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            try:
                value = json.loads(line)
            except ValueError:
                continue
            if isinstance(value, dict) and isinstance(value.get("error"), dict):
                error = value["error"]
                self._problem = f"{error.get('message', '')} {error.get('next', '')}".strip()
            elif isinstance(value, dict):
                with self._lock:
                    future = self._waiting.pop(str(value.get("cell")), None)
                if future is not None:
                    future.set_result(value)
        self._process.wait()
        with self._lock:
            self.over = True
            for cell, future in self._waiting.items():
                self._give_up(future, cell)
            self._waiting.clear()
        self._clear()

    def _give_up(self, future: Future[dict[str, Any]], cell: str) -> None:
        end: dict[str, Any] = {"cell": cell}
        if self._problem:
            end["problem"] = self._problem
        elif self._process.returncode == 0:
            end["idle"] = True
        else:
            end["died"] = True
        future.set_result(end)

    def _clear(self) -> None:
        """Remove what it wrote for itself; the file by which others see that it is dead stays a while."""
        entries: list[Path] = []
        with suppress(FileNotFoundError):
            # A worker that ended well has removed it itself.
            entries = list(self._scratch.iterdir())
        for entry in entries:
            if self._process.returncode and entry.name == ALIVE:
                continue
            with suppress(OSError):
                shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
        with suppress(OSError):
            self._scratch.rmdir()


_lock = threading.Lock()
_feeders: dict[str, _Feeder] = {}
"""Those of this process, by their commands: what an engine calls has no place of its own to keep them."""


def _feeder(share: Share) -> _Feeder:
    name = json.dumps([share["command"], share["config"]])
    with _lock:
        found = _feeders.get(name)
        if found is None or found.over:
            found = _feeders[name] = _Feeder(share)
        return found

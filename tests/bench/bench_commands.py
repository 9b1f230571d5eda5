"""What commands take of the processor, in all their processes, as multiples of `python -c "import httpx"`.

Run: `python packaging/dev.py bench commands`. Medians of fresh processes, the import and ours in turn, after
one of each that writes the bytecode. A debate is counted until its first request arrives: at a server of the
person's own on this machine, or, of a cloud model, at a proxy that stands for the way out. The list is
of a hundred sessions of four workflows: as the last list left them, and once the index knows nothing of one
of each, as where the process that wrote to them was killed.
Limits: a first request 5 ×, the help and the lists 2 ×. Exit 1 where one is missed.
"""

from __future__ import annotations

import os
import resource
import shutil
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from app.settings.folders import CONFIG_VARIABLE, DATA_VARIABLE

STARTS = 5
ROOT = Path(__file__).resolve().parents[2]
ASK_OWN = ("run", "debate", "--question", "Where to?", "--model", "work/some-model", "--approve", "all")
ASK_CLOUD = (*ASK_OWN[:4], "--model", "openai/gpt-4o", "--approve", "all")
ASK_UNSEEN = (*ASK_OWN[:4], "--model", "openai/nobody-knows-it", "--approve", "all")
FOUR = (
    ("run", "debate", "--question", "Where to?", "--approve", "all", "--set", "max_rounds=1"),
    ("run", "research", "{work}/folder", "--brief", "Where do the pilots board?", "--approve", "all"),
    ("run", "draft", "{work}/text", "--approve", "none"),
    (
        "run",
        "experiment",
        "--run-id",
        "bench",
        "--prompt",
        "Look around.",
        "--cycles",
        "1",
        "--approve",
        "all",
    ),
)
WAITS = 3
"""The exit status of a session that waits for a decision."""
SESSIONS = 100
ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"


@dataclass
class Measured:
    """One thing that is measured: how, and what it may take at most, in imports."""

    name: str
    run: Callable[[], float]
    limit: float
    seconds: list[float] = field(default_factory=list)


class Machine:
    """Folders and an environment as an installed program has them."""

    def __init__(self, work: Path) -> None:
        self.work = work
        for name in ("folder", "text", "config"):
            (work / name).mkdir()
        (work / "folder" / "notes.md").write_text(
            "# Pilots\n\nThe pilot boards at the outer buoy.\n", "utf-8"
        )
        self.env = {**os.environ, DATA_VARIABLE: str(work / "data"), CONFIG_VARIABLE: str(work / "config")}
        # An installed program finds its bytecode.
        self.env.pop("PYTHONDONTWRITEBYTECODE", None)
        self.env["PYTHONPYCACHEPREFIX"] = str(work / "bytecode")
        self.env["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"

    def whole(self, *arguments: str) -> float:
        """Run Python to its end; return the seconds of processor that it and what it started took."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=self.env,
            check=False,
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert done.returncode in (0, WAITS), done.stderr
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def command(self, *arguments: str) -> float:
        """Run a command to its end, as `whole`."""
        return self.whole("-m", "app", *arguments)

    def first_request(self, arguments: tuple[str, ...], **env: str) -> float:
        """Run a command until it asks a server on this machine; return the processor's seconds until then."""
        with socket.create_server(("127.0.0.1", 0)) as server:
            server.settimeout(60)
            address = f"http://127.0.0.1:{server.getsockname()[1]}"
            table = f'[endpoints.work]\nbase_url = "{address}/v1"\n'
            (self.work / "config" / "providers.toml").write_text(table, "utf-8")
            found = {name: value.format(address=address) for name, value in env.items()}
            quiet = subprocess.DEVNULL
            with subprocess.Popen(
                [sys.executable, "-m", "app", *arguments],
                cwd=ROOT,
                env={**self.env, **found},
                stdin=quiet,
                stdout=quiet,
                stderr=quiet,
            ) as process:
                try:
                    return _until_asked(server, psutil.Process(process.pid))
                finally:
                    process.kill()


def _until_asked(server: socket.socket, process: psutil.Process) -> float:
    """Return what a process and its children took until one of them asked a model."""
    while True:
        connection, _ = server.accept()
        with connection:
            connection.settimeout(60)
            if connection.recv(8).startswith((b"POST", b"CONNECT")):
                return sum(map(_taken, [process, *process.children(recursive=True)]))
            connection.sendall(b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")


def _taken(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system + times.children_user + times.children_system)


def list_changed(machine: Machine) -> float:
    """List once the index knows nothing of a session of each workflow."""
    with closing(sqlite3.connect(machine.work / "data" / "library.db")) as index, index:
        index.execute(
            "DELETE FROM sessions WHERE session IN "
            "(SELECT min(session) FROM sessions GROUP BY row ->> 'workflow')"
        )
    return machine.command("list")


def fill(machine: Machine) -> None:
    """Run a session of each workflow without a model, and copy them under other names."""
    for arguments in FOUR:
        machine.command(*(word.format(work=machine.work) for word in arguments))
    sessions = sorted((machine.work / "data" / "sessions").glob("*.roundtable"))
    assert len(sessions) == len(FOUR)
    for number in range(SESSIONS - len(FOUR)):
        source = sessions[number % len(FOUR)]
        ending = ALPHABET[number >> 5 & 31] + ALPHABET[number & 31]
        shutil.copyfile(source, source.with_name(f"{source.stem[:-4]}{'zz'}{ending}.roundtable"))


def main() -> int:
    """Measure, print, judge."""
    with tempfile.TemporaryDirectory() as folder:
        machine = Machine(Path(folder))
        bare = Measured("import httpx", lambda: machine.whole("-c", "import httpx"), 1.0)
        key = {"OPENAI_API_KEY": "key-for-tests", "HTTPS_PROXY": "{address}"}
        ours = [
            Measured("a server of one's own, until it is asked", lambda: machine.first_request(ASK_OWN), 5.0),
            Measured(
                "a cloud model, until it is asked", lambda: machine.first_request(ASK_CLOUD, **key), 5.0
            ),
            Measured(
                "a model nobody knows, until it is asked",
                lambda: machine.first_request(ASK_UNSEEN, **key),
                5.0,
            ),
            Measured("--help", lambda: machine.command("--help"), 2.0),
        ]
        measure([bare, *ours])
        shutil.rmtree(machine.work / "data")
        fill(machine)
        lists = [
            Measured(f"list, {SESSIONS} sessions", lambda: machine.command("list"), 2.0),
            Measured("list, one of each workflow changed", lambda: list_changed(machine), 2.0),
        ]
        measure([bare, *lists])
    base = statistics.median(bare.seconds)
    sys.stdout.write(f"{bare.name}: {base:.3f} s of the processor\n")
    missed = False
    for one in (*ours, *lists):
        seconds = statistics.median(one.seconds)
        missed |= seconds > one.limit * base
        sys.stdout.write(f"{one.name}: {seconds / base:.2f} × (limit {one.limit:g}), {seconds:.3f} s\n")
    return 1 if missed else 0


def measure(every: list[Measured]) -> None:
    """Measure each in turn; the first time of each does not count."""
    for one in every:
        one.run()
    for _ in range(STARTS):
        for one in every:
            one.seconds.append(one.run())


if __name__ == "__main__":
    raise SystemExit(main())

"""Commands as a person types them: in a process of their own, or, where there are many, in this one."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from app.bootstrap import build
from app.cli.main import main
from app.engine.plugin import WorkflowPlugin
from app.services.core import Core
from tests.support.nursery import LIFE, Command, Nursery
from tests.support.waiting import AMPLE

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "resources" / "samples"


@dataclass(frozen=True)
class Ran:
    """How a command ended and what it printed."""

    code: int
    out: str
    err: str

    @property
    def value(self) -> Any:
        """The JSON value on the last line of standard output."""
        return json.loads(self.out.splitlines()[-1])

    @property
    def error(self) -> dict[str, str]:
        """The error that was reported as JSON."""
        found: dict[str, str] = self.value["error"]
        return found


def environment(data: Path | None = None) -> dict[str, str]:
    """Return the environment of a child, with a data folder of its own where one is named."""
    return {**os.environ, **({"ROUNDTABLE_DATA_DIR": str(data)} if data else {})}


def born(
    *arguments: object,
    data: Path | None = None,
    given: str = "",
    life: str = LIFE,
    nursery: Nursery | None = None,
) -> Ran:
    """Run a command in a process of its own, that need not read the program anew; `given`: what it reads."""
    with ExitStack() as opened:
        into, out, err = (opened.enter_context(tempfile.TemporaryFile()) for _ in range(3))
        into.write(given.encode())
        into.seek(0)
        streams = {"stdin": into.fileno(), "stdout": out.fileno(), "stderr": err.fileno()}
        line = list(map(str, arguments))
        code = Command(line, environment(data), life, nursery, **streams).wait()
        for file in (out, err):
            file.seek(0)
        return Ran(code, out.read().decode(), err.read().decode())


def spawn(
    *arguments: object,
    data: Path | None = None,
    program: Sequence[str] = ("-m", "app"),
    seconds: float = AMPLE,
    **variables: str,
) -> Ran:
    """Run a command in a process that is started for it, for so long at most; `program`: what Python runs."""
    done = subprocess.run(
        [sys.executable, *program, *map(str, arguments)],
        cwd=ROOT,
        env={**environment(data), **variables},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=seconds,
        check=False,
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def begun(
    *arguments: object,
    data: Path | None = None,
    program: Sequence[str] = ("-m", "app"),
    errors: int = subprocess.PIPE,
    apart: bool = False,
    **variables: str,
) -> subprocess.Popen[str]:
    """Begin a command as `spawn` does; `errors`: where it tells them; `apart`: in a group of its own."""
    return subprocess.Popen(
        [sys.executable, *program, *map(str, arguments)],
        cwd=ROOT,
        env={**environment(data), **variables},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=errors,
        encoding="utf-8",
        start_new_session=apart,
    )


def call(
    *arguments: object,
    data: Path | None = None,
    make: Callable[[], Core] = lambda: build(council_step=0.0),
    makers: Mapping[str, Callable[[], WorkflowPlugin]] | None = None,
) -> Ran:
    """Run a command in this process; what it would call a mistake of the program fails the test."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), patch.dict(os.environ, environment(data)):
        code = main([str(argument) for argument in arguments], make, makers)
    assert '"kind": "bug"' not in out.getvalue(), out.getvalue()
    assert "The program made a mistake" not in err.getvalue(), err.getvalue()
    return Ran(code, out.getvalue(), err.getvalue())


def debate(*options: str, question: str = "Must we move the office to the river?") -> str:
    """Run a small debate in this process; return its id."""
    ran = call("run", "debate", "--question", question, "--approve", "all", "--json", *options)
    session: str = ran.value["session"]
    return session

"""The promises of the program and the tests that hold them: a table of what was tried and what held.

`python -m tests.promises [--nightly] [NUMBER…]` runs the tests of all promises, or of those that are named,
and prints a line for each: how many cases were tried, how many held, and what each goes through. Exit 1 where
one did not hold or was not tried.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import tomllib
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from tests.support.commands import ROOT


class Promise(BaseModel):
    """A promise by its number in reliability.md, and the tests that hold it, as pytest names them."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    number: int
    says: str
    tests: tuple[str, ...]
    tries: str = ""
    """What one run goes through, where that is more than the tests themselves."""


class Held(BaseModel):
    """How many cases of a promise were tried, how many of them held and how many this system left out."""

    tried: int
    held: int
    left_out: int


def promises() -> Sequence[Promise]:
    """Return all promises."""
    found = tomllib.loads((ROOT / "tests" / "promises.toml").read_text(encoding="utf-8"))
    return [Promise(**one) for one in found["promise"]]


def tried(promise: Promise, options: Sequence[str]) -> Held:
    """Run a promise's tests; `options`: of pytest."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [sys.executable, "-m", "pytest", "-q", f"--junitxml={report}", *options, *promise.tests]
        subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
        cases = list(ET.parse(report).getroot().iter("testcase")) if report.exists() else []
    left_out = sum(case.find("skipped") is not None for case in cases)
    broken = sum(case.find("failure") is not None or case.find("error") is not None for case in cases)
    return Held(tried=len(cases) - left_out, held=len(cases) - left_out - broken, left_out=left_out)


def line(promise: Promise, found: Held) -> str:
    """Return a promise with what was tried of it, in a line."""
    left_out = f", {found.left_out} left out here" if found.left_out else ""
    more = f" ({promise.tries})" if promise.tries else ""
    return f"{promise.number:>2}  {found.held:>5} of {found.tried:<5} {promise.says}{left_out}{more}"


def main(words: Sequence[str]) -> int:
    """Try the promises and print the table; return 1 where one did not hold."""
    numbers = {int(word) for word in words if word.isdecimal()}
    options = [word for word in words if not word.isdecimal()]
    broken = 0
    for promise in promises():
        if not numbers or promise.number in numbers:
            found = tried(promise, options)
            broken += not found.tried or found.held < found.tried
            sys.stdout.write(line(promise, found) + "\n")
            sys.stdout.flush()
    return 1 if broken else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

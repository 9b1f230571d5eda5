"""Servers of others, each a process of its own for as long as it is entered, and what they were asked."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.faults.speaking import Dialect
from tests.support.commands import ROOT
from tests.support.waiting import AMPLE

PATHS: dict[Dialect, str] = {"openai": "/v1", "anthropic": "", "gemini": "/v1beta", "ollama": ""}
MODELS: dict[Dialect, str] = {
    "openai": "gpt-4o-mini",
    "anthropic": "claude-sonnet-4-5",
    "gemini": "gemini-2.5-flash",
    "ollama": "tiny",
}
"""A model of each dialect, by its name in the field."""


class Aimock:
    """aimock at an address, with its chaos and its journal."""

    def __init__(self, url: str) -> None:
        self.url = url

    def base(self, dialect: Dialect) -> str:
        """Return the `base_url` for a dialect."""
        return self.url + PATHS[dialect]

    def chaos(self, **rates: float) -> None:
        """Fail from now on at these rates, by aimock's names for them."""
        self._control("POST", "chaos", rates)

    def reset(self) -> None:
        """Forget what was asked, and fail no more."""
        self._control("DELETE", "chaos")
        self._control("POST", "reset/journal")

    @property
    def asked(self) -> list[dict[str, Any]]:
        """Return aimock's own record of every request for an answer."""
        found: list[dict[str, Any]] = self._control("GET", "journal").json()
        return [entry for entry in found if entry["method"] == "POST"]

    def _control(self, method: str, what: str, body: object = None) -> httpx.Response:
        with httpx.Client(trust_env=False, timeout=AMPLE) as client:
            return client.request(method, f"{self.url}/__aimock/{what}", json=body).raise_for_status()


@contextmanager
def running_aimock(installed: Path) -> Iterator[Aimock]:
    """Run aimock with the members of a panel behind it."""
    script = ROOT / "tests" / "thirdparty" / "members.mjs"
    command = ["node", str(script), str(installed)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        assert url, "aimock did not start: see above"
        yield Aimock(url)
        process.stdin.close()
        process.wait(AMPLE)

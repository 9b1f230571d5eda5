"""Servers of others, each a process of its own for as long as it is entered, and what they were asked."""

from __future__ import annotations

import json
import os
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.faults.speaking import Dialect
from tests.support.commands import ROOT
from tests.support.waiting import AMPLE, LONG, wait_until

PATHS: dict[Dialect, str] = {"openai": "/v1", "anthropic": "", "gemini": "/v1beta", "ollama": ""}
MODELS: dict[Dialect, str] = {
    "openai": "gpt-4o-mini",
    "anthropic": "claude-sonnet-4-5",
    "gemini": "gemini-2.5-flash",
    "ollama": "tiny",
}
"""A model of each dialect, by its name in the field."""


KEY = "sk-the-key-of-tests-for-servers-on-this-machine-alone"


class Served:
    """A server at an address."""

    def __init__(self, url: str) -> None:
        self.url = url

    def base(self, dialect: Dialect) -> str:
        """Return the `base_url` for a dialect."""
        return self.url + PATHS[dialect]


class Aimock(Served):
    """aimock, with its chaos and its journal."""

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


@contextmanager
def running_small_model(python: Path, log: Path, at_once: int = 1) -> Iterator[Served]:
    """Run llama.cpp's server with a small model; it answers so many calls at once."""
    command = [str(python), str(ROOT / "tests" / "thirdparty" / "small_model.py"), str(at_once)]
    with (
        log.open("wb") as out,
        subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=out, text=True
        ) as process,
    ):
        assert process.stdin is not None
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        assert url, log.read_text(errors="replace")[-2000:]
        yield Served(url)
        process.stdin.close()
        process.wait(AMPLE)


class Proxy(Served):
    """LiteLLM's proxy, which speaks for the models behind it."""

    def __init__(self, url: str, log: Path) -> None:
        super().__init__(url)
        self._log = log

    @property
    def log_text(self) -> str:
        """Its log so far."""
        return self._log.read_text(encoding="utf-8", errors="replace")

    @property
    def asked(self) -> int:
        """How many requests for an answer it has written into its log."""
        return self.log_text.count('"POST /')


@contextmanager
def running_proxy(installed: Path, behind: Served, folder: Path) -> Iterator[Proxy]:
    """Run LiteLLM's proxy with a model of each dialect behind it, told to ask each once."""
    models = [
        {
            "model_name": model,
            "litellm_params": {
                "model": f"{'ollama_chat' if dialect == 'ollama' else dialect}/{model}",
                "api_base": behind.base(dialect),
                "api_key": KEY,
            },
        }
        for dialect, model in MODELS.items()
    ]
    once = {"num_retries": 0, "disable_cooldowns": True}
    settings = {"num_retries": 0, "telemetry": False}
    config, log = folder / "config.yaml", folder / "log"
    # JSON is YAML, too.
    config.write_text(
        json.dumps({"model_list": models, "router_settings": once, "litellm_settings": settings})
    )
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    command = [str(installed), "--config", str(config), "--host", "127.0.0.1", "--port", port]
    known = {**os.environ, "LITELLM_MASTER_KEY": KEY, "LITELLM_LOCAL_MODEL_COST_MAP": "True"}
    with (
        log.open("wb") as out,
        subprocess.Popen(command, stdout=out, stderr=out, cwd=folder, env=known) as process,
    ):
        running = Proxy(f"http://127.0.0.1:{port}", log)
        try:
            wait_until(lambda: "Uvicorn running" in running.log_text or process.poll() is not None, LONG)
            assert process.poll() is None, running.log_text[-2000:]
            yield running
        finally:
            process.terminate()
            process.wait(AMPLE)

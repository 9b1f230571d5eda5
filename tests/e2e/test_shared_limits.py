"""A batch through LiteLLM's proxy, before two providers that limit: it waits, ends, and no request is lost.

Nightly. The proxy is a real one, of the same version as the library, in an environment of its own: the
program holds nothing of it. It is what many workers share, so that a limit is one for all of them.
"""

from __future__ import annotations

import csv
import json
import os
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from importlib.metadata import version
from pathlib import Path

import pytest

from app.domain.seats import Seat, Team
from app.settings.folders import Folders
from app.settings.providers import Endpoint, ProviderFile, ProviderTable
from app.store.layout import connect_to_read
from tests.faults.debating import team_file
from tests.faults.panel import answer
from tests.faults.server import Act, Asked, FaultServer
from tests.faults.speaking import Said, error_body, events
from tests.support.commands import ROOT, environment
from tests.support.waiting import LONG, wait_until

pytestmark = [pytest.mark.nightly, pytest.mark.loopback, pytest.mark.timeout(3600)]

SESSIONS, WORKERS = 12, 2
PER_SECOND = 3
"""Requests that each provider takes in a second."""
KEY = "sk-of-this-proxy-alone-and-of-nobody-else"


class Limited:
    """A provider that refuses what is too much for it, and notes what it was asked and what it answered."""

    def __init__(self) -> None:
        self.answered: Counter[str] = Counter()
        """By what was said to the model, which differs from call to call."""
        self.refused: Counter[str] = Counter()
        self._begun: deque[float] = deque()
        self._lock = threading.Lock()

    def __call__(self, asked: Asked) -> Act:
        """Answer one request."""
        said, now = json.dumps(asked.json["messages"]), time.monotonic()
        with self._lock:
            while self._begun and self._begun[0] < now - 1:
                self._begun.popleft()
            if len(self._begun) >= PER_SECOND:
                self.refused[said] += 1
                body = error_body("openai", 429, "rate_limit_error", "Too many requests in this second.")
                return Act([body], 429, {"content-type": "application/json", "retry-after": "1"})
            self._begun.append(now)
            self.answered[said] += 1
        # What a model says must not hang on how the proxy passes its prompt on.
        prompt = asked.json["messages"][-1]["content"]
        text = prompt if isinstance(prompt, str) else "".join(part["text"] for part in prompt)
        return Act(events("openai", Said(answer(text))))


@pytest.fixture(scope="module")
def proxy_program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """LiteLLM's proxy, installed where nothing of this program is."""
    folder = tmp_path_factory.mktemp("proxy") / "env"
    uv = [sys.executable, "-m", "uv"]
    wanted = f"litellm[proxy]=={version('litellm')}"
    made = subprocess.run([*uv, "venv", "-q", "--python", sys.executable, str(folder)], check=False)
    place = folder / ("Scripts" if sys.platform == "win32" else "bin")
    command = [*uv, "pip", "install", "-q", "--python", str(place / "python"), wanted]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    if made.returncode or done.returncode:
        why = (done.stderr.strip().splitlines() or ["uv could not make an environment"])[-1]
        pytest.skip(f"{wanted} cannot be installed here, which needs a package index: {why}")
    return place / "litellm"


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@contextmanager
def proxy_before(program: Path, servers: list[FaultServer], folder: Path) -> Iterator[str]:
    """Run the proxy as the README tells it, and yield its address."""
    config = folder / "proxy.json"
    # YAML takes JSON for what it is.
    models = [
        {
            "model_name": "council",
            "litellm_params": {"model": f"openai/m{n}", "api_base": server.base("openai"), "api_key": "none"},
        }
        for n, server in enumerate(servers)
    ]
    routing = {"num_retries": 2, "retry_after": 1, "cooldown_time": 1}
    general = {"master_key": "os.environ/PROXY_KEY"}
    config.write_text(
        json.dumps({"model_list": models, "router_settings": routing, "general_settings": general})
    )
    port = free_port()
    env = {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "PROXY_KEY": KEY,
        # No prices are fetched from anywhere.
        "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    }
    command = [str(program), "--config", str(config), "--host", "127.0.0.1", "--port", str(port)]
    with (folder / "proxy.log").open("w") as log:
        process = subprocess.Popen(command, cwd=folder, env=env, stdout=log, stderr=log)
        try:
            wait_until(lambda: process.poll() is not None or lives(port), seconds=LONG)
            assert process.poll() is None, (folder / "proxy.log").read_text()
            yield f"http://127.0.0.1:{port}/v1"
        finally:
            process.kill()
            process.wait()


def lives(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/health/liveliness", timeout=5) as response:
            return bool(response.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def told(data: Path, what: str) -> list[dict[str, object]]:
    """Return what all sessions' records of a type say, those that are short."""
    found = []
    for path in (data / "sessions").glob("*.roundtable"):
        with closing(connect_to_read(path)) as db:
            rows = db.execute("SELECT body FROM records WHERE type = ?", (what,)).fetchall()
            found += [json.loads(body) for (body,) in rows]
    return found


def test_a_batch_behind_a_proxy_waits_for_its_limits_and_loses_nothing(
    proxy_program: Path, tmp_path: Path
) -> None:
    providers = [Limited(), Limited()]
    folders = Folders(tmp_path / "data", tmp_path / "config")
    table = tmp_path / "questions.csv"
    with table.open("w", newline="", encoding="utf-8") as stream:
        rows = [[f"q{number}", f"Is plan number {number} better than none?"] for number in range(SESSIONS)]
        csv.writer(stream).writerows([["id", "question"], *rows])
    seats = tuple(Seat(name=name, model="shared/council") for name in ("Ada", "Blaise"))
    team = team_file(
        Team(members=seats, chair=Seat(name="Chair", model="shared/council")), tmp_path / "t.toml"
    )
    with ExitStack() as stack:
        servers = [stack.enter_context(FaultServer(provider)) for provider in providers]
        address = stack.enter_context(proxy_before(proxy_program, servers, tmp_path))
        # A server on this machine is given two calls at once unasked: no limit would be met.
        end = Endpoint(base_url=address, api_key_env="PROXY_KEY", at_once=32)
        ProviderFile(folders.config, frozenset()).write(ProviderTable(endpoints={"shared": end}))
        ran = subprocess.run(
            [
                *(sys.executable, "-m", "app", "batch", "run", str(table), "--out", str(tmp_path / "out")),
                *("--team", str(team), "--approve", "all", "--json", "--set", "max_rounds=1"),
                *("--jobs", str(SESSIONS // WORKERS), "--workers", str(WORKERS)),
                *("--set", "interactive_clarifications=false"),
                # Twelve sessions at six calls a second: three tries more would not always do.
                *("--set", "retries=8"),
            ],
            cwd=ROOT,
            env={
                **environment(folders.data),
                "ROUNDTABLE_CONFIG_DIR": str(folders.config),
                "PROXY_KEY": KEY,
            },
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=LONG * 4,
            check=False,
        )
    log = (tmp_path / "proxy.log").read_text()
    assert ran.returncode == 0, f"{ran.stdout}\n{ran.stderr}\n{log[-4000:]}"
    assert json.loads(ran.stdout.splitlines()[-1])["states"] == {"finished": SESSIONS}
    answered = providers[0].answered + providers[1].answered
    refused = providers[0].refused + providers[1].refused
    assert min(provider.answered.total() for provider in providers) > 0, "both were asked"
    assert refused.total() > 0, "the limit was met"
    assert set(refused) <= set(answered), "whatever was refused was answered in the end"
    assert answered.most_common(1)[0][1] == 1, "nothing was answered, and paid, twice"
    assert len(told(folders.data, "call_completed")) == answered.total()
    assert {body["kind"] for body in told(folders.data, "call_failed")} <= {"rate_limit"}
    print(f"{answered.total()} answered, {refused.total()} refused on the way")

"""Whole debates at the command line among members whose providers are odd: nothing else suffers from one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from app.domain.seats import Seat, Team
from app.gateway.host_client import HostClient
from tests.faults.asking import PROVIDER
from tests.faults.debating import approve, failures, of, team_file
from tests.faults.oddities import ODDITIES
from tests.faults.server import Act, FaultServer
from tests.faults.speaking import DIALECTS, Dialect
from tests.faults.test_app_killed import read
from tests.support.commands import call
from tests.support.one_host import build_over

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.loopback,
    pytest.mark.timeout(1800),
]
QUIET = [
    option
    for value in ("interactive_clarifications=false", "max_rounds=1", "retries=0")
    for option in ("--set", value)
]


@pytest.mark.parametrize("dialect", DIALECTS)
def test_odd_members_are_heard_or_left_out_by_name_and_the_debate_is_finished(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    server: FaultServer,
    host_client: HostClient,
    dialect: Dialect,
) -> None:
    monkeypatch.setenv("TEST_KEY", "key-for-tests")
    approve(server)

    def seat(name: str, model: str) -> Seat:
        connection: dict[str, Any] = {
            "base_url": server.base(dialect),
            "api_key_env": "TEST_KEY",
            "price_in": 1.0,
            "price_out": 2.0,
        }
        return Seat(name=name, model=f"{PROVIDER[dialect]}/{model}", **connection)

    # A server on this machine is asked for its models before anything begins.
    known = [{"name": f"{name}:latest", "model": f"{name}:latest"} for name in ("good", *ODDITIES)]
    listing = Act(
        [json.dumps({"models": known}).encode()], 200, {"content-type": "application/json"}, "length"
    )
    server.lists = lambda _: listing
    here = [name for name, fault in ODDITIES.items() if dialect in fault.dialects]
    for first in range(0, len(here), 6):
        names = here[first : first + 6]
        odd = {f"M{number}": name for number, name in enumerate(names)}
        members = tuple(seat(name, model) for name, model in {"Ann": "good", "Bob": "good", **odd}.items())
        file = team_file(Team(members=members, chair=seat("Chair", "good")), tmp_path / f"{names[0]}.toml")
        ran = call(
            *(
                "run",
                "debate",
                "--question",
                "Where to?",
                "--team",
                file,
                *QUIET,
                "--approve",
                "all",
                "--json",
            ),
            make=lambda: build_over(host_client),
        )
        assert "Traceback" not in ran.err
        assert "error" not in ran.value, ran.error
        assert (ran.code, ran.value["state"]) == (0, "finished"), ran
        records = read(ran.value["session"])
        failed = failures(records)
        heard = {body["seat"]: body.get("cut", "") for body in of(records, "text_proposed")}
        for name, model in odd.items():
            kind, partial = ODDITIES[model].kind, ODDITIES[model].partial
            assert {k for s, k in failed if s == name} == ({kind} if kind else set()), model
            # What arrived of an answer that broke off is taken, and marked.
            assert (name in heard) == (kind is None or partial), model
            assert bool(heard.get(name)) == partial, model
        assert {"Ann", "Bob"} <= heard.keys()
        assert len(server.asked) == len(of(records, "call_asked")), "a request that nobody planned"
        server.asked.clear()

"""Gates that a workflow describes, at the command line: listed, answered with and without data, told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from app.bootstrap import build
from app.services.core import Core
from app.settings.folders import Folders
from app.settings.teams import TeamFiles
from app.workflows.registry import SHIPPED, Makers
from tests.support.commands import Ran, call
from tests.support.kitchen import TEAM, KitchenPlugin

MAKERS: Makers = {**SHIPPED, "kitchen": KitchenPlugin}


def make() -> Core:
    """Return the program with the kitchen among its workflows."""
    return build(council_step=0.0, makers=MAKERS)


def run(*arguments: object) -> Ran:
    return call(*arguments, make=make, makers=MAKERS)


@pytest.fixture
def session() -> str:
    """A kitchen that has just begun, one of whose cooks says nothing."""
    TeamFiles(Folders.of_this_machine().config).save(TEAM)
    ran = run("run", "kitchen", "--team", "kitchen", "--set", "occasion=A picnic", "--json")
    assert ran.code == 3, ran
    return str(ran.value["session"])


class AtTerminal:
    """A person who lists the open gate and answers it by the command that is shown."""

    def __init__(self, session: str) -> None:
        self.session = session

    def gate(self, kind: str) -> str:
        """Return the id of the open gate, which is of this kind."""
        value = run("show", self.session, "--json").value
        assert value["gate"]["kind"] == kind
        return str(value["gate"]["id"])

    def answer(self, kind: str, verb: str, data: dict[str, Any] | None = None) -> Ran:
        """Answer the gate of this kind, as the list of gates says it is done."""
        gate = self.gate(kind)
        listing = run("gates", self.session).out
        assert f"answer {self.session} {gate} --verb {verb}" in listing
        given = () if data is None else ("--data", json.dumps(data))
        return run("answer", self.session, gate, "--verb", verb, *given)


def test_every_gate_of_a_described_workflow_is_listed_and_answered_by_the_command_that_is_shown(
    session: str, tmp_path: Path
) -> None:
    at = AtTerminal(session)
    listing = run("gates", session).out
    assert "The cooks have questions" in listing
    assert "fish: May there be fish?" in listing
    assert "Answer (recommended)" in listing

    refused = run("answer", session, at.gate("wishes"), "--verb", "tell", "--data", '{"answer": {}}')
    assert refused.code == 2
    assert "answer" in refused.err
    fish = {"fish": {"status": "answered", "option": "Yes", "note": "Only trout, please."}}
    assert at.answer("wishes", "tell", {"answers": fish}).code == 3
    assert at.answer("context", "summary").code == 3
    assert at.answer("budget", "raise", {"limit": None}).code == 3
    # One cook says nothing; that waits for the person, too, where nobody answers gates.
    assert at.answer("failure", "fallback", {"replace": {"Cid": None}}).code == 3
    # Words that may be left out are given once, and left out once.
    assert at.answer("tasting", "serve", {"hint": "More lemon.", "for_good": True}).code == 3
    gate = at.gate("pantry")
    # A verb whose data are needed is shown with some that fit.
    assert f"answer {session} {gate} --verb lay --data '{{\"guests\": 4}}'" in run("gates", session).out
    refused = run("answer", session, gate, "--verb", "lay", "--data", '{"guests": 0}')
    assert refused.code == 2
    assert "guests" in refused.err
    assert at.answer("pantry", "lay", {"guests": 6}).code == 3
    assert at.answer("pantry", "cooks", {"replace": {"Cid": "offline/plain"}}).code == 3
    assert at.answer("pantry", "spend", {"limit": 2}).code == 3
    assert at.answer("pantry", "on").code == 3
    at.answer("tasting", "again", {"feedback": "Less salt, more pepper, please."})
    at.answer("context", "reflections")
    at.answer("tasting", "close")
    resting = at.answer("leftovers", "keep", {"items": {"dish:Ann": "throw"}})
    assert "◇ Ready when you are, course 2" in resting.out
    ended = at.answer("resting", "eat")
    assert ended.code == 0
    assert "after 2 courses: everything was eaten" in ended.out

    for format, passage in (("md", "Less salt, more pepper, please."), ("json", "table_laid")):
        file = tmp_path / f"menu.{format}"
        assert run("export", session, "--format", format, "-o", file).code == 0
        assert passage in file.read_text(encoding="utf-8")
    taken_in = run("import", tmp_path / "menu.json", "--as-copy", "--json")
    assert run("show", taken_in.value["session"], "--json").value["summary"] == {"courses": 2, "guests": 6}

"""Quick check, debate, attack: asked for at a terminal, in a batch's column and by an agent."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path
from typing import Any

from app.domain.ids import SessionId
from app.services.core import Core
from tests.support.agents import QUESTION, at_the_door, begun, refused, settled
from tests.support.batch_tables import batch
from tests.support.commands import call

GIVEN = "Open on Sundays, mornings only: the rent is paid anyway."
ASK = ("run", "debate", "--question", QUESTION, "--team", "offline")
FINISHED = ("--approve", "all", "--json")


def asked(session: str, data: Path | None = None) -> Counter[str]:
    """Return for what the members of a session were asked, and how often."""
    log = call("log", session, "--json", data=data).value
    return Counter(one["body"]["purpose"] for one in log if one["type"] == "call_asked")


def test_a_quick_check_asks_two_a_debate_all_and_an_attack_writes_no_answer(tmp_path: Path) -> None:
    given = tmp_path / "given.md"
    given.write_text(GIVEN, encoding="utf-8")
    quick = call(*ASK, "--profile", "quick", *FINISHED).value
    assert asked(quick["session"])["proposal"] == 2
    whole = call(*ASK, "--profile", "debate", *FINISHED).value
    assert asked(whole["session"])["proposal"] == 3
    assert asked(whole["session"])["critique"] > 0
    assert 2 * asked(quick["session"]).total() < asked(whole["session"]).total()
    attacked = call(*ASK, "--profile", "attack", "--guest", given, *FINISHED).value
    assert asked(attacked["session"])["proposal"] == 0
    assert asked(attacked["session"])["critique"] == 3
    assert attacked["termination_reason"] == "attacked"
    stated = json.loads(call("export", attacked["session"], "--format", "json", "-o", "-").out)
    assert GIVEN in json.dumps(stated["final_answer"])


def test_an_attack_on_nothing_is_refused_and_so_is_a_profile_that_there_is_not() -> None:
    nothing = call(*ASK, "--profile", "attack", *FINISHED)
    assert nothing.code == 2
    assert "answer" in nothing.error["message"]
    unknown = call(*ASK, "--profile", "thorough", *FINISHED)
    assert unknown.code == 2
    assert "thorough" in unknown.error["message"] + unknown.error["next"]


def test_each_row_of_a_batch_goes_as_its_column_says(tmp_path: Path) -> None:
    rows, data = tmp_path / "rows.csv", tmp_path / "data"
    with rows.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream)
        writer.writerow(["id", "question", "profile"])
        writer.writerows([["a", "Open on Sundays?", "quick"], ["b", "Open on Mondays?", "debate"]])
    told: dict[str, Any] = call(*batch(rows, tmp_path / "out"), data=data).value
    found = {one["id"]: asked(one["session"], data)["proposal"] for one in told["sessions"]}
    assert found == {"a": 2, "b": 3}


async def _asked(core: Core, session: SessionId) -> Counter[str]:
    records = await core.sessions.records(session)
    return Counter(str(one.body()["purpose"]) for one in records if one.type == "call_asked")


async def test_an_agent_begins_a_quick_check_and_an_attack_on_an_answer(core: Core) -> None:
    def start(**fields: object) -> dict[str, Any]:
        return {"workflow": "debate", "fields": {"question": QUESTION, **fields}, "cost_limit": 1.0}

    async with at_the_door(core) as scout:
        quick = (await begun(scout, **start(profile="quick")))["session"]
        assert (await settled(scout, quick))["state"] == "waiting"
        guests = [{"name": "mine", "text": GIVEN}]
        attack = (await begun(scout, **start(profile="attack", guests=guests)))["session"]
        assert (await settled(scout, attack))["state"] == "waiting"
        error = await refused(scout, "start", **start(profile="thorough"))
        assert "thorough" in json.dumps(error) or "profile" in json.dumps(error)
        purposes = [await _asked(core, SessionId(session)) for session in (quick, attack)]
    assert purposes[0]["proposal"] == 2
    assert (purposes[1]["proposal"], purposes[1]["critique"]) == (0, 3)

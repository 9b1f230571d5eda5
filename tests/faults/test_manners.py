"""Whole debates with members that answer in the manners of real models, over HTTP in the four dialects."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.domain.fact_base import Fact
from app.domain.seats import Seat, Team
from app.gateway.hosted import HostedGateway
from app.projections.steps import Steps
from app.services.unattended import AnswerPlan
from app.store.clock import SystemClock
from tests.faults.debating import SETUP, of
from tests.faults.panel import answer
from tests.faults.server import Act, Asked, FaultServer
from tests.faults.speaking import DIALECTS, Dialect, Said, events
from tests.support.desk import desk

pytestmark = pytest.mark.loopback
RAW_JSON = re.compile(r"""[{\[]\s*["'][^"'\n]{1,40}["']\s*:|<\|\w+\|>|</?think|\[TOOL_CALLS\]""")
MANNERS: dict[str, Callable[[str], str]] = {
    "polite": lambda reply: f"Sure! Here is the JSON:\n\n{reply}\n\nHope that helps!",
    "fenced": lambda reply: f"```json5\n{reply}\n```",
    "thinking": lambda reply: f'<think>\nPerhaps {{"text": "no"}}?\n</think>\n\n{reply}',
    "closing": lambda reply: f"Let me see what they want.\n</think>\n\n{reply}",
    "channels": lambda reply: (
        f"<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>{reply}"
    ),
    "called": lambda reply: f'<tool_call>\n{{"name": "reply", "arguments": {reply}}}\n</tool_call>',
    "python": lambda reply: "[TOOL_CALLS][" + repr({"name": "reply", "arguments": json.loads(reply)}) + "]",
    "packed": lambda reply: json.dumps({"name": "reply", "parameters": reply}),
    "wrapped": lambda reply: json.dumps({"status": "ok", "response": json.loads(reply)}),
    "listed": lambda reply: f"[{reply}]",
    "slipping": lambda reply: reply[:-1] + ", // that is all\n}",
    "broken lines": lambda reply: reply.replace("\\n", "\n"),
}
"""How a member dresses a sound reply; each is read into its fields."""
UNREADABLE: dict[str, Callable[[str], str]] = {
    "link": lambda reply: (
        "[As I said](https://example.org), I would move to the river, for the rent is lower."
    ),
    "half": lambda reply: reply[: max(12, len(reply) // 8)],
    "other": lambda reply: '{"mood": {"good": true}, "steps": [1, 2]}',
}
"""Replies without readable fields, again and again: none of them may end a debate."""


def dressed(asked: Asked) -> Act:
    """Answer as the model's name says, structured replies alone."""
    manner = asked.model.replace("-", " ")
    reply = answer(asked.prompt)
    if reply.startswith("{"):
        reply = {**MANNERS, **UNREADABLE}[manner](reply)
    return Act(events(asked.dialect, Said(reply)))


def table_of(server: FaultServer, dialect: Dialect, chair: str, members: list[str]) -> Team:
    """Return a team whose models are named after their manners."""
    connection: dict[str, Any] = {"base_url": server.base(dialect), "api_key_env": "TEST_KEY"}

    def seat(name: str, manner: str) -> Seat:
        return Seat(name=name, model=f"{dialect}/{manner.replace(' ', '-')}", **connection)

    seats = tuple(seat(f"M{number}", manner) for number, manner in enumerate(members, 1))
    return Team(members=seats, chair=seat("Chair", chair))


def read_by_a_person(records: Any) -> list[str]:
    """Return every text of a journal that a person reads."""
    found: list[str] = []
    for kind in ("text_proposed", "critique_filed", "critique_answered", "refinement_noted", "result_stated"):
        for body in of(records, kind):
            found += [text for text in body.values() if isinstance(text, str)]
            found += [
                t for value in body.values() if isinstance(value, list) for t in value if isinstance(t, str)
            ]
    return found


@pytest.mark.parametrize("dialect", DIALECTS)
async def test_a_debate_of_members_with_manners_is_read_whole(
    tmp_path: Path, gateway: HostedGateway, server: FaultServer, dialect: Dialect
) -> None:
    at = DIALECTS.index(dialect)
    chair, *members = list(MANNERS)[3 * at : 3 * at + 3]
    server.script = dressed
    async with desk(tmp_path, gateway=gateway, clock=SystemClock()) as table:
        team = table_of(server, dialect, chair, [*members, chair])
        session = await table.sessions.create(
            "debate", {**SETUP, "gate_policy": "never_ask", "judge_all": True}, team
        )
        assert await table.run(session) == "finished"
        records = await table.sessions.records(session)
    assert not [body for body in of(records, "gate_opened") if body["kind"] == "failure"]
    assert len(of(records, "answers_ranked")) == len(team.members), "every critique was read"
    assert not [body for body in of(records, "critique_filed") if body["unstructured"]]
    assert {body["answer"] for body in of(records, "critique_answered")} == {"fixed"}
    assert {b["value"] for b in of(records, "criterion_measured") if b["name"] == "agreement"} == {60}
    (stated,) = of(records, "result_stated")
    assert stated["structured"]
    assert stated["answer"].startswith("Move to the river")
    assert [body["purpose"] for body in of(records, "call_asked") if "reask" in body["part"]] == []
    assert of(records, "reply_mended"), "what was done to read them is recorded"
    assert [text for text in read_by_a_person(records) if RAW_JSON.search(text)] == []


@pytest.mark.parametrize(
    ("dialect", "manner"), [("openai", "link"), ("anthropic", "half"), ("ollama", "other")]
)
async def test_manners_that_nothing_can_read_end_no_debate_and_show_no_json(
    tmp_path: Path, gateway: HostedGateway, server: FaultServer, dialect: Dialect, manner: str
) -> None:
    server.script = dressed
    async with desk(tmp_path, gateway=gateway, clock=SystemClock()) as table:
        team = table_of(server, dialect, manner, [manner, manner])
        session = await table.sessions.create("debate", dict(SETUP), team)
        assert await table.drive(session, AnswerPlan(approve="all", on_failure="stop")) == "finished"
        records = await table.sessions.records(session)
        catalogue = (await table.sessions.fold(session)).catalogue
    folded = Steps()
    for record in records:
        fact = catalogue.decode(record)
        folded.apply(record, fact if isinstance(fact, Fact) else None)
    steps = folded.at(1, 1)
    assert not [body for body in of(records, "gate_opened") if body["kind"] == "failure"]
    assert [body for body in of(records, "call_asked") if "reask" in body["part"]]
    for node in ("proposal", "critique", "refinement"):
        # Who was asked once more for a reply of another form is one member still.
        asked = steps[node].asked
        assert (len(asked), len({seat for _, seat, _ in asked})) == (2, 2), node
        assert steps[node].done == asked, node
    (stated,) = of(records, "result_stated")
    assert stated["answer"].strip()
    assert [text for text in read_by_a_person(records) if RAW_JSON.search(text)] == []


async def test_a_critique_that_breaks_off_is_read_as_far_as_it_goes(
    tmp_path: Path, gateway: HostedGateway, server: FaultServer
) -> None:
    def script(asked: Asked) -> Act:
        reply = answer(asked.prompt)
        whole = events("openai", Said(reply, pieces=12))
        breaks = asked.model == "breaks" and '"ranking"' in asked.prompt
        return Act(whole[:-4] if breaks else whole)

    server.script = script
    async with desk(tmp_path, gateway=gateway, clock=SystemClock()) as table:
        team = table_of(server, "openai", "sound", ["breaks", "sound"])
        session = await table.sessions.create("debate", dict(SETUP), team)
        assert await table.drive(session, AnswerPlan(approve="all", on_failure="stop")) == "finished"
        records = await table.sessions.records(session)
    assert [body["message"] for body in of(records, "call_failed")] == [
        "The answer broke off before its end."
    ]
    filed = of(records, "critique_filed")
    assert {body["critic"] for body in filed} == {"M1", "M2"}
    assert not [body for body in filed if body["unstructured"]]

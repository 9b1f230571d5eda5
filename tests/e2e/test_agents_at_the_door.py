"""What agents may do, and what they may not: the protocol's own client beside the server, in one process."""

from __future__ import annotations

import asyncio
import io
import json
from pathlib import Path
from typing import Any

import pytest

from app.bootstrap import build
from app.cli.agents.api import AgentApi, Terms
from app.cli.agents.messages import LONGEST_LINE, BoundedLines
from app.cli.agents.shapes import NoMoney, StartArguments
from app.domain.canonical import JsonValue
from app.domain.command_facts import AgentPermissionChanged
from app.domain.fact_base import agent_called
from app.domain.facts import GateOpened
from app.domain.ids import SessionId
from app.domain.tool_gate import TOOL_VERBS
from app.services.core import Core
from app.services.drive import drive
from app.services.unattended import AnswerPlan
from app.settings.folders import Folders
from app.store.clock import SystemClock
from tests.support.agents import (
    QUESTION,
    SCOUT,
    answered,
    at_a_gate,
    at_the_door,
    begun,
    decided,
    refused,
    settled,
    told,
)
from tests.support.commands import call
from tests.support.waiting import AMPLE, until

START: dict[str, Any] = {"workflow": "debate", "fields": {"question": QUESTION}, "cost_limit": 1.0}


async def _types(core: Core, session: Any) -> list[str]:
    return [record.type for record in await core.sessions.records(session)]


_TOOL_CALL: dict[str, JsonValue] = {
    "key": "agent tool 1",
    "seat": "agent",
    "part": "1",
    "purpose": "tool",
    "server": "files",
    "tool": "read_file",
    "where": "npx files",
    "definition": "0",
    "arguments": {"path": "/etc/passwd"},
    "grant": "0",
    "verbs": [*TOOL_VERBS],
}


@pytest.mark.nightly
async def test_the_sessions_of_all_agents_share_the_sum_of_a_day_over_all_connections(core: Core) -> None:
    terms, whole = Terms(2.0), {**START, "cost_limit": 2.0}
    async with at_the_door(core, terms=terms) as scout:
        described = {tool.name: str(tool.description) for tool in (await scout.list_tools()).tools}["start"]
        assert "all sessions of agents together at most 2 in 24 hours" in described
        first = (await begun(scout, **whole))["session"]
        error = await refused(scout, "start", **START)
        assert "$2.00 together in 24 hours here; $2.00 are spent, or held by sessions" in error["message"]
        await settled(scout, first)
    async with at_the_door(core, "rival", terms=terms) as rival:
        assert "$2.00 are spent" in (await refused(rival, "start", **START))["message"]
    async with at_the_door(core, "rival", terms=Terms(2.0, day_limit=3.0)) as rival:
        await settled(rival, (await begun(rival, **START))["session"])
        assert "$3.00 are spent" in (await refused(rival, "start", **START))["message"]
    session = SessionId(first)
    assert await drive(core.sessions, core.review, session, AnswerPlan(approve="all")) == "finished"
    async with at_the_door(core, terms=terms) as scout:
        assert (await begun(scout, **START))["state"], "what is over counts with what it came to"


async def test_starts_at_once_over_several_connections_keep_to_the_sum(core: Core) -> None:
    apis = [AgentApi(core, Terms(2.0)) for _ in range(2)]
    given, scout = StartArguments.model_validate(START), agent_called(SCOUT)
    starts = [api.start(scout, given) for api in apis for _ in range(3)]
    ends = await asyncio.gather(*starts, return_exceptions=True)
    for api in apis:
        await api.runs.all_over(AMPLE)
        api.runs.close()
    assert [type(end) for end in ends].count(NoMoney) == 4
    assert len(await core.parts.store.ids()) == 2


@pytest.mark.nightly
async def test_a_session_left_alone_for_a_day_holds_nothing_until_an_agent_goes_on_with_it(
    core: Core, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = SystemClock.now
    with monkeypatch.context() as a_day_ago:
        a_day_ago.setattr(SystemClock, "now", lambda clock: now(clock) - 25 * 3600 * 10**6)
        session, gate = await at_a_gate(core, cost_limit=1.5)
        await core.review.tell(session, AgentPermissionChanged(agent=SCOUT, allowed=True))
    async with at_the_door(core, terms=Terms(2.0)) as scout:
        await settled(scout, (await begun(scout, **START))["session"])
        error = await refused(scout, "answer", session=session, gate=gate, verb="approve")
        assert "--day-limit" in error["next"]
    async with at_the_door(core, terms=Terms(2.0, day_limit=4.0)) as scout:
        await decided(scout, session, gate, "approve")


async def _experiment_at(core: Core, gate: GateOpened) -> SessionId:
    """Begin a session as an agent would, and have it wait at a gate that nothing in it would open."""
    values = {"question": QUESTION, "cost_limit": 1.0}
    team = core.teams.load("offline")
    session = await core.sessions.create("debate", values, team, actor=agent_called(SCOUT))
    async with core.sessions.opened(session) as live:
        await live.writer.append(gate)
    return session


async def _refused_here(core: Core, session: SessionId, *verbs: str) -> None:
    before = await _types(core, session)
    async with at_the_door(core) as scout:
        seen = await told(scout, "gates", session=session)
        assert not seen["you_may_answer"]
        assert "the person" in seen["next"]
        gate = seen["gates"][0]["id"]
        for verb in verbs:
            error = await refused(scout, "answer", session=session, gate=gate, verb=verb)
            assert error["kind"] == "not_allowed"
            assert "Only a person" in error["message"]
    assert await _types(core, session) == before


async def test_an_agent_decides_nothing_unless_the_person_allowed_it(core: Core) -> None:
    session, gate = await at_a_gate(core)
    before = await _types(core, session)
    async with at_the_door(core) as scout:
        seen = await told(scout, "gates", session=session)
        assert not seen["you_may_answer"]
        error = await refused(scout, "answer", session=session, gate=gate, verb="approve")
        assert error["kind"] == "not_allowed"
        assert f"roundtable allow {session}" in error["next"]
    assert await _types(core, session) == before, "a refused answer leaves no trace"


async def test_what_an_allowed_agent_decides_stands_under_its_name(core: Core) -> None:
    session, gate = await at_a_gate(core)
    await core.review.tell(session, AgentPermissionChanged(agent=SCOUT, allowed=True))
    async with at_the_door(core) as scout:
        data = {"guidance": "Name the cost.", "critiques": {}}
        await told(scout, "answer", session=session, gate=gate, verb="finish", data=data, note="Enough.")
    records = await core.sessions.records(session)
    mine = {r.type for r in records if r.body().get("actor") == {"kind": "agent", "name": SCOUT}}
    assert mine == {"session_created", "guidance_given", "gate_answered"}
    answer = next(r.body() for r in records if r.type == "gate_answered" and r.body()["gate"] == gate)
    assert (answer["by"], answer["note"]) == ("agent", "Enough.")
    report = (await core.exporting.content(session, "md")).decode()
    assert f"by the agent {SCOUT}" in report
    assert f"Begun by the agent {SCOUT}" in report
    assert "by the person" not in report, "the person decided nothing here"


async def test_a_permission_is_one_agents_and_can_be_taken_back(core: Core) -> None:
    session, gate = await at_a_gate(core)
    await core.review.tell(session, AgentPermissionChanged(agent=SCOUT, allowed=True))
    every = Terms(5.0, every_session=True)
    async with at_the_door(core, "rival", every) as rival:
        seen = await told(rival, "status", session=session)
        assert (seen["state"], seen["begun_by"], seen["you_may_answer"]) == ("waiting", SCOUT, False)
        error = await refused(rival, "answer", session=session, gate=gate, verb="approve")
        assert error["kind"] == "not_allowed"
    await core.review.tell(session, AgentPermissionChanged(agent=SCOUT, allowed=False))
    async with at_the_door(core) as scout:
        assert (await refused(scout, "answer", session=session, gate=gate, verb="approve"))["kind"] == (
            "not_allowed"
        )


async def test_an_agent_sees_no_session_of_others(core: Core) -> None:
    session, gate = await at_a_gate(core)
    async with at_the_door(core, "rival") as rival:
        assert (await told(rival, "list"))["sessions"] == []
        for tool, more in (("status", {}), ("gates", {}), ("result", {}), ("answer", {"gate": gate})):
            verb = {"verb": "approve"} if tool == "answer" else {}
            assert (await refused(rival, tool, session=session, **more, **verb))["kind"] == "not_found"
    async with at_the_door(core) as scout:
        row = (await told(scout, "list", state="waiting"))["sessions"][0]
        assert (row["session"], row["gate"], row["begun_by"]) == (session, "approval", SCOUT)


def test_the_command_line_lets_an_agent_decide_and_takes_it_back() -> None:
    async def begin() -> str:
        core = build(council_step=0.0)
        session, _ = await at_a_gate(core)
        await core.close()
        return session

    session = asyncio.run(begin())
    assert call("allow", session, "--json").value == {"session": session, "agent": SCOUT, "allowed": True}
    assert "scout may decide" in call("allow", session).out, "said again, it is so already"
    assert call("list", "--json").value[0]["begun_by"] == SCOUT
    assert call("allow", session, "--take-back", "--json").value["allowed"] is False
    log = call("log", session).out
    assert f"By the agent {SCOUT}: Session begun" in log
    assert "scout may decide here" in log
    assert "scout may no longer decide here" in log


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"cost_limit": None}, "cost_limit"),
        ({"cost_limit": 0}, "cost_limit"),
        ({"cost_limit": -1.0}, "cost_limit"),
        ({"cost_limit": True}, "cost_limit"),
        ({"cost_limit": "1"}, "cost_limit"),
        ({"cost_limit": 5.01}, "$5.00"),
        ({"workflow": "draft"}, "draft"),
        ({"workflow": "../../etc"}, "etc"),
        ({"fields": {}}, "question"),
        ({"fields": {"question": QUESTION, "gate_policy": "never_ask"}}, "gate_policy"),
        ({"fields": {"question": QUESTION, "cost_limit": 100}}, "cost_limit"),
        ({"fields": {"question": QUESTION, "context": ["/etc/passwd"]}}, "context"),
        ({"fields": {"question": "x" * 600_000}}, "500,000"),
        ({"fields": [QUESTION]}, "fields"),
        ({"team": "../../etc/team.toml"}, "team"),
        ({"team": "/etc/passwd"}, "team"),
        ({"team": "\x1b]0;x\x07"}, "team"),
        ({"surprise": 1}, "surprise"),
    ],
)
async def test_a_start_that_does_not_fit_begins_nothing(
    core: Core, change: dict[str, Any], word: str
) -> None:
    arguments = {name: value for name, value in {**START, **change}.items() if value is not None}
    async with at_the_door(core) as scout:
        error = await refused(scout, "start", **arguments)
    assert word in error["message"] + error["next"]
    assert "\x1b" not in json.dumps(error, ensure_ascii=False)
    assert await core.parts.store.ids() == []


async def test_an_agent_begins_nothing_that_would_cost_an_unknown_price(core: Core, tmp_path: Path) -> None:
    folder = tmp_path / "config" / "teams"
    folder.mkdir(parents=True)
    odd = '[[member]]\nname = "A"\nmodel = "openai/made-up-model-9"\n'
    (folder / "odd.toml").write_text(f'name = "Odd"\n{odd}{odd.replace("A", "B")}', encoding="utf-8")
    other = build(Folders(tmp_path / "data", tmp_path / "config"), council_step=0.0)
    try:
        async with at_the_door(other) as scout:
            error = await refused(scout, "start", **START, team="odd")
    finally:
        await other.close()
    assert error["next"], "it says what the person can do"
    assert await other.parts.store.ids() == []


@pytest.mark.parametrize(
    "session", ["", "x" * 100_000, "../../../etc/passwd", "01" + "z" * 24, "\x00", "\x1b[2J", "ＡＢ", "a/b"]
)
async def test_no_id_leads_anywhere_but_to_a_session(core: Core, session: str) -> None:
    async with at_the_door(core) as scout:
        for tool in ("status", "gates", "result"):
            error = await refused(scout, tool, session=session)
            assert len(json.dumps(error)) < 1000
            assert not set("\x00\x1b") & set(error["message"])


async def test_a_hostile_client_is_answered_in_words_and_loses_nothing(core: Core) -> None:
    session, gate = await at_a_gate(core)
    await core.review.tell(session, AgentPermissionChanged(agent=SCOUT, allowed=True))
    before = await _types(core, session)
    deep: Any = "end"
    for _ in range(60):
        deep = {"critiques": deep}
    wrong: list[tuple[str, dict[str, Any]]] = [
        ("answer", {"session": session, "gate": gate, "verb": "destroy"}),
        ("answer", {"session": session, "gate": "g999999", "verb": "approve"}),
        ("answer", {"session": session, "gate": gate, "verb": "approve", "data": {"texts": {"Nobody": 3}}}),
        ("answer", {"session": session, "gate": gate, "verb": "approve", "data": deep}),
        ("answer", {"session": session, "gate": gate, "verb": "approve", "data": {"by": "person"}}),
        ("answer", {"session": session, "gate": gate, "verb": "approve", "note": "x" * 5000}),
        ("answer", {"session": session, "gate": gate, "verb": "approve", "actor": "person"}),
        ("answer", {"session": session, "gate": gate, "verb": "approve", "data": {"g": "x" * 600_000}}),
        ("result", {"session": session, "offset": -1}),
        ("result", {"session": session, "limit": 10**9}),
        ("result", {"session": session, "part": "/etc/passwd"}),
        ("list", {"state": "; DROP TABLE sessions"}),
        ("list", {"limit": 2**70}),
        ("status", {"session": {"$ref": "#"}}),
        ("status", {}),
        ("delete", {"session": session}),
        ("__init__", {}),
    ]
    async with at_the_door(core) as scout:
        for tool, arguments in wrong:
            await refused(scout, tool, **arguments)
        assert (await told(scout, "status", session=session))["state"] == "waiting"
    assert await _types(core, session) == before


async def test_texts_come_in_pages_that_make_the_whole(core: Core) -> None:
    session, _ = await at_a_gate(core, question=f"{QUESTION} \x1b[31mRed\x07 \u202egnol")
    async with at_the_door(core) as scout:
        whole, offset = "", 0
        while True:
            page = await told(scout, "result", session=session, part="report", offset=offset, limit=500)
            assert len(page["text"]) <= 500
            whole += page["text"]
            if page["next_offset"] is None:
                break
            offset = page["next_offset"]
        assert len(whole) == page["total_characters"]
        early = await told(scout, "result", session=session)
        gates = await told(scout, "gates", session=session)
    assert "library open on Sundays" in whole
    assert not set("\x1b\x07\u202e") & set(whole + json.dumps(gates, ensure_ascii=False))
    assert (early["text"], "no answer yet" in early["next"]) == ("", True)


async def test_names_that_the_person_does_not_see_are_not_told_to_an_agent(core: Core) -> None:
    session, _ = await at_a_gate(core, hide_names=True)
    async with at_the_door(core) as scout:
        told_all = [
            await told(scout, "status", session=session),
            await told(scout, "gates", session=session),
            await told(scout, "result", session=session, part="report"),
        ]
    for name in ("Ada", "Bram", "Cleo", "offline/analyst"):
        assert name not in json.dumps(told_all), name


async def test_a_client_of_before_is_served_as_well_and_reads_what_each_tool_takes(core: Core) -> None:
    async with at_the_door(core, mode="legacy") as scout:
        tools = {tool.name: tool for tool in (await scout.list_tools()).tools}
    assert set(tools) == {"start", "status", "result", "list", "gates", "answer"}
    assert "cost_limit" in tools["start"].input_schema["required"]
    assert "question (string; required)" in str(tools["start"].description)
    assert "gate_policy" not in str(tools["start"].description)
    assert all(len(str(tool.description)) > 60 and tool.output_schema for tool in tools.values())


def _read_by(*messages: bytes) -> list[str]:
    lines = BoundedLines(io.BytesIO(b"\n".join([*messages, b""])))
    return list(iter(lines.readline, ""))


def test_a_line_without_end_is_passed_over_and_the_next_one_is_read() -> None:
    long, sound, broken = b"a" * (3 * LONGEST_LINE + 7), b'{"jsonrpc": "2.0", "method": "b"}', b"c\xff"
    assert _read_by(long, sound, broken) == ["long\n", f"{sound.decode()}\n", "json\n"]


@pytest.mark.parametrize("place", ["{id}, {params}", "{params}, {id}"])
@pytest.mark.parametrize(
    ("params", "why"),
    [
        ('"x": "' + "x" * LONGEST_LINE + '"', "longer than 4 MB"),
        ('"x": [' + "[]," * 400_000 + "1]", "more than 300,000 values"),
        ('"x": ' + "[" * 100_000 + "]" * 100_000, "nested more than 100 deep"),
        ('"x": ' + "[" * 150 + "]" * 150, "nested more than 100 deep"),
        ('"x": ' + "9" * 5_000, "more than 1,000 digits"),
        ('"x": nothing', "it is no JSON"),
        (
            '"jsonrpc": "2.0", "method": "tools/list", "params": []',
            "no message of JSON-RPC 2.0 with named params",
        ),
        ('"method": "tools/list"', "no message of JSON-RPC 2.0 with named params"),
    ],
    ids=["long", "large", "deep", "rather deep", "digits", "no JSON", "list of params", "no version"],
)
async def test_what_cannot_be_read_is_answered_in_words_under_its_id(
    core: Core, place: str, params: str, why: str
) -> None:
    message = "{" + place.format(id='"id": 7', params=params) + "}"
    (line,) = _read_by(message.encode())
    call = json.loads(line)
    assert call["id"] == 7
    async with at_the_door(core) as scout:
        error = await refused(scout, call["params"]["name"], **call["params"]["arguments"])
    assert why in error["message"]
    assert error["next"]


def test_half_a_character_is_mended_and_what_is_sound_stays_as_it_is() -> None:
    call = '{{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {{{}}}}}'
    whole = call.format('"q": "\\ud83d\\ude00 caf\\u00e9", "s": "\\\\ud800"')
    half = call.format('"q": "Why \\ud83d?", "\\udfff": 1')
    first, second = _read_by(whole.encode(), half.encode())
    assert json.loads(first) == json.loads(whole)
    assert json.loads(second)["params"] == {"q": "Why \ufffd?", "\ufffd": 1}


def test_without_the_package_it_says_in_a_sentence_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    ran = call("mcp")
    assert ran.code == 2
    assert "mcp" in ran.err
    assert "pip install" in ran.err
    assert "Traceback" not in ran.err


async def test_every_call_comes_back_while_models_take_an_hour(core: Core) -> None:
    values = {"question": QUESTION, "cost_limit": 1.0, "interactive_clarifications": False}
    session = await core.sessions.create(
        "debate", values, core.teams.load("offline"), actor=agent_called(SCOUT)
    )
    slow = build(council_step=3600.0)
    try:
        live = await slow.sessions.attach(session)
        await slow.sessions.start(session)
        await until(lambda: len(live.fold.calls.by_asked) == 3)
        async with at_the_door(core) as scout:
            found = await answered(scout, "status", session=session)
            assert found["state"] == "running"
            assert not (await answered(scout, "gates", session=session))["gates"]
            assert (await answered(scout, "result", session=session, part="report"))["text"]
            assert [row["state"] for row in (await answered(scout, "list"))["sessions"]] == ["running"]
            refusal = await refused(scout, "answer", session=session, gate="g1", verb="approve")
            assert refusal["kind"]
            again = await answered(scout, "status", session=session)
            assert (again["state"], again["at_work"]) == ("running", found["at_work"]), "nobody has answered"
        await slow.sessions.stop(session)
        await slow.sessions.wait(session)
    finally:
        await slow.close()


async def test_no_agent_says_which_tools_run_allowed_or_not(core: Core) -> None:
    session = await _experiment_at(
        core, GateOpened(kind="tool", payload={"items": [_TOOL_CALL]}, verbs=TOOL_VERBS, primary="allow_once")
    )
    await core.review.tell(session, AgentPermissionChanged(agent=SCOUT, allowed=True))
    await _refused_here(core, session, *TOOL_VERBS)


async def test_no_agent_has_a_tool_called_once_more(core: Core) -> None:
    verbs: list[JsonValue] = ["ask_again", "drop"]
    item: dict[str, JsonValue] = {**_TOOL_CALL, "asked": 1, "cost": None, "partial": "", "verbs": verbs}
    session = await _experiment_at(
        core,
        GateOpened(
            kind="uncertain", payload={"items": [item]}, verbs=("ask_again", "drop"), primary="ask_again"
        ),
    )
    await core.review.tell(session, AgentPermissionChanged(agent=SCOUT, allowed=True))
    await _refused_here(core, session, "ask_again", "drop")


async def test_a_session_from_elsewhere_lets_no_agent_decide_until_the_person_does_so_here(
    core: Core, tmp_path: Path
) -> None:
    session, gate = await at_a_gate(core)
    await core.review.tell(session, AgentPermissionChanged(agent=SCOUT, allowed=True))
    file = tmp_path / "session.json"
    await core.exporting.export(session, "json", file)
    assert (await core.exporting.look_into(file)).known == "same"
    assert await core.exporting.import_file(file) == session, "it is here, as it was exported"
    there = build(Folders(tmp_path / "there", tmp_path / "config"), council_step=0.0)
    try:
        for _ in range(2):
            # The same file again is nothing to do, though more stands in the session now.
            assert await there.exporting.import_file(file) == session
        assert (await there.exporting.look_into(file)).known == "same"
        (row,) = await there.library.rows()
        assert (row.begun_by, row.agents) == (SCOUT, ())
        async with at_the_door(there) as scout:
            error = await refused(scout, "answer", session=session, gate=gate, verb="approve")
            assert error["kind"] == "not_allowed"
        await there.review.tell(session, AgentPermissionChanged(agent=SCOUT, allowed=True))
        async with at_the_door(there) as scout:
            assert (await told(scout, "gates", session=session))["you_may_answer"]
    finally:
        await there.close()


async def test_no_way_of_taking_a_session_along_takes_the_permission_along(
    core: Core, tmp_path: Path
) -> None:
    session, gate = await at_a_gate(core)
    await core.review.tell(session, AgentPermissionChanged(agent=SCOUT, allowed=True))
    await core.review.answer(session, gate, "approve", {})
    assert await drive(core.sessions, core.review, session, AnswerPlan(approve="none")) == "waiting"
    file, forged, backup = (tmp_path / name for name in ("session.json", "forged.json", "all.zip"))
    await core.exporting.export(session, "json", file)
    await core.backups.write(backup)
    text = file.read_text(encoding="utf-8")
    assert text.count('"allowed":true') == 1
    forged.write_text(text.replace('"allowed":true', '"allowed":1'), encoding="utf-8")
    copied = await core.exporting.import_file(file, as_copy=True)
    forked = await core.sessions.fork(session, len(await core.sessions.records(session)))
    assert "agent_permission_changed" in await _types(core, forked), "it stands in what was copied"
    rows = {row.session: row.agents for row in await core.library.rows()}
    assert rows == {session: (SCOUT,), copied: (), forked: ()}
    for name, file_there in (("restored", None), ("forged", forged)):
        there = build(Folders(tmp_path / name, tmp_path / f"{name} config"), council_step=0.0)
        try:
            if file_there is None:
                for taken in ([session], []):
                    restored = await there.backups.restore(backup)
                    assert restored.taken == taken
                    assert not restored.differing, "what was taken is known as the same when it comes again"
            else:
                await there.exporting.import_file(file_there)
            assert [row.agents for row in await there.library.rows()] == [()]
        finally:
            await there.close()

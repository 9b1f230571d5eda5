"""The council as a model: what usual clients send and read, over the real server."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from app.bootstrap import build
from app.cli.agents.api import AgentApi, Terms
from app.cli.agents.running import Runs
from app.cli.council.sessions import KEPT_HOURS, CouncilSessions, read_request
from app.domain.ids import SessionId
from app.domain.seats import Seat, Team
from app.services.core import Core
from app.services.drive import drive
from app.services.unattended import AnswerPlan
from app.settings.folders import Folders
from app.settings.teams import OFFLINE
from app.settings.templates import TEMPLATES, SessionTemplate
from app.workflows.registry import SHIPPED
from tests.support.commands import call
from tests.support.examples import sampled
from tests.support.serving import MODEL, QUESTION, left, question, served
from tests.support.toy import ToyPlugin, ToySetup
from tests.support.waiting import AMPLE, until

if TYPE_CHECKING:
    import openai

pytestmark = pytest.mark.loopback

# What an editor and a chat window send, with all they send besides.
EDITOR: dict[str, Any] = {
    "messages": [
        {"role": "system", "content": "You are an expert who answers briefly."},
        {"role": "user", "content": [{"type": "text", "text": QUESTION}]},
    ],
    "model": MODEL,
    "max_tokens": 4096,
    "temperature": 0.1,
    "stop": ["\nUser:"],
    "stream": True,
    "tools": [{"type": "function", "function": {"name": "read_file", "parameters": {"type": "object"}}}],
    "parallel_tool_calls": False,
}
CHAT: dict[str, Any] = {
    "stream": True,
    "model": MODEL,
    "messages": [
        {"role": "user", "content": "What does the library cost?"},
        {"role": "assistant", "content": "10 000 a year.", "tool_calls": None},
        {"role": "user", "content": QUESTION},
    ],
    "stream_options": {"include_usage": True},
    "user": "me",
    "n": 1,
    "presence_penalty": 0,
    "logit_bias": {},
}


# What further clients send: a chat window in a browser, an editor's chat with files, a program for pairs.
WINDOW: dict[str, Any] = {
    "stream": True,
    "model": MODEL,
    "messages": [
        {"role": "system", "content": "Answer in the language of the person."},
        {"role": "user", "content": [{"type": "text", "text": QUESTION}]},
    ],
    "max_completion_tokens": 2048,
    "function_calling": "native",
    "features": {"web_search": False},
    "metadata": {"chat_id": "c1"},
    "tool_ids": None,
    "response_format": {"type": "text"},
    "stream_options": {"include_usage": True},
}
FILES: dict[str, Any] = {
    "model": MODEL,
    "stream": False,
    "max_tokens": 4096,
    "messages": [
        {"role": "system", "content": "<important_rules>Answer briefly.</important_rules>"},
        {
            "role": "user",
            "content": [
                {"type": "text", "text": "```costs.md\n10 000\n```"},
                {"type": "text", "text": QUESTION},
            ],
        },
    ],
    "tools": [{"type": "function", "function": {"name": "edit_file", "parameters": {"type": "object"}}}],
    "tool_choice": "auto",
    "reasoning_effort": "medium",
}
PAIR: dict[str, Any] = {
    "model": MODEL,
    "temperature": 0,
    "stream": True,
    "messages": [
        {
            "role": "system",
            "content": [{"type": "text", "text": "Be terse.", "cache_control": {"type": "ephemeral"}}],
        },
        {"role": "user", "content": QUESTION},
        {"role": "system", "content": "Remember: be terse."},
    ],
}
REFUSALS: dict[str, tuple[dict[str, Any], str]] = {
    "several answers": ({"n": 3}, "n: a council gives one answer"),
    "a tool that must be called": ({"tool_choice": "required"}, "calls none of your tools"),
    "this tool": ({"tool_choice": {"type": "function", "function": {"name": "f"}}}, "none of your tools"),
    "this function": ({"function_call": {"name": "f"}}, "none of your functions"),
    "JSON": ({"response_format": {"type": "json_object"}}, "a council answers in text"),
    "a form": ({"response_format": {"type": "json_schema", "json_schema": {}}}, "a council answers in text"),
    "a sound": ({"modalities": ["text", "audio"]}, "a council answers in text"),
    "no room": ({"max_tokens": 16}, "needs room for 256 tokens"),
    "less than none": ({"max_completion_tokens": 0}, "a number of tokens from 1 on"),
    "a picture": (
        {"messages": [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "data:"}}]}]},
        "only text is read",
    ),
    "the end of a tool": (
        {"messages": [{"role": "user", "content": QUESTION}, {"role": "tool", "content": "12"}]},
        "the last one is the question",
    ),
}


@contextmanager
def serving(*options: str) -> Iterator[tuple[subprocess.Popen[bytes], dict[str, Any]]]:
    """Start the real command in the folders of this test; yield it and what it says a client needs."""
    argv = [sys.executable, "-P", "-m", "app", "serve", "--port", "0", "--json", *options]
    with subprocess.Popen(argv, stdout=subprocess.PIPE, env={**os.environ, **TOKEN}) as process:
        assert process.stdout is not None
        try:
            yield process, json.loads(process.stdout.readline())
        finally:
            process.kill()


TOKEN = {"ROUNDTABLE_SERVE_TOKEN": "rt-of-this-test"}


def _client(told: dict[str, Any]) -> openai.OpenAI:
    # Late: it takes a tenth of the time in which all tests are found, in each process that looks for them.
    import openai

    return openai.OpenAI(base_url=told["address"], api_key=told["token"], timeout=AMPLE, max_retries=0)


def _named(answer: Any) -> str:
    return str(answer.model_extra["roundtable"]["session"])


@pytest.mark.nightly
async def test_the_package_of_openai_asks_again_what_a_killed_server_left_and_nothing_is_asked_twice(
    core: Core,
) -> None:
    import openai

    messages: Any = [{"role": "user", "content": QUESTION}]
    with serving() as (process, told), _client(told) as client:
        names = [model.id for model in client.models.list()]
        assert {"debate", MODEL} <= {*told["models"]} <= {*names}
        assert client.models.retrieve(MODEL).id == MODEL
        asking = asyncio.create_task(
            asyncio.to_thread(client.chat.completions.create, model=MODEL, messages=messages)
        )
        await until(lambda: [*(core.where.data / "sessions").glob("*.roundtable")])
        process.kill()
        assert isinstance(
            (await asyncio.gather(asking, return_exceptions=True))[0], openai.APIConnectionError
        )
    with serving() as (process, told), _client(told) as client:
        first = await asyncio.to_thread(client.chat.completions.create, model=MODEL, messages=messages)
        answer = first.choices[0].message.content or ""
        assert first.choices[0].finish_reason == "stop"
        assert _named(first) in answer
        assert first.usage is not None
        assert first.usage.total_tokens == first.usage.prompt_tokens + first.usage.completion_tokens > 0
        options: Any = {"stream": True, "stream_options": {"include_usage": True}}
        pieces = list(client.chat.completions.create(model=MODEL, messages=messages, **options))
        assert "".join(p.choices[0].delta.content or "" for p in pieces if p.choices) == answer
        assert pieces[-1].usage == first.usage
        with pytest.raises(openai.AuthenticationError):
            _client({**told, "token": "other"}).models.list()
        process.send_signal(signal.SIGINT)
        assert process.wait(AMPLE) == 0
    assert await core.parts.store.ids() == [_named(first)], "what was asked before is not asked again"
    records = await core.sessions.records(SessionId(_named(first)))
    assert records[0].body()["actor"] == {"kind": "agent", "name": "roundtable serve"}
    asked = [(record.entry, record.body()) for record in records if record.type == "call_asked"]
    calls = [(entry, body["purpose"], body["seat"], body.get("part")) for entry, body in asked]
    assert len(calls) == len({*calls})


LITELLM = """
import json, os, sys
os.environ.update(LITELLM_LOCAL_MODEL_COST_MAP="True", LITELLM_MODE="PRODUCTION")
import litellm
told, model, question = json.loads(sys.argv[1]), *sys.argv[2:]
messages = [{"role": "user", "content": question}]
asked = {"model": "openai/" + model, "api_base": told["address"], "api_key": told["token"], "max_retries": 0}
whole = litellm.completion(messages=messages, **asked)
chunks = litellm.completion(messages=messages, stream=True, **asked)
streamed = "".join(chunk.choices[0].delta.content or "" for chunk in chunks)
print(json.dumps([whole.choices[0].message.content, streamed, whole.usage.total_tokens]))
"""


@pytest.mark.nightly
async def test_litellm_asks_it_as_a_server_of_openais_form_streamed_and_not(core: Core) -> None:
    with serving() as (_, told):
        argv = [sys.executable, "-c", LITELLM, json.dumps(told), MODEL, QUESTION]
        asked = await asyncio.to_thread(subprocess.run, argv, capture_output=True, text=True, check=False)
    assert asked.returncode == 0, asked.stderr
    whole, streamed, tokens = json.loads(asked.stdout.splitlines()[-1])
    (session,) = await core.parts.store.ids()
    assert str(session) in whole
    assert (streamed, tokens > 0) == (whole, True)


def test_a_port_that_another_program_has_is_told_with_the_way_out() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        refused = call("serve", "--port", port)
    assert refused.code == 2
    assert f"Port {port} cannot be used: Address already in use." in refused.err
    assert "--port" in refused.err


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param(EDITOR, id="editor"),
        pytest.param(CHAT, id="chat"),
        # At a push two for all who send much the same.
        pytest.param(WINDOW, id="window", marks=pytest.mark.nightly),
        pytest.param(PAIR, id="pair", marks=pytest.mark.nightly),
    ],
)
async def test_what_editors_and_chat_windows_send_is_answered_as_they_read_it(
    core: Core, sent: dict[str, Any]
) -> None:
    async with served(core) as door:
        status, headers, body = await door.answered(door.request(sent))
    assert (status, headers["content-type"]) == (200, "text/event-stream; charset=utf-8")
    lines = [line for line in body.decode().split("\n") if line]
    comments = [line for line in lines if line.startswith(":")]
    assert all(line.startswith(": roundtable: ") for line in comments), "one editor ends at “: ping”"
    events = [line.removeprefix("data: ") for line in lines if line not in comments]
    assert events.pop() == "[DONE]"
    chunks = [json.loads(event) for event in events]
    assert chunks[0]["choices"][0]["delta"] == {"role": "assistant", "content": ""}
    assert ("usage" in chunks[-1]) == ("stream_options" in sent)
    session = SessionId(headers["x-roundtable-session"])
    setup = (await core.sessions.records(session))[0].body()["setup"]
    assert isinstance(setup, dict)
    assert setup["question"] == QUESTION
    before = [one["content"] for one in sent["messages"]]
    texts = [one if isinstance(one, str) else one[0]["text"] for one in before]
    assert all(text in str(setup["context_text"]) for text in texts if text != QUESTION)
    longest = sent.get("max_tokens") or sent.get("max_completion_tokens") or 4_000
    assert setup.get("max_output_tokens") == longest, "what the client has room for bounds every answer"


async def test_what_a_client_may_not_have_is_refused_in_words_and_nothing_is_begun(core: Core) -> None:
    async with served(core) as door:
        for name, (more, told) in REFUSALS.items():
            status, _, body = await door.answered(door.request(question(**more)))
            assert (status, told in json.loads(body)["error"]["message"]) == (400, True), (name, body)
    assert await core.parts.store.ids() == []


async def test_a_program_that_nobody_approved_is_refused_with_where_it_can_be_approved(core: Core) -> None:
    program = core.providers.programs.add("mine", [sys.executable])
    seat = Seat(name="Ada", model="command/mine")
    core.teams.save(Team(name="Mine", members=(seat,), chair=seat.model_copy(update={"name": "Chair"})))
    async with served(core) as door:
        status, _, body = await door.answered(door.request(question() | {"model": "debate/mine"}))
        told = json.loads(body)["error"]
    assert (status, told["code"]) == (400, "not_approved")
    assert program.line in told["message"]
    assert "in a terminal, which asks" in told["message"]
    assert "--allow-server" not in told["message"], "nothing takes that here"
    assert await core.parts.store.ids() == []


async def _setup(core: Core, session: str) -> dict[str, Any]:
    """Return what a session was set up with."""
    setup = (await core.sessions.records(SessionId(session)))[0].body()["setup"]
    assert isinstance(setup, dict)
    return setup


@pytest.mark.nightly
async def test_files_beside_the_question_a_key_and_a_bound_of_the_answer_reach_the_session(
    core: Core,
) -> None:
    async with served(core) as door:
        whole, again = door.request(FILES), door.request(FILES, headers={"Idempotency-Key": "again"})
        asked = (whole, again, door.request(question(max_tokens=10**6)))
        (status, _, body), (_, other, _), (_, most, _) = [await door.answered(raw) for raw in asked]
        answer = json.loads(body)
    assert status == 200
    assert answer["choices"][0]["message"]["role"] == "assistant"
    session = answer["roundtable"]["session"]
    assert other["x-roundtable-session"] != session, "another key is another session"
    setup = await _setup(core, session)
    assert "10 000" in setup["question"]
    assert (setup["max_output_tokens"], setup["context_text"].count("Answer briefly")) == (4096, 1)
    setup = await _setup(core, most["x-roundtable-session"])
    assert setup["max_output_tokens"] == 32_000, "as much as a call may return here"


async def test_ways_of_answering_and_kept_set_ups_are_models_beside_the_teams(core: Core) -> None:
    values = {"question": "kept", "max_rounds": 1, "must_haves": ["Name the cost."], "cost_limit": 99.0}
    values |= {"context_text": "It costs 10 000 a year."}
    pair = tuple(Seat(name=name, model="offline/analyst") for name in ("Ann", "Bob"))
    team = core.teams.save(Team(name="Pair", members=pair, chair=Seat(name="Chair", model="offline/judge")))
    core.templates.save("Weekly", SessionTemplate(workflow="debate", team=team, values=values))
    core.templates.save("Other", SessionTemplate(workflow="research", values={"folder": "/"}))
    # One that cannot be read takes nothing from the others.
    (Folders.of_this_machine().config / TEMPLATES / "Damaged.toml").write_text("[")
    async with served(core) as door:
        _, _, body = await door.answered(door.request(path="/v1/models"))
        names = [one["id"] for one in json.loads(body)["data"]]
        assert {"debate", "debate:quick", f"debate:quick/{OFFLINE}", "template/Weekly"} <= {*names}
        assert {"template/Other", "template/Damaged"}.isdisjoint(names), "a question is not enough for them"
        assert not any(name.startswith("debate:attack") for name in names), "nothing is given to attack"
        found = {}
        for model in (f"debate:quick/{OFFLINE}", "template/Weekly"):
            status, headers, body = await door.answered(door.request({**EDITOR, "model": model}))
            assert status == 200, body
            session = headers["x-roundtable-session"]
            found[model] = await _setup(core, session)
    assert found[f"debate:quick/{OFFLINE}"]["profile"] == "quick"
    kept = found["template/Weekly"]
    assert (kept["question"], kept["max_rounds"], kept["must_haves"]) == (QUESTION, 1, ["Name the cost."])
    assert kept["cost_limit"] == 5.0, "what a session may cost here stays in force"
    assert {"Ann", "Bob"} <= {*(await core.sessions.fold(SessionId(session))).session.seats}
    for told in ("It costs 10 000 a year.", "answers briefly"):
        assert told in kept["context_text"]


class Unattended(ToySetup):
    """As the toy's, and nobody is asked."""

    ask_me: bool = False


class Plain(ToyPlugin):
    """A workflow that needs a question, and has no place for anything beside it."""

    setup = Unattended
    agent_fields = ("question",)


@pytest.fixture
async def plain() -> AsyncIterator[CouncilSessions]:
    core = build(council_step=0.0, makers={**SHIPPED, "toy": Plain})
    # What moves a session is this program as it is shipped, which does not know the toy: it need not begin.
    found = CouncilSessions(AgentApi(core, Terms(5.0, day_limit=100.0), Runs(("--version",))))
    yield found
    await found.api.runs.all_over(AMPLE)
    found.api.runs.close()
    await core.close()


async def test_a_finished_session_answers_the_same_messages_for_a_day(plain: CouncilSessions) -> None:
    asked, core = read_request({**question(), "model": f"toy/{OFFLINE}"}), plain.api.core
    clock, real = core.parts.clock, core.parts.clock.now
    first = await plain.session_of(asked)
    await core.sessions.start(first)
    assert await core.sessions.wait(first) == "finished"
    clock.now = lambda: real() + int((KEPT_HOURS - 1) * 3600e6)  # type: ignore[method-assign]
    assert await plain.session_of(asked) == first
    clock.now = lambda: real() + int((KEPT_HOURS + 1) * 3600e6)  # type: ignore[method-assign]
    assert await plain.session_of(asked) != first


async def test_other_messages_another_seed_or_key_are_another_session_and_the_same_are_not(
    plain: CouncilSessions,
) -> None:
    async def session(key: str = "", **more: Any) -> SessionId:
        return await plain.session_of(read_request({**question(**more), "model": f"toy/{OFFLINE}"}), key)

    first = await session()
    assert await session(temperature=0.9, user="other") == first
    assert await session(seed=7) != first
    assert await session("again") != first
    assert len({*await asyncio.gather(*(session(seed=8) for _ in range(5)))}) == 1
    assert len(await plain.api.core.parts.store.ids()) == 4


async def test_what_a_workflow_has_no_place_for_stands_before_its_question(plain: CouncilSessions) -> None:
    session = await plain.session_of(read_request({**CHAT, "model": f"toy/{OFFLINE}"}))
    said = (await _setup(plain.api.core, session))["question"]
    assert said.endswith(f"\n\n{QUESTION}")
    assert [said.count(one) for one in ("What does the library cost?", "10 000 a year.")] == [1, 1]


async def test_a_client_waits_for_the_person_who_decides(core: Core) -> None:
    async with served(core, waits=True) as door:
        asking = asyncio.create_task(door.answered(door.request(question())))
        session = await _at_a_gate(core)
        assert not asking.done()
        assert await drive(core.sessions, core.review, session, AnswerPlan("all")) == "finished"
        status, headers, _ = await asking
    assert (status, headers["x-roundtable-session"]) == (200, session)


@pytest.mark.parametrize("stops", sampled([True, False], {True}))
async def test_a_session_that_nobody_waits_for_is_stopped_where_the_person_wants_that(
    core: Core, stops: bool
) -> None:
    async with served(core, waits=True, stops=stops) as door:
        reader, writer = await asyncio.open_connection("127.0.0.1", door.server.port)
        writer.write(door.request(question(stream=True)))
        assert b"200 OK" in await reader.readline()
        session = await _at_a_gate(core)
        await left(writer)
        await until(lambda: not door.server.busy)
        await until(lambda: not door.sessions.api.runs.alive(session))
    fold = await core.sessions.fold(session)
    assert fold.session.state == ("stopped" if stops else "waiting")


async def test_what_waits_for_a_decision_that_nobody_takes_is_told_with_its_name(core: Core) -> None:
    async with served(core, waits=True) as door:
        asking = asyncio.create_task(door.answered(door.request(question())))
        session = await _at_a_gate(core)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
    async with served(core) as door:
        status, _, body = await door.answered(door.request(question()))
    assert status == 409
    assert f"roundtable gates {session}" in json.loads(body)["error"]["message"]


async def _at_a_gate(core: Core) -> SessionId:
    """Wait until the one session there is waits at a gate; return its id."""
    while True:
        for row in await core.library.rows():
            if row.state == "waiting" and not await core.parts.store.busy(row.session):
                return row.session
        await asyncio.sleep(0.05)

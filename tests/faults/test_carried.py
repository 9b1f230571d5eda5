"""Providers whose calls litellm carries, over real HTTP: each streams, is cancelled, counted, fails in words.

The servers answer in the providers' own forms: Azure's by its classic address and by v1, Amazon's event
stream with its checksums, Cohere's events.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import json
import struct
import threading
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest

from app.domain.messages import ChatMessage, GivenPicture, ModelRequest, Options, ToolSpec
from app.domain.seats import Seat, Team
from app.engine.ports import Completed, Failed, Sent, TextDelta
from app.gateway.host_client import HostClient
from app.gateway.hosted import HostedGateway
from app.gateway.keys import Keys
from app.settings.providers import ProviderSettings, ProviderTable
from app.store.clock import SystemClock
from tests.faults.asking import end
from tests.faults.catalogue import by_name
from tests.faults.conftest import ample
from tests.faults.debating import ALL, begin, of
from tests.faults.server import Act, Asked, FaultServer
from tests.support.desk import desk
from tests.support.dots import png
from tests.support.examples import sampled
from tests.support.waiting import until

pytestmark = pytest.mark.loopback
KEY = "a-key-for-tests-only"
WORDS = ("Move to", " the river", ", for the rent", " is lower — Zoë.")
TEXT = "".join(WORDS)
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"verdict": {"type": "string"}},
    "required": ["verdict"],
    "additionalProperties": False,
}


def sse(*values: object, names: bool = False) -> list[bytes]:
    found = []
    for value in values:
        name = f"event: {value['type']}\n" if names and isinstance(value, dict) else ""
        found.append(f"{name}data: {json.dumps(value)}\n\n".encode())
    return found


def chunk(delta: Mapping[str, object], finish: str | None = None) -> dict[str, object]:
    choices = [{"index": 0, "delta": delta, "finish_reason": finish}]
    return {"id": "x", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": choices}


def of_openai(*words: str) -> list[bytes]:
    counts = {"prompt_tokens": 20, "completion_tokens": 12, "total_tokens": 32}
    last = {**chunk({}), "choices": [], "usage": counts}
    pieces = [chunk({"role": "assistant", "content": word}) for word in words]
    return [*sse(*pieces, chunk({}, "stop"), last), b"data: [DONE]\n\n"]


def of_cohere(*words: str) -> list[bytes]:
    def said(word: str) -> dict[str, object]:
        return {"type": "content-delta", "index": 0, "delta": {"message": {"content": {"text": word}}}}

    counts = {"billed_units": {"input_tokens": 20, "output_tokens": 12}}
    counts = {**counts, "tokens": {"input_tokens": 20, "output_tokens": 12}}
    return sse(
        {"type": "message-start", "id": "x", "delta": {"message": {"role": "assistant"}}},
        *map(said, words),
        {"type": "message-end", "delta": {"finish_reason": "COMPLETE", "usage": counts}},
        names=True,
    )


def frame(kind: str, name: str, body: object) -> bytes:
    """Return a message of Amazon's event stream: lengths, checksums, headers and a body."""
    told = {f":{kind}-type": name, ":content-type": "application/json", ":message-type": kind}
    heads = b"".join(
        struct.pack(">B", len(key)) + key.encode() + b"\x07" + struct.pack(">H", len(value)) + value.encode()
        for key, value in told.items()
    )
    data = json.dumps(body).encode()
    lengths = struct.pack(">II", 16 + len(heads) + len(data), len(heads))
    message = lengths + struct.pack(">I", binascii.crc32(lengths)) + heads + data
    return message + struct.pack(">I", binascii.crc32(message))


def of_bedrock(*words: str) -> list[bytes]:
    return [
        frame("event", "messageStart", {"role": "assistant"}),
        *(frame("event", "contentBlockDelta", {"contentBlockIndex": 0, "delta": {"text": w}}) for w in words),
        frame("event", "contentBlockStop", {"contentBlockIndex": 0}),
        frame("event", "messageStop", {"stopReason": "end_turn"}),
        frame("event", "metadata", {"usage": {"inputTokens": 20, "outputTokens": 12, "totalTokens": 32}}),
    ]


@dataclass(frozen=True)
class Kind:
    """A provider as a server on this machine plays it."""

    name: str
    model: str
    spoken: Callable[..., list[bytes]]
    words: int
    """The piece that has the first word."""
    end: int
    """The pieces at the end that say that it is whole, and the counts."""
    path: str
    """What its requests go to begins so."""
    busy: Mapping[str, object]
    base: str = ""
    named: Mapping[str, str] = field(default_factory=dict)
    secrets: Mapping[str, str] = field(default_factory=dict)
    """By the names under which they are kept."""
    content: str = "text/event-stream"
    signed: str = "authorization"

    def act(self, *words: str, **more: Any) -> Act:
        return Act(self.spoken(*words), headers={"content-type": self.content}, **more)


CALLED = {"toolUse": {"toolUseId": "t1", "name": "json_tool_call", "input": {"verdict": "yes"}}}
REPLIED = Act(
    [
        json.dumps(
            {
                "output": {"message": {"role": "assistant", "content": [CALLED]}},
                "stopReason": "tool_use",
                "usage": {"inputTokens": 20, "outputTokens": 12, "totalTokens": 32},
            }
        ).encode()
    ],
    headers={"content-type": "application/json"},
)
AZURE = {"error": {"code": "429", "message": "Requests have exceeded the rate limit of your tier."}}
PAIR = {"bedrock.aws_access_key_id": "AKIAEXAMPLE000000000", "bedrock.aws_secret_access_key": KEY}
AMAZON = "application/vnd.amazon.eventstream"
BEDROCK = "bedrock/anthropic.claude-3-5-sonnet-20240620-v1:0"
THROTTLED = {"message": "Too many requests, please wait before trying again."}
KINDS = {
    "azure classic": Kind(
        "azure",
        "azure/gpt-4o",
        of_openai,
        0,
        3,
        "/openai/deployments/gpt-4o/chat/completions?api-version=2024-10-21",
        AZURE,
        named={"api_version": "2024-10-21"},
        secrets={"azure": KEY},
        signed="api-key",
    ),
    "azure v1": Kind(
        "azure",
        "azure/gpt-4o",
        of_openai,
        0,
        3,
        "/openai/v1/chat/completions",
        AZURE,
        "/openai/v1/",
        secrets={"azure": KEY},
    ),
    "bedrock by a pair of keys": Kind(
        "bedrock",
        BEDROCK,
        of_bedrock,
        1,
        3,
        "/model/anthropic.claude-3-5-sonnet-20240620-v1%3A0/converse-stream",
        THROTTLED,
        named={"aws_region_name": "eu-central-1"},
        secrets=PAIR,
        content=AMAZON,
    ),
    "bedrock by one key": Kind(
        "bedrock",
        BEDROCK,
        of_bedrock,
        1,
        3,
        "/model/anthropic.claude-3-5-sonnet-20240620-v1%3A0/converse-stream",
        THROTTLED,
        named={"aws_region_name": "eu-central-1"},
        secrets={"bedrock": KEY},
        content=AMAZON,
    ),
    "cohere": Kind(
        "cohere",
        "cohere/command-r-plus-08-2024",
        of_cohere,
        1,
        1,
        "/v2/chat",
        {"message": "You are using a Trial key, which is limited to 10 API calls / minute."},
        "/v2/chat",
        secrets={"cohere": KEY},
    ),
}


def _always(act: Act, _: Asked) -> Act:
    return act


AT_PUSH = ("azure classic", "bedrock by one key", "cohere")
"""One of each provider: the others are asked elsewhere or with other keys, which streaming shows."""


@pytest.fixture(params=sampled(KINDS, AT_PUSH))
def kind(request: pytest.FixtureRequest) -> Kind:
    return KINDS[request.param]


@pytest.fixture
async def gateway(host_client: HostClient, server: FaultServer, kind: Kind) -> AsyncIterator[HostedGateway]:
    settings = ProviderSettings(base_url=server.url + kind.base, named=dict(kind.named))
    table = ProviderTable(providers={kind.name: settings})
    keys = Keys({})
    for owner, key in kind.secrets.items():
        keys.put(owner, key, session_only=True)
    found = HostedGateway(keys, SystemClock(), lambda: table, host_client, ample)
    yield found
    await found.close()


def asking(kind: Kind, **more: Any) -> ModelRequest:
    messages = (ChatMessage(role="system", text="Be brief."), ChatMessage(role="user", text="Where to?"))
    return ModelRequest(purpose="say", seat="Ann", model=kind.model, messages=messages, **more)


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
async def test_it_streams_is_counted_and_priced(
    gateway: HostedGateway, server: FaultServer, kind: Kind
) -> None:
    heard = threading.Event()
    server.script = lambda _: kind.act(*WORDS, hold=(kind.words + 1, heard))
    found = []
    async with aclosing(cast(Any, gateway.start("c1", asking(kind)))) as stream:
        async for event in stream:
            found.append(event)
            if isinstance(event, TextDelta):
                # Only now the rest is sent.
                heard.set()
    whole = found[-1]
    assert isinstance(whole, Completed), whole
    assert isinstance(found[0], Sent)
    assert (whole.text, whole.marks) == (TEXT, ())
    assert len([event for event in found if isinstance(event, TextDelta)]) > 1
    usage = whole.usage
    assert (usage.tokens_in, usage.tokens_out, usage.source) == (20, 12, "provider")
    assert usage.cost
    (estimate,) = await gateway.estimate([asking(kind)])
    assert estimate.cost_max
    assert len(server.asked) == 1
    assert server.asked[0].path.startswith(kind.path)
    assert server.asked[0].headers[kind.signed]


async def test_a_call_that_is_cancelled_ends_on_the_wire(
    gateway: HostedGateway, server: FaultServer, kind: Kind
) -> None:
    server.script = lambda _: kind.act(*WORDS, stall_at=kind.words + 1, noise=kind.spoken("…")[kind.words])
    async with aclosing(cast(Any, gateway.start("c1", asking(kind)))) as found:
        async for event in found:
            if isinstance(event, TextDelta):
                break
    await until(lambda: server.asked[0].over_at > 0)
    assert not server.asked[0].whole


async def test_an_answer_that_just_ends_broke_off(
    gateway: HostedGateway, server: FaultServer, kind: Kind
) -> None:
    pieces = kind.spoken(*WORDS)[: -kind.end]
    server.script = lambda _: Act(pieces, headers={"content-type": kind.content})
    failed = await end(gateway, asking(kind))
    assert isinstance(failed, Failed), failed
    assert (failed.kind, failed.sent, failed.received) == ("truncated", True, True)
    assert failed.partial == TEXT
    assert failed.usage is not None
    assert failed.usage.source == "estimate"


async def test_a_refusal_is_told_in_the_providers_words_and_by_its_status(
    gateway: HostedGateway, server: FaultServer, kind: Kind
) -> None:
    acts = {
        401: ({"message": f"Invalid key {KEY}."}, {}, "auth"),
        429: (kind.busy, {"retry-after": "7"}, "rate_limit"),
        500: ({"message": "internal failure"}, {}, "server_error"),
    }
    for status, (body, headers, name) in acts.items():
        told = {"content-type": "application/json", **headers}
        act = Act([json.dumps(body).encode()], status, told, "length")
        server.script = partial(_always, act)
        failed = await end(gateway, asking(kind), f"c{status}")
        assert isinstance(failed, Failed), failed
        assert (failed.kind, failed.received) == (name, False), failed.message
        assert KEY not in str(failed.message)
        if status == 429:
            assert failed.retry_after == 7
            error = body.get("error", body)
            assert isinstance(error, dict)
            assert str(error["message"]).rstrip(".") in str(failed.message)
            gateway.throttle = type(gateway.throttle)(gateway.clock)
    # Nothing is asked again behind our back.
    assert len(server.asked) == 3


async def test_a_server_that_is_not_there_was_sent_nothing(
    gateway: HostedGateway, server: FaultServer, kind: Kind
) -> None:
    settings = ProviderSettings(base_url="http://127.0.0.1:9" + kind.base, named=dict(kind.named))
    gateway.table = lambda: ProviderTable(providers={kind.name: settings})
    failed = await end(gateway, asking(kind))
    assert isinstance(failed, Failed)
    assert (failed.kind, failed.sent) == ("connection", False)


async def test_a_form_of_the_reply_and_tools_are_sent_in_the_providers_way(
    gateway: HostedGateway, server: FaultServer, kind: Kind
) -> None:
    def answer(asked: Asked) -> Act:
        # litellm has Amazon's models call a tool to reply, and asks for that in one piece.
        return REPLIED if asked.path.endswith("/converse") else kind.act('{"verdict": ', '"yes"}')

    server.script = answer
    whole = await end(gateway, asking(kind, reply_schema=SCHEMA))
    assert isinstance(whole, Completed), whole
    assert json.loads(whole.text) == {"verdict": "yes"}
    assert (whole.usage.tokens_in, whole.marks) == (20, ())
    # litellm has no way to tell Cohere of it: the form stands in the prompt's words alone.
    assert ("verdict" in server.asked[-1].body.decode()) == (kind.name != "cohere")
    assert len(server.asked) == 1
    find = ToolSpec(name="find", description="Find it.", parameters={"type": "object", "properties": {}})
    await end(gateway, asking(kind, tools=(find,)), "c2")
    assert "find" in server.asked[-1].body.decode()


async def test_options_that_a_provider_does_not_take_are_left_out_and_named(
    gateway: HostedGateway, server: FaultServer, kind: Kind
) -> None:
    server.script = lambda _: kind.act(*WORDS)
    whole = await end(gateway, asking(kind, options=Options(seed=7, temperature=0.5)))
    assert isinstance(whole, Completed), whole
    assert whole.dropped_options == (("seed",) if kind.name == "bedrock" else ())
    assert len(server.asked) == 1


async def test_what_nobody_set_is_named_before_anything_is_sent(
    gateway: HostedGateway, server: FaultServer, kind: Kind
) -> None:
    gateway.keys = Keys({})
    failed = await end(gateway, asking(kind))
    assert isinstance(failed, Failed)
    assert (failed.kind, failed.sent) == ("auth", False)
    variable = {"azure": "AZURE_API_KEY", "bedrock": "AWS_SECRET_ACCESS_KEY", "cohere": "COHERE_API_KEY"}
    assert variable[kind.name] in str(failed.message)
    assert server.asked == []


@pytest.mark.parametrize("kind", [KINDS["azure classic"]], ids=["azure"])
async def test_a_debate_of_carried_members_finishes_and_its_bill_is_known(
    tmp_path: Path, gateway: HostedGateway, server: FaultServer, kind: Kind
) -> None:
    server.script = by_name
    rates: dict[str, Any] = {"model": f"{kind.name}/good", "price_in": 1.0, "price_out": 2.0}
    seats = tuple(Seat(name=name, **rates) for name in ("Ann", "Bob", "Cy"))
    async with desk(tmp_path, gateway=gateway, clock=SystemClock()) as table:
        session = await begin(table, Team(members=seats, chair=Seat(name="Chair", **rates)))
        assert await table.drive(session, ALL) == "finished"
        records = await table.sessions.records(session)
    assert len(server.asked) == len(of(records, "call_completed"))
    assert all(asked.path.startswith("/openai/deployments/good/") for asked in server.asked)
    assert all(done["usage"]["cost"] for done in of(records, "call_completed"))
    assert KEY not in str([record.body() for record in records])


async def test_many_are_carried_at_once(gateway: HostedGateway, server: FaultServer, kind: Kind) -> None:
    server.script = lambda _: kind.act(*WORDS, gap=0.02)
    ends = await asyncio.gather(*(end(gateway, asking(kind), f"c{n}") for n in range(4)))
    assert [one.text for one in ends if isinstance(one, Completed)] == [TEXT] * 4


async def test_pictures_are_carried_byte_by_byte_to_who_sees(
    gateway: HostedGateway, server: FaultServer, kind: Kind
) -> None:
    server.script = lambda _: kind.act(*WORDS)
    content = png(30, 20)
    picture = GivenPicture(kind="png", width=30, height=20, data=base64.b64encode(content).decode())
    messages = (ChatMessage(role="user", text="What is it?", pictures=(picture,)),)
    # Of this model of Cohere's the table knows that it sees none; the person may know better.
    told = await end(gateway, asking(kind).model_copy(update={"messages": messages}))
    assert isinstance(told, Completed), told
    assert told.marks == (("pictures_unseen",) if kind.name == "cohere" else ())
    seen = await end(gateway, asking(kind).model_copy(update={"messages": messages, "sees": True}), "c2")
    assert isinstance(seen, Completed), seen
    assert picture.data in server.asked[-1].body.decode()
    assert (picture.data in server.asked[0].body.decode()) == (kind.name != "cohere")

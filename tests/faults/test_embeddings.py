"""Embeddings over HTTP: a call as every other, the key only where it belongs, and clear ends."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

from app.domain.seats import Seat, Team
from app.engine.ports import Completed, Failed, Sent
from app.gateway.host_client import HostClient
from app.gateway.hosted import HostedGateway
from app.gateway.keys import Keys
from app.services.unattended import AnswerPlan
from app.settings.providers import Endpoint, ProviderTable
from app.store.clock import SystemClock
from tests.faults.asking import embedding as wanted
from tests.faults.asking import end, events
from tests.faults.conftest import SHORT, ample, short
from tests.faults.server import Act, Asked, FaultServer
from tests.faults.speaking import Said
from tests.faults.speaking import events as spoken
from tests.support.lab import lab

pytestmark = pytest.mark.loopback


def whole(body: Any, **more: Any) -> Act:
    """Return an answer of one JSON value."""
    return Act([json.dumps(body).encode()], framing="length", **more)


def embedding_answer(*vectors: list[float], tokens: int | None = 7) -> Act:
    """Return an answer whose vectors come in the opposite order, as their indexes say."""
    data = [{"index": index, "embedding": vector} for index, vector in enumerate(vectors)]
    body: dict[str, Any] = {"data": data[::-1]}
    return whole(body if tokens is None else {**body, "usage": {"prompt_tokens": tokens}})


@pytest.mark.parametrize("model", ["openai/small", "ollama/small"])
async def test_vectors_come_in_the_order_of_their_texts(
    gateway: HostedGateway, server: FaultServer, model: str
) -> None:
    server.script = lambda _: embedding_answer([1, 0], [0.5, 2])
    found = await events(gateway, wanted(model, f"{server.url}/v1", "one", "zwei \ud800"))
    assert isinstance(found[0], Sent)
    done = found[-1]
    assert isinstance(done, Completed)
    assert done.vectors == [[1.0, 0.0], [0.5, 2.0]]
    assert (done.usage.tokens_in, done.usage.tokens_out, done.usage.source) == (7, 0, "provider")
    (asked,) = server.asked
    assert (asked.method, asked.path) == ("POST", "/v1/embeddings")
    assert asked.json == {"model": "small", "input": ["one", "zwei \ud800"]}
    assert asked.headers["authorization"] == "Bearer key-for-tests"


async def test_tokens_that_the_server_does_not_count_are_estimated(
    gateway: HostedGateway, server: FaultServer
) -> None:
    server.script = lambda _: embedding_answer([1.0], tokens=None)
    done = await end(gateway, wanted("openai/small", f"{server.url}/v1", "one two three"))
    assert isinstance(done, Completed)
    assert (done.usage.source, done.usage.tokens_out) == ("estimate", 0)
    assert done.usage.tokens_in >= 3


MOVED = {"location": "http://other/"}
LARGE = b'{"data": [' + b" " * 2**20


@pytest.mark.parametrize(
    ("act", "kind", "words"),
    [
        (whole({}), "bad_reply", "one vector per text"),
        (whole([]), "bad_reply", "one vector per text"),
        (embedding_answer([1.0]), "bad_reply", "one vector per text"),
        (embedding_answer([1.0], [2.0], [3.0]), "bad_reply", "one vector per text"),
        (embedding_answer([1.0], [2.0, 3.0]), "bad_reply", "one vector per text"),
        (embedding_answer([], []), "bad_reply", "one vector per text"),
        (whole({"data": [{"embedding": [math.nan]}, {"embedding": [1.0]}]}), "bad_reply", "one vector"),
        (whole({"data": [{"embedding": "AAA="}, {"embedding": [1.0]}]}), "bad_reply", "one vector"),
        (whole({"error": {"message": "The model is overloaded."}}), "overloaded", "overloaded"),
        (Act([b"\x00\xff garbage"], framing="length"), "bad_reply", "cannot be read"),
        (Act([b"<html>Welcome</html>"], framing="length"), "bad_reply", "web page"),
        (Act([b""], framing="length"), "bad_reply", "cannot be read"),
        (Act([LARGE, LARGE], framing="length"), "bad_reply", "larger than 1 MB"),
        (Act([b"bad key-for-tests"], status=401, framing="length"), "auth", "key was refused"),
        (whole({}, status=404), "not_found", "does not know"),
        (whole({}, status=429, headers={"retry-after": "1"}), "rate_limit", "Too many"),
        (Act([b"boom"], status=500, framing="length"), "server_error", "error of its own"),
        (Act([b""], status=302, headers=MOVED, framing="length"), "bad_reply", "not followed"),
        (Act(hang_up=True), "connection", "broke before the answer began"),
        (Act([b'{"data":', b" [", b"]}"], cut_at=2), "truncated", "broke off"),
    ],
)
async def test_an_embedding_that_fails_says_why_and_is_asked_once(
    gateway: HostedGateway, server: FaultServer, act: Act, kind: str, words: str
) -> None:
    await fails_once(gateway, server, act, kind, words)


@pytest.mark.parametrize(
    ("act", "limit", "words"),
    [
        (Act([b"{}"], before=math.inf), "first_byte", f"nothing for {SHORT['first_byte']:g} seconds"),
        (Act([b'{"data":', b"[]}"], stall_at=1), "idle", f"stood still for {SHORT['idle']:g} seconds"),
        (Act([b" "] * 4000, gap=0.01), "total", f"not complete after {SHORT['total']:g} seconds"),
    ],
    # What a limit comes to here is no part of a test's name: a run asks for it by that.
    ids=["no first byte", "stood still", "not complete"],
)
async def test_an_embedding_that_takes_too_long_says_why_and_is_asked_once(
    gateway: HostedGateway, server: FaultServer, act: Act, limit: str, words: str
) -> None:
    gateway.limits = short(limit)
    await fails_once(gateway, server, act, "timeout", words)


async def fails_once(gateway: HostedGateway, server: FaultServer, act: Act, kind: str, words: str) -> None:
    server.script = lambda _: act
    failed = await end(gateway, wanted("openai/small", f"{server.url}/v1", "one", "two"))
    assert isinstance(failed, Failed)
    assert failed.kind == kind
    assert words in str(failed.message)
    assert failed.sent
    assert str(failed.hint)
    assert "key-for-tests" not in str(failed.message)
    assert len(server.asked) == 1


@pytest.mark.parametrize("model", ["anthropic/x", "gemini/x", "nobody/x"])
async def test_where_no_embeddings_are_asked_for_one_sentence_says_what_to_do(
    gateway: HostedGateway, server: FaultServer, model: str
) -> None:
    failed = await end(gateway, wanted(model, None, "one"))
    assert isinstance(failed, Failed)
    assert (failed.kind, failed.sent) == ("not_found", False)
    assert str(failed.hint)
    assert not server.asked


async def test_a_server_that_is_not_there_was_sent_nothing(gateway: HostedGateway) -> None:
    failed = await end(gateway, wanted("ollama/x", "http://127.0.0.1:9", "one"))
    assert isinstance(failed, Failed)
    assert not failed.sent


async def test_the_librarys_table_has_the_price_of_an_embedding_model(gateway: HostedGateway) -> None:
    asked = [
        wanted(model, None, "word " * 1000) for model in ("openai/text-embedding-3-small", "openai/what")
    ]
    known, unknown = await gateway.estimate(asked)
    assert known.tokens_out_max == 0
    assert known.cost_max == pytest.approx(known.tokens_in * 0.02e-6)
    assert unknown.cost_max is None


def script(asked: Asked) -> Act:
    """Reflect twice in the same words, and embed."""
    if asked.path.endswith("/embeddings"):
        return embedding_answer(*[[1.0, 2.0]] * len(asked.json["input"]), tokens=1000)
    return Act(spoken(asked.dialect, Said("Limpets graze in winter.")))


async def test_an_experiment_pays_for_its_embeddings_at_the_endpoints_rates(
    tmp_path: Path, host_client: HostClient, server: FaultServer
) -> None:
    endpoint = Endpoint(base_url=f"{server.url}/v1", api_key_env="TEST_KEY", price_in=10.0, price_out=0.0)
    table = ProviderTable(endpoints={"mine": endpoint})
    gateway = HostedGateway(Keys({"TEST_KEY": "key"}), SystemClock(), lambda: table, host_client, ample)
    server.script = script
    async with lab(tmp_path, gateway=gateway) as it:
        seat = Seat(name="Ann", model="mine/chat")
        values = {"run_id": "r", "prompt": "Study.", "cycle_count": 2, "embedding_model": "mine/embedder"}
        it.id = await it.desk.sessions.create("experiment", values, Team(members=(seat,), chair=seat))
        assert await it.desk.drive(it.id, AnswerPlan(approve="all")) == "finished"
        ended = (await it.facts("cycle_ended"))[1]
        assert (ended.similarity, ended.embedding_problem) == (1.0, "")
        calls = {f.purpose: f for f in await it.facts("call_asked")}
        assert calls["embedding"].reserved > 0
        costs = [f.usage.cost for f in await it.facts("call_completed")]
        assert costs[-1] == pytest.approx(0.01)
        assert it.desk.live(it.id).fold.spend.total.cost == pytest.approx(sum(costs))
    assert [asked.path for asked in server.asked].count("/v1/embeddings") == 1

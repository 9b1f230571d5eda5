"""Embeddings over HTTP: one request, the key only where it belongs, and clear ends."""

from __future__ import annotations

import json

import pytest

from app.domain.errors import ProviderError
from app.gateway.hosted import HostedGateway
from tests.faults.server import Act, FaultServer

pytestmark = [
    pytest.mark.loopback,
    # The host's pipes are read by threads that live as long as the host, which all tests share.
    pytest.mark.keeps_threads("model host"),
]


def said(*vectors: list[float]) -> Act:
    """Return an answer whose vectors come in the opposite order, as their indexes say."""
    data = [{"index": place, "embedding": vector} for place, vector in enumerate(vectors)]
    return Act([json.dumps({"data": data[::-1]}).encode()], framing="length")


@pytest.mark.parametrize("model", ["openai/small", "ollama/small"])
async def test_vectors_come_in_the_order_of_their_texts(
    gateway: HostedGateway, server: FaultServer, model: str
) -> None:
    server.script = lambda _: said([1, 0], [0.5, 2])
    found = await gateway.embed(model, ["one", "zwei \ud800"], f"{server.url}/v1", "TEST_KEY")
    assert found == [[1.0, 0.0], [0.5, 2.0]]
    (asked,) = server.asked
    assert (asked.method, asked.path) == ("POST", "/v1/embeddings")
    assert asked.json == {"model": "small", "input": ["one", "zwei \ud800"]}
    assert asked.headers["authorization"] == "Bearer key-for-tests"


MOVED = Act([b""], status=302, headers={"location": "http://other/"}, framing="length")


@pytest.mark.parametrize(
    ("act", "kind", "words"),
    [
        (Act([b"{}"], framing="length"), "bad_reply", "one vector per text"),
        (said([1.0], [2.0]), "bad_reply", "one vector per text"),
        (Act([b'{"data": [{"embedding": [NaN]}]}'], framing="length"), "bad_reply", "one vector"),
        (Act([b"x" * 2**20, b"y"], framing="length"), "bad_reply", "larger than 1 MB"),
        (Act([b"bad key-for-tests"], status=401, framing="length"), "auth", "key was refused"),
        (
            Act([b""], status=302, headers={"location": "http://other/"}, framing="length"),
            "bad_reply",
            "not followed",
        ),
        (Act(hang_up=True), "connection", "connection broke"),
        (Act([b"{}"], before=9.0), "timeout", "3 seconds"),
    ],
)
async def test_an_embedding_that_fails_says_why_and_is_asked_once(
    gateway: HostedGateway, server: FaultServer, act: Act, kind: str, words: str
) -> None:
    server.script = lambda _: act
    with pytest.raises(ProviderError, match=words) as failed:
        await gateway.embed("openai/small", ["one"], f"{server.url}/v1", "TEST_KEY")
    assert failed.value.reason == kind
    assert "key-for-tests" not in str(failed.value)
    assert len(server.asked) == 1


@pytest.mark.parametrize("model", ["anthropic/x", "gemini/x", "nobody/x"])
async def test_where_no_embeddings_are_asked_for_one_sentence_says_what_to_do(
    gateway: HostedGateway, server: FaultServer, model: str
) -> None:
    with pytest.raises(ProviderError) as failed:
        await gateway.embed(model, ["one"])
    assert failed.value.reason == "not_found"
    assert str(failed.value.next)
    assert not server.asked

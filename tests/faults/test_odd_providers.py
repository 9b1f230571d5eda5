"""What odd providers do to figures, calls of tools, keys and memory; and settings that let nothing out."""

from __future__ import annotations

import asyncio
import gzip
import json
import ssl
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address
from pathlib import Path
from typing import Any

import psutil
import pytest

from app.domain.i18n import verbatim
from app.domain.messages import ToolSpec
from app.domain.sentences import sentence_of
from app.engine.ports import Completed, Failed, TextDelta
from app.engine.retry import RetryPolicy
from app.gateway.host_client import HostClient
from app.gateway.hosted import HostedGateway
from app.gateway.keys import Keys
from app.gateway.protocol import Limits
from app.settings.providers import ProviderTable
from app.store.clock import SystemClock
from tests.faults.asking import end, events, request
from tests.faults.conftest import ample, short
from tests.faults.fault import good
from tests.faults.server import Act, FaultServer
from tests.faults.speaking import DIALECTS, Dialect, Said

pytestmark = pytest.mark.loopback
TOOLS = tuple(ToolSpec(name=n, description="Looks.", parameters={"type": "object"}) for n in ("find", "read"))
MOST_MEMORY = 150 * 2**20


def delta_stream(*deltas: dict[str, Any], finish: str = "tool_calls", usage: str = "") -> list[bytes]:
    """Return an OpenAI-like stream of these deltas."""
    found = [f"data: {json.dumps({'choices': [{'index': 0, 'delta': delta}]})}\n\n" for delta in deltas]
    found.append(f'data: {{"choices": [{{"index": 0, "delta": {{}}, "finish_reason": "{finish}"}}]}}\n\n')
    if usage:
        found.append(f'data: {{"choices": [], "usage": {usage}}}\n\n')
    return [event.encode() for event in [*found, "data: [DONE]\n\n"]]


def call(index: int | None, id: object, name: str, arguments: object) -> dict[str, Any]:
    """Return a delta with a part of a tool call."""
    body: dict[str, Any] = {"type": "function", "function": {"name": name, "arguments": arguments}}
    body.update({} if index is None else {"index": index}, **({} if id is None else {"id": id}))
    return {"tool_calls": [body]}


ONE, TWO = '{"q": "one"}', '{"q": "two"}'
CALLS = {
    "all-numbered-zero": [call(0, "a", "find", ONE), call(0, "b", "read", TWO)],
    "two-of-one-tool-numbered-zero": [call(0, "a", "find", ONE), call(0, "b", "find", TWO)],
    "not-numbered": [call(None, "a", "find", ONE), call(None, "b", "read", TWO)],
    "neither-numbered-nor-named": [call(None, None, "find", ONE), call(None, None, "read", TWO)],
    "numbered-zero-without-ids": [call(0, None, "find", ONE), call(0, None, "read", TWO)],
    "one-object-and-flat": [
        {"tool_calls": call(0, "a", "find", ONE)["tool_calls"][0]},
        {"tool_calls": [{"index": 1, "id": "b", "name": "read", "arguments": TWO}]},
    ],
    "as-before-there-were-several": [
        {"function_call": {"name": "find", "arguments": ONE[:5]}},
        {"function_call": {"arguments": ONE[5:]}},
        {"function_call": {"name": "read", "arguments": TWO}},
    ],
    "name-with-every-part": [
        call(0, "a", "find", ONE[:5]),
        call(0, "a", "find", ONE[5:]),
        call(1, "b", "read", TWO),
    ],
    "name-in-two-parts": [call(0, "a", "fi", ""), call(0, None, "nd", ONE), call(1, "b", "read", TWO)],
    "an-id-that-is-a-number": [call(0, 7, "find", ONE), call(1, 8, "read", TWO)],
    "arguments-that-are-an-object": [call(0, "a", "find", {"q": "one"}), call(1, "b", "read", {"q": "two"})],
    "parts-by-turns": [
        call(0, "a", "find", ONE[:5]),
        call(1, "b", "read", TWO[:5]),
        call(0, None, "", ONE[5:]),
        call(1, None, "", TWO[5:]),
    ],
}


@pytest.mark.parametrize("name", CALLS)
async def test_calls_of_tools_are_told_apart_however_a_server_counts_them(
    gateway: HostedGateway, server: FaultServer, name: str
) -> None:
    server.script = lambda _: Act(delta_stream(*CALLS[name]))
    last = await end(gateway, request(server, "any", tools=TOOLS))
    assert isinstance(last, Completed), last
    second = "find" if name.startswith("two-of-one") else "read"
    assert [(c.name, json.loads(c.arguments)) for c in last.tool_calls] == [
        ("find", {"q": "one"}),
        (second, {"q": "two"}),
    ]
    assert len({c.id for c in last.tool_calls}) == 2


@pytest.mark.parametrize(
    ("usage", "source", "counts"),
    [
        ('{"prompt_tokens": 21, "completion_tokens": 13}', "provider", (21, 13)),
        ('{"prompt_tokens": 21.0, "completion_tokens": 13.0}', "provider", (21, 13)),
        ('{"prompt_tokens": -21, "completion_tokens": -13}', "estimate", None),
        ('{"prompt_tokens": 21, "completion_tokens": -13}', "estimate", None),
        ('{"prompt_tokens": 0, "completion_tokens": 13}', "estimate", None),
        ('{"prompt_tokens": 21, "completion_tokens": 0}', "estimate", None),
        ('{"prompt_tokens": 1e400, "completion_tokens": true}', "estimate", None),
        (f'{{"prompt_tokens": {"9" * 20}, "completion_tokens": {"9" * 400}}}', "estimate", None),
        ('{"prompt_tokens": [], "completion_tokens": "many"}', "estimate", None),
    ],
)
async def test_counts_that_cannot_be_are_estimated_and_the_answer_is_kept(
    gateway: HostedGateway, server: FaultServer, usage: str, source: str, counts: tuple[int, int] | None
) -> None:
    server.script = lambda _: Act(delta_stream({"content": "word " * 300}, finish="stop", usage=usage))
    last = await end(gateway, request(server, "any", price_in=1.0, price_out=2.0))
    assert isinstance(last, Completed), last
    assert last.usage.source == source
    if counts is not None:
        assert (last.usage.tokens_in, last.usage.tokens_out) == counts
    else:
        # What was said has some three hundred tokens, whatever is said of it; the prompt has more than none.
        assert 300 < last.usage.tokens_out < 1000
        assert 0 < last.usage.tokens_in < 100
    assert last.usage.cost is not None
    assert 0 < last.usage.cost < 0.01


@pytest.mark.parametrize("dialect", DIALECTS)
async def test_a_character_in_two_halves_is_shown_in_one(
    gateway: HostedGateway, server: FaultServer, dialect: Dialect
) -> None:
    answer_events = [
        p.replace(b"X", b"\\ud83d").replace(b"Y", b"\\ude42") for p in good(dialect, Said("X Y", pieces=2))
    ]
    # The blank belongs to the first piece.
    server.script = lambda _: Act([p.replace(b"\\ud83d ", b"\\ud83d") for p in answer_events], gap=0.2)
    found = await events(gateway, request(server, "any", dialect))
    assert "".join(event.text for event in found if isinstance(event, TextDelta)) == "🙂"
    assert isinstance(found[-1], Completed)
    assert found[-1].text == "🙂"


async def test_an_answer_of_ten_megabytes_in_one_line_is_read(
    gateway: HostedGateway, server: FaultServer
) -> None:
    text = "A long word. " * 800_000
    server.script = lambda _: Act(delta_stream({"content": text}, finish="stop"))
    wide = replace(gateway, limits=lambda total: replace(ample(total), bytes=Limits().bytes))
    last = await end(wide, request(server, "any"))
    assert isinstance(last, Completed)
    assert last.text == text


@pytest.mark.parametrize("status", [200, 500])
async def test_a_packed_bomb_meets_the_limit_of_bytes_and_not_of_memory(
    gateway: HostedGateway, server: FaultServer, status: int
) -> None:
    # A gigabyte, in parts of which each is packed for itself.
    once = gzip.compress(b"data: " + b"x" * 2**25) * 32
    bomb = gzip.compress(once)
    assert isinstance(await end(gateway, request(server, "good")), Completed)
    assert gateway.host_client.pid is not None
    host = psutil.Process(gateway.host_client.pid)
    for body, how in ((once, "gzip"), (bomb, "gzip, gzip")):
        server.script = lambda _, body=body, how=how: Act([body], status, {"content-encoding": how}, "length")  # type: ignore[misc]
        asked = asyncio.ensure_future(end(gateway, request(server, "any")))
        most = 0
        while not asked.done():
            most = max(most, host.memory_info().rss)
            await asyncio.sleep(0.01)
        failed = asked.result()
        assert isinstance(failed, Failed)
        assert failed.kind == ("bad_reply" if status == 200 else "server_error")
        assert most < MOST_MEMORY


async def test_a_key_that_an_error_repeats_where_its_message_is_cut_is_not_told_by_half(
    gateway: HostedGateway, server: FaultServer
) -> None:
    key = "sk-canary-7f3a91c2d4e5b6a7-0123456789"
    keyed = replace(gateway, keys=Keys({"TEST_KEY": key}))
    for before in range(255, 300, 4):
        body = json.dumps({"error": {"message": "w" * before + f" {key} is wrong"}}).encode()
        server.script = lambda _, body=body: Act([body], 401, framing="length")  # type: ignore[misc]
        failed = await end(keyed, request(server, "any"))
        assert isinstance(failed, Failed)
        assert key[:9] not in str(failed.message)


async def test_a_key_that_names_a_call_of_a_tool_is_not_kept(
    gateway: HostedGateway, server: FaultServer
) -> None:
    server.script = lambda _: Act(delta_stream(call(0, "id-key-for-tests", "find", '{"q": "key-for-tests"}')))
    last = await end(gateway, request(server, "any", tools=TOOLS))
    assert isinstance(last, Completed)
    assert "key-for-tests" not in repr(last)


async def test_a_stream_that_says_stop_with_every_piece_and_stands_still_is_no_whole_answer(
    gateway: HostedGateway, server: FaultServer
) -> None:
    answer_events = [
        event.replace(b'"role": "model"}', b'"role": "model"}, "finishReason": "STOP"')
        for event in good("gemini", Said("One two three four.", pieces=4))
    ]
    still = replace(gateway, limits=short("idle"))
    server.script = lambda _: Act(answer_events, stall_at=2)
    failed = await end(still, request(server, "any", "gemini"))
    assert isinstance(failed, Failed)
    assert (failed.kind, failed.partial) == ("timeout", "One two ")
    # One that says it once, with its last words, and keeps the connection open has given all it has.
    server.script = lambda _: Act(
        [*good("gemini", Said("One two.", pieces=2))[:1], answer_events[3]], stall_at=2
    )
    last = await end(still, request(server, "any", "gemini"))
    assert isinstance(last, Completed)
    assert last.text == "One four."


async def reached_for(gateway: HostedGateway, server: FaultServer, tls: ssl.SSLContext | None) -> Failed:
    """Ask a server that speaks TLS, or plainly where there is no context, by an address with https."""

    async def serve(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        with suppress(ConnectionError):
            await writer.drain()
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0, ssl=tls) as listening:
        address = f"https://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
        table = ProviderTable(approved=(address,), variables={address: ("TEST_KEY",)})
        asked = request(server, "any").model_copy(update={"base_url": f"{address}/v1"})
        last = await end(replace(gateway, table=lambda: table), asked)
    assert isinstance(last, Failed)
    assert (last.kind, last.sent) == ("connection", False)
    return last


async def test_an_address_with_https_of_a_server_that_speaks_plainly_is_told(
    gateway: HostedGateway, server: FaultServer
) -> None:
    failed = await reached_for(gateway, server, None)
    assert "no encrypted connection" in str(failed.message)
    assert "http://" in str(failed.hint)


async def test_a_certificate_that_is_not_trusted_is_told_with_the_variable_that_names_others(
    gateway: HostedGateway, server: FaultServer, tmp_path: Path
) -> None:
    failed = await reached_for(gateway, server, self_signed(tmp_path))
    assert "certificate is not trusted" in str(failed.message)
    assert "SSL_CERT_FILE" in str(failed.hint)


async def test_a_redirect_over_https_to_another_host_is_followed_by_nothing(
    gateway: HostedGateway, server: FaultServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tls, reached = self_signed(tmp_path), list[str]()
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "own.pem"))

    async def elsewhere(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        reached.append("elsewhere")
        writer.close()

    async def here(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        reached.append("here")
        await reader.readuntil(b"\r\n\r\n")
        target = f"Location: {url(other)}/v1/chat/completions"
        writer.write(f"HTTP/1.1 307 Elsewhere\r\n{target}\r\nContent-Length: 0\r\n\r\n".encode())
        with suppress(ConnectionError, ssl.SSLError):
            await writer.drain()
            await reader.read()
        writer.close()

    def url(listening: asyncio.Server) -> str:
        return f"https://127.0.0.1:{listening.sockets[0].getsockname()[1]}"

    async with (
        await asyncio.start_server(elsewhere, "127.0.0.1", 0, ssl=tls) as other,
        await asyncio.start_server(here, "127.0.0.1", 0, ssl=tls) as first,
    ):
        table = ProviderTable(approved=(url(first),), variables={url(first): ("TEST_KEY",)})
        # A host of its own: the environment is taken when it starts.
        keys = Keys({"TEST_KEY": "key-for-tests"})
        alone = HostedGateway(keys, SystemClock(), lambda: table, HostClient(), ample)
        asked = request(server, "any").model_copy(update={"base_url": f"{url(first)}/v1"})
        failed = await end(alone, asked)
        await alone.close()
    assert isinstance(failed, Failed)
    assert "redirects" in str(failed.message)
    assert set(reached) == {"here"}


def self_signed(folder: Path) -> ssl.SSLContext:
    """Return what a server with a certificate of its own making speaks TLS with."""
    x509 = pytest.importorskip(
        "cryptography.x509", reason="makes the certificate; the keyring brings it on Linux"
    )
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    builder = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    here = x509.SubjectAlternativeName([x509.IPAddress(IPv4Address("127.0.0.1"))])
    certificate = (
        builder.add_extension(here, critical=False)
        .not_valid_before(now - timedelta(1))
        .not_valid_after(now + timedelta(1))
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    private = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    (folder / "own.pem").write_bytes(certificate.public_bytes(pem) + private)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "own.pem")
    return context


def test_a_provider_that_names_a_time_that_is_over_is_taken_at_its_word_once() -> None:
    failed = Failed("rate_limit", verbatim("Slow down."), sent=True, retry_after=0.0)
    assert [RetryPolicy().delay(failed, done) for done in range(4)] == [0.0, 1.0, 2.0, None]
    later = replace(failed, retry_after=7.0)
    assert [RetryPolicy().delay(later, done) for done in range(4)] == [7.0, 7.0, 7.0, None]


@pytest.mark.parametrize(
    ("variable", "value", "words"),
    [
        ("SSL_CERT_FILE", "/no/such/certificates.pem", "SSL_CERT_FILE=/no/such/certificates.pem"),
        ("HTTPS_PROXY", "socks5://me:secret-word@127.0.0.1:9", "socks5://127.0.0.1:9"),
        ("HTTPS_PROXY", "gopher://127.0.0.1:9", "gopher://127.0.0.1:9"),
    ],
)
async def test_settings_of_this_machine_that_let_nothing_out_are_named(
    monkeypatch: pytest.MonkeyPatch,
    gateway: HostedGateway,
    server: FaultServer,
    variable: str,
    value: str,
    words: str,
) -> None:
    monkeypatch.setenv(variable, value)
    # A host of its own: the environment is taken when it starts.
    host_client = HostClient()
    alone = HostedGateway(
        Keys({"TEST_KEY": "key-for-tests"}), SystemClock(), gateway.table, host_client, ample
    )
    asked = request(server, "gpt-4o-mini").model_copy(update={"base_url": "https://192.0.2.1/v1"})
    table = gateway.table().model_copy(
        update={"approved": ("https://192.0.2.1",), "variables": {"https://192.0.2.1": ("TEST_KEY",)}}
    )
    alone.table = lambda: table
    failed = await end(alone, asked)
    answer = await alone.ask("list", {"provider": "openai", "base_url": "https://192.0.2.1/v1"}, "k" * 20)
    await alone.close()
    assert isinstance(failed, Failed)
    assert (failed.kind, failed.sent) == ("connection", False)
    listed = (str(sentence_of(answer["problem"])), str(sentence_of(answer["hint"])))
    for message, hint in ((str(failed.message), str(failed.hint)), listed):
        assert words in message
        assert variable in hint
        assert "secret-word" not in message

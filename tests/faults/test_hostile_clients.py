"""What the council as a model refuses: whoever asks from elsewhere, without the token, or what nobody may."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from app.bootstrap import build
from app.cli.agents.api import Terms
from app.cli.council.http import LONGEST_BODY, LONGEST_HEAD, MOST_CONNECTIONS
from app.services.core import Core
from tests.support.serving import MODEL, QUESTION, SERVED_TOKEN, Served, left, question, served

pytestmark = pytest.mark.loopback

Hostile = Callable[[Served], bytes]
FOREIGN = "https://evil.example"
EVIL = f"Bearer {SERVED_TOKEN[:-1]}x"


@pytest.fixture
async def core() -> AsyncIterator[Core]:
    found = build(council_step=0.0)
    yield found
    await found.close()


def _asked(body: object = None, **changed: Any) -> Hostile:
    return lambda door: door.request(question() if body is None else body, **changed)


def _header(name: str, value: str, **more: Any) -> Hostile:
    return _asked(headers={name: value}, **more)


def _replaced(old: bytes, new: bytes) -> Hostile:
    return lambda door: door.request(question()).replace(old, new, 1)


def _said(content: Any, role: str = "user") -> Hostile:
    return _asked({"model": MODEL, "messages": [{"role": role, "content": content}]})


def _model(name: Any) -> Hostile:
    return _asked({**question(), "model": name})


HOSTILE: dict[str, tuple[int, Hostile]] = {
    # --- from elsewhere ---
    "a page of another origin": (403, _header("Origin", FOREIGN)),
    "a page of another origin that lists models": (403, lambda d: d.request(headers={"Origin": FOREIGN})),
    "a page of a file": (403, _header("Origin", "null")),
    "an origin that begins as ours": (403, _header("Origin", "http://127.0.0.1.evil.example")),
    "an origin at another port of this machine": (403, _header("Origin", "http://127.0.0.1:1")),
    "an origin with a name in it": (403, _header("Origin", "http://127.0.0.1:80@evil.example")),
    "two origins": (400, lambda d: d.request(question(), headers={"Origin": FOREIGN, "origin": "null"})),
    "a browser's question before a foreign request": (
        403,
        lambda d: d.request(method="OPTIONS", headers={"Origin": FOREIGN}, without=("Authorization",)),
    ),
    "a name that was led here": (421, _header("Host", "evil.example")),
    "a name that was led here, with our port": (
        421,
        lambda d: d.request(headers={"Host": f"evil.example:{d.server.port}"}),
    ),
    "another port": (421, _header("Host", "127.0.0.1:1")),
    "no port": (421, _header("Host", "127.0.0.1")),
    "an address of the network": (421, lambda d: d.request(headers={"Host": f"0.0.0.0:{d.server.port}"})),
    "two hosts": (400, lambda d: d.request(headers={"host": "evil.example"})),
    "no host": (400, _asked(without=("Host",))),
    "no host, as long ago": (421, lambda d: b"GET /v1/models HTTP/1.0\r\n\r\n"),
    "a path that names another host": (400, lambda d: d.request(path="http://evil.example/v1/models")),
    "a path of a proxy": (400, lambda d: d.request(path="evil.example:443", method="CONNECT")),
    # --- without the token ---
    "no token": (401, _asked(without=("Authorization",))),
    "no token, for the models": (401, lambda d: d.request(path="/v1/models", without=("Authorization",))),
    "no token, for what is not there": (
        401,
        lambda d: d.request(path="/etc/passwd", without=("Authorization",)),
    ),
    "another token": (401, _header("Authorization", EVIL)),
    "a beginning of the token": (401, _header("Authorization", f"Bearer {SERVED_TOKEN[:10]}")),
    "the token with more behind it": (401, _header("Authorization", f"Bearer {SERVED_TOKEN}x")),
    "the token as a password": (401, _header("Authorization", f"Basic {SERVED_TOKEN}")),
    "the token alone": (401, _header("Authorization", SERVED_TOKEN)),
    "the token in the address": (
        401,
        lambda d: d.request(
            path=f"/v1/models?api_key={SERVED_TOKEN}&token={SERVED_TOKEN}", without=("Authorization",)
        ),
    ),
    "the token in a cookie": (401, _header("Cookie", f"token={SERVED_TOKEN}", without=("Authorization",))),
    "the token in another header": (401, _header("X-Api-Key", SERVED_TOKEN, without=("Authorization",))),
    "the token in the body": (
        401,
        _asked({**question(), "api_key": SERVED_TOKEN}, without=("Authorization",)),
    ),
    "two tokens": (400, lambda d: d.request(question(), headers={"authorization": "Bearer x"})),
    "a token of signs": (401, _header("Authorization", "Bearer \x80\xff")),
    # --- what is not there ---
    "a file": (404, lambda d: d.request(path="/../../etc/passwd")),
    "a file, written otherwise": (404, lambda d: d.request(path="/v1/models/%2e%2e%2f%2e%2e%2fetc%2fpasswd")),
    "the root": (404, lambda d: d.request(path="/")),
    "embeddings": (404, _asked(path="/v1/embeddings")),
    "responses": (404, _asked(path="/v1/responses")),
    "the models, written to": (405, _asked(path="/v1/models")),
    "a model, deleted": (405, lambda d: d.request(path=f"/v1/models/{MODEL}", method="DELETE")),
    "a question by GET": (405, lambda d: d.request(path="/v1/chat/completions")),
    "an unknown model": (404, _model("gpt-4o")),
    "a workflow with a folder": (404, _model("draft")),
    "a workflow that needs more": (404, _model("experiment")),
    "a team that is a path": (404, _model("debate/../../etc/passwd")),
    "a team that is a file": (404, _model("debate//tmp/team.toml")),
    "a team with a file's end": (404, _model("debate/offline.toml")),
    "a model without a name": (400, _model("")),
    "a model with a very long name": (400, _model("debate/" + "x" * 100_000)),
    "a model that is a number": (400, _model(7)),
    # --- heads ---
    "a very long head": (431, _header("X-Long", "x" * (LONGEST_HEAD + 1))),
    "thousands of headers": (431, lambda d: d.request(headers={f"X-{n}": "1" for n in range(5000)})),
    "no HTTP": (400, lambda d: b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 20 + b"\r\n\r\n"),
    "a space before the colon": (400, _replaced(b"Host:", b"Host :")),
    "a header that is folded": (421, _replaced(b"Host: 127", b"Host:\r\n evil 127")),
    "a NUL in a header": (400, _header("X-Nul", "a\0b")),
    "a bare return in a header": (400, _header("X-Return", "a\rHost: evil.example")),
    "two lengths": (400, lambda d: d.request(question(), headers={"content-length": "1"})),
    "a length that is no number": (400, _header("Content-Length", "-1")),
    "a length and chunks": (400, _header("Transfer-Encoding", "chunked")),
    "an unknown coding": (501, _header("Transfer-Encoding", "gzip")),
    "chunks that are none": (
        400,
        lambda d: d.request(
            b"zz\r\nnothing\r\n", headers={"Transfer-Encoding": "chunked"}, without=("Content-Length",)
        ),
    ),
    # --- bodies ---
    "a form": (415, _header("Content-Type", "application/x-www-form-urlencoded")),
    "plain text, as a page may send": (415, _header("Content-Type", "text/plain")),
    "a compressed body": (415, _header("Content-Encoding", "gzip")),
    "a huge body, announced": (413, _header("Content-Length", str(10**12))),
    "a huge length": (413, _header("Content-Length", "9" * 19)),
    "a huge body in chunks": (
        413,
        lambda d: (
            d.request(headers={"Transfer-Encoding": "chunked"}, method="POST")
            + b"".join(b"100000\r\n" + b" " * 2**20 + b"\r\n" for _ in range(LONGEST_BODY // 2**20 + 1))
        ),
    ),
    "an empty body": (400, _asked(b"")),
    "no JSON": (400, _asked(b"{'model': 1}")),
    "half of JSON": (400, _asked(b'{"model": "debate"')),
    "JSON of another kind": (400, _asked([question()])),
    "deep JSON": (400, _asked(b'{"a":' * 200 + b"1" + b"}" * 200)),
    "bottomless JSON": (400, _asked(b"[" * 1_000_000)),
    "a million values": (400, _asked(b"[" + b"1," * 1_000_000 + b"1]")),
    "a number of a million digits": (400, _asked(b'{"seed":' + b"9" * 1_000_000 + b"}")),
    "no messages": (400, _asked({"model": MODEL})),
    "messages that are none": (400, _asked({"model": MODEL, "messages": "hello"})),
    "an empty conversation": (400, _asked({"model": MODEL, "messages": []})),
    "thousands of messages": (
        400,
        _asked({"model": MODEL, "messages": [{"role": "user", "content": "x"}] * 20_000}),
    ),
    "a question longer than anybody would decide on": (400, _said("x" * 3_000_000)),
    "an empty question": (400, _said("  \n…")),
    "a question of another role": (400, _said(QUESTION, "root")),
    "no question at the end": (400, _said(QUESTION, "assistant")),
    "a question that is a list": (400, _said([[QUESTION]])),
    "a picture": (400, _said([{"type": "image_url", "image_url": {"url": "file:///etc/passwd"}}])),
    "a file as a part": (400, _said([{"type": "file", "file": {"file_data": "file:///etc/passwd"}}])),
    "many answers": (400, _asked({**question(), "n": 1000})),
    "streaming that is a word": (400, _asked({**question(), "stream": "yes"})),
    "a tool that must be called": (400, _asked({**question(), "tool_choice": "required"})),
    "a form of answer": (400, _asked({**question(), "response_format": {"type": "json_object"}})),
}


def test_the_table_is_long_enough() -> None:
    assert len(HOSTILE) >= 60


async def test_no_hostile_request_begins_anything_and_each_is_told_why(core: Core) -> None:
    async with served(core) as door:
        wrong = {}
        for name, (expected, hostile) in HOSTILE.items():
            status, headers, body = await door.answered(hostile(door))
            told = json.loads(body).get("error", {}).get("message", "") if body else ""
            if status != expected or not told or "Traceback" in told or SERVED_TOKEN in body.decode():
                wrong[name] = (status, expected, body[:200])
            assert "access-control-allow-origin" not in headers, name
        assert not wrong, "\n".join(f"{name}: {what}" for name, what in wrong.items())
        assert await core.parts.store.ids() == []
        assert (await door.answered(door.request(path="/v1/models")))[0] == 200


@pytest.mark.parametrize(("path", "status"), [("/v1/models", 405), ("/etc/passwd", 404)])
async def test_who_asks_for_a_head_alone_gets_one_without_a_body(path: str, status: int, core: Core) -> None:
    unhandled: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: unhandled.append(context))
    async with served(core) as door:
        assert (await door.answered(door.request(path=path, method="HEAD")))[::2] == (status, b"")
        assert (await door.answered(door.request(path="/v1/models")))[0] == 200
    assert unhandled == []


async def test_who_sends_slowly_or_breaks_off_holds_nothing(core: Core) -> None:
    async with served(core, seconds=0.3) as door:
        sound = door.request(question())
        head = sound[: sound.index(b"\r\n\r\n")]
        for raw in (b"", b"GET", head, sound[:-5]):
            reader, writer = await asyncio.open_connection("127.0.0.1", door.server.port)
            writer.write(raw)
            assert b" 408 " in await reader.read(), raw
            await left(writer)
        for raw in (b"", b"GET", head, sound[:-5]):
            assert (await door.answered(raw, end=True))[0] in (0, 400)
        assert await core.parts.store.ids() == []


async def test_many_connections_that_say_nothing_keep_nobody_out_for_long(core: Core) -> None:
    async with served(core, seconds=1.0) as door:
        mute = [await asyncio.open_connection("127.0.0.1", door.server.port) for _ in range(MOST_CONNECTIONS)]
        assert (await door.answered(door.request(path="/v1/models")))[0] == 503
        await asyncio.gather(*(reader.read() for reader, _ in mute))
        while (await door.answered(door.request(path="/v1/models")))[0] == 503:
            pass
        for _, writer in mute:
            await left(writer)


async def test_a_page_that_the_person_named_may_ask_and_no_other(core: Core) -> None:
    page = "https://chat.example"
    async with served(core, origins=frozenset({page})) as door:
        raw = door.request(method="OPTIONS", headers={"Origin": page}, without=("Authorization",))
        status, headers, _ = await door.answered(raw)
        assert (status, headers["access-control-allow-origin"]) == (204, page)
        status, headers, _ = await door.answered(door.request(path="/v1/models", headers={"Origin": page}))
        assert (status, headers["access-control-allow-origin"]) == (200, page)
        raw = door.request(path="/v1/models", headers={"Origin": page}, without=("Authorization",))
        assert (await door.answered(raw))[0] == 401
        assert (await door.answered(door.request(headers={"Origin": FOREIGN})))[0] == 403


async def test_money_and_sessions_have_an_end_that_clients_are_told(core: Core) -> None:
    async with served(core, Terms(1.0, day_limit=0.5)) as door:
        status, _, body = await door.answered(door.request(question()))
        assert status == 402
        assert "$0.50 together in 24 hours" in json.loads(body)["error"]["message"]
    async with served(core, Terms(1.0, most_sessions=0)) as door:
        status, headers, _ = await door.answered(door.request(question()))
        assert (status, headers["retry-after"]) == (429, "20")
    assert await core.parts.store.ids() == []

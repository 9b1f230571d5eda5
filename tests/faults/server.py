"""A provider on this machine that misbehaves as it is told to: real HTTP in four dialects.

What it does is decided per request by a `Script`; the default reads it from the model's name (`catalogue`).
Run as a program it prints its port, then a line `model end whole` per answer with the time of its end by the
system's monotonic clock, and serves until standard input closes. A model called `stream-800-100` answers with
800 pieces, 100 a second.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from tests.faults.speaking import Dialect, content_type
from tests.support.waiting import AMPLE

Framing = Literal["chunked", "length", "close"]


@dataclass
class Asked:
    """One request as it arrived."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes
    at: float
    dialect: Dialect
    model: str
    number: int
    """How often this model was asked before, beginning with 0."""
    written: int = 0
    """Pieces of the answer that were written."""
    whole: bool = False
    """The answer was written to its end."""
    over_at: float = 0.0
    """When the answer was written or given up, by the monotonic clock."""

    @property
    def hash(self) -> str:
        """The body's digest: equal bodies are one request asked twice."""
        return hashlib.sha256(self.body).hexdigest()

    @property
    def json(self) -> dict[str, Any]:
        """The body."""
        found: dict[str, Any] = json.loads(self.body)
        return found

    @property
    def prompt(self) -> str:
        """The last message's text."""
        body = self.json
        last = (body["messages"] if "messages" in body else body["contents"])[-1]
        content = last.get("content", last.get("parts"))
        return content if isinstance(content, str) else "".join(part.get("text", "") for part in content)


@dataclass
class Act:
    """What the server does with one request."""

    pieces: list[bytes] = field(default_factory=list)
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    framing: Framing = "chunked"
    before: float = 0.0
    """Seconds before the head is written; infinity: for ever."""
    gap: float = 0.0
    """Seconds before each piece."""
    stall_at: int | None = None
    """Stand still for ever before this piece, beginning with 0."""
    cut_at: int | None = None
    """Close the connection without a proper end before this piece."""
    noise: bytes = b""
    """Written every 20 ms while it stands still."""
    hold: tuple[int, threading.Event] | None = None
    """Before this piece it is waited for what whoever listens sets."""
    hang_up: bool = False
    """Close the connection without a word."""
    raw: bytes | None = None
    """Instead of HTTP."""


Script = Callable[[Asked], Act]
SIZES = {
    path: Act([json.dumps(body).encode()], headers={"content-type": "application/json"})
    for path, body in {
        "/props": {"total_slots": 64, "default_generation_settings": {"n_ctx": 2**20}},
        "/api/show": {"model_info": {"reader.context_length": 2**20}},
    }.items()
}
"""What it tells of itself, whichever model is asked: it is large, and works at many calls together."""


class FaultServer:
    """Runs in a thread of its own while it is entered."""

    def __init__(self, script: Script | None = None, lists: Script | None = None, port: int = 0) -> None:
        """`port`: where it is to be found again; 0: any that is free."""
        from tests.faults.catalogue import by_name, listing  # late: the catalogue is written in acts

        self.script, self.lists = script or by_name, lists or listing
        self.asked: list[Asked] = []
        """For an answer."""
        self.looked: list[Asked] = []
        """For the list of models."""
        self.sized: list[Asked] = []
        """For what it tells of itself."""
        self.sizes: dict[str, Act] = dict(SIZES)
        self.on_end: Callable[[Asked], None] | None = None
        """Called in the server's thread when an answer is over."""
        self.port = port
        self.connections = 0
        self._numbers: Counter[str] = Counter()
        self._ready = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._serve, name="fault server")

    @property
    def url(self) -> str:
        """Scheme, host and port."""
        return f"http://127.0.0.1:{self.port}"

    def base(self, dialect: Dialect) -> str:
        """Return the `base_url` for a dialect."""
        return self.url + {"openai": "/v1", "anthropic": "", "gemini": "/v1beta", "ollama": ""}[dialect]

    @property
    def hashes(self) -> Counter[str]:
        """How often each body was asked."""
        return Counter(asked.hash for asked in self.asked)

    def __enter__(self) -> FaultServer:
        self._thread.start()
        assert self._ready.wait(AMPLE)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stopped.set)
        self._thread.join(AMPLE)

    def _serve(self) -> None:
        self._loop.run_until_complete(self._run())
        self._loop.close()

    async def _run(self) -> None:
        self._stopped = asyncio.Event()
        server = await asyncio.start_server(self._connection, "127.0.0.1", self.port, limit=2**26)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._stopped.wait()
        server.close()
        others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def _connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        asked: Asked | None = None
        try:
            asked = await self._read(reader)
            if asked is not None:
                act = self.script if asked.method == "POST" else self.lists
                size = self.sizes.get(asked.path)
                await self._answer(asked, act(asked) if size is None else size, writer)
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            if asked is not None:
                asked.over_at = time.monotonic()
                if self.on_end is not None and asked.method == "POST":
                    self.on_end(asked)
            writer.close()

    async def _read(self, reader: asyncio.StreamReader) -> Asked | None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        method, path, _ = head[0].split(" ")
        headers = {n.strip().lower(): v.strip() for n, _, v in (h.partition(":") for h in head[1:] if h)}
        body = await reader.readexactly(int(headers.get("content-length", "0")))
        dialect, model = _what(path, body)
        number = self._numbers[model]
        asked = Asked(method, path, headers, body, time.monotonic(), dialect, model, number)
        if path in self.sizes:
            self.sized.append(asked)
        else:
            self._numbers[model] += method == "POST"
            (self.asked if method == "POST" else self.looked).append(asked)
        return asked

    async def _answer(self, asked: Asked, act: Act, writer: asyncio.StreamWriter) -> None:
        if act.hang_up:
            return
        await _pause(act.before)
        if act.raw is not None:
            writer.write(act.raw)
            await writer.drain()
            return
        writer.write(self._head(asked, act))
        await writer.drain()
        began = time.monotonic()
        for index, piece in enumerate(act.pieces):
            if index == act.cut_at:
                # What was written goes out, then the connection breaks.
                await asyncio.sleep(0.02)
                writer.transport.abort() if act.framing != "close" else None
                return
            if index == act.stall_at:
                await self._stand_still(act, writer)
            if act.hold is not None and index == act.hold[0]:
                await asyncio.to_thread(act.hold[1].wait, AMPLE)
            if act.gap:
                # By the clock: what a sleep takes too long is not added up.
                await asyncio.sleep(max(0.0, began + act.gap * (index + 1) - time.monotonic()))
            writer.write(_framed(piece, act.framing))
            await writer.drain()
            asked.written += 1
        if act.framing == "chunked":
            writer.write(b"0\r\n\r\n")
        else:
            # Its end comes with the last piece, not when this thread has its next turn.
            writer.write_eof()
        await writer.drain()
        asked.whole = True

    def _head(self, asked: Asked, act: Act) -> bytes:
        headers = {"content-type": content_type(asked.dialect), "connection": "close", **act.headers}
        if act.framing == "chunked":
            headers["transfer-encoding"] = "chunked"
        elif act.framing == "length" and "content-length" not in headers:
            headers["content-length"] = str(sum(map(len, act.pieces)))
        lines = [f"HTTP/1.1 {act.status} Status", *(f"{n}: {v}" for n, v in headers.items()), "", ""]
        return "\r\n".join(lines).encode("latin-1")

    async def _stand_still(self, act: Act, writer: asyncio.StreamWriter) -> None:
        while True:
            await asyncio.sleep(0.02 if act.noise else 3600)
            writer.write(_framed(act.noise, act.framing))
            await writer.drain()


async def _pause(seconds: float) -> None:
    if seconds:
        await asyncio.sleep(min(seconds, 3600))


def _framed(piece: bytes, framing: Framing) -> bytes:
    # An empty chunk would be the end.
    if framing != "chunked":
        return piece
    return f"{len(piece):x}\r\n".encode() + piece + b"\r\n" if piece else b""


def _what(path: str, body: bytes) -> tuple[Dialect, str]:
    """Return the dialect and the model of a request."""
    plain = path.partition("?")[0]
    if "GenerateContent" in plain or plain.startswith("/v1beta"):
        return "gemini", plain.rpartition("/")[2].partition(":")[0]
    try:
        model = str(json.loads(body).get("model", "")) if body else ""
    except (ValueError, AttributeError):
        model = ""
    if plain.endswith("/messages"):
        return "anthropic", model
    return ("ollama" if plain.startswith("/api/") else "openai"), model


def main() -> int:
    """Serve until standard input closes."""

    def say(line: str) -> None:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

    with FaultServer() as server:
        server.on_end = lambda asked: say(f"{asked.model} {asked.over_at} {int(asked.whole)}")
        say(str(server.port))
        sys.stdin.read()
    return 0


if __name__ == "__main__":
    sys.exit(main())

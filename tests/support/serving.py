"""The council as a model, listening in this process, and clients that write what they like to it."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from app.cli.agents.api import AgentApi, Terms
from app.cli.agents.running import Runs
from app.cli.council.http import HttpServer
from app.cli.council.serving import CouncilApi
from app.cli.council.sessions import CouncilSessions
from app.services.core import Core
from tests.support.waiting import AMPLE

SERVED_TOKEN = "rt-" + "served" * 7
MODEL = "debate/offline"
QUESTION = "Should the library open on Sundays? It must not raise the yearly cost."


@dataclass(frozen=True)
class Served:
    """A server that listens, and what is behind it."""

    server: HttpServer
    sessions: CouncilSessions

    @property
    def host(self) -> str:
        """What its clients call it."""
        return f"127.0.0.1:{self.server.port}"

    def request(
        self,
        body: object = None,
        *,
        path: str = "/v1/chat/completions",
        method: str = "",
        headers: Mapping[str, str] | None = None,
        without: tuple[str, ...] = (),
    ) -> bytes:
        """Return a sound request, changed as named; bytes go as they are, else as JSON."""
        sent = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        found = {
            "Host": self.host,
            "Authorization": f"Bearer {SERVED_TOKEN}",
            "Content-Type": "application/json",
            **({"Content-Length": str(len(sent))} if body is not None else {}),
            **(headers or {}),
        }
        lines = [f"{name}: {value}" for name, value in found.items() if name not in without]
        verb = method or ("GET" if body is None else "POST")
        return "\r\n".join([f"{verb} {path} HTTP/1.1", *lines, "", ""]).encode() + sent

    async def answered(self, raw: bytes, *, end: bool = False) -> tuple[int, dict[str, str], bytes]:
        """Write bytes; return status, headers and body of the answer. `end`: say that no more comes."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.server.port)
        try:
            writer.write(raw)
            if end:
                writer.write_eof()
            async with asyncio.timeout(AMPLE):
                return parsed(await reader.read())
        finally:
            await left(writer)


async def left(writer: asyncio.StreamWriter) -> None:
    """Close a connection."""
    writer.close()
    with contextlib.suppress(OSError):
        await writer.wait_closed()


def parsed(raw: bytes) -> tuple[int, dict[str, str], bytes]:
    """Return status, headers and body of an answer; 0 where there is none."""
    head, _, body = raw.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    if headers.get("transfer-encoding") == "chunked":
        whole, left = b"", body
        while left:
            size, _, left = left.partition(b"\r\n")
            whole, left = whole + left[: int(size, 16)], left[int(size, 16) + 2 :]
        body = whole
    return int(first.split()[1]) if first else 0, headers, body


def question(text: str = QUESTION, **more: Any) -> dict[str, Any]:
    """Return the body of a request."""
    return {"model": MODEL, "messages": [{"role": "user", "content": text}], **more}


@asynccontextmanager
async def served(
    core: Core,
    terms: Terms | None = None,
    *,
    waits: bool = False,
    stops: bool = False,
    origins: frozenset[str] = frozenset(),
    seconds: float = AMPLE,
) -> AsyncIterator[Served]:
    """Listen in this process; `seconds`: for a request's head, and for its body."""
    way = ("serve", *(("--ask",) if waits else ()), "--go-on-with")
    api = AgentApi(core, terms or Terms(5.0), Runs(way))
    sessions = CouncilSessions(api, waits=waits, stops=stops)
    server = HttpServer(
        CouncilApi(sessions).answer, SERVED_TOKEN, origins, head_seconds=seconds, body_seconds=seconds
    )
    await server.start(0)
    try:
        yield Served(server, sessions)
    finally:
        await server.close()
        # A run outlives its server; no test outlives a run.
        await api.runs.all_over(AMPLE)
        api.runs.close()

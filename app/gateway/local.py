"""Looks for model servers on this machine, only when a person asks: Ollama, LM Studio, llama.cpp."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from app.engine.ports import LocalServer
from app.gateway.providers import PROVIDERS, Provider, this_machine

SECONDS = 1.0
"""For each server: it is on this machine, or not there."""
LARGEST = 2**21


async def find_local(bases: Mapping[str, str]) -> Sequence[LocalServer]:
    """Return the servers that answer, with their models; `bases`: addresses other than the usual ones."""
    wanted = [provider for provider in PROVIDERS.values() if provider.local]
    found = await asyncio.gather(*(look(one, bases.get(one.name) or one.base) for one in wanted))
    return [server for server in found if server is not None]


async def look(provider: Provider, base: str) -> LocalServer | None:
    """Return a server of this machine with its models, None where none answers in time."""
    try:
        return await models_of(provider, base, SECONDS)
    except TimeoutError:
        return None


async def models_of(provider: Provider, base: str, seconds: float) -> LocalServer | None:
    """Return a server of this machine with its models, None where it is none; raises TimeoutError."""
    parts = urlsplit(provider.dialect.listing(base, None)[0])
    if parts.scheme != "http" or parts.hostname is None or not this_machine(base):
        return None
    try:
        async with asyncio.timeout(seconds):
            body = await _get(parts.hostname, parts.port or 80, parts.path)
    except TimeoutError:
        raise
    except (OSError, ValueError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
        return None
    names = _names(body, provider.dialect.LISTED_UNDER)
    if names is None:
        return None
    models = tuple(f"{provider.name}/{name}" for name in names)
    return LocalServer(provider.name, provider.title, base, models)


async def _get(host: str, port: int, path: str) -> bytes:
    reader, writer = await asyncio.open_connection(host, port)
    try:
        head = f"GET {path} HTTP/1.0\r\nHost: {host}:{port}\r\nAccept: application/json\r\n\r\n"
        writer.write(head.encode())
        await writer.drain()
        status = (await reader.readline()).split()
        if len(status) < 2 or status[1] != b"200":
            raise ValueError("not there")
        await reader.readuntil(b"\r\n\r\n")
        # HTTP/1.0: the body ends with the connection.
        body = bytearray()
        while len(body) < LARGEST and (piece := await reader.read(2**16)):
            body += piece
        return bytes(body)
    finally:
        writer.close()


def _names(body: bytes, key: str) -> list[str] | None:
    """Return the models a server lists, None where it is no model server."""
    start = body.find(b"{")
    try:
        # Some servers answer in chunks all the same: what stands around the object is left out.
        value: Any = json.loads(body[start : body.rfind(b"}") + 1]) if start >= 0 else None
    except (ValueError, RecursionError):
        return None
    items = value.get(key) if isinstance(value, dict) else None
    if not isinstance(items, list):
        return None
    names = [item.get("id") or item.get("name") for item in items if isinstance(item, dict)]
    return sorted({name for name in names if isinstance(name, str) and name})

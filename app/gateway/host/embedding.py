"""Asking a provider for the vectors of some texts: `POST {base}/embeddings`, as OpenAI words it."""

from __future__ import annotations

import asyncio
import json
import math
from typing import Any

import httpx

from app.domain.canonical import JsonValue
from app.gateway.host.hiding import hide
from app.gateway.host.talk import Clients
from app.gateway.host.verdict import HINTS, fault_of_status
from app.gateway.protocol import Ask, Limits
from app.gateway.providers import PROVIDERS, Provider


async def embed(clients: Clients, ask: Ask) -> dict[str, JsonValue]:
    """Return `vectors` in the order of the texts, or `kind`, `problem`, `hint`, `retry_after` and `sent`."""
    provider = PROVIDERS[str(ask.body["provider"])]
    texts = ask.body["texts"]
    assert isinstance(texts, list)
    limits = Limits(**ask.body["limits"])  # type: ignore[arg-type]  # the parent wrote them from Limits
    url = address(provider, str(ask.body.get("base_url") or provider.base))
    headers = {"content-type": "application/json", "accept-encoding": "identity"}
    if ask.key:
        headers["authorization"] = f"Bearer {ask.key}"
    content = json.dumps({"model": ask.body["model"], "input": texts}).encode("ascii")
    try:
        async with (
            asyncio.timeout(limits.total),
            clients.make(url) as client,
            client.stream("POST", url, headers=headers, content=content) as response,
        ):
            body = b""
            async for piece in response.aiter_bytes():
                body += piece
                if len(body) > limits.bytes:
                    return _problem("bad_reply", f"The answer is larger than {limits.bytes // 2**20} MB.")
    except TimeoutError:
        return _problem("timeout", f"The answer was not complete after {limits.total:g} seconds.")
    except httpx.ConnectError:
        return {**_problem("connection", f"{url} cannot be reached."), "sent": False}
    except httpx.HTTPError:
        return _problem("connection", "The connection broke before the answer was whole.")
    if response.status_code != 200:
        fault = fault_of_status(response.status_code, response.headers, body, url)
        told = _problem(fault.kind, hide(fault.message, ask.key), fault.hint)
        return {**told, "retry_after": fault.retry_after}
    vectors = read_vectors(body, len(texts))
    if vectors is None:
        return _problem("bad_reply", f"{url} did not answer with one vector per text.")
    return {"vectors": [[*vector] for vector in vectors]}


def address(provider: Provider, base: str) -> str:
    """Return where the embeddings of a provider are asked for."""
    base = base.rstrip("/")
    # Ollama speaks OpenAI's language under an address of its own.
    return f"{base}/v1/embeddings" if provider.dialect == "ollama" else f"{base}/embeddings"


def read_vectors(body: bytes, count: int) -> list[list[float]] | None:
    """Return `count` finite vectors of one length in the order of their texts, None for anything else."""
    try:
        items = json.loads(body)["data"]
        placed: dict[int, Any] = {
            item.get("index", place): item["embedding"] for place, item in enumerate(items)
        }
        vectors = [[float(number) for number in placed[place]] for place in range(count)]
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError):
        return None
    sound = len(items) == count and len({len(vector) for vector in vectors}) == 1 and vectors[0]
    return vectors if sound and all(math.isfinite(n) for vector in vectors for n in vector) else None


def _problem(kind: str, message: str, hint: str = "") -> dict[str, JsonValue]:
    return {"kind": kind, "problem": message, "hint": hint or HINTS.get(kind, "")}  # type: ignore[call-overload]

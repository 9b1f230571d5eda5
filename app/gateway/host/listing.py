"""Asking a provider which models it has: shows whether a key is good, and costs nothing."""

from __future__ import annotations

import asyncio
import json
from contextlib import aclosing
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import httpx

from app.domain.i18n import words
from app.domain.sentences import recorded
from app.gateway.host.dialects.registry import LISTED_UNDER, WORDS
from app.gateway.host.errors import Fault, fault_of_status
from app.gateway.host.http_call import Clients, NoWayOut, headers_of, unpacked
from app.gateway.host.packing import BadPacking
from app.gateway.host.redaction import redact_message
from app.gateway.protocol import Ask
from app.gateway.providers import PROVIDERS

if TYPE_CHECKING:
    from app.domain.canonical import JsonValue

SECONDS = 15.0
LARGEST = 8 * 2**20
EXACT = frozenset({"vllm", "library"})
"""Who owns the models in the lists of servers that answer to no other names: vLLM, and Ollama under /v1."""


async def list_models(clients: Clients, ask: Ask) -> dict[str, JsonValue]:
    """Return `models` (bare names) and whether they are `exact`ly all, or `kind`, `problem`, `hint`.

    With the `status` where the server's answer was none of success.
    """
    provider = PROVIDERS[str(ask.body["provider"])]
    base = str(ask.body.get("base_url") or provider.base).rstrip("/")
    seconds = float(str(ask.body.get("seconds") or SECONDS))
    url, headers = provider.dialect.listing(base, ask.key)
    try:
        async with (
            asyncio.timeout(seconds),
            clients.make(url).stream("GET", url, headers=headers) as response,
            aclosing(unpacked(response)) as pieces,
        ):
            body = b""
            async for piece in pieces:
                body += piece
                if len(body) > LARGEST:
                    break
    except TimeoutError:
        why = words("{server} sent nothing for {n} seconds.", server=base, n=f"{seconds:g}")
        return _problem(Fault("timeout", why))
    except NoWayOut as problem:
        return _problem(problem.fault)
    except BadPacking:
        return _problem(_no_list(base))
    except httpx.HTTPError:
        return _problem(Fault("connection", words("{server} cannot be reached.", server=base)))
    if response.status_code != 200:
        fault = fault_of_status(response.status_code, headers_of(response), body, url)
        fault = replace(fault, message=redact_message(fault.message, ask.key))
        return {**_problem(fault), "status": response.status_code}
    items = _items(body)
    if items is None:
        return _problem(_no_list(base))
    names = [item.get("id") or item.get("name") for item in items]
    models = sorted({_bare(name) for name in names if isinstance(name, str) and name})
    exact = "*" not in "".join(models) and all(str(item.get("owned_by")) in EXACT for item in items)
    return {"models": [*models], "exact": exact}


def _items(body: bytes) -> list[dict[str, Any]] | None:
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return None
    items: Any = value if isinstance(value, list) else None
    if isinstance(value, dict):
        items = next((value[name] for name in LISTED_UNDER if name in value), None)
    if not isinstance(items, list):
        return None
    return [item for item in items if isinstance(item, dict)]


def _bare(name: str) -> str:
    for prefix in WORDS.before_names:
        name = name.removeprefix(prefix)
    return name


def _no_list(server: str) -> Fault:
    return Fault("bad_reply", words("{server} did not answer with a list of models.", server=server))


def _problem(fault: Fault) -> dict[str, JsonValue]:
    return {"kind": fault.kind, "problem": recorded(fault.message), "hint": recorded(fault.hint)}

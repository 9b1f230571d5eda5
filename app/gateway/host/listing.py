"""Asking a provider which models it has: shows whether a key is good, and costs nothing."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from contextlib import aclosing
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import httpx

from app.domain import fault_hints, fault_messages
from app.domain.i18n import words
from app.domain.sentences import recorded
from app.gateway.host.dialects.registry import LISTED_UNDER, USUAL, WORDS
from app.gateway.host.errors import Fault, error_text, fault_of_status
from app.gateway.host.http_call import Clients, NoWayOut, headers_of, unpacked, unreached
from app.gateway.host.packing import BadPacking
from app.gateway.host.redaction import redact_message
from app.gateway.protocol import Ask
from app.gateway.providers import PROVIDERS, Provider

if TYPE_CHECKING:
    from app.domain.canonical import JsonValue

SECONDS = 15.0
VERSION = "/v1"
LARGEST = 8 * 2**20
EXACT = frozenset({"vllm", "library"})
"""Who owns the models in the lists of servers that answer to no other names: vLLM, and Ollama under /v1."""


async def list_models(clients: Clients, ask: Ask) -> dict[str, JsonValue]:
    """Return `models` (bare names) and whether they are `exact`ly all, or `kind`, `problem`, `hint`.

    With the `status` where the server's answer was none of success.
    """
    provider = PROVIDERS[str(ask.body["provider"])]
    base = str(ask.body.get("base_url") or provider.base).rstrip("/")
    found = await _listed(clients, ask, provider, base)
    if found.get("kind") == "not_found" and provider.dialect is USUAL and not base.endswith(VERSION):
        # Most addresses end so, and it is what people leave out.
        longer = f"{base}{VERSION}"
        if "models" in await _listed(clients, ask, provider, longer):
            hint = words("The models are at {address}: write that in its place.", address=longer)
            return {**found, "status": None, "hint": recorded(hint)}
        return {**found, "hint": recorded(fault_hints.CHECK_VERSION)}
    return found


async def fetched(
    clients: Clients, method: str, url: str, headers: Mapping[str, str], content: bytes | None = None
) -> tuple[httpx.Response, bytes]:
    """Return an answer with the beginning of its body; raises NoWayOut, BadPacking and what httpx raises."""
    async with (
        clients.make(url).stream(method, url, headers=headers, content=content) as response,
        aclosing(unpacked(response)) as pieces,
    ):
        body = b""
        async for piece in pieces:
            body += piece
            if len(body) > LARGEST:
                break
    return response, body


async def _listed(clients: Clients, ask: Ask, provider: Provider, base: str) -> dict[str, JsonValue]:
    seconds = float(str(ask.body.get("seconds") or SECONDS))
    url, headers = provider.dialect.listing(base, ask.key)
    try:
        async with asyncio.timeout(seconds):
            response, body = await fetched(clients, "GET", url, headers)
    except TimeoutError:
        why = words("{server} sent nothing for {n} seconds.", server=base, n=f"{seconds:g}")
        return _problem(Fault("timeout", why))
    except NoWayOut as problem:
        return _problem(problem.fault)
    except BadPacking:
        return _problem(_no_list(base, b""))
    except httpx.HTTPError as error:
        reason, hint = unreached(error)
        told = fault_messages.UNREACHED_THERE.filled(server=base, why=reason)
        return _problem(Fault("connection", told, own_hint=hint))
    if response.status_code != 200:
        fault = fault_of_status(response.status_code, headers_of(response), body, url)
        fault = replace(fault, message=redact_message(fault.message, ask.key))
        return {**_problem(fault), "status": response.status_code}
    items = items_in(body)
    if items is None:
        return _problem(_no_list(base, body))
    models = sorted({_bare(item["id"]) for item in items})
    exact = "*" not in "".join(models) and all(str(item.get("owned_by")) in EXACT for item in items)
    return {"models": [*models], "exact": exact}


_NAMES = ("id", "name", "model", "model_id", "key")
"""By what a list calls a model, the likelier ones first."""


def items_in(body: bytes) -> list[dict[str, Any]] | None:
    """Return what a list says of each model, with its name as `id`; None for what is no list."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return None
    items: Any = value if isinstance(value, list) else None
    if isinstance(value, dict):
        items = next((value[name] for name in (*LISTED_UNDER, "result") if name in value), None)
    if isinstance(items, dict) and all(isinstance(one, dict) for one in items.values()):
        items = list(items)
    if not isinstance(items, list):
        return None
    # Some are lists of bare names.
    each = [{"id": item} if isinstance(item, str) else item for item in items]
    found = ((_name_of(item), item) for item in each if isinstance(item, dict))
    return [{**item, "id": name} for name, item in found if name]


def _name_of(item: dict[str, Any]) -> str:
    name = next((item[one] for one in _NAMES if item.get(one)), "")
    return name if isinstance(name, str) else ""


def _bare(name: str) -> str:
    for prefix in WORDS.before_names:
        name = name.removeprefix(prefix)
    return name


def _no_list(server: str, body: bytes) -> Fault:
    """Say what came in place of a list; `not_found` where it is certain that no model answers there."""
    start = body.lstrip(b"\xef\xbb\xbf \t\r\n")[:1]
    if start == b"<":
        told = words("{server} sent a web page instead of a list of models.", server=server)
        return Fault("not_found", told, own_hint=fault_hints.CHECK_ADDRESS)
    if start == b"{" and _is_error(body):
        told = words("{server} knows no list of models: {why}", server=server, why=error_text(body))
        return Fault("not_found", told, own_hint=fault_hints.CHECK_ADDRESS)
    told = words("{server} did not answer with a list of models.", server=server)
    return Fault("bad_reply", told, own_hint=fault_hints.CHECK_ADDRESS)


def _is_error(body: bytes) -> bool:
    try:
        return bool(json.loads(body).get("error"))
    except (ValueError, RecursionError):
        return False


def _problem(fault: Fault) -> dict[str, JsonValue]:
    return {"kind": fault.kind, "problem": recorded(fault.message), "hint": recorded(fault.hint)}

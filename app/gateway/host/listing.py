"""Asking a provider which models it has, and a server of one's own how much one of them takes in.

The first shows whether a key is good, and costs nothing. The second each kind of server tells in a place of
its own; what is not told in a moment is not known.
"""

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
from app.domain.whole_numbers import count_told
from app.gateway.host.dialects.registry import LISTED_UNDER, USUAL, WORDS
from app.gateway.host.errors import Fault, error_text, fault_of_status
from app.gateway.host.http_call import Clients, NoWayOut, headers_of, unpacked, unreached
from app.gateway.host.packing import BadPacking
from app.gateway.host.redaction import redact_message
from app.gateway.host.wire import ANSWERED
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
    if response.status_code not in ANSWERED:
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
    if start == b"{" and (why := error_text(body)):
        told = words("{server} knows no list of models: {why}", server=server, why=why)
        return Fault("not_found", told, own_hint=fault_hints.CHECK_ADDRESS)
    told = words("{server} did not answer with a list of models.", server=server)
    return Fault("bad_reply", told, own_hint=fault_hints.CHECK_ADDRESS)


def _problem(fault: Fault) -> dict[str, JsonValue]:
    return {"kind": fault.kind, "problem": recorded(fault.message), "hint": recorded(fault.hint)}


_DESCRIBED_SECONDS = 3.0
_MANY = 8
"""Calls at once for servers that are known to work at several."""
_WINDOWS = (
    *("loaded_context_length", "max_model_len", "context_length", "context_window"),
    *("max_context_length", "max_input_tokens", "n_ctx"),
)
"""Members of a model in a list that tell its window: LM Studio's, vLLM's, OpenRouter's, Groq's."""


async def describe(clients: Clients, ask: Ask) -> dict[str, JsonValue]:
    """Return the `window` and the `slots` of a `model`, and whether it `sees`, as far as its server tells."""
    provider = PROVIDERS[str(ask.body["provider"])]
    base = str(ask.body.get("base_url") or provider.base).rstrip("/")
    model = str(ask.body["model"])
    headers = dict(provider.dialect.headers(ask.key))
    root = base.removesuffix("/v1")
    if provider.dialect.SIZED:
        shown = await _json(clients, "POST", f"{root}/api/show", headers, {"model": model})
        info = _part(shown, "model_info")
        sizes = [count_told(size) for name, size in info.items() if name.endswith(".context_length")]
        return {"window": next(iter(sizes), None), "sees": _sees(shown.get("capabilities"))}
    props = await _json(clients, "GET", f"{root}/props", headers)
    slots = count_told(props.get("total_slots"))
    seeing = _part(props, "modalities").get("vision")
    sees = seeing if isinstance(seeing, bool) else None
    window = count_told(_part(props, "default_generation_settings").get("n_ctx"))
    if window is None:
        mine = _of_list(await _json(clients, "GET", f"{base}/models", headers), model)
        window = _window_in({**_part(mine, "meta"), **mine})
        slots = slots or (_MANY if mine.get("owned_by") == "vllm" else None)
    if window is None:
        # LM Studio tells it in a list of its own alone.
        mine = _of_list(await _json(clients, "GET", f"{root}/api/v0/models", headers), model)
        window = _window_in(mine)
        sees = mine["type"] == "vlm" if mine.get("type") in ("llm", "vlm") else sees
    return {"window": window, "slots": slots, "sees": sees}


def _sees(capabilities: object) -> bool | None:
    """Tell whether pictures are among what a model can do; Ollama lists it from version 0.6.4 on."""
    return "vision" in capabilities if isinstance(capabilities, list) else None


def _of_list(listed: dict[str, Any], model: str) -> dict[str, Any]:
    """Return a model's entry in a list; one that serves a single model answers to any name."""
    data = listed.get("data")
    items = [one for one in data if isinstance(one, dict)] if isinstance(data, list) else []
    return next((one for one in items if one.get("id") == model), items[0] if len(items) == 1 else {})


def _window_in(told: dict[str, Any]) -> int | None:
    return next((size for name in _WINDOWS if (size := count_told(told.get(name)))), None)


def _part(value: dict[str, Any], name: str) -> dict[str, Any]:
    part = value.get(name)
    return part if isinstance(part, dict) else {}


async def _json(
    clients: Clients, method: str, url: str, headers: dict[str, str], body: object = None
) -> dict[str, Any]:
    """Return what a server says at an address, nothing where it is none of an object."""
    content = None if body is None else json.dumps(body).encode()
    try:
        async with asyncio.timeout(_DESCRIBED_SECONDS):
            response, found = await fetched(clients, method, url, headers, content)
        value = json.loads(found) if response.status_code in ANSWERED else None
    except (TimeoutError, httpx.HTTPError, ValueError, RecursionError, NoWayOut, BadPacking):
        return {}
    return value if isinstance(value, dict) else {}

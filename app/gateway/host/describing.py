"""Asking a server of one's own how much a model takes in and how many calls it works at together.

Each kind of server tells it in a place of its own; what is not told in a moment is not known.
"""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import httpx

from app.gateway.host.http_call import Clients, NoWayOut
from app.gateway.host.listing import fetched
from app.gateway.host.packing import BadPacking
from app.gateway.protocol import Ask
from app.gateway.providers import PROVIDERS

if TYPE_CHECKING:
    from app.domain.canonical import JsonValue

SECONDS = 3.0
MANY = 8
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
        sizes = [_count(size) for name, size in info.items() if name.endswith(".context_length")]
        return {"window": next(iter(sizes), None), "sees": _sees(shown.get("capabilities"))}
    props = await _json(clients, "GET", f"{root}/props", headers)
    slots = _count(props.get("total_slots"))
    seeing = _part(props, "modalities").get("vision")
    sees = seeing if isinstance(seeing, bool) else None
    window = _count(_part(props, "default_generation_settings").get("n_ctx"))
    if window is None:
        mine = _of_list(await _json(clients, "GET", f"{base}/models", headers), model)
        window = _window_in({**_part(mine, "meta"), **mine})
        slots = slots or (MANY if mine.get("owned_by") == "vllm" else None)
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
    return next((size for name in _WINDOWS if (size := _count(told.get(name)))), None)


def _part(value: dict[str, Any], name: str) -> dict[str, Any]:
    part = value.get(name)
    return part if isinstance(part, dict) else {}


async def _json(
    clients: Clients, method: str, url: str, headers: dict[str, str], body: object = None
) -> dict[str, Any]:
    """Return what a server says at an address, nothing where it is none of an object."""
    content = None if body is None else json.dumps(body).encode()
    try:
        async with asyncio.timeout(SECONDS):
            response, found = await fetched(clients, method, url, headers, content)
        value = json.loads(found) if response.status_code == 200 else None
    except (TimeoutError, httpx.HTTPError, ValueError, RecursionError, NoWayOut, BadPacking):
        return {}
    return value if isinstance(value, dict) else {}


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else None

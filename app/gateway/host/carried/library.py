"""Importing litellm: once, with no call home, no output, and no way out but ours."""

from __future__ import annotations

import logging
import os
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

import httpx

from app.gateway.host.carried.watching import WatchedTransport

if TYPE_CHECKING:
    from app.gateway.host.http_call import Clients

SETTINGS = {
    # Else it fetches tables at its import.
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "LITELLM_LOCAL_ANTHROPIC_BETA_HEADERS": "True",
    # Else it reads a file `.env` of the working directory.
    "LITELLM_MODE": "PRODUCTION",
    # Else credentials of Amazon are looked for at an address of its machines.
    "AWS_EC2_METADATA_DISABLED": "true",
}


@cache
def library() -> Any:
    """Import litellm and keep it quiet: no telemetry, no look at prompts, no retries of its own.

    Takes seconds and 170 MB. Raises ImportError.
    """
    os.environ.update(SETTINGS)
    import litellm  # late: only where a seat needs it

    litellm.suppress_debug_info = True
    litellm.disable_streaming_logging = True
    litellm.disable_hf_tokenizer_download = True
    litellm.turn_off_message_logging = True
    litellm.telemetry = False
    litellm.num_retries = 0
    # It and what it uses log prompts where something fails; the host itself logs nothing.
    logging.disable(logging.CRITICAL)
    return litellm


def lead_through(clients: Clients) -> Any:
    """Return litellm with all that it sends going out by our clients."""
    found = library()
    if not isinstance(getattr(found.aclient_session, "_transport", None), WatchedTransport):
        transport = WatchedTransport(clients)
        found.aclient_session = httpx.AsyncClient(transport=transport, trust_env=False)
        # It has no setting for this: every client that it makes asks here for its way out.
        handler: Any = import_module("litellm.llms.custom_httpx.http_handler").AsyncHTTPHandler
        handler.create_async_transport = staticmethod(lambda **_options: transport)
        handler.create_httpx_proxy_mounts = staticmethod(lambda *_of, **_options: None)
    return found

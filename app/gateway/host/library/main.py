"""Entry of the library's process: imports litellm, composes what it is asked for, learns profiles."""

from __future__ import annotations

import asyncio
import gc
import os
import time
from typing import Any

from app.domain.messages import ModelRequest
from app.gateway.host.pipes import PipeOutbox, open_pipes
from app.gateway.protocol import Answer, Ask, Frame


def import_library() -> tuple[Any, Any, Any]:
    """Import litellm with everything switched off that calls out, prints, or reads files of the user."""
    os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"
    os.environ["LITELLM_LOCAL_ANTHROPIC_BETA_HEADERS"] = "True"
    os.environ["LITELLM_MODE"] = "PRODUCTION"
    import litellm  # late: takes seconds, and the parent has had its Hello before
    import openai
    from litellm.llms.custom_httpx.http_handler import AsyncHTTPHandler

    litellm.suppress_debug_info = True
    litellm.disable_streaming_logging = True
    litellm.disable_hf_tokenizer_download = True
    litellm.telemetry = False
    return litellm, openai, AsyncHTTPHandler


async def _serve(inbox: asyncio.Queue[Frame], outbox: PipeOutbox, began: float) -> None:
    gc.disable()
    # Late: the listener must be there before the long import, for the parent may go away during it.
    from app.gateway.host.http_call import only_our_clients_connect
    from app.gateway.host.library.compose import Composer
    from app.gateway.host.library.learning import answer

    only_our_clients_connect()
    composer = Composer(*import_library())
    gc.freeze()
    gc.enable()
    outbox.ready(time.monotonic() - began)
    while True:
        frame = await inbox.get()
        if isinstance(frame, Ask):
            request = ModelRequest.model_validate(frame.body["request"])
            without = frame.body["without"]
            assert isinstance(without, list)
            learns = bool(frame.body["learns"])
            found = await answer(composer, request, frozenset(without), learns=learns)  # type: ignore[arg-type]  # the host wrote them
            outbox.put(Answer(frame.id, found))


def main() -> int:
    """Serve until standard input closes."""
    began = time.monotonic()
    loop, inbox, outbox = open_pipes()
    loop.run_until_complete(_serve(inbox, outbox, began))
    return 0

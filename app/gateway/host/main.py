"""Entry of the host: serves until standard input closes."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import importlib
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from app.gateway.host.pipes import PipeOutbox, open_pipes
from app.gateway.protocol import Frame

_FIRST_USED = ("anyio._backends._asyncio", "httpcore._backends.anyio", "encodings.idna")
"""What the client imports at its first request."""

_COLLECTED_AFTER = (20_000, 20, 20)
"""Objects made and not yet gone, and how many such looks make a longer one."""


def _first_use() -> None:
    """Do what the first request would do first, while the parent still works at it; contacts nobody."""
    for name in _FIRST_USED:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)


async def _serve(inbox: asyncio.Queue[Frame], outbox: PipeOutbox, began: float, folder: Path | None) -> None:
    # WORKAROUND for https://github.com/encode/httpx/blob/master/httpx/__init__.py: it imports its command
    # line with everything that draws there, a third of this process's start.
    sys.modules["httpx._main"] = None  # type: ignore[assignment]  # how Python marks what cannot be imported
    # Late: the listener must be there before, for the parent may go away meanwhile.
    from app.gateway.host.http_call import only_our_clients_connect
    from app.gateway.host.memory import ServerMemory
    from app.gateway.host.serving import Server

    only_our_clients_connect()
    server = Server(outbox, ServerMemory(folder))
    gc.freeze()
    # Most of what a call makes is gone without it, and each look at what is left holds up every stream.
    gc.set_threshold(*_COLLECTED_AFTER)
    gc.enable()
    outbox.ready(time.monotonic() - began)
    _first_use()
    while True:
        server.handle(await inbox.get())


def main(arguments: Sequence[str] = ()) -> int:
    """Serve until standard input closes; the first argument names the folder of the host's caches."""
    began = time.monotonic()
    # What is imported is no garbage: looking through it again and again takes a sixth of the start.
    gc.disable()
    folder = Path(arguments[0]).absolute() if arguments else None
    loop, inbox, outbox = open_pipes()
    loop.run_until_complete(_serve(inbox, outbox, began, folder))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

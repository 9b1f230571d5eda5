"""A loopback server that answers as the offline council would, slowly, and counts request bodies by hash."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections import Counter

from app.domain.canonical import digest
from app.domain.messages import ModelRequest, Reply
from app.workflows.registry import Registry
from tests.support.waiting import AMPLE

VOICES = Registry().voices


def _offline_answer(request: ModelRequest) -> str | Reply:
    if request.embeds:
        # The vectors are made where they arrive; what counts here is that and when they were asked for.
        return "vectors"
    voice = VOICES.get(("analyst", request.purpose)) or VOICES["*", request.purpose]
    return voice(request)


class CountingServer:
    """Runs in a thread of its own while it is entered."""

    def __init__(self, pieces: int = 8, delay: float = 0.004) -> None:
        self.counts: Counter[str] = Counter()
        self.identities: Counter[str] = Counter()
        self.port = 0
        self._pieces, self.delay = pieces, delay
        """`delay`: seconds before each piece."""
        self._unread: set[asyncio.Future[None]] = set()
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._serve, name="counting server")

    def __enter__(self) -> CountingServer:
        self._thread.start()
        assert self._ready.wait(AMPLE)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stopped.set)
        self._thread.join(AMPLE)

    def count_all(self) -> None:
        """Return once every request that was written before is counted, also where its writer is gone."""
        with socket.create_connection(("127.0.0.1", self.port), AMPLE) as line:
            line.sendall(b"\n")
            assert line.recv(1) == b"\n"

    def _serve(self) -> None:
        self._loop.run_until_complete(self._run())
        self._loop.close()

    async def _run(self) -> None:
        self._stopped = asyncio.Event()
        server = await asyncio.start_server(self._answer, "127.0.0.1", 0, limit=2**24)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._stopped.wait()
        server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        counted = self._loop.create_future()
        # Connections come in the order in which they were made: these are older than this one.
        before = list(self._unread)
        self._unread.add(counted)
        try:
            line = await reader.readline()
            if line == b"\n":
                await asyncio.gather(*before)
                writer.write(line)
                await writer.drain()
                return
            if not line.endswith(b"\n"):
                return
            request = ModelRequest.model_validate_json(line)
            self.counts[digest(line.decode())] += 1
            self.identities[request.identity()] += 1
            counted.set_result(None)
            answer = _offline_answer(request)
            text, calls = (answer.text, answer.tool_calls) if isinstance(answer, Reply) else (answer, ())
            size = max(1, -(-len(text) // self._pieces))
            for start in range(0, len(text), size):
                await asyncio.sleep(self.delay)
                writer.write(json.dumps(text[start : start + size]).encode() + b"\n")
                await writer.drain()
            for call in calls:
                writer.write(call.model_dump_json().encode() + b"\n")
            writer.write(b"null\n")
            await writer.drain()
        except (ConnectionError, asyncio.CancelledError):
            pass
        finally:
            if not counted.done():
                counted.set_result(None)
            self._unread.discard(counted)
            writer.close()

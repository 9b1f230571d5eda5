"""A provider that pours the same words into every answer, all at one pace; a process of its own.

`python -m tests.bench.pouring ANSWERS TOKENS RATE` prints its port, pours once so many answers are asked for,
all at once, and prints per answer when it had written it by the system's clock. One beat serves all of them:
what a timer for each takes would be taken from the program that is measured beside it.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from dataclasses import dataclass, field

from tests.faults.catalogue import token

_HEAD = (
    b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n"
    b"connection: close\r\ntransfer-encoding: chunked\r\n\r\n"
)


def _event(choice: dict[str, object], **more: object) -> bytes:
    body = {"id": "x", "object": "chat.completion.chunk", "model": "m", "choices": [{"index": 0, **choice}]}
    data = f"data: {json.dumps({**body, **more})}\n\n".encode()
    return b"%x\r\n%s\r\n" % (len(data), data)


@dataclass
class Pouring:
    """What is poured, and into what."""

    answers: int
    tokens: int
    rate: float
    waiting: list[asyncio.StreamWriter] = field(default_factory=list)
    began: asyncio.Event = field(default_factory=asyncio.Event)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Read a request, and have it answered with the others."""
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        except asyncio.IncompleteReadError:
            # Whoever only looks whether somebody is here.
            writer.close()
            return
        size = head.partition("content-length:")[2].partition("\r\n")[0]
        await reader.readexactly(int(size or 0))
        self.waiting.append(writer)
        if len(self.waiting) >= self.answers:
            self.began.set()

    async def pour(self) -> None:
        """Write to all that wait, piece by piece."""
        await self.began.wait()
        pieces = [_event({"delta": {"content": token(number)}}) for number in range(self.tokens)]
        usage = {"prompt_tokens": 10, "completion_tokens": self.tokens, "total_tokens": self.tokens + 10}
        end = _event({"delta": {}, "finish_reason": "stop"}, usage=usage)
        end += b"%x\r\n%s\r\n0\r\n\r\n" % (len(b"data: [DONE]\n\n"), b"data: [DONE]\n\n")
        sys.stdout.write(f"began {time.time()}\n")
        sys.stdout.flush()
        began = time.monotonic()
        for number, piece in enumerate([_HEAD, *pieces, end]):
            # Each at its own moment within the beat, as strangers would be.
            for place, writer in enumerate(self.waiting):
                due = began + (number + place / len(self.waiting)) / self.rate
                if place % 10 == 0 and (left := due - time.monotonic()) > 0.001:
                    await asyncio.sleep(left)
                if not writer.is_closing():
                    writer.write(piece)
        for writer in self.waiting:
            sys.stdout.write(f"{time.time()}\n")
            writer.close()
        sys.stdout.flush()


async def main(answers: int, tokens: int, rate: float) -> None:
    """Serve once."""
    pouring = Pouring(answers, tokens, rate)
    server = await asyncio.start_server(pouring.serve, "127.0.0.1", 0, backlog=1024)
    sys.stdout.write(f"{server.sockets[0].getsockname()[1]}\n")
    sys.stdout.flush()
    await pouring.pour()
    await asyncio.sleep(3600)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])))

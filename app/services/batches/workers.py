"""Several processes at one batch, each with its share of the sessions.

Rules: a worker is the same command with `--shard` and `--worker`: what it does is what the command does. It
tells on standard output, a JSON object a line, where each session stands that it is done with. It takes words
on standard input: `pause`, `stop`; the end of it means pause, so that none outlives whoever began it. One
that dies is begun again; its sessions go on from what they hold.
"""

from __future__ import annotations

import asyncio
import json
import sys
import threading
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from app.domain.canonical import JsonValue, dumps
from app.domain.ids import SessionId
from app.processes.child import own_program
from app.processes.child_env import environment
from app.services.batches.budget import Used
from app.services.batches.running import BatchRun, Standing

MOST_DEATHS = 20
"""Times that one worker is begun again: more is no accident."""
LONGEST_LINE = 2**20
"""Bytes of a line that a worker writes."""


def told_of(one: Standing) -> dict[str, JsonValue]:
    """Return where a session stands, as it is told to another process."""
    return {
        "session": one.entry.session,
        "state": one.state,
        "cost": one.cost,
        "tokens": one.tokens,
        "why": one.why,
        "used": [one.used.born, one.used.cost, one.used.tokens],
        "cached": one.cached,
    }


def told_by(value: Mapping[str, Any], known: Mapping[SessionId, Standing]) -> Standing | None:
    """Return where one of the known sessions stands, as another process tells it; None for anything else."""
    try:
        before, cost = known[SessionId(value["session"])], value["cost"]
        return Standing(
            before.entry,
            str(value["state"]),
            None if cost is None else float(cost),
            int(value["tokens"]),
            str(value["why"]),
            Used(*value.get("used", ())),
            int(value.get("cached", 0)),
        )
    except (ValueError, TypeError, KeyError):
        return None


def tell(value: Mapping[str, JsonValue]) -> None:
    """Write a JSON object for whoever began this process, a line."""
    with suppress(BrokenPipeError):
        sys.stdout.write(f"{dumps(value)}\n")
        sys.stdout.flush()


def tell_parent(run: BatchRun, one: Standing) -> None:
    """Write where a session stands for whoever began this worker."""
    tell(told_of(one))


def listen(take: Callable[[str | None], None]) -> None:
    """Call `take` in this loop with each line of standard input, and with None at its end."""
    loop = asyncio.get_running_loop()

    def put(line: str | None) -> None:
        # The loop may be over: nobody is left to obey.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(take, line)

    def read() -> None:
        with suppress(ValueError, OSError):
            for line in sys.stdin:
                put(line)
        put(None)

    # A thread that ends with the process: reading cannot be called off.
    threading.Thread(target=read, name="standard input", daemon=True).start()


def obey_parent(obey: Callable[[bool], Awaitable[None]]) -> None:
    """Call `obey(stop)` in this loop for each word on standard input, and with False at its end."""
    tasks: set[asyncio.Future[None]] = set()

    def begin(word: str | None) -> None:
        task = asyncio.ensure_future(obey(word is not None and word.strip() == "stop"))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    listen(begin)


class Workers:
    """The workers of one command; `arguments` returns what the one of a number (from 1) is begun with."""

    def __init__(
        self, arguments: Callable[[int], Sequence[str]], told: Callable[[Mapping[str, Any]], None]
    ) -> None:
        self._arguments, self._told = arguments, told
        self._processes: dict[int, Process] = {}
        self._ending = False

    async def run(self, count: int) -> None:
        """Begin the workers, and return once all have ended."""
        await asyncio.gather(*(self._keep(number) for number in range(1, count + 1)))

    async def _keep(self, number: int) -> None:
        for _ in range(MOST_DEATHS):
            if await self._once(number) >= 0 or self._ending:
                return

    async def _once(self, number: int) -> int:
        """Run a worker once; return its exit status, negative where a signal ended it."""
        process = await asyncio.create_subprocess_exec(
            *own_program(*self._arguments(number)),
            stdin=PIPE,
            stdout=PIPE,
            # What it has to say besides, the one that began it says: once, not once for each.
            stderr=DEVNULL,
            # This program again: it needs the keys, and takes them out of what it starts itself.
            env=dict(environment()),
            # An interrupt in the terminal is told to them by us.
            start_new_session=True,
            limit=LONGEST_LINE,
        )
        self._processes[number] = process
        if self._ending:
            await self.say("pause")
        assert process.stdout is not None
        while True:
            try:
                line = await process.stdout.readline()
            except ValueError:
                # Longer than any of ours.
                continue
            if not line:
                break
            with suppress(ValueError):
                value = json.loads(line)
                if isinstance(value, dict):
                    self._told(value)
        return await process.wait()

    async def say(self, word: str) -> None:
        """Tell all workers to `pause` or to `stop`; none is begun again after it."""
        self._ending = True
        for process in self._processes.values():
            if process.returncode is None and process.stdin is not None:
                with suppress(ConnectionError):
                    process.stdin.write(f"{word}\n".encode())
                    await process.stdin.drain()

"""Prompt tokens of a debate of three members and two rounds, and how much of them providers' caches know.

Run: `python packaging/dev.py bench prompts`; with `read FOLDER` all prompts are written there to be read. All
that is counted went over the wire to a server on this machine (`prompt_cache`), tools and forms of replies
with it.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.domain.ids import SessionId
from app.domain.seats import Team
from app.gateway.host_client import HostClient
from app.gateway.hosted import HostedGateway
from app.gateway.keys import Keys
from app.settings.providers import Endpoint, ProviderTable
from app.store.clock import SystemClock
from tests.bench.debating import critical_path
from tests.bench.prompt_cache import PRICES, SECONDS, KeepingServer, Sent
from tests.faults.debating import ALL, begin, panel
from tests.faults.server import FaultServer
from tests.faults.speaking import Dialect
from tests.support.desk import Desk, desk

WORDS = 8_400
MOST_WITHOUT, SHARE, OFF, LONGER = 13_000, 0.75, 0.60, 1.03
LINE = (
    "{}. The queue holds jobs that must not be lost; each has a key, a time and a payload of two kilobytes."
)
SETUP: dict[str, Any] = {
    "question": "Should the office move to the river? Name the cost, what speaks against it and who decides.",
    "max_rounds": 2,
    "interactive_clarifications": True,
}


@dataclass(frozen=True)
class Took:
    """One debate: its prompts, and the seconds it took by those that the server needed."""

    sent: list[Sent]
    ratio: float

    @property
    def tokens(self) -> int:
        """All prompt tokens."""
        return sum(one.tokens for one in self.sent)

    @property
    def messages(self) -> int:
        """Those of the messages alone."""
        return sum(one.messages for one in self.sent)

    @property
    def known(self) -> float:
        """The share that stands in a beginning which an earlier call of the same model had."""
        return sum(one.known for one in self.sent) / self.tokens

    def price(self, dialect: str) -> float:
        """What the prompts cost, in tokens that are read anew."""
        return sum(one.price(dialect) for one in self.sent)


def file_text() -> str:
    """Return a file of 8 400 words."""
    lines: list[str] = []
    count = 0
    while count < WORDS:
        lines.append(LINE.format(len(lines) + 1))
        count += len(lines[-1].split())
    return "\n".join(lines) + "\n"


async def debate(
    folder: Path,
    dialect: Dialect,
    *,
    with_file: bool,
    seconds: float = SECONDS,
    host_client: HostClient | None = None,
    **more: Any,
) -> Took:
    """Run a debate; `seconds` and `host_client`: as for `measured`; `more`: of its setup."""
    if with_file:
        more["context"] = [{"name": "queue.md", "text": file_text()}]
    return await measured(
        folder, dialect, lambda d, team: begin(d, team, **SETUP, **more), seconds, host_client
    )


async def measured(
    folder: Path,
    dialect: Dialect,
    create: Callable[[Desk, Team], Awaitable[SessionId]],
    seconds: float = SECONDS,
    host_client: HostClient | None = None,
) -> Took:
    """Run a session of a team whose models are asked over the wire.

    `seconds`: for an answer; `host_client`: the way to a host that others share, else it has its own.
    """
    keeping = KeepingServer(seconds)
    with FaultServer(keeping) as server:
        # Told to work at many calls together: not every dialect lets a server say so itself.
        read, write = PRICES[dialect]
        keeps = Endpoint(
            base_url=server.base(dialect),
            dialect=dialect,
            api_key_env="TEST_KEY",
            at_once=8,
            price_in=1.0,
            price_out=2.0,
            price_cached=read,
            price_stored=write,
        )
        table = ProviderTable(endpoints={"keeping": keeps})
        gateway = HostedGateway(Keys({"TEST_KEY": "key-for-tests"}), SystemClock(), lambda: table)
        if host_client is not None:
            gateway.host_client = host_client
        await gateway.ask("ping", {})
        team = panel(server, Ann="good", Bob="good", Cy="good")
        asks = {"model": "keeping/good", "base_url": None, "price_in": None, "price_out": None}
        seats = [seat.model_copy(update=asks) for seat in (*team.members, team.chair)]
        team = team.model_copy(update={"members": tuple(seats[:-1]), "chair": seats[-1]})
        async with desk(folder, gateway=gateway, clock=SystemClock()) as open_desk:
            session = await create(open_desk, team)
            assert await open_desk.drive(session, ALL) == "finished"
        await gateway.close()
        asked = server.asked
        whole = max(one.over_at for one in asked) - min(one.at for one in asked)
        return Took(keeping.sent, whole / critical_path(asked))


def told(name: str, took: Took, dialect: str) -> None:
    """Print what a debate took."""
    off = 1 - took.price(dialect) / took.tokens
    print(
        f"{name} ({dialect}): {len(took.sent)} calls, {took.tokens} prompt tokens "
        f"({took.messages} of messages), {took.known:.1%} in a known beginning, {off:.1%} off the price, "
        f"wall ÷ critical path {took.ratio:.3f}",
        flush=True,
    )


async def run(into: Path | None = None) -> bool:
    """Print the figures; tell whether the bounds hold."""
    sound = True
    dialects: tuple[Dialect, ...] = ("openai", "anthropic")
    for dialect in dialects:
        plain = 0.0
        for with_file in (False, True):
            with tempfile.TemporaryDirectory() as folder:
                took = await debate(Path(folder), dialect, with_file=with_file)
            told("with a file" if with_file else "without a file", took, dialect)
            if into is not None:
                for number, one in enumerate(took.sent, 1):
                    name = f"{dialect}-{'file' if with_file else 'plain'}-{number:02d}.txt"
                    (into / name).write_text(f"[{one.fields}]\n{one.text}", encoding="utf-8")
            if with_file:
                sound &= took.known >= SHARE and 1 - took.price(dialect) / took.tokens >= OFF
                # A file makes a call of each stage go ahead: what that costs in time.
                sound &= took.ratio <= LONGER * plain
            else:
                plain = took.ratio
                sound &= took.messages <= MOST_WITHOUT
    return sound


def main(arguments: list[str]) -> int:
    """Measure."""
    into = Path(arguments[1]) if arguments[:1] == ["read"] else None
    if into is not None:
        into.mkdir(parents=True, exist_ok=True)
    return 0 if asyncio.run(run(into)) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

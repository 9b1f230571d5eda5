"""Rows 8 to 10: no odd answer is taken for a whole one, no wait exceeds its limit, no quiet retry."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import replace
from typing import Any, cast

import pytest

from app.engine.ports import Completed, Failed, Sent, TextDelta
from app.engine.retry import RetryPolicy
from app.gateway.hosted import HostedGateway
from app.gateway.throttle import Throttle
from app.store.clock import SystemClock
from tests.faults.asking import request
from tests.faults.catalogue import FAULTS
from tests.faults.conftest import SHORT, short
from tests.faults.fault import SSE, Fault
from tests.faults.server import FaultServer
from tests.faults.speaking import DIALECTS, Dialect
from tests.support.pace import PACE, Own

pytestmark = pytest.mark.loopback
LATEST = 1.0 * PACE
"""Seconds a call may end after its limit."""
SOON = 3.0 * PACE
"""Seconds within which a call ends that no limit need end."""
LONG_GAP = 0.5
"""Seconds between two pieces, of which several take as long as a limit."""


@pytest.mark.parametrize(
    ("dialect", "statuses"),
    [
        ("openai", True),
        # A status is read before any dialect: at a push in the first one alone.
        *((dialect, False) for dialect in SSE[1:]),
        *(pytest.param(dialect, True, marks=pytest.mark.nightly) for dialect in DIALECTS[1:]),
    ],
)
async def test_every_fault_ends_as_what_it_is_and_in_time(
    gateway: HostedGateway, server: FaultServer, dialect: Dialect, statuses: bool
) -> None:
    faults = {
        name: fault
        for name, fault in FAULTS.items()
        if dialect in fault.dialects and (statuses or fault.make(dialect).status == 200)
    }
    misbehaviours = [fault for fault in faults.values() if fault.kind is not None]
    assert len(misbehaviours) >= 45
    # Many at once: those that wait would do so one after the other. They come apart from the others; last and
    # together what asks to be left alone for a while, for it holds back all that is asked later.
    slots = Throttle(SystemClock(), at_once=16, at_once_own=16)
    gateway.throttle = slots
    found = []
    for group in (plain, waiting, asking):
        those = [item for item in faults.items() if group(item[1], dialect)]
        ways = [replace(gateway, limits=short(fault.limit)) if fault.limit else gateway for _, fault in those]
        for way in ways:
            way.throttle = slots
        found += await asyncio.gather(
            *(wrong(way, server, dialect, *item) for way, item in zip(ways, those, strict=True))
        )
    assert "\n".join(line for lines in found for line in lines) == ""
    # Each was asked once: the library's own retries are off.
    assert len(server.asked) == len(faults)


def asking(fault: Fault, _: Dialect) -> bool:
    return bool(fault.retry_after)


def waiting(fault: Fault, dialect: Dialect) -> bool:
    slow = fault.limit is not None or fault.make(dialect).gap > LONG_GAP
    return slow and not asking(fault, dialect)


def plain(fault: Fault, dialect: Dialect) -> bool:
    return not (asking(fault, dialect) or waiting(fault, dialect))


async def wrong(
    gateway: HostedGateway, server: FaultServer, dialect: Dialect, name: str, fault: Fault
) -> list[str]:
    """Return what is not as it must be of one fault."""
    since_sent, text, last = Own(), "", None
    asked = request(server, name, dialect)
    async with aclosing(cast(Any, gateway.start(name, asked))) as found:
        async for event in found:
            if isinstance(event, Sent):
                since_sent = Own()
            if isinstance(event, TextDelta):
                text += event.text
            last = event
    limit = SHORT[fault.limit] if fault.limit else SOON
    took = since_sent.seconds
    lines = [f"{took:.1f} s"] if took > limit + LATEST else []
    if fault.kind is None:
        if not isinstance(last, Completed) or not last.text or last.text != text:
            lines.append(f"is {last}")
        elif last.text != (fault.says or last.text):
            lines.append(f"says {last.text!r}")
    elif not isinstance(last, Failed):
        lines.append(f"is {last}")
    else:
        lines += _against(fault, last, text)
        if fault.limit is not None and f"{limit:g} seconds" not in str(last.message):
            lines.append(f"another limit ended it: {last.message}")
    return [f"{name}: {line}" for line in lines]


def _against(fault: Fault, failed: Failed, text: str) -> list[str]:
    lines = []
    if failed.kind != fault.kind:
        lines.append(f"{failed.kind} instead of {fault.kind}: {failed.message}")
    if failed.sent != fault.sent:
        lines.append(f"sent is {failed.sent}")
    if bool(failed.partial) != fault.partial or failed.partial != text:
        lines.append(f"partial is {failed.partial!r}, streamed was {text!r}")
    if failed.received != (fault.partial or fault.unshown):
        lines.append(f"received is {failed.received}")
    if failed.retry_after != fault.retry_after:
        lines.append(f"retry_after is {failed.retry_after}")
    if fault.word not in str(failed.message):
        lines.append(f"the message does not speak of it: {failed.message}")
    if not str(failed.hint) or not str(failed.message).endswith((".", "?")) or len(str(failed.message)) > 420:
        lines.append(f"the message is no sentence with a hint: {failed.message} {failed.hint}")
    if (RetryPolicy().delay(failed, 0) is not None) != fault.retried:
        lines.append("the policy would ask again" if not fault.retried else "the policy gives up")
    return lines

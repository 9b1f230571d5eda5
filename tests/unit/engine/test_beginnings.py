"""The first call of those that begin alike goes ahead of the others."""

from __future__ import annotations

import asyncio

import pytest

from app.domain.messages import ChatMessage, ModelRequest
from app.domain.tokens import Rates
from app.engine import beginnings
from app.engine.beginnings import LEAST, Beginnings

pytestmark = pytest.mark.asyncio


def request(seat: str, model: str = "openai/m", size: int = LEAST) -> ModelRequest:
    """Return a call whose prompt begins as the others' of its size do."""
    said = "x" * size + f" You are {seat}."
    messages = (ChatMessage(role="system", text="Rules."), ChatMessage(role="user", text=said))
    return ModelRequest(purpose="answer", seat=seat, model=model, messages=messages, shared=(size,))


async def settled() -> None:
    """Let everything go as far as it goes by itself."""
    for _ in range(5):
        await asyncio.sleep(0)


async def test_who_begins_as_the_call_that_is_ahead_waits_for_its_first_word_and_no_later_call_does() -> None:
    known = Beginnings()
    name = await known.turn(request("Ada"))
    waiting = asyncio.ensure_future(known.turn(request("Ben")))
    await settled()
    assert not waiting.done()
    known.heard(name)
    assert await waiting == name
    assert await known.turn(request("Cleo")) == name


async def test_other_models_and_short_beginnings_wait_for_nobody() -> None:
    known = Beginnings()
    name = await known.turn(request("Ada"))
    assert await known.turn(request("Ben", model="openai/other")) not in ("", name)
    assert await known.turn(request("Cleo", size=LEAST - 1)) == ""
    assert await known.turn(request("Dora", size=LEAST - 1)) == ""


@pytest.mark.parametrize(
    ("rates", "waits"),
    [
        # A long beginning of a dear model, and the same of a model that knows no lower price for it.
        (Rates(2.5e-6, 1e-5, 1.25e-6, 2.5e-6), True),
        (Rates(2.5e-6, 1e-5, 2.5e-6, 2.5e-6), False),
        # What is written to a cache is dearer, so that two who write it pay more than twice.
        (Rates(3e-7, 1e-6, 3e-7, 6e-7), True),
        # A small sum is no reason to wait; nor is it where nothing is charged, but there it is read sooner.
        (Rates(4e-8, 4e-7, 2e-8, 4e-8), False),
        (Rates(0, 0, 0, 0), True),
        (None, True),
    ],
)
async def test_a_call_waits_only_where_that_saves_more_than_waiting_is_worth(
    rates: Rates | None, waits: bool
) -> None:
    known = Beginnings()
    name = await known.turn(request("Ada", size=5 * LEAST), rates)
    second = asyncio.ensure_future(known.turn(request("Ben", size=5 * LEAST), rates))
    await settled()
    assert second.done() is not waits
    known.heard(name)
    assert await second == name


async def test_a_call_that_ends_without_a_word_lets_the_others_go(monkeypatch: pytest.MonkeyPatch) -> None:
    known = Beginnings()
    name = await known.turn(request("Ada"))
    waiting = asyncio.ensure_future(known.turn(request("Ben")))
    await settled()
    known.over(name)
    assert await waiting == name
    # Nobody heard of it: the next one is ahead again, and who waits too long goes.
    monkeypatch.setattr(beginnings, "LONGEST", 0.0)
    await known.turn(request("Cleo"))
    assert await known.turn(request("Dora")) == name

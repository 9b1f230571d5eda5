"""Single answers of aimock in four dialects: whole ones, tools, reasoning, a megabyte, and its chaos."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from app.domain.errors import ProviderErrorKind
from app.domain.messages import ChatMessage
from app.engine.ports import Completed, Failed
from app.gateway.hosted import HostedGateway
from tests.faults.asking import end, request
from tests.faults.speaking import DIALECTS, Dialect
from tests.thirdparty.debating import FIND
from tests.thirdparty.served import MODELS, Aimock

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.loopback,
    pytest.mark.parametrize("dialect", DIALECTS),
]
WORDS = "Grün am Fluß, 漢字, 🙂👩🏽\u200d🚀, مرحبا, e\u0301. "
MEGABYTE = WORDS * (2**20 // len(WORDS.encode()) + 1)
CHAOS: list[tuple[str, ProviderErrorKind]] = [
    ("dropRate", "server_error"),
    ("malformedRate", "bad_reply"),
    ("rateLimitRate", "rate_limit"),
    ("disconnectRate", "connection"),
]


async def ask(gateway: HostedGateway, server: Aimock, dialect: Dialect, text: str, **more: Any) -> Any:
    """Return the end of the one call with this text; aimock was asked once, no more and no less."""
    before = len(server.asked)
    messages = (ChatMessage(role="system", text="Be brief."), ChatMessage(role="user", text=text))
    last = await end(gateway, request(server, MODELS[dialect], dialect, **{"messages": messages, **more}))
    assert len(server.asked) == before + 1
    return last


async def test_an_answer_is_whole_and_counted(
    gateway: HostedGateway, server: Aimock, dialect: Dialect
) -> None:
    last = await ask(gateway, server, dialect, "Where to?")
    assert isinstance(last, Completed), last
    assert last.text.startswith("Move to the river.")
    # aimock counts nothing for Ollama: nought is no count of an answer that has words.
    counted = (last.usage.source, last.usage.tokens_in, last.usage.tokens_out)
    assert counted == ("provider", 21, 13) or (
        dialect == "ollama" and counted[0] == "estimate" and all(counted)
    )


async def test_a_tool_is_called_natively_and_its_result_arrives(
    gateway: HostedGateway, server: Aimock, dialect: Dialect
) -> None:
    first = await ask(gateway, server, dialect, "Use the tool.", tools=(FIND,))
    assert isinstance(first, Completed), first
    assert [(call.name, json.loads(call.arguments)) for call in first.tool_calls] == [
        ("find", {"q": "river"})
    ]
    conversation = (
        ChatMessage(role="user", text="Use the tool."),
        ChatMessage(role="assistant", tool_calls=first.tool_calls),
        ChatMessage(role="tool", text="The rent is lower there.", tool_call_id=first.tool_calls[0].id),
    )
    last = await ask(gateway, server, dialect, "", tools=(FIND,), messages=conversation)
    assert isinstance(last, Completed), last
    assert last.text.startswith("Move to the river.")
    assert not last.tool_calls


async def test_reasoning_is_kept_apart_from_the_answer(
    gateway: HostedGateway, server: Aimock, dialect: Dialect
) -> None:
    last = await ask(gateway, server, dialect, "Think first.")
    assert isinstance(last, Completed), last
    assert last.text == "To the river."
    # aimock calls Ollama's thinking what OpenAI's dialect calls it; Ollama does not.
    assert last.reasoning == ("" if dialect == "ollama" else "The rent is lower.")


async def test_a_megabyte_of_unicode_goes_there_and_comes_back(
    gateway: HostedGateway, server: Aimock, dialect: Dialect
) -> None:
    last = await ask(gateway, server, dialect, "Say it back: " + MEGABYTE)
    assert isinstance(last, Completed), last
    assert last.text == MEGABYTE


@pytest.mark.parametrize(("rate", "kind"), CHAOS)
async def test_chaos_is_told_by_its_name(
    gateway: HostedGateway, server: Aimock, dialect: Dialect, rate: str, kind: ProviderErrorKind
) -> None:
    server.chaos(**{rate: 1})
    last = await ask(gateway, server, dialect, "Where to?")
    assert isinstance(last, Failed), last
    assert (last.kind, last.sent, last.partial) == (kind, True, ""), last
    assert str(last.message).endswith((".", "?"))
    assert str(last.hint)
    assert (last.retry_after is not None) == (kind == "rate_limit")


async def test_an_answer_that_breaks_off_is_never_taken_for_a_whole_one(
    gateway: HostedGateway, server: Aimock, dialect: Dialect
) -> None:
    last = await ask(gateway, server, dialect, "Break off.")
    assert isinstance(last, Failed), last
    assert last.kind in ("truncated", "connection"), last
    assert ("All that was said. " * 20).startswith(last.partial)
    assert last.partial


async def test_a_slow_server_is_waited_for(gateway: HostedGateway, server: Aimock, dialect: Dialect) -> None:
    server.chaos(latencyMs=700)
    began = time.monotonic()
    assert isinstance(await ask(gateway, server, dialect, "Where to?"), Completed)
    assert time.monotonic() - began >= 0.7

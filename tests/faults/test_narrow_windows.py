"""A debate with models that take in little: it comes to its end, and nothing longer is sent."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest

from app.gateway.hosted import HostedGateway
from app.store.clock import SystemClock
from tests.faults.debating import ALL, begin, finished, of, panel
from tests.faults.fault import good
from tests.faults.panel import answer
from tests.faults.server import Act, Asked, FaultServer
from tests.faults.speaking import Said
from tests.support.desk import desk

pytestmark = pytest.mark.loopback
JSON = {"content-type": "application/json"}


def size_of(asked: Asked) -> int:
    """Return the tokens of a request's messages, as four characters each."""
    return sum(len(str(one["content"])) for one in asked.json["messages"]) // 4


def reasons(characters: int, thing: str) -> Iterator[str]:
    """Yield sentences of about so many characters together, none like another, on a thing of their own."""
    for number in range(characters // 52):
        yield f"Reason {number}: {thing} {number * 7} costs {number * 13} euros less."


def rambling(window: int, refused: list[Asked]) -> object:
    """Return a script: it writes as much as it may, and refuses what does not fit with its answer."""

    # No round repeats what another said: all of it is history.
    things = cycle(("room", "desk", "lamp", "door", "wall", "hall", "roof", "step", "shelf", "bench"))

    def script(asked: Asked) -> Act:
        most, tokens = asked.json["max_tokens"], size_of(asked)
        if tokens + most > window:
            refused.append(asked)
            told = (
                f"This model's maximum context length is {window} tokens. However, you requested "
                f"{tokens + most} tokens ({tokens} in the messages, {most} in the completion)."
            )
            return Act([json.dumps({"error": {"message": told}}).encode()], 400, JSON, "length")
        said = answer(asked.prompt)
        long = " ".join(reasons(3 * most, next(things)))
        if not said.startswith("{"):
            said = long
        elif '"text"' in said:
            said = json.dumps({**json.loads(said), "text": long[: 2 * most]})
        elif '"confidence"' in said:
            said = json.dumps({**json.loads(said), "answer": long[: 2 * most]})
        return Act(good("openai", Said(text=said, tokens_in=tokens, tokens_out=len(said) // 4)))

    return script


@pytest.mark.parametrize("window", [4096, 8192])
@pytest.mark.parametrize("told", [True, False])
async def test_a_debate_comes_to_its_end_within_the_window_of_its_models(
    tmp_path: Path, gateway: HostedGateway, server: FaultServer, window: int, told: bool
) -> None:
    refused: list[Asked] = []
    server.script = rambling(window, refused)  # type: ignore[assignment]  # a script
    props = {"total_slots": 4, "default_generation_settings": {"n_ctx": window}}
    server.sizes = {"/props": Act([json.dumps(props if told else {}).encode()], headers=JSON)}
    async with desk(tmp_path, gateway=gateway, clock=SystemClock()) as table:
        session = await begin(
            table,
            panel(server, Ann="good", Bob="good", Cy="good"),
            max_rounds=3,
            termination="fixed",
            summarization_target=800,
        )
        assert await table.drive(session, ALL) == "finished"
        records = await table.sessions.records(session)
    assert finished(records)["answer"]
    # Where the server tells of its window nothing is sent that it refuses; else a refusal of each teaches it.
    assert len(refused) <= (0 if told else 4), [size_of(one) for one in refused]
    assert len(of(records, "round_opened")) == 3
    if not told:
        # The first answers were as long as the window: the chair cannot take them in together.
        return
    assert {one["kind"] for one in of(records, "gate_opened")} == {"critique_review", "approval"}
    assert of(records, "seat_absent") == []
    assert of(records, "history_summarised"), "histories are summarised by the window"
    assert len(of(records, "critique_filed")) >= 9

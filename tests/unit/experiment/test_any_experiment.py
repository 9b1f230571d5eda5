"""Whatever model, operator and person do: histories grow, calls have results, the log is the journal's."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import random
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.domain.i18n import verbatim
from app.domain.messages import ChatMessage, ModelRequest
from app.engine.fold import SessionFold
from app.engine.ports import Failed
from app.services.run_log import SessionLines
from app.workflows.experiment.log import LOG
from app.workflows.experiment.state import ExperimentState
from tests.support.examples import examples
from tests.support.lab import Lab, calling, lab, log_of, read_lines
from tests.support.scripted import Line
from tests.unit.experiment.test_tools import answered

CALLS: list[tuple[str, Any]] = [
    ("write", {"key": "a", "value": "1"}),
    ("write", {"key": "b", "value": "22"}),
    ("write", '{"key": "a", "value"'),
    ("write", "{'key': 'c', 'value': 'mended'}"),
    ("read", {"key": "a"}),
    ("read", {"key": "nowhere"}),
    ("list", {}),
    ("list", ""),
    ("delete", {"key": "a"}),
    ("pattern_search", {"pattern": "*"}),
    ("fly away!", {"to": 1}),
    ("", "null"),
    ("send_message_to_operator", {"message": "Shall I?"}),
    ("send_message_to_operator", {}),
]


CARRIED, CAPS = st.sampled_from(["full", "reflections", "summary"]), st.sampled_from([2, 5, 50])


class Whim:
    """A model and a person who do anything they may, the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.asked = 0

    def model(self, request: ModelRequest) -> Line:
        """Answer with calls, a reflection or a failure."""
        check_history(list(request.messages))
        self.asked += 1
        if request.purpose == "summary":
            return f"Summary after {self.asked} questions."
        kind = self.rng.choices(("calls", "text", "fail"), (6, 4, 1))[0]
        if kind == "fail":
            return Failed("refused", verbatim("Not now."), sent=True, received=True, partial="I")
        if kind == "text":
            return f"Reflection {self.asked}: " + "word " * self.rng.randint(0, 200)
        answer = calling(*self.rng.choices(CALLS, k=self.rng.randint(1, 5)))
        return dataclasses.replace(answer, text=self.rng.choice(("", "Let me see.")))

    def answer(self, it: Lab) -> tuple[str, dict[str, Any]]:
        """Choose any verb of the open gate, but leave the run a way to its end."""
        gate = it.gate.fact
        verb = self.rng.choice(gate.verbs)
        match gate.kind, verb:
            case "operator", "reply":
                return verb, {"text": "Yes."}
            case "failure", _:
                choice = self.rng.choice(("retry", "fallback"))
                return choice, {"replace": {"agent": None}} if choice == "fallback" else {}
            case "cycle", "continue" | "redo":
                return verb, {"note": "Mind the shade."} if self.rng.random() < 0.5 else {}
            case _:
                return verb, {}


def check_history(messages: list[ChatMessage]) -> None:
    """Check what every provider asks of a history."""
    assert messages[0].role in ("system", "user")
    assert [m.role for m in messages].count("system") <= 1
    assert any(m.role == "user" and m.text.strip() for m in messages)
    assert answered(messages)
    for message in messages:
        assert message.text or message.tool_calls, "an empty message"
        for call in message.tool_calls:
            assert isinstance(json.loads(call.arguments), dict)
            assert call.name.replace("_", "").replace("-", "").isalnum()


def grown(before: list[Any], now: list[Any]) -> bool:
    """Tell whether a list holds all it held, in its place."""
    return now[: len(before)] == before


async def live_through(seed: int, folder: Path, carry_over: str, cap: int) -> None:
    """Run an experiment to its end or to sixty decisions, checking all the way."""
    whim = Whim(seed)
    async with lab(folder, whim.model) as it:
        setup = {"carry_over": carry_over, "tool_cap": cap, "summary_threshold": 300, "cycle_count": 4}
        state = await it.open(**setup)
        messages: list[Any] = []
        for _ in range(60):
            if state != "waiting":
                break
            redone = it.kind == "cycle"
            verb, data = whim.answer(it)
            history = list(it.state.agent.message_history)
            assert grown(messages, history)
            messages = [] if redone and verb == "redo" else history
            if whim.rng.random() < 0.2:
                # Let go in the middle, and come back.
                await it.desk.sessions.detach(it.id)
                await it.desk.sessions.attach(it.id)
            if whim.rng.random() < 0.1:
                await it.desk.sessions.stop(it.id)
                check_history(it.state.closed_history())
                await it.go()
            state = await it.answer(verb, **data)
        assert len(it.state.agent.reflection_history) == len(it.state.finished)
        check_history(it.state.closed_history())
        await check_replay(it)


async def check_replay(it: Lab) -> None:
    """Check that the state and the log are what the journal alone gives."""
    parts, records = it.desk.parts, await it.desk.sessions.records(it.id)
    fold = SessionFold(parts.plugin("experiment"), parts.catalogue)
    fold.apply_all(records)
    assert isinstance(fold.state, ExperimentState)
    assert fold.state == it.state
    expected = SessionLines(LOG, fold.session.setup, it.id, parts.catalogue).after(0, records)
    await it.desk.sessions.detach(it.id)
    assert read_lines(log_of(it.data)) == [dict(line) for line in expected]


@pytest.mark.timeout(1200)
@settings(max_examples=examples(20, 500), deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.integers(0, 2**32 - 1),
    CARRIED,
    CAPS,
)
def test_any_experiment_keeps_its_histories_and_its_log_sound(seed: int, carry_over: str, cap: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(live_through(seed, Path(folder), carry_over, cap))

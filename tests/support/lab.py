"""A laboratory: an experiment over real files, a model that says what a test tells it, and its operator."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from app.domain.canonical import dumps
from app.domain.ids import SessionId
from app.domain.messages import ModelRequest, ToolCall
from app.domain.usage import Usage
from app.engine.ports import Clock, Completed, ModelGateway
from app.engine.tool_source import ToolServers
from app.workflows.experiment.state import ExperimentState
from tests.support.desk import Desk, desk, team
from tests.support.one_session import AtDesk
from tests.support.scripted import Line, ScriptedGateway

RUN = "tide-pools"
Call = tuple[str, Any]


def calling(*calls: Call, text: str = "") -> Completed:
    """Return an answer that calls tools; arguments that are a text go as they are."""
    made_calls = tuple(
        ToolCall(id="call_0", name=name, arguments=given if isinstance(given, str) else dumps(given))
        for name, given in calls
    )
    usage = Usage(tokens_in=100, tokens_out=50, source="provider", cost=0.0)
    return Completed(text, tool_calls=made_calls, finish="tool_calls", usage=usage)


def cycle_asked(request: ModelRequest) -> tuple[int, int, int]:
    """Return the cycle, its attempt and the turn in it, as the messages show them."""
    at = max(n for n, message in enumerate(request.messages) if message.role == "user")
    said = request.messages[at].text
    cycle, attempt = re.match(r"Cycle (\d+)", said), re.search(r"; attempt (\d+)\.", said.partition("\n")[0])
    assert cycle is not None, said
    turns = sum(message.role == "assistant" for message in request.messages[at:])
    return int(cycle[1]), int(attempt[1]) if attempt else 1, turns + 1


@dataclass
class Turns:
    """A model that gives its answers in order, and reflects on the cycle where it has none left.

    A list of calls is an answer that calls tools; each cycle's answers are a list of their own.
    """

    cycles: dict[int, list[Any]] = field(default_factory=dict)
    summaries: int = 0

    def __call__(self, request: ModelRequest) -> Line:
        """Answer one request."""
        if request.purpose == "summary":
            self.summaries += 1
            return f"Summary {self.summaries}."
        cycle, attempt, turn = cycle_asked(request)
        answers = self.cycles.get(cycle, [])
        if turn > len(answers):
            again = f" again ({attempt})" if attempt != 1 else ""
            return f"Reflection {cycle}{again}: {WORDS[cycle % len(WORDS)]}."
        answer: Any = answers[turn - 1]
        if callable(answer):
            answer = answer(request)
        elif isinstance(answer, list) and answer and isinstance(answer[0], tuple):
            answer = calling(*answer)
        line: Line = answer
        return line


WORDS = (
    "limpets graze where the swell is strongest",
    "barnacles settled on bare rock within a week",
    "salinity fell after rain and the shrimp left",
    "weed cover predicts snails better than depth does",
    "an upper ledge stayed empty for lack of shade",
)


class Lab(AtDesk):
    """One experiment and the person who runs it."""

    def __init__(self, desk: Desk, data: Path) -> None:
        super().__init__(desk)
        self.data = data

    async def create(self, **setup: Any) -> SessionId:
        """Make a session."""
        values = {"run_id": RUN, "prompt": "Study the tide pools.", **setup}
        self.id = await self.desk.sessions.create("experiment", values, team("Ann", "Bob"))
        return self.id

    async def open(self, **setup: Any) -> str:
        """Make a session and run it to its first halt; return the state."""
        await self.create(**setup)
        return await self.go()

    async def go(self) -> str:
        """Run on."""
        return await self.desk.run(self.id)

    async def answer(self, verb: str, note: str = "", **data: Any) -> str:
        """Answer the open gate and run on, unless that has ended it."""
        await self.review.answer(self.id, self.gate.id, verb, data, note)
        state = self.live.fold.session.state
        return state if state in ("stopped", "failed") else await self.sessions.wait(self.id)

    @property
    def state(self) -> ExperimentState:
        """The experiment's own state."""
        state = self.live.fold.state
        assert isinstance(state, ExperimentState)
        return state

    @property
    def requests(self) -> list[ModelRequest]:
        """What the model was asked, summaries left out."""
        gateway = self.desk.gateway
        assert isinstance(gateway, ScriptedGateway)
        return [request for request in gateway.requests if request.purpose == "cycle"]

    async def results(self) -> list[str]:
        """What the tools said, in order."""
        return [fact.output for fact in await self.facts("tool_called")]

    async def lines(self, run: str = RUN) -> list[dict[str, Any]]:
        """Let go of the session, so that its log is whole, and return the log."""
        await self.desk.sessions.detach(self.id)
        return read_lines(log_of(self.data, run))


def log_of(data: Path, run: str = RUN) -> Path:
    """Return the place of a run's log."""
    return data / "runs" / run / "logs" / f"{run}.jsonl"


def read_lines(path: Path) -> list[dict[str, Any]]:
    """Return the lines of a log, each of which must be whole."""
    content = path.read_bytes()
    assert content.endswith(b"\n")
    return [json.loads(line) for line in content.decode("utf-8").splitlines()]


def texts(request: ModelRequest) -> list[str]:
    """Return the texts of a request."""
    return [message.text for message in request.messages]


def same(lines: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return lines without what may differ between two equal runs: times and ids."""
    return [{k: v for k, v in line.items() if k not in ("timestamp", "session", "seq")} for line in lines]


@asynccontextmanager
async def lab(
    folder: Path,
    script: Callable[[ModelRequest], Line] | None = None,
    *,
    clock: Clock | None = None,
    gateway: ModelGateway | None = None,
    tools: ToolServers | None = None,
) -> AsyncIterator[Lab]:
    """Open a laboratory over a data folder and clear it up afterwards."""
    async with desk(folder, script or Turns(), clock=clock, gateway=gateway, tools=tools) as found:
        yield Lab(found, folder)

"""A study: a research over real files, models that say what a test tells them, and who leads it."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from app.domain.canonical import dumps
from app.domain.i18n import Speech, use_language
from app.domain.ids import SessionId
from app.domain.messages import ModelRequest
from app.engine.ports import Clock, Completed, Failed, ModelGateway
from app.prompts.fences import Fence
from app.workflows.research.face.report import Numbers, lead_words, text_around
from app.workflows.research.state import ResearchState
from tests.support.asked import named, shown
from tests.support.desk import Desk, desk, team
from tests.support.lab import calling
from tests.support.laid_out import lay_out
from tests.support.one_session import AtDesk
from tests.support.scripted import Line, ScriptedGateway

BRIEF = "How does billing retry a failed charge? What handles the wait between attempts?"
FILES: Mapping[str, str] = {
    "src/retry.py": (
        '"""Plan the next attempt."""\n'
        "\n"
        "MAX_ATTEMPTS = 5\n"
        "\n"
        "def schedule_retry(invoice):\n"
        "    done = attempts.count(invoice.id)\n"
        "    if done >= MAX_ATTEMPTS:\n"
        "        subscriptions.pause(invoice.subscription)\n"
        "        return None\n"
        "    wait = FIRST_WAIT * 2 ** done\n"
        "    return queue.put(invoice, wait)\n"
    ),
    "src/clock.py": "FIRST_WAIT = 3600\nMAX_WAIT = 48 * 3600\n",
    "docs/billing.md": "# Billing\n\nA failed charge is retried five times.\nThe wait doubles each time.\n",
    "docs/old.md": "# Old notes\n\nA failed charge is retried three times.\n",
}


def found(description: str, *citations: Sequence[Any], **more: Any) -> dict[str, Any]:
    """Return a finding as an agent writes it; a citation is (file, lines, quote)."""
    cited = [dict(zip(("file", "lines", "quote"), (*one, "", "")[:3], strict=True)) for one in citations]
    return {"description": description, "category": "critical", "citations": cited, **more}


FIVE = found(
    "A failed charge is retried five times.",
    ("src/retry.py", "3", "MAX_ATTEMPTS = 5"),
    question="q1",
)
DOUBLES = found(
    "The wait doubles with each attempt.",
    ("src/retry.py", "10", "wait = FIRST_WAIT * 2 ** done"),
    question="q2",
)

Answers = Callable[[ModelRequest], Any]


@dataclass
class Council:
    """What the models say: an agent reads its files and reports what a test lets it find, by its name."""

    reports: dict[str, Any] = field(default_factory=dict)
    """By agent: its findings, a whole reply, a Line, or a function of the request."""
    questions: list[str] = field(
        default_factory=lambda: ["How does billing retry?", "What handles the wait?"]
    )
    files: list[str] = field(default_factory=lambda: sorted(FILES))
    relate: Callable[[Mapping[str, Any]], str] = lambda pair: "unrelated"
    support: Callable[[Mapping[str, Any]], str] = lambda claim: "full"
    answered: Callable[[int, str], str] = lambda iteration, question: "answered"
    gaps: dict[int, list[dict[str, Any]]] = field(default_factory=dict)
    """By iteration: what the lead model misses."""
    summary: str = "It is retried five times [f1]."

    called: dict[tuple[str, str], str] = field(default_factory=dict)
    """The agents by their role and the prompt that opened their work: one a name, as they come."""

    def __call__(self, request: ModelRequest) -> str | Completed | Failed:
        """Answer one request by what it shows."""
        match request.purpose:
            case "research_scope":
                return dumps({"questions": [{"text": text} for text in self.questions], "files": self.files})
            case "research_judge":
                pairs = [pair_shown(shown) for shown in named(request, "pair ")]
                return dumps({"pairs": [{"id": p["id"], "relation": self.relate(p)} for p in pairs]})
            case "research_support":
                claims = [claim_shown(shown) for shown in named(request, "item ")]
                return dumps({"claims": [{"id": c["id"], "support": self.support(c)} for c in claims]})
            case "research_gaps":
                return dumps(self._gaps(request, self._number(request)))
            case "research_report":
                return dumps({"summary": self.summary})
            case _:
                return self._agent(request)

    judged: list[str] = field(default_factory=list)

    def _number(self, request: ModelRequest) -> int:
        identity = request.identity()
        if identity not in self.judged:
            self.judged.append(identity)
        return len(self.judged)

    def _gaps(self, request: ModelRequest, number: int) -> dict[str, Any]:
        ids = list(findings_shown(request))
        marks = [
            {"id": name, "state": self.answered(number, name), "findings": ids}
            for name in re.findall(r"^- (\S+) \(", shown(request, "questions"), re.MULTILINE)
        ]
        return {"questions": marks, "gaps": self.gaps.get(number, [])}

    def agent_of(self, request: ModelRequest) -> str:
        """Return the agent that a request is of, as the program counts them: by role, in order."""
        role = request.purpose.removeprefix("research_")
        opening = next(m.text for m in request.messages if m.role == "user")
        number = 1 + sum(known == role for known, _ in self.called)
        return self.called.setdefault((role, opening), f"{role} {number}")

    def _agent(self, request: ModelRequest) -> str | Completed | Failed:
        said = self.reports.get(self.agent_of(request), [])
        if callable(said):
            said = said(request)
        if isinstance(said, str) or not isinstance(said, list | dict):
            assert isinstance(said, str | Completed | Failed)
            return said
        files = list(said.get("files", ())) if isinstance(said, dict) else []
        files = files or [path for path in shown(request, "files").split("\n") if path]
        if files and not any(message.role == "tool" for message in request.messages):
            return calling(*(("read_file", {"path": path}) for path in files))
        reply = {"findings": said} if isinstance(said, list) else said
        return dumps({name: value for name, value in reply.items() if name != "files"})


def findings_shown(request: ModelRequest) -> dict[str, str]:
    """Return the findings that a prompt shows: their names and what they say."""
    lines = re.findall(r"^(\S+) \([^()\n]*\): (.*)$", shown(request, "findings"), re.MULTILINE)
    return dict(lines)


def pair_shown(pair: Fence) -> dict[str, str]:
    """Return two findings that a judge is shown."""
    sides = re.fullmatch(r"a: (.*?)(?:\n   .*?)?\nb: (.*?)(?:\n   .*)?", pair.text, re.DOTALL)
    assert sides is not None, pair.text
    return {"id": pair.name.removeprefix("pair "), "a": sides[1], "b": sides[2]}


def claim_shown(item: Fence) -> dict[str, str]:
    """Return a claim and its lines that a checker is shown."""
    claim, _, lines = item.text.partition("\nlines: ")
    return {"id": item.name.removeprefix("item "), "claim": claim.removeprefix("claim: "), "quotes": lines}


class Study(AtDesk):
    """One research and the person who leads it."""

    def __init__(self, desk: Desk, folder: Path) -> None:
        super().__init__(desk)
        self.folder = folder

    async def create(self, **setup: Any) -> SessionId:
        """Make a session."""
        values = {"folder": str(self.folder), "brief": BRIEF, **setup}
        self.id = await self.desk.sessions.create("research", values, team("Ann", "Bob"))
        return self.id

    async def open(self, **setup: Any) -> str:
        """Make a session and run it to its first halt; return the state."""
        await self.create(**setup)
        return await self.desk.run(self.id)

    async def answer(self, verb: str, note: str = "", **data: Any) -> str:
        """Answer the open gate and run on."""
        await self.review.answer(self.id, self.gate.id, verb, data, note)
        return await self.sessions.wait(self.id)

    @property
    def state(self) -> ResearchState:
        """The research's own state."""
        state = self.live.fold.state
        assert isinstance(state, ResearchState)
        return state

    @property
    def requests(self) -> list[ModelRequest]:
        """What the models were asked."""
        gateway = self.desk.gateway
        assert isinstance(gateway, ScriptedGateway)
        return gateway.requests


def made_again(state: ResearchState) -> str:
    """Return the report around the models' words in it, with ids of findings as the journal has them."""
    lead, founded = lead_words(state.report), state.counted
    assert lead is not None
    assert founded is not None
    return text_around(state, founded, lead, Numbers())


@asynccontextmanager
async def study(
    tmp_path: Path,
    script: Callable[[ModelRequest], Line],
    files: Mapping[str, str] = FILES,
    *,
    clock: Clock | None = None,
    gateway: ModelGateway | None = None,
) -> AsyncIterator[Study]:
    """Open a study over a folder of sources and clear it up afterwards."""
    folder = lay_out(tmp_path / "sources", files)
    async with desk(tmp_path / "data", script, clock=clock, gateway=gateway) as found_desk:
        one = Study(found_desk, folder)
        yield one
        if one.id and one.desk.sessions.live(one.id) is not None and one.state.report:
            # In another language it is made again: with English sentences it is what the journal has.
            with use_language(Speech(code="xx")):
                assert made_again(one.state) == one.state.report

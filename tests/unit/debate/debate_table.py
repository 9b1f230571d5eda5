"""A real table: sessions on disk, the real loop and prompts, and members that say what a test tells them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from app.domain.facts import WhoAnswers
from app.domain.messages import ModelRequest
from app.domain.reporting import Part, WorkflowReport
from app.domain.seats import Seat, Team
from app.engine.bus import Bus
from app.engine.exporting import ExportChoice
from app.engine.plugin import report_of
from app.engine.tool_source import ToolServers
from app.export.lossless import read_json_export
from app.export.registry import EXPORTERS
from app.prompts.templates import PromptTemplates
from app.services.exporting import Exporting
from app.services.parts import Parts
from app.services.review import Review
from app.services.sessions import Sessions
from app.store.choices import FileFolders
from app.store.clock import SystemIds
from app.store.jsonl import JsonlFiles
from app.store.sessions import FileSessionStore
from app.workflows.debate.facts import ResultChosen, ResultStated
from app.workflows.debate.state import DebateState
from app.workflows.registry import Registry
from tests.support.asked import read
from tests.support.clocks import ManualClock
from tests.support.desk import no_tools
from tests.support.one_session import OneSession
from tests.support.scripted import Line, ScriptedGateway

Say = Callable[[ModelRequest], Line]
MEMBERS = ("Ada", "Ben", "Cy")


def critique(request: ModelRequest, severity: str = "medium") -> str:
    """Make one point against every answer shown."""
    labels = [answer["label"] for answer in read(request)["answers"]]
    items = [
        {"target": label, "claim": f"{label} gives no source.", "severity": severity} for label in labels
    ]
    return json.dumps({"ranking": sorted(labels), "items": items})


def refine(request: ModelRequest, text: str | None = None, answer: str = "fixed") -> str:
    """Answer every point, with `text` as the refined one (None: as it was)."""
    points = read(request)["critiques"]
    answers = [{"id": p["id"], "answer": answer, "justification": "because"} for p in points]
    return json.dumps({"text": text or read(request)["text"], "answers": answers, "summary": "one line"})


def evaluate(agreement: float = 50, quality: float = 50, **more: Any) -> str:
    """Give the judge's figures."""
    return json.dumps({"agreement": agreement, "quality": quality, **more})


def _usual(request: ModelRequest) -> Line:
    match request.purpose:
        case "proposal":
            return f"{request.seat} proposes a plan of its own."
        case "critique":
            return critique(request)
        case "refinement":
            return refine(request, f"{read(request)['text']} Now {request.seat} adds a source and a number.")
        case "evaluation":
            return evaluate()
        case "debate_check":
            return json.dumps({"agreed": ["the plan"], "disputed": []})
        case "compare":
            return json.dumps({"winner": "tie", "why": "They say the same."})
        case "drafts":
            # Ranked first, too: the other order need not be asked for.
            return json.dumps({"best": min(draft["label"] for draft in read(request)["drafts"])})
        case "summarization":
            return f"{request.seat}: what was said, in short."
        case "clarification":
            return json.dumps({"questions": []})
        case _:
            return json.dumps(
                {"answer": "Do it.", "agreed": ["the plan"], "dissent": [], "confidence": "high"}
            )


def seated(*members: str | Seat, **more: Seat) -> Team:
    """Return a team of these members, each of a model of its own."""
    return Team(
        members=tuple(m if isinstance(m, Seat) else Seat(name=m, model=f"m/{m}") for m in members),
        **{"chair": Seat(name="Chair", model="m/chair"), **more},  # type: ignore[arg-type]
    )


@cache
def _compiled() -> tuple[PromptTemplates, Registry]:
    """Return templates and workflows, read and checked once: no test changes them."""
    prompts = PromptTemplates()
    return prompts, Registry(templates=prompts.variables)


class Table(OneSession):
    """One debate and the person at it."""

    def __init__(
        self,
        folder: Path,
        prompts: PromptTemplates | None = None,
        version: str = "1",
        tools: ToolServers | None = None,
    ) -> None:
        self.scripts: dict[str, Say] = {}
        clock = ManualClock()
        self.gateway = ScriptedGateway(lambda r: self.scripts.get(r.purpose, _usual)(r), clock)
        own_prompts, registry = _compiled()
        self.parts = Parts(
            store=FileSessionStore(folder, clock),
            gateway=self.gateway,
            prompts=prompts or own_prompts,
            clock=clock,
            ids=SystemIds(),
            bus=Bus(),
            plugins=registry.plugins,
            make_catalogue=lambda: registry.catalogue,
            version=version,
            lines=JsonlFiles(folder),
            folders=FileFolders(folder, clock),
            tools=tools or no_tools(folder),
            unapproved_servers=lambda seats: (),
        )
        sessions = Sessions(self.parts)
        super().__init__(sessions, Review(sessions), registry.catalogue)

    async def open(
        self,
        members: tuple[str, ...] = MEMBERS,
        *,
        team: Team | None = None,
        who: WhoAnswers = "person",
        **setup: Any,
    ) -> str:
        """Start a debate and run it to its first halt; `who` answers what members ask."""
        team = team or seated(*members)
        given = {"question": "Shall we?", "interactive_clarifications": False, **setup}
        self.id = await self.sessions.create("debate", given, team)
        self.sessions.look(self.id)
        return await self.go(who)

    async def go(self, who: WhoAnswers = "person") -> str:
        """Run on; return the state."""
        await self.sessions.start(self.id, who=who)
        return await self.sessions.wait(self.id)

    @property
    def primary(self) -> str | None:
        """The verb that the rules recommend at the open gate."""
        return self.gate.fact.primary

    @property
    def state(self) -> DebateState:
        """The debate's own state."""
        state = self.live.fold.state
        assert isinstance(state, DebateState)
        return state

    @property
    def stated(self) -> ResultStated:
        """The final answer, part by part."""
        assert self.state.stated is not None
        return self.state.stated

    @property
    def chosen(self) -> ResultChosen:
        """Whose text is the final answer."""
        assert self.state.chosen is not None
        return self.state.chosen

    @property
    def result(self) -> str:
        """The final answer as Markdown."""
        assert self.state.result is not None
        return self.state.result.text

    @property
    def report(self) -> WorkflowReport:
        """What a report says of this debate."""
        return report_of(self.live.fold.plugin, self.state)

    def finding(self, name: str) -> Part:
        """What a report finds under a name."""
        (part,) = (part for part in self.report.findings if part.name == name)
        return part

    @property
    def statuses(self) -> dict[str, str]:
        """What became of each member's text, as the open gate shows it."""
        return {seat: shown["status"] for seat, shown in self.payload["statuses"].items()}

    async def signals(self) -> list[tuple[str, str]]:
        """The way the run took, as (node, signal)."""
        return [(fact.node, fact.signal) for fact in await self.facts("node_left")]

    @property
    def exporting(self) -> Exporting:
        """What writes sessions for others, and takes them in."""
        return Exporting(self.parts, EXPORTERS, read_json_export)

    async def export(self, format: str, *, redact_names: bool = False) -> str:
        """Return the session in a format."""
        choice = ExportChoice(redact_names=redact_names)
        return (await self.exporting.content(self.id, format, choice)).decode()

    @property
    def points(self) -> list[dict[str, Any]]:
        """What the open gate shows of the ledger."""
        return list(self.payload["critiques"])

    def given(self, seat: str, call: int = -1) -> list[str]:
        """The claims a member was given with one of its refinement calls."""
        critiques: Any = read(self.asked("refinement", seat)[call])["critiques"]
        return [point["claim"] for point in critiques]

    def asked(self, purpose: str, seat: str | None = None) -> list[ModelRequest]:
        """All requests of a purpose."""
        return [r for r in self.gateway.requests if r.purpose == purpose and seat in (None, r.seat)]


def prompt(request: ModelRequest) -> str:
    """The whole prompt as one text."""
    return re.sub(r"\s+", " ", " ".join(message.text for message in request.messages))

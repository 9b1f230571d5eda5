"""A debate made of records, for the pictures of the README and for the tests of the window.

It is the same path as a real one: facts go over the bus and are folded; only the models are missing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from app.domain.canonical import JsonValue, dumps
from app.domain.errors import GateError, ImportDiffers, NotFound
from app.domain.fact_base import Fact, FactCatalogue, PlainBodies, Record
from app.domain.facts import (
    SHARED_FACTS,
    By,
    CallAsked,
    CallCompleted,
    CallFailed,
    CallStopRequested,
    CriterionMeasured,
    CritiqueAnswered,
    CritiqueFiled,
    GateAnswered,
    GateOpened,
    NodeEntered,
    NodeLeft,
    Parent,
    RoundClosed,
    RoundOpened,
    RunHalted,
    RunStarted,
    SessionCreated,
    SessionFinished,
    SessionForked,
    StopRequested,
    TextAssessed,
    TextProposed,
)
from app.domain.i18n import Words
from app.domain.ids import RESERVED_SEATS, SeatName, SessionId
from app.domain.seats import Seat, Team
from app.domain.usage import Usage
from app.engine.bus import Appended, Bus, RunEnded, Streamed
from app.engine.figures import summary_lines
from app.engine.plugin import WorkflowPlugin
from app.services.estimates import Range, RunEstimate, SeatEstimate
from app.services.person_commands import PersonCommands
from app.services.sessions import fork_title
from app.services.workflow_summary import WorkflowSummary
from tests.support.scenes.gates import SAMPLE_GATES
from tests.support.scenes.library import SampleAdmin, SampleLibrary
from tests.support.scenes.models import SampleProviders, SampleReadiness

START = 1_790_000_000_000_000
QUESTION = "Should our team of twelve move to a four-day week?"
TEAM = Team(
    name="Everyday",
    members=(
        Seat(name="Ada", model="openai/gpt-4o-mini", role="architect"),
        Seat(name="Blaise", model="anthropic/claude-sonnet-4-5", role="simplicity"),
        Seat(name="Grace", model="gemini/gemini-2.5-flash", role="testing"),
    ),
    chair=Seat(name="Chair", model="anthropic/claude-sonnet-4-5"),
)
LETTERS = {"Ada": "A", "Blaise": "B", "Grace": "C"}
FIRST = {
    "Ada": "Yes, as a six-month pilot.\n\nOutput held steady in most reported trials, and sick days fell.\n\n"
    "Define the output metrics before the pilot starts and keep customer cover on Fridays.",
    "Blaise": "Not for everybody at once.\n\nStart with two volunteers per team. "
    "A rota keeps the phones answered, and a mistake costs little.\n\n"
    "After eight weeks compare tickets closed per person.",
    "Grace": "Yes, if it can be measured.\n\nAgree on three numbers now: cycle time, "
    "defects found by customers, and days lost to illness.\n\n"
    "Stop the trial when any of them is ten per cent worse for a month.",
}
SECOND = {
    "Ada": "Yes, as a six-month pilot for office work.\n\nOutput held steady in most reported trials, "
    "but the companies chose themselves, so the effect is probably smaller here.\n\n"
    "Define the output metrics before the pilot starts and keep customer cover on Fridays.",
    "Blaise": "Not for everybody at once.\n\nStart with two volunteers per team. "
    "A rota keeps the phones answered, and a mistake costs little.\n\n"
    "After eight weeks compare cycle time and defects, not tickets closed.",
    "Grace": FIRST["Grace"],
}
FINAL = (
    "Run a six-month pilot for office work, starting with two volunteers per team and a rota on Fridays.\n\n"
    "Agreed: measure cycle time, customer-found defects and sick days; "
    "stop if one is ten per cent worse for a month.\n\n"
    "Dissent: Blaise would not let everybody start at once; the others accept a staged start.\n\n"
    "Open: how to treat part-time contracts. Confidence: medium."
)


@dataclass
class SampleSessions:
    """Sessions in memory."""

    bus: Bus
    team: Team = TEAM
    journals: dict[SessionId, list[Record]] = field(default_factory=dict)
    moving: set[SessionId] = field(default_factory=set)
    calls: list[tuple[str, str]] = field(default_factory=list)
    """What the window asked for, as (verb, session)."""
    round: int = 0
    attempt: int = 0

    def add(self, session: SessionId, *facts: Fact) -> None:
        """Append facts and tell the bus."""
        journal, made = self.journals.setdefault(session, []), []
        for fact in facts:
            if isinstance(fact, RoundOpened):
                self.round, self.attempt = fact.number, fact.attempt
            seq = len(journal) + 1
            entry = next((r.seq for r in reversed(journal) if r.type == "node_entered"), 0)
            entry = seq if isinstance(fact, NodeEntered) else entry
            record = Record(
                seq,
                START + seq * 700_000,
                entry,
                self.round,
                self.attempt,
                fact.type,
                fact.schema_version,
                dumps(fact.body()),
                PlainBodies(),
            )
            journal.append(record)
            made.append(record)
        self.bus.publish(Appended(session, made))

    async def create(
        self, workflow: str, setup: Mapping[str, object], team: Team, title: str | None = None
    ) -> SessionId:
        """Write the first record."""
        number = len(self.journals) + 1
        session = SessionId(f"01k{number:023d}")
        self.round = self.attempt = 0
        plain = {
            key: value for key, value in setup.items() if isinstance(value, str | int | float | bool | list)
        }
        self.add(
            session,
            SessionCreated(
                session=session,
                workflow=workflow,
                title=title or str(plain.get("question", workflow)),
                setup=dict(plain),
                seats=dict(team.table()),
                seed=7,
                app_version="0",
            ),
        )
        return session

    async def start(self, session: SessionId) -> None:
        """Mark as running."""
        self.calls.append(("start", session))
        self.moving.add(session)
        self.add(session, RunStarted(app_version="0"))

    async def stop(self, session: SessionId, mode: str = "now") -> None:
        """Halt at once."""
        self.calls.append((f"stop {mode}", session))
        self.moving.discard(session)
        halted = RunHalted(state="stopped", reason="user_stopped")
        self.add(session, StopRequested.model_validate({"mode": mode}), halted)
        self.bus.publish(RunEnded(session, "stopped"))

    async def stop_member(self, session: SessionId, seat: str) -> None:
        """End a seat's open call, keeping nothing but the word of it."""
        self.calls.append((f"stop {seat}", session))
        ended = {r.body().get("asked") for r in self.journals[session] if r.type.startswith("call_")}
        asked = [r for r in self.journals[session] if r.type == "call_asked" and r.seq not in ended]
        mine = next(r.seq for r in asked if r.body()["seat"] == seat)
        ended_so = CallFailed(asked=mine, kind="stopped", message="Stopped by you.", sent=True)
        self.add(session, CallStopRequested(asked=mine), ended_so)

    async def pause(self, session: SessionId) -> None:
        """Halt."""
        self.calls.append(("pause", session))
        self.moving.discard(session)
        self.add(session, RunHalted(state="paused"))

    def notice(self, workflow: str, setup: Mapping[str, object]) -> Words | None:
        """Nothing has to be known."""
        return None

    async def fork(
        self, session: SessionId, at: int, changes: Mapping[str, JsonValue] | None = None
    ) -> SessionId:
        """Copy the records up to the last step at or before `at`."""
        del changes
        source = self.journals[session][:at]
        upto = max(r.seq for r in source if r.type in ("gate_opened", "node_left"))
        copy = SessionId(f"01k{len(self.journals) + 1:023d}")
        self.journals[copy] = source[:upto]
        self.round, self.attempt = source[upto - 1].round, source[upto - 1].attempt
        title = fork_title(str(source[0].body()["title"]))
        self.add(copy, SessionForked(session=copy, parent=Parent(session=session, seq=upto), title=title))
        return copy

    def running(self, session: SessionId) -> bool:
        """Tell whether it is marked as running."""
        return session in self.moving

    async def records(self, session: SessionId, after: int = 0) -> Sequence[Record]:
        """Return the records."""
        if session not in self.journals:
            raise NotFound(f"There is no session “{session}”.", "Choose one from the list.")
        return self.journals[session][after:]

    async def shutdown(self) -> None:
        """Stop everything."""
        self.calls.append(("shutdown", ""))
        self.moving.clear()

    # --- the story ----------------------------------------------------------------------------

    def halt_at(self, session: SessionId, gate: GateOpened) -> None:
        """Open a gate and end the run."""
        self.moving.discard(session)
        self.add(session, gate)
        self.bus.publish(RunEnded(session, "waiting"))

    def ask(self, session: SessionId, seat: str, purpose: str) -> int:
        """Begin a call; return its seq."""
        model = self.team.table()[seat].model
        asked = CallAsked(
            purpose=purpose,
            seat=seat,
            part="",
            tries=1,
            model=model,
            identity="",
            messages=(),
            app_version="0",
        )
        self.add(session, asked)
        return len(self.journals[session])

    def call(self, session: SessionId, seat: str, purpose: str, text: str) -> int:
        """Make a finished call."""
        seq = self.ask(session, seat, purpose)
        usage = Usage(tokens_in=900, tokens_out=len(text) // 4, source="provider", cost=0.011)
        self.add(session, CallCompleted(asked=seq, text=text, usage=usage))
        return seq

    def play_round(self, session: SessionId, number: int) -> None:
        """Play a round up to its approval gate."""
        left = [NodeLeft(node="approval", signal="CONTINUE")] if number > 1 else []
        self.add(session, *left, RoundOpened(number=number))
        self.play_attempt(session, number)

    def play_attempt(self, session: SessionId, number: int) -> None:
        """Play the open attempt of a round up to its approval gate."""
        self.play_critiques(session, number)
        self._play_refinement(session, number)

    def play_critiques(self, session: SessionId, number: int) -> None:
        """Play the open attempt of a round up to where its critiques can be looked through."""
        texts = FIRST if number == 1 else SECOND
        self.add(session, NodeEntered(node="proposal"))
        for seat, text in texts.items():
            asked = self.call(session, seat, "proposal" if number == 1 else "refinement", text)
            if number == 1:
                self.add(session, TextProposed(slot="answer", seat=seat, text=text, asked=asked))
        self._go_on(session, "proposal", "PROPOSALS_COMPLETE", "critique")
        claims = {
            "Ada": "The reported trials chose themselves, so they say little about a team like ours.",
            "Blaise": "Tickets closed per person rewards cutting work into small tickets.",
            "Grace": "Three numbers are enough only if somebody owns each of them.",
        }
        for name, critic, target, severity in self._critiques(number):
            self.add(
                session,
                CritiqueFiled.model_validate(
                    {
                        "critique": name,
                        "critic": critic,
                        "target": target,
                        "label": f"Response {LETTERS[target]}",
                        "claim": claims[target],
                        "severity": severity,
                        "quote": texts[target].split("\n\n")[1][:60],
                        "suggestion": "Say how sure you are and why.",
                    }
                ),
            )
        self._go_on(session, "critique", "CRITIQUES_COMPLETE", "critique_review")

    def _critiques(self, number: int) -> list[tuple[str, str, str, str]]:
        """Return (name, critic, target, severity) of a round's critiques."""
        again = f".{self.attempt}" if self.attempt > 1 else ""
        pairs = (
            ("Blaise", "Ada", "high"),
            ("Grace", "Ada", "medium"),
            ("Ada", "Blaise", "medium"),
            ("Ada", "Grace", "low"),
        )
        return [(f"c{number}{again}-{at}", *pair) for at, pair in enumerate(pairs, 1)]

    def _play_refinement(self, session: SessionId, number: int) -> None:
        texts = FIRST if number == 1 else SECOND
        self._go_on(session, "critique_review", "CRITIQUES_REVIEWED", "refinement")
        for name, _, target, _ in self._critiques(number):
            answer = "fixed" if number == 2 and target != "Grace" else "held"
            self.add(
                session,
                CritiqueAnswered.model_validate(
                    {
                        "critique": name,
                        "seat": target,
                        "answer": answer,
                        "justification": "The owner is named in the plan.",
                    }
                ),
            )
        for seat, text in texts.items():
            changed = number == 2 and SECOND[seat] != FIRST[seat]
            if changed:
                self.add(session, TextProposed(slot="answer", seat=seat, text=text))
            self.add(
                session,
                TextAssessed.model_validate(
                    {
                        "slot": "answer",
                        "seat": seat,
                        "status": "changed" if changed else "held",
                        "ratio": 0.31 if changed else 0,
                        "summary": "Narrowed the claim." if changed else "",
                    }
                ),
            )
        self._go_on(session, "refinement", "REFINEMENTS_COMPLETE", "evaluation")
        figure = 67 if number == 1 else 78
        measured = CriterionMeasured(name="agreement", value=figure, threshold=80, passes=False)
        self.add(session, measured)
        self._go_on(session, "evaluation", "EVALUATED", "approval")
        verbs = ("approve", "finish", "reject", "stop_with_answer")
        self.halt_at(session, GateOpened(kind="approval", payload={}, verbs=verbs, primary="approve"))

    def _go_on(self, session: SessionId, node: str, signal: str, to: str) -> None:
        """Leave one node and enter the next."""
        self.add(session, NodeLeft(node=node, signal=signal), NodeEntered(node=to))

    def fail(self, session: SessionId, seat: str) -> None:
        """Let a seat's call fail and open the failure gate."""
        asked = self.ask(session, seat, "refinement")
        message, hint = "Out of credit (HTTP 429).", "Add credit or use another model."
        self.add(session, CallFailed(asked=asked, kind="no_credit", message=message, hint=hint, sent=True))
        item: dict[str, JsonValue] = {
            "key": f"refinement/{seat}",
            "asked": asked,
            "seat": seat,
            "model": TEAM.table()[seat].model,
            "tries": 3,
            "message": message,
            "hint": hint,
            "purpose": "refinement",
        }
        payload: dict[str, JsonValue] = {"items": [item], "may_sit_out": [seat], "most_absent": 1}
        verbs = ("retry", "fallback", "stop")
        self.halt_at(session, GateOpened(kind="failure", payload=payload, verbs=verbs, primary="retry"))

    def finish(self, session: SessionId) -> None:
        """Write the final answer."""
        self._go_on(session, "approval", "MAX_ROUNDS_REACHED", "synthesis")
        self.call(session, "chair", "synthesis", FINAL)
        self.moving.discard(session)
        self.add(
            session,
            TextProposed(slot="result", seat="chair", text=FINAL),
            SessionFinished(reason="max_rounds_reached"),
        )
        self.bus.publish(RunEnded(session, "finished"))

    def stream(self, session: SessionId, asked: int, seat: str, text: str) -> None:
        """Stream text of a running call."""
        self.bus.publish(Streamed(session, asked, seat, "proposal", text))


@dataclass
class SampleReview:
    """Answers gates by recording them."""

    sessions: SampleSessions
    answers: list[tuple[str, str, Mapping[str, JsonValue]]] = field(default_factory=list)

    async def answer(
        self,
        session: SessionId,
        gate: str,
        verb: str,
        data: Mapping[str, JsonValue] | None = None,
        note: str = "",
        by: By = "person",
    ) -> None:
        """Append the one answer; a second one is refused."""
        journal = self.sessions.journals[session]
        answered = {str(r.body()["gate"]) for r in journal if r.type == "gate_answered"}
        if gate in answered:
            raise GateError("This gate has been answered already.", "Look at what follows.")
        self.answers.append((gate, verb, dict(data or {})))
        facts: list[Fact] = [GateAnswered(gate=gate, verb=verb, data=dict(data or {}), note=note, by=by)]
        if verb in ("approve", "finish"):
            last = self.sessions
            facts.append(RoundClosed(number=max(1, last.round), attempt=max(1, last.attempt), accepted=True))
        self.sessions.moving.add(session)
        self.sessions.add(session, *facts)

    async def tell(self, session: SessionId, *facts: Fact) -> None:
        """Append person events."""
        self.sessions.add(session, *facts)


class SampleTeams:
    """One team, and those that are saved."""

    def __init__(self) -> None:
        self.saved: dict[str, Team] = {}
        self.chosen = ""

    def names(self) -> list[str]:
        """Return the names."""
        return [TEAM.name, *self.saved]

    def load(self, name: str) -> Team:
        """Return a team."""
        if name in self.saved:
            return self.saved[name]
        if name != TEAM.name:
            raise NotFound(f"There is no team “{name}”.", "Choose another one.")
        return TEAM

    def called(self, name: str) -> str:
        """Return the name itself."""
        return name

    def save(self, team: Team) -> str:
        """Keep a team in memory."""
        self.saved[team.name] = team
        return team.name

    def make_default(self, name: str) -> None:
        """Note the choice."""
        self.chosen = name

    def default(self) -> Team:
        """Return it."""
        return TEAM


class SampleExport:
    """Writes the session's name."""

    async def export(self, session: SessionId, format: str, path: Path) -> None:
        """Write a line."""
        await self.write(await self.content(session, format), path)

    async def content(
        self, session: SessionId, format: str, *, redact_names: bool = False, redact_costs: bool = False
    ) -> bytes:
        """Return a line that names what was left out."""
        left = " without names" * redact_names + " without costs" * redact_costs
        return f"{session} {format}{left}\n".encode()

    async def write(self, content: bytes, path: Path) -> None:
        """Write it."""
        await asyncio.to_thread(path.write_bytes, content)

    async def files(self, session: SessionId, format: str) -> Mapping[str, bytes]:
        """No form here is a folder."""
        raise NotFound(f"{session} has no form {format}.")

    async def write_files(self, files: Mapping[str, bytes], path: Path) -> None:
        """No form here is a folder."""

    async def import_file(self, path: Path, *, as_copy: bool = False) -> SessionId:
        """Return the session the file's first word names, or that it differs."""
        known = SessionId((await asyncio.to_thread(path.read_text)).split()[0])
        if not as_copy:
            raise ImportDiffers(f"A session {known} is here already and differs.")
        return known

    def formats(self) -> list[str]:
        """Return the two formats of the menu."""
        return ["md", "json"]


class SampleEstimates:
    """One estimate for everything."""

    async def before_start(
        self, plugin: WorkflowPlugin, setup: Mapping[str, object], seats: Mapping[SeatName, Seat]
    ) -> RunEstimate | None:
        """Return the figures of the picture, with the limit that was typed."""
        limit = setup.get("cost_limit")
        members = [(name, seat) for name, seat in seats.items() if name not in RESERVED_SEATS]
        return RunEstimate(
            calls=Range(15, 27),
            tokens=Range(21_000, 64_000),
            cost=Range(0.18, 0.46),
            seconds=Range(240, 540),
            seats=tuple(SeatEstimate(name, seat.model, 9, Range(0.06, 0.15)) for name, seat in members),
            unpriced=(),
            too_small=(),
            limit=float(str(limit)) if limit not in (None, "") else None,
        )

    async def before_round(self, session: SessionId) -> RunEstimate | None:
        """Return a smaller one."""
        del session
        tokens, seconds = Range(9_000, 21_000), Range(60, 150)
        return RunEstimate(Range(7, 7), tokens, Range(0.05, 0.12), seconds, (), (), (), 2.0)


@dataclass
class SampleSummaries:
    """The same summary of every debate; what other workflows tell of their records themselves."""

    journals: Mapping[SessionId, Sequence[Record]]
    catalogue: FactCatalogue
    plugins: Mapping[str, WorkflowPlugin]

    async def of(self, session: SessionId) -> WorkflowSummary:
        """Return what a workflow would tell."""
        records = self.journals[session]
        plugin = self.plugins.get(str(records[0].body()["workflow"]))
        if plugin is not None and plugin.name != "debate":
            state = plugin.new_state()
            for record in records:
                state.apply(record, self.catalogue.decode(record))
            figures = summary_lines(plugin.vocabulary, plugin.summary(state))
            return WorkflowSummary(tuple(plugin.parts(state)), figures, None)
        sections = (
            ("Dissent", "- **Blaise**: holds that a start for everybody costs more than it shows."),
            ("Did refining help?", "The judge on the final answer: better, asked in both orders."),
        )
        known: list[JsonValue] = [{"question": "Which country's labour law applies?", "answer": "Germany"}]
        told = f"An earlier debate asked: {QUESTION}\n\nIts final answer:\n\n{FINAL}"
        return WorkflowSummary(
            sections,
            ("Rounds done: 2",),
            None,
            {"context_text": told, "known_answers": known, "max_rounds": 4},
        )


class SampleCore:
    """A Core in memory."""

    def __init__(self, plugins: Mapping[str, WorkflowPlugin]) -> None:
        self.bus = Bus()
        # The sample debate is brought to every gate there is.
        there_are = {name: kind for plugin in plugins.values() for name, kind in plugin.gates.items()}
        plugins["debate"].gates = {**SAMPLE_GATES, **there_are}
        own = [fact for plugin in plugins.values() for fact in plugin.facts]
        self.catalogue = FactCatalogue([*SHARED_FACTS, *own])
        self.sessions = SampleSessions(self.bus)
        self.review = SampleReview(self.sessions)
        # None of the samples' workflows lets a person ask for anything.
        self.commands = PersonCommands(self.sessions)  # type: ignore[arg-type]
        self.library = SampleLibrary(self.sessions.journals, self.catalogue, plugins, self.sessions.running)
        self.admin = SampleAdmin(self.sessions)
        self.teams = SampleTeams()
        self.providers = SampleProviders()
        self.exporting = SampleExport()
        self.plugins = plugins
        self.estimates = SampleEstimates()
        self.readiness = SampleReadiness()
        self.summaries = SampleSummaries(self.sessions.journals, self.catalogue, plugins)
        self.hide_names = False
        """Whether debates begin with the names of their members hidden."""
        self.version = "sample"

    async def warm(self) -> None:
        """Nothing takes long here."""

    async def rehearse(self, workflow: str) -> None:
        """Nothing is to be made ready here."""

    async def close(self) -> None:
        """Stop everything."""
        await self.sessions.shutdown()

    async def begin(self, title: str | None = None) -> SessionId:
        """Create and start a debate."""
        setup = {"question": QUESTION, "max_rounds": 3, "cost_limit": 2.0, "hide_names": self.hide_names}
        session = await self.sessions.create("debate", setup, TEAM, title)
        await self.sessions.start(session)
        return session

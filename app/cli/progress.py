"""What a run does, on standard error: a line per stage once it is over, with who worked and how long.

In a terminal a last line lives meanwhile: who is still at work, and since when. Elsewhere a stage that takes
long is told of now and then, so that a log shows that something happens.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.cli.names import Names
from app.cli.output import clean, faint, is_terminal, living, plural, say, say_painted, strong
from app.domain.canonical import JsonValue, whole
from app.domain.fact_base import Record, UnknownFact
from app.domain.gate_choices import label_of_answer
from app.domain.i18n import Message
from app.domain.interruption_gates import FAILURE
from app.domain.payload import Payload, items_of, mapping_of
from app.domain.sentences import lines_of
from app.domain.tool_gate import TOOL
from app.engine.answering import kind_of
from app.engine.bus import Appended, BusMessage, CallWaits, Streamed
from app.engine.fold import SessionFold

if TYPE_CHECKING:
    from rich.live import Live

TICK = 0.2
"""Seconds between two looks at what is under way."""
FIRST_WORD, NEXT_WORD = 10.0, 60.0
"""Seconds after which a stage is told of where no line can live, and between two such lines."""
_ENDS = frozenset({"call_completed", "call_failed", "call_cancelled", "call_interrupted"})
_BY = {
    "flag": "by --approve",
    "file": "by the answers file",
    "timeout": "it was due",
    "person": "you",
    "agent": "an agent",
}


_WRITES, _THINKS = "writes", "thinks"
WAITS: Mapping[str, tuple[str, str]] = {
    "place": ("{who} waits for its turn", "{who} wait for their turns"),
    "pause": ("{who} waits as the server asks", "{who} wait as the server asks"),
    "loading": ("{who} waits for the model to be loaded", "{who} wait for the model to be loaded"),
    "reading": ("{who} reads the prompt", "{who} read the prompt"),
    _THINKS: ("{who} thinks", "{who} think"),
    _WRITES: ("{who} writes", "{who} write"),
}
"""What is done by one and by several, by what is waited for."""


@dataclass
class Stage:
    """A visit to a node."""

    title: str
    at: int
    """When it was entered, microseconds UTC."""
    begun: float = field(default_factory=time.monotonic)
    who: dict[str, None] = field(default_factory=dict)
    running: dict[int, str] = field(default_factory=dict)
    """Seats by the seq of their open calls."""
    waits: dict[int, str] = field(default_factory=dict)
    """What open calls wait for, as in `WAITS`, by their seq."""
    points: int = 0
    figures: list[str] = field(default_factory=list)
    statuses: Counter[str] = field(default_factory=Counter)
    failures: set[tuple[str, str]] = field(default_factory=set)
    next_notice: float = field(default_factory=lambda: FIRST_WORD)


class Progress:
    """Takes what the bus says of one session."""

    def __init__(self, fold: SessionFold) -> None:
        self._fold = fold
        self.answered = asyncio.Event()
        """Set once a call was completed."""
        self._names = Names(fold)
        self._stage: Stage | None = None
        self._live: Live | None = None
        self._round = (0, 0)
        self._asked: dict[str, Payload] = {id: gate.fact.payload for id, gate in fold.gates.open.items()}
        """What open gates ask, by their id."""
        self._told: set[str] = set()
        """Troubles of tool servers that were told: they are asked in every round."""

    def __call__(self, message: BusMessage) -> None:
        """Take a bus message."""
        if isinstance(message, CallWaits | Streamed) and self._stage is not None:
            self._wait(self._stage, message)
        elif isinstance(message, Appended):
            for record in message.records:
                if record.type == "call_completed":
                    self.answered.set()
                if not self._own(record):
                    self._take(record)

    async def keep_alive(self) -> None:
        """Tell who is at work until it is cancelled."""
        living.append(self.quiet)
        try:
            while True:
                await asyncio.sleep(TICK)
                self._tick()
        finally:
            living.remove(self.quiet)
            self.quiet()

    def quiet(self) -> None:
        """Take the living line away: something else is to be read, or typed, there."""
        if self._live is not None:
            self._live.stop()
            self._live = None

    def _wait(self, stage: Stage, message: CallWaits | Streamed) -> None:
        if isinstance(message, Streamed):
            stage.waits[message.asked] = _THINKS if message.reasoning else _WRITES
            return
        stage.waits[message.asked] = message.what
        who = self._names.of(message.seat)
        if message.what == "loading" and (message.seat, message.what) not in stage.failures:
            stage.failures.add((message.seat, message.what))
            self._line(clean(f"  {who}: the server is still loading the model and is waited for"))
        if message.what == "pause" and message.seconds and message.seconds >= 1:
            self._line(clean(f"  {who}: the server asks to be left alone for {message.seconds:.0f} s"))

    # --- what happened ------------------------------------------------------------------------

    def _take(self, record: Record) -> None:
        body, stage = record.body(), self._stage
        match record.type:
            case "round_opened":
                self._open_round(body)
            case "node_entered":
                node = self._fold.plugin.graph.node(str(body["node"]))
                self._stage = None if node.gate else Stage(node.title, record.at)
            case "call_asked" if stage is not None:
                stage.who[str(body["seat"])] = None
                stage.running[record.seq] = str(body["seat"])
            case kind if kind in _ENDS and stage is not None:
                seat = stage.running.pop(whole(body["asked"]), "")
                if kind == "call_failed":
                    self._failed(stage, seat, body)
            case "critique_filed" if stage is not None:
                stage.points += 1
            case "text_assessed" if stage is not None:
                stage.statuses[str(body["status"])] += 1
            case "criterion_measured" if stage is not None and body["value"] is not None:
                stage.figures.append(f"{str(body['name']).replace('_', ' ')} {body['value']:.0f} %")
            case "node_left":
                self._leave(record)
            case "gate_opened" | "gate_answered":
                self._gate(record)
            case "tools_listed" if (problem := str(body.get("problem") or "")) not in ("", *self._told):
                self._told.add(problem)
                self._line(clean(f"  ✕ {problem}"))

    def _open_round(self, body: dict[str, JsonValue]) -> None:
        plugin = self._fold.plugin
        most = self._fold.session.setup.get(plugin.vocabulary.most)
        number, attempt = whole(body["number"]), whole(body["attempt"])
        of = f" of at most {most}" if isinstance(most, int) and number <= most else ""
        again = f", attempt {attempt}" if attempt != 1 else ""
        self._line(strong(f"{plugin.vocabulary.round} {number}{of}{again}", sys.stderr))

    def _failed(self, stage: Stage, seat: str, body: dict[str, JsonValue]) -> None:
        again = body.get("again_in")
        message = " ".join(str(body.get(name) or "").strip() for name in ("message", "hint")).strip()
        if isinstance(again, int | float) or body.get("cut"):
            # What one could do about it helps nobody yet; of a cut answer its gate says it, where it has one.
            message = str(body["message"])
        end = f" Asked again in {again:.3g} s." if isinstance(again, int | float) else ""
        sign = "" if end else "✕ "
        if (seat, sign + message) in stage.failures:
            # Asked again and again, it fails for the same reason: said once, and once more at the end.
            return
        stage.failures.add((seat, sign + message))
        self._line(clean(f"  {sign}{self._names.of(seat)}: {self._names.veil(message)}{end}"))

    def _leave(self, record: Record) -> None:
        stage, self._stage = self._stage, None
        if stage is None or not (stage.who or stage.statuses):
            return
        self.quiet()
        parts = [self._names.all(stage.who)] if stage.who else []
        if stage.points:
            parts.append(plural(stage.points, "point"))
        moved = stage.statuses["changed"] + stage.statuses["minor"]
        if stage.statuses:
            parts.append(f"{moved} of {sum(stage.statuses.values())} answers changed")
        parts += [", ".join(stage.figures[:2])] if stage.figures else []
        took = faint(f" · {_duration((record.at - stage.at) / 1e6)}", sys.stderr)
        self._line(f"  {clean(stage.title)}: {clean(' · '.join(parts))}{took}")

    def _gate(self, record: Record) -> None:
        body = record.body()
        if record.type == "gate_opened":
            payload = self._asked[f"g{record.seq}"] = mapping_of(body, "payload")
            if body["kind"] == FAILURE.name and self._stage is not None:
                # Of an answer that came and was none, nothing was said yet.
                for item in items_of(payload):
                    self._failed(self._stage, str(item["seat"]), dict(item))
        elif body["by"] != "policy":
            self._answered(body)

    def _answered(self, body: dict[str, JsonValue]) -> None:
        found = self._fold.gates.answered.get(str(body["gate"]))
        verb = str(body["verb"])
        payload, data = self._asked.pop(str(body["gate"]), {}), mapping_of(body, "data")
        label: Message | str = verb
        if found is not None:
            label = label_of_answer(kind_of(self._fold.plugin, found.kind), verb, payload, data)
        served = found is not None and found.kind == TOOL and body["by"] == "flag"
        by = "by --allow-tool" if served else _BY.get(str(body["by"]), body["by"])
        self._line(clean(f"  → {str(label).rstrip('…')} ({by})"))

    def _own(self, record: Record) -> bool:
        """Say it in the workflow's own words, where it has some for this record."""
        plugin = self._fold.plugin
        fact = self._fold.catalogue.decode(record) if plugin.own_progress else None
        if fact is None or isinstance(fact, UnknownFact):
            return False
        line = plugin.progress_line(self._fold.state, record, fact)
        for said in lines_of(line) if line is not None else ():
            indent = "  " if plugin.own_progress == "beside" else ""
            self._line(indent + clean(self._names.veil(str(said))))
        if plugin.own_progress == "beside":
            return False
        # Else stages are told only by workflows without words of their own; who is at work, by all.
        if line is None and record.type == "node_left":
            self._stage = None
        return line is not None or record.type in ("node_left", "round_opened")

    # --- what goes on -------------------------------------------------------------------------

    def _tick(self) -> None:
        stage = self._stage
        if stage is None or not stage.running:
            self.quiet()
            return
        since = time.monotonic() - stage.begun
        if is_terminal(sys.stderr):
            self._draw(clean(f"  {stage.title}: {self._busy(stage)} · {since:.0f} s"))
        elif since >= stage.next_notice:
            stage.next_notice = since + NEXT_WORD
            words = self._busy(stage, "waiting for {who}")
            say(clean(f"  {stage.title}: {words} ({since:.0f} s)"))

    def _busy(self, stage: Stage, plain: str = "{who}") -> str:
        """Return who does what: “Ada reads the prompt, Bob, Cy wait for their turns”; `plain`: who works."""
        groups: dict[str, list[str]] = {}
        for asked, seat in stage.running.items():
            groups.setdefault(stage.waits.get(asked, ""), []).append(seat)
        if groups.keys() <= {"", _WRITES}:
            return plain.format(who=self._names.all(stage.running.values()))
        said = []
        for what, seats in groups.items():
            one, several = WAITS.get(what, ("waiting for {who}", "waiting for {who}"))
            said.append((one if len(seats) == 1 else several).format(who=self._names.all(seats)))
        return ", ".join(said)

    def _draw(self, line: str) -> None:
        # Late for start-up cost.
        from rich.console import Console
        from rich.live import Live
        from rich.text import Text

        if self._live is None:
            console = Console(stderr=True, highlight=False, legacy_windows=False)
            self._live = Live(
                console=console,
                auto_refresh=False,
                transient=True,
                redirect_stdout=False,
                redirect_stderr=False,
            )
            self._live.start()
        self._live.update(Text(line, style="dim", no_wrap=True, overflow="ellipsis"), refresh=True)

    def _line(self, line: str) -> None:
        self.quiet()
        say_painted(line)


def _duration(seconds: float) -> str:
    if seconds < 10:
        return f"{seconds:.1f} s"
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"

"""Commands that show one session: what is asked, what came out, what happened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Any

from app.cli.gate_text import show_gate
from app.cli.names import Names, note_whole
from app.cli.outcome import folded, show_gist, show_result
from app.cli.output import clean, print_found, print_json, say, show, show_wrapped
from app.cli.status import print_status, round_noun, status_of
from app.domain.canonical import whole
from app.domain.errors import RoundtableError
from app.domain.fact_base import FactCatalogue, Record
from app.domain.facts import ReplyMended
from app.domain.ids import SessionId
from app.domain.reply_repairs import mended_lines
from app.domain.sentences import told
from app.engine.figures import summary_lines
from app.engine.fold import SessionFold
from app.engine.graph import mermaid
from app.engine.plugin import purpose_said, report_of
from app.engine.record_words import RecordWords
from app.projections.base import moment
from app.projections.folding import Projections
from app.projections.log import summary
from app.services.core import Core
from app.services.live import fold_of, following

LONGEST_LINE = 160
"""Characters of a line's words; `--jsonl` has the whole record."""


async def gates(core: Core, text: str, as_json: bool) -> int:
    """List open gates with their payloads."""
    session = await core.sessions.resolve(text)
    fold = await core.sessions.fold(session)
    open_gates = list(fold.gates.open.values())
    if as_json:
        note_whole(fold)
        print_json(
            [
                {
                    "id": gate.id,
                    "kind": gate.fact.kind,
                    "round": gate.round,
                    "attempt": gate.attempt,
                    "verbs": list(gate.fact.verbs),
                    "payload": told(gate.fact.payload),
                }
                for gate in open_gates
            ]
        )
        return 0
    for number, gate in enumerate(open_gates):
        if number:
            show("")
        show_gate(gate, fold, session)
    if not open_gates:
        show("Nothing is asked: no gate is open.")
    return 0


async def show_session(core: Core, text: str, as_json: bool) -> int:
    """Show a session whole: where it stands, what is asked, what failed, what came out, its figures."""
    session = await core.sessions.resolve(text)
    fold = await core.sessions.fold(session)
    value = await status_of(core, session)
    if as_json:
        note_whole(fold)
        report = (await core.exporting.report(session)).model_dump(mode="json")
        print_json({**value, "summary": dict(fold.plugin.summary(fold.state)), "report": report})
        return 0
    records = await core.sessions.records(session)
    shared = folded(fold, core.catalogue, records)
    print_status(value, fold.plugin, gate_follows=True)
    for gate in fold.gates.open.values():
        show("")
        show_gate(gate, fold, session)
    sections = (
        ("What failed:", _causes(fold, records)),
        ("How replies were read:", repairs(fold, records, core.catalogue)),
    )
    for title, lines in sections:
        if lines:
            show("")
            show(title)
        for line in lines:
            show_wrapped(f"  {line}")
    show_result(fold, shared, all_texts=True)
    show_gist(fold)
    for part in report_of(fold.plugin, fold.state).more:
        if part.name in _SHOWN_HERE:
            show("")
            show(f"{part.title}:")
            for remark in part.remarks:
                who = ", ".join(remark.who)
                show_wrapped(f"  {Names(fold).veil(f'{who}: {remark.text}')}")
    figures = fold.plugin.summary(fold.state)
    # Before the first round there may be words in it alone, for programs.
    if any(not isinstance(value, str) for value in figures.values()):
        show("")
        show("Figures:")
        for line in summary_lines(fold.plugin.vocabulary, figures):
            show(f"  {Names(fold).veil(line)}")
    return 0


_SHOWN_HERE = frozenset({"points_shown"})
"""Parts of a report behind the answer that are told in a terminal as well, by their names."""


@dataclass
class _Cause:
    times: int = 0
    rounds: dict[int, None] = field(default_factory=dict)


def repairs(fold: SessionFold, records: Sequence[Record], catalogue: FactCatalogue) -> list[str]:
    """Return what was done to read replies: the same once, with its rounds."""
    names, vocabulary = Names(fold), fold.plugin.vocabulary
    found = [(record.round, catalogue.decode(record)) for record in records if record.type == "reply_mended"]
    lines = mended_lines(
        [(number, fact) for number, fact in found if isinstance(fact, ReplyMended)],
        vocabulary.noun,
        lambda purpose: str(purpose_said(vocabulary, purpose)),
    )
    return [f"{names.of(seat)}, {line}" for seat, line in lines]


def _causes(fold: SessionFold, records: Sequence[Record]) -> list[str]:
    """Return why calls failed and who sat out for it: each cause once, with how often and in which rounds."""
    names, noun = Names(fold), round_noun(fold.plugin)
    asked: dict[int, str] = {}
    found: dict[tuple[str, str], _Cause] = {}
    for record in records:
        if record.type == "call_asked":
            asked[record.seq] = str(record.body()["seat"])
        elif record.type == "call_failed":
            body = record.body()
            message = " ".join(str(body.get(name) or "").strip() for name in ("message", "hint")).strip()
            cause = found.setdefault((asked.get(whole(body["asked"]), ""), message), _Cause())
            cause.times += 1
            cause.rounds[record.round] = None
    lines = []
    for (seat, message), cause in found.items():
        numbers = [str(number) for number in cause.rounds if number]
        where = f"{noun} {' and '.join(numbers)}" if numbers else f"before {noun} 1"
        often = f", {cause.times} times" if cause.times > 1 else ""
        lines.append(f"{names.of(seat)} ({where}{often}): {names.veil(message)}")
    for record in records:
        if record.type == "seat_replaced":
            body = record.body()
            lines.append(
                names.veil(f"{names.of(str(body['seat']))} was given another model: {body['model']}")
            )
        elif record.type == "seat_absent":
            lines.append(f"{names.of(str(record.body()['seat']))} sat out {noun} {record.round}.")
    return lines


def _record(record: Record) -> dict[str, Any]:
    return {**record.plain(), "at": moment(record.at).isoformat()}


def _folded(core: Core, records: Sequence[Record], session: SessionId) -> SessionFold:
    workflow = str(records[0].body().get("workflow", "")) if records else ""
    return fold_of(core.parts.plugin(workflow), core.catalogue, records, session)


def _line_of(core: Core, records: Sequence[Record], session: SessionId) -> Callable[[Record], str]:
    """Return what makes a line of a record, also where the session cannot be folded."""
    try:
        fold = _folded(core, records, session)
    except RoundtableError as error:
        say(f"Note: {error.message}")
        return lambda record: f"{record.seq:>5}  {record.type.replace('_', ' ')}: {summary(record)}"
    return LogLines(fold, folded(fold, core.catalogue, records)).line


async def log(core: Core, text: str, *, jsonl: bool, as_json: bool) -> int:
    """Print the records of a session."""
    session = await core.sessions.resolve(text)
    async with following(core.parts, session) as reader:
        records = await reader.read()
        if as_json or jsonl:
            with suppress(RoundtableError):
                note_whole(_folded(core, records, session))
        if as_json:
            print_json([_record(record) for record in records])
        for record in records if jsonl and not as_json else []:
            print_json(_record(record))
        if not (as_json or jsonl):
            line = _line_of(core, records, session)
            for record in records:
                show(line(record))
    return 0


class LogLines:
    """Lines of one session's records; `shared`: the projections of all of them."""

    def __init__(self, fold: SessionFold, shared: Projections) -> None:
        self._names = Names(fold)
        self._words = RecordWords(fold.plugin, fold.plugin, fold.catalogue, shared, self._names.of)
        self._noun = str(fold.plugin.vocabulary.round).lower()

    def line(self, record: Record) -> str:
        sentence = self._names.veil(" ".join(clean(self._words.sentence(record)).split()))
        at = moment(record.at).astimezone().strftime("%H:%M:%S")
        label = ""
        if record.round:
            label = f"{self._noun} {record.round}" + (f".{record.attempt}" if record.attempt > 1 else "")
        cut = sentence if len(sentence) <= LONGEST_LINE else sentence[: LONGEST_LINE - 1].rstrip() + "…"
        return f"{record.seq:>5}  {at}  {label:<{len(self._noun) + 4}}  {cut}"


async def graph(core: Core, workflow: str, as_json: bool) -> int:
    """Print a workflow's graph."""
    found = core.parts.plugin(workflow).graph
    nodes, transitions = ([asdict(one) for one in several] for several in (found.nodes, found.transitions))
    value = {"workflow": workflow, "nodes": nodes, "transitions": transitions}
    return print_found(value, mermaid(found), as_json=as_json)

"""Commands that show one session: what is asked, what came out, what happened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from app.cli.gate_text import show_gate
from app.cli.log_lines import LogLines
from app.cli.names import Names, note_whole
from app.cli.outcome import folded, show_gist, show_result
from app.cli.output import print_json, say, show, show_wrapped
from app.cli.status import print_status, status_of
from app.cli.summary import causes, repairs
from app.domain.errors import RoundtableError
from app.domain.fact_base import Record
from app.domain.ids import SessionId
from app.domain.sentences import told
from app.engine.figures import summary_lines
from app.engine.fold import SessionFold
from app.engine.graph import mermaid
from app.projections.log import summary
from app.services.core import Core
from app.services.live import fold_of, following


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
        ("What failed:", causes(fold, records)),
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
    figures = fold.plugin.summary(fold.state)
    # Before the first round there may be words in it alone, for programs.
    if any(not isinstance(value, str) for value in figures.values()):
        show("")
        show("Figures:")
        for line in summary_lines(fold.plugin.vocabulary, figures):
            show(f"  {Names(fold).veil(line)}")
    return 0


def _record(record: Record) -> dict[str, Any]:
    return {
        "seq": record.seq,
        "at": datetime.fromtimestamp(record.at / 1e6, UTC).isoformat(),
        "entry": record.entry,
        "round": record.round,
        "attempt": record.attempt,
        "type": record.type,
        "schema": record.schema,
        "body": record.body(),
    }


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


async def graph(core: Core, workflow: str, as_json: bool) -> int:
    """Print a workflow's graph."""
    found = core.parts.plugin(workflow).graph
    if as_json:
        transitions = [asdict(t) for t in found.transitions]
        nodes = [asdict(node) for node in found.nodes]
        print_json({"workflow": workflow, "nodes": nodes, "transitions": transitions})
    else:
        show(mermaid(found))
    return 0

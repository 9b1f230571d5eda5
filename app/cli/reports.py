"""Commands that look, copy or stop."""

# Late imports on purpose: a command waits only for what it needs.

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.cli.output import RESUMABLE, clean, print_json, print_status, round_noun, rounds, show, status
from app.domain.canonical import JsonValue
from app.domain.errors import InputError
from app.domain.ids import SessionId
from app.settings.folders import expanded

if TYPE_CHECKING:
    from app.domain.fact_base import Record
    from app.engine.fold import SessionFold
    from app.engine.ports import SessionRow
    from app.services.core import Services


async def _fold(core: Services, session: SessionId) -> SessionFold:
    from app.services.live import read_fold

    reader = await core.sessions.follow(session)
    try:
        return await read_fold(core.parts, reader)
    finally:
        await reader.close()


async def _status(core: Services, session: SessionId) -> dict[str, Any]:
    # A copy's records still name the session they were written in: the file's own id is what commands take.
    value = {**status(await _fold(core, session)), "session": session}
    if value["state"] == "running" and not await core.parts.store.busy(session):
        value["state"] = "interrupted"
    return value


def _row(row: SessionRow) -> dict[str, Any]:
    return {
        "session": row.session,
        "workflow": row.workflow,
        "title": row.title,
        "state": row.state,
        "termination_reason": row.termination_reason,
        "gate": row.gate_kind
        and {
            "id": row.gate,
            "kind": row.gate_kind,
            "round": row.gate_round,
            "verbs": list(row.gate_verbs),
        },
        "rounds": row.rounds,
        "tokens": row.tokens,
        "cost": None if row.cost is None else round(row.cost, 6),
        **({"problem": row.problem} if row.problem else {}),
    }


async def stop(core: Services, text: str, with_answer: bool, as_json: bool) -> int:
    """Stop a session; its state afterwards is printed."""
    session = await core.sessions.resolve(text)
    await core.sessions.stop(session, "with_answer" if with_answer else "now")
    elsewhere = core.sessions.live(session) is None
    value = await _status(core, session)
    if as_json:
        print_json(value)
    elif elsewhere:
        show("The process that runs it was asked to stop.")
    else:
        print_status(value)
    return 0


async def gates(core: Services, text: str, as_json: bool) -> int:
    """List open gates with their payloads."""
    fold = await _fold(core, await core.sessions.resolve(text))
    open_gates = list(fold.position.gates.values())
    if as_json:
        print_json(
            [
                {
                    "id": gate.id,
                    "kind": gate.fact.kind,
                    "round": gate.round,
                    "attempt": gate.attempt,
                    "verbs": list(gate.fact.verbs),
                    "payload": gate.fact.payload,
                }
                for gate in open_gates
            ]
        )
        return 0
    for gate in open_gates:
        place = f"{round_noun(fold.plugin)} {gate.round}"
        show(f"{gate.id}  {gate.fact.kind}  {place}  {', '.join(gate.fact.verbs)}")
    if not open_gates:
        show("No gate is open.")
    return 0


async def list_sessions(core: Services, as_json: bool) -> int:
    """List all sessions, newest change first."""
    rows = await core.library.rows()
    if as_json:
        print_json([_row(row) for row in rows])
        return 0
    for row in rows:
        note = f"  ✕ {row.problem}" if row.problem else ""
        show(f"{row.session}  {row.state:<11}  {rounds(row.rounds, row.workflow):<9}  {row.title}{note}")
    if not rows:
        show("There are no sessions yet. Start one with “roundtable run debate --question …”.")
    return 0


async def show_session(core: Services, text: str, as_json: bool) -> int:
    """Show a session's status, figures and final answer."""
    from app.services.accounts import summary_lines

    session = await core.sessions.resolve(text)
    fold = await _fold(core, session)
    value = await _status(core, session)
    if as_json:
        print_json({**value, "summary": dict(fold.plugin.summary(fold.state))})
        return 0
    print_status(value)
    for line in summary_lines(fold.plugin.summary(fold.state)):
        show(f"  {line}")
    result = getattr(fold.state, "result", None)
    if result is not None:
        show("")
        show(result.text)
    return 0


async def search(core: Services, text: str, as_json: bool) -> int:
    """Search everything said."""
    hits = await core.library.search(text)
    if as_json:
        print_json([{**_row(row), "seq": seq, "snippet": snippet} for row, seq, snippet in hits])
        return 0
    for row, seq, snippet in hits:
        show(f"{row.session}  {row.title}  #{seq}")
        show(f"    {snippet}")
    if not hits:
        show("Nothing was found.")
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


async def log(core: Services, text: str, *, jsonl: bool, as_json: bool) -> int:
    """Print the records of a session."""
    session = await core.sessions.resolve(text)
    reader = await core.sessions.follow(session)
    try:
        records = await reader.read()
        if as_json:
            print_json([_record(record) for record in records])
        for record in [] if as_json else records:
            if jsonl:
                print_json(_record(record))
            else:
                body = clean(record.body())
                show(f"{record.seq:>5}  r{record.round}.{record.attempt}  {record.type:<20}  {body[:100]}")
    finally:
        await reader.close()
    return 0


async def graph(core: Services, workflow: str, as_json: bool) -> int:
    """Print a workflow's graph."""
    from app.engine.graph import mermaid

    found = core.parts.plugin(workflow).graph
    if as_json:
        transitions = [asdict(t) for t in found.transitions]
        nodes = [asdict(node) for node in found.nodes]
        print_json({"workflow": workflow, "nodes": nodes, "transitions": transitions})
    else:
        show(mermaid(found))
    return 0


async def fork(core: Services, text: str, at: int, changes: Mapping[str, JsonValue], as_json: bool) -> int:
    """Fork a session, with other values for some fields of its setup."""
    target = await core.sessions.fork(await core.sessions.resolve(text), at, changes)
    value = await _status(core, target)
    if as_json:
        print_json(value)
    else:
        print_status(value)
        if value["state"] not in RESUMABLE:
            show(f"  go on with: roundtable resume {target}")
    return 0


async def export(core: Services, text: str, format: str, output: Path, as_json: bool) -> int:
    """Export a session."""
    session = await core.sessions.resolve(text)
    path = await core.exporting.export(session, format, expanded(output))
    if as_json:
        print_json({"session": session, "format": format, "file": str(path)})
    else:
        show(f"Wrote {path}")
    return 0


async def import_session(core: Services, file: Path, as_copy: bool, as_json: bool) -> int:
    """Import a session."""
    session = await core.exporting.import_file(expanded(file), as_copy=as_copy)
    value = await _status(core, session)
    if as_json:
        print_json(value)
    else:
        print_status(value)
    return 0


async def teams(core: Services, as_json: bool) -> int:
    """List the teams."""
    found: list[dict[str, Any]] = []
    for name in core.teams.names():
        try:
            team = core.teams.load(name)
        except InputError as error:
            # One wrong file must not hide the others.
            found.append({"name": name, "problem": str(error)})
            continue
        members = [{"name": seat.name, "model": seat.model, "role": seat.role} for seat in team.enabled]
        found.append({"name": name, "title": team.name, "members": members, "chair": team.chair.model})
    if as_json:
        print_json(found)
    for item in [] if as_json else found:
        if "problem" in item:
            show(f"{item['name']}  ✕ {item['problem']}")
            continue
        seats = ", ".join(f"{seat['name']} ({seat['model']})" for seat in item["members"])
        show(f"{item['name']}  {item['title']}: {seats}")
    return 0

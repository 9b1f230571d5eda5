"""Commands that list, search, copy or stop."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.cli.output import print_json, program, show
from app.cli.status import RESUMABLE, plugin_of, print_status, rounds, status_of
from app.domain.canonical import JsonValue
from app.domain.errors import InputError
from app.engine.folders import STAYS
from app.settings.folders import expanded
from app.settings.options import TRASH_DAYS

if TYPE_CHECKING:
    # For start-up cost: a list waits for no workflow.
    from app.engine.session_rows import SessionRow
    from app.services.core import Core


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
        **({"begun_by": row.begun_by} if row.begun_by else {}),
        **({"problem": row.problem} if row.problem else {}),
    }


async def stop(core: Core, text: str, with_answer: bool, as_json: bool) -> int:
    """Stop a session; its state afterwards is printed."""
    session = await core.sessions.resolve(text)
    elsewhere = not await core.sessions.stop(session, "with_answer" if with_answer else "now")
    value = await status_of(core, session)
    if as_json:
        print_json(value)
    elif elsewhere:
        show("The process that runs it was asked to stop.")
    else:
        print_status(value, plugin_of(core, value))
    return 0


async def list_sessions(core: Core, as_json: bool) -> int:
    """List all sessions, newest change first."""
    rows = await core.library.rows()
    if as_json:
        print_json([_row(row) for row in rows])
        return 0
    for row in rows:
        note = f"  ✕ {row.problem}" if row.problem else f"  (by {row.begun_by})" if row.begun_by else ""
        show(f"{row.session}  {row.state:<11}  {rounds(row.rounds, row.workflow):<9}  {row.title}{note}")
    if not rows:
        show("There are no sessions yet.")
        show(f'Start one: {program()} run debate --question "What should be decided?"')
    return 0


async def delete(core: Core, text: str, undo: bool, as_json: bool) -> int:
    """Move a session to the trash, or take it back out of it."""
    if undo:
        session = await core.admin.resolve_trashed(text)
        await core.admin.restore(session)
        if as_json:
            print_json({"session": session, "restored": True})
        else:
            show(f"The session {session} is back.")
        return 0
    session = await core.sessions.resolve(text)
    plugin = core.plugins.get((await core.library.row(session)).workflow)
    kept, days = await core.admin.delete(session), core.settings.value(TRASH_DAYS)
    await core.clear_trash()
    if as_json:
        print_json({"session": session, "file": str(kept), "days": days})
        return 0
    show(f"The session is in the trash for {days} {'day' if days == 1 else 'days'}, as {kept}.")
    if plugin is not None and plugin.ports:
        show(str(STAYS[0]))
    show(f"  take it back: {program()} delete {session} --undo")
    return 0


async def search(core: Core, text: str, as_json: bool) -> int:
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


async def fork(core: Core, text: str, at: int, changes: Mapping[str, JsonValue], as_json: bool) -> int:
    """Fork a session, with other values for some fields of its setup."""
    target = await core.sessions.fork(await core.sessions.resolve(text), at, changes)
    value = await status_of(core, target)
    if as_json:
        print_json(value)
    else:
        print_status(value, plugin_of(core, value))
        if value["state"] not in RESUMABLE:
            show(f"  go on with: {program()} resume {target}")
    return 0


_KNOWN = {
    "new": "It is not here yet: import takes it in under its own id.",
    "same": "It is here already, and the same: import has nothing to do.",
    "differs": "Another version of it is here already: --as-copy keeps both.",
}


async def import_session(core: Core, file: Path, as_copy: bool, look: bool, as_json: bool) -> int:
    """Import a session, or only say what a file holds."""
    if look:
        found = await core.exporting.look_into(expanded(file))
        rows = {str(name): ", ".join(lines) for name, lines in found.reading()}
        if as_json:
            value = {"session": found.session, "title": found.report.title, "known": found.known}
            print_json({**value, "workflow": found.report.workflow, "records": found.records})
            return 0
        show(found.report.title)
        for name, text in rows.items():
            show(f"  {name}: {text}")
        show(f"  {_KNOWN[found.known]}")
        return 0
    session = await core.exporting.import_file(expanded(file), as_copy=as_copy)
    value = await status_of(core, session)
    if as_json:
        print_json(value)
    else:
        print_status(value, plugin_of(core, value))
    return 0


async def teams(core: Core, as_json: bool) -> int:
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

"""Commands that list, search, copy or stop sessions, or let an agent decide in one."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.cli.output import print_found, program, show
from app.cli.status import RESUMABLE, rounds, show_session_status
from app.domain.canonical import JsonValue
from app.domain.errors import InputError
from app.domain.i18n import words
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
        **({"cost_uncertain": round(row.uncertain_cost, 6)} if row.uncertain_cost else {}),
        **({"begun_by": row.begun_by} if row.begun_by else {}),
        **({"asks": "how it turned out"} if row.due else {}),
        **({"problem": row.problem} if row.problem else {}),
    }


async def stop(core: Core, text: str, with_answer: bool, as_json: bool) -> int:
    """Stop a session; its state afterwards is printed."""
    session = await core.sessions.resolve(text)
    elsewhere = not await core.sessions.stop(session, "with_answer" if with_answer else "now")
    if elsewhere and not as_json:
        show("The process that runs it was asked to stop.")
    else:
        await show_session_status(core, session, as_json=as_json)
    return 0


async def list_sessions(core: Core, as_json: bool) -> int:
    """List all sessions, newest change first."""
    rows = await core.library.rows()
    lines = [_line(row) for row in rows] or [
        "There are no sessions yet.",
        f'Start one: {program()} run debate --question "What should be decided?"',
    ]
    return print_found([_row(row) for row in rows], *lines, as_json=as_json)


def _line(row: SessionRow) -> str:
    due = "  ◆ How did it turn out?" if row.due else ""
    note = f"  ✕ {row.problem}" if row.problem else f"  (by {row.begun_by})" if row.begun_by else ""
    return f"{row.session}  {row.state:<11}  {rounds(row.rounds, row.workflow):<12}  {row.title}{note}{due}"


async def delete(core: Core, text: str, undo: bool, as_json: bool) -> int:
    """Move a session to the trash, or take it back out of it."""
    if undo:
        session = await core.admin.resolve_trashed(text)
        await core.admin.restore(session)
        value: dict[str, Any] = {"session": session, "restored": True}
        return print_found(value, f"The session {session} is back.", as_json=as_json)
    session = await core.sessions.resolve(text)
    plugin = core.plugins.get((await core.library.row(session)).workflow)
    kept, days = await core.admin.delete(session), core.settings.value(TRASH_DAYS)
    await core.clear_trash()
    return print_found(
        {"session": session, "file": str(kept), "days": days},
        f"The session is in the trash for {days} {'day' if days == 1 else 'days'}, as {kept}.",
        *([str(STAYS[0])] if plugin is not None and plugin.ports else []),
        f"  take it back: {program()} delete {session} --undo",
        as_json=as_json,
    )


async def search(core: Core, text: str, as_json: bool) -> int:
    """Search everything said."""
    hits = await core.library.search(text)
    value = [{**_row(row), "seq": seq, "snippet": snippet} for row, seq, snippet in hits]
    lines = [f"{row.session}  {row.title}  #{seq}\n    {snippet}" for row, seq, snippet in hits]
    return print_found(value, *(lines or ["Nothing was found."]), as_json=as_json)


async def fork(core: Core, text: str, at: int, changes: Mapping[str, JsonValue], as_json: bool) -> int:
    """Fork a session, with other values for some fields of its setup."""
    target = await core.sessions.fork(await core.sessions.resolve(text), at, changes)
    value = await show_session_status(core, target, as_json=as_json)
    if not as_json and value["state"] not in RESUMABLE:
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
        value = {"session": found.session, "title": found.report.title, "known": found.known}
        rows = [f"  {name}: {', '.join(lines)}" for name, lines in found.reading()]
        return print_found(
            {**value, "workflow": found.report.workflow, "records": found.records},
            *(found.report.title, *rows, f"  {_KNOWN[found.known]}"),
            as_json=as_json,
        )
    session = await core.exporting.import_file(expanded(file), as_copy=as_copy)
    await show_session_status(core, session, as_json=as_json)
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
    return print_found(found, *map(_team_line, found), as_json=as_json)


def _team_line(item: Mapping[str, Any]) -> str:
    if "problem" in item:
        return f"{item['name']}  ✕ {item['problem']}"
    seats = ", ".join(f"{seat['name']} ({seat['model']})" for seat in item["members"])
    return f"{item['name']}  {item['title']}: {seats}"


async def allow(core: Core, text: str, agent: str, *, allowed: bool, as_json: bool) -> int:
    """Let an agent decide in a session, or take that back; `agent` empty: the one that began the session."""
    from app.domain.command_facts import AgentPermissionChanged
    from app.domain.fact_base import agent_called  # late: a list of sessions needs none of it

    session = await core.sessions.resolve(text)
    fold = await core.sessions.fold(session)
    begun_by = fold.session.begun_by
    if agent.strip():
        name = agent_called(agent).name
    elif begun_by is not None:
        name = begun_by.name
    elif len(fold.session.agents) == 1 and not allowed:
        name = min(fold.session.agents)
    else:
        raise InputError(
            words("No agent began the session {session}.", session=session),
            words("Name the agent, as it calls itself: --agent NAME."),
        )
    if (name in fold.session.agents) != allowed:
        await core.review.tell(session, AgentPermissionChanged(agent=name, allowed=allowed))
    return print_found(
        {"session": session, "agent": name, "allowed": allowed},
        f"{name} {'may' if allowed else 'may not'} decide in the session {session}.",
        as_json=as_json,
    )

"""Commands about the person's programs that answer for a seat."""

from __future__ import annotations

from collections.abc import Sequence

from app.cli.inputs import agrees, attended
from app.cli.output import print_found, print_json, say, show
from app.domain.seats import COMMAND
from app.services.core import Core


async def listing(core: Core, *, as_json: bool) -> int:
    """List the programs that were set up, and the known ones that are installed."""
    found = core.providers.programs.list()
    there = [one for one in found if one.state != "offered"]
    offered = [one.name for one in found if one.state == "offered"]
    if as_json:
        rows = [
            {"name": one.name, "model": one.model, "line": one.line, "approved": one.state == "ready"}
            for one in there
        ]
        print_json({"programs": rows, "installed": offered})
        return 0
    for one in there:
        show(f"{one.model}  {one.line}")
        if one.state == "unapproved":
            show("    is asked about before it is first started")
        elif one.state == "missing":
            show("    is not where it was: install it again, or remove it")
    for name in offered:
        say(f"{name} is installed. Let it answer for a seat: roundtable command add {name}")
    if not there and not offered:
        say("There is no program yet. Add one: roundtable command add NAME PROGRAM …")
    return 0


async def add(
    core: Core,
    name: str,
    program: Sequence[str],
    env: Sequence[str],
    member: str,
    seconds: float | None,
    *,
    as_json: bool,
) -> int:
    """Add a program, or change one; a known one with the options it needs. Raises InputError."""
    file = core.providers.commands
    added = core.providers.programs.add(name, program, env, member, seconds)
    if not as_json and attended() and not file.approved(added):
        say(f"Seats of {COMMAND}{name} will have this line run: {added.line}")
        if await agrees("Approve it now? Else it is asked about before it is first started. (y/N) "):
            file.approve(added.line)
    return print_found({"name": name, "line": added.line}, f"{COMMAND}{name}: {added.line}", as_json=as_json)


async def remove(core: Core, name: str, *, as_json: bool) -> int:
    """Forget a program and its approval."""
    core.providers.commands.remove(name)
    return print_found({"name": name, "done": "removed"}, f"{name}: removed", as_json=as_json)


async def try_out(core: Core, name: str, *, as_json: bool) -> int:
    """Start a program and ask it for a word; exit 5 where it gives none."""
    found = await core.providers.programs.test(name)
    if as_json:
        print_json({"name": name, "ok": found.ok, "detail": str(found.detail), "next": str(found.next)})
    else:
        show(f"{'✓' if found.ok else '✕'} {found.detail}")
        if str(found.next):
            show(f"    {found.next}")
    return 0 if found.ok else 5

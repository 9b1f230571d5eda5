"""Commands about the person's programs that answer for a seat."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from app.cli.inputs import agrees, attended
from app.cli.output import print_found, print_json, say, show
from app.domain.errors import InputError
from app.domain.i18n import words
from app.domain.seats import COMMAND
from app.services.core import Core


async def listing(core: Core, *, as_json: bool) -> int:
    """List the programs that were set up, and the known ones that are installed."""
    file = core.providers.commands
    there = file.read()
    offered = {name: one for name, one in core.providers.desk.programs().items() if name not in there}
    if as_json:
        rows = [
            {"name": name, "model": COMMAND + name, "line": one.line, "approved": file.approved(one)}
            for name, one in there.items()
        ]
        print_json({"programs": rows, "installed": list(offered)})
        return 0
    for name, one in there.items():
        show(f"{COMMAND}{name}  {one.line}")
        if not file.approved(one):
            show("    is asked about before it is first started")
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
    values: dict[str, object] = {}
    if program:
        values = {"command": _place(program[0]), "arguments": list(program[1:])}
    elif (known := core.providers.desk.programs().get(name)) is not None:
        values = dict(known)
    else:
        raise InputError(
            words("No known program “{name}” is installed here.", name=name[:60]),
            words("Write how it is started: roundtable command add {name} PROGRAM …", name=name[:60]),
        )
    given = [one.partition("=") for one in env]
    if env:
        values["variables"] = [variable for variable, sign, _ in given if not sign]
        values["env"] = {variable: value for variable, sign, value in given if sign}
    if member:
        values |= {"answer": "json", "member": member}
    if seconds is not None:
        values["seconds"] = seconds
    file = core.providers.commands
    added = file.put(name, values)
    if not as_json and attended() and not file.approved(added):
        say(f"Seats of {COMMAND}{name} will have this line run: {added.line}")
        if await agrees("Approve it now? Else it is asked about before it is first started. (y/N) "):
            file.approve(added.line)
    return print_found({"name": name, "line": added.line}, f"{COMMAND}{name}: {added.line}", as_json=as_json)


def _place(typed: str) -> str:
    """Return where a program lies: it is started in another folder."""
    import shutil  # late: start-up cost

    found = shutil.which(typed)
    if found is None:
        raise InputError(
            words("There is no program {file}.", file=typed[:200]),
            words("Check the name, or install it first."),
        )
    return str(Path(found).absolute())


async def remove(core: Core, name: str, *, as_json: bool) -> int:
    """Forget a program and its approval."""
    core.providers.commands.remove(name)
    return print_found({"name": name, "done": "removed"}, f"{name}: removed", as_json=as_json)


async def try_out(core: Core, name: str, *, as_json: bool) -> int:
    """Start a program and ask it for a word; exit 5 where it gives none."""
    file = core.providers.commands
    settings = file.read().get(name)
    if settings is not None:
        # Who types this wants it started.
        file.allow(settings.line)
    found = await core.parts.gateway.test(COMMAND + name)
    if as_json:
        print_json({"name": name, "ok": found.ok, "detail": str(found.detail), "next": str(found.next)})
    else:
        show(f"{'✓' if found.ok else '✕'} {found.detail}")
        if str(found.next):
            show(f"    {found.next}")
    return 0 if found.ok else 5

"""Commands about servers whose tools sessions may be given, and about programs that answer for a seat."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from app.cli.inputs import agrees, attended, need_keyring, secret_line
from app.cli.output import plural, print_found, print_json, say, show
from app.domain.errors import InputError
from app.domain.i18n import words
from app.domain.seats import COMMAND
from app.domain.untrusted_files import is_there
from app.services.core import Core


async def listing(core: Core, *, as_json: bool) -> int:
    """List the servers, and which secrets they lack."""
    found = await asyncio.to_thread(core.tool_servers.known)
    if as_json:
        print_json([asdict(one) for one in found])
        return 0
    for one in found:
        show(f"{one.name}  {one.where}")
        if one.missing:
            show(f"    lacks {', '.join(one.missing)}: roundtable tools secret {one.name} NAME")
    if not found:
        say("There is no tool server yet. Add one: roundtable tools add NAME COMMAND … (or ADDRESS)")
    return 0


async def add(
    core: Core,
    name: str,
    target: Sequence[str],
    env: Sequence[str],
    headers: Sequence[str],
    secrets: Sequence[str],
    seconds: float | None,
    *,
    as_json: bool,
) -> int:
    """Add a server, or change one; raises InputError."""
    values: dict[str, object] = {
        "env": dict(_pair(one, "=") for one in env),
        "headers": dict(_pair(one, ":") for one in headers),
        "secrets": dict(map(_bound, secrets)),
        **({"seconds": seconds} if seconds is not None else {}),
    }
    if len(target) == 1 and target[0].startswith(("http://", "https://")):
        values["url"] = target[0]
    else:
        values |= {"command": _command(target[0]), "arguments": list(target[1:])}
    core.tool_servers.add(name, values)
    for line in _lying_here(target[1:]) if "command" in values else ():
        say(line)
    return _done(name, "added", as_json=as_json)


async def remove(core: Core, name: str, *, as_json: bool) -> int:
    """Forget a server and its secrets."""
    await asyncio.to_thread(core.tool_servers.remove, name)
    return _done(name, "removed", as_json=as_json)


def _command(typed: str) -> str:
    """Return a command that is found from any folder, where a path from this one was typed."""
    path = Path(typed)
    return str(path.absolute()) if path.name != typed and is_there(path) else typed


def _lying_here(arguments: Sequence[str]) -> Iterator[str]:
    """Yield a note for each argument that means something in this folder and nothing where servers run."""
    home = Path.home()
    for word in arguments:
        here = Path(word).absolute()
        if not Path(word).is_absolute() and is_there(here) and here != home / word:
            yield f"Note: the server runs in {home}, and “{word}” lies here. Write {here} to mean it."


def _bound(typed: str) -> tuple[str, str]:
    """Return a secret's name, and the variable of the person's own that holds it, where one is named."""
    name, _, variable = typed.partition("=")
    return name.strip(), variable.strip()


def _pair(typed: str, sign: str) -> tuple[str, str]:
    name, found, value = typed.partition(sign)
    if not found:
        raise InputError(
            words("“{item}” names no value.", item=typed[:60]),
            words("Write NAME{sign}VALUE.", sign=sign),
        )
    return name.strip(), value.strip()


async def keep_secret(core: Core, name: str, secret: str, *, as_json: bool) -> int:
    """Keep a secret of a server, typed unseen or read from a pipe."""
    core.tool_servers.settings(name)
    value = secret_line(f"{secret} for {name}: ")
    place = await asyncio.to_thread(core.tool_servers.put_secret, name, secret, value)
    need_keyring(
        place,
        words(
            "Name a variable that has it: roundtable tools add --secret {secret}=VARIABLE {name} …",
            secret=secret,
            name=name,
        ),
    )
    return _done(name, f"{secret} is kept in the keyring", as_json=as_json)


async def try_out(core: Core, name: str, *, as_json: bool) -> int:
    """Start a server, list its tools, and end it; exit 5 where it offers none."""
    found = await core.tool_servers.test(name)
    if as_json:
        tools_ = [{"name": one.name, "description": one.description} for one in found.tools]
        print_json({"name": name, "where": found.where, "tools": tools_, "problem": found.problem})
    elif found.problem:
        show(f"✕ {found.problem}")
    else:
        show(f"✓ {name} offers {plural(len(found.tools), 'tool')}:")
        for tool in found.tools:
            show(f"  {tool.name}: {' '.join(tool.description.split())[:100]}")
        if found.left_out:
            show(f"  left out, for no model could be offered them: {len(found.left_out)}")
    return 5 if found.problem else 0


def _done(name: str, what: str, *, as_json: bool) -> int:
    return print_found({"name": name, "done": what}, f"{name}: {what}", as_json=as_json)


# --- programs that answer for a seat -----------------------------------------------------------------------


async def list_programs(core: Core, *, as_json: bool) -> int:
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


async def add_program(
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


async def remove_program(core: Core, name: str, *, as_json: bool) -> int:
    """Forget a program and its approval."""
    core.providers.commands.remove(name)
    return _done(name, "removed", as_json=as_json)


async def try_program(core: Core, name: str, *, as_json: bool) -> int:
    """Start a program and ask it for a word; exit 5 where it gives none."""
    found = await core.providers.programs.test(name)
    if as_json:
        print_json({"name": name, "ok": found.ok, "detail": str(found.detail), "next": str(found.next)})
    else:
        show(f"{'✓' if found.ok else '✕'} {found.detail}")
        if str(found.next):
            show(f"    {found.next}")
    return 0 if found.ok else 5

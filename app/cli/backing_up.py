"""One file of everything, and back from it."""

from __future__ import annotations

import time
from dataclasses import asdict
from pathlib import Path

from app.cli.output import plural, print_found, print_json, program, show
from app.services.core import Core
from app.settings.folders import expanded

_INCOMPLETE = 5
"""Exit status of a backup that lacks what could not be read."""


async def back_up(core: Core, file: Path | None, *, as_json: bool) -> int:
    """Write all sessions, teams and settings to one new file; 5 where not all could be read."""
    path = expanded(file) if file is not None else Path(f"roundtable-{time.strftime('%Y-%m-%d-%H%M%S')}.zip")
    done = await core.backups.write(path)
    if as_json:
        missing = [{"name": name, "why": str(why)} for name, why in done.missing]
        print_json(
            {
                "file": str(done.path),
                "sessions": done.sessions,
                "damaged": list(done.damaged),
                "missing": missing,
            }
        )
        return _INCOMPLETE if missing else 0
    show(f"Wrote {done.path}: {plural(done.sessions, 'session')}, with settings, teams and templates.")
    if done.damaged:
        show(f"{plural(len(done.damaged), 'session')} could not be read; their files went along as they are:")
        for session in done.damaged:
            show(f"  {session}")
    for name, why in done.missing:
        show(f"✕ {name} is not in it, or not whole: {why}")
    show("Keys and approved servers are not in it, nor the folders that sessions work in.")
    return _INCOMPLETE if done.missing else 0


async def restore(core: Core, file: Path, *, look: bool, as_json: bool) -> int:
    """Take from a backup what is not here; what is here stays as it is."""
    path = expanded(file)
    if look:
        found = await core.backups.look_into(path)
        held, here = plural(len(found.sessions), "session"), f"{len(found.known):,}"
        value = {"sessions": list(found.sessions), "known": list(found.known)}
        return print_found(value, f"{path} holds {held}; {here} of them are here already.", as_json=as_json)
    done = await core.backups.restore(path)
    if as_json:
        print_json(
            {**asdict(done), "refused": [{"name": name, "why": str(why)} for name, why in done.refused]}
        )
        return 0
    show(f"{plural(len(done.taken), 'session')} taken in; {len(done.same):,} were here already.")
    if done.differing:
        show("Here already and different, so left as they are:")
        for session in done.differing:
            show(f"  {session}")
        show(f"  To have both, unpack sessions/ID.json and use: {program()} import ID.json --as-copy")
    for name, why in done.refused:
        show(f"✕ {name}: {why}")
    if done.settings:
        show(f"Settings taken: {', '.join(done.settings)}")
    if done.kept:
        show(f"Settings left as they are here: {', '.join(done.kept)}")
    return 0

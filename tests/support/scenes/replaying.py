"""Recorded sessions, taken in by the program as any exported file is, up to where a scene begins.

The same one again is the file that the program made of it the first time.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from app.domain.canonical import JsonValue
from app.domain.ids import SessionId
from app.domain.private import make_private
from app.export.lossless import read_json_export
from app.services.core import Core

RECORDED = Path(__file__).resolve().parents[2] / "data" / "scenes"
BETWEEN = 3_600_000_000
"""Microseconds from one replayed session to the next."""

Line = Mapping[str, Any]
Lines = Sequence[Line]


@cache
def recorded(name: str) -> Lines:
    """Return the records of a recorded session, which nobody changes: they are read once in a process."""
    return [dict(line) for line in read_json_export((RECORDED / f"{name}.json").read_bytes())[1]]


class Cut(NamedTuple):
    """Where a recorded session is cut: behind the `nth` record of a type with these values in its body."""

    type: str
    nth: int = 1
    values: Mapping[str, object] = {}


def cut(lines: Lines, where: Cut) -> Lines:
    """Return the records up to a place."""
    found = [
        line
        for line in lines
        if line["type"] == where.type and all(line["body"].get(k) == v for k, v in where.values.items())
    ]
    return lines[: found[where.nth - 1]["seq"]]


async def replay(
    core: Core,
    lines: Lines,
    folder: Path,
    *,
    title: str | None = None,
    change: Callable[[dict[str, Any]], None] | None = None,
    setup: Mapping[str, JsonValue] | None = None,
) -> SessionId:
    """Take records in as a session of its own, begun later than those before it; return its id.

    `change`: what is otherwise in a record, `setup`: in what the session is started with, where the scene
    needs it so.
    """
    number = len(await core.parts.store.ids())
    session = core.parts.ids.session_id()
    new_lines = []
    for line in lines:
        body = dict(line["body"]) if change is None else deepcopy(line["body"])
        if line["type"] == "session_created":
            body |= {"session": session, **({"title": title} if title is not None else {})}
            body["setup"] = {**body["setup"], **(setup or {})}
        if line["type"] == "gate_opened":
            known = {name: value for name, value in (setup or {}).items() if name in body["payload"]}
            body["payload"] = {**body["payload"], **known}
        new_lines.append({**line, "at": line["at"] + number * BETWEEN, "body": body})
        if change is not None:
            change(new_lines[-1])
    text = json.dumps({"format": "roundtable-session", "version": 1, "records": new_lines})
    kept = Path(_kept_files().name) / hashlib.sha256(text.encode()).hexdigest()
    here = core.parts.store.path(session)
    if kept.exists():
        make_private(here.parent)
        shutil.copy(kept, here)
        return session
    file = folder / f"{session}.json"
    file.write_text(text)
    await core.exporting.import_file(file)
    shutil.copy(here, kept)
    return session


@cache
def _kept_files() -> TemporaryDirectory[str]:
    """Return where each session is kept as it was taken in: most tests of a window begin with the same."""
    return TemporaryDirectory(prefix="roundtable-scenes-")

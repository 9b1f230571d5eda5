"""Commands that write sessions to files or to standard output; one file of everything, and back from it."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.cli.inputs import form_of
from app.cli.output import (
    error_value,
    plural,
    print_error,
    print_found,
    print_json,
    program,
    show,
    show_bytes,
)
from app.domain.errors import InputError, RoundtableError
from app.domain.i18n import use_language, words
from app.domain.untrusted_files import is_folder, is_there
from app.engine.exporting import COMPLETE, CONTENTS, ExportChoice
from app.services.languages import speech
from app.settings.folders import expanded
from app.settings.options import LANGUAGE

if TYPE_CHECKING:
    from app.domain.ids import SessionId
    from app.services.core import Core


HIDDEN = ("names", "costs")
_STANDARD_OUTPUT = Path("-")
_INCOMPLETE = 5
"""Exit status where a part could not be written."""


def choice_of(only: str, hide: str) -> ExportChoice:
    """Return what `--only` and `--hide` ask for; raises InputError naming what there is to choose from."""
    parts, hidden = _names(only), _names(hide)
    for name in parts:
        if name not in CONTENTS:
            raise InputError(
                words("A report has no part “{name}”.", name=name),
                words("--only takes some of these, with commas between: {names}.", names=", ".join(CONTENTS)),
            )
    for name in hidden:
        if name not in HIDDEN:
            raise InputError(
                words("“{name}” cannot be hidden.", name=name),
                words("--hide takes names, costs, or both with a comma between."),
            )
    return ExportChoice("names" in hidden, "costs" in hidden, frozenset(parts) if parts else None)


def _names(typed: str) -> list[str]:
    return [name.strip() for name in typed.split(",") if name.strip()]


async def schema(core: Core, sessions: Sequence[str], format: str, output: Path | None, as_json: bool) -> int:
    """Write the JSON Schema of a format to a file, or print it."""
    if sessions:
        raise InputError(
            words("The schema is the same for every session."),
            words("Leave the session out: roundtable export --schema"),
        )
    content = core.exporting.schema(format or "json")
    if output is not None:
        path = expanded(output)
        await core.exporting.write(content, path)
        value = {"format": format or "json", "file": str(path)}
        return print_found(value, f"Wrote {path}", as_json=as_json)
    return print_found(json.loads(content), content.decode().rstrip(), as_json=as_json)


async def export(
    core: Core,
    sessions: Sequence[str],
    wanted: str | None,
    output: Path | None,
    choice: ExportChoice,
    language: str,
    as_json: bool,
) -> int:
    """Export sessions: one to a file, or to a folder; several to a folder, each to a file of its own.

    `wanted`: the format; None: by the file's name, else Markdown. `language`: of what is read by people;
    empty: the one of the settings.
    """
    endings: dict[str, str] = {}
    for one in core.exporting.formats():
        endings.setdefault(core.exporting.suffix(one), one)
    format = form_of(wanted, output, endings, "md")
    with use_language(speech(language or str(core.settings.value(LANGUAGE)))):
        return await _export(core, sessions, format, output, choice, as_json)


async def _export(
    core: Core,
    sessions: Sequence[str],
    format: str,
    output: Path | None,
    choice: ExportChoice,
    as_json: bool,
) -> int:
    if not sessions or output is None:
        raise InputError(
            words("Which session is to be exported, and to which file?"),
            words("Name both, such as: roundtable export SESSION -o report.md"),
        )
    # Each is looked for before the first is written.
    found = [await core.sessions.resolve(text) for text in sessions]
    if output == _STANDARD_OUTPUT:
        return await _print(core, found, format, choice, as_json)
    target = expanded(output)
    # A form that is a folder of files goes to a new one, and nothing is put into one that is there.
    failed: list[tuple[SessionId, RoundtableError]] = []
    to_file = len(found) == 1 and (not is_folder(target) or format not in core.exporting.formats())
    if to_file:
        written = [(found[0], await core.exporting.export(found[0], format, target, choice))]
    else:
        if is_there(target) and not is_folder(target):
            raise InputError(
                words("{file} is a file; several sessions go to a folder.", file=target.name),
                words("Name a folder with -o."),
            )
        written, failed = await _each(core, found, format, target, choice)
    if format in ("json", "jsonl"):
        from app.cli.names import note_whole  # late for start-up cost

        # The file is written, whatever else cannot be told of it.
        with suppress(RoundtableError):
            for session, _ in written:
                note_whole(await core.sessions.fold(session))
    told = [_told(session, format, path) for session, path in written]
    if as_json:
        told += [
            {"session": session, "format": format, "error": error_value(error)} for session, error in failed
        ]
        print_json(told if len(sessions) > 1 else told[0])
    else:
        for _, path in written:
            show(f"Wrote {path}")
        for _, error in failed:
            print_error(error)
    return _INCOMPLETE if failed else 0


async def _each(
    core: Core, sessions: Sequence[SessionId], format: str, folder: Path, choice: ExportChoice
) -> tuple[list[tuple[SessionId, Path]], list[tuple[SessionId, RoundtableError]]]:
    """Export each to a folder; return what was written and what could not be. Raises where nothing could."""
    written, failed = [], []
    was_there = is_there(folder)
    for one in sessions:
        try:
            written.append((one, await core.exporting.export_into(one, format, folder, choice)))
        except RoundtableError as error:
            # One that cannot be read keeps no other from being written.
            failed.append((one, error))
    if not written:
        if not was_there:
            _drop(folder)
        raise failed[0][1]
    return written, failed


def _drop(folder: Path) -> None:
    """Remove a folder that was made for what could not be put into it; one that holds something stays."""
    with suppress(OSError):
        folder.rmdir()


def _told(session: SessionId, format: str, path: Path) -> dict[str, Any]:
    inside = sorted(p.relative_to(path).as_posix() for p in path.rglob("*") if p.is_file())
    files = {"files": inside} if path.is_dir() else {}
    return {"session": session, "format": format, "file": str(path), **files}


async def _print(
    core: Core, sessions: Sequence[SessionId], format: str, choice: ExportChoice, as_json: bool
) -> int:
    """Write one session to standard output, as a file would hold it."""
    if len(sessions) > 1 or as_json:
        raise InputError(
            words("Standard output takes one session, and nothing else beside it."),
            words("Leave --json out and name one session, or write to a folder with -o."),
        )
    content = await core.exporting.content(sessions[0], format, choice)
    if core.exporting.leaves_out(format) == COMPLETE or format in ("md", "html", "csv"):
        show(content.decode(errors="replace").rstrip("\n"))
    else:
        if sys.stdout.isatty():
            raise InputError(
                words("A {format} file is no text for a terminal.", format=format.upper()),
                words("Name a file with -o."),
            )
        show_bytes(content)
    return 0


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

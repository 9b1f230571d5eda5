"""Folders that a person chose: the session a folder has, and what lies in the folder of a session."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from pydantic import BaseModel

from app.documents.places import PageImage
from app.domain.errors import InputError, RoundtableError
from app.domain.excerpt import cut
from app.domain.i18n import Message, words
from app.domain.ids import SeatName, SessionId
from app.domain.seats import Seat
from app.domain.sentences import joined
from app.engine.fold import SessionFold
from app.engine.folders import (
    READ_FOLDER,
    ChosenFolders,
    OpenedFolder,
    PortName,
    PortUse,
    SourceFolder,
    SourceText,
)
from app.services.live import read_stored
from app.services.parts import Parts

_LONGEST = 80
"""Characters of a value that are told."""


async def session_of_folders(
    parts: Parts, workflow: str, chosen: Mapping[PortName, Path], alone: Mapping[str, object]
) -> SessionId | None:
    """Return the newest session of a workflow over these folders that is not finished, None without one.

    `alone`: the fields of its setup that name a file of them, with their values.
    """

    def over_them(session: SessionId) -> bool:
        known = parts.folders.chosen(session)
        return known.keys() == chosen.keys() and all(_is(known[name], chosen[name]) for name in chosen)

    for session in sorted(await parts.store.ids(), reverse=True):
        if await asyncio.to_thread(over_them, session) and await _goes_on(parts, workflow, session, alone):
            return session
    return None


def _is(known: OpenedFolder, path: Path) -> bool:
    """Tell whether a folder that was opened lies under a name now; nobody goes on in another one."""
    real = Path(os.path.realpath(path))
    if known.path != real or known.number is None:
        return known.path == real
    try:
        return real.stat().st_ino == known.number
    except OSError:
        # It is gone, or what it lies in may not be looked into.
        return False


def lost_folders(
    folders: ChosenFolders, uses: Sequence[PortUse], session: SessionId
) -> Mapping[str, Path | None]:
    """Return the folders of a session that are not what they were, by the fields of its setup.

    With where each lay; None: none was chosen on this machine.
    """
    known = folders.chosen(session)
    chosen = {use.field: known.get(use.name) for use in uses}
    return {
        field: one.path if one is not None else None
        for field, one in chosen.items()
        if one is None or not _is(one, one.path)
    }


async def check_commits(
    folders: ChosenFolders, use: PortUse, folder: OpenedFolder, fold: SessionFold
) -> None:
    """Raise InputError where a project folder does not hold the commit that its session must find there."""
    wanted = use.commits(fold.state) if use.commits is not None else {}
    if not wanted:
        return
    history = folders.history(folder)
    try:
        found = await history.find(wanted)
    finally:
        await history.close()
    if found is None:
        raise InputError(
            words("{file} does not hold what this session committed last.", file=folder.path),
            words("Choose the folder that it worked in, or a clone of its repository with all commits."),
        )


async def _goes_on(parts: Parts, workflow: str, session: SessionId, alone: Mapping[str, object]) -> bool:
    try:
        fold, _ = await read_stored(parts, session)
    except RoundtableError:
        # What cannot be read is no session to go on in; the list of sessions says what is wrong with it.
        return False
    if fold.plugin.name != workflow or fold.session.state == "finished":
        return False
    return all((fold.session.setup.get(name) or "") == value for name, value in alone.items())


def unheeded(
    fold: SessionFold, wanted: BaseModel, named: Collection[str], seats: Mapping[SeatName, Seat] | None = None
) -> Message | None:
    """Return which settings of a start hold no more, since the folder's session goes on; None: none.

    `named`: the fields that were set, of all in `wanted`; `seats`: the table, where one was chosen.
    """
    folders = {name for use in fold.plugin.ports for name in (use.field, use.alone)}
    asked, fields = wanted.model_dump(mode="json"), type(wanted).model_fields
    # A field that there was not yet when it was begun has what is usual.
    begun_with = {name: fold.session.setup.get(name, fields[name].default) for name in named if name in asked}
    kept = [
        words(
            "{title}: {value}",
            title=Message(fields[name].title or name, context="setup"),
            value=_shown(value),
        )
        for name, value in begun_with.items()
        if name not in folders and value != asked[name]
    ]
    if seats is not None:
        there = fold.session.seats
        models = {name: seat.model for name, seat in there.items()}
        if models != {name: seat.model for name, seat in seats.items()}:
            kept.append(Message(", ".join(f"{name}: {model}" for name, model in models.items())))
    if not kept:
        return None
    return words(
        "The folder’s session goes on as it was begun: {kept}. What you set holds for a new one; close this "
        "one first to begin that.",
        kept=joined(kept, "; "),
    )


def _shown(value: object) -> str | Message:
    if isinstance(value, bool):
        return words("on") if value else words("off")
    return cut(str(value), _LONGEST) or "–"


async def source_text(parts: Parts, session: SessionId, path: str) -> SourceText:
    """Return a file of a session's folder of sources as it is now, for a person who wants to see it.

    Raises InputError where there is none, or it may not be read.
    """
    async with _sources(parts, session) as sources:
        return await sources.text(path)


async def source_page(parts: Parts, session: SessionId, path: str, number: int, quote: str) -> PageImage:
    """Return a page of a PDF of that folder with a quotation marked on it; raises as `source_text` does."""
    async with _sources(parts, session) as sources:
        return await sources.page(path, number, quote)


@asynccontextmanager
async def _sources(parts: Parts, session: SessionId) -> AsyncIterator[SourceFolder]:
    folder = parts.folders.chosen(session).get(READ_FOLDER)
    if folder is None:
        raise InputError(
            words("This session has no folder of sources on this machine."),
            words("Choose one: roundtable resume {session} --folder", session=session),
        )
    sources = parts.folders.sources(folder)
    try:
        yield sources
    finally:
        await sources.close()

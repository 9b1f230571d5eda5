"""Which session a folder has, and which folder a session: where a workflow says that they belong together."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from pathlib import Path

from app.domain.errors import InputError, RoundtableError
from app.domain.i18n import words
from app.domain.ids import SessionId
from app.engine.fold import SessionFold
from app.engine.folders import ChosenFolders, PortUse
from app.engine.port_names import PortName
from app.services.live import read_session
from app.services.parts import Parts


async def session_of_folders(
    parts: Parts, workflow: str, chosen: Mapping[PortName, Path], alone: Mapping[str, object]
) -> SessionId | None:
    """Return the newest session of a workflow over these folders that is not finished, None without one.

    `alone`: the fields of its setup that name a file of them, with their values.
    """
    folders = parts.folders
    assert folders is not None

    def over_them(session: SessionId) -> bool:
        wanted = {name: os.path.realpath(path) for name, path in chosen.items()}
        return {name: str(path) for name, path in folders.chosen(session).items()} == wanted

    for session in sorted(await parts.store.ids(), reverse=True):
        if await asyncio.to_thread(over_them, session) and await _goes_on(parts, workflow, session, alone):
            return session
    return None


async def check_commits(folders: ChosenFolders, use: PortUse, folder: Path, fold: SessionFold) -> None:
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
            words("{file} does not hold what this session committed last.", file=folder),
            words("Choose the folder that it worked in, or a clone of its repository with all commits."),
        )


async def _goes_on(parts: Parts, workflow: str, session: SessionId, alone: Mapping[str, object]) -> bool:
    try:
        reader = await parts.store.follow(session)
        try:
            fold, _ = await read_session(parts, reader)
        finally:
            await reader.close()
    except RoundtableError:
        # What cannot be read is no session to go on in; the list of sessions says what is wrong with it.
        return False
    if fold.plugin.name != workflow or fold.session.state == "finished":
        return False
    return all((fold.session.setup.get(name) or "") == value for name, value in alone.items())

"""Finding the one session of a folder: a workflow may say that a folder has no more than that."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from pathlib import Path

from app.domain.errors import RoundtableError
from app.domain.ids import SessionId
from app.engine.folders import PortName
from app.services.live import read_session
from app.services.parts import Parts


async def session_of_folders(
    parts: Parts, workflow: str, chosen: Mapping[PortName, Path]
) -> SessionId | None:
    """Return the newest session of a workflow over these folders that is not finished, None without one."""
    folders = parts.folders
    assert folders is not None

    def over_them(session: SessionId) -> bool:
        wanted = {name: os.path.realpath(path) for name, path in chosen.items()}
        return {name: str(path) for name, path in folders.chosen(session).items()} == wanted

    for session in sorted(await parts.store.ids(), reverse=True):
        if await asyncio.to_thread(over_them, session) and await _goes_on(parts, workflow, session):
            return session
    return None


async def _goes_on(parts: Parts, workflow: str, session: SessionId) -> bool:
    try:
        reader = await parts.store.follow(session)
        try:
            fold, _ = await read_session(parts, reader)
        finally:
            await reader.close()
    except RoundtableError:
        # What cannot be read is no session to go on in; the list of sessions says what is wrong with it.
        return False
    return fold.plugin.name == workflow and fold.session.state != "finished"

"""Folders of a session that are not what they were when they were opened: named again before it goes on."""

from __future__ import annotations

import asyncio
from pathlib import Path

from PySide6.QtWidgets import QWidget

from app.services.sessions import Sessions
from app.ui.kit.dialog import Confirm
from app.ui.kit.files import ask_folder, near_folder
from app.ui.kit.texts import single_line, tr
from app.ui.view.session_view import SessionView

_LONGEST = 200
"""Characters of a path that are told."""


async def folders_named_again(parent: QWidget, sessions: Sessions, view: SessionView) -> bool:
    """Tell whether all folders of a session are there, asking the person for those that are not.

    Raises InputError for a folder that cannot be used, StorageError.
    """
    session, workflow = view.session_id, view.fold.session.workflow
    for field, before in (await sessions.lost_folders(session, workflow)).items():
        why = (
            tr(
                "{file} is not the folder that was opened: it is gone, or another one lies in its place.",
                file=single_line(str(before), _LONGEST),
            )
            if before is not None
            else tr("This session comes from elsewhere: no folder was chosen for it on this machine.")
        )
        then = tr("Nothing is read or written there. Choose the folder that the session works in.")
        asked = Confirm(parent, tr("Where is its folder?"), f"{why}\n\n{then}", tr("Choose the folder…"))
        if not await asked.accepted_by_person():
            return False
        chosen = await _chosen(parent, near_folder(str(before or "")))
        if not chosen:
            return False
        await sessions.choose_folders(session, {field: Path(chosen)})
    return True


async def _chosen(parent: QWidget, near: Path) -> str:
    """Return the folder that a person chooses, nothing where they leave it."""
    answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def take(folder: str) -> None:
        if not answer.done():
            answer.set_result(folder)

    dialog = ask_folder(parent, tr("The folder that the session works in"), near, take)
    dialog.rejected.connect(lambda: take(""))
    return await answer

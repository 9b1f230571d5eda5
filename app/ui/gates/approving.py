"""Asked before anything is sent: about servers that a team names, and folders that are not there any more."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from app.domain.ids import SeatName
from app.domain.seats import NamedServer, Seat
from app.services.sessions import Sessions
from app.ui.kit.dialog import Confirm
from app.ui.kit.files import ask_folder, near_folder
from app.ui.kit.texts import single_line, tr
from app.ui.view.session_view import SessionView

if TYPE_CHECKING:
    from app.services.providers import Providers


LONGEST_LINE = 4000
"""Characters of a command line: it is to be read whole."""


class _ApproveServersDialog(Confirm):
    """Each server with what it would be sent; nothing is approved by a slip of the keys."""

    def __init__(self, parent: QWidget | None, named: Sequence[NamedServer]) -> None:
        words = _approval_text(named)
        programs = all(one.line for one in named)
        title = tr("Approve a program?") if programs else tr("Approve a server?")
        super().__init__(parent, title, words, tr("Approve and go on"), tr("Send nothing"))
        self.main.setDefault(False)
        self.text.setMinimumWidth(420)

    def showEvent(self, event: QShowEvent) -> None:
        """Begin at the answer that sends nothing."""
        super().showEvent(event)
        self.cancel.setFocus()


def _approval_text(named: Sequence[NamedServer]) -> str:
    """Return what is asked, a paragraph for each server and variable."""
    one_server = tr("This session names a server that you have not approved yet. It would be sent its texts:")
    several = tr("This session names servers that you have not approved yet. They would be sent its texts:")
    programs = [one for one in named if one.line]
    if programs:
        begun = tr(
            "This session has a program of yours answer that you have not approved yet. It would be run:"
        )
        lines = [begun, *(tr("• {place}", place=single_line(one.line, LONGEST_LINE)) for one in programs)]
        servers = [one for one in named if not one.line]
        kept = tr("Approve only what you know. It is remembered for this very line.")
        return "\n\n".join([*lines, kept, *([_approval_text(servers)] if servers else [])])
    lines = [one_server if len({server.origin for server in named}) == 1 else several]
    for server in named:
        address, variable = single_line(server.origin, 200), single_line(server.variable, 100)
        only = tr("• {place}", place=address)
        both = tr("• {place}, and the value of the variable {name}", place=address, name=variable)
        lines.append(both if variable else only)
    lines.append(
        tr("Approve only what you know. It is remembered, and can be taken back under Models and keys.")
    )
    return "\n\n".join(lines)


async def approved(parent: QWidget | None, providers: Providers, seats: Mapping[SeatName, Seat]) -> bool:
    """Tell whether all servers that seats name are approved, asking the person where some are not.

    Raises InputError where the settings are wrong, StorageError where the answer cannot be kept.
    """
    if not any(seat.names_server for seat in seats.values()):
        return True
    named = providers.unapproved(seats)
    if not named:
        return True
    if not await _ApproveServersDialog(parent, named).accepted_by_person():
        return False
    for server in named:
        providers.approve_named(server)
    return True


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

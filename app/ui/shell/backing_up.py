"""Everything written to one file, and taken from it again."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog, QWidget

from app.ui.kit.dialog import Confirm, TellOnly, show_once
from app.ui.kit.files import export_folder, remember_export_folder
from app.ui.kit.texts import count, single_line, tr

if TYPE_CHECKING:
    from app.services.backups import Restored
    from app.ui.shell.workspace import Workspace

_MOST_NAMED = 8
"""Files named one by one in what is told of a backup."""


class BackingUp:
    """Asks for the file, and tells what came of it."""

    def __init__(self, window: Workspace) -> None:
        self._w = window

    def ask_where(self, owner: QWidget) -> None:
        """Ask for a new file and write everything to it."""
        w = self._w
        dialog = QFileDialog(owner, tr("Back up"), str(export_folder(w.preferences)), _kind())
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("zip")
        # A backup replaces nothing: Qt need not ask whether it may.
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)
        dialog.selectFile(f"roundtable-{time.strftime('%Y-%m-%d')}.zip")
        dialog.fileSelected.connect(lambda path: w.run(self._back_up(owner, Path(path))))
        show_once(dialog)

    async def _back_up(self, owner: QWidget, path: Path) -> None:
        remember_export_folder(self._w.preferences, path.parent)
        done = await self._w.core.backups.write(path)
        lines = [
            count(
                done.sessions,
                "{n} session, the settings, teams and templates are in the file.",
                "{n} sessions, the settings, teams and templates are in the file.",
            ),
            tr("Keys and approved servers are not in it, nor the folders that sessions work in."),
        ]
        if done.damaged:
            lines.append(
                count(
                    len(done.damaged),
                    "{n} session could not be read; its file went along as it is.",
                    "{n} sessions could not be read; their files went along as they are.",
                )
            )
        lines += [tr("Not in it, or not whole: {why}", why=tr(why)) for _, why in done.missing[:_MOST_NAMED]]
        if len(done.missing) > _MOST_NAMED:
            lines.append(tr("Files that could not be read, in all: {n}.", n=len(done.missing)))
        self._tell(owner, tr("Backed up to {path}", path=single_line(str(path))), lines)

    def ask_which(self, owner: QWidget) -> None:
        """Ask for a backup, tell what it would bring, and take that in when the person agrees."""
        w = self._w
        dialog = QFileDialog(owner, tr("Restore a backup"), str(export_folder(w.preferences)), _kind())
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda path: w.run(self._look(owner, Path(path))))
        show_once(dialog)

    async def _look(self, owner: QWidget, path: Path) -> None:
        found = await self._w.core.backups.look_into(path)
        words = "\n\n".join(
            (
                count(len(found.sessions), "It holds {n} session.", "It holds {n} sessions.")
                + " "
                + tr("Here already: {n}.", n=len(found.known)),
                tr("What is here stays as it is; only what is missing is taken in."),
            )
        )
        dialog = Confirm(owner, tr("Restore {file}?", file=single_line(path.name)), words, tr("Restore"))
        dialog.accepted.connect(lambda: self._w.run(self._restore(owner, path)))
        dialog.show_once()

    async def _restore(self, owner: QWidget, path: Path) -> None:
        done = await self._w.core.backups.restore(path)
        self._w.preferences.look_again()
        self._w.refresh_rows()
        self._tell(owner, tr("Restored"), list(_lines(done)))

    def _tell(self, owner: QWidget, title: str, lines: list[str]) -> None:
        TellOnly(owner, title, "\n\n".join(lines)).show_once()


def _lines(done: Restored) -> list[str]:
    lines = [
        count(len(done.taken), "{n} session was taken in.", "{n} sessions were taken in.")
        + " "
        + tr("Here already: {n}.", n=len(done.same))
    ]
    if done.differing:
        lines.append(
            count(
                len(done.differing),
                "{n} session has gone on differently here and was left as it is.",
                "{n} sessions have gone on differently here and were left as they are.",
            )
        )
    lines += [f"{single_line(name)}: {tr(why)}" for name, why in done.refused[:_MOST_NAMED]]
    if len(done.refused) > _MOST_NAMED:
        lines.append(tr("Refused in all: {n}.", n=len(done.refused)))
    if done.settings:
        lines.append(tr("Settings taken: {names}.", names=", ".join(done.settings)))
    if done.kept:
        lines.append(tr("Settings left as they are here: {names}.", names=", ".join(done.kept)))
    return lines


def _kind() -> str:
    return tr("Backups") + " (*.zip)"

"""Files and folders: where exports go, and the dialogs that ask for a place."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QMimeData
from PySide6.QtWidgets import QFileDialog, QWidget

from app.domain.errors import RoundtableError
from app.domain.untrusted_files import is_folder
from app.settings.folders import expanded
from app.settings.options import EXPORTS
from app.ui.kit.dialog import show_once
from app.ui.kit.preferences import Preferences


def dropped_files(data: QMimeData) -> list[str]:
    """Return the files and folders of this machine that something dropped stands for."""
    return [url.toLocalFile() for url in data.urls() if url.isLocalFile()]


def export_folder(preferences: Preferences) -> Path:
    """Return the folder last exported to, where it is gone the one it lay in, or the home folder."""
    # Left alone, Qt takes the last folder, which may be gone, and asks in a loop of its own.
    return near_folder(str(preferences.setting(EXPORTS)))


def near_folder(*typed: str) -> Path:
    """Return the first folder that one of these leads to or lies in, the home folder where there is none."""
    for text in filter(None, map(str.strip, typed)):
        # There may be no home for `~somebody`; a path may be longer than the system takes.
        with suppress(RoundtableError):
            path = expanded(text)
            found = next(filter(is_folder, (path, path.parent)), None)
            if found is not None and path.is_absolute():
                return found
    return Path.home()


def remember_export_folder(preferences: Preferences, folder: Path) -> None:
    """Begin there next time; where that cannot be kept, the export is none the worse."""
    with suppress(RoundtableError):
        preferences.set(EXPORTS, str(folder))


def ask_folder(owner: QWidget, title: str, near: Path, chosen: Callable[[str], object]) -> QFileDialog:
    """Ask for a folder, beginning `near` one that is there; return the dialog, which is open."""
    dialog = QFileDialog(owner, title, str(near))
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    dialog.fileSelected.connect(chosen)
    show_once(dialog)
    return dialog

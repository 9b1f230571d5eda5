"""Files and folders: where exports go, and the dialogs that ask for a place."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from app.domain.errors import RoundtableError
from app.settings.options import EXPORTS
from app.ui.kit.dialog import show_once
from app.ui.kit.preferences import Preferences


def export_folder(preferences: Preferences) -> Path:
    """Return the folder last exported to, the home folder where it is gone."""
    # Left alone, Qt takes the last folder, which may be gone, and asks in a loop of its own.
    last = Path(str(preferences.setting(EXPORTS)))
    return last if str(last) != "." and last.is_dir() else Path.home()


def remember_export_folder(preferences: Preferences, folder: Path) -> None:
    """Begin there next time; where that cannot be kept, the export is none the worse."""
    with suppress(RoundtableError):
        preferences.set(EXPORTS, str(folder))


def ask_folder(owner: QWidget, title: str, near: Path, chosen: Callable[[str], object]) -> None:
    """Ask for a folder, beginning `near` one that is there."""
    dialog = QFileDialog(owner, title, str(near))
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    dialog.fileSelected.connect(chosen)
    show_once(dialog)

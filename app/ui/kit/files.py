"""Files and folders: names of exports, and the dialogs that ask for a place."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from app.domain.errors import RoundtableError
from app.settings.options import EXPORTS
from app.ui.kit.dialog import show_once
from app.ui.kit.preferences import Preferences
from app.ui.kit.texts import shown


def file_stem(title: str) -> str:
    """Return a name that every file system takes."""
    safe = "".join(c if c.isalnum() or c in "-_()" else " " for c in shown(title, 80))
    return " ".join(safe.split())[:60].strip() or "session"


def free_path(folder: Path, stem: str, suffix: str) -> Path:
    """Return a path at which there is no file yet."""
    path, number = folder / f"{stem}.{suffix}", 2
    while path.exists():
        path, number = folder / f"{stem} ({number}).{suffix}", number + 1
    return path


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

"""The batches that were begun in windows of this machine: a new one may be made like any of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal

from app.domain.untrusted_files import is_there
from app.services.batches.folder import ABOUT
from app.ui.kit.menu_button import MenuButton
from app.ui.kit.preferences import Preferences
from app.ui.kit.texts import single_line, tr

_KEPT = "batches/folders"
_MOST_KEPT = 10


class EarlierBatches(MenuButton):
    """Offers the folders that still hold a batch, the one that was begun last first."""

    chosen = Signal(Path)

    def __init__(self, preferences: Preferences) -> None:
        super().__init__(tr("From an earlier batch"), tr("From an earlier batch"), chevron=True)
        self._preferences = preferences
        self.further = self._offers

    def folders(self) -> list[Path]:
        """Return the folders that still hold a batch."""
        return [one for one in map(Path, self._read()) if is_there(one / ABOUT)]

    def note(self, folder: Path) -> None:
        """Keep a folder in which a batch begins."""
        others = [one for one in self._read() if one != str(folder)]
        self._preferences.write(_KEPT, json.dumps([str(folder), *others][:_MOST_KEPT]))

    def _offers(self) -> Sequence[tuple[str, Callable[[], object]]]:
        return [
            (single_line(f"{one.name} – {one.parent}", 80), partial(self.chosen.emit, one))
            for one in self.folders()
        ]

    def _read(self) -> list[str]:
        try:
            found = json.loads(str(self._preferences.read(_KEPT) or "[]"))
        except ValueError:
            return []
        return [str(one) for one in found] if isinstance(found, list) else []


def next_folder(folder: Path) -> Path:
    """Return a folder beside an earlier batch's that is not there yet: its name with a number behind it."""
    stem, _, number = folder.name.rpartition("-")
    name, at = (stem, int(number) + 1) if stem and number.isdecimal() else (folder.name, 2)
    while (found := folder.with_name(f"{name}-{at}")).exists():
        at += 1
    return found

"""The aligned diff as panels and dialogs use it: hand it two texts, long ones are compared in a thread."""

from __future__ import annotations

import asyncio

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.ui.kit.diff.rows import Prepared, prepare
from app.ui.kit.diff.view import AlignedDiffView
from app.ui.kit.tasks import Tasks

IN_THREAD_FROM = 20_000
"""Characters of both texts from which on they are compared in a thread."""


class DiffView(AlignedDiffView):
    """Compares two texts and shows them; of several comparisons under way the last one counts."""

    compared = Signal()
    """What was asked for last is shown."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._generation = 0
        self._tasks = Tasks(self)

    def compare(self, old: str, new: str, granularity: str = "word") -> bool:
        """Compare and show two texts; return whether they are shown at once."""
        self._generation += 1
        if len(old) + len(new) > IN_THREAD_FROM:
            self._tasks.start(self._compare_in_thread(self._generation, old, new, granularity))
            return False
        self._show(self._generation, prepare(old, new, granularity))
        return True

    async def _compare_in_thread(self, generation: int, old: str, new: str, granularity: str) -> None:
        self._show(generation, await asyncio.to_thread(prepare, old, new, granularity))

    def _show(self, generation: int, prepared: Prepared) -> None:
        if generation == self._generation:
            self.show_prepared(prepared)
            self.compared.emit()

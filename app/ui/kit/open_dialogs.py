"""A dialog that stays while it is open."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QDialog
from shiboken6 import isValid


def show_once(dialog: QDialog) -> None:
    """Open a dialog that goes when it is closed: one for files weighs two megabytes."""
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()


class OpenDialog(QDialog):
    """Is referred to by its class from when it is shown until it is hidden.

    WORKAROUND for PySide 6.11: a widget in a nested layout reports its parent to Python's collector without
    holding it, so that a dialog nobody else refers to counts as garbage and vanishes while it is open.
    """

    _in_sight: ClassVar[set[OpenDialog]] = set()

    def show_once(self) -> None:
        """Open it; it goes when it is closed."""
        show_once(self)

    async def accepted_by_person(self) -> bool:
        """Open it and wait until it is closed; return whether the main answer was given."""
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.finished.connect(lambda code: None if answer.done() else answer.set_result(code))
        self.open()
        try:
            return await answer == QDialog.DialogCode.Accepted
        finally:
            self.deleteLater()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        # One whose window went while it was open was never hidden.
        self._in_sight.difference_update([other for other in self._in_sight if not isValid(other)])
        self._in_sight.add(self)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._in_sight.discard(self)

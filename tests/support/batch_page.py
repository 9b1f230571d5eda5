"""A person at the page of a batch in the window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtTest import QTest

from app.ui.batches.page import BatchPage
from tests.support.waiting import until


class Batch:
    """A batch page over the offline program, and a person who fills it in."""

    def __init__(self, d, core) -> None:
        self.d, self.core = d, core
        d.window.actions_by_id["batch"].trigger()
        self.page = d.window.findChild(BatchPage)

    async def fill(self, table: Path, folder: Path, decisions: str = "Approve by themselves") -> None:
        self.page.form.table_file.setFocus()
        for line, text in ((self.page.form.table_file, table), (self.page.form.folder, folder)):
            line.selectAll()
            QTest.keyClicks(line, str(text))
        self.page.form.teams.choose(["panel"])
        self.page.form.teams.changed.emit()
        self.page.form.decisions.setCurrentIndex(self.page.form.decisions.findText(decisions))
        await self.d.settle()

    async def sound(self) -> None:
        await until(self.page.bar.main.isEnabled)

    def cells(self, column: int) -> list[str]:
        model = self.page.model
        return [model.index(at, column).data() for at in range(model.rowCount())]

    async def ended(self) -> None:
        await until(lambda: not self.page.bar.pause.isVisible())
        await self.d.settle()

"""Pictures of a batch: nothing chosen, a table read, sessions that wait, all of them done, a problem."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from app.domain.seats import Seat, Team
from app.ui.batches.page import BatchPage
from app.ui.batches.rows import Column
from tests.support.quiet import quiet
from tests.support.simulated.panel import Task
from tests.support.waiting import until

Window = Any
"""The MainWindow."""
Step = Callable[[Window], object]
ROLE = "simulated: accuracy 0.7, insight 0.9"
PANEL = Team(
    name="panel",
    members=tuple(Seat(name=name, model="offline/simulated", role=ROLE) for name in ("Ann", "Bob", "Cy")),
    chair=Seat(name="Chair", model="offline/simulated"),
)
QUESTIONS, USELESS = 7, 5
"""Rows of the table, and more that cannot be used."""


def _table() -> str:
    tasks = [Task(str(number)) for number in range(QUESTIONS)]
    lines = [f'{task.name},"{task.question()}",{task.right},1' for task in tasks]
    return "\n".join(["id,question,expected,max_rounds", *lines, *["none,,A,1"] * USELESS]) + "\n"


def _opened(window: Window) -> BatchPage:
    window.actions_by_id["batch"].trigger()
    page = window.findChild(BatchPage)
    assert isinstance(page, BatchPage)
    return page


async def _chosen(window: Window, *, alone: bool = True) -> BatchPage:
    """Choose a table, a folder, a team and what to compare with."""
    core = window.core
    core.teams.save(PANEL)
    table = core.folder / "questions.csv"
    table.write_text(_table(), encoding="utf-8")
    page = _opened(window)
    page.form.table_file.setText(str(table))
    page.form.folder.setText(str(core.folder / "survey"))
    page.form.teams.choose([PANEL.name])
    page.form.teams.changed.emit()
    page.form.decisions.setCurrentIndex(int(alone))
    page.form.compared["vote"].click()
    await until(page.bar.main.isEnabled)
    return page


async def _moved(window: Window, *, alone: bool) -> BatchPage:
    page = await _chosen(window, alone=alone)
    # It is at work from the click on, and may have ended before anybody looks.
    page.bar.main.click()
    await until(page.bar.pause.isHidden)
    await quiet()
    return page


async def _waiting(window: Window) -> None:
    await _moved(window, alone=False)


async def _done(window: Window) -> None:
    page = await _moved(window, alone=True)
    await until(lambda: all(page.model.index(at, Column.RIGHT).data() for at in range(page.model.rowCount())))


async def _teams(window: Window) -> None:
    page = await _chosen(window)
    page.form.teams.choose([PANEL.name, "offline"])
    page.form.teams.changed.emit()
    page.form.seeds.setValue(2)
    page.form.tokens.setValue(2_000_000)
    await until(page.bar.main.isEnabled)


async def _changed(window: Window) -> None:
    """Change the table of a batch that is done: it is shown, and cannot go on."""
    page = await _moved(window, alone=True)
    table = window.core.folder / "questions.csv"
    table.write_text(_table().replace(",1\n", ",2\n"), encoding="utf-8")
    page.form.seeds.setValue(2)
    await until(page.problem.isVisible)


async def _problem(window: Window) -> None:
    page = await _chosen(window)
    full = window.core.folder / "full"
    full.mkdir()
    (full / "notes.txt").write_text("mine", encoding="utf-8")
    page.form.folder.setText(str(full))
    page.form.folder.textEdited.emit(page.form.folder.text())
    await until(page.bar.main.isEnabled)
    page.bar.main.click()
    await until(page.problem.isVisible)


STEPS: tuple[tuple[str, Callable[[Window], Awaitable[object]] | Step], ...] = (
    ("batch", _opened),
    ("batch-chosen", _chosen),
    ("batch-waiting", _waiting),
    ("batch-done", _done),
    ("batch-problem", _problem),
    ("batch-teams", _teams),
    ("batch-changed", _changed),
)
"""A picture's name, and what is done in a window without a session."""

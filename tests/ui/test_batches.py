"""A batch in the window: a table becomes sessions, goes on, waits, and is told by what it was worth."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from app.bootstrap import build
from app.domain.seats import Seat, Team
from app.services.batches.making import BatchWish, plan_batch
from app.settings.folders import Folders
from app.ui.batches.page import BatchPage
from app.workflows.debate.offline.simulated import Task
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")
ROLE = "simulated: accuracy 0.7, insight 0.9"


class Batch:
    """A batch page over the offline program, and a person who fills it in."""

    def __init__(self, d, core) -> None:
        self.d, self.core = d, core
        d.window.actions_by_id["batch"].trigger()
        self.page = d.window.findChild(BatchPage)

    async def fill(self, table: Path, folder: Path, decisions: str = "Approve by themselves") -> None:
        self.page.table_file.setFocus()
        for line, text in ((self.page.table_file, table), (self.page.folder, folder)):
            line.selectAll()
            QTest.keyClicks(line, str(text))
        self.page.team.setCurrentIndex(self.page.team.findData("panel"))
        self.page.decisions.setCurrentIndex(self.page.decisions.findText(decisions))
        await self.d.settle()

    async def sound(self) -> None:
        await until(self.page.main.isEnabled)

    def cells(self, column: int) -> list[str]:
        model = self.page.model
        return [model.index(at, column).data() for at in range(model.rowCount())]

    async def ended(self) -> None:
        await until(lambda: not self.page.pause.isVisible())
        await self.d.settle()


@pytest.fixture
def offline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ROUNDTABLE_DATA_DIR", str(tmp_path / "data"))

    def made(step: float = 0.0):
        core = build(Folders.of_this_machine(), council_step=step)
        members = tuple(
            Seat(name=name, model="offline/simulated", role=ROLE) for name in ("Ann", "Bob", "Cy")
        )
        chair = Seat(name="Chair", model="offline/simulated")
        core.teams.save(Team.model_validate({"name": "panel", "member": members, "chair": chair}))
        return core

    return made


def table_of(folder: Path, numbers: range, more: str = "") -> Path:
    tasks = [Task(str(number)) for number in numbers]
    lines = [f'{task.name},"{task.question()}",{task.right},1' for task in tasks]
    path = folder / "questions.csv"
    path.write_text("\n".join(["id,question,expected,max_rounds", *lines, more]), encoding="utf-8")
    return path


def test_a_table_becomes_sessions_whose_results_are_told_as_right_or_wrong(play, desk_on, tmp_path, offline):
    async def story():
        core = offline()
        async with desk_on(core) as d:
            batch = Batch(d, core)
            assert not batch.page.main.isEnabled()
            await batch.fill(table_of(tmp_path, range(3), "bad,,A,1"), tmp_path / "survey")
            batch.page.compared["vote"].click()
            await batch.sound()
            await until(lambda: batch.page.told.text().startswith("6 sessions from 3 rows."))
            assert (
                "Row 4 is set aside: Question (question): this has to be filled in" in batch.page.told.text()
            )
            assert not (tmp_path / "survey").exists(), "nothing is written before it begins"
            await d.click("Start")
            # It goes on while other pages are shown.
            batch.page.back.click()
            await d.settle()
            told = [label.text() for label in d.window.status.findChildren(QLabel) if label.isVisible()]
            assert "Nothing has been sent to any model." not in told
            batch = Batch(d, core)
            await batch.ended()
            await until(lambda: all(batch.cells(5)))
            assert batch.cells(2) == ["finished"] * 6
            assert set(batch.cells(5)) <= {"right", "wrong"}
            assert batch.cells(1)[:2] == ["panel", "panel · a vote"]
            assert batch.page.state.text().startswith("6 of 6 finished")
            assert not batch.page.main.isEnabled(), "nothing is left to do"
            await d.click("Write the report")
            await until((tmp_path / "survey" / "report.html").exists)
            await until(lambda: any("report.html" in words for _, words in d.window.notices.kept))
            # A session is opened from its row.
            batch.page.table.setFocus()
            batch.page.table.selectRow(0)
            QTest.keyClick(batch.page.table, Qt.Key.Key_Return)
            await until(lambda: d.window.page.state == "finished" and d.window.over is None)
            await d.settle()
        await core.close()

    play(story)


def test_rows_that_are_graded_by_a_rubric_are_told_as_the_judge_graded_them(play, desk_on, tmp_path, offline):
    async def story():
        core = offline()
        tasks = [Task(str(number)) for number in range(2)]
        # The offline judge calls partly right what its rules cannot tell: here no word is asked for.
        rubrics = [tasks[0].right, "…"]
        rows = [f'"{task.question()}","{rubric}",1' for task, rubric in zip(tasks, rubrics, strict=True)]
        table = tmp_path / "questions.csv"
        table.write_text("\n".join(["question,rubric,max_rounds", *rows]), encoding="utf-8")
        async with desk_on(core) as d:
            batch = Batch(d, core)
            await batch.fill(table, tmp_path / "survey")
            await batch.sound()
            await d.click("Start")
            await until(lambda: all(batch.cells(5)))
            kept = [
                next(
                    one["grade"]
                    for record in await core.sessions.records(entry.session)
                    if record.type == "answers_graded"
                    for one in record.body()["grades"]
                    if not one["seat"]
                )
                for entry in batch.page.model.items
            ]
            said = {"right": "right", "partly": "partly right", "wrong": "wrong"}
            assert batch.cells(5) == [said[grade] for grade in kept]
            assert kept[0] in ("right", "wrong")
            assert kept[1] == "partly"
        await core.close()

    play(story)


def test_sessions_that_ask_wait_for_the_person_and_the_batch_goes_on_afterwards(
    play, desk_on, tmp_path, offline
):
    async def story():
        core = offline()
        async with desk_on(core) as d:
            batch = Batch(d, core)
            await batch.fill(table_of(tmp_path, range(2)), tmp_path / "survey", "Wait for me")
            await batch.sound()
            await d.click("Start")
            await batch.ended()
            assert "2 wait for you" in batch.page.state.text()
            assert batch.page.main.text() == "Go on"
            calls = await asked(core)
            batch.page.decisions.setCurrentIndex(1)
            await d.click("Go on")
            await until(lambda: batch.cells(2) == ["finished"] * 2)
            await batch.ended()
            # What was finished before is not asked again.
            for session, before in calls.items():
                now = (await asked(core))[session]
                assert now[: len(before)] == before
                assert now[len(before) :] == ["synthesis", "compare", "compare"]
        await core.close()

        # Another window finds the batch by its folder alone.
        again = build(Folders.of_this_machine(), council_step=0.0)
        async with desk_on(again) as d:
            batch = Batch(d, again)
            batch.page.folder.setFocus()
            QTest.keyClicks(batch.page.folder, str(tmp_path / "survey"))
            await until(lambda: batch.cells(2) == ["finished"] * 2)
            assert batch.page.table_file.text() == str(tmp_path / "questions.csv")
        await again.close()

    play(story)


async def asked(core) -> dict[str, list[str]]:
    """Return what each session asked for, the oldest first."""
    found = {}
    for session in await core.parts.store.ids():
        records = await core.sessions.records(session)
        found[session] = [record.body()["purpose"] for record in records if record.type == "call_asked"]
    return found


def test_what_cannot_begin_is_said_and_leaves_what_was_chosen(play, desk_on, tmp_path, offline):
    async def story():
        core = offline()
        (tmp_path / "full").mkdir()
        (tmp_path / "full" / "notes.txt").write_text("mine", encoding="utf-8")
        async with desk_on(core) as d:
            batch = Batch(d, core)
            await batch.fill(tmp_path / "none.csv", tmp_path / "survey")
            await until(lambda: "none.csv" in batch.page.problem.text())
            assert not batch.page.main.isEnabled()
            await batch.fill(table_of(tmp_path, range(1)), tmp_path / "full")
            await batch.sound()
            assert batch.page.problem.text() == ""
            await d.click("Start")
            await until(lambda: "holds other files" in batch.page.problem.text())
            assert await core.parts.store.ids() == []
            assert batch.page.table_file.text().endswith("questions.csv")
            assert [path.name for path in (tmp_path / "full").iterdir()] == ["notes.txt"]
        await core.close()

    play(story)


def test_a_window_that_is_closed_amid_a_batch_loses_nothing_and_the_next_one_goes_on(
    play, desk_on, tmp_path, offline
):
    async def story():
        core = offline(step=0.05)
        async with desk_on(core) as d:
            batch = Batch(d, core)
            await batch.fill(table_of(tmp_path, range(6)), tmp_path / "survey")
            batch.page.jobs.setValue(2)
            await batch.sound()
            await d.click("Start")
            await until(lambda: batch.cells(2).count("finished") >= 1)
            assert batch.page.pause.isVisible(), "it is still at work"
        await core.close()

        again = build(Folders.of_this_machine(), council_step=0.0)
        before = await asked(again)
        async with desk_on(again) as d:
            batch = Batch(d, again)
            batch.page.folder.setFocus()
            QTest.keyClicks(batch.page.folder, str(tmp_path / "survey"))
            await batch.sound()
            batch.page.decisions.setCurrentIndex(1)
            await d.click("Go on")
            await batch.ended()
            # What was under way may have been paid for: the person says what becomes of it.
            states = batch.cells(2)
            assert set(states) <= {"finished", "calls to decide"}
            assert states.count("calls to decide") <= 2, "two were at work at once"
            for session, purposes in (await asked(again)).items():
                done = before.get(session, [])
                assert purposes[: len(done)] == done
                assert purposes.count("synthesis") <= 1
        await again.close()

    play(story)


def test_a_batch_of_choices_that_the_page_does_not_offer_is_not_begun_a_second_time(
    play, desk_on, tmp_path, offline
):
    async def story():
        core = offline()
        # As a terminal makes one: with a team from a file, and three sessions of each row.
        team = tmp_path / "elsewhere.toml"
        seats = [f'[[member]]\nname = "{name}"\nmodel = "offline/simulated"\n' for name in ("Ann", "Bob")]
        team.write_text(
            "".join(seats) + '[chair]\nname = "Chair"\nmodel = "offline/simulated"\n', encoding="utf-8"
        )
        table, folder = table_of(tmp_path, range(2)), tmp_path / "survey"
        wish = BatchWish(table, folder, teams=(str(team),), seeds=3)
        plan_batch(core.plugins["debate"], core.teams, wish).keep()
        kept = (folder / "plan.jsonl").read_bytes()
        async with desk_on(core) as d:
            batch = Batch(d, core)
            batch.page.folder.setFocus()
            QTest.keyClicks(batch.page.folder, str(folder))
            await until(lambda: "other sessions" in batch.page.problem.text())
            assert not batch.page.main.isEnabled()
            assert (folder / "plan.jsonl").read_bytes() == kept
            assert await core.parts.store.ids() == []
        await core.close()

    play(story)

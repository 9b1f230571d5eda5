"""A batch in the window: a table becomes sessions, goes on, waits, and is told by what it was worth."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QMenu

from app.domain.seats import Seat, Team
from app.services.batches.budget import Budget
from app.services.batches.builder import plan_batch
from app.services.batches.running import BatchRun
from app.services.batches.wish import BatchWish
from app.services.unattended import AnswerPlan
from app.settings.folders import Folders
from app.ui.batches.batch_run import read_kept, wish_of
from app.ui.batches.page import BatchPage
from app.ui.batches.rows import Column
from app.ui.kit.dialog import Confirm
from tests.support.batch_page import Batch
from tests.support.simulated import build_simulated
from tests.support.simulated.panel import Task
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")
ROLE = "simulated: accuracy 0.7, insight 0.9"


@pytest.fixture
def offline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ROUNDTABLE_DATA_DIR", str(tmp_path / "data"))

    def made(step: float = 0.0):
        core = build_simulated(Folders.of_this_machine(), council_step=step)
        members = tuple(
            Seat(name=name, model="offline/simulated", role=ROLE) for name in ("Ann", "Bob", "Cy")
        )
        chair = Seat(name="Chair", model="offline/simulated")
        core.teams.save(Team.model_validate({"name": "Panel", "member": members, "chair": chair}))
        return core

    return made


def table_of(folder: Path, numbers: range, more: str = "") -> Path:
    tasks = [Task(str(number)) for number in numbers]
    lines = [f'{task.name},"{task.question()}",{task.right},1' for task in tasks]
    path = folder / "questions.csv"
    path.write_text("\n".join(["id,question,expected,max_rounds", *lines, more]), encoding="utf-8")
    return path


async def test_a_table_becomes_sessions_whose_results_are_told_as_right_or_wrong(desk_on, tmp_path, offline):
    core = offline()
    async with desk_on(core) as d:
        batch = Batch(d, core)
        assert not batch.page.bar.main.isEnabled()
        await batch.fill(table_of(tmp_path, range(3), "bad,,A,1"), tmp_path / "survey")
        batch.page.form.compared["vote"].click()
        await batch.sound()
        await until(lambda: batch.page.bar.title.text().startswith("6 sessions from 3 rows"))
        assert "Row 4 is set aside: Question (question): this has to be filled in" in batch.page.told.text()
        assert not (tmp_path / "survey").exists(), "nothing is written before it begins"
        await d.click("Start")
        # It goes on while other pages are shown.
        batch.page.back.click()
        await d.settle()
        told = [label.text() for label in d.window.status.findChildren(QLabel) if label.isVisible()]
        assert "Nothing has been sent to any model." not in told
        batch = Batch(d, core)
        await batch.ended()
        await until(lambda: all(batch.cells(Column.RIGHT)))
        assert batch.cells(Column.STATE) == ["finished"] * 6
        assert set(batch.cells(Column.RIGHT)) <= {"right", "wrong"}
        assert batch.cells(Column.TEAM)[:2] == ["panel", "panel · a vote"]
        assert batch.page.progress.finished.text() == "6 of 6 finished"
        assert batch.page.bar.title.text().startswith("6 of 6 finished: ")
        assert batch.page.bar.table.isVisible()
        assert not batch.page.bar.main.isEnabled(), "nothing is left to do"
        for form in ("csv", "json", "html"):
            offered = [*batch.page.answers.choices.actions(), *batch.page.report.choices.actions()]
            next(one for one in offered if f"({form.upper()})" in one.text()).trigger()
            await until((tmp_path / "survey" / f"report.{form}").exists)
        assert json.loads((tmp_path / "survey" / "report.json").read_bytes())["batch"] == "survey"
        await until(lambda: any("report.html" in words for _, words in d.window.notices.kept))
        # A session is opened from its row.
        batch.page.table.setFocus()
        batch.page.table.selectRow(0)
        QTest.keyClick(batch.page.table, Qt.Key.Key_Return)
        await until(lambda: d.window.page.state == "finished" and d.window.over is None)
        await d.settle()
    await core.close()


@pytest.mark.qt_log_ignore("This plugin does not support")
async def test_each_heading_has_a_menu_and_a_result_is_right_where_the_person_says_so(
    desk_on, tmp_path, offline
):
    core, task = offline(), Task("1")
    table = tmp_path / "questions.csv"
    rows = f'"{task.question()}",no such answer,logic,{task.right}'
    table.write_text(f"input,target,category,gold\n{rows}\n", encoding="utf-8")
    async with desk_on(core) as d:
        batch = Batch(d, core)
        await batch.fill(table, tmp_path / "survey")
        await batch.sound()
        shown = {heading: one.text() for heading, one in batch.page.form.columns.buttons.items()}
        assert shown == {
            "input": "input: the question",
            "target": "target: the expected answer",
            "category": "category: carried along",
            "gold": "gold: carried along",
        }
        offered = batch.page.form.columns.buttons["gold"].choices.actions()
        next(one for one in offered if one.text() == "the expected answer").trigger()
        await d.settle()
        await batch.sound()
        assert batch.page.form.columns.buttons["target"].text() == "target: carried along"
        await d.click("Start")
        await until(lambda: all(batch.cells(Column.RIGHT)) and all(batch.cells(Column.ANSWER)))
        await batch.ended()
        was = batch.cells(Column.RIGHT)
        batch.page._show_verdicts(batch.page.table.visualRect(batch.page.model.index(0, 0)).center())
        (menu,) = [one for one in batch.page.findChildren(QMenu) if one.isVisible()]
        wanted = "The result is wrong" if was == ["right"] else "The result is right"
        next(one for one in menu.actions() if one.text() == wanted).trigger()
        menu.close()
        await until(lambda: batch.cells(Column.RIGHT) == [wanted.split()[-1]])
        (session,) = await core.parts.store.ids()
        assert [one.type for one in await core.sessions.records(session)][-1] == "result_graded"
    await core.close()


async def test_files_outside_the_table_s_folder_are_asked_about_before_anything_begins(
    desk_on, tmp_path, offline
):
    core = offline()
    (tmp_path / "notes.md").write_text("canary", encoding="utf-8")
    (tmp_path / "tables").mkdir()
    table = tmp_path / "tables" / "questions.csv"
    table.write_text(f"question,context,max_rounds\nWhat?,{tmp_path / 'notes.md'},1\n", encoding="utf-8")
    async with desk_on(core) as d:
        batch = Batch(d, core)
        await batch.fill(table, tmp_path / "survey")
        await batch.sound()
        assert str(tmp_path / "notes.md") in batch.page.problem.text()
        await d.click("Start")
        (sure,) = batch.page.findChildren(Confirm)
        assert str(tmp_path / "notes.md") in sure.text.text()
        sure.reject()
        await d.settle()
        assert not await core.sessions.parts.store.ids(), "nothing was read and nothing begun"
        await d.click("Start")
        sure = next(one for one in batch.page.findChildren(Confirm) if one.isVisible())
        QTest.mouseClick(sure.main, Qt.MouseButton.LeftButton)
        await until(lambda: batch.cells(Column.STATE) == ["finished"])
        await batch.ended()
    await core.close()


@pytest.mark.nightly
async def test_rows_that_are_graded_by_a_rubric_are_told_as_the_judge_graded_them(desk_on, tmp_path, offline):
    core = offline()
    tasks = [Task(str(number)) for number in range(2)]
    # The simulated judge calls partly right what its words cannot tell: here no word is asked for.
    rubrics = [tasks[0].right, "…"]
    rows = [f'"{task.question()}","{rubric}",1' for task, rubric in zip(tasks, rubrics, strict=True)]
    table = tmp_path / "questions.csv"
    table.write_text("\n".join(["question,rubric,max_rounds", *rows]), encoding="utf-8")
    async with desk_on(core) as d:
        batch = Batch(d, core)
        await batch.fill(table, tmp_path / "survey")
        await batch.sound()
        await d.click("Start")
        await until(lambda: all(batch.cells(Column.RIGHT)))
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
        assert batch.cells(Column.RIGHT) == [said[grade] for grade in kept]
        assert kept[0] in ("right", "wrong")
        assert kept[1] == "partly"
    await core.close()


async def test_sessions_that_ask_wait_for_the_person_and_the_batch_goes_on_afterwards(
    desk_on, tmp_path, offline
):
    core = offline()
    async with desk_on(core) as d:
        batch = Batch(d, core)
        await batch.fill(table_of(tmp_path, range(2)), tmp_path / "survey", "Wait for me")
        await batch.sound()
        await d.click("Start")
        await batch.ended()
        assert batch.page.bar.title.text() == "2 rows wait for you; nothing else runs."
        shown = {chip.text() for chip in batch.page.chips.chips.values() if chip.isVisible()}
        assert shown == {"All 2", "Needs you 2"}
        batch.page.chips.chips["waiting"].click()
        assert len(batch.cells(Column.QUESTION)) == 2
        # What members say is read while it waits.
        said = re.compile(r"differs: \w+ \([12]\), \w+ \([12]\).*|the same: \w+ \(3\)")
        await until(lambda: all(said.fullmatch(cell) for cell in batch.cells(Column.ANSWER)))
        assert batch.page.bar.decide.text() == "Decide 2…"
        batch.page.bar.decide.click()
        await until(lambda: d.window.page.state == "waiting" and d.window.over is None)
        await d.settle()
        # One after the other, and back to the row one came from.
        walk, first = d.window.page.walk, d.window.page.session
        assert walk.isVisible()
        assert walk.place.text() == "1 of 2"
        walk.next.click()
        await until(lambda: d.window.page.session != first and walk.place.text() == "2 of 2")
        second = d.window.page.session
        walk.back.click()
        await d.settle()
        page = d.window.findChild(BatchPage)
        await until(lambda: page.table.currentIndex().isValid())
        assert page.model.items[page.table.currentIndex().row()].session == second
        batch.page = page
        await until(lambda: batch.cells(Column.STATE) and batch.page.bar.main.isEnabled())
        assert not batch.page.bar.go_on.isVisible(), "nothing goes on before the person decides"
        assert not batch.page.form.isVisible(), "once begun the form is one line"
        calls = await asked(core)
        batch.page.form.decisions.setCurrentIndex(1)
        await d.click("Go on")
        await until(lambda: batch.cells(Column.STATE) == ["finished"] * 2)
        await batch.ended()
        # What was finished before is not asked again.
        for session, before in calls.items():
            now = (await asked(core))[session]
            assert now[: len(before)] == before
            assert now[len(before) :] == ["synthesis", "compare", "compare"]
    await core.close()

    # Another window finds the batch by its folder alone.
    again = build_simulated(Folders.of_this_machine())
    async with desk_on(again) as d:
        batch = Batch(d, again)
        batch.page.form.folder.setFocus()
        QTest.keyClicks(batch.page.form.folder, str(tmp_path / "survey"))
        await until(lambda: batch.cells(Column.STATE) == ["finished"] * 2)
        assert batch.page.form.table_file.text() == str(tmp_path / "questions.csv")
    await again.close()


@pytest.mark.nightly
async def test_three_rows_are_tried_first_and_ticked_rows_go_on_alone(desk_on, tmp_path, offline):
    core = offline()
    async with desk_on(core) as d:
        batch = Batch(d, core)
        page = batch.page
        await batch.fill(table_of(tmp_path, range(6)), tmp_path / "survey")
        await batch.sound()
        shown = [page.table.isColumnHidden(column) for column in (Column.KEY, Column.ANSWER, Column.COST)]
        assert shown == [False, True, True], "before it begins a row says what is asked"
        page.bar.few.click()
        await batch.ended()
        await until(lambda: batch.cells(Column.STATE) == ["finished"] * 3 + ["not begun"] * 3)
        assert page.bar.title.text() == "3 rows are left."
        assert not page.form.isVisible()
        page.table.horizontalHeader().sectionClicked.emit(Column.NUMBER)
        page.table.sortByColumn(Column.NUMBER, Qt.SortOrder.DescendingOrder)
        assert batch.cells(Column.NUMBER) == ["6", "5", "4", "3", "2", "1"]
        page.table.setFocus()
        page.table.selectRow(0)
        QTest.keyClick(page.table, Qt.Key.Key_Space)
        assert page.bar.title.text() == "1 row chosen"
        await d.click("Go on with 1")
        await until(lambda: batch.cells(Column.STATE)[0] == "finished" and not page.bar.pause.isVisible())
        assert batch.cells(Column.STATE) == ["finished", "not begun", "not begun", *["finished"] * 3]
        page.bar.clear.click()
        page.chips.search.setText("task 4")
        assert batch.cells(Column.NUMBER) == ["5"]
        page.chips.search.clear()
        await d.click("Go on")
        await until(lambda: batch.cells(Column.STATE) == ["finished"] * 6)
        await batch.ended()
    await core.close()


@pytest.mark.nightly
async def test_a_row_that_is_under_way_says_so_before_any_has_ended(desk_on, tmp_path, offline, monkeypatch):
    monkeypatch.setattr("app.ui.batches.batch_run.LOOK_AGAIN_MS", 20)
    core = offline(5.0)
    async with desk_on(core) as d:
        batch = Batch(d, core)
        page = batch.page
        await batch.fill(table_of(tmp_path, range(2)), tmp_path / "survey")
        await batch.sound()
        page.bar.main.setFocus()
        QTest.keyClick(page, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        assert page.progress.money.text() == "", "nothing was asked yet that could be free"
        assert d.window.focusWidget() is page.table
        await until(lambda: batch.cells(Column.STATE) == ["running"] * 2)
        assert batch.cells(Column.COST) == ["–", "–"]
        await core.batches.pause(stop=True)
        await batch.ended()
    await core.close()


async def asked(core) -> dict[str, list[str]]:
    """Return what each session asked for, the oldest first.

    What was recorded and given up before it left this machine is not among it: it is asked again.
    """
    found = {}
    for session in await core.parts.store.ids():
        records = await core.sessions.records(session)
        given_up = [record.body() for record in records if record.type == "call_cancelled"]
        kept_back = {end["asked"] for end in given_up if not end["sent"]}
        found[session] = [
            record.body()["purpose"]
            for record in records
            if record.type == "call_asked" and record.seq not in kept_back
        ]
    return found


async def answered(core, session, purpose: str) -> int:
    """Return how many calls for a purpose were answered to their end."""
    records = await core.sessions.records(session)
    asked_for = {
        record.seq
        for record in records
        if record.type == "call_asked" and record.body()["purpose"] == purpose
    }
    return sum(
        1 for record in records if record.type == "call_completed" and record.body()["asked"] in asked_for
    )


async def test_what_cannot_begin_is_said_and_leaves_what_was_chosen(desk_on, tmp_path, offline):
    core = offline()
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "notes.txt").write_text("mine", encoding="utf-8")
    async with desk_on(core) as d:
        batch = Batch(d, core)
        await batch.fill(tmp_path / "none.csv", tmp_path / "survey")
        await until(lambda: "none.csv" in batch.page.problem.text())
        assert not batch.page.bar.main.isEnabled()
        await batch.fill(table_of(tmp_path, range(1)), tmp_path / "full")
        await batch.sound()
        assert batch.page.problem.text() == ""
        await d.click("Start")
        await until(lambda: "holds other files" in batch.page.problem.text())
        assert await core.parts.store.ids() == []
        assert batch.page.form.table_file.text().endswith("questions.csv")
        assert [path.name for path in (tmp_path / "full").iterdir()] == ["notes.txt"]
    await core.close()


@pytest.mark.nightly
async def test_a_batch_that_is_paused_while_the_models_are_looked_at_begins_nothing(
    desk_on, tmp_path, offline
):
    core = offline()
    async with desk_on(core) as d:
        batch = Batch(d, core)
        await batch.fill(table_of(tmp_path, range(2)), tmp_path / "survey")
        await batch.sound()
        batch.page.bar.main.click()
        batch.page.bar.pause.click()
        await batch.ended()
        assert await core.library.rows() == []
        batch.page.bar.main.click()
        await until(lambda: batch.cells(Column.STATE) == ["finished"] * 2)
        await batch.ended()
    await core.close()


def begun(core, folder: Path) -> asyncio.Task[BatchRun]:
    """Begin a batch of one session as a command does."""
    wish = BatchWish(table_of(folder, range(1)), folder / "survey", ["debate"], teams=["panel"])
    planned = plan_batch(core.plugins, core.teams, wish)
    planned.keep()
    answers = AnswerPlan(approve="all")
    return asyncio.create_task(
        core.batches.run(planned.plan, answers, Budget(), jobs=1, tell=lambda *_: None)
    )


async def test_a_batch_that_is_paused_while_it_looks_how_its_sessions_stand_begins_nothing(tmp_path, offline):
    core = offline()
    other = await core.sessions.create("debate", {"question": "Tea?"}, core.teams.default())
    moving = begun(core, tmp_path)
    await asyncio.sleep(0)
    await core.batches.pause()
    await moving
    assert [row.session for row in await core.library.rows()] == [other]
    await core.close()


async def test_a_batch_that_is_paused_while_a_session_is_made_asks_nobody(tmp_path, offline):
    core = offline()
    moving = begun(core, tmp_path)
    sessions = tmp_path / "data" / "sessions"
    while not list(sessions.glob("*.roundtable")):  # noqa: ASYNC110  nothing tells of its first moment
        await asyncio.sleep(0)
    await core.batches.pause()
    await moving
    (row,) = await core.library.rows()
    assert row.state != "finished"
    assert not [r for r in await core.sessions.records(row.session) if r.type == "call_asked"]
    await core.close()


@pytest.mark.nightly
async def test_a_window_that_is_closed_amid_a_batch_loses_nothing_and_the_next_one_goes_on(
    desk_on, tmp_path, offline
):
    core = offline(step=0.05)
    async with desk_on(core) as d:
        batch = Batch(d, core)
        await batch.fill(table_of(tmp_path, range(6)), tmp_path / "survey")
        batch.page.form.jobs.setValue(2)
        await batch.sound()
        await d.click("Start")
        await until(lambda: batch.cells(Column.STATE).count("finished") >= 1)
        assert batch.page.bar.pause.isVisible(), "it is still at work"
    await core.close()

    again = build_simulated(Folders.of_this_machine())
    before = await asked(again)
    async with desk_on(again) as d:
        batch = Batch(d, again)
        batch.page.form.folder.setFocus()
        QTest.keyClicks(batch.page.form.folder, str(tmp_path / "survey"))
        await batch.sound()
        batch.page.form.decisions.setCurrentIndex(1)
        await d.click("Go on")
        await batch.ended()
        # What was under way may have been paid for: the person says what becomes of it.
        states = batch.cells(Column.STATE)
        assert set(states) <= {"finished", "calls to decide"}
        assert states.count("calls to decide") <= 2, "two were at work at once"
        for session, purposes in (await asked(again)).items():
            done = before.get(session, [])
            assert purposes[: len(done)] == done
            # What costs nothing is asked again where it was cut off: nothing that was answered is.
            assert await answered(again, session, "synthesis") <= 1
    await again.close()


def made_elsewhere(core, tmp_path: Path) -> BatchWish:
    """Begin a batch as a terminal does: of two teams, one of them a file, two seeds, and a set value."""
    team = tmp_path / "elsewhere.toml"
    seats = [f'[[member]]\nname = "{name}"\nmodel = "offline/simulated"\n' for name in ("Ann", "Bob")]
    team.write_text(
        "".join(seats) + '[chair]\nname = "Chair"\nmodel = "offline/simulated"\n', encoding="utf-8"
    )
    task, table = Task("0"), tmp_path / "questions.csv"
    table.write_text(f'id,question,expected\n0,"{task.question()}",{task.right}\n', encoding="utf-8")
    teams, folder = ("panel", str(team)), tmp_path / "survey"
    wish = BatchWish(table, folder, ["debate"], teams=teams, seeds=2, values=("max_rounds=1",))
    plan_batch(core.plugins, core.teams, wish).keep()
    return wish


@pytest.mark.nightly
async def test_a_batch_that_a_terminal_made_goes_on_with_all_that_it_was_made_of(desk_on, tmp_path, offline):
    core = offline()
    wish = made_elsewhere(core, tmp_path)
    kept = (wish.folder / "plan.jsonl").read_bytes()
    async with desk_on(core) as d:
        batch = Batch(d, core)
        batch.page.form.folder.setFocus()
        QTest.keyClicks(batch.page.form.folder, str(wish.folder))
        await batch.sound()
        assert batch.page.problem.text() == ""
        assert batch.cells(Column.TEAM) == ["panel", "panel", "elsewhere", "elsewhere"]
        assert batch.page.form.teams.text() == "2 teams"
        assert "Set for all rows: max_rounds=1" in batch.page.told.text()
        batch.page.form.decisions.setCurrentIndex(1)
        await d.click("Start")
        await until(lambda: batch.cells(Column.STATE) == ["finished"] * 4)
        await batch.ended()
        assert (wish.folder / "plan.jsonl").read_bytes() == kept
        assert len(await core.parts.store.ids()) == 4
    await core.close()

    # Where its table says something else by now, it is shown and told, and nothing new begins.
    wish.manifest.write_text("id,question,expected\n0,Something else?,A\n", encoding="utf-8")
    again = build_simulated(Folders.of_this_machine())
    async with desk_on(again) as d:
        batch = Batch(d, again)
        batch.page.form.folder.setFocus()
        QTest.keyClicks(batch.page.form.folder, str(wish.folder))
        await until(lambda: "other sessions" in batch.page.problem.text())
        command = f"roundtable batch run {wish.manifest} --out {wish.folder}"
        assert command in batch.page.problem.text()
        assert batch.page.problem.text().endswith("--seeds 2 --set max_rounds=1")
        assert batch.cells(Column.STATE) == ["finished"] * 4
        await until(lambda: set(batch.cells(Column.RIGHT)) <= {"right", "wrong"})
        assert not batch.page.bar.main.isEnabled()
        batch.page.report.choices.actions()[0].trigger()
        await until((wish.folder / "report.html").exists)
        assert (wish.folder / "plan.jsonl").read_bytes() == kept
    await again.close()


@pytest.mark.parametrize("teams", [(), ("panel",), ("panel", "offline")])
async def test_what_an_earlier_version_made_is_found_by_its_sessions(tmp_path, offline, teams):
    core = offline()
    wish = BatchWish(table_of(tmp_path, range(2)), tmp_path / "survey", ["debate"], teams=teams, seeds=3)
    plan_batch(core.plugins, core.teams, wish).keep()
    about = json.loads((wish.folder / "batch.json").read_bytes())
    del about["made"]
    (wish.folder / "batch.json").write_text(json.dumps(about), encoding="utf-8")
    kept = read_kept(wish.folder)
    assert kept is not None
    found = wish_of(kept, core.plugins, core.teams)
    assert found.seeds == 3
    planned = plan_batch(core.plugins, core.teams, found)
    assert {cell.session for cell in planned.plan.sessions} == kept.sessions
    assert kept.command().endswith(" …"), "what else it was begun with is not known"
    await core.close()


@pytest.mark.nightly
async def test_a_batch_of_several_kinds_is_chosen_and_found_again(desk_on, tmp_path, offline):
    core, folder = offline(), tmp_path / "survey"
    (tmp_path / "sources").mkdir()
    table = tmp_path / "questions.csv"
    row = f"a,Is tea hot?,Is tea hot?,{tmp_path / 'sources'}\n"
    table.write_text(f"id,question,brief,folder\n{row}", encoding="utf-8")
    async with desk_on(core) as d:
        batch = Batch(d, core)
        await batch.fill(table, folder)
        kinds = batch.page.form.kinds
        lines = {action.text(): action for action in kinds.choices.actions()}
        debate, research = (lines[str(core.plugins[name].title)] for name in ("debate", "research"))
        debate.trigger()
        assert kinds.chosen() == ("debate",), "the last one stays"
        research.trigger()
        debate.trigger()
        assert kinds.chosen() == ("research",)
        debate.trigger()
        await batch.sound()
        assert kinds.text() == "2 kinds"
        first, second = batch.cells(Column.TEAM)
        assert first != second
        assert batch.page.problem.text() == ""
        wish = batch.page.form.wish()
        assert wish is not None
        assert wish.workflows == ("research", "debate")
        plan_batch(core.plugins, core.teams, wish).keep()
    await core.close()

    again = build_simulated(Folders.of_this_machine())
    async with desk_on(again) as d:
        batch = Batch(d, again)
        batch.page.form.folder.setFocus()
        QTest.keyClicks(batch.page.form.folder, str(folder))
        await batch.sound()
        assert batch.page.form.kinds.chosen() == ("research", "debate")
        kept = read_kept(folder)
        assert kept is not None
        assert "--workflow research --workflow debate" in kept.command()
    await again.close()


# The menu is shown off the screen.
@pytest.mark.qt_log_ignore("This plugin does not support")
async def test_several_teams_are_ticked_in_one_menu_and_a_limit_of_tokens_ends_what_begins(
    desk_on, tmp_path, offline
):
    core = offline()
    async with desk_on(core) as d:
        batch = Batch(d, core)
        await batch.fill(table_of(tmp_path, range(1)), tmp_path / "survey")
        await batch.sound()
        await d.click("Teams: Panel")
        menu = batch.page.form.teams.choices
        for words in ("Panel", "Offline", "Panel"):
            action = next(a for a in menu.actions() if a.text() == words)
            QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(action).center())
            assert menu.isVisible(), "it stays for the next one"
        menu.close()
        batch.page.form.seeds.setValue(2)
        batch.page.form.jobs.setValue(1)
        batch.page.form.tokens.setValue(1)
        await until(lambda: batch.page.bar.title.text().startswith("4 sessions from 1 row"))
        await batch.sound()
        assert set(batch.page.form.wish().teams) == {"panel", "offline"}
        await d.click("Start")
        await batch.ended()
        await until(lambda: any("limit of the batch" in told for told in batch.cells(Column.ANSWER)))
        assert batch.cells(Column.STATE).count("finished") <= 1
    await core.close()

"""The log: filters, a place to go to, and a hundred thousand records that stay fluent."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest
from PySide6.QtGui import QGuiApplication

from app.ui.collector import keep_loaded
from app.ui.panels.log import LogPanel
from app.ui.panels.log_rows import KINDS, LogModel, kind_of
from app.ui.view import SessionView
from tests.support.long import records
from tests.support.steps import longest_step

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")


async def view_of(core) -> SessionView:
    session = await core.begin()
    core.sessions.play_round(session, 1)
    core.sessions.play_round(session, 2)
    view = SessionView(core.catalogue, "agreement")
    view.apply_all(core.sessions.journals[session])
    return view


def test_filters_narrow_by_kind_round_and_words(play, core, qtbot) -> None:
    async def story() -> None:
        panel = LogPanel()
        qtbot.addWidget(panel)
        panel.show()
        view = await view_of(core)
        panel.refresh(view)
        assert panel.model.rowCount() == len(view.log)
        panel.kind.setCurrentIndex(panel.kind.findData("critiques"))
        assert {r.type for r in panel.model.items} == {"critique_filed", "critique_answered"}
        panel.round.setCurrentIndex(panel.round.findData(2))
        assert {r.round for r in panel.model.items} == {2}
        panel.search.setText("small tickets")
        async with asyncio.timeout(5):
            while panel.model.text != "small tickets" or panel.model.searching:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        assert len(panel.model.items) == 1
        assert panel.told.text() == "1 record"

    play(story)


def test_every_type_of_fact_has_a_kind(core) -> None:
    found = {kind_of(tag) for tag in core.catalogue.classes()}
    assert set(KINDS) <= found


def test_a_record_that_a_filter_hides_is_gone_to_all_the_same(play, core, qtbot) -> None:
    async def story() -> None:
        panel = LogPanel()
        qtbot.addWidget(panel)
        panel.show()
        view = await view_of(core)
        panel.refresh(view)
        panel.kind.setCurrentIndex(panel.kind.findData("figures"))
        panel.go_to(5)
        assert panel.model.items[panel.table.currentIndex().row()].seq == 5
        assert panel.kind.currentData() == ""
        assert f'"type": "{view.log[4].type}"' in panel.body.plain()
        panel.copy.click()
        assert QGuiApplication.clipboard().text() == panel.body.written

    play(story)


def test_new_records_join_and_the_end_is_followed_only_when_wanted(play, core, qtbot) -> None:
    async def story() -> None:
        session = await core.begin()
        core.sessions.play_round(session, 1)
        view = SessionView(core.catalogue)
        view.apply_all(core.sessions.journals[session])
        panel = LogPanel()
        qtbot.addWidget(panel)
        panel.resize(700, 200)
        panel.show()
        panel.refresh(view)
        bar = panel.table.verticalScrollBar()
        assert bar.value() == bar.maximum() > 0
        panel.follow.setChecked(False)
        bar.setValue(3)
        core.sessions.play_round(session, 2)
        view.apply_all(core.sessions.journals[session])
        panel.refresh(view)
        assert panel.model.rowCount() == len(view.log)
        assert bar.value() == 3

    play(story)


@pytest.fixture(scope="module")
def hundred_thousand():
    return records(3200, members=5, words="", most=100_000)


def test_a_hundred_thousand_records_stay_fluent(play, core, qtbot, hundred_thousand) -> None:
    async def story() -> None:
        view = SessionView(core.catalogue, "agreement")
        view.apply_all(hundred_thousand[:99_900])
        keep_loaded()
        panel = LogPanel()
        qtbot.addWidget(panel)
        panel.resize(900, 600)
        panel.show()
        steps = {
            "first": await longest_step(lambda: panel.refresh(view)),
            "paint": await longest_step(panel.grab),
        }
        bar = panel.table.verticalScrollBar()
        for part in (0.5, 0.1, 0.9):
            steps[f"scroll {part}"] = await longest_step(partial(bar.setValue, int(bar.maximum() * part)))
        index = panel.kind.findData("critiques")
        steps["kind"] = await longest_step(lambda: panel.kind.setCurrentIndex(index))
        steps["all"] = await longest_step(lambda: panel.kind.setCurrentIndex(0))
        view.apply_all(hundred_thousand[99_900:])
        steps["more"] = await longest_step(lambda: panel.refresh(view))
        assert panel.model.rowCount() == 100_000
        steps["go to"] = await longest_step(lambda: panel.go_to(4321))
        steps["search"] = await longest_step(
            lambda: panel.model.set_filter(text="point 2000 of"), lambda: not panel.model.searching
        )
        assert panel.model.rowCount() == 5
        assert all(ms < 100 for ms in steps.values()), steps

    play(story)


def test_the_model_keeps_qts_rules(play, core, qtmodeltester) -> None:
    view = play(lambda: view_of(core))
    model = LogModel()
    model.fill(view)
    qtmodeltester.check(model)
    model.set_filter(kind="calls")
    qtmodeltester.check(model)


def test_a_record_with_a_huge_body_does_not_hold_the_window_up(play, core, qtbot) -> None:
    async def story() -> None:
        session = await core.begin()
        core.sessions.call(session, "Ada", "proposal", "x" * 1_000_000)
        view = SessionView(core.catalogue)
        view.apply_all(core.sessions.journals[session])
        panel = LogPanel()
        qtbot.addWidget(panel)
        panel.show()
        panel.refresh(view)
        last = view.log[-1].seq
        assert await longest_step(lambda: panel.go_to(last), lambda: not panel.body.busy) < 500
        assert panel.body.plain() == panel.body.written

    play(story)

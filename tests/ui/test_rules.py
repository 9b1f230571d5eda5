"""R1 to R12: what users of comparable tools complain of must not happen here.

R6 (approving by itself) is shown in `test_dialogs`, R10 (costs) in `test_connecting`, `test_chrome` and
`test_states`, R12 (reading places) in `panels/test_answers` and `text/test_safe_view`.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.bootstrap import build
from app.domain.facts import NoteAdded
from app.settings.folders import Folders
from app.ui.shell.notices import TABLE
from app.ui.view.session_rows import asks, look_of
from tests.support.looking import sides_apart
from tests.support.scenes.states import bring_to
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


async def test_r1_wrapping_never_misaligns_a_side_by_side_diff(desk, core):
    await bring_to(core, "approval")
    async with desk() as d:
        d.window.actions_by_id["next_change"].trigger()
        diff = d.window.page.panel("changes").diff
        await until(lambda: diff.changes > 0)
        for width in (860, 900, 980, 1000, 1100, 1300, 1366):
            d.window.resize(width, 720)
            await d.settle()
            assert not any(sides_apart(diff))
        before = diff.current
        await d.click("Next change")
        assert diff.current == before + 1


async def test_r2_rejected_text_is_kept_and_can_be_compared(desk, core):
    await bring_to(core, "attempt")
    async with desk() as d:
        kept = [(v.round, v.attempt) for v in d.window.page.view.fold.texts.of_seat("Ada")]
        assert (1, 1) in kept
        tip = d.window.page.strip.rounds.index(0).data(Qt.ItemDataRole.ToolTipRole)
        assert "rejected – “Cite sources.”" in tip


async def test_r2_and_r3_undo_takes_back_every_decision_and_only_the_last(desk, core):
    await bring_to(core, "approval")
    async with desk() as d:
        page, points = d.window.page, d.window.page.view.fold.critiques.points
        page.draft_store.choose_text("text of Ada", "Ada", "previous")
        page.decider.judge_critique("2.1.3", "accept")
        await d.settle()
        await d.guard()
        await d.click("Approve by itself…")
        d.named("Approve the next rounds for me").setChecked(True)
        undo = d.window.actions_by_id["undo"]
        undo.trigger()
        await d.settle()
        assert not page.draft_store.draft.auto
        assert points["2.1.3"].decided
        undo.trigger()
        await d.settle()
        assert not points["2.1.3"].decided
        assert page.draft_store.draft.choices == {"Ada": "previous"}
        undo.trigger()
        assert page.draft_store.draft.choices == {}
        assert not undo.isEnabled()


async def test_r4_what_is_asked_is_said_in_the_list_without_opening_anything(desk, core):
    await bring_to(core, "clarification")
    await bring_to(core, "approval")
    await bring_to(core, "failure")
    async with desk() as d:
        asked = [asks(row) for row in await core.library.rows()]
        assert asked == ["an answer is missing or cut off", "round 2 to decide", "has questions for you"]
        rail = d.window.rail.model
        texts = [rail.index(row, 0).data() for row in range(rail.rowCount())]
        assert texts[0] == "Needs you (3)"
        assert "has questions for you" in texts[3]


async def test_r5_blocked_is_not_finished_in_words_sign_and_sound(core):
    await bring_to(core, "failure")
    await bring_to(core, "finished")
    done, blocked = await core.library.rows()
    assert look_of(done).icon != look_of(blocked).icon
    assert asks(done) != asks(blocked)
    assert TABLE["failed"].sound != TABLE["finished"].sound


async def test_r3_undo_and_redo_of_a_choice_leave_alone_what_was_typed_and_chosen_since(desk, core):
    await bring_to(core, "approval")
    async with desk() as d:
        draft_store = d.window.page.draft_store
        draft_store.choose_text("text of Ada", "Ada", "previous")
        d.note().setPlainText("ask Petra")
        draft_store.type_text("Grace", "My own words.")
        d.window.actions_by_id["undo"].trigger()
        assert draft_store.draft.choices == {"Grace": "edit"}
        assert d.note().toPlainText() == "ask Petra"
        d.guidance().setPlainText("Think of part-time contracts.")
        d.window.actions_by_id["redo"].trigger()
        assert draft_store.draft.choices == {"Grace": "edit", "Ada": "previous"}
        assert d.guidance().toPlainText() == "Think of part-time contracts."


async def test_r7_an_answer_takes_along_its_own_words_alone(desk, core):
    await bring_to(core, "clarification")
    async with desk() as d:
        page = d.window.page
        await d.guard()
        d.note().setPlainText("ask Petra")
        page.draft_store.type(guidance="Think of part-time contracts.")
        await d.click("Continue without answering")
        assert core.answers()[-1][1] == "continue"
        assert d.note().toPlainText() == "ask Petra"
        assert page.draft_store.draft.guidance == "Think of part-time contracts."


async def test_r7_what_is_typed_while_an_answer_is_on_its_way_stays(desk, core):
    await bring_to(core, "approval")
    async with desk() as d:
        page = d.window.page
        await d.guard()
        d.guidance().setPlainText("Think of part-time contracts.")
        d.note().setPlainText("ask Petra")
        d.named("Keep note").click()
        d.note().setPlainText("and ask Paul")
        page.decider.do("approve")
        d.guidance().setPlainText("And of shifts.")
        await d.settle()
        assert core.answers()[-1][2]["guidance"] == "Think of part-time contracts."
        assert page.draft_store.draft.guidance == "And of shifts."
        assert list(page.view.fold.session.notes.values()) == ["ask Petra"]
        assert d.note().toPlainText() == "and ask Paul"


async def test_r7_what_was_sent_is_not_sent_again_though_another_session_came_in_sight_first(desk, core):
    other = await core.begin("Name the product")
    session = await bring_to(core, "approval")
    async with desk() as d:
        await d.window._open(session)
        await d.guard()
        page = d.window.page
        d.guidance().setPlainText("Think of part-time contracts.")
        page.decider.do("approve")
        page.draft_store.open(other)
        await d.settle()
        page.draft_store.open(session)
        assert core.answers()[-1][2]["guidance"] == "Think of part-time contracts."
        assert page.draft_store.draft.guidance == ""


async def test_every_note_is_shown_however_many_there_are(desk, core):
    session = await bring_to(core, "approval")
    async with desk() as d:
        await core.write(session, *(NoteAdded(text=f"note {n}") for n in range(30)))
        await d.settle()
        assert d.window.page.column.notes.kept.text().startswith("• note 0\n")


async def test_r7_words_are_on_disk_before_the_window_goes_and_unanswered_is_not_no_preference(desk, core):
    session = await bring_to(core, "approval")
    async with desk() as d:
        d.guidance().setPlainText("Think of part-time contracts.")
        d.note().setPlainText("ask Petra")
        # As after a crash: nothing was closed, and yet the words are there.
        path = Folders.of_this_machine().data / "state" / f"{session}.json"

        def kept():
            there = json.loads(path.read_text(encoding="utf-8"))["draft"] if path.exists() else {}
            return there.get("guidance"), there.get("typed", {}).get("note")

        await until(lambda: kept() == ("Think of part-time contracts.", "ask Petra"))
    other = await bring_to(core, "clarification")
    async with desk() as d:
        await d.window._open(other)
        await d.guard()
        await d.click("Answer questions…")
        await d.click("Send answers")
        given = core.answers()[-1][2]["answers"]
        assert {answer["status"] for answer in given.values()} == {"not_answered"}


async def test_r8_stopping_is_immediate_and_keeps_the_partial_text(desk_on):
    core = build(Folders.of_this_machine(), council_step=0.05)
    async with desk_on(core) as d:
        page = d.window.page
        await d.click("See a sample")

        def streaming():
            running = page.view.live_calls.running.values() if page.view else ()
            return any(len(c.text) > 20 and c.purpose == "proposal" for c in running)

        await until(streaming)
        seat = next(c.seat for c in page.view.live_calls.running.values() if len(c.text) > 20)
        before = page.view.live_calls.calls[seat].text
        d.window.actions_by_id["stop_now"].trigger()
        await until(lambda: page.state == "stopped")
        # It was not waited for: what had arrived is the end of it.
        records = await core.sessions.records(page.session)
        ends = {
            r.body()["asked"]: r.type for r in records if r.type.startswith("call_") and "asked" in r.body()
        }
        begun = [r.seq for r in records if r.type == "call_asked" and r.body()["purpose"] == "proposal"]
        assert {ends[asked] for asked in begun} == {"call_cancelled"}
        assert page.view.live_calls.calls[seat].text.startswith(before)
        words = before.replace("*", "").replace("#", "").split()[:3]
        shown = d.named(f"Answer of {seat}").toPlainText()
        assert all(word in shown for word in words)
    await core.close()


async def test_r9_a_fact_is_on_disk_before_it_is_on_screen(desk_on):
    core = build(Folders.of_this_machine(), council_step=0.0)
    async with desk_on(core) as d:
        page, missing = d.window.page, []

        def look(session, records):
            path = Folders.of_this_machine().data / "sessions" / f"{session}.roundtable"
            with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as db:
                (head,) = db.execute("select max(seq) from records").fetchone()
            db.close()
            if head < records[-1].seq:
                missing.append(records[-1].seq)

        d.window.bridge.appended.connect(look)
        await d.click("See a sample")
        await until(lambda: page.state == "waiting")
        assert page.view.head > 5
        assert missing == []
    await core.close()


def drag(handle, pixels):
    """Draw a splitter's handle to the right."""
    held = Qt.MouseButton.LeftButton
    at = handle.rect().center()
    QTest.mousePress(handle, held, pos=at)
    to = at + QPoint(pixels, 0)
    none = Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(
        handle, QMouseEvent(QEvent.Type.MouseMove, to, handle.mapToGlobal(to), held, held, none)
    )
    QTest.mouseRelease(handle, held, pos=at)


async def test_r11_the_layout_is_remembered_per_kind_of_session(desk, core):
    await bring_to(core, "approval")
    async with desk() as d:
        panes = d.window.panes
        d.window.resize(1366, 768)
        await d.settle()
        drag(panes.split.handle(1), 10)
        drag(panes.split.handle(2), 10)
        d.window.page.tabs.show_tab("critiques")
        sizes = panes.split.sizes()
        assert (sizes[0], sizes[2]) == (224, 220), "Qt takes hold of a line of one pixel two beside it"
        panes.use_kind("draft")
        panes.toggle("column", False)
        assert not d.window.page.column.isVisible()
        panes.use_kind("debate")
        assert d.window.page.column.isVisible()
        assert panes.split.sizes() == sizes
    async with desk() as d:
        d.window.resize(1366, 768)
        await d.settle()
        assert d.window.page.tabs.name() == "critiques"
        panes = d.window.panes
        assert abs(panes.split.sizes()[0] - sizes[0]) <= 12
        # In larger letters the list is wider, up to a fifth of the window, and as it was without them.
        panes.reset()
        d.window.set_zoom(120)
        assert panes.split.sizes()[0] == round(216 * 1.2)
        d.window.set_zoom(150)
        assert 216 < panes.split.sizes()[0] <= panes.width() // 5
        # What the page squeezes is not what was chosen.
        panes.split.setSizes([180, 1000, 180])
        panes.remember()
        d.window.set_zoom(100)
        d.window.resize(1500, 768)
        assert panes.split.sizes()[0] == 216
        # What is chosen in larger letters holds with less for smaller ones.
        d.window.set_zoom(120)
        drag(panes.split.handle(1), -29)
        chosen = panes.split.sizes()[0]
        assert 220 < chosen < 240
        d.window.set_zoom(100)
        d.window.resize(1366, 768)
        d.window.resize(1500, 768)
        assert panes.split.sizes()[0] == round(chosen / 1.2)


async def test_r8_what_arrived_while_another_session_was_in_sight_is_there_when_one_comes_back(desk, core):
    other = await core.begin("Another one")
    await core.play_round(other, 1)
    session = await core.begin()
    async with desk() as d:

        async def look_at(which):
            d.window.open_session(which)
            await d.settle()
            assert d.window.page.session == which

        await look_at(session)
        core.players.stream("Ada", "First, ")
        await until(lambda: d.named("Answer of Ada").toPlainText() == "First, ")
        await look_at(other)
        core.players.stream("Ada", "meanwhile, ")
        await asyncio.sleep(0.15)
        await look_at(session)
        core.players.stream("Ada", "and now.")
        await until(lambda: d.named("Answer of Ada").toPlainText() == "First, meanwhile, and now.")
        core.players.end("Ada")
        await d.settle()
        assert d.window.bridge.arrived(session) == {}

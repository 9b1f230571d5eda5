"""Deciding on changes in the window: what is kept is recorded, can be undone, and is there again later."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor

from app.bootstrap import build
from app.domain.facts import TextDecided, TextProposed
from app.services.change_review import name_of
from app.settings.folders import Folders
from app.ui.panels import picking
from app.ui.panels.picking import Picker
from app.ui.view.session_view import SessionView
from tests.support.commands import SAMPLES
from tests.support.counting import calls_of
from tests.support.long import records
from tests.support.scenes.debate_story import FIRST, SECOND
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")


async def opened(d):
    """Turn to the changes of Ada's second answer."""
    d.window.resize(1280, 800)
    d.window.page.tabs.show_tab("changes")
    await d.settle()
    return d.window.page.panel("changes")


async def debate(core):
    session = await core.begin()
    await core.play_round(session, 1)
    await core.play_round(session, 2)
    return session


@asynccontextmanager
async def changes(core, desk):
    """Open the changes of a debate of two rounds: (window, panel, session)."""
    session = await debate(core)
    async with desk() as d:
        yield d, await opened(d), session


async def record_types(core, session) -> list[str]:
    return [record.type for record in (await core.records(session))]


def standing(d) -> str:
    texts = d.window.page.view.fold.texts
    return str(texts.standing_text(texts.current("answer", "Ada")))


async def test_an_old_text_that_is_kept_is_recorded_and_undone(desk, core):
    async with changes(core, desk) as (d, panel, session):
        assert panel.diff.changes == 2
        await d.click("Next change")
        await d.click("Keep old")
        assert standing(d).startswith("Yes, as a six-month pilot.\n\n")
        assert "probably smaller here" in standing(d)
        assert (await record_types(core, session))[-2:] == ["changes_reviewed", "text_decided"]
        assert "1 old text kept" in d.named("Place among the changes").text()
        await d.click("Next change")
        await d.click("Keep old")
        assert standing(d) == FIRST["Ada"]
        d.window.page.draft_store.stack.undo()
        await d.settle()
        assert panel.diff.reverted == {0}
        d.window.page.draft_store.stack.undo()
        await d.settle()
        assert standing(d) == SECOND["Ada"]
        assert panel.diff.reverted == frozenset()


async def test_a_change_is_marked_as_reviewed_by_the_action_and_undo_takes_that_one_back(desk, core):
    session = await debate(core)
    async with desk() as d:
        action = d.window.actions_by_id["mark_reviewed"]
        panel = await opened(d)
        action.trigger()
        await d.settle()
        # The first was ticked, and the next is in sight.
        assert (panel.diff.reviewed, panel.diff.current) == ({0}, 2)
        action.trigger()
        await d.settle()
        assert panel.diff.reviewed == {0, 1}
        d.window.actions_by_id["undo"].trigger()
        await d.settle()
        assert panel.diff.reviewed == {0}
        assert (await record_types(core, session))[-3:] == ["changes_reviewed"] * 3


@pytest.mark.nightly
async def test_space_is_the_action_s_key_in_the_changes_alone(desk, core, qtbot):
    async with changes(core, desk) as (d, panel, _):
        panel.diff.go(1)
        d.window.activateWindow()
        switch = d.window.column_button
        switch.setFocus()
        was = d.window.panes.shown("column")
        qtbot.keyClick(switch, Qt.Key.Key_Space)
        await d.settle()
        assert d.window.panes.shown("column") != was
        assert panel.diff.reviewed == frozenset()
        panel.diff.setFocus()
        qtbot.keyClick(panel.diff, Qt.Key.Key_Space)
        await d.settle()
        assert panel.diff.reviewed == {0}


async def test_the_place_ticks_and_kept_texts_are_there_again_when_the_session_is_opened_anew(desk, core):
    async with changes(core, desk) as (d, panel, _):
        panel.diff.keep_wanted.emit(0, False)
        panel.diff.tick_wanted.emit(0, True)
        panel.diff.tick_wanted.emit(1, True)
        await d.settle()
        await d.click("Next change")
        await d.click("Next change")
        assert panel.diff.current == 2
    async with desk() as d:
        panel = await opened(d)
        assert panel.diff.current == 2
        assert panel.diff.reverted == {0}
        assert panel.diff.reviewed == {0, 1}
        assert "2 reviewed" in d.named("Place among the changes").text()


async def test_all_old_texts_kept_is_the_previous_answer_and_all_new_the_refined_one(desk, core):
    async with changes(core, desk) as (d, panel, session):
        panel.bar.take_none.trigger()
        await d.settle()
        assert (await core.records(session))[-1].body()["choice"] in ("previous", "edit")
        assert standing(d) == FIRST["Ada"]
        panel.bar.take_all.trigger()
        await d.settle()
        assert (await core.records(session))[-1].body()["choice"] == "refined"
        assert standing(d) == SECOND["Ada"]


async def test_the_persons_own_edit_is_not_lost_when_a_change_is_not_taken(desk, core):
    session = await debate(core)
    mine = SECOND["Ada"].replace("customer cover on Fridays", "customer cover on Fridays and Mondays")
    await core.write(session, TextDecided(slot="answer", seat="Ada", choice="edit", edit=mine))
    async with desk() as d:
        panel = await opened(d)
        panel.diff.keep_wanted.emit(0, False)
        await d.settle()
        assert "Fridays and Mondays" in standing(d)
        assert standing(d).startswith("Yes, as a six-month pilot.\n\n")


async def test_an_edit_of_an_earlier_text_is_made_in_the_one_under_review(desk, core):
    session = await core.begin()
    await core.play_round(session, 1)
    mine = FIRST["Ada"].replace("customer cover on Fridays", "customer cover on Fridays and Mondays")
    await core.write(session, TextDecided(slot="answer", seat="Ada", choice="edit", edit=mine))
    await core.play_round(session, 2)
    async with desk() as d:
        panel = await opened(d)
        assert panel.bar.carry.isEnabled()
        panel.bar.carry.trigger()
        await d.settle()
        assert standing(d) == SECOND["Ada"].replace("on Fridays", "on Fridays and Mondays")


def test_of_many_texts_each_is_looked_at_a_few_times_before_they_are_offered(app, core, qtbot, monkeypatch):
    view = SessionView(core.catalogue)
    view.apply_all(records(40, members=5, words=""))
    picker = Picker()
    qtbot.addWidget(picker)
    looked = calls_of(monkeypatch, picking, "name_of", name_of)
    picker.refresh(view)
    assert picker.texts == 200
    assert picker.old.count() == 201, "each of them, and a line between one's own and others'"
    assert len(looked) < 10 * picker.texts


@pytest.mark.nightly
async def test_a_text_that_comes_meanwhile_leaves_the_chosen_pair_alone(desk, core):
    async with changes(core, desk) as (d, panel, session):
        mine = [v for v in panel.picker._by_name.values() if v.seat == "Blaise"]
        panel.picker.choose(mine[0], mine[0])
        await d.settle()
        chosen = tuple(map(name_of, panel.picker.pair))
        await core.write(session, TextProposed(slot="answer", seat="Ada", text="A wholly new text."))
        await d.settle()
        assert tuple(map(name_of, panel.picker.pair)) == chosen


@pytest.mark.nightly
async def test_only_the_last_of_several_long_comparisons_is_shown(desk, core):
    session = await debate(core)
    long = "Many words stand here and there. " * 3_000
    for n in range(3):
        await core.write(
            session, TextProposed(slot="answer", seat="Ada", text=long.replace("here", f"here{n}", 9 + n))
        )
    async with desk() as d:
        panel = await opened(d)
        mine = [v for v in panel.picker._by_name.values() if v.seat == "Ada"]
        for newer in mine[-3:]:
            panel.picker.choose(mine[0], newer)
        assert panel.counter.text() == "Comparing…"
        await until(lambda: panel.diff.prepared.new == mine[-1].text)
        await asyncio.sleep(0.1)
        assert panel.diff.prepared.new == mine[-1].text


async def test_words_are_found_in_the_changes_by_the_search_of_the_tab(desk, core):
    async with changes(core, desk) as (d, panel, _):
        d.window.page.find_bar.open_on(d.window.page.tabs)
        d.named("Find here").setText("probably")
        await d.settle()
        assert d.window.page.find_bar.position.text() == "1 of 1"
        assert panel.diff.selection.text(panel.diff.prepared) == "probably"


@pytest.mark.nightly
async def test_how_the_texts_are_shown_is_remembered(desk, core):
    async with changes(core, desk) as (d, panel, _):
        panel.bar.strike.setChecked(False)
        for action in panel.bar.menu.actions():
            if action.data() in (("diff/granularity", "sentence"), ("diff/columns", "one")):
                action.trigger()
        await d.settle()
        assert panel.diff.prepared.granularity == "sentence"
        assert panel.diff.sheet.geometry.one_column
    async with desk() as d:
        panel = await opened(d)
        assert panel.bar.granularity == "sentence"
        assert not panel.diff.strike
        assert panel.diff.sheet.geometry.one_column


@pytest.mark.nightly
async def test_an_old_text_that_is_kept_goes_on_in_a_real_debate(desk_on, tmp_path, monkeypatch):
    monkeypatch.setenv("ROUNDTABLE_DATA_DIR", str(tmp_path / "data"))
    core = build(Folders.of_this_machine(), council_step=0.0)
    # Without material the offline council has nothing to change.
    notes = SAMPLES / "four-day-week-context.md"
    setup = {
        "question": (SAMPLES / "four-day-week-brief.md").read_text(encoding="utf-8"),
        "context": [{"name": notes.name, "text": notes.read_text(encoding="utf-8")}],
        "max_rounds": 2,
        "interactive_clarifications": False,
    }
    session = await core.sessions.create("debate", setup, core.teams.default())
    await core.sessions.start(session)
    async with desk_on(core) as d:
        page = d.window.page
        await d.window._open(session)
        await until(lambda: page.state == "waiting")
        panel = await opened(d)
        seat = next(s for s in page.view.members() if len(page.view.fold.texts.of_seat(s, "answer")) > 1)
        panel.member.setCurrentIndex(page.view.members().index(seat))
        await until(lambda: panel.diff.changes > 0 and panel.diff.decidable)
        wanted = panel.diff.prepared.comparison.compose(range(1, panel.diff.changes))
        panel.diff.keep_wanted.emit(0, False)
        await until(lambda: panel.diff.reverted == {0} and panel._unrecorded is None)
        kinds = [record.type for record in await core.sessions.records(session)]
        assert kinds[-2:] == ["changes_reviewed", "text_decided"]
        texts = page.view.fold.texts
        before = texts.current("answer", seat)
        assert texts.standing_text(before) == wanted
        await core.review.answer(session, page.view.gate().id, "approve")
        await until(lambda: page.state == "waiting" and page.view.round == 2)
        assert texts.base_text(texts.current("answer", seat)) == wanted
    await core.close()


async def test_the_changes_open_on_a_member_that_changed_something_and_name_both_texts(desk, core):
    session = await core.begin()
    await core.play_round(session, 1)
    await core.write(
        session, TextProposed(slot="answer", seat="Blaise", text="Yes, but only after a year.", asked=1)
    )
    async with desk() as d:
        panel = await opened(d)
        assert panel.member.currentText() == "Blaise · B"
        assert panel.old.currentText() == "Round 1, first"
        assert panel.new.currentText() == "Round 1, revised"
        assert panel.diff.changes


async def type_over(d, words: str) -> str:
    """Write one's own text of Ada's answer, and return it."""
    typed = f"{SECOND['Ada']}\n\n{words}"
    d.window.page.draft_store.type_text("Ada", typed)
    await d.settle()
    return typed


async def test_what_was_typed_over_a_text_stays_when_an_old_one_is_kept_and_undo_gives_it_back(desk, core):
    async with changes(core, desk) as (d, panel, _):
        typed = await type_over(d, "And a word of mine.")
        await d.click("Next change")
        await d.click("Keep old")
        assert standing(d).startswith("Yes, as a six-month pilot.\n\n")
        assert standing(d).endswith("And a word of mine.")
        assert panel.diff.reverted == {0}
        d.window.page.draft_store.stack.undo()
        await d.settle()
        draft = d.window.page.draft_store.draft
        assert (draft.choices["Ada"], draft.edits["Ada"]) == ("edit", typed)
        assert standing(d) == SECOND["Ada"]
        assert panel.diff.reverted == frozenset()


async def test_a_report_tells_which_old_words_were_kept_and_nothing_of_an_own_text(desk, core):
    async with changes(core, desk) as (d, _panel, session):
        await d.click("Next change")
        await d.click("Keep old")
        await until(lambda: "probably smaller here" in standing(d))
        report = (await core.exporting.content(session, "md")).decode()
        assert "Of Ada's text, the person kept the old words of 1 change:" in report
        await d.click("Next change")
        await d.click("Keep old")
        report = (await core.exporting.content(session, "md")).decode()
        assert "For Ada, the person chose the previous answer" in report, "as both together come to"
        assert "the old words" not in report
        await d.click("Keep new")
        assert "own text" not in report
        # What is written over it besides is the person's own.
        d.window.page.draft_store.type_text("Ada", standing(d) + "\n\nAnd a word of mine.")
        await d.guard()
        await d.click("Approve and finish")
        await until(core.answers)
        report = (await core.exporting.content(session, "md")).decode()
        assert "The person's own text in place of Ada's:" in report


async def test_an_edit_that_overlaps_a_change_is_not_replaced_by_its_old_text(desk, core):
    async with changes(core, desk) as (d, panel, session):
        typed = SECOND["Ada"].replace("pilot for office work", "trial for the office")
        d.window.page.draft_store.type_text("Ada", typed)
        await d.settle()
        before = len(await core.records(session))
        await d.click("Next change")
        await d.click("Keep old")
        assert "Your own edit" in panel.counter.text()
        draft = d.window.page.draft_store.draft
        assert (draft.choices["Ada"], draft.edits["Ada"]) == ("edit", typed)
        assert len(await core.records(session)) == before


async def test_what_is_being_typed_is_a_version_that_can_be_compared(desk, core):
    async with changes(core, desk) as (d, panel, _):
        before = panel.new.count()
        typed = await type_over(d, "And a word of mine.")
        assert panel.new.count() == before + 1
        mine = panel.new.findText("your edit", Qt.MatchFlag.MatchContains)
        panel.new.setCurrentIndex(mine)
        await d.settle()
        assert panel.diff.prepared.new == typed
        typed = await type_over(d, "And two more words.")
        assert panel.diff.prepared.new == typed
        assert panel.new.currentText().endswith("your edit")


async def test_the_editor_s_own_undo_brings_back_what_was_typed_before_an_old_text_came(desk, core, qtbot):
    async with changes(core, desk) as (d, panel, _):
        d.window.page.tabs.show_tab("answers")
        await d.settle()
        card = d.window.page.panel("answers").cards["Ada"]
        d.window.page.draft_store.choose_text("text of Ada", "Ada", "edit", SECOND["Ada"])
        await d.settle()
        card.editor.moveCursor(QTextCursor.MoveOperation.End)
        qtbot.keyClicks(card.editor, " And mine.")
        await d.settle()
        await opened(d)
        panel.diff.keep_wanted.emit(0, False)
        await d.settle()
        d.window.page.tabs.show_tab("answers")
        await d.settle()
        assert card.editor.toPlainText().startswith("Yes, as a six-month pilot.\n\n")
        assert card.editor.toPlainText().endswith(" And mine.")
        card.editor.undo()
        await d.settle()
        assert card.editor.toPlainText() == SECOND["Ada"] + " And mine."
        assert d.window.page.draft_store.draft.edits["Ada"] == SECOND["Ada"] + " And mine."


async def test_the_text_before_chosen_on_a_card_is_seen_in_the_changes(desk, core):
    async with changes(core, desk) as (d, panel, _):
        d.window.page.draft_store.choose_text("text of Ada", "Ada", "previous")
        await d.settle()
        assert panel.diff.reverted == {0, 1}
        await d.click("Next change")
        await d.click("Keep new")
        assert standing(d).startswith("Yes, as a six-month pilot for office work.")
        assert "probably smaller here" not in standing(d)


async def test_keeping_the_new_text_counts_as_having_looked_at_it(desk, core):
    async with changes(core, desk) as (d, panel, session):
        await d.click("Next change")
        await d.click("Keep new")
        assert panel.diff.reviewed == {0}
        assert (await record_types(core, session))[-1] == "changes_reviewed"
        await d.click("Keep old")
        assert (panel.diff.reverted, panel.diff.reviewed) == ({0}, {0})


async def test_a_text_is_written_over_from_its_changes_with_the_cursor_at_the_one_in_sight(desk, core):
    async with changes(core, desk) as (d, _panel, _session):
        await d.click("Next change")
        await d.click("Next change")
        await d.click("Edit this text")
        page = d.window.page
        assert page.tabs.name() == "answers"
        card = page.panel("answers").cards["Ada"]
        assert page.draft_store.draft.choices["Ada"] == "edit"
        assert card.editor.toPlainText() == standing(d)
        chosen = card.editor.textCursor().selectedText()
        assert chosen
        # No paragraph that nobody changed.
        assert chosen not in FIRST["Ada"]


async def the_place_in_a_comparison_is_kept_while_another_is_looked_at(d, panel):
    await d.click("Next change")
    await d.click("Next change")
    panel.member.setCurrentIndex(1)
    await d.settle()
    assert panel.diff.current == 0
    panel.member.setCurrentIndex(0)
    await d.settle()
    assert panel.diff.current == 2


async def both_texts_can_be_read_formatted(d, panel):
    await d.click("Rendered")
    await until(lambda: d.named("Newer text, formatted").toPlainText())
    assert "probably smaller here" in d.named("Newer text, formatted").toPlainText()
    assert not d.shown("Old and new text side by side")
    await d.click("Rendered")
    assert d.shown("Old and new text side by side")


async def a_passage_leads_to_its_change_and_words_of_a_side_are_quoted(d, panel):
    seq = panel.picker.of_seat("Blaise")[-1].seq
    d.window.page.show_change("Blaise", seq, "compare tickets closed")
    await d.settle()
    assert panel.member.currentText() == "Blaise · B"
    assert panel.diff.current == 1
    assert "per person" in panel.diff.accessibleDescription()
    panel.diff.select_all()
    panel.diff.quoted.emit(panel.diff.selection.text(panel.diff.prepared), "left")
    (quote,) = d.window.page.draft_store.draft.quotes
    assert quote.startswith("“Not for everybody at once.")
    assert quote.endswith("Blaise · Round 1")


async def texts_of_two_members_can_be_compared_but_not_decided(d, panel):
    names = {version.seat: version for version in panel.picker._by_name.values()}
    panel.picker.choose(names["Blaise"], names["Grace"])
    await d.settle()
    assert panel.diff.changes > 0
    assert not panel.diff.decidable
    assert not d.shown("Keep old")
    before = panel.picker.pair
    await d.click("Swap the two texts")
    assert panel.picker.pair == (before[1], before[0])


async def a_text_that_nothing_is_compared_with_is_named_once_at_its_head(d, panel):
    _old, new = panel.picker.pair
    assert panel.head.accessibleName().count("→") == 1
    panel.picker.choose(new, new)
    await d.settle()
    assert panel.head.accessibleName() == panel.picker.caption(new)


async def test_texts_of_any_member_and_round_are_compared_read_and_quoted(desk, core):
    async with changes(core, desk) as (d, panel, _):
        await the_place_in_a_comparison_is_kept_while_another_is_looked_at(d, panel)
        await both_texts_can_be_read_formatted(d, panel)
        await a_passage_leads_to_its_change_and_words_of_a_side_are_quoted(d, panel)
        await texts_of_two_members_can_be_compared_but_not_decided(d, panel)
        await a_text_that_nothing_is_compared_with_is_named_once_at_its_head(d, panel)


@pytest.mark.nightly
async def test_large_text_cuts_nothing_above_the_changes_and_leaves_room_to_them(desk, core):
    async with changes(core, desk) as (d, panel, _):
        d.window.set_zoom(130)
        for width, height, least in ((1366, 768, 380), (860, 600, 200)):
            d.window.resize(width, height)
            await d.settle()
            assert (d.window.width(), d.window.height()) == (width, height)
            bar, picker = panel.bar, panel.picker
            for control in (bar.previous, bar.next, bar.reviewed, bar.more, picker.swap):
                assert control.width() >= control.minimumSizeHint().width()
                edge = control.mapTo(panel, control.rect().topRight()).x()
                assert control.isVisible()
                assert edge <= panel.width()
            for made in (panel.diff.buttons.keep_old, panel.diff.buttons.keep_new):
                assert made.width() >= made.sizeHint().width()
                assert made.height() >= made.sizeHint().height()
                assert made.font().pointSizeF() >= 0.9 * panel.diff.font().pointSizeF()
            assert panel.diff.viewport().height() >= least
            assert panel.diff.sheet.geometry.one_column == (width < 960)
            assert panel.counter.text() in panel.counter.toolTip()
        d.window.actions_by_id["zoom_reset"].trigger()

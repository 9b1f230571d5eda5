"""The answers: cards side by side, one alone, places kept, and what can be decided about each member."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QTextCursor

from app.domain.facts import (
    CallResolved,
    RoundOpened,
    SeatAbsent,
    SeatReplaced,
    TextAssessed,
    TextProposed,
)
from app.domain.seats import Seat, Team
from app.ui.gates.feedback import FeedbackDialog
from app.ui.kit.popup import DESTROYS, end_of
from app.ui.kit.text.bounded import PlainEditor
from app.ui.kit.text.safe_view import SafeTextView
from app.ui.panels.answers import AnswersPanel
from app.ui.view.pace import clock
from tests.support.quiet import quiet
from tests.support.scenes.debate_story import FIRST, RUN, SECOND, TEAM
from tests.support.scenes.replaying import cut, recorded
from tests.support.scenes.stage import Stage
from tests.support.scenes.states import SECOND_ROUND, bring_to
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def panel_of(d) -> AnswersPanel:
    panel = d.window.page.panel("answers")
    assert isinstance(panel, AnswersPanel)
    return panel


async def two_rounds(core: Stage):
    return await core.replay(cut(recorded("debate"), SECOND_ROUND))


async def test_changed_words_are_tinted_and_the_tint_can_be_switched_off(alone, core):
    await two_rounds(core)
    d = await alone(AnswersPanel())
    ada: SafeTextView = d.named("Answer of Ada")
    await until(lambda: not ada.busy)
    tinted = " ".join(mark.cursor.selectedText() for mark in ada.extraSelections())
    assert "for office work" in tinted
    assert d.named("Answer of Grace").extraSelections() == []
    await d.click("Mark changes")
    await until(lambda: not ada.busy)
    assert ada.extraSelections() == []
    assert d.named("Status of Ada").toolTip().startswith("36 % changed")
    assert d.named("Status of Grace").text() == "Unchanged"


async def test_a_text_that_stands_from_the_round_before_is_not_tinted_as_changed_in_this_one(alone, core):
    session = await two_rounds(core)
    await core.approve(session)
    d = await alone(AnswersPanel())
    ada: SafeTextView = d.named("Answer of Ada")
    await until(lambda: not ada.busy)
    assert "office work" in ada.toPlainText()
    assert ada.extraSelections() == []


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
async def test_the_menu_of_a_card_opens_without_a_loop_of_its_own(desk, core):
    await two_rounds(core)
    async with desk() as d:
        more = d.named("More about Ada")
        # Qt's own menu buttons would wait here until the menu is gone.
        more.click()
        assert more.choices.isVisible()
        entries = more.choices.actions()
        assert more.choices.activeAction() is entries[0]
        # What takes something away stands last, in red; what cannot be used says why.
        assert [one.text() for one in entries if one.property(DESTROYS)] == [entries[-1].text()]
        assert entries[-1].text().startswith("Leave out")
        assert [end_of(one) for one in entries if one.text() == "Ask again"] == ["nothing failed"]
        more.choices.close()


async def test_one_member_can_be_shown_alone_by_button_tab_and_key(desk, core, qtbot):
    await two_rounds(core)
    async with desk() as d:
        panel = panel_of(d)
        assert not panel.bar.isVisible()
        await d.click("Show Blaise alone")
        assert d.shown("Answer of Blaise")
        assert not d.shown("Answer of Ada")
        qtbot.keyClick(panel.bar, Qt.Key.Key_Left)
        assert d.shown("Answer of Ada")
        assert not d.shown("Answer of Blaise")
        d.window.actions_by_id["member_3"].trigger()
        await d.settle()
        assert d.shown("Answer of Grace")
        await d.click("Show Grace alone")
        assert all(d.shown(f"Answer of {name}") for name in ("Ada", "Blaise", "Grace"))


async def test_the_reading_place_is_kept_over_member_round_and_view(desk, core):
    session = await core.begin()
    long = {number: "\n\n".join(f"Point {n} of round {number}." for n in range(120)) for number in (1, 2)}
    for number in (1, 2):
        await core.play_round(session, number)
        await core.write(session, TextProposed(slot="answer", seat="Ada", text=long[number]))
    async with desk() as d:
        page, ada = d.window.page, d.named("Answer of Ada")
        bar = ada.verticalScrollBar()
        # On a slow machine there is nothing to scroll yet: a place in it would be no place.
        await until(lambda: "round 2" in ada.plain() and not ada.busy and bar.maximum())
        ada.go_to(0.5)
        position = ada.reading_place()
        assert 0.4 < position < 0.6
        page.tabs.show_tab("log")
        await d.settle()
        page.tabs.show_tab("answers")
        await d.settle()
        assert abs(ada.reading_place() - position) < 0.03
        await d.click("Show Ada alone")
        await d.click("Show Ada alone")
        assert abs(ada.reading_place() - position) < 0.03
        page.step_round(-1)
        await until(lambda: "round 1" in ada.plain() and not ada.busy and bar.maximum())
        bar.setValue(0)
        page.step_round(1)
        await until(lambda: "round 2" in ada.plain() and not ada.busy and bar.maximum())
        assert abs(ada.reading_place() - position) < 0.03
        page.step_round(-1)
        await until(lambda: "round 1" in ada.plain() and not ada.busy and bar.maximum())
        assert ada.reading_place() < 0.05


async def text_of_ada(d, session) -> SafeTextView:
    """Open a session; return Ada's text once it stands there."""
    await d.window._open(session)

    def ready() -> bool:
        found = panel_of(d).cards.get("Ada")
        return found is not None and found.text.isVisible() and not found.text.busy

    await until(ready)
    text = panel_of(d).cards["Ada"].text
    assert isinstance(text, SafeTextView)
    return text


@pytest.mark.nightly
async def test_the_reading_place_is_kept_over_sessions_and_restarts(desk, core):
    session = await core.begin()
    await core.play_round(session, 1)
    text = "\n\n".join(f"Point {n}." for n in range(120))
    await core.write(session, TextProposed(slot="answer", seat="Ada", text=text))
    other = await core.begin("Another one")
    await core.play_round(other, 1)
    async with desk() as d:
        ada = await text_of_ada(d, session)
        ada.go_to(0.5)
        position = ada.reading_place()
        assert 0.4 < position < 0.6
        assert (await text_of_ada(d, other)).reading_place() == 0
        assert abs((await text_of_ada(d, session)).reading_place() - position) < 0.03
    async with desk() as d:
        assert abs((await text_of_ada(d, session)).reading_place() - position) < 0.03


async def test_the_text_that_goes_on_is_chosen_and_written_on_the_card(desk, core):
    await two_rounds(core)
    async with desk() as d:
        draft_store = d.window.page.draft_store
        box = d.named("Which text of Ada goes on")
        box.setCurrentIndex(box.findData("previous"))
        await d.settle()
        assert d.named("Answer of Ada").written == FIRST["Ada"]
        assert panel_of(d).cards["Ada"].row.status == "The previous text will be used."
        box.setCurrentIndex(box.findData("edit"))
        await d.settle()
        editor: PlainEditor = d.named("Your text instead of Ada's")
        assert editor.toPlainText() == SECOND["Ada"]
        editor.setPlainText("My own words.")
        approve = d.window.page.view.asked().verb("approve")
        assert draft_store.draft.data_for(approve, {})["texts"] == {"Ada": {"edit": "My own words."}}
        draft_store.stack.undo()
        await d.settle()
        assert draft_store.draft.choices == {"Ada": "previous"}
        draft_store.stack.undo()
        await d.settle()
        assert d.named("Answer of Ada").written == SECOND["Ada"]
        box.setCurrentIndex(box.findData("edit"))
        await d.settle()
        assert d.named("Your text instead of Ada's").toPlainText() == "My own words."
        await d.guard()
        await d.click("Approve and continue")
        assert core.answers()[-1][2]["texts"] == {"Ada": {"edit": "My own words."}}


async def test_what_was_written_over_a_rejected_attempt_is_offered_and_goes_on_only_when_chosen(desk, core):
    await two_rounds(core)
    async with desk() as d:
        draft_store, box = d.window.page.draft_store, d.named("Which text of Ada goes on")
        assert box.findData("earlier") < 0
        draft_store.type_text("Ada", "My own words.")
        draft_store.put(draft_store.draft.model_copy(update={"gate": "g1", "place": "2/0"}))
        d.window.page.refresh()
        await d.settle()
        assert box.currentData() == "refined"
        box.setCurrentIndex(box.findData("earlier"))
        await d.settle()
        assert d.named("Your text instead of Ada's").toPlainText() == "My own words."
        assert (box.currentData(), box.findData("earlier")) == ("edit", -1)


async def test_a_member_is_left_out_and_taken_back_and_both_can_be_undone(desk, core):
    await two_rounds(core)
    async with desk() as d:
        card, view = panel_of(d).cards["Blaise"], d.window.page.view
        card.drop.trigger()
        await d.settle()
        assert view.fold.session.dropped == {"Blaise"}
        await until(lambda: "Left out" in card.status.text())
        for pointed_at in (True, False):
            card.head.set_hot(pointed_at)
            assert "Left out" in d.named("Status of Blaise").text(), "said once, pointed at or not"
        assert not d.shown("Which text of Blaise goes on")
        d.window.page.draft_store.stack.undo()
        await d.settle()
        assert view.fold.session.dropped == set()
        card.drop.trigger()
        await d.settle()
        assert card.drop.text() == "Take back into the next round"
        card.drop.trigger()
        await d.settle()
        assert view.fold.session.dropped == set()


async def test_the_last_member_cannot_be_left_out(desk, core):
    await two_rounds(core)
    async with desk() as d:
        cards = panel_of(d).cards
        d.window.resize(1240, 700)
        await d.settle()
        for head in (card.head for card in cards.values()):
            head.set_hot(True)
            needs = head.change.fontMetrics().horizontalAdvance(head.change.text())
            assert not head.change.isVisible() or head.change.width() >= needs, "cut beside the buttons"
            head.set_hot(False)
        for name in ("Ada", "Blaise"):
            cards[name].drop.trigger()
            await d.settle()
        assert not cards["Grace"].drop.isEnabled()
        assert cards["Ada"].drop.isEnabled()


async def test_another_model_takes_a_seat(desk, core):
    await two_rounds(core)
    async with desk() as d:
        panel_of(d).cards["Ada"].replace.trigger()
        await d.settle()
        await d.click("Use it")
        assert d.shown("Model for Ada")
        d.named("Model for Ada").setEditText("offline/editor")
        await d.click("Use it")
        assert d.window.page.view.fold.session.seats["Ada"].model == "offline/editor"
        assert panel_of(d).cards["Ada"].model.text() == "rules, no AI"


async def test_a_failed_member_shows_why_and_is_asked_again_from_its_card(desk, core):
    session = await core.begin()
    await core.fail(session, "Grace")
    async with desk() as d:
        cards = panel_of(d).cards
        assert "no credit left" in d.named("Status of Grace").text()
        assert cards["Grace"].retry.isEnabled()
        assert not cards["Ada"].retry.isEnabled()
        cards["Grace"].retry.trigger()
        await d.settle()
        assert core.answers()[-1][1] == "retry"


async def test_partial_and_absent_answers_say_so(alone, core):
    session = await core.begin()
    core.players.stream("Ada", "Half a sent")
    await quiet()
    await core.stop(session)
    await core.write(session, SeatAbsent(seat="Grace", reason="The provider is down."))
    d = await alone(AnswersPanel())
    assert d.named("Answer of Ada").written == "Half a sent"
    card = d.panel.cards["Ada"]
    assert card.cut.words.text() == "Stopped here. What came is kept."
    assert (card.cut.property("failed"), card.cut.words.property("bad")) == (False, False)
    assert card.row.state.head == "stopped · 3 words"
    assert d.named("Status of Grace").text() == "Sits out this round. The provider is down."


async def test_at_a_decision_who_only_judges_the_texts_of_others_takes_no_room_from_them(alone, core):
    given = [{"name": "mine.md", "text": "Zinc."}]
    await core.play_on(await core.begin("Which roof?", profile="attack", guests=given))
    d = await alone(AnswersPanel())
    assert list(d.panel.cards) == ["Guest"]


async def test_a_stop_before_anything_came_leaves_the_text_before_in_sight_as_such(alone, core):
    await core.replay(recorded("stopped"))
    d = await alone(AnswersPanel())
    card = d.panel.cards["Grace"]
    assert card.row.state.head == "nothing had arrived"
    assert card.status.isVisible()
    assert card.status.text() == "The answer of round 1 stands."
    band = d.panel.halted
    assert band.title.text() == "You stopped in round 2."
    assert band.words.text() == "Blaise had finished, Ada was writing, Grace had not begun."
    assert card.text.written
    assert card.text.property("old")
    assert not card.cut.isVisible()


async def test_a_stop_amid_critiques_takes_no_line_from_a_text_that_is_whole(alone, core):
    session = await core.begin()
    await core.play_on(session, but=lambda request: request.purpose == "critique")
    await core.stop(session)
    d = await alone(AnswersPanel())
    for card in d.panel.cards.values():
        assert card.row.state.head == "stopped"
        assert card.row.status.startswith("Stopped while")
        assert not card.status.isVisible()


async def test_a_cut_answer_that_is_used_is_marked_and_no_failure(desk, core):
    session = await core.begin()
    await core.fail(session, "Grace")
    async with desk() as d:
        asked = d.window.page.view.live_calls.calls["Grace"].asked
        await core.write(session, CallResolved(asked=asked, verb="use_partial"))
        await d.settle()
        status = d.named("Status of Grace")
        assert status.text() == "Cut off before its end, and used as it is."
        assert not status.property("bad")


async def test_hidden_names_show_letters_alone_in_their_order(alone, core):
    team = Team(
        members=tuple(Seat(name=name, model=f"m/{name}") for name in ("Zoe", "Yan")),
        chair=Seat(name="Chair", model="m/c"),
    )
    core.lines.update({(seat, "proposal"): f"Text of {seat[0]}." for seat in ("Zoe", "Yan")})
    setup = {"question": "Q", "hide_names": True, "interactive_clarifications": False}
    session = await core.sessions.create("debate", setup, team)
    await core.sessions.start(session)
    await core.play_on(session, but=lambda request: request.purpose == "critique")
    (dealt,) = await core.facts(session, "letters_dealt")
    texts = {letter: f"Text of {seat[0]}." for seat, letter in dealt.letters.items()}
    d = await alone(AnswersPanel(), session)
    cards = list(d.panel.cards.values())
    assert [card.row.called for card in cards] == ["Answer A", "Answer B"]
    assert [card.text.written for card in cards] == [texts["A"], texts["B"]]
    assert [card.model.text() for card in cards] == ["", ""]
    words = {w.text() for card in cards for w in (card.title, card.status, card.head.change)}
    assert not any("Zoe" in text or "Yan" in text for text in words)


async def test_a_card_shows_the_letter_of_the_round_that_is_looked_at(desk, core):
    team = Team(
        members=tuple(Seat(name=name, model="m/x") for name in ("Ada", "Ben")),
        chair=Seat(name="Chair", model="m/c"),
    )
    setup = {"question": "Q", "new_letters": True, "threshold": 100, "interactive_clarifications": False}
    session = await core.sessions.create("debate", setup, team)
    await core.sessions.start(session)
    await core.play_on(session)
    await core.approve(session)
    await core.play_on(session)
    first, second = await core.facts(session, "letters_dealt")
    assert set(second.letters.values()) == {"A2", "B2"}
    async with desk() as d:
        titles = [card.row.title for card in panel_of(d).cards.values()]
        assert titles == [f"{name} · {second.letters[name]}" for name in ("Ada", "Ben")]
        d.window.actions_by_id["previous_round"].trigger()
        await d.settle()
        titles = [card.row.title for card in panel_of(d).cards.values()]
        assert titles == [f"{name} · {first.letters[name]}" for name in ("Ada", "Ben")]


async def test_of_more_than_three_members_as_many_are_shown_as_fit_and_letters_bring_the_others(desk, core):
    names = ("Ada", "Blaise", "Cleo", "Dan", "Eve")
    team = Team(
        members=tuple(Seat(name=name, model="m/x") for name in names),
        chair=Seat(name="Chair", model="m/c"),
    )
    session = await core.sessions.create("debate", {"question": "Q"}, team)
    await core.sessions.start(session)
    await quiet()
    (dealt,) = await core.facts(session, "letters_dealt")
    async with desk() as d:
        d.window.resize(860, 600)
        await d.settle()
        panel = panel_of(d)
        letters = [dealt.letters[name] for name in names]
        assert [panel.bar.tabText(at) for at in range(panel.bar.count())] == ["All", *letters]
        assert panel.bar.tabToolTip(1) == f"Ada · {letters[0]}"
        assert panel.bar.isVisible()
        assert not panel.bar.isTabVisible(0)

        def shown() -> str:
            return "".join(name[0] for name, card in panel.cards.items() if card.isVisible())

        assert shown() == "ABC"
        panel.show_member(4)
        await d.settle()
        assert shown() == "CDE"
        panel.bar.setCurrentIndex(2)
        await d.settle()
        assert shown() == "BCD"
        assert panel._scroll.horizontalScrollBar().maximum() == 0
        assert all(card.width() >= 260 for card in panel.cards.values() if card.isVisible())
        await d.click("Show Cleo alone")
        assert shown() == "C"
        panel.bar.setCurrentIndex(0)
        await d.settle()
        assert shown() == "BCD"


async def test_a_pinned_card_stays_while_the_others_scroll_and_rows_give_each_the_width(desk, core):
    await two_rounds(core)
    async with desk() as d:
        panel = panel_of(d)
        panel.cards["Grace"].pin.trigger()
        assert panel.cards["Grace"].parent() is panel._fixed_row
        assert panel.cards["Grace"].isVisible()
        panel.cards["Grace"].pin.trigger()
        assert panel.cards["Grace"].parent() is panel._row
        await d.click("One below the other")
        tops = [panel.cards[name].geometry().top() for name in ("Ada", "Blaise", "Grace")]
        assert tops == sorted(set(tops))


async def test_selected_words_become_a_quote_in_the_feedback(desk, core):
    await two_rounds(core)
    async with desk() as d:
        panel_of(d).cards["Blaise"].text.quoted.emit("A rota keeps the phones answered")
        assert d.window.page.draft_store.draft.quotes == ("“A rota keeps the phones answered” — Blaise R2",)
        d.window.page.draft_store.stack.undo()
        assert d.window.page.draft_store.draft.quotes == ()


async def test_a_card_whose_new_text_was_kept_says_since_when_its_words_are_marked(desk, core):
    session = await core.begin()
    await core.play_round(session, 1)
    async with desk() as d:
        ada: SafeTextView = d.named("Answer of Ada")
        await core.write(
            session,
            RoundOpened(number=1, attempt=2),
            TextProposed(slot="answer", seat="Ada", text=FIRST["Ada"] + "\n\nAsked for and added."),
            TextAssessed(slot="answer", seat="Ada", status="held"),
        )
        await d.settle()
        await until(lambda: not ada.busy)
        assert ada.extraSelections()
        assert d.named("Status of Ada").text() == "New"
        status_text = d.named("Status of Ada").toolTip
        assert status_text() == "New, and kept after the critiques · highlighted: since attempt 1"
        await d.click("Mark changes")
        await until(lambda: not ada.busy)
        assert not ada.extraSelections()
        assert status_text() == "New, and kept after the critiques"
        await d.click("Mark changes")
        assert status_text().endswith("highlighted: since attempt 1")


async def test_a_long_models_name_is_cut_in_its_middle_and_stays_whole_for_readers(core, alone):
    called = "openrouter/some-maker/a-model-with-a-rather-long-name-70b-instruct"
    seat = Seat(name="Ada", model=called)
    team = TEAM.model_copy(update={"members": (seat, *TEAM.members[1:])})
    session = await core.sessions.create("debate", {"question": "Why?"}, team)
    await core.sessions.start(session)
    d = await alone(AnswersPanel(), session)
    name = d.panel.cards["Ada"].model
    name.setFixedWidth(120)
    shot = name.grab().toImage()
    ground = shot.pixelColor(0, 0)
    # Text that overflows is painted over both edges.
    assert all(shot.pixelColor(0, y) == ground for y in range(shot.height()))
    assert any(shot.pixelColor(x, y) != ground for x in range(20) for y in range(shot.height()))
    assert name.text() == name.toolTip() == called


async def test_a_member_that_is_done_says_so_while_others_still_answer(alone, core):
    session = await core.begin()
    core.lines["Ada", "proposal"] = "Yes."
    core.players.end("Ada")
    await quiet()
    assert core.sessions.running(session)
    d = await alone(AnswersPanel())
    await d.settle()
    assert d.named("Answer of Ada").toPlainText() == "Yes."
    assert d.named("Status of Ada").text().startswith("done")


async def test_who_gives_a_seat_another_model_by_keyboard_stays_at_its_card(reviewing, core):
    async with reviewing(1) as d:
        d.named("More about Ada").setFocus()
        await core.review.tell(d.window.page.session, SeatReplaced(seat="Ada", model="openai/gpt-4o"))
        await d.settle()
        assert d.window.focusWidget() is d.named("More about Ada")
        assert d.window.page.panel("answers").cards["Ada"].model.text().endswith("/gpt-4o")


async def test_the_final_answer_is_read_as_it_comes_and_never_as_fields(core, desk):
    session = await two_rounds(core)
    async with desk() as d:
        await core.approve(session, "finish")
        await core.play_on(session, but=lambda request: request.purpose == "synthesis")
        for piece in ('{"ans', 'wer": "## Start a **limited**', " trial\\n\\nIn two "):
            core.players.stream("chair", piece)
            await quiet()
            d.window.bridge.flush()
        final = d.window.page.panel("final").text
        await until(lambda: "In two" in final.plain())
        assert final.plain().startswith("Start a limited trial")
        assert not [sign for sign in ("{", "\\n", "**", "##") if sign in final.plain()]


async def test_the_final_answer_stays_in_sight_while_it_is_judged(core, desk):
    session = await two_rounds(core)
    async with desk() as d:
        await core.approve(session, "finish")
        await core.play_on(session, but=lambda request: request.purpose == "compare")
        await d.settle()
        final = d.window.page.panel("final")
        assert final.isVisible()
        assert final.text.plain().startswith(RUN.splitlines()[0].lstrip("# ")[:10])
        assert final.written.text().startswith("written by the chair")
        await core.play_on(session)
        await until(lambda: d.window.page.view.final() is not None)
        assert final.isVisible()


async def test_what_a_member_finished_in_a_round_is_read_where_another_one_failed(core, alone):
    session = await core.begin()
    await core.play_on(session, but=lambda request: request.purpose == "refinement")
    core.lines["Ada", "refinement"] = '{"text": "Ada says it anew.", "answers": [], "summary": "anew"}'
    await core.fail(session, "Grace")
    d = await alone(AnswersPanel())
    cards = d.panel.cards
    await d.settle()
    assert cards["Ada"].text.written == "Ada says it anew."
    assert d.named("Status of Ada").text().startswith("done")
    assert (cards["Ada"].row.before or "").split() == FIRST["Ada"].split()
    assert cards["Grace"].text.written.split() == FIRST["Grace"].split()


async def test_where_an_answer_was_cut_off_is_said_below_its_last_words_in_red(core, alone):
    await bring_to(core, "cut")
    d = await alone(AnswersPanel())
    await d.settle()
    card = d.panel.cards["Grace"]
    assert card.row.state.head == "cut · 20 words"
    assert card.row.state.icon_tone == "failed"
    assert not card.status.isVisible()
    for width in (1366, 860):
        d.window.resize(width, 700)
        await d.settle()
        band, text = card.cut, card.text
        assert band.isVisible()
        assert band.words.text() == "Cut off here: 4,000 tokens used up."
        end = QTextCursor(text.document())
        end.movePosition(QTextCursor.MoveOperation.End)
        last = text.cursorRect(end).bottom()
        assert last < band.y() < last + 40
        assert band.geometry().bottom() < text.viewport().height()
        assert band.width() == text.viewport().width() - 2 * text.margins[0]
    others = [one.cut for one in d.panel.cards.values() if one is not card]
    assert not [one for one in others if one.isVisible()]


async def test_a_stop_that_was_wanted_is_calm(core, alone):
    session = await core.begin()
    await core.stop(session)
    d = await alone(AnswersPanel())
    state = d.panel.cards["Ada"].row.state
    assert (state.tone, state.icon, state.head) == ("note", "square", "stopped")


async def test_a_card_whose_text_is_whole_does_not_say_that_it_was_cut_short(alone, core):
    session = await core.begin()
    core.lines["Ada", "proposal"] = "Whole."
    core.players.end("Ada", "Blaise", "Grace")
    await quiet()
    await core.stop(session)
    d = await alone(AnswersPanel())
    await d.settle()
    card = d.panel.cards["Ada"]
    assert card.text.plain() == "Whole."
    assert "partial" not in card.row.status


def test_no_time_is_told_that_nobody_saw():
    assert clock(0) == clock(900_000) == clock(-5) == clock(4_000_000_000) == ""
    assert clock(31_000_000) == "0:31"
    assert clock(125_000_000) == "2:05"


async def test_names_are_whole_where_there_is_room_and_few_cards_become_one_where_there_is_none(desk, core):
    await two_rounds(core)
    async with desk() as d:
        panel = panel_of(d)
        for wide in (1366, 860):
            d.window.resize(wide, 768 if wide > 900 else 600)
            await d.settle()
            for card in panel.cards.values():
                assert card.isVisible()
                assert card.title.width() > card.title.fontMetrics().horizontalAdvance(card.title.text())
                assert 28 <= card.head.height() <= 29
                card.head.show_words("writing · 261 words")
                card.head.show_words("7 %")
                change = card.head.change
                assert change.minimumWidth() <= change.fontMetrics().horizontalAdvance("7 %") + 2
        d.window.set_zoom(130)
        await d.settle()
        assert [card.isVisible() for card in panel.cards.values()].count(True) == 1
        assert panel.bar.isVisible()
        assert not panel.bar.isTabVisible(0)
        d.window.actions_by_id["zoom_reset"].trigger()
        await d.settle()
        assert all(card.isVisible() for card in panel.cards.values())


async def test_the_question_is_a_link_and_is_read_whole_and_formatted(desk, core):
    asked = "# A plan?\n\nIt must **hold** for a year."
    await core.begin(question=asked)
    async with desk() as d:
        link = d.window.page.tabs.question
        link.button.click()
        frame = link.frame
        assert frame.isVisible()
        await until(lambda: frame.text.plain() == "A plan?\nIt must hold for a year.")
        assert frame.about.text() == "9 words"
        window = d.window.frameGeometry()
        assert frame.width() == 560
        assert frame.height() <= 0.6 * window.height()
        assert frame.geometry().top() >= link.button.mapToGlobal(QPoint(0, link.button.height())).y()
        frame.copy.click()
        assert QGuiApplication.clipboard().text() == asked
        frame.close()


async def test_a_member_that_thinks_shows_what_it_reads_and_its_text_of_before(desk, core):
    session = await two_rounds(core)
    async with desk() as d:
        await core.approve(session)
        await core.play_on(session, but=lambda request: request.purpose == "refinement")
        await d.settle()
        card = panel_of(d).cards["Ada"]
        assert card.reads.isVisible()
        assert len(card.row.reads) >= 1
        assert card.before.text().startswith("Its answer of round")
        core.players.stream("Ada", '{"text": "A new beginning')
        await quiet()
        d.window.bridge.flush()
        await until(lambda: card.text.plain() == "A new beginning")
        assert not card.reads.isVisible()
        assert not card.before.isVisible()


async def test_one_member_is_asked_again_alone_with_feedback_from_its_card(desk, core):
    session = await two_rounds(core)
    async with desk() as d:
        card = panel_of(d).cards["Blaise"]
        assert card.again.text() == "Ask Blaise again…"
        card.again.trigger()
        await d.settle()
        assert [name for name in ("Ada", "Blaise", "Grace") if d.named(f"For {name}").isChecked()] == [
            "Blaise"
        ]
        form = d.window.findChild(FeedbackDialog)
        assert form.head.title.text() == "Ask Blaise again"
        assert form.others.isVisible()
        for box in (form.seats["Ada"], form.seats["Grace"]):
            box.setChecked(True)
        assert (form.head.title.text(), form.main.text()) == ("Reject round 2", "Reject")
        assert not form.others.isVisible()
        form.seats["Ada"].setChecked(False)
        assert form.head.title.text() == "Reject round 2"
        assert form.others.isVisible()
        form.seats["Grace"].setChecked(False)
        d.named("What should change?").setPlainText("Name the two departments.")
        await d.click("Send feedback")
        await until(lambda: d.window.page.view.fold.timeline.rounds[2].current.number == 2)
        cues = core.players.waiting_of(session)
        assert [(cue.request.purpose, cue.request.seat) for cue in cues] == [("refinement", "Blaise")]


async def test_nobody_is_asked_again_in_a_round_that_is_looked_back_at(desk, core):
    await two_rounds(core)
    async with desk() as d:
        d.window.actions_by_id["previous_round"].trigger()
        await d.settle()
        assert not panel_of(d).cards["Blaise"].again.isEnabled()


async def test_an_answer_is_rated_from_its_card_and_the_same_press_takes_it_back(desk, core):
    await two_rounds(core)
    async with desk() as d:
        card = panel_of(d).cards["Ada"]
        card.good.trigger()
        await until(lambda: panel_of(d).cards["Ada"].row.rating == "good")
        assert card.good.isChecked()
        # It is seen without opening the menu.
        assert card.head.rated.isVisible()
        assert card.head.rated.toolTip() == "You found it a good answer"
        card.poor.trigger()
        await until(lambda: panel_of(d).cards["Ada"].row.rating == "poor")
        assert not card.good.isChecked()
        assert panel_of(d).cards["Grace"].row.rating is None
        card.poor.trigger()
        await until(lambda: panel_of(d).cards["Ada"].row.rating is None)
        assert not card.poor.isChecked()
        assert not card.head.rated.isVisible()

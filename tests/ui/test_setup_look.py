"""What a session is set up with, as a person sees it: forms, templates, the team, models and keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QComboBox, QLabel, QPushButton

from app.domain.i18n import words
from app.domain.seats import Seat, Team
from app.engine.plugin import SetupField, grouped
from app.settings.folders import Folders
from app.settings.templates import SessionTemplate
from app.ui.gates.questions import QuestionsDialog
from app.ui.kit.dialog import FOOT, HEAD
from app.ui.kit.overlay import Scrim
from app.ui.models.providers import ProvidersDialog
from app.ui.setup.file_list import FileList
from app.ui.setup.kept_setups import TemplatesDialog
from app.ui.setup.setup_form import in_groups
from app.ui.setup.typed import CheckList
from tests.support.person import Keyboard, in_front
from tests.support.scenes.states import bring_to
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def buttons_of(dialog):
    """Return where every visible button of a dialog is."""
    found = [b for b in dialog.findChildren(QPushButton) if b.isVisible()]
    return {b.text(): b.mapTo(dialog, b.rect().topLeft()) for b in found}


async def test_a_follow_up_is_begun_with_the_team_of_its_session_and_not_with_the_default_one(desk, core):
    session = await core.begin()
    await core.play_round(session, 1)
    other = Team(
        name="Other",
        members=(Seat(name="Zoe", model="offline/editor"),),
        chair=Seat(name="Chair", model="offline/judge"),
    )
    core.teams.make_default(core.teams.save(other))
    async with desk() as d:
        await d.guard()
        await d.window.session_forms.follow_up(d.window.page.view, core.plugins["debate"])
        form = d.window.session_forms.now
        sat = {name: seat.model for name, seat in d.window.page.view.fold.session.seats.items()}
        assert {name: seat.model for name, seat in form.chosen_team().table().items()} == sat
        assert "Ada" in form.who.text()
        assert form.team.currentText() == "Everyday", "a team that is kept is named"
        form.reject()
        # Of a team that is kept no longer the session's own is offered.
        (core.folder / "config" / "teams" / "everyday.toml").unlink()
        form.seat(d.window.page.view.fold.session.seats)
        assert form.team.currentText() == "As in that session"
        assert "Zoe" not in form.who.text()
        assert {name: seat.model for name, seat in form.chosen_team().table().items()} == sat


async def test_a_set_up_is_kept_as_a_template_begun_with_again_and_removed(desk, core):
    async with desk() as d:
        d.window.ask_new("What do we do next week?")
        form = d.window.session_forms.now
        await d.settle()
        assert not form.kept.menu.isVisible(), "there is none yet"
        rows = {row.name: row for row in form.rows()}
        rows["max_rounds"].control.setText("4")
        rows["cost_limit"].control.setText("")
        await d.click("Save as template…")
        await d.click("Save")
        assert "Give the template a name." in in_front().problem.text()
        d.named("Name").setText("Weekly plan")
        await d.click("Save")
        assert core.templates.names() == ["Weekly plan"]
        assert form.kept.menu.isVisible()
        form.set_question("Something else")
        rows["max_rounds"].control.setText("1")
        rows["cost_limit"].control.setText("3")
        ((words, use),) = form.kept._lines()[:1]
        assert words == "Weekly plan"
        use()
        assert rows["question"].value() == "What do we do next week?"
        assert rows["max_rounds"].value() == "4"
        assert rows["cost_limit"].value() is None, "no limit stays no limit"
        # From the form of another kind, too.
        form.kinds.buttons["experiment"].click()
        other = d.window.session_forms.now
        assert other is not form
        other.kept.chosen.emit("Weekly plan")
        assert d.window.session_forms.now is form
        assert form.isVisible()
        form.kept._lines()[-1][1]()
        await d.settle()
        await d.click("Remove…")
        await d.click("Remove")
        assert core.templates.names() == []
        await d.click("Close")
        assert not form.kept.menu.isVisible()
        form.reject()


async def test_files_that_are_dropped_on_the_form_are_listed_with_their_length_and_none_twice(desk, tmp_path):
    brief = tmp_path / "brief.md"
    brief.write_text("Forty people work there.", encoding="utf-8")
    async with desk() as d:
        d.window.ask_new("Where to?")
        form = d.window.session_forms.now
        await d.settle()
        dropped = QMimeData()
        dropped.setUrls([QUrl.fromLocalFile(str(brief)), QUrl("https://example.org/far.md")])
        for _ in range(2):
            action, button = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
            form.dropEvent(
                QDropEvent(QPointF(200, 200), action, dropped, button, Qt.KeyboardModifier.NoModifier)
            )
        files = form.findChild(FileList)
        assert files.paths() == [brief]
        await until(lambda: "4 words" in str(files.list.item(0).data(Qt.ItemDataRole.UserRole + 1)))
        assert form.basic.rows["question"].value() == "Where to?"
        form.reject()


async def test_nothing_moves_where_a_key_is_wrong_or_refused(desk, core):
    async with desk() as d:
        d.window.actions_by_id["providers"].trigger()
        await d.settle()
        dialog = d.window.findChild(ProvidersDialog)
        before = buttons_of(dialog)
        assert {"Save key", "Get a key", "Close", "Find local models"} <= set(before)
        d.named("Key").setText("two words")
        await d.click("Save key")
        assert dialog.problem.isVisible()
        after = buttons_of(dialog)
        assert {name: after[name] for name in before} == before
        d.named("Key").setText("sk-0123456789bad")
        await d.click("Save key")
        await d.click("Test")
        after = buttons_of(dialog)
        # Its models are listed now, and what stands below them makes room.
        kept = [name for name in before if name not in ("Test", "Address and rates")]
        assert {name: after[name] for name in kept} == {name: before[name] for name in kept}
        assert dialog.details.result.property("bad")
        await d.click("Close")


async def test_who_uses_a_model_stands_beside_it(desk, core):
    core.front.keys.put("openai", "sk-0123456789abcdef")
    core.front.many = 30
    async with desk() as d:
        d.window.actions_by_id["providers"].trigger()
        await d.settle()
        details = d.window.findChild(ProvidersDialog).details
        await until(details.table.isVisible)
        assert details.table.item(0, 0).text() == "gpt-4o-mini", "what is used comes first"
        assert details.table.item(0, 3).text().startswith("Ada")
        few = details.table.rowCount()
        await d.click(details.more.text())
        assert details.table.rowCount() > few
        assert not details.more.isVisible()
        await d.click("Close")


async def test_an_answer_that_is_typed_is_no_longer_left_unanswered(core, desk):
    await bring_to(core, "clarification")
    async with desk() as d:
        await d.guard()
        await d.click("Answer questions…")
        dialog = in_front()
        assert isinstance(dialog, QuestionsDialog)
        page = dialog.pages[1]
        words = [radio.text() for radio in page.group.buttons()]
        assert not any("None of these fit" in one for one in words), "there is nothing to fit"
        left = page.group.buttons()[-1]
        assert left.isChecked()
        page.note.setText("Twelve thousand")
        assert not left.isChecked()
        assert page.given().status == "answered"
        page.note.setText("")
        assert left.isChecked()
        assert page.given().status == "not_answered"
        # What was chosen on purpose stays beside a note.
        page.group.buttons()[0].setChecked(True)
        page.note.setText("As you think fit")
        assert page.group.buttons()[0].isChecked()
        dialog.reject()


async def test_a_template_gets_another_name_and_takes_no_other_ones_place_unasked(desk, core):
    kept = SessionTemplate(workflow="debate", values={"question": "What do we do next week?"})
    for name in ("Plan", "Weekly"):
        core.templates.save(name, kept)
    core.templates.save("Plan", SessionTemplate(workflow="debate", values={"question": "Which plan?"}))
    async with desk() as d:
        d.window.ask_new("What else?")
        form = d.window.session_forms.now
        await d.settle()
        form.kept.chosen.emit("Weekly")
        form.kept._lines()[-1][1]()
        await d.settle()
        dialog = in_front()
        assert isinstance(dialog, TemplatesDialog)
        keys = Keyboard(d)
        await keys.press(Qt.Key.Key_Down)
        await keys.press(Qt.Key.Key_Return)
        name = d.named("Name")
        assert (name.text(), name.selectedText()) == ("Weekly", "Weekly")
        name.setText("..")
        await d.click("Rename")
        assert "cannot be a template's name" in dialog.problem.text()
        assert core.templates.names() == ["Plan", "Weekly"]
        await d.click("Rename…")
        d.named("Name").setText("Plan")
        await d.click("Rename")
        assert in_front().problem.text() == "There is one of that name. Press Rename again to replace it."
        d.named("Name").setText("Every Monday")
        await d.click("Rename")
        assert core.templates.names() == ["Every Monday", "Plan"]
        assert core.templates.load("Every Monday") == kept
        assert dialog.list.currentItem().text() == "Every Monday"
        assert not dialog.problem.isVisible()
        await d.click("Close")
        await d.click("Save as template…")
        assert d.named("Name").text() == "Every Monday", "it is that one's new name"
        in_front().reject()
        form.reject()


def offered(row) -> bool:
    """Tell whether a row can be seen: one of boxes is hidden where there is nothing to choose."""
    return not isinstance(row.control, CheckList) or bool(row.control.boxes)


async def test_advanced_fields_stand_together_under_titles_in_the_order_of_tab(desk, core):
    async with desk() as d:
        d.window.ask_new("Where to?")
        form = d.window.session_forms.now
        form.fold.click()
        await d.settle()
        seen = [row.title for row in form.advanced.rows.values()]
        titles = ["The answer", "Rounds and their end"]
        told = [one for one in form.advanced.findChildren(QLabel) if one.isVisible() and one.text()]

        def place(one):
            """Return the column it stands in and how far below its top."""
            middle = one.mapTo(form.advanced, one.rect().center())
            return 3 * middle.x() // form.advanced.width(), middle.y()

        told.sort(key=place)
        found = [one.text() for one in told if one.text() in titles]
        assert found == titles
        places = [place(row.control) for row in form.advanced.rows.values() if offered(row)]
        assert places == sorted(places), seen
        form.reject()


async def test_a_debate_asks_four_things_at_once_and_fourteen_in_all_and_a_template_sets_the_others(
    desk, core
):
    async with desk() as d:
        d.window.ask_new("Where to?")
        form = d.window.session_forms.now
        # Tool servers are listed where somebody has set one up, and take no room else.
        listed = {row.name for row in form.rows() if offered(row)}
        assert len(form.basic.rows) <= 4, [*form.basic.rows]
        assert len(listed) <= 14, listed
        assert not form.also.line.isVisible()
        values = {"question": "Where to?", "max_rounds": 1, "retries": 7, "enabled": True}
        form.take("Mine", SessionTemplate(workflow="debate", values=values))
        form.fold.click()
        await d.settle()
        assert form.also.line.text() == "Also set: Retries."
        assert form.template().values["retries"] == 7
        d.window.session_forms.now.main.click()
        await until(lambda: d.window.page.view is not None and d.window.page.view.members())
        assert d.window.page.view.fold.session.setup["retries"] == 7
        assert d.window.page.view.fold.session.setup["max_rounds"] == 1


def test_fields_without_a_title_stand_first_and_each_title_once():
    one, two = words("One"), words("Two")
    fields = [
        *grouped(two, "a"),
        *grouped(one, SetupField("b", unit="%")),
        SetupField("c"),
        *grouped(two, "d"),
    ]
    assert [(field.name, field.unit) for field in in_groups(fields)] == [
        ("c", ""),
        ("a", ""),
        ("d", ""),
        ("b", "%"),
    ]


async def test_new_sessions_begin_with_the_team_and_the_limit_of_the_settings(desk, core):
    other = core.teams.default().model_copy(update={"name": "Other"})
    core.teams.save(other)
    async with desk() as d:
        d.window.actions_by_id["settings"].trigger()
        await d.settle()
        team = d.named("Default team")
        assert team.currentText() == "Everyday"
        team.setCurrentIndex(team.findData("other"))
        team.activated.emit(team.currentIndex())
        assert core.teams.default().name == "Other"
        limit = d.named("Cost limit")
        assert limit.value() == 2.0
        limit.setValue(0.75)
        limit.editingFinished.emit()
        assert core.settings.beginnings() == {"cost_limit": 0.75}
        assert core.teams.default().name == "Other", "what else the file holds stays"
        told = [one.text() for one in in_front().findChildren(QLabel)]
        assert str(Folders.of_this_machine().data) in told
        await d.click("Close")
        d.window.ask_new("Where to?")
        form = d.window.session_forms.now
        rows = {row.name: row for row in form.rows()}
        assert rows["cost_limit"].value() == "0.75"
        form.reject()
        d.window.actions_by_id["settings"].trigger()
        await d.settle()
        assert d.named("Default team").currentText() == "Other"
        d.named("No limit").setChecked(True)
        assert core.settings.beginnings() == {"cost_limit": None}
        await d.click("Keyboard shortcuts…")
        assert in_front().windowTitle() == "Keyboard shortcuts"
        in_front().reject()


async def test_what_rules_on_this_machine_take_is_told_in_seconds_and_not_as_if_they_were_models(core):
    plugin = core.plugins["debate"]
    setup = {"question": "Where to?", "max_rounds": 2}
    found = {}
    for name in ("offline", "everyday"):
        table = core.teams.load(name).table()
        found[name] = await core.estimates.before_start(plugin, setup, table)
    assert found["offline"].seconds.high < 60 < found["everyday"].seconds.high
    headline = str(found["offline"].headline())
    assert headline.startswith("Free · ")
    assert headline.endswith(" s")


async def test_no_choice_of_a_set_up_is_called_by_a_word_of_the_machine(desk, core):
    async with desk() as d:
        d.window.ask_new("Where to?")
        form = d.window.session_forms.now
        form.kinds.buttons["experiment"].click()
        for one in (form, d.window.session_forms.now):
            boxes = [row.control for row in one.rows() if isinstance(row.control, QComboBox)]
            words = {box.itemText(at): box.itemData(at) for box in boxes for at in range(box.count())}
            assert len(words) > 5
            machine = [text for text, value in words.items() if text == value or "_" in text]
            assert machine == []
            assert not {"Convergence", "Fixed", "Never ask", "On conflict", "Full"} & set(words)
        d.window.session_forms.now.reject()


async def test_every_dialog_has_the_same_head_and_foot_before_a_dimmed_window(desk, core):
    await core.begin()
    async with desk() as d:
        for action in ("settings", "providers", "team", "export", "shortcuts", "guide"):
            d.window.actions_by_id[action].trigger()
            await d.settle()
            dialog = in_front()
            assert dialog.head.height() == HEAD
            assert dialog.head.title.text() == dialog.windowTitle()
            foot = dialog.main.parentWidget()
            assert foot is not None
            assert foot.height() == FOOT
            (scrim,) = [one for one in d.window.findChildren(Scrim) if one.isVisible()]
            assert scrim.geometry() == d.window.rect()
            dialog.reject()
            await d.settle()
            assert not [one for one in d.window.findChildren(Scrim) if one.isVisible()]


async def test_every_kind_of_session_has_a_form_in_which_no_choice_is_cut_and_no_sign_of_the_program_stands(
    desk, core
):
    async with desk() as d:
        d.window.resize(1366, 768)
        for name in core.plugins:
            d.window.ask_new()
            d.window.session_forms.now.kinds.buttons[name].click()
            form = d.window.session_forms.now
            form.fold.setChecked(True)
            await d.settle()
            boxes = [box for box in form.findChildren(QComboBox) if box.isVisible()]
            words = {b: b.fontMetrics().horizontalAdvance(b.currentText()) for b in boxes}
            cut = [b.accessibleName() for b, wide in words.items() if b.width() < wide + 26]
            assert cut == [], f"{name}: {cut}"
            aside = form.fold.mapTo(form, form.fold.rect().topLeft()).x()
            out = [b for b in boxes if b.mapTo(form, b.rect().topRight()).x() > form.width() - 12]
            assert out == [], f"{name}: beyond the column that begins at {aside}"
            held = {row.name: row.words or "" for row in form.rows()}
            assert [n for n, words in held.items() if words[:1] in ("{", "[")] == [], name
            form.reject()


async def test_the_dialog_is_never_wider_than_its_window_and_says_its_own_kind_always(desk, core):
    core.templates.save("Weekly plan", SessionTemplate(workflow="debate"))
    async with desk() as d:
        d.window.resize(860, 600)
        for zoom in (100, 130):
            d.window.set_zoom(zoom)
            d.window.ask_new("Where to?")
            form = d.window.session_forms.now
            line = form.estimate
            await until(lambda line=line: line.estimate is not None)
            await d.settle()
            assert form.width() <= 860 - 24
            own, *others = form.kinds.buttons.values()
            words = Qt.ToolButtonStyle.ToolButtonTextBesideIcon
            assert own.toolButtonStyle() == words
            assert {one.toolButtonStyle() for one in others} == {words}
            assert all(one.accessibleName() for one in others)
            for unfolded in (False, True):
                form.fold.setChecked(unfolded)
                assert form.keep.isVisible() is unfolded, "its foot has no room for it"
            form.reject()
        d.window.set_zoom(100)


async def test_a_question_is_laid_out_in_the_room_of_its_lines_and_has_nothing_to_scroll_to_beside_it(
    desk, core
):
    async with desk() as d:
        d.window.resize(1366, 768)
        d.window.ask_new("Where to?")
        text = d.named("Question")
        assert text.viewport().width() < text.width() - 100, "its lines are short enough to read"
        assert (text.document().textWidth(), text.horizontalScrollBar().maximum()) == (
            text.viewport().width(),
            0,
        )
        d.window.session_forms.now.reject()


async def test_a_way_is_a_card_with_its_price_which_arrows_reach_and_a_space_chooses(desk, core):
    async with desk() as d:
        d.window.ask_new("Where to?")
        form = d.window.session_forms.now
        way = form.basic.rows["profile"]
        cards = way.control.cards
        assert {card.price for card in cards.values()} == {"–"}, "nothing is known yet"
        await until(lambda: all(card.price != "–" for card in cards.values()))
        assert all(card.says_use() for card in cards.values())
        way.control.say_prices(dict.fromkeys(cards, "cost unknown · time known after the first answer"))
        assert not any(card.says_use() for card in cards.values()), "a price would lie over it"
        cards["debate"].setFocus()
        keys = Keyboard(d)
        await keys.press(Qt.Key.Key_Left)
        assert cards["quick"].hasFocus()
        assert way.value() == "debate", "it is looked at, not chosen"
        await keys.press(Qt.Key.Key_Space)
        assert way.value() == "quick"
        form.reject()


async def test_beside_advanced_stands_what_differs_from_the_usual_first(desk, core):
    async with desk() as d:
        d.window.ask_new("Where to?")
        form = d.window.session_forms.now
        told, rows = form._settings.told, form.advanced.rows
        usual = "limit $2.00 · ask me after each · names shown · stop at 80 % agreement"
        assert told.text() == f"2 rounds · {usual}"
        rows["hide_names"].control.setChecked(True)
        rows["review_critiques"].control.setChecked(True)
        rows["max_rounds"].control.setText("1")
        assert told.text().startswith("1 round · Review critiques · names hidden · limit $2.00")
        rows["max_rounds"].control.setText("what?")
        assert "2 rounds" in told.text(), "what is wrong is said when it is to begin"
        form.reject()

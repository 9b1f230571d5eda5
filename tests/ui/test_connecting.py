"""Connecting models and making a team, as a person does it in the window."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager

import keyring
import pytest
from keyring.backends import fail
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit

from app.domain.seats import Seat, Team
from app.engine.ports import ProviderInfo
from app.services.providers import Approval
from app.settings.providers import Endpoint
from app.ui.kit.pick_list import GROUP, RIGHT
from app.ui.models.provider_details import state_of
from app.ui.models.providers import ProvidersDialog
from tests.support.person import Keyboard
from tests.support.waiting import until

PLACES = ("Name", "Model", "Role", "Web search", "Add what is missing", "Take out")
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


async def opened(d, action):
    """Open a dialog over its action, and wait until it has loaded."""
    d.window.actions_by_id[action].trigger()
    await d.settle()


def own_teams(core):
    """Return the names of the person's own teams."""
    return sorted(file.stem for file in (core.folder / "config" / "teams").glob("*.toml"))


async def add_member(d, kind):
    """Open the menu of members, and take a kind of one."""
    await d.click("Add a member")
    menu = d.named("Add a member").choices
    menu.hide()
    (action,) = [one for one in menu.actions() if one.text() == kind]
    action.trigger()
    await d.settle()


@pytest.fixture
def over(desk):
    """Open a window with a dialog over it: `over("providers")`."""

    @asynccontextmanager
    async def opening(action):
        async with desk() as d:
            await opened(d, action)
            yield d

    return opening


async def test_a_key_is_pasted_tested_and_forgotten_and_never_shown_whole(over, core):
    async with over("providers") as d:
        assert core.front.contacted == []
        field = d.named("Key")
        assert field.echoMode() == QLineEdit.EchoMode.Password
        assert not d.named("Test").isEnabled()
        assert not d.named("Save key").isEnabled()
        QTest.keyClick(field, Qt.Key.Key_Return)
        await d.settle()
        assert "Paste the key first." in texts(d)
        field.setText("  sk-0123456789abcdef ")
        await d.click("Save key")
        assert core.front.kept() == {"openai": "sk-0123456789abcdef"}
        assert field.text() == ""
        assert "…cdef" in texts(d)
        assert "sk-0123" not in texts(d)
        assert field.placeholderText().endswith("•cdef")
        assert not d.named("Save key").isEnabled()
        await d.click("Test")
        assert "Works. Answered in 412 ms, 12 models, tested " in texts(d)
        await d.click("Remove key")
        assert core.front.kept() == {}
        assert "Not connected." in texts(d)
        await d.click("Close")


async def test_a_refused_key_and_a_wrong_one_are_said_in_words(over, core):
    async with over("providers") as d:
        d.named("Key").setText("two words")
        await d.click("Save key")
        assert "That is no key" in texts(d)
        assert d.named("Key").text() == "two words"
        d.named("Key").setText("sk-0123456789bad")
        await d.click("Save key")
        await d.click("Test")
        assert "The key was refused (401). Enter the key again under Models and keys" in texts(d)
        await d.click("Close")


async def test_local_models_are_looked_for_only_when_asked_and_own_servers_are_kept_with_rates(desk, core):
    async with desk() as d:
        await d.click("Add a key…")
        assert core.front.contacted == []
        await d.click("Find local models")
        assert "ollama/qwen3:8b" in d.named("Local models").text()
        await d.click("Own server…")
        assert not d.window.findChild(ProvidersDialog).list.selectedItems(), "it is none of them"
        d.named("Name").setText("work")
        d.named("Address").setText("nowhere")
        await d.click("Add the server")
        assert "no address" in texts(d)
        d.named("Address").setText("https://llm.example/v1")
        d.named("Dollars per million tokens in").setValue(0.5)
        await d.click("Add the server")
        kept = core.providers.settings.read().endpoints["work"]
        assert (kept.base_url, kept.price_in, kept.price_out) == ("https://llm.example/v1", 0.5, None)
        assert "Per million tokens: $0.50 in, cost unknown out" in texts(d)
        await d.click("Remove the server")
        assert core.providers.settings.read().endpoints == {}
        assert "OpenAI" in texts(d)
        assert not d.shown("Remove the server")
        await d.click("Close")


async def test_servers_that_were_approved_are_listed_with_their_variables_and_taken_back(over, core):
    core.providers.approve("http://127.0.0.1:9", "MY_KEY")
    core.providers.approve("https://llm.example:443")
    async with over("providers") as d:
        await d.click("Approved servers…")
        listed = d.named("Approved servers")
        await until(lambda: listed.count() == 2)
        assert listed.item(0).text() == "http://127.0.0.1:9 – with MY_KEY"
        await d.click("Take back")
        await until(lambda: listed.count() == 1)
        assert core.providers.approvals() == [Approval("https://llm.example:443")]
        await d.click("Take back")
        await until(lambda: not d.shown("Approved servers"))
        assert not d.shown("Approved servers…")
        await d.click("Close")


async def test_a_team_is_made_of_models_that_can_be_asked_and_kept_under_its_name(over, core):
    core.front.keys.put("openai", "sk-0123456789abcdef")
    async with over("team") as d:
        assert d.named("Model – Chair").findText("openai/gpt-4o-mini") >= 0
        d.named("Name of the team").setText("Mine")
        d.named("Model – Member 1").setEditText("openai/gpt-4o-mini")
        await d.click("Take out – Member 3")
        await add_member(d, "A model")
        d.named("Name – Member 4").setText("Zoe")
        d.named("Role – Member 4").setEditText("security")
        d.named("Use it for new sessions").setChecked(True)
        await d.click("Save")
        team = core.teams.load("mine")
        assert [seat.name for seat in team.members] == ["Ada", "Blaise", "Zoe"]
        assert team.members[2].role == "security"
        assert core.teams.default().name == "Mine"


@pytest.mark.qt_log_ignore("This plugin does not support")
async def test_what_is_typed_for_a_model_stays_as_typed_while_fitting_names_are_listed(over, core):
    core.front.keys.put("openai", "sk-0123456789abcdef")
    core.front.many = 400
    async with over("team") as d:
        box = d.named("Model – Member 1")
        box.setFocus()
        box.lineEdit().selectAll()
        QTest.keyClicks(box.lineEdit(), "model-12")
        await d.settle()
        assert box.currentText() == "model-12"
        listed = box.completer().popup()
        assert listed.isVisible()
        assert listed.model().rowCount() == 11
        listed.hide()
        await d.click("Cancel")


async def test_the_team_names_who_needs_a_key_and_its_list_has_models_under_their_providers(over, core):
    core.front.keys.put("openai", "sk-0123456789abcdef")
    async with over("team") as d:
        assert "You can save now and add it later." in texts(d)
        box = d.named("Model – Member 2")
        box.lineEdit().setText("openai/gpt-4o-mini")
        await d.settle()
        line = next(text for text in texts(d).splitlines() if "need a key" in text)
        assert "Blaise" not in line
        assert "Grace" in line
        box.setCurrentIndex(box.findText("openai/gpt-4o-mini"))
        group = box.itemData(box.currentIndex(), GROUP)
        assert (group.title, group.state) == ("OpenAI", "set up")
        assert box.itemData(box.currentIndex(), RIGHT).startswith("$")
        await d.click("Cancel")


async def test_a_members_place_and_letter_are_changed_by_a_drag_and_by_keys(over, core):
    async with over("team") as d:
        d.named("Name of the team").setText("Mine")
        first = d.named("Name – Member 1")
        first.setFocus()
        QTest.keyClick(first, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
        await d.settle()
        assert (d.named("Letter – Member 1: B").text(), first.hasFocus()) == ("B", True)
        grip = d.named("Move – Member 3")
        QTest.mousePress(grip, Qt.MouseButton.LeftButton)
        QTest.mouseMove(grip, QPoint(6, -100))
        QTest.mouseRelease(grip, Qt.MouseButton.LeftButton)
        await d.settle()
        assert d.shown("Letter – Member 3: B")
        await d.click("Save")
        assert [seat.name for seat in core.teams.load("mine").members] == ["Blaise", "Grace", "Ada"]


async def test_a_place_says_what_its_provider_said_when_it_was_tested_and_leads_to_the_key_it_needs(
    over, core
):
    core.front.keys.put("openai", "sk-0123456789abcdef")
    async with over("team") as d:
        d.named("Model – Member 1").setEditText("openai/gpt-4o-mini")
        assert d.shown("State – Member 1: set up"), "nobody asked it yet"
        assert not d.shown("Add what is missing – Member 1")
        await d.click("Add what is missing – Member 2")
        await until(lambda: d.named("Providers").chosen() == "anthropic")
        d.named("Providers").choose("openai")
        await d.click("Test")
        await d.click("Close")
        assert d.shown("State – Member 1: ready")
        d.named("Model – Member 1").setEditText("gpt-4o-mini")
        assert d.shown("State – Member 1: no provider")
        await d.click("Cancel")


async def test_a_seat_that_gets_another_model_leaves_the_old_ones_server_and_rates_behind(over, core):
    seat = Seat(name="Ada", model="openai/own", base_url="http://127.0.0.1:1/v1", price_in=1.0, drafts=2)
    team = Team(name="Theirs", members=(seat,), chair=Seat(name="Chair", model="offline/judge"))
    core.teams.make_default(core.teams.save(team))
    async with over("team") as d:
        d.named("Name of the team").setText("Mine")
        d.named("Model – Member 1").setEditText("anthropic/claude-sonnet-4-5")
        await d.click("Save")
        saved = core.teams.load("mine")
        assert saved.members[0] == Seat(name="Ada", model="anthropic/claude-sonnet-4-5", drafts=2)
        assert saved.judge is None


async def test_a_saved_team_is_offered_in_a_form_that_was_open_before_and_nothing_typed_is_lost(desk, core):
    async with desk() as d:
        d.window.ask_new("Where to?")
        await d.settle()
        await d.click("Cancel")
        await opened(d, "team")
        d.named("Name of the team").setText("Mine")
        await d.click("Save")
        d.window.ask_new()
        await d.settle()
        assert d.named("Team").findData("mine") >= 0
        assert d.named("Question").toPlainText() == "Where to?"
        await d.click("Cancel")


async def test_what_another_round_will_use_stands_in_the_bar_while_a_round_waits(desk, core):
    async with desk() as d:
        session = await core.begin()
        await d.window._open(session)
        await core.play_round(session, 1)
        cost = d.window.page.bar.cost
        d.window.resize(1600, 800)
        await until(lambda: "7 calls" in cost.toolTip())
        # What finishing takes, too: the final answer is asked for.
        assert cost.text().startswith("Finish: about $0.043 · Round 2: about $0.12 ($0.04–$0.23) · ")
        assert "7 calls · about $0.12 ($0.04–$0.23)" in cost.toolTip()
        d.window.set_zoom(140)
        await d.settle()
        assert " · Round 2: about $0.12 · " in cost.text(), "the range goes before words and links do"
        d.window.actions_by_id["zoom_reset"].trigger()
        assert "out of date" in cost.toolTip()


@pytest.mark.nightly
async def test_that_no_price_is_known_stands_once_in_the_bar_while_a_round_waits(desk, core):
    async with desk() as d:
        core.players.priced = False
        session = await core.begin()
        await d.window._open(session)
        await core.play_round(session, 1)
        cost = d.window.page.bar.cost
        await until(lambda: "7 calls" in cost.toolTip())
        assert cost.text().startswith("Round 2: cost unknown · ")


async def test_two_members_of_one_name_are_refused_and_what_was_typed_stays(over, core):
    async with over("team") as d:
        d.named("Name – Member 2").setText("ada")
        await d.click("Save")
        assert "Two members are called" in texts(d)
        assert d.named("Name – Member 2").text() == "ada"
        assert own_teams(core) == ["everyday"]
        await d.click("Cancel")


async def test_what_is_no_name_or_no_address_of_a_server_is_said_without_jargon(over, core):
    async with over("providers") as d:
        await d.click("Own server…")
        d.named("Name").setText("My Server")
        d.named("Address").setText("https://llm.example/v1")
        await d.click("Add the server")
        assert "“My Server” cannot be a server's name. Use small letters" in texts(d)
        d.named("Name").setText("work")
        d.named("Address").setText("llm.example")
        await d.click("Add the server")
        assert "“llm.example” is no address. Write it whole" in texts(d)
        assert d.named("Name").text() == "work"
        await d.click("Close")


async def test_the_focus_goes_on_to_the_next_step_and_never_elsewhere(over, core):
    async with over("providers") as d:
        assert d.named("Providers").hasFocus()
        d.named("Key").setText("sk-0123456789bad")
        d.named("Save key").setFocus()
        await d.click("Save key")
        assert d.named("Test").hasFocus()
        await d.click("Test")
        assert d.named("Test again").hasFocus()
        listed = d.named("Providers")
        assert listed.currentItem().text() == "OpenAI"
        assert "refused" in listed.currentItem().toolTip()
        assert d.window.findChild(ProvidersDialog).details.pill.text() == "Key refused"
        d.named("Remove key").setFocus()
        await d.click("Remove key")
        assert d.named("Key").hasFocus()
        await d.click("Close")


async def test_a_key_that_begins_as_another_providers_is_asked_about_before_it_is_kept(over, core):
    async with over("providers") as d:
        listed = d.window.findChild(ProvidersDialog).list
        listed.choose("openai")
        d.named("Key").setText("sk-ant-0123456789abcdef")
        await d.click("Save key")
        assert "This looks like a key of Anthropic" in texts(d)
        assert core.front.keys.find("openai")[0] is None
        await d.click("Save key")
        assert core.front.keys.find("openai")[0] == "sk-ant-0123456789abcdef"
        await d.click("Close")


async def test_a_key_that_no_keyring_takes_is_said_to_be_lost_at_the_end(over, core):
    keyring.set_keyring(fail.Keyring())
    async with over("providers") as d:
        d.named("Key").setText("sk-0123456789abcdef")
        await d.click("Save key")
        assert (
            "No system keyring found – it is kept until Roundtable closes"
            in d.named("Result of the test").text()
        )
        where = d.window.findChild(ProvidersDialog).details.where
        assert where.text().startswith("Kept in memory until Roundtable closes.")
        await d.click("Test")
        assert "keyring" not in where.text()
        await d.click("Close")


@asynccontextmanager
async def asking(d, core):
    """Open the providers, and press Test with the keyboard; nothing is answered before the end."""
    for provider in ("openai", "anthropic"):
        core.front.keys.put(provider, "sk-0123456789abcdef")
    core.front.answering = asyncio.Event()
    d.window.activateWindow()
    await opened(d, "providers")
    d.named("Test").setFocus()
    QTest.keyClick(d.named("Test"), Qt.Key.Key_Space)
    await d.settle()
    try:
        yield QApplication.activeModalWidget()
    finally:
        core.front.answering.set()
        await d.settle()


async def test_who_goes_elsewhere_while_a_key_is_tested_stays_there_and_nothing_is_begun_meanwhile(
    desk, core
):
    async with desk() as d:
        async with asking(d, core) as dialog:
            dialog.list.setFocus()
            QTest.keyClick(dialog.list, Qt.Key.Key_Down)
            assert dialog.focusWidget() is dialog.list
            assert not d.named("Test").isEnabled()
            dialog.own_link.click()
            d.named("Name").setText("work")
            QTest.keyClick(d.named("Name"), Qt.Key.Key_Return)
            assert not dialog.problem.isVisible()
            dialog.stack.setCurrentIndex(0)
            dialog.list.setFocus()
        assert dialog.focusWidget() is dialog.list
        assert d.named("Test").isEnabled()
        await d.click("Close")


async def test_who_waits_for_the_test_of_a_key_is_where_it_was_pressed(desk, core):
    async with desk() as d:
        async with asking(d, core) as dialog:
            assert not d.named("Test").isEnabled()
        assert dialog.focusWidget() is d.named("Test again")
        await d.click("Close")


async def test_a_dialog_that_is_left_while_a_key_is_tested_ends_in_peace(desk, core):
    async with desk() as d:
        async with asking(d, core) as dialog:
            dialog.reject()
        assert not d.shown("Test")


async def test_a_key_typed_for_one_provider_is_not_kept_for_another_and_is_there_again(over, core):
    async with over("providers") as d:
        providers = d.named("Providers")
        d.named("Key").setText("sk-0123456789abcdef")
        providers.choose("anthropic")
        assert d.named("Key").text() == ""
        assert not d.named("Save key").isEnabled()
        assert core.front.kept() == {}
        providers.choose("openai")
        await d.click("Save key")
        assert core.front.kept() == {"openai": "sk-0123456789abcdef"}
        assert d.named("Key").text() == ""
        await d.click("Close")


async def test_a_server_of_ones_own_is_changed_in_the_fields_it_was_typed_into(over, core):
    core.providers.put_endpoint("work", Endpoint(base_url="https://llm.example/v1", price_in=0.5))
    async with over("providers") as d:
        d.named("Providers").choose("work")
        await d.click("Change…")
        assert d.named("Address").text() == "https://llm.example/v1"
        assert d.named("Change the server").isVisible()
        out = d.named("Dollars per million tokens out")
        out.setValue(2.0)
        QTest.keyClick(out, Qt.Key.Key_Return)
        await d.settle()
        assert core.providers.settings.read().endpoints["work"].price_out == 2.0
        assert "Per million tokens: $0.50 in, $2.00 out" in texts(d)
        assert d.named("Change…").isVisible()
        await d.click("Close")


async def test_what_is_missing_in_a_team_is_named_and_the_cursor_stands_there(over, core):
    async with over("team") as d:
        for name, typed, refusal in (
            ("Name of the team", " ", "Give the team a name."),
            ("Name – Member 2", "", "Member 2 has no name."),
            ("Model – Member 1", "good", "Ada: write the model as provider/model."),
        ):
            field = d.named(name)
            before = field.text() if isinstance(field, QLineEdit) else field.currentText()
            put = field.setText if isinstance(field, QLineEdit) else field.setEditText
            put(typed)
            await d.click("Save")
            assert refusal in texts(d)
            assert field.hasFocus()
            put(before)
        assert own_teams(core) == ["everyday"]
        await d.click("Cancel")


async def test_enter_takes_a_model_from_the_list_and_does_not_save_what_is_half_typed(over, core):
    core.front.keys.put("openai", "sk-0123456789abcdef")
    async with over("team") as d:
        box = d.named("Model – Member 1")
        box.setFocus()
        box.lineEdit().selectAll()
        QTest.keyClicks(box.lineEdit(), "4o-mini")
        completer = box.completer()
        assert completer.currentCompletion() == "openai/gpt-4o-mini"
        QTest.keyClick(box.lineEdit(), Qt.Key.Key_Return)
        await d.settle()
        assert box.currentText() == "openai/gpt-4o-mini"
        assert own_teams(core) == ["everyday"]
        assert d.shown("Save")
        await d.click("Cancel")


async def test_a_team_that_was_left_unsaved_is_there_again_with_the_models_there_are_now(over, core):
    async with over("team") as d:
        d.named("Name of the team").setText("Half done")
        QTest.keyClick(d.named("Name of the team"), Qt.Key.Key_Escape)
        await d.settle()
        assert not d.shown("Name of the team")
        core.front.keys.put("openai", "sk-0123456789abcdef")
        core.providers.put_endpoint("work", Endpoint(base_url="https://llm.example/v1"))
        await opened(d, "team")
        assert d.named("Name of the team").text() == "Half done"
        assert d.named("Model – Chair").findText("openai/gpt-4o-mini") >= 0
        assert "Models of work are listed once tested" in texts(d)
        await d.click("Save")
        await opened(d, "team")
        assert d.named("Name of the team").text() != "Half done"
        await d.click("Cancel")


async def test_a_saved_team_is_taken_up_again_and_no_other_is_replaced_unasked(over, core):
    seat = Seat(name="Zoe", model="offline/editor", role="testing")
    mine = Team(name="Mine", members=(seat,), chair=Seat(name="Chair", model="offline/judge"))
    core.teams.save(mine)
    core.teams.save(mine.model_copy(update={"name": "Other"}))
    async with over("team") as d:
        await begin_with(d, "mine")
        assert d.named("Name of the team").text() == "Mine"
        assert d.named("Role – Member 1").currentText() == "testing"
        d.named("Name – Member 1").setText("Yves")
        d.named("Name of the team").setText("Other")
        await d.click("Save")
        assert core.teams.load("other").members[0].name == "Zoe"
        assert "There is a team “other” already." in texts(d)
        await d.click("Replace")
        assert core.teams.load("other").members[0].name == "Yves"
        assert core.teams.load("mine").members[0].name == "Zoe"
        assert not d.shown("Save")


async def begin_with(d, team):
    source = d.named("Copy from")
    source.setCurrentIndex(source.findData(team))
    source.activated.emit(source.currentIndex())
    await d.settle()


async def test_what_was_typed_for_one_team_is_there_again_after_a_look_at_another(over, core):
    core.teams.save(core.teams.default().model_copy(update={"name": "Mine"}))
    async with over("team") as d:
        d.named("Name of the team").setText("Half done")
        d.named("Name – Member 1").setText("Zoe")
        await d.click("Take out – Member 3")
        await add_member(d, "A model")
        await begin_with(d, "mine")
        assert d.named("Name of the team").text() == "Mine"
        assert d.named("Name – Member 1").text() == "Ada"
        await begin_with(d, "")
        assert d.named("Name of the team").text() == "Half done"
        assert d.named("Name – Member 1").text() == "Zoe"
        assert not d.shown("Name – Member 3")
        await add_member(d, "A model")
        assert d.shown("Name – Member 5")
        await d.click("Cancel")


async def test_a_member_whose_model_can_be_asked_to_search_is_allowed_to_in_its_row(over, core):
    async with over("team") as d:
        d.named("Name of the team").setText("Mine")
        model, web = d.named("Model – Member 1"), d.named("Web search – Member 1")
        for name, can in (
            ("gemini/gemini-2.5-flash", True),
            ("openai/gpt-4o", False),
            ("openai/gpt-4o-search-preview", True),
            ("offline/analyst", False),
        ):
            model.setCurrentText(name)
            assert web.isEnabled() is can, name
        model.setCurrentText("gemini/gemini-2.5-flash")
        web.click()
        await d.click("Save")
    assert [seat.web_search for seat in core.teams.load("mine").members] == [True, False, False]
    core.teams.make_default("mine")
    async with over("team") as d:
        assert d.named("Web search – Member 1").isChecked()
        d.named("Model – Member 1").setCurrentText("offline/analyst")
        assert d.named("State – Member 1: cannot search").isVisible()
        d.named("Web search – Member 1").click()
        await d.click("Save")
    assert not core.teams.load("mine").members[0].web_search


async def test_a_member_is_added_below_one_whose_model_is_no_name(over):
    async with over("team") as d:
        d.named("Model – Member 3").setCurrentText("x" * 201)
        await add_member(d, "A model")
        assert d.named("Model – Member 4").currentText() == "offline/analyst"
        assert d.named("Model – Member 3").currentText() == "x" * 201
        await d.click("Cancel")


async def test_the_default_team_is_the_same_whether_it_is_there_at_once_or_chosen(over, core):
    core.teams.save(core.teams.default().model_copy(update={"name": "Mine"}))
    async with over("team") as d:
        await begin_with(d, "mine")
        await begin_with(d, "")
        await d.click("Save")
        assert not d.shown("Replace"), "it is what was begun with"
        assert core.teams.load("everyday") == core.teams.default()


async def test_tab_goes_through_a_team_as_the_eye_does_whatever_came_later(desk, core):
    async with desk() as d:
        d.window.activateWindow()
        await opened(d, "team")
        await add_member(d, "A model")
        keys, seen = Keyboard(d), []
        await keys.go_to("Name – Member 1")
        members = [f"{what} – Member {n}" for n in range(1, 5) for what in PLACES]
        # Nobody stops where a model cannot be asked to search, or nothing is missing.
        members = [name for name in members if d.shown(name) and d.named(name).isEnabled()]
        assert "Web search – Member 2" in members
        places = [
            f"{what} – {who}" for who in ("Chair", "Judge") for what in ("Model", "Add what is missing")
        ]
        stops = [*members, "Add a member", *filter(d.shown, places)]
        for _ in stops:
            seen.append(keys.focused.accessibleName())
            await keys.press(Qt.Key.Key_Tab)
        assert seen == stops
        await d.click("Cancel")


def texts(d) -> str:
    """Return everything that labels show."""
    return "\n".join(one.text() for one in d.window.findChildren(QLabel) if one.isVisible())


async def test_what_a_provider_needs_besides_a_key_is_set_beside_it(over, core):
    async with over("providers") as d:
        d.named("Providers").choose("azure")
        assert "It still needs AZURE_API_BASE + AZURE_API_KEY" in texts(d)
        which, value = d.named("What the provider is told"), d.named("Its value")
        # What is missing comes first.
        assert which.currentText() == "api_base"
        value.setText("https://mine.openai.azure.com")
        await d.click("Set")
        which.setCurrentIndex(which.findData("client_secret"))
        assert value.echoMode() == QLineEdit.EchoMode.Password
        value.setText("a-secret-for-tests")
        await d.click("Set")
        text = texts(d)
        assert "api_base: https://mine.openai.azure.com" in text
        assert "client_secret: keyring" in text
        assert "a-secret-for-tests" not in text
        assert "It still needs" not in text
        d.named("Providers").choose("openai")
        assert not value.isVisible()
        await d.click("Close")
    kept = (core.folder / "config" / "providers.toml").read_text(encoding="utf-8")
    assert "https://mine.openai.azure.com" in kept
    assert "a-secret" not in kept


def test_what_was_not_tested_has_no_tick():
    one = ProviderInfo("own", "Own", "http://127.0.0.1:1/v1", own=True, keyless=True)
    look, said = state_of(one, None, here=None)
    assert (look.icon, said) == ("circle-dashed", "Not tested yet")

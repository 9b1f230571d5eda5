"""A new session without a model: one is connected first, a sample is seen, or the rules are tried."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from app import resources
from app.bootstrap import build
from app.domain.ids import JUDGE
from app.services.connecting import whose_key
from app.settings.folders import Folders
from app.ui.kit.texts import model_text
from app.ui.models.providers import ProvidersDialog
from app.ui.panels.summary import summary_text
from app.ui.view.status_line import status_facts
from tests.support.person import Keyboard, Mouse
from tests.support.scenes.model_scenes import GOOD, REFUSED, without_models
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
QUESTION = "Should we rent or buy?"


async def asked(d, core):
    """Open the form where nobody can be asked, with a question in it."""
    without_models(core)
    d.window.ask_new(QUESTION)
    form = d.window.session_forms.now
    await until(lambda: d.shown("Use Ollama") and d.shown("Get a key: Anthropic"))
    return form, form.unconnected.connect_card


async def test_without_a_model_nothing_is_started_and_a_key_turns_the_form_into_one_that_can_be(desk, core):
    async with desk() as d:
        form, card = await asked(d, core)
        assert not form.main.isEnabled()
        assert not form.team.isVisible()
        assert form.unconnected.foot.isVisible()
        card.key.setText(f' "sk-ant-{REFUSED}" ')
        assert card.recognised.text() == "Anthropic"
        QTest.keyClick(card.key, Qt.Key.Key_Return)
        await until(lambda: card.said.text() == "The provider refuses this key.")
        assert REFUSED in card.key.text(), "what was typed stays"
        assert core.front.kept() == {}, "a key that is refused is not kept"
        card.key.setText(f"sk-ant-{GOOD}")
        await d.click("Connect")
        await until(form.team.isVisible)
        assert form.main.isEnabled()
        assert d.named("Question").toPlainText() == QUESTION
        seats = form.chosen_team().table()
        assert {seat.model.partition("/")[0] for seat in seats.values()} == {"anthropic"}
        judge = model_text(seats[JUDGE].model, short=True)
        assert f"Judge: {judge}" in form.who.accessibleDescription(), "who judges is no member, and said too"
        assert core.front.kept() == {"anthropic": f"sk-ant-{GOOD}"}
        form.reject()


async def test_a_first_model_that_works_is_asked_by_new_sessions_and_named_on_the_first_page(desk, core):
    without_models(core)
    async with desk() as d:
        first = d.window.first.connected
        assert first.isHidden()
        await d.click("Add a key…")
        d.window.findChild(ProvidersDialog).list.choose("anthropic")
        d.named("Key").setText(f"sk-ant-{GOOD}")
        await d.click("Save key")
        await d.click("Test")
        await until(lambda: not core.connecting.is_needed())
        assert d.named("Local models").text() == "New sessions ask the models of Anthropic."
        assert {seat.model.partition("/")[0] for seat in core.teams.default().table().values()} == {
            "anthropic"
        }
        await d.click("Close")
        assert first.text() == "Connected: Anthropic"
        assert first.isVisible()


async def test_a_key_that_could_not_be_tried_leaves_no_rules_at_the_table_as_if_they_were_its_models(
    desk, core
):
    async with desk() as d:
        form, card = await asked(d, core)
        card.key.setText("sk-ant-0123456789far")
        await d.click("Connect")
        await until(lambda: card.said.text().startswith("The provider cannot be reached."))
        assert core.front.kept() == {}
        form.kinds.buttons["draft"].click()
        await d.settle()
        other = d.window.session_forms.now
        assert other is not form
        assert other.unconnected.isVisible()
        assert not other.main.isEnabled()
        other.reject()


async def test_models_of_a_key_that_is_there_already_sit_down_at_a_press_and_no_rules_before(desk, core):
    async with desk() as d:
        core.front.keys.put("anthropic", f"sk-ant-{GOOD}")
        form, _card = await asked(d, core)
        assert not form.main.isEnabled()
        await d.click("Use Anthropic")
        await until(form.team.isVisible)
        seats = form.chosen_team().table()
        assert {seat.model.partition("/")[0] for seat in seats.values()} == {"anthropic"}
        assert core.front.kept() == {"anthropic": f"sk-ant-{GOOD}"}
        form.reject()


async def test_a_key_without_credit_is_kept_and_its_own_models_sit_down(desk, core):
    async with desk() as d:
        form, card = await asked(d, core)
        card.key.setText("sk-proj-0123456789due")
        await d.click("Connect")
        await until(lambda: "no credit" in card.said.text())
        assert core.front.kept() == {"openai": "sk-proj-0123456789due"}
        seats = form.chosen_team().table().values()
        assert {seat.model for seat in seats} == {"openai/gpt-4o-mini"}
        form.reject()


@pytest.mark.parametrize(
    ("workflow", "size"),
    [
        ("research", (860, 600)),
        *(
            pytest.param(workflow, (860, 600), marks=pytest.mark.nightly)
            for workflow in ("debate", "draft", "experiment")
        ),
        *(
            pytest.param(workflow, (1366, 768), marks=pytest.mark.nightly)
            for workflow in ("debate", "draft", "research", "experiment")
        ),
    ],
)
async def test_the_sample_the_rules_and_what_runs_here_are_in_sight_for_every_kind_of_session(
    desk, core, workflow, size
):
    async with desk() as d:
        d.window.resize(*size)
        without_models(core)
        mouse = Mouse(d)
        d.window.ask_new()
        d.window.session_forms.now.kinds.buttons[workflow].click()
        await until(lambda: d.shown("Use Ollama"))
        see = d.named("See the sample")
        use = d.named("Use Ollama")
        await d.settle()
        for one in (see, use):
            assert one.visibleRegion().boundingRect() == one.rect(), "the whole button is seen"
        await mouse.click("See the sample")
        await until(lambda: d.window.page is not None)
        d.window.ask_new()
        d.window.session_forms.now.kinds.buttons[workflow].click()
        await d.settle()
        await mouse.click("Try the rules…")
        form = d.window.session_forms.now
        assert form.main.isEnabled()
        assert "rules, no AI" in form.who.text(), "the names of rules are no models"
        form.reject()


async def test_what_runs_on_this_machine_is_found_and_sits_down_at_a_press(desk, core):
    async with desk() as d:
        form, _card = await asked(d, core)
        await d.click("Use Ollama")
        await until(form.team.isVisible)
        assert {seat.model for seat in form.chosen_team().table().values()} == {"ollama/qwen3:8b"}
        form.reject()
        d.window.ask_new()
        await d.settle()
        assert form.unconnected.isHidden(), "there is a model now"
        form.reject()


@pytest.mark.nightly
async def test_a_sample_is_seen_from_the_form_and_what_was_typed_stays_in_it(desk, core):
    async with desk() as d:
        form, _card = await asked(d, core)
        await d.click("See the sample")
        page = d.window.page
        await until(lambda: page.state == "waiting" and page.view.gate().fact.kind == "approval")
        assert page.view.fold.session.title.startswith("Sample: ")
        assert page.header.kind.text() == "written by hand"
        assert not form.isVisible()
        d.window.ask_new()
        assert d.named("Question").toPlainText() == QUESTION
        form.reject()


async def test_the_rules_are_tried_where_somebody_wants_them_and_not_asked_about_again(desk, core):
    async with desk() as d:
        form, _card = await asked(d, core)
        await d.click("Try the rules…")
        assert form.main.isEnabled()
        assert form.focusWidget() is d.named("Question")
        assert not form.note.isVisible(), "it stands beside the team, for as long as no model sits there"
        assert {s.model.partition("/")[0] for s in form.chosen_team().table().values()} == {"offline"}
        form.reject()
        d.window.ask_new()
        await d.settle()
        assert form.team.isVisible()
        form.reject()


async def test_the_keys_lead_from_the_question_to_the_key_and_to_every_way_on(desk, core):
    async with desk() as d:
        form, _card = await asked(d, core)
        keys = Keyboard(d)
        d.window.activateWindow()
        for name in (
            "Key",
            "Get a key: Anthropic",
            "Look again",
            "Use Ollama",
            "See the sample",
            "Try the rules…",
        ):
            await keys.go_to(name)
        form.reject()


async def test_a_key_is_told_by_its_beginning_and_asked_about_where_two_begin_alike(desk, core):
    providers = await core.providers.list()

    def whose(key):
        return [one.name for one in whose_key(key, providers)]

    assert whose("sk-ant-api03-x") == ["anthropic"]
    assert whose("sk-or-v1-x") == ["openrouter"]
    assert whose("sk-proj-x") == ["openai"]
    assert whose("AIzaSy") == ["gemini"]
    assert whose("sk-0123456789abcdef") == ["openai", "deepseek"]
    assert whose("0123456789abcdef") == []
    async with desk() as d:
        _form, card = await asked(d, core)
        card.key.setText("0123456789abcdef")
        assert card.whose.isVisible()
        assert not card.connect_button.isEnabled()
        card.whose.setCurrentIndex(card.whose.findData("mistral"))
        assert card.connect_button.isEnabled()
        d.window.session_forms.now.reject()


async def test_cards_title_and_foot_of_a_sample_say_that_no_model_wrote_it(desk, core):
    async with desk() as d:
        d.window.resize(1366, 768)
        await d.click("See a sample")
        page = d.window.page
        await until(lambda: page.state == "waiting" and page.view.gate().fact.kind == "approval")
        await d.settle()
        assert page.header.kind.isVisible()
        heads = [card.head for card in page.panel("answers").cards.values()]
        assert [(head.model.isVisible(), head.model.text()) for head in heads] == [
            (True, "written by hand")
        ] * 3


@pytest.mark.usefixtures("play_long")
async def test_of_rules_nobody_is_said_to_agree_and_no_tokens_are_counted(desk_on):
    core = build(Folders.of_this_machine(), council_step=0.0)
    async with desk_on(core) as d:
        d.window.ask_new("Should our team try a four-day week, and what speaks against it?")
        form = d.window.session_forms.now
        await until(lambda: d.shown("Try the rules…"))
        await d.click("Try the rules…")
        await until(form.warned.isVisible)
        form.add_files([str(resources.path("samples") / "four-day-week-context.md")])
        await until(lambda: not form.warned.isVisible())
        await d.click("Start")
        page = d.window.page
        await until(lambda: page.state == "waiting" and page.view.gate().fact.kind == "approval")
        await d.guard()
        await d.click("Approve and finish")
        await until(lambda: page.state == "finished")
        final = page.panel("final")
        await until(final.side.isVisible)
        await d.settle()
        beside = [one.text() for one in final.side.findChildren(QLabel)]
        assert "None." not in beside
        assert beside[beside.index("Dissent") + 1].endswith(("were taken up.", "raised a point."))
        facts = status_facts(page.view)
        assert (facts.tokens, facts.providers) == ("", "rules, no AI")
        assert "offline/" not in summary_text(page.view), "the names of rules are no models"
    await core.close()

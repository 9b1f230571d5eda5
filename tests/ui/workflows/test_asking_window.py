"""What can be asked for at an open gate, by clicks: the toy describes it, the window knows nothing of it."""

from __future__ import annotations

from types import MappingProxyType

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from app.bootstrap import build
from app.settings.folders import Folders
from app.workflows.registry import SHIPPED
from tests.support.toy_asking import AskingPlugin
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")


async def at_gate(core, d):
    """Open a session of the toy at its first gate."""
    session = await core.sessions.create("asking", {"question": "What now?"}, core.teams.default())
    page = d.window.page
    await d.window._open(session)
    await core.sessions.start(session)
    await until(lambda: page.state == "waiting")
    await until(lambda: "ask:explain" in dict(page.bar._buttons))
    await d.guard()
    return session, page


class Talkative(AskingPlugin):
    """The toy whose explanations take their time."""

    voices = MappingProxyType({**AskingPlugin.voices, ("*", "explain"): lambda request: "and so on " * 5000})


def build_core(tmp_path, plugin=AskingPlugin, **options):
    folders = Folders(tmp_path / "data", tmp_path / "config")
    return build(folders, makers={**SHIPPED, "asking": plugin}, **options)


def card_of(page):
    """Return the newest card."""
    return list(page.asked.cards.values())[-1]


async def test_an_explanation_is_asked_for_with_words_of_the_bar_and_the_gate_stays_open(desk_on, tmp_path):
    core = build_core(tmp_path, council_step=0.0)
    async with desk_on(core) as d:
        session, page = await at_gate(core, d)
        offered = [words for does, words in page.bar.offered() if does.startswith("ask:")]
        assert offered == ["Explain this", "Ask a member…", "Check the answers"]
        QTest.keyClicks(d.guidance("Guidance"), "the tone")
        await d.click("Explain this")
        await until(lambda: page.asked.isVisible() and "Done" in card_of(page).status.text())
        assert "Explain the tone" in card_of(page).text.toPlainText()
        assert page.state == "waiting"
        assert d.guidance("Guidance").toPlainText() == "", "what was sent is forgotten"
        await d.guard()
        await d.click("Finish")
        await until(lambda: page.state == "finished")
        assert not page.asked.isVisible()
        types = [record.type for record in await core.sessions.records(session)]
        assert types.count("toy_told") == 1
    await core.close()


async def test_a_question_is_asked_for_in_a_form_and_the_palette_offers_all(desk_on, tmp_path):
    core = build_core(tmp_path, council_step=0.0)
    async with desk_on(core) as d:
        session, page = await at_gate(core, d)
        asks = [one.words for one in d.window.commands.commands() if one.kind == "Ask"]
        assert asks == ["Explain this", "Ask a member…", "Check the answers"]
        await d.click("Ask a member…")
        member = page.view.members()[0]
        dialog = page.asker._open
        dialog.form.rows["member"].put(member)
        dialog.form.rows["question"].put("Are you sure?")
        dialog.main.click()
        await until(lambda: page.asked.isVisible() and "Done" in card_of(page).status.text())
        assert "Are you sure?" in card_of(page).text.toPlainText()
        bodies = [r.body() for r in await core.sessions.records(session) if r.type == "command_asked"]
        assert [body["data"] for body in bodies] == [{"member": member, "question": "Are you sure?"}]
    await core.close()


async def test_what_is_under_way_is_seen_arriving_and_can_be_stopped(desk_on, tmp_path):
    core = build_core(tmp_path, council_step=0.02, plugin=Talkative)
    async with desk_on(core) as d:
        session, page = await at_gate(core, d)
        await d.click("Explain this")
        await until(lambda: page.asked.isVisible() and card_of(page).text.toPlainText().strip())
        assert "under way" in card_of(page).status.text()
        assert "ask:explain" not in dict(page.bar._buttons), "it is being asked already"
        card = card_of(page)
        page.tabs.tabBar().setFocus()
        for _ in ("what is read", "the card"):
            d.window.actions_by_id["next_pane"].trigger()
        assert d.window.focusWidget() in card.findChildren(QWidget), "by the keyboard, too"
        d.named("Explain this: Stop", card).click()
        await until(lambda: "Stopped" in card.status.text())
        assert page.state == "waiting"
        types = [record.type for record in await core.sessions.records(session)]
        assert types[-2:] == ["call_cancelled", "command_ended"]
    await core.close()

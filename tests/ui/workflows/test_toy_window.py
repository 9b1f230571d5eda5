"""A workflow that the window has never heard of: its gate describes itself, and that is enough.

Real widgets over the real services; the offline council answers.
"""

from __future__ import annotations

import pytest
from PySide6.QtTest import QTest

from app.bootstrap import build
from app.settings.folders import Folders
from app.workflows.registry import SHIPPED
from tests.support.toy import ToyPlugin
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")


async def test_words_that_may_be_left_out_are_typed_in_the_bar_or_not_and_sent_with_the_answer_or_not(
    desk_on, tmp_path
):
    folders = Folders(tmp_path / "data", tmp_path / "config")
    core = build(folders, council_step=0.0, makers={**SHIPPED, "toy": ToyPlugin})
    team = core.teams.default()
    session = await core.sessions.create("toy", {"question": "What now?", "rounds": 3}, team)
    async with desk_on(core) as d:
        page = d.window.page

        async def asked(turn: int) -> None:
            await until(lambda: page.state == "waiting" and page.view.round == turn)
            await d.guard()

        async def sent() -> list[tuple[str, object]]:
            records = await core.sessions.records(session)
            answers = [record.body() for record in records if record.type == "gate_answered"]
            return [(str(body["verb"]), body["data"]) for body in answers]

        await d.window._open(session)
        await core.sessions.start(session)
        await asked(1)
        assert page.bar.title.text() == "Decide."
        assert [words for _, words in page.bar.offered()] == ["Once more", "Finish"]
        await until(lambda: "turn 1 to decide" in d.window.rail.model.index(1, 0).data())
        line = d.guidance("Guidance")
        assert line.placeholderText() == "Guidance (optional)"
        QTest.keyClicks(line, "Be brief.")
        await d.click("Once more")
        await asked(2)
        assert await sent() == [("again", {"guidance": "Be brief."})]
        assert line.toPlainText() == "", "what was sent is forgotten"
        await d.click("Once more")
        await asked(3)
        assert (await sent())[1:] == [("again", {})]

        # What is typed waits for a decision that takes it: Finish takes no words.
        QTest.keyClicks(line, "Too late.")
        assert page.bar.primary().text() == "Finish"
        d.window.actions_by_id["approve"].trigger()
        await until(lambda: page.state == "finished")
        assert (await sent())[2:] == [("finish", {})]
    await core.close()


async def test_the_menu_and_the_palette_give_the_answers_of_a_gate_by_its_own_words(desk_on, tmp_path):
    folders = Folders(tmp_path / "data", tmp_path / "config")
    core = build(folders, council_step=0.0, makers={**SHIPPED, "toy": ToyPlugin})
    session = await core.sessions.create("toy", {"question": "What now?"}, core.teams.default())
    async with desk_on(core) as d:
        page, actions = d.window.page, d.window.actions_by_id
        await d.window._open(session)
        await core.sessions.start(session)
        await until(lambda: page.state == "waiting")
        await d.guard()
        offered = [command.words for command in d.window.commands.commands() if command.kind == "Decision"]
        assert offered == ["Once more", "Finish"]
        assert actions["finish"].isEnabled()
        assert not actions["reject"].isEnabled()
        assert not actions["choose_texts"].isEnabled()
        actions["finish"].trigger()
        await until(lambda: page.state == "finished")
    await core.close()

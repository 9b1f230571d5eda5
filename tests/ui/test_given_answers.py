"""A given answer in the window: pasted, and attacked, in four presses of the mouse."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from app.workflows.debate.setup import DebateSetup
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")
TEXT = "Move out in May, and rent until then."


async def setup_of(core, session):
    return DebateSetup.recorded((await core.records(session))[0].body()["setup"])


def test_an_answer_from_the_clipboard_is_attacked_in_four_clicks(play, desk, core):
    async def story():
        async with desk() as d:
            QGuiApplication.clipboard().setText(TEXT)
            d.window.actions_by_id["new"].trigger()  # 1
            await d.settle()
            form = d.window.session_forms.now
            form.set_question("Should we move?")
            profile = form.basic.rows["profile"].control
            profile.setCurrentIndex(profile.findData("attack"))  # 2
            guests = form.basic.rows["guests"].control
            QTest.mouseClick(guests.paste, Qt.MouseButton.LeftButton, pos=QPoint(4, 4))  # 3
            assert guests.list.count() == 1
            await d.click("Start")  # 4
            await until(lambda: len(core.there()) == 1)
            (session,) = core.there()
            setup = await setup_of(core, session)
            assert setup.profile == "attack"
            assert [one.text for one in setup.guests] == [TEXT]

    play(story)


def test_an_empty_clipboard_gives_nothing_and_files_are_given_like_texts(play, desk, core, tmp_path):
    async def story():
        async with desk() as d:
            QGuiApplication.clipboard().clear()
            d.window.actions_by_id["new"].trigger()
            await d.settle()
            form = d.window.session_forms.now
            form.set_question("Should we move?")
            guests = form.basic.rows["guests"].control
            guests.paste.click()
            assert guests.list.count() == 0
            file = tmp_path / "mine.md"
            file.write_text(TEXT)
            guests.add([str(file)])
            await d.click("Start")
            await until(lambda: len(core.there()) == 1)
            (session,) = core.there()
            setup = await setup_of(core, session)
            assert [(one.name, one.text) for one in setup.guests] == [("mine.md", TEXT)]
            assert setup.context == ()

    play(story)

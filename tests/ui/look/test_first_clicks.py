"""How many clicks a stranger needs from the first window to a result that can be reviewed."""

from __future__ import annotations

import pytest

from app.bootstrap import build
from app.settings.folders import Folders
from tests.support.looking import texts_in_sight
from tests.support.person import Mouse
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
MOST = 1


@pytest.mark.usefixtures("play_long")
async def test_one_click_brings_a_stranger_to_answers_under_review(desk_on):
    core = build(Folders.of_this_machine(), council_step=0.0)
    clicks = ["See a sample"]
    async with desk_on(core) as d:
        mouse, page = Mouse(d), d.window.page
        d.window.resize(1366, 768)
        for name in clicks:
            await mouse.click(name)
        await until(lambda: page.state == "waiting")
        assert page.view.gate().fact.kind == "approval"
        await d.guard()
        assert len(clicks) <= MOST
        views = texts_in_sight(page.panel("answers"))
        assert len(views) >= 2
        assert all(view.toPlainText().strip() for view in views)
    await core.close()

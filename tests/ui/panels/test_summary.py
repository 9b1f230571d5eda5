"""The Summary tab tells of the session in sight and of no other."""

from __future__ import annotations

import pytest

from tests.support.scenes.replaying import cut, recorded
from tests.support.scenes.states import FIRST_ROUND

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def test_what_another_session_came_to_is_gone_at_once(play, core, desk):
    async def story():
        fresh = await core.begin()
        done = await core.replay(cut(recorded("debate"), FIRST_ROUND))
        async with desk() as d:
            page = d.window.page
            panel = page.tabs.show_kind("summary")
            d.window.open_session(done)
            while page.session != done or panel.outcome.isHidden():
                await d.settle()
            # The other one runs, and tells nothing before it halts.
            d.window.open_session(fresh)
            while page.session != fresh:
                await d.settle()
            assert page.state == "running"
            assert panel.outcome.isHidden()
            assert panel.question.isHidden()

    play(story)

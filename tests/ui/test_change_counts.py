"""The tab of the changes says how many a round made."""

from __future__ import annotations

from typing import Any

import pytest

from app.ui.session.tab_counts import ChangeCounts, pairs_of
from tests.support.quiet import quiet
from tests.support.scenes.replaying import cut, recorded
from tests.support.scenes.states import FIRST_ROUND, SECOND_ROUND
from tests.ui.insights.test_stepper import view_at

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")


def tab_text(page: Any, name: str) -> str:
    return str(page.tabs.tabText(page.tabs.names().index(name)))


async def test_the_tab_counts_what_the_panel_counts_for_all_members(desk, core):
    await core.replay(cut(recorded("debate"), SECOND_ROUND))
    async with desk() as d:
        await d.window._open(core.on_stage[-1])
        page = d.window.page
        await quiet()
        title, _, number = tab_text(page, "changes").rpartition(" ")
        assert title == "Changes"
        page.tabs.show_tab("changes")
        await quiet()
        panel = page.tabs.panel("changes")
        each = []
        for at in range(panel.member.count()):
            panel.member.setCurrentIndex(at)
            await quiet()
            each.append(panel.diff.prepared.changes)
        assert int(number) == sum(each) > 0


async def test_each_round_has_its_own_number_and_an_unchanged_text_none(core):
    first, second = await view_at(core, FIRST_ROUND), await view_at(core, SECOND_ROUND)
    assert pairs_of(first) == [], "first texts were made of none"
    assert len(pairs_of(second)) == 2, "one kept its answer"
    second.looking_at = 1
    assert pairs_of(second) == []


async def test_a_number_is_told_once_all_are_known_and_found_once(core, qtbot, app):
    counts, heard = ChangeCounts(app), []
    counts.found.connect(lambda: heard.append(1))
    pairs = [("One thing.\n\nTwo.", "One thing.\n\nThree."), ("A.", "B.\n\nC.")]
    assert counts.of(pairs) == 0
    assert counts.of(pairs) == 0, "asked for already"
    await quiet()
    assert heard == [1]
    assert counts.of(pairs) == sum(counts._known.values()) >= 2
    assert counts.of([*pairs, ("x" * 300_000, "y" * 300_000)]) == counts.of(pairs)
    counts.deleteLater()

"""Forks in the strip of rounds: drawn where they leave, opened by mouse and by key, said aloud."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from app.ui.session.strip_rows import STATE_ROLE
from tests.support.scenes.states import bring_to

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


async def opened(d, core):
    """Open the sample with branches; return its strip."""
    session = await bring_to(core, "branches")
    d.window.resize(1280, 800)
    await d.window._open(session)
    await d.settle()
    return d.window.page.strip


def titles(strip, row: int) -> list[str]:
    return [branch.words for branch in strip.rounds.branches_at(row)]


def below(strip, row: int) -> QPoint:
    """Return a point on the branches of a row."""
    row_rect = strip.visualRect(strip.rounds.index(row))
    found: QPoint = strip._delegate.branch_rect(row_rect).center()
    return found


@pytest.mark.nightly
async def test_forks_stand_at_the_round_they_leave_from_and_are_said_with_it(desk, core):
    async with desk() as d:
        strip = await opened(d, core)
        assert titles(strip, 0)[0] == "from Should our team of twelve move to a four-day week?"
        assert [words.split(" · ")[0] for words in titles(strip, 0)[1:]] == ["Only the support team"]
        assert [words.split(" · ")[0] for words in titles(strip, 1)] == [
            "A shorter pilot",
            "With part-time contracts",
        ]
        assert titles(strip, 2) == []
        spoken = strip.rounds.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
        assert "forked from Should our team of twelve move to a four-day week?" in spoken
        assert "1 branch: Only the support team" in spoken
        assert "2 branches: " in strip.accessibleDescription()
        assert strip.rounds.index(1).data(STATE_ROLE) == "waiting"
        # A parent that is gone is named as gone.
        parent = d.window.page.view.fold.session.parent.session
        await core.admin.delete(parent)
        await d.window.page.refresh_branches()
        assert titles(strip, 0)[0] == "from a session that is gone"


async def test_branches_are_opened_with_mouse_and_keys_and_a_session_without_has_no_mark(desk, core):
    async with desk() as d:
        strip = await opened(d, core)
        page, marked = d.window.page, strip.needed(short=True)
        before = page.session
        for short in (False, True):
            strip.set_short(short)
            QTest.mouseClick(strip.viewport(), Qt.MouseButton.LeftButton, pos=below(strip, 1))
            assert strip.menu.isVisible()
            strip.menu.actions()[1].trigger()
            strip.menu.close()
            await d.settle()
            assert page.view.fold.session.title == "With part-time contracts"
            # And back: the one branch of that session is where it comes from.
            QTest.mouseClick(strip.viewport(), Qt.MouseButton.LeftButton, pos=below(strip, 1))
            await d.settle()
            assert page.session == before
        strip.setFocus()
        strip.look_at(1)
        assert d.window.actions_by_id["branches"].isEnabled()
        QTest.keyClick(strip, Qt.Key.Key_Return)
        assert [line.text()[:11] for line in strip.menu.actions()] == ["Forked from", "Only the su"]
        QTest.keyClick(strip.menu, Qt.Key.Key_Down)
        QTest.keyClick(strip.menu, Qt.Key.Key_Return)
        await d.settle()
        assert page.view.fold.session.title == "Only the support team"
        plain = await core.begin("Name the product")
        await d.window._open(plain)
        await d.settle()
        assert strip.needed(short=True) < marked
        assert not d.window.actions_by_id["branches"].isEnabled()

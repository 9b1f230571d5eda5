"""What the person is told without having asked: notices, toasts, messages, and their switches."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget

from app.domain.facts import (
    AutoApproveChanged,
    GateAnswered,
    RoundClosed,
)
from app.settings.folders import Folders
from app.settings.options import ASK_SOUND, CONTENT, TRASH_DAYS
from app.ui.kit.preferences import Preferences
from app.ui.kit.theme import DARK
from app.ui.shell import notices
from app.ui.shell.dialogs import MessagesDialog
from app.ui.shell.main_window import MainWindow
from app.ui.shell.notices import TABLE, Toast
from app.ui.shell.settings import SettingsDialog
from tests.support.quiet_desktop import QuietDesktop
from tests.support.waiting import AMPLE, until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


# --- actions ------------------------------------------------------------------------------------------------


def test_needing_a_person_is_told_louder_than_being_finished() -> None:
    assert TABLE["needs_you"].sound == "ask"
    assert TABLE["needs_you"].repeat
    assert TABLE["finished"].sound == "done"
    assert not TABLE["finished"].repeat
    assert not TABLE["round_done"].desktop


async def test_a_session_that_needs_the_person_is_told_of_until_it_is_opened(desk, core):
    first = await core.begin("First")
    await core.play_round(first, 1)
    second = await core.begin("Second secret")
    async with desk() as d:
        await d.window._open(first)
        # The person works in another window meanwhile.
        elsewhere = QWidget()
        elsewhere.show()
        elsewhere.activateWindow()
        await until(lambda: not d.window.isActiveWindow())
        quiet = d.window.notices.desktop
        await core.play_round(second, 1)
        await d.window._load_rows()
        assert quiet.number == 1
        assert quiet.played == ["ask"]
        assert "Second secret: A session needs your decision." in d.window.notices.kept[-1][1]
        assert quiet.notified == [("Roundtable", "A session needs your decision.")]
        d.window.preferences.set(CONTENT, True)
        third = await core.begin("Third, no secret")
        await core.play_round(third, 1)
        await d.window._load_rows()
        assert quiet.notified[1:] == [("Third, no secret", "A session needs your decision.")]
        await d.window._open(third)
        await d.window._open(second)
        assert quiet.number == 0
        elsewhere.close()


async def test_auto_approved_rounds_and_a_near_limit_are_told_quietly(desk, core):
    session = await core.begin()
    await core.play_round(session, 1)
    async with desk() as d:
        await core.write(session, AutoApproveChanged(until_cost=1.0))
        gate = d.window.page.view.gate().id
        await core.write(session, GateAnswered(gate=gate, verb="approve", by="policy"))
        await core.write(session, RoundClosed(number=1, attempt=1, accepted=True))
        assert [t.text.text() for t in d.window.findChildren(Toast)] == ["Round 1 was approved for you."]
        assert not d.window.notices.desktop.played
        toast = d.window.findChild(Toast)
        QTest.mouseClick(toast, Qt.MouseButton.LeftButton)
        await d.settle()
        assert not [t for t in d.window.findChildren(Toast) if t.isVisible()]
        d.window.actions_by_id["messages"].trigger()
        await d.click("Close")


async def test_a_round_that_the_person_decided_is_not_told_as_approved_for_them(desk, core):
    session = await core.begin()
    await core.play_round(session, 1)
    async with desk() as d:
        await d.guard()
        # So little that the next round waits for its person all the same.
        await d.click("Approve by itself…")
        d.named("Until this cost in dollars").setValue(0.01)
        d.named("Approve the next rounds for me").setChecked(True)
        await d.click("Approve and continue")
        assert d.window.page.view.fold.session.auto is not None
        assert not d.window.findChildren(Toast)
        await core.play_round(session, 2)
        await core.approve(session, "reject", feedback="Shorter.")
        assert [fact.accepted for fact in await core.facts(session, "round_closed")] == [True, False]
        assert not d.window.findChildren(Toast)
        d.window._may_close = True


@pytest.mark.nightly
async def test_a_toast_stands_above_the_decision_bar_though_the_bar_came_later_and_grows(
    desk, core, monkeypatch
):
    # On a busy machine a round takes longer to be played than a toast is shown.
    monkeypatch.setattr(notices, "TOAST_MILLISECONDS", round(AMPLE * 1000))
    session = await core.begin()
    async with desk() as d:
        bar = d.window.page.bar
        d.window.tell("Imported.")

        def clear_of_the_bar() -> bool:
            toast = d.window.findChild(Toast)
            assert toast.isVisible()
            floor: int = bar.mapTo(d.window, bar.rect().topLeft()).y()
            return bool(toast.geometry().bottom() < floor)

        await core.play_round(session, 1)
        await d.settle()
        assert d.shown("Approve and finish")
        assert clear_of_the_bar()
        bar.show_problem("One line.\nAnother.\nA third.")
        await d.settle()
        assert clear_of_the_bar()
        d.window.resize(900, 620)
        await d.settle()
        assert clear_of_the_bar()
        d.window.page.show_critique(next(iter(d.window.page.view.fold.critiques.points)))
        d.window.resize(1366, 768)
        await d.settle()
        toast, defer = d.window.findChild(Toast), d.named("Defer this critique")
        place = QRect(defer.mapTo(d.window, QPoint()), defer.size())
        assert clear_of_the_bar()
        assert not toast.geometry().intersects(place), "what can be pressed stays free"
        assert toast.geometry().right() > place.left(), "it stands above it, in its usual column"


async def test_many_messages_are_read_in_a_dialog_that_fits_the_window(desk):
    async with desk() as d:
        d.window.resize(860, 600)
        for n in range(120):
            d.window.notices.kept.append((datetime(2026, 1, 1, 12, 0, tzinfo=UTC), f"Message {n}"))
        d.window.actions_by_id["messages"].trigger()
        await d.settle()
        (dialog,) = d.window.findChildren(MessagesDialog)
        assert dialog.height() <= 600
        assert dialog.main.isVisible()
        lines = dialog.text.toPlainText().splitlines()
        assert (lines[0], lines[-1]) == ("12:00  Message 119", "12:00  Message 0")
        bar = dialog.text.verticalScrollBar()
        assert bar.value() == 0 < bar.maximum()
        QTest.keyClick(dialog.text, Qt.Key.Key_Return)
        await d.settle()
        assert d.window.findChildren(MessagesDialog) == []


async def test_settings_begin_with_their_first_choice(desk):
    async with desk() as d:
        d.window.actions_by_id["settings"].trigger()
        await d.settle()
        (dialog,) = d.window.findChildren(SettingsDialog)
        assert dialog.focusWidget().accessibleName() == "Colours"
        dialog.reject()


async def test_with_a_tray_closing_offers_to_go_on_in_it(core, app):
    session = await core.begin()
    window = MainWindow(core, Preferences(), desktop=QuietDesktop(tray=True))
    window.show()
    await window.begin()
    assert not window.close()
    names = [w.accessibleName() for w in window.findChildren(QPushButton) if w.isVisible()]
    assert "Keep running in tray" in names
    assert "Stop and quit" in names
    keep = next(w for w in window.findChildren(QPushButton) if w.accessibleName() == "Keep running in tray")
    keep.click()
    await asyncio.sleep(0)
    assert not window.isVisible()
    assert core.sessions.running(session)
    window._may_close = True
    window.close()
    await window.page._tasks.cancel_all()
    await window.aclose()
    window.deleteLater()
    await asyncio.sleep(0)


async def test_the_settings_say_where_deleted_sessions_lie_and_for_how_long(desk, core):
    async with desk() as d:
        d.window.actions_by_id["settings"].trigger()
        await d.settle()
        (dialog,) = d.window.findChildren(SettingsDialog)
        assert str(Folders.of_this_machine().data / "trash") in [
            one.text() for one in dialog.findChildren(QLabel)
        ]
        days = d.named("Days in the trash")
        assert days.text() == "30"
        days.setValue(0)
        assert days.value() == 1, "a session is never removed on the day it is deleted"
        days.setValue(7)
        assert core.settings.value(TRASH_DAYS) == 7
        dialog.reject()


async def test_switches_of_the_settings_take_effect_at_once(desk, core):
    async with desk() as d:
        d.window.actions_by_id["settings"].trigger()
        box = d.named("Colours")
        box.setCurrentIndex(box.findText("Dark"))
        assert QApplication.palette().window().color().name() == DARK.window
        box.setCurrentIndex(box.findText("Light"))
        d.named("Sound when a session needs me").setChecked(False)
        assert core.settings.value(ASK_SOUND) is False
        await d.click("Close")

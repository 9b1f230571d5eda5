"""What stands around the page: the row at the top, the list of sessions, the line at the bottom."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QUrl, Slot
from PySide6.QtGui import QDesktopServices, QFontMetrics, QKeyEvent
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from app.domain.facts import NoteAdded
from app.domain.ids import SessionId
from app.engine.session_rows import SessionRow
from app.ui.shell.notices import Toast
from app.ui.shell.rail import LOOK_ROLE, PART_ROLE, _whole_parts
from app.ui.view.session_rows import arrange
from tests.support.scenes.states import bring_to

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")
ROW = SessionRow(SessionId("a"), "debate", "T", "finished", 1, 1, 0, 0, 0.0)


async def test_the_heights_and_widths_of_the_drawing_hold_at_both_sizes(desk, core):
    await bring_to(core, "look-review")
    async with desk() as d:
        window = d.window
        window.resize(1366, 768)
        await d.settle()
        assert window.top.height() == 40
        assert window.statusBar().height() == 24
        assert window.rail.width() == 216
        assert window.page.column.width() == 228
        rows = [window.rail.list.visualRect(window.rail.model.index(at, 0)) for at in range(3)]
        # A heading, and two sessions of two lines each.
        assert [row.height() for row in rows[1:]] == [45, 45]
        window.resize(860, 600)
        await d.settle()
        assert (window.top.height(), window.statusBar().height()) == (40, 24)
        assert not window.panes.shown("rail")
        assert not window.panes.shown("column")


async def test_title_tabs_texts_and_bar_begin_at_one_left_edge(desk, core):
    await bring_to(core, "approval")
    async with desk() as d:
        page = d.window.page
        d.window.resize(1366, 768)
        await d.settle()

        def left(part, inside=0):
            return part.mapTo(d.window, QPoint(inside, 0)).x()

        first = next(iter(page.panel("answers").cards.values())).text
        edges = (
            left(page.header.title),
            left(page.tabs.titles, page.tabs.titles.tabRect(0).left() + 15),
            left(first.viewport(), round(first.document().documentMargin())),
            left(page.bar.sign),
        )
        assert max(edges) - min(edges) <= 2, edges


async def test_tabs_stand_apart_and_tell_their_counts_where_a_session_opens_in_a_small_window(desk, core):
    for state in ("finished", "research-second"):
        await bring_to(core, state)
    d = desk()
    d.window.resize(860, 600)
    async with d:
        await d.settle()
        await d.window._open(core.on_stage[-1])
        await d.settle()
        titles = d.window.page.tabs.titles
        seen = [index for index in range(titles.count()) if titles.isTabVisible(index)]
        assert any(titles.tabData(index) for index in seen), "one of them has a count"
        assert sum(titles.tabRect(index).width() for index in seen) == titles.whole_width()


@pytest.mark.parametrize(
    ("width", "words"),
    [
        pytest.param(1366, True, marks=pytest.mark.nightly),
        (960, True),
        (959, False),
        pytest.param(860, False, marks=pytest.mark.nightly),
    ],
)
async def test_the_tools_are_icons_alone_where_their_words_have_no_room(desk, core, width, words):
    await bring_to(core, "approval")
    async with desk() as d:
        top = d.window.top
        d.window.resize(width, 640)
        await d.settle()
        styles = {tool.toolButtonStyle() for tool in top.tools.values()}
        beside = Qt.ToolButtonStyle.ToolButtonTextBesideIcon
        assert styles == {beside if words else Qt.ToolButtonStyle.ToolButtonIconOnly}
        ends = [part.geometry() for part in (*top.tools.values(), top.search, top.insights)]
        assert all(one.right() < other.left() for one, other in pairwise(ends))
        assert ends[-1].right() < width
        assert all(tool.accessibleName() for tool in top.buttons.values())


@pytest.mark.nightly
async def test_larger_text_makes_icons_of_the_tools_before_anything_is_cut(desk, core):
    await bring_to(core, "approval")
    async with desk() as d:
        top = d.window.top
        for zoom in (130, 200):
            d.window.set_zoom(zoom)
            d.window.resize(1100, 700)
            await d.settle()
            d.window.top.fit(1100)
            await d.settle()
            assert top.insights.geometry().right() < 1100
            assert top.search.width() >= top.search.sizeHint().width()
            assert d.window.menuBar().width() >= d.window.menuBar().sizeHint().width()


async def test_the_bottom_line_tells_what_is_kept_what_was_used_and_who_answers(desk, core):
    await bring_to(core, "approval")
    async with desk() as d:
        assert d.named("Status").text().startswith("Saved ")
        assert d.named("Tokens so far").text() == "16,565 tokens"
        assert d.named("Cost so far").text() == "$0.19 of $2.00"
        assert d.named("Providers").text() == "3 providers work"


async def test_a_provider_that_has_not_answered_yet_is_not_said_to_work(desk, core):
    await bring_to(core, "running")
    async with desk() as d:
        assert d.named("Providers").text() == "3 providers"
        await core.sessions.shutdown()


def test_a_session_that_failed_has_come_to_its_end_and_one_that_waits_for_models_has_not():
    failed, open_gate = replace(ROW, state="failed"), replace(ROW, state="waiting", gate_event="failed")
    assert arrange([failed, open_gate]) == ["Needs you (1)", open_gate, "Recent (1)", failed]


def test_a_running_session_shows_how_far_it_has_come_and_no_line_is_cut_in_the_middle(play, desk, core, app):
    async def story():
        await bring_to(core, "look-review")
        async with desk() as d:
            await d.window.warm()
            model = d.window.rail.model
            rows = {str(model.index(at, 0).data()).split("\n")[0]: at for at in range(model.rowCount())}
            running = model.index(rows["Battery ageing model"], 0)
            assert running.data().split("\n")[1].startswith("cycle 7 of 8")
            assert 0.5 < running.data(PART_ROLE) < 1
            assert running.data(LOOK_ROLE).icon == "loader-circle"

    play(story)
    metrics, line = QFontMetrics(app.font()), "finished · 2 rounds · $0.08 · 21 Sep"
    room = metrics.horizontalAdvance("finished · 2 rounds · $0.08")
    assert _whole_parts(line, metrics, 900, keep_last=False) == line
    assert _whole_parts(line, metrics, room + 1, keep_last=False) == "finished · 2 rounds · $0.08"
    dated = "finished · 2 rounds · 21 Sep"
    assert _whole_parts(line, metrics, metrics.horizontalAdvance(dated) + 1, keep_last=True) == dated
    for quarters in range(36, 56):
        font = app.font()
        font.setPointSizeF(quarters / 4)
        metrics = QFontMetrics(font)
        room = metrics.horizontalAdvance(line)
        fitting = _whole_parts(line, metrics, room, keep_last=False)
        assert metrics.elidedText(fitting, Qt.TextElideMode.ElideRight, room) == fitting, "no part is cut"


async def test_a_word_of_news_is_said_in_one_place_and_covers_nothing(desk, core):
    await bring_to(core, "approval")
    async with desk() as d:
        d.window.tell("Exported to somewhere")
        await d.settle()
        assert d.window.notices.kept[-1][1] == "Exported to somewhere"
        assert d.window.statusBar().currentMessage() == ""
        assert d.named("Status").text().startswith("Saved ")
        assert d.named("Message").text() == "Exported to somewhere"


async def test_what_was_exported_is_opened_from_where_it_is_told(desk, core, tmp_path):
    class Opener(QObject):
        def __init__(self) -> None:
            super().__init__()
            self.opened: list[str] = []

        @Slot(QUrl)
        def take(self, address: QUrl) -> None:
            self.opened.append(address.toLocalFile())

    opener = Opener()
    QDesktopServices.setUrlHandler("file", opener, "take")  # type: ignore[arg-type]  # bytes are refused
    async with desk() as d:
        d.window.tell("A word of news")
        d.window.tell("Exported to a page", tmp_path / "a page.docx")
        await d.settle()
        news, told = sorted(d.window.findChildren(Toast), key=lambda toast: toast.y())
        assert news.open.isHidden()
        assert told.open.isVisible()
        told.open.click()
        await d.settle()
        assert opener.opened == [str(tmp_path / "a page.docx")]
        assert not isValid(told) or told.isHidden()
    QDesktopServices.unsetUrlHandler("file")


async def test_what_a_line_of_a_menu_does_is_told_without_other_words_under_it(desk, core):
    session = await bring_to(core, "approval")
    async with desk() as d:
        line, status = d.window.statusBar(), d.named("Status")
        line.showMessage("Finish the current calls, then pause")
        await core.review.tell(session, NoteAdded(text="One more."))
        d.window.show_state()
        await d.settle()
        assert not status.isVisible()
        line.clearMessage()
        assert status.isVisible()


async def test_the_letters_of_the_menus_are_shown_while_alt_is_held(desk, core):
    await bring_to(core, "approval")
    async with desk() as d:
        menus = d.window.menuBar()

        def look():
            return menus.grab().toImage()

        plain = look()
        held = Qt.KeyboardModifier.AltModifier
        QApplication.sendEvent(d.window, QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Alt, held))
        assert look() != plain
        QApplication.sendEvent(d.window, QEvent(QEvent.Type.WindowDeactivate))
        assert look() == plain


async def test_the_search_of_the_list_opens_where_it_is_offered_and_goes_when_it_is_left_empty(desk, core):
    await bring_to(core, "approval")
    async with desk() as d:
        rail = d.window.rail
        assert not rail.search.isVisible()
        await d.click("Search all sessions")
        assert rail.search.isVisible()
        assert not rail.search_button.isVisible()
        d.window.activateWindow()
        rail.search.setFocus()
        QApplication.sendEvent(
            rail.search,
            QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier),
        )
        await d.settle()
        assert not rail.search.isVisible()
        assert rail.search_button.isVisible()


@pytest.mark.nightly
async def test_the_button_of_the_insights_says_whether_they_are_shown(desk, core):
    async with desk() as d:
        # Without a session there are none.
        assert not d.window.column_button.isEnabled()
    await bring_to(core, "approval")
    async with desk() as d:
        d.window.resize(1366, 768)
        await d.settle()
        button = d.window.column_button
        assert (button.isEnabled(), button.isChecked()) == (True, True)
        button.click()
        await d.settle()
        assert not button.isChecked()
        assert not d.window.page.column.isVisible()
        button.click()
        d.window.actions_by_id["library"].trigger()
        await d.settle()
        assert (button.isEnabled(), button.isChecked()) == (False, False)

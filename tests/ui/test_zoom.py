"""Larger text is larger everywhere."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QLabel, QTabWidget, QVBoxLayout, QWidget

from app.domain.ids import SessionId
from app.settings.options import TEXT_SIZE
from app.ui.kit.text.safe_view import SafeTextView
from app.ui.kit.theme import apply_theme, apply_zoom
from app.ui.session.strip_rows import Branch
from tests.support.examples import sampled

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def sizes(d) -> dict[str, float]:
    """Return the size of the text of every visible control that has a name."""
    controls = d.window.findChildren(QWidget)
    return {
        w.accessibleName(): w.font().pointSizeF() for w in controls if w.accessibleName() and w.isVisible()
    }


async def test_larger_text_is_larger_in_every_control_and_in_what_has_a_height_of_its_own(app, reviewing):
    async with reviewing(1) as d:
        d.window.resize(1366, 768)
        page, title = d.window.page, d.window.page.header.title
        page.tabs.show_kind("critiques")
        await d.settle()
        rows = page.panel("critiques").list
        parts = {
            "strip": page.strip.height,
            "guidance": d.guidance().height,
            "rows": lambda: rows.sizeHintForRow(0),
        }
        before, heights = sizes(d), {name: height() for name, height in parts.items()}
        for _ in range(3):
            d.window.actions_by_id["zoom_in"].trigger()
            await d.settle()
            # A title for which there is room is whole at once.
            assert title.fontMetrics().horizontalAdvance(title.text()) <= title.width()
        assert d.core.settings.value(TEXT_SIZE) == 130, "it is remembered"
        after = sizes(d)
        same = set(before) & set(after)
        assert len(same) > 20
        assert {name: after[name] for name in same if after[name] < 1.29 * before[name]} == {}
        # When the colours change with the desktop nobody tells the window, and titles keep their size.
        large = title.font().pointSizeF()
        assert large > d.window.font().pointSizeF()
        for theme in ("dark", "light"):
            apply_theme(app, theme)
            assert title.font().pointSizeF() == pytest.approx(large)
        # A status that turns bad keeps the size of its text.
        page.tabs.show_tab("answers")
        await d.settle()
        card = page.panel("answers").cards["Ada"]
        status = card.status.font().pointSizeF()
        for words, bad in (("No credit left", True), ("answered", False)):
            card.show_status(words, bad=bad)
            assert card.status.font().pointSizeF() == status
        page.tabs.show_kind("critiques")
        d.window.set_zoom(150)
        await d.settle()
        assert {name: height() for name, height in parts.items() if height() < 1.15 * heights[name]} == {}
        # A session's icon grows, too, and its title begins behind it.
        rail = d.window.rail.list
        box, side = rail.visualRect(rail.currentIndex()), rail.fontMetrics().height()
        ink = rail.viewport().grab(box).toImage()
        ground, lines = ink.pixelColor(5, 12), range(6, side)
        inked = [x for x in range(5, 2 * side) if any(ink.pixelColor(x, y) != ground for y in lines)]
        assert max(after - before for before, after in pairwise(inked) if 8 <= before <= 12 + side) >= 10
        d.window.actions_by_id["zoom_reset"].trigger()
        await d.settle()
        again = sizes(d)
        assert {name: again[name] for name in same & set(again) if again[name] != before[name]} == {}
        assert {name: height() for name, height in parts.items()} == heights


@pytest.mark.nightly
async def test_what_a_bar_says_and_asks_is_whole_with_large_text_and_takes_the_room_of_smaller(reviewing):
    async with reviewing(1) as d:
        bar, title = d.window.page.bar, d.window.page.header.title
        d.window.set_zoom(150)
        d.window.resize(860, 600)
        await d.settle()
        assert bar.more.isVisible()
        d.window.resize(860, 768)
        await d.settle()
        await d.click("Approve by itself…")
        auto, cost = d.named("Approve the next rounds for me"), d.named("Until this cost in dollars")
        popup = bar.limits
        assert auto.width() >= auto.sizeHint().width()
        assert cost.width() >= cost.minimumSizeHint().width()
        assert cost.mapTo(popup, cost.rect().topLeft()).y() >= auto.mapTo(popup, auto.rect().bottomLeft()).y()
        popup.hide()
        d.window.resize(860, 600)
        d.window.set_zoom(100)
        await d.settle()
        needed = title.fontMetrics().horizontalAdvance(title.accessibleName())
        assert 0 <= title.width() - needed <= 4, "as wide as its words in the text of now"
        assert not bar.more.isVisible()
        # The line for guidance is as high as its words need.
        d.window.resize(1366, 768)
        line = d.guidance()
        one = line.height()
        line.setPlainText("name the one figure that would change your mind about the river")
        await d.settle()
        assert line.height() == one
        d.window.resize(700, 768)
        d.window.set_zoom(150)
        await d.settle()
        lines = round(line.document().size().height())
        assert lines > 1
        assert line.height() >= min(lines, 4) * line.fontMetrics().lineSpacing()
        d.window.set_zoom(100)


async def test_a_window_that_begins_with_larger_text_has_it_everywhere(desk, core):
    core.settings.set(TEXT_SIZE, 130)
    async with desk() as d:
        await d.settle()
        plain = d.window.font().pointSizeF()
        assert d.window.menuBar().font().pointSizeF() == plain
        assert {name for name, size in sizes(d).items() if size < plain * 0.9} == set()
        d.window.actions_by_id["zoom_reset"].trigger()
        assert d.window.menuBar().font().pointSizeF() < plain


async def test_a_small_window_with_large_text_cuts_nothing_of_what_is_decided_and_what_it_costs(reviewing):
    async with reviewing(2) as d:
        bar, page = d.window.page.bar, d.window.page
        d.window.set_zoom(140)
        d.window.resize(860, 600)
        bar.show_problem("A line on what went wrong.")
        await d.settle()
        assert (d.window.width(), d.window.height()) == (860, 600)
        assert "$" in bar.cost.text()
        assert not bar.cost.cut
        for words in (bar.title, bar.problem):
            needed = words.heightForWidth(words.width())
            assert words.height() >= max(needed, words.minimumSizeHint().height()), words.text()
        # What has no room is there in one press.
        assert not bar.details.cut or d.shown("Show all of the details")
        for link in (bar.facts.show_points, bar.facts.add_guidance):
            assert link.width() >= link.sizeHint().width()
            assert link.mapTo(bar, link.rect().topRight()).x() <= bar.cost.x()
        assert bar.mapTo(d.window, bar.rect().bottomLeft()).y() <= 600
        # The title is whole elsewhere.
        assert page.header.title.text().endswith("…")
        assert page.header.title.toolTip() == page.view.fold.session.title
        d.window.actions_by_id["zoom_reset"].trigger()
        d.window.resize(1366, 768)
        await d.settle()
        assert page.header.title.text() == page.view.fold.session.title
        assert not bar.details.cut


async def test_a_small_window_with_large_text_leaves_every_button_of_a_card_within_reach(reviewing):
    async with reviewing(2) as d:
        page = d.window.page
        page.strip.show_branches({1: (Branch(SessionId("s9"), "A fork", False),)})
        d.window.set_zoom(130)
        d.window.resize(860, 600)
        await d.settle()
        card = page.panel("answers").cards["Ada"]
        card.show_status("18 % changed: One more. · highlighted: since its first text of this round")
        await d.settle()
        board = d.named("Answers", page.panel("answers"))
        assert card.height() >= card.minimumSizeHint().height()
        bar = board.verticalScrollBar()
        if bar.maximum():
            assert bar.isVisible()
            bar.setValue(bar.maximum())
        foot = card.more.mapTo(board.viewport(), card.more.rect().bottomLeft()).y()
        assert foot <= board.viewport().height()
        # What a state says gives its room to the text, and is whole in its tip.
        assert card.status.height() <= 1.5 * card.status.fontMetrics().lineSpacing()
        assert "first text of this round" in card.status.toolTip()
        assert card.text.height() >= 2 * card.text.fontMetrics().lineSpacing()
        d.window.resize(860, 900)
        await d.settle()
        assert card.status.height() >= card.status.heightForWidth(card.status.width())
        assert not card.status.toolTip()
        d.window.actions_by_id["zoom_reset"].trigger()


@pytest.mark.parametrize(
    "tab", sampled(["answers", "critiques", "changes", "summary", "log"], {"answers", "changes"})
)
async def test_a_small_window_with_large_text_and_branches_names_the_cost_in_every_tab(at_gate, core, tab):
    payload = {"rule": "max_rounds_reached", "raises_limit": True}
    verbs = ("approve", "finish", "reject")
    async with at_gate("approval", payload, *verbs, primary="finish") as d:
        page = d.window.page
        page.strip.show_branches({1: (Branch(SessionId("s9"), "A fork", False),)})
        d.window.set_zoom(130)
        # A desktop's frame is taken from 860×600, too.
        d.window.resize(858, 572)
        page.tabs.show_tab(tab)
        await d.settle()
        cost = page.bar.cost
        assert "Round " in cost.text()
        assert not cost.cut
        assert page.bar.mapTo(d.window, page.bar.rect().bottomLeft()).y() <= 572
        d.window.actions_by_id["zoom_reset"].trigger()


def test_no_control_keeps_its_size_whatever_the_order_in_which_they_are_dressed(app, qtbot):
    # That order hangs on addresses in memory: of one tab bar nobody notices, of forty some stay behind.
    window = QWidget()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    for _ in range(40):
        tabs = QTabWidget()
        tabs.addTab(QLabel("text"), "tab")
        column.addWidget(tabs)
    window.show()
    for percent in (110, 100):
        apply_zoom(app, percent)
        plain = app.font().pointSizeF()
        assert [w for w in window.findChildren(QWidget) if w.font().pointSizeF() != plain] == []


class Counted(SafeTextView):
    """Counts how often it is filled."""

    filled = 0

    def clear(self) -> None:
        self.filled += 1
        super().clear()


def test_another_theme_polishes_each_control_once_and_fills_each_text_once(app, qtbot):
    class Polished(QLabel):
        changes = 0

        def changeEvent(self, event: QEvent) -> None:
            self.changes += event.type() == QEvent.Type.StyleChange
            super().changeEvent(event)

    window = QWidget()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    words, text = Polished("words"), Counted("Text")
    column.addWidget(words)
    column.addWidget(text)
    text.show_text("# Heading\n\nSome **bold** words.")
    window.show()
    for theme in ("dark", "light"):
        words.changes = text.filled = 0
        apply_theme(app, theme)
        # Rules off and rules on: both in one pass is nothing that Qt offers.
        assert words.changes == 2
        assert text.filled == 1

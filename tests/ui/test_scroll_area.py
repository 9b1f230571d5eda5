"""What scrolls around a page: it comes to rest, whatever the page does with the room it is given."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from app.ui.kit.layouts import in_column, scrolled
from app.ui.kit.scroll_area import room_for
from app.ui.kit.texts import label
from app.ui.setup.unconnected import WIDE
from tests.support.scenes.model_scenes import without_models

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
ENOUGH = 60
"""Fittings after which the page of a test gives in: without an end the stack would be full."""


class Lower(QWidget):
    """A part that is lower where it is narrower: it shows a piece of itself only where there is room."""

    def __init__(self, *, by_room: bool) -> None:
        super().__init__()
        self._by_room, self.fitted = by_room, 0
        self.piece = QWidget()
        self.piece.setFixedHeight(300)
        words = label("What is said of it in words that go over several lines. " * 4, wrap=True)
        self.setLayout(in_column(words, self.piece))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the piece or not."""
        super().resizeEvent(event)
        self.fitted += 1
        if self.fitted < ENOUGH:
            self.piece.setVisible((room_for(self) if self._by_room else self.width()) >= 300)


@pytest.mark.parametrize("by_room", [False, True])
def test_a_page_that_needs_a_bar_only_where_it_has_none_is_fitted_a_few_times(qtbot, by_room):
    part = Lower(by_room=by_room)
    page = QWidget()
    page.setLayout(in_column(part))
    area = scrolled(page)
    qtbot.addWidget(area)
    area.resize(304, 200)
    area.show()
    qtbot.wait(20)
    assert 0 < part.fitted < ENOUGH / 2
    if by_room:
        assert room_for(part) == 304
        assert part.piece.isVisible()
        assert area.verticalScrollBar().maximum() > 0, "it scrolls"


def test_room_of_a_part_that_is_on_no_scrolled_page_is_its_width(qtbot):
    part = QWidget()
    qtbot.addWidget(part)
    part.resize(250, 40)
    assert room_for(part) == 250


async def test_a_form_without_a_model_comes_to_rest_where_its_sample_has_just_room(desk, core):
    without_models(core)
    async with desk() as d:
        # One step smaller letters in the smallest window: with a bar the sample has no room beside.
        d.window.set_zoom(90)
        d.window.resize(860, 600)
        d.window.ask_new("Should we rent or buy?")
        await d.settle()
        d.named("Question").setPlainText("")
        await d.settle()
        form = d.window.session_forms.now
        offer = form.unconnected
        assert offer.width() < WIDE * offer.fontMetrics().height() / 16 <= room_for(offer)
        assert offer.isAncestorOf(offer.open_sample), "the sample stands beside the key"
        before = offer.size()
        await d.settle()
        assert offer.size() == before
        form.reject()

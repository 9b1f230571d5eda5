"""The points of a list have dots that stand apart from their words; tasks have their box alone."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from app.ui.kit.text.safe_view import SafeTextView
from app.ui.kit.theme import apply_theme, apply_zoom, colours
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
TEXT = "Before it.\n\n- one point\n- another\n\n1. first\n2. second\n\n- [x] done\n- [ ] open\n"


def dark_columns(view: SafeTextView, words: str) -> list[int]:
    """Return the columns left of a line in which something is drawn, counted from its words."""
    at = view.document().find(words)
    at.setPosition(at.selectionStart())
    rect = view.cursorRect(at)
    picture = view.viewport().grab().toImage()
    ground = QColor(colours().base)
    rows = range(rect.top() + 2, rect.bottom() - 1)

    def drawn(x: int) -> bool:
        return any(abs(picture.pixelColor(x, y).lightness() - ground.lightness()) > 60 for y in rows)

    return [rect.left() - x for x in range(max(0, rect.left() - 40), rect.left()) if drawn(x)]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("zoom", [100, 150])
async def test_a_dot_stands_apart_from_the_words_of_its_point(app, qtbot, theme, zoom):
    apply_theme(app, theme)
    apply_zoom(app, zoom)
    view = SafeTextView("Answer")
    qtbot.addWidget(view)
    view.resize(500, 500)
    view.show()
    view.show_text(TEXT)
    await until(lambda: not view.busy)
    scale = zoom / 100
    for words in ("one point", "another"):
        columns = dark_columns(view, words)
        assert columns, f"{words!r} has no dot"
        assert 6 * scale <= min(columns) <= max(columns) <= 14 * scale, columns
    assert dark_columns(view, "first"), "figures stand there as before"
    for box in ("☑", "☐"):
        assert dark_columns(view, box) == [], "a box needs no dot"
    apply_zoom(app, 100)
    apply_theme(app, "light")


async def test_a_list_from_right_to_left_has_its_dots_at_the_right(app, qtbot):
    view = SafeTextView("Answer")
    qtbot.addWidget(view)
    view.resize(500, 200)
    view.show()
    view.show_text("- שלום עולם\n- עוד דבר\n")
    await until(lambda: not view.busy)
    block = view.document().begin()
    assert block.textDirection() == Qt.LayoutDirection.RightToLeft
    picture = view.viewport().grab().toImage()
    line = block.layout().lineAt(0)
    end = round(block.layout().position().x() + line.x() + line.width())
    top = round(block.layout().position().y())
    seen = [
        x
        for x in range(end + 4, min(end + 18, picture.width()))
        if any(picture.pixelColor(x, y).lightness() < 120 for y in range(top, top + 20))
    ]
    assert seen, "there is a dot"

"""Tables and code of an answer in a narrow card: nothing is broken, and what is wider scrolls by itself."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QGuiApplication,
    QTextCursor,
    QTextDocument,
    QWheelEvent,
)

from app.export.pdf.sheet import SHEET
from app.ui.kit.text.columns import TRACK, is_code, text_of
from app.ui.kit.text.guarded import EnlargedDialog
from app.ui.kit.text.safe_view import SafeTextView
from app.ui.kit.theme import colours

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

TABLE = (
    "| Quarter | Quota | Delivered | Complaints |\n|---|---:|---:|---:|\n"
    "| Q1 | 1,050 | 738 | 61 |\n| Q2 | 1,050 | 990 | 52 |\n"
)
CODE = (
    "```python\ndef days(interval, usable=0.85):\n"
    "    return CELL * usable / mean / 86400  # a long line\n```\n"
)


@pytest.fixture
def view(view: SafeTextView) -> SafeTextView:
    view.resize(240, 400)
    return view


def offered(view: SafeTextView) -> dict[str, QPoint]:
    """Return what can be pressed in the only box, by its words."""
    (box,) = view._boxes()
    return {one.words: one.place.center().toPoint() for one in view._offers(box)}


def test_no_word_and_no_number_of_a_table_is_broken(view: SafeTextView) -> None:
    view.show_text(TABLE)
    (table,) = view._tables()
    metrics = QFontMetricsF(view.font())
    for row in range(table.rows()):
        for column in range(table.columns()):
            block = table.cellAt(row, column).firstCursorPosition().block()
            assert block.layout().lineCount() == 1, block.text()
    (box,) = view._boxes()
    assert box.hidden > metrics.horizontalAdvance("Com")
    assert view.horizontalScrollBar().value() == 0


@pytest.mark.parametrize("text", [TABLE, CODE])
def test_what_is_wider_than_its_place_has_an_edge_all_round(view: SafeTextView, text: str) -> None:
    view.show_text(text)
    (box,) = view._boxes()
    assert box.hidden
    picture, line = view.viewport().grab().toImage(), QColor(colours().line)
    # Its bar stands within.
    place = box.place.adjusted(0, 0, 0, TRACK).toAlignedRect()
    sides = {
        "above": [QPoint(place.left() + 9, place.top() + at) for at in (-1, 0, 1)],
        "below": [QPoint(place.left() + 9, place.bottom() + at) for at in (-1, 0, 1)],
        "right": [QPoint(place.right() + at, place.center().y()) for at in (-1, 0, 1)],
    }
    bare = [side for side, points in sides.items() if line not in [picture.pixelColor(one) for one in points]]
    assert bare == []


def test_a_table_with_room_does_not_scroll(view: SafeTextView) -> None:
    view.show_text("| a | b |\n|---|---|\n| 1 | 2 |\n")
    (box,) = view._boxes()
    assert not box.hidden


def test_a_table_is_moved_by_itself_and_a_wheel_that_goes_down_is_not_caught(view: SafeTextView) -> None:
    view.show_text(TABLE + "\n" + "Words.\n\n" * 60)
    (box,) = view._boxes()

    def turn(along: QPoint, keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        at = box.place.center()
        view.wheelEvent(
            QWheelEvent(
                at,
                QPointF(view.viewport().mapToGlobal(at.toPoint())),
                QPoint(),
                along,
                Qt.MouseButton.NoButton,
                keys,
                Qt.ScrollPhase.NoScrollPhase,
                False,
            )
        )

    turn(QPoint(0, -120), Qt.KeyboardModifier.ShiftModifier)
    assert view._scrolled(box) > 0
    assert view.verticalScrollBar().value() == 0
    turn(QPoint(0, -120))
    assert view.verticalScrollBar().value() > 0


def test_a_narrower_card_measures_its_tables_anew(view: SafeTextView) -> None:
    view.resize(700, 400)
    view.show_text(TABLE)
    (box,) = view._boxes()
    assert not box.hidden
    view.resize(200, 400)
    (box,) = view._boxes()
    assert box.hidden


def test_code_is_one_block_with_copy_and_its_lines_are_not_wrapped(view: SafeTextView, qtbot) -> None:
    view.show_text(CODE)
    (box,) = view._boxes()
    assert is_code(box.table)
    assert box.hidden
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=offered(view)["Copy"])
    copied = QGuiApplication.clipboard().text()
    assert copied == CODE.removeprefix("```python\n").removesuffix("\n```\n") == text_of(box.table)
    assert copied in view.plain()


def test_new_words_are_tinted_beside_formulas_tables_and_code(view: SafeTextView, qtbot) -> None:
    after = f"So $W_q = 2$ holds.\n\n$$\\frac{{a}}{{b}}$$\n\n{TABLE}\n{CODE}\nThe end."
    view.show_text(after, before=after.replace("holds", "is said"))
    qtbot.waitUntil(lambda: not view.busy)
    (selection,) = view.extraSelections()
    assert selection.cursor.selectedText().strip(" .") == "holds"


def test_figures_stand_below_each_other_and_words_at_the_left(view: SafeTextView) -> None:
    view.show_text("| Option | Cost |\n|---|---|\n| Stay | €0 |\n| Go | 46,000 € |\n| Wait | – |\n")
    (table,) = view._tables()
    sides = [table.cellAt(1, at).firstCursorPosition().blockFormat().alignment() for at in (0, 1)]
    assert sides[1] == Qt.AlignmentFlag.AlignRight
    assert sides[0] != Qt.AlignmentFlag.AlignRight
    assert text_of(table).split("\n")[:2] == ["Option\tCost", "Stay\t€0"]


def test_the_arrow_keys_move_what_is_wider_than_the_text(view: SafeTextView, qtbot) -> None:
    view.show_text(TABLE)
    (box,) = view._boxes()
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert view._scrolled(box) > 0
    qtbot.keyClick(view, Qt.Key.Key_Left)
    assert view._scrolled(box) == 0


def test_code_that_is_still_arriving_is_not_copied(view: SafeTextView, qtbot) -> None:
    QGuiApplication.clipboard().setText("before")
    view.show_text(CODE[: CODE.index("return")], live=True)
    assert list(offered(view)) == ["being written"]
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=offered(view)["being written"])
    assert QGuiApplication.clipboard().text() == "before"


@pytest.mark.parametrize("live", [True, False])
def test_nothing_lies_over_the_first_line_of_code_without_a_language(view: SafeTextView, live: bool) -> None:
    code = CODE.replace("```python", "```")
    view.show_text(code[: code.index("return")] if live else code, live=live)
    (box,) = view._boxes()
    first = box.table.cellAt(1, 0).firstCursorPosition()
    assert min(view._offers(box)).place.bottom() <= view.cursorRect(first).top() + 1
    assert list(offered(view))[:1] == ["being written" if live else "Copy"]


def test_a_formula_wider_than_the_text_scrolls_and_gives_its_source(view: SafeTextView) -> None:
    source = (
        r"\mathrm{NPV} = \sum_{t=0}^{T} \frac{CF_t}{(1+r)^t} = -100 + \frac{60}{1.1} + \frac{60}{1.21} = 4"
    )
    view.resize(260, 400)
    view.show_text(f"Words.\n\n$${source}$$\n\nMore words.")
    (box,) = view._boxes()
    assert box.hidden
    assert not view._offers(box)
    assert text_of(box.table) == source
    view.show_text("$$x = 1$$")
    (box,) = view._boxes()
    assert not box.hidden


def test_a_wide_table_is_enlarged_with_the_mouse_and_copied_below_itself(view: SafeTextView, qtbot) -> None:
    view.show_text(f"{TABLE}\nWhat follows.")
    press = offered(view)
    assert list(press) == ["Copy", "Enlarge"]
    (box,) = view._boxes()
    following = view.cursorRect(QTextCursor(view.document().lastBlock())).top()
    assert box.place.bottom() < press["Enlarge"].y() < following
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=press["Copy"])
    assert QGuiApplication.clipboard().text().startswith("Quarter\tQuota\tDelivered\tComplaints\nQ1\t1,050")
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=press["Enlarge"])
    (dialog,) = view.findChildren(EnlargedDialog)
    assert dialog.windowTitle() == "Table"
    (large,) = dialog.page._boxes()
    assert text_of(large.table) == text_of(box.table)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    # Nobody holds the table any more.
    del box
    view.show_text("Another text.")
    assert view.plain() == "Another text."


def test_a_table_with_room_has_no_line_below_and_gets_one_where_the_card_is_narrower(
    view: SafeTextView,
) -> None:
    view.resize(700, 400)
    view.show_text(TABLE)
    assert offered(view) == {}
    before = view.document().size().height()
    view.resize(240, 400)
    assert list(offered(view)) == ["Copy", "Enlarge"]
    view.resize(700, 400)
    assert view.document().size().height() == before


def test_code_in_a_point_is_a_box_where_its_words_begin(view: SafeTextView) -> None:
    view.show_text("1. A point:\n\n   ```\n   one\n\n   three\n   ```\n\n   Then words.\n")
    (box,) = view._boxes()
    assert text_of(box.table) == "one\n\nthree"
    begins = QTextCursor(view.document().firstBlock())
    assert abs(box.place.left() - view.cursorRect(begins).left()) <= 3
    assert box.place.right() <= view.viewport().width()


def test_code_in_a_quotation_has_one_ground(view: SafeTextView) -> None:
    view.show_text("> ```\n> a\n> b\n> ```\n")
    assert "a\u2028b" in view.document().firstBlock().text()


def test_a_number_stays_with_its_unit_and_is_copied_as_it_was_written(view: SafeTextView) -> None:
    said = "It takes 13.3 µA until 1 May, and that is 92 % of what the cell of 46,000 € can give."
    for wide in range(120, 400, 20):
        view.resize(wide, 400)
        view.show_text("")
        view.show_text(said)
        block = view.document().firstBlock()
        lines = [block.layout().lineAt(at) for at in range(block.layout().lineCount())]
        ends = [block.text()[line.textStart() : line.textStart() + line.textLength()] for line in lines]
        assert not [end for end in ends[:-1] if end.rstrip(" ")[-1:].isdigit()], ends
    assert view.plain() == said


@pytest.mark.parametrize("text", ["| Name | Size |\n|---|---|\n| a | 1", "So\n\n```python\nx = 1"])
def test_where_a_box_is_being_written_a_caret_stands(view: SafeTextView, text: str) -> None:
    def carets() -> int:
        picture = view.viewport().grab().toImage()
        wide, high = range(picture.width()), range(picture.height())
        return sum(picture.pixelColor(x, y) == QColor(colours().accent) for x in wide for y in high)

    view.resize(200, 160)
    view.show_text(text, live=True)
    assert carets() > 10
    view.show_text(text + " |\n\nMore." if "|" in text else text + "\n```\n\nMore.", live=True)
    view.show_text("Words.")
    assert not carets()


def test_the_first_column_says_what_a_row_is_of_and_stays_at_the_left(view: SafeTextView) -> None:
    view.show_text("| Year | Sum |\n|---|---|\n| 2024 | 1,050 |\n| 2025 | 990 |\n")
    (table,) = view._tables()
    sides = [table.cellAt(1, at).firstCursorPosition().blockFormat().alignment() for at in (0, 1)]
    assert not sides[0] & Qt.AlignmentFlag.AlignRight
    assert sides[1] & Qt.AlignmentFlag.AlignRight


def test_a_column_of_words_is_not_pressed_to_a_word_a_line(view: SafeTextView) -> None:
    note = "A long note that goes on and on about what the option brings"
    view.show_text(
        f"| Option | Command | Cost | Note |\n|---|---|---|---|\n| B | list | 1,200.50 | {note} |\n"
    )
    (box,) = view._boxes()
    assert box.hidden
    assert box.table.cellAt(1, 3).firstCursorPosition().block().layout().lineCount() <= 6


@pytest.mark.usefixtures("app")
def test_code_of_a_printed_report_stands_on_one_ground_without_stripes() -> None:
    page = QTextDocument()
    page.setDefaultStyleSheet(SHEET)
    page.setHtml("<body><pre><code>{\n  a\n}</code></pre></body>")
    lines = [page.documentLayout().blockBoundingRect(page.findBlockByNumber(at)) for at in range(3)]
    assert [line.bottom() for line in lines[:-1]] == [line.top() for line in lines[1:]]

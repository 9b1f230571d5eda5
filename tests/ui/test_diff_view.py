"""The diff view by itself: aligned, folded, gone about by keys, wheel and mouse."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFont, QGuiApplication, QTextCharFormat, QTextFormat, QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget

from app.ui.kit.diff import painting
from app.ui.kit.diff.inline_markup import dressed
from app.ui.kit.diff.rows import LONGEST, Pane, prepare
from app.ui.kit.diff.selecting import Spot
from app.ui.kit.diff.sheet import PAD, Folds
from app.ui.kit.diff.strip import OverviewStrip
from app.ui.kit.diff.view import DiffView
from app.ui.kit.theme import DARK, LIGHT, apply_theme
from tests.support.examples import examples
from tests.support.looking import sides_apart
from tests.support.readable import pairs

SAME = "\n\n".join(
    f"Paragraph {n} says the same in both texts, at some length, and never changes." for n in range(9)
)
OLD = f"# Head\n\nThe first point is about money and time.\n\n{SAME}\n\nThe old end."
NEW = (
    f"# Head\n\nThe first point is about money and great effort.\n\n{SAME}\n\n"
    "A new paragraph comes.\n\nThe end."
)


@pytest.fixture
def view(app: QApplication, qtbot) -> DiffView:
    diff_view = DiffView(deciding=True)
    qtbot.addWidget(diff_view)
    diff_view.resize(1000, 600)
    diff_view.show()
    diff_view.show_prepared(prepare(OLD, NEW))
    return diff_view


def real() -> tuple[str, str]:
    found = pairs().values()
    return "\n\n".join(old.rstrip() for old, _ in found), "\n\n".join(new.rstrip() for _, new in found)


def centre(view: DiffView, item: int) -> QPoint:
    y = view.sheet.tops[item] - view.verticalScrollBar().value() + 8
    return QPoint(view.viewport().width() // 2, int(y))


@pytest.mark.nightly
def test_nothing_is_misaligned_after_five_widths_and_another_font(view) -> None:
    view.show_prepared(prepare(*real()))
    for width, size in ((1366, 0), (1000, 0), (860, 0), (1280, 0), (700, 0), (1000, 17)):
        if size:
            view.setFont(QFont(view.font().family(), size))
        view.resize(width, 600)
        seen = []
        # All changes at the first width and in the other font, some at those between.
        for change in range(0, view.changes, 1 if width == 1366 or size else 4):
            view.go_to(change)
            seen += sides_apart(view)
        view.go_to(0)
        assert set(seen) == {0.0}
        assert len(seen) > 30


def test_unchanged_lines_look_the_same_on_both_sides_pixel_by_pixel(view) -> None:
    view.resize(1002, 600)
    view.fold_all(False)
    width = view.viewport().width() - view.viewport().width() % 2
    view.resize(view.width() - (view.viewport().width() - width), 600)
    picture = view.viewport().grab().toImage()
    g = view.sheet.geometry
    compared = 0
    for item, top in zip(view.sheet.items, view.sheet.tops, strict=False):
        line = view.prepared.lines[item.line]
        bottom = int(top + view.sheet.line_height)
        if item.fold < 0 and line.change < 0 and bottom < view.viewport().height():
            left = QRect(2, int(top), int(g.pane) - 4, bottom - int(top))
            right = left.translated(int(g.pane + g.between), 0)
            assert picture.copy(left) == picture.copy(right)
            compared += 1
    assert compared >= 8


def test_lines_follow_each_other_without_gap_or_overlap(view) -> None:
    view.fold_all(False)
    tops = view.sheet.tops
    for index, item in enumerate(view.sheet.items):
        if item.fold < 0:
            assert tops[index + 1] >= tops[index] + view.sheet.laid(item.line).height


@given(st.text(max_size=300), st.text(max_size=300))
@settings(max_examples=examples(60, 600))
def test_what_is_shown_is_both_texts(old: str, new: str) -> None:
    prepared = prepare(old, new)
    sides: tuple[tuple[str, Pane], ...] = ((old, "left"), (new, "right"))
    for text, pane in sides:
        shown = "\n".join(line.text(pane) for line in prepared.lines if line.has(pane))
        assert (
            shown.replace("⏎", "").replace("·", "").split() == text.replace("⏎", "").replace("·", "").split()
        )


def test_a_huge_paragraph_is_laid_out_in_parts(view) -> None:
    old = "word and other words " * 20_000
    prepared = prepare(old, old.replace("other", "more", 9) + "x" * 30_000)
    assert max(len(line.text("inline")) for line in prepared.lines) <= 2 * LONGEST
    assert "".join(line.text("left") for line in prepared.lines) == old
    view.show_prepared(prepared)
    assert not any(sides_apart(view))


def test_one_column_is_shown_where_it_is_narrow(view) -> None:
    view.resize(500, 600)
    assert view.sheet.geometry.one_column
    view.resize(1000, 600)
    assert not view.sheet.geometry.one_column
    view.set_columns("one")
    assert view.sheet.geometry.one_column


def test_marks_can_be_told_apart_without_colour(app) -> None:
    line = prepare("one two three", "one four three").lines[0]
    struck, plain = painting.Look(LIGHT), painting.Look(LIGHT, strike=False)
    gone = painting.formats(line.shown("left")[1], struck)
    come = painting.formats(line.shown("right")[1], struck)
    assert (gone[0].format.fontStrikeOut(), gone[0].format.fontUnderline()) == (True, False)
    assert (come[0].format.fontStrikeOut(), come[0].format.fontUnderline()) == (False, True)
    dashed = painting.formats(line.shown("left")[1], plain)
    assert not dashed[0].format.fontStrikeOut()
    assert dashed[0].format.underlineStyle() == QTextCharFormat.UnderlineStyle.DashUnderline


def test_places_behind_emoji_are_marked_where_they_are(app) -> None:
    text, marks = prepare("😀😀 one two", "😀😀 one 👍🏽").lines[0].shown("right")
    raw = text.encode("utf-16-le")
    assert [raw[2 * m.start : 2 * (m.start + m.length)].decode("utf-16-le") for m in marks] == ["👍🏽"]


def test_folds_open_in_steps_by_pressing_them_and_fold_again(view, qtbot) -> None:
    fold = view.sheet.folds.all[0]
    hidden = fold.hidden
    index = next(at for at, item in enumerate(view.sheet.items) if item.fold == 0)
    assert "unchanged" in view.fold_words(0)[1]
    left = QPoint(20, centre(view, index).y())
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=left)
    assert fold.hidden == hidden - 3
    index = next(at for at, item in enumerate(view.sheet.items) if item.fold == 0)
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=centre(view, index))
    assert fold.hidden == 0
    index = next(at for at, item in enumerate(view.sheet.items) if item.fold == 0)
    assert "again" in view.fold_words(0)[0]
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=centre(view, index))
    assert fold.hidden == hidden


def test_opening_a_fold_from_below_keeps_the_change_below_it_in_place(view, qtbot) -> None:
    view.resize(1000, 110)
    view.show_prepared(prepare(f"{SAME}\n\nOld words.\n\n{SAME}", f"{SAME}\n\nNew words.\n\n{SAME}"))

    def height_of_change() -> float:
        item = view.sheet.item_of(view.prepared.first_lines[0])
        return float(view.sheet.tops[item] - view.verticalScrollBar().value())

    before = height_of_change()
    right = QPoint(view.viewport().width() - 20, centre(view, 0).y())
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=right)
    assert view.sheet.folds.all[0].below == 3
    assert abs(height_of_change() - before) < 1


@given(st.lists(st.booleans(), max_size=40), st.lists(st.integers(0, 5), max_size=8))
@settings(max_examples=examples(80, 600), suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_folds_never_hide_a_change_and_lose_no_line(changed: list[bool], presses: list[int]) -> None:
    old = "\n\n".join(f"Line {n} of the text is here." for n in range(len(changed)))
    new = "\n\n".join(f"Line {n} of the text is {'new' if c else 'here'}." for n, c in enumerate(changed))
    lines = prepare(old, new).lines
    folds = Folds(lines)
    for press in presses:
        if press < len(folds.all):
            folds.all[press].open_step(below=bool(press % 2))
    items = folds.items()
    shown = [item.line for item in items if item.fold < 0]
    assert shown == sorted(set(shown))
    assert all(index in shown for index, line in enumerate(lines) if line.change >= 0)
    assert len(shown) + sum(fold.hidden for fold in folds.all) == len(lines)
    folds.fold_all(False)
    assert [item.line for item in folds.items() if item.fold < 0] == list(range(len(lines)))


def test_keys_go_from_change_to_change(view, qtbot) -> None:
    assert view.current == 0
    qtbot.keyClick(view, Qt.Key.Key_N)
    assert view.current == 1
    assert "effort" in view.accessibleDescription()
    qtbot.keyClick(view, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert view.current == 2
    qtbot.keyClick(view, Qt.Key.Key_P)
    assert view.current == 1
    qtbot.keyClick(view, Qt.Key.Key_E)
    assert not view.sheet.folds.any_hidden
    qtbot.keyClick(view, Qt.Key.Key_F)
    assert view.sheet.folds.any_hidden


def test_letters_decide_only_where_there_is_something_to_decide(view, qtbot) -> None:
    asked: list[tuple[int, bool]] = []
    view.keep_wanted.connect(lambda change, new: asked.append((change, new)))
    qtbot.keyClick(view, Qt.Key.Key_N)
    qtbot.keyClick(view, Qt.Key.Key_R)
    assert asked == []
    view.show_decisions(frozenset(), frozenset(), decidable=True, can_tick=True)
    qtbot.keyClick(view, Qt.Key.Key_R)
    assert asked == [(0, False)]
    assert view.current == 2


def test_each_change_is_decided_by_buttons_between_the_panes(view, qtbot) -> None:
    asked: list[object] = []
    view.keep_wanted.connect(lambda change, new: asked.append(("keep", change, new)))
    view.tick_wanted.connect(lambda change, on: asked.append(("tick", change, on)))
    view.show_decisions(frozenset(), frozenset(), decidable=True, can_tick=True)
    buttons = view.buttons
    assert buttons.isVisible()
    assert buttons.change == 0
    assert not buttons.reviewed.isVisible()
    gutter = QRectF(view.sheet.geometry.gutter, 0, view.sheet.geometry.between, view.viewport().height())
    assert gutter.contains(QRectF(buttons.geometry()))
    for pressed in (buttons.keep_old, buttons.keep_new):
        qtbot.mouseClick(pressed, Qt.MouseButton.LeftButton)
    assert asked == [("keep", 0, False), ("keep", 0, True)]
    view.show_decisions(frozenset(), frozenset(), decidable=False, can_tick=True)
    assert not buttons.keep_old.isVisible()
    qtbot.mouseClick(buttons.reviewed, Qt.MouseButton.LeftButton)
    assert asked[2:] == [("tick", 0, True)]
    view.show_decisions(frozenset(), frozenset(), decidable=False, can_tick=False)
    assert not buttons.isVisible()


def test_the_buttons_follow_the_pointer_and_go_back_to_the_current_change(view, qtbot) -> None:
    view.show_decisions(frozenset(), frozenset({1}), decidable=True, can_tick=True)
    view.go(1)
    item = view.sheet.item_of(view.prepared.first_lines[1])
    y = int(view.sheet.tops[item] - view.verticalScrollBar().value()) + 4
    qtbot.mouseMove(view.viewport(), QPoint(20, y))
    assert view.buttons.change == 1
    assert view.current == 1
    assert abs(view.buttons.y() - y) < 8
    QApplication.sendEvent(view.viewport(), QEvent(QEvent.Type.Leave))
    assert view.buttons.change == 0


def test_a_press_that_comes_after_other_texts_decides_on_nothing(view, qtbot) -> None:
    view.show_decisions(frozenset(), frozenset(), decidable=True, can_tick=True)
    asked: list[object] = []
    view.keep_wanted.connect(lambda change, new: asked.append((change, new)))
    view.tick_wanted.connect(lambda change, on: asked.append((change, on)))
    view.go(1)
    assert view.buttons.change == 0
    view.show_prepared(prepare("the same", "the same"))
    assert not view.buttons.isVisible()
    for pressed in (view.buttons.keep_old, view.buttons.reviewed):
        pressed.click()
    assert asked == []
    assert view.current == 0


def test_what_is_chosen_stands_out_among_the_buttons(view) -> None:
    for reverted in (frozenset({0}), frozenset[int]()):
        view.show_decisions(reverted, frozenset(), decidable=True, can_tick=True)
        chosen = [made.property("chosen") for made in (view.buttons.keep_old, view.buttons.keep_new)]
        assert chosen == [bool(reverted), not reverted]


def test_space_ticks_and_goes_to_the_next_without_a_tick(view, qtbot) -> None:
    reviewed: set[int] = {1}
    view.show_decisions(frozenset(), frozenset(reviewed), decidable=False, can_tick=True)

    def tick(change: int, on: bool) -> None:
        (reviewed.add if on else reviewed.discard)(change)
        view.show_decisions(frozenset(), frozenset(reviewed), decidable=False, can_tick=True)

    view.tick_wanted.connect(tick)
    view.go(1)
    qtbot.keyClick(view, Qt.Key.Key_Space)
    assert reviewed == {0, 1}
    assert view.current == 3


def test_the_strip_shows_every_change_and_is_turned_and_pressed(view, qtbot) -> None:
    strip = OverviewStrip(view)
    qtbot.addWidget(strip)
    strip.resize(16, 400)
    strip.show()
    assert len(strip.marks()) == view.changes
    for turn, at in ((-120, 1), (-120, 2), (120, 1)):
        wheel = QWheelEvent(
            QPointF(8, 50),
            strip.mapToGlobal(QPointF(8, 50)),
            QPoint(),
            QPoint(0, turn),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(strip, wheel)
        assert view.current == at
    point = strip.marks()[-1][1].center().toPoint()
    qtbot.mouseClick(strip, Qt.MouseButton.LeftButton, pos=point)
    assert view.current == view.changes
    assert str(view.changes) in strip.accessibleDescription()


def test_a_mark_of_a_short_diff_stands_beside_its_change(view, qtbot) -> None:
    view.resize(600, 4000)
    strip = OverviewStrip(view)
    qtbot.addWidget(strip)
    strip.resize(16, view.viewport().height())
    sheet = view.sheet
    assert sheet.height < strip.height()
    tops = [sheet.tops[sheet.item_of(line)] for line in view.prepared.first_lines]
    assert [box.top() for _, box in strip.marks()] == pytest.approx(tops)


def test_a_word_is_selected_by_a_double_click_whatever_stands_before_it(view, qtbot) -> None:
    for text in ("one two three", "😀é two three"):
        view.show_prepared(prepare("", text))
        y, right = int(view.sheet.tops[0]) + 6, int(view.sheet.geometry.x("right") + PAD)
        x = right + view.fontMetrics().horizontalAdvance(text[: text.index("wo")])
        qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(x, y))
        assert view.selection.text(view.prepared) == "two"


def test_text_of_one_side_is_selected_and_copied(view, qtbot) -> None:
    qtbot.keyClick(view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == OLD
    y = int(view.sheet.tops[view.sheet.item_of(view.prepared.first_lines[0])]) + 6
    right = int(view.sheet.geometry.x("right"))
    qtbot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(right + 2, y))
    qtbot.mouseMove(view.viewport(), QPoint(view.viewport().width() - 2, y))
    qtbot.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton)
    view.copy()
    assert QGuiApplication.clipboard().text() == "The first point is about money and great effort."


def test_words_are_found_in_both_texts_and_folds_opened_for_them(view) -> None:
    assert len(view.find_places("time")) == 1
    assert len(view.find_places("the end")) == 1
    hits = view.find_places("PARAGRAPH 5")
    assert len(hits) == 1
    hits[0]()
    assert view.selection.text(view.prepared) == "Paragraph 5"
    line = view.selection.start.line
    assert view.sheet.items[view.sheet.item_of(line)].fold < 0


def test_a_moved_paragraph_says_where_it_went_and_leads_there(view, qtbot) -> None:
    one = "The rota keeps the phones answered on Fridays and costs nobody anything."
    view.show_prepared(prepare(f"{one}\n\n{SAME}\n\nEnd.", f"{SAME}\n\n{one}\n\nEnd."))
    assert view.changes == 1
    line = view.prepared.lines[view.prepared.first_lines[0]]
    assert "down" in painting.moved_words(view.prepared.first_lines[0], line)
    right = QPoint(int(view.sheet.geometry.x("right")) + 20, int(view.sheet.tops[0]) + 6)
    view.resize(1000, 150)
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=right)
    assert view.verticalScrollBar().value() > 0


def test_the_reading_place_is_kept_when_the_width_changes(view) -> None:
    view.show_prepared(prepare(*real()))
    view.fold_all(False)
    view.go_to(view.changes // 2)
    line = view.prepared.first_lines[view.changes // 2]
    for width in (1366, 860, 1000):
        view.resize(width, 600)
        y = view.sheet.tops[view.sheet.item_of(line)] - view.verticalScrollBar().value()
        assert -30 <= y <= 120


def test_the_theme_is_taken_at_once(view, app) -> None:
    apply_theme(app, "dark")
    picture = view.viewport().grab().toImage()
    apply_theme(app, "light")
    assert picture.pixelColor(3, view.viewport().height() - 3).name() == DARK.base


def test_nothing_to_compare_is_an_empty_view(view: DiffView) -> None:
    view.show_prepared(prepare("", ""))
    view.go(1)
    view.resize(500, 300)
    assert view.changes == 0
    assert isinstance(view, QWidget)


def hidden(text: str, other: str = "") -> str:
    """Return what of a text's line is not seen: laid out a pixel high."""
    line = prepare(other or text, text).lines[0]
    found = dressed(line, "right", QFont())
    size = QTextFormat.Property.FontPixelSize
    return "".join(
        found.text[part.start : part.start + part.length]
        for part in found.formats
        if part.format.hasProperty(size)
    )


def test_signs_of_markdown_are_not_seen_unless_they_are_what_changed(app) -> None:
    assert hidden("## Who goes first") == "## "
    assert hidden("**Support** (34): two *small* groups") == "*" * 6
    assert hidden("2 * 3 * 4 and snake_case_names stay") == ""
    assert hidden("**Support** (34): two groups", "Support (34): two groups") == ""
    assert "•" in dressed(prepare("", "- An item").lines[0], "right", QFont()).text
    fenced = "```\n# no heading\n- no item\n```"
    assert [line.code for line in prepare(fenced, fenced).lines] == [True] * 4
    assert dressed(prepare(fenced, fenced).lines[1], "right", QFont()).text == "# no heading"


def test_what_is_copied_of_a_list_is_what_was_written(view, qtbot) -> None:
    text = "## Head\n\n- **One** item\n- Another"
    view.show_prepared(prepare("", text))
    view.selection.select("right", Spot(0, 0))
    view.select_all()
    assert view.selection.text(view.prepared) == text


def test_rows_of_a_list_item_begin_below_each_other(view) -> None:
    view.show_prepared(prepare("", f"- {'Many words stand here. ' * 20}"))
    layout = view.sheet.laid(0).sides["right"]
    first = layout.lineAt(0)
    assert layout.lineCount() > 2
    assert layout.lineAt(1).x() == 16
    assert abs(first.cursorToX(2)[0] - 16) < 1


def test_the_buttons_are_not_cut_at_a_larger_text(view) -> None:
    view.show_decisions(frozenset(), frozenset(), decidable=True, can_tick=True)
    for points in (10, 13, 20):
        view.setFont(QFont(view.font().family(), points))
        for made in (view.buttons.keep_old, view.buttons.keep_new):
            assert made.width() >= made.sizeHint().width()
            assert made.height() >= made.sizeHint().height()

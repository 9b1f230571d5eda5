"""How much of the window is read: measured in the long debate, at the sizes that the look names."""

from __future__ import annotations

import statistics
from collections.abc import Awaitable, Callable
from itertools import pairwise
from typing import Any

import pytest
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QAbstractScrollArea

from tests.support.looking import line_lengths, reading_height, texts_in_sight
from tests.support.quiet import quiet
from tests.ui.look.test_bars import bar_is_right
from tests.ui.look.test_focus_rings import unseen_focus
from tests.ui.look.test_painted import (
    a_heading_is_no_larger_than_the_session_s_title,
    a_list_is_indented_by_a_little,
    written_for_people,
)
from tests.ui.test_reading_aloud import nameless, unread

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
Check = Callable[[Any], Awaitable[None] | None]
"""Looks at a window that shows a scene."""


def answers_get(least: int, cards: int) -> Check:
    """Return the check that so many answers are seen, and each is read in so many pixels at least."""

    def an_answer_under_review_gets_most_of_the_height(window: Any) -> None:
        views = texts_in_sight(window.page.panel("answers"))
        assert len(views) == cards
        heights = {view.accessibleName(): reading_height(view) for view in views}
        assert {name: seen for name, seen in heights.items() if seen < least} == {}

    return an_answer_under_review_gets_most_of_the_height


def text_gets(least: int) -> Check:
    def a_draft_s_text_gets_what_its_files_and_the_question_leave(window: Any) -> None:
        (text,) = texts_in_sight(window.page)
        assert reading_height(text) >= least

    return a_draft_s_text_gets_what_its_files_and_the_question_leave


def what_else_is_read_for_long_gets_it_too(window: Any) -> None:
    areas = window.page.tabs.currentWidget().findChildren(QAbstractScrollArea)
    seen = [area.viewport().visibleRegion().boundingRect().height() for area in areas if area.isVisible()]
    assert max(seen, default=0) >= 420


def the_head_of_a_card_is_one_row(window: Any) -> None:
    tops = {seat: card.head.height() for seat, card in window.page.panel("answers").cards.items()}
    assert len(tops) == 3
    assert {seat: top for seat, top in tops.items() if not 28 <= top <= 30} == {}


def lines_are_no_longer_than_a_book_s(window: Any) -> None:
    lengths = [n for view in texts_in_sight(window.page) for n in line_lengths(view.document())]
    assert lengths
    # About 75: letters are not all as wide.
    assert statistics.median(lengths) <= 76
    assert sorted(lengths)[int(len(lengths) * 0.9)] <= 84
    assert max(lengths) <= 95


def the_title_its_state_and_the_rounds_stand_in_one_line(window: Any) -> None:
    page, tabs = window.page, window.page.tabs.tabBar()
    # The menu and tools, one line, the tabs.
    assert tabs.mapTo(window, tabs.rect().topLeft()).y() <= 40 + 44 + 2
    assert page.header.title.text() == page.view.fold.session.title


def lines_stand_apart(pixels: int, step: int) -> Check:
    def lines_stand_apart_as_the_look_wants_them(window: Any) -> None:
        views = texts_in_sight(window.page)
        assert views
        for view in views:
            assert view.fontInfo().pixelSize() == pixels
            assert line_steps(view.document()) == {step}

    return lines_stand_apart_as_the_look_wants_them


def line_steps(document: Any) -> set[int]:
    """Return the pixels from line to line within the paragraphs of a text; a table's cells have their own."""
    steps, block = set(), document.begin()
    while block.isValid():
        layout = block.layout()
        lines = layout.lineCount() if QTextCursor(block).currentTable() is None else 0
        tops = [layout.lineAt(at).y() for at in range(lines)]
        steps |= {round(below - above) for above, below in pairwise(tops)}
        block = block.next()
    return steps


def of_scene(look: Callable[[Any, str], None], name: str) -> Check:
    """Return a check that is made of each scene elsewhere, made of this one."""
    return lambda window: look(window, name)


def every_control_has_a_name(window: Any) -> None:
    assert nameless(window) == []
    assert unread(window) == []


def whoever_uses_the_keyboard_sees_where_they_are(window: Any) -> None:
    window.activateWindow()
    assert unseen_focus(window) == []


async def changes_are_read_for_long_too(window: Any) -> None:
    window.page.tabs.show_tab("changes")
    await quiet()
    what_else_is_read_for_long_gets_it_too(window)
    window.page.tabs.show_tab("answers")
    await quiet()


LARGE, SMALL, WIDE = (1366, 768, 100), (860, 600, 100), (2560, 1200, 100)
Looks = list[tuple[tuple[int, int, int], tuple[Check, ...]]]
"""Sizes that a window with a scene is given in turn, (width, height, text in per cent), and the checks."""
REVIEW = (
    answers_get(520, 3),
    the_head_of_a_card_is_one_row,
    the_title_its_state_and_the_rounds_stand_in_one_line,
    lines_stand_apart(13, 20),
    a_heading_is_no_larger_than_the_session_s_title,
    a_list_is_indented_by_a_little,
    of_scene(written_for_people, "look-review"),
    of_scene(bar_is_right, "look-review"),
    every_control_has_a_name,
    whoever_uses_the_keyboard_sees_where_they_are,
    changes_are_read_for_long_too,
)
FINISHED = (
    what_else_is_read_for_long_gets_it_too,
    lines_stand_apart(14, 22),
    of_scene(bar_is_right, "look-finished"),
    every_control_has_a_name,
)
DRAFT = (text_gets(400), lines_stand_apart(14, 22), of_scene(bar_is_right, "draft-acceptance"))
RUNNING = (
    what_else_is_read_for_long_gets_it_too,
    the_head_of_a_card_is_one_row,
    of_scene(bar_is_right, "look-running"),
)
AT_PUSH: list[tuple[str, Looks]] = [
    # Where a card would be narrower than 260 px at 100 %, as many are shown as have room.
    ("look-review", [(LARGE, REVIEW), ((1366, 768, 130), (answers_get(300, 1),))]),
]
AT_NIGHT: list[tuple[str, Looks]] = [
    ("look-review", [(SMALL, (answers_get(360, 3),)), (WIDE, (lines_are_no_longer_than_a_book_s,))]),
    ("look-four", [(SMALL, (answers_get(360, 3),))]),
    # In a small window six have least room.
    ("look-six", [(SMALL, (answers_get(360, 3),))]),
    ("look-six", [(LARGE, (answers_get(520, 3),))]),
    ("look-finished", [(LARGE, FINISHED), (WIDE, (lines_are_no_longer_than_a_book_s,))]),
    ("draft-acceptance", [(LARGE, DRAFT), (SMALL, (text_gets(240), DRAFT[-1]))]),
    ("look-running", [(LARGE, RUNNING), (SMALL, (RUNNING[-1],))]),
    ("look-changes", [(LARGE, (what_else_is_read_for_long_gets_it_too,))]),
]


@pytest.mark.parametrize(
    ("name", "looks"),
    [*AT_PUSH, *(pytest.param(*one, marks=pytest.mark.nightly) for one in AT_NIGHT)],
    ids=[f"{name}-{looks[0][0][0]}" for name, looks in (*AT_PUSH, *AT_NIGHT)],
)
async def test_what_is_read_has_the_room_and_the_lines_that_the_look_gives_it(
    scene_shown: Any, name: str, looks: Looks
) -> None:
    width, height, zoom = looks[0][0]
    async with scene_shown(name, width, height, zoom=zoom) as d:
        for (width, height, zoom), checks in looks:
            d.window.set_zoom(zoom)
            d.window.resize(width, height)
            await d.settle()
            for check in checks:
                if (later := check(d.window)) is not None:
                    await later


@pytest.mark.nightly
async def test_insights_give_way_where_their_place_is_all_that_four_answers_lack(scene_shown):
    async with scene_shown("look-four") as d:
        panes, column = d.window.panes, d.window.page.column
        answers_get(500, 4)(d.window)
        assert not panes.shown("column")
        d.window.actions_by_id["insights"].trigger()
        assert panes.shown("column")
        assert column.parent() is panes, "over the answers"
        panes.close_over()
        d.window.resize(1600, 768)
        await d.settle()
        assert column.parent() is panes.split
        assert column.isVisible()
        assert len(texts_in_sight(d.window.page.panel("answers"))) == 4

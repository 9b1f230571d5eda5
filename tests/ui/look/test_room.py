"""How much of the window is read: measured in the long debate, at the sizes that the look names."""

from __future__ import annotations

import statistics
from itertools import pairwise

import pytest
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QAbstractScrollArea

from app.ui.kit.text.bounded import PlainEditor
from tests.support.examples import sampled
from tests.support.looking import line_lengths, reading_height, texts_in_sight

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
MOST_OF_A_BAR = 79


@pytest.mark.parametrize(
    ("name", "width", "height", "zoom", "least", "cards"),
    [
        ("look-review", 1366, 768, 100, 520, 3),
        pytest.param("look-review", 860, 600, 100, 360, 3, marks=pytest.mark.nightly),
        # Where a card would be narrower than 260 px at 100 %, as many are shown as have room.
        ("look-review", 1366, 768, 130, 300, 1),
        ("look-four", 1366, 768, 100, 500, 4),
        # At a push each number of members once, and each size: in a small window six have least room.
        pytest.param("look-four", 860, 600, 100, 360, 3, marks=pytest.mark.nightly),
        pytest.param("look-six", 1366, 768, 100, 520, 3, marks=pytest.mark.nightly),
        ("look-six", 860, 600, 100, 360, 3),
    ],
)
def test_an_answer_under_review_gets_most_of_the_height(
    play, scene_shown, name, width, height, zoom, least, cards
):
    async def story():
        async with scene_shown(name, width, height, zoom=zoom) as d:
            views = texts_in_sight(d.window.page.panel("answers"))
            assert len(views) == cards
            heights = {view.accessibleName(): reading_height(view) for view in views}
            assert {name: seen for name, seen in heights.items() if seen < least} == {}

    play(story)


@pytest.mark.parametrize(("width", "height", "least"), [(1366, 768, 400), (860, 600, 240)])
def test_a_draft_s_text_gets_what_its_files_and_the_question_leave(play, scene_shown, width, height, least):
    async def story():
        async with scene_shown("draft-acceptance", width, height) as d:
            (text,) = texts_in_sight(d.window.page)
            assert reading_height(text) >= least

    play(story)


def test_insights_give_way_where_their_place_is_all_that_four_answers_lack(play, scene_shown):
    async def story():
        async with scene_shown("look-four") as d:
            panes, column = d.window.panes, d.window.page.column
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

    play(story)


@pytest.mark.parametrize(
    "name", sampled(["look-finished", "look-changes", "look-running"], {"look-finished", "look-changes"})
)
def test_what_else_is_read_for_long_gets_it_too(play, scene_shown, name):
    async def story():
        async with scene_shown(name) as d:
            page = d.window.page
            panel = page.tabs.currentWidget()
            tallest = max(
                (area.viewport().visibleRegion().boundingRect().height() for area in reading_areas(panel)),
                default=0,
            )
            assert tallest >= 420

    play(story)


def reading_areas(panel):
    """Return what is scrolled and read in a panel."""
    return [area for area in panel.findChildren(QAbstractScrollArea) if area.isVisible()]


AT_PUSH = {("look-review", 1366), ("look-running", 860), ("failure", 860)}
BARS = (
    *("look-review", "look-running", "look-finished", "look-guidance", "look-critiques"),
    *("critique-review", "clarification", "failure", "uncertain", "budget", "stopped", "paused"),
    *("interrupted", "failed", "attempt", "auto"),
)


@pytest.mark.parametrize(
    ("name", "width"),
    [
        pytest.param(name, width, marks=() if (name, width) in AT_PUSH else pytest.mark.nightly)
        for name in BARS
        for width in (1366, 860)
    ],
)
def test_the_bar_leaves_the_room_to_the_text(play, scene_shown, name, width):
    async def story():
        async with scene_shown(name, width, 768 if width == 1366 else 600) as d:
            bar = d.window.page.bar
            assert bar.isVisible()
            # Words that a person types may be longer than a line.
            more = [edit for edit in bar.findChildren(PlainEditor) if edit.isVisible()]
            lines = sum(round(edit.document().size().height() / edit.line_step()) - 1 for edit in more)
            assert bar.height() <= MOST_OF_A_BAR + 20 * lines

    play(story)


@pytest.mark.parametrize("name", sampled(["look-review", "look-running"], {"look-review"}))
def test_the_head_of_a_card_is_one_row(play, scene_shown, name):
    async def story():
        async with scene_shown(name) as d:
            cards = d.window.page.panel("answers").cards
            tops = {seat: card.head.height() for seat, card in cards.items()}
            assert len(tops) == 3
            assert {seat: top for seat, top in tops.items() if not 28 <= top <= 30} == {}

    play(story)


@pytest.mark.parametrize("name", sampled(["look-review", "look-finished"], {"look-finished"}))
def test_lines_are_no_longer_than_a_book_s_on_a_wide_screen(play, scene_shown, name):
    async def story():
        async with scene_shown(name, 2560, 1200) as d:
            views = texts_in_sight(d.window.page)
            lengths = [length for view in views for length in line_lengths(view.document())]
            assert lengths
            # About 75: letters are not all as wide.
            assert statistics.median(lengths) <= 76
            assert sorted(lengths)[int(len(lengths) * 0.9)] <= 84
            assert max(lengths) <= 95

    play(story)


def test_the_title_its_state_and_the_rounds_stand_in_one_line(play, scene_shown):
    async def story():
        async with scene_shown("look-review") as d:
            page = d.window.page
            tabs = page.tabs.tabBar()
            # The menu and tools, one line, the tabs.
            assert tabs.mapTo(d.window, tabs.rect().topLeft()).y() <= 40 + 44 + 2
            assert page.header.title.text() == page.view.fold.session.title

    play(story)


@pytest.mark.parametrize(
    ("name", "pixels", "step"),
    [("look-review", 13, 20), ("look-finished", 14, 22), ("draft-acceptance", 14, 22)],
)
def test_lines_stand_apart_as_the_look_wants_them(play, scene_shown, name, pixels, step):
    async def story():
        async with scene_shown(name) as d:
            views = texts_in_sight(d.window.page)
            assert views
            for view in views:
                assert view.fontInfo().pixelSize() == pixels
                assert line_steps(view.document()) == {step}

    play(story)


def line_steps(document):
    """Return the pixels from line to line within the paragraphs of a text; a table's cells have their own."""
    steps, block = set(), document.begin()
    while block.isValid():
        layout = block.layout()
        lines = layout.lineCount() if QTextCursor(block).currentTable() is None else 0
        tops = [layout.lineAt(at).y() for at in range(lines)]
        steps |= {round(below - above) for above, below in pairwise(tops)}
        block = block.next()
    return steps

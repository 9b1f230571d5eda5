"""Nothing is cut: with larger text, and in a language a third longer."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QApplication, QMenuBar, QScrollArea

from app.ui.kit.export import ExportDialog
from app.ui.kit.pick_list import PickList
from tests.support.examples import sampled
from tests.support.looking import Longer, all_windows, cut
from tests.support.scenes.pictures import SCENES

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
SIZES = ((1366, 768), (860, 600))
ROW_EDGES = 10 + 16 + 8 + 10
"""Pixels of a row of a list that are no room for words: its edges and the column of ticks."""
COVERED = {"insights-over-the-page"}
"""Here a part of the page lies behind what was laid over it."""
SHOWN = tuple(scene.name for scene in SCENES if scene.name not in COVERED)
LARGE, SMALL = SIZES


CASES = [(name, size) for name in SHOWN for size in SIZES]
"""Every scene in both sizes: at push more have longer words in larger text, which are cut first."""


@pytest.fixture
def longer(app: QApplication) -> Iterator[Longer]:
    translator = Longer()
    app.installTranslator(translator)
    yield translator
    app.removeTranslator(translator)


def cut_in(window) -> list[str]:
    """Return what is cut in a window and in what is open in front of it."""
    return sorted({problem for one in all_windows(window) for problem in cut(one)})


@pytest.mark.parametrize(("name", "size"), sampled(CASES, [("first-run", SMALL)], several=True))
async def test_larger_text_cuts_nothing(scene_shown, name, size):
    async with scene_shown(name, *size, zoom=130) as d:
        assert cut_in(d.window) == []


@pytest.mark.nightly
@pytest.mark.parametrize(("name", "size"), CASES)
async def test_longer_words_are_not_cut(scene_shown, longer, name, size):
    async with scene_shown(name, *size) as d:
        assert cut_in(d.window) == []


FIRST_PAGES = ("look-review", "look-new-session", "batch", "batch-chosen")
"""What is met first: a round to decide, the form of a new session, a batch before and after it began."""
OTHERS = (
    "look-finished",
    "draft-acceptance",
    "research-findings",
    "failure",
    "cut",
    "team-many",
    "look-best",
    "batch-problem",
    "batch-waiting",
    "look-four",
)


IN_GERMAN, LONGER = {"look-review"}, {"look-new-session"}
"""At push each in one of the two."""


@pytest.mark.parametrize("name", sampled([*FIRST_PAGES, *OTHERS, "models-key-typed", "library"], IN_GERMAN))
async def test_german_in_larger_text_is_not_cut_in_a_small_window_nor_any_menu(scene_shown, german, name):
    async with scene_shown(name, *SMALL, zoom=130) as d:
        assert cut_in(d.window) == []
        menus = d.window.findChild(QMenuBar)
        ends = [menus.actionGeometry(action).right() for action in menus.actions()]
        assert len(ends) == 6
        assert max(ends) < menus.width(), [action.text() for action in menus.actions()]


@pytest.mark.nightly
@pytest.mark.parametrize(("size", "zoom"), [(SMALL, 100), (LARGE, 100), (LARGE, 130)])
@pytest.mark.parametrize("name", [*FIRST_PAGES, *OTHERS])
async def test_german_is_not_cut_in_either_window(scene_shown, german, name, size, zoom):
    async with scene_shown(name, *size, zoom=zoom) as d:
        assert cut_in(d.window) == []


@pytest.mark.parametrize("name", sampled([*FIRST_PAGES, "first-run", "look-running", *OTHERS], LONGER))
async def test_longer_words_in_larger_text_are_not_cut_in_a_small_window(scene_shown, longer, name):
    async with scene_shown(name, *SMALL, zoom=130) as d:
        assert cut_in(d.window) == []


@pytest.mark.parametrize("language", sampled(["english", "german"], {"german"}))
async def test_no_form_of_an_export_is_cut_in_its_list(scene_shown, request, language):
    if language == "german":
        request.getfixturevalue("german")
    async with scene_shown("finished", *SMALL) as d:
        d.window.actions_by_id["export"].trigger()
        await d.settle()
        formats = d.named("Format")
        formats.showPopup()
        rows = d.window.findChild(PickList).list
        bold = QFont(formats.font())
        bold.setWeight(QFont.Weight.DemiBold)
        room = rows.viewport().width() - ROW_EDGES
        model = rows.model()
        told = [str(model.index(row, 0).data()) for row in range(model.rowCount())]
        assert len(told) >= 9
        assert [text for text in told if QFontMetrics(bold).horizontalAdvance(text) > room] == []
        formats.hidePopup()
        d.window.findChild(ExportDialog).reject()


def test_the_language_is_a_third_longer(longer):
    for words in ("Approve and continue", "Reject with feedback…", "Round {n} is ready for your decision."):
        told = longer.translate("x", words)
        assert 1.25 * len(words) <= len(told) <= 1.6 * len(words)
        assert told[-1] == words[-1] or words[-1].isalnum()
        assert ("{n}" in told) == ("{n}" in words)


@pytest.mark.parametrize(
    "name", sampled(["new-session-advanced", "new-session-refused"], {"new-session-advanced"})
)
async def test_no_word_of_the_form_makes_it_wider_than_there_is_room_for(scene_shown, longer, name):
    async with scene_shown(name, *SMALL) as d:
        kinds = d.window.session_forms.now.kinds.buttons
        for kind in kinds:
            d.window.session_forms.now.kinds.buttons[kind].click()
            await d.settle()
            areas = d.window.session_forms.now.findChildren(QScrollArea)
            beside = [area.horizontalScrollBar().maximum() for area in areas]
            assert beside, kind
            assert not any(beside), kind

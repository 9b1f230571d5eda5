"""F1 opens a guide of five pages with pictures, which is read and left by keyboard alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QLabel

from app.ui.kit.theme import apply_theme
from app.ui.shell.actions import ACTIONS
from app.ui.shell.dialogs import LOCAL_KEYS
from app.ui.shell.guide import GuideDialog, Picture, pages_of, picture_file
from app.ui.shell.shortcuts import ShortcutSheet
from tests.support.looking import Longer, cut
from tests.support.person import Keyboard

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")
PAGES = pages_of()
MOST_WORDS = 120
WIDEST = 720
MOST_BYTES = 500_000
KEY = Qt.Key


def guide_of(d: Any) -> GuideDialog:
    """Return the guide that is open."""
    (found,) = (one for one in d.window.findChildren(GuideDialog) if one.isVisible())
    assert isinstance(found, GuideDialog)
    return found


@pytest.fixture
def longer(app: QApplication) -> Iterator[None]:
    """Speak a language in which everything is a third longer; the pages are German."""
    translator, before = Longer(), QLocale()
    app.installTranslator(translator)
    QLocale.setDefault(QLocale("de"))
    yield
    QLocale.setDefault(before)
    app.removeTranslator(translator)


def test_there_are_five_pages_of_few_words():
    assert len(PAGES) == 5
    assert len({page.title for page in PAGES}) == 5
    for page in PAGES:
        words = " ".join(page.words).split()
        assert 15 <= len(words) <= MOST_WORDS, page.title
        assert page.seen.endswith("."), "a screen reader says a sentence"


def test_both_languages_say_the_same_on_the_same_pages():
    german = pages_of("de")
    assert [page.picture for page in german] == [page.picture for page in PAGES]
    assert [len(page.words) for page in german] == [len(page.words) for page in PAGES]
    assert [page.title for page in german if page.title in [one.title for one in PAGES]] == []
    assert sum("{key}" in text for page in german for text in page.words) == 1


@pytest.mark.parametrize("language", ["en", "de"])
def test_each_page_has_a_small_picture_for_both_themes(language):
    before, size = QLocale(), 0
    QLocale.setDefault(QLocale(language))
    try:
        found = {page.title: [picture_file(page.picture, dark) for dark in (False, True)] for page in PAGES}
    finally:
        QLocale.setDefault(before)
    assert all((".de." in file.name) == (language == "de") for files in found.values() for file in files)
    for page in PAGES:
        files = found[page.title]
        light, dark = (QImage(str(file)) for file in files)
        assert not light.isNull(), page.title
        assert light.size() == dark.size(), page.title
        assert light.width() <= WIDEST
        assert light.pixelColor(3, 3).lightness() > dark.pixelColor(3, 3).lightness(), page.title
        size += sum(file.stat().st_size for file in files)
    assert size < MOST_BYTES


async def test_f1_opens_it_and_the_first_steps_offer_it(desk):
    async with desk() as d:
        keys = Keyboard(d)
        await keys.press(KEY.Key_F1)
        assert guide_of(d).list.currentRow() == 0
        await keys.press(KEY.Key_Escape)
        assert not [one for one in d.window.findChildren(GuideDialog) if one.isVisible()]
        await d.click("Read the guide")
        assert guide_of(d).list.hasFocus()
        await d.click("Close")


async def test_the_last_page_is_the_sheet_of_keys(desk):
    async with desk() as d:
        d.window.actions_by_id["guide"].trigger()
        await d.settle()
        guide = guide_of(d)
        listed = [*guide.model.items]
        of_table = [entry.every_key for entry in ACTIONS if entry.keys]
        assert "Ctrl+Enter" in of_table
        assert [key for key, _ in listed] == [*of_table, *(key for key, _ in LOCAL_KEYS)]
        guide.turn(len(PAGES))
        assert guide.table.isVisible()
        (words,) = [one.text() for one in guide.findChildren(QLabel) if "Ctrl+K" in one.text()]
        assert words.startswith("Everything can be done from the keyboard.")
        guide.reject()
        d.window.actions_by_id["shortcuts"].trigger()
        await d.settle()
        sheet = d.window.findChild(ShortcutSheet)
        assert listed == [(key, words) for key, words, _note in sheet.model.items if key]
        sheet.reject()


async def test_keys_turn_the_pages_and_esc_closes(desk):
    async with desk() as d:
        keys = Keyboard(d)
        await keys.press(KEY.Key_F1)
        guide = guide_of(d)
        seen = []
        for key in (KEY.Key_Down, KEY.Key_Right, KEY.Key_PageDown, KEY.Key_PageDown, KEY.Key_PageDown):
            await keys.press(key)
            seen.append(guide.pages.currentIndex())
        assert seen == [1, 2, 3, 4, 4], "it ends where it ends"
        assert not guide.further.isEnabled()
        await keys.go_to("Keyboard shortcuts")
        await keys.press(KEY.Key_PageDown)
        assert (guide.pages.currentIndex(), guide.table.hasFocus()) == (4, True)
        await keys.go_to("Pages")
        for key in (KEY.Key_Up, KEY.Key_Left, KEY.Key_PageUp, KEY.Key_PageUp, KEY.Key_PageUp):
            await keys.press(key)
        assert guide.pages.currentIndex() == 0
        guide.further.setFocus()
        for _ in PAGES[1:]:
            await keys.press(KEY.Key_Space)
        assert guide.pages.currentIndex() == 4
        assert guide.list.hasFocus(), "a button that is of no more use keeps no focus"
        await keys.press(KEY.Key_Escape)
        assert not [one for one in d.window.findChildren(GuideDialog) if one.isVisible()]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_picture_is_named_and_shown_in_the_theme_s_colours(play, desk, app, theme):
    async def story():
        apply_theme(app, theme)
        async with desk() as d:
            d.window.resize(1366, 768)
            d.window.actions_by_id["guide"].trigger()
            await d.settle()
            guide = guide_of(d)
            for page in PAGES:
                (picture,) = (one for one in guide.findChildren(Picture) if one.isVisible())
                assert picture.accessibleName() == page.seen
                own = QImage(str(picture_file(page.picture, theme == "dark")))
                painted = picture.grab().toImage()
                assert abs(painted.pixelColor(5, 5).lightness() - own.pixelColor(5, 5).lightness()) < 40
                guide.turn(1)
                await d.settle()
            guide.reject()

    try:
        play(story)
    finally:
        apply_theme(app, "light")


@pytest.mark.parametrize("zoom", [100, 130])
def test_nothing_is_cut_in_a_small_window(play, desk, zoom):
    play(lambda: _read_through(desk, zoom))


def test_nothing_is_cut_in_a_longer_language(play, desk, longer):
    play(lambda: _read_through(desk, 130))


async def _read_through(desk: Any, zoom: int) -> None:
    """Look at every page in a small window."""
    async with desk() as d:
        d.window.resize(860, 600)
        d.window.set_zoom(zoom)
        d.window.actions_by_id["guide"].trigger()
        await d.settle()
        guide = guide_of(d)
        assert guide.height() <= 600
        for page in PAGES:
            assert cut(guide) == [], page.title
            row = guide.list.visualItemRect(guide.list.currentItem())
            assert guide.list.viewport().rect().contains(row), page.title
            (picture,) = (one for one in guide.findChildren(Picture) if one.isVisible())
            assert picture.height() >= 96
            guide.turn(1)
            await d.settle()
        guide.reject()

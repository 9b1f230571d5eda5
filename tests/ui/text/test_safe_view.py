"""The one view for model text: nothing is opened, nothing is lost, nothing comes in too large a piece."""

from __future__ import annotations

import asyncio
import gc
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QUrl
from PySide6.QtGui import (
    QGuiApplication,
    QImage,
    QKeyEvent,
    QResizeEvent,
    QTextCharFormat,
    QTextDocument,
    QTextFrame,
)
from PySide6.QtWidgets import QApplication

from app.domain.pictures import Pictures, without_pictures
from app.markup.render import MAX_CHARS
from app.markup.visible import SOFTENER, visible
from app.ui.kit.text import safe_view
from app.ui.kit.text.pictures import save_picture
from app.ui.kit.text.prepared import BLOCK, RenderedText, as_written, paragraphs, render_text
from app.ui.kit.text.safe_view import ADDED_CHARS, SafeTextView, warm
from app.ui.kit.theme import DARK, LIGHT, Colours, Theme, apply_theme
from tests.support.counting import Turns
from tests.support.dots import data_address, png
from tests.support.examples import examples, sampled
from tests.support.waiting import until
from tests.support.watched import Watched
from tests.unit.markup.hostile import CANARY_TARGETS, VANISHING, heavy


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    canaries = Watched(tmp_path)
    yield canaries
    canaries.close()


def letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.replace(SOFTENER, ""))


def wanted_of(source: str) -> str:
    """Return the letters that must stand there: what a list begins a line with is drawn, not written."""
    return letters(re.sub(r"&(?:#\w{1,8}|\w{1,31});|\[[xX]\]|(?m:^\s*\d+\.)", "", visible(source)))


def lost(source: str, seen: str) -> str:
    found = iter(letters(seen))
    wanted = wanted_of(source)
    for at, letter in enumerate(wanted):
        if letter not in found:
            return wanted[at : at + 40]
    return ""


async def test_nothing_of_a_text_vanishes_on_screen(view: SafeTextView) -> None:
    for name, text in VANISHING.items():
        view.show_text(text)
        assert not view.busy
        assert lost(text, view.plain()) == "", name


async def test_tags_are_read_as_they_were_written(view: SafeTextView) -> None:
    for text in ("A <br> B", "Vec<T> x", "</b> y", "<img>", "```\nx <b>\n\ntail"):
        view.show_text(text)
        # A box has an empty line around it.
        assert view.plain().strip("\n") == text.removeprefix("```\n")


def test_a_watched_file_tells_when_it_is_opened(watched: Watched) -> None:
    assert watched.touched() == []
    watched.picture.read_bytes()
    # Only Linux tells who opens a file; elsewhere the server alone is watched.
    assert ("secret.png" in watched.touched()) is watched.tells


async def test_no_form_of_naming_a_file_or_host_opens_anything(view: SafeTextView, watched: Watched) -> None:
    # At a push each form with every third address, another third for the next one.
    step = examples(3, 1)
    for at, form in enumerate(CANARY_TARGETS):
        for address in watched.addresses()[at % step :: step]:
            text = form.replace("{u}", address)
            for live in (True, False):
                view.show_text(text, live=live)
                view.grab()
            # A picture that stands in the text itself is shown in the place of its letters.
            drawn = view.pictures and address.startswith("data:")
            assert lost(text.replace(address, "") if drawn else text, view.plain()) == ""
            assert watched.touched() == [], text


async def test_even_html_that_came_through_would_load_nothing(view: SafeTextView, watched: Watched) -> None:
    # The second guard on its own: what Qt does with markup the first one lets nobody write.
    for address in watched.addresses():
        cursor = view.textCursor()
        cursor.insertHtml(f'<img src="{address}"><link rel=stylesheet href="{address}">x')
        view.grab()
        assert watched.touched() == [], address
        answer = view.loadResource(QTextDocument.ResourceType.ImageResource.value, QUrl(address))
        assert isinstance(answer, QImage)
        assert answer.isNull()


async def test_a_link_goes_nowhere_and_can_be_copied(qtbot, view: SafeTextView) -> None:
    view.show_text("see [this](https://a.example/x) and https://b.example")
    menu = view.link_menu(QUrl("https://a.example/x"))
    assert [action.text() for action in menu.actions()] == ["Copy https://a.example/x"]
    menu.actions()[0].trigger()
    menu.deleteLater()
    assert QGuiApplication.clipboard().text() == "https://a.example/x"
    before = view.plain()
    view.setSource(QUrl("file:///etc/hostname"))
    assert view.plain() == before


WORST = ("2000 rows", "long word in prose", "many links")


@pytest.mark.parametrize("name", sampled(heavy(), WORST))
async def test_a_heavy_text_comes_whole_and_a_bounded_piece_in_each_turn(
    view: SafeTextView, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A turn ends after its first piece; how many it takes otherwise is a matter of the machine.
    monkeypatch.setattr(safe_view, "STEP_MS", -1)
    for live in (True, False):
        await _survives(view, heavy()[name], live)


async def _survives(view: SafeTextView, text: str, live: bool) -> None:
    turns = Turns(view.document())
    view.show_text(text, live=live)
    await _until_settled(view)
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    view.grab()
    # Formatted, a paragraph is one piece; a text that may hold too long a one is shown plain.
    most = ADDED_CHARS + 2 * BLOCK if live or view.note else MAX_CHARS * 1.01
    assert max(turns.added.values()) <= most
    assert len(turns.added) >= len(text) // most
    seen = view.plain()
    # Half a number is not known as one.
    ends = text[:3000].rstrip("0123456789"), text[-3000:].lstrip("0123456789.")
    looked_for = "\n".join(ends) if len(text) > 50_000 else text
    assert lost(looked_for, seen) == ""
    assert len(letters(seen)) >= len(wanted_of(text)) * 0.99


async def test_long_texts_in_parts_stand_plain_until_they_are_formatted(view: SafeTextView) -> None:
    parts = [("Decision", "- **paint** the hall\n" * 400), ("Dissent", "none")]
    view.show_parts(parts)
    assert view.busy
    assert view.plain().startswith("Decision\n- **paint** the hall")
    view.show_parts(parts)
    await until(lambda: not view.busy)
    assert "**" not in view.plain()
    assert view.plain().count("paint the hall") == 400
    assert view.plain().endswith("Dissent\nnone")
    view.show_parts([("Decision", "![" * 600)])
    view.show_source("a *source* shown meanwhile")
    await until(lambda: not view.busy)
    assert view.plain() == "a *source* shown meanwhile"


async def test_a_long_word_is_copied_as_it_was(view: SafeTextView) -> None:
    view.show_text("start " + "b" * 20_000 + " end", live=True)
    assert SOFTENER in view.toPlainText()
    view.selectAll()
    assert view.createMimeDataFromSelection().text() == "start " + "b" * 20_000 + " end"
    assert not view.createMimeDataFromSelection().hasHtml()


THINGS = ["word ", "\n", "\n\n", "x" * 450, "y" * (BLOCK - 1), "z" * (BLOCK + 1), "end"]


@given(st.lists(st.sampled_from(THINGS), max_size=8), st.lists(st.sampled_from(THINGS), max_size=8))
@settings(max_examples=examples(60, 600))
def test_a_text_cut_into_paragraphs_as_it_came_is_read_back_as_it_was(
    first: list[str], then: list[str]
) -> None:
    before, behind = "".join(first), "".join(then)
    stands, run, filled = paragraphs(before)
    comes, _, _ = paragraphs(behind, run, filled)
    raw = "\u2029".join(stands) + "\u2029".join(comes)
    assert as_written(raw) == before + behind
    assert max(len(line.replace(SOFTENER, "")) for line in raw.split("\u2029")) <= BLOCK


async def test_a_selection_that_ends_where_a_paragraph_begins_is_copied_without_it(
    view: SafeTextView,
) -> None:
    word = "b" * (BLOCK + 50)
    view.show_text(f"one\ntwo\n{word}\nend", live=True)
    last, cursor = view.document().lastBlock().position(), view.textCursor()
    for start, end, copied in ((0, 4, "one"), (1, 5, "ne\nt"), (4, last, f"two\n{word}")):
        cursor.setPosition(start)
        cursor.setPosition(end, cursor.MoveMode.KeepAnchor)
        view.setTextCursor(cursor)
        assert view.createMimeDataFromSelection().text() == copied


async def test_streaming_appends_and_keeps_the_place_of_a_reader(view: SafeTextView) -> None:
    text = "".join(f"Line {n} of the answer.\n" for n in range(200))
    view.show_text(text[:3000], live=True)
    view.grab()
    bar = view.verticalScrollBar()
    assert bar.value() == bar.maximum()
    bar.setValue(40)
    for end in range(3100, len(text), 100):
        view.show_text(text[:end], live=True)
    assert bar.value() == 40
    assert text.startswith(view.plain())
    assert _after(view, text + "**bold", live=True).endswith("bold")
    assert "**" not in _after(view, text + "**bold**")


def _after(view: SafeTextView, text: str, live: bool = False) -> str:
    view.show_text(text, live=live)
    return view.plain()


@pytest.mark.nightly
async def test_what_arrives_while_a_long_text_is_filled_in_out_of_sight_stands_behind_it(view) -> None:
    view.hide()
    text = "".join(f"line {number} of what had arrived\n" for number in range(60_000))
    view.show_text(text, live=True)
    assert view.busy
    text += "and then the end"
    view.show_text(text, live=True)
    await until(lambda: not view.busy)
    assert view.plain() == text


async def test_the_reading_place_survives_a_new_text_and_a_new_width(view: SafeTextView) -> None:
    text = "\n\n".join(f"Paragraph {n}. " + "word " * 40 for n in range(60))
    view.show_text(text)
    await _until_settled(view)
    view.find_passage("Paragraph 30.")
    fraction = view.reading_place()
    assert 0.3 < fraction < 0.7
    view.show_text(text + "\n\nOne more.")
    await _until_settled(view)
    assert abs(view.reading_place() - fraction) < 0.03
    view.resize(300, 400)
    await _until_settled(view)
    assert abs(view.reading_place() - fraction) < 0.05


async def test_new_words_are_tinted_and_underlined(view: SafeTextView) -> None:
    view.show_text("Yes, as a **pilot** for office work.\n\nEnd.", before="Yes, as a pilot.\n\nEnd.")
    marked = [mark.cursor.selectedText() for mark in view.extraSelections()]
    assert "for office work" in " ".join(marked)
    assert "Yes" not in " ".join(marked)
    assert all(mark.format.fontUnderline() for mark in view.extraSelections())
    view.show_text("Same.", before="Same.")
    assert view.extraSelections() == []


async def test_where_words_are_gone_from_a_book_the_letters_on_both_sides_tell(view: SafeTextView) -> None:
    old, new = "Klara wept.\n\n“And?”, said Klara wearily.", "Klara slept.\n\n“And?”, said Klara."
    view.show_text(new, before=old)
    assert [mark.cursor.selectedText() for mark in view.extraSelections()] == ["slept"]
    view.prepares = partial(render_text, as_book=True)
    view.show_text(new)
    view.show_text(new, before=old)
    signs = [(mark.cursor.selectedText(), mark.format.underlineStyle()) for mark in view.extraSelections()]
    dotted = QTextCharFormat.UnderlineStyle.DotLine
    assert [words for words, style in signs if style != dotted] == ["slept"], "it stands for what is gone"
    assert [words for words, style in signs if style == dotted] == ["a", "."]
    view.show_text("A.\n\nC.", before="A.\n\nB went.\n\nC.")
    assert [mark.cursor.selectedText() for mark in view.extraSelections()] == [".", "C"]
    view.show_text("Und so", before="Und so weiter")
    assert [mark.cursor.selectedText() for mark in view.extraSelections()] == ["o"]


async def test_a_quote_is_found_whatever_its_marks_and_spaces(view: SafeTextView) -> None:
    view.show_text("Intro.\n\nThe **owner** of each\nnumber is `named`.\n\n- item")
    assert view.find_passage("the owner of  each number is named")
    assert view.textCursor().selectedText().startswith("The owner")
    assert view.find_passage("The **owner** of each")
    assert not view.find_passage("nobody said this")
    assert not view.find_passage("")


async def test_a_theme_switched_live_rebuilds_the_text(app: QApplication, view: SafeTextView) -> None:
    view.show_text("Text with `code`.", before="Text.")
    themes: tuple[tuple[Theme, Colours], ...] = (("dark", DARK), ("light", LIGHT))
    for theme, wanted in themes:
        apply_theme(app, theme)
        await until(lambda wanted=wanted: view.extraSelections() and _tint(view) == wanted.new_word)
        assert view.plain() == "Text with code."


async def test_alt_with_an_arrow_is_left_to_the_window(view: SafeTextView) -> None:
    view.show_text("[a](https://a.example)")
    alt = Qt.KeyboardModifier.AltModifier
    pressed = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Left, alt)
    view.keyPressEvent(pressed)
    assert not pressed.isAccepted()


async def test_the_note_says_what_was_left_out(view: SafeTextView) -> None:
    view.show_text("![a](x.png) ![b](y.png)")
    assert view.note == "2 pictures not loaded"
    view.show_text("> " * 60 + "deep")
    assert "plain text" in view.note
    view.show_text("short")
    assert view.note == ""
    assert view.cursorForPosition(QPoint(5, 5)).position() >= 0


async def test_after_the_stream_reading_begins_at_the_top_unless_the_person_has_scrolled(
    view: SafeTextView,
) -> None:
    text = "\n\n".join(f"Paragraph {number} says a little." for number in range(80))
    for scrolled in (False, True):
        view.show_text("")
        view.show_text(text[:1000], live=True)
        view.show_text(text, live=True)
        await _until_settled(view)
        bar = view.verticalScrollBar()
        assert bar.value() == bar.maximum() > 0
        if scrolled:
            bar.setValue(bar.maximum() // 2)
        view.show_text(text)
        await _until_settled(view)
        assert (bar.value() > 0) is scrolled


async def test_a_finished_text_begins_at_the_top_though_the_bar_below_took_height_from_it(
    view: SafeTextView,
) -> None:
    text = "\n\n".join(f"Paragraph {number} says a little." for number in range(80))
    view.show_text(text[:1000], live=True)
    view.show_text(text, live=True)
    await _until_settled(view)
    view.resize(view.width(), view.height() - 60)
    bar = view.verticalScrollBar()
    assert 0 < bar.value() < bar.maximum() - 4
    view.show_text(text)
    await _until_settled(view)
    assert bar.value() == 0


async def _until_settled(view: SafeTextView) -> None:
    await until(lambda: not view.busy)
    await asyncio.sleep(0.05)


class _Widths(QObject):
    """Notes each width that a view with words in it is given: all of them are laid out anew in it."""

    def __init__(self, view: SafeTextView) -> None:
        super().__init__(view)
        self.view, self.told = view, list[int]()
        view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QResizeEvent) and not self.view.document().isEmpty():
            self.told.append(event.size().width())
        return False


@pytest.mark.parametrize("live", [True, False])
async def test_a_long_text_is_laid_out_once_beside_a_scroll_bar_that_is_there_before_it(
    view: SafeTextView, live: bool
) -> None:
    widths, bar = _Widths(view), view.verticalScrollBar()
    for text, has_bar in (("many words " * 400, True), ("a few words " * 3, False)):
        view.show_text(text, live=live)
        await _until_settled(view)
        assert (widths.told, bar.isVisible()) == ([], has_bar)


async def test_brackets_that_no_parser_pairs_quickly_are_left_as_they_are_while_they_arrive(view) -> None:
    asked = list[str]()

    def prepares(text: str, *rest: Any) -> RenderedText:
        asked.append(text)
        return render_text(text, *rest)

    view.prepares, brackets = prepares, "![" * 600
    for text in (f"One.\n\n{brackets}", f"One.\n\n{brackets}\n\nThree.\n"):
        view.show_text(text, live=True)
        assert (lost(text, view.plain()), view.plain().count("![")) == ("", 600)
    assert [text for text in asked if "[" in text] == []


def _tint(view: SafeTextView) -> str:
    """Return the colour behind the first words that are marked."""
    # What Qt gives must live for as long as it is asked.
    marks = view.extraSelections()
    shape = marks[0].format
    return shape.background().color().name()


async def test_the_beginning_is_read_though_another_place_was_asked_for_before_it_could_be_scrolled(
    view: SafeTextView,
) -> None:
    view.show_text("\n\n".join(f"Paragraph {number} says a little." for number in range(80)))
    await _until_settled(view)
    bar = view.verticalScrollBar()
    # A text whose height is not known yet, as on a slow machine.
    bar.setRange(0, 0)
    view.go_to(0.5)
    view.go_to(0.0)
    assert view.reading_place() == 0.0


async def test_texts_that_were_shown_leave_nothing_behind(view: SafeTextView) -> None:
    def frames() -> int:
        gc.collect()
        return sum(isinstance(one, QTextFrame) for one in gc.get_objects())

    view.show_text("First.")
    await until(lambda: not view.busy)
    before = frames()
    for number in range(20):
        view.show_text(f"# {number}\n\nWords, and a list:\n\n- a\n- b\n")
        await until(lambda: not view.busy)
    assert frames() <= before + 2


def test_what_is_said_instead_of_a_text_is_painted_whole(view: SafeTextView) -> None:
    """Qt's own painting of it ends in the middle of its first line, below the margin that answers have."""
    view.resize(220, 300)
    view.set_margins(14, 12)
    view.setPlaceholderText("Choose a record to see all of it, and whatever else there is to be seen here.")
    picture = view.viewport().grab().toImage()
    ground = picture.pixelColor(picture.width() // 2, picture.height() - 3)
    inked = [
        y
        for y in range(picture.height())
        if any(picture.pixelColor(x, y) != ground for x in range(picture.width()))
    ]
    line = view.fontMetrics().height()
    assert inked[0] >= 11
    assert inked[-1] > 12 + 2.5 * line, "three lines"
    view.show_text("An answer.")
    assert view.placeholderText().startswith("Choose")


@pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")
async def test_a_picture_of_an_answer_is_shown_above_its_mark_and_can_be_saved(qtbot, tmp_path: Path) -> None:
    data = png(400, 300, more=b"x" * 30_000)
    answer = f"See:\n\n![plan]({data_address(data)})\n\nIt fits."
    warm()
    view = SafeTextView("Answer")
    qtbot.addWidget(view)
    view.resize(300, 500)
    view.find_picture = Pictures([answer]).find
    view.show()
    view.show_text(without_pictures(answer))
    await until(lambda: not view.busy)
    assert [one.data for one in view.pictures] == [data]
    # As wide as there is room, and as high as that makes it.
    image = view.grab().toImage()
    blue = [at for at in range(image.height()) if image.pixelColor(60, at).name() == "#4080c0"]
    assert 150 < len(blue) < 230
    assert view.plain() == without_pictures(answer).replace("\n\n", "\n")
    assert view.find_passage("It fits")
    dialog = save_picture(view, view.pictures[0])
    dialog.fileSelected.emit(str(tmp_path / "plan.png"))
    dialog.close()
    assert (tmp_path / "plan.png").read_bytes() == data


async def test_a_broken_picture_and_a_mark_of_nobodys_are_words(view: SafeTextView) -> None:
    broken = png(40, 30, more=b"x" * 30_000)[:-20]
    answer = f"![plan]({data_address(broken)})"
    view.find_picture = Pictures([answer]).find
    for text in (without_pictures(answer), "[picture “other”, 3 kB]"):
        view.show_text(text)
        assert view.pictures == []
        assert view.plain() == text

"""Words in several lines stand as far apart as those of an answer."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtWidgets import QWidget

from app.ui.kit.layouts import in_column
from app.ui.kit.paragraph import Paragraph
from app.ui.kit.texts import label
from app.ui.kit.theme import CAPTION, TITLE
from tests.support.painted import painted_words

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
TEXT = "Read what changed and why. Approve, or send it back with feedback. No round starts without you."


@pytest.fixture
def shown(qtbot, app):
    """Show a paragraph in a box of a width, as a layout gives it its height."""
    holders = []

    def show(text: str, width: int = 248, scale: float = 1.0) -> Paragraph:
        holder = QWidget()
        words = label(text, wrap=True, scale=scale)
        holder.setLayout(in_column(words, "space"))
        holder.resize(width, 400)
        holders.append(holder)
        qtbot.addWidget(holder)
        holder.show()
        assert isinstance(words, Paragraph)
        return words

    yield show
    holders.clear()


def steps(words: Paragraph) -> list[float]:
    """Return the pixels between the lines that are painted."""
    lines = sorted({round(item.base) for item in painted_words(words) if item.text.strip()})
    return [low - high for high, low in pairwise(lines)]


@pytest.mark.parametrize(("scale", "apart"), [(1.0, 20), (CAPTION, 18), (TITLE, 22)])
def test_each_line_stands_as_far_below_the_last_as_is_drawn(shown, scale, apart):
    words = shown(TEXT, scale=scale)
    assert set(steps(words)) == {apart}


def test_all_lines_have_room_and_a_single_one_takes_no_more_than_in_any_label(shown):
    words = shown(TEXT)
    assert words.height() >= words.heightForWidth(words.width())
    lowest = max(item.base for item in painted_words(words))
    assert lowest + words.fontMetrics().descent() <= words.height() + 1
    one = shown("One line.", width=400)
    assert one.height() <= label("One line.").sizeHint().height() + 1


def test_it_is_reckoned_anew_for_other_words_and_letters_of_another_size(shown):
    words = shown(TEXT)
    before = words.heightForWidth(248)
    words.setText(TEXT + " " + TEXT)
    longer = words.heightForWidth(248)
    assert longer > before
    font = words.font()
    font.setPointSizeF(font.pointSizeF() * 1.4)
    words.setFont(font)
    assert words.heightForWidth(248) > longer


def test_words_from_right_to_left_begin_at_the_right(shown):
    left, right = shown("Sunday", width=400), shown("يوم الأحد", width=400)
    assert min(item.left for item in painted_words(left)) < 10
    assert max(item.left + item.width for item in painted_words(right)) > 390


def test_a_word_longer_than_a_line_is_broken_and_widens_nothing(shown):
    words = shown("“" + "a_b" * 10_000 + "” is no row")
    assert words.width() <= 248
    assert words.sizeHint().width() < 1000
    assert words.heightForWidth(248) > 100 * words.fontMetrics().height()
    whole = shown("Datenschutzgrundverordnung", width=80)
    assert len(painted_words(whole)) == 1, "a word that people write stays whole"

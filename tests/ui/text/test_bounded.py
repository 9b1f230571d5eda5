"""Pasting: what a person writes goes in, and more than that is said to be too long and changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from PySide6.QtCore import QMimeData
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from app.ui.gates.guidance import GrowingEdit
from app.ui.kit.text.bounded import A_LINE, A_SIGN, LONGEST, MOST_WORK, PlainEditor
from app.ui.kit.text.passages import KIND, PassageEditor
from app.ui.setup.typed import QuestionText

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def paste(into: PlainEditor, text: str, kind: str = "") -> None:
    data = QMimeData()
    data.setText(text)
    if kind:
        data.setData(kind, b'{"session": "s", "title": "t"}')
    into.insertFromMimeData(data)


FULL = {
    "words": "word " * (LONGEST // 5),
    "lines": "a\n" * (MOST_WORK // (2 + A_LINE)),
    "letters of another font": "\U0001f600 " * ((MOST_WORK - A_LINE) // (2 + A_SIGN)),
    "a long word": "x" * 20_000,
}
"""Each as much as is pasted at once."""


@pytest.mark.parametrize(
    ("make", "what"),
    [
        *((PlainEditor, what) for what in FULL),
        *((make, "words") for make in (PassageEditor, QuestionText, partial(GrowingEdit, "Guidance", ""))),
    ],
)
def test_what_nobody_writes_by_hand_is_not_pasted_and_it_is_said(
    qtbot, make: Callable[[], PlainEditor], what: str
) -> None:
    text, full = make(), FULL[what]
    qtbot.addWidget(text)
    text.show()
    paste(text, full)
    assert text.toPlainText() == full
    for long in (full + full, "\n" * LONGEST, "x" * 30_000, "word " * (LONGEST // 5 + 1)):
        paste(text, long)
        assert text.toPlainText() == full
        assert QToolTip.text().startswith(f"This is too long to be pasted: {len(long):,} characters in ")
    paste(text, "!")
    assert text.toPlainText().endswith("!")


def test_a_passage_that_was_not_pasted_is_told_of_to_nobody(qtbot) -> None:
    text = PassageEditor()
    qtbot.addWidget(text)
    told: list[object] = []
    text.pasted.connect(told.append)
    paste(text, "x" * 30_000, KIND)
    assert told == []
    paste(text, "x", KIND)
    assert len(told) == 1


def test_what_is_said_instead_of_words_is_painted_in_all_of_its_lines(
    app: QApplication, qtbot: QtBot
) -> None:
    """Qt's own painting of it ends in the height of one line."""
    editor = PlainEditor()
    qtbot.addWidget(editor)
    editor.resize(150, 90)
    editor.setPlaceholderText("Text every member reads before it answers.")
    editor.show()
    said = rows_of_ink(editor)
    editor.setPlainText(editor.placeholderText())
    assert said == rows_of_ink(editor), "where the words themselves would stand"
    assert said[-1] > 2 * editor.line_step(), "three lines"


def rows_of_ink(editor: PlainEditor) -> list[int]:
    """Return the rows of pixels in which something is painted right of the cursor."""
    picture = editor.viewport().grab().toImage()
    ground = picture.pixelColor(picture.width() - 2, picture.height() - 3)
    across = range(8, picture.width())
    return [y for y in range(picture.height()) if any(picture.pixelColor(x, y) != ground for x in across)]

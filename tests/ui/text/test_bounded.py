"""Pasting: what a person writes goes in, and more than that is said to be too long and changes nothing."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData
from PySide6.QtWidgets import QToolTip

from app.ui.kit.dialog import editor
from app.ui.kit.text.bounded import LONGEST, LONGEST_WORD, BoundedEditor, PlainEditor
from app.ui.kit.text.passages import KIND, PassageEditor
from app.ui.setup.setup_form import QuestionText

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def paste(into: PlainEditor, text: str, kind: str = "") -> None:
    data = QMimeData()
    data.setText(text)
    if kind:
        data.setData(kind, b'{"session": "s", "title": "t"}')
    into.insertFromMimeData(data)


@pytest.mark.parametrize("make", [BoundedEditor, PassageEditor, QuestionText])
def test_what_nobody_writes_by_hand_is_not_pasted_and_it_is_said(qtbot, make: type[PlainEditor]) -> None:
    text = editor("Question", widget=None if make is BoundedEditor else make())
    qtbot.addWidget(text)
    text.show()
    paste(text, "word " * (LONGEST // 5))
    assert len(text.toPlainText()) == LONGEST
    for long in ("word " * (LONGEST // 5 + 1), "x" * (LONGEST_WORD + 1)):
        paste(text, long)
        assert len(text.toPlainText()) == LONGEST
        assert QToolTip.text().startswith(f"This is too long to be pasted: {len(long):,} characters.")
    paste(text, "!")
    assert text.toPlainText().endswith("!")


def test_a_passage_that_was_not_pasted_is_told_of_to_nobody(qtbot) -> None:
    text = PassageEditor()
    qtbot.addWidget(text)
    told: list[object] = []
    text.pasted.connect(told.append)
    paste(text, "x" * (LONGEST_WORD + 1), KIND)
    assert told == []
    paste(text, "x", KIND)
    assert len(told) == 1

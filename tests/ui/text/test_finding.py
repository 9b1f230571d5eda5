"""Words are found in a page as they are typed, whatever keeps them together there."""

from __future__ import annotations

import pytest

from app.ui.kit.text.finding import find_words
from app.ui.kit.text.safe_view import SafeTextView, warm

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.mark.parametrize("words", ["e-mail", "E-MAIL of", "1–3", "92 %", "mail"])
def test_what_is_kept_together_is_found_selected_and_given_back_as_it_was_written(qtbot, words: str) -> None:
    warm()
    view = SafeTextView("Answer")
    qtbot.addWidget(view)
    view.show_text("92 % answer an e-mail of 1–3 lines.")
    assert not find_words(view.document(), "x-mail").hasSelection()
    found = find_words(view.document(), words)
    assert found.hasSelection()
    assert not find_words(view.document(), words, found).hasSelection(), "there is one"
    assert view.find_passage(words.lower())
    view.selectAll()
    assert view.createMimeDataFromSelection().text().strip() == "92 % answer an e-mail of 1–3 lines."
    assert view.plain().strip() == "92 % answer an e-mail of 1–3 lines."

"""Words that the program writes into an editor: where the person is, the person stays."""

from __future__ import annotations

from app.ui.kit.dialog import write_over
from app.ui.kit.text.bounded import PlainEditor

LONG = "\n".join(f"Line {number}" for number in range(200))


def test_a_text_that_is_filled_in_is_read_from_its_beginning(qtbot):
    text = PlainEditor()
    qtbot.addWidget(text)
    text.resize(300, 120)
    text.show()
    write_over(text, LONG)
    assert text.textCursor().position() == 0
    assert text.verticalScrollBar().value() == 0


def test_a_cursor_stays_with_its_words_when_others_change(qtbot):
    text = PlainEditor()
    qtbot.addWidget(text)
    write_over(text, "One. Two. Three.")
    cursor = text.textCursor()
    cursor.setPosition(len("One."))
    text.setTextCursor(cursor)
    write_over(text, "One. Two and a half. Three.")
    assert text.textCursor().position() == len("One.")
    write_over(text, "At first one. Two and a half. Three.")
    assert text.toPlainText()[text.textCursor().position() :] == " Two and a half. Three."

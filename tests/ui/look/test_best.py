"""The best answer as the final one, in the window: whose it is, what others add, and what a press changes."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QAbstractButton, QLabel

from tests.support.quiet import quiet
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
ADDED = "That line takes volunteers only"


def pressed(place, name):
    """Press what is beside the answer, by how its name begins."""
    found = next(b for b in place.findChildren(QAbstractButton) if b.accessibleName().startswith(name))
    found.click()


async def test_what_others_add_is_taken_out_and_put_back_and_another_answer_taken_by_a_press(scene_shown):
    async with scene_shown("look-best") as d:
        final = d.window.page.panel("final")
        assert final.title.text() == "Ada's answer, with 3 additions"
        assert final.written.text() == "chosen by the judge; you can take another"
        marked = [one.cursor.selectedText() for one in final.text.extraSelections()]
        assert len(marked) == 3
        assert marked[0].startswith(ADDED)
        final.marks.click()
        assert final.text.extraSelections() == []
        final.marks.click()
        pressed(final, f"Take out: {ADDED}")
        await until(lambda: ADDED not in final.text.plain())
        await until(lambda: final.title.text() == "Ada's answer, with 2 additions")
        pressed(final, f"Put back: {ADDED}")
        await until(lambda: ADDED in final.text.plain())
        pressed(final, "Put back: The personnel department")
        await until(lambda: final.text.plain().rstrip().endswith("not the departments."))
        assert final.title.text() == "Ada's answer, with 4 additions"
        assert "## Dissent" not in final.text.written
        # Another answer is taken from the menu of the head.
        await until(lambda: len(final.another.further()) == 3)
        names = dict(final.another.further())
        assert list(names) == ["Blaise's answer", "Grace's answer", "Write a new one, up to $0.076"]
        names["Blaise's answer"]()
        await until(lambda: final.title.text() == "Blaise's answer, unchanged")
        assert final.written.text() == "chosen by you"
        assert final.text.plain().startswith("Recommendation")
        assert final.text.extraSelections() == []
        await quiet()


@pytest.mark.nightly
async def test_notes_in_the_margin_or_without_room_at_the_side_say_who_added_which_words_and_where_from(
    scene_shown,
):
    async with scene_shown("look-best") as d:
        d.window.resize(1366, 768)
        final = d.window.page.panel("final")
        await until(final.margin.isVisible)
        await d.settle()
        notes = final.margin.notes
        signs = final.text.extraSelections()
        assert len(notes) == len(signs) == 3
        for note, sign in zip(notes, signs, strict=True):
            begins = QTextCursor(sign.cursor)
            begins.setPosition(sign.cursor.selectionStart())
            assert abs(note.y() - final.text.cursorRect(begins).top()) <= 8
            assert note.press.isHidden()
            assert note.accessibleName().split(", from round ")[0] in ("Blaise · B", "Grace · C")
        assert not [one for one in final.side.findChildren(QLabel) if one.text().startswith("Added from")]
        d.window.activateWindow()
        notes[0].setFocus()
        await until(notes[0].press.isVisible)
        notes[0].press.click()
        await until(lambda: len(final.margin.notes) == 2)
        pressed(final, f"Put back: {ADDED}")
        await until(lambda: len(final.margin.notes) == 3)
        final.marks.click()
        assert not final.margin.isVisible()
        final.marks.click()
        await until(final.margin.isVisible)
        # Without room for a margin what is added stands at the side.
        assert not d.window.panes.shown("column"), "the margin has its place"
        d.window.page.tabs.show_tab("changes")
        await d.settle()
        assert d.window.panes.shown("column")
        d.window.page.tabs.show_tab("final")
        d.window.resize(1000, 700)
        await d.settle()
        assert not final.margin.isVisible()
        pressed(final.side, f"Take out: {ADDED}")
        await until(lambda: ADDED not in final.text.plain())

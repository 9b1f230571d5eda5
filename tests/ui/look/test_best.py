"""The best answer as the final one, in the window: whose it is, what others add, and what a press changes."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QAbstractButton

from tests.support.quiet import quiet
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
ADDED = "That line takes volunteers only"


def pressed(final, name):
    """Press what is beside the answer, by how its name begins."""
    found = next(b for b in final.side.findChildren(QAbstractButton) if b.accessibleName().startswith(name))
    found.click()


def test_what_others_add_is_underlined_taken_out_and_put_back_by_a_press(play, scene_shown):
    async def story():
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

    play(story)


def test_another_answer_is_taken_from_the_menu_of_the_head(play, scene_shown):
    async def story():
        async with scene_shown("look-best") as d:
            final = d.window.page.panel("final")
            await until(lambda: len(final.another.further()) == 3)
            names = dict(final.another.further())
            assert list(names) == ["Blaise's answer", "Grace's answer", "Write a new one, up to $0.076"]
            names["Blaise's answer"]()
            await until(lambda: final.title.text() == "Blaise's answer, unchanged")
            assert final.written.text() == "chosen by you"
            assert final.text.plain().startswith("Recommendation")
            assert final.text.extraSelections() == []
            await quiet()

    play(story)

"""Help ▸ How to… opens the page on what can be done."""

from __future__ import annotations

import pytest

from app.ui.shell.guide import HowToDialog

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")


async def test_the_menu_opens_the_page_and_esc_leaves_it(desk):
    async with desk() as d:
        d.window.actions_by_id["how_to"].trigger()
        await d.settle()
        (page,) = d.window.findChildren(HowToDialog)
        assert page.text.toPlainText().startswith("How to…")
        assert "roundtable batch run" in page.text.toPlainText()
        page.reject()
        await d.settle()
        assert d.window.findChildren(HowToDialog) == []

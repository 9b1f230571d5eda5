"""The last gate of a question in the window: whose text it is, and a new one, by one press each."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtWidgets import QAbstractButton

from app.bootstrap import build
from app.settings.folders import Folders
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def shown(page: Any) -> list[QAbstractButton]:
    return [one for one in page.bar.findChildren(QAbstractButton) if one.isVisible() and one.text()]


async def at_last_gate(d: Any) -> Any:
    """Return the page of a debate whose only round waits for its decision."""
    page = d.window.page
    d.window.ask_new("Should we move in May? It must cost less than 900 a month.")
    await d.settle()
    await d.click("Try the rules…")
    form = d.window.session_forms.now
    form.advanced.rows["max_rounds"].control.setText("1")
    form.main.click()
    await until(lambda: page.state == "waiting" and page.view.gate() is not None)
    await d.settle()
    return page


@pytest.mark.usefixtures("play_long")
async def test_a_new_final_answer_is_one_press_away_with_its_price_before(desk_on, tmp_path):
    core = build(Folders.of_this_machine(), council_step=0.0)
    async with desk_on(core) as d:
        page = await at_last_gate(d)
        words = [one.text() for one in shown(page)]
        assert "Another text" in words
        assert "Write a new one, free" in words
        await d.guard()
        await d.click("Write a new one, free")
        await until(lambda: page.state == "finished")
        records = await core.sessions.records(page.view.session_id)
        (ended,) = (record.body() for record in records if record.type == "termination_decided")
        assert ended["result_from"] == "chair"
        assert not [record for record in records if record.type == "result_chosen"]
    await core.close()


@pytest.mark.nightly
@pytest.mark.usefixtures("play_long")
async def test_after_the_end_a_new_one_is_written_and_a_members_text_can_be_taken_again(desk_on):
    core = build(Folders.of_this_machine(), council_step=0.0)
    async with desk_on(core) as d:
        page = await at_last_gate(d)
        await d.guard()
        next(one for one in shown(page) if one.text() == "Approve and finish").click()
        await until(lambda: page.state == "finished")
        final = page.panel("final")

        def ways() -> dict[str, Any]:
            return dict(final.another.further())

        await until(lambda: "Write a new one" in ways())
        assert len(ways()) == 3, "two other members, and a new one"
        ways()["Write a new one"]()
        await until(lambda: final.title.text() == "Final answer" and len(ways()) == 3)
        assert "Write a new one" not in ways()
        ways()["Ada's answer"]()
        await until(lambda: final.title.text() == "Ada's answer, unchanged")
    await core.close()

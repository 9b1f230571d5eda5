"""A quick check in the window: where the answers agree, and a press that has one attacked."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtWidgets import QAbstractButton

from app.bootstrap import build
from app.settings.folders import Folders
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def gate_of(page: Any) -> str:
    gate = page.view.gate() if page.view else None
    return gate.id if gate else ""


async def asked(page: Any, before: str = "") -> str:
    """Wait until the person is asked something new; return what kind of thing."""
    await until(lambda: page.state == "waiting" and gate_of(page) not in ("", before))
    return str(page.view.gate().fact.kind)


def shown(page: Any) -> list[str]:
    return [one.text() for one in page.findChildren(QAbstractButton) if one.isVisible() and one.text()]


@pytest.mark.usefixtures("play_long")
async def test_a_quick_check_is_attacked_once_and_taken_by_presses_alone(desk_on, tmp_path):
    core = build(Folders.of_this_machine(), council_step=0.0)
    async with desk_on(core) as d:
        page = d.window.page
        d.window.ask_new("Should we move in May? It must cost less than 900 a month.")
        await d.settle()
        await d.click("Try the rules…")
        form = d.window.session_forms.now
        profile = form.basic.rows["profile"].control
        profile.choose("quick")
        form.main.click()
        assert await asked(page) == "ladder"
        first = gate_of(page)
        await d.settle()
        assert {"Attack it once", "Debate with all three"} <= set(shown(page))
        await d.guard()
        await d.click("Attack it once")
        assert await asked(page, first) == "approval"
        await d.guard()
        await d.click("Approve and finish")
        await until(lambda: page.state == "finished")
        assert page.bar.title.text() == "You finished after round 1: the attack raised no point."
        records = await core.sessions.records(page.view.session_id)
        (rung,) = (record.body() for record in records if record.type == "rung_taken")
        assert rung["rung"] == "attack"
        asked_for = [str(record.body()["purpose"]) for record in records if record.type == "call_asked"]
        assert sorted(asked_for) == ["critique", "debate_check", "proposal", "proposal", "refinement"]
    await core.close()

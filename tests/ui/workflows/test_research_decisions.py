"""Findings, gaps and conflicts decided where they are shown: by button, by letter, and taken back there."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest
from PySide6.QtCore import Qt

from app.ui.kit.one_line import CutButton
from app.ui.panels.file_text import FileDialog
from app.ui.panels.listing.panel import ListPanel
from app.workflows.research.facts import ClaimsChecked
from app.workflows.research.model import Finding
from tests.bench.bench_research import ledger
from tests.support.person import Keyboard, in_front
from tests.support.scenes import research
from tests.support.scenes.stage import Stage
from tests.support.waiting import until
from tests.ui.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


class Table:
    """A window on a research that waits, and what a test sees of its lists."""

    def __init__(self, d: Desk) -> None:
        self.d = d
        self.page: Any = d.window.page
        self.keys = Keyboard(d)

    async def turn_to(self, tab: str) -> ListPanel:
        """Turn to a list."""
        self.page.tabs.show_tab(tab)
        await self.d.settle()
        panel = self.page.panel(tab)
        assert isinstance(panel, ListPanel)
        return panel

    def finding(self, name: str) -> Finding:
        """Return a finding as it is known to the window."""
        found: Finding | None = self.page.view.own.known.finding(name)
        assert found is not None
        return found

    async def decided(self, holds: Callable[[], bool]) -> None:
        """Wait until a decision is there and the next question is asked."""
        await until(lambda: holds() and self.page.state == "waiting")

    def offered(self, panel: ListPanel) -> list[str]:
        """Return what the foot offers."""
        return [one.text() for one in panel.detail.foot.buttons if one.isEnabled()]


async def test_a_finding_is_confirmed_dismissed_with_a_reason_and_taken_back_where_it_is_shown(
    core: Stage, desk: Callable[[], Desk]
) -> None:
    session = await research.iteration(core)
    async with desk() as d:
        table = Table(d)
        panel = await table.turn_to("research_findings")
        panel.go_to_row("f1")
        foot = panel.detail.foot
        assert foot.note.text() == "found by source checker 1, reader 1"
        assert table.offered(panel) == ["Confirm", "Dismiss…"]
        foot.buttons[0].setFocus()
        foot.buttons[0].click()
        await table.decided(lambda: table.finding("f1").decided == "confirm")
        assert table.offered(panel) == ["Take back"]
        assert panel.table.hasFocus(), "the next row is one key away"
        row = panel.model.items[panel.model.row_of("f1")]
        told = panel.model.told
        assert told is not None
        assert "confirmed by you" in told(row)

        # By letters in the list: taken back, then dismissed for a reason.
        await table.keys.press(Qt.Key.Key_U)
        await table.decided(lambda: not table.finding("f1").decided)
        assert table.offered(panel) == ["Confirm", "Dismiss…"], "the later decision holds"
        await table.keys.press(Qt.Key.Key_D)
        dialog = in_front()
        assert dialog.windowTitle() == "Dismiss"
        await table.keys.press(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        assert dialog.isVisible(), "a reason is needed"
        await table.keys.type("The test says otherwise.")
        await table.keys.press(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        await table.decided(lambda: table.finding("f1").status == "dismissed")
        panel.go_to_row("f1")
        assert "The test says otherwise." in panel.detail.body.plain()
        assert table.offered(panel) == ["Take back"]

        # A letter that says nothing here does nothing, and searches for nothing.
        chosen = panel.table.currentIndex().row()
        await table.keys.press(Qt.Key.Key_A)
        assert panel.table.currentIndex().row() == chosen
        said = [fact.decision for fact in await core.facts(session, "research_finding_decided")]
        assert [one.kind for one in said] == ["confirm", "reopen", "dismiss"]
        assert [one.number for one in said] == [1, 2, 3]


@pytest.mark.nightly
async def test_ctrl_z_takes_the_decision_on_a_row_back_one_after_the_other(
    core: Stage, desk: Callable[[], Desk]
) -> None:
    session = await research.iteration(core)
    async with desk() as d:
        table = Table(d)
        panel = await table.turn_to("research_findings")
        undo = d.window.actions_by_id["undo"]

        def confirmed(name: str) -> bool:
            return table.finding(name).decided == "confirm"

        def opened(name: str) -> bool:
            return not table.finding(name).decided

        for name in ("f1", "f2"):
            panel.go_to_row(name)
            panel.detail.foot.buttons[0].click()
            await table.decided(partial(confirmed, name))
        panel.table.setFocus()
        for name in ("f2", "f1"):
            assert "Confirm" in undo.text()
            await table.keys.press(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
            await table.decided(partial(opened, name))
        assert not undo.isEnabled()
        said = [fact.decision for fact in await core.facts(session, "research_finding_decided")]
        assert [(one.finding, one.kind) for one in said] == [
            *(("f1", "confirm"), ("f2", "confirm")),
            *(("f2", "reopen"), ("f1", "reopen")),
        ]


async def test_a_conflict_is_settled_and_opened_again_and_a_gap_dismissed(
    core: Stage, desk: Callable[[], Desk]
) -> None:
    await research.iteration(core)
    async with desk() as d:
        table = Table(d)
        panel = await table.turn_to("conflicts")
        own = table.page.view.own
        (conflict,) = own.conflicts
        chips = [chip.text() for chip in panel.detail.cited.chips]
        assert [one.partition(" ")[0] for one in chips] == ["First", "Second"], "whose each is"
        assert table.offered(panel) == ["First stands", "Second stands", "Both stand"]
        panel.detail.foot.buttons[1].click()
        await table.decided(lambda: own.conflicts[0].state == "resolved")
        assert own.conflicts[0].kept == (conflict.b,)
        assert panel.detail.foot.note.text() == "settled by you: the second stands"
        assert table.offered(panel) == ["Open it again"]
        panel.detail.foot.buttons[0].click()
        await table.decided(lambda: own.conflicts[0].state == "left_open")
        panel.detail.foot.buttons[0].click()
        await table.decided(lambda: own.conflicts[0].kept == (conflict.a,))

        gaps = await table.turn_to("gaps")
        gap = gaps.model.items[gaps.table.currentIndex().row()].gap
        assert table.offered(gaps) == ["Dismiss…"]
        gaps.detail.foot.buttons[0].click()
        await d.settle()
        await table.keys.type("Nobody asked for it.")
        await table.keys.press(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        await table.decided(lambda: gap.id in own.decided)
        assert own.decided[gap.id].reason == "Nobody asked for it."
        gaps.go_to_row(gap.id)
        assert table.offered(gaps) == ["Take back"]


@pytest.mark.nightly
async def test_what_was_decided_can_be_read_when_the_research_is_over_and_nothing_is_offered_then(
    core: Stage, desk: Callable[[], Desk]
) -> None:
    await research.finished(core)
    async with desk() as d:
        table = Table(d)
        panel = await table.turn_to("research_findings")
        assert panel.detail.foot.buttons == []
        assert panel.detail.foot.note.text().startswith("f")


@pytest.mark.nightly
async def test_hundreds_of_findings_are_computed_beside_the_window_and_never_shown_in_another_session(
    core: Stage, desk: Callable[[], Desk]
) -> None:
    small = await research.iteration(core)
    large = await research.iteration(core)
    many = ledger(Random(7), crowded=False).claims[:400]
    async with desk() as d:
        page: Any = d.window.page
        await page.open(small)
        page.tabs.show_tab("research_findings")
        await d.settle()
        panel = page.panel("research_findings")
        few = panel.model.rowCount()
        await page.open(large)
        await core.write(large, ClaimsChecked(claims=tuple(many)))
        await until(lambda: panel.model.rowCount() > 300)
        assert not page._computing
        titles = [page.tabs.tabText(at) for at in range(page.tabs.count())]
        assert f"Findings {panel.model.rowCount()}" in titles
        await page.open(small)
        assert panel.model.rowCount() == few
        # What is listed from before stays the same object: a list compares no more than it must.
        await page.open(large)
        before = {one.id: one for one in page.view.own.findings}
        await core.write(large, ClaimsChecked(claims=(many[0].model_copy(update={"number": 900}),)))
        await until(lambda: len(page.view.own.ledger.claims) > len(many) and not page._computing)
        same = [one for one in page.view.own.findings if before.get(one.id) is one]
        assert len(same) > len(before) - 20


@pytest.mark.nightly
async def test_a_file_of_the_sources_is_opened_by_enter_and_an_agent_leads_to_its_findings(
    core: Stage, desk: Callable[[], Desk]
) -> None:
    await research.iteration(core)
    async with desk() as d:
        table = Table(d)
        files = await table.turn_to("sources")
        files.go_to_row("src/billing/clock.py")
        await table.keys.press(Qt.Key.Key_Return)
        viewer = d.window.findChild(FileDialog)
        assert viewer is not None
        await until(lambda: "MAX_WAIT = 48 * 3600" in viewer.text.toPlainText())
        viewer.close()
        await d.settle()

        agents = await table.turn_to("agents")
        agents.go_to_row("explore 1")
        leads = [one for one in agents.detail.fields.findChildren(CutButton) if one.isVisible()]
        assert leads
        name = leads[-1].text()
        leads[-1].click()
        await d.settle()
        findings = await table.turn_to("research_findings")
        shown = findings.model.items[findings.table.currentIndex().row()]
        assert shown.description.startswith(name.rstrip("…"))

"""A research in the window, from the form to the report: its gates, its tabs, and a citation at its line."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLineEdit

from app.bootstrap import build
from app.engine.tabs import FilePlace
from app.settings.folders import Folders
from app.ui.gates.calls import PerCallDialog
from app.ui.kit.dialog import Reader
from app.ui.kit.text.bounded import PlainEditor
from app.ui.panels.listing.panel import ListPanel
from tests.support.laid_out import lay_out
from tests.support.scenes.research_story import BRIEF, FILES
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def gate(page) -> str:
    found = page.view.gate() if page.view is not None else None
    return found.fact.kind if found is not None else ""


async def test_a_research_is_led_from_its_form_to_its_report(desk_on, tmp_path):
    folder = lay_out(tmp_path / "billing", FILES)
    core = build(Folders(tmp_path / "data", tmp_path / "config"), council_step=0.0)
    async with desk_on(core) as d:
        d.window.ask_new()
        d.window.session_forms.now.kinds.buttons["research"].click()
        form = d.window.session_forms.now
        form.unconnected.rules.click()
        form.basic.rows["folder"].put(str(folder))
        brief = form.basic.rows["brief"].control
        assert isinstance(brief, PlainEditor)
        brief.setPlainText(BRIEF)
        await until(form.main.isEnabled)
        await d.click("Start")
        await until(lambda: d.window.page is not None and d.window.page.session is not None)
        page = d.window.page
        await until(lambda: page.state == "waiting")
        assert gate(page) == "scope"
        assert page.view.gate().fact.payload["all_files"] == len(FILES)

        await d.guard()
        await d.click("Confirm")
        await until(lambda: page.state == "waiting" and gate(page) == "iteration")
        findings = page.panel("research_findings")
        assert isinstance(findings, ListPanel)
        page.tabs.show_tab("research_findings")
        await d.settle()
        assert findings.model.rowCount() >= 3
        titles = [page.tabs.tabText(at) for at in range(page.tabs.count())]
        assert f"Findings {findings.model.rowCount()}" in titles
        assert f"Sources {len(FILES)}" in titles, "a tab nobody turned to says its number, too"

        # The column says how it stands, and leads to what is due.
        column = page.column.standing
        column.refresh(page.view)
        told = [tile.accessibleName() for tile in column.tiles]
        assert [one.partition(":")[0] for one in told] == [
            "Coverage",
            "Mean confidence",
            "Conflicts left open",
            "Critical questions",
        ]
        assert all(one.endswith((" · holds", " · not yet")) for one in told)
        assert column.rows, "the next iteration has gaps to close"
        column.rows[0].click()
        await d.settle()
        assert page.tabs.name() == "gaps"
        page.tabs.show_tab("research_findings")
        await d.settle()

        # A citation opens its file at the line that is quoted.
        cited = findings.detail.cited
        place = cited._shown[0][0].place
        assert isinstance(place, FilePlace)
        assert cited.code.marked_text().strip()
        cited.open.click()
        await d.settle()
        dialog = d.window.findChild(Reader)
        assert dialog is not None
        assert place.path in dialog.windowTitle()
        dialog.close()
        await d.settle()

        for tab in ("sources", "coverage", "gaps", "conflicts", "agents", "plan"):
            page.tabs.show_tab(tab)
            await d.settle()
        sources = page.panel("sources")
        assert sources.model.rowCount() == len(FILES)

        # What a person decides is decided in a form, and the table is made anew.
        await d.guard()
        page.bar.press("gate:decide")
        await d.settle()
        decided = d.window.findChild(PerCallDialog)
        assert decided is not None
        key, box = next((k, b) for k, b in decided.boxes.items() if b.findData("dismiss") >= 0)
        box.setCurrentIndex(box.findData("dismiss"))
        decided.main.click()
        await until(lambda: page.state == "waiting" and key in page.view.own.decided)
        assert page.view.own.decided[key].dismissed

        await d.guard()
        await d.click("Finish")
        await until(lambda: page.state == "finished")
        page.tabs.show_tab("research_report")
        await d.settle()
        assert "## Citations" in page.view.own.report
        await until(lambda: page.bar.offers("export"))
    await core.close()


async def test_a_form_without_a_folder_says_so_at_the_field(desk_on, tmp_path):
    core = build(Folders(tmp_path / "data", tmp_path / "config"), council_step=0.0)
    async with desk_on(core) as d:
        d.window.ask_new()
        d.window.session_forms.now.kinds.buttons["research"].click()
        form = d.window.session_forms.now
        form.unconnected.rules.click()
        form.basic.rows["brief"].control.setPlainText("What is in it?")
        line = form.basic.rows["folder"].control
        line = line if isinstance(line, QLineEdit) else line.findChild(QLineEdit)
        line.setText(str(tmp_path / "gone"))
        await d.settle()
        form.main.click()
        await d.settle()
        assert d.window.page is None or d.window.page.session is None
        assert form.isVisible()
    await core.close()

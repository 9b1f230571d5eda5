"""Every panel can be reached and named, in every tab; a long session is there at once."""

from __future__ import annotations

import asyncio

import pytest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTabBar,
    QWidget,
)

from app.ui.insights.chart import Chart, ChartDialog
from app.ui.insights.sparkline import Sparkline
from app.ui.kit.text import safe_view
from app.ui.kit.text.prepared import render_text
from app.ui.kit.text.safe_view import warm
from tests.support.counting import calls_of
from tests.support.long import as_lines, records
from tests.support.scenes.states import bring_to

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
KINDS = (
    QAbstractButton,
    QAbstractScrollArea,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTabBar,
    Sparkline,
    Chart,
)


def nameless(root: QWidget) -> list[str]:
    return [
        f"{type(w).__name__} in {type(w.parent()).__name__}"
        for w in root.findChildren(QWidget)
        if isinstance(w, KINDS)
        and w.isVisible()
        and w.focusPolicy()
        and not w.accessibleName()
        and not w.objectName().startswith("qt_")
        and not isinstance(w.parent(), QComboBox | QTabBar)
    ]


async def test_every_control_of_every_tab_has_a_name(app: QApplication, desk, core) -> None:
    session = await core.begin()
    await core.play_round(session, 1)
    async with desk() as d:
        page = d.window.page
        page.tabs.toggle_map()
        for name in page.tabs.names():
            page.tabs.show_tab(name)
            await d.settle()
            await asyncio.sleep(0.02)
            assert nameless(page.panel(name)) == [], name
        await d.click("Close the run map")
        assert "map" not in page.tabs.names()
        assert nameless(page.column) == []
        page.column.curves.lines["cost"].click()
        await d.settle()
        chart = page.findChildren(ChartDialog)[0]
        assert nameless(chart) == []
        chart.accept()


@pytest.mark.nightly
async def test_a_step_of_the_map_is_found_in_the_log(desk, core) -> None:
    session = await core.begin()
    await core.play_round(session, 1)
    async with desk() as d:
        page = d.window.page
        nodes = [r for r in page.view.log if r.type == "node_entered"]
        seqs = [r.seq for r in nodes if r.body()["node"] == "refinement"]
        stepper = page.column.stepper
        at = [step.title for step in stepper.model.items].index("Refine")
        stepper.list.clicked.emit(stepper.model.index(at, 0))
        await d.settle()
        assert page.tabs.name() == "log"
        log = page.panel("log")
        assert log.model.items[log.table.currentIndex().row()].seq == seqs[-1]


async def test_what_is_still_disputed_leads_to_its_critique(desk, core) -> None:
    await bring_to(core, "approval")
    async with desk() as d:
        await d.window._open(core.on_stage[-1])
        page = d.window.page
        page.column.disputed.rows[0].click()
        await d.settle()
        assert page.tabs.name() == "critiques"
        chosen = page.panel("critiques")._chosen()
        assert chosen is not None
        assert chosen.filed.claim in page.column.disputed.rows[0].accessibleName()


@pytest.mark.nightly
async def test_of_many_rounds_and_five_members_the_last_one_s_texts_alone_are_rendered(
    desk, core, monkeypatch
) -> None:
    rendered = calls_of(monkeypatch, safe_view, "render_text", render_text)
    await core.begin()
    words = "The pilot would run for six months with two volunteers per team. " * 3
    long = await core.put(as_lines(records(30, 5, words)))
    warm()
    async with desk() as d:
        # The window may have opened it already, as the last one used.
        await d.window._open(long)
        rendered_texts = [given[0] for given in rendered if given[0].startswith("Round ")]
        assert len(rendered_texts) == 5
        assert all(text.startswith("Round 30 by ") for text in rendered_texts)
        assert d.named("Answer of Ada").written.startswith("Round 30 by Ada.")

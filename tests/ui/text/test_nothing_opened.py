"""Row 13 of the reliability promises: model text opens no file and no connection, in any widget."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QTableView, QWidget

from app.domain.facts import (
    CallFailed,
    CriterionMeasured,
    CritiqueAnswered,
    CritiqueDecided,
    CritiqueFiled,
    GateOpened,
    NodeEntered,
    NoteAdded,
    RoundOpened,
    SeatAbsent,
    SessionRenamed,
    TextAssessed,
    TextProposed,
)
from app.domain.seats import Seat, Team
from app.ui.insights.chart import ChartDialog
from tests.support.hurry import at_once
from tests.support.scenes.stage import Stage
from tests.support.watched import Watched
from tests.unit.markup.hostile import CANARY_TARGETS

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    canaries = Watched(Path(tmp_path_factory.mktemp("canaries")))
    yield canaries
    canaries.close()


def hostile(watched: Watched) -> list[str]:
    """Return one document per address, each with every way to name it."""
    return ["\n\n".join(form.replace("{u}", u) for form in CANARY_TARGETS) for u in watched.addresses()]


def short(watched: Watched) -> list[str]:
    """Return what a name, a title or a reason may hold."""
    return [f'<img src="{u}"> ![x]({u}) <a href="{u}">l</a>'[:300] for u in watched.addresses()]


async def fill(core: Stage, documents: list[str], words: list[str]) -> None:
    """Make a session in which every place for a model's or a stranger's words names the canaries."""
    names = tuple(f"<b>{n}<br>" for n in ("Ada", "Bo", "Cy"))
    members = tuple(
        Seat(name=n, model=f"x<img src={w[10:38]}", role=w[:60]) for n, w in zip(names, words, strict=False)
    )
    team = Team(members=members, chair=Seat(name="Chair", model="m/c"))
    whole = "\n\n".join(documents)
    session = await core.sessions.create("debate", {"question": whole, "max_rounds": 3}, team, words[0])
    await core.write(
        session, RoundOpened(number=1), NodeEntered(node="proposal"), SessionRenamed(title=words[1])
    )
    for at, name in enumerate(names):
        text = "\n\n".join(documents[at::3])
        await core.write(session, TextProposed(slot="answer", seat=name, text="Before.\n\n" + text))
        asked = await core.call(session, name, "proposal", text)
        await core.write(session, TextProposed(slot="answer", seat=name, text=text, asked=asked))
        await core.write(
            session, TextAssessed(slot="answer", seat=name, status="changed", ratio=0.5, summary=words[at])
        )
        filed = CritiqueFiled(
            critique=f"c{at}",
            critic=name,
            target=names[(at + 1) % 3],
            label="Response A",
            claim=text,
            suggestion=text,
            quote=words[at],
            category=words[at],
        )
        await core.write(
            session, filed, CritiqueAnswered(critique=f"c{at}", seat=name, answer="held", justification=text)
        )
        await core.write(session, CritiqueDecided(critique=f"c{at}", verdict="dismiss", reason=words[at]))
    await core.write(
        session,
        CriterionMeasured(name="agreement", value=50, threshold=80, passes=False, note=words[2]),
        SeatAbsent(seat=names[2], reason=words[3]),
        NoteAdded(text=words[4]),
        TextProposed(slot="result", seat="chair", text=whole),
    )
    asked = await core.call(session, names[0], "refinement")
    await core.write(
        session,
        CallFailed(asked=asked, kind="connection", message=words[5], hint=words[6], sent=True, partial=whole),
    )
    item = {"key": "k", "asked": asked, "seat": names[0], "model": words[7], "tries": 1, "message": words[8]}
    payload = {
        "items": [{**item, "hint": words[9], "purpose": "refinement"}],
        "may_sit_out": [],
        "most_absent": 0,
    }
    gate = GateOpened.model_validate(
        {"kind": "failure", "payload": payload, "verbs": ("retry", "fallback", "stop"), "primary": "retry"}
    )
    await core.halt_at(session, gate)


async def look_at_everything(app: QApplication, root: QWidget) -> None:
    """Paint all there is, and ask every widget for its tool tip."""
    root.grab()
    for widget in root.findChildren(QWidget):
        if widget.isVisible():
            middle = QPoint(widget.width() // 2, widget.height() // 2)
            app.sendEvent(widget, QHelpEvent(QHelpEvent.Type.ToolTip, middle, widget.mapToGlobal(middle)))
    await asyncio.sleep(0.01)


async def test_a_whole_session_of_hostile_words_opens_nothing_in_any_widget(
    app: QApplication, desk, core, watched: Watched
) -> None:
    documents, words = hostile(watched), short(watched)
    await fill(core, documents, words)
    assert watched.touched() == []
    async with desk() as d:
        page = d.window.page
        for name in page.tabs.names():
            page.tabs.show_tab(name)
            await at_once(0.15)
            for table in page.panel(name).findChildren(QTableView):
                for row in range(min(60, table.model().rowCount())):
                    table.selectRow(row)
                await d.settle()
            await look_at_everything(app, d.window)
            assert watched.touched() == [], name
        page.tabs.toggle_map()
        await d.settle()
        await look_at_everything(app, d.window)
        page.column.curves.lines["tokens"].click()
        await d.settle()
        chart = page.findChildren(ChartDialog)[0]
        await look_at_everything(app, chart)
        chart.accept()
        page.bar.press("gate:fallback")
        await d.settle()
        await look_at_everything(app, d.window)
        for dialog in [w for w in app.topLevelWidgets() if w.isVisible() and w is not d.window]:
            await look_at_everything(app, dialog)
            dialog.close()
        assert watched.touched() == []

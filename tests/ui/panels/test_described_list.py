"""A described list: rows that change, data that is hostile, and names that are hidden."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.domain.canonical import dumps
from app.domain.fact_base import FactCatalogue, PlainBodies, Record
from app.domain.facts import SHARED_FACTS, SessionCreated
from app.domain.i18n import words
from app.domain.seats import Seat
from app.engine.tabs import Column, Detail, Field, ListTab, Member, Search, TabState
from app.ui.panels.listing.detail import DetailView
from app.ui.panels.listing.model import ListModel
from app.ui.panels.listing.panel import ListPanel
from app.ui.view.session_view import SessionView
from tests.support.examples import sampled
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")


@dataclass(frozen=True, slots=True)
class Row:
    key: int
    text: str
    seat: str = "Ada"


class Rows:
    """What the list reads."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.changes = 0

    def apply(self, record: object, fact: object) -> None:
        """Take in nothing: rows are put there by hand."""


LIST: ListTab[Rows, Row] = ListTab(
    words("Rows"),
    (Column(words("Who"), lambda row: Member(row.seat), 90), Column(words("Text"), lambda row: row.text)),
    rows=lambda state: state.rows,
    stamp=lambda state: state.changes,
    key=lambda row: row.key,
    filters=(Search(words("Search"), lambda row: (row.text, row.seat)),),
    detail=lambda _state, row: Detail(row.text, row.text, fields=(Field(words("Said"), row.text),)),
)


def view_of(state: Rows, **setup: Any) -> SessionView:
    view = SessionView(FactCatalogue(SHARED_FACTS), "", TabState(lambda _records: state, frozenset()))
    fact = SessionCreated(
        session="01k" + "f" * 23,
        workflow="none",
        title="List",
        setup=setup,
        seats={name: Seat(name=name, model=f"maker/{name.lower()}-9") for name in ("Ada", "Cleo")},
        seed=1,
        app_version="1",
    )
    view.apply_all([Record(1, 0, 0, 0, 1, fact.tag(), 1, dumps(fact.body()), PlainBodies())])
    return view


def cells(model: ListModel[Row]) -> list[tuple[str, str]]:
    return [(str(model.index(n, 0).data()), str(model.index(n, 1).data())) for n in range(model.rowCount())]


@pytest.mark.parametrize("seed", sampled(range(20), range(6)))
def test_rows_that_come_change_and_go_leave_the_others_and_the_chosen_one_where_they_are(
    qtbot: QtBot, seed: int
) -> None:
    rng, state = random.Random(seed), Rows()
    view, panel = view_of(state), ListPanel(LIST)
    qtbot.addWidget(panel)
    QAbstractItemModelTester(panel.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    state.rows = [Row(n, f"row {n}") for n in range(12)]
    panel.refresh(view)
    resets: list[int] = []
    panel.model.modelReset.connect(lambda: resets.append(1))
    for turn in range(40):
        if state.rows:
            panel.table.selectRow(rng.randrange(len(state.rows)))
        chosen = state.rows[panel.table.currentIndex().row()].key if state.rows else None
        for _ in range(rng.randint(0, 3)):
            at = rng.randrange(len(state.rows) + 1)
            match rng.choice(("come", "change", "go")):
                case "come":
                    state.rows.insert(at, Row(100 * (turn + 1) + rng.randrange(10_000_000), f"new {turn}"))
                case "change" if at < len(state.rows):
                    state.rows[at] = Row(state.rows[at].key, f"changed {turn}")
                case "go" if at < len(state.rows):
                    del state.rows[at]
        state.changes += 1
        panel.refresh(view)
        assert cells(panel.model) == [("Ada", row.text) for row in state.rows]
        now: dict[int | None, int] = {row.key: at for at, row in enumerate(state.rows)}
        at = now.get(chosen, 0 if state.rows else -1)
        assert panel.table.currentIndex().row() == at, "in place of a row that is gone the first is read"
        text = state.rows[at].text if state.rows else ""
        assert panel.detail.body.written == text, "what is read is what the row has become"
    assert resets == []


async def test_hostile_words_stand_in_one_line_and_are_no_markup(qtbot: QtBot) -> None:
    state = Rows()
    state.rows = [Row(1, "a\u202eb\n<img src='file:///etc/passwd'> & " + "x" * 2_000_000)]
    panel = ListPanel(LIST)
    qtbot.addWidget(panel)
    panel.show()
    panel.refresh(view_of(state))
    shown = cells(panel.model)[0][1]
    assert shown.startswith("ab <img src='file:///etc/passwd'> & xxx")
    assert len(shown) == 240
    panel.table.selectRow(0)
    assert panel.detail.body.written == state.rows[0].text
    field_labels = [
        field for field in panel.detail.fields.findChildren(QLabel) if field.text().startswith("ab <img")
    ]
    assert [field.textFormat() for field in field_labels] == [Qt.TextFormat.PlainText]
    await until(lambda: not panel.detail.body.busy)


async def test_hidden_names_are_hidden_in_every_cell_and_detail(qtbot: QtBot) -> None:
    state = Rows()
    state.rows = [Row(1, "Ada (maker/ada-9) answers Cleo."), Row(2, "Nothing of names.", "Cleo")]
    panel = ListPanel(LIST)
    qtbot.addWidget(panel)
    panel.show()
    panel.refresh(view_of(state, hide_names=True))
    panel.table.selectRow(0)
    seen = [*cells(panel.model)[0], panel.detail.head.text(), panel.detail.body.written]
    seen += [field.text() for field in panel.detail.fields.findChildren(QLabel)]
    assert len(seen) == 6
    assert not [text for text in seen if "ada" in text.casefold() or "cleo" in text.casefold()]
    search = panel.filters.searches[0][1]
    search.setText("ada")
    assert cells(panel.model) == [], "what a hidden name would find tells whose it is"
    search.clear()
    panel.refresh(view_of(state))
    assert cells(panel.model)[0] == ("Ada", "Ada (maker/ada-9) answers Cleo.")
    await until(lambda: not panel.detail.body.busy)


async def test_words_of_a_detail_that_were_not_there_before_are_marked(app, qtbot):
    view = DetailView("Text", "", None)
    qtbot.addWidget(view)
    view.resize(400, 300)
    view.show()
    text, before = "Sacks are weighed. Nobody counts them.", "Sacks are weighed."
    view.show_detail(Detail("a.md", text, prose=True, before=before))
    await until(lambda: marked(view) == "Nobody counts them.")
    view.show_detail(Detail("a.md", text, prose=True))
    await until(lambda: not marked(view))


def marked(view):
    """Return the words of a detail that are marked."""
    found = " ".join(one.cursor.selectedText() for one in view.body.extraSelections())
    return " ".join(found.split())

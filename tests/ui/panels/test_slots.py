"""Texts by their slot: a slot may be a file, whoever wrote it; its versions are listed and compared."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from app.domain.canonical import dumps
from app.domain.fact_base import Fact, FactCatalogue, PlainBodies, Record
from app.domain.facts import SHARED_FACTS, SessionCreated, TextDecided, TextProposed
from app.domain.i18n import words
from app.domain.ids import PERSON
from app.domain.seats import Seat
from app.engine.plugin import Vocabulary
from app.engine.tabs import Tab
from app.ui.panels.changes import ChangesPanel
from app.ui.panels.listing.panel import ListPanel
from app.ui.session.tabs import make_panel
from app.ui.view.session_view import SessionView
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")

BEGUN = SessionCreated(
    session="01k" + "f" * 23,
    workflow="none",
    title="Book",
    setup={},
    seats={name: Seat(name=name, model="offline/x") for name in ("Ada", "Cleo")},
    seed=1,
    app_version="1",
)


def text(slot: str, seat: str, words: str) -> TextProposed:
    return TextProposed(slot=slot, seat=seat, text=words)


def view_of(facts: Sequence[tuple[int, Fact]]) -> SessionView:
    view = SessionView(FactCatalogue(SHARED_FACTS))
    view.vocabulary = Vocabulary(words("Iteration"))
    tell(view, [(0, BEGUN), *facts])
    return view


def tell(view: SessionView, facts: Sequence[tuple[int, Fact]]) -> None:
    view.apply_all(
        [
            Record(seq, 0, 0, number, 1, fact.tag(), 1, dumps(fact.body()), PlainBodies())
            for seq, (number, fact) in enumerate(facts, view.head + 1)
        ]
    )


STORY = [
    (1, text("chapters/1.md", "Ada", "# One\n\nIt was dark.")),
    (1, text("chapters/2.md", "Ada", "# Two\n\nIt was light.")),
    (1, text("notes.md", "Cleo", "Not a chapter.")),
    (2, text("chapters/1.md", "Cleo", "# One\n\nIt was dark and cold.")),
]


def rows(panel: ListPanel) -> list[tuple[str, ...]]:
    model = panel.model
    return [
        tuple(str(model.index(row, column).data()) for column in range(model.columnCount()))
        for row in range(model.rowCount())
    ]


async def test_each_file_is_one_row_with_its_text_and_its_versions(qtbot: QtBot) -> None:
    view = view_of(STORY)
    panel = make_panel("texts", Tab("texts", words("Texts"), "texts", "chapters/", by="slot"))
    assert isinstance(panel, ListPanel)
    qtbot.addWidget(panel)
    panel.show()
    QAbstractItemModelTester(panel.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    panel.refresh(view)
    assert rows(panel) == [
        ("chapters/1.md", "Cleo", "Iteration 2", "7"),
        ("chapters/2.md", "Ada", "Iteration 1", "5"),
    ]
    assert panel.detail.head.text() == "chapters/1.md · Iteration 2"
    await until(lambda: not panel.detail.body.busy)
    assert panel.detail.body.toPlainText() == "One\nIt was dark and cold."
    versions, table = panel.detail.rows, panel.detail.table
    assert versions is not None
    assert table is not None
    assert [row.version.seat for row in versions.items] == ["Cleo", "Ada"]
    table.selectRow(1)
    assert panel.detail.head.text() == "chapters/1.md · Iteration 1"

    panel.table.selectRow(1)
    resets: list[int] = []
    panel.model.modelReset.connect(lambda: resets.append(1))
    tell(view, [(3, text("chapters/0.md", "Ada", "First.")), (3, text("chapters/2.md", "Ada", "New."))])
    edit = TextDecided(slot="chapters/1.md", seat="Cleo", choice="edit", edit="Mine.")
    tell(view, [(3, edit)])
    panel.refresh(view)
    assert rows(panel) == [
        ("chapters/1.md", "you", "Iteration 2", "1"),
        ("chapters/2.md", "Ada", "Iteration 3", "1"),
        ("chapters/0.md", "Ada", "Iteration 3", "1"),
    ]
    assert (resets, panel.detail.body.written) == ([], "New."), "who reads a file is shown what it became"
    await until(lambda: not panel.detail.body.busy)


async def test_two_versions_of_a_file_are_compared_whoever_wrote_them(qtbot: QtBot) -> None:
    view = view_of(STORY)
    panel = make_panel("diff", Tab("diff", words("Changes"), "diff", "chapters/", by="slot"))
    assert isinstance(panel, ChangesPanel)
    qtbot.addWidget(panel)
    panel.show()
    panel.refresh(view)
    await until(lambda: panel.diff.changes > 0)
    assert [panel.member.itemText(n) for n in range(panel.member.count())] == ["One", "Two"]
    assert panel.member.accessibleName() == "Text"
    assert panel.diff.prepared.old.endswith("It was dark.")
    assert panel.diff.prepared.new.endswith("It was dark and cold.")
    panel.member.setCurrentIndex(1)
    await until(lambda: panel.diff.prepared.new.endswith("It was light."))


async def test_a_new_attempt_moves_the_changes_to_what_it_changed(qtbot: QtBot) -> None:
    found = {"premise.json": "{}", "a.md": "# A\n\nOld.", "b.md": "# B\n\nOld."}
    view = view_of([(1, text(slot, PERSON, words)) for slot, words in found.items()])
    panel = make_panel("diff", Tab("diff", words("Changes"), "diff", by="slot"))
    assert isinstance(panel, ChangesPanel)
    qtbot.addWidget(panel)
    panel.show()
    panel.refresh(view)
    assert panel.member.currentData() == "premise.json", "nothing has changed yet"
    tell(view, [(1, text("a.md", "Ada", "# A\n\nNew."))])
    panel.refresh(view)
    assert panel.member.currentData() == "a.md"
    assert (panel.old.currentText(), panel.new.currentText()) == ("At the start", "Iteration 1")
    tell(view, [(2, text("b.md", "Ada", "# B\n\nNew."))])
    panel.refresh(view)
    assert panel.member.currentData() == "b.md", "what an earlier one changed is no news"
    panel.member.setCurrentIndex(panel.member.findData("a.md"))
    tell(view, [(2, TextDecided(slot="b.md", seat="Ada", choice="edit", edit="Mine."))])
    panel.refresh(view)
    assert panel.member.currentData() == "a.md", "a person's own words move nothing"

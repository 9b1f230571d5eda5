"""Steps of a list: each is one row that opens and closes, whatever arrives meanwhile."""

from __future__ import annotations

import random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester

from app.domain.fact_base import PlainBodies, Record
from app.domain.i18n import words
from app.engine.tabs import Column, Steps
from app.ui.panels.listing.model import ListModel

KINDS = {"o": "round_opened", "c": "call_completed", "t": "tool_called", "e": "cycle_ended"}


def records(kinds: str, first: int = 1) -> list[Record]:
    """Return records of these kinds."""
    return [
        Record(seq, 0, 0, 1, 1, KINDS[kind], 1, "{}", PlainBodies()) for seq, kind in enumerate(kinds, first)
    ]


STEPS: Steps[Record] = Steps(
    head=lambda record: record.type == "call_completed",
    inside=lambda record: record.type == "tool_called",
    column=3,
)


def model() -> ListModel[Record]:
    """Return an empty model whose cells say the type."""
    titles = [words(title) for title in ("#", "Time", "Cycle", "Type", "Details")]
    columns: list[Column[Record]] = [Column(title, lambda record: record.type) for title in titles]
    return ListModel(columns, lambda record: record.seq, STEPS)


def seq(record: Record) -> int:
    return record.seq


def seqs(list_model: ListModel[Record]) -> list[int]:
    """Return what is shown."""
    return [record.seq for record in list_model.items]


def test_a_step_is_one_row_that_opens_and_closes(qapp: object) -> None:
    list_model, source = model(), records("octtctce")
    QAbstractItemModelTester(list_model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    list_model.fill(source)
    assert (seqs(list_model), list_model.total) == ([1, 2, 5, 7, 8], 8)
    assert list_model.index(1, 3).data() == "call_completed +2"
    assert list_model.index(3, 3).data() == "call_completed"
    closed = list_model.index(1, 3).data(Qt.ItemDataRole.DecorationRole)
    assert "2 lines, closed" in str(list_model.index(1, 3).data(Qt.ItemDataRole.AccessibleTextRole))
    list_model.toggle(1)
    assert seqs(list_model) == [1, 2, 3, 4, 5, 7, 8]
    assert list_model.index(1, 3).data() == "call_completed +2"
    opened = list_model.index(1, 3).data(Qt.ItemDataRole.DecorationRole)
    # It looks otherwise once it is open.
    assert opened.pixmap(16, 16).toImage() != closed.pixmap(16, 16).toImage()
    list_model.toggle(0)
    list_model.toggle(2)
    assert seqs(list_model) == [1, 2, 3, 4, 5, 7, 8], "a line without a capsule opens nothing"
    list_model.toggle(1)
    assert list_model.reveal(6, seq) == 3
    assert seqs(list_model) == [1, 2, 5, 6, 7, 8]
    assert (list_model.reveal(1, seq), list_model.reveal(9, seq)) == (0, -1)


@pytest.mark.parametrize("seed", range(20))
def test_lines_that_arrive_one_by_one_are_shown_as_if_they_had_been_there(qapp: object, seed: int) -> None:
    rng = random.Random(seed)
    grown, source = model(), list[Record]()
    QAbstractItemModelTester(grown, QAbstractItemModelTester.FailureReportingMode.Fatal)
    for _ in range(60):
        source += records("".join(rng.choices("octte", k=rng.randint(0, 3))), len(source) + 1)
        grown.fill(source)
        if grown.items:
            grown.toggle(rng.randrange(len(grown.items)))
    whole = model()
    whole.opened = set(grown.opened)
    whole.fill(list(source))
    assert seqs(whole) == seqs(grown)
    assert whole.total == grown.total == len(source)
    assert [whole.index(r, 3).data() for r in range(len(whole.items))] == [
        grown.index(r, 3).data() for r in range(len(grown.items))
    ]


def test_forty_thousand_lines_open_and_grow_without_being_made_anew(qapp: object) -> None:
    list_model, source = model(), records("octttce" * 5800)
    resets: list[int] = []
    added: list[int] = []
    list_model.modelReset.connect(lambda: resets.append(1))
    list_model.fill(source)
    list_model.rowsInserted.connect(lambda _parent, first, last: added.append(last - first + 1))
    for row in range(1, 2000, 7):
        list_model.toggle(row)
    for _ in range(200):
        source += records("ct", len(source) + 1)
        list_model.fill(source)
    assert len(resets) == 1
    assert set(added[:286]) == {3}, "an opened step adds its own rows alone"
    assert set(added[286:]) == {1}, "a step that arrives adds one row"
    assert list_model.total == len(source) == 41_000

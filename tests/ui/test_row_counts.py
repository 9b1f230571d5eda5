"""The title of a described list says how many rows there are, and asks for them only where they changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from app.engine.tabs import Tab
from app.ui.session.tab_bar import TabBar
from app.ui.session.tab_counts import RowCount
from tests.support.toy_tabs import TABS
from tests.ui.panels.test_described_list import LIST, Row, Rows, view_of


def test_rows_are_counted_anew_when_the_stamp_changes_and_for_another_session() -> None:
    asked: list[int] = []

    def rows(state: Rows) -> Sequence[Row]:
        asked.append(1)
        return state.rows

    counting, state = RowCount(replace(LIST, rows=rows)), Rows()
    view = view_of(state)
    assert counting.of(view) == 0
    state.rows, state.changes = [Row(1, "one"), Row(2, "two")], 1
    assert [counting.of(view) for _ in range(3)] == [2, 2, 2]
    assert len(asked) == 2, "unchanged rows are not made again"
    other = Rows()
    other.changes = 1
    assert counting.of(view_of(other)) == 0, "the same stamp of another session is another number"


def test_rows_that_are_settled_stay_in_the_list_and_are_not_counted() -> None:
    state = Rows()
    counting = RowCount(replace(LIST, counts=lambda row: row.text != "settled"))
    state.rows, state.changes = [Row(1, "one"), Row(2, "settled")], 1
    assert counting.of(view_of(state)) == 1


def test_a_list_that_only_grows_needs_no_stamp() -> None:
    state = Rows()
    counting, view = RowCount(replace(LIST, stamp=None)), view_of(state)
    state.rows.append(Row(1, "one"))
    assert counting.of(view) == 1


def test_only_a_list_that_is_described_so_is_counted() -> None:
    assert not any(tab.counted for tab in TABS)
    counted = replace(LIST, counted=True)
    assert Tab("rows", LIST.name, "list", source=counted).counted is counted


@pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")
def test_titles_stand_closer_and_drop_their_counts_before_one_is_out_of_sight(qtbot: QtBot) -> None:
    bar = TabBar()
    qtbot.addWidget(bar)
    for title in ("Findings", "Sources", "Coverage", "Gaps"):
        bar.addTab(title)
    bar.show_count(0, "Findings", 12)
    bar.show()
    whole = bar.whole_width()
    bar.fit(whole)
    assert bar.sizeHint().width() == whole
    bar.fit(whole - 1)
    closer = bar.sizeHint().width()
    assert closer < whole
    bar.fit(closer - 1)
    assert bar.sizeHint().width() < closer
    assert bar.tabText(0) == "Findings 12", "it is told all the same"
    assert not bar.grab().isNull()
    bar.fit(whole)
    assert bar.sizeHint().width() == whole

"""Rows of a described list on two lines: told in one sentence, of one height at every size of the text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, get_args

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.domain.errors import Bug
from app.domain.i18n import words
from app.engine.tabs import Column, Member, Missed, Part, PartLook, SecondLine, Steps, Tab, TabPlace
from app.ui.kit.states import SEVERITY_LOOKS
from app.ui.kit.two_lines import two_line_height
from app.ui.panels.listing.panel import ListPanel
from app.ui.panels.listing.second_line import LOOKS
from tests.support.sound_faces import check_tabs
from tests.ui.panels.test_described_list import LIST, Row, Rows, view_of

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")
END = Part(words("disputed"), "disputed")


def parts(row: Row) -> Sequence[Part]:
    every = [Part(look or "plain", look) for look in get_args(PartLook)]
    return (Part(Member(row.seat)), *every)


LINES = replace(
    LIST,
    columns=(Column(words("Text"), lambda row: row.text),),
    second_line=SecondLine(parts, lambda row: END if row.key == 1 else None),
)


def shown(qtbot: QtBot, **setup: Any) -> ListPanel:
    state = Rows()
    state.rows, state.changes = [Row(1, "A claim"), Row(2, "Another", "Cleo")], 1
    panel = ListPanel(LINES)
    qtbot.addWidget(panel)
    panel.resize(900, 400)
    panel.show()
    panel.refresh(view_of(state, **setup))
    return panel


def test_a_screen_reader_is_told_both_lines_as_one_sentence(qtbot: QtBot) -> None:
    panel = shown(qtbot)
    told = [panel.model.index(at, 0).data(Qt.ItemDataRole.AccessibleTextRole) for at in range(2)]
    assert told[0].startswith("A claim · Ada · plain · high · ")
    assert told[0].endswith(" · not_found · no_source · disputed")
    assert told[1].endswith(" · no_source"), "nothing stands at its right"


def test_names_that_are_hidden_are_hidden_on_the_second_line(qtbot: QtBot) -> None:
    panel = shown(qtbot, hide_names=True)
    told = panel.model.index(1, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert told.startswith("Another · ")
    assert "cleo" not in told.casefold()


def test_rows_follow_the_size_of_the_text_and_are_walked_with_the_arrows(qtbot: QtBot) -> None:
    panel = shown(qtbot)
    table = panel.table
    assert table.horizontalHeader().isHidden()
    assert table.rowHeight(0) == two_line_height(table.font()) > 2 * table.fontMetrics().height()
    font = table.font()
    font.setPointSizeF(font.pointSizeF() * 1.3)
    before = table.rowHeight(0)
    table.setFont(font)
    assert table.rowHeight(0) == two_line_height(font) > before
    table.selectRow(0)
    qtbot.keyClick(table, Qt.Key.Key_Down)
    assert table.currentIndex().row() == 1
    assert panel.detail.head.text() == "Another"


@pytest.mark.parametrize("width", [900, 380, 60])
def test_every_look_is_drawn_however_narrow_the_list_is(qtbot: QtBot, width: int) -> None:
    panel = shown(qtbot)
    panel.table.resize(width, 200)
    assert not panel.table.grab().isNull()


def test_every_look_that_can_be_described_is_known() -> None:
    assert set(LOOKS) | set(SEVERITY_LOOKS) | {""} == set(get_args(PartLook))


def test_steps_need_a_column_and_are_refused_on_two_lines() -> None:
    steps: Steps[Row] = Steps(head=bool, inside=bool, column=0)
    both = replace(LINES, stamp=None, steps=steps)
    with pytest.raises(Bug, match="rows on two lines have no column to open steps in"):
        check_tabs("toy", (Tab("one", words("One"), "list", source=both),))


def test_what_a_list_cannot_tell_of_stands_at_its_foot_while_there_is_any(qtbot: QtBot) -> None:
    place = TabPlace("sources")
    told = {1: Missed(words("1 of 4 files was not read"), words("a.pdf: Cleo scanned it"), place)}
    described = replace(LINES, missed=lambda state: told.get(state.changes))
    state = Rows()
    state.rows, state.changes = [Row(1, "A claim")], 1
    panel = ListPanel(described)
    qtbot.addWidget(panel)
    panel.show()
    panel.refresh(view_of(state, hide_names=True))
    foot = panel.missed
    assert foot is not None
    assert foot.isVisible()
    assert foot.head.text() == "1 of 4 files was not read"
    assert "Cleo" not in foot.text.text()
    opened = list[object]()
    panel.open_wanted.connect(opened.append)
    qtbot.mouseClick(foot.show_it, Qt.MouseButton.LeftButton)
    assert opened == [place]
    state.changes = 2
    panel.refresh(view_of(state))
    assert not foot.isVisible()


def test_how_many_rows_there_are_is_told_once_beside_filters_only_where_they_leave_some_out(
    qtbot: QtBot,
) -> None:
    state = Rows()
    state.rows, state.changes = [Row(1, "A claim"), Row(2, "Another")], 1
    panel = ListPanel(replace(LINES, counted=True))
    qtbot.addWidget(panel)
    panel.show()
    panel.refresh(view_of(state))
    assert not panel.tally.isVisible(), "the tab tells it"
    panel.filters.searches[0][1].setText("other")
    assert panel.tally.isVisible()
    assert panel.tally.text().startswith("1 ")

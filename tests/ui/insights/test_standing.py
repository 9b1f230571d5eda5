"""How the work stands in the column: a tile for each criterion that grows with the text."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from app.domain.i18n import words
from app.engine.status import Tile
from app.ui.insights.status_panel import StandingPanel, TileView
from app.workflows.research.face.tabs import _tile, standing
from app.workflows.research.model import Criterion
from app.workflows.research.state import ResearchState
from tests.ui.panels.test_described_list import Rows, view_of

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")


@pytest.mark.parametrize("scale", [1.0, 1.3])
def test_a_tile_is_told_as_a_sentence_and_is_as_high_as_its_two_lines(qtbot: QtBot, scale: float) -> None:
    tile = TileView(Tile(words("Coverage"), words("78 %"), words("needed 70 %"), holds=True))
    qtbot.addWidget(tile)
    font = tile.font()
    font.setPointSizeF(font.pointSizeF() * scale)
    tile.setFont(font)
    assert tile.accessibleName() == "Coverage: 78 %, needed 70 % · holds"
    assert tile.sizeHint().height() > 2 * tile.fontMetrics().height()
    tile.resize(60, tile.sizeHint().height())
    assert not tile.grab().isNull()


@pytest.mark.parametrize(
    ("row", "value", "needed"),
    [
        (Criterion(name="coverage", value=0.6999, threshold=0.7, passes=False), "69 %", "needed 70 %"),
        (Criterion(name="coverage", value=2 / 3, threshold=0.7, passes=False), "67 %", "needed 70 %"),
        (Criterion(name="confidence", value=0.799, threshold=0.8, passes=False), "79 %", "needed 80 %"),
        (Criterion(name="conflicts", value=1, threshold=2, passes=True), "1", "at most 2"),
        (Criterion(name="questions", value=3, threshold=4, passes=False), "3 of 4", "all answered"),
    ],
)
def test_what_falls_short_is_not_rounded_up_to_what_is_needed(
    row: Criterion, value: str, needed: str
) -> None:
    tile = _tile(row)
    assert (str(tile.value), str(tile.needed), tile.holds) == (value, needed, row.passes)


def test_nothing_stands_there_before_the_first_table_or_where_nothing_is_described(qtbot: QtBot) -> None:
    assert standing(ResearchState()) is None
    panel = StandingPanel()
    qtbot.addWidget(panel)
    panel.refresh(view_of(Rows()))
    assert panel.isHidden()
    assert not panel.tiles

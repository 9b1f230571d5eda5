"""The bar of every decision: low, one button is filled, few stand beside it, nothing opens over them."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtWidgets import QPushButton

from app.ui.gates.bar import DecisionBar
from app.ui.kit.text.bounded import PlainEditor
from app.ui.view.bar import Bar
from app.ui.view.draft_store import DraftStore
from app.ui.view.view_state import ViewState
from tests.support.examples import sampled
from tests.support.scenes.pictures import EVERY

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
RUNNING = (
    *("running", "auto", "look-running", "draft-writing", "research-running"),
    *("experiment-first", "experiment-writing", "look-comparing", "look-streaming"),
)
BARS = [
    scene.name
    for scene in EVERY
    if scene.name == scene.state and not scene.name.startswith("kitchen") and scene.name != "branches"
]
AT_PUSH = {(name, 860) for name in ("failure", "cut", "research-scope", "auto")}
"""Each in the small window, where there is least room; more are looked at with the room for what is read."""
LOW = {
    *("look-review", "look-running", "look-finished", "look-guidance", "look-critiques"),
    *("critique-review", "clarification", "failure", "uncertain", "budget", "stopped", "paused"),
    *("interrupted", "failed", "attempt", "auto"),
}
"""Of these the bar leaves the room to the text, but for words of the person that take several lines."""
MOST_OF_A_BAR = 79


def bar_is_right(window: Any, name: str) -> None:
    """Check the bar of a scene: how low it is, which buttons stand in it, that its reason is whole."""
    bar = window.page.bar
    more = [edit for edit in bar.findChildren(PlainEditor) if edit.isVisible()]
    lines = sum(round(edit.document().size().height() / edit.line_step()) - 1 for edit in more)
    assert name not in LOW or (bar.isVisible() and bar.height() <= MOST_OF_A_BAR + 20 * lines)
    shown = [one for one in bar._buttons.values() if not one.isHidden()]
    filled = [one for one in shown if one.objectName() == "primary"]
    assert len(filled) == (0 if name in RUNNING else 1), [one.text() for one in shown]
    others = 0 if bar.more is None or bar.more.isHidden() else 1
    assert len(shown) + others <= 3, [one.text() for one in shown]
    links = [one for one in bar.facts.findChildren(QPushButton) if one.isVisible()]
    assert len([one for one in links if one is not bar.facts.more]) <= 3
    # The reason stands first, and all of it can be read.
    title = bar.title
    assert title.height() >= title.heightForWidth(title.width()), "the reason is cut"
    for one in shown:
        assert one.mapTo(bar, one.rect().topLeft()).x() > title.x()
    if others:
        bar.more.show_choices()
        top = bar.mapToGlobal(bar.rect().topLeft()).y()
        assert bar.more.choices.geometry().bottom() < top, "the menu lies over the bar"
        bar.more.choices.hide()


@pytest.mark.parametrize(
    ("name", "width"),
    sampled([(name, width) for name in BARS for width in (1366, 860)], AT_PUSH, several=True),
)
async def test_the_bar_is_low_one_button_is_filled_at_most_three_stand_there_and_the_reason_is_whole(
    scene_shown: Any, name: str, width: int
) -> None:
    async with scene_shown(name, width, 768 if width == 1366 else 600) as d:
        bar_is_right(d.window, name)


def test_how_far_a_round_has_come_gives_way_and_pushes_nothing_beside_the_page(qtbot, tmp_path):
    bar, cost = DecisionBar(DraftStore(ViewState(tmp_path))), "about $0.037, at most $0.042 of $2.00 so far"
    qtbot.addWidget(bar)
    tally = ("Step 3 of 5", "1 call under way", "2 wait for their turn")
    bar.show_bar(Bar("running 1", "Round 1", cost=cost, busy=True, words=True, tally=tally))
    bar.show()
    bar.resize(bar.minimumSizeHint().width(), 74)
    assert bar.cost.text() == cost
    assert bar.cost.width() >= bar.cost.sizeHint().width()
    bar.resize(900, 74)
    assert bar.cost.text() == " · ".join((*tally, cost))
    least = bar.minimumSizeHint().width()
    bar.write_guidance(True, focus=False)
    assert least < 600
    assert bar.cost.text() == cost, "a line for words goes before it, too"


def test_a_price_gives_its_range_up_for_a_link_that_comes_with_what_is_chosen(qtbot, tmp_path):
    drafts = DraftStore(ViewState(tmp_path))
    bar, price = DecisionBar(drafts), "Finish: about $0.0064 · Round 2: about $0.014"
    qtbot.addWidget(bar)
    details = ("The target was reached.", "3 answers revised, 2 points open.")
    whole = f"{price} ($0.0096–$0.02) · 10 s"
    bar.show_bar(Bar("g1", "Ready", details, cost=whole, brief=price, words=True, texts=True))
    bar.show()
    for wide in range(bar.minimumSizeHint().width(), 1000, 4):
        bar.resize(wide, 74)
        if bar.cost.text() == whole:
            break
    drafts.choose_text("", "Ada", "edit", "My own words.")
    assert bar.cost.text() == price
    drafts.choose_text("", "Ada", "refined")
    assert bar.cost.text() == whole

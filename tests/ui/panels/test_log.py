"""The log: filters, a place to go to, and a hundred thousand records that stay fluent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from PySide6.QtGui import QGuiApplication

from app.domain.facts import ReplyMended
from app.ui.kit.text import safe_view
from app.ui.panels.listing import model as list_model
from app.ui.panels.listing.filters import OptionBox
from app.ui.panels.listing.panel import ListPanel
from app.ui.panels.stock_lists import KINDS, kind_of, log_panel
from app.ui.view.session_view import SessionView
from app.workflows.debate.plugin import DebatePlugin
from tests.support.counting import Turns, asked_for
from tests.support.long import records
from tests.support.scenes.replaying import cut, recorded
from tests.support.scenes.states import SECOND_ROUND
from tests.support.waiting import AMPLE, until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")


async def view_of(core) -> SessionView:
    session = await core.replay(cut(recorded("debate"), SECOND_ROUND))
    view = SessionView(core.catalogue, "agreement")
    view.apply_all(await core.records(session))
    return view


@pytest.fixture
def shown(qtbot) -> Callable[[SessionView], ListPanel]:
    """Show the log of a session."""

    def on(view: SessionView) -> ListPanel:
        panel = log_panel()
        qtbot.addWidget(panel)
        panel.show()
        panel.refresh(view)
        return panel

    return on


def kind_box(panel: ListPanel) -> OptionBox:
    return panel.filters.boxes[0][1]


def round_box(panel: ListPanel) -> OptionBox:
    return panel.filters.boxes[1][1]


def search(panel: ListPanel, words: str) -> None:
    panel.filters.searches[0][1].setText(words)


async def test_filters_narrow_by_kind_round_and_words(core, shown) -> None:
    view = await view_of(core)
    panel = shown(view)
    assert panel.model.rowCount() == len(view.log)
    kind_box(panel).choose("critiques")
    assert {r.type for r in panel.model.items} == {"critique_filed", "critique_answered"}
    round_box(panel).choose(2)
    assert {r.round for r in panel.model.items} == {2}
    search(panel, "small tickets")
    await until(lambda: not panel.model.searching)
    assert len(panel.model.items) == 1
    assert panel.tally.text() == "1 record"


async def test_a_line_says_what_a_call_is_for_in_the_words_of_the_workflow(core, shown) -> None:
    view = await view_of(core)
    view.vocabulary = DebatePlugin.vocabulary
    how = ReplyMended(asked=1, purpose="synthesis", seat="chair", how=("fence",))
    await core.write(view.fold.session.session, how)
    view.apply_all((await core.records(view.fold.session.session))[len(view.log) :])
    panel = shown(view)
    rows = [at for at, r in enumerate(view.log) if r.type in ("call_asked", "reply_mended")]
    lines = [panel.model.index(at, 3).data() for at in rows]
    assert lines[-1] == "Chair’s reply (writing the final answer): read out of a code fence"
    assert "Ada is asked: answering (" in lines[0]


async def test_a_line_of_the_log_is_said_in_words(core, shown) -> None:
    view = await view_of(core)
    view.vocabulary, view.gates = DebatePlugin.vocabulary, DebatePlugin.gates
    view.graph = DebatePlugin.graph
    panel = shown(view)
    said = {r.type: panel.model.index(at, 3).data() for at, r in enumerate(view.log)}
    assert said["gate_opened"] == str(DebatePlugin.gates["approval"].title)
    assert said["critique_answered"].partition(": ")[2].startswith(("it changed", "it stays"))
    assert said["node_left"].endswith(": done")
    assert "_" not in said["node_left"]


def test_every_type_of_fact_has_a_kind(core) -> None:
    found = {kind_of(tag) for tag in core.catalogue.classes()}
    assert set(KINDS) <= found


async def test_a_record_that_a_filter_hides_is_gone_to_all_the_same(core, shown) -> None:
    view = await view_of(core)
    panel = shown(view)
    kind_box(panel).choose("figures")
    panel.go_to(5)
    assert panel.model.items[panel.table.currentIndex().row()].seq == 5
    assert kind_box(panel).value() is None
    assert f'"type": "{view.log[4].type}"' in panel.detail.body.plain()
    assert panel.copy is not None
    panel.copy.click()
    assert QGuiApplication.clipboard().text() == panel.detail.body.written


async def test_what_is_searched_for_is_only_said_to_be_nowhere_once_it_is(core, shown, qtbot) -> None:
    panel = shown(await view_of(core))
    ((_, search),) = panel.filters.searches
    for typed, found in (("ada", True), ("nobody wrote this", False), ("ada", True)):
        search.setText(typed)
        qtbot.waitUntil(lambda: not panel.model.searching)
        assert bool(panel.model.items) == found
        assert panel.detail.head.text() == ("" if found else "Nothing passes the filters.")


async def test_new_records_join_and_the_end_is_followed_only_when_wanted(core, qtbot) -> None:
    session = await core.begin()
    await core.play_round(session, 1)
    view = SessionView(core.catalogue)
    view.apply_all(await core.records(session))
    panel = log_panel()
    qtbot.addWidget(panel)
    panel.resize(700, 200)
    panel.show()
    panel.refresh(view)
    bar = panel.table.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0
    assert panel.follow is not None
    panel.follow.setChecked(False)
    bar.setValue(3)
    await core.play_round(session, 2)
    view.apply_all(await core.records(session))
    panel.refresh(view)
    assert panel.model.rowCount() == len(view.log)
    assert bar.value() == 3


async def test_of_many_records_those_in_sight_alone_are_decoded_and_new_ones_are_added(core, qtbot) -> None:
    many = records(200, members=5, words="", most=6_000)
    view = SessionView(core.catalogue, "agreement")
    view.apply_all(many[:5_900])
    panel = log_panel()
    qtbot.addWidget(panel)
    panel.resize(900, 600)
    panel.show()
    worded, resets, added = asked_for(panel.model), [], []
    panel.refresh(view)
    panel.model.modelReset.connect(lambda: resets.append(1))
    panel.model.rowsInserted.connect(lambda _, first, last: added.append((first, last)))
    bar = panel.table.verticalScrollBar()
    for part in (0.5, 0.1, 0.9):
        bar.setValue(int(bar.maximum() * part))
        panel.grab()
    kind_box(panel).choose("critiques")
    panel.grab()
    kind_box(panel).choose(None)
    assert len(resets) == 2
    view.apply_all(many[5_900:])
    panel.refresh(view)
    panel.go_to(4321)
    panel.grab()
    assert (len(resets), added) == (2, [(5_900, 5_999)])
    # Six pictures, and no record in none of them.
    assert 0 < len(set(worded)) < 6 * 60


async def test_a_search_looks_at_some_records_in_each_turn_and_shows_what_it_has(
    core, shown, monkeypatch
) -> None:
    # So short that no machine looks at all of them in a few turns.
    monkeypatch.setattr(list_model, "TURN_S", 0.001)
    view = SessionView(core.catalogue, "agreement")
    view.apply_all(records(50, members=5, words="", most=1_500))
    panel = shown(view)
    seen, over = [], asyncio.Event()

    def look() -> None:
        seen.append((panel.model.progress, panel.model.rowCount()))
        if not panel.model.searching:
            over.set()

    panel.model.searched.connect(look)
    search(panel, "point")
    await over.wait()
    assert seen[0] == (0.0, 0)
    assert seen[-1][0] == 1.0
    assert len(seen) > 3
    assert seen == sorted(seen)
    assert 0 < seen[1][1] < seen[-1][1]
    search(panel, "point 40 of")
    over.clear()
    await over.wait()
    assert panel.model.rowCount() == 5


def test_the_model_keeps_qts_rules(play, core, shown, qtmodeltester) -> None:
    view = play(lambda: view_of(core))
    panel = shown(view)
    qtmodeltester.check(panel.model)
    kind_box(panel).choose("calls")
    qtmodeltester.check(panel.model)


async def test_a_record_with_a_huge_body_does_not_hold_the_window_up(core, shown, monkeypatch) -> None:
    # A turn ends after its first piece; how many it takes otherwise is a matter of the machine.
    monkeypatch.setattr(safe_view, "STEP_MS", -1)
    session = await core.begin()
    await core.call(session, "Ada", "proposal", "x" * 1_000_000)
    view = SessionView(core.catalogue)
    view.apply_all(await core.records(session))
    panel = shown(view)
    turns = Turns(panel.detail.body.document())
    panel.go_to(view.log[-1].seq)
    async with asyncio.timeout(AMPLE):
        while panel.detail.body.busy:  # noqa: ASYNC110  it goes on from turn to turn
            await asyncio.sleep(0)
    assert max(turns.added.values()) < 50_000
    assert len(turns.added) > 20
    assert panel.detail.body.plain() == panel.detail.body.written

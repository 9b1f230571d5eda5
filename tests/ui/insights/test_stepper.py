"""The steps of a round: where it stands, what came of each, what is left; and what is still disputed."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible

from app.domain.canonical import dumps
from app.domain.fact_base import PlainBodies, Record
from app.domain.facts import CritiqueDecided, NodeEntered
from app.projections.steps import Steps
from app.ui.insights.run_map import RunMap
from app.ui.insights.stepper import Stepper, spoken
from app.ui.insights.still_disputed import StillDisputed
from app.ui.view.disputes import disputed, disputed_by_round
from app.ui.view.round_steps import progress, round_shape, steps_of
from app.ui.view.session_view import SessionView
from app.workflows.registry import Registry
from tests.support.scenes.replaying import cut, recorded
from tests.support.scenes.states import ANSWERING, FIRST_ROUND, REVIEW, SECOND_ROUND

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")

DEBATE = Registry().plugins["debate"]
SHAPE = round_shape(DEBATE.graph)


async def view_at(core, where=None, *, state: str = "debate") -> SessionView:
    """Return the sample at a place of its record."""
    lines = recorded(state)
    session = await core.replay(cut(lines, where) if where is not None else lines)
    view = SessionView(core.catalogue, "agreement")
    view.graph, view.vocabulary, view.gates = DEBATE.graph, DEBATE.vocabulary, DEBATE.gates
    view.workflow = DEBATE
    view.apply_all(await core.records(session))
    return view


def lines(view: SessionView) -> list[tuple[str, str, str]]:
    return [(step.title, step.state, step.detail) for step in steps_of(view, SHAPE)]


def test_a_round_is_the_largest_loop_of_a_graph_whatever_it_is_called() -> None:
    assert [node.name for node in SHAPE.before] == ["initialization", "clarification", "clarification_input"]
    assert [node.name for node in SHAPE.after] == ["synthesis"]
    for plugin in Registry().plugins.values():
        shape = round_shape(plugin.graph)
        assert shape.within
        assert {*shape.before, *shape.within, *shape.after} == set(plugin.graph.nodes)


async def test_a_reviewed_round_says_what_came_of_each_step_and_that_it_is_your_turn(core) -> None:
    assert lines(await view_at(core, SECOND_ROUND)) == [
        ("Answer", "finished", ""),
        ("Critique", "finished", "4"),
        ("Refine", "finished", "2 revised"),
        ("Judge", "finished", "78 %"),
        ("You", "waiting", "decide"),
        ("Round 3", "future", "not started"),
    ]


async def test_at_the_review_of_critiques_it_is_your_turn_and_the_critique_is_over(core, qtbot) -> None:
    view = await view_at(core, REVIEW)
    assert lines(view)[:4] == [
        ("Answer", "finished", "3 of 3"),
        ("Critique", "finished", "4"),
        ("You", "waiting", "decide"),
        ("Refine", "future", ""),
    ]
    run_map = RunMap()
    qtbot.addWidget(run_map)
    run_map.refresh(view)
    items = run_map.map.items_by_key
    assert [key for key, item in items.items() if item.state.current] == ["critique_review"]
    assert items["critique_review"].box.asks
    assert not items["Critique"].state.current


async def test_what_lies_behind_the_step_at_work_is_not_done_though_it_was_entered_before(core) -> None:
    view = await view_at(core, REVIEW)
    again, last = NodeEntered(node="proposal"), view.log[-1]
    place = (last.at, last.entry, last.round, last.attempt)
    view.apply(Record(last.seq + 1, *place, again.tag(), 1, dumps(again.body()), PlainBodies()))
    found = lines(view)
    assert found[0][1] == "waiting"
    assert {state for _title, state, _detail in found[1:]} == {"future"}


async def test_progress_never_jumps_back(core) -> None:
    view = await view_at(core, ANSWERING)
    whole = await core.records(await core.replay(cut(recorded("debate"), FIRST_ROUND)))
    seen: list[tuple[int, int, int]] = []
    for record in whole[len(view.log) :]:
        view.apply(record)
        if view.state == "running" and (now := progress(view, SHAPE)) != (0, 0, 0):
            seen.append(now)
    steps = [step for step, _, _ in seen]
    assert steps == sorted(steps)
    assert {every for _, every, _ in seen if every} <= {5, 6}
    assert max(left for _, _, left in seen) == 3


async def test_a_finished_session_lists_its_rounds_and_the_answer(core) -> None:
    view = await view_at(core)
    told = lines(view)
    assert [title for title, _, _ in told][-1] == "Final answer"
    assert told[0][0] == "Round 1"
    assert {state for _, state, _ in told} == {"finished"}
    view.looking_at = int("1")
    assert lines(view)[0][0] == "Answer"


async def test_a_failed_call_and_a_cut_run_are_seen_at_their_step(core) -> None:
    view = await view_at(core, state="failure")
    steps = steps_of(view, SHAPE)
    (at,) = [place for place, step in enumerate(steps) if step.current]
    assert [(step.title, step.state) for step in steps[at - 1 : at + 1]] == [
        ("Answer", "failed"),
        ("You", "waiting"),
    ]
    view = await view_at(core, ANSWERING)
    view.under_way = False
    (now,) = [step for step in steps_of(view, SHAPE) if step.current]
    assert (now.title, now.state) == ("Answer", "interrupted")


async def test_a_step_is_told_in_words_and_leads_to_its_place_by_mouse_and_key(core, qtbot) -> None:
    view = await view_at(core, SECOND_ROUND)
    stepper = Stepper()
    qtbot.addWidget(stepper)
    stepper.resize(228, 300)
    stepper.show()
    stepper.refresh(view)
    assert stepper.title.text() == "Round 2"
    assert spoken(stepper.model.items[4]) == "You, waiting for you, decide"
    index = stepper.model.index(1, 0)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "Critique, done, 4"
    assert QAccessible.queryAccessibleInterface(stepper.list) is not None
    gone: list[int] = []
    stepper.step_wanted.connect(gone.append)
    entered = [r for r in view.log if r.type == "node_entered" and r.round == 2]
    seqs = {r.body()["node"]: r.seq for r in entered}
    rect = stepper.list.visualRect(index)
    qtbot.mouseClick(stepper.list.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    assert gone == [seqs["critique"]]
    stepper.list.setFocus()
    qtbot.keyClick(stepper.list, Qt.Key.Key_Down)
    qtbot.keyClick(stepper.list, Qt.Key.Key_Return)
    assert gone[-1] == seqs["refinement"]
    assert stepper.list.sizeHint().height() == 6 * 30


async def test_what_a_loop_inside_a_round_asked_is_counted_once(core) -> None:
    view = await view_at(core)
    again = Steps()
    for record in view.log:
        if record.type in again.wants:
            again.apply(record, core.catalogue.decode(record))
    assert again.by_attempt == view.fold.steps.by_attempt
    answers = view.fold.steps.at(1, 1)["proposal"]
    assert (len(answers.asked), answers.asked) == (3, answers.done)


async def test_disputes_are_counted_once_for_all_who_tell_of_them(core, qtbot) -> None:
    view = await view_at(core, SECOND_ROUND)
    (point,) = disputed(view)
    assert disputed_by_round(view) == {1: 4, 2: 1}
    panel = StillDisputed()
    qtbot.addWidget(panel)
    panel.refresh(view)
    assert [row.accessibleName() for row in panel.rows] == [f"{point.filed.claim} · A\u00a0↔\u00a0C"]
    wanted: list[str] = []
    panel.critique_wanted.connect(wanted.append)
    panel.rows[0].click()
    assert wanted == [point.filed.critique]
    # What the person dismisses is disputed no more, in the tile as in the list.
    session = view.session_id
    await core.write(session, CritiqueDecided(critique=point.filed.critique, verdict="dismiss", reason="x"))
    view.apply_all(await core.records(session))
    assert disputed(view) == []
    assert disputed_by_round(view) == {1: 4, 2: 0}
    panel.refresh(view)
    assert panel.isHidden()

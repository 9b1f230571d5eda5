"""The run map: drawn from the graph table, live, by mouse and by keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFont, QFontMetricsF
from PySide6.QtWidgets import QGraphicsPathItem

from app.domain.facts import NodeEntered, NodeLeft, RoundOpened
from app.ui.insights.map_scene import FINISHED, STOPPED, Edge, fit, last_edge, shape_of, states
from app.ui.insights.run_map import MapView, RunMap
from app.ui.kit.states import state_look
from app.ui.kit.theme import CAPTION
from app.ui.view.session_view import SessionView
from app.workflows.debate.graph import GRAPH
from app.workflows.registry import Registry

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")

STAGES = ("Questions", "Answer", "Critique", "Refine", "Judge", "You", "Result")


async def view_of(core, session) -> SessionView:
    view = SessionView(core.catalogue, "agreement")
    view.graph, view.vocabulary = GRAPH, Registry().plugins["debate"].vocabulary
    view.apply_all(await core.records(session))
    return view


@pytest.mark.parametrize("every", [False, True], ids=["stages", "steps"])
@pytest.mark.parametrize("name", list(Registry().plugins))
def test_every_workflow_has_a_picture_in_which_the_end_is_reached(name: str, every: bool) -> None:
    plugin = Registry().plugins[name]
    picture = shape_of(plugin.graph, plugin.vocabulary.stages, all_steps=every)
    assert [box.key for box in picture.boxes][-2:] == [FINISHED, STOPPED]
    keys = {box.key for box in picture.boxes}
    assert all(edge.source in keys and edge.target in keys for edge in picture.edges)
    assert any(edge.target == FINISHED for edge in picture.edges)
    # Nothing that is drawn stands alone.
    touched = {end for edge in picture.edges for end in (edge.source, edge.target)}
    assert keys - touched == {STOPPED}
    if every:
        assert {box.key for box in picture.boxes[:-2]} == {node.name for node in plugin.graph.nodes}


def test_arrows_pass_through_steps_that_are_not_drawn() -> None:
    picture = shape_of(GRAPH, STAGES, all_steps=False)
    assert Edge("You", "Answer") in picture.edges
    assert Edge("Questions", "Answer") in picture.edges
    assert not any("Start" in (edge.source, edge.target) for edge in picture.edges)


async def test_the_map_follows_the_run(core, qtbot) -> None:
    session = await core.create()
    await core.write(session, RoundOpened(number=1), NodeEntered(node="proposal"))
    view = await view_of(core, session)
    run_map = RunMap()
    qtbot.addWidget(run_map)
    run_map.resize(240, 420)
    run_map.show()
    run_map.refresh(view)
    now = {key: item.state for key, item in run_map.map.items_by_key.items()}
    assert [key for key, state in now.items() if state.current] == ["Answer"]
    assert run_map.map.accessibleDescription().startswith("Answer, the run is here, visited once")
    for node, signal, to in (
        ("proposal", "PROPOSALS_COMPLETE", "critique"),
        ("critique", "CRITIQUES_COMPLETE", "proposal"),
    ):
        await core.write(session, NodeLeft(node=node, signal=signal), NodeEntered(node=to))
    view.apply_all(await core.records(session))
    run_map.refresh(view)
    now = {key: item.state for key, item in run_map.map.items_by_key.items()}
    assert now["Answer"].visits == 2
    assert "×2" in run_map.map.items_by_key["Answer"].words
    assert last_edge(shape_of(GRAPH, STAGES, all_steps=False), view.fold.steps, "running") == Edge(
        "Critique", "Answer"
    )
    thick = [
        i for i in run_map.map.scene().items() if isinstance(i, QGraphicsPathItem) and i.pen().widthF() > 1
    ]
    # The table has no arrow back from critique; one is drawn only where the graph has it.
    assert thick == []


async def test_a_step_has_failed_until_what_failed_is_asked_again_whatever_else_succeeds(core) -> None:
    session = await core.begin()
    await core.fail(session, "Ada")

    async def marked() -> bool:
        fold = (await view_of(core, session)).fold
        picture = shape_of(GRAPH, STAGES, all_steps=False)
        boxes = states(picture, fold.steps, fold.spend, "proposal", "waiting")
        return boxes["Answer"].failed

    assert await marked()
    await core.approve(session, "retry")
    assert [cue.request.seat for cue in core.players.waiting_of(session)] == ["Ada"]
    assert not await marked()


async def test_a_failed_step_has_a_ring_a_sign_and_a_word(core, qtbot) -> None:
    session = await core.begin()
    await core.play_on(session, but=lambda request: request.purpose == "refinement")
    await core.fail(session, "Grace")
    run_map = RunMap()
    qtbot.addWidget(run_map)
    run_map.refresh(await view_of(core, session))
    box = run_map.map.items_by_key["Refine"]
    assert box.state.failed
    assert box.look.icon == "circle-x"
    assert "failed" in box.sentence
    assert box.toolTip() == box.sentence
    assert run_map.model.items[4][4] == "failed"


async def test_a_step_is_gone_to_by_click_by_key_and_from_the_list(core, qtbot) -> None:
    session = await core.begin()
    await core.play_round(session, 1)
    view = await view_of(core, session)
    run_map = RunMap()
    qtbot.addWidget(run_map)
    run_map.resize(240, 420)
    run_map.show()
    run_map.refresh(view)
    gone: list[int] = []
    run_map.step_wanted.connect(gone.append)
    entered = {r.body()["node"]: r.seq for r in view.log if r.type == "node_entered"}
    centre = run_map.map.mapFromScene(run_map.map.items_by_key["Answer"].rect.center())
    qtbot.mouseClick(run_map.map.viewport(), Qt.MouseButton.LeftButton, pos=centre)
    assert gone == [entered["proposal"]]
    run_map.map.setFocus()
    for _ in range(5):
        qtbot.keyClick(run_map.map, Qt.Key.Key_Down)
    assert run_map.map.at == "You"
    assert run_map.map.accessibleDescription().startswith("You")
    qtbot.keyClick(run_map.map, Qt.Key.Key_Return)
    assert gone[-1] == entered["approval"]
    run_map.as_list.click()
    assert run_map.list.isVisible()
    run_map.list.activated.emit(run_map.model.index(1, 0))
    assert gone[-1] == entered["proposal"]
    qtbot.mouseClick(run_map.map.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(1, 1))
    assert len(gone) == 3


async def test_all_steps_are_shown_when_asked_for(core, qtbot) -> None:
    session = await core.begin()
    await core.play_round(session, 1)
    run_map = RunMap()
    qtbot.addWidget(run_map)
    run_map.refresh(await view_of(core, session))
    # The question that is put to the person within a stage is a box of its own.
    assert len(run_map.model.items) == len(STAGES) + 1 + 2
    run_map.all_steps.click()
    assert len(run_map.model.items) == len(GRAPH.nodes) + 2


@pytest.mark.parametrize(
    ("state", "end"), [("finished", FINISHED), ("stopped", STOPPED), ("failed", STOPPED)]
)
async def test_the_end_that_was_reached_is_marked(core, qtbot, state: str, end: str) -> None:
    session = await core.begin()
    await core.play_round(session, 1)
    view = await view_of(core, session)
    picture = shape_of(GRAPH, STAGES, all_steps=False)
    now = states(picture, view.fold.steps, view.fold.spend, view.fold.timeline.node, state)
    assert [key for key, one in now.items() if one.current] == [end]
    run_map = MapView()
    qtbot.addWidget(run_map)
    run_map.show_shape(picture, now, None)
    assert run_map.items_by_key[end].look == state_look(state)


def test_words_of_a_narrow_box_are_made_smaller_before_they_are_cut(qapp) -> None:
    font = QFont(qapp.font())
    size, whole = font.pointSizeF(), QFontMetricsF(font).horizontalAdvance("Session stopped")
    fit(font, "Session stopped", whole + 1)
    assert font.pointSizeF() == size
    fit(font, "Session stopped", whole * 0.94)
    assert QFontMetricsF(font).horizontalAdvance("Session stopped") <= whole * 0.94
    font = QFont(qapp.font())
    fit(font, "Session stopped", whole * 0.2)
    # Nothing on the screen is smaller than a caption.
    assert font.pointSizeF() >= size * CAPTION - 0.25

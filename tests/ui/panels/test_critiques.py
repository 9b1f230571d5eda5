"""The critique ledger: who said what of whom, filters, places to go to, and the person's word."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from app.domain.facts import CritiqueAnswered, CritiqueDecided, CritiqueFiled, TextProposed
from app.domain.marks import mark_point
from app.projections.critiques import Point
from app.ui.kit.layouts import boxed, in_row
from app.ui.kit.text.flow import FlowText
from app.ui.panels.critique_list import MatrixModel, matrix
from app.ui.panels.critique_rows import COLUMNS, STATES, who_of
from app.ui.panels.critiques import CritiquesPanel
from app.ui.panels.listing.model import ListModel
from app.ui.view.session_view import SessionView
from tests.support.counting import asked_for
from tests.support.long import records
from tests.support.scenes.replaying import cut, recorded
from tests.support.scenes.stage import Stage
from tests.support.scenes.states import SECOND_ROUND, bring_to
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")


async def two_rounds(core: Stage):
    return await core.replay(cut(recorded("debate"), SECOND_ROUND))


async def view_of(core: Stage) -> SessionView:
    session = await two_rounds(core)
    view = SessionView(core.catalogue, "agreement")
    view.slot = "answer"
    view.apply_all(await core.records(session))
    return view


def ledger(view: SessionView, number: int) -> list[Point]:
    """Return the points of a round, of all where it is 0."""
    attempt = view.fold.timeline.rounds[number].current.number if number else 0
    return view.fold.critiques.ledger(number, attempt)


def read_in(panel: CritiquesPanel) -> str:
    """Return all that is read of the chosen critique."""
    labels = [one.text() for one in panel.detail.findChildren(QLabel) if not one.isHidden()]
    texts = [one.plain() for one in panel.detail.findChildren(FlowText) if not one.isHidden()]
    return "\n".join([*labels, *texts])


def panel_of(d) -> CritiquesPanel:
    d.window.page.tabs.show_tab("critiques")
    panel = d.window.page.panel("critiques")
    assert isinstance(panel, CritiquesPanel)
    return panel


async def test_the_matrix_counts_points_and_names_the_gravest(core) -> None:
    view = await view_of(core)
    cells = matrix(ledger(view, 2))
    assert {pair: [point.filed.severity for point in points] for pair, points in cells.items()} == {
        ("Blaise", "Ada"): ["high"],
        ("Grace", "Ada"): ["medium"],
        ("Ada", "Blaise"): ["medium"],
        ("Ada", "Grace"): ["low"],
    }
    model = MatrixModel()
    model.fill({name: name for name in ("Ada", "Blaise", "Grace")}, ledger(view, 0))
    assert model.data(model.index(1, 0)) == "2"
    assert not model.index(1, 0).data(Qt.ItemDataRole.DecorationRole).isNull()
    spoken_role = Qt.ItemDataRole.AccessibleTextRole
    assert model.index(1, 0).data(spoken_role) == "Blaise → Ada: 2 points, gravest high, 0 open"
    assert model.index(2, 1).data(spoken_role) == "Grace → Blaise: nothing"


async def test_the_list_is_filtered_by_round_severity_category_state_and_pair(core, qtbot) -> None:
    session = await two_rounds(core)
    filed = CritiqueFiled(
        critique="x", critic="Ada", target="Blaise", label="Response B", claim="c", category="cost"
    )
    await core.write(session, filed)
    view, panel = SessionView(core.catalogue, "agreement"), CritiquesPanel()
    view.apply_all(await core.records(session))
    qtbot.addWidget(panel)
    panel.refresh(view)
    panel.round.setCurrentIndex(1)
    assert len(panel.model.items) == 9
    panel.severity.choose("high")
    assert {row.filed.severity for row in panel.model.items} == {"high"}
    panel.clear.click()
    panel.category.choose("cost")
    assert [row.filed.critique for row in panel.model.items] == ["x"]
    panel.clear.click()
    panel.state.choose("fixed")
    assert {row.answered for row in panel.model.items} == {"fixed"}
    panel.clear.click()
    panel.matrix.clicked.emit(panel.matrix_model.index(0, 2))
    assert {row.pair for row in panel.model.items} == {("Ada", "Grace")}
    panel.clear.click()
    assert panel.model.items == panel.known
    first = ledger(view, 1)
    assert {row.round for row in first} == {1}
    assert [row.filed.severity for row in first] == ["high", "medium", "medium", "low"]


async def test_a_cell_of_the_matrix_filters_and_a_second_time_lifts_it(alone, core, qtbot):
    await two_rounds(core)
    d = await alone(CritiquesPanel())
    panel = d.panel
    await d.settle()
    assert not panel.matrix.isVisible()
    await d.click("Show who criticised whom")
    assert panel.matrix.isVisible()
    assert panel.tally.text() == "4 critiques"
    panel.matrix.clicked.emit(panel.matrix_model.index(1, 0))
    assert [row.filed.critic for row in panel.model.items] == ["Blaise"]
    assert panel.tally.text() == "1 of 4 critiques · Blaise → Ada"
    panel.matrix.clicked.emit(panel.matrix_model.index(1, 0))
    assert len(panel.model.items) == 4
    panel.severity.choose("low")
    assert len(panel.model.items) == 1
    assert not panel.clear.isHidden()
    panel.clear.click()
    assert len(panel.model.items) == 4
    panel.round.setCurrentIndex(1)
    assert len(panel.model.items) == 8
    assert panel.list.rounds_shown


async def test_a_quote_leads_to_its_passage(desk, core, qtbot):
    await two_rounds(core)
    async with desk() as d:
        panel = panel_of(d)
        # Ada has rewritten what is quoted of her answer.
        rows = enumerate(panel.model.items)
        at, row = next((n, row) for n, row in rows if row.filed.target == "Blaise")
        panel.list.choose(at)
        qtbot.keyClick(panel.list, Qt.Key.Key_Return)
        await d.settle()
        assert d.window.page.tabs.name() == "answers"
        selected = d.named(f"Answer of {row.filed.target}").textCursor().selectedText()
        assert selected.split() == row.filed.quote.split()


async def test_a_passage_that_is_gone_is_said_so(desk, core):
    session = await two_rounds(core)
    filed = {"critique": "x", "critic": "Ada", "target": "Blaise", "label": "Response B", "claim": "c"}
    await core.write(
        session, CritiqueFiled.model_validate({**filed, "quote": "never said", "severity": "high"})
    )
    async with desk() as d:
        panel = panel_of(d)
        await d.settle()
        at = [row.filed.critique for row in panel.model.items].index("x")
        panel.list.choose(at)
        await d.click("Show passage")
        assert "not in the text" in d.window.page.bar.problem.text()


async def test_a_fixed_point_leads_to_what_the_author_changed(desk, core):
    session = await two_rounds(core)
    filed = {"critique": "x", "critic": "Ada", "target": "Blaise", "label": "Response B", "claim": "c"}
    await core.write(
        session, CritiqueFiled.model_validate({**filed, "quote": "After eight weeks", "severity": "high"})
    )
    text = "Not for everybody.\n\nSame.\n\nAfter ten weeks compare everything."
    asked = await core.call(session, "Blaise", "refinement", text)
    await core.write(
        session,
        TextProposed(slot="answer", seat="Blaise", text=text, asked=asked),
        CritiqueAnswered(critique="x", seat="Blaise", answer="fixed", asked=asked),
    )
    async with desk() as d:
        panel = panel_of(d)
        await d.settle()
        panel.list.choose([row.filed.critique for row in panel.model.items].index("x"))
        await d.click("Show change")
        page = d.window.page
        assert page.tabs.name() == "changes"
        changes = page.panel("changes")
        await until(lambda: changes.diff.changes)
        assert changes.picker.pair[1].text == text
        line = changes.diff.prepared.lines[changes.diff.prepared.first_lines[changes.diff.current - 1]]
        assert "After eight weeks" in line.text("left")


async def test_a_verdict_with_its_reason_is_shown_and_taken_back(desk, core):
    await two_rounds(core)
    async with desk() as d:
        panel, points = panel_of(d), d.window.page.view.fold.critiques.points
        await d.settle()
        chosen = panel.model.items[0].filed.critique
        await d.click("Dismiss this critique")
        d.named("Reason").setText("It is out of scope.")
        await d.click("Save")
        assert points[chosen].decided.reason == "It is out of scope."
        # The verdict is given: the next one without a verdict is in sight.
        assert panel.list.currentIndex().row() == 1
        assert d.named("Dismiss this critique").isEnabled()
        panel.list.choose(0)
        assert "It is out of scope." in read_in(panel)
        assert not d.named("Dismiss this critique").isEnabled()
        await d.click("Take back your verdict on this critique")
        assert points[chosen].decided is None
        d.window.page.draft_store.stack.undo()
        await d.settle()
        assert points[chosen].decided.verdict == "dismiss"
        await d.click("Accept this critique")
        assert points[chosen].decided.verdict == "accept"
        assert panel.list.currentIndex().row() == 1
        panel.list.choose(0)
        await d.click("Take back your verdict on this critique")
        assert points[chosen].decided.verdict == "dismiss"


async def test_a_critique_that_comes_meanwhile_leaves_the_chosen_one_chosen(desk, core):
    session = await two_rounds(core)
    async with desk() as d:
        panel = panel_of(d)
        await d.settle()
        panel.list.choose(2)
        read = panel.model.items[2]
        assert read.filed.claim in read_in(panel)
        filed = CritiqueFiled(
            critique="x", critic="Ada", target="Blaise", label="Response B", claim="c", severity="high"
        )
        await core.write(session, filed)
        await d.settle()
        assert "x" in [row.filed.critique for row in panel.model.items[:2]]
        assert panel.list.currentIndex().row() == 3
        assert read.filed.claim in read_in(panel)


async def test_marks_in_one_part_do_not_reach_the_next(alone, core):
    session = await two_rounds(core)
    filed = {
        "critique": "x",
        "critic": "Ada",
        "target": "Blaise",
        "label": "Response B",
        "claim": "```\nunclosed <b>",
        "suggestion": "**bold** and <i>",
        "severity": "high",
    }
    await core.write(session, CritiqueFiled.model_validate(filed))
    d = await alone(CritiquesPanel())
    panel = d.panel
    await d.settle()
    panel.list.choose([row.filed.critique for row in panel.model.items].index("x"))
    assert "unclosed <b>" in read_in(panel)
    assert "bold and <i>" in read_in(panel)


@pytest.mark.nightly
async def test_of_two_thousand_points_those_in_sight_alone_are_put_into_words(core, qtbot) -> None:
    view = SessionView(core.catalogue, "agreement")
    view.apply_all(records(400, members=5))
    panel = CritiquesPanel()
    qtbot.addWidget(panel)
    panel.resize(900, 500)
    panel.show()
    resets: list[int] = []
    panel.model.modelReset.connect(lambda: resets.append(1))
    worded = asked_for(panel.model)
    panel.refresh(view)
    filled = len(resets)
    panel.refresh(view)
    assert len(resets) == filled <= 2
    panel.round.setCurrentIndex(1)
    panel.grab()
    assert panel.model.rowCount() == 2000
    assert len(resets) == filled + 1
    assert 0 < len(set(worded)) < 60


@pytest.mark.nightly
async def test_beside_each_other_list_and_critique_drop_what_would_push_the_page_wider(core, qtbot) -> None:
    view, panel = SessionView(core.catalogue, "agreement"), CritiquesPanel()
    view.apply_all(records(4, members=3))
    rail = QWidget()
    page = boxed(in_row(rail, (panel, 1)))
    qtbot.addWidget(page)
    panel.refresh(view)
    for beside, told in ((444, False), (220, True), (444, False)):
        rail.setFixedWidth(beside)
        page.resize(1180, 500)
        page.show()
        await asyncio.sleep(0)
        assert (page.width(), panel.detail.isVisible()) == (1180, True)
        assert (panel.total.isVisible(), panel.detail.hint.isVisible()) == (told, told)


def test_the_models_keep_qts_rules(play, core, qtmodeltester) -> None:
    view = play(lambda: view_of(core))
    model, cells = ListModel(COLUMNS, key=lambda point: point.filed.critique), MatrixModel()
    model.fill(ledger(view, 0))
    cells.fill({"Ada": "Ada", "Blaise": "Blaise"}, model.items)
    for one in (model, cells):
        qtmodeltester.check(one)


async def test_what_a_person_has_said_of_a_critique_can_be_filtered_by_each_word(core) -> None:
    point = ledger(await view_of(core), 2)[0]
    for verdict, state in (("accept", "accepted"), ("dismiss", "dismissed"), ("defer", "deferred")):
        word = CritiqueDecided.model_validate({"critique": point.filed.critique, "verdict": verdict})
        decided = replace(point, decided=word)
        fits = [name for name in ("accepted", "dismissed", "deferred") if STATES[name][1](decided)]
        assert fits == [state]
        assert not STATES[state][1](point)


async def test_filters_that_no_critique_fits_are_said_to_be_the_reason_for_the_empty_list(
    alone, core
) -> None:
    await two_rounds(core)
    d = await alone(CritiquesPanel())
    panel = d.panel
    panel.state.choose("deferred")
    assert not panel.model.items
    assert panel.detail.empty.text() == "No critique fits the filters."
    assert not panel.clear.isHidden()
    panel.clear.click()
    assert panel.model.items
    assert panel.detail.empty.isHidden()
    panel.list.clearSelection()
    assert panel.detail.empty.text() == "Choose a critique to read it in full."


async def test_a_round_without_critiques_leads_to_those_of_the_others(alone, core):
    await two_rounds(core)
    d = await alone(CritiquesPanel())
    panel = d.panel
    panel.known, panel.model.items = [], []
    panel.model.replace([])
    panel._show_chosen()
    assert panel.detail.empty.text().startswith("Nobody criticised anything here.")


@pytest.mark.nightly
async def test_below_960_pixels_a_critique_takes_the_place_of_the_list(alone, core, qtbot) -> None:
    await bring_to(core, "look-review")
    d = await alone(CritiquesPanel())
    panel = d.panel
    d.window.resize(1366, 768)
    await until(lambda: panel.list.isVisible() and panel.detail.isVisible())
    d.window.resize(860, 600)
    await until(lambda: not panel.detail.isVisible())
    assert panel.list.isVisible()
    assert not panel.detail.isVisible()
    panel.list.choose(1)
    qtbot.keyClick(panel.list, Qt.Key.Key_Return)
    await d.settle()
    assert panel.detail.isVisible()
    assert not panel.list.isVisible()
    await d.click("Back to the list")
    assert panel.list.isVisible()
    assert panel.list.currentIndex().row() == 1


@pytest.mark.nightly
async def test_the_verdicts_stand_on_the_row_under_the_pointer(desk, core, qtbot) -> None:
    session = await bring_to(core, "look-review")
    async with desk() as d:
        await d.window._open(session)
        panel = panel_of(d)
        await d.settle()
        listed = panel.list
        row = listed.points.index(2, 0)
        listed._hover(2)
        accept = listed.buttons_of(2)["accept"]
        assert listed.visualRect(row).contains(accept)
        chosen = panel.model.items[2].filed.critique
        qtbot.mouseClick(listed.viewport(), Qt.MouseButton.LeftButton, pos=accept.center())
        points = d.window.page.view.fold.critiques.points
        await until(lambda: points[chosen].verdict == "accept")
        told = listed.points.index(2, 0).data(Qt.ItemDataRole.AccessibleTextRole)
        assert "your verdict: accepted" in told
        assert "severity" in told


async def test_while_names_are_hidden_a_row_has_a_letter_for_each_side_so_that_neither_is_cut(core) -> None:
    core.setup["hide_names"] = True
    view = await view_of(core)
    assert view.names.hidden
    points = ledger(view, 2)
    assert points
    for point in points:
        for seat in (point.filed.critic, point.filed.target):
            who = who_of(view, seat)
            assert who.letter in ("A", "B", "C")
            assert who.name == f"Answer {who.letter}"


async def test_a_mark_of_the_person_is_told_as_theirs_and_without_a_severity(alone, core) -> None:
    session = await two_rounds(core)
    await core.write(session, mark_point("x", "Ada", 1, "unsourced", "Output held steady"))
    d = await alone(CritiquesPanel())
    panel = d.panel
    await d.settle()
    panel.show_point("x")
    point = panel._chosen()
    assert point is not None
    assert point.filed.critique == "x"
    told = panel.list.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole)
    assert "You to Ada" in told
    assert "Unsourced" in told
    assert "these words are gone" not in told
    assert "severity" not in told
    assert panel.detail.chip.isHidden()
    assert panel.detail.critic.dot.isHidden()


async def test_a_mark_whose_words_are_gone_from_the_text_says_so_until_it_is_addressed(desk, core) -> None:
    session = await two_rounds(core)
    await core.write(session, mark_point("x", "Ada", 1, "wrong", "Everybody works on Sundays"))
    async with desk() as d:
        panel = panel_of(d)
        await d.settle()
        panel.show_point("x")
        told = panel.list.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole)
        assert "Wrong · these words are gone" in told
        assert panel.list.marks["x"] == "Wrong · these words are gone"
        await core.write(session, CritiqueAnswered(critique="x", seat="Ada", answer="fixed"))
        await d.settle()
        assert panel.list.marks["x"] == "Wrong"

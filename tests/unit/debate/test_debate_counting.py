"""What is counted is counted alike wherever it is shown: rounds, changes, figures, a person's own texts."""

from __future__ import annotations

import pytest

from app.engine.session_rows import SessionRow
from app.services.library_rows import RowFold, rules_of
from app.workflows.debate import get_iteration_summary, iteration_state, should_continue_iteration
from app.workflows.debate.face.labels import approval
from tests.unit.debate.debate_table import Table, evaluate, refine

pytestmark = pytest.mark.asyncio


async def row_of(table: Table) -> SessionRow:
    """The session's line in lists."""
    row = RowFold(rules_of(table.parts.plugins["debate"]))
    row.take(await table.records())
    return row.row(table.id, "")


async def rounds_told(table: Table) -> set[int]:
    """Every place that says how many rounds there were: status, list, summary of the iteration state."""
    summary = get_iteration_summary(iteration_state(await table.records()))
    return {
        table.live.fold.position.closed_rounds,
        (await row_of(table)).rounds,
        int(summary["rounds_completed"]),
    }


async def test_rounds_are_counted_alike_while_one_is_under_review(table: Table) -> None:
    await table.open(max_rounds=4, auto_stop_on_convergence=False)
    await table.answer("approve")
    await table.answer("reject", feedback="Again.")
    assert await rounds_told(table) == {1}
    await table.answer("approve")
    assert table.state.round == 3
    assert await rounds_told(table) == {2}
    await table.answer("finish")
    assert await rounds_told(table) == {3}


async def test_a_minor_change_is_a_change_in_every_column(table: Table) -> None:
    await table.open(min_change_threshold=1.0, auto_stop_on_convergence=False)
    summary = table.parts.plugin("debate").summary(table.state)
    assert set(table.statuses.values()) == {"minor"}
    assert table.payload["revised"] == 3
    assert table.payload["figures"]["changed"] == 100
    assert summary["total_refinements"] == 3
    assert [row["models_changed"] for row in summary["round_summaries"]] == [3]  # type: ignore[union-attr,index,call-overload]


@pytest.mark.parametrize("termination", ["convergence", "quality"])
async def test_a_sole_member_never_converges_on_itself(table: Table, termination: str) -> None:
    table.scripts["evaluation"] = lambda request: evaluate(agreement=100, quality=100)
    await table.open(members=("Ada",), max_rounds=4, termination=termination)
    assert table.payload["rule"] is None
    assert table.payload["rule_shown"] is None
    assert table.payload["figures"]["agreement"] is None
    assert table.payload["figures"]["similarity"] is None
    assert table.payload["figures"]["quality"] == 100
    assert table.primary == "approve"


async def test_a_sole_member_is_put_before_the_person_where_conflicts_are(table: Table) -> None:
    table.scripts["evaluation"] = lambda request: evaluate(agreement=100)
    table.scripts["critique"] = lambda request: '{"ranking": [], "items": []}'
    assert await table.open(members=("Ada",), max_rounds=4, gate_policy="on_conflict") == "waiting"


async def test_the_warning_of_the_context_stays_where_another_rule_ends_the_run(table: Table) -> None:
    await table.open(context_budget=1000, max_rounds=1)
    assert (table.payload["rule"], table.payload["warning"]) == ("max_rounds_reached", "context_limit")
    assert "The token budget is nearly used up." in map(str, approval(table.payload))


async def test_without_the_limit_near_nobody_is_warned(table: Table) -> None:
    await table.open(max_rounds=1)
    assert table.payload["warning"] is None


async def test_the_iteration_state_knows_what_the_person_let_go_on(table: Table) -> None:
    await table.open(max_rounds=4, auto_stop_on_convergence=False)
    before = table.state.attempt.base["Ben"].text
    await table.answer("approve", texts={"Ada": {"edit": "My words."}, "Ben": "previous"})
    first, second = iteration_state(await table.records()).rounds
    by_member = {refinement.model: refinement for refinement in first.refinements}
    assert (by_member["Ada"].refined_response, by_member["Ada"].decided) == ("My words.", "edit")
    assert by_member["Ada"].changes_made
    assert (by_member["Ben"].refined_response, by_member["Ben"].decided) == (before, "previous")
    assert not by_member["Ben"].changes_made
    assert by_member["Cy"].decided == "refined"
    assert {r.model: r.original_response for r in second.refinements}["Ada"] == "My words."
    assert second.completed_at is None, "it is under review"
    assert should_continue_iteration(iteration_state(await table.records())) == (True, None)


async def test_an_edit_of_a_text_its_author_held_is_a_change(table: Table) -> None:
    table.scripts["refinement"] = refine
    await table.open(max_rounds=3)
    await table.answer("approve", texts={"Ada": {"edit": "My words."}})
    first = iteration_state(await table.records()).rounds[0]
    assert [r.model for r in first.refinements if r.changes_made] == ["Ada"]
    assert first.models_unchanged == ["Ada", "Ben", "Cy"], "what the members did is told apart"


async def test_the_row_of_a_session_with_hidden_names_tells_no_model_before_the_decision(
    table: Table,
) -> None:
    await table.open(max_rounds=3, hide_names=True)
    assert (await row_of(table)).models == ()
    await table.answer("finish")
    assert set((await row_of(table)).models) == {"m/Ada", "m/Ben", "m/Cy", "m/chair"}

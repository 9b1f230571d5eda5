"""When the person is asked, and the offline council through the same path."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.domain.facts import DecisionWithdrawn, GuidanceGiven
from app.domain.seats import Seat, Team
from app.gateway.offline import OfflineCouncil
from app.services.parts import Parts
from app.services.sessions import Sessions
from app.workflows.debate.setup import DebateSetup
from tests.unit.debate.debate_table import Table, critique, evaluate, refine

pytestmark = pytest.mark.asyncio


async def test_if_changed_passes_a_round_in_which_all_held(table: Table) -> None:
    table.scripts["refinement"] = lambda request: refine(request, answer="held")
    assert await table.open(gate_policy="if_changed") == "finished"
    assert [fact.by for fact in await table.facts("gate_answered")] == ["policy", "policy"]
    assert table.reason == "models_converged"


async def test_if_changed_asks_where_a_text_changed(table: Table) -> None:
    assert await table.open(gate_policy="if_changed") == "waiting"


@pytest.mark.parametrize(
    ("agreement", "severity", "state"),
    [(90, "low", "finished"), (90, "high", "waiting"), (50, "low", "waiting")],
)
async def test_on_conflict_asks_for_a_low_figure_or_an_open_high_point(
    table: Table, agreement: float, severity: str, state: str
) -> None:
    table.scripts["evaluation"] = lambda request: evaluate(agreement=agreement)
    table.scripts["critique"] = lambda request: critique(request, severity)
    table.scripts["refinement"] = lambda request: json.dumps({"text": f"{request.seat}: all new words here."})
    assert await table.open(gate_policy="on_conflict") == state


@pytest.mark.parametrize(
    ("answer", "verdict", "state"),
    [
        ("fixed", None, "finished"),
        ("held", None, "waiting"),
        ("held", "accept", "waiting"),
        ("held", "dismiss", "finished"),
        ("held", "defer", "finished"),
    ],
)
async def test_on_conflict_asks_where_an_author_holds_against_a_high_point_that_stands(
    table: Table, answer: str, verdict: str | None, state: str
) -> None:
    table.scripts["evaluation"] = lambda request: evaluate(agreement=90)
    table.scripts["critique"] = lambda request: critique(request, "high")
    table.scripts["refinement"] = lambda r: refine(r, f"{r.seat}: all new words here.", answer)
    await table.open(gate_policy="on_conflict", review_critiques=True)
    decided = {p["id"]: {"verdict": verdict, "reason": "so"} for p in table.points if verdict}
    assert await table.answer("send", critiques=decided) == state


async def test_on_conflict_asks_the_judge_even_where_all_rounds_are_fixed(table: Table) -> None:
    table.scripts["evaluation"] = lambda request: evaluate(agreement=30)
    assert await table.open(gate_policy="on_conflict", termination="fixed") == "waiting"
    assert len(table.asked("evaluation")) == 1
    assert table.payload["rule"] is None


async def test_on_conflict_asks_where_the_judge_gave_no_figure(table: Table) -> None:
    table.scripts["evaluation"] = lambda request: "no figures from me"
    assert await table.open(gate_policy="on_conflict") == "waiting"


async def test_never_ask_runs_to_the_answer_by_itself(table: Table) -> None:
    assert await table.open(gate_policy="never_ask") == "finished"
    assert table.reason == "max_rounds_reached"
    assert len(await table.facts("round_closed")) == 2


async def test_guidance_taken_back_before_the_round_reaches_no_model(table: Table) -> None:
    await table.open()
    await table.tell(GuidanceGiven(text="Mention Bob."))
    seq = (await table.records())[-1].seq
    await table.tell(DecisionWithdrawn(seq=seq))
    await table.answer("approve")
    assert not any("Mention Bob." in message.text for r in table.gateway.requests for message in r.messages)


async def test_every_setup_field_tells_what_it_is(table: Table) -> None:
    for name, field in DebateSetup.model_fields.items():
        assert field.title, name
        assert field.description, name
    form = {field.name for field in table.parts.plugin("debate").form}
    assert form <= set(DebateSetup.model_fields)


async def test_the_graph_has_the_nodes_and_edges_of_the_specification(table: Table) -> None:
    graph = table.parts.plugin("debate").graph
    assert graph.result_node == "synthesis"
    assert len(graph.nodes) == 14
    assert set(graph.signals("approval")) == {
        "CONTINUE", "REDO_ROUND", "CONSENSUS_REACHED", "MAX_ROUNDS_REACHED", "STOPPED_WITH_RESULT",
    }  # fmt: skip
    assert graph.targets["refinement", "STOPPED_WITH_RESULT"] == "synthesis"


async def test_two_debates_of_one_seed_ask_the_same_bytes(tmp_path: Path) -> None:
    prompts = []
    for name in ("one", "two"):
        table = Table(tmp_path / name)
        table.parts.ids.seed = lambda: 7  # type: ignore[method-assign]
        await table.open(gate_policy="never_ask")
        prompts.append([(r.purpose, r.seat, r.identity()) for r in table.gateway.requests])
        await table.sessions.shutdown()
    assert prompts[0] == prompts[1]


async def test_the_offline_council_debates_to_an_answer(tmp_path: Path) -> None:
    table = Table(tmp_path)
    plugin = table.parts.plugin("debate")
    gateway = OfflineCouncil(plugin.voices, table.parts.clock, step_seconds=0.0)
    table.parts = Parts(**{**vars(table.parts), "gateway": gateway})
    table.sessions = Sessions(table.parts)
    files = [
        {"name": "memo.md", "text": "A four-day week must keep support open. In 2022 sick days fell by 65%."}
    ]
    team = Team(
        members=tuple(Seat(name=n.title(), model=f"offline/{n}") for n in ("analyst", "sceptic", "editor")),
        chair=Seat(name="Chair", model="offline/judge"),
    )
    setup = {
        "question": "Should we adopt a four-day week? It must keep support open.",
        "context": files,
        "gate_policy": "never_ask",
        "interactive_clarifications": False,
        "must_haves": ["It must keep support open."],
    }
    table.id = await table.sessions.create("debate", setup, team)
    table.sessions.look(table.id)
    assert await table.go() == "finished"
    assert "## Dissent" in table.result
    assert table.reason in {"max_rounds_reached", "models_converged", "no_significant_changes"}
    assert not any(fact.unstructured for fact in await table.facts("critique_filed"))
    assert "“A four-day week must keep support open.” (memo.md, line 1)" in table.result
    # Its judge judges nothing, is not asked again, and marks nothing: the rounds end all the same.
    assert not any(fact.part == "reask" for fact in await table.facts("call_asked"))
    assert await table.facts("must_have_checked") == []
    figures = {fact.name: fact for fact in await table.facts("criterion_measured")}
    assert figures["agreement"].value is figures["quality"].value is None
    assert figures["agreement"].note.startswith("Coverage: ")
    report = await table.export("md")
    assert "Agreement of the answers, by the judge: not judged (needed: 80 %) – Coverage: " in report
    assert "Quality of the best answer, by the judge: not judged" in report
    assert "No AI took part: the offline council works by rules." in report
    await table.sessions.shutdown()

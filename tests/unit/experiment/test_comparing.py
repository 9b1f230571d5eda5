"""Reflections compared by an embedding model: a call like every other, never asked or paid for twice."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from app.domain.i18n import verbatim
from app.domain.messages import ModelRequest
from app.domain.seats import Seat
from app.engine.ports import Failed
from app.export.lossless import read_json_export
from app.export.registry import EXPORTERS
from app.gateway.offline import hashed
from app.services.exporting import Exporting
from app.services.unattended import AnswerPlan
from app.workflows.experiment.plugin import planned
from app.workflows.experiment.setup import ExperimentSetup
from app.workflows.experiment.state import ExperimentState
from tests.support.clocks import ManualClock
from tests.support.lab import Lab, Turns, lab
from tests.support.scripted import ScriptedGateway

MODEL = "some/embedder"
SAID = (
    "Limpets graze on the upper shore in winter.",
    "Limpets graze on the upper shore in winter.",
    "Limpets graze on the upper shore in dark spring nights.",
    "Something else entirely, about salinity.",
)
Vectors = Sequence[Sequence[float]] | Failed
DOWN = Failed("auth", verbatim("The key was refused (401)."), sent=True)


def scripted(embedder: Any = hashed, cost: float = 0.0) -> ScriptedGateway:
    """Return a model that says `SAID`, beside an embedding model at `cost` dollars a call."""
    script = Turns({number: [text] for number, text in enumerate(SAID, 1)})
    return ScriptedGateway(
        script, ManualClock(), embedder=embedder, cost=lambda request: cost if request.embeds else 0.0
    )


def asked(it: Lab) -> list[ModelRequest]:
    """Return what the embedding model was asked."""
    assert isinstance(it.desk.gateway, ScriptedGateway)
    return [request for request in it.desk.gateway.requests if request.embeds]


async def run(it: Lab, cycles: int = 2, **setup: Any) -> str:
    """Run with an embedding model, unattended."""
    return await it.open(cycle_count=cycles, gate_policy="never_ask", embedding_model=MODEL, **setup)


async def cut_after(it: Lab, type: str, cycle: int) -> None:
    """Go on with the file as a program leaves it that is killed right after the embedding's record."""
    records = await it.desk.sessions.records(it.id)
    calls = [r for r in records if r.type == "call_asked" and r.body()["purpose"] == "embedding"]
    call = next(r for r in calls if r.round == cycle)
    (seq,) = [r.seq for r in records if r.type == type and call.seq in (r.seq, r.body().get("asked"))]
    killed = it.desk.parts.ids.session_id()
    await it.desk.parts.store.fork(it.id, seq, killed)
    assert isinstance(it.desk.gateway, ScriptedGateway)
    it.desk.gateway.requests.clear()
    it.id = killed


def blocked(it: Lab) -> dict[str, Any]:
    """Return the one call that stands in the way."""
    payload: Any = it.gate.fact.payload
    (item,) = payload["items"]
    return dict(item)


async def test_a_kill_during_an_embedding_asks_a_person_and_not_the_model(tmp_path: Path) -> None:
    async with lab(tmp_path, gateway=scripted(cost=0.25)) as it:
        await run(it)
        await cut_after(it, "call_asked", 2)
        assert await it.go() == "waiting"
        assert it.kind == "uncertain"
        item = blocked(it)
        assert (item["purpose"], item["model"], item["cost"]) == ("embedding", MODEL, 0.25)
        assert it.gate.fact.verbs == ("ask_again", "drop")
        assert it.desk.live(it.id).fold.spend.total.most == 0.25, "it may have been charged"
        assert not asked(it)
        assert await it.answer("ask_again") == "finished"
        assert len(asked(it)) == 1
        assert it.state.last is not None
        assert (it.state.last.similarity, it.state.last.embedding_problem) == (1.0, "")


async def test_an_embedding_that_is_left_out_leaves_the_words_to_compare(tmp_path: Path) -> None:
    async with lab(tmp_path, gateway=scripted()) as it:
        await run(it)
        await cut_after(it, "call_asked", 2)
        await it.go()
        assert await it.answer("drop") == "finished"
        assert not asked(it)
        (measured,) = await it.facts("criterion_measured")
        assert measured.note == f"to cycle 1, compared by words, for {MODEL} failed: left out by decision"


async def test_a_finished_embedding_comes_from_the_journal(tmp_path: Path) -> None:
    async with lab(tmp_path, gateway=scripted()) as it:
        await run(it, cycles=3)
        whole = it.state
        await cut_after(it, "call_completed", 3)
        assert await it.go() == "finished"
        assert not asked(it)
        assert it.state.vectors == whole.vectors
        assert [c.ended for c in it.state.cycles] == [c.ended for c in whole.cycles]


async def test_a_failed_embedding_is_not_asked_for_again_in_its_cycle(tmp_path: Path) -> None:
    async with lab(tmp_path, gateway=scripted(lambda texts: DOWN)) as it:
        await run(it)
        await cut_after(it, "call_failed", 2)
        assert await it.go() == "finished"
        assert not asked(it)


async def test_each_reflection_is_embedded_once_and_compared_for_many_cycles(tmp_path: Path) -> None:
    async with lab(tmp_path, gateway=scripted()) as it:
        assert await run(it, cycles=4) == "finished"
        assert [[m.text for m in request.messages] for request in asked(it)] == [
            [SAID[0], SAID[1]], [SAID[2]], [SAID[3]],
        ]  # fmt: skip
        assert {request.model for request in asked(it)} == {MODEL}
        ended = await it.facts("cycle_ended")
        assert [fact.advice for fact in ended] == ["", "strong", "mild", ""]
        assert [fact.similar_to for fact in ended] == [None, 1, 2, 3]
        assert [fact.embedding_model for fact in ended] == ["", MODEL, MODEL, MODEL]
        measured = await it.facts("criterion_measured")
        assert measured[0].note == f"to cycle 1, compared by {MODEL}"


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ([[1.0]], "one vector per text"),
        ([], "one vector per text"),
        ([[], []], "one vector per text"),
        ([[1.0], [1.0, 2.0]], "one vector per text"),
        ([[1e308] * 9, [1e308] * 9], "not finite"),
        (DOWN, "The key was refused"),
        (Failed("connection", verbatim("Cut."), sent=True, received=True), "Cut."),
    ],
)
async def test_a_failing_embedding_leaves_the_words_to_compare_and_says_so(
    tmp_path: Path, wrong: Vectors, why: str
) -> None:
    async with lab(tmp_path, gateway=scripted(lambda texts: wrong)) as it:
        assert await run(it) == "finished"
        ended = (await it.facts("cycle_ended"))[1]
        assert (ended.similarity, ended.similar_to, ended.advice) == (1.0, 1, "strong")
        assert ended.embedding_model == MODEL
        assert why in ended.embedding_problem
        (measured,) = await it.facts("criterion_measured")
        problem = ended.embedding_problem
        assert measured.note == f"to cycle 1, compared by words, for {MODEL} failed: {problem}"
        assert it.reason == "cycles_completed"
        assert len(asked(it)) == 1


async def test_what_failed_is_asked_for_with_the_next_cycles_reflection(tmp_path: Path) -> None:
    answers: list[Any] = [DOWN]

    def embedder(texts: Sequence[str]) -> Vectors:
        return answers.pop() if answers else hashed(texts)

    async with lab(tmp_path, gateway=scripted(embedder)) as it:
        await run(it, cycles=4)
        assert [len(request.messages) for request in asked(it)] == [2, 3, 1]


async def test_vectors_of_another_length_than_before_are_not_compared(tmp_path: Path) -> None:
    sizes = [3, 5]

    def embedder(texts: Sequence[str]) -> Vectors:
        size = sizes.pop(0)
        return [[1.0] * size for _ in texts]

    async with lab(tmp_path, gateway=scripted(embedder)) as it:
        assert await run(it, cycles=3) == "finished"
        problems = [fact.embedding_problem for fact in await it.facts("cycle_ended")]
        assert problems == ["", "", "its vectors cannot be compared"]


async def test_the_budget_counts_embeddings_and_asks_before_one_passes_it(tmp_path: Path) -> None:
    async with lab(tmp_path, gateway=scripted(cost=0.4)) as it:
        assert await run(it, cycles=4, cost_limit=1.0) == "waiting"
        assert it.kind == "budget"
        item = blocked(it)
        assert (item["key"], item["needs"]) == ("embedding/agent", 0.4)
        assert it.desk.live(it.id).fold.spend.total.cost == pytest.approx(0.8)
        assert len(asked(it)) == 2
        assert await it.answer("raise", limit=2.0) == "finished"
        assert it.desk.live(it.id).fold.spend.total.cost == pytest.approx(1.2)
        reserved = [f.reserved for f in await it.facts("call_asked") if f.purpose == "embedding"]
        assert reserved == [0.4, 0.4, 0.4]


async def test_a_cycle_done_again_is_embedded_again_and_no_other(tmp_path: Path) -> None:
    async with lab(tmp_path, Turns()) as it:
        await it.open(cycle_count=3, embedding_model=MODEL)
        await it.answer("continue")
        first = dict(it.state.vectors)
        await it.answer("redo")
        assert [[m.text[:22] for m in request.messages] for request in asked(it)] == [
            ["Reflection 1: barnacle", "Reflection 2: salinity"], ["Reflection 2 again (2)"],
        ]  # fmt: skip
        assert it.state.vectors[1] == first[1]
        assert it.state.vectors[2] != first[2]


@pytest.mark.nightly
async def test_only_what_may_still_be_compared_with_is_held(tmp_path: Path) -> None:
    async with lab(tmp_path, Turns()) as it:
        await run(it, cycles=60, carry_over="reflections")
        assert [*it.state.vectors] == [*range(10, 61)]
        assert sum(len(request.messages) for request in asked(it)) == 60


async def test_a_fork_takes_the_vectors_along_and_pays_for_none_but_another_models(tmp_path: Path) -> None:
    async with lab(tmp_path, gateway=scripted(cost=0.1)) as it:
        await it.open(cycle_count=4, embedding_model=MODEL)
        for _ in range(2):
            await it.answer("continue")
        head = (await it.desk.sessions.records(it.id))[-1].seq
        mother = it.id
        for number, (changes, texts) in enumerate([({}, [1]), ({"embedding_model": "other/one"}, [4])]):
            it.id = await it.desk.sessions.fork(mother, head, {"run_id": f"fork-{number}", **changes})
            it.desk.gateway.requests.clear()  # type: ignore[attr-defined]
            assert await it.go() == "waiting"
            await it.answer("continue")
            assert [len(request.messages) for request in asked(it)] == texts
            assert it.desk.live(it.id).fold.spend.total.cost == pytest.approx(0.1)


async def test_an_exported_run_comes_back_with_its_vectors(tmp_path: Path) -> None:
    async with lab(tmp_path / "a", gateway=scripted()) as it:
        await run(it, cycles=3)
        exported_state = it.state
        file = tmp_path / "session.json"
        await Exporting(it.desk.parts, EXPORTERS, read_json_export).export(it.id, "json", file)
    async with lab(tmp_path / "b", gateway=scripted()) as other:
        other.id = await Exporting(other.desk.parts, EXPORTERS, read_json_export).import_file(file)
        live = await other.desk.sessions.attach(other.id)
        assert isinstance(live.fold.state, ExperimentState)
        assert live.fold.state == exported_state
        assert len(exported_state.vectors) == 3


async def test_an_embedding_is_no_line_of_the_log(tmp_path: Path) -> None:
    async with lab(tmp_path, gateway=scripted()) as it:
        await run(it)
        assert [line["event_type"] for line in await it.lines()] == [
            "CYCLE_START", "LLM_INVOCATION", "CYCLE_END",
        ] * 2  # fmt: skip


async def test_the_plan_counts_the_embeddings_that_are_made(tmp_path: Path) -> None:
    setup = ExperimentSetup(run_id="a", prompt="b", cycle_count=4, embedding_model=MODEL, tools=False)
    cycles, embeddings = planned(setup)
    assert (embeddings.seat_label, embeddings.calls, embeddings.tokens_out) == (f"agent ({MODEL})", 3, 0)
    async with lab(tmp_path, gateway=scripted()) as it:
        await run(it, cycles=4, tools=False)
        assert (len(it.requests), len(asked(it))) == (cycles.calls, embeddings.calls)


async def test_unattended_runs_do_as_they_are_told_with_an_uncertain_embedding(tmp_path: Path) -> None:
    async with lab(tmp_path, gateway=scripted()) as it:
        await run(it)
        await cut_after(it, "call_asked", 2)
        plan = AnswerPlan(approve="all", on_uncertain="ask-again")
        assert await it.desk.drive(it.id, plan) == "finished"
        assert len(asked(it)) == 1


def test_the_agents_own_server_and_key_serve_the_embedding_models_of_their_provider_alone() -> None:
    agent = Seat(name="agent", model="openai/x", base_url="http://a", api_key_env="KEY", price_in=9.0)
    same, other = agent.embedder("openai/embedder"), agent.embedder("ollama/embedder")
    assert (same.model, same.base_url, same.api_key_env) == ("openai/embedder", "http://a", "KEY")
    assert (other.model, other.base_url, other.api_key_env) == ("ollama/embedder", None, None)
    assert same.price_in is None, "the rates of a chat model are not those of another"


@pytest.mark.parametrize("name", ["text-embedding", "/x", "openai/"])
def test_an_embedding_model_names_its_provider(name: str) -> None:
    with pytest.raises(ValidationError, match="leave it empty"):
        ExperimentSetup(run_id="a", prompt="b", embedding_model=name)

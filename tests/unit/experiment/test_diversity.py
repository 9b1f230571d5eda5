"""How much a reflection repeats earlier ones: advice in the next prompt, never a stop."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from app.domain.errors import ProviderError
from app.gateway.embedding import hashed
from app.gateway.scripted import ScriptedGateway
from app.store.clock import ManualClock
from app.workflows.experiment.diversity import cosine, level, nearest, nearest_vector, vector
from app.workflows.experiment.setup import ExperimentSetup
from tests.support.lab import Turns, lab, texts


@given(st.text(), st.text())
def test_similarity_lies_between_zero_and_one_and_goes_both_ways(a: str, b: str) -> None:
    first, second = vector(a), vector(b)
    assert 0.0 <= cosine(first, second) <= 1.0
    assert cosine(first, second) == cosine(second, first)
    if first:
        assert cosine(first, first) == pytest.approx(1.0)


def test_known_similarities() -> None:
    assert cosine(vector("a b"), vector("b a")) == pytest.approx(1.0)
    assert cosine(vector("a b"), vector("a c")) == pytest.approx(0.5)
    assert cosine(vector("a"), vector("b")) == 0.0
    assert cosine(vector(""), vector("a")) == 0.0
    assert cosine(vector("潮間帯の生物"), vector("潮間帯の生物が")) > 0.8


def rounded(found: tuple[float, int] | None) -> tuple[float, int] | None:
    return (round(found[0], 9), found[1]) if found else None


def test_the_nearest_is_sought_among_the_last_fifty_and_of_equals_the_newest_is_named() -> None:
    earlier = ["the very same", *(f"word{n}" for n in range(49))]
    assert rounded(nearest("the very same", earlier)) == (1.0, 0)
    assert rounded(nearest("the very same", [*earlier, "other"])) == (0.0, 50)
    assert rounded(nearest("twice", ["twice", "", "twice"])) == (1.0, 2)
    assert nearest("first", []) is None
    assert nearest("", ["a"]) is None


@pytest.mark.parametrize(("value", "said"), [(0.7, ""), (0.701, "mild"), (0.8, "mild"), (0.801, "strong")])
def test_the_level_begins_above_its_threshold(value: float, said: str) -> None:
    assert level(value) == said


async def test_a_repetition_is_advised_against_in_the_next_prompt_and_stops_nothing(tmp_path: Path) -> None:
    script = Turns(
        {
            1: ["Limpets graze on the upper shore in winter."],
            2: ["Limpets graze on the upper shore in winter."],
            3: ["Limpets graze on the upper shore in dark spring nights."],
            4: ["Something else entirely, about salinity."],
        }
    )
    async with lab(tmp_path, script) as it:
        await it.open(cycle_count=5, gate_policy="never_ask")
        ended = await it.facts("cycle_ended")
        assert [fact.advice for fact in ended] == ["", "strong", "mild", "", ""]
        assert (ended[0].similarity, ended[1].similarity, ended[1].similar_to) == (None, 1.0, 1)
        prompts = [texts(request)[-1] for request in it.requests]
        assert "clearly different" in prompts[2]
        assert "cycle 1 (similarity 100 %)" in prompts[2]
        assert "Consider taking a new direction" in prompts[3]
        assert "similarity" not in prompts[1] + prompts[4]
        measured = await it.facts("criterion_measured")
        assert [(fact.name, fact.passes, fact.threshold) for fact in measured] == [
            ("similarity", None, None)
        ] * 4
        assert measured[0].value == 100
        assert it.reason == "cycles_completed"


REPEATED = Turns(
    {
        1: ["Limpets graze on the upper shore in winter."],
        2: ["Limpets graze on the upper shore in winter."],
        3: ["Limpets graze on the upper shore in dark spring nights."],
        4: ["Something else entirely, about salinity."],
    }
)


@given(st.text(), st.text())
def test_hashed_terms_are_never_less_alike_than_the_terms_themselves(a: str, b: str) -> None:
    similarity, place = nearest_vector(hashed([a, b]))
    assert place == 0
    assert similarity >= cosine(vector(a), vector(b)) - 1e-9


async def test_the_offline_embedding_model_advises_at_the_thresholds(tmp_path: Path) -> None:
    async with lab(tmp_path, REPEATED) as it:
        await it.open(cycle_count=5, gate_policy="never_ask", embedding_model="offline/terms")
        ended = await it.facts("cycle_ended")
        assert [fact.advice for fact in ended] == ["", "strong", "mild", "", ""]
        assert [fact.embedding_model for fact in ended] == ["", *["offline/terms"] * 4]
        measured = await it.facts("criterion_measured")
        assert measured[0].note == "cycle 1; by offline/terms"
        gateway = it.desk.gateway
        assert isinstance(gateway, ScriptedGateway)
        assert [len(texts) for _, texts in gateway.embedded] == [2, 3, 4, 5]


@pytest.mark.parametrize("wrong", [[[1.0]], [[1.0], [1.0, 2.0]], [[1e308] * 9, [1e308] * 9], "down"])
async def test_a_failing_embedding_leaves_the_words_to_compare_and_says_so(
    tmp_path: Path, wrong: list[list[float]] | str
) -> None:
    def fails(texts: Sequence[str]) -> Sequence[Sequence[float]]:
        del texts
        if isinstance(wrong, str):
            raise ProviderError("overloaded", "The provider is overloaded.", sent=True)
        return wrong

    gateway = ScriptedGateway(REPEATED, ManualClock(), embedder=fails)
    async with lab(tmp_path, gateway=gateway) as it:
        await it.open(cycle_count=2, gate_policy="never_ask", embedding_model="some/model")
        ended = (await it.facts("cycle_ended"))[1]
        assert (ended.similarity, ended.similar_to, ended.advice) == (1.0, 1, "strong")
        assert ended.embedding_model == "some/model"
        assert ended.embedding_problem
        (measured,) = await it.facts("criterion_measured")
        assert measured.note == f"cycle 1; by words, for some/model failed: {ended.embedding_problem}"
        assert it.reason == "cycles_completed"


@pytest.mark.parametrize(("last", "times"), [("effect_completed", 0), ("effect_asked", 1)])
async def test_a_recorded_embedding_is_not_asked_for_again(tmp_path: Path, last: str, times: int) -> None:
    async with lab(tmp_path, REPEATED) as it:
        await it.open(cycle_count=2, gate_policy="never_ask", embedding_model="offline/terms")
        gateway = it.desk.gateway
        assert isinstance(gateway, ScriptedGateway)
        assert len(gateway.embedded) == 1
        (seq,) = [r.seq for r in await it.desk.sessions.records(it.id) if r.type == last]
        # The file as a program that ended right after this record leaves it.
        resumed = it.desk.parts.ids.session_id()
        await (await it.desk.parts.store.fork(it.id, seq, resumed)).close()
        gateway.embedded.clear()
        assert await it.desk.run(resumed) == "finished"
        assert len(gateway.embedded) == times
        records = await it.desk.sessions.records(resumed)
        ended = [it.desk.parts.catalogue.decode(r) for r in records if r.type == "cycle_ended"]
        assert [getattr(fact, "similarity", None) for fact in ended] == [None, 1.0]


@pytest.mark.parametrize("name", ["text-embedding", "/x", "openai/"])
def test_an_embedding_model_names_its_provider(name: str) -> None:
    with pytest.raises(ValidationError, match="leave it empty"):
        ExperimentSetup(run_id="a", prompt="b", embedding_model=name)

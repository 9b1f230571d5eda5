"""How much a reflection repeats earlier ones: advice in the next prompt, never a stop."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.vectors import cosine
from app.gateway.offline import hashed
from app.workflows.experiment.diversity import level, nearest, nearest_vector, vector
from tests.support.lab import Turns, lab, texts


@pytest.mark.nightly
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


@pytest.mark.parametrize(("value", "advice"), [(0.7, ""), (0.701, "mild"), (0.8, "mild"), (0.801, "strong")])
def test_the_level_begins_above_its_threshold(value: float, advice: str) -> None:
    assert level(value) == advice


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
        # One rounding: a reader of both sees one figure.
        assert [one.value for one in measured] == [round(one.similarity * 100, 2) for one in ended[1:]]
        assert it.reason == "cycles_completed"


@given(st.text(), st.text())
def test_hashed_terms_are_never_less_alike_than_the_terms_themselves(a: str, b: str) -> None:
    similarity, index = nearest_vector(hashed([a, b]))
    assert index == 0
    assert similarity >= cosine(vector(a), vector(b)) - 1e-9


def test_a_vector_of_nothing_is_like_no_other_and_those_that_point_away_neither() -> None:
    similarity, index = nearest_vector([[1.0, 0.0], [0.0, 0.0], [-1.0, 0.0], [1.0, 1.0]])
    assert (round(similarity, 6), index) == (round(0.5**0.5, 6), 2)
    assert nearest_vector([[1.0, 0.0], [0.0, 0.0]]) == (0.0, 0)
    assert nearest_vector([[0.0, 0.0], [1.0, 0.0]]) == (0.0, 0)

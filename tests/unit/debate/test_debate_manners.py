"""Debates in every shape of the corpus: none ends by manners alone, and no person reads JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from app.domain.messages import ModelRequest
from tests.support.examples import sampled
from tests.unit.common.test_reply_corpus import RAW_JSON, corpus, texts
from tests.unit.debate.debate_table import Table, critique, prompt, refine

pytestmark = pytest.mark.asyncio
READ = (
    "text_proposed",
    "critique_filed",
    "critique_answered",
    "refinement_noted",
    "result_stated",
    "question_asked",
)


def shapes(number: int) -> dict[str, str]:
    """Return one shape for every purpose, so that a few dozen debates hold the whole corpus."""
    purposes = dict.fromkeys(shape["purpose"] for shape in corpus())
    by = {purpose: [s["reply"] for s in corpus() if s["purpose"] == purpose] for purpose in purposes}
    return {purpose: replies[number % len(replies)] for purpose, replies in by.items()}


@pytest.mark.parametrize("part", sampled(range(5), (0, 3)))
async def test_every_shape_of_the_corpus_goes_through_a_debate_to_its_end(part: int, tmp_path: Path) -> None:
    for number in range(part, 35, 5):
        table = Table(tmp_path / str(number))
        for purpose, reply in shapes(number).items():
            table.scripts[purpose] = lambda request, reply=reply: reply  # type: ignore[misc]
        state = await table.open(("Ada", "Ben"), gate_policy="never_ask", max_rounds=1)
        assert state == "finished", number
        kinds = [fact.kind for fact in await table.facts("gate_opened")]
        assert "failure" not in kinds
        bodies: list[Any] = [f.model_dump(mode="json") for kind in READ for f in await table.facts(kind)]
        assert [text for text in texts(bodies) if RAW_JSON.search(text)] == [], number
        (stated,) = await table.facts("result_stated")
        assert stated.structured, shapes(number)["synthesis"]
        await table.sessions.shutdown()


async def test_the_member_is_shown_the_part_that_could_not_be_read_and_why(table: Table) -> None:
    def slip(request: ModelRequest) -> str:
        again = len(request.messages) > 2
        wrong = '{"text": "Mine.", "answers": [{"id": "1", "answer": "perhaps"}]}'
        return refine(request) if again or request.seat != "Ada" else wrong

    table.scripts["refinement"] = slip
    await table.open()
    reask_prompt = prompt(table.asked("refinement", "Ada")[1])
    assert "answers.0.answer" in reask_prompt
    assert '"perhaps"' in reask_prompt.rpartition("could not be read")[2]
    (mended,) = await table.facts("reply_mended")
    assert (mended.seat, mended.purpose, mended.how) == ("Ada", "refinement", ("asked_again",))


async def test_a_severity_that_was_not_asked_for_counts_as_none_and_is_told(table: Table) -> None:
    table.scripts["critique"] = lambda r: critique(r, "huge") if r.seat == "Ada" else critique(r)
    await table.open()
    assert len(table.asked("critique", "Ada")) == 1, "it need not be there: nothing is asked again for it"
    assert {point.fact.severity for point in table.state.points.values()} == {"medium"}
    (mended,) = await table.facts("reply_mended")
    assert (mended.seat, mended.purpose, mended.how) == ("Ada", "critique", ("not_given",))


async def test_what_was_repaired_is_told_in_the_report_and_the_log(table: Table) -> None:
    table.scripts["refinement"] = lambda r: (
        f"Sure!\n```json\n{refine(r, 'Another text.')}\n```" if r.seat == "Ada" else refine(r)
    )
    await table.open(gate_policy="never_ask", max_rounds=1)
    (mended,) = await table.facts("reply_mended")
    assert (mended.seat, mended.purpose, mended.how) == ("Ada", "refinement", ("fence", "around"))
    assert table.state.attempt.refined["Ada"].text == "Another text."
    assert "read out of a code fence" in await table.export("md")


async def test_json_that_the_person_asked_for_is_left_as_it_is(table: Table) -> None:
    asked_for = '```json\n{"port": 8080, "text": "hello"}\n```'
    table.scripts["proposal"] = lambda r: asked_for
    await table.open(question="Write the configuration as JSON.")
    assert table.state.attempt.base["Ada"].text == asked_for

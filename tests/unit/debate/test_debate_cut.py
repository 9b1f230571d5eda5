"""Answers that were cut off: kept, gone on with, asked for again with more room, or used as they are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from app.cli.progress import Progress
from app.domain.i18n import verbatim
from app.domain.messages import ModelRequest, ToolCall
from app.engine.bus import Appended
from app.engine.ports import Completed, Failed, ReasoningDelta, Sent, TextDelta
from app.services.batches.running import _newest_failure
from app.services.unattended import AnswerPlan
from tests.support.scripted import Line
from tests.unit.debate.debate_table import Table, prompt

pytestmark = pytest.mark.asyncio

BEGUN = "Postgres, for one database is enough and"


def cut(partial: str = BEGUN, by: Any = "limit") -> Failed:
    return Failed("truncated", verbatim("Cut."), sent=True, received=True, partial=partial, cut=by)


def ben_is_cut(until: int = 4000, by: Any = "limit") -> Any:
    """Answer for Ben with a cut text until he is given more room, or asked to go on."""

    def reply(request: ModelRequest) -> Line:
        if request.seat != "Ben":
            return f"{request.seat} answers."
        if request.messages[-2].role == "assistant":
            return "a second one costs more."
        return cut(by=by) if request.options.max_output_tokens <= until else "Ben answers in full."

    return reply


async def decide(table: Table, plan: AnswerPlan) -> str:
    while table.live.fold.session.state == "waiting":
        given = plan.answer(table.gate, table.live.fold)
        assert given is not None
        await table.review.answer(table.id, table.gate.id, given.verb, given.data, by=given.by)
        await table.sessions.wait(table.id)
    return table.live.fold.session.state


async def test_an_answer_that_came_and_was_none_is_told_with_the_reason(
    table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    called = Completed("", tool_calls=(ToolCall(id="a", name="web_search", arguments="{}"),))
    table.scripts["proposal"] = lambda request: called if request.seat == "Ben" else "Postgres."
    await table.open()
    assert table.kind == "failure"
    records = await table.sessions.records(table.id)
    Progress(table.live.fold)(Appended(table.id, records))
    assert "  ✕ Ben: Its reply could not be read, twice." in capsys.readouterr().err.splitlines()
    assert _newest_failure(records) == "Its reply could not be read, twice."


async def test_a_cut_answer_is_offered_in_the_gate_with_every_way_on_and_its_price(table: Table) -> None:
    table.scripts["proposal"] = ben_is_cut()
    await table.open()
    assert table.kind == "failure"
    assert table.gate.fact.verbs == ("longer", "go_on", "use_partial", "retry", "fallback", "stop")
    assert table.primary == "longer"
    (item,) = table.payload["items"]
    assert item["partial"] == BEGUN
    assert item["cut"] == "limit"
    assert item["ways"] == {
        "longer": {"cost": 0.0, "tokens": 16000},
        "go_on": {"cost": 0.0, "tokens": 4000},
        "use_partial": {"cost": 0.0},
    }


async def test_asked_for_again_with_more_room_it_is_the_whole_answer(table: Table) -> None:
    table.scripts["proposal"] = ben_is_cut()
    await table.open()
    await table.answer("longer")
    assert table.kind == "approval"
    assert [r.options.max_output_tokens for r in table.asked("proposal", "Ben")] == [4000, 16000]
    assert table.state.attempt.base["Ben"].text == "Ben answers in full."


async def test_gone_on_with_it_stands_behind_what_had_come(table: Table) -> None:
    table.scripts["proposal"] = ben_is_cut()
    await table.open()
    await table.answer("go_on")
    assert table.kind == "approval"
    assert table.state.attempt.base["Ben"].text == f"{BEGUN} a second one costs more."
    first, second = table.asked("proposal", "Ben")
    assert second.messages[: len(first.messages)] == first.messages
    assert second.messages[-2].text == BEGUN


async def test_an_answer_that_is_cut_again_and_again_grows(table: Table) -> None:
    parts: Iterator[Line] = iter([cut("One, two,"), cut("three, four,"), "five."])
    table.scripts["proposal"] = lambda r: next(parts) if r.seat == "Ben" else "Answer."
    await table.open()
    await table.answer("go_on")
    assert table.payload["items"][0]["partial"] == "One, two,three, four,"
    await table.answer("go_on")
    assert table.state.attempt.base["Ben"].text == "One, two,three, four,five."
    assert table.asked("proposal", "Ben")[-1].messages[-2].text == "One, two,three, four,"


async def test_used_as_it_is_it_is_marked_wherever_the_answer_goes(table: Table) -> None:
    table.scripts["proposal"] = ben_is_cut()
    await table.open(max_rounds=1)
    await table.answer("use_partial")
    assert table.kind == "approval"
    assert table.state.attempt.base["Ben"].text == BEGUN
    line = "Ben's answer in round 1 was cut off and is used as it is"
    assert line in table.payload["degradation"]
    await table.answer("finish")
    assert line in await table.export("md")
    (fact,) = [f for f in await table.facts("text_proposed") if f.seat == "Ben" and f.slot == "answer"][:1]
    assert fact.cut


async def test_a_refinement_that_is_cut_within_its_json_is_used_as_far_as_it_goes(table: Table) -> None:
    half = '{"text": "All of it anew, with a limit that is'
    table.scripts["refinement"] = lambda r: cut(half)
    await table.open(max_rounds=1)
    await table.answer("use_partial")
    assert {v.text for v in table.state.attempt.refined.values()} == {"All of it anew, with a limit that is"}


async def test_where_nobody_is_asked_it_is_asked_once_with_twice_the_room_and_then_used(
    table: Table,
) -> None:
    table.scripts["proposal"] = ben_is_cut(until=32000)
    await table.open(max_rounds=1)
    assert await decide(table, AnswerPlan(approve="all")) == "finished"
    assert [r.options.max_output_tokens for r in table.asked("proposal", "Ben")] == [4000, 8000]
    assert not await table.facts("seat_absent")
    assert table.state.first_round is not None
    assert table.state.first_round.base["Ben"].text == BEGUN


async def test_where_nobody_is_to_answer_a_failure_waits_unless_the_flags_speak_of_failures(
    table: Table,
) -> None:
    table.scripts["proposal"] = ben_is_cut(until=32000)
    await table.open(max_rounds=1)
    assert AnswerPlan(approve="none").answer(table.gate, table.live.fold) is None
    for plan in (
        AnswerPlan(approve="none", on_failure="fallback"),
        AnswerPlan(approve="none", row="r1"),
        AnswerPlan(approve="none", resumed=True),
    ):
        assert plan.answer(table.gate, table.live.fold) is not None, plan


async def test_what_the_server_cut_is_not_asked_for_with_more_room(table: Table) -> None:
    table.scripts["proposal"] = ben_is_cut(by="server")
    await table.open(max_rounds=1)
    assert table.gate.fact.verbs == ("go_on", "use_partial", "retry", "fallback", "stop")
    assert await decide(table, AnswerPlan(approve="all")) == "finished"
    assert len(table.asked("proposal", "Ben")) == 1


async def test_thoughts_that_took_all_the_room_leave_nothing_to_use(table: Table) -> None:
    table.scripts["proposal"] = lambda r: cut("", "thoughts") if r.seat == "Ben" else "Answer."
    await table.open(max_rounds=1)
    assert table.gate.fact.verbs == ("longer", "retry", "fallback", "stop")
    assert await decide(table, AnswerPlan(approve="all")) == "finished"
    assert [r.options.max_output_tokens for r in table.asked("proposal", "Ben")] == [4000, 8000]
    assert {fact.seat for fact in await table.facts("seat_absent")} == {"Ben"}


async def test_a_member_that_says_no_word_twice_has_no_answer_and_the_person_is_asked(table: Table) -> None:
    nobody_offered = ToolCall(id="1", name="web_search", arguments="{}")
    table.scripts["proposal"] = lambda r: (
        [Sent(), Completed("", tool_calls=(nobody_offered,))] if r.seat == "Ben" else "Answer."
    )
    await table.open(max_rounds=1)
    assert table.kind == "failure"
    assert table.payload["may_sit_out"] == ["Ben"]
    assert await decide(table, AnswerPlan(approve="all")) == "finished"
    assert {fact.seat for fact in await table.facts("text_proposed")} == {"Ada", "Cy", "chair"}
    assert len(table.asked("proposal", "Ada")) == 1


async def test_a_critique_that_is_cut_gives_what_is_whole_and_asks_nobody(table: Table) -> None:
    whole = '{"target": "%s", "claim": "No figure.", "severity": "high"}'

    def review(request: ModelRequest) -> Line:
        label = next(name for name in ("Response A", "Response B", "Response C") if name in prompt(request))
        return cut('{"ranking": ["' + label + '"], "items": [' + whole % label + ', {"target": "Resp')

    table.scripts["critique"] = review
    await table.open()
    assert table.kind == "approval"
    assert {p.fact.claim for p in table.state.attempt.points} == {"No figure."}
    assert len(table.state.attempt.points) == 3


async def test_questions_that_are_cut_are_asked_as_far_as_they_are_whole(table: Table) -> None:
    table.scripts["clarification"] = lambda r: (
        cut('{"questions": [{"question": "Since when?"}, {"question": "How ma')
        if r.seat == "Ben"
        else cut('{"questions": [{"question": "How ma')
    )
    await table.open(interactive_clarifications=True)
    assert table.kind == "clarification"
    assert [q["text"] for q in table.payload["questions"]] == ["Since when?"]


@pytest.mark.parametrize("piece", ["The answer is:\n", "and the loop goes round and round and "])
async def test_an_answer_that_goes_round_in_a_loop_ends_its_call(table: Table, piece: str) -> None:
    def loops(request: ModelRequest) -> Line:
        if request.seat != "Ben":
            return "Answer."
        whole = Completed(piece * 400)
        return [Sent(), *(TextDelta(piece) for _ in range(400)), whole]

    table.scripts["proposal"] = loops
    await table.open()
    assert table.kind == "failure"
    (item,) = table.payload["items"]
    assert item["cut"] == "loop"
    assert 0 < len(item["partial"]) < 2_000
    assert table.gate.fact.verbs == ("use_partial", "retry", "fallback", "stop")


async def test_a_decision_without_a_letter_is_none(table: Table) -> None:
    table.scripts["synthesis"] = lambda r: '{"answer": "Take Postgres.", "decision": "{{}}"}'
    await table.open(max_rounds=1, gate_policy="never_ask")
    assert table.stated.decision == ""


async def test_thoughts_may_go_round_as_long_as_they_have_room(table: Table) -> None:
    def thinks(request: ModelRequest) -> Line:
        thoughts = [ReasoningDelta("Let me think about this again.\n") for _ in range(60)]
        return [Sent(), *thoughts, Completed("Answer.")]

    table.scripts["proposal"] = thinks
    await table.open()
    assert table.kind == "approval"

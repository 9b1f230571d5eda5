"""Questions that only repeat, finals that take up nothing, texts that lose most of what they had."""

from __future__ import annotations

import json

import pytest

from app.domain.messages import ModelRequest
from app.projections.answers import answer_of
from app.services.batches.plan import Entry
from app.services.batches.reporting import read_outcome
from app.workflows.debate.face.report import report
from app.workflows.debate.rules.substance import (
    REPEATED,
    asks_for_less,
    much_shorter,
    no_longer_said,
    repeats,
    takes_up_nothing,
)
from tests.unit.debate.debate_table import MEMBERS, Table, critique, refine

BAKERY = "Should a small bakery with two employees take card payments, or cash only?"
LONG = "Keep the shop open on Sundays, for most of the customers of the week come then. " * 5


@pytest.mark.parametrize(
    ("asked", "again"),
    [
        ("Should a small bakery with two employees take card payments?", True),
        ("should a small bakery, with two employees, take CASH only?", True),
        ("Should a small bakery with two employees take more than one card payment?", True),
        ("With two employees or with three?", False),
        ("Do the two employees take card payments today?", False),
        ("Should a small bakery with two employees take card payments from 2027 on?", False),
        ("How many customers ask to pay by card?", False),
    ],
)
def test_a_question_that_only_repeats_the_sessions_is_known(asked: str, again: bool) -> None:
    assert repeats(asked, f"{BAKERY} The answer must be short.") is again


@pytest.mark.parametrize(
    ("final", "nothing"),
    [
        ("The question has been answered.", True),
        ("{{}}", True),
        ("Postgres.", False),
        ("Take Postgres, and a broker from 2000 jobs a second on.", False),
        ("No.", False),
        ("Yes.", False),
    ],
)
def test_a_final_answer_that_takes_up_nothing_is_known(final: str, nothing: bool) -> None:
    written = ["Postgres: one database, one backup.", "A broker, for polling costs."]
    assert takes_up_nothing(final, written) is nothing
    assert not takes_up_nothing(final, []), "there was nothing to take up"


def test_a_text_is_much_shorter_below_a_third_and_a_point_may_ask_for_that() -> None:
    assert much_shorter(LONG, "The entire answer has been fixed.")
    assert not much_shorter(LONG, LONG[: len(LONG) // 3 + 5])
    assert not much_shorter("Yes, for it pays.", "Yes.")
    assert asks_for_less(["It is too long.", ""])
    assert asks_for_less(["Bitte kürzen"])
    assert not asks_for_less(["It names no figure.", "Name one."])


def test_of_an_earlier_text_only_what_the_later_one_no_longer_says_is_left() -> None:
    later = "# Plan\n\nMove in May. The rent is lower.\n\n- Ask the insurer.\n- Sign."
    assert no_longer_said(later, later) == ""
    assert no_longer_said("The rent is lower. Move in May. ", later) == "", "in whatever order"
    earlier = "# Plan\n\nMove at once. The rent is lower.\n\n- Ask the insurer.\n- Wait a year."
    assert no_longer_said(earlier, later) == f"{REPEATED}\nMove at once.\n{REPEATED}\n- Wait a year."
    assert no_longer_said("Nothing of it.", later) == "Nothing of it."
    assert no_longer_said("It is so.  It is not. Sign.", "It is so.\n") == f"{REPEATED} It is not. Sign."


@pytest.mark.asyncio
async def test_a_members_question_that_repeats_the_sessions_is_left_out_and_counted(table: Table) -> None:
    def asks(request: ModelRequest) -> str:
        own = [{"question": "How many ask for it?"}] if request.seat == "Cy" else []
        again = [{"question": BAKERY}, {"question": "Should a small bakery take card payments or cash only?"}]
        return json.dumps({"questions": [*again, *own]})

    table.scripts["clarification"] = asks
    await table.open(question=BAKERY, interactive_clarifications=True)
    assert [one["text"] for one in table.payload["questions"]] == ["How many ask for it?"]
    assert table.payload["repeated"] == dict.fromkeys(MEMBERS, 2)


@pytest.mark.asyncio
async def test_members_that_only_repeat_the_question_have_none(table: Table) -> None:
    table.scripts["clarification"] = lambda r: json.dumps({"questions": [{"question": BAKERY}]})
    await table.open(question=BAKERY, interactive_clarifications=True)
    assert table.kind == "approval"
    assert len(table.asked("clarification")) == len(MEMBERS)


NOTHING = json.dumps(
    {"answer": "The question has been answered.", "decision": "{{}}", "agreed": [], "disputed": []}
)


async def finished_with_nothing(table: Table) -> None:
    """Play to where the chair's answer says nothing, and a person is asked about it."""
    table.scripts["synthesis"] = lambda r: NOTHING
    await table.open(result_by="chair")
    assert await table.answer("finish") == "waiting"
    assert (table.kind, table.primary) == ("failure", "retry")
    assert table.gate.fact.verbs == ("use_partial", "retry", "fallback", "stop")
    (item,) = table.payload["items"]
    assert (item["seat"], item["partial"]) == ("chair", NOTHING)
    assert item["message"] == "The final answer has nothing of what the members wrote."


@pytest.mark.asyncio
async def test_the_chair_is_asked_again_for_a_final_answer_that_says_nothing(table: Table) -> None:
    await finished_with_nothing(table)
    text = table.state.accepted["Ada"].text
    table.scripts["synthesis"] = lambda r: json.dumps({"answer": text, "agreed": [text]})
    assert await table.answer("retry") == "finished"
    assert table.stated.answer == text
    assert not table.stated.takes_up_nothing


@pytest.mark.asyncio
async def test_without_the_chair_the_best_answer_stands_where_the_final_one_says_nothing(
    table: Table,
) -> None:
    await finished_with_nothing(table)
    assert await table.answer("fallback", replace={"chair": None}) == "finished"
    assert table.stated.answer in {version.text for version in table.state.accepted.values()}


@pytest.mark.asyncio
async def test_where_nobody_is_asked_a_final_answer_of_nothing_is_only_named(table: Table) -> None:
    table.scripts["synthesis"] = lambda r: NOTHING
    await table.open(gate_policy="never_ask", max_rounds=1, who="policy", result_by="chair")
    assert table.live.fold.session.state == "finished"
    assert len(table.asked("synthesis")) == 1
    assert table.stated.takes_up_nothing
    # Nobody is said to agree with it, and nobody that there is no dissent.
    told = report(table.state)
    assert "against" not in told.senses.values()
    (dissent,) = (part for part in told.findings if part.name == "dissent")
    assert dissent.none == "Not stated"
    # In a batch's table stands what was answered, and no remark on it.
    outcome, _ = await read_outcome(table.parts, Entry(session=table.id, row=1, id="q", team="t", seed=1))
    assert outcome.short == answer_of(outcome.answer)
    assert outcome.last_answers[0][0] == answer_of(table.state.accepted["Ada"].text)


@pytest.mark.asyncio
async def test_a_chair_that_gives_back_the_form_has_said_nothing(table: Table) -> None:
    form = {"answer": "the answer as Markdown", "decision": "what it comes to, in one or two sentences."}
    table.scripts["synthesis"] = lambda r: json.dumps({**form, "agreed": ["Cash is dear.", "Cash is dear."]})
    await table.open(gate_policy="never_ask", max_rounds=1, who="policy", result_by="chair")
    assert table.stated.takes_up_nothing
    page = await table.export("md")
    assert "as Markdown" not in page
    assert "what it comes to" not in page
    assert "it gave back words of the form; they count as nothing said" in page


@pytest.mark.asyncio
async def test_a_final_answer_of_nothing_that_is_used_is_named_as_such_with_ways_on(table: Table) -> None:
    await finished_with_nothing(table)
    assert await table.answer("use_partial") == "finished"
    page = await table.export("md")
    assert "Nothing: the final answer has nothing of what the members wrote." in page
    assert "continue the session to ask another chair" in page.replace("\\", "")
    assert "Nothing is disputed" not in page


@pytest.mark.asyncio
async def test_nothing_is_disputed_only_where_the_chair_was_asked_and_says_so(table: Table) -> None:
    table.scripts["synthesis"] = lambda r: json.dumps({"answer": "A plan.", "agreed": ["The plan."]})
    await table.open()
    await table.answer("finish")
    page = await table.export("md")
    assert "Nothing is disputed" not in page
    assert "- **Disputed**: The chair did not say." in page
    assert "- **Dissent**: The chair did not say." in page


@pytest.mark.asyncio
async def test_a_refined_text_that_lost_most_is_marked_and_not_recommended(table: Table) -> None:
    table.scripts["proposal"] = lambda r: LONG
    table.scripts["refinement"] = lambda r: refine(r, "It was fixed." if r.seat == "Ben" else f"{LONG} So.")
    await table.open(max_rounds=1)
    shown = table.payload["statuses"]
    assert [seat for seat in shown if shown[seat]["much_shorter"]] == ["Ben"]
    kind = table.live.fold.plugin.gates["approval"]
    assert kind.safest(table.payload) == "reject", "nothing is lost by asking for it once more"
    verb, data = kind.by_policy(table.payload)
    assert (verb, data) == ("finish", {"texts": {"Ben": "previous"}})
    await table.answer(verb)
    assert table.state.accepted["Ben"].text == LONG, "also where nobody names texts"


@pytest.mark.asyncio
async def test_a_refined_text_that_lost_most_goes_on_where_a_person_chooses_it(table: Table) -> None:
    table.scripts["proposal"] = lambda r: LONG
    table.scripts["refinement"] = lambda r: refine(r, "It was fixed." if r.seat == "Ben" else f"{LONG} So.")
    await table.open(max_rounds=1)
    await table.answer("finish", texts={"Ben": "refined"})
    assert table.state.accepted["Ben"].text == "It was fixed."


@pytest.mark.asyncio
async def test_a_text_that_was_to_be_shorter_may_be(table: Table) -> None:
    table.scripts["proposal"] = lambda r: LONG
    table.scripts["critique"] = lambda r: critique(r).replace("gives no source.", "is far too long.")
    table.scripts["refinement"] = lambda r: refine(r, "Keep it open.")
    await table.open(max_rounds=1)
    assert not any(one["much_shorter"] for one in table.payload["statuses"].values())

"""Calls that failed, were left out or cannot be read: who may be done without, and rule 2."""

from __future__ import annotations

from typing import Any

import pytest

from app.domain.errors import GateError
from app.domain.i18n import verbatim
from app.domain.messages import ModelRequest
from app.domain.seats import Seat
from app.engine.node import GateRequest
from app.engine.ports import Failed
from app.services.unattended import AnswerPlan, FileAnswer
from app.workflows.debate.nodes.deciding import approval
from app.workflows.debate.nodes.presenting import approval_payload
from tests.support.asked import read
from tests.support.scripted import Line
from tests.unit.debate.debate_table import Say, Table, critique, refine, seated

pytestmark = pytest.mark.asyncio


class Halted(Exception):
    """The gate was reached."""


class Asked:
    """A context that keeps what a person is asked, and goes no further."""

    request: GateRequest

    async def gate(self, request: GateRequest) -> Any:
        self.request = request
        raise Halted


def losing(say: Say, *seats: str) -> tuple[Say, set[str]]:
    """Return a script whose calls break off for these seats, and the seats, to be mended by a test."""
    lost = set(seats)

    def reply(request: ModelRequest) -> Line:
        return Failed("host_died", verbatim("Gone."), sent=True) if request.seat in lost else say(request)

    return reply, lost


def new_text(request: ModelRequest) -> str:
    return refine(request, f"{request.seat} writes all of it anew, {len(read(request)['text'])}.")


def blamed(table: Table) -> list[tuple[str, str]]:
    """The calls that the failure gate names."""
    assert table.kind == "failure"
    assert table.gate.fact.verbs == ("retry", "fallback", "stop")
    return [(item["seat"], item["purpose"]) for item in table.payload["items"]]


async def test_a_refinement_left_out_of_two_leaves_its_answer_and_the_round_goes_on(table: Table) -> None:
    table.scripts["refinement"], _ = losing(new_text, "Ben")
    await table.open(members=("Ada", "Ben"), retries=0, max_rounds=1)
    assert table.kind == "uncertain"
    await table.answer("drop")
    assert table.statuses == {"Ada": "changed", "Ben": "failed"}
    assert table.payload["rule"] == "max_rounds_reached", "there are two answers still"
    await table.answer("finish")
    assert "Ben's refined answer in round 1 was left out by decision" in table.stated.degradation


async def test_nobodys_refinement_is_needed_to_go_on_and_what_stands_is_no_agreement(table: Table) -> None:
    table.scripts["refinement"] = lambda r: Failed("auth", verbatim("No."), sent=True)
    await table.open(members=("Ada", "Ben"), retries=0)
    assert table.payload["most_absent"] == 2
    await table.answer("fallback", replace={"Ada": None, "Ben": None})
    assert table.kind == "approval"
    assert table.statuses == {"Ada": "failed", "Ben": "failed"}
    assert table.payload["rule"] is None


async def test_help_that_fails_leaves_out_no_more_than_itself_and_the_end_says_so(table: Table) -> None:
    for purpose in ("clarification", "critique", "evaluation", "compare"):
        table.scripts[purpose] = lambda r: Failed("server_error", verbatim("Down."), sent=True)
    done = await table.open(interactive_clarifications=True, gate_policy="never_ask", max_rounds=2, retries=0)
    assert done == "finished"
    assert not await table.facts("seat_absent")
    assert not table.asked("refinement"), "nobody has said what there is to refine"
    assert table.reason == "max_rounds_reached", "who was not asked to refine holds nothing"
    assert {a.status for a in await table.facts("text_assessed")} == {"skipped"}
    told = " ".join(table.stated.degradation)
    assert "Ada could not be asked for questions: Down." in told
    assert "Ben's critiques of round 1 did not come: Down." in told
    assert "nobody's critique came in round 2: no answer was refined" in told
    assert "round 1 was not judged: Down." in told


async def test_one_critic_that_fails_leaves_the_others_points_to_refine_by(table: Table) -> None:
    table.scripts["critique"] = lambda r: (
        Failed("auth", verbatim("No."), sent=True) if r.seat == "Ben" else critique(r)
    )
    await table.open(retries=0)
    assert table.kind == "approval"
    assert {r.seat for r in table.asked("refinement")} == {"Ada", "Ben", "Cy"}
    assert {fact.critic for fact in await table.facts("critique_filed")} == {"Ada", "Cy"}
    assert table.statuses == dict.fromkeys(("Ada", "Ben", "Cy"), "changed")
    assert "Ben's critiques of round 1 did not come: No." in table.payload["degradation"]


async def test_agreement_on_answers_of_no_quality_ends_nothing(table: Table) -> None:
    figures = '{"agreement": 95, "quality": 0, "must_haves": [], "note": ""}'
    table.scripts["evaluation"] = lambda r: figures
    table.scripts["refinement"] = new_text
    await table.open()
    assert table.payload["rule"] is None


async def test_a_member_left_out_of_two_can_be_given_another_model(table: Table) -> None:
    table.scripts["refinement"] = lambda r: (
        Failed("auth", verbatim("No."), sent=True) if r.model == "m/Ben" else new_text(r)
    )
    await table.open(members=("Ada", "Ben"), retries=0)
    await table.answer("fallback", replace={"Ben": "m/other"})
    assert table.kind == "approval"
    assert table.statuses == {"Ada": "changed", "Ben": "changed"}
    assert not table.state.left_out


async def test_stopping_where_too_few_are_left_is_a_failed_session_without_an_answer(table: Table) -> None:
    table.scripts["proposal"], _ = losing(lambda r: f"{r.seat} answers.", "Ada", "Ben")
    await table.open(members=("Ada", "Ben"), retries=0)
    await table.answer("drop")
    assert blamed(table) == [("Ada", "proposal"), ("Ben", "proposal")]
    await table.answer("stop")
    assert (table.live.fold.session.state, table.reason) == ("failed", "error_occurred")
    assert table.state.result is None


async def test_first_answers_left_out_open_the_failure_gate_before_anybody_criticises(table: Table) -> None:
    table.scripts["proposal"], lost = losing(lambda r: f"{r.seat} answers.", "Ben", "Cy")
    await table.open(retries=0)
    await table.answer("drop")
    assert blamed(table) == [("Ben", "proposal"), ("Cy", "proposal")]
    assert (table.payload["may_sit_out"], table.payload["most_absent"]) == (["Ben", "Cy"], 1)
    assert not table.asked("critique")
    lost.clear()
    await table.answer("fallback", replace={"Ben": None})
    assert table.kind == "approval"
    assert table.statuses == {"Ada": "changed", "Ben": "failed", "Cy": "changed"}


async def test_a_single_pass_of_two_is_not_answered_from_one_either(table: Table) -> None:
    table.scripts["proposal"], lost = losing(lambda r: f"{r.seat} answers.", "Ben")
    await table.open(members=("Ada", "Ben"), enabled=False, retries=0)
    await table.answer("drop")
    assert blamed(table) == [("Ben", "proposal")]
    lost.clear()
    await table.answer("retry")
    assert table.kind == "approval"
    assert set(table.statuses) == {"Ada", "Ben"}


async def test_a_sole_member_that_is_left_out_leaves_no_answer_to_build_on(table: Table) -> None:
    table.scripts["proposal"], lost = losing(lambda r: f"{r.seat} answers.", "Ada")
    await table.open(members=("Ada",), retries=0)
    await table.answer("drop")
    assert blamed(table) == [("Ada", "proposal")]
    assert table.payload["most_absent"] == 0
    lost.clear()
    await table.answer("retry")
    assert table.kind == "approval"
    assert table.statuses == {"Ada": "changed"}


async def test_all_drafts_of_a_member_left_out_are_asked_again_together(table: Table) -> None:
    table.scripts["proposal"], lost = losing(lambda r: f"{r.seat} answers {read(r)['draft']}.", "Ada")
    ada = Seat(name="Ada", model="m/Ada", drafts=2)
    await table.open(team=seated(ada, "Ben"), retries=0)
    await table.answer("drop")
    assert blamed(table) == [("Ada", "proposal"), ("Ada", "proposal")]
    lost.clear()
    await table.answer("retry")
    assert table.kind == "approval"
    assert table.payload["statuses"]["Ada"]["drafts"] == 2


@pytest.mark.parametrize("broken", [("Ben", "Cy"), ("Ada", "Ben", "Cy")])
async def test_replies_that_cannot_be_read_end_no_debate_the_texts_of_before_stand(
    table: Table, broken: tuple[str, ...]
) -> None:
    table.scripts["refinement"] = lambda r: '{"text": "Half of' if r.seat in broken else new_text(r)
    assert await table.open(gate_policy="never_ask", max_rounds=2) == "finished"
    assert table.reason == "max_rounds_reached", "what nobody could read is no agreement"
    for seat in broken:
        last = table.asked("refinement", seat)[-1]
        assert read(last)["text"] == f"{seat} proposes a plan of its own."
    (stated,) = await table.facts("result_stated")
    assert any(
        f"{broken[0]}'s refined answer in round 1 could not be read" in line for line in stated.degradation
    )


async def test_a_reply_that_cannot_be_read_of_one_of_three_is_a_failure_that_two_outweigh(
    table: Table,
) -> None:
    table.scripts["refinement"] = lambda r: '{"text": "Half of' if r.seat == "Cy" else new_text(r)
    await table.open()
    assert table.kind == "approval"
    assert table.statuses == {"Ada": "changed", "Ben": "changed", "Cy": "failed"}


async def test_a_round_whose_critiques_were_all_left_out_goes_on_and_says_so(table: Table) -> None:
    table.scripts["critique"], _ = losing(critique, "Ada", "Ben")
    await table.open(members=("Ada", "Ben"), retries=0)
    await table.answer("drop")
    assert table.kind == "approval", "there are two answers, only no critiques of them"
    assert table.payload["rule"] is None
    left_out = [f"{seat}'s critiques of round 1 were left out by decision" for seat in ("Ada", "Ben")]
    assert [line for line in table.payload["degradation"] if line in left_out] == left_out
    await table.answer("finish")
    assert set(left_out) <= set(table.stated.degradation)


async def test_an_older_session_at_approval_with_too_few_answers_may_only_be_done_again_or_ended(
    table: Table,
) -> None:
    await table.open(members=("Ada", "Ben"))
    # As recorded by versions that came to approval with one answer of two.
    del table.state.attempt.base["Ben"], table.state.attempt.refined["Ben"]
    shown = approval_payload(table.state)
    assert (shown.rule, shown.primary, shown.verbs) == ("error_occurred", "finish", ("finish", "reject"))
    # No policy passes it either: an answer of too few is never made without a person.
    table.state.setup = table.state.setup.model_copy(update={"gate_policy": "never_ask"})
    asked: Any = Asked()
    with pytest.raises(Halted):
        await approval(table.state, asked)
    assert asked.request.auto_answer is None


async def decide(table: Table, plan: AnswerPlan) -> str:
    """Let a plan answer every gate; return the state it ends in."""
    session = table.live.fold.session
    while session.state == "waiting":
        given = plan.answer(table.gate, table.live.fold)
        assert given is not None
        await table.review.answer(table.id, table.gate.id, given.verb, given.data, by=given.by)
        await table.sessions.wait(table.id)
    return session.state


async def test_an_answers_file_decides_at_the_failure_gate_after_a_call_was_left_out(table: Table) -> None:
    table.scripts["proposal"] = lambda r: (
        Failed("host_died", verbatim("Gone."), sent=True) if r.model == "m/Ben" else "An answer."
    )
    await table.open(members=("Ada", "Ben"), retries=0, max_rounds=1)
    plan = AnswerPlan(
        answers=[
            FileAnswer(gate="uncertain", verb="drop"),
            FileAnswer(gate="failure", verb="fallback", data={"replace": {"Ben": "m/other"}}),
            FileAnswer(gate="uncertain", verb="ask_again"),
            FileAnswer(gate="approval", verb="finish"),
        ]
    )
    assert await decide(table, plan) == "finished"
    answers = [(f.verb, f.by) for f in await table.facts("gate_answered")]
    assert answers == [("drop", "file"), ("fallback", "file"), ("send", "policy"), ("finish", "file")]
    assert [left.gate for left in plan.answers] == ["uncertain"], "the other model answered at once"


@pytest.mark.parametrize(
    ("on_failure", "gates"), [("retry", ["uncertain", "failure"] * 4), ("fallback", ["uncertain", "failure"])]
)
async def test_without_a_person_a_call_that_is_always_lost_ends_in_a_failed_session(
    table: Table, on_failure: Any, gates: list[str]
) -> None:
    table.scripts["proposal"], _ = losing(lambda r: f"{r.seat} answers.", "Ben")
    await table.open(members=("Ada", "Ben"), retries=0)
    plan = AnswerPlan(approve="all", on_failure=on_failure, on_uncertain="drop")
    assert (await decide(table, plan), table.reason) == ("failed", "error_occurred")
    asked = [g.kind for g in await table.facts("gate_opened") if g.kind in ("uncertain", "failure")]
    assert asked == gates


async def test_members_left_out_at_an_uncertain_gate_count_towards_those_that_may_sit_out(
    table: Table,
) -> None:
    down = {"Ben", "Cy"}

    def broken(request: ModelRequest) -> Failed | str:
        if request.seat not in down:
            return "An answer."
        kind: Any = "host_died" if request.seat == "Cy" else "auth"
        return Failed(kind, verbatim("Gone."), sent=True)

    table.scripts["proposal"] = broken
    await table.open(retries=0)
    assert table.kind == "uncertain"
    await table.answer("drop")
    assert table.kind == "failure"
    assert (table.payload["may_sit_out"], table.payload["most_absent"]) == (["Ben"], 0)
    with pytest.raises(GateError, match="Too few"):
        await table.review.answer(table.id, table.gate.id, "fallback", {"replace": {"Ben": None}})
    down.clear()
    await table.answer("retry")
    assert table.statuses == {"Ada": "changed", "Ben": "changed", "Cy": "failed"}
    assert any("2 of 3 members answered" in line for line in table.payload["degradation"])


async def test_a_chair_left_out_lets_the_best_ranked_answer_stand(table: Table) -> None:
    table.scripts["synthesis"] = lambda r: Failed("host_died", verbatim("Gone."), sent=True)
    await table.open(retries=0)
    await table.answer("finish")
    assert table.kind == "uncertain"
    assert await table.answer("drop") == "finished"
    assert "the chair's answer was left out by decision" in table.result
    assert "proposes a plan of its own" in table.result


async def test_leaving_out_one_draft_leaves_the_member_in(table: Table) -> None:
    table.scripts["proposal"] = lambda r: (
        Failed("host_died", verbatim("Gone."), sent=True) if read(r)["draft"] == 1 else f"{r.seat} writes."
    )
    ada = Seat(name="Ada", model="m/Ada", drafts=2)
    await table.open(team=seated(ada, Seat(name="Ben", model="m/Ben", drafts=2)), retries=0)
    assert table.kind == "uncertain"
    await table.answer("drop")
    assert table.kind == "approval"
    assert set(table.statuses.values()) == {"changed"}
    assert not table.state.left_out

"""Row 12: one member's failure never ends the run; degraded looks degraded; the chair's is a gate."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.domain.canonical import JsonValue
from app.gateway.hosted import HostedGateway
from app.projections.folding import fold_session
from app.services.unattended import AnswerPlan
from app.store.clock import SystemClock
from tests.faults.catalogue import FAULTS as CATALOGUE
from tests.faults.catalogue import by_name
from tests.faults.conftest import ample, short
from tests.faults.debating import ALL, begin, failures, finished, of, panel
from tests.faults.panel import answer
from tests.faults.server import Act, Asked, FaultServer
from tests.faults.speaking import Said, events
from tests.support.desk import desk

pytestmark = pytest.mark.loopback
FAULTS = [
    ("status-401", "auth", "The key was refused", 1),
    ("status-429-later", "rate_limit", "Too many requests", 2),
    ("status-501", "bad_reply", "did not accept", 1),
]


@pytest.mark.parametrize(("fault", "kind", "words", "tries"), FAULTS)
async def test_a_failing_member_is_left_out_and_the_result_says_who_and_why(
    tmp_path: Path, gateway: HostedGateway, server: FaultServer, fault: str, kind: str, words: str, tries: int
) -> None:
    limit = CATALOGUE[fault].limit
    gateway.limits = ample if limit is None else short(limit)
    async with desk(tmp_path, gateway=gateway, clock=SystemClock()) as table:
        session = await begin(table, panel(server, Ann="good", Bob=fault, Cy="good"), retries=1)
        assert await table.drive(session, ALL) == "finished"
        records = await table.sessions.records(session)
    assert failures(records)["Bob", kind] == tries
    # The server was asked exactly as often as the journal says: no quiet retries.
    assert len(server.asked) == len(of(records, "call_asked"))
    failed = of(records, "call_failed")[0]
    assert words in failed["message"]
    assert failed["hint"]
    gate = of(records, "gate_opened")[0]
    assert (gate["kind"], gate["payload"]["items"][0]["seat"]) == ("failure", "Bob")
    assert words in of(records, "seat_absent")[0]["reason"]
    degradation = " ".join(finished(records)["degradation"])
    assert "Bob" in degradation
    assert words in degradation


@pytest.mark.parametrize(
    ("fault", "words", "times"),
    [
        ("clean-close", "broke off", 2),
        ("error-event", "Broke down", 2),
        ("unknown-finish", "gone_fishing", 2),
        # A limit that was reached once would be reached again: it is not paid for twice.
        ("stall-in-the-middle", "stood still", 1),
    ],
)
async def test_an_answer_that_breaks_off_again_and_again_is_used_as_far_as_it_came_and_marked(
    tmp_path: Path, gateway: HostedGateway, server: FaultServer, fault: str, words: str, times: int
) -> None:
    limit = CATALOGUE[fault].limit
    gateway.limits = ample if limit is None else short(limit)
    async with desk(tmp_path, gateway=gateway, clock=SystemClock()) as table:
        session = await begin(table, panel(server, Ann="good", Bob=fault, Cy="good"), retries=1)
        assert await table.drive(session, ALL) == "finished"
        records = await table.sessions.records(session)
        answers = fold_session(table.parts.catalogue, records).steps.at(1, 1)["proposal"]
    # An answer that is used counts like any other: three of three.
    assert answers.done == answers.asked
    assert len(server.asked) == len(of(records, "call_asked"))
    failed = [one for one in of(records, "call_failed") if words in one["message"]]
    assert [one["cut"] for one in failed[:times]] == ["broken"] * times
    asked = [(one["seat"], one["purpose"]) for one in of(records, "call_asked")]
    assert asked.count(("Bob", "proposal")) == times
    # Asked once more where that may help, then taken as it is; nobody sits out.
    assert [answer["verb"] for answer in of(records, "gate_answered")].count("use_partial") == 2
    assert of(records, "seat_absent") == []
    cut = {proposed["seat"] for proposed in of(records, "text_proposed") if proposed["cut"]}
    assert cut == {"Bob"}
    degradation = " ".join(finished(records)["degradation"])
    assert "Bob's answer in round 1 was cut off and is used as it is" in degradation


async def test_what_came_of_an_answer_stands_where_it_is_asked_for_anew_and_nothing_comes(
    tmp_path: Path, gateway: HostedGateway, server: FaultServer
) -> None:
    def script(asked: Asked) -> Act:
        fault = ("error-event", "status-401")[min(asked.number, 1)]
        return CATALOGUE[fault].make(asked.dialect) if asked.model == "fails" else by_name(asked)

    server.script = script
    async with desk(tmp_path, gateway=gateway, clock=SystemClock()) as table:
        session = await begin(table, panel(server, Ann="good", Bob="fails", Cy="good"))
        assert await table.drive(session, ALL) == "finished"
        records = await table.sessions.records(session)
    first, second = of(records, "call_failed")[:2]
    assert first["partial"]
    assert (second["kind"], second["partial"]) == ("auth", "")
    proposed = {one["seat"]: one for one in of(records, "text_proposed")}
    assert proposed["Bob"]["cut"]
    assert first["partial"].strip() in str(proposed["Bob"])


async def test_a_picture_in_an_answer_is_kept_and_goes_to_no_other_model_but_as_a_mark_with_its_size(
    tmp_path: Path, gateway: HostedGateway, server: FaultServer
) -> None:
    letters = "iVBORw0KGgo" * 4000
    drawn = f"Move, as the plan shows. ![plan](data:image/png;base64,{letters})"

    def script(asked: Asked) -> Act:
        prose = asked.model == "draws" and not answer(asked.prompt).startswith("{")
        return Act(events("openai", Said(drawn))) if prose else by_name(asked)

    server.script = script
    async with desk(tmp_path, gateway=gateway, clock=SystemClock()) as table:
        session = await begin(table, panel(server, Ann="good", Bob="draws", Cy="good"))
        assert await table.drive(session, ALL) == "finished"
        records = await table.sessions.records(session)
    assert any(drawn == body["text"] for body in of(records, "call_completed"))
    assert not any(letters[:200].encode() in asked.body for asked in server.asked)
    marks = [asked.prompt for asked in server.asked if "[picture “plan”, 33 kB]" in asked.prompt]
    assert len(marks) > 2


async def test_a_failed_member_can_be_asked_again_and_the_round_is_whole(
    tmp_path: Path, gateway: HostedGateway, server: FaultServer
) -> None:
    async with desk(tmp_path, gateway=gateway, clock=SystemClock()) as table:
        session = await begin(table, panel(server, Ann="good", Bob="status-501~1"))
        assert await table.run(session) == "waiting"
        # The others' answers are there; only Bob is asked again.
        asked = len(server.asked)
        await table.review.answer(session, table.gate(session), "retry", go_on=False)
        assert await table.drive(session, ALL) == "finished"
        records = await table.sessions.records(session)
    assert server.asked[asked].model == "status-501~1"
    assert of(records, "seat_absent") == []
    assert not [line for line in finished(records)["degradation"] if "Bob" in line]
    assert max(server.hashes.values()) == 2


async def test_another_model_in_the_seat_goes_to_the_same_server_when_it_sits_there_already(
    tmp_path: Path, gateway: HostedGateway, server: FaultServer
) -> None:
    async with desk(tmp_path, gateway=gateway, clock=SystemClock()) as table:
        session = await begin(table, panel(server, Ann="good", Bob="status-401"))
        assert await table.run(session) == "waiting"
        data: dict[str, JsonValue] = {"replace": {"Bob": "openai/good"}}
        await table.review.answer(session, table.gate(session), "fallback", data, go_on=False)
        assert await table.drive(session, ALL) == "finished"
        records = await table.sessions.records(session)
    assert [body["model"] for body in of(records, "seat_replaced")] == ["openai/good"]
    assert "Bob replaced: openai/good" in finished(records)["degradation"]
    assert {asked.model for asked in server.asked[-2:]} == {"good"}


async def test_a_failing_chair_is_a_gate_and_then_another_members_model(
    tmp_path: Path, gateway: HostedGateway, server: FaultServer
) -> None:
    async with desk(tmp_path, gateway=gateway, clock=SystemClock()) as table:
        session = await begin(table, panel(server, chair="status-401", Ann="good", Bob="good"))
        state = await table.drive(session, AnswerPlan(approve="all", on_failure="stop"))
        assert state == "failed"
        # Stopped, not lost: the gate opens again, and the answers of the members are still there.
        members = of(await table.sessions.records(session), "text_proposed")
        assert {body["seat"] for body in members} == {"Ann", "Bob"}
        answered = len(server.asked)
        assert await table.drive(session, ALL) == "finished"
        records = await table.sessions.records(session)
    again = server.asked[answered:]
    assert {asked.model for asked in again} <= {"good", "status-401"}
    assert "chair fallback used: openai/good" in " ".join(finished(records)["degradation"])


async def test_two_of_two_failing_members_stop_the_run_at_a_gate_that_keeps_everything(
    tmp_path: Path, gateway: HostedGateway, server: FaultServer
) -> None:
    async with desk(tmp_path, gateway=gateway, clock=SystemClock()) as table:
        session = await begin(table, panel(server, Ann="status-501", Bob="status-401"))
        assert await table.run(session) == "waiting"
        gate = of(await table.sessions.records(session), "gate_opened")[-1]
        items = {item["seat"]: item["reason"] for item in gate["payload"]["items"]}
        assert items == {"Ann": "bad_reply", "Bob": "auth"}
        assert await table.drive(session, ALL) == "failed"


async def test_what_the_calls_cost_is_the_providers_count_at_the_seats_rates(
    tmp_path: Path, gateway: HostedGateway, server: FaultServer
) -> None:
    async with desk(tmp_path, gateway=gateway, clock=SystemClock()) as table:
        session = await begin(table, panel(server, Ann="good", Bob="good"))
        assert await table.drive(session, ALL) == "finished"
        records = await table.sessions.records(session)
        fold = fold_session(table.parts.catalogue, records, "agreement")
    usages = [body["usage"] for body in of(records, "call_completed")]
    assert {usage["source"] for usage in usages} == {"provider"}
    cost = sum(u["tokens_in"] * 1e-6 + u["tokens_out"] * 2e-6 for u in usages)
    assert fold.spend.total.cost == pytest.approx(cost)
    assert fold.spend.total.unpriced == 0
    # Nothing cost more than was set aside for it.
    reserved = {r.seq: r.body()["reserved"] for r in records if r.type == "call_asked"}
    for body in of(records, "call_completed"):
        reserve = reserved[body["asked"]]
        assert isinstance(reserve, float)
        assert body["usage"]["cost"] <= reserve


async def test_a_call_that_does_not_fit_under_the_limit_opens_the_budget_gate_and_goes_on_when_it_is_raised(
    tmp_path: Path, gateway: HostedGateway, server: FaultServer
) -> None:
    async with desk(tmp_path, gateway=gateway, clock=SystemClock()) as table:
        # A call's worst case is some 0.8 cents at the seats' rates: none fits, then one after the other.
        limit = 0.005
        session = await begin(table, panel(server, Ann="good", Bob="good"), cost_limit=limit)
        while await table.run(session) == "waiting":
            gate = of(await table.sessions.records(session), "gate_opened")[-1]
            if gate["kind"] != "budget":
                break
            (item,) = {str(one["spent"]): one for one in gate["payload"]["items"]}.values()
            assert item["spent"] + item["needs"] > limit
            limit += 0.01
            await table.review.answer(session, table.gate(session), "raise", {"limit": limit}, go_on=False)
        records = await table.sessions.records(session)
    assert [body["value"] for body in of(records, "limit_changed")]
    held, spent, cap = dict[int, float](), 0.0, 0.005
    for record in records:
        body = dict(record.body())
        if record.type == "limit_changed":
            cap = float(str(body["value"]))
        if record.type == "call_asked":
            held[record.seq] = float(str(body["reserved"]))
        if record.type == "call_completed":
            held.pop(int(str(body["asked"])))
            spent += float(body["usage"]["cost"])  # type: ignore[index,arg-type,call-overload]
        assert spent + sum(held.values()) <= cap + 1e-9

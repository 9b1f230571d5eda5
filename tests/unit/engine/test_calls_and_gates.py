"""Calls are asked once, failures and doubts go to a person, gates take one answer."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from app.domain.errors import Bug, GateError, InputError, SessionBusy
from app.domain.facts import NoteAdded
from app.domain.gates import GatePlace
from app.domain.i18n import verbatim
from app.domain.interruption_gates import UNCERTAIN
from app.domain.messages import ModelRequest
from app.engine.bus import Appended, BusMessage
from app.engine.ports import Completed, Failed, Sent, TextDelta
from app.services.sessions import fork_title
from app.services.unattended import AnswerPlan
from app.store.clock import SystemClock
from tests.support.clocks import Held, ManualClock
from tests.support.desk import desk, echo
from tests.support.scripted import Line, ScriptedGateway
from tests.support.slow import Endless
from tests.support.waiting import AMPLE, until


def counted(gateway: object) -> list[int]:
    assert isinstance(gateway, ScriptedGateway)
    return list(gateway.counts.values())


async def test_a_run_stops_at_its_gate_and_goes_on_after_the_answer(tmp_path: Path) -> None:
    async with desk(tmp_path) as d:
        session = await d.create()
        assert await d.run(session) == "waiting"
        await d.review.answer(session, d.gate(session), "again", {"guidance": "shorter"})
        assert await d.sessions.wait(session) == "waiting"
        assert d.live(session).fold.state.guidance == ["shorter"]  # type: ignore[attr-defined]
        await d.review.answer(session, d.gate(session), "finish")
        assert await d.sessions.wait(session) == "finished"
        assert counted(d.gateway) == [1, 1, 1, 1]


async def test_a_gate_left_open_is_answered_after_a_restart(tmp_path: Path) -> None:
    async with desk(tmp_path) as d:
        session = await d.create(rounds=1)
        await d.run(session)
        gate = d.gate(session)
    async with desk(tmp_path) as d:
        await d.review.answer(session, gate, "finish")
        assert await d.sessions.wait(session) == "finished"
        assert counted(d.gateway) == []


async def test_one_gate_never_counts_two_answers(tmp_path: Path) -> None:
    async with desk(tmp_path) as d:
        session = await d.create(rounds=1)
        await d.run(session)
        gate = d.gate(session)
        answers = [d.review.answer(session, gate, verb) for verb in ("finish", "again", "finish")]
        results = await asyncio.gather(*answers, return_exceptions=True)
        assert sum(isinstance(result, GateError) for result in results) == 2
        assert (await d.types(session)).count("gate_answered") == 1


@pytest.mark.parametrize(
    ("verb", "data", "message"),
    [
        ("fly", {}, "does not take the verb"),
        ("again", {"nonsense": 1}, "nonsense"),
        ("finish", {"x": 1}, "x"),
    ],
)
async def test_an_answer_that_does_not_fit_leaves_the_gate_open(
    tmp_path: Path, verb: str, data: dict[str, int], message: str
) -> None:
    async with desk(tmp_path) as d:
        session = await d.create()
        await d.run(session)
        gate = d.gate(session)
        with pytest.raises(GateError, match=message):
            await d.review.answer(session, gate, verb, dict(data))
        assert d.gate(session) == gate


async def test_a_gate_passed_by_policy_is_opened_and_answered_in_one_transaction(tmp_path: Path) -> None:
    async with desk(tmp_path) as d:
        session = await d.create(ask_me=False, rounds=3)
        assert await d.run(session) == "finished"
        records = await d.sessions.records(session)
        opened = [r for r in records if r.type == "gate_opened"]
        answered = {r.seq: r for r in records if r.type == "gate_answered"}
        assert len(opened) == 3
        assert all(answered[r.seq + 1].at == r.at for r in opened)


async def test_a_gate_with_a_due_time_is_answered_when_it_is_over(tmp_path: Path) -> None:
    async with desk(tmp_path, clock=SystemClock()) as d:
        session = await d.create(due_in=0.05)
        assert await d.run(session) == "waiting"
        await until(lambda: d.live(session).fold.session.state == "finished")
        answered = [r.body() for r in await d.sessions.records(session) if r.type == "gate_answered"]
        assert answered[0]["by"] == "timeout"


async def test_finished_calls_are_kept_when_another_fails_and_retry_asks_the_failed_one_alone(
    tmp_path: Path,
) -> None:
    broken = {"Bob": 1}

    def script(request: ModelRequest) -> Line:
        if broken.get(request.seat, 0):
            broken[request.seat] -= 1
            return Failed(
                "auth",
                verbatim("The key was refused (401)."),
                sent=True,
                hint=verbatim("Enter the key again."),
            )
        return echo(request)

    async with desk(tmp_path, script) as d:
        session = await d.create(rounds=1)
        assert await d.run(session) == "waiting"
        gate = d.live(session).fold.gates.open_gate()
        assert gate is not None
        assert gate.fact.kind == "failure"
        items = gate.fact.payload["items"]
        assert isinstance(items, list)
        assert [item["seat"] for item in items if isinstance(item, dict)] == ["Bob"]
        await d.review.answer(session, gate.id, "retry")
        assert await d.sessions.wait(session) == "waiting"
        assert isinstance(d.gateway, ScriptedGateway)
        assert {seat: n for (_, seat, _), n in d.gateway.counts.items()} == {"Ann": 1, "Bob": 2}


async def test_fallback_lets_a_seat_sit_out_or_gives_it_another_model(tmp_path: Path) -> None:
    def script(request: ModelRequest) -> Line:
        if request.seat == "Bob" and request.model == "scripted/any":
            return Failed("no_credit", verbatim("No credit."), sent=True)
        return echo(request)

    async with desk(tmp_path, script) as d:
        session = await d.create(rounds=2)
        await d.run(session)
        await d.review.answer(session, d.gate(session), "fallback", {"replace": {"Bob": None}})
        await d.sessions.wait(session)
        state = d.live(session).fold.state
        assert [seat for seat, _ in state.texts] == ["Ann"]  # type: ignore[attr-defined]
        await d.review.answer(session, d.gate(session), "again")
        await d.sessions.wait(session)
        await d.review.answer(session, d.gate(session), "fallback", {"replace": {"Bob": "scripted/other"}})
        await d.sessions.wait(session)
        assert [seat for seat, _ in state.texts] == ["Ann", "Ann", "Bob"]  # type: ignore[attr-defined]


async def test_stop_at_the_failure_gate_fails_the_run_and_resume_opens_it_again(tmp_path: Path) -> None:
    async with desk(tmp_path, lambda request: Failed("auth", verbatim("No."), sent=True)) as d:
        session = await d.create()
        assert await d.drive(session, AnswerPlan(approve="all", on_failure="stop")) == "failed"
        assert d.live(session).fold.session.reason == "error_occurred"
        assert await d.run(session) == "waiting"
        gate = d.live(session).fold.gates.open_gate()
        assert gate is not None
        assert gate.fact.kind == "failure"


async def test_safe_faults_are_retried_with_waits_and_every_attempt_is_a_record(tmp_path: Path) -> None:
    left = {"Ann": 2, "Bob": 0}

    def script(request: ModelRequest) -> Line:
        if left[request.seat]:
            left[request.seat] -= 1
            return Failed("rate_limit", verbatim("Slow down."), sent=True, retry_after=7.0)
        return echo(request)

    clock = ManualClock()
    async with desk(tmp_path, script, clock=clock) as d:
        session = await d.create(rounds=1)
        assert await d.run(session) == "waiting"
        assert [wait for wait in clock.slept if wait == 7.0] == [7.0, 7.0]
        assert (await d.types(session)).count("call_asked") == 4


async def test_nothing_is_retried_by_itself_after_the_first_token(tmp_path: Path) -> None:
    def script(request: ModelRequest) -> Line:
        return [
            Sent(),
            TextDelta("half"),
            Failed("overloaded", verbatim("Overloaded."), sent=True, received=True),
        ]

    async with desk(tmp_path, script) as d:
        session = await d.create(rounds=1, names=("Ann",))
        await d.run(session)
        assert counted(d.gateway) == [1]
        failed = [r.body() for r in await d.sessions.records(session) if r.type == "call_failed"]
        assert failed[0]["partial"] == "half"


@pytest.mark.parametrize(
    "events",
    [
        [Sent(), TextDelta("cut of")],
        [Sent()],
        [Sent(), Completed("   ")],
    ],
)
async def test_a_cut_or_empty_answer_is_never_taken_for_a_complete_one(
    tmp_path: Path, events: list[Sent | TextDelta | Completed]
) -> None:
    async with desk(tmp_path, lambda request: events) as d:
        session = await d.create(names=("Ann",))
        assert await d.run(session) == "waiting"
        assert d.live(session).fold.gates.open_gate().fact.kind == "failure"  # type: ignore[union-attr]
        assert "call_completed" not in await d.types(session)


async def test_stop_in_mid_stream_keeps_finished_calls_and_asks_about_the_others(tmp_path: Path) -> None:
    def script(request: ModelRequest) -> Line:
        return echo(request) if request.seat == "Ann" else Endless("word word ")

    gateway = ScriptedGateway(script, SystemClock(), delay=0.01)
    async with desk(tmp_path, gateway=gateway, clock=SystemClock()) as d:
        session = await d.create(rounds=1)
        await d.sessions.start(session)
        calls = d.live(session).fold.calls
        await until(
            lambda: [track.key.seat for track in calls.open()] == ["Bob"] and len(calls.by_asked) == 2
        )
        await until(lambda: d.said.get("Bob"))
        await d.sessions.stop(session, "now")
        assert await d.sessions.wait(session) == "stopped"
        types = await d.types(session)
        assert types.count("call_completed") == 1
        assert types.count("call_cancelled") == 1
        assert await d.run(session) == "waiting"
        gate = d.live(session).fold.gates.open_gate()
        assert gate is not None
        assert gate.fact.kind == "uncertain"
        await d.review.answer(session, gate.id, "use_partial")
        assert await d.sessions.wait(session) == "waiting"
        assert gateway.counts.total() == 2
        texts = dict(d.live(session).fold.state.texts)  # type: ignore[attr-defined]
        assert texts["Bob"].startswith("word word")


async def test_after_this_round_stops_where_the_round_is_closed(tmp_path: Path) -> None:
    clock = Held()
    gateway = ScriptedGateway(echo, clock)
    async with desk(tmp_path, gateway=gateway, clock=clock) as d:
        session = await d.create(ask_me=False, rounds=5)
        await d.sessions.start(session)
        await until(lambda: gateway.running == 2)
        await d.sessions.stop(session, "after_round")
        clock.go.set()
        assert await d.sessions.wait(session) == "stopped"
        assert (await d.types(session)).count("round_closed") == 1


async def test_stop_with_answer_needs_an_accepted_round_and_then_leads_to_the_result(tmp_path: Path) -> None:
    async with desk(tmp_path) as d:
        session = await d.create(rounds=5)
        await d.run(session)
        with pytest.raises(InputError, match="no accepted round"):
            await d.sessions.stop(session, "with_answer")
        await d.review.answer(session, d.gate(session), "again")
        await d.sessions.wait(session)
        await d.sessions.stop(session, "with_answer")
        assert d.live(session).fold.session.state == "finished"
        assert d.live(session).fold.state.done == 2  # type: ignore[attr-defined]


async def test_stops_and_starts_at_the_same_moment_never_move_a_session_twice(tmp_path: Path) -> None:
    gateway = ScriptedGateway(echo, SystemClock(), delay=0.01)
    async with desk(tmp_path, gateway=gateway, clock=SystemClock()) as d:
        session = await d.create(rounds=5)
        await d.run(session)
        await d.review.answer(session, d.gate(session), "again")
        await d.sessions.wait(session)
        await d.sessions.stop(session, "now")
        await asyncio.gather(
            d.sessions.stop(session, "with_answer"),
            d.sessions.stop(session, "with_answer"),
            d.sessions.start(session),
            return_exceptions=True,
        )
        assert await d.sessions.wait(session) == "finished"
        types = await d.types(session)
        assert types.count("session_finished") == 1
        assert set(gateway.counts.values()) == {1}
        with pytest.raises(InputError, match="finished"):
            await d.sessions.stop(session, "now")
        assert d.live(session).fold.session.state == "finished"


async def test_a_stop_that_comes_while_the_loop_returns_is_obeyed(tmp_path: Path) -> None:
    async with desk(tmp_path) as d:
        session = await d.create(rounds=5)
        opened = asyncio.Event()

        def watch(message: BusMessage) -> None:
            if isinstance(message, Appended) and message.records[-1].type == "gate_opened":
                opened.set()

        d.parts.bus.subscribe(watch)
        await d.sessions.start(session)
        await opened.wait()
        await d.sessions.stop(session, "now")
        assert await d.sessions.wait(session) == "stopped"
        assert await d.run(session) == "waiting"


async def test_pause_lets_running_calls_end_and_resume_goes_on(tmp_path: Path) -> None:
    clock = Held()
    gateway = ScriptedGateway(echo, clock)
    async with desk(tmp_path, gateway=gateway, clock=clock) as d:
        session = await d.create(ask_me=False, rounds=2)
        await d.sessions.start(session)
        await until(lambda: gateway.running == 2)
        await d.sessions.pause(session)
        clock.go.set()
        assert await d.sessions.wait(session) == "paused"
        assert (await d.types(session)).count("call_completed") == 2
        assert await d.run(session) == "finished"
        assert set(gateway.counts.values()) == {1}


async def test_the_cost_limit_opens_a_gate_before_it_is_passed_and_raising_it_goes_on(tmp_path: Path) -> None:
    async with desk(tmp_path, cost=1.0) as d:
        session = await d.create(rounds=2, cost_limit=2.5)
        await d.run(session)
        await d.review.answer(session, d.gate(session), "again")
        await d.sessions.wait(session)
        gate = d.live(session).fold.gates.open_gate()
        assert gate is not None
        assert gate.fact.kind == "budget"
        assert d.live(session).fold.spend.total.cost == 2.0
        await d.review.answer(session, gate.id, "raise", {"limit": 10})
        await d.sessions.wait(session)
        assert d.live(session).fold.spend.total.cost == 4.0


async def test_stopping_at_the_budget_gate_stops_the_run(tmp_path: Path) -> None:
    async with desk(tmp_path, cost=1.0) as d:
        session = await d.create(cost_limit=0.5)
        assert await d.drive(session, AnswerPlan(approve="all")) == "stopped"
        assert counted(d.gateway) == []


async def test_the_same_key_with_another_request_is_a_bug_until_the_program_is_upgraded(
    tmp_path: Path,
) -> None:
    async with desk(
        tmp_path, lambda r: echo(r) if r.seat == "Ann" else Failed("auth", verbatim("No."), sent=True)
    ) as d:
        session = await d.create(rounds=1)
        await d.run(session)
        live = d.live(session)
        live.fold.state.setup["question"] = "Something else?"  # type: ignore[attr-defined]
        await d.review.answer(session, d.gate(session), "retry", go_on=False)
        with pytest.raises(Bug, match="another request"):
            await d.run(session)
    async with desk(tmp_path, version="2") as d:
        live = await d.sessions.attach(session)
        live.fold.state.setup["question"] = "Something else?"  # type: ignore[attr-defined]
        assert await d.run(session) == "waiting"
        gate = live.fold.gates.open_gate()
        assert gate is not None
        assert (gate.fact.kind, gate.fact.primary) == ("uncertain", "use_stored")
        items = gate.fact.payload["items"]
        assert isinstance(items, list)
        assert isinstance(items[0], dict)
        assert items[0]["verbs"] == ["use_stored", "ask_again"]
        assert items[0]["older"] is True
        (anns,) = (track for key, track in live.fold.calls.by_key.items() if key.seat == "Ann")
        assert items[0]["stored"] == anns.reply().text
        await d.review.answer(session, gate.id, "use_stored")
        assert await d.sessions.wait(session) == "waiting"
        # Ann's stored answer serves; what is left is Bob's failure.
        gate = live.fold.gates.open_gate()
        assert gate is not None
        assert gate.fact.kind == "failure"
        assert counted(d.gateway) == []


async def test_an_answer_of_an_earlier_version_serves_where_what_was_sent_is_the_same(tmp_path: Path) -> None:
    async with desk(
        tmp_path, lambda r: echo(r) if r.seat == "Ann" else Failed("auth", verbatim("No."), sent=True)
    ) as d:
        session = await d.create(rounds=1)
        await d.run(session)
        await d.review.answer(session, d.gate(session), "retry", go_on=False)
    async with desk(tmp_path, version="2") as d:
        live = await d.sessions.attach(session)
        for track in live.fold.calls.by_key.values():
            assert not track.fact.messages, "the fold leaves prompts unread"
            # Earlier versions hashed a template's variables, too, which were never sent.
            track.fact = track.fact.model_copy(update={"identity": "of more than was sent"})
        await d.run(session)
        assert isinstance(d.gateway, ScriptedGateway)
        assert [request.seat for request in d.gateway.requests] == ["Bob"]


async def test_an_answer_to_another_question_in_a_session_changed_from_outside_is_a_persons_to_decide(
    tmp_path: Path,
) -> None:
    async with desk(
        tmp_path, lambda r: echo(r) if r.seat == "Ann" else Failed("auth", verbatim("No."), sent=True)
    ) as d:
        session = await d.create(rounds=1)
        await d.run(session)
        await d.review.answer(session, d.gate(session), "retry", go_on=False)
    async with desk(tmp_path) as d:
        live = await d.sessions.attach(session)
        live.fold.state.setup["question"] = "Something else?"  # type: ignore[attr-defined]
        assert await d.run(session) == "waiting"
        gate = live.fold.gates.open_gate()
        assert gate is not None
        (line,) = [str(words) for words in UNCERTAIN.payload_lines(gate.fact.payload)]
        assert "this session was changed from outside; the saved answer may not fit it any more" in line
        assert "Ann (" in line, "the key by which it is answered"
        assert UNCERTAIN.headline is not None
        headline = UNCERTAIN.headline(gate.fact.payload, GatePlace())
        assert str(headline) == "1 saved answer is to another question than is asked now."
        await d.review.answer(session, gate.id, "ask_again")
        assert await d.sessions.wait(session) in ("waiting", "finished")
        assert sum(counted(d.gateway)) > 0


async def test_a_session_open_elsewhere_is_refused_for_writing_and_read_all_the_same(tmp_path: Path) -> None:
    async with desk(tmp_path) as d, desk(tmp_path) as other:
        session = await d.create()
        await d.run(session)
        with pytest.raises(SessionBusy, match="another window or process"):
            await other.sessions.start(session)
        assert len(await other.sessions.records(session)) == len(await d.sessions.records(session))


async def test_a_stop_request_reaches_the_process_that_holds_the_session(tmp_path: Path) -> None:
    gateway = ScriptedGateway(echo, SystemClock(), delay=0.2)
    async with desk(tmp_path, gateway=gateway, clock=SystemClock()) as d, desk(tmp_path) as other:
        session = await d.create(ask_me=False, rounds=50)
        await d.sessions.start(session)
        await other.sessions.stop(session, "now")
        assert await asyncio.wait_for(d.sessions.wait(session), AMPLE) == "stopped"


async def test_a_fork_goes_its_own_way_and_is_not_charged_for_what_it_inherits(tmp_path: Path) -> None:
    async with desk(tmp_path, cost=1.0) as d:
        session = await d.create(rounds=3, cost_limit=None)
        await d.run(session)
        head = d.live(session).fold.head
        fork = await d.sessions.fork(session, head)
        assert fork != session
        assert await d.run(fork) == "waiting"
        live = d.live(fork)
        assert live.fold.spend.total.cost == 0.0
        assert live.fold.session.parent is not None
        await d.review.answer(fork, d.gate(fork), "finish")
        assert await d.sessions.wait(fork) == "finished"
        assert d.live(session).fold.session.state == "waiting"


async def test_forking_before_the_first_step_is_refused_with_the_way_out(tmp_path: Path) -> None:
    async with desk(tmp_path) as d:
        session = await d.create()
        with pytest.raises(InputError, match="nothing to fork from"):
            await d.sessions.fork(session, 1)
        with pytest.raises(InputError, match="There is no record 99"):
            await d.sessions.fork(session, 99)


async def test_person_events_may_come_at_any_time_and_never_move_the_graph(tmp_path: Path) -> None:
    async with desk(tmp_path) as d:
        session = await d.create()
        await d.run(session)
        before = d.live(session).fold.position.node
        await d.review.tell(session, NoteAdded(text="look again"))
        assert d.live(session).fold.position.node == before
        assert (await d.types(session))[-1] == "note_added"


async def test_a_blank_or_wrong_setup_names_the_field(tmp_path: Path) -> None:
    async with desk(tmp_path) as d:
        with pytest.raises(InputError, match=r"Rounds at most \(max_rounds\)"):
            await d.create("debate", max_rounds=6)
        with pytest.raises(InputError, match="write the question"):
            await d.create("debate", question="   ")
        assert await d.parts.store.ids() == []


@pytest.mark.parametrize(
    ("title", "called"),
    [
        ("Why?", "Why? (fork)"),
        ("Why? (fork)", "Why? (fork 2)"),
        ("Why? (fork 9)", "Why? (fork 10)"),
        ("Is (fork) a word?", "Is (fork) a word? (fork)"),
    ],
)
async def test_a_forks_fork_is_counted_and_not_marked_twice(title: str, called: str) -> None:
    assert fork_title(title) == called


async def test_a_fork_is_whole_from_its_first_moment_whatever_comes_after(tmp_path: Path) -> None:
    async with desk(tmp_path) as d:
        session = await d.create(rounds=3)
        await d.run(session)
        before = await d.sessions.records(session)
        fork = await d.sessions.fork(session, len(before))
        store = d.parts.store
        await store.fork(fork, len(before) + 1, d.parts.ids.session_id())
        records = await d.sessions.records(fork)
        assert [r.type for r in records[:-1]] == [r.type for r in before]
        assert (records[-1].type, records[-1].seq) == ("session_forked", len(before) + 1)
        assert (records[-1].entry, records[-1].round) == (before[-1].entry, before[-1].round)
        assert records[-1].at >= before[-1].at


async def test_doubts_are_resolved_one_by_one_by_their_keys_alone(tmp_path: Path) -> None:
    async with desk(tmp_path, lambda request: Failed("host_died", verbatim("It died."), sent=True)) as d:
        session = await d.create(rounds=1)
        assert await d.run(session) == "waiting"
        gate = d.live(session).fold.gates.open_gate()
        assert gate is not None
        assert gate.fact.kind == "uncertain"
        with pytest.raises(GateError, match="nobody"):
            await d.review.answer(session, gate.id, "drop", {"answer/nobody": "drop"})
        await d.review.answer(
            session, gate.id, "drop", {"answer/Ann": "drop", "answer/Bob": "ask_again"}, go_on=False
        )
        resolved = {t.key.seat: t.resolved for t in d.live(session).fold.calls.by_asked.values()}
        assert resolved == {"Ann": "drop", "Bob": "ask_again"}


async def test_what_had_arrived_of_a_call_when_the_process_died_is_shown_and_can_be_used(
    tmp_path: Path,
) -> None:
    def dies(request: ModelRequest) -> Line:
        return "one two three four " * 20

    gateway = ScriptedGateway(dies, SystemClock(), delay=0.03, pieces=200)
    async with desk(tmp_path, gateway=gateway, clock=SystemClock()) as d:
        session = await d.create(rounds=1, names=("Ann",))
        await d.sessions.start(session)
        journal = d.live(session).writer.journal
        while not await journal.partials():  # noqa: ASYNC110
            await asyncio.sleep(0.02)
        ((asked, arrived),) = (await journal.partials()).items()
        # The file as it is now is what a killed process leaves.
        left = d.parts.ids.session_id()
        copy = d.parts.store.path(left)
        with closing(sqlite3.connect(d.parts.store.path(session))) as db:
            db.execute("VACUUM INTO ?", (str(copy),))
    async with desk(tmp_path) as d:
        assert await d.run(left) == "waiting"
        gate = d.live(left).fold.gates.open_gate()
        assert gate is not None
        assert gate.fact.kind == "uncertain"
        payload: Any = gate.fact.payload
        (item,) = payload["items"]
        assert item["asked"] == asked
        assert str(item["partial"]).startswith(arrived)
        await d.review.answer(left, gate.id, "use_partial")
        assert await d.sessions.wait(left) == "waiting"
        assert d.live(left).fold.state.texts == [("Ann", item["partial"])]  # type: ignore[attr-defined]
        assert await d.live(left).writer.journal.partials() == {}
        assert counted(d.gateway) == []

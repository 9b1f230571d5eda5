"""What a person asks for at an open gate: paid once, folded, and the gate stays as it is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from app.domain.command_facts import AFTER_END
from app.domain.errors import GateError, InputError
from app.domain.i18n import verbatim
from app.domain.ids import SessionId
from app.domain.messages import ModelRequest
from app.engine.exporting import ExportRequest
from app.engine.node import Context
from app.engine.plugin import CommandResult, PersonCommand, Wanted, report_of
from app.engine.ports import Failed
from app.export.registry import EXPORTERS
from app.projections.commands import Command
from app.projections.reporting import build_report
from app.services.live import read_session
from app.services.unattended import AnswerPlan
from app.store.clock import SystemClock
from tests.support.desk import Desk, desk, echo
from tests.support.scripted import Line
from tests.support.slow import Endless
from tests.support.toy_asking import COMMANDS, AskingPlugin, AskingState, explain
from tests.support.waiting import until


async def at_gate(d: Desk, **setup: Any) -> SessionId:
    """Return a session at its first gate."""
    session = await d.create("asking", **{"rounds": 3, **setup})
    assert await d.run(session) == "waiting"
    return session


async def done(d: Desk, session: SessionId, command: str, **data: Any) -> Command:
    """Ask for a command and wait until it is over or held."""
    return await d.commands.wait(session, await d.commands.ask(session, d.gate(session), command, data))


async def paid(d: Desk, session: SessionId) -> list[str]:
    """Return the prompts of all commands' calls, in order."""
    records = await d.sessions.records(session)
    bodies = [record.body() for record in records if record.type == "call_asked"]
    return [str(body["messages"][-1]["text"]) for body in bodies if body["command"]]  # type: ignore[index,call-overload]


class Slow:
    """The chair does not come to an end until it is `freed`."""

    def __init__(self) -> None:
        self.freed = False

    def __call__(self, request: ModelRequest) -> Line:
        return echo(request) if request.seat != "chair" or self.freed else Endless("So far ")


async def under_way(d: Desk, session: SessionId, command: str = "explain") -> int:
    """Ask for a command and wait until the chair has begun to speak."""
    asked = await d.commands.ask(session, d.gate(session), command)
    calls = d.live(session).fold.calls
    await until(lambda: [track.key.seat for track in calls.open()] == ["chair"])
    await until(lambda: d.said.get("chair"))
    return asked


async def test_an_explanation_is_folded_and_the_gate_stays_open(tmp_path: Path) -> None:
    async with desk(tmp_path, cost=0.25) as d:
        session = await at_gate(d)
        gate, before = d.gate(session), d.live(session).fold.spend.total.cost
        command = await done(d, session, "explain", about="the tone")
        assert (command.state, d.gate(session)) == ("done", gate)
        fold = d.live(session).fold
        assert fold.state.explanations == [str(command.ended.text)]  # type: ignore[attr-defined,union-attr]
        assert fold.spend.total.cost == before + 0.25
        assert fold.session.state == "waiting"
        types = await d.types(session)
        assert types[-5:] == ["command_asked", "call_asked", "call_completed", "toy_told", "command_ended"]
        await d.review.answer(session, gate, "finish")
        assert await d.sessions.wait(session) == "finished"


async def test_what_is_folded_live_is_what_the_journal_gives(tmp_path: Path) -> None:
    async with desk(tmp_path) as d:
        session = await at_gate(d)
        for command in ("explain", "check"):
            assert (await done(d, session, command)).state == "done"
        await d.review.answer(session, d.gate(session), "again")
        await d.sessions.wait(session)
        live = d.live(session).fold
        reader = await d.sessions.parts.store.follow(session)
        replayed, _ = await read_session(d.parts, reader)
        await reader.close()
        assert (replayed.commands, replayed.spend) == (live.commands, live.spend)
        assert vars(replayed.state) == vars(live.state)


async def test_a_second_run_of_the_same_command_is_another_call_that_sees_the_first(tmp_path: Path) -> None:
    async with desk(tmp_path) as d:
        session = await at_gate(d)
        await done(d, session, "explain")
        await done(d, session, "explain")
        assert await paid(d, session) == [
            "Explain everything, knowing 0 more.",
            "Explain everything, knowing 1 more.",
        ]


async def test_two_at_once_do_not_disturb_each_other(tmp_path: Path) -> None:
    async with desk(tmp_path) as d:
        session = await at_gate(d)
        gate = d.gate(session)
        asked = [await d.commands.ask(session, gate, name, {}) for name in ("explain", "check")]
        found = [await d.commands.wait(session, one) for one in asked]
        assert [one.state for one in found] == ["done", "done"]
        assert len(d.live(session).fold.state.explanations) == 2  # type: ignore[attr-defined]


async def test_the_same_thing_is_not_asked_twice_by_a_double_click(tmp_path: Path) -> None:
    async with desk(tmp_path) as d:
        session = await at_gate(d)
        asked = await d.commands.ask(session, d.gate(session), "check")
        with pytest.raises(InputError, match="asked already"):
            await d.commands.ask(session, d.gate(session), "check")
        await d.commands.wait(session, asked)
        assert len(await paid(d, session)) == 3


@pytest.mark.parametrize(
    ("command", "data", "error", "why"),
    [
        ("nothing", {}, InputError, "Nothing is called"),
        ("question", {}, GateError, "member"),
        ("explain", {"other": 1}, GateError, "other"),
    ],
)
async def test_what_does_not_fit_is_refused_and_costs_nothing(
    tmp_path: Path, command: str, data: Any, error: type[Exception], why: str
) -> None:
    async with desk(tmp_path) as d:
        session = await at_gate(d)
        before = d.live(session).fold.head
        with pytest.raises(error, match=why):
            await d.commands.ask(session, d.gate(session), command, data)
        assert d.live(session).fold.head == before


async def test_a_command_is_not_offered_where_it_makes_no_sense(tmp_path: Path) -> None:
    async with desk(tmp_path) as d:
        session = await d.create("asking", ("Ann",), rounds=3)
        await d.run(session)
        with pytest.raises(InputError, match="cannot be asked for at this gate"):
            await d.commands.ask(session, d.gate(session), "check")


async def test_a_failure_holds_the_command_and_retry_pays_only_for_what_failed(tmp_path: Path) -> None:
    wrong = ["Bob"]

    def script(request: ModelRequest) -> Line:
        if request.purpose == "check" and request.seat in wrong:
            return Failed("auth", verbatim("The key is wrong."), sent=True)
        return echo(request)

    async with desk(tmp_path, script) as d:
        session = await at_gate(d)
        gate = d.gate(session)
        command = await done(d, session, "check")
        assert command.state == "held"
        assert command.hold is not None
        assert (command.hold.kind, command.hold.verbs) == ("failure", ("retry",))
        assert (d.gate(session), d.live(session).fold.session.state) == (gate, "waiting")
        wrong.clear()
        await d.commands.resume(session, command.asked, "retry")
        assert (await d.commands.wait(session, command.asked)).state == "done"
        prompts = await paid(d, session)
        assert len(prompts) == 4, "Ann once, Bob twice, the chair once"


async def test_a_held_command_can_be_left(tmp_path: Path) -> None:
    def script(request: ModelRequest) -> Line:
        return Failed("auth", verbatim("No."), sent=True) if request.purpose == "explain" else echo(request)

    async with desk(tmp_path, script) as d:
        session = await at_gate(d)
        command = await done(d, session, "explain")
        await d.commands.leave(session, command.asked)
        assert d.live(session).fold.commands.by_asked[command.asked].state == "left"
        with pytest.raises(InputError, match="Nothing stands in the way"):
            await d.commands.resume(session, command.asked, "retry")


async def test_the_cost_limit_holds_for_commands_too(tmp_path: Path) -> None:
    async with desk(tmp_path, cost=0.25) as d:
        session = await at_gate(d, cost_limit=0.6)
        command = await done(d, session, "explain")
        assert command.hold is not None
        assert command.hold.kind == "budget"
        assert await paid(d, session) == []
        await d.commands.resume(session, command.asked, "raise", {"limit": 2.0})
        assert (await d.commands.wait(session, command.asked)).state == "done"
        assert d.live(session).fold.spend.cost_limit == 2.0


async def test_the_price_is_known_before_and_nobody_is_asked_for_it(tmp_path: Path) -> None:
    async with desk(tmp_path, cost=0.25) as d:
        session = await at_gate(d)
        before = d.live(session).fold.head
        gate = d.gate(session)
        assert (await d.commands.estimate(session, gate, "explain")).cost_max == 0.25
        assert (await d.commands.estimate(session, gate, "check")).cost_max == 0.5, "both members, at once"
        assert d.live(session).fold.head == before


async def test_no_policy_and_no_flag_asks_for_a_command(tmp_path: Path) -> None:
    async with desk(tmp_path) as d:
        session = await d.create("asking", rounds=2)
        assert await d.drive(session, AnswerPlan(approve="all")) == "finished"
        assert "command_asked" not in await d.types(session)


async def test_a_command_that_goes_wrong_says_so_and_harms_nothing(tmp_path: Path) -> None:
    async def breaks(state: AskingState, context: Context, wanted: Wanted) -> CommandResult:
        raise KeyError("oops")

    async with desk(tmp_path) as d:
        plugin = AskingPlugin()
        plugin.person_commands = (PersonCommand(COMMANDS[0].verb, breaks, ("toy",)), *COMMANDS[1:])
        plugins: Any = d.parts.plugins
        plugins["asking"] = plugin
        session = await at_gate(d)
        command = await done(d, session, "explain")
        assert command.state == "failed"
        assert command.ended is not None
        assert "oops" in command.ended.message
        await d.review.answer(session, d.gate(session), "finish")
        assert await d.sessions.wait(session) == "finished"


async def test_the_answer_to_the_gate_ends_what_is_under_way_there(tmp_path: Path) -> None:
    async with desk(tmp_path, Slow(), clock=SystemClock(), delay=0.01) as d:
        session = await at_gate(d)
        asked = await under_way(d, session)
        await d.review.answer(session, d.gate(session), "again")
        assert await d.sessions.wait(session) == "waiting"
        command = d.live(session).fold.commands.by_asked[asked]
        assert command.state == "overtaken"
        assert [call.text for call in command.calls.values()] == ["So far "]
        types = await d.types(session)
        assert types.index("call_cancelled") < len(types) - types[::-1].index("gate_answered")


async def test_an_answer_that_does_not_fit_ends_nothing(tmp_path: Path) -> None:
    async with desk(tmp_path, Slow(), clock=SystemClock(), delay=0.01) as d:
        session = await at_gate(d)
        asked = await under_way(d, session)
        with pytest.raises(GateError):
            await d.review.answer(session, d.gate(session), "nonsense")
        assert asked in d.commands.doing(session)
        await d.commands.stop(session, asked)


async def test_a_stopped_command_keeps_what_had_arrived(tmp_path: Path) -> None:
    async with desk(tmp_path, Slow(), clock=SystemClock(), delay=0.01) as d:
        session = await at_gate(d)
        asked = await under_way(d, session)
        await d.commands.stop(session, asked)
        command = d.live(session).fold.commands.by_asked[asked]
        assert (command.state, [call.text for call in command.calls.values()]) == ("stopped", ["So far "])
        assert d.live(session).fold.session.state == "waiting"
        with pytest.raises(InputError, match="under way"):
            await d.commands.stop(session, asked)


async def test_closing_in_the_middle_holds_the_command_until_the_person_decides(tmp_path: Path) -> None:
    slow = Slow()
    async with desk(tmp_path, slow, clock=SystemClock(), delay=0.01) as d:
        session = await at_gate(d)
        asked = await under_way(d, session, "check")
    slow.freed = True
    async with desk(tmp_path, slow) as d:
        assert await d.run(session) == "waiting"
        command = d.live(session).fold.commands.by_asked[asked]
        assert command.hold is not None
        assert (command.hold.kind, command.hold.verbs[0]) == ("uncertain", "ask_again")
        assert len(await paid(d, session)) == 3, "nothing is asked again by itself"
        await d.commands.resume(session, asked, "use_partial")
        assert (await d.commands.wait(session, asked)).state == "done"
        assert len(await paid(d, session)) == 3, "what had arrived did"
        assert d.live(session).fold.state.explanations == ["So far "]  # type: ignore[attr-defined]


async def test_stopping_the_session_holds_its_commands(tmp_path: Path) -> None:
    slow = Slow()
    async with desk(tmp_path, slow, clock=SystemClock(), delay=0.01) as d:
        session = await at_gate(d)
        asked = await under_way(d, session)
        await d.sessions.stop(session)
        assert d.live(session).fold.session.state == "stopped"
        assert d.live(session).fold.commands.by_asked[asked].state == "held"
        slow.freed = True
        assert await d.run(session) == "waiting"
        await d.commands.resume(session, asked, "ask_again")
        assert (await d.commands.wait(session, asked)).state == "done"


async def test_a_command_run_again_asks_the_same_whatever_was_told_since(tmp_path: Path) -> None:
    slow = Slow()
    async with desk(tmp_path, slow, clock=SystemClock(), delay=0.01) as d:
        session = await at_gate(d)
        held = await under_way(d, session)
        await d.sessions.stop(session)
        slow.freed = True
        await d.run(session)
        await done(d, session, "check")
        await d.commands.resume(session, held, "ask_again")
        assert (await d.commands.wait(session, held)).state == "done"
        prompts = [text for text in await paid(d, session) if text.startswith("Explain")]
        assert prompts == ["Explain everything, knowing 0 more."] * 2


async def test_a_pause_in_the_middle_lets_it_be_gone_on_with(tmp_path: Path) -> None:
    asked: list[int] = []

    async with desk(tmp_path, cost=0.25) as d:
        session = await at_gate(d)

        def script(request: ModelRequest) -> Line:
            if request.purpose == "check" and request.seat == "Bob":
                d.live(session).loop.pause()
            return echo(request)

        d.gateway.script = script  # type: ignore[attr-defined]
        asked.append(await d.commands.ask(session, d.gate(session), "check"))
        command = await d.commands.wait(session, asked[0])
        assert command.hold is not None
        assert (command.hold.kind, command.hold.verbs) == ("cut_off", ("go_on",))
        d.gateway.script = echo  # type: ignore[attr-defined]
        await d.commands.resume(session, asked[0], "go_on")
        assert (await d.commands.wait(session, asked[0])).state == "done"
        assert len(await paid(d, session)) == 3


async def test_a_report_tells_what_was_asked_for_and_what_came_of_it(tmp_path: Path) -> None:
    async with desk(tmp_path) as d:
        session = await at_gate(d)
        command = await done(d, session, "explain")
        records = await d.sessions.records(session)
        fold = d.live(session).fold
        workflow_report = report_of(fold.plugin, fold.state)
        report = build_report(d.parts.catalogue, records, workflow_report)
        (decision,) = report.decisions
        assert command.ended is not None
        assert (decision.kind, decision.verb, decision.said) == (
            "command",
            "explain",
            str(command.ended.text),
        )
        page = EXPORTERS["md"].write(ExportRequest(session, records, workflow_report=workflow_report))
        assert "The person asked: Explain this:" in page.decode()
        assert "Explain everything, knowing 0 more." in page.decode()


def explains_at_the_end(d: Desk) -> None:
    """Let the sample workflow be asked after its end."""
    plugin: Any = AskingPlugin()
    plugin.person_commands = (PersonCommand(COMMANDS[0].verb, explain, (AFTER_END,)),)
    plugins: Any = d.parts.plugins
    plugins["asking"] = plugin


async def test_after_the_end_something_can_be_asked_for_too_and_the_session_stays_finished(
    tmp_path: Path,
) -> None:
    async with desk(tmp_path, cost=0.5) as d:
        explains_at_the_end(d)
        session = await at_gate(d, cost_limit=1.2)
        assert await d.commands.offered(session) == []
        with pytest.raises(InputError, match="at this gate"):
            await d.commands.ask(session, d.gate(session), "explain")
        await d.review.answer(session, d.gate(session), "finish")
        assert await d.sessions.wait(session) == "finished"
        (offer,) = await d.commands.offered(session)
        assert (offer.command.name, offer.price and offer.price.cost_max) == ("explain", 0.5)
        asked = await d.commands.ask(session, AFTER_END, "explain")
        command = await d.commands.wait(session, asked)
        assert command.hold is not None
        assert command.hold.kind == "budget"
    async with desk(tmp_path, cost=0.5) as d:
        explains_at_the_end(d)
        d.watch(session)
        await d.commands.resume(session, asked, "raise", {"limit": 10})
        assert (await d.commands.wait(session, asked)).state == "done"
        fold = d.live(session).fold
        assert (fold.session.state, fold.spend.total.cost) == ("finished", 1.5)

"""Commands that move a session: run, resume, answer."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from app.cli.answers import read_answers, read_known
from app.cli.asking import ask_at_terminal
from app.cli.inputs import assignments, data_file, text_or_file
from app.cli.output import EXIT, Progress, print_json, print_status, say, status
from app.domain.ids import SessionId
from app.domain.seats import Seat
from app.engine.plugin import WorkflowPlugin, advice_of
from app.services.context_files import context_texts
from app.services.core import Services
from app.services.drive import drive
from app.services.sessions import check_setup
from app.services.unattended import AnswerPlan
from app.settings.folders import expanded

Approve = Literal["ask", "all", "none"]


@dataclass
class AnswerOptions:
    """The answer options every moving command has."""

    answers: Path | None = None
    approve: str = "ask"
    on_failure: str | None = None
    on_uncertain: str = "ask"
    as_json: bool = False

    def plan(self, plugins: Mapping[str, WorkflowPlugin]) -> AnswerPlan:
        """Return who answers what; raises InputError for a bad answers file."""
        return AnswerPlan(
            approve=self.approve,  # type: ignore[arg-type]  # checked by the command's choices
            on_failure=self.on_failure,  # type: ignore[arg-type]
            on_uncertain=self.on_uncertain,  # type: ignore[arg-type]
            answers=read_answers(expanded(self.answers), plugins) if self.answers else [],
        )


@dataclass
class DebateOptions:
    """What `run debate` takes."""

    question: str
    context: list[Path] = field(default_factory=list)
    team: str | None = None
    model: str | None = None
    values: list[str] = field(default_factory=list)


async def run_debate(core: Services, options: DebateOptions, answers: AnswerOptions) -> int:
    """Start a debate and move it as far as the answers go; return the exit status."""
    plan = answers.plan(core.parts.plugins)
    plugin = core.workflows.plugins["debate"]
    team = core.teams.load(options.team) if options.team else core.teams.default()
    if options.model:
        team = team.with_model(options.model)
    setup: dict[str, Any] = {
        "question": text_or_file(options.question, "question"),
        "context": context_texts([expanded(path) for path in options.context]),
        **({"known_answers": read_known(expanded(answers.answers))} if answers.answers else {}),
        **assignments(plugin.setup, options.values),
    }
    checked = check_setup(plugin, setup)
    for warning in advice_of(plugin, checked, team.table()):
        say(f"Note: {warning}")
    await _tell_plan(core, plugin, setup, team.table())
    session = await core.sessions.create("debate", setup, team)
    say(f"Session {session}: {', '.join(seat.name for seat in team.enabled)} ({team.name})")
    return await move(core, session, plan, as_json=answers.as_json)


async def _tell_plan(
    core: Services, plugin: WorkflowPlugin, setup: Mapping[str, object], seats: Mapping[str, Seat]
) -> None:
    """Say what the planned calls come to, where the workflow knows."""
    estimate = await core.estimates.before_start(plugin, setup, seats)
    if estimate is not None:
        say(f"Estimate: {estimate.sentence()}")
        for sentence in estimate.too_small:
            say(f"Note: {sentence}")


@dataclass
class RunOptions:
    """What `run` takes for any workflow: values of setup fields, by the option that gave them."""

    workflow: str
    given: dict[str, Any]
    team: str | None = None
    model: str | None = None
    values: list[str] = field(default_factory=list)


async def run_workflow(core: Services, options: RunOptions, answers: AnswerOptions) -> int:
    """Start a session of any workflow and move it as far as the answers go; return the exit status."""
    plan = answers.plan(core.parts.plugins)
    plugin = core.parts.plugin(options.workflow)
    team = core.teams.load(options.team) if options.team else core.teams.default()
    if options.model:
        team = team.with_model(options.model)
    setup = {**_given(plugin, options.given), **assignments(plugin.setup, options.values)}
    checked = check_setup(plugin, setup)
    seats = plugin.particulars.seats(checked, team)
    for warning in advice_of(plugin, checked, seats):
        say(f"Note: {warning}")
    await _tell_plan(core, plugin, setup, seats)
    # Looked at before the session is made: afterwards its own lines would be there.
    there = core.sessions.notice(plugin.name, setup)
    if there is not None:
        say(f"Note: {there}")
    session = await core.sessions.create(plugin.name, setup, team)
    say(f"Session {session}")
    return await move(core, session, plan, as_json=answers.as_json)


def _given(plugin: WorkflowPlugin, given: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for option in plugin.particulars.command:
        value = given.get(option.field)
        if value is None:
            continue
        if option.kind == "text":
            value = text_or_file(value, option.flag)
        elif option.kind == "folder":
            value = str(expanded(value).absolute())
        found[option.field] = value
    return found


async def resume(core: Services, session: SessionId, answers: AnswerOptions) -> int:
    """Go on with a session."""
    return await move(core, session, answers.plan(core.parts.plugins), as_json=answers.as_json)


async def answer(
    core: Services,
    session: SessionId,
    gate: str,
    verb: str,
    note: str,
    data: str | None,
    answers: AnswerOptions,
) -> int:
    """Answer one gate and go on."""
    plan = answers.plan(core.parts.plugins)
    await core.review.answer(session, gate, verb, data_file(data), note, "person", go_on=False)
    live = await core.sessions.attach(session)
    if live.fold.position.state in ("stopped", "failed"):
        value = {**status(live.fold), "session": session}
        return report(live.fold.position.state, value, as_json=answers.as_json)
    return await move(core, session, plan, as_json=answers.as_json, until_due=False)


async def move(
    core: Services, session: SessionId, plan: AnswerPlan, *, as_json: bool, until_due: bool = True
) -> int:
    """Drive a session, pausing at the first interrupt and stopping at the second."""
    live = await core.sessions.attach(session)
    unsubscribe = core.bus.subscribe(Progress(live.fold))
    loop = asyncio.get_running_loop()
    interrupts = 0
    tasks: set[asyncio.Task[None]] = set()

    def interrupt() -> None:
        nonlocal interrupts
        interrupts += 1
        say("Pausing: running calls end; press again to stop." if interrupts == 1 else "Stopping.")
        work = core.sessions.pause(session) if interrupts == 1 else core.sessions.stop(session, "now")
        task = loop.create_task(work)
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    handles = sys.platform != "win32"
    if handles:
        loop.add_signal_handler(signal.SIGINT, interrupt)
    try:
        can_ask = plan.approve == "ask" and sys.stdin is not None and sys.stdin.isatty()
        ask = ask_at_terminal if can_ask else None
        state = await drive(core.sessions, core.review, session, plan, ask, until_due=until_due)
    finally:
        if handles:
            loop.remove_signal_handler(signal.SIGINT)
        unsubscribe()
    if live.lines is not None:
        say(f"Log file: {live.lines.path}")
        if live.lines.problem is not None:
            say(f"✕ {live.lines.problem.message} {live.lines.problem.next}")
    return report(state, {**status(live.fold), "session": session}, as_json=as_json)


def report(state: str, value: dict[str, Any], *, as_json: bool) -> int:
    """Print a status and return the exit status that fits."""
    if as_json:
        print_json(value)
    else:
        print_status(value)
    return EXIT[state]

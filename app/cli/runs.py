"""Commands that move a session: run, resume, answer."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from app.cli.approving import approve_servers
from app.cli.asking import GoTo, ask_at_terminal, ask_by_lines
from app.cli.command_line import AnswerOptions
from app.cli.gate_text import asked
from app.cli.inputs import attended, data_file, text_or_file
from app.cli.interrupts import held, interrupts
from app.cli.names import Names
from app.cli.outcome import folded, say_next, show_answer, show_gist
from app.cli.output import print_error, print_json, say, say_wrapped, show, show_painted, show_wrapped, strong
from app.cli.person_commands import AskedInLine
from app.cli.progress import Progress
from app.cli.status import EXIT, EXIT_MISSED, print_status, sentence, status
from app.domain.canonical import JsonValue
from app.domain.errors import InputError, SessionBusy
from app.domain.facts import WhoAnswers
from app.domain.i18n import words
from app.domain.ids import SeatName, SessionId, members_of
from app.domain.no_model import without_model
from app.domain.seats import Seat, Team
from app.domain.verdict_facts import ForecastMade
from app.engine.command_options import first_answer
from app.engine.fold import SessionFold
from app.engine.plugin import WorkflowPlugin
from app.projections.folding import Projections
from app.services.core import Core
from app.services.drive import drive
from app.services.providers import NotApproved
from app.services.readiness import NoTeam, NotReady
from app.services.session_per_folder import unheeded
from app.services.sessions import check_setup
from app.services.typed_values import assignments
from app.services.unattended import AnswerPlan, read_known
from app.settings.folders import expanded

_FIRST_ANSWERS = 4
"""Answers of a session within which it is told how long it takes: how agents use tools only the first of them
shows."""
_TIME_DIGITS = 10
"""Characters of a session's id that tell when it began, to the millisecond."""


async def _before_start(
    core: Core,
    plugin: WorkflowPlugin,
    setup: Mapping[str, object],
    checked: BaseModel,
    seats: Mapping[SeatName, Seat],
    who: WhoAnswers,
) -> None:
    """Say what speaks against this start, and what the planned calls come to; raises NotReady."""
    for warning in plugin.advice(checked, seats):
        say(f"Note: {warning}")
    try:
        await core.readiness.check(plugin, checked, seats, contact=False)
    except NotReady:
        # What is wrong besides is said along with it.
        await core.readiness.check(plugin, checked, seats)
    # Keys and names are in order; servers are tried while prices are looked up.
    pricing = asyncio.ensure_future(core.estimates.before_start(plugin, setup, seats, who))
    try:
        await core.readiness.check(plugin, checked, seats)
        estimate = await pricing
    finally:
        pricing.cancel()
    if estimate is not None and estimate.unpriced:
        # A server of this machine may have told meanwhile that it runs the model itself.
        estimate = await core.estimates.before_start(plugin, setup, seats, who)
    if estimate is not None:
        for sentence_ in estimate.too_small:
            say(f"Note: {sentence_}")
        if all(core.parts.gateway.built_in(seat.model) for seat in seats.values()):
            # The time is that of models: rules on this machine answer at once.
            low, high = f"{estimate.calls.low:.0f}", f"{estimate.calls.high:.0f}"
            calls = f"about {low}" if low == high else f"{low}–{high}"
            say(f"Estimate: {calls} calls, free: rules on this machine, no AI")
        else:
            say(f"Estimate: {estimate.sentence()}")


@dataclass
class RunOptions:
    """What `run` takes for any workflow: values of setup fields, by the option that gave them."""

    workflow: str
    given: dict[str, Any]
    team: str | None = None
    model: str | None = None
    values: list[str] = field(default_factory=list)
    most_disagreement: float | None = None
    """Percent that the members may disagree by; None: as they like."""
    forecast: str = ""
    """What the person expects, in one line; no model is told."""


async def run_workflow(core: Core, options: RunOptions, answers: AnswerOptions) -> int:
    """Start a session of any workflow and move it as far as the answers go; return the exit status."""
    left: RunOptions | None = None
    while True:
        try:
            return await _run(core, options, answers)
        except (SessionBusy, InputError) as error:
            if left is None:
                raise
            # Who wanted to go elsewhere and cannot stays where they were.
            print_error(error)
            options, left = left, None
        except GoTo as to:
            left = options
            # The other folder's session goes on, or one begins there, with the same options.
            plugin = core.parts.plugin(options.workflow)
            field = next(use.field for use in plugin.ports)
            said = {option.field for option in plugin.command_options if option.answers}
            given = {name: value for name, value in options.given.items() if name not in said}
            options = replace(options, given={**given, field: to.folder})


async def _team(core: Core, plugin: WorkflowPlugin, checked: BaseModel, options: RunOptions) -> Team:
    """Return the team that was asked for, else the usual one; raises NoTeam."""
    try:
        team = core.teams.load(options.team) if options.team else core.teams.default()
    except InputError as error:
        # Who was to be asked is not known: no server is contacted for it.
        raise NoTeam(error, await core.readiness.team_that_works(plugin, checked, real=False)) from error
    return team.with_model(options.model) if options.model else team


async def _run(core: Core, options: RunOptions, answers: AnswerOptions) -> int:
    plan = answers.plan(core.parts.plugins)
    plugin = core.parts.plugin(options.workflow)
    plan.first = first_answer(plugin.command_options, _read_texts(plugin, options.given))
    once = plan.first is not None
    known = plugin.known_field
    if options.most_disagreement is not None and not plugin.agrees:
        raise InputError(
            words("Nobody measures in this workflow how far the members agree."),
            words("Leave --fail-above-disagreement out."),
        )
    measured = plugin.agreement_field if options.most_disagreement is not None else ""
    setup = {
        **({measured: True} if measured else {}),
        **await _given(core, plugin, options.given),
        **({known: read_known(expanded(answers.answers))} if known and answers.answers else {}),
        **assignments(plugin.setup, options.values),
    }
    setup = core.rules.applied(plugin, setup)
    checked = check_setup(plugin, setup)
    team = await _team(core, plugin, checked, options)
    there_already = await core.sessions.going_on(plugin.name, checked.model_dump())
    if there_already is not None:
        say(f"Going on with session {there_already}: the folder has it already.")
        live = await core.sessions.attach(there_already)
        chosen = plugin.seats(checked, team) if options.team or options.model else None
        kept = unheeded(live.fold, checked, setup, chosen)
        if kept is not None:
            say_wrapped(f"Note: {kept}")
        await approve_servers(core, live.fold.session.seats, answers.allowed)
        return await move(core, there_already, plan, answers, once=once)
    seats = plugin.seats(checked, team)
    try:
        await approve_servers(core, seats, answers.allowed)
    except NotApproved as why:
        raise await core.readiness.refusal(why, plugin, checked, seats) from why
    await _before_start(core, plugin, setup, checked, seats, plan.who_answers(plugin))
    # Looked at before the session is made: afterwards its own lines would be there.
    there = core.sessions.notice(plugin.name, setup)
    if there is not None:
        say(f"Note: {there}")
    again = _run_command(plugin)
    with held() as pressed:
        session = await core.sessions.create(plugin.name, setup, team)
        if options.forecast:
            await core.review.tell(session, ForecastMade(text=options.forecast.strip()))
        code = await begin(core, session, plan, answers, team=team, again=again, once=once, pressed=pressed)
    return await _agreed(core, session, code, options.most_disagreement)


async def _agreed(core: Core, session: SessionId, code: int, most: float | None) -> int:
    """Return the exit status of a run, 7 where its members disagree by more than `most` %."""
    if most is None or code != EXIT["finished"]:
        return code
    fold = await core.sessions.fold(session)
    shared = folded(fold, core.catalogue, await core.sessions.records(session))
    missed = too_far_apart(shared.timeline.newest_figure, most)
    if missed:
        say(f"✕ {missed}")
    return EXIT_MISSED if missed else code


def too_far_apart(agreement: float | None, most: float) -> str:
    """Return why members pass no gate of `most` % of disagreement; empty where they do."""
    if agreement is None:
        return "Nobody measured how far the members agree."
    if 100 - agreement <= most:
        return ""
    return f"The members disagree by {100 - agreement:.0f} %; {most:.0f} % are allowed."


def _run_command(plugin: WorkflowPlugin) -> str:
    """Return the command that starts a session of a workflow, with what it needs."""
    needed = " ".join(one.typed for one in plugin.command_options if one.required)
    return f"run {plugin.name} {needed}".rstrip()


async def play(core: Core, workflow: str, answers: AnswerOptions) -> int:
    """Play the sample of a workflow; return the exit status."""
    sample, plan = core.samples.of(workflow), answers.plan(core.parts.plugins)
    session = await core.samples.begin(sample)
    kind = without_model(seat.model for seat in sample.team.members)
    assert kind is not None
    say_wrapped(f"{kind.sentence} {sample.about}")
    again = _run_command(core.parts.plugin(sample.workflow))
    return await begin(core, session, plan, answers, team=sample.team, again=again)


def _read_texts(plugin: WorkflowPlugin, given: Mapping[str, Any]) -> dict[str, JsonValue]:
    """Return what the options that answer a gate say; a text may be a file's."""
    found: dict[str, JsonValue] = {}
    for option in plugin.command_options:
        value = given.get(option.field)
        if option.answers and value is not None:
            found[option.field] = text_or_file(value, option.flag) if option.kind == "text" else value
    return found


async def _given(core: Core, plugin: WorkflowPlugin, given: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for option in plugin.command_options:
        value = given.get(option.field)
        if value is None or option.answers:
            continue
        if option.kind == "files":
            # Late for start-up cost.
            from app.services.context_files import context_of
            from app.services.taken_answers import is_taken, parts_of

            names = [str(name) for name in value]
            taken = [parts_of(name) for name in names if is_taken(name)]
            chosen = context_of([name for name in names if not is_taken(name)], expanded)
            for note in chosen.left_out:
                say(f"Note: {note}")
            answers = [
                await core.taken_answers.answer(await core.sessions.resolve(session), member)
                for session, member in taken
            ]
            value = [*chosen.texts, *answers]
        elif option.kind == "text":
            value = text_or_file(value, option.flag)
        elif option.kind == "folder":
            value = str(expanded(value).absolute())
        found[option.field] = value
    return found


async def resume(
    core: Core,
    session: SessionId,
    answers: AnswerOptions,
    folders: Sequence[str] = (),
    tools: Sequence[str] = (),
) -> int:
    """Go on with a session; what made it fail is asked again.

    `folders`: FIELD=DIR, chosen for it here; `tools`: servers it is given here.
    """
    plan = answers.plan(core.parts.plugins)
    if folders:
        await core.sessions.choose_folders(session, dict(map(_folder, folders)))
    if tools:
        await core.sessions.give_tools(session, tools)
    live = await core.sessions.attach(session)
    await approve_servers(core, live.fold.session.seats, answers.allowed)
    plan.resumed = live.fold.session.state == "failed"
    try:
        return await move(core, session, plan, answers)
    except GoTo as to:
        return await run_workflow(core, RunOptions(live.fold.plugin.name, _folders(live.fold, to)), answers)


def _folders(fold: SessionFold, to: GoTo) -> dict[str, Any]:
    return {next(use.field for use in fold.plugin.ports): to.folder}


def _folder(typed: str) -> tuple[str, Path]:
    name, sep, folder = typed.partition("=")
    if not sep or not folder.strip():
        raise InputError(
            words("“{item}” names no folder.", item=typed),
            words("Write FIELD=FOLDER, such as project=novel."),
        )
    return name.strip().replace("-", "_"), expanded(folder).absolute()


async def answer(
    core: Core,
    session: SessionId,
    gate: str,
    verb: str,
    note: str,
    data: str | None,
    answers: AnswerOptions,
) -> int:
    """Answer one gate and go on."""
    plan, given = answers.plan(core.parts.plugins), data_file(data)
    live = await core.sessions.attach(session)
    await core.review.answer(session, gate, verb, given, note, "person", go_on=False)
    if live.fold.session.state in ("stopped", "failed"):
        value = {**status(live.fold), "session": session}
        return report(live.fold.session.state, value, live.fold.plugin, as_json=answers.as_json)
    # Only now: the answer may have use other models.
    await approve_servers(core, live.fold.session.seats, answers.allowed)
    # Whoever answers one gate is there for the next questions, whatever is said of other gates.
    return await move(core, session, plan, answers, who="person", until_due=False)


async def begin(
    core: Core,
    session: SessionId,
    plan: AnswerPlan,
    answers: AnswerOptions,
    *,
    team: Team,
    again: str,
    once: bool = False,
    pressed: Callable[[], bool] = bool,
) -> int:
    """Move a new session; `again`: the command that starts another one.

    `pressed`: whether a person wants it to wait.
    """
    live = await core.sessions.attach(session)
    table, names = live.fold.session.seats, Names(live.fold)
    seats = members_of(table)
    # While names are hidden, the team's would tell as much.
    who = f"{len(seats)} members, names hidden" if names.hidden else f"{names.all(seats)} – {team.name}"
    say(f"Session {session}: {who}")
    if pressed():
        value = {**status(live.fold), "session": session}
        return report("paused", value, live.fold.plugin, as_json=answers.as_json)
    code = await move(core, session, plan, answers, once=once)
    if not answers.as_json and live.fold.session.state == "finished":
        offline = all(core.parts.gateway.built_in(seat.model) for seat in table.values())
        short = await _beginning(core, session)
        say_next(core.parts.store.path(session), _ways(short, again, offline=offline))
    return code


async def _beginning(core: Core, session: SessionId) -> str:
    """Return the beginning of a session's id that names it: its time, and more where another began then."""
    others = [one for one in await core.parts.store.ids() if one != session]
    lengths = range(_TIME_DIGITS, len(session))
    return next((session[:n] for n in lengths if not any(o.startswith(session[:n]) for o in others)), session)


def _ways(session: str, again: str, *, offline: bool) -> list[tuple[str, str]]:
    """Return the three commands somebody may want next, and what each does."""
    third = (
        ("key openai", "keep a key, to ask real models") if offline else (f"show {session}", "read it again")
    )
    return [
        (again, "ask something of your own"),
        (f"export {session} -o session.md", "take it along, round by round"),
        third,
    ]


_WORTH_A_WORD = 10
"""Seconds that a round takes at least for its time to be told."""


async def _tell_time(core: Core, fold: SessionFold, answered: asyncio.Event) -> None:
    """Say how long it will take where the session's first answers show that its models are slow."""
    for _ in range(0 if fold.spend.total.calls else _FIRST_ANSWERS):
        await answered.wait()
        answered.clear()
        estimate = await core.estimates.of_first_round(fold)
        if estimate is not None and estimate.slow and estimate.seconds.high >= _WORTH_A_WORD:
            say(f"  At the speed of the first answers the first round takes {estimate.time}.")
            return


async def move(
    core: Core,
    session: SessionId,
    plan: AnswerPlan,
    answers: AnswerOptions,
    *,
    who: WhoAnswers | None = None,
    until_due: bool = True,
    once: bool = False,
) -> int:
    """Drive a session, pausing at the first interrupt and stopping at the second.

    `who`: answers what its members ask, None: as the plan says. `once`: the command asks for one thing, and
    is done when nobody is needed any more.
    """
    live = await core.sessions.attach(session)
    progress = Progress(live.fold)
    unsubscribe = core.bus.subscribe(progress)
    alive = asyncio.create_task(progress.keep_alive(), name="progress")
    timing = asyncio.create_task(_tell_time(core, live.fold, progress.answered), name="timing")

    async def obey(stop: bool) -> None:
        if stop:
            await core.sessions.stop(session, "now")
        else:
            await core.sessions.pause(session)

    try:
        plan.attended = plan.approve == "ask" and attended()
        beside = AskedInLine(core, session, answers.allowed)
        by_lines = partial(ask_by_lines, beside=beside) if plan.approve != "none" and not once else None
        ask = partial(ask_at_terminal, beside=beside) if plan.attended else by_lines
        with interrupts(obey, progress.quiet):
            state = await drive(
                core.sessions,
                core.review,
                session,
                plan,
                ask,
                who=who or plan.who_answers(live.fold.plugin),
                until_due=until_due,
                on_wait=lambda seconds: say(f"  All that failed is asked again in {seconds:g} seconds."),
            )
    finally:
        unsubscribe()
        alive.cancel()
        timing.cancel()
        await asyncio.gather(alive, timing, return_exceptions=True)
    if live.run_log is not None:
        say(f"Log file: {live.run_log.path}")
        if live.run_log.problem is not None:
            say(f"✕ {live.run_log.problem.message} {live.run_log.problem.next}")
    if answers.as_json or state != "finished":
        value = {**status(live.fold), "session": session}
        if once:
            # Who asked for one thing is told what came of it.
            value["summary"] = dict(live.fold.plugin.summary(live.fold.state))
        code = report(state, value, live.fold.plugin, as_json=answers.as_json)
        if once and plan.first is not None and state == "waiting":
            say_wrapped("Note: what you asked for was not begun. Decide this first, then ask again.")
        gate = live.fold.gates.open_gate()
        if state != "waiting" or gate is None or not gate.fact.idle:
            return code
        if not answers.as_json:
            # What it came to stands at the gate that waits for the next words.
            for line in asked(gate, live.fold):
                show_wrapped(f"  {line}")
        return EXIT["finished"] if once and plan.first is None else code
    shared = folded(live.fold, core.catalogue, await core.sessions.records(session))
    _print_result(live.fold, shared)
    return EXIT[state]


def _print_result(fold: SessionFold, shared: Projections) -> None:
    """Print what came out: where it stands, the answer, what is agreed and disputed."""
    say("")
    show_painted(strong(fold.session.title, sys.stdout))
    show(sentence(status(fold), fold.plugin))
    show_answer(fold, shared)
    show_gist(fold)


def report(state: str, value: dict[str, Any], plugin: WorkflowPlugin, *, as_json: bool) -> int:
    """Print a status and return the exit status that fits."""
    if as_json:
        print_json(value)
    else:
        print_status(value, plugin)
    return EXIT[state]

"""`roundtable batch`: many sessions from one table of questions."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from app.cli.approving import approve_servers
from app.cli.batch_looking import Progress, lines_of, passed, spent_words, value_of
from app.cli.command_line import AnswerOptions
from app.cli.inputs import agrees, attended
from app.cli.interrupts import interrupts
from app.cli.output import plural, print_json, program, say, show, tokens_text
from app.domain.errors import InputError
from app.domain.fault_messages import BATCH_LIMIT
from app.domain.i18n import words
from app.domain.interruption_gates import INTERRUPTIONS
from app.domain.money import sum_words
from app.domain.whole_numbers import whole_number
from app.services.batches.budget import Budget
from app.services.batches.builder import PlannedBatch, plan_batch
from app.services.batches.cluster import CellWorker, ClusterRun
from app.services.batches.engines import make_engine
from app.services.batches.folder import HANDED, BatchFolder, take_back
from app.services.batches.forecast import estimate_batch
from app.services.batches.plan import BatchPlan, Job
from app.services.batches.running import (
    FINISHED,
    NOT_BEGUN,
    BatchRun,
    Tell,
)
from app.services.batches.table import MOST_ASKED, FilesOutside
from app.services.batches.wish import BatchWish
from app.services.batches.workers import Workers, obey_parent, tell_parent, told_by
from app.services.core import Core
from app.services.unattended import AnswerPlan
from app.settings.folders import Folders, expanded

_EXIT_DONE, _EXIT_LEFT, _EXIT_FAILED = 0, 3, 5
MOST_NAMED = 3
"""Sessions that are named where many are meant."""
MOST_LISTED = 20
"""Files outside the table's folder that are told before a person is asked about all of them."""
MOST_TOLD = 5
"""Rows that cannot be used which are told one by one; the folder's file has them all."""
_JOBS = "jobs"
"""The folder in a batch's folder that Slurm is given."""


@dataclass
class BatchOptions:
    """What `batch run` takes."""

    wish: BatchWish
    worker: bool = False
    """Begun by another command, for a share of its batch."""
    cells: bool = False
    """Begun by an engine's worker, for the cells that it is told of."""
    scope: str = ""
    """Of a worker: the shard of the command that began it, whose limit they share; empty: the whole."""
    fail_below: float | None = None
    """The least share of results that must be right."""
    junit: Path | None = None
    """Where the results are written for a build server."""

    @property
    def budget(self) -> Budget:
        """What all sessions may use together, of which nothing is used yet."""
        return Budget(self.wish.cost_limit, self.wish.token_limit)


async def run(core: Core, options: BatchOptions, answers: AnswerOptions) -> int:
    """Begin and go on with every session of a table; return the exit status."""
    if not (options.worker or options.cells):
        options = _of_shard(options)
    for workflow in options.wish.workflows:
        # Raises for one that there is not.
        core.parts.plugin(workflow)
    planned = await _planned(core, options)
    if not (options.worker or options.cells):
        await _confirm_columns(planned)
    plan, folder = planned.plan, planned.folder
    mine = plan.shard(*_shard_of(options.wish.shard)) if options.wish.shard else plan
    if options.cells:
        return await _work_on_cells(core, mine, folder, answers, options)
    if options.worker:
        return await _work(core, mine, answers, options, planned)
    try:
        await _refuse_to_forget(core, planned)
        _tell_set_aside(plan, folder)
        _check_answers(answers.plan(core.parts.plugins), plan, answers)
        await core.batches.check(plan, lambda seats: approve_servers(core, seats, answers.allowed))
    except asyncio.CancelledError:
        await _tell_nothing_begun(core, planned)
        raise
    planned.keep()
    sessions, rows = plural(len(mine.sessions), "session"), plural(planned.rows, "row")
    say(f"Batch “{planned.about.name}”: {sessions} from {rows}.")
    _tell_shard(options)
    await _tell_unpriced(core, mine, options.wish.cost_limit)
    try:
        finished = await _moved(core, mine, folder, answers, options)
    except asyncio.CancelledError:
        # Before it listens to interrupts, and after.
        await _tell_nothing_begun(core, planned)
        raise
    code = _told(finished, folder, as_json=answers.as_json)
    return await passed(core, folder, code, options.fail_below, options.junit)


async def _planned(core: Core, options: BatchOptions) -> PlannedBatch:
    """Read the table; what it names outside its folder a person in a terminal is asked about, once."""
    try:
        return plan_batch(core.plugins, core.teams, options.wish)
    except FilesOutside as why:
        if len(why.files) > MOST_ASKED or not attended():
            raise
        say(f"The table names {plural(len(why.files), 'file')} outside its own folder:")
        for path in why.files[:MOST_LISTED]:
            say(f"  {path}")
        if len(why.files) > MOST_LISTED:
            say(f"  … and {plural(len(why.files) - MOST_LISTED, 'more file')}")
        say("  What they hold would be sent to the models.")
        if not await agrees("May it use them in this run? (y/N) "):
            raise
        options.wish = replace(options.wish, allowed=[*options.wish.allowed, *why.files])
        return plan_batch(core.plugins, core.teams, options.wish)


async def _confirm_columns(planned: PlannedBatch) -> None:
    """Tell how the table is read; ask a person in a terminal once about columns that nobody named."""
    for one in planned.said:
        say(f"! {one}")
    columns, there = planned.columns, planned.confirmed()
    for heading, use in columns.misspelt().items():
        say(f"! “{heading}” is no column that a session is asked with. Did you mean {use}?")
    if columns.carried:
        say(f"Carried along into the table of answers: {', '.join(columns.carried)}.")
    new = {heading: use for heading, use in columns.taken.items() if f"{heading}={use}" not in there}
    if not new:
        return
    say("Columns of the table are read so: " + ", ".join(f"{one} as {use}" for one, use in new.items()) + ".")
    if attended() and not await agrees("Is that right? (y/N) "):
        raise InputError(
            words("Nothing was begun."),
            words("Say what a column is for with --column HEADING=USE, or --column HEADING= for nothing."),
        )


def _check_answers(given: AnswerPlan, plan: BatchPlan, answers: AnswerOptions) -> None:
    """Raise InputError where an answer is for a session that this batch has not."""
    entries = [cell.entry for cell in plan.sessions]
    rows = {entry.id for entry in entries}
    for one in given.answers:
        if one.session and one.session not in rows and not any(one.names(e.session, e.id) for e in entries):
            raise InputError(
                words("{file}: this batch has no session “{name}”.", file=answers.answers, name=one.session),
                words("Name the id of a row or of a session, as “roundtable batch gates” shows them."),
            )


async def _refuse_to_forget(core: Core, planned: PlannedBatch) -> None:
    """Raise InputError where sessions have begun that would belong to no batch any more."""
    left_out = await core.batches.standings(planned.left_out())
    begun = [one for one in left_out.values() if one.state != NOT_BEGUN]
    if not begun:
        return
    first = ", ".join(
        f"{one.entry.id} · {one.entry.variant} ({one.entry.session})" for one in begun[:MOST_NAMED]
    )
    raise InputError(
        words(
            "{folder} holds a batch with other sessions: {n} that have begun, {finished} of them finished, "
            "would be left out: {first}.",
            folder=planned.folder.path,
            n=len(begun),
            finished=sum(one.state == FINISHED for one in begun),
            first=first if len(begun) <= MOST_NAMED else f"{first}, …",
        ),
        words("Give the same table and options as before, or another --out folder."),
    )


async def _tell_nothing_begun(core: Core, planned: PlannedBatch) -> None:
    """Say after an interrupt that came before any session was moved what there is."""
    standings = await core.batches.standings(cell.entry for cell in planned.plan.sessions)
    finished = sum(one.state == FINISHED for one in standings.values())
    begun = sum(one.state != NOT_BEGUN for one in standings.values())
    before = f" {finished} of {plural(len(standings), 'session')} are finished from before." if begun else ""
    say(f"Interrupted before a session was moved: nothing was begun.{before}")
    say("Go on with the same command; what is finished is not asked again.")


async def _tell_unpriced(core: Core, plan: BatchPlan, limit: float | None) -> None:
    """Say which models a limit of money cannot hold: what their calls cost nobody knows."""
    if limit is None:
        return
    told = await estimate_batch(core.estimates, core.plugins, plan.sessions, at_once=1, who="batch")
    if told is not None and told.unpriced:
        models = ", ".join(told.unpriced)
        say(f"! The cost of {models} is unknown: the limit of {sum_words(limit)} does not count it.")
        say("  Name a price at their seats (price_in, price_out), or give --token-limit.")


def _tell_shard(options: BatchOptions) -> None:
    if not options.wish.shard:
        return
    index, of = _shard_of(options.wish.shard)
    parts = [] if options.wish.cost_limit is None else [str(sum_words(options.wish.cost_limit))]
    parts += [] if options.wish.token_limit is None else [f"{options.wish.token_limit:,} tokens"]
    told = f" Its part of the limit: {', '.join(parts)}." if parts else ""
    say(f"This is shard {index} of {of}.{told}")


async def _work(
    core: Core, plan: BatchPlan, answers: AnswerOptions, options: BatchOptions, planned: PlannedBatch
) -> int:
    """Do a share of a batch for the command that began this one, until it says otherwise or is gone."""
    # Whoever began it has tried the servers: by now they may be busy with the others' questions.
    await core.batches.check(plan, lambda seats: approve_servers(core, seats, answers.allowed), contact=False)
    obey_parent(lambda stop: core.batches.pause(stop=stop))
    budget, whole = options.budget, planned.plan
    scope = whole.shard(*_shard_of(options.scope)) if options.scope else whole
    async with core.batches.account(budget, planned.folder.held, [cell.session for cell in scope.sessions]):
        await core.batches.run(
            plan, answers.plan(core.parts.plugins), budget, jobs=options.wish.jobs, tell=tell_parent
        )
    return _EXIT_DONE


def _tell_set_aside(plan: BatchPlan, folder: BatchFolder) -> None:
    aside = plan.set_aside
    for one in aside[:MOST_TOLD]:
        say(f"✕ Row {one.number} ({one.name}) is set aside: {one.why} {one.next}")
    if len(aside) > MOST_TOLD:
        # Where no row can be used there will be no folder.
        where = f"; see {folder.path}" if plan.cells else ""
        say(f"✕ {plural(len(aside) - MOST_TOLD, 'more row')} set aside{where}.")
    if not plan.cells:
        raise InputError(
            words("No row of this table can be used."),
            words(
                "Correct what is said of them, or say which column is which "
                "(--column HEADING=question), and run it again."
            ),
        )


async def _moved(
    core: Core, plan: BatchPlan, folder: BatchFolder, answers: AnswerOptions, options: BatchOptions
) -> BatchRun:
    """Run a batch; the first interrupt pauses it, the second stops what runs."""
    budget = options.budget
    plugins = [core.plugins[name] for name in dict.fromkeys(cell.workflow for cell in plan.sessions)]
    kinds = [*INTERRUPTIONS.items(), *(one for plugin in plugins for one in plugin.gates.items())]
    progress = Progress({name: str(kind.title) for name, kind in kinds})
    before = await core.batches.standings(cell.entry for cell in plan.sessions)
    shared = BatchRun(plan, budget, before)
    if options.wish.executor != "local":
        return await _moved_by_engine(core, shared, folder, answers, options, progress.tell)
    handed = folder.path / HANDED
    if handed.is_dir() and await take_back(core.handing(handed), plan):
        before = await core.batches.standings(cell.entry for cell in plan.sessions)
        shared = BatchRun(plan, budget, before)
    workers = Workers(partial(worker_arguments, options, answers), partial(_of_worker, shared, progress))

    async def obey(stop: bool) -> None:
        shared.calls_off = True
        await workers.say("stop" if stop else "pause")
        await core.batches.pause(stop=stop)

    with interrupts(obey):
        left = sum(one.state != FINISHED for one in before.values())
        if options.wish.workers > 1 and left > 1:
            for one in before.values():
                budget.count(one.entry.session, one.used)
            await workers.run(options.wish.workers)
            if shared.calls_off:
                return BatchRun(plan, budget, await core.batches.standings(c.entry for c in plan.sessions))
        # By itself, or what its workers left: of one that died.
        budget = options.budget
        async with core.batches.account(budget, folder.held, before):
            return await core.batches.run(
                plan, answers.plan(core.parts.plugins), budget, jobs=options.wish.jobs, tell=progress.tell
            )


def _of_worker(run: BatchRun, progress: Progress, value: Mapping[str, Any]) -> None:
    """Take in where a session stands that a worker is done with."""
    standing = told_by(value, run.standing)
    if standing is None:
        return
    run.standing[standing.entry.session] = standing
    run.budget.count(standing.entry.session, standing.used)
    progress.tell(run, standing)


def _told(run: BatchRun, folder: BatchFolder, *, as_json: bool) -> int:
    """Tell how a batch stands at the end of a command; return the exit status."""
    states = run.states()
    code = _EXIT_DONE
    if any(states[state] for state in ("failed", "unreadable")):
        code = _EXIT_FAILED
    elif states[FINISHED] < len(run.standing):
        code = _EXIT_LEFT
    if as_json:
        print_json({**value_of(folder, list(run.standing.values())), "spent": round(run.budget.spent, 6)})
        return code
    for line in lines_of(states):
        show(line)
    cached = sum(one.cached for one in run.standing.values())
    used = tokens_text(run.budget.used, cached)
    show(f"  {spent_words(run.standing.values(), run.budget.spent)} · {used}")
    if states["waiting"]:
        show(f"  see what is asked: {program()} batch gates {folder.path}")
    if limited := [one for one in run.standing.values() if one.why.startswith(str(BATCH_LIMIT))]:
        show(f"  {plural(len(limited), 'session')} ended or never began at the limit of the batch")
        show("  raise it in the same command; what is finished is not asked again")
    elif code != _EXIT_DONE:
        show("  go on with the same command; what is finished is not asked again")
    return code


# --- one machine of several, and its workers ----------------------------------------------------------


def _shard_of(text: str) -> tuple[int, int]:
    """Return which part of how many; raises InputError."""
    parts = [whole_number(part) or 0 for part in text.split("/")]
    if len(parts) != 2 or not 1 <= parts[0] <= parts[1]:
        raise InputError(
            words("--shard {text} is no part of a whole.", text=text),
            words("Write I/N, such as 2/4: the second of four."),
        )
    return parts[0], parts[1]


def _of_shard(options: BatchOptions) -> BatchOptions:
    """Return the options of one machine of several: it gets its part of the limits."""
    wish = options.wish
    if not wish.shard:
        return options
    index, of = _shard_of(wish.shard)
    cost, tokens = wish.cost_limit, wish.token_limit
    part = replace(
        wish,
        shard=f"{index}/{of}",
        cost_limit=None if cost is None else cost / of,
        token_limit=None if tokens is None else max(1, tokens // of),
    )
    return replace(options, wish=part)


def worker_arguments(options: BatchOptions, answers: AnswerOptions, number: int) -> list[str]:
    """Return the command of one worker: this one, with its share of the sessions; it shares the limits."""
    wish = options.wish
    index, of = _shard_of(wish.shard) if wish.shard else (1, 1)
    share = replace(wish, shard=f"{index + of * (number - 1)}/{of * wish.workers}")
    return [*_whole(share, answers), "--worker", *(["--scope", wish.shard] if wish.shard else [])]


def _cell_arguments(options: BatchOptions, answers: AnswerOptions) -> list[str]:
    """Return the command of an engine's worker: this one, for what it is told of, on any machine.

    Its limits come with what it is told.
    """
    told = replace(options.wish, shard="", cost_limit=None, token_limit=None)
    return [*_whole(told, answers), "--worker", "--cells", "--json"]


def _whole(wish: BatchWish, answers: AnswerOptions) -> list[str]:
    """Return this command for somebody that no person sits in front of, with paths that hold anywhere."""
    alone = replace(
        wish,
        manifest=_path(wish.manifest),
        folder=_path(wish.folder),
        teams=[str(_path(Path(team))) if team.endswith(".toml") else team for team in wish.teams],
        allowed=[_path(path) for path in wish.allowed],
        workers=1,
        executor="local",
        scheduler="",
    )
    # Nobody sits in front of a worker.
    found = [
        "batch",
        "run",
        *alone.arguments(),
        "--approve",
        "none" if answers.approve == "ask" else answers.approve,
    ]
    found += ["--on-uncertain", answers.on_uncertain]
    several: dict[str, Sequence[str]] = {
        "--on-failure": [answers.on_failure] if answers.on_failure is not None else [],
        "--answers": [str(_path(answers.answers))] if answers.answers is not None else [],
        "--allow-server": answers.allowed,
        "--allow-tool": answers.allow_tool or (),
    }
    return found + [part for option, values in several.items() for one in values for part in (option, one)]


def _path(path: Path) -> Path:
    return expanded(path).absolute()


# --- workers of an engine -----------------------------------------------------------------------------


async def _moved_by_engine(
    core: Core, run: BatchRun, folder: BatchFolder, answers: AnswerOptions, options: BatchOptions, tell: Tell
) -> BatchRun:
    """Run a batch on an engine's workers, and bring what they hand back into this data folder."""
    engine = make_engine(
        options.wish.executor,
        options.wish.scheduler,
        options.wish.workers,
        options.wish.jobs,
        folder.path / _JOBS,
    )
    handing = core.handing(folder.path / HANDED)
    with handing.alone() as token:
        handing.say("")
        async with engine:
            cluster = ClusterRun(
                core.batches,
                core.parts.store,
                handing,
                engine,
                run,
                tell,
                _lost,
                _cell_arguments(options, answers),
                str(Folders.of_this_machine().config.absolute()),
                token,
            )
            with interrupts(lambda stop: cluster.call_off(stop=stop)):
                async with core.batches.account(run.budget, folder.held, run.standing, cluster.settle):
                    await cluster.move()
    return run


def _lost(cell: Job) -> None:
    say(
        f"↻ {cell.entry.id} · {cell.entry.variant}: its worker was lost; another one went on from what was "
        "handed back last. What was being asked just then is uncertain; where that costs money it is asked "
        "again only where you say so."
    )


async def _work_on_cells(
    core: Core, plan: BatchPlan, folder: BatchFolder, answers: AnswerOptions, options: BatchOptions
) -> int:
    """Be a worker of an engine, until nobody tells of more."""
    handing = core.handing(folder.path / HANDED)
    handing.begin_worker()
    try:
        # Whoever began it has tried the servers: by now they may be busy with the others' questions.
        await core.batches.check(
            plan, lambda seats: approve_servers(core, seats, answers.allowed), contact=False
        )
        await CellWorker(
            core.batches, handing, plan, answers.plan(core.parts.plugins), options.wish.jobs
        ).work()
    finally:
        handing.end_worker()
    return 0

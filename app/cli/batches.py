"""`roundtable batch`: many sessions from one table of questions."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from app.cli.approving import approve_servers
from app.cli.batch_cluster import moved_by_engine, work_on_cells
from app.cli.batch_options import BatchOptions, shard_of, worker_arguments
from app.cli.interrupts import interrupts
from app.cli.output import print_json, program, say, show, show_painted, strong
from app.cli.runs import AnswerOptions
from app.cli.status import money
from app.domain.errors import InputError
from app.domain.i18n import speaking, words
from app.domain.ids import SessionId
from app.services.batches.folder import HANDED, BatchFolder
from app.services.batches.handed_back import take_back
from app.services.batches.making import BatchWish, plan_batch
from app.services.batches.plan import BatchPlan, Entry
from app.services.batches.purse import Purse
from app.services.batches.reporting import batch_report
from app.services.batches.running import ELSEWHERE, FINISHED, NOT_BEGUN, BatchRun, Standing
from app.services.batches.workers import Told, Workers, obey_parent, tell_parent
from app.services.core import Core
from app.services.languages import speech
from app.services.writing import write_whole
from app.settings.folders import expanded
from app.settings.options import LANGUAGE

EXIT_DONE, EXIT_LEFT, EXIT_FAILED = 0, 3, 5
MOST_TOLD = 5
"""Rows that cannot be used which are told one by one; the folder's file has them all."""
_STATES = {
    FINISHED: "finished",
    "waiting": "waiting for you",
    "failed": "failed",
    "stopped": "stopped",
    "paused": "paused",
    "interrupted": "interrupted",
    "running": "at work",
    ELSEWHERE: "at work in another process",
    NOT_BEGUN: "not begun",
    "unreadable": "cannot be read",
}
_SIGNS = {FINISHED: "✓", "waiting": "◆", "failed": "✕", "unreadable": "✕"}


async def run(core: Core, options: BatchOptions, answers: AnswerOptions) -> int:
    """Begin and go on with every session of a table; return the exit status."""
    plugin = core.parts.plugin(options.workflow)
    wish = BatchWish(
        options.manifest,
        options.out,
        options.name,
        options.teams,
        options.seeds,
        options.values,
        options.baselines,
    )
    planned = plan_batch(plugin, core.teams, wish)
    plan, folder = planned.plan, planned.folder
    mine = plan.shard(*shard_of(options.shard)) if options.shard else plan
    if options.cells:
        return await work_on_cells(core, mine, folder, answers, options)
    if options.worker:
        return await _work(core, mine, answers, options)
    _tell_set_aside(plan, folder)
    await core.batches.check(plan, lambda seats: approve_servers(core, seats, answers.allowed))
    planned.keep()
    sessions, rows = _counted(len(mine.sessions), "session"), _counted(planned.rows, "row")
    say(f"Batch “{planned.about.name}”: {sessions} from {rows}.")
    finished = await _moved(core, mine, folder, answers, options)
    return _told(finished, folder, as_json=answers.as_json)


async def _work(core: Core, plan: BatchPlan, answers: AnswerOptions, options: BatchOptions) -> int:
    """Do a share of a batch for the command that began this one, until it says otherwise or is gone."""
    await core.batches.check(plan, lambda seats: approve_servers(core, seats, answers.allowed))
    obey_parent(lambda stop: core.batches.pause(stop=stop))
    purse = Purse(options.cost_limit, options.token_limit)
    await core.batches.run(plan, answers.plan(core.parts.plugins), purse, jobs=options.jobs, tell=tell_parent)
    return EXIT_DONE


def _tell_set_aside(plan: BatchPlan, folder: BatchFolder) -> None:
    aside = plan.set_aside
    for one in aside[:MOST_TOLD]:
        say(f"✕ Row {one.number} ({one.name}) is set aside: {one.why} {one.next}")
    if len(aside) > MOST_TOLD:
        # Where no row can be used there will be no folder.
        where = f"; see {folder.path}" if plan.cells else ""
        say(f"✕ {_counted(len(aside) - MOST_TOLD, 'more row')} set aside{where}.")
    if not plan.cells:
        raise InputError(
            words("No row of this table can be used."),
            words("Correct what is said of them, and run it again."),
        )


async def _moved(
    core: Core, plan: BatchPlan, folder: BatchFolder, answers: AnswerOptions, options: BatchOptions
) -> BatchRun:
    """Run a batch; the first interrupt pauses it, the second stops what runs."""
    purse = Purse(options.cost_limit, options.token_limit)
    progress = _Progress(len(plan.sessions))
    before = await core.batches.standings(cell.entry for cell in plan.sessions)
    shared = BatchRun(plan, purse, before)
    if options.executor != "local":
        return await moved_by_engine(core, shared, folder, answers, options, progress.tell)
    handed = folder.path / HANDED
    if handed.is_dir() and await take_back(core.handing(handed), plan):
        before = await core.batches.standings(cell.entry for cell in plan.sessions)
        shared = BatchRun(plan, purse, before)
    workers = Workers(partial(worker_arguments, options, answers), partial(_of_worker, shared, progress))

    async def obey(stop: bool) -> None:
        shared.calls_off = True
        await workers.say("stop" if stop else "pause")
        await core.batches.pause(stop=stop)

    with interrupts(obey):
        left = sum(one.state != FINISHED for one in before.values())
        if options.workers > 1 and left > 1:
            for one in before.values():
                purse.count(one.entry.session, one.cost or 0.0, one.tokens)
            await workers.run(options.workers)
            if shared.calls_off:
                return BatchRun(plan, purse, await core.batches.standings(c.entry for c in plan.sessions))
        # By itself, or what its workers left: of one that died, or where another had more to spend.
        purse = Purse(options.cost_limit, options.token_limit)
        return await core.batches.run(
            plan, answers.plan(core.parts.plugins), purse, jobs=options.jobs, tell=progress.tell
        )


def _of_worker(run: BatchRun, progress: _Progress, told: Told) -> None:
    """Take in where a session stands that a worker is done with."""
    before = run.standing.get(SessionId(told.session))
    if before is None:
        return
    standing = Standing(before.entry, told.state, told.cost, told.tokens, told.why)
    run.standing[before.entry.session] = standing
    run.done_here += 1
    run.purse.count(told.session, told.cost or 0.0, told.tokens)
    progress.tell(run, standing)


class _Progress:
    """A line for each session that came as far as it could."""

    def __init__(self, sessions: int) -> None:
        self._sessions = sessions
        self._began = time.monotonic()

    def tell(self, run: BatchRun, one: Standing) -> None:
        """Say where a session stands now, and how the whole goes."""
        spent = money(run.purse.spent)
        left = sum(
            count for state, count in run.states().items() if state in (NOT_BEGUN, "running", "interrupted")
        )
        rate = run.done_here / max(time.monotonic() - self._began, 1e-3)
        more = f", about {_time(left / rate)} left" if left and run.done_here else ""
        sign = _SIGNS.get(one.state, "■")
        why = f" – {one.why}" if one.why and one.state != FINISHED else ""
        say(
            f"{sign} {self._sessions - left}/{self._sessions}  {one.entry.id} · {one.entry.arm}: "
            f"{_STATES.get(one.state, one.state)}{why} · {spent} so far{more}"
        )


def _told(run: BatchRun, folder: BatchFolder, *, as_json: bool) -> int:
    """Tell how a batch stands at the end of a command; return the exit status."""
    states = run.states()
    code = EXIT_DONE
    if any(states[state] for state in ("failed", "unreadable")):
        code = EXIT_FAILED
    elif states[FINISHED] < len(run.standing):
        code = EXIT_LEFT
    if as_json:
        print_json({**_value(folder, list(run.standing.values())), "spent": round(run.purse.spent, 6)})
        return code
    for line in _lines(states):
        show(line)
    show(f"  {money(run.purse.spent)} · {run.purse.used:,} tokens")
    if states["waiting"]:
        show(f"  see what is asked: {program()} batch gates {folder.path}")
    if code != EXIT_DONE:
        show("  go on with the same command; what is finished is not asked again")
    return code


def _lines(states: Counter[str]) -> list[str]:
    return [f"  {states[state]:>6,}  {name}" for state, name in _STATES.items() if states[state]]


def _value(folder: BatchFolder, standings: Sequence[Standing]) -> dict[str, Any]:
    return {
        "batch": folder.about().name,
        "folder": str(folder.path),
        "states": dict(Counter(one.state for one in standings)),
        "sessions": [
            {
                "session": one.entry.session,
                "id": one.entry.id,
                "team": one.entry.team,
                **({"baseline": one.entry.baseline} if one.entry.baseline else {}),
                "seed": one.entry.seed,
                "state": one.state,
                "cost": one.cost,
                "tokens": one.tokens,
                **({"why": one.why} if one.why else {}),
            }
            for one in standings
        ],
    }


async def status(core: Core, out: Path, *, as_json: bool) -> int:
    """Tell how many sessions of a batch stand how, and which could not go on."""
    folder, standings = await _standings(core, out)
    if as_json:
        print_json(_value(folder, list(standings.values())))
        return 0
    show_painted(strong(f"Batch “{folder.about().name}”", sys.stdout))
    for line in _lines(Counter(one.state for one in standings.values())):
        show(line)
    cost = sum(one.cost or 0.0 for one in standings.values())
    show(f"  {money(cost)} · {sum(one.tokens for one in standings.values()):,} tokens")
    for one in standings.values():
        if one.state in ("failed", "unreadable"):
            show(f"✕ {one.entry.id} · {one.entry.arm}: {one.why or _STATES[one.state]}")
    return 0


async def gates(core: Core, out: Path, *, as_json: bool) -> int:
    """List the sessions of a batch that wait for a person, and how each is answered."""
    _, standings = await _standings(core, out)
    rows = {row.session: row for row in await core.library.rows()}
    waiting = [rows[one.entry.session] for one in standings.values() if one.state == "waiting"]
    if as_json:
        print_json(
            [
                {
                    "session": row.session,
                    "id": standings[row.session].entry.id,
                    "gate": row.gate,
                    "kind": row.gate_kind,
                    "round": row.gate_round,
                    "verbs": list(row.gate_verbs),
                }
                for row in waiting
            ]
        )
        return 0
    if not waiting:
        show("No session of this batch waits for you.")
    for row in waiting:
        entry = standings[row.session].entry
        show(f"◆ {entry.id} · {entry.arm}: {row.title}")
        show(f"  {program()} answer {row.session} {row.gate} --verb {'|'.join(row.gate_verbs)}")
    return 0


async def report(
    core: Core, out: Path, form: str, output: Path | None, language: str, *, as_json: bool
) -> int:
    """Write what the sessions of a batch came to; without a file, into the batch's folder.

    `language`: of what is read by people; empty: the one of the settings.
    """
    reader = speech(language or str(core.settings.value(LANGUAGE)))
    folder = BatchFolder(expanded(out).absolute())
    told = await batch_report(core.parts, core.batches, folder)
    # Answers are compared before: what models said is the same in every language.
    with speaking(reader):
        content = core.write_batch(told, form)
    if str(output) == "-":
        sys.stdout.buffer.write(content)
        sys.stdout.buffer.flush()
        return 0
    path = expanded(output).absolute() if output is not None else folder.path / f"report.{form}"
    write_whole(path, content)
    if as_json:
        print_json({"batch": told.name, "format": form, "file": str(path)})
    else:
        show(f"Written: {path}")
    return 0


async def _standings(core: Core, out: Path) -> tuple[BatchFolder, dict[SessionId, Standing]]:
    folder = BatchFolder(expanded(out).absolute())
    found = await core.batches.standings(folder.entries())
    if (folder.path / HANDED).is_dir():
        handing = core.handing(folder.path / HANDED)
        # What is compared with a session is handed out with it, under its name.
        cells = {_of_row(one.entry): session for session, one in found.items() if not one.entry.baseline}
        for session, one in found.items():
            cell = cells.get(_of_row(one.entry), session)
            if one.state not in (FINISHED, "failed", "unreadable") and await handing.at_work(cell):
                found[session] = replace(one, state=ELSEWHERE)
    return folder, found


def _of_row(entry: Entry) -> tuple[int, str, int]:
    return entry.row, entry.team, entry.seed


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _time(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"

"""A batch as it stands: while it is moved, and for `roundtable batch status`, `gates`, `report`, `grade`."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from app.cli.gate_text import asked, headline, labelled, ways
from app.cli.inputs import form_of
from app.cli.output import (
    plural,
    print_found,
    print_json,
    say,
    show,
    show_bytes,
    show_painted,
    show_wrapped,
    strong,
    tokens_text,
)
from app.cli.status import EXIT_MISSED
from app.domain.errors import InputError, RoundtableError
from app.domain.fault_messages import BATCH_LIMIT
from app.domain.held_folder import HeldFolder
from app.domain.i18n import Message, use_language, words
from app.domain.ids import SessionId
from app.domain.money import cost_words
from app.domain.verdict_facts import ResultGraded
from app.engine.answering import kind_of
from app.engine.fold import SessionFold
from app.projections.evaluation import TeamWorth
from app.projections.gate_inbox import Gate
from app.services.batches.folder import HANDED, SET_ASIDE, BatchFolder
from app.services.batches.plan import Entry, of_shards
from app.services.batches.reporting import batch_report, read_outcome
from app.services.batches.running import ELSEWHERE, FINISHED, NOT_BEGUN, BatchRun, Standing
from app.services.core import Core
from app.services.languages import speech
from app.services.writing import write_whole
from app.settings.folders import expanded
from app.settings.options import LANGUAGE

STATES = {
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
SIGNS = {FINISHED: "✓", "waiting": "◆", "failed": "✕", "unreadable": "✕"}
_ENDINGS = {"junit": "xml"}
"""What the name of a report ends with, where that is not its form."""
_GOES_ON = (NOT_BEGUN, "running", "interrupted")
"""States that this command has not come to, or is at."""


def lines_of(states: Counter[str]) -> list[str]:
    """Return how many sessions stand how, a line each."""
    return [f"  {states[state]:>6,}  {name}" for state, name in STATES.items() if states[state]]


def value_of(folder: BatchFolder, standings: Sequence[Standing]) -> dict[str, Any]:
    """Return a batch and its sessions for programs."""
    return {
        "batch": folder.about().name,
        "folder": str(folder.path),
        "states": dict(Counter(one.state for one in standings)),
        "sessions": [
            {
                **_value_of_entry(one.entry),
                "state": one.state,
                "cost": one.cost,
                "tokens": one.tokens,
                **({"tokens_cached": one.cached} if one.cached else {}),
                **({"why": one.why} if one.why else {}),
            }
            for one in standings
        ],
    }


def _value_of_entry(entry: Entry) -> dict[str, Any]:
    """Return which session of a batch is meant, for programs."""
    return {
        "session": entry.session,
        "id": entry.id,
        "team": entry.team,
        **({"workflow": entry.kind} if entry.kind else {}),
        **({"baseline": entry.baseline} if entry.baseline else {}),
        "seed": entry.seed,
    }


def spent_words(standings: Collection[Standing], spent: float) -> Message:
    """Return what the sessions of a batch came to; `spent`: the dollars that count against its limit."""
    if any(one.cost is None for one in standings):
        return cost_words(None, spent)
    # What is under way, or was cut off, is counted at its worst case.
    uncertain = sum(max(0.0, one.used.cost - (one.cost or 0.0)) for one in standings)
    return cost_words(round(max(0.0, spent - uncertain), 9), uncertain=round(uncertain, 9))


class Progress:
    """Tells sessions as they come. `asked`: what gates ask, by their kinds; `now` in seconds."""

    def __init__(
        self, asked: Mapping[str, str] = MappingProxyType({}), now: Callable[[], float] = time.monotonic
    ) -> None:
        self._asked, self._now, self._began = asked, now, now()
        self._moved: set[SessionId] = set()

    def tell(self, run: BatchRun, one: Standing) -> None:
        """Say where a session stands now, and how the whole goes."""
        say(self.line(run, one))

    def line(self, run: BatchRun, one: Standing) -> str:
        """Return what is said of a session that stands so now."""
        if one.state not in (NOT_BEGUN, ELSEWHERE):
            self._moved.add(one.entry.session)
        states = run.states()
        parts = [f"{states[FINISHED]:,} of {len(run.standing):,} finished"]
        parts += [f"{states[state]:,} {state}" for state in ("waiting", "failed") if states[state]]
        parts.append(str(spent_words(run.standing.values(), run.budget.spent)))
        a_second = len(self._moved) / max(self._now() - self._began, 1e-3)
        if self._moved:
            parts.append(f"{60 * a_second:,.{'1f' if a_second < 1 / 6 else '0f'}} a minute")
            left = sum(1 for _ in self._left(run))
            parts += [f"about {_time(left / a_second)} left"] if left else []
        why = (
            f" – {self._asked.get(one.why, one.why)}"
            if one.why and one.state not in (FINISHED, one.why)
            else ""
        )
        state = f"{STATES.get(one.state, one.state)}{why}"
        return (
            f"{SIGNS.get(one.state, '■')} {one.entry.id} · {one.entry.variant}: {state} · {' · '.join(parts)}"
        )

    def _left(self, run: BatchRun) -> Iterator[SessionId]:
        """Yield what this command will still move: no baseline of a session that does not come to its end."""
        for cell in run.plan.cells:
            session = run.standing[cell.session]
            if _comes(session):
                yield cell.session
            if _comes(session) or session.state == FINISHED:
                yield from (one.session for one in cell.baselines if _comes(run.standing[one.session]))


def _comes(one: Standing) -> bool:
    return one.state in _GOES_ON and not one.why.startswith(str(BATCH_LIMIT))


def _time(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


async def status(core: Core, out: Path, *, as_json: bool) -> int:
    """Tell how many sessions of a batch stand how, which could not go on, and how many are right so far."""
    folder, standings = await _standings(core, out)
    aside, right = len(folder.set_aside()), await _right_so_far(core, list(standings.values()))
    about, file = folder.about(), folder.path / SET_ASIDE
    if as_json:
        value = value_of(folder, list(standings.values()))
        if aside:
            value["set_aside"] = {"rows": aside, "file": str(file)}
        if right:
            value["right"] = {variant: {"right": yes, "of": of} for variant, (yes, of) in right.items()}
        if about.shards:
            value["shards"] = list(about.shards)
        print_json(value)
        return 0
    show_painted(strong(f"Batch “{about.name}”", sys.stdout))
    for line in lines_of(Counter(one.state for one in standings.values())):
        show(line)
    cost = spent_words(standings.values(), sum(one.used.cost for one in standings.values()))
    used = sum(one.tokens for one in standings.values())
    cached = sum(one.cached for one in standings.values())
    show(f"  {cost} · {tokens_text(used, cached)}")
    for line in _of_shards(standings, about.shards):
        show(line)
    for variant, (yes, of) in right.items():
        show(f"  right so far: {yes:,} of {of:,} · {variant}")
    if aside:
        show(f"  {plural(aside, 'row')} of the table set aside; see why in {file}")
    for one in standings.values():
        if one.state in ("failed", "unreadable"):
            show(f"✕ {one.entry.id} · {one.entry.variant}: {one.why or STATES[one.state]}")
    return 0


def _of_shards(standings: Mapping[SessionId, Standing], shards: Sequence[str]) -> list[str]:
    """Return which part of the batch is run here, and how far it is."""
    if not shards:
        return []
    mine = [standings[one.session] for one in of_shards([s.entry for s in standings.values()], shards)]
    numbers, of = " and ".join(one.partition("/")[0] for one in shards), shards[0].partition("/")[2]
    which = f"shard {numbers}" if len(shards) == 1 else f"shards {numbers}"
    finished = sum(one.state == FINISHED for one in mine)
    return [f"  {which} of {of} is run here: {finished:,} of its {plural(len(mine), 'session')} finished"]


async def _right_so_far(core: Core, standings: Sequence[Standing]) -> dict[str, tuple[int, int]]:
    """Return for each variant how many finished sessions are right, of those that it can be told of."""
    found: dict[str, tuple[int, int]] = {}
    for one in standings:
        if one.state != FINISHED or not (one.entry.expected or one.entry.rubric):
            continue
        try:
            outcome, _ = await read_outcome(core.parts, one.entry)
        except RoundtableError:
            # It keeps no other from being told; the report counts it as unreadable.
            continue
        if outcome.result is not None:
            yes, of = found.get(one.entry.variant, (0, 0))
            found[one.entry.variant] = (yes + outcome.result, of + 1)
    return found


async def gates(core: Core, out: Path, *, as_json: bool) -> int:
    """List the sessions of a batch that wait for a person, what each asks, and how it is answered."""
    _, standings = await _standings(core, out)
    found: list[tuple[Entry, Gate, SessionFold]] = []
    for one in standings.values():
        if one.state == "waiting":
            fold = await core.sessions.fold(one.entry.session)
            gate = fold.gates.open_gate()
            if gate is not None:
                found.append((one.entry, gate, fold))
    if as_json:
        print_json([_gate_value(*one) for one in found])
        return 0
    if not found:
        show("No session of this batch waits for you.")
    for entry, gate, fold in found:
        sign, _, what = headline(gate, fold).partition(" ")
        show_wrapped(f"{sign} {entry.id} · {entry.variant} · {what}")
        show_wrapped(f"  {fold.session.title}")
        for line in asked(gate, fold):
            show_wrapped(f"  {line}")
        for label, command in ways(gate, fold, entry.session):
            show(f"    {label}")
            show(f"      {command}")
    return 0


def _gate_value(entry: Entry, gate: Gate, fold: SessionFold) -> dict[str, Any]:
    """Return an open gate, with what an entry of an answers file says: session, gate, round, verb, data."""
    kind, payload = kind_of(fold.plugin, gate.fact.kind), gate.fact.payload
    figures = payload.get("figures")
    return {
        **_value_of_entry(entry),
        "title": fold.session.title,
        "gate": gate.id,
        "kind": gate.fact.kind,
        "asks": str(kind.title),
        "says": asked(gate, fold),
        "round": gate.round,
        "figures": figures if isinstance(figures, dict) else {},
        "verbs": list(gate.fact.verbs),
        "answers": [
            {"verb": verb, "label": labelled(gate, fold, verb), "data": dict(kind.verb(verb).sample(payload))}
            for verb in gate.fact.verbs
        ],
    }


async def report(
    core: Core,
    out: Path,
    wanted: str | None,
    output: Path | None,
    language: str,
    *,
    side_by_side: bool,
    as_json: bool,
) -> int:
    """Write what the sessions of a batch came to; without a file, into the batch's folder.

    `wanted`: the form; None: by the file's name, else a page. `language`: of what is read by people; empty:
    the one of the settings.
    """
    form = form_of(wanted, output, {f".{name}": name for name in ("csv", "jsonl", "xlsx", "json")}, "html")
    reader = speech(language or str(core.settings.value(LANGUAGE)))
    folder = BatchFolder(expanded(out).absolute())
    beside = HeldFolder(expanded(output or out).absolute().parent)
    beside.check()
    told = await batch_report(core.parts, core.batches, folder)
    # Answers are compared before: what models said is the same in every language.
    with use_language(reader):
        content = core.write_batch(told, form, side_by_side)
    if str(output) == "-":
        show_bytes(content)
        return 0
    if output is None:
        path = folder.write(f"report.{_ENDINGS.get(form, form)}", content)
    else:
        path = expanded(output).absolute()
        write_whole(path, content, beside)
    value = {"batch": told.name, "format": form, "file": str(path)}
    return print_found(value, f"Written: {path}", as_json=as_json)


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


def _of_row(entry: Entry) -> tuple[int, str, str, int]:
    return entry.row, entry.workflow, entry.team, entry.seed


_WORDS = {"right": True, "wrong": False, "unknown": None}
"""What a person may say of a result; `unknown`: what rules and judge say holds again."""
_MOST_NAMED = 5


async def passed(core: Core, folder: BatchFolder, code: int, least: float | None, junit: Path | None) -> int:
    """Write a batch's results for a build server, and hold them to the least share that must be right.

    Return `code`, or the status of a missed gate where it is 0 and a team was right less often.
    """
    if least is None and junit is None:
        return code
    told = await batch_report(core.parts, core.batches, folder)
    if junit is not None:
        path = expanded(junit).absolute()
        write_whole(path, core.write_batch(told, "junit", False))
        say(f"Written: {path}")
    if least is None:
        return code
    below = [line for team in told.teams if not team.baseline for line in _below(team, least)]
    if not told.teams:
        below = ["no session is finished"]
    for line in below:
        say(f"✕ Below {least:.0%}: {line}")
    return EXIT_MISSED if below and code == 0 else code


def _below(team: TeamWorth, least: float) -> Sequence[str]:
    share = team.accuracy
    if not share.of:
        return [f"{team.team}: of none of its results is it known whether it is right"]
    if share.value >= least:
        return []
    return [f"{team.team}: {team.right:,} of {share.of:,} right ({share.value:.0%})"]


async def correct(core: Core, out: Path, row: str, verdict: str, arm: str, *, as_json: bool) -> int:
    """Take down that a person holds a result to be right or wrong: it counts before rules and judge."""
    folder = BatchFolder(expanded(out).absolute())
    entry = _meant(folder.entries(), row, arm)
    standing = (await core.batches.standings([entry]))[entry.session]
    if standing.state != FINISHED:
        raise InputError(
            words("{id} · {arm} is not finished.", id=entry.id, arm=entry.variant),
            words("Go on with the batch first."),
        )
    await core.review.tell(entry.session, ResultGraded(right=_WORDS[verdict]))
    value = {"session": entry.session, "id": entry.id, "team": entry.variant, "verdict": verdict}
    return print_found(value, f"{entry.id} · {entry.variant}: {verdict}, by your word", as_json=as_json)


def _meant(entries: Sequence[Entry], row: str, arm: str) -> Entry:
    """Return the one session that a row's or a session's id means; raises InputError."""
    found = [one for one in entries if row in (one.id, one.session) and arm in ("", one.variant)]
    if len(found) == 1:
        return found[0]
    if not found:
        raise InputError(
            words("This batch has no session “{name}”.", name=f"{row} · {arm}" if arm else row),
            words("Name the id of a row or of a session, as “roundtable batch status --json” shows them."),
        )
    several = ", ".join(f"{one.session} ({one.variant})" for one in found[:_MOST_NAMED])
    raise InputError(
        words("Several sessions are of “{name}”: {found}.", name=row, found=several),
        words("Name one of them by its id, or its team with --team."),
    )

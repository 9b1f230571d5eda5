"""Whether a batch is good enough: the gate for a build server, and a person's word on a result."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from app.cli.output import print_found, say
from app.cli.status import EXIT_MISSED
from app.domain.errors import InputError
from app.domain.i18n import words
from app.domain.verdict_facts import ResultGraded
from app.projections.evaluation import TeamWorth
from app.services.batches.folder import BatchFolder
from app.services.batches.plan import Entry
from app.services.batches.reporting import batch_report
from app.services.batches.running import FINISHED
from app.services.core import Core
from app.services.writing import write_whole
from app.settings.folders import expanded

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

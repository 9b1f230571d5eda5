"""What `roundtable batch run` takes, and the commands that it begins its workers with."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from app.cli.runs import AnswerOptions
from app.domain.errors import InputError
from app.domain.i18n import words
from app.settings.folders import expanded


@dataclass
class BatchOptions:
    """What `batch run` takes."""

    manifest: Path
    out: Path
    workflows: list[str]
    """What each row runs that does not name its own."""
    name: str = ""
    teams: list[str] = field(default_factory=list)
    seeds: int = 1
    values: list[str] = field(default_factory=list)
    baselines: list[str] = field(default_factory=list)
    """What each session is compared with."""
    jobs: int = 4
    workers: int = 1
    shard: str = ""
    worker: bool = False
    """Begun by another command, for a share of its batch."""
    cost_limit: float | None = None
    token_limit: int | None = None
    executor: str = "local"
    scheduler: str = ""
    allow_files: list[Path] = field(default_factory=list)
    """Files and folders outside the table's own that it may name."""
    cells: bool = False
    """Begun by an engine's worker, for the cells that it is told of."""
    scope: str = ""
    """Of a worker: the shard of the command that began it, whose limit they share; empty: the whole."""


def shard_of(text: str) -> tuple[int, int]:
    """Return which part of how many; raises InputError."""
    index, _, of = text.partition("/")
    if not (index.isdecimal() and of.isdecimal() and 1 <= int(index) <= int(of)):
        raise InputError(
            words("--shard {text} is no part of a whole.", text=text),
            words("Write I/N, such as 2/4: the second of four."),
        )
    return int(index), int(of)


def of_shard(options: BatchOptions) -> BatchOptions:
    """Return the options of one machine of several: it gets its part of the limits."""
    if not options.shard:
        return options
    index, of = shard_of(options.shard)
    cost, tokens = options.cost_limit, options.token_limit
    return replace(
        options,
        shard=f"{index}/{of}",
        cost_limit=None if cost is None else cost / of,
        token_limit=None if tokens is None else max(1, tokens // of),
    )


def worker_arguments(options: BatchOptions, answers: AnswerOptions, number: int) -> list[str]:
    """Return the command of one worker: this one, with its share of the sessions; it shares the limits."""
    index, of = shard_of(options.shard) if options.shard else (1, 1)
    share = f"{index + of * (number - 1)}/{of * options.workers}"
    found = [*_whole(options, answers), "--shard", share, "--worker"]
    if options.shard:
        found += ["--scope", options.shard]
    if options.cost_limit is not None:
        found += ["--cost-limit", repr(options.cost_limit)]
    if options.token_limit is not None:
        found += ["--token-limit", str(options.token_limit)]
    return found


def cell_arguments(options: BatchOptions, answers: AnswerOptions) -> list[str]:
    """Return the command of an engine's worker: this one, for what it is told of, on any machine.

    Its limits come with what it is told.
    """
    return [*_whole(options, answers), "--worker", "--cells", "--json"]


def _whole(options: BatchOptions, answers: AnswerOptions) -> list[str]:
    """Return this command for somebody that no person sits in front of, with paths that hold anywhere."""
    found = ["batch", "run", _path(options.manifest), "--out", _path(options.out)]
    found += ["--seeds", str(options.seeds), "--jobs", str(options.jobs)]
    for workflow in options.workflows:
        found += ["--workflow", workflow]
    if options.name:
        found += ["--name", options.name]
    for team in options.teams:
        found += ["--team", _path(Path(team)) if team.endswith(".toml") else team]
    for value in options.values:
        found += ["--set", value]
    for baseline in options.baselines:
        found += ["--baseline", baseline]
    # Nobody sits in front of a worker.
    found += ["--approve", "none" if answers.approve == "ask" else answers.approve]
    found += ["--on-uncertain", answers.on_uncertain]
    if answers.on_failure is not None:
        found += ["--on-failure", answers.on_failure]
    if answers.answers is not None:
        found += ["--answers", _path(answers.answers)]
    for path in options.allow_files:
        found += ["--allow-files", _path(path)]
    for server in answers.allowed:
        found += ["--allow-server", server]
    for tool in answers.allow_tools:
        found += ["--allow-tool", tool]
    return found


def _path(path: Path) -> str:
    return str(expanded(path).absolute())

"""The commands of `roundtable batch` and their options; what they do lies in `batches`."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app import cli
from app.cli.command_line import AnswerOptions, Json, execute, taking_answers
from app.settings.folders import expanded

if TYPE_CHECKING:
    from app.services.core import Core

batch_app = typer.Typer(no_args_is_help=True, help="Many sessions from one table of questions.")


class BatchForm(StrEnum):
    """What a report is written as."""

    HTML = "html"
    CSV = "csv"
    JSON = "json"


class Executor(StrEnum):
    """What hands the sessions of a batch to workers."""

    LOCAL = "local"
    DASK = "dask"
    SLURM = "slurm"


BatchDir = Annotated[Path, typer.Argument(metavar="DIR", help="The batch's folder.")]


@batch_app.command("run")
@taking_answers
def batch_run(
    manifest: Annotated[
        Path, typer.Argument(help="CSV or JSONL: a row for each question; columns are fields of the setup.")
    ],
    out: Annotated[Path, typer.Option("--out", help="The batch's folder; the same one goes on with it.")],
    *,
    workflow: Annotated[
        list[str] | None, typer.Option("--workflow", help="What every row runs; may be given again.")
    ] = None,
    name: Annotated[
        str, typer.Option("--name", help="The tag of its sessions; else the folder's name.")
    ] = "",
    team: Annotated[
        list[str] | None, typer.Option("--team", help="A team's name or TOML file; may be given again.")
    ] = None,
    seeds: Annotated[
        int, typer.Option("--seeds", min=1, max=1000, help="Sessions of each row and team.")
    ] = 1,
    values: Annotated[list[str] | None, typer.Option("--set", help="FIELD=VALUE for every row.")] = None,
    baseline: Annotated[
        list[str] | None,
        typer.Option(
            "--baseline",
            help="Compare each with it at equal tokens, such as vote; may be given again.",
        ),
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", min=1, max=500, help="Sessions at once.")] = 4,
    workers: Annotated[
        int, typer.Option("--workers", min=1, max=64, help="Processes, each with --jobs sessions at once.")
    ] = 1,
    shard: Annotated[
        str, typer.Option("--shard", metavar="I/N", help="Only every N-th, from the I-th.")
    ] = "",
    executor: Annotated[
        Executor, typer.Option("--executor", help="What hands the sessions to the workers.")
    ] = Executor.LOCAL,
    scheduler: Annotated[
        str,
        typer.Option(
            "--scheduler",
            metavar="ADDRESS",
            help="Of a Dask cluster that is there; “here” tries Slurm's jobs on this machine.",
        ),
    ] = "",
    cost_limit: Annotated[
        float | None, typer.Option("--cost-limit", min=0, help="Dollars, over all sessions.")
    ] = None,
    token_limit: Annotated[
        int | None, typer.Option("--token-limit", min=1, help="Tokens, over all sessions.")
    ] = None,
    given: AnswerOptions,
    allow_files: Annotated[
        list[Path] | None,
        typer.Option("--allow-files", metavar="FOLDER", help="The table may name files in it; repeatable."),
    ] = None,
    worker: Annotated[bool, typer.Option("--worker", hidden=True)] = False,
    cells: Annotated[bool, typer.Option("--cells", hidden=True)] = False,
    scope: Annotated[str, typer.Option("--scope", hidden=True)] = "",
) -> None:
    """Run a session for every row, or go on with those that are not finished."""

    async def work(core: Core) -> int:
        from app.services.batches.builder import BatchWish  # late: start-up cost

        wish = BatchWish(
            manifest,
            out,
            workflow or [next(iter(core.plugins))],
            name,
            team or [],
            seeds,
            values or [],
            baseline or [],
            [expanded(path).absolute() for path in allow_files or []],
            shard,
        )
        options = cli.batches.BatchOptions(
            wish, jobs, workers, worker, cost_limit, token_limit, executor.value, scheduler, cells, scope
        )
        return await cli.batches.run(core, options, given)

    execute(work, as_json=given.as_json)


@batch_app.command("status")
def batch_status(folder: BatchDir, as_json: Json = False) -> None:
    """Tell how many sessions of a batch stand how."""
    execute(lambda core: cli.batch_looking.status(core, folder, as_json=as_json), as_json=as_json)


@batch_app.command("gates")
def batch_gates(folder: BatchDir, as_json: Json = False) -> None:
    """List the sessions of a batch that wait for a decision."""
    execute(lambda core: cli.batch_looking.gates(core, folder, as_json=as_json), as_json=as_json)


@batch_app.command("report")
def batch_report(
    folder: BatchDir,
    form: Annotated[
        BatchForm, typer.Option("--format", help="A page, a table, or for programs.")
    ] = BatchForm.HTML,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="The file to write, or - for standard output.")
    ] = None,
    language: Annotated[
        str, typer.Option("--language", help="en, de, or system; else that of the settings. JSON is English.")
    ] = "",
    as_json: Json = False,
) -> None:
    """Write what deliberating was worth: right answers, by round and team, and what they cost."""
    execute(
        lambda core: cli.batch_looking.report(core, folder, form.value, output, language, as_json=as_json),
        as_json=as_json,
    )

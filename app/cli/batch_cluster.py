"""`roundtable batch run --executor`: the sessions of a batch through an engine's workers, on any machine."""

from __future__ import annotations

from app.cli.approving import approve_servers
from app.cli.batch_options import BatchOptions, cell_arguments
from app.cli.interrupts import interrupts
from app.cli.output import say
from app.cli.runs import AnswerOptions
from app.services.batches.cluster import ClusterRun
from app.services.batches.engines import make_engine
from app.services.batches.folder import HANDED, BatchFolder
from app.services.batches.job_worker import CellWorker
from app.services.batches.plan import BatchPlan, Job
from app.services.batches.running import BatchRun, Tell
from app.services.core import Core
from app.settings.folders import Folders

JOBS = "jobs"
"""The folder in a batch's folder that Slurm is given."""


async def moved_by_engine(
    core: Core, run: BatchRun, folder: BatchFolder, answers: AnswerOptions, options: BatchOptions, tell: Tell
) -> BatchRun:
    """Run a batch on an engine's workers, and bring what they hand back into this data folder."""
    engine = make_engine(
        options.executor, options.scheduler, options.workers, options.jobs, folder.path / JOBS
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
                cell_arguments(options, answers),
                str(Folders.of_this_machine().config.absolute()),
                token,
            )
            with interrupts(lambda stop: cluster.call_off(stop=stop)):
                async with core.batches.account(run.purse, folder.path, run.standing, cluster.settle):
                    await cluster.move()
    return run


def _lost(cell: Job) -> None:
    say(
        f"↻ {cell.entry.id} · {cell.entry.arm}: its worker was lost; another one went on from what was "
        "handed back last. What was being asked just then is uncertain, and asked again only where you say "
        "so."
    )


async def work_on_cells(
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
        await CellWorker(core.batches, handing, plan, answers.plan(core.parts.plugins), options.jobs).work()
    finally:
        handing.end_worker()
    return 0

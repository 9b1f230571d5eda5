"""Engines that hand shares of a batch to workers: Dask and Slurm, each through its own package.

Rules: an engine runs `run_share` wherever it likes, once or, where it loses a worker, again. Who has which
session, and what was handed back, is in no engine: it is in the handing folder.
"""

# Late imports on purpose: both packages are an extra that most do not have.

from __future__ import annotations

import asyncio
import importlib.util
import shutil
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Protocol

from app.domain.errors import InputError
from app.domain.fault_hints import install_hint
from app.domain.i18n import words
from app.domain.private import make_private
from app.processes.child_env import environment, handed_on
from app.services.batches.worker_pipe import Share, run_share

if TYPE_CHECKING:
    from distributed import Client, LocalCluster
    from submitit import AutoExecutor, Job

LOOK_SECONDS = 0.5
_LONGEST_JOB = 7 * 24 * 60
"""Minutes; Slurm ends a job after so long, or sooner where the partition or SBATCH_TIMELIMIT says so."""
HERE = "here"
"""As the scheduler of `slurm`: jobs are processes of this machine, to try what Slurm would be given."""
Ended = list[dict[str, Any]]
_DEAF = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"


class Engine(Protocol):
    """Hands shares to workers."""

    width: int
    """How many shares it does at once."""
    ahead: int
    """How many more it is given where nothing limits them, so that none waits while others are taken in."""
    cells: int
    """The most cells of a share; 0: all that is left, divided by `width`."""

    async def __aenter__(self) -> Engine: ...

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    async def run(self, share: Share) -> Ended:
        """Have a share done somewhere; empty where its worker was lost.

        Raises InputError where it cannot be done as the engine is set up.
        """
        ...

    async def call_off(self) -> None:
        """Take back what nobody has begun."""
        ...


def require(package: str, wanted: str) -> None:
    """Raise InputError where a package is not installed."""
    if importlib.util.find_spec(package) is None:
        raise InputError(
            words("This needs the Python package {name}, which is not installed.", name=package),
            install_hint(wanted),
        )


def _not_done(error: BaseException) -> InputError:
    """Return what is said of a share that the engine could not do, with what is at the bottom of it."""
    while error.__cause__ is not None:
        error = error.__cause__
    # A job's trace lies between two rules; its last line is the error.
    _, between, trace = str(error).partition(f"\n{'-' * 22}\n")
    said = trace.partition(f"\n{'-' * 22}\n")[0] if between else f"{type(error).__name__}: {error}"
    lines = [line for line in said.splitlines() if line.strip()]
    return InputError(
        words("A worker failed: {why}", why=lines[-1 if between else 0].strip()[:300]),
        words("Check that the workers have the same Roundtable as this machine, and room on their disks."),
    )


def make_engine(name: str, scheduler: str, workers: int, jobs: int, folder: Path) -> Engine:
    """Return an engine by its name; raises InputError where it cannot be had here.

    `workers`: how many it has, or jobs at once; `jobs`: sessions at once of each. `folder`: for its own
    files, where all machines see it.
    """
    if name == "dask":
        require("distributed", "distributed>=2025.1")
        # What Dask encrypts its own connections with.
        require("cryptography", "cryptography>=43")
        return _DaskEngine(scheduler, workers, jobs)
    require("submitit", "submitit>=1.5,<2")
    if scheduler not in ("", HERE):
        raise InputError(
            words("--scheduler {text} is none for Slurm.", text=scheduler),
            words("Leave it out; with “{here}” the jobs run on this machine.", here=HERE),
        )
    if not scheduler and shutil.which("sbatch") is None:
        raise InputError(
            words("There is no Slurm on this machine: the command sbatch is not found."),
            words("Run this where jobs are submitted, or use --executor local or dask."),
        )
    return _SlurmEngine(folder, workers, here=scheduler == HERE)


class _DaskEngine:
    """A Dask cluster: one that is there, or processes of this machine that end with this command."""

    cells = 1

    def __init__(self, address: str, workers: int, jobs: int) -> None:
        self._address, self._workers, self._jobs = address, workers, jobs
        self.width, self.ahead = workers * jobs, workers
        self._cluster: LocalCluster | None = None
        self._client: Client | None = None
        self._begun = 0

    async def __aenter__(self) -> _DaskEngine:
        """Connect, or begin the processes; raises InputError where no scheduler answers."""
        from distributed import Client, LocalCluster
        from distributed.security import Security

        where: Any = self._address
        if not self._address:
            # Else everybody who has an account here could have their code run by it.
            security = Security.temporary()
            where = self._cluster = await LocalCluster(
                n_workers=self._workers,
                threads_per_worker=self._jobs,
                processes=True,
                asynchronous=True,
                security=security,
                protocol="tls://",
                dashboard_address=None,
                worker_dashboard_address=None,
                # Its processes begin this program again, which needs the keys.
                env=dict(environment()),
                # What a worker holds lies in the process that it feeds.
                memory_limit=0,
                # An interrupt in the terminal is told to the sessions by us.
                preload=_DEAF,
                silence_logs=50,
            )
        client = Client(where, asynchronous=True)
        try:
            self._client = await client
            if self._address:
                await self._look_at_workers(client)
        except BaseException as error:
            await client.close()
            if not isinstance(error, (OSError, ValueError)):
                raise
            raise InputError(
                words("No Dask scheduler answers at {address}: {why}.", address=self._address, why=error),
                words("Check the address, and that the scheduler runs and can be reached from here."),
            ) from error
        return self

    async def _look_at_workers(self, client: Client) -> None:
        """Count the workers that are there; raises InputError where one lacks this program.

        To be sent a function that it cannot import ends a worker of Dask: so it is asked first.
        """
        threads = await client.nthreads()
        self.width, self.ahead = max(self.width, sum(threads.values())), max(self.ahead, len(threads))
        asked: Any = client.run(importlib.util.find_spec, run_share.__module__, on_error="return")
        for worker, found in (await asked).items():
            # What else went wrong there is found out when it is given something to do.
            if found is None or isinstance(found, ImportError):
                raise InputError(
                    words("The Dask worker at {address} has no Roundtable, or an old one.", address=worker),
                    words("Install the same version there as here, then run the batch again."),
                )

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let go of the cluster; its own processes end."""
        if self._client is not None:
            await self._client.close()
        if self._cluster is not None:
            closing: Any = self._cluster.close()
            await closing

    async def run(self, share: Share) -> Ended:
        """Have a share done by some worker; one that is lost is tried on others by the scheduler itself."""
        from distributed import KilledWorker
        from distributed.client import FutureCancelledError

        assert self._client is not None
        self._begun += 1
        name = f"roundtable-{share['orders'][0]['command']}-{self._begun}"
        future = self._client.submit(run_share, share, key=name, pure=False)
        try:
            found: Ended = await future
        except (KilledWorker, FutureCancelledError):
            return []
        except Exception as error:
            # Whatever failed there is raised here; where the way there failed it is still under way.
            if future.status == "error":
                raise _not_done(error) from error
            if isinstance(error, (TimeoutError, OSError)):
                return []
            raise
        return found

    async def call_off(self) -> None:
        """Nothing waits here for long: as many are given as there is room for."""


class _SlurmEngine:
    """Jobs of Slurm, each with a share of what is left; partition, account and time come from SBATCH_*."""

    cells = ahead = 0

    def __init__(self, folder: Path, workers: int, *, here: bool) -> None:
        self._folder, self._here = folder, here
        self.width = workers
        self._executor: AutoExecutor | None = None
        self._jobs: set[Job[Ended]] = set()

    async def __aenter__(self) -> _SlurmEngine:
        """Make ready; contacts nobody."""
        from submitit import AutoExecutor

        make_private(self._folder)
        executor = self._executor = AutoExecutor(
            folder=self._folder / "%j", cluster="local" if self._here else "slurm"
        )
        executor.update_parameters(
            name="roundtable", timeout_min=_LONGEST_JOB, nodes=1, tasks_per_node=1, cpus_per_task=1
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Remove the folder where no other job is in it: one of a killed command may be about to begin."""
        # Made empty by submitit, for jobs of this machine.
        shutil.rmtree(self._folder / "%j", ignore_errors=True)
        with suppress(OSError):
            self._folder.rmdir()

    async def run(self, share: Share) -> Ended:
        """Submit a share as a job, and wait for its end."""
        job = await asyncio.to_thread(self._submitted, share)
        self._jobs.add(job)
        try:
            while not await asyncio.to_thread(job.done):  # noqa: ASYNC110  nobody tells when it is over
                await asyncio.sleep(LOOK_SECONDS)
            return await asyncio.to_thread(_result, job)
        finally:
            self._jobs.discard(job)

    def _submitted(self, share: Share) -> Job[Ended]:
        assert self._executor is not None
        # A job has the environment that it was submitted in: the keys must be in it.
        with handed_on():
            try:
                return self._executor.submit(run_share, share)
            except RuntimeError as error:
                # It holds all that sbatch said.
                raise InputError(
                    words("Slurm refused the job: {why}", why=" ".join(str(error).split())[-300:]),
                    words("Partition, account and time come from SBATCH_PARTITION and its like."),
                ) from error

    async def call_off(self) -> None:
        """Cancel the jobs that have not begun."""
        for job in list(self._jobs):
            await asyncio.to_thread(_cancel_pending, job)


def _cancel_pending(job: Job[Ended]) -> None:
    if job.state == "PENDING":
        job.cancel()


def _result(job: Job[Ended]) -> Ended:
    from submitit.core.utils import FailedJobError, UncompletedJobError

    try:
        return job.result()
    except FailedJobError as error:
        raise _not_done(error) from error
    except UncompletedJobError:
        return []
    finally:
        shutil.rmtree(job.paths.folder, ignore_errors=True)


def shares(left: Sequence[Any], engine: Engine) -> int:
    """Return how many cells the next share has."""
    return engine.cells or max(1, -(-len(left) // max(1, engine.width)))

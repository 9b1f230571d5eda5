"""Lives of an acceptance, each cut short at another step, and a last one that nothing disturbs.

A program of its own: `python -m tests.faults.draft_lives FOLDER WHAT KIND FIRST STEP MOST`. It prints a line
of JSON for each life that was cut short. One process is the parent of all: modules are loaded once. With the
library of `tests.faults.disk` preloaded, steps are calls of the system; else they are calls of Python.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

from app.domain.errors import RoundtableError
from app.store.clock import SystemClock
from app.store.project_git import GitProject
from app.workflows.draft.nodes.committing import Acceptance, Undoing, finalize, revert
from app.workflows.draft.rules.history_file import AcceptedIteration
from tests.faults.disk_faults import Fault, Kind, SystemFault, install
from tests.support.git_reading import git

SESSION = "01hzzzzzzzzzzzzzzzzzzzzzzz"
BASE = Acceptance(
    session=SESSION,
    number=1,
    template="novel",
    project=SESSION,
    level="chapters",
    feedback="First",
    files={
        "chapter-beats/foundation.md": "Tone.\n",
        "chapter-beats/01.md": "One.\r\n",
        "chapters/01.md": "Prose.\n",
        "treatment/treatment.md": "Treatment.\n",
    },
    settings="{}\n",
)
NEXT = Acceptance(
    session=SESSION,
    number=2,
    template="novel",
    project=SESSION,
    level="chapters",
    feedback="Darker",
    files={
        "chapter-beats/foundation.md": "Dark.\n",
        "chapter-beats/01.md": "One, darker.\r\n",
        "chapter-beats/02.md": "Two.\n",
    },
    seen={
        "chapter-beats/foundation.md": "Tone.\n",
        "chapter-beats/01.md": "One, by hand.\r\n",
        "chapter-beats/02.md": None,
    },
    culled=("chapters/01.md",),
)


async def begun(folder: Path) -> list[AcceptedIteration]:
    """Make the project: an iteration, and two edits made outside."""
    history = GitProject(folder, SystemClock())
    done = await finalize(history, BASE, [])
    await history.close()
    (folder / "chapter-beats" / "01.md").write_bytes(b"One, by hand.\r\n")
    (folder / "treatment" / "treatment.md").write_bytes(b"Treatment, by hand.\n")
    assert done.iteration is not None
    return [done.iteration]


async def life(folder: Path, what: str, past: Sequence[AcceptedIteration]) -> str:
    """Accept, take back, or do the first acceptance of all; return the error in words, or nothing."""
    history = GitProject(folder, SystemClock())
    try:
        if what == "undo":
            await revert(history, Undoing(session=SESSION, template="novel", target=past[-1]), past)
        else:
            await finalize(history, BASE if what == "first" else NEXT, past)
    except RoundtableError as error:
        return f"{type(error).__name__}: {error.message} {error.next}"
    finally:
        await history.close()
    return ""


def in_a_life(
    folder: Path, what: str, past: Sequence[AcceptedIteration], fault: Fault | None
) -> tuple[str, str]:
    """Run a life in a process of its own; return how it ended, and the call that was made to fail.

    It ended in words, `killed`, `over` where there is no such step, or with nothing to say.
    """
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.close(reader)
        status = 1
        try:
            if isinstance(fault, SystemFault):
                fault.arm(folder)
            elif fault is not None:
                install(fault)
            said = asyncio.run(life(folder, what, past))
            if isinstance(fault, SystemFault):
                fault.disarm()
            reached = fault is None or fault.steps >= fault.at
            failed = fault.failed if fault is not None else ""
            os.write(writer, json.dumps([said if reached else "over", failed]).encode())
            status = 0
        finally:
            os._exit(status)
    os.close(writer)
    with os.fdopen(reader, "rb") as stream:
        told = stream.read()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return "killed", ""
    if os.WEXITSTATUS(status):
        return "crashed", ""
    said, failed = json.loads(told)
    return said, failed


def seen(folder: Path) -> dict[str, Any]:
    """Return what a project is in the end, without its times."""
    kept = folder / "chapter-beats" / "iteration_history.json"
    entries = json.loads(kept.read_text(encoding="utf-8"))["iterations"] if kept.exists() else []
    left = [
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.name.endswith((".part", ".lock"))
        or "roundtable.writing" in path.name
        or "-init-" in path.name
    ]
    return {
        "log": git(folder, "log", "--format=%s").splitlines(),
        "status": git(folder, "status", "--porcelain"),
        "fsck": git(folder, "fsck", "--strict", "--no-dangling"),
        "tree": git(folder, "ls-tree", "-r", "HEAD").splitlines(),
        "kept": [[one["feedback"], "undone_at" in one] for one in entries],
        "true": {one["commit_sha"] for one in entries} <= set(git(folder, "log", "--format=%H").splitlines()),
        "left": [name for name in left if name != ".git/roundtable.lock"],
    }


def main(arguments: Sequence[str]) -> None:
    """Cut lives short at every STEP-th step from FIRST on, until one ends by itself."""
    folder, what, kind = Path(arguments[0]), arguments[1], cast(Kind, arguments[2])
    at, step, most = int(arguments[3]), int(arguments[4]), int(arguments[5])
    made: type[Fault] = SystemFault if "LD_PRELOAD" in os.environ else Fault
    origin = folder / "origin"
    past = [] if what == "first" else asyncio.run(begun(origin))
    if what == "first":
        origin.mkdir()
    if what == "undo":
        asyncio.run(life(origin, "accept", past))
        sha = git(origin, "rev-parse", "HEAD")
        past.append(past[0].model_copy(update={"number": 2, "commit": sha, "feedback": "Darker"}))
    while at <= most:
        project = folder / f"{at}"
        shutil.copytree(origin, project)
        ended, failed = in_a_life(project, what, past, made(kind, at))
        if ended == "over":
            return
        again, _ = in_a_life(project, what, past, None)
        life_told = {"at": at, "ended": ended, "failed": failed, "again": again, **seen(project)}
        print(json.dumps(life_told), flush=True)
        shutil.rmtree(project)
        at += step


if __name__ == "__main__":
    main(sys.argv[1:])

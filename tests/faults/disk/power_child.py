"""Does with sessions what a person does, and marks what the program has acknowledged; see `test_power_loss`.

Started with the recording library preloaded: `python -m tests.faults.disk.power_child FOLDER LOG`. A mark is
a line of JSON: `there` (session, digests of its records), `records` (session, digests by seq), `leaving` and
`gone` (session, on its way to the trash), `file` (path, digest).
"""

from __future__ import annotations

import asyncio
import ctypes
import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from app.bootstrap import build
from app.domain.canonical import digest
from app.domain.fact_base import Record
from app.domain.ids import SessionId
from app.engine.bus import Appended, BusMessage
from app.services.drive import drive
from app.services.unattended import AnswerPlan
from app.settings.folders import Folders
from tests.faults.disk.power_images import digest_of

SETUP = {"question": "Must we paint the hall?", "max_rounds": 2, "auto_stop_on_convergence": False}


async def story(folder: Path, mark_bytes: Callable[[bytes], object]) -> None:
    """Run, decide, export, fork, delete, restore and import."""

    def mark(kind: str, **more: object) -> None:
        mark_bytes(json.dumps({"kind": kind, **more}).encode())

    def digests(records: Sequence[Record]) -> dict[int, str]:
        return {r.seq: digest_of(r.seq, r.at, r.entry, r.round, r.type, r.packed) for r in records}

    def heard(message: BusMessage) -> None:
        if isinstance(message, Appended):
            mark("records", session=message.session, records=digests(message.records))

    core = build(Folders(folder / "data", folder / "config"), council_step=0.001)
    core.bus.subscribe(heard)

    async def there(session: SessionId) -> None:
        mark("there", session=session, records=digests(await core.sessions.records(session)))

    session = await core.sessions.create("debate", SETUP, core.teams.default())
    await there(session)
    await core.sessions.start(session)
    await core.sessions.wait(session)
    fork = await core.sessions.fork(session, len(await core.sessions.records(session)))
    await there(fork)
    await drive(core.sessions, core.review, session, AnswerPlan(approve="all"))
    exported = folder / "data" / "answer.json"
    for _ in range(2):
        await core.exporting.export(session, "json", exported)
        mark("file", path=str(exported), digest=digest(exported.read_text()))
    mark("leaving", session=fork)
    await core.admin.delete(fork)
    mark("gone", session=fork)
    mark("leaving", session=fork)
    await core.admin.restore(fork)
    await there(fork)
    copy = await core.exporting.import_file(exported, as_copy=True)
    await there(copy)
    await drive(core.sessions, core.review, fork, AnswerPlan(approve="all"))
    await core.close()
    mark("over")


def main() -> None:
    """Record the story."""
    library = ctypes.CDLL(os.environ["LD_PRELOAD"])
    folder, log = Path(sys.argv[1]), sys.argv[2]
    folder.mkdir()
    library.power_watch(str(folder).encode(), log.encode())
    asyncio.run(story(folder, library.power_mark))


if __name__ == "__main__":
    main()

"""Sessions of every release open for ever: each file here was exported once and is never edited.

Beside `<name>.json` lies `<name>.told.json`, what a person saw of it then, and `<name>.roundtable`, the file
as it lay in the data folder. A new release adds files.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from app.bootstrap import build
from app.domain.canonical import dumps
from app.domain.fact_base import UnknownFact
from app.domain.facts import NoteAdded
from app.domain.ids import SessionId
from app.services.core import Core
from app.services.live import read_stored
from app.settings.folders import Folders

FILES = sorted(
    path for path in (Path(__file__).parent / "sessions").glob("*.json") if ".told" not in path.name
)


LITTLE_CHANGES = {"debate-1": {1: 1}}
"""Texts that changed a little, by round: the first release told them in the total and in no round."""


def kept(file: Path) -> tuple[bytes, object]:
    """Return a file's bytes and what was told of it, with the one count that has been mended since."""
    seen = json.loads(file.with_suffix(".told.json").read_text(encoding="utf-8"))
    whole = file.read_bytes()
    for number, more in LITTLE_CHANGES.get(file.stem, {}).items():
        row = seen["summary"]["round_summaries"][number - 1]
        was = f'"models_changed":{row["models_changed"]},'.encode()
        row["models_changed"] += more
        at = whole.rindex(was, 0, whole.rindex(f'"round":{number}'.encode()))
        now = f'"models_changed":{row["models_changed"]},'.encode()
        whole = whole[:at] + now + whole[at + len(was) :]
    return whole, seen


def records_in(exported: bytes) -> bytes:
    """Return the records of an export, as the bytes they are written in; files of the present format only.

    What else a file holds is made from them, and newer programs say more.
    """
    records = dumps(json.loads(exported)["records"]).encode()
    assert records in exported
    return records


async def visible_state(core: Core, session: SessionId) -> object:
    """Return what a person sees of a session."""
    fold, _ = await read_stored(core.parts, session)
    return {
        "state": fold.session.state,
        "reason": fold.session.reason,
        "rounds": fold.position.closed_rounds,
        "summary": dict(fold.plugin.summary(fold.state)),
        "result": getattr(getattr(fold.state, "result", None), "text", None),
    }


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.stem)
async def test_an_old_session_opens_tells_the_same_and_is_exported_byte_for_byte(
    file: Path, tmp_path: Path
) -> None:
    whole, seen = kept(file)
    core = build(Folders(tmp_path / "data", tmp_path / "config"), council_step=0.0)
    try:
        session = await core.exporting.import_file(file)
        assert records_in(await core.exporting.content(session, "json")) == records_in(whole)
        records = await core.sessions.records(session)
        unknown = [r.type for r in records if isinstance(core.catalogue.decode(r), UnknownFact)]
        assert unknown == []
        assert await visible_state(core, session) == seen
        page = (await core.exporting.content(session, "md")).decode()
        assert page.startswith("# ")
        setup = json.loads(whole)["records"][0]["body"]["setup"]
        # What the session is about stands in it word for word.
        question_text = page.partition("\n## ")[2].replace("\n>", "\n").replace("\n ", "\n")
        assert (setup.get("question") or setup["prompt"]) in question_text
    finally:
        await core.close()


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.stem)
async def test_an_old_file_is_read_where_it_lies_and_written_on(file: Path, tmp_path: Path) -> None:
    whole, seen = kept(file)
    session = SessionId(json.loads(whole)["records"][0]["body"]["session"])
    core = build(Folders(tmp_path / "data", tmp_path / "config"), council_step=0.0)
    try:
        session_path = core.parts.store.path(session)
        session_path.parent.mkdir(parents=True)
        shutil.copy(file.with_suffix(".roundtable"), session_path)
        assert records_in(await core.exporting.content(session, "json")) == records_in(whole)
        assert await visible_state(core, session) == seen
        (row,) = await core.library.rows()
        assert (row.session, row.state, row.problem) == (session, "finished", "")
        await core.review.tell(session, NoteAdded(text="Still readable."))
        head = len(json.loads(whole)["records"])
        assert [r.type for r in await core.sessions.records(session, head)] == ["note_added"]
        changes = {"run_id": "golden-again"} if file.stem.startswith("experiment") else {}
        fork = await core.sessions.fork(session, head, changes)
        assert await core.sessions.resolve(fork) == fork
    finally:
        await core.close()


def test_there_is_a_session_of_each_workflow_of_the_first_release() -> None:
    assert {"debate-1", "experiment-1"} <= {path.stem for path in FILES}

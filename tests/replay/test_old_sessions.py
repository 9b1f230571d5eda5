"""Sessions of every release open for ever: each file here was exported once and is never edited.

Beside `<name>.json` lies `<name>.told.json`: what a person saw of it then. A new release adds files.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.bootstrap import build
from app.domain.fact_base import UnknownFact
from app.services.live import read_fold
from app.settings.folders import Folders

FILES = sorted(
    path for path in (Path(__file__).parent / "sessions").glob("*.json") if ".told" not in path.name
)


def kept(file: Path) -> tuple[bytes, object]:
    """Return a file's bytes and what was told of it."""
    return file.read_bytes(), json.loads(file.with_suffix(".told.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.stem)
async def test_an_old_session_opens_tells_the_same_and_is_exported_byte_for_byte(
    file: Path, tmp_path: Path
) -> None:
    whole, seen = kept(file)
    core = build(Folders(tmp_path / "data", tmp_path / "config"), council_step=0.0)
    try:
        session = await core.exporting.import_file(file)
        assert await core.exporting.content(session, "json") == whole
        records = await core.sessions.records(session)
        unknown = [r.type for r in records if isinstance(core.catalogue.decode(r), UnknownFact)]
        assert unknown == []
        reader = await core.sessions.follow(session)
        fold = await read_fold(core.parts, reader)
        await reader.close()
        told = {
            "state": fold.position.state,
            "reason": fold.position.reason,
            "rounds": fold.position.closed_rounds,
            "summary": dict(fold.plugin.summary(fold.state)),
            "result": getattr(getattr(fold.state, "result", None), "text", None),
        }
        assert told == seen
        assert (await core.exporting.content(session, "md")).startswith(b"# ")
    finally:
        await core.close()


def test_there_is_a_session_of_the_first_release() -> None:
    assert "debate-1" in [path.stem for path in FILES]

"""An export takes the place of what was there whole, or not at all."""

from __future__ import annotations

from pathlib import Path

from app.export.reading import read_json_export
from app.export.registry import EXPORTERS
from app.services.exporting import Exporting
from tests.support.desk import desk


def files_of(folder: Path) -> list[Path]:
    return [*folder.iterdir()]


async def test_an_export_replaces_a_file_and_never_writes_into_it(tmp_path: Path) -> None:
    target, other_name = tmp_path / "result.json", tmp_path / "kept.json"
    target.write_text("what was there", encoding="utf-8")
    # Two names of one file: who writes into it changes both, who replaces it changes one.
    other_name.hardlink_to(target)
    async with desk(tmp_path / "data") as d:
        session = await d.create(rounds=1, ask_me=False)
        await d.run(session)
        exporting = Exporting(d.parts, EXPORTERS, read_json_export)
        await exporting.export(session, "json", target)
        written = target.read_bytes()
        assert written == await exporting.content(session, "json")
    assert other_name.read_text(encoding="utf-8") == "what was there"
    assert {path.name for path in files_of(tmp_path)} == {"data", "kept.json", "result.json"}

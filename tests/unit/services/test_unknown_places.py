"""A session that stands where this program knows no way: refused at its import, told to whoever opens it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.domain.errors import ImportRefused, InputError
from app.domain.ids import SessionId
from app.export.lossless import read_json_export
from app.export.registry import EXPORTERS
from app.services.exporting import Exporting
from tests.support.desk import Desk, desk, team

Records = list[dict[str, Any]]


def exporting(d: Desk) -> Exporting:
    return Exporting(d.parts, EXPORTERS, read_json_export)


async def waiting_session(folder: Path) -> tuple[SessionId, dict[str, Any]]:
    """Return a session that waits at its gate, and its export."""
    async with desk(folder) as d:
        session = await d.create(rounds=1, ask_me=True)
        assert await d.run(session) == "waiting"
        return session, json.loads(await exporting(d).content(session, "json"))


def last(records: Records, type: str) -> int:
    return max(at for at, record in enumerate(records) if record["type"] == type)


def lost_node(records: Records) -> Records:
    at = last(records, "node_entered")
    records[at]["body"]["node"] = "nowhere"
    return records[: at + 1]


def lost_signal(records: Records) -> Records:
    at = last(records, "node_left")
    records[at]["body"]["signal"] = "NOWHERE"
    return records[: at + 1]


def lost_gate(records: Records) -> Records:
    records[last(records, "gate_opened")]["body"]["kind"] = "nowhere"
    return records


def lost_seat(records: Records) -> Records:
    records[0]["body"]["seats"].pop("Ann")
    return records


LOST: dict[str, tuple[Callable[[Records], Records], str]] = {
    "node": (lost_node, "stands at the step “nowhere”, which this program does not know"),
    "signal": (lost_signal, "“NOWHERE”, and this program does not know the way on"),
    "gate": (lost_gate, "waits at the gate “nowhere”, which this program does not know"),
    "seat": (lost_seat, "asks “Ann”, who has no place there"),
}


@pytest.mark.parametrize("what", LOST)
async def test_an_export_that_stands_where_no_way_leads_is_refused_in_words(
    tmp_path: Path, what: str
) -> None:
    session, whole = await waiting_session(tmp_path / "first")
    change, says = LOST[what]
    whole["records"] = change(whole["records"])
    async with desk(tmp_path / "second") as d:
        with pytest.raises(ImportRefused) as refused:
            await exporting(d).import_content(json.dumps(whole).encode(), "lost.json")
        assert says in str(refused.value)
        # In the reader's language, the reason too.
        told = refused.value.message.text(lambda _context, source: f"[{source}]")
        assert told.startswith("[lost.json: [")
        assert told.endswith("]]")
        assert str(refused.value.next)
        assert session not in await d.parts.store.ids()


@pytest.mark.parametrize("what", ["node", "signal"])
async def test_a_session_here_that_stands_where_no_way_leads_says_so_and_is_left_as_it_is(
    tmp_path: Path, what: str
) -> None:
    session, whole = await waiting_session(tmp_path / "first")
    change, says = LOST[what]
    whole["records"] = change(whole["records"])
    _, lines = read_json_export(json.dumps(whole).encode())
    async with desk(tmp_path / "second") as d:
        await d.parts.store.import_records(session, lines)
        d.watch(session)
        await d.sessions.start(session)
        with pytest.raises(InputError) as told:
            await d.sessions.wait(session)
        assert says in str(told.value)
        assert "the version of Roundtable that wrote it" in str(told.value.next)
        assert len(await d.sessions.records(session)) == len(lines), "nothing was written"


async def test_a_session_here_whose_seat_is_gone_says_who_is_missing(tmp_path: Path) -> None:
    async with desk(tmp_path / "first") as d:
        session = await d.sessions.create(
            "experiment", {"run_id": "r1", "prompt": "What lives here?"}, team("Ann")
        )
        whole = json.loads(await exporting(d).content(session, "json"))
    whole["records"][0]["body"]["seats"].pop("agent")
    async with desk(tmp_path / "second") as d:
        await exporting(d).import_content(json.dumps(whole).encode(), "early.json")
        d.watch(session)
        await d.sessions.start(session)
        with pytest.raises(InputError, match="asks “agent”, and its records give nobody that place"):
            await d.sessions.wait(session)

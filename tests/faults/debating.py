"""Debates over the fault server: teams, and what a journal says of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from app.domain.fact_base import Record
from app.domain.ids import SessionId
from app.domain.seats import Seat, Team
from app.gateway.providers import PROVIDERS
from app.services.unattended import AnswerPlan
from app.settings.folders import Folders
from app.settings.providers import ProviderFile
from tests.faults.server import FaultServer
from tests.support.desk import Desk
from tests.support.waiting import AMPLE

SETUP: dict[str, Any] = {
    "question": "Should the office move to the river?",
    "max_rounds": 1,
    "interactive_clarifications": False,
    "call_timeout": AMPLE,
}
ALL = AnswerPlan(approve="all")


def panel(server: FaultServer, *, chair: str = "good", **members: str) -> Team:
    """Return a team whose members' models are these, all on the server."""
    connection: dict[str, Any] = {
        "base_url": server.base("openai"),
        "api_key_env": "TEST_KEY",
        "price_in": 1.0,
        "price_out": 2.0,
    }
    seats = tuple(Seat(name=name, model=f"openai/{model}", **connection) for name, model in members.items())
    return Team(members=seats, chair=Seat(name="Chair", model=f"openai/{chair}", **connection))


def team_file(team: Team, path: Path) -> Path:
    """Write a team as a person would."""
    import tomli_w

    body = team.model_dump(mode="json", by_alias=True, exclude_none=True, exclude_defaults=True)
    path.write_text(tomli_w.dumps(body), encoding="utf-8")
    return path


def approve(server: FaultServer, *variables: str) -> None:
    """Approve a server, with these variables, as the person of this machine."""
    ProviderFile(Folders.of_this_machine().config, frozenset(PROVIDERS)).approve(
        server.url, *(variables or ("TEST_KEY",))
    )


async def begin(desk: Desk, team: Team, **setup: Any) -> SessionId:
    """Create a debate."""
    session = await desk.sessions.create("debate", {**SETUP, **setup}, team)
    desk.watch(session)
    return session


def of(records: Sequence[Record], kind: str) -> list[dict[str, Any]]:
    """Return the bodies of all records of a type."""
    return [dict(record.body()) for record in records if record.type == kind]


def failures(records: Sequence[Record]) -> Counter[tuple[str, str]]:
    """Count failed calls by seat and kind."""
    seats = {record.seq: str(record.body()["seat"]) for record in records if record.type == "call_asked"}
    return Counter((seats[body["asked"]], body["kind"]) for body in of(records, "call_failed"))


def finished(records: Sequence[Record]) -> dict[str, Any]:
    """Return the final answer's record."""
    return next(dict(record.body()) for record in reversed(records) if "degradation" in record.body())

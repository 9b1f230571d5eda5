"""A research whose lead cannot be asked: who went on without it is not asked about it again."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.domain.canonical import JsonValue
from app.gateway.hosted import HostedGateway
from app.store.clock import SystemClock
from tests.faults.debating import of, panel
from tests.faults.server import Act, Asked, FaultServer
from tests.support.desk import desk
from tests.support.replayed import SmallModel
from tests.support.small_team import FILES

pytestmark = pytest.mark.loopback


async def test_who_went_on_without_the_lead_is_not_asked_about_it_again_at_the_report(
    tmp_path: Path, gateway: HostedGateway, server: FaultServer
) -> None:
    small, usual = SmallModel(), server.script

    def script(asked: Asked) -> Act:
        return small(asked) if asked.model == "small" else usual(asked)

    server.script = script
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    setup = {"folder": str(tmp_path), "brief": "How is a charge retried?", "max_iterations": 2}
    team = panel(server, chair="status-401", Ann="small", Bob="small")
    asked_of = []
    async with desk(tmp_path / "data", gateway=gateway, clock=SystemClock()) as table:
        session = await table.sessions.create("research", setup, team)
        while await table.run(session) == "waiting":
            gate = table.live(session).fold.gates.open_gate()
            assert gate is not None
            asked_of.append(gate.fact.kind)
            failed = gate.fact.kind == "failure"
            verb = "fallback" if failed else gate.fact.primary or gate.fact.verbs[0]
            data: dict[str, JsonValue] = {"replace": {"chair": None}} if failed else {}
            await table.review.answer(session, gate.id, verb, data, go_on=False)
        records = await table.sessions.records(session)
    assert asked_of.count("failure") == 1
    assert asked_of[-1] == "iteration"
    (report,) = [body["text"] for body in of(records, "text_proposed")]
    assert report.startswith("*No summary was written.*")

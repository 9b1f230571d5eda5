"""What nobody told the price of is “cost unknown” everywhere, and what runs here “free”."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from app.gateway.host_client import HostClient
from tests.faults.server import SIZES, Act, FaultServer
from tests.support.commands import Ran, call
from tests.support.one_host import build_over
from tests.support.small_team import prepare

pytestmark = pytest.mark.loopback
FREE, UNKNOWN = r"\bfree\b", r"\bcost unknown\b"


@pytest.mark.parametrize(
    ("model", "tells", "price", "said"),
    [
        # A server of this machine that tells at how many calls it works runs the model itself.
        ("good", True, {}, FREE),
        # Another one may stand in front of one that charges.
        ("good", False, {}, UNKNOWN),
        ("good", False, {"price_in": 0.0, "price_out": 0.0}, FREE),
    ],
    ids=("runs here", "nobody told", "told to be nothing"),
)
def test_what_something_costs_is_said_in_the_same_words_everywhere(
    model: str,
    tells: bool,
    price: dict[str, float],
    said: str,
    tmp_path: Path,
    host_client: HostClient,
) -> None:
    def asked(*arguments: object) -> Ran:
        ran = call(*arguments, make=lambda: build_over(host_client))
        assert ran.code == 0, ran.err[-2500:]
        return ran

    out, report = tmp_path / "batch", tmp_path / "session.md"
    (tmp_path / "q.csv").write_text("id,question\nq1,Which mug do we sell?\n")
    with FaultServer() as server:
        if not tells:
            server.sizes = {path: Act(status=404) for path in SIZES}
        team = prepare(tmp_path, server.base("openai"), model, **price)["team"]
        one_round = ("--set", "max_rounds=1", "--approve", "all", "--team", team)
        run = asked("run", "debate", "--question", "Which mug?", *one_round)
        batch = asked("batch", "run", tmp_path / "q.csv", "--out", out, "--cost-limit", "9", *one_round)
        status = asked("batch", "status", out)
    session = asked("list", "--json").value[0]["session"]
    shown = asked("show", session)
    asked("export", session, "--format", "md", "-o", report)
    told = {name: ran.out + ran.err for name, ran in (("run", run), ("batch", batch), ("status", status))}
    told |= {"show": shown.out, "export": report.read_text(encoding="utf-8")}
    other = FREE if said == UNKNOWN else UNKNOWN
    missing = [name for name, text in told.items() if not re.search(said, text)]
    assert (missing, [name for name, text in told.items() if re.search(other, text)]) == ([], []), told
    # A limit that cannot hold is none without a word.
    assert ("the limit of $9.00 does not count it" in told["batch"]) is (said == UNKNOWN)
    cost = asked("show", session, "--json").value["cost"]
    assert cost == (None if said == UNKNOWN else 0.0)

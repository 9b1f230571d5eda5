"""Six debates of the offline council, run as a person runs them, by the command line, and exported."""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from app.bootstrap import build
from app.domain.facts import AutoApproveChanged
from app.domain.ids import SessionId
from tests.support.commands import SAMPLES, call, environment

BRIEF = f"@{SAMPLES / 'four-day-week-brief.md'}"
MATERIAL = SAMPLES / "four-day-week-context.md"
LIBRARY = """Should the library open on Sundays?

It must not cost more than 40,000 euros a year. It should say which trade union agrees.
The hours are open: morning or afternoon (TBD)."""
COSTS = """A Sunday costs 610 euros of pay and heating. In Lund the library counted 340 visitors on a Sunday
morning and 120 in the afternoon. Two of the nine librarians said that they would not work on Sundays. The
contract with the caretaker ends in May and may be extended by a year. However, the lift is not serviced on
Sundays, and a breakdown would close the upper floor. Volunteers run the desk in three towns nearby."""
SOLE = """name = "Alone"
[[member]]
name = "Vera"
model = "offline/analyst"
[chair]
name = "Chair"
model = "offline/judge"
"""
FOLLOW_UP = """[[answer]]
gate = "clarification"
verb = "answer"
data.answers.q1 = { status = "answered", note = "Probably in the morning, it depends on the staff" }
"""
DECIDED = """[[answer]]
gate = "approval"
verb = "reject"
data.feedback = "Say what the trial costs in a year."
data.seats = ["Ada"]
data.critiques = { "1.1.1" = { verdict = "dismiss", reason = "That was settled in spring." } }
[[answer]]
gate = "approval"
verb = "approve"
data.guidance = "Name who pays for it."
[answer.data.texts]
Bram = "previous"
Cleo = { edit = "Begin in development for one year.\\n\\nIt costs 31,720 euros." }
"""


@dataclass(frozen=True)
class Debate:
    """A debate that was run, with its exports."""

    name: str
    session: str
    markdown: str
    json: str


def run_six(folder: Path) -> dict[str, Debate]:
    """Run the six debates in a data folder of their own; return them by name."""
    data = folder / "data"
    material, team = folder / "notes.md", folder / "alone.toml"
    material.write_text(COSTS, encoding="utf-8")
    team.write_text(SOLE, encoding="utf-8")
    library = ("--question", LIBRARY, "--context", material)
    sample = ("--question", BRIEF, "--context", MATERIAL)
    runs: dict[str, tuple[object, ...]] = {
        "five rounds fixed": (
            *(*sample, "--approve", "all"),
            *("--set", "max_rounds=5", "--set", "termination=fixed"),
        ),
        "follow-up": (*library, "--approve", "all", *_answers(folder, "follow-up", FOLLOW_UP)),
        "auto-approve": (*sample, "--approve", "none", "--set", "max_rounds=4", *_quiet()),
        "rejected": (*sample, "--approve", "all", *_answers(folder, "rejected", DECIDED), *_quiet()),
        "never ask": (*sample, "--set", "gate_policy=never_ask", *_quiet()),
        "sole agent": (*sample, "--approve", "all", "--team", team, *_quiet()),
    }
    found = {}
    for name, options in runs.items():
        ran = call("run", "debate", *options, "--json", data=data)
        assert ran.code in (0, 3), (name, ran.out, ran.err)
        session = ran.value["session"]
        if name == "auto-approve":
            _approve_by_itself(data, session)
            ran = call("resume", session, "--approve", "all", "--json", data=data)
        assert ran.code == 0, (name, ran.err)
        files = {kind: folder / f"{name}.{kind}".replace(" ", "-") for kind in ("md", "json")}
        for kind, file in files.items():
            assert call("export", session, "--format", kind, "-o", file, data=data).code == 0
        texts = {kind: file.read_text(encoding="utf-8") for kind, file in files.items()}
        found[name] = Debate(name, session, texts["md"], texts["json"])
    return found


def _quiet() -> tuple[str, ...]:
    return ("--set", "interactive_clarifications=false")


def _answers(folder: Path, name: str, text: str) -> tuple[object, ...]:
    file = folder / f"{name}.toml"
    file.write_text(text, encoding="utf-8")
    return ("--answers", file)


def _approve_by_itself(data: Path, session: str) -> None:
    """Tick, as in the window's bar, that rounds are approved without asking."""

    async def tell() -> None:
        core = build(council_step=0.0)
        try:
            limits = AutoApproveChanged(until_figure=95, rounds=2, until_cost=1.5)
            await core.review.tell(SessionId(session), limits)
        finally:
            await core.close()

    with patch.dict(os.environ, environment(data)):
        asyncio.run(tell())

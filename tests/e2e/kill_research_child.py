"""A process that runs a research over the folder beside its data, to be killed."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

from app.domain.messages import ModelRequest
from app.store.clock import SystemClock
from tests.e2e.kill_child import run
from tests.support.asked import prompt_of, shown
from tests.support.scripted import ScriptedGateway
from tests.support.study import BRIEF, DOUBLES, FIVE, Council, found

ITERATIONS = 2


class Remembered(Council):
    """Agents that go by what they are shown: who begins again after a kill has no memory of the others."""

    def agent_of(self, request: ModelRequest) -> str:
        """Return the agent: of those who explore, by the files that are its own."""
        role = request.purpose.removeprefix("research_")
        files = shown(request, "files").split("\n")
        if role != "explore" or "The gap to close" not in prompt_of(request):
            return f"{role} 1"
        return "explore 2" if "src/clock.py" in files else "explore 3"


def council() -> Council:
    """Return models that leave files unread in the first iteration, so that a second one follows."""
    return Remembered(
        {
            "explore 1": {"findings": [FIVE], "files": ["src/retry.py"]},
            "citation 1": {"findings": [DOUBLES], "files": ["src/retry.py"]},
            "explore 2": [found("The first wait is an hour.", ("src/clock.py", "1", "FIRST_WAIT = 3600"))],
            "explore 3": [found("The wait doubles each time.", ("docs/billing.md", "4", "The wait doubles"))],
        }
    )


def main(arguments: Sequence[str]) -> None:
    """Run it in a folder that holds `sources`."""
    folder = Path(arguments[0])
    setup = {
        "folder": str(folder / "sources"),
        "brief": BRIEF,
        "gate_policy": "never_ask",
        "early_exit": False,
        "min_confidence_threshold": 0.7,
        "max_agents_per_iteration": 2,
    }
    gateway = ScriptedGateway(council(), SystemClock(), delay=0.004)
    asyncio.run(run(folder, 0, "research", setup, gateway))


if __name__ == "__main__":
    main(sys.argv[1:])

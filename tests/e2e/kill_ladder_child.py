"""A process that climbs the ladder of a debate over a loopback server, to be killed.

A further argument names the way: `attack` after a quick check, `debate` with all, or `guest`, a given answer
that is attacked and revised by a member.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from app.services.unattended import AnswerPlan, FileAnswer
from tests.e2e.kill_child import SETUP, run

GIVEN = "Support was kept on five days. The cost is four per cent."
WAYS: dict[str, dict[str, Any]] = {
    "attack": {**SETUP, "profile": "quick"},
    "debate": {**SETUP, "profile": "quick", "max_rounds": 1},
    "guest": {
        **SETUP,
        "profile": "attack",
        "guests": [{"name": "notes.md", "text": GIVEN}],
        "revised_by": "Ann",
    },
}


def main(arguments: Sequence[str]) -> None:
    """Climb in a folder, over the server at a port."""
    folder, port, way = arguments
    plan = AnswerPlan(approve="all", on_uncertain="ask-again")
    plan.answers = [FileAnswer(gate="ladder", verb=way)] if way != "guest" else []
    asyncio.run(run(Path(folder), int(port), setup=WAYS[way], plan=plan))


if __name__ == "__main__":
    main(sys.argv[1:])

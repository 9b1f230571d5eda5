"""How the sessions of a batch stand, as a terminal and a program are told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from app.services.batches.folder import BatchFolder
from app.services.batches.running import ELSEWHERE, FINISHED, NOT_BEGUN, Standing

STATES = {
    FINISHED: "finished",
    "waiting": "waiting for you",
    "failed": "failed",
    "stopped": "stopped",
    "paused": "paused",
    "interrupted": "interrupted",
    "running": "at work",
    ELSEWHERE: "at work in another process",
    NOT_BEGUN: "not begun",
    "unreadable": "cannot be read",
}
SIGNS = {FINISHED: "✓", "waiting": "◆", "failed": "✕", "unreadable": "✕"}


def lines_of(states: Counter[str]) -> list[str]:
    """Return how many sessions stand how, a line each."""
    return [f"  {states[state]:>6,}  {name}" for state, name in STATES.items() if states[state]]


def value_of(folder: BatchFolder, standings: Sequence[Standing]) -> dict[str, Any]:
    """Return a batch and its sessions for programs."""
    return {
        "batch": folder.about().name,
        "folder": str(folder.path),
        "states": dict(Counter(one.state for one in standings)),
        "sessions": [
            {
                "session": one.entry.session,
                "id": one.entry.id,
                "team": one.entry.team,
                **({"workflow": one.entry.kind} if one.entry.kind else {}),
                **({"baseline": one.entry.baseline} if one.entry.baseline else {}),
                "seed": one.entry.seed,
                "state": one.state,
                "cost": one.cost,
                "tokens": one.tokens,
                **({"why": one.why} if one.why else {}),
            }
            for one in standings
        ],
    }

"""How a state looks wherever it is shown: its icon, the colour of its words and the ground of its pill."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from app.ui.kit.icons import Tone


class StateLook(NamedTuple):
    """Names of an icon and of two colours of the theme; never shown without a word."""

    icon: str
    tone: Tone
    ground: str


_QUIET = StateLook("square", "text2", "hover")
STATE_LOOKS = {
    "waiting": StateLook("hourglass", "waiting", "waiting_row"),
    "running": StateLook("loader-circle", "accent", "accent_row"),
    "finished": StateLook("circle-check", "finished", "finished_row"),
    "failed": StateLook("circle-x", "failed", "failed_row"),
    "paused": StateLook("circle-pause", "text2", "hover"),
    "stopped": _QUIET,
    "interrupted": StateLook("triangle-alert", "text2", "hover"),
    "idle": StateLook("clock", "text2", "hover"),
    "future": StateLook("circle", "muted", "hover"),
    "stale": StateLook("history", "text2", "hover"),
}
"""By the state of a session, a round or a stage; `idle` waits and needs nobody."""

SEVERITY_LOOKS: Mapping[str, StateLook] = {
    "high": StateLook("chevrons-up", "failed", "failed_row"),
    "medium": StateLook("chevron-up", "waiting", "waiting_row"),
    "low": StateLook("minus", "text2", "hover"),
}
"""By how much something weighs."""


def state_look(state: str) -> StateLook:
    """Return the look of a state; one that is not known looks like stopped."""
    return STATE_LOOKS.get(state, _QUIET)

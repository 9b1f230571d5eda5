"""Names of things: sessions, gates, seats, and the key of a call."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple, NewType

from app.domain.i18n import Message, words

SessionId = NewType("SessionId", str)
"""A lower-case ULID: 26 characters, sorts by creation time."""

LATEST = 253_402_214_399_999_999
"""The latest time of a record, in microseconds: 30 December 9999 UTC. A day on, calendars have an end."""
GateId = NewType("GateId", str)
"""`g<seq>`: the sequence number of the gate's own record."""

SeatName = str
"""A member's name, or one of the reserved places below."""
CHAIR: SeatName = "chair"
JUDGE: SeatName = "judge"
RESERVED_SEATS = frozenset({CHAIR, JUDGE})
PERSON: SeatName = "the person"
"""Who criticises by marking words in a text; no place at the table is called so."""

_CROCKFORD = "0123456789abcdefghjkmnpqrstvwxyz"
_SESSION = re.compile(r"[0-7][0-9a-hjkmnp-tv-z]{25}")


def members_of(seats: Iterable[SeatName]) -> list[SeatName]:
    """Return the members among the places of a table, in their order."""
    return [name for name in seats if name not in RESERVED_SEATS]


def is_session_id(text: str) -> bool:
    """Tell whether `text` has the form of a session id (and so is safe as a file name)."""
    return _SESSION.fullmatch(text) is not None


def session_id_of(number: int) -> SessionId:
    """Return the id that 128 bits make, in Crockford's letters."""
    return SessionId("".join(_CROCKFORD[(number >> shift) & 31] for shift in range(125, -1, -5)))


class CallKey(NamedTuple):
    """What makes a call the same call after a restart: the place it is asked from, not its order.

    `entry` is the seq of the NodeEntered record, `seat` the place (not its model), `part` a logical
    name chosen by the node (`draft-2`, `reask`, `order-ba`, `turn-7`).
    """

    entry: int
    purpose: str
    seat: SeatName
    part: str = ""

    def label(self) -> str:
        """Return the key without its entry, as gates name it in their payload and data."""
        return "/".join(filter(None, (self.purpose, self.seat, self.part)))


SHARED_PURPOSES: Mapping[str, Message] = {"tool": words("using a tool")}
"""What seats of every workflow may be asked for, in words where a workflow has none of its own."""


def figure_title(name: str) -> Message:
    """Return what a figure is called; how many answers changed stands beside how much of each did."""
    if name == "changed":
        return words("Answers changed")
    title = name.replace("_", " ").capitalize()
    return Message(title, context="ui" if title in ("Agreement", "Quality", "Similarity") else "app")

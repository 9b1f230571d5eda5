"""Texts without the names of members and models, for a person who judges without knowing them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping

from app.domain.ids import RESERVED_SEATS, SeatName
from app.domain.seats import Seat

LEAST = 3
"""Characters of a part of a model's name that is looked for in texts by itself."""
MAKERS = {"gemini": ("google",), "vertex_ai": ("google",), "azure": ("microsoft",), "xai": ("grok",)}
"""What a provider is called besides, in the words of an error."""


def veil_over(
    seats: Mapping[SeatName, Seat],
    models: Iterable[str],
    called: Mapping[SeatName, str],
    *,
    model: str,
    address: str,
) -> Callable[[str], str]:
    """Return what takes the names out of a text: of who sits at the table, of models and of servers.

    `models`: those that sat there before, too. `called` says what each place is called instead, `model` and
    `address` stand for whatever model and server is named.
    """
    instead: dict[str, str] = {}
    for name in (*models, *(seat.model for seat in seats.values())):
        provider, _, own = name.partition("/")
        parts = (provider, own, own.rpartition("/")[2], *MAKERS.get(provider, ()))
        instead |= {part.casefold(): model for part in parts if len(part) >= LEAST}
        instead[name.casefold()] = model
    for seat_name, seat in seats.items():
        for identifier in (seat.base_url, seat.api_key_env):
            if identifier:
                instead[identifier.casefold()] = address
        # Whoever sits there has a name of its own, also the chair.
        instead.setdefault(seat.name.casefold(), called[seat_name])
    instead |= {
        seat_name.casefold(): name for seat_name, name in called.items() if seat_name not in RESERVED_SEATS
    }
    wanted = sorted(filter(None, instead), key=len, reverse=True)
    for name in list(wanted):
        written = json.dumps(name, ensure_ascii=False)[1:-1]
        if written != name:
            # As it stands in a record.
            instead[written] = instead[name]
            wanted.insert(0, written)
    if not wanted:
        return str
    either = "|".join(map(re.escape, wanted))
    pattern = re.compile(rf"(?<![^\W_])(?:{either})(?![^\W_])", re.IGNORECASE)
    return lambda text: pattern.sub(lambda found: instead[found.group().casefold()], text)

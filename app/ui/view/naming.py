"""What seats and models are called on the screen, which may be nothing that tells who they are. Pure."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Collection, Iterable, Mapping

from app.domain.ids import CHAIR, JUDGE, RESERVED_SEATS
from app.domain.seats import Seat
from app.ui.kit.texts import shown, tr

LEAST = 3
"""Characters of a part of a model's name that is looked for in texts by itself."""
MAKERS = {"gemini": ("google",), "vertex_ai": ("google",), "azure": ("microsoft",), "xai": ("grok",)}
"""What a provider is called besides, in the words of an error."""


class Names:
    """Names as they are; while they are hidden, the letters of the answers and nothing of the models."""

    def __init__(
        self,
        seats: Mapping[str, Seat],
        letters: Mapping[str, str],
        models: Iterable[str],
        *,
        hidden: bool,
        later: Collection[str] = (),
        salt: str = "",
    ) -> None:
        self.hidden = hidden
        members = [name for name in seats if name not in RESERVED_SEATS]
        # Before letters are dealt a number stands for a name: in an order that is not the table's.
        first = [name for name in members if name not in later]
        drawn = sorted(first, key=lambda name: hashlib.sha256(f"{salt}/{name}".encode()).digest())
        # Who joins later is counted on: nobody is called by another number from then on.
        drawn += [name for name in members if name in later]
        self._called = {
            name: tr("Answer {letter}", letter=letters[name]) if name in letters else tr("Member {n}", n=at)
            for at, name in enumerate(drawn, 1)
        }
        # Seats of their own kind are told by it, whoever sits there.
        self._posts = {str(CHAIR): tr("Chair"), str(JUDGE): tr("Judge")}
        self._instead: dict[str, str] = {}
        self._pattern: re.Pattern[str] | None = None
        if hidden:
            self._hide(seats, models)

    def _hide(self, seats: Mapping[str, Seat], models: Iterable[str]) -> None:
        model, address = tr("a model"), tr("an address")
        for name in (*models, *(seat.model for seat in seats.values())):
            provider, _, own = name.partition("/")
            parts = (provider, own, own.rpartition("/")[2], *MAKERS.get(provider, ()))
            self._instead |= {part.casefold(): model for part in parts if len(part) >= LEAST}
            self._instead[name.casefold()] = model
        for place, seat in seats.items():
            for told in (seat.base_url, seat.api_key_env):
                if told:
                    self._instead[told.casefold()] = address
            # Whoever sits there has a name of its own, also the chair.
            self._instead.setdefault(seat.name.casefold(), self._called.get(place) or self._posts[place])
        self._instead |= {name.casefold(): called for name, called in self._called.items()}
        wanted = sorted(filter(None, self._instead), key=len, reverse=True)
        for name in list(wanted):
            written = json.dumps(name, ensure_ascii=False)[1:-1]
            if written != name:
                # As it stands in a record.
                self._instead[written] = self._instead[name]
                wanted.insert(0, written)
        if wanted:
            either = "|".join(map(re.escape, wanted))
            self._pattern = re.compile(rf"(?<![^\W_])(?:{either})(?![^\W_])", re.IGNORECASE)

    def of(self, seat: str) -> str:
        """Return what a seat is called."""
        if seat in self._posts:
            return self._posts[seat]
        return self._called.get(seat, seat) if self.hidden else shown(seat, 40)

    def in_order(self, seats: Iterable[str]) -> list[str]:
        """Return seats as they are listed: as at the table, or by what they are called instead."""
        return sorted(seats, key=self.of) if self.hidden else list(seats)

    def veil(self, text: str) -> str:
        """Return a text that tells of members and models without their names, where those are hidden."""
        if self._pattern is None:
            return text
        return self._pattern.sub(lambda found: self._instead[found.group().casefold()], text)

"""What members are called in what is printed: by their names, or by letters while names are to be hidden."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Protocol, runtime_checkable

from app.cli.output import say
from app.domain.ids import CHAIR, JUDGE, RESERVED_SEATS
from app.engine.fold import SessionFold

LEAST = 3
"""Characters of a part of a model's name that is looked for in texts by itself."""


def note_whole(fold: SessionFold) -> None:
    """Say on standard error that a whole record tells names that the session hides from its person."""
    if Names(fold).hidden:
        say("Note: names are hidden in this session; this is its whole record, which tells them.")


@runtime_checkable
class DealsLetters(Protocol):
    """The state of a workflow that deals a letter to each seat."""

    letters: Mapping[str, str]


class Names:
    """Names of one session, as they are to be shown now."""

    def __init__(self, fold: SessionFold) -> None:
        self._fold = fold
        self._made: tuple[object, ...] = ()
        self._instead: dict[str, str] = {}
        self._pattern: re.Pattern[str] | None = None

    @property
    def hidden(self) -> bool:
        """Whether the person judges without knowing who wrote what: until the session is decided."""
        return self._fold.session.names_hidden

    def of(self, seat: str) -> str:
        """Return what a seat is called."""
        posts = {str(CHAIR): "the chair", str(JUDGE): "the judge"}
        if self.hidden:
            return posts.get(seat) or self._called().get(seat, seat)
        return posts.get(seat, seat)

    def all(self, seats: Iterable[str]) -> str:
        """Return seats in a line, each once; hidden ones in an order that is not the table's."""
        called = list(dict.fromkeys(map(self.of, seats)))
        return ", ".join(sorted(called) if self.hidden else called)

    def veil(self, text: str) -> str:
        """Return a text that tells of members and models without their names, where those are hidden."""
        if not self.hidden:
            return text
        pattern = self._words()
        return pattern.sub(lambda found: self._instead[found.group().casefold()], text) if pattern else text

    def _members(self) -> list[str]:
        return [name for name in self._fold.session.seats if name not in RESERVED_SEATS]

    def _called(self) -> dict[str, str]:
        state = self._fold.state
        letters = state.letters if isinstance(state, DealsLetters) else {}
        # Before letters are dealt, nobody can be told from another.
        return {
            name: f"Answer {letters[name]}" if name in letters else "a member" for name in self._members()
        }

    def _words(self) -> re.Pattern[str] | None:
        seats = self._fold.session.seats
        key = (tuple(self._called().items()), tuple(seat.model for seat in seats.values()))
        if key == self._made:
            return self._pattern
        self._made, self._instead = key, {}
        for seat in seats.values():
            provider, _, own = seat.model.partition("/")
            for part in (seat.model, provider, own, own.rpartition("/")[2]):
                if len(part) >= LEAST:
                    self._instead[part.casefold()] = "a model"
            for told in (seat.base_url, seat.api_key_env):
                if told:
                    self._instead[told.casefold()] = "an address"
        for place, seat in seats.items():
            self._instead[seat.name.casefold()] = self.of(place)
        for name, called in self._called().items():
            self._instead[name.casefold()] = called
        wanted = sorted(filter(None, self._instead), key=len, reverse=True)
        either = "|".join(map(re.escape, wanted))
        self._pattern = re.compile(rf"(?<![^\W_])(?:{either})(?![^\W_])", re.IGNORECASE) if wanted else None
        return self._pattern

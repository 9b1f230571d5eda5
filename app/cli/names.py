"""What members are called in what is printed: by their names, or by letters while names are to be hidden."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol, runtime_checkable

from app.cli.output import say
from app.domain.ids import CHAIR, JUDGE, PERSON, members_of
from app.domain.redaction import veil_over
from app.engine.fold import SessionFold


def note_whole(fold: SessionFold) -> None:
    """Say on standard error that a whole record tells names that the session hides from its person."""
    if Names(fold).hidden:
        say("Note: names are hidden in this session; this is its whole record, which tells them.")


@runtime_checkable
class _DealsLetters(Protocol):
    """The state of a workflow that deals a letter to each seat."""

    letters: Mapping[str, str]


class Names:
    """Names of one session, as they are to be shown now."""

    def __init__(self, fold: SessionFold) -> None:
        self._fold = fold
        self._veiled: tuple[object, ...] = ()
        """What is called how and the models there were, when the veil was made."""
        self._veil: Callable[[str], str] = str

    @property
    def hidden(self) -> bool:
        """Whether the person judges without knowing who wrote what: until the session is decided."""
        return self._fold.session.names_hidden

    def of(self, seat: str) -> str:
        """Return what a seat is called."""
        posts = {CHAIR: "the chair", JUDGE: "the judge", PERSON: "you"}
        called = self._called() if self.hidden else {}
        return posts.get(seat) or called.get(seat, seat)

    def all(self, seats: Iterable[str]) -> str:
        """Return seats in a line, each once; hidden ones in an order that is not the table's."""
        called = list(dict.fromkeys(map(self.of, seats)))
        return ", ".join(sorted(called) if self.hidden else called)

    def veil(self, text: str) -> str:
        """Return a text that tells of members and models without their names, where those are hidden."""
        if not self.hidden:
            return text
        session = self._fold.session
        called = {seat: self.of(seat) for seat in session.seats}
        now = (tuple(called.items()), tuple(session.seats.values()))
        if now != self._veiled:
            self._veiled = now
            self._veil = veil_over(
                session.seats, session.models, called, model="a model", address="an address"
            )
        return self._veil(text)

    def _called(self) -> dict[str, str]:
        state = self._fold.state
        letters = state.letters if isinstance(state, _DealsLetters) else {}
        members = members_of(self._fold.session.seats)
        # Before letters are dealt, nobody can be told from another.
        return {name: f"Answer {letters[name]}" if name in letters else "a member" for name in members}

"""What seats and models are called on the screen, which may be nothing that tells who they are. Pure."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping

from app.domain.ids import CHAIR, JUDGE, PERSON, members_of
from app.domain.redaction import veil_over
from app.domain.seats import Seat
from app.ui.kit.texts import single_line, tr


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
        posts: Mapping[str, str] | None = None,
    ) -> None:
        """`posts`: what places of the workflow's own are called, whoever sits there."""
        self.hidden = hidden
        members = members_of(seats)
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
        self._posts = {CHAIR: tr("Chair"), JUDGE: tr("Judge"), PERSON: tr("You"), **(posts or {})}
        self.veil: Callable[[str], str] = str
        """Returns a text that tells of members and models without their names, where those are hidden."""
        if hidden:
            called = {**self._posts, **self._called}
            self.veil = veil_over(seats, models, called, model=tr("a model"), address=tr("an address"))

    def of(self, seat: str) -> str:
        """Return what a seat is called."""
        if seat in self._posts:
            return self._posts[seat]
        return self._called.get(seat, seat) if self.hidden else single_line(seat, 40)

    def in_order(self, seats: Iterable[str]) -> list[str]:
        """Return seats as they are listed: as at the table, or by what they are called instead."""
        return sorted(seats, key=self.of) if self.hidden else list(seats)

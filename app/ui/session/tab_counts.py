"""The numbers in the titles of tabs: rows of a list, and changes compared beside the window's work."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from app.diffing.hunks import compare
from app.ui.kit.tasks import Tasks
from app.ui.view.session_view import SessionView

if TYPE_CHECKING:
    from app.engine.tabs import ListTab, TextsBy
    from app.ui.view.session_view import SessionView


class RowCount:
    """The number of one list."""

    def __init__(self, described: ListTab[Any, Any]) -> None:
        self._described = described
        self._view: SessionView | None = None
        self._stamp: object = None
        self._number = 0

    def of(self, view: SessionView) -> int:
        """Return how many rows there are in a session, 0 while nothing is known of it."""
        state, described = view.own, self._described
        if state is None:
            return 0
        if described.stamp is None:
            return self._counted(state)
        stamp = described.stamp(state)
        if view is not self._view or stamp != self._stamp:
            self._view, self._stamp = view, stamp
            self._number = self._counted(state)
        return self._number

    def _counted(self, state: Any) -> int:
        rows, counts = self._described.rows(state), self._described.counts
        return len(rows) if counts is None else sum(map(counts, rows))


LONGEST = 400_000
"""Characters of a pair of texts above which nobody waits for a number."""
MOST = 200
"""Pairs whose number is kept; the oldest go."""
Pair = tuple[str, str]


def pairs_of(view: SessionView, slot: str = "", by: TextsBy = "seat") -> list[Pair]:
    """Return the texts of the attempt in sight with those they were made of; the person's edits are none."""
    if by == "slot":
        texts = list(view.slots(slot).values())
    else:
        texts = [view.versions_in_sight(seat, slot or None) for seat in view.members()]
    found, place = [], view.place_in_sight
    for versions in texts:
        # From the end: what is in sight is new as a rule, and there may be hundreds before it.
        newest_first = reversed(versions)
        here = next((v for v in newest_first if (v.round, v.attempt) == place and not v.by_person), None)
        if here is None:
            continue
        before = view.fold.texts.refined_from(here)
        if by == "slot" and before is None:
            before = next((v for v in newest_first if v.seq < here.seq), None)
        if before is not None and before.text != here.text:
            found.append((before.text, here.text))
    return found


class ChangeCounts(QObject):
    """The number of changes of each pair of texts; one that is not known yet is found in a thread."""

    found = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._known: dict[Pair, int] = {}
        self._asked: set[Pair] = set()
        self._tasks = Tasks(self)

    def of(self, pairs: list[Pair]) -> int:
        """Return how many changes there are between the pairs; 0 until all are known."""
        pairs = [pair for pair in pairs if len(pair[0]) + len(pair[1]) <= LONGEST]
        missing = [pair for pair in pairs if pair not in self._known]
        new = [pair for pair in missing if pair not in self._asked]
        if new:
            self._asked.update(new)
            self._tasks.start(self._find(new))
        return 0 if missing else sum(self._known[pair] for pair in pairs)

    async def _find(self, pairs: list[Pair]) -> None:
        for pair in pairs:
            self._known[pair] = len((await asyncio.to_thread(compare, *pair)).hunks)
            self._asked.discard(pair)
        while len(self._known) > MOST:
            del self._known[next(iter(self._known))]
        self.found.emit()

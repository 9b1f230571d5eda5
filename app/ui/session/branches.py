"""Where a session was forked from and which forks leave it, by round. No widgets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from app.engine.session_rows import IDLE
from app.ui.kit.texts import count, single_line, tr
from app.ui.view.session_rows import standing

if TYPE_CHECKING:
    # For start-up cost: the window is there before the services are.
    from app.domain.ids import SessionId
    from app.engine.session_rows import SessionRow
    from app.services.library import Family
    from app.ui.view.session_view import SessionView

TITLE = 60
"""Characters of a title that are shown."""


class Branch(NamedTuple):
    """A session on the other side of a fork."""

    session: SessionId | None
    """None: it is not there any more."""
    words: str
    origin: bool = False
    """Whether this session was forked from it, and not the other way round."""
    state: str = ""
    """How it stands, as a state that has a look (`kit.states`)."""


Branches = Mapping[int, Sequence[Branch]]
"""By the round they leave from; the session's origin stands first."""


def branches_of(view: SessionView, family: Family) -> Branches:
    """Return the branches of a session by the round in which the two part."""
    branches: dict[int, list[Branch]] = {}
    parent = view.fold.session.parent
    if parent is not None:
        there = family.parent
        title = single_line(there.title, TITLE) if there else tr("a session that is gone")
        origin = Branch(there.session if there else None, tr("from {title}", title=title), origin=True)
        branches[_round_at(view, parent.seq)] = [origin]
    for row in family.forks:
        words = f"{single_line(row.title, TITLE)} · {standing(row)}"
        fork = Branch(row.session, words, state=_look(row))
        branches.setdefault(_round_at(view, row.parent_seq), []).append(fork)
    return branches


def _look(row: SessionRow) -> str:
    return "idle" if row.gate_event == IDLE else row.state


def spoken(branches: Sequence[Branch]) -> str:
    """Return all branches of a round as a screen reader says them."""
    origin = [tr("forked {from_title}", from_title=b.words) for b in branches if b.origin]
    forks = [branch.words for branch in branches if not branch.origin]
    if forks:
        tally = count(len(forks), "{n} branch", "{n} branches")
        origin.append(f"{tally}: {', '.join(forks)}")
    return "; ".join(origin)


def _round_at(view: SessionView, seq: int) -> int:
    """Return the round of a record, 1 for one before the first round or beyond the last record."""
    return max(1, view.log[seq - 1].round) if 0 < seq <= len(view.log) else 1

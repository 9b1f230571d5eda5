"""The rounds of the strip: a row each, with its words, attempts, and the sessions forked from it or to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from PySide6.QtCore import QAbstractListModel, QModelIndex, Qt

from app.engine.session_rows import IDLE
from app.engine.tabs import StripStep
from app.projections.timeline import TimelineAttempt, TimelineRound
from app.ui.kit.tables import Index
from app.ui.kit.texts import count, single_line, tr, whole_percent
from app.ui.view.session_rows import standing
from app.ui.view.session_view import SessionView

if TYPE_CHECKING:
    from app.domain.ids import SessionId
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
        fork = Branch(row.session, words, state="idle" if row.gate_event == IDLE else row.state)
        branches.setdefault(_round_at(view, row.parent_seq), []).append(fork)
    return branches


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


STATE_ROLE = Qt.ItemDataRole.UserRole + 1
SHORT_ROLE = Qt.ItemDataRole.UserRole + 2
BRANCHES_ROLE = Qt.ItemDataRole.UserRole + 3


class RoundListModel(QAbstractListModel):
    """The rounds there are and those that may follow; words are made when they are painted."""

    def __init__(self) -> None:
        super().__init__()
        self._view: SessionView | None = None
        self._state = ""
        self.steps: Sequence[StripStep] = ()
        """The parts of the work, where the workflow shows those in place of rounds."""
        self.branches: Branches = {}
        self._count = 0
        self._from = 0

    def fill(self, view: SessionView, state: str) -> None:
        """Show a session; only what may have changed is painted anew."""
        steps = view.workflow.strip(view.own) if view.own is not None else ()
        if steps or self.steps:
            self._fill_steps(view, state, steps)
            return
        most = max(view.most_rounds, len(view.fold.timeline.rounds), 1)
        if view is not self._view or most < self._count:
            self.beginResetModel()
            self._view, self._state, self._count = view, state, most
            self._from = view.round
            self.endResetModel()
            return
        if most > self._count:
            self.beginInsertRows(QModelIndex(), self._count, most - 1)
            self._count = most
            self.endInsertRows()
        self._state = state
        first = max(0, min(self._from, view.round - 1) - 1)
        self._from = view.round
        self.dataChanged.emit(self.index(first), self.index(self._count - 1))

    def _fill_steps(self, view: SessionView, state: str, steps: Sequence[StripStep]) -> None:
        if (view, state, tuple(steps)) == (self._view, self._state, tuple(self.steps)):
            return
        self.beginResetModel()
        self._view, self._state, self.steps = view, state, steps
        self._count, self._from = len(steps) or max(view.most_rounds, view.round, 1), view.round
        self.endResetModel()

    def _of_step(self, step: StripStep, role: int) -> Any:
        match role:
            case Qt.ItemDataRole.DisplayRole:
                stale = step.state == "stale"
                return (
                    tr("{title} · {said}", title=tr(step.title), said=tr(step.said))
                    if stale
                    else tr(step.title)
                )
            case _ if role == SHORT_ROLE:
                return tr(step.title)
            case _ if role == STATE_ROLE:
                return self._look_of(step)
            case Qt.ItemDataRole.AccessibleTextRole | Qt.ItemDataRole.ToolTipRole:
                return tr("{title}: {said}", title=tr(step.title), said=tr(step.said))
            case _:
                return None

    def _look_of(self, step: StripStep) -> str:
        """Return how a step looks: what is worked on looks as its session does."""
        at_work = step.state in ("running", "waiting") and self._state != "finished"
        return self._state if at_work else step.state

    def show_branches(self, branches: Branches) -> bool:
        """Take the branches of the session in sight; return whether anything changed."""
        if branches == self.branches or self.steps:
            return False
        before, self.branches = self.branches, branches
        touched = [n for n in branches.keys() | before.keys() if branches.get(n) != before.get(n)]
        self.dataChanged.emit(self.index(min(touched) - 1), self.index(max(touched) - 1))
        return True

    def branches_at(self, row: int) -> Sequence[Branch]:
        return self.branches.get(row + 1, ())

    def reachable_at(self, row: int) -> Sequence[Branch]:
        """Return the branches of a round that are still there."""
        return [branch for branch in self.branches_at(row) if branch.session is not None]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else self._count

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        view = self._view
        if not index.isValid() or view is None:
            return None
        if self.steps:
            return self._of_step(self.steps[index.row()], role)
        number = index.row() + 1
        row = view.fold.timeline.rounds.get(number)
        if role == Qt.ItemDataRole.DisplayRole:
            return chip_text(view, number)
        if role == SHORT_ROLE:
            return chip_text(view, number, short=True)
        if role == STATE_ROLE:
            return status_of(view, number, self._state)[0]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            words = f"{tr(view.round_word)} {number}: {status_text(view, number, self._state)}"
            branches = spoken(self.branches_at(index.row()))
            return f"{words}; {branches}" if branches else words
        if role == Qt.ItemDataRole.ToolTipRole:
            words = f"{tr(view.round_word)} {number}: {status_text(view, number, self._state)}"
            return "\n".join(filter(None, (words, _history(view, row) if row is not None else "")))
        if role == BRANCHES_ROLE:
            return self.branches_at(index.row())
        return None


def _history(view: SessionView, row: TimelineRound) -> str:
    """Return what became of each attempt, as plain lines (a tooltip takes no markup from a model)."""
    lines = []
    parent = view.fold.session.parent
    if parent is not None and row.attempts and row.attempts[0].opened_at < view.fold.session.created_at:
        lines.append(tr("Inherited from the session this one was forked from"))
    if len(row.attempts) > 1 or lines:
        lines += [tr("Attempt {n}: {what}", n=a.number, what=_attempt_text(a)) for a in row.attempts]
    return "\n".join(lines).replace("<", "‹")


def _attempt_text(attempt: TimelineAttempt) -> str:
    word = {True: tr("approved"), False: tr("rejected"), None: tr("open")}[attempt.accepted]
    return word + (f" – “{single_line(attempt.feedback, 120)}”" if attempt.feedback else "")


def chip_text(view: SessionView, number: int, *, short: bool = False) -> str:
    """Return “Round 2 · 78 %”, `short` “2 · 78 %”."""
    row = view.fold.timeline.rounds.get(number)
    name = str(number) if short else f"{tr(view.round_word)} {number}"
    if row is None:
        return name
    if row.current.number > 1 and not short:
        name = tr("{round}, attempt {n}", round=name, n=row.current.number)
    return name + _figure(row.current)


def _figure(now: TimelineAttempt) -> str:
    if now.figure is None or now.figure.value is None:
        return ""
    return f" · {whole_percent(now.figure.value, now.figure.threshold)}"


def status_text(view: SessionView, number: int, state: str) -> str:
    """Return “approved, attempt 2 · 78 %”."""
    row = view.fold.timeline.rounds.get(number)
    words = status_of(view, number, state)[1]
    if row is None:
        return words
    tries = tr(", attempt {n}", n=row.current.number) if row.current.number > 1 else ""
    return words + tries + _figure(row.current)


def status_of(view: SessionView, number: int, state: str) -> tuple[str, str]:
    """Return how a round stands: the state whose look it has, and in a few words."""
    row = view.fold.timeline.rounds.get(number)
    if row is None:
        return "future", tr("not needed") if state == "finished" else tr("not started")
    if row.current.accepted:
        return "finished", tr("approved")
    if number != view.round:
        rejected = row.current.accepted is False
        return ("stopped", tr("rejected")) if rejected else ("finished", tr("done"))
    kind = view.asked()
    if state == "waiting" and kind is not None:
        if kind.asks("texts"):
            return "waiting", tr("ready for your decision")
        if view.idle:
            return "idle", tr("ready when you are")
        return "waiting", tr("waiting for you")
    words = {
        "running": tr("running"),
        "finished": tr("not decided"),
        "failed": tr("failed"),
        "paused": tr("paused"),
        "interrupted": tr("interrupted"),
    }.get(state, tr("stopped"))
    return ("stopped" if state == "finished" else state), words

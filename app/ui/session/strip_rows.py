"""The rounds of the strip: a row each, with its words, attempts and branches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, Qt

from app.projections.timeline import TimelineAttempt, TimelineRound
from app.ui.kit.tables import Index
from app.ui.kit.texts import percent, shown, tr
from app.ui.session.branches import Branch, Branches, spoken
from app.ui.view.session_view import SessionView

ATTEMPTS_ROLE = Qt.ItemDataRole.UserRole + 1
CURRENT_ROLE = Qt.ItemDataRole.UserRole + 2
BRANCHES_ROLE = Qt.ItemDataRole.UserRole + 3


class RoundListModel(QAbstractListModel):
    """The rounds there are and those that may follow; words are made when they are painted."""

    def __init__(self) -> None:
        super().__init__()
        self._view: SessionView | None = None
        self._state = ""
        self.branches: Branches = {}
        self._count = 0
        self._from = 0

    def fill(self, view: SessionView, state: str) -> None:
        """Show a session; only what may have changed is painted anew."""
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

    def show_branches(self, branches: Branches) -> bool:
        """Take the branches of the session in sight; return whether anything changed."""
        if branches == self.branches:
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
        number = index.row() + 1
        row = view.fold.timeline.rounds.get(number)
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{tr(view.round_word)} {number}\n{status_text(view, number, self._state)}"
        if role == Qt.ItemDataRole.AccessibleTextRole:
            words = f"{tr(view.round_word)} {number}: {status_text(view, number, self._state)}"
            branches = spoken(self.branches_at(index.row()))
            return f"{words}; {branches}" if branches else words
        if role == Qt.ItemDataRole.ToolTipRole and row is not None:
            return _history(view, row) or None
        if role == ATTEMPTS_ROLE:
            return tuple(attempt.accepted for attempt in row.attempts) if row else ()
        if role == BRANCHES_ROLE:
            return self.branches_at(index.row())
        if role == CURRENT_ROLE:
            return number == max(view.round, 1) and self._state != "finished"
        return None


def _history(view: SessionView, row: TimelineRound) -> str:
    """Return what became of each attempt, as plain lines (a tooltip takes no markup from a model)."""
    lines = []
    parent = view.fold.session.parent
    if parent is not None and row.attempts and row.attempts[0].opened_at < view.fold.session.created_at:
        lines.append(tr("⑂ inherited from the session this one was forked from"))
    if len(row.attempts) > 1 or lines:
        lines += [tr("Attempt {n}: {what}", n=a.number, what=_attempt_text(a)) for a in row.attempts]
    return "\n".join(lines).replace("<", "‹")


def _attempt_text(attempt: TimelineAttempt) -> str:
    word = {True: tr("approved"), False: tr("rejected"), None: tr("open")}[attempt.accepted]
    return word + (f" – “{shown(attempt.feedback, 120)}”" if attempt.feedback else "")


def status_text(view: SessionView, number: int, state: str) -> str:
    """Return “✓ approved · 78 %”."""
    row = view.fold.timeline.rounds.get(number)
    if row is None:
        return tr("○ not needed") if state == "finished" else tr("○ not started")
    now = row.current
    figure = f" · {percent(now.figure.value)}" if now.figure and now.figure.value is not None else ""
    tries = tr(", attempt {n}", n=now.number) if now.number > 1 else ""
    if now.accepted:
        return tr("✓ approved") + tries + figure
    kind = view.asked()
    if number == view.round and state == "waiting" and kind is not None:
        if kind.asks("texts"):
            return tr("◆ review now") + tries + figure
        if view.idle:
            return tr("◇ waiting; nobody is needed") + tries
        return (tr("✕ needs attention") if kind.event == "failed" else tr("◆ waiting for you")) + tries
    if number == view.round:
        word = {
            "running": tr("● running"),
            "finished": tr("■ not decided"),
            "failed": tr("✕ failed"),
            "paused": tr("■ paused"),
            "interrupted": tr("■ interrupted"),
        }.get(state, tr("■ stopped"))
        return word + tries + figure
    return tr("✕ rejected") if now.accepted is False else tr("✓ done") + figure

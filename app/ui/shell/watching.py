"""Turns what happens to sessions into events that a person is told of: one source for all channels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from app.engine.session_rows import IDLE
from app.ui.kit.texts import single_line, tr
from app.ui.shell.notices import LONG_RUN_MICROSECONDS, Notices
from app.ui.view.labels import round_text

if TYPE_CHECKING:
    from app.domain.fact_base import Record
    from app.engine.session_rows import SessionRow
    from app.ui.view.session_view import SessionView

NEAR = 0.8
"""Share of the cost limit from which the person is told."""


class Watcher:
    """Remembers what it has told."""

    def __init__(self, notices: Notices) -> None:
        self._notices = notices
        self._ended: set[str] = set()
        self._near: set[tuple[str, float]] = set()
        self._began: dict[str, int] = {}
        self._without: set[tuple[str, str]] = set()
        """Sessions and the tool servers that they went on without: those are asked in every round."""

    def on_run_ended(self, session: str) -> None:
        """Note that a run came to rest; the rows say why."""
        self._ended.add(session)

    def on_rows(self, rows: Sequence[SessionRow], in_sight: Callable[[str], bool]) -> None:
        """Tell of the sessions that came to rest since the last time."""
        for row in rows:
            if row.state == "running":
                self._began.setdefault(row.session, row.changed_at)
            if row.session in self._ended and row.state != "running":
                self._ended.discard(row.session)
                self._tell(row, in_sight(row.session))

    def _tell(self, row: SessionRow, seen: bool) -> None:
        began = self._began.pop(row.session, row.created_at)
        tell = self._notices.happened
        match row.state, row.gate_event:
            case ("waiting", "failed") | ("failed", _):
                tell("failed", row.session, row.title, tr("Some models did not answer."), in_sight=seen)
            case "waiting", _ if row.gate_event == IDLE:
                pass
            case "waiting", "budget":
                tell("budget", row.session, row.title, tr("A limit stands in the way."), in_sight=seen)
            case "waiting", _:
                tell("needs_you", row.session, row.title, tr("A session needs your decision."), in_sight=seen)
            case "finished", _ if row.changed_at - began > LONG_RUN_MICROSECONDS:
                tell("finished", row.session, row.title, tr("A session is finished."), in_sight=seen)

    def _tell_without(self, session: str, server: str) -> None:
        if (session, server) in self._without:
            return
        self._without.add((session, server))
        name = single_line(server, 60)
        self._notices.tell(
            tr("The tool server “{name}” offers nothing: it goes on without. The log says why.", name=name)
        )

    def on_records(self, view: SessionView, records: Sequence[Record], seen: bool) -> None:
        """Tell of rounds passed by themselves, tools that are not there, and a limit that comes near."""
        session, title = view.fold.session.session, view.fold.session.title
        for record in records:
            if record.type == "round_closed" and view.fold.session.auto is not None and _by_itself(view):
                words = tr("{round} was approved for you.", round=round_text(view, record.round))
                self._notices.happened("round_done", session, title, words, in_sight=seen)
            if record.type == "tools_listed" and record.body().get("problem"):
                self._tell_without(session, str(record.body().get("server")))
        limit = view.fold.spend.cost_limit
        spent = view.fold.spend.total.most
        if limit and spent >= NEAR * limit and (session, limit) not in self._near:
            self._near.add((session, limit))
            share = round(100 * spent / limit)
            unsure = view.fold.spend.total.uncertain
            words = (
                tr("Up to {n} % of the cost limit is spent.", n=share)
                if unsure
                else tr("{n} % of the cost limit is spent.", n=share)
            )
            self._notices.happened("budget_near", session, title, words, in_sight=seen)


def _by_itself(view: SessionView) -> bool:
    """Tell whether the last gate was answered by nobody."""
    request = next(reversed(view.fold.gates.answered.values()), None)
    return request is not None and request.by == "policy"

"""What another round, or the end, will use, said while a round waits for its approval."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.domain.money import FREE, UNKNOWN
from app.ui.kit.tasks import Tasks
from app.ui.kit.texts import money, tr
from app.ui.view.gate_bars import runs_another
from app.ui.view.session_view import Ahead

if TYPE_CHECKING:
    # For start-up cost.
    from app.services.core import Core
    from app.services.estimates import RunEstimate
    from app.ui.session.page import SessionPage
    from app.ui.view.session_view import SessionView


class RoundEstimate(QObject):
    """Puts the estimate into the words of the decision bar while a round waits or has halted."""

    def __init__(self, page: SessionPage, core: Core) -> None:
        super().__init__(page)
        self._page, self._core = page, core
        self._asked: tuple[object, ...] | None = None
        """The view, the gate and who sits there, of which the estimate was asked for."""
        # Without an estimate the bar says what the last round took.
        self._tasks = Tasks(self, lambda _error: None)
        page.changed.connect(self._on_changed)

    def _on_changed(self) -> None:
        view = self._page.view
        gate = view.gate() if view is not None else None
        asked: tuple[SessionView, str, object] | None = None
        if view is not None and gate is not None and (view.asks("texts") or runs_another(view, gate)):
            # A view that was folded anew has no estimate yet; who else sits there takes another one.
            sitting = sorted(
                (n, s.model) for n, s in view.fold.session.seats.items() if n not in view.fold.session.dropped
            )
            asked = (view, gate.id, sitting)
        elif view is not None and gate is None and view.state in ("stopped", "paused") and view.can_finish:
            # Only finishing has a price there: Resume has its own.
            asked = (view, "", view.round)
        if asked != self._asked:
            self._asked = asked
            self._page.bar.cost.explain("")
            if asked is not None:
                self._tasks.start(self._show(*asked))

    async def _show(self, view: SessionView, gate: str, sitting: object) -> None:
        estimate = await self._core.estimates.before_round(view.session_id) if gate else None
        ending = await self._core.estimates.to_finish(view.session_id)
        if (estimate is None and ending is None) or (view, gate, sitting) != self._asked:
            return
        veil = view.names.veil
        # What asks nobody, or a member of this machine alone, needs no price; unknown ones are said once.
        costs = ending.about() if ending is not None else FREE
        plain = costs == FREE or (estimate is not None and costs == estimate.price() == UNKNOWN)
        view.ahead = Ahead(gate, ending="" if plain else veil(tr(costs)))
        if estimate is not None:
            told, brief = (f"{tr(one)} · {tr(estimate.time)}" for one in (estimate.price(), estimate.about()))
            warned = tuple(map(veil, _warned(estimate)))
            view.ahead = view.ahead._replace(round=veil(told), brief=veil(brief), warned=warned)
            about = (estimate.sentence(), *estimate.assumptions())
            self._page.bar.cost.explain(veil("\n".join(map(tr, about))))
        self._page.refresh()


def _warned(estimate: RunEstimate) -> list[str]:
    parts = []
    if estimate.above_limit:
        parts.append(
            tr("This may reach the cost limit of {limit}; you will be asked.", limit=money(estimate.limit))
        )
    parts += [tr(note) for note in estimate.too_small[:2]]
    return parts

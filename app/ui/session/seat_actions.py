"""Who sits at the table: stopping one, leaving it out, taking it back, another model in its seat."""

# Late imports on purpose: dialogs are imported when first opened, for the start of the window.

from __future__ import annotations

from collections.abc import Sequence

from app.domain.fact_base import Fact
from app.domain.facts import DecisionWithdrawn, SeatDropped, SeatReplaced
from app.domain.verdict_facts import Rating, SeatRated
from app.ui.gates.opening import FormOpener
from app.ui.kit.texts import tr
from app.ui.view.session_view import SessionView


class SeatActions(FormOpener):
    """Tells the person's words on the seats of the session in sight."""

    def drop(self, seat: str, out: bool) -> None:
        """Leave a member out from the next round on, or take it back; both can be undone."""
        view = self._bench.view
        if view is None:
            return
        name = view.names.of(seat)
        words = tr("{name} left out", name=name) if out else tr("{name} taken back", name=name)
        leave = lambda: self._tasks.start(self._leave_out(view, seat))  # noqa: E731
        take = lambda: self._tasks.start(self._take_back(view, seat))  # noqa: E731
        self._draft_store.push_told(words, leave if out else take, take if out else leave)

    async def _leave_out(self, view: SessionView, seat: str) -> None:
        await self._core.review.tell(view.session_id, SeatDropped(seat=seat))

    async def _take_back(self, view: SessionView, seat: str) -> None:
        drops = [seq for seq, name in view.fold.session.drops.items() if name == seat]
        if drops:
            await self._core.review.tell(view.session_id, *(DecisionWithdrawn(seq=seq) for seq in drops))

    def rate(self, seat: str, rating: Rating) -> None:
        """Note that a member's answer of this round is good or poor, or take that back; no model is told."""
        view = self._bench.view
        if view is None:
            return
        before, now = view.fold.session.rated(seat, view.round)
        # Taken back, and not only put another over it: it would be back once that is taken back.
        told: list[Fact] = [DecisionWithdrawn(seq=before)] if now is not None else []
        if now != rating:
            told.append(SeatRated(seat=seat, rating=rating))
        self._tasks.start(self._note(view, told))

    async def _note(self, view: SessionView, told: Sequence[Fact]) -> None:
        await self._core.review.tell(view.session_id, *told)

    def stop(self, seat: str) -> None:
        """End what this seat is writing, and nobody else's; what has arrived is kept."""
        view = self._bench.view
        if view is not None:
            self._tasks.start(self._core.sessions.stop_member(view.session_id, seat))

    def replace(self, seat: str) -> None:
        """Ask which model is to sit there from the next call on."""
        from app.ui.gates.forms import ReplaceDialog
        from app.ui.kit.model_names import offer_models

        view = self._bench.view
        if view is None or self._open is not None:
            return
        known = list(dict.fromkeys(seated.model for seated in view.fold.session.seats.values()))
        model = "" if view.fold.session.names_hidden else view.fold.session.seats[seat].model
        dialog = ReplaceDialog(self._owner, view.names.of(seat), model, known)
        dialog.decided.connect(lambda data: self._tasks.start(self._put(view, seat, str(data["model"]))))
        self._tasks.start(offer_models([dialog.box], self._core.providers))
        self._show(dialog)

    async def _put(self, view: SessionView, seat: str, model: str) -> None:
        await self._core.review.tell(view.session_id, SeatReplaced(seat=seat, model=model))

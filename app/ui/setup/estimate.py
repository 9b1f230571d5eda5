"""What a session may cost, in a line that follows what is typed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from PySide6.QtWidgets import QWidget

from app.domain.errors import RoundtableError
from app.domain.i18n import Words
from app.services.estimates import RunEstimate
from app.ui.kit.layouts import in_column, in_row
from app.ui.kit.tasks import Tasks, pause
from app.ui.kit.texts import Said, label, money, shown, tr

PAUSE = 300
"""Milliseconds without a change before it is asked again."""


class EstimateLine(QWidget):
    """Says calls, dollars and minutes as a range; unknown prices are said so and never count as $0."""

    def __init__(self, ask: Callable[[], Awaitable[RunEstimate | None]]) -> None:
        super().__init__()
        self._ask = ask
        self._tasks = Tasks(self, self._on_failed)
        self._timer = pause(self, PAUSE, self._on_pause)
        self.estimate: RunEstimate | None = None
        self.summary = label("", wrap=True, widget=Said(tr("Estimate")))
        self.more = label("", wrap=True, muted=True, scale=0.92)
        self.warned = label("", wrap=True, widget=Said(tr("What speaks against this setup")))
        self.warned.hide()
        line = in_row(label(tr("Estimate")), (self.summary, 1), (self.more, 1))
        self.setLayout(in_column(self.warned, line))
        self.hide()

    def warn(self, advice: Sequence[Words]) -> None:
        """Say what speaks against the setup as it is typed; nothing of it forbids a start."""
        self.warned.setText("\n".join(f"▲ {tr(sentence)}" for sentence in advice))
        self.warned.setVisible(bool(advice))

    def ask_soon(self) -> None:
        """Ask once nothing has changed for a moment."""
        self._timer.start()

    def ask_anew(self) -> None:
        """Take back what is said, for it was of other models, and ask."""
        self.estimate = None
        self.summary.setText(tr("being worked out…"))
        self.more.setText("")
        self.ask_soon()

    def above_limit(self) -> str:
        """Return what to say before a start that may pass its cost limit, nothing where it may not."""
        if self.estimate is None or not self.estimate.above_limit:
            return ""
        return tr(
            "This may cost up to {high}, more than the limit of {limit}; you are asked when it is reached.",
            high=money(self.estimate.cost.high),
            limit=money(self.estimate.limit),
        )

    def _on_pause(self) -> None:
        # What was asked before is about a form that was changed since.
        self._tasks.cancel()
        self._tasks.start(self._asked())

    async def _asked(self) -> None:
        found: RunEstimate | None = None
        # What is wrong with the form is said beside its fields when it is sent.
        with suppress(RoundtableError):
            found = await self._ask()
        self._show(found)

    def _on_failed(self, error: BaseException) -> None:
        self._show(None)
        raise error

    def _show(self, found: RunEstimate | None) -> None:
        self.estimate = found
        self.setVisible(found is not None)
        if found is None:
            return
        self.summary.setText(tr(found.sentence()))
        parts = [
            f"{shown(seat.seat, 20)} ${seat.cost.high:.2f}"
            for seat in found.seats
            if seat.cost is not None and seat.cost.high > 0
        ]
        self.more.setText(" · ".join([*parts, *(tr(sentence) for sentence in found.too_small)]))
        notes = "\n".join(tr(sentence) for sentence in found.assumptions())
        self.summary.setToolTip(notes)
        self.summary.setAccessibleDescription(notes)

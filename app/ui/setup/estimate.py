"""What a session may cost, in a line that follows what is typed and on each card; what speaks against it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFrame, QWidget

from app.domain.errors import RoundtableError
from app.domain.i18n import Message
from app.domain.money import UNKNOWN
from app.domain.seats import Team
from app.engine.plugin import WorkflowPlugin
from app.services.estimates import RunEstimate
from app.ui.kit.dialog import TellOnly
from app.ui.kit.icons import icon
from app.ui.kit.layouts import SPACE, in_column, in_row
from app.ui.kit.one_line import CutButton
from app.ui.kit.sidebar import Sign
from app.ui.kit.tasks import Tasks, pause
from app.ui.kit.texts import Said, label, money, single_line, tr
from app.ui.kit.theme import CAPTION
from app.ui.setup.choice_cards import ChoiceCards
from app.ui.setup.field_row import FieldRow
from app.ui.setup.setup_form import check

if TYPE_CHECKING:
    from app.services.estimates import Estimates


async def price_cards(
    row: FieldRow, plugin: WorkflowPlugin, team: Team, values: Mapping[str, object], estimates: Estimates
) -> None:
    """Say on each card what it costs; nothing on one that could not begin yet."""
    prices = {}
    for value, card in row.field.cards.items():
        usual = {name: given for name, given in card.usual.items() if not values.get(name)}
        tried = {**values, **usual, row.name: value}
        if check(plugin.setup, tried):
            continue
        seats = plugin.seats(plugin.setup.model_validate(tried), team)
        found = await estimates.before_start(plugin, tried, seats)
        if found is not None:
            prices[value] = tr(found.glance())
    assert isinstance(row.control, ChoiceCards)
    # Where no price is known, the line below says it once.
    row.control.say_prices(prices if set(prices.values()) != {tr(UNKNOWN)} else {})


PAUSE = 300
"""Milliseconds without a change before it is asked again."""


class EstimateLine(QWidget):
    """Says dollars, minutes and calls as a range; unknown prices are said so and never count as $0."""

    def __init__(
        self, ask: Callable[[], Awaitable[RunEstimate | None]], seats: Mapping[str, Message]
    ) -> None:
        """`seats`: what places are called."""
        super().__init__()
        self._ask, self._titles = ask, seats
        self._tasks = Tasks(self, self._on_failed)
        self._timer = pause(self, PAUSE, self._on_pause)
        self.estimate: RunEstimate | None = None
        self.summary = label("", bold=True, widget=Said(tr("Estimate")))
        self.more = label("", wrap=True, muted=True, scale=CAPTION)
        # The sum may leave it less room than it takes.
        how = tr("How it is estimated")
        self.how = CutButton(how, how, around=8, brief=tr("How?"))
        self.how.setObjectName("link")
        self.how.clicked.connect(self._on_how_clicked)
        self.setLayout(
            in_column(
                in_row(self.summary, self.how, SPACE, spacing=8), self.more, spacing=0, margins=(0, 4, 0, 4)
            )
        )
        self.hide()

    def ask_soon(self) -> None:
        self._timer.start()

    def ask_anew(self) -> None:
        """Take back what is said, for it was of other models, and ask."""
        self.estimate = None
        self.summary.setText(tr("being worked out…"))
        self.more.setText("")
        self.how.hide()
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
        self.summary.setText(tr(found.headline()))
        parts = [
            f"{self._called(seat.seat)} {money(seat.cost.high)}"
            for seat in found.seats
            if seat.cost is not None and seat.cost.high > 0
        ]
        told = [tr(found.call_count())]
        if parts:
            # Else they would not come to the sum above, which is what is likely.
            told.append(tr("at most {what}", what=", ".join(parts)))
        self.more.setText(" · ".join(told))
        self.how.show()
        notes = "\n".join(tr(sentence) for sentence in found.assumptions())
        self.summary.setToolTip(notes)
        self.summary.setAccessibleDescription(notes)

    def _on_how_clicked(self) -> None:
        notes = [tr(sentence) for sentence in self.estimate.assumptions()] if self.estimate else []
        TellOnly(self, tr("How it is estimated"), "\n\n".join(notes)).show_once()

    def _called(self, seat: str) -> str:
        """Return a member's name, or what chair, judge and the workflow's own places are called."""
        return tr(self._titles[seat]) if seat in self._titles else single_line(seat, 20)


class Warned(QFrame):
    """Says what speaks against the setup as it is typed; nothing of it forbids a start."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("note")
        self.text_label = label(
            "", wrap=True, scale=CAPTION, widget=Said(tr("What speaks against this setup"))
        )
        sign = Sign()
        sign.setIcon(icon("triangle-alert", "waiting"))
        self.setLayout(
            in_row(in_column(sign, SPACE), (self.text_label, 1), spacing=8, margins=(10, 8, 10, 8))
        )
        self.hide()

    def warn(self, advice: Sequence[Message]) -> None:
        self.text_label.setText("\n".join(tr(sentence) for sentence in advice))
        self.setVisible(bool(advice))

    def text(self) -> str:
        return self.text_label.text()

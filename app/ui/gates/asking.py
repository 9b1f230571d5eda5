"""What is asked for at an open gate beside its answer, and the panel that shows it as it arrives."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from app.domain.gate_choices import Choice
from app.ui.gates.base import FormRequest
from app.ui.gates.opening import FormOpener
from app.ui.kit.dispose import dispose
from app.ui.kit.layouts import in_column, in_row
from app.ui.kit.text.safe_view import SafeTextView
from app.ui.kit.texts import button, label, restyle, tr
from app.ui.view.asked_rows import LEAVE, STOP, TAKE_UP, AskedRow, held_choices
from app.ui.view.bar import BarButton
from app.ui.view.gate_bars import price_text

if TYPE_CHECKING:
    from app.domain.canonical import JsonValue
    from app.domain.command_facts import CommandHeld
    from app.engine.plugin import PersonCommand
    from app.ui.view.session_view import SessionView


class Asker(FormOpener):
    """What the person asks for in the session in sight, beside the decision."""

    refreshed = Signal()
    """What can be asked for is known."""

    _looked_at: tuple[object, ...] | None = None
    """The state of the session for which it was found out."""

    # --- what there is ------------------------------------------------------------------------

    def look(self) -> None:
        """Find out what can be asked for now, once for each state of the gate or the end."""
        view = self._bench.view
        place = view.asking_place() if view is not None and view.workflow.person_commands else ""
        if view is None or not place:
            self._looked_at = None
            return
        ended = sum(not command.unfinished for command in view.fold.commands.at_gate(place))
        seen = (view, place, ended, len(view.fold.session.seats))
        if seen != self._looked_at:
            self._looked_at = seen
            self._tasks.start(self._find(view, place))

    async def _find(self, view: SessionView, place: str) -> None:
        offers = await self._core.commands.offered(view.session_id)
        view.offers = (place, tuple((o.command.name, o.price.cost_max if o.price else 0.0) for o in offers))
        if view is self._bench.view:
            self.refreshed.emit()

    # --- asking -------------------------------------------------------------------------------

    def do(self, name: str) -> None:
        """Ask for a command, for its data first where it needs some."""
        view = self._bench.view
        place, gate = (view.asking_place(), view.gate()) if view is not None else ("", None)
        command = view.command(name) if view is not None else None
        if view is None or not place or command is None or self._open is not None:
            return
        self.failed.emit("")
        verb = command.verb
        if verb.asked != "in a form" or gate is None:
            data = self._draft_store.draft.data_for(verb, {}) if verb.asked == "in the bar" else {}
            self._tasks.start(self._ask(view, place, command, data))
            return
        choice = Choice(verb.name, verb, verb.label, "in a form")
        form = self._stock_form(FormRequest(view, gate.fact, choice, self._draft_store))
        form.decided.connect(
            lambda data: self._tasks.start(self._ask(view, place, command, data, priced=False))
        )
        self._show(form)

    def ask_typed(self, name: str, data: Mapping[str, JsonValue]) -> None:
        """Ask for a command with the data that were typed or chosen; its price is agreed to first."""
        view = self._bench.view
        place = view.asking_place() if view is not None else ""
        command = view.command(name) if view is not None else None
        if view is None or not place or command is None or self._open is not None:
            return
        if all(command.name != offered for offered, _price in view.offers[1]):
            self.failed.emit(tr("That cannot be done now."))
            return
        self.failed.emit("")
        self._tasks.start(self._ask(view, place, command, data, priced=False))

    async def _ask(
        self,
        view: SessionView,
        place: str,
        command: PersonCommand,
        data: Mapping[str, JsonValue],
        *,
        priced: bool = True,
    ) -> None:
        """`priced`: the price was on the button that was pressed."""
        from app.ui.gates.approving import approved

        session = view.session_id
        if not await approved(self._owner, self._core.providers, view.fold.session.seats):
            self.failed.emit(tr("Nothing was sent: use other models, or approve the servers."))
            return
        if not priced:
            price = await self._core.commands.estimate(session, place, command.name, data)
            if price.cost_max != 0 and not await self._agreed(command, price.cost_max):
                return
        await self._core.commands.ask(session, place, command.name, data)
        if command.verb.asked == "in the bar" and self._bench.view is view:
            self._draft_store.type(guidance="")

    async def _agreed(self, command: PersonCommand, cost: float | None) -> bool:
        """Say what it may cost, and let the person go on or not."""
        from app.ui.kit.dialog import Confirm

        what = tr(command.verb.label).rstrip("…")
        words = tr("{what}{price}.", what=what, price=price_text(cost, again=command.again))
        return await Confirm(self._owner, what, words, tr("Ask")).accepted_by_person()

    # --- what is under way, or held -----------------------------------------------------------

    def press(self, asked: int, does: str) -> None:
        """Do what a button of a row says."""
        view = self._bench.view
        command = view.fold.commands.by_asked.get(asked) if view is not None else None
        if view is None or command is None or self._open is not None:
            return
        self.failed.emit("")
        session = view.session_id
        if does == STOP:
            self._tasks.start(self._core.commands.stop(session, asked))
        elif does == TAKE_UP:
            self._tasks.start(self._core.commands.take_up(session))
        elif does == LEAVE:
            self._tasks.start(self._core.commands.leave(session, asked))
        elif command.hold is not None:
            self._decide(view, asked, command.hold, does)

    def _decide(self, view: SessionView, asked: int, hold: CommandHeld, does: str) -> None:
        choice = next((one for one in held_choices(hold) if one.id == does), None)
        if choice is None:
            return
        if choice.asked == "at once":
            self._resume(view, asked, choice, choice.data)
            return
        form = self._stock_form(FormRequest(view, hold, choice, self._draft_store))
        form.decided.connect(lambda data: self._resume(view, asked, choice, data))
        self._show(form)

    def _resume(self, view: SessionView, asked: int, choice: Choice, data: Mapping[str, JsonValue]) -> None:
        self._tasks.start(self._core.commands.resume(view.session_id, asked, choice.verb.name, data))


LINES = 9
"""Lines of a text that are seen at once; more is scrolled."""


class _AskedCard(QFrame):
    """One row: its name, how it stands, its text, its buttons."""

    pressed = Signal(str)

    def __init__(self, row: AskedRow) -> None:
        super().__init__()
        self.setObjectName("bar")
        self.setAccessibleName(tr("Asked for: {what}", what=row.title))
        self.title = label(row.title)
        self.status = label("", muted=True, wrap=True)
        self.text = SafeTextView(tr("What came of it: {what}", what=row.title))
        self.text.setMaximumHeight(self.text.fontMetrics().lineSpacing() * LINES)
        self._offered: tuple[BarButton, ...] = ()
        self._buttons = QHBoxLayout()
        head = in_row(self.title, (self.status, 1), self._buttons)
        self.setLayout(in_column(head, self.text, margins=(12, 8, 12, 8)))

    def show_row(self, row: AskedRow) -> None:
        self.title.setText(row.title)
        self.status.setText(row.status)
        if self.status.property("bad") != row.bad:
            self.status.setProperty("bad", row.bad)
            restyle(self.status)
        self.text.setVisible(bool(row.text))
        if row.text:
            self.text.show_text(row.text, live=row.live)
        self.setAccessibleDescription(row.status)
        if row.buttons != self._offered:
            self._offered = row.buttons
            self._rebuild(row)

    def _rebuild(self, row: AskedRow) -> None:
        while (item := self._buttons.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                dispose(widget)
        for entry in row.buttons:
            name = tr("{what}: {label}", what=row.title, label=entry.label)
            control = button(entry.label, primary=entry.primary, name=name)
            control.clicked.connect(lambda _=False, does=entry.does: self.pressed.emit(does))
            self._buttons.addWidget(control)


class AskedPanel(QWidget):
    """All of them; hidden where nothing was asked for."""

    pressed = Signal(int, str)
    """(number, what its button does)"""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("What you asked for"))
        self.cards: dict[int, _AskedCard] = {}
        self._layout = in_column(spacing=6)
        self.setLayout(self._layout)
        self.hide()

    def show_rows(self, rows: tuple[AskedRow, ...]) -> None:
        for asked in self.cards.keys() - {row.asked for row in rows}:
            card = self.cards.pop(asked)
            card.hide()
            card.deleteLater()
        for row in rows:
            if row.asked not in self.cards:
                card = self.cards[row.asked] = _AskedCard(row)
                card.pressed.connect(partial(self.pressed.emit, row.asked))
                self._layout.addWidget(card)
            self.cards[row.asked].show_row(row)
        self.setVisible(bool(rows))

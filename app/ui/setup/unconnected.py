"""What a person without a model is offered: connecting one, a sample, and below them the rules."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QSizePolicy, QWidget

from app.domain.errors import RoundtableError
from app.engine.ports import LocalServer, ProviderInfo
from app.services.connecting import Connecting
from app.settings.samples import Sample
from app.ui.kit.font_aware import SizeAware
from app.ui.kit.icon_label import IconLabel
from app.ui.kit.icons import set_icon
from app.ui.kit.layouts import SPACE, boxed, in_column, in_row, nest
from app.ui.kit.scroll_area import room_for
from app.ui.kit.tasks import Tasks
from app.ui.kit.texts import button, count, error_text, label, link_button, single_line, tr
from app.ui.kit.theme import CAPTION, TITLE, colours, seat_colour
from app.ui.setup.connect_card import ConnectCard

WIDE = 840
"""Pixels from which the two cards stand beside each other."""
SAMPLE = 280
"""Pixels of the sample's card."""


_ANY = 16777215
"""Pixels: as wide as there is room for."""


class _Sketch(QWidget):
    """Three answers side by side, drawn in outline."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)

    def sizeHint(self) -> QSize:
        return QSize(200, 70)

    def minimumSizeHint(self) -> QSize:
        """Return none: it gives way before what is written goes out of sight."""
        return QSize(0, 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw a frame with three columns: a dot and lines, of which some are changed."""
        painter, c = QPainter(self), colours()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QColor(c.line))
        painter.setBrush(QColor(c.window))
        painter.drawRoundedRect(box, 6, 6)
        wide = box.width() / 3
        for at in range(3):
            left = box.left() + at * wide
            if at:
                painter.setPen(QColor(c.line))
                painter.drawLine(round(left), round(box.top()), round(left), round(box.bottom()))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(seat_colour(at))
            painter.drawEllipse(QRectF(left + 9, box.top() + 8, 9, 9))
            for line in range(int(box.height() - 20) // 11):
                changed = (line + at) % 3 == 2
                painter.setBrush(QColor(c.finished_row if changed else c.line))
                share = (0.9, 0.7, 0.95, 0.6, 0.8)[(line + at) % 5]
                painter.drawRoundedRect(
                    QRectF(left + 9, box.top() + 26 + line * 11, (wide - 18) * share, 4), 2, 2
                )


class Unconnected(SizeAware, QWidget):
    """Two cards and a line; where there is no room beside, the sample is a row in sight below the form."""

    sample_wanted = Signal()
    own_wanted = Signal()
    """A server of the person's own is to be set up."""
    rules_wanted = Signal()
    """The form is to be filled in for members made of rules."""
    connected = Signal()
    """There is a team of models now."""

    def __init__(self, connecting: Connecting, sample: Sample | None) -> None:
        """`sample`: None where the workflow has none."""
        super().__init__()
        self._connecting = connecting
        self.connect_card = card = ConnectCard()
        self._tasks = Tasks(self, lambda error: card.show_problem(error_text(error)))
        self._looking = False
        self.foot = boxed(
            in_column(
                SPACE,
                label(tr("Not ready: connect a model first"), bold=True),
                label(tr("The price appears here before anything is sent."), muted=True, scale=CAPTION),
                SPACE,
                spacing=0,
            )
        )
        """What stands in the foot of the form in place of the price."""
        self._ways = in_column(spacing=6, margins=(20, 6, 20, 8))
        self.below = boxed(self._ways)
        """What stays in sight below the form, however far it is scrolled."""
        card.key_given.connect(lambda one, key: self._tasks.start(self._connect(one, key)))
        card.server_chosen.connect(self._on_server_chosen)
        card.look_wanted.connect(lambda: self._tasks.start(self._look()))
        card.own_wanted.connect(self.own_wanted)
        title = label(tr("Who should answer?"), bold=True)
        about = label(
            tr("No model is chosen yet. What you wrote is kept until one is."),
            muted=True,
            scale=CAPTION,
            wrap=True,
        )
        self.rules = link_button(tr("Try the rules…"))
        self.rules.clicked.connect(self.rules_wanted)
        rules = label(
            tr("Without AI, rules can only quote from what you attach; they have no answer of their own."),
            muted=True,
            scale=CAPTION,
            wrap=True,
            widget=IconLabel("list"),
        )
        self.has_sample = sample is not None
        self._cards = in_row((self.connect_card, 1), spacing=12)
        if sample is not None:
            self._card = self._sample_card(sample)
        self.setLayout(
            in_column(
                in_row(title, (about, 1), spacing=10),
                (self._cards, 1),
                spacing=8,
            )
        )
        nest(self._ways, in_row((rules, 1), self.rules, spacing=6))
        self._fit()
        for part in (self, self.foot, self.below):
            part.hide()

    def show_it(self, on: bool) -> None:
        """Show it or not; once it is, the providers are named, and this machine's servers looked for."""
        for part in (self, self.foot, self.below):
            part.setHidden(not on)
        if on:
            self._tasks.start(self._list())
            self._tasks.start(self._look())

    async def _list(self) -> None:
        self.connect_card.show_providers(await self._connecting.providers.list())

    async def _look(self) -> None:
        if self._looking:
            return
        self._looking = True
        self.connect_card.show_looking()
        try:
            self.connect_card.show_servers(await self._connecting.providers.find_local())
        finally:
            self._looking = False

    async def _connect(self, provider: ProviderInfo, key: str) -> None:
        result = await self._connecting.connect(provider, key)
        self.connect_card.show_result(result)
        if result.ok:
            self.connect_card.key.clear()
            self.connected.emit()

    def _on_server_chosen(self, server: LocalServer) -> None:
        try:
            self._connecting.use(server)
        except RoundtableError as error:
            self.connect_card.show_problem(error_text(error))
            return
        self.connected.emit()

    def _sample_card(self, sample: Sample) -> QFrame:
        card = QFrame()
        card.setObjectName("card")
        self.open_sample = button(tr("See the sample"))
        set_icon(self.open_sample, "play", "text", 14)
        self.open_sample.clicked.connect(self.sample_wanted)
        lines = [
            tr("Every button works"),
            tr("Nothing is sent, nothing is paid"),
            count(sample.minutes, "About a minute to read", "About {n} minutes to read"),
        ]
        ticks = [label(line, wrap=True, widget=IconLabel("check", tone="finished")) for line in lines]
        self._more = boxed(in_column(*ticks, spacing=6, margins=(0, 4, 0, 0)))
        self._sketch = _Sketch()
        title = label(tr("See a sample"), bold=True, scale=TITLE)
        by_hand = tr("Written by hand, to show how a session goes.")
        self._told = label(single_line(sample.told, 300), wrap=True, muted=True)
        texts = in_column(self._sketch, title, self._told, label(by_hand, wrap=True, muted=True))
        texts.setSpacing(6)
        self._inner = in_column((texts, 1), self.open_sample, self._more, spacing=8)
        card.setLayout(self._inner)
        return card

    def _fit(self) -> None:
        grown = self.fontMetrics().height() / 16
        wide = room_for(self) >= WIDE * grown
        self.connect_card.set_low(not wide)
        if not self.has_sample:
            return
        if self._card.parentWidget() is not (self if wide else self.below):
            (self._cards if wide else self._ways).insertWidget(int(wide), self._card)
        directions = QBoxLayout.Direction
        beside, below = directions.LeftToRight, directions.TopToBottom
        self._inner.setDirection(below if wide else beside)
        side, edge = (16, 14) if wide else (12, 6)
        self._inner.setContentsMargins(side, edge, side, edge)
        for part in (self._sketch, self._told, self._more):
            part.setVisible(wide)
        self._card.setMinimumWidth(round(SAMPLE * grown) if wide else 0)
        self._card.setMaximumWidth(round(SAMPLE * grown) if wide else _ANY)

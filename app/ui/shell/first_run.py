"""What is seen while there is no session: three steps, the second of which is the one to press."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QLayout, QPushButton, QSizePolicy, QWidget

from app.ui.kit.font_aware import SizeAware
from app.ui.kit.icon_label import IconLabel
from app.ui.kit.icons import Tone, icon, paint_icon, set_icon
from app.ui.kit.layouts import SPACE, boxed, in_column, in_row, scrolled
from app.ui.kit.texts import button, label, tr
from app.ui.kit.theme import CAPTION, TITLE, WELCOME, colours

_CARD = 288
_LEAST = 190
"""Pixels of a card's width, and the least: where three of that have no room, they stand in a column."""


class _Sign(QWidget):
    """A drawn icon on a soft ground; the words beside it say the same."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self.setFixedSize(36, 36)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours().accent_row))
        painter.drawRoundedRect(QRectF(self.rect()), 8, 8)
        paint_icon(painter, QRectF(8, 8, 20, 20), self._name, "accent")


class FirstRun(SizeAware, QFrame):
    """Three steps side by side, and what else can be begun from here."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("welcome")
        self.ask = button(tr("Ask a question"), primary=True)
        # The theme's white: an icon of a filled button.
        self.ask.setIcon(icon("plus", "on_fill"))
        self.ask.setMinimumHeight(30)
        self.sample = _link("play", tr("See a sample"))
        self.connect_models = _link("key-round", tr("Add a key…"), tip=tr("Connect a provider of models"))
        self.find_local = _link(
            "hard-drive", tr("Find local models…"), tip=tr("Look for model servers on this machine")
        )
        self.keys = _link("keyboard", tr("Keyboard shortcuts"))
        self.guide = _link("book-open", tr("Read the guide"), "text2", tip=tr("Five short pages (F1)"))
        self.library = _link("library-big", tr("Open the library…"), "text2")
        self.take_in = _link("download", tr("Import a session…"), "text2")
        self.connected = label("", wrap=True, widget=IconLabel("check", tone="finished"))
        self.connected.hide()
        self._ways = in_row(self.connect_models, self.find_local, SPACE, spacing=6)
        one = _card(
            "1",
            "users",
            tr("Choose who answers"),
            tr(
                "Connect models with the key of a provider, or use those that run on this computer. "
                "You see what it costs before anything is sent."
            ),
            self.connected,
            self._ways,
        )
        two = _card(
            "2",
            "message-circle-question-mark",
            tr("Ask a question"),
            tr(
                "Write your own, or see a sample first: a discussion written by hand, in about five minutes. "
                "No model takes part in it."
            ),
            in_row(self.sample, SPACE, margins=(0, 0, 0, 6)),
            self.ask,
        )
        two.setProperty("current", True)
        three = _card(
            "3",
            "scale",
            tr("Review each round"),
            tr(
                "Read what changed and why. Approve, or send it back with feedback. "
                "No round starts without you."
            ),
            in_row(self.keys, SPACE),
        )
        self._cards = in_row(one, two, three, spacing=16)
        self._steps = (one, two, three)
        promise = tr("Ask several AI models. Watch them argue. You decide each round.")
        title = label(promise, bold=True, scale=WELCOME, wrap=True)
        lead = label(tr("Three steps, about five minutes for a first answer."), muted=True, scale=14 / 13)
        drop = label(tr("Or drop a file here to ask about it."), muted=True, scale=CAPTION)
        for words in (title, lead, drop):
            words.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        holder = boxed(self._cards)
        more = in_row(SPACE, self.guide, self.library, self.take_in, SPACE, spacing=22)
        body = in_column(
            SPACE,
            title,
            lead,
            in_row(SPACE, (holder, 100), SPACE),
            more,
            drop,
            SPACE,
            margins=(28, 16, 28, 40),
        )
        body.setSpacing(6)
        body.insertSpacing(3, 18)
        body.insertSpacing(5, 18)
        self._holder = holder
        inner = boxed(body)
        inner.setObjectName("welcome")
        self.setLayout(in_column(scrolled(inner)))
        self._fit()

    def show_connected(self, names: Sequence[str]) -> None:
        """Say whose models can be asked now."""
        self.connected.setText(tr("Connected: {names}", names=", ".join(names)) if names else "")
        self.connected.setVisible(bool(names))

    def _fit(self) -> None:
        grown = self.fontMetrics().height() / 16
        across, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        whole = (_CARD * 3 + 32) * grown
        close = 14 if self.width() < whole else 20
        room = min(self.width() - 56, whole)
        links = (self.sample, self.find_local, self.ask, self.keys)
        # The longest of them is seen whole, in any language.
        longest = max(link.sizeHint().width() for link in links) + 2 * close + 2
        narrow = (room - 32) / 3 < max(_LEAST * grown, longest)
        self._cards.setDirection(down if narrow else across)
        for step in self._steps:
            step.setContentsMargins(close, 20, close, 18)
        self._holder.setMaximumWidth(round(460 * grown if narrow else whole))
        inner = (460 * grown if narrow else (room - 32) / 3) - 2 * close
        beside = self.connect_models.sizeHint().width() + self.find_local.sizeHint().width() + 6
        self._ways.setDirection(across if beside <= inner else down)


def _link(drawn: str, text: str, tone: Tone = "accent", tip: str = "") -> QPushButton:
    link = button(text, tip=tip)
    link.setObjectName("link")
    link.setProperty("quiet", tone != "accent")
    set_icon(link, drawn, tone, 14)
    return link


def _card(number: str, drawn: str, title: str, text: str, *foot: QWidget | QLayout) -> QFrame:
    card = QFrame()
    card.setObjectName("step")
    card.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.MinimumExpanding)
    figure = label(number, bold=True, muted=True)
    head = in_row(_Sign(drawn), SPACE, figure)
    head.setAlignment(figure, Qt.AlignmentFlag.AlignTop)
    name = label(title, bold=True, scale=TITLE)
    name.setProperty("strong", True)
    column = in_column(head, name, label(text, wrap=True), SPACE, *foot, spacing=4)
    column.insertSpacing(1, 10)
    column.insertSpacing(4, 12)
    card.setLayout(column)
    card.setMinimumHeight(262)
    return card

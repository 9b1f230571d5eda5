"""The head of a member's card: one line that tells who it is, what changed and what goes on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt
from PySide6.QtGui import QEnterEvent, QMouseEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QSizePolicy,
    QStyle,
    QStyleOptionComboBox,
    QStylePainter,
)

from app.domain.i18n import QT_TRANSLATE_NOOP
from app.domain.no_model import no_model
from app.ui.kit.controls import ComboBox, Picture, icon_button, radio_button
from app.ui.kit.font_aware import FontAware
from app.ui.kit.icons import icon, paint_icon
from app.ui.kit.layouts import SPACE, in_row
from app.ui.kit.menu_button import MenuButton
from app.ui.kit.seat_dot import SeatDot
from app.ui.kit.texts import CutLine, escaped, label, model_text, rescale, restyle, tr
from app.ui.kit.theme import CAPTION
from app.ui.panels.answer_rows import AnswerRow

_HIGH, _SMALL, _GAP = 29, 22, 4


class Rated(NamedTuple):
    """How a card tells what the person found of its answer."""

    icon: str
    words: str


RATED: Mapping[str, Rated] = {
    "good": Rated("thumbs-up", QT_TRANSLATE_NOOP("ui", "You found it a good answer")),
    "poor": Rated("thumbs-down", QT_TRANSLATE_NOOP("ui", "You found it a poor answer")),
}
_ROOM_FOR_PART = 340
"""Pixels of a card, at the usual size of text, from which a model's name may be cut."""


def draw_cut(widget: QLabel, words: str) -> None:
    """Draw of a label's words what fits into one line, from its beginning; the text itself stays whole."""
    painter, alignment = QStylePainter(widget), int(widget.alignment())
    rect, palette, enabled = widget.rect().adjusted(1, 0, -1, 0), widget.palette(), widget.isEnabled()
    words = widget.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, rect.width())
    painter.drawItemText(rect, alignment, palette, enabled, words, widget.foregroundRole())
    painter.end()


class CutName(QLabel):
    """A name that is cut at its end where there is no room."""

    def words(self) -> str:
        """Return what of it is drawn."""
        return self.text()

    def sizeHint(self) -> QSize:
        return QSize(self.fontMetrics().horizontalAdvance(self.words()) + 3, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(20, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        draw_cut(self, self.words())


class ModelName(CutName):
    """Drawn without who provides the model, which its tip and a screen reader tell."""

    def words(self) -> str:
        return self.text().rpartition("/")[2]


class UseBox(ComboBox):
    """Which text goes on, as words with an arrow; it has no edge until it is pointed at."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName("use")
        self.setAccessibleName(name)
        self.setToolTip(tr("Text to carry into the next round"))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        for words, value in (
            (tr("Revised"), "refined"),
            (tr("Previous"), "previous"),
            (tr("My edit"), "edit"),
        ):
            self.addItem(words, value)
        self._short = False
        rescale(self, CAPTION)
        self.currentIndexChanged.connect(lambda _at: self.updateGeometry())

    def offer_earlier(self, offered: bool) -> None:
        """Offer what the person wrote over the text of an attempt that is over, or no longer."""
        at = self.findData("earlier")
        if offered and at < 0:
            self.addItem(tr("My earlier edit"), "earlier")
        elif not offered and at >= 0:
            self.removeItem(at)

    def set_short(self, short: bool) -> None:
        """Leave out what it is for, where there is no room: its tip tells it."""
        if short != self._short:
            self._short = short
            self.updateGeometry()
            self.update()

    def words(self, *, short: bool | None = None) -> str:
        """Return what is read on it."""
        bare = self._short if short is None else short
        return self.currentText() if bare else tr("Use: {text}", text=self.currentText())

    def needs(self, *, short: bool) -> int:
        """Return its width in one of its forms."""
        return self.fontMetrics().horizontalAdvance(self.words(short=short)) + 20

    def sizeHint(self) -> QSize:
        """As wide as what is chosen now."""
        return QSize(self.needs(short=self._short), max(_SMALL, self.fontMetrics().height() + 4))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, option = QStylePainter(self), QStyleOptionComboBox()
        self.initStyleOption(option)
        option.currentText = ""
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        box = self.rect().adjusted(4, 0, -15, 0)
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.words())
        side = QRectF(self.width() - 15, (self.height() - 12) / 2, 12, 12)
        paint_icon(painter, side, "chevron-down", "text2")
        painter.end()


class CardHead(FontAware, QFrame):
    """Shows a row of the board; what has no room is left out, and is in a tip."""

    def __init__(self, answer: AnswerRow) -> None:
        super().__init__()
        who = answer.called
        self.setObjectName("head")
        self.title = label(answer.title, bold=True, widget=CutName())
        self._no_model = no_model(answer.model) is not None
        self.model = label(model_text(answer.model, 200), muted=True, scale=CAPTION, widget=ModelName())
        self.model.setToolTip(escaped(answer.model))
        self.meant = radio_button(tr("Mean the answer of {name}", name=who), tr("Take or attack this answer"))
        self.meant.hide()
        self.rated = Picture()
        self.mark = Picture()
        self.change, self._about = CutLine(tr("Status of {name}", name=who)), ""
        label("", scale=CAPTION, widget=self.change)
        self.change.setProperty("soft", True)
        self.focus_button = icon_button(
            "maximize-2",
            tr("Show {name} alone", name=who),
            tr("Show this member alone, or all"),
            checkable=True,
        )
        self.more = MenuButton("", tr("More about {name}", name=who))
        self.more.setIcon(icon("ellipsis"))
        self.more.setToolTip(tr("Leave out, another model, copy"))
        self.more.setAutoRaise(True)
        self.more.setProperty("icon", True)
        self.stop = icon_button("square", tr("Stop {name}", name=who), tr("Stop {name} only", name=who))
        for button in (self.focus_button, self.more, self.stop):
            button.setProperty("small", True)
            button.setIconSize(QSize(14, 14))
            button.installEventFilter(self)
        self._long, self._short = "", ""
        self.choice = UseBox(tr("Which text of {name} goes on", name=who))
        # Never hidden, or no key would come to them: where they are not wanted they have no width.
        self._tools = (self.focus_button, self.more)
        self._hot = False
        words = in_row(self.mark, self.change, spacing=4)
        buttons = in_row(self.focus_button, self.more, self.stop, self.choice, spacing=2)
        who_it_is = self.meant, SeatDot(answer.colour), self.title, self.rated, self.model
        self.setLayout(in_row(*who_it_is, SPACE, words, buttons, spacing=_GAP, margins=(13, 0, 2, 0)))
        self._show_tools()
        self._fit()

    def show_row(self, row: AnswerRow, words: str, about: str) -> None:
        """Show what it says now; `about`: the whole of it."""
        # What a running call does in a line of its own is not said here once more, however narrow it is.
        self._long, self._short = words, row.state.short if words else ""
        self.change.speak_of("" if words and row.banded else tr("Status of {name}", name=row.called))
        self.mark.show_icon(row.state.icon if words else "", row.state.icon_tone)
        self._about = escaped(about)
        self.change.setToolTip(self._about)
        found = RATED.get(row.rating or "")
        self.rated.show_icon(found.icon if found else "", "text2")
        self.rated.setToolTip(tr(found.words) if found else "")
        self.rated.setAccessibleName(self.rated.toolTip())
        self._arrange()

    def show_words(self, words: str) -> None:
        """Say its state in other words: the time goes on."""
        if words != self._long:
            self._long = words
            self._arrange()

    def show_meant(self, on: bool | None) -> None:
        """Show whether this is the answer that is meant; None: no one is to be chosen."""
        self.meant.setVisible(on is not None)
        self.meant.setChecked(bool(on))
        if bool(on) != bool(self.property("meant")):
            self.setProperty("meant", bool(on))
            restyle(self)
        self._arrange()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the answer by a press on its head."""
        super().mousePressEvent(event)
        if not self.meant.isHidden():
            self.meant.click()

    def set_hot(self, hot: bool) -> None:
        """Show the buttons of a card that is pointed at."""
        if hot != self._hot:
            self._hot = hot
            self._show_tools()
            self._arrange()

    @property
    def hot(self) -> bool:
        """Whether its buttons are shown."""
        return self._hot or any(button.hasFocus() or button.isChecked() for button in self._tools)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Show the buttons while one of them has the focus."""
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self._show_tools()
            self._arrange()
        return False

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.set_hot(True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _fit(self) -> None:
        self.setFixedHeight(max(_HIGH, self.fontMetrics().height() + 13))
        self._show_tools()
        self._arrange()

    def _small(self) -> int:
        return max(_SMALL, self.fontMetrics().height() + 5)

    def _show_tools(self) -> None:
        side = self._small()
        for button in self._tools:
            button.setFixedSize(side if self.hot else 0, side)
        self.stop.setFixedSize(side, side)

    def _arrange(self) -> None:
        """Leave out in this order: a part of the model's name, all of it, words of the change, “Use:”."""
        side = self._small()
        buttons = (2 * side + 4 if self.hot else 0) + (0 if self.stop.isHidden() else side + 2)
        room = self.width() - 15 - 12 - 3 * _GAP - 6 - buttons - self.title.sizeHint().width()
        room -= sum(18 for sign in (self.mark, self.rated, self.meant) if not sign.isHidden())
        wide = self.change.fontMetrics().horizontalAdvance
        chosen = not self.choice.isHidden()
        full = self.choice.needs(short=False) if chosen else 0
        least = self.choice.needs(short=True) if chosen else 0
        model = self.model.sizeHint().width() + _GAP
        # That nobody here is a model is said before how it is used, and as long as there is room for it.
        kept = model if self._no_model and not self.hot and model + least + wide(self._short) <= room else 0
        words = self._short if self.hot or wide(self._long) + full + kept > room else self._long
        short = chosen and wide(words) + full + kept > room
        self.choice.set_short(short)
        room -= least if short else full
        # The name goes last: a layout would take from it and from the model alike.
        self.title.setMinimumWidth(max(20, self.title.sizeHint().width() + min(0, room)))
        if self.change.text() != words:
            self.change.setText(words)
            self.change.setToolTip(self._about)
        fits = wide(words) <= room
        # Not by its hint, which is never below the minimum before: fewer words would keep the room of more.
        self.change.setMinimumWidth(wide(words) + 2 if fits else 0)
        self.change.setMaximumWidth(16777215 if fits else max(0, room))
        self.change.setVisible(bool(words) and (fits or (room > 0 and not (chosen and self.hot))))
        part = self.width() >= _ROOM_FOR_PART * self.fontMetrics().height() / 16 and room - wide(words) > 70
        self.model.setVisible(
            bool(self.model.text()) and not self.hot and (model <= room - wide(words) or part)
        )

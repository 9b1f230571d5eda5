"""Around the rows of a batch: how far it has come, which rows are shown, and what can be done now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QPushButton, QSizePolicy, QWidget

from app.domain.i18n import Message, words
from app.ui.kit.controls import search_line
from app.ui.kit.font_aware import SizeAware
from app.ui.kit.icon_label import IconLabel
from app.ui.kit.icons import Tone, set_icon
from app.ui.kit.layouts import SPACE, in_column, in_row, rule
from app.ui.kit.menu_button import MenuButton
from app.ui.kit.one_line import OneLine
from app.ui.kit.states import STATE_LOOKS, state_look
from app.ui.kit.texts import button, label, link_button, restyle, say, tr
from app.ui.kit.theme import CAPTION, Colours, colours

_HIGH, _GAP, _LEAST = 6, 2, 4
_COLOURS: Mapping[str, Callable[[Colours], str]] = {
    "finished": lambda c: c.insert_line,
    "waiting": lambda c: c.warn_line,
    "running": lambda c: c.fill,
    "failed": lambda c: c.failed,
}
"""States that have a colour, from the left; all others are still to come."""


class StateLine(QWidget):
    """A thin line whose parts are as long as there are sessions of a state."""

    def __init__(self) -> None:
        super().__init__()
        self._counts: Mapping[str, int] = {}
        self._all = 0
        self.setMinimumWidth(80)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_counts(self, counts: Mapping[str, int], of: int) -> None:
        self._counts, self._all = dict(counts), of
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(240, 18)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the parts, the rest in the colour of a line."""
        painter, c = QPainter(self), colours()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        top, left = (self.height() - _HIGH) / 2, 0.0
        parts = [(state, self._counts.get(state, 0)) for state in _COLOURS if self._counts.get(state)]
        for state, number in parts:
            wide = max(float(_LEAST), number / max(1, self._all) * (self.width() - _GAP * len(parts)))
            painter.setBrush(QColor(_COLOURS[state](c)))
            painter.drawRoundedRect(QRectF(left, top, wide, _HIGH), 2, 2)
            left += wide + _GAP
        if left < self.width() - _LEAST:
            painter.setBrush(QColor(c.line))
            painter.drawRoundedRect(QRectF(left, top, self.width() - left, _HIGH), 2, 2)


class BatchProgress(QWidget):
    """The row above the table of a batch that has begun."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("sheet")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.finished = label("", bold=True)
        self.graded = label("", muted=True, scale=CAPTION, widget=OneLine())
        self.line = StateLine()
        self.money = label("", muted=True, scale=CAPTION)
        row = in_row(
            self.finished, self.graded, (self.line, 1), self.money, spacing=12, margins=(16, 0, 16, 0)
        )
        self.setLayout(row)
        self.setFixedHeight(40)

    def show_states(self, counts: Mapping[str, int], of: int, graded: str, money: str) -> None:
        """Show how all sessions stand, what was graded, and what it cost."""
        self.finished.setText(tr("{n} of {all} finished", n=counts.get("finished", 0), all=of))
        say(self.graded, graded)
        self.line.show_counts(counts, of)
        self.line.setAccessibleName(self.finished.text())
        self.money.setText(money)


ALL = ""
TITLES: Mapping[str, Message] = {
    ALL: words("All"),
    "waiting": words("Needs you"),
    "running": words("Running"),
    "finished": words("Finished"),
    "failed": words("Failed"),
    "halted": words("Halted"),
    "not begun": words("Not begun"),
    "right": words("Right"),
    "wrong": words("Wrong"),
}
"""What rows are shown together, in the order of the chips."""
_VERDICTS = ("right", "wrong")
_AROUND, _BESIDE = 48, 330
"""Pixels around the words of a chip, and of all that stands beside the chips."""
_KINDS = {
    "waiting": "waiting",
    "running": "running",
    "finished": "finished",
    "failed": "failed",
    "paused": "halted",
    "stopped": "halted",
    "interrupted": "halted",
    "": "not begun",
}


def kinds_of(state: str, right: bool | None) -> frozenset[str]:
    """Return under which chips a session stands."""
    verdict = {True: "right", False: "wrong", None: ALL}[right]
    return frozenset((ALL, _KINDS.get(state, "not begun"), verdict))


_ICONS: Mapping[str, tuple[str, Tone]] = {
    **{kind: (look.icon, look.tone) for kind in TITLES if (look := STATE_LOOKS.get(kind)) is not None},
    "halted": ("circle-pause", "text2"),
    "not begun": ("circle", "muted"),
    "right": ("check", "finished"),
    "wrong": ("x", "failed"),
}
"""The sign of each chip but the first."""


class StateChips(QWidget):
    """Chips that filter rows: a press chooses one, with Ctrl it is added or taken away."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("sheet")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._chosen = {ALL}
        self._counted: Counter[str] = Counter()
        self.chips: dict[str, QPushButton] = {}
        for kind, title in TITLES.items():
            chip = self.chips[kind] = button(tr(title))
            chip.setCheckable(True)
            chip.setProperty("chip", True)
            chip.clicked.connect(lambda _=False, pressed=kind: self._on_pressed(pressed))
        for kind, (name, tone) in _ICONS.items():
            set_icon(self.chips[kind], name, tone, 14)
        self.search = search_line(tr("Search the rows"))
        self.search.setMaximumWidth(220)
        self._line = rule()
        verdicts = [self.chips[kind] for kind in _VERDICTS]
        states = [chip for chip in self.chips.values() if chip not in verdicts]
        chips = in_row(*states, self._line, *verdicts, spacing=6)
        self._row = in_row(chips, SPACE, (self.search, 1), spacing=6, margins=(16, 0, 12, 6))
        self.setLayout(self._row)

    def add(self, control: QWidget) -> None:
        """Put one more control at the end of the row."""
        self._row.addWidget(control)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tell kinds by their signs alone where there is no room for words."""
        super().resizeEvent(event)
        for kind in self.chips:
            self._say(kind)

    def _has_room(self) -> bool:
        wide = self.fontMetrics().horizontalAdvance
        words = [self._told(kind) for kind, count in self._counted.items() if count]
        return sum(wide(told) + _AROUND for told in words) <= self.width() - _BESIDE

    def passes(self, kinds: frozenset[str]) -> bool:
        """Tell whether a session of these kinds is shown."""
        return not self._chosen.isdisjoint(kinds)

    def show_counts(self, kinds: Iterable[frozenset[str]]) -> None:
        """Show how many sessions each chip stands for; one that stands for none is left out."""
        counted = Counter(kind for each in kinds for kind in each)
        if self._chosen.isdisjoint(kind for kind, count in counted.items() if count):
            # The last of its kind has gone on: an empty list would look like none at all.
            self._chosen = {ALL}
        self._counted = counted
        for kind, chip in self.chips.items():
            self._say(kind)
            chip.setVisible(bool(counted[kind]))
            chip.setChecked(kind in self._chosen)
        self._line.setVisible(any(counted[kind] for kind in _VERDICTS))

    def _told(self, kind: str) -> str:
        return f"{tr(TITLES[kind])} {self._counted[kind]}"

    def _say(self, kind: str) -> None:
        told = self._told(kind)
        signs = kind in _ICONS and not self._has_room()
        self.chips[kind].setText(str(self._counted[kind]) if signs else told)
        self.chips[kind].setAccessibleName(told)
        self.chips[kind].setToolTip(told if signs else "")

    def _on_pressed(self, kind: str) -> None:
        adds = QApplication.keyboardModifiers() & Qt.KeyboardModifier.ControlModifier
        if adds and kind != ALL:
            self._chosen = (self._chosen - {ALL}) ^ {kind} or {ALL}
        else:
            self._chosen = {kind}
        self.changed.emit()


HEIGHT = 74
_TONES = {"waiting": "warn", "failed": "bad"}


class BatchBar(SizeAware, QFrame):
    """The bar below the rows; which of its buttons are to be seen, and which is filled, says the page."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("bar")
        self.setAccessibleName(tr("Batch"))
        self.title = IconLabel("table-2")
        label("", bold=True, widget=self.title)
        # It may be narrower than its words, which are fewer then.
        self.title.setMinimumWidth(60)
        self._text = self._brief = ""
        self.again = link_button("", small=True)
        self.told = label("", muted=True, scale=CAPTION, widget=OneLine())
        self.grade = MenuButton(tr("Say whether it is right"), tr("Say whether it is right"), chevron=True)
        self.clear = button(tr("Choose none"))
        self.pause = button(tr("Pause"), tip=tr("Begin no more; what runs ends its calls"))
        self.few = button(tr("Try 3 rows first"), tip=tr("Only the first three rows; the others stay"))
        self.go_on = button(tr("Go on"))
        self.judge = button(
            tr("Let the judge decide…"), tip=tr("The rows that wait go on without you, as their rules say")
        )
        self.main = button(tr("Start"), primary=True)
        self.decide = button("", tip=tr("One after the other"), primary=True)
        self.table = button(tr("Table with answers…"), primary=True)
        waits = (self.pause, self.judge, self.go_on, self.main, self.decide)
        acts = (self.grade, self.clear, self.few, *waits, self.table)
        top = in_row((self.title, 1), *acts, spacing=8)
        below = in_row(self.again, SPACE, self.told, spacing=12)
        self.setLayout(in_column(top, below, spacing=2, margins=(16, 9, 14, 8)))
        self.setFixedHeight(HEIGHT)

    def say(self, state: str, text: str, told: str, brief: str = "") -> None:
        """Say how the batch stands; empty `state`: it has not begun.

        `brief`: in fewer words, where the buttons leave no room for more.
        """
        look = state_look(state)
        self.title.show_icon(look.icon if state else "table-2", look.tone if state else "muted")
        self._text, self._brief = text, brief or text
        self._fit()
        self.told.setText(told)
        tone = _TONES.get(state, "")
        if self.property("tone") != tone:
            self.setProperty("tone", tone)
            restyle(self)

    def _fit(self) -> None:
        layout = self.layout()
        if layout is not None:
            layout.activate()
        room = self.title.contentsRect().width()
        whole = self.title.fontMetrics().horizontalAdvance(self._text) <= room
        self.title.setText(self._text if whole else self._brief)
        self.title.setAccessibleDescription(self._text)

"""Controls of a form: a figure with what it counts, a share in percents, a large text, several of a few."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal, DecimalException

from pydantic.fields import FieldInfo
from PySide6.QtCore import QLocale, QMimeData, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QLineEdit, QSizePolicy, QWidget

from app.domain.refusals import forms_of, limits_of
from app.ui.kit.layouts import in_column
from app.ui.kit.text.bounded import PlainEditor
from app.ui.kit.texts import single_line, tr
from app.ui.kit.theme import text_scale
from app.ui.setup.file_list import pasted_picture


class CheckList(QWidget):
    """A box for each value, and for each that is chosen and not offered: a server that is gone."""

    changed = Signal()
    offered = Signal(bool)
    """Other values can be chosen now; False: none."""

    def __init__(self, title: str, called: Mapping[str, str]) -> None:
        super().__init__()
        self._title = title
        self.setAccessibleName(title)
        self.boxes: dict[str, QCheckBox] = {}
        self._column = in_column(spacing=4)
        self._column.setContentsMargins(0, 0, 0, 0)
        self.setLayout(self._column)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.offer(called)

    def offer(self, called: Mapping[str, str], about: Mapping[str, str] | None = None) -> None:
        """Offer these values by what they are called, with a sentence on each; what is chosen stays so."""
        chosen = self.chosen()
        known = dict.fromkeys([*called, *chosen])
        if list(self.boxes) != list(known):
            for box in self.boxes.values():
                self._column.removeWidget(box)
                box.hide()
                box.deleteLater()
            self.boxes = {value: self._box(name) for value, name in called.items()}
            self._tick(chosen)
        for value, box in self.boxes.items():
            told = (about or {}).get(value, "") if value in called else tr("It is not set up here.")
            box.setToolTip(told)
            box.setAccessibleDescription(told)

    def _box(self, name: str) -> QCheckBox:
        box = QCheckBox(name)
        box.setAccessibleName(f"{self._title}: {name}")
        box.toggled.connect(self.changed)
        self._column.addWidget(box)
        return box

    def chosen(self) -> list[str]:
        return [value for value, box in self.boxes.items() if box.isChecked()]

    def put(self, values: Sequence[str]) -> None:
        """Choose these and no others."""
        before = self.chosen()
        self._tick(values)
        if self.chosen() != before:
            self.changed.emit()

    def _tick(self, values: Sequence[str]) -> None:
        for value in values:
            if value not in self.boxes:
                self.boxes[value] = self._box(single_line(value, 60))
        for value, box in self.boxes.items():
            # Whoever hears of a change finds all of it.
            with QSignalBlocker(box):
                box.setChecked(value in values)
        for box in [*self.boxes.values()][:1]:
            self.setFocusProxy(box)
        self.offered.emit(bool(self.boxes))


def offer_servers(controls: Iterable[QWidget], servers: Mapping[str, str]) -> None:
    """Offer tool servers in lists of them, by name with where each runs; what is chosen stays so."""
    for control in controls:
        if isinstance(control, CheckList):
            control.offer({name: name for name in servers}, servers)


LINE = 512
"""Pixels of the longest line in a large field at 100 % text."""


def is_share(info: FieldInfo) -> bool:
    """Tell whether a field takes any share from 0 to 1, which a person reads and types in percent.

    One that may not be 0 is a setting of models, written everywhere as they take it.
    """
    return forms_of(info.annotation) == [float] and limits_of(info) == {"ge": 0, "le": 1}


def share_of(percents: str) -> str:
    """Return the share of 1 that was typed in percents; what is no number as it was typed."""
    try:
        return str(Decimal(percents.removesuffix("%").replace(",", ".")).scaleb(-2))
    except DecimalException:
        return percents


def percents_of(share: str) -> str:
    """Return a share of 1 in percents as the language writes them; what is no number as it is."""
    try:
        percents = float(share.replace(",", ".")) * 100
    except ValueError:
        return share
    return f"{percents:.10g}".replace(".", QLocale().decimalPoint())


class UnitLine(QLineEdit):
    """A line for a figure, with what it counts inside it: dollars before it in English, else behind it."""

    def __init__(self, unit: str) -> None:
        super().__init__()
        self._unit, self._before = unit, unit == "$" and QLocale().decimalPoint() == "."
        if self._before:
            self.textChanged.connect(self._on_text_changed)

    def _on_text_changed(self, text: str) -> None:
        self.setTextMargins(self.fontMetrics().horizontalAdvance(self._unit) if text else 0, 0, 0, 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.text():
            return
        painter = QPainter(self)
        role = QPalette.ColorRole.Text if self._before else QPalette.ColorRole.PlaceholderText
        painter.setPen(self.palette().color(role))
        side = Qt.AlignmentFlag.AlignLeft if self._before else Qt.AlignmentFlag.AlignRight
        painter.drawText(self.rect().adjusted(9, 0, -9, 0), Qt.AlignmentFlag.AlignVCenter | side, self._unit)


class QuestionText(PlainEditor):
    """A large field whose lines stay short enough to read, however wide it is."""

    picture_pasted = Signal(bytes)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Take a picture too: it is listed among the files."""
        return source.hasImage() or super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste words; a picture without any goes to whoever lists it."""
        content = b"" if source.hasText() else pasted_picture(source)
        if content:
            self.picture_pasted.emit(content)
        else:
            super().insertFromMimeData(source)

    def sizeHint(self) -> QSize:
        """Ask for the least: it takes what room there is, and nothing is pushed out of sight by it."""
        return QSize(super().sizeHint().width(), self.minimumHeight())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave room at the right of long lines."""
        most = round(LINE * max(1.0, text_scale(self)))
        self.setViewportMargins(0, 0, max(0, self.width() - most - 40), 0)
        super().resizeEvent(event)

"""Words in several lines, with the room between them that reading wants: a label gives them none."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple
from unicodedata import bidirectional

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontInfo,
    QFontMetrics,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QLabel, QSizePolicy, QStyle, QWidget

from app.ui.kit.chip import caption_font
from app.ui.kit.font_aware import FontAware
from app.ui.kit.theme import colours

TEXT, TITLES, LARGEST, CLOSE = 20 / 13, 22 / 15, 30 / 22, 17 / 12
"""Pixels from line to line for each pixel of the letters; `CLOSE`: in a narrow list of short claims."""
_TITLES_FROM, _LARGEST_FROM = 15 / 13, 20 / 13
"""Sizes, as a part of the body's, from which words are set as a title."""
_LONGEST_WORD, _LONGEST_LINE = 26, 100
"""In letters; Qt would have a line of eighty, and as wide as the widest word."""


def line_step(font: QFont, scale: float = 1.0) -> int:
    """Return the pixels from line to line of words; `scale`: their size as a part of the body's."""
    rate = TEXT if scale < _TITLES_FROM else TITLES if scale < _LARGEST_FROM else LARGEST
    return max(QFontMetrics(font).height(), round(QFontInfo(font).pixelSize() * rate))


def _loosen(page: QTextDocument, rate: float = TEXT) -> None:
    """Set the lines of a document apart, by so many pixels for each of its letters."""
    shape, cursor, font = QTextBlockFormat(), QTextCursor(page), page.defaultFont()
    high = max(QFontMetrics(font).height(), round(QFontInfo(font).pixelSize() * rate))
    shape.setLineHeight(high, QTextBlockFormat.LineHeightTypes.MinimumHeight.value)
    cursor.select(QTextCursor.SelectionType.Document)
    cursor.mergeBlockFormat(shape)


def _direction(words: str) -> Qt.LayoutDirection:
    """Return where words begin: at the side of their first letter that belongs to one."""
    strong = next((b for b in map(bidirectional, words) if b in ("L", "R", "AL")), "L")
    return Qt.LayoutDirection.LeftToRight if strong == "L" else Qt.LayoutDirection.RightToLeft


class Paragraph(QLabel):
    """A label of plain words whose lines, where it wraps, stand as far apart as those of an answer.

    The first takes no more than its letters: a single line stands as in any other label. How high the words
    are at a width is reckoned once: layouts ask for it time and again, and breaking the lines anew each time
    took a thirtieth of the start.
    """

    def __init__(self) -> None:
        super().__init__()
        self._heights: dict[int, int] = {}

    def setText(self, text: str) -> None:
        self._heights.clear()
        super().setText(text)

    def changeEvent(self, event: QEvent) -> None:
        """Reckon anew: other letters, other rules, other margins."""
        self._heights.clear()
        super().changeEvent(event)

    def heightForWidth(self, width: int) -> int:
        """Return how high the words are at a width; as Qt has it where they do not wrap."""
        if not self.wordWrap():
            return super().heightForWidth(width)
        high = self._heights.get(width)
        if high is None:
            around = self.height() - self.contentsRect().height() + 2 * self.margin()
            beside = self.width() - self.contentsRect().width() + 2 * self.margin()
            high = self._heights[width] = ceil(self._set(max(1, width - beside))[1]) + around
        return high

    def sizeHint(self) -> QSize:
        """As wide as Qt has it, and as high as the words are there."""
        hint = super().sizeHint()
        wide = min(hint.width(), self._letters(_LONGEST_LINE))
        return QSize(wide, self.heightForWidth(wide)) if self.wordWrap() else hint

    def minimumSizeHint(self) -> QSize:
        """As wide as the longest word that anybody writes: a longer one is broken, and widens nothing."""
        hint = super().minimumSizeHint()
        return hint.boundedTo(QSize(self._letters(_LONGEST_WORD), hint.height())) if self.wordWrap() else hint

    def _letters(self, n: int) -> int:
        return n * self.fontMetrics().averageCharWidth()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the words; as Qt does where they do not wrap."""
        if not self.wordWrap():
            super().paintEvent(event)
            return
        room = QRectF(self.contentsRect().adjusted(*(self.margin() * d for d in (1, 1, -1, -1))))
        layouts, high = self._set(room.width())
        top = room.top()
        if self.alignment() & Qt.AlignmentFlag.AlignVCenter:
            top += max(0.0, (room.height() - high) // 2)
        elif self.alignment() & Qt.AlignmentFlag.AlignBottom:
            top += max(0.0, room.height() - high)
        painter = QPainter(self)
        self.drawFrame(painter)
        painter.setFont(self.font())
        painter.setPen(self.palette().color(self.foregroundRole()))
        for layout in layouts:
            layout.draw(painter, QPointF(room.left(), top))

    def _set(self, width: float) -> tuple[list[QTextLayout], float]:
        """Return the words in lines of this width, with their height in all."""
        step = line_step(self.font(), self.property("scale") or 1.0)
        y, least, layouts = 0.0, 0, []
        aligned = self.alignment() & Qt.AlignmentFlag.AlignHorizontal_Mask
        for passage in self.text().split("\n"):
            layout = QTextLayout(passage, self.font())
            option = QTextOption(QStyle.visualAlignment(_direction(passage), aligned))
            option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
            option.setTextDirection(_direction(passage))
            layout.setTextOption(option)
            layout.beginLayout()
            while (line := layout.createLine()).isValid():
                line.setLineWidth(width)
                line.setPosition(QPointF(0.0, y))
                y, least = y + step, max(least, ceil(line.height()))
            layout.endLayout()
            layouts.append(layout)
        return layouts, y - step + least


class ChangingLabel(QWidget):
    """Holds a wrapped label; what lies around it is laid out anew only where the room it needs changes.

    A label of its own asks for that with whatever words it is given, and is heard up to the window.
    """

    def __init__(self, inner: QLabel) -> None:
        super().__init__()
        self._inner = inner
        inner.setParent(self)
        # With its height by its width, as the label's own.
        self.setSizePolicy(inner.sizePolicy())
        self._needs = self._needed()

    def _needed(self) -> tuple[int, int]:
        # The least width is that of the longest word; to ask the label for it takes longer than all the rest.
        longest = max(map(len, self._inner.text().split()), default=0)
        return self._inner.heightForWidth(self.width()), longest

    def hasHeightForWidth(self) -> bool:
        return self._inner.hasHeightForWidth()

    def heightForWidth(self, width: int) -> int:
        return self._inner.heightForWidth(width)

    def sizeHint(self) -> QSize:
        return self._inner.sizeHint()

    def minimumSizeHint(self) -> QSize:
        """As the label at this width, whose lines would be cut in a low window with less."""
        least, high = self._inner.minimumSizeHint(), self._inner.heightForWidth(self.width())
        return least if high < 0 else QSize(least.width(), high)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._inner.setGeometry(self.rect())
        needs, self._needs = self._needs, self._needed()
        if needs != self._needs:
            self.updateGeometry()

    def event(self, event: QEvent) -> bool:
        """Pass on that the label needs another size, and nothing else it says."""
        if event.type() == QEvent.Type.LayoutRequest:
            needs = self._needed()
            if needs != self._needs:
                self._needs = needs
                self.updateGeometry()
        return super().event(event)


class Run(NamedTuple):
    """Words in one colour and weight."""

    words: str
    colour: str
    bold: bool = False


def small_page(font: QFont, runs: Sequence[Run], width: int, rate: float = TEXT) -> QTextDocument:
    """Return words one behind the other in small letters, at a width in pixels."""
    page = QTextDocument()
    page.setDefaultFont(caption_font(font))
    page.setDocumentMargin(0)
    cursor = QTextCursor(page)
    for run in runs:
        form = QTextCharFormat()
        form.setForeground(QColor(run.colour))
        form.setFontWeight(QFont.Weight.DemiBold if run.bold else QFont.Weight.Normal)
        cursor.insertText(run.words, form)
    _loosen(page, rate)
    page.setTextWidth(max(60, width))
    return page


class SmallPage(FontAware):
    """Goes before the widget's class: as high as its words in small letters, reckoned once a width."""

    _around = 1
    """Pixels above and below the words."""

    def __init__(self) -> None:
        super().__init__()
        self._heights: dict[int, int] = {}
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def _page(self, width: int) -> QTextDocument:
        raise NotImplementedError

    def _fit(self) -> None:
        self._heights.clear()
        self.updateGeometry()

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        if width not in self._heights:
            self._heights[width] = round(self._page(width).size().height()) + self._around
        return self._heights[width]

    def sizeHint(self) -> QSize:
        return QSize(180, self.heightForWidth(max(180, self.width())))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 16)


class LeadText(SmallPage, QWidget):
    """A bold lead and plain words behind it, small; told to screen readers as one sentence."""

    def __init__(self, head: str, text: str) -> None:
        super().__init__()
        self._head, self._text = head, text
        behind = "" if head.endswith(".") else ":"
        self.setAccessibleName(f"{head}{behind} {text}" if head else text)

    def _page(self, width: int) -> QTextDocument:
        colour = colours().text
        parts = (Run(f"{self._head} " if self._head else "", colour, bold=True), Run(self._text, colour))
        return small_page(self.font(), parts, width)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self._page(self.width()).drawContents(painter)

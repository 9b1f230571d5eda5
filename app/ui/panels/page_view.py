"""A page of a document as it is printed: as wide as there is room, the quotation marked and in sight."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from app.documents.places import PageImage
from app.ui.kit.text.pictures import image_of
from app.ui.kit.theme import LIGHT

_AROUND = 2
"""Pixels that a mark is wider and higher than its line."""


class _Sheet(QWidget):
    """The picture with its marks; paper is white in the dark, too."""

    def __init__(self) -> None:
        super().__init__()
        self.picture = QImage()
        self.marks: list[QRectF] = []
        """As shares of the picture's width and height."""

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setClipRegion(event.region())
        painter.drawImage(self.rect(), self.picture)
        # As a marker on paper: what is printed stays black.
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
        for mark in self.marks:
            painter.fillRect(self.placed(mark), QColor(LIGHT.hit))
        # White paper on a white window has an edge.
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        painter.setPen(QColor(LIGHT.line))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def placed(self, mark: QRectF) -> QRectF:
        """Return where a mark lies in the widget."""
        wide, high = self.width(), self.height()
        area = QRectF(mark.x() * wide, mark.y() * high, mark.width() * wide, mark.height() * high)
        return area.adjusted(-_AROUND, -_AROUND, _AROUND, _AROUND)


class PageView(QScrollArea):
    """A page that scrolls."""

    def __init__(self) -> None:
        super().__init__()
        self.sheet = _Sheet()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setWidget(self.sheet)
        self.sheet.hide()

    def show_page(self, page: PageImage, name: str) -> None:
        """Show a page; `name`: what is told to who cannot see it."""
        wide, high = page.raster.width, page.raster.height
        self.sheet.picture = image_of(page.raster)
        self.sheet.marks = [
            QRectF(
                one.left / wide, one.top / high, (one.right - one.left) / wide, (one.bottom - one.top) / high
            )
            for one in page.marks
        ]
        self.setAccessibleName(name)
        self.sheet.show()
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take the new width."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        size = self.sheet.picture.size()
        if size.isEmpty():
            return
        wide = self.viewport().width()
        self.sheet.resize(wide, round(wide * size.height() / size.width()))
        if self.sheet.marks:
            first = self.sheet.placed(self.sheet.marks[0]).center()
            self.ensureVisible(round(first.x()), round(first.y()), 0, self.viewport().height() // 3)

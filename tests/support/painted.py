"""What is painted as text, by labels, delegates, documents and plots: its letters and its place."""

from __future__ import annotations

from typing import Any, NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPaintDevice, QPaintEngine, QRegion, QTextItem, QTransform
from PySide6.QtWidgets import QWidget

POINTS = 72
_Metric = QPaintDevice.PaintDeviceMetric


class Words(NamedTuple):
    """Some letters of one font, as they stand in one line."""

    text: str
    pixels: float
    """Height of the letters' font."""
    left: float
    base: float
    width: float
    shown: bool
    """Whether any of it is inside of what may be painted on."""

    def box(self) -> QRectF:
        """Return where it stands."""
        return QRectF(self.left, self.base - self.pixels, self.width, self.pixels * 1.2)


class _Engine(QPaintEngine):
    """Notes text and paints nothing."""

    def __init__(self, dpi: int) -> None:
        super().__init__(QPaintEngine.PaintEngineFeature.AllFeatures)
        self.words: list[Words] = []
        self._dpi = dpi
        self._transform = QTransform()
        self._clip: QRegion | None = None

    def begin(self, pdev: QPaintDevice) -> bool:
        return True

    def end(self) -> bool:
        return True

    def type(self) -> QPaintEngine.Type:
        return QPaintEngine.Type.User

    def updateState(self, state: Any) -> None:
        """Follow where text would stand, and what of it could be seen."""
        flags, dirty = state.state(), QPaintEngine.DirtyFlag
        if flags & dirty.DirtyTransform:
            self._transform = state.transform()
        if flags & (dirty.DirtyClipEnabled | dirty.DirtyClipRegion | dirty.DirtyClipPath):
            clip = state.painter().clipRegion()
            self._clip = self._transform.map(clip) if state.isClipEnabled() and not clip.isEmpty() else None

    def drawTextItem(self, p: Any, textItem: QTextItem) -> None:  # noqa: N803  Qt's name
        """Note a piece of a line."""
        font = textItem.font()
        pixels = float(font.pixelSize()) if font.pixelSize() > 0 else font.pointSizeF() * self._dpi / POINTS
        at, scale = self._transform.map(QPointF(p)), self._transform.m11()
        words = Words(textItem.text(), pixels * scale, at.x(), at.y(), textItem.width() * scale, True)
        seen = self._clip is None or self._clip.intersects(words.box().toAlignedRect())
        self.words.append(words._replace(shown=seen))

    def drawPixmap(self, *what: Any) -> None:
        """Paint nothing."""

    def drawImage(self, *what: Any, **more: Any) -> None:
        """Paint nothing."""

    def drawPath(self, *what: Any) -> None:
        """Paint nothing."""

    def drawPolygon(self, *what: Any) -> None:
        """Paint nothing."""

    def drawRects(self, *what: Any) -> None:
        """Paint nothing."""

    def drawLines(self, *what: Any) -> None:
        """Paint nothing."""

    def drawPoints(self, *what: Any) -> None:
        """Paint nothing."""

    def drawEllipse(self, *what: Any) -> None:
        """Paint nothing."""

    def drawTiledPixmap(self, *what: Any) -> None:
        """Paint nothing."""


class _Device(QPaintDevice):
    def __init__(self, size: QSize, dpi: int) -> None:
        super().__init__()
        self._size, self._dpi = size, dpi
        self.engine = _Engine(dpi)

    def paintEngine(self) -> QPaintEngine:
        return self.engine

    def metric(self, metric: QPaintDevice.PaintDeviceMetric) -> int:
        """Return what a screen of this size says of itself."""
        known = {
            _Metric.PdmWidth: self._size.width(),
            _Metric.PdmHeight: self._size.height(),
            _Metric.PdmWidthMM: self._size.width() // 4,
            _Metric.PdmHeightMM: self._size.height() // 4,
            _Metric.PdmNumColors: 1 << 24,
            _Metric.PdmDepth: 32,
            _Metric.PdmDevicePixelRatio: 1,
            _Metric.PdmDevicePixelRatioScaled: 1 << 16,
        }
        return known.get(metric, self._dpi)


def painted_words(widget: QWidget) -> list[Words]:
    """Return all text of a widget and of what is in it, as it would be painted now."""
    device = _Device(widget.size(), widget.logicalDpiY())
    widget.render(device)
    return device.engine.words

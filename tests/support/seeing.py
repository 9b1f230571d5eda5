"""How well something is seen: contrast of colours and of what is painted, by WCAG 2."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QLineEdit, QPlainTextEdit, QWidget

TYPED = (QLineEdit, QComboBox, QAbstractSpinBox, QPlainTextEdit)


def luminance(colour: QColor) -> float:
    """Return the relative luminance, 0 (black) to 1 (white)."""
    linear = [
        x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4
        for x in (colour.redF(), colour.greenF(), colour.blueF())
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: QColor | str, b: QColor | str) -> float:
    """Return the contrast of two colours, 1 to 21."""
    high, low = sorted((luminance(QColor(a)), luminance(QColor(b))), reverse=True)
    return (high + 0.05) / (low + 0.05)


def picture_of(widget: QWidget) -> QImage:
    """Return a widget as it is painted, with what shines through it."""
    window = widget.window()
    return window.grab(widget.rect().translated(widget.mapTo(window, QPoint()))).toImage()


def edge_contrast(widget: QWidget, picture: QImage | None = None) -> float | None:
    """Return the contrast of a control's left edge against what is beside it; None where it is out of sight.

    `picture` is its whole window, painted once for many controls.
    """
    window = widget.window()
    at = QPoint(0, widget.height() // 2)
    outside = widget.mapTo(window, at + QPoint(-2, 0))
    if not widget.visibleRegion().contains(at) or outside.x() < 0:
        return None
    image = picture or window.grab().toImage()
    return contrast(image.pixelColor(widget.mapTo(window, at)), image.pixelColor(outside))


def typed_controls(root: QWidget) -> Iterator[QWidget]:
    """Yield what can be typed into or chosen from now; the line in a spin or combo box is part of it."""
    for w in root.findChildren(QWidget):
        inner = isinstance(w.parent(), QComboBox | QAbstractSpinBox) or w.window() is not root
        if not isinstance(w, TYPED) or inner or not w.isVisible() or not w.isEnabled():
            continue
        if not (isinstance(w, QLineEdit | QPlainTextEdit) and w.isReadOnly()):
            yield w

"""How well something is seen: contrast of colours and of what is painted, by WCAG 2."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QLineEdit, QWidget

from app.ui.kit.text.bounded import PlainEditor

TYPED = (QLineEdit, QComboBox, QAbstractSpinBox, PlainEditor)


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
    if widget.objectName() == "use":
        # Words and an arrow, as drawn, until it is pointed at: they stand out instead of an edge.
        own_picture = picture_of(widget)
        inside = [own_picture.pixelColor(x, own_picture.height() // 2) for x in range(own_picture.width())]
        return max(contrast(one, inside[0]) for one in inside)
    sheet = _edged(widget)
    own, widget = sheet is widget, sheet
    at = QPoint(0, widget.height() // 2)
    outside = widget.mapTo(window, at + QPoint(-2, 0))
    if not widget.visibleRegion().contains(at) or outside.x() < 0:
        return None
    image = picture or window.grab().toImage()
    edge = image.pixelColor(widget.mapTo(window, at))
    seen = contrast(edge, image.pixelColor(outside))
    if own:
        return seen
    # Around a sheet the window is dimmed: its edge is told from the sheet.
    return max(seen, contrast(edge, image.pixelColor(widget.mapTo(window, at + QPoint(3, 0)))))


def _edged(widget: QWidget) -> QWidget:
    """Return what draws a control's edge: the sheet of its own that it fills from side to side, or itself."""
    sheet = widget.parentWidget()
    # A bare line stands in a field with a button or an icon: the field draws the edge around all of it.
    wanted = "field" if widget.objectName() == "bare" else widget.objectName()
    while sheet is not None and wanted:
        if sheet.objectName() == wanted:
            return sheet
        sheet = sheet.parentWidget()
    return widget


def typed_controls(root: QWidget) -> Iterator[QWidget]:
    """Yield what can be typed into or chosen from now; the line in a spin or combo box is part of it."""
    for w in root.findChildren(QWidget):
        inner = isinstance(w.parent(), QComboBox | QAbstractSpinBox) or w.window() is not root
        if not isinstance(w, TYPED) or inner or not w.isVisible() or not w.isEnabled():
            continue
        if not (isinstance(w, QLineEdit | PlainEditor) and w.isReadOnly()) and not _covered(w):
            yield w


def _covered(widget: QWidget) -> bool:
    """Tell whether something stands in front of a widget, such as what dims the window behind a list."""
    window = widget.window()
    seen = widget.visibleRegion().boundingRect()
    reached = window.childAt(widget.mapTo(window, seen.center())) if not seen.isEmpty() else None
    return reached is not None and reached is not widget and not widget.isAncestorOf(reached)

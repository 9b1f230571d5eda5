"""Widgets put together: beside each other, one below the other, parted by a handle, in what scrolls."""

from __future__ import annotations

from typing import Final, Literal, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLayout,
    QSplitter,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import invalidate

from app.ui.kit.scroll_area import ScrollArea

SPACE: Final = "space"
Part = QWidget | QLayout | tuple[QWidget | QLayout, int] | Literal["space"]
"""What stands in a row or a column: with its share of the room, or room itself."""
Margins = tuple[int, int, int, int]
"""Left, top, right and bottom, in pixels."""
BARE: Margins = (0, 0, 0, 0)
FILTERS: Margins = (14, 6, 12, 6)
"""Of the row of filters above a list that reaches from edge to edge."""
DETAIL: Margins = (16, 8, 14, 10)
L = TypeVar("L", bound=QBoxLayout)


def in_row(*parts: Part, spacing: int | None = None, margins: Margins = BARE) -> QHBoxLayout:
    """Return parts beside each other, `spacing` pixels apart; None: as the style has it."""
    return _filled(QHBoxLayout(), parts, spacing, margins)


def in_column(*parts: Part, spacing: int | None = None, margins: Margins = BARE) -> QVBoxLayout:
    """Return parts one below the other, `spacing` pixels apart; None: as the style has it."""
    return _filled(QVBoxLayout(), parts, spacing, margins)


def _filled(layout: L, parts: tuple[Part, ...], spacing: int | None, margins: Margins) -> L:
    layout.setContentsMargins(*margins)
    if spacing is not None:
        layout.setSpacing(spacing)
    for part in parts:
        item, share = part if isinstance(part, tuple) else (part, 0)
        if isinstance(item, QWidget):
            layout.addWidget(item, share)
        elif isinstance(item, QLayout):
            layout.addLayout(item, share)
        else:
            layout.addStretch(1)
    return layout


def nest(outer: QBoxLayout, inner: QLayout, share: int = 0) -> None:
    """Put a layout at the end of another one; `share`: of the room.

    WORKAROUND for PySide 6.11: where the outer one is a widget's already, each item of the inner one gets a
    Python object that outlives it. What Qt puts at its address later, a scroll bar, was taken for the item.
    """
    outer.addLayout(inner, share)
    _forget_items(inner)


def nest_in_cell(grid: QGridLayout, inner: QLayout, row: int, column: int) -> None:
    """Put a layout into a cell of a grid; as with `nest`."""
    grid.addLayout(inner, row, column)
    _forget_items(inner)


def _forget_items(layout: QLayout) -> None:
    for at in range(layout.count()):
        item = layout.itemAt(at)
        if isinstance(item, QLayout):
            _forget_items(item)
        elif item is not None:
            invalidate(item)


def rule() -> QFrame:
    """Return an upright line between two groups of controls."""
    line = QFrame()
    line.setObjectName("rule")
    line.setFixedSize(9, 18)
    return line


def hairline() -> QFrame:
    """Return a line of a pixel between two parts of a page."""
    line = QFrame()
    line.setObjectName("hairline")
    line.setFixedHeight(1)
    return line


def boxed(layout: QLayout, name: str = "") -> QWidget:
    """Return a bare widget that holds a layout; `name`: what the theme's rules know it by."""
    widget = QWidget()
    widget.setObjectName(name)
    widget.setLayout(layout)
    return widget


def split(*parts: QWidget, sizes: tuple[int, ...] = (), upright: bool = False) -> QSplitter:
    """Return parts with handles between them, none of which can be closed; `sizes` in pixels at first."""
    splitter = QSplitter(Qt.Orientation.Vertical if upright else Qt.Orientation.Horizontal)
    for part in parts:
        splitter.addWidget(part)
    splitter.setChildrenCollapsible(False)
    # A line to be seen; Qt lets it be taken hold of some pixels beside it, too.
    splitter.setHandleWidth(1)
    if sizes:
        splitter.setSizes(list(sizes))
    return splitter


def scrolled(inner: QWidget) -> ScrollArea:
    """Return what scrolls up and down around a widget as wide as itself; Tab goes to what is inside."""
    area = ScrollArea()
    # As Qt makes it, but ours: where PySide meets one that it did not make, it first makes a class of each
    # kind of widget there is, six milliseconds of the start.
    viewport = QWidget()
    viewport.setObjectName("qt_scrollarea_viewport")
    viewport.setAutoFillBackground(True)
    area.setViewport(viewport)
    area.setWidget(inner)
    return area

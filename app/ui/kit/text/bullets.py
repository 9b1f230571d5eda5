"""The dots before the points of a list, drawn by the program.

Qt's own stand one blank before the words, whatever the list stands in, and before the box of a task, too.
"""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QTextBlock, QTextDocument, QTextList, QTextListFormat
from PySide6.QtWidgets import QTextEdit

RULE = "ul { list-style-type: none; }"
"""What keeps Qt from drawing its own."""
BEFORE, SIZE = 10 / 16, 4.4 / 13
"""Of the width by which a list stands in: how far a dot is from the words; of the letters: its size."""
_BOXES = ("☐", "☑")


def paint_bullets(view: QTextEdit, page: QTextDocument, pixels: float) -> None:
    """Draw the dots of all points of a page in sight; `pixels`: the size of the letters."""
    port = view.viewport()
    layout = page.documentLayout()
    away = QPointF(view.horizontalScrollBar().value(), view.verticalScrollBar().value())
    block = view.cursorForPosition(QPoint(0, 0)).block()
    painter: QPainter | None = None
    while block.isValid():
        place = layout.blockBoundingRect(block).translated(-away)
        if place.top() > port.height():
            break
        if _has_dot(block):
            if painter is None:
                painter = QPainter(port)
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(view.palette().text())
            painter.drawEllipse(_dot(block, place, pixels, page.indentWidth()))
        block = block.next()
    if painter is not None:
        painter.end()


def _has_dot(block: QTextBlock) -> bool:
    # PySide says that there is always one.
    listed: QTextList | None = block.textList()
    if listed is None or block.layout().lineCount() == 0:
        return False
    ours = listed.format().style() == QTextListFormat.Style.ListStyleUndefined
    return ours and not block.text().startswith(_BOXES)


def _dot(block: QTextBlock, place: QRectF, pixels: float, indent: float) -> QRectF:
    line = block.layout().lineAt(0)
    side, away = SIZE * pixels, BEFORE * indent
    if block.textDirection() == Qt.LayoutDirection.RightToLeft:
        across = place.left() + line.x() + line.width() + away
    else:
        across = place.left() + line.x() - away
    dot = QRectF(0, 0, side, side)
    dot.moveCenter(QPointF(across, place.top() + line.y() + line.height() / 2))
    return dot

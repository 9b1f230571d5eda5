"""How rendered text is set: its sizes, the space around its blocks, lines that are not too long.

The dots before points are drawn here: Qt's own stand one blank before the words, whatever the list stands in,
and before the box of a task, too.
"""

from __future__ import annotations

import re

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QFont,
    QGuiApplication,
    QPainter,
    QTextBlock,
    QTextBlockFormat,
    QTextCursor,
    QTextDocument,
    QTextFrameFormat,
    QTextList,
    QTextListFormat,
    QTextTable,
)
from PySide6.QtWidgets import QTextEdit

from app.markup import sheet
from app.markup.formula_html import for_qt
from app.markup.unbroken import glued
from app.ui.kit.theme import BODY, DARK, colours

RULE = "ul { list-style-type: none; }"
"""What keeps Qt from drawing its own."""
BEFORE, SIZE = 10 / 16, 4.4 / 13
"""Of the width by which a list stands in: how far a dot is from the words; of the letters: its size."""
_BOXES = ("☐", "☑")


INDENT = 16
"""Pixels by which a list stands in, at the usual size of text."""
_MEASURE = 480
"""Pixels of a line at most, at the usual size of text: about 75 letters."""
_HEADING = re.compile(r"<(/?)h([1-6])>")
_HEIGHT = re.compile(r'(<img src="picture:\d+" width="\d+") height="\d+"')
_CODE = re.compile(
    r"<(?P<end>/?)blockquote\b|"
    r'(?P<info><p class="info">[^<]*</p>)?(?P<code><pre>.*?</pre>)',
    re.DOTALL,
)
_SIGN = "\N{ZERO WIDTH NON-JOINER}"


def pixels_of(font: QFont) -> float:
    """Return the size of letters in pixels."""
    return font.pointSizeF() * QGuiApplication.primaryScreen().logicalDotsPerInch() / 72


def tints() -> sheet.Tints:
    """Return the colours of rendered text in the theme of the moment."""
    return sheet.DARK if colours() is DARK else sheet.LIGHT


def dress(page: QTextDocument, font: QFont) -> None:
    """Give a document the rules for this size of text, in the theme's colours."""
    pixels = pixels_of(font)
    page.setDefaultStyleSheet(sheet.style_sheet(tints(), font.pointSizeF(), pixels) + RULE)
    page.setIndentWidth(INDENT * pixels / BODY)


def as_paragraphs(html: str) -> str:
    """Return rendered HTML as Qt sets it: headings, of which it takes no size, are paragraphs.

    Pictures have no height of their own: one that is too wide for the view would be as high as before.
    """
    html = glued(html.rstrip("\n").replace("<th>", '<th align="left">'))
    return _HEIGHT.sub(r"\1", _HEADING.sub(_as_paragraph, _boxed(for_qt(html))))


def _boxed(html: str) -> str:
    """Return HTML whose code, where it stands by itself, is in a box with a head."""
    depth = 0

    def boxed(found: re.Match[str]) -> str:
        nonlocal depth
        if found["code"] is None:
            depth += -1 if found["end"] else 1
        if found["code"] is None:
            return found.group()
        if depth:
            # Lines of one paragraph have one ground; of one each there would be stripes.
            return (found["info"] or "") + found["code"].rstrip().replace("\n", "<br>")
        # A head in any case: what can be done with the code would lie over its first line.
        head = found["info"] or '<p class="info"></p>'
        cells = f'<tr><td class="head">{head}</td></tr><tr><td>{found["code"]}</td></tr>'
        return f'<table class="code" cellspacing="0">{cells}</table>'

    return _CODE.sub(boxed, html)


def _as_paragraph(mark: re.Match[str]) -> str:
    return "</p>" if mark[1] else f'<p class="h{min(3, int(mark[2]))}">'


def put_behind(cursor: QTextCursor, html: str) -> None:
    """Put blocks behind what stands on a page, each set as it says."""
    if cursor.document().isEmpty():
        cursor.insertHtml(html)
        first = cursor.document().begin()
    else:
        # Qt sets the first block of what is put in like that before it: that is a sign which goes again.
        end = cursor.position()
        cursor.insertHtml(f"<p>{_SIGN}</p>{html}")
        cursor.setPosition(end)
        cursor.deleteChar()
        first = cursor.block()
    if "<li>" in html and "<li><p" not in html:
        _part_points(first)


def _part_points(block: QTextBlock) -> None:
    """Give the points of lists the room below that they have as one, though they were put in piece by piece.

    Qt gives that of a list to its last point, and not to the last of a list in it.
    """
    here = _list_of(block)
    while (following := block.next()).isValid():
        there = _list_of(following)
        if here is not None:
            table: QTextTable | None = None if there is not None else QTextCursor(following).currentTable()
            ends = there is None and table is None and not following.blockFormat().indent()
            goes_on = there is not None and (there[0] > here[0] or there == here)
            below, shape = sheet.MARGINS["li" if goes_on else "p"][1], block.blockFormat()
            if (there is not None or ends) and shape.bottomMargin() != below:
                shape.setBottomMargin(below)
                QTextCursor(block).setBlockFormat(shape)
        block, here = following, there


def _list_of(block: QTextBlock) -> tuple[int, QTextListFormat.Style] | None:
    """Return how deep a point stands and what its mark is; None for what is no point."""
    # PySide says that there is always a list.
    listed: QTextList | None = block.textList()
    return (listed.format().indent(), listed.format().style()) if listed is not None else None


def plain_shape(font: QFont) -> QTextBlockFormat:
    """Return the shape of a paragraph that is still arriving: its lines stand where they will."""
    shape = QTextBlockFormat()
    high = sheet.line_height("p", pixels_of(font))
    shape.setLineHeight(high, QTextBlockFormat.LineHeightTypes.MinimumHeight.value)
    return shape


def fit_lines(
    page: QTextDocument, width: int, sides: tuple[int, int], above: int, below: int, font: QFont
) -> None:
    """Leave the right of a wide view empty: a line longer than the measure is hard to follow.

    `sides`: pixels at least at the left and the right of the text, as all these are.
    """
    most = round(_MEASURE * pixels_of(font) / BODY)
    # Not by the page itself: it would hold on to each frame that it had, and every new text brings one.
    whole = QTextCursor(page).currentFrame()
    frame = whole.frameFormat()
    side, least = sides
    right = max(least, width - side - most)
    known = QTextFrameFormat(frame)
    frame.setLeftMargin(side)
    frame.setRightMargin(right)
    frame.setTopMargin(above)
    frame.setBottomMargin(below)
    if frame != known:
        # It lays the whole page out.
        whole.setFrameFormat(frame)


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

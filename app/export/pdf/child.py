"""The child process that lays a report out on pages: JSON comes in, a PDF goes out, and it keeps nothing.

What Qt leaves out of a PDF is added: bookmarks, links, and bytes that are the same for the same pages.
"""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple, cast

from pydantic import BaseModel, ConfigDict
from pypdf import PdfReader, PdfWriter
from pypdf.annotations import Link as Annotation
from pypdf.generic import DictionaryObject, Fit, IndirectObject, NameObject, StreamObject, TextStringObject
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRectF, QSizeF, Qt, QUrl
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QColor,
    QFont,
    QFontDatabase,
    QFontMetricsF,
    QGuiApplication,
    QImage,
    QPageLayout,
    QPageSize,
    QPainter,
    QPalette,
    QPdfWriter,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFragment,
    QTextLength,
    QTextList,
    QTextTable,
)

from app import resources
from app.domain.pictures import raster_at
from app.export.pdf.sheet import QUOTED
from app.markup.sheet import LIGHT

_CONTROL = re.compile(rb"([\[ ])<00([01][0-9A-Fa-f]|7[Ff])>")
"""What a glyph is copied as, where that is a sign which a terminal would obey."""
_ABOVE = 6
"""Points above a heading that are shown when a reader goes there."""


class _Mark(NamedTuple):
    """A heading as a bookmark: the page from 0, and points from its bottom."""

    level: int
    title: str
    page: int
    y: float


class _Link(NamedTuple):
    """What can be clicked on a page, and where it leads: out of the document, or to a place in it."""

    page: int
    rect: tuple[float, float, float, float]
    address: str
    to: tuple[int, float] | None


def _bind(pages: bytes, marks: Sequence[_Mark], links: Sequence[_Link], *, title: str, at: str) -> bytes:
    """Return the PDF with its bookmarks and links; `at` is the time that it carries, as PDF writes times."""
    writer = PdfWriter()
    # The pages alone: Qt's own record is of the time and of chance.
    writer.append(PdfReader(io.BytesIO(pages)))
    writer.pdf_header = "%PDF-1.6"
    _name_signs(writer)
    parents: dict[int, IndirectObject] = {}
    for mark in marks:
        above = [parents[level] for level in sorted(parents) if level < mark.level]
        item = writer.add_outline_item(
            title=mark.title,
            page_number=mark.page,
            parent=above[-1] if above else None,
            fit=_fit(mark.y),
            is_open=mark.level < 2,
        )
        parents = {level: known for level, known in parents.items() if level < mark.level}
        parents[mark.level] = item
    for link in links:
        if link.to is None and not link.address.startswith(("http://", "https://", "mailto:")):
            continue
        _annotate(writer, link)
    writer.metadata = {
        "/Title": title,
        "/Producer": "Roundtable",
        "/Creator": "Roundtable",
        "/CreationDate": at,
        "/ModDate": at,
    }
    root = writer.root_object
    root[NameObject("/Lang")] = TextStringObject("en")
    if marks:
        root[NameObject("/PageMode")] = NameObject("/UseOutlines")
    written = io.BytesIO()
    writer.write(written)
    return written.getvalue()


def _name_signs(writer: PdfWriter) -> None:
    """Let a space be copied as one, and the picture of a control character as that picture.

    Qt names a glyph by the first sign that has it, which is a tab, or the character that is pictured.
    """
    seen = set[int]()
    for page in writer.pages:
        resources = page.get("/Resources", DictionaryObject()).get_object()
        fonts = resources.get("/Font", DictionaryObject()).get_object()
        for font in fonts.values():
            signs = font.get_object().get("/ToUnicode")
            stream = signs.get_object() if signs is not None else None
            if isinstance(stream, StreamObject) and id(stream) not in seen:
                seen.add(id(stream))
                stream.set_data(_CONTROL.sub(_as_shown, stream.get_data()))


def _as_shown(sign: re.Match[bytes]) -> bytes:
    code = int(sign[2], 16)
    shown = 0x20 if code == 0x09 else 0x2421 if code == 0x7F else 0x2400 + code
    return sign[1] + b"<%04x>" % shown


def _fit(y: float) -> Fit:
    return Fit.xyz(left=0, top=round(y + _ABOVE, 1))


def _annotate(writer: PdfWriter, link: _Link) -> None:
    if link.to is None:
        annotation = Annotation(rect=link.rect, border=[0, 0, 0], url=link.address)
    else:
        page, y = link.to
        annotation = Annotation(rect=link.rect, border=[0, 0, 0], target_page_index=page, fit=_fit(y))
    writer.add_annotation(link.page, annotation)


_DOTS = 300
"""Dots an inch that pages are laid out in."""
POINTS = 9.75
SIDE, TOP, BOTTOM = 62.0, 62.0, 74.0
"""Margins in points of 1/72 inch."""
SMALLEST = 3.0
"""Times smaller that a report is drawn at most."""
ONE_BY_ONE, TURNS = 30, 12
"""Times that headings are moved to the page of what they head, the first alone and then of every page one:
each move moves what follows, and pages are laid out anew."""
_SMALL_TABLE = 0.4
"""Share of a page up to which a table is not parted from its heading, or in two."""
_MARK, _PAGE = "mark-", "page-"


class Heading(BaseModel):
    """A heading of the report's own."""

    model_config = ConfigDict(frozen=True)
    level: int
    title: str


class Given(BaseModel):
    """What is to be laid out."""

    model_config = ConfigDict(frozen=True)
    html: str
    sheet: str
    title: str
    marks: tuple[Heading, ...]
    at: str


def main() -> int:
    """Lay one report out."""
    given = Given.model_validate(json.loads(sys.stdin.buffer.read()))
    application = QGuiApplication([sys.argv[0]])
    for file in resources.names("fonts"):
        if file.endswith((".otf", ".ttf")):
            QFontDatabase.addApplicationFont(str(resources.path(f"fonts/{file}")))
    sys.stdout.buffer.write(Pages(given).pdf())
    sys.stdout.buffer.flush()
    application.quit()
    return 0


class _Sealed(QTextDocument):
    """A text that loads nothing, whatever stands in it, but the pictures that it holds itself."""

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        found = raster_at(name if isinstance(name, str) else name.toString())
        return QImage.fromData(found.data) if found is not None else QByteArray()


@dataclass(slots=True)
class _Found:
    """Where the report's names lie, and what leads to them."""

    places: dict[str, tuple[int, float]] = field(default_factory=dict)
    """By name: the page from 0, and dots from its top."""
    links: list[tuple[int, QRectF, str]] = field(default_factory=list)


class Pages:
    """A report on pages."""

    def __init__(self, given: Given) -> None:
        self._given = given
        self._buffer = QBuffer()
        self._buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        self._writer = QPdfWriter(self._buffer)
        self._writer.setResolution(_DOTS)
        self._writer.setPageLayout(
            QPageLayout(QPageSize(QPageSize.PageSizeId.A4), QPageLayout.Orientation.Portrait, QMarginsF())
        )
        self._writer.setTitle(given.title)
        self._paper = QSizeF(self._writer.width(), self._writer.height())
        self._smaller = 1.0
        """How many times smaller than asked all is drawn, so that the widest table has room."""
        self._size = self._paper
        self._names: dict[str, int] = {}
        """Where in the text each name stands."""
        self._text = self._laid_out()

    def _laid_out(self) -> QTextDocument:
        text = _Sealed()
        text.setUndoRedoEnabled(False)
        font = QFont(["Inter"])
        font.setPointSizeF(POINTS)
        font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
        # Glyphs that stand for a sign among others have no letter of their own, and could not be copied.
        font.setFeature(QFont.Tag("calt"), 0)
        text.setDefaultFont(font)
        text.documentLayout().setPaintDevice(self._writer)
        text.setDefaultStyleSheet(self._given.sheet)
        text.setHtml(self._given.html)
        self._take_names(text)
        self._fit(text)
        room = self._size.width() - SIDE * _DOTS / 72
        if text.size().width() > self._size.width():
            # A row cannot be parted from side to side, and what is beyond the paper would be lost.
            self._smaller = min(SMALLEST, text.size().width() / room)
            self._size = self._paper * self._smaller
            self._fit(text)
        return text

    def _fit(self, text: QTextDocument) -> None:
        frame = text.rootFrame().frameFormat()
        # Margins of the frame are in dots of the screen, which the layout makes larger for this device.
        screen = 96 / 72 * self._smaller
        frame.setLeftMargin(SIDE * screen)
        frame.setRightMargin(SIDE * screen)
        frame.setTopMargin(TOP * screen)
        frame.setBottomMargin(BOTTOM * screen)
        text.rootFrame().setFrameFormat(frame)
        text.setPageSize(self._size)

    def _take_names(self, text: QTextDocument) -> None:
        """Note where names stand and take them out: a letter that has one is drawn, and copied, by itself."""
        named: list[tuple[int, int, QTextCharFormat]] = []
        block = text.begin()
        while block.isValid():
            for fragment in _fragments(block):
                format = fragment.charFormat()
                for name in format.anchorNames():
                    self._names.setdefault(name, fragment.position())
                if format.anchorNames():
                    named.append((fragment.position(), fragment.length(), format))
            block = block.next()
        # Only now: what is changed is not where it was for whoever walks through it.
        for position, length, format in named:
            format.clearProperty(QTextFormat.Property.AnchorName)
            if not format.anchorHref():
                format.clearProperty(QTextFormat.Property.IsAnchor)
            cursor = QTextCursor(text)
            cursor.setPosition(position)
            cursor.setPosition(position + length, QTextCursor.MoveMode.KeepAnchor)
            cursor.setCharFormat(format)

    def pdf(self) -> bytes:
        """Return the whole file."""
        self._keep_with_next()
        if self._keep_formulas():
            # What leads in one may stand alone now.
            self._keep_with_next()
            self._keep_formulas()
        found = self._looked_up()
        self._number_contents(found)
        self._paint()
        self._writer.deleteLater()
        scale = 72 / _DOTS / self._smaller
        height = self._size.height() * scale
        places = {name: (page, height - y * scale) for name, (page, y) in found.places.items()}
        marks = [
            _Mark(heading.level, heading.title, *places[f"{_MARK}{index}"])
            for index, heading in enumerate(self._given.marks)
            if f"{_MARK}{index}" in places
        ]
        links = [
            _Link(
                page,
                (r.left() * scale, height - r.bottom() * scale, r.right() * scale, height - r.top() * scale),
                "" if target.startswith("#") else target,
                places.get(target[1:]) if target.startswith("#") else None,
            )
            for page, r, target in found.links
        ]
        return _bind(
            bytes(self._buffer.data().data()), marks, links, title=self._given.title, at=self._given.at
        )

    # --- layout -------------------------------------------------------------------------------

    def _keep_with_next(self) -> None:
        """Begin a page before each heading that would stand at the end of one alone, or with one line."""
        first = self._text.begin()
        for turn in range(ONE_BY_ONE + TURNS):
            alone = (block for block in self._blocks(first) if self._stands_alone(block))
            # What stands behind the first moves with it, and was judged by where it stood before.
            moved = list(islice(alone, 1)) if turn < ONE_BY_ONE else self._first_of_pages(alone)
            if not moved:
                return
            for block in moved:
                cursor = QTextCursor(block)
                format = cursor.blockFormat()
                format.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
                cursor.setBlockFormat(format)
            first = self._text.findBlockByNumber(moved[0].blockNumber())

    def _keep_formulas(self) -> bool:
        """Begin a page before each formula that would be parted over two; tell whether there was one."""
        moved = 0
        for frame in self._text.rootFrame().childFrames():
            if moved == ONE_BY_ONE or not isinstance(frame, QTextTable) or not _is_formula(frame):
                continue
            ends = frame.firstCursorPosition().block(), frame.lastCursorPosition().block()
            if len({self._page_of(block) for block in ends}) > 1:
                form = frame.format()
                form.setPageBreakPolicy(QTextFormat.PageBreakFlag.PageBreak_AlwaysBefore)
                frame.setFormat(form)
                moved += 1
        return moved > 0

    def _first_of_pages(self, blocks: Iterable[QTextBlock]) -> list[QTextBlock]:
        found: dict[int, QTextBlock] = {}
        for block in blocks:
            found.setdefault(self._page_of(block), block)
        return list(found.values())

    def _stands_alone(self, block: QTextBlock) -> bool:
        following = _after(block)
        if not self._heads(block) or not following.isValid() or block.blockNumber() == 0:
            return False
        # A heading under a heading is judged with it: the first of them begins the page.
        previous = block.previous()
        if (
            self._heads(previous)
            and self._page_of(previous) == self._page_of(block)
            and previous.blockNumber()
        ):
            return False
        while self._heads(following) and _after(following).isValid():
            following = _after(following)
        return self._page_of(following, 1) != self._page_of(block) or self._parts_a_table(block, following)

    def _parts_a_table(self, heading: QTextBlock, following: QTextBlock) -> bool:
        """Tell whether a small table under a heading goes over the end of its page."""
        table: QTextTable | None = QTextCursor(following).currentTable()
        if table is None:
            return False
        last = table.cellAt(table.rows() - 1, 0).lastCursorPosition().block()
        layout = self._text.documentLayout()
        height = layout.blockBoundingRect(last).bottom() - layout.blockBoundingRect(heading).top()
        over = self._page_of(last) - self._page_of(heading)
        # What lies between two bodies is none of the table's height.
        height -= over * (self._size.height() - self._body(0).height())
        return over > 0 and height < self._body(0).height() * _SMALL_TABLE

    @staticmethod
    def _heads(block: QTextBlock) -> bool:
        """Tell whether a block leads in what follows: a heading, a line with a colon, an item with items."""
        if not block.isValid():
            return False
        if block.blockFormat().headingLevel() > 0:
            return block.textList() is None
        if 0 < _depth(block) < _depth(block.next()):
            return True
        return block.text().endswith(":") and QTextCursor(block).currentTable() is None

    def _blocks(self, first: QTextBlock) -> Iterator[QTextBlock]:
        block = first
        while block.isValid():
            yield block
            block = block.next()

    def _page_of(self, block: QTextBlock, line: int = 0) -> int:
        """Return the page on which a line of a block stands, the last one where it has fewer."""
        top = self._text.documentLayout().blockBoundingRect(block).top()
        if lines := block.layout().lineCount():
            top += block.layout().lineAt(min(line, lines - 1)).y()
        return int(top // self._size.height())

    # --- names, links and numbers ------------------------------------------------------------

    def _looked_up(self) -> _Found:
        found = _Found()
        for name, position in self._names.items():
            block = self._text.findBlock(position)
            top = self._text.documentLayout().blockBoundingRect(block).top()
            line = block.layout().lineForTextPosition(position - block.position())
            found.places[name] = self._on_page(top + (line.y() if line.isValid() else 0.0))
        for block in self._blocks(self._text.begin()):
            for fragment in _fragments(block):
                target = fragment.charFormat().anchorHref()
                for rect in self._rects(block, fragment) if target else ():
                    page, top = self._on_page(rect.top())
                    found.links.append((page, QRectF(rect.left(), top, rect.width(), rect.height()), target))
        return found

    def _on_page(self, y: float) -> tuple[int, float]:
        page = int(y // self._size.height())
        return page, y - page * self._size.height()

    def _rects(self, block: QTextBlock, fragment: QTextFragment) -> Iterator[QRectF]:
        """Yield where a piece of text lies, line by line, in dots of the whole."""
        layout = block.layout()
        origin = self._text.documentLayout().blockBoundingRect(block).topLeft()
        first = fragment.position() - block.position()
        last = first + fragment.length()
        for index in range(layout.lineCount()):
            line = layout.lineAt(index)
            begin, end = line.textStart(), line.textStart() + line.textLength()
            if end <= first or begin >= last:
                continue
            # Qt gives the place and the position it stands for; the stubs do not know.
            left, _ = cast("tuple[float, int]", line.cursorToX(max(first, begin)))
            right, _ = cast("tuple[float, int]", line.cursorToX(min(last, end)))
            yield QRectF(
                origin.x() + min(left, right), origin.y() + line.y(), abs(right - left), line.height()
            )

    def _number_contents(self, found: _Found) -> None:
        """Put the numbers of pages in; from the end on, so that what is before stays where it was."""
        numbers = [(position, name) for name, position in self._names.items() if name.startswith(_PAGE)]
        for position, name in sorted(numbers, reverse=True):
            page = found.places.get(f"{_MARK}{name.removeprefix(_PAGE)}")
            cursor = QTextCursor(self._text)
            cursor.setPosition(position)
            cursor.setPosition(position + 3, QTextCursor.MoveMode.KeepAnchor)
            cursor.insertText(str(page[0] + 1) if page is not None else "", cursor.charFormat())

    # --- painting -----------------------------------------------------------------------------

    def _paint(self) -> None:
        pages = self._text.pageCount()
        rules = list(self._quotations())
        painter = QPainter(self._writer)
        try:
            for page in range(pages):
                if page:
                    self._writer.newPage()
                self._paint_page(painter, page, rules)
                self._paint_foot(painter, page, pages)
        finally:
            painter.end()

    def _paint_page(self, painter: QPainter, page: int, rules: Sequence[QRectF]) -> None:
        top = page * self._size.height()
        # Margins stay white, whatever ground a passage has that goes over two pages.
        view = self._body(page)
        painter.save()
        painter.scale(1 / self._smaller, 1 / self._smaller)
        painter.translate(0, -top)
        painter.setClipRect(view)
        context = QAbstractTextDocumentLayout.PaintContext()
        context.clip = view
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Text, QColor(LIGHT.text))
        context.palette = palette
        self._text.documentLayout().draw(painter, context)
        for rule in rules:
            inside = rule.intersected(self._body(page))
            if inside.height() > 0:
                painter.fillRect(inside, QColor(LIGHT.line))
        painter.restore()

    def _body(self, page: int) -> QRectF:
        """Return the part of a page that text stands in."""
        dots = _DOTS / 72 * self._smaller
        top = page * self._size.height() + TOP * dots
        return QRectF(0, top, self._size.width(), self._size.height() - (TOP + BOTTOM) * dots)

    def _quotations(self) -> Iterator[QRectF]:
        """Yield the rule beside each quotation, as high as what stands in it."""
        dots = _DOTS / 96
        layout = self._text.documentLayout()
        open_rule: QRectF | None = None
        for block in self._blocks(self._text.begin()):
            if open_rule is not None and (not block.text() or QTextCursor(block).currentTable() is not None):
                # A table stands in a quotation as what is around it says.
                continue
            rect = layout.blockBoundingRect(block)
            if block.blockFormat().leftMargin() >= QUOTED:
                # Beside the text around a list, too, whose points stand further in.
                left = rect.left() - QUOTED * 0.7 * dots
                here = QRectF(left, rect.top(), 1.5 * dots, rect.height())
                if open_rule is None:
                    open_rule = here
                # What stands in a list is set in further; the rule is beside the text around it.
                open_rule = QRectF(
                    min(left, open_rule.left()),
                    open_rule.top(),
                    here.width(),
                    rect.bottom() - open_rule.top(),
                )
            elif open_rule is not None:
                yield open_rule
                open_rule = None
        if open_rule is not None:
            yield open_rule

    def _paint_foot(self, painter: QPainter, page: int, pages: int) -> None:
        dots = _DOTS / 72
        font = QFont(["Inter"])
        font.setPointSizeF(8)
        painter.setFont(font)
        painter.setPen(QColor(LIGHT.muted))
        line = QRectF(
            SIDE * dots,
            self._paper.height() - (BOTTOM - 26) * dots,
            self._paper.width() - 2 * SIDE * dots,
            14 * dots,
        )
        number = f"{page + 1} / {pages}"
        painter.drawText(line, int(Qt.AlignmentFlag.AlignRight), number)
        if page:
            room = line.width() - 60 * dots
            title = QFontMetricsF(font, self._writer).elidedText(
                self._given.title, Qt.TextElideMode.ElideRight, room
            )
            painter.drawText(line, int(Qt.AlignmentFlag.AlignLeft), title)


def _is_formula(table: QTextTable) -> bool:
    """Tell whether a table is the box of a formula on lines of its own: one cell as wide as the page."""
    alone = table.rows() == table.columns() == 1
    return alone and table.format().width().type() == QTextLength.Type.PercentageLength


def _depth(block: QTextBlock) -> int:
    """Return how deep in lists a block stands, 0 outside of them."""
    found: QTextList | None = block.textList()
    if found is None:
        return 0
    return found.format().indent()


def _after(block: QTextBlock) -> QTextBlock:
    """Return the next block with something in it: Qt puts an empty one before a table."""
    following = block.next()
    while following.isValid() and not following.text() and QTextCursor(following).currentTable() is None:
        following = following.next()
    return following


def _fragments(block: QTextBlock) -> Iterator[QTextFragment]:
    at = block.begin()
    while not at.atEnd():
        fragment = at.fragment()
        if fragment.isValid():
            yield fragment
        at += 1

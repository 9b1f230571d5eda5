"""A file at a line: as the session's records hold it, whole as it is now, and its page as it is printed."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QResizeEvent, QTextCursor, QTextFormat
from PySide6.QtWidgets import QFrame, QScrollArea, QStackedWidget, QTabBar, QTextEdit, QWidget

from app.diffing.quotations import line_of, quoted_spans
from app.documents.places import PageImage, SourcePlace, kind_of, place_at
from app.engine.tabs import FilePlace
from app.ui.kit.dialog import Reader
from app.ui.kit.font_aware import SizeAware
from app.ui.kit.text.pictures import image_of
from app.ui.kit.texts import PlainView, label, single_line, tr
from app.ui.kit.theme import CODE, LIGHT, colours

_OTHER_ENDS = re.compile("[\r\x0b\x0c\x85\u2028\u2029]")
_NOTES = (".md", ".markdown", ".txt", ".rst", ".org", ".tex")
_SIDE = 8
"""Pixels beside a line's number."""
_EDGE = 3
"""Pixels of the edge before a line that is marked."""
_AROUND = 2
"""Pixels that a mark is wider and higher than its line."""


class FileDialog(Reader):
    """The file's text, its lines numbered; those of the place are in sight and marked, and the quotation."""

    def __init__(self, parent: QWidget | None, place: FilePlace) -> None:
        name = single_line(place.path, 120)
        super().__init__(parent, name)
        self.place = place
        self.text = NumberedView(tr("Text of {name}", name=name), code=is_code_file(place.path))
        self.where = label("", muted=True, wrap=True)
        self.state = label("", muted=True, wrap=True)
        self.state.hide()
        self.body.addWidget(self.where)
        self.body.addWidget(self.state)
        self.tabs = QTabBar()
        self.tabs.setAccessibleName(tr("How the file is shown"))
        self.tabs.setExpanding(False)
        for title in (tr("Text"), tr("Page")):
            self.tabs.addTab(title)
        self.tabs.hide()
        self.page = PageView()
        self._shown = QStackedWidget()
        self._shown.addWidget(self.text)
        self._shown.addWidget(self.page)
        self.tabs.currentChanged.connect(self._shown.setCurrentIndex)
        self.body.addWidget(self.tabs)
        self.body.addWidget(self._shown, 1)
        self.resize(760, 560)
        self.line = 0
        """The line that is marked; 0: the file has no such line."""
        self._show(place.text, place.first)
        if not place.text:
            self.where.setText(tr("Reading the file …"))
        self.text.setFocus()

    def show_file(self, text: str, *, changed: bool) -> None:
        """Show the whole file as it is now."""
        self._show(text, 1)
        spans = quoted_spans(_lines_alone(text), self.place.quote, self.place.line, self.place.last)
        if not changed:
            return
        if not self.place.quote:
            said = tr("The file has changed since it was read for this session.")
        elif spans:
            at = f"{line_of(text, spans[0][0]):,}"
            said = tr("The file has changed since it was read; the quotation stands at line {n} now.", n=at)
        else:
            said = tr("The file has changed since it was read; the quotation does not stand in it any more.")
        self.show_state(said)

    def page_number(self, places: Sequence[SourcePlace]) -> int:
        """Return the page of a PDF that the marked line stands on; 0: it is none, or no line is marked."""
        found = place_at(places, self.line) if self.line and kind_of(self.place.path) == "pdf" else None
        return int(found.name) if found is not None and found.kind == "page" else 0

    def show_page(self, page: PageImage, number: int) -> None:
        """Show a page of the file as it is printed, and its text beside it."""
        name = tr("Page {n} of {file}", n=number, file=single_line(self.place.path, 120))
        self.page.show_page(page, name)
        self.tabs.setTabText(1, tr("Page {n}", n=number))
        self.tabs.show()
        if self.place.quote and not page.marks:
            if self.state.isHidden():
                self.show_state(tr("The quotation was not found on the page as it is printed."))
            return
        # Who has scrolled or chosen something already reads the text.
        if self.text.at_mark:
            self.tabs.setCurrentIndex(1)
            self.page.setFocus()

    def show_missing(self, why: str) -> None:
        """Say why the file itself is not shown."""
        if self.place.text:
            self.show_state(tr("This is what the session holds of it. {why}", why=why))
        else:
            self.where.setText(why)

    def show_state(self, said: str) -> None:
        """Say something of the file above its text."""
        self.state.setText(said)
        self.state.show()

    def _show(self, text: str, first: int) -> None:
        text = _lines_alone(text)
        self.text.show_numbered(text, first)
        place, lines = self.place, self.text.document().blockCount()
        end = first + lines - 1
        spans = quoted_spans(text, place.quote, place.line - first + 1, place.last - first + 1)
        self.line = place.line if first <= place.line <= end else 0
        last = max(place.line, place.last) if self.line else 0
        if spans:
            # Where the words stand now: a file may have grown above them.
            self.line = first + line_of(text, spans[0][0]) - 1
            last = first + line_of(text, spans[-1][1]) - 1
        self.where.setText(self._where(last, end))
        if self.line:
            self.text.mark(self.line - first, min(last, end) - first, spans)

    def _where(self, last: int, end: int) -> str:
        everything = f"{end:,}"
        if not self.line:
            line = f"{self.place.line:,}"
            said = tr("It has {all} lines; line {n} is not among them.", n=line, all=everything)
        elif last > self.line:
            said = tr("Lines {a}–{b} of {all}", a=f"{self.line:,}", b=f"{last:,}", all=everything)
        else:
            said = tr("Line {n} of {all}", n=f"{self.line:,}", all=everything)
        return f"{said} · {tr(self.place.place)}" if self.place.place is not None else said


def is_code_file(path: str) -> bool:
    """Tell whether columns matter in a file: all that is neither a document nor a note."""
    return kind_of(path) is None and not path.lower().endswith(_NOTES)


def _lines_alone(text: str) -> str:
    """Return a text whose lines end where those that are counted end, and nowhere else."""
    # An end behind the last line begins none.
    return _OTHER_ENDS.sub(" ", text.replace("\r\n", "\n").removesuffix("\n"))


def _units(text: str, position: int) -> int:
    """Return a position as Qt counts it: letters beyond the first plane count twice."""
    return len(text[:position].encode("utf-16-le", "surrogatepass")) // 2


class _Numbers(QWidget):
    """The numbers beside the lines, painted by the text they belong to."""

    def __init__(self, view: NumberedView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self) -> QSize:
        return QSize(self._view.margin(), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        self._view.paint_numbers(event)


class NumberedView(PlainView):
    """Read-only text with the number of each line beside it."""

    def __init__(self, name: str, *, code: bool = False) -> None:
        super().__init__(name)
        self._prose = self.font().families()
        self.set_code(code)
        self._first = 1
        self._marked = range(0)
        """The lines that are marked, counted from 0."""
        self.at_mark = False
        """Whether they are kept in sight: until somebody scrolls."""
        self.verticalScrollBar().actionTriggered.connect(self._on_scrolled)
        self._numbers = _Numbers(self)
        self.updateRequest.connect(self._on_update_request)

    def set_code(self, on: bool) -> None:
        """Show columns as they are written; prose wraps."""
        font = self.font()
        font.setFamilies([CODE, "monospace"] if on else self._prose)
        self.setFont(font)
        modes = NumberedView.LineWrapMode
        self.setLineWrapMode(modes.NoWrap if on else modes.WidgetWidth)

    def show_numbered(self, text: str, first: int) -> None:
        """Show a text whose first line has this number."""
        self._first, self._marked, self.at_mark = first, range(0), False
        self.setPlainText(text)
        self._fit()

    def show_place(self, place: FilePlace) -> None:
        """Show what the records hold of a file, the lines of the place marked and in sight."""
        text = _lines_alone(place.text)
        self.show_numbered(text, place.first)
        end = place.first + self.document().blockCount() - 1
        if place.first <= place.line <= end:
            last = min(max(place.line, place.last), end)
            self.mark(place.line - place.first, last - place.first, [])

    def marked_text(self) -> str:
        """Return the marked lines; all of them where none is."""
        document = self.document()
        marked = [document.findBlockByNumber(line).text() for line in self._marked]
        return "\n".join(marked) if marked else self.toPlainText()

    def mark(self, first: int, last: int, spans: Sequence[tuple[int, int]]) -> None:
        """Mark lines, counted from 0, and passages within them; bring the first into sight."""
        document, text = self.document(), self.toPlainText()
        selections: list[QTextEdit.ExtraSelection] = []
        self._marked = range(first, last + 1)
        for line in self._marked:
            row = QTextEdit.ExtraSelection()
            row.cursor = QTextCursor(document.findBlockByNumber(line))
            row.format.setBackground(QColor(colours().waiting_row))
            row.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
            selections.append(row)
        for begin, end in spans:
            passage = QTextEdit.ExtraSelection()
            passage.cursor = QTextCursor(document)
            passage.cursor.setPosition(_units(text, begin))
            passage.cursor.setPosition(_units(text, end), QTextCursor.MoveMode.KeepAnchor)
            passage.format.setBackground(QColor(colours().hit))
            selections.append(passage)
        self.setTextCursor(QTextCursor(document.findBlockByNumber(first)))
        self.setExtraSelections(selections)
        self.at_mark = True
        self.centerCursor()

    def _on_scrolled(self, _action: int) -> None:
        self.at_mark = False

    def margin(self) -> int:
        """Return how wide the numbers are."""
        digits = len(str(self._first + self.blockCount() - 1))
        return self.fontMetrics().horizontalAdvance("9") * digits + 2 * _SIDE

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit()
        super().resizeEvent(event)
        if self.at_mark and self._marked:
            self.centerCursor()

    def paint_numbers(self, event: QPaintEvent) -> None:
        """Paint the numbers of the lines in sight."""
        painter = QPainter(self._numbers)
        painter.fillRect(event.rect(), QColor(colours().surface2))
        painter.setFont(self.font())
        block = self.firstVisibleBlock()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        while block.isValid() and top <= event.rect().bottom():
            height = self.blockBoundingRect(block).height()
            if block.isVisible() and top + height >= event.rect().top():
                if block.blockNumber() in self._marked:
                    row = QRect(0, round(top), self._numbers.width(), round(top + height) - round(top))
                    painter.fillRect(row, QColor(colours().waiting_row))
                    painter.fillRect(QRect(0, row.top(), _EDGE, row.height()), QColor(colours().warn_line))
                painter.setPen(QColor(colours().muted))
                area = QRect(0, round(top), self._numbers.width() - _SIDE, self.fontMetrics().height())
                number = str(self._first + block.blockNumber())
                painter.drawText(area, Qt.AlignmentFlag.AlignRight, number)
            top += height
            block = block.next()

    def _fit(self) -> None:
        self.setViewportMargins(self.margin(), 0, 0, 0)
        inside = self.contentsRect()
        self._numbers.setGeometry(QRect(inside.left(), inside.top(), self.margin(), inside.height()))

    def _on_update_request(self, area: QRect, scrolled: int) -> None:
        if scrolled:
            self._numbers.scroll(0, scrolled)
        else:
            self._numbers.update(0, area.y(), self._numbers.width(), area.height())


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


class PageView(SizeAware, QScrollArea):
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

    def _fit(self) -> None:
        size = self.sheet.picture.size()
        if size.isEmpty():
            return
        wide = self.viewport().width()
        self.sheet.resize(wide, round(wide * size.height() / size.width()))
        if self.sheet.marks:
            first = self.sheet.placed(self.sheet.marks[0]).center()
            self.ensureVisible(round(first.x()), round(first.y()), 0, self.viewport().height() // 3)

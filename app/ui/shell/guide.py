"""The guide: five short pages with a picture each, the last of them with every key; and what can be done."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QEvent, QLocale, QObject, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import (
    QFrame,
    QListWidget,
    QListWidgetItem,
    QSizePolicy,
    QStackedWidget,
    QWidget,
)

from app import resources
from app.domain.i18n import QT_TRANSLATE_NOOP
from app.ui.kit.dialog import Reader
from app.ui.kit.layouts import SPACE, Part, boxed, in_column, in_row, nest, scrolled
from app.ui.kit.tables import RowsModel, row_table
from app.ui.kit.text.safe_view import SafeTextView
from app.ui.kit.texts import button, label, tr
from app.ui.kit.theme import DARK, TITLE, colours, text_scale


class Page(NamedTuple):
    """A page: its name, its paragraphs, and its picture's file and what is to be seen on it."""

    title: str
    words: Sequence[str]
    picture: str
    seen: str
    """For people who cannot see the picture."""


_PAGE = re.compile(r"^# ([^\n]+)\n\n(.+?)\n\n!\[([^\n]+)\]\((\w+)\)$", re.MULTILINE | re.DOTALL)


def pages_of(language: str = "") -> Sequence[Page]:
    """Return the pages: each a heading, its paragraphs, and its picture with what is to be seen on it."""
    text = resources.in_language("guide/guide.md", language).read_text(encoding="utf-8")
    return [
        Page(title, [" ".join(one.split()) for one in words.split("\n\n")], picture, seen)
        for title, words, seen, picture in _PAGE.findall(text)
    ]


_LINE = 580
"""Pixels of the longest line at 100 %."""
_LEAST = 96
"""Pixels of a picture's height below which the page scrolls."""


class Picture(QWidget):
    """A picture of the program in the colours of the theme, made smaller where there is little room."""

    def __init__(self, name: str, seen: str) -> None:
        super().__init__()
        self.setAccessibleName(seen)
        self._drawn = {dark: QPixmap(str(picture_file(name, dark))) for dark in (False, True)}
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)
        self.setMinimumHeight(_LEAST)
        # Larger it would not be sharp.
        self.setMaximumHeight(self._drawn[False].height())

    def sizeHint(self) -> QSize:
        """Ask for little: the words come first, and it takes what is left."""
        return QSize(0, _LEAST)

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        drawn = self._drawn[colours() is DARK]
        size = drawn.size()
        if size.width() > self.width() or size.height() > self.height():
            size = size.scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        sharp = self.devicePixelRatioF()
        # Made smaller at once and well: the painter alone would leave every second pixel out.
        fitted = drawn.scaled(
            size * sharp, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
        )
        fitted.setDevicePixelRatio(sharp)
        painter.drawPixmap(0, 0, fitted)
        painter.setPen(QColor(colours().line))
        painter.drawRect(0, 0, size.width() - 1, size.height() - 1)


def picture_file(name: str, dark: bool) -> Path:
    """Return where a page's picture lies, in the language that is spoken where there is one."""
    return resources.in_language(f"guide/{name}-{'dark' if dark else 'light'}.png", _spoken())


def _spoken() -> str:
    return QLocale().name().partition("_")[0]


class GuideDialog(Reader):
    """The pages at the left, the one that is read at the right."""

    inset = (0, 0, 0, 0)
    size_at_100 = (960, 700)

    def __init__(self, parent: QWidget | None, keys: Sequence[tuple[str, str]], find: str) -> None:
        super().__init__(parent, tr("Guide"))
        self.list = QListWidget()
        self.list.setObjectName("pages")
        self.list.setAccessibleName(tr("Pages"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setWordWrap(True)
        self.list.installEventFilter(self)
        self.pages = QStackedWidget()
        self.model = RowsModel((QT_TRANSLATE_NOOP("ui", "Keys"), QT_TRANSLATE_NOOP("ui", "What it does")))
        self.model.fill(list(keys))
        self.table = row_table(self.model, tr("Keyboard shortcuts"), widths=(190,))
        self.table.setMinimumHeight(160)
        pages = pages_of(_spoken())
        for page in pages:
            QListWidgetItem(page.title, self.list)
            self.pages.addWidget(self._page(page, find, *([self.table] if page is pages[-1] else [])))
        side = QFrame()
        side.setObjectName("dialogSide")
        side.setLayout(in_column(self.list, margins=(8, 12, 8, 12)))
        side.setFixedWidth(round(200 * max(1.0, text_scale(self))))
        nest(self.body, in_row(side, (self.pages, 1), spacing=0), 1)
        self.back, self.further = button(tr("Back")), button(tr("Next"))
        self.add_button(self.back)
        self.add_button(self.further)
        self.back.clicked.connect(lambda: self.turn(-1))
        self.further.clicked.connect(lambda: self.turn(1))
        self.list.currentRowChanged.connect(self._show)
        self.list.setCurrentRow(0)
        self.list.setFocus()

    def _page(self, page: Page, find: str, *below: QWidget) -> QWidget:
        title = label(page.title, bold=True, scale=TITLE)
        words = [label(text.replace("{key}", find), wrap=True) for text in page.words]
        for paragraph in words:
            paragraph.setMaximumWidth(round(_LINE * max(1.0, text_scale(self))))
        picture = Picture(page.picture, page.seen)
        rest: Sequence[Part] = [(one, 200) for one in below] or [SPACE]
        column = in_column(title, *words, (picture, 100), *rest, spacing=10, margins=(24, 18, 24, 18))
        return scrolled(boxed(column))

    def turn(self, step: int) -> None:
        """Go some pages on or back, as far as there are any."""
        self.list.setCurrentRow(min(max(self.list.currentRow() + step, 0), self.list.count() - 1))

    def _show(self, row: int) -> None:
        self.pages.setCurrentIndex(row)
        left: QWidget | None = self.focusWidget()
        self.back.setEnabled(row > 0)
        self.further.setEnabled(row < self.list.count() - 1)
        if left is not None and not left.isEnabled():
            self.list.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the list leave the keys that turn pages to the dialog: it would jump to its end."""
        if watched is self.list and isinstance(event, QKeyEvent) and event.key() in _TURNS:
            if event.type() == QEvent.Type.KeyPress:
                self.keyPressEvent(event)
            return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Turn pages, whatever has the focus and does not want these keys itself."""
        step = _TURNS.get(event.key())
        if step is None:
            super().keyPressEvent(event)
        else:
            self.turn(step)


_TURNS: dict[int, int] = {
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_PageDown: 1,
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_PageUp: -1,
}


class HowToDialog(Reader):
    """The page in the language of the window, else in English."""

    size_at_100 = (860, 680)

    def __init__(self, parent: QWidget | None) -> None:
        super().__init__(parent, tr("How to…"))
        self.text = SafeTextView(tr("How to…"))
        self.text.set_margins(24, 18)
        self.text.show_text(resources.how_to(_spoken()))
        self.body.addWidget(self.text, 1)
        self.text.setFocus()

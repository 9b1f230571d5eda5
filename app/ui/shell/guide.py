"""The guide: five short pages with a picture each, the last of them with every key."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

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
from app.ui.kit.texts import button, label, tr
from app.ui.kit.theme import DARK, TITLE, colours, text_scale
from app.ui.shell.guide_pages import PAGES, Page

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
        """Draw it at the left, with a line around it."""
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
        painter.end()


def picture_file(name: str, dark: bool) -> Path:
    """Return where a page's picture lies, in English where there is none of the language that is spoken."""
    named, language = f"guide/{name}-{'dark' if dark else 'light'}", QLocale().name().partition("_")[0]
    own = resources.path(f"{named}.{language}.png")
    return own if own.is_file() else resources.path(f"{named}.png")


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
        for page in PAGES:
            QListWidgetItem(tr(page.title), self.list)
            self.pages.addWidget(self._page(page, find, *([self.table] if page is PAGES[-1] else [])))
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
        title = label(tr(page.title), bold=True, scale=TITLE)
        words = [label(tr(text, key=find), wrap=True) for text in page.words]
        for paragraph in words:
            paragraph.setMaximumWidth(round(_LINE * max(1.0, text_scale(self))))
        picture = Picture(page.picture, tr(page.seen))
        rest: Sequence[Part] = [(one, 200) for one in below] or [SPACE]
        column = in_column(title, *words, (picture, 100), *rest, spacing=10, margins=(24, 18, 24, 18))
        return scrolled(boxed(column))

    def turn(self, step: int) -> None:
        """Go some pages on or back, as far as there are any."""
        self.list.setCurrentRow(min(max(self.list.currentRow() + step, 0), len(PAGES) - 1))

    def _show(self, row: int) -> None:
        self.pages.setCurrentIndex(row)
        left: QWidget | None = self.focusWidget()
        self.back.setEnabled(row > 0)
        self.further.setEnabled(row < len(PAGES) - 1)
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

"""The question of a session, all of it as it was written, in a frame over the page."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from PySide6.QtCore import QPoint
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QLabel, QWidget

from app.domain.messages import GivenPicture
from app.domain.pictures import Raster
from app.ui.kit.controls import word_button
from app.ui.kit.layouts import SPACE, in_column, in_row
from app.ui.kit.popup import AWAY, BESIDE, Popup
from app.ui.kit.text.pictures import image_of
from app.ui.kit.text.safe_view import SafeTextView
from app.ui.kit.texts import count, label, single_line, tr
from app.ui.kit.theme import CAPTION

_WIDE = 560
"""Pixels of the frame that it is read in."""
_MOST = 0.6
"""Of the window's height, at most."""
_HEAD = 50
"""Pixels of the frame that are no text."""
_SIDE, _MOST_PICTURES = 76, 6
"""Pixels of a picture's longer side, and how many are shown themselves."""


class QuestionFrame(Popup):
    """All of the question, over the page until something else is pressed."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.title = label("", bold=True)
        self.about = label("", muted=True, scale=CAPTION)
        self.copy = word_button("copy", tr("Copy"), tr("Copy the question"))
        self.text = SafeTextView(tr("Question"))
        self.text.set_margins(14, 4)
        self._most = 0
        """Pixels of the text's height, at most."""
        self.copy.clicked.connect(self.text.copy_written)
        # Not once it is whole: of a text that was just put in, Qt may still tell no height at all.
        self.text.document().documentLayout().documentSizeChanged.connect(lambda _size: self._fit())
        head = in_row(self.title, self.about, SPACE, self.copy, spacing=8, margins=(14, 0, 6, 0))
        self.pictures = label("", muted=True, scale=CAPTION, wrap=True)
        self.pictures.setContentsMargins(14, 0, 14, 0)
        self.thumbnails = [QLabel() for _ in range(_MOST_PICTURES)]
        self.strip = QWidget()
        self.strip.setLayout(in_row(*self.thumbnails, SPACE, spacing=6, margins=(14, 2, 6, 2)))
        below = (self.strip, self.pictures)
        self.setLayout(in_column(head, (self.text, 1), *below, spacing=4, margins=(1, 6, 1, 8)))

    def open_below(
        self, control: QWidget, name: str, question: str, pictures: Sequence[tuple[str, GivenPicture]] = ()
    ) -> None:
        """Open under a control, its right edge in line with it, as high as the words and pictures need."""
        self._show_pictures(pictures)
        self.title.setText(name)
        self.setAccessibleName(name)
        words = len(question.split())
        self.about.setText(count(words, "{n} word", "{n} words"))
        self.text.show_text(question)
        window = control.window()
        self.setFixedWidth(min(_WIDE, window.width() - 2 * BESIDE))
        self._most = round(window.height() * _MOST) - _HEAD
        self._fit()
        corner = control.mapTo(window, QPoint(control.width() - self.width(), control.height() + AWAY))
        corner.setX(max(BESIDE, corner.x()))
        self.move(window.mapToGlobal(corner))
        self.show()
        self.text.setFocus()

    def _show_pictures(self, pictures: Sequence[tuple[str, GivenPicture]]) -> None:
        """Show what was given with the question: the first ones themselves, all by name and size."""
        for thumbnail, given in zip_longest(self.thumbnails, pictures[:_MOST_PICTURES]):
            thumbnail.setVisible(given is not None)
            if given is not None:
                called, one = given
                raster = Raster(one.kind, one.width, one.height, one.content)
                thumbnail.setPixmap(QPixmap.fromImage(image_of(raster, _SIDE)))
                thumbnail.setAccessibleName(single_line(called, 120))
        told = (f"{single_line(called, 80)} ({one.width} × {one.height})" for called, one in pictures)
        self.pictures.setText(", ".join(told))
        self.strip.setVisible(bool(pictures))
        self.pictures.setVisible(bool(pictures))

    def _fit(self) -> None:
        """Be as high as the words need, which a long text knows when it is set."""
        self.ensurePolished()
        # Within the frame's edge and the margins, or it lies over the edge.
        self.text.setFixedWidth(self.contentsRect().width() - 2)
        needed = round(self.text.document().size().height()) + 8
        self.text.setFixedHeight(max(40, min(needed, self._most)))
        self.adjustSize()

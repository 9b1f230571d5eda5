"""Where answers were cut off or stopped: a band below the last words of each, and one above all."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QFrame

from app.ui.kit.icons import Tone
from app.ui.kit.layouts import SPACE, in_row
from app.ui.kit.one_line import OneLine
from app.ui.kit.text.safe_view import SafeTextView
from app.ui.kit.texts import label, restyle
from app.ui.kit.theme import CAPTION
from app.ui.panels.card_head import Mark

_GAP = 8
"""Pixels between the last words and the band."""


class HaltBand(QFrame):
    """Says above the cards who or what halted the session, and what each member was at."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("halted")
        self._sign = Mark()
        self.title, self.words = label("", bold=True, widget=OneLine()), label("", widget=OneLine())
        self.words.setProperty("soft", True)
        self.setLayout(in_row(self._sign, self.title, self.words, SPACE, spacing=8, margins=(15, 8, 14, 8)))
        self.hide()

    def say(self, title: str, words: str) -> None:
        """Say it; without a title there is no band."""
        self._sign.show_icon("square", "muted")
        self.title.setText(title)
        self.words.setText(words)
        self.setVisible(bool(title))


class CutBand(QFrame):
    """Says below a text that it ends before its end, and why."""

    def __init__(self, text: SafeTextView) -> None:
        super().__init__(text.viewport())
        self._text = text
        self.setObjectName("cut")
        sign = self._sign = Mark()
        self.words = label("", wrap=True, scale=CAPTION)
        line = in_row(sign, (self.words, 1), spacing=8, margins=(10, 6, 10, 6))
        line.setAlignment(sign, Qt.AlignmentFlag.AlignTop)
        self._line = line
        self.setLayout(line)
        self.hide()
        text.viewport().installEventFilter(self)
        text.verticalScrollBar().valueChanged.connect(self._place)
        # Once all of it is laid out.
        laid_out = text.document().documentLayout().documentSizeChanged
        laid_out.connect(self._place, Qt.ConnectionType.QueuedConnection)

    def say(self, words: str, tone: Tone) -> None:
        """Say why the text ends here, in red where that failed; without words there is no band."""
        self.words.setText(words)
        bad = tone == "failed"
        self._sign.show_icon("circle-x" if bad else "square", tone)
        if self.property("failed") != bad:
            for part in (self, self.words):
                part.setProperty("failed" if part is self else "bad", bad)
                restyle(part)
        self.setVisible(bool(words))
        self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stand at the width of the text, whatever that is."""
        if event.type() == QEvent.Type.Resize:
            self._place()
        return False

    def _place(self) -> None:
        if not self.words.text():
            self._text.set_foot(0)
            return
        beside, _ = self._text.margins
        wide = self._text.viewport().width() - 2 * beside
        high = self._line.heightForWidth(wide)
        self._text.set_foot(high + 2 * _GAP)
        top = self._text.text_end() + _GAP - self._text.verticalScrollBar().value()
        self.setGeometry(beside, round(top), wide, high)

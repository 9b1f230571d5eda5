"""Over the answers: who halted the session, where a text was cut, and what can be said of selected words."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QStackedLayout

from app.domain.facts import MarkKind
from app.domain.marks import LONGEST_COMMENT, NAMES
from app.ui.kit.controls import Picture, icon_button, line_edit, word_button
from app.ui.kit.icons import Tone, icon
from app.ui.kit.layouts import SPACE, boxed, in_row
from app.ui.kit.menu_button import MenuButton
from app.ui.kit.one_line import OneLine
from app.ui.kit.text.safe_view import SafeTextView
from app.ui.kit.texts import label, restyle, tr
from app.ui.kit.theme import CAPTION

_BETWEEN = 8
"""Pixels between the last words and the band."""
_LABELS: tuple[MarkKind, ...] = ("unsourced", "unclear", "wrong", "too_long")
_GAP = 6
"""Pixels between the selected words and the bar."""


class HaltBand(QFrame):
    """Says above the cards who or what halted the session, and what each member was at."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("halted")
        self._sign = Picture()
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
        sign = self._sign = Picture()
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
        self._text.set_foot(high + 2 * _BETWEEN)
        top = self._text.text_end() + _BETWEEN - self._text.verticalScrollBar().value()
        self.setGeometry(beside, round(top), wide, high)


class MarkBar(QFrame):
    """Lies over a text while words of it are selected and `allowed` says that somebody would answer."""

    marked = Signal(str, str, str)
    """(kind, the words, what is said of them)"""

    def __init__(self, view: SafeTextView) -> None:
        super().__init__(view)
        self.setObjectName("marks")
        self._view = view
        self.allowed = False
        self._pressed = False
        about = tr("Say what should change in these words")
        self.comment = word_button("message-square-plus", tr("Comment"), about, tone="text2")
        self.strike = icon_button("strikethrough", tr("Strike"), tr("Strike: these words should go"))
        self.quote = icon_button("text-quote", tr("Quote in feedback"))
        self.labels = MenuButton("", tr("Mark as…"))
        self.labels.setIcon(icon("tag"))
        self.labels.setAutoRaise(True)
        self.labels.setProperty("icon", True)
        self.labels.setToolTip(tr("Mark as…"))
        for kind in _LABELS:
            entry = self.labels.choices.addAction(tr(NAMES[kind]))
            entry.triggered.connect(lambda _=False, kind=kind: self._mark(kind))
        self.field = line_edit(tr("Comment"), tr("What should change?"), most=LONGEST_COMMENT)
        self.send = icon_button("send", tr("Keep comment"), tr("Keep: its author is given it next round"))
        self._buttons = boxed(in_row(self.comment, self.strike, self.quote, self.labels, spacing=2))
        self._writing = boxed(in_row((self.field, 1), self.send, spacing=4))
        self._stack = QStackedLayout()
        self._stack.setContentsMargins(4, 3, 4, 3)
        self._stack.addWidget(self._buttons)
        self._stack.addWidget(self._writing)
        self.setLayout(self._stack)
        self._connect()
        self.hide()

    def _connect(self) -> None:
        self.comment.clicked.connect(self._write)
        self.strike.clicked.connect(lambda: self._mark("strike"))
        self.quote.clicked.connect(self._on_quote)
        self.send.clicked.connect(lambda: self._mark("comment"))
        self.field.returnPressed.connect(lambda: self._mark("comment"))
        self.field.textChanged.connect(lambda text: self.send.setEnabled(bool(text.strip())))
        self.send.setEnabled(False)
        self._view.selectionChanged.connect(self._follow)
        self._view.verticalScrollBar().valueChanged.connect(self._follow)
        self._view.viewport().installEventFilter(self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.give_up()
        else:
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Wait until the mouse has selected: a bar under the pointer would end the selection."""
        if event.type() == QEvent.Type.MouseButtonPress:
            self._pressed = True
        elif event.type() == QEvent.Type.MouseButtonRelease:
            self._pressed = False
            self._follow()
        return super().eventFilter(watched, event)

    def allow(self, on: bool) -> None:
        """Offer to mark words, or do not."""
        if on != self.allowed:
            self.allowed = on
            self._follow()

    def words(self) -> str:
        """Return the selected words."""
        return self._view.createMimeDataFromSelection().text().strip()

    def _follow(self) -> None:
        """Stand below the end of the selection, above it where there is no room."""
        cursor = self._view.textCursor()
        if not (self.allowed and cursor.hasSelection() and self.words()) or self._pressed:
            if not self.isHidden() and not cursor.hasSelection():
                # Other words are another comment; what was typed stays for them.
                self._stack.setCurrentWidget(self._buttons)
            self.hide()
            return
        end = self._view.textCursor()
        end.setPosition(cursor.selectionEnd())
        box = self._view.cursorRect(end).translated(self._view.viewport().pos())
        self.resize(self.sizeHint().boundedTo(self._view.viewport().size()))
        left = min(max(_GAP, box.center().x() - self.width() // 2), self._view.width() - self.width() - _GAP)
        top = box.bottom() + _GAP
        if top + self.height() > self._view.height():
            top = box.top() - self.height() - _GAP
        if not 0 <= top <= self._view.height() - self.height():
            # The words are scrolled away.
            self.hide()
            return
        self.move(QPoint(left, top))
        self.show()
        self.raise_()

    def _write(self) -> None:
        self._stack.setCurrentWidget(self._writing)
        self._follow()
        self.field.setFocus()

    def _on_quote(self) -> None:
        self._view.quoted.emit(self.words())
        self.give_up()

    def _mark(self, kind: MarkKind) -> None:
        said = self.field.text().strip() if kind == "comment" else ""
        words = self.words()
        if not words or (kind == "comment" and not said):
            return
        if kind == "comment":
            self.field.clear()
        self.give_up()
        self.marked.emit(kind, words, said)

    def give_up(self) -> None:
        """Put the bar away and let go of the selection; what was typed stays."""
        self._stack.setCurrentWidget(self._buttons)
        cursor = self._view.textCursor()
        cursor.clearSelection()
        self._view.setTextCursor(cursor)
        self._view.setFocus()

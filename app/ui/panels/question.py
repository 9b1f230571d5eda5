"""The question above its answers: one line, or all of it, formatted as it was written."""

from __future__ import annotations

import re

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QFrame

from app.ui.kit.controls import icon_button
from app.ui.kit.font_aware import FontAware
from app.ui.kit.icons import icon
from app.ui.kit.layouts import in_column, in_row
from app.ui.kit.text.safe_view import SafeTextView
from app.ui.kit.texts import CutLine, count, label, tr
from app.ui.kit.theme import CAPTION
from app.ui.view.session_view import SessionView

_MARKS = re.compile(r"[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}")
_MOST = 0.4
"""Of the height of what holds it, at most, while it is open."""


class QuestionBox(FontAware, QFrame):
    """Folded it says how the question begins; `opened` tells that it takes more room, or less."""

    opened = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("question")
        self.fold = icon_button("chevron-right", tr("Show the whole question"), checkable=True)
        self.fold.setProperty("small", True)
        self.fold.setFixedSize(22, 22)
        self.about = label("", muted=True, scale=CAPTION)
        self.line = label("", scale=CAPTION, widget=CutLine(tr("Question")))
        self.line.setProperty("soft", True)
        self.title = label(tr("Question"), bold=True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        head = in_row(
            self.fold,
            self.title,
            (self.line, 1),
            self.about,
            spacing=6,
            margins=(6, 0, 12, 0),
        )
        self.text = SafeTextView(tr("Question"))
        self.text.set_margins(28, 4)
        self.text.setCursor(Qt.CursorShape.ArrowCursor)
        self.text.hide()
        self.setLayout(in_column(head, self.text, spacing=0, margins=(0, 3, 0, 3)))
        self.fold.toggled.connect(self._on_folded)
        self._fit()
        self.hide()

    def refresh(self, view: SessionView) -> None:
        """Show what the session is about."""
        question = view.fold.session.question
        self.title.setText(tr(view.vocabulary.question))
        self.setVisible(bool(question))
        if question != self.text.written:
            self.text.show_text(question)
            lines = [_MARKS.sub("", line).strip("# >").strip() for line in question.splitlines()]
            found = [line for line in lines if line]
            # The title above says the heading already.
            first = found[1] if len(found) > 1 and question.lstrip().startswith("#") else " ".join(found[:1])
            self.line.setText(first)
            words = len(question.split())
            self.about.setText(count(words, "{n} word", "{n} words"))

    def fit_into(self, height: int) -> None:
        """Take a part of this height while it is open."""
        needed = round(self.text.document().size().height()) + 8
        self.text.setFixedHeight(max(40, min(needed, round(height * _MOST))))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Open or close it wherever its line is pressed."""
        super().mousePressEvent(event)
        if event.button() == Qt.MouseButton.LeftButton:
            self.fold.toggle()

    def _on_folded(self, on: bool) -> None:
        self.fold.setIcon(icon("chevron-down" if on else "chevron-right"))
        self.text.setVisible(on)
        self.line.setVisible(not on)
        self.opened.emit(on)

    def _fit(self) -> None:
        side = max(22, self.fontMetrics().height() + 5)
        self.fold.setFixedSize(side, side)

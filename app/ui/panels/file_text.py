"""A file as the session's records hold it, at a line."""

from __future__ import annotations

from PySide6.QtGui import QColor, QTextCursor, QTextFormat
from PySide6.QtWidgets import QTextEdit, QWidget

from app.ui.kit.dialog import Reader
from app.ui.kit.texts import PlainView, label, shown, tr
from app.ui.kit.theme import colours


class FileDialog(Reader):
    """The file's text, its line in sight and marked."""

    def __init__(self, parent: QWidget | None, path: str, line: int, text: str) -> None:
        name = shown(path, 120)
        super().__init__(parent, name)
        self.text = PlainView(tr("Text of {name}", name=name))
        self.text.setPlainText(text)
        lines = self.text.document().blockCount()
        self.line = line if 1 <= line <= lines else 0
        """The line that is marked; 0: the file has no such line."""
        where = tr("Line {n} of {all}", n=f"{line:,}", all=f"{lines:,}")
        if not self.line:
            where = tr("It has {all} lines; line {n} is not among them.", n=f"{line:,}", all=f"{lines:,}")
        self.where = label(where, muted=True, wrap=True)
        self.body.addWidget(self.where)
        self.body.addWidget(self.text, 1)
        self.resize(720, 520)
        if self.line:
            self._mark()
        self.text.setFocus()

    def _mark(self) -> None:
        cursor = QTextCursor(self.text.document().findBlockByNumber(self.line - 1))
        self.text.setTextCursor(cursor)
        marked = QTextEdit.ExtraSelection()
        marked.cursor = cursor
        marked.format.setBackground(QColor(colours().warn_row))
        marked.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
        self.text.setExtraSelections([marked])
        self.text.centerCursor()

"""What an exported file holds, seen before any of it is taken in."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from app.services.exporting import ImportFound
from app.ui.kit.dialog import Dialog
from app.ui.kit.layouts import nest
from app.ui.kit.texts import in_words_shown, label, single_line, tr

WIDE = 460
QUESTION = 400
"""Characters of what the session is about."""
MOST, LINE = 8, 60
"""Lines of one row, and characters of one."""


class ImportDialog(Dialog):
    """A session as it lies in a file. Accepted where it is to be taken in."""

    def __init__(self, parent: QWidget | None, found: ImportFound) -> None:
        differs = found.known == "differs"
        main = tr("Import as a copy") if differs else tr("Import")
        super().__init__(parent, tr("Import as a copy?") if differs else tr("Import this session?"), main)
        self.found = found
        title = label(single_line(found.report.title, 200), bold=True, wrap=True)
        title.setMinimumWidth(WIDE)
        self.body.addWidget(title)
        question = " ".join(found.report.question.split())
        if question and question != " ".join(found.report.title.split()):
            self.body.addWidget(label(single_line(question, QUESTION), wrap=True, muted=True))
        rows = QGridLayout()
        rows.setHorizontalSpacing(16)
        rows.setVerticalSpacing(4)
        rows.setColumnStretch(1, 1)
        with in_words_shown():
            known = list(found.reading())
        for at, (name, lines) in enumerate(known):
            rows.addWidget(label(tr(name), muted=True), at, 0, Qt.AlignmentFlag.AlignTop)
            more = [tr("and {n} more", n=len(lines) - MOST)] if len(lines) > MOST else []
            told = [single_line(line, LINE) for line in lines[:MOST]] + more
            rows.addWidget(label("\n".join(told)), at, 1)
        nest(self.body, rows)
        if differs:
            words = tr("{file} holds another version of a session that is here already.", file=found.name)
            words += " " + tr("Imported as a copy, it is a session of its own and both are kept.")
        else:
            words = tr("It is only read: no model is asked and no folder is opened until you go on with it.")
        self.note = label(words, wrap=True)
        self.body.addWidget(self.note)
        self.main.clicked.connect(self.accept)

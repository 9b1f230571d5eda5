"""Every key on one page, made from the table of actions."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from app.domain.i18n import QT_TRANSLATE_NOOP
from app.ui.kit.dialog import Reader
from app.ui.kit.tables import RowsModel, row_table
from app.ui.kit.texts import tr

LOCAL_KEYS = (
    ("N / P", QT_TRANSLATE_NOOP("ui", "Next or previous change, in a text that is only read")),
    ("A / R", QT_TRANSLATE_NOOP("ui", "Keep the new or the old text of a change, and go to the next")),
    ("E / F", QT_TRANSLATE_NOOP("ui", "Show all unchanged paragraphs of a comparison, or fold them again")),
    ("Esc", QT_TRANSLATE_NOOP("ui", "Close a dialog; what was typed is kept. Esc never stops a run")),
    ("Del", QT_TRANSLATE_NOOP("ui", "Delete what is chosen in the library; can be undone for 30 seconds")),
    (
        "F2 / Ctrl+Z",
        QT_TRANSLATE_NOOP("ui", "In the library's list: another title, and take back what was done last"),
    ),
    ("Tab", QT_TRANSLATE_NOOP("ui", "Next control")),
)
"""Keys that hold only where the focus is in the right place."""


class ShortcutSheet(Reader):
    """A table of (key, what it does)."""

    def __init__(self, parent: QWidget | None, keys: Sequence[tuple[str, str]]) -> None:
        super().__init__(parent, tr("Keyboard shortcuts"))
        self.model = RowsModel((QT_TRANSLATE_NOOP("ui", "Key"), QT_TRANSLATE_NOOP("ui", "What it does")))
        self.model.fill(list(keys))
        self.table = row_table(self.model, tr("Keyboard shortcuts"), widths=(190,))
        self.body.addWidget(self.table, 1)
        self.resize(520, 520)

"""What can be done, and with which command: the page that the terminal's `guide` prints, too."""

from __future__ import annotations

from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QWidget

from app import resources
from app.ui.kit.dialog import Reader
from app.ui.kit.text.safe_view import SafeTextView
from app.ui.kit.texts import tr


class HowToDialog(Reader):
    """The page in the language of the window, else in English."""

    size_at_100 = (860, 680)

    def __init__(self, parent: QWidget | None) -> None:
        super().__init__(parent, tr("How to…"))
        self.text = SafeTextView(tr("How to…"))
        self.text.set_margins(24, 18)
        self.text.show_text(resources.how_to(QLocale().name().partition("_")[0]))
        self.body.addWidget(self.text, 1)
        self.text.setFocus()

"""Everything the program told, as it was told."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.ui.kit.dialog import Reader
from app.ui.kit.texts import PlainView, tr


class MessagesDialog(Reader):
    """All messages in a view that scrolls: an hour's are more than a screen holds."""

    def __init__(self, parent: QWidget | None, text: str) -> None:
        super().__init__(parent, tr("Messages"))
        self.text = PlainView(tr("Messages"))
        self.text.setMinimumSize(420, 160)
        self.text.show_text(text)
        self.body.addWidget(self.text, 1)
        # Arrows go through the messages, Enter closes.
        self.text.setFocus()

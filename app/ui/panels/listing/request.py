"""Above a list: what the person asked for, while it is worked on and until it is decided."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QLabel

from app.ui.kit.controls import icon_picture
from app.ui.kit.layouts import SPACE, in_row
from app.ui.kit.texts import label, tr

HEIGHT = 40
"""Pixels at the usual size of text."""


def request_row(asked: QLabel) -> QFrame:
    """Return the row around the words of a request, hidden until there are any."""
    row = QFrame()
    row.setObjectName("request")
    sign, before = icon_picture("message-square"), label(tr("You asked"), muted=True)
    row.setLayout(in_row(sign, before, asked, SPACE, spacing=8, margins=(16, 0, 14, 0)))
    row.setMinimumHeight(HEIGHT)
    row.hide()
    return row

"""What speaks against the set-up of a new session, and whether its team is ready."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QFrame, QWidget

from app.domain.i18n import Words
from app.domain.servers import Obstacle
from app.ui.kit.aside import Sign
from app.ui.kit.icons import icon
from app.ui.kit.layouts import SPACE, in_column, in_row
from app.ui.kit.texts import Said, escaped, label, tr
from app.ui.kit.theme import CAPTION


class Warned(QFrame):
    """Says what speaks against the setup as it is typed; nothing of it forbids a start."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("note")
        self.text_label = label(
            "", wrap=True, scale=CAPTION, widget=Said(tr("What speaks against this setup"))
        )
        sign = Sign()
        sign.setIcon(icon("triangle-alert", "waiting"))
        self.setLayout(
            in_row(in_column(sign, SPACE), (self.text_label, 1), spacing=8, margins=(10, 8, 10, 8))
        )
        self.hide()

    def warn(self, advice: Sequence[Words]) -> None:
        """Say it, a sentence a line."""
        self.text_label.setText("\n".join(tr(sentence) for sentence in advice))
        self.setVisible(bool(advice))

    def text(self) -> str:
        """Return what is said."""
        return self.text_label.text()


class StateLine(QWidget):
    """Whether all at the table can be asked, as far as it can be told without contacting anybody."""

    def __init__(self) -> None:
        super().__init__()
        self._sign, self._words = Sign(), label("", scale=CAPTION, widget=Said(tr("Team")))
        self.setLayout(in_row(self._sign, self._words, spacing=4))
        self.clear()

    def clear(self) -> None:
        """Say nothing."""
        self._words.setText("")
        self.hide()

    def show_obstacles(self, found: Sequence[Obstacle]) -> None:
        """Say that all is well, or that something is missing, and what in the tip."""
        self._sign.setIcon(icon("triangle-alert", "waiting") if found else icon("circle-check", "finished"))
        self._words.setText(tr("not ready") if found else tr("all ready"))
        self.setToolTip(escaped("\n".join(tr(obstacle.message) for obstacle in found)))
        self.show()

    def text(self) -> str:
        """Return what is said."""
        return self._words.text()

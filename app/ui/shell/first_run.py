"""The empty state."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QWidget

from app.ui.kit.layouts import SPACE, boxed, in_column, in_row
from app.ui.kit.texts import button, label, tr

_AROUND = (9, 9, 9, 9)


class FirstRun(QWidget):
    """What a newcomer sees: three steps and one filled button."""

    def __init__(self) -> None:
        super().__init__()
        promise = tr("Ask several AI models. Watch them argue. You decide each round.")
        steps = (
            (
                tr("1  Who answers"),
                tr(
                    "● Offline council – rules, no AI, no key. To use real models, connect a provider and "
                    "choose another team."
                ),
            ),
            (tr("2  Ask a question"), tr("Your own, or the sample. Nothing is sent before you press Start.")),
            (tr("3  Review each round"), tr("Read what changed and why. Approve, or reject with feedback.")),
        )
        self.ask = button(tr("Ask a question"), primary=True)
        self.sample = button(tr("Try the sample question"))
        self.connect_models = button(
            tr("Connect models…"), tip=tr("Enter a key, or look for models on this machine")
        )
        holder = boxed(
            in_column(
                label(promise, bold=True, scale=1.5, wrap=True),
                *(_card(title, text) for title, text in steps),
                in_row(self.connect_models, SPACE, self.sample, self.ask),
                spacing=14,
                margins=_AROUND,
            )
        )
        holder.setMaximumWidth(700)
        layout = in_column(SPACE, in_row(SPACE, (holder, 6), SPACE), SPACE, margins=_AROUND)
        # A little above the middle.
        layout.setStretch(2, 2)
        self.setLayout(layout)


def _card(title: str, text: str) -> QFrame:
    card = QFrame()
    card.setObjectName("card")
    words = label(title, bold=True), label(text, wrap=True, muted=True)
    card.setLayout(in_column(*words, margins=(14, 10, 14, 10)))
    return card

"""The empty state."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.ui.kit.texts import button, label, tr


class FirstRun(QWidget):
    """What a newcomer sees: three steps and one filled button."""

    asked = Signal()
    sample_asked = Signal()
    connect_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        column = QVBoxLayout()
        column.setSpacing(14)
        promise = tr("Ask several AI models. Watch them argue. You decide each round.")
        column.addWidget(label(promise, bold=True, scale=1.5, wrap=True))
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
        for title, text in steps:
            frame = QFrame()
            frame.setObjectName("card")
            inner = QVBoxLayout(frame)
            inner.setContentsMargins(14, 10, 14, 10)
            inner.addWidget(label(title, bold=True))
            inner.addWidget(label(text, wrap=True, muted=True))
            column.addWidget(frame)
        self.ask = button(tr("Ask a question"), primary=True)
        self.sample = button(tr("Try the sample question"))
        row = QHBoxLayout()
        self.connect_models = button(
            tr("Connect models…"), tip=tr("Enter a key, or look for models on this machine")
        )
        row.addWidget(self.connect_models)
        row.addStretch(1)
        row.addWidget(self.sample)
        row.addWidget(self.ask)
        column.addLayout(row)
        holder = QWidget()
        holder.setLayout(column)
        holder.setMaximumWidth(700)
        outer = QHBoxLayout()
        outer.addStretch(1)
        outer.addWidget(holder, 6)
        outer.addStretch(1)
        layout = QVBoxLayout(self)
        layout.addStretch(1)
        layout.addLayout(outer)
        layout.addStretch(2)
        self.ask.clicked.connect(self.asked)
        self.sample.clicked.connect(self.sample_asked)
        self.connect_models.clicked.connect(self.connect_asked)

"""Title with chip, and the strip of rounds."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from app.ui.bars import chip_text
from app.ui.texts import label, shown, tr
from app.ui.view import SessionView


class Header(QWidget):
    """What the session is about and what is happening."""

    def __init__(self) -> None:
        super().__init__()
        self.title = label("", bold=True, scale=1.35, wrap=True)
        self.title.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.chip = label("")
        self.chip.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.title, 1)
        layout.addWidget(self.chip)

    def refresh(self, view: SessionView, state: str) -> None:
        """Show title and chip."""
        self.title.setText(shown(view.position.title, 140))
        self.title.setToolTip("")
        self.chip.setText(chip_text(view, state))


class RoundStrip(QWidget):
    """One box per round: done, under review, to come."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Rounds"))
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(6)
        self._boxes: list[tuple[QFrame, QLabel, QLabel]] = []

    def refresh(self, view: SessionView, state: str) -> None:
        """Show the rounds there are and those that may follow."""
        most = max(view.most_rounds, 1)
        while len(self._boxes) < most:
            self._add()
        for number, (box, title, status) in enumerate(self._boxes, 1):
            box.setVisible(number <= most)
            title.setText(tr("Round {n}", n=number))
            status.setText(_status(view, number, state))
            current = number == max(view.position.round, 1) and state != "finished"
            box.setProperty("current", current)
            box.style().unpolish(box)
            box.style().polish(box)
        told = [f"{title.text()} {status.text()}" for box, title, status in self._boxes if not box.isHidden()]
        self.setAccessibleDescription("; ".join(told))

    def _add(self) -> None:
        box = QFrame()
        box.setObjectName("round")
        title, status = label("", bold=True), label("", scale=0.92)
        for widget in (title, status):
            widget.setAlignment(Qt.AlignmentFlag.AlignCenter)
            widget.setMinimumWidth(10)
            widget.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        column = QVBoxLayout(box)
        column.setContentsMargins(6, 4, 6, 4)
        column.setSpacing(0)
        column.addWidget(title)
        column.addWidget(status)
        self._layout.addWidget(box, 1)
        self._boxes.append((box, title, status))


def _status(view: SessionView, number: int, state: str) -> str:
    row = view.rounds.get(number)
    if row is None:
        return tr("○ not needed") if state == "finished" else tr("○ not started")
    figure = f" · {row.figure.value:g} %" if row.figure and row.figure.value is not None else ""
    if row.accepted:
        return tr("✓ approved") + figure
    gate = view.gate_fact()
    if number == view.position.round and state == "waiting" and gate is not None:
        if gate.kind == "approval":
            return tr("◆ review now") + figure
        return tr("✕ needs attention") if gate.kind == "failure" else tr("◆ waiting for you")
    if number == view.position.round:
        word = {
            "running": tr("● running"),
            "finished": tr("✓ done"),
            "failed": tr("✕ failed"),
            "paused": tr("■ paused"),
            "interrupted": tr("■ interrupted"),
        }.get(state, tr("■ stopped"))
        return word + (tr(", attempt {n}", n=row.attempts) if row.attempts > 1 else "") + figure
    return tr("✕ rejected") if row.accepted is False else tr("✓ done") + figure

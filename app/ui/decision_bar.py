"""The bar below the tabs: what is asked, and the buttons that answer it."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget

from app.ui.bars import Bar
from app.ui.texts import button, label, tr

GUARD_MILLISECONDS = 600
"""How long a new decision's buttons stay disabled: a click meant for something else spends nothing."""
_STACK_BELOW = 760


class DecisionBar(QFrame):
    """Shows one Bar."""

    chosen = Signal(str)
    """What the pressed button does."""
    guard_over = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("bar")
        self._bar: Bar | None = None
        self._buttons: dict[str, QPushButton] = {}
        self.title = label("", bold=True, wrap=True)
        self.details = label("", wrap=True)
        self.problem = label("", wrap=True)
        self.problem.setProperty("bad", True)
        self.problem.hide()
        self.progress = QProgressBar()
        self.progress.setRange(0, 0)
        self.progress.setTextVisible(False)
        self.progress.setFixedHeight(6)
        self.progress.setAccessibleName(tr("The session is running"))
        words = QVBoxLayout()
        words.setSpacing(2)
        for widget in (self.title, self.details, self.problem, self.progress):
            words.addWidget(widget)
        holder = QWidget()
        self._row = QHBoxLayout(holder)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addStretch(1)
        self._layout = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._layout.setContentsMargins(12, 10, 12, 10)
        self._layout.addLayout(words, 1)
        self._layout.addWidget(holder)
        self._guard = QTimer(self)
        self._guard.setSingleShot(True)
        self._guard.setInterval(GUARD_MILLISECONDS)
        self._guard.timeout.connect(self._on_guard_over)

    @property
    def guarded(self) -> bool:
        """Tell whether the buttons are still held back."""
        return self._guard.isActive()

    def offers(self, does: str) -> bool:
        """Tell whether a button that does this can be pressed now."""
        return does in self._buttons and self._buttons[does].isEnabled()

    def show_bar(self, bar: Bar) -> None:
        """Show a bar; the guard starts anew only where another decision is asked for."""
        if bar == self._bar:
            return
        fresh = self._bar is None or self._bar.identity != bar.identity
        same_buttons = self._bar is not None and self._bar.buttons == bar.buttons and not fresh
        self._bar = bar
        self.title.setText(bar.title)
        self.details.setText("\n".join(bar.details))
        self.details.setVisible(bool(bar.details))
        self.progress.setVisible(bar.busy)
        self.setProperty("tone", bar.tone)
        self.style().unpolish(self)
        self.style().polish(self)
        if not same_buttons:
            self._rebuild(bar)
        if fresh:
            self.show_problem("")
            if bar.buttons:
                self._guard.start()
                QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, bar.title))
        self._enable()

    def _rebuild(self, bar: Bar) -> None:
        for made in self._buttons.values():
            self._row.removeWidget(made)
            made.hide()
            made.deleteLater()
        self._buttons = {}
        for entry in bar.buttons:
            made = button(entry.label, primary=entry.primary)
            made.clicked.connect(lambda _=False, does=entry.does: self.chosen.emit(does))
            self._row.addWidget(made)
            self._buttons[entry.does] = made

    def _on_guard_over(self) -> None:
        self._enable()
        self.guard_over.emit()

    def _enable(self) -> None:
        for made in self._buttons.values():
            made.setEnabled(not self._guard.isActive() and not self._busy)

    _busy = False

    def set_busy(self, busy: bool) -> None:
        """Hold the buttons while an answer is on its way."""
        self._busy = busy
        self._enable()

    def show_problem(self, text: str) -> None:
        """Say why the last press did nothing."""
        self.problem.setText(text)
        self.problem.setVisible(bool(text))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the buttons under the words where it is narrow."""
        super().resizeEvent(event)
        narrow = event.size().width() < _STACK_BELOW
        way = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        if self._layout.direction() != way:
            self._layout.setDirection(way)

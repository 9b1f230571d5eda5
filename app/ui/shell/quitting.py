"""Closing while something runs: asked once."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.ui.kit.dialog import Dialog
from app.ui.kit.texts import button, label, tr


class QuitDialog(Dialog):
    """Stop and quit, keep running in the tray where there is one, or cancel."""

    stop_wanted = Signal()
    tray_wanted = Signal()

    def __init__(self, parent: QWidget | None, tray: bool) -> None:
        main = tr("Keep running in tray") if tray else tr("Stop and quit")
        super().__init__(parent, tr("Quit while a session is running?"), main)
        words = tr(
            "A session is running. Stopping keeps everything that has arrived; you can resume it later."
        )
        self.text = label(words, wrap=True)
        self.text.setMinimumWidth(380)
        self.body.addWidget(self.text)
        if tray:
            stop = button(tr("Stop and quit"))
            stop.clicked.connect(self._on_stop_clicked)
            self.add_button(stop)
            self.main.clicked.connect(self._on_tray_clicked)
        else:
            self.main.clicked.connect(self._on_stop_clicked)

    def _on_stop_clicked(self) -> None:
        self.accept()
        self.stop_wanted.emit()

    def _on_tray_clicked(self) -> None:
        self.accept()
        self.tray_wanted.emit()

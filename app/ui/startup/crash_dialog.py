"""Offers the report of an earlier run that went wrong."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from app.ui.kit.dialog import Dialog
from app.ui.kit.texts import button, label, tr
from app.ui.startup.crash_reports import CrashReports


class CrashReportDialog(Dialog):
    """What went wrong, to copy or to delete; it is sent nowhere."""

    def __init__(self, parent: QWidget | None, reports: CrashReports, path: Path) -> None:
        super().__init__(parent, tr("Something went wrong last time"), tr("Keep the report"), tr("Delete it"))
        said = tr(
            "Nothing finished was lost. A report was written on this computer and sent nowhere: "
            "{file}. Add it when you tell somebody about the problem.",
            file=path,
        )
        text = label(said, wrap=True)
        text.setMinimumWidth(560)
        self.report = QPlainTextEdit(path.read_text(encoding="utf-8", errors="replace"))
        self.report.setReadOnly(True)
        self.report.setAccessibleName(tr("Report"))
        self.report.setMinimumHeight(220)
        self.body.addWidget(text)
        self.body.addWidget(self.report, 1)
        copy = button(tr("Copy"))
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.report.toPlainText()))
        self.add_button(copy)
        self.main.clicked.connect(self._on_keep_clicked)
        self.cancel.clicked.disconnect()
        self.cancel.clicked.connect(self._on_delete_clicked)
        self._reports, self._path = reports, path

    def _on_keep_clicked(self) -> None:
        self._reports.keep(self._path)
        self.accept()

    def _on_delete_clicked(self) -> None:
        self._reports.delete(self._path)
        self.reject()

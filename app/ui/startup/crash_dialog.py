"""Offers the report of an earlier run that went wrong."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from app.ui.kit.dialog import Dialog
from app.ui.kit.texts import PlainView, button, label, tr
from app.ui.startup.crash_reports import CrashReports


class CrashReportDialog(Dialog):
    """What went wrong, to copy or to delete; it is sent nowhere. Closed by Esc it is offered again."""

    def __init__(self, parent: QWidget | None, reports: CrashReports, path: Path) -> None:
        super().__init__(parent, tr("Something went wrong last time"), tr("Keep the report"), tr("Delete it"))
        explained = tr(
            "Nothing finished was lost. A report was written on this computer and sent nowhere: "
            "{file}. Add it when you tell somebody about the problem.",
            file=path,
        )
        text = label(explained, wrap=True)
        text.setMinimumWidth(560)
        self.report = PlainView(tr("Report"))
        self.report.show_text(path.read_text(encoding="utf-8", errors="replace"))
        self.report.setMinimumHeight(220)
        self.body.addWidget(text)
        self.body.addWidget(self.report, 1)
        copy = button(tr("Copy"))
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.report.toPlainText()))
        self.add_button(copy)
        self.main.clicked.connect(lambda: reports.keep(path))
        self.main.clicked.connect(self.accept)
        self.cancel.clicked.connect(lambda: reports.delete(path))

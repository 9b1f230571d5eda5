"""What an export holds, seen before it is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QFont, QGuiApplication
from PySide6.QtWidgets import QWidget

from app.domain.i18n import QT_TRANSLATE_NOOP
from app.domain.ids import SessionId
from app.engine.exporting import WorkflowExport
from app.ui.kit.controls import check_box, combo_box
from app.ui.kit.dialog import Dialog, editor
from app.ui.kit.layouts import SPACE, in_row
from app.ui.kit.preferences import Preferences
from app.ui.kit.tasks import Tasks
from app.ui.kit.texts import button, count, error_text, label, tr
from app.ui.kit.theme import CODE

if TYPE_CHECKING:
    from app.services.exporting import Exporting

FORMATS = {
    "md": QT_TRANSLATE_NOOP("ui", "Markdown – to read and to hand on"),
    "html": QT_TRANSLATE_NOOP("ui", "HTML – for a browser, one file"),
    "pdf": QT_TRANSLATE_NOOP("ui", "PDF – to print and to send"),
    "docx": QT_TRANSLATE_NOOP("ui", "Word – with comments and tracked changes"),
    "csv": QT_TRANSLATE_NOOP("ui", "CSV – figures for a spreadsheet"),
    "json": QT_TRANSLATE_NOOP("ui", "JSON – complete, can be imported again"),
    "jsonl": QT_TRANSLATE_NOOP("ui", "JSON lines – one record a line, for other tools"),
}
SHOWN = 20_000
"""How many characters of the file are shown."""


class ExportDialog(Dialog):
    """Format, what is left out, and the file as it will be. Accepted when it is to be written."""

    copied = Signal(str)

    size_at_100 = (820, 620)

    def __init__(
        self,
        parent: QWidget | None,
        exporting: Exporting,
        session: SessionId,
        preferences: Preferences,
        own: Sequence[WorkflowExport] = (),
    ) -> None:
        super().__init__(parent, tr("Export"), tr("Save as…"))
        self._exporting, self._session, self._preferences = exporting, session, preferences
        self._tasks = Tasks(self, self._on_failed)
        self._own = {form.name: form for form in own}
        """Forms that this session's workflow alone has."""
        self._content: bytes | Mapping[str, bytes] = b""
        self._text = ""
        formats = [(tr(FORMATS.get(name, name)), name) for name in exporting.formats()]
        formats += [(tr(form.title), form.name) for form in own]
        self.formats = combo_box(tr("Format"), formats, tip="")
        self.formats.setCurrentIndex(max(0, self.formats.findData(preferences.read("export/format"))))
        self.names = check_box(tr("Leave out names of models"))
        self.costs = check_box(tr("Leave out costs"))
        self.note = label("", wrap=True, muted=True)
        self.preview = editor(tr("Preview of the file"), lines=12)
        self.preview.setReadOnly(True)
        code = QFont(self.preview.font())
        code.setFamily(CODE)
        self.preview.setFont(code)
        self.copy = button(tr("Copy to the clipboard"))
        self.add_button(self.copy)
        title = label(tr("Format"))
        title.setBuddy(self.formats)
        self.body.addLayout(in_row(title, self.formats, SPACE))
        self.body.addLayout(in_row(self.names, self.costs, SPACE, spacing=20))
        self.body.addWidget(self.preview, 1)
        self.body.addWidget(self.note)
        self.formats.currentIndexChanged.connect(self._show)
        self.names.toggled.connect(self._show)
        self.costs.toggled.connect(self._show)
        self.copy.clicked.connect(self._on_copy)
        self.main.clicked.connect(self._on_main_clicked)
        self._show()

    def format(self) -> str:
        return str(self.formats.currentData())

    def content(self) -> bytes | Mapping[str, bytes]:
        """Return what is to be written: the bytes that were shown, or the files of a folder."""
        return self._content

    def suffix(self) -> str:
        """Return how the file's name ends, without the dot; empty for a folder."""
        form = self._own.get(self.format())
        return self.format() if form is None else form.suffix.removeprefix(".")

    def _show(self) -> None:
        readable = self.format() not in ("json", "jsonl") and self.format() not in self._own
        for box in (self.names, self.costs):
            box.setEnabled(readable)
            box.setToolTip("" if readable else tr("This format is always complete"))
        for answer in (self.main, self.copy):
            answer.setEnabled(False)
        # What is still read for another choice comes to nothing.
        self._tasks.cancel()
        self._tasks.start(self._read())

    async def _read(self) -> None:
        if self.suffix():
            content = await self._exporting.content(
                self._session,
                self.format(),
                redact_names=self.names.isEnabled() and self.names.isChecked(),
                redact_costs=self.costs.isEnabled() and self.costs.isChecked(),
            )
            self._content, self._text = content, content.decode(errors="replace")
            note = tr("{n} characters.", n=f"{len(self._text):,}")
            note += " " + tr("The beginning is shown.") if len(self._text) > SHOWN else ""
        else:
            files = self._content = await self._exporting.files(self._session, self.format())
            parts = (f"── {name}\n{content.decode(errors='replace')}" for name, content in files.items())
            self._text = "\n\n".join(parts)
            note = count(len(files), "{n} file in a new folder.", "{n} files in a new folder.")
        self.preview.setPlainText(self._text[:SHOWN])
        self.note.setText(note)
        self.show_problem("")
        self.main.setEnabled(bool(self.suffix() or self._content))
        self.copy.setEnabled(bool(self.suffix()))

    def _on_failed(self, error: BaseException) -> None:
        self.preview.clear()
        self.show_problem(error_text(error))

    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self._text)
        self.copied.emit(tr("Copied to the clipboard"))

    def _on_main_clicked(self) -> None:
        self._preferences.write("export/format", self.format())
        self.accept()

"""What an export holds, seen before it is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QWidget

from app.domain.i18n import QT_TRANSLATE_NOOP
from app.domain.ids import SessionId
from app.engine.exporting import WorkflowExport
from app.ui.kit.controls import check_box, combo_box
from app.ui.kit.dialog import Dialog, editor
from app.ui.kit.errors import error_text
from app.ui.kit.layouts import SPACE, in_row
from app.ui.kit.preferences import Preferences
from app.ui.kit.tasks import Tasks
from app.ui.kit.texts import button, count, label, tr

if TYPE_CHECKING:
    from app.services.exporting import Exporting

FORMATS = {
    "md": QT_TRANSLATE_NOOP("ui", "Markdown – to read and to hand on"),
    "json": QT_TRANSLATE_NOOP("ui", "JSON – complete, can be imported again"),
    "jsonl": QT_TRANSLATE_NOOP("ui", "JSON lines – one record a line, for other tools"),
}
SHOWN = 20_000
"""How many characters of the file are shown."""


class ExportDialog(Dialog):
    """Format, what is left out, and the file as it will be. Accepted when it is to be written."""

    copied = Signal(str)

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
        self._content = b""
        self._files: Mapping[str, bytes] | None = None
        self._asked = 0
        formats = [(tr(FORMATS.get(name, name)), name) for name in exporting.formats()]
        formats += [(tr(form.title), form.name) for form in own]
        self.formats = combo_box(tr("Format"), formats, tip="")
        self.formats.setCurrentIndex(max(0, self.formats.findData(preferences.read("export/format"))))
        self.names = check_box(tr("Leave out names of models"))
        self.costs = check_box(tr("Leave out costs"))
        self.note = label("", wrap=True, muted=True)
        self.preview = editor(tr("Preview of the file"), lines=12)
        self.preview.setReadOnly(True)
        self.preview.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.copy = button(tr("Copy to the clipboard"))
        self.add_button(self.copy)
        title = label(tr("Format"))
        title.setBuddy(self.formats)
        self.body.addLayout(in_row(title, self.formats, SPACE, self.names, self.costs))
        self.body.addWidget(self.preview, 1)
        self.body.addWidget(self.note)
        self.resize(820, 560)
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
        return self._content if self._files is None else self._files

    def suffix(self) -> str:
        """Return how the file's name ends, without the dot; empty for a folder."""
        form = self._own.get(self.format())
        return self.format() if form is None else form.suffix.removeprefix(".")

    def _show(self) -> None:
        readable = self.format() == "md"
        for box in (self.names, self.costs):
            box.setEnabled(readable)
            box.setToolTip("" if readable else tr("This format is always complete"))
        for made in (self.main, self.copy):
            made.setEnabled(False)
        self._asked += 1
        self._tasks.start(self._read(self._asked))

    async def _read(self, asked: int) -> None:
        if not self.suffix():
            files = await self._exporting.files(self._session, self.format())
            if asked == self._asked:
                self._show_files(files)
            return
        readable = self.format() == "md"
        content = await self._exporting.content(
            self._session,
            self.format(),
            redact_names=readable and self.names.isChecked(),
            redact_costs=readable and self.costs.isChecked(),
        )
        if asked != self._asked:
            return  # something else was chosen meanwhile
        self._content, self._files = content, None
        text = content.decode(errors="replace")
        self.preview.setPlainText(text[:SHOWN])
        size = tr("{n} characters.", n=f"{len(text):,}")
        self.note.setText(size if len(text) <= SHOWN else size + " " + tr("The beginning is shown."))
        self.show_problem("")
        for made in (self.main, self.copy):
            made.setEnabled(True)

    def _show_files(self, files: Mapping[str, bytes]) -> None:
        self._files = files
        parts = [f"── {name}\n{content.decode(errors='replace')}" for name, content in files.items()]
        self.preview.setPlainText("\n\n".join(parts)[:SHOWN])
        self.note.setText(count(len(files), "{n} file in a new folder.", "{n} files in a new folder."))
        self.show_problem("")
        self.main.setEnabled(bool(files))

    def _on_failed(self, error: BaseException) -> None:
        self.preview.clear()
        self.show_problem(error_text(error))

    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self._content.decode(errors="replace"))
        self.copied.emit(tr("Copied to the clipboard"))

    def _on_main_clicked(self) -> None:
        self._preferences.write("export/format", self.format())
        self.accept()

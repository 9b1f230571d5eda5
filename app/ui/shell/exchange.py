"""Sessions written to files, and taken in from files."""

# Late imports on purpose: dialogs are imported when first opened.

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog

from app.domain.errors import InputError
from app.domain.untrusted_files import is_there
from app.services.writing import file_stem
from app.ui.kit.dialog import Confirm, show_once
from app.ui.kit.files import export_folder, remember_export_folder
from app.ui.kit.texts import in_words_shown, tr

if TYPE_CHECKING:
    from app.domain.ids import SessionId
    from app.services.exporting import Content, ImportFound
    from app.ui.panels.summary import SummaryPanel
    from app.ui.shell.workspace import Workspace


class Exchange:
    """Asks for files and reads or writes them."""

    def __init__(self, window: Workspace) -> None:
        self._w = window

    def ask_how(self, session: SessionId) -> None:
        """Show what an export would hold; the person chooses the format and what stays out."""
        from app.ui.kit.export import ExportDialog

        w = self._w
        page = w.page_stack.shown
        own = page.plugin.exports if page is not None and page.plugin is not None else ()
        title = page.view.fold.session.title if page is not None and page.view is not None else session
        dialog = ExportDialog(w, w.core.exporting, [(session, title)], w.preferences, own)
        dialog.accepted.connect(
            lambda: self.ask_where(session, dialog.format(), dialog.suffix(), dialog.content())
        )
        dialog.copied.connect(w.tell)
        dialog.show_once()

    def ask_page(self) -> None:
        """Make a file of the page that is handed on, and ask where to write it."""
        from app.ui.panels.summary import SummaryPanel

        page = self._w.page
        panel = page.tabs.show_kind("summary")
        if page.view is not None and isinstance(panel, SummaryPanel):
            self._w.run(self._ask_page(page.view.session_id, panel))

    async def _ask_page(self, session: SessionId, panel: SummaryPanel) -> None:
        with in_words_shown():
            content = await self._w.core.exporting.page(session, "pdf", await panel.page_text())
        self.ask_where(session, "pdf", "pdf", content)

    def ask_where(self, session: SessionId, format: str, suffix: str, content: Content | None = None) -> None:
        """Ask where to write a session: whole, or what an export of it was found to hold."""
        w = self._w
        stem = file_stem(w.page_stack.view.fold.session.title if w.page_stack.view else session)
        title = tr("Export") if suffix else tr("Export to a new folder")
        filter = f"*.{suffix}" if suffix else ""
        dialog = QFileDialog(w, title, str(export_folder(w.preferences)), filter)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)
        dialog.setDefaultSuffix(suffix)
        dialog.selectFile(f"{stem}.{suffix}" if suffix else f"{stem} {format}")
        dialog.fileSelected.connect(lambda path: self._on_export_named(session, format, Path(path), content))
        show_once(dialog)

    def _on_export_named(self, session: SessionId, format: str, path: Path, content: Content | None) -> None:
        remember_export_folder(self._w.preferences, path.parent)
        if not is_there(path) or not isinstance(content, bytes | None):
            # A folder that is there is refused: nobody could tell what of it would go.
            self._w.run(self._export(session, format, path, content))
            return
        words = tr("There is a file {name} already. Replacing it cannot be undone.", name=path.name)
        dialog = Confirm(self._w, tr("Replace the file?"), words, tr("Replace"))
        dialog.accepted.connect(lambda: self._w.run(self._export(session, format, path, content)))
        dialog.show_once()

    async def _export(self, session: SessionId, format: str, path: Path, content: Content | None) -> None:
        exporting = self._w.core.exporting
        if content is None:
            with in_words_shown():
                await exporting.export(session, format, path)
        else:
            await exporting.write(content, path)
        self._w.tell(tr("Exported to {path}", path=path), path)

    def show_file(self, path: str) -> None:
        """Show the session whose file the person opened on the desktop."""
        self._w.run(self._show_file(Path(path)))

    async def _show_file(self, path: Path) -> None:
        self._w.open_session(await self._w.core.admin.of_file(path))

    def ask_import(self) -> None:
        w = self._w
        name = tr("Sessions and edited documents") + " (*.json *.docx)"
        dialog = QFileDialog(w, tr("Import"), str(export_folder(w.preferences)), name)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda path: w.run(self.look_into(Path(path))))
        show_once(dialog)

    async def take_dropped(self, paths: Sequence[Path]) -> None:
        """Take what was exported here in again, where that was dropped on the window; else ask about it."""
        if len(paths) == 1 and paths[0].suffix.lower() in (".json", ".docx"):
            try:
                await self.look_into(paths[0], sure=False)
                return
            except InputError:
                # Something else of that kind: a question can be asked about it.
                pass
        self._w.session_forms.ask_about(paths)

    async def look_into(self, path: Path, *, sure: bool = True) -> None:
        """Show what a file holds, and take it in where it is wanted; what is here already is shown.

        `sure`: a document is one that was sent from here, though it may not say of which session.
        """
        from app.ui.shell.importing import ImportDialog

        w = self._w
        if path.suffix.lower() == ".docx":
            from app.ui.shell.returning import take_document_in

            await take_document_in(w, path, sure=sure)
            return
        found = await w.core.exporting.look_into(path)
        if found.known == "same":
            w.open_session(found.session)
            w.tell(tr("{file} holds what is here already: nothing was imported.", file=path.name))
            return
        dialog = ImportDialog(w, found)
        dialog.accepted.connect(lambda: w.run(self._take_in(found)))
        dialog.show_once()

    async def _take_in(self, found: ImportFound) -> None:
        w = self._w
        as_copy = found.known == "differs"
        # What was looked at is taken in, whatever has become of the file since.
        session = await w.core.exporting.import_content(found.content, found.name, as_copy=as_copy)
        w.refresh_rows()
        w.open_session(session)
        w.tell(tr("Imported from {path}", path=found.name))

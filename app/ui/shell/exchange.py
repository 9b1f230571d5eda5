"""Sessions written to files and taken in from files; documents that somebody worked on come back.

What a file holds is shown before any of it is taken in.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QGridLayout, QWidget

from app.domain.errors import InputError
from app.domain.untrusted_files import is_there
from app.services.returning import as_feedback
from app.services.returning_words import told
from app.services.writing import file_stem
from app.ui.kit.dialog import Confirm, Dialog, show_once
from app.ui.kit.files import export_folder, remember_export_folder
from app.ui.kit.layouts import boxed, in_column, nest, scrolled
from app.ui.kit.texts import in_words_shown, label, single_line, tr

if TYPE_CHECKING:
    from app.domain.ids import SessionId
    from app.services.exporting import Content, ImportFound
    from app.services.returning import ReturnedFile
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
        """Show a session's file, take in an export or a batch's table; ask about what else was dropped."""
        from app.ui.batches.page import BatchPage  # late: only files dropped on one want it

        over = self._w.over
        if isinstance(over, BatchPage) and over.takes(paths):
            over.form.choose(over.form.table_file, str(paths[0]))
            return
        if len(paths) == 1 and paths[0].suffix == ".roundtable":
            await self._show_file(paths[0])
            return
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
        w = self._w
        if path.suffix.lower() == ".docx":
            await _take_document_in(w, path, sure=sure)
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


_WIDE = 460
_QUESTION = 400
"""Characters of what the session is about."""
_LINES, _LINE = 8, 60
"""Lines of one row, and characters of one."""


class ImportDialog(Dialog):
    """A session as it lies in a file. Accepted where it is to be taken in."""

    def __init__(self, parent: QWidget | None, found: ImportFound) -> None:
        differs = found.known == "differs"
        main = tr("Import as a copy") if differs else tr("Import")
        super().__init__(parent, tr("Import as a copy?") if differs else tr("Import this session?"), main)
        self.found = found
        title = label(single_line(found.report.title, 200), bold=True, wrap=True)
        title.setMinimumWidth(_WIDE)
        self.body.addWidget(title)
        question = " ".join(found.report.question.split())
        if question and question != " ".join(found.report.title.split()):
            self.body.addWidget(label(single_line(question, _QUESTION), wrap=True, muted=True))
        rows = QGridLayout()
        rows.setHorizontalSpacing(16)
        rows.setVerticalSpacing(4)
        rows.setColumnStretch(1, 1)
        with in_words_shown():
            known = list(found.reading())
        for at, (name, lines) in enumerate(known):
            rows.addWidget(label(tr(name), muted=True), at, 0, Qt.AlignmentFlag.AlignTop)
            more = [tr("and {n} more", n=len(lines) - _LINES)] if len(lines) > _LINES else []
            told = [single_line(line, _LINE) for line in lines[:_LINES]] + more
            rows.addWidget(label("\n".join(told)), at, 1)
        nest(self.body, rows)
        if differs:
            words = tr("{file} holds another version of a session that is here already.", file=found.name)
            words += " " + tr("Imported as a copy, it is a session of its own and both are kept.")
        else:
            words = tr("It is only read: no model is asked and no folder is opened until you go on with it.")
        self.note = label(words, wrap=True)
        self.body.addWidget(self.note)
        self.main.clicked.connect(self.accept)


_LOOKS, _LOOK_SECONDS = 100, 0.05
"""How often and how far apart it is looked whether a session is in sight that was opened."""
_SENTENCES = 100
"""Sentences that are shown of one text."""


class ReturningDialog(Dialog):
    """What a document brings, text by text. Accepted when it is to be taken in."""

    size_at_100 = (720, 560)

    def __init__(self, parent: QWidget | None, name: str, found: ReturnedFile) -> None:
        super().__init__(parent, tr("Take in an edited document"), tr("Take in"))
        head = tr("{file} belongs to “{title}”.", file=name, title=single_line(found.title, 120))
        self.body.addWidget(label(head, wrap=True))
        self.lines: list[str] = []
        parts: list[QWidget] = []
        for part in told(found):
            lines = [tr(line) for line in part.lines]
            rows = [label(line, wrap=True, muted=part.title is None) for line in lines[:_SENTENCES]]
            if part.title is not None:
                rows.insert(0, label(tr(part.title), bold=True, wrap=True))
            if len(lines) > _SENTENCES:
                rows.append(label(tr("… and {n} more", n=len(lines) - _SENTENCES), muted=True))
            self.lines += lines
            parts.append(boxed(in_column(*rows, spacing=4)))
        whole = boxed(in_column(*parts, spacing=14, margins=(0, 4, 12, 4)))
        whole.layout().setAlignment(Qt.AlignmentFlag.AlignTop)  # type: ignore[union-attr]  # it has one
        self.sheet = scrolled(whole)
        self.sheet.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.sheet.setAccessibleName(tr("What the document brings"))
        self.body.addWidget(self.sheet, 1)
        self.main.setEnabled(found.brings)
        if found.brings:
            self.main.setFocus()
        self.main.clicked.connect(self.accept)


async def _take_document_in(window: Workspace, path: Path, *, sure: bool = True) -> None:
    """Read a document, show what it brings, and take that in when the person says so.

    `sure`: one that does not say of which session it is, is taken for that of the session in sight.
    """
    returning = window.core.returning
    try:
        found = await returning.read(path)
    except InputError:
        session = window.page_stack.view.session_id if window.page_stack.view else None
        if session is None or not sure:
            raise
        found = await returning.read(path, session)
    dialog = ReturningDialog(window, path.name, found)
    if not await dialog.accepted_by_person():
        return
    await returning.take_in(found)
    window.refresh_rows()
    window.open_session(found.session)
    if found.answer is not None:
        await window.core.review.answer(found.session, found.gate, found.verb, found.answer)
    window.tell(tr("Taken in from {file}", file=path.name))
    await _take_up(window, found)


async def _take_up(window: Workspace, found: ReturnedFile) -> None:
    """Let what was taken in count in the session's draft, once it is in sight.

    Comments that nobody is given are put into the line for words, where nothing is typed there.
    """
    for _ in range(_LOOKS):
        page = window.page_stack.shown
        if page is not None and page.session == found.session:
            break
        await asyncio.sleep(_LOOK_SECONDS)
    else:
        return
    store = page.draft_store
    # What was chosen for these texts and not sent yet would count in place of the editor's.
    store.forget_texts({text.text.seat for text in found.texts if text.to})
    if found.new_comments and not found.marks and not store.draft.guidance.strip():
        store.type(guidance=as_feedback(found.new_comments))

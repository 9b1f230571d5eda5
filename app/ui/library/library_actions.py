"""What can be done with the sessions chosen in the library: compare, export, archive, delete and undo."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from app.domain.errors import RoundtableError
from app.engine.exporting import ExportChoice
from app.engine.folders import STAYS
from app.engine.session_rows import SessionRow
from app.services.core import Core
from app.services.writing import file_stem, free_path
from app.ui.kit.dialog import title_dialog
from app.ui.kit.files import ask_folder, export_folder, remember_export_folder
from app.ui.kit.layouts import in_row
from app.ui.kit.preferences import Preferences
from app.ui.kit.tasks import Tasks
from app.ui.kit.texts import button, count, error_text, in_words_shown, label, single_line, tr
from app.ui.view.reading import read_view

UNDO_SECONDS = 30
Work = Callable[[SessionRow], Coroutine[Any, Any, object]]
"""What is done with one session."""


class UndoLine(QWidget):
    """What was done last, and a button that takes it back while there is time."""

    def __init__(self) -> None:
        super().__init__()
        self.words = label("", wrap=True)
        self.undo = button(tr("Undo"))
        self._left = 0
        self._timer = QTimer(self)
        self._timer.setInterval(1000)
        self._timer.timeout.connect(lambda: self._count_down(self._left - 1))
        self.setLayout(in_row((self.words, 1), self.undo))
        self.hide()

    def show_done(self, words: str, *, can_undo: bool) -> None:
        """Say what was done; it can be undone for half a minute."""
        self.words.setText(words)
        self._timer.start()
        self._count_down(UNDO_SECONDS if can_undo else 0)
        self.show()

    def _count_down(self, left: int) -> None:
        self._left = left
        self.undo.setText(tr("Undo ({n} s)", n=left))
        self.undo.setVisible(left > 0)
        if left <= 0:
            self._timer.stop()


class LibraryActions(QObject):
    """Does it, and remembers how to take the last of it back."""

    done = Signal(str, bool)
    """(what was done, whether it can be undone)"""
    failed = Signal(str)
    changed = Signal()
    undone = Signal(object)
    """The sessions with which the last was taken back."""
    gone = Signal(str)
    """A session that is not there any more."""

    def __init__(self, owner: QWidget, core: Core, preferences: Preferences, tasks: Tasks) -> None:
        """`tasks`: what runs what is done once it was asked how."""
        super().__init__(owner)
        self._owner, self._core, self._preferences, self._tasks = owner, core, preferences, tasks
        self._undo: Work | None = None
        self._rows: tuple[SessionRow, ...] = ()
        """What the last was done with."""

    async def compare(self, rows: Sequence[SessionRow]) -> None:
        """Show the final answers of sessions beside each other, of one that has none its newest texts."""
        from app.ui.panels.compare import Comparable, CompareDialog, texts_of  # late: rarely needed

        texts: list[Comparable] = []
        against = 0
        for row in rows:
            view, _ = await read_view(self._core, row.session)
            # What the first session says stands against the next one that says anything, not against itself.
            begins = len(texts)
            final, title = view.final(), single_line(row.title, 50)
            if final is not None:
                texts.append(Comparable(title, view.final_text()))
            else:
                newest = {text.group: text for text in texts_of(view)}
                texts += [Comparable(f"{title}: {text.name}", text.text) for text in newest.values()]
            if not against and len(texts) > begins:
                against = begins
        if len(texts) < 2:
            self.failed.emit(tr("There are no two texts to compare yet. Choose sessions that have answers."))
            return
        CompareDialog(self._owner, texts, tr("Compare final answers"), against).show_once()

    def export(self, rows: Sequence[SessionRow], format: str) -> None:
        """Ask what files hold and for a folder; each session goes to a file that was not there before."""
        from app.ui.kit.export import ExportDialog  # late: rarely needed

        sessions = [(row.session, row.title) for row in rows]
        exporting = self._core.exporting
        dialog = ExportDialog(self._owner, exporting, sessions, self._preferences, format=format)
        dialog.copied.connect(lambda words: self.done.emit(words, False))
        dialog.accepted.connect(lambda: self._ask_folder(rows, dialog.format(), dialog.choice()))
        dialog.show_once()

    def _ask_folder(self, rows: Sequence[SessionRow], format: str, choice: ExportChoice) -> None:
        title = count(len(rows), "Folder for {n} session", "Folder for {n} sessions")
        ask_folder(
            self._owner,
            title,
            export_folder(self._preferences),
            lambda path: self._tasks.start(self._export(rows, format, choice, Path(path))),
        )

    async def _export(
        self, rows: Sequence[SessionRow], format: str, choice: ExportChoice, folder: Path
    ) -> None:
        remember_export_folder(self._preferences, folder)
        write = self._core.exporting.export
        suffix = self._core.exporting.suffix(format).removeprefix(".")
        with in_words_shown():
            done, problem = await self._each(
                rows,
                lambda row: write(
                    row.session, format, free_path(folder, file_stem(row.title), suffix), choice
                ),
                through=True,
            )
        if done:
            words = count(len(done), "{n} session exported", "{n} sessions exported")
            self.done.emit(tr("{what} to {path}", what=words, path=folder), False)
        self._tell(problem)

    async def archive(self, rows: Sequence[SessionRow], away: bool) -> None:
        archive = self._core.admin.archive
        done, problem = await self._each(rows, lambda row: archive(row.session, away))
        if away:
            words = count(len(done), "{n} session archived", "{n} sessions archived")
        else:
            words = count(len(done), "{n} session taken out", "{n} sessions taken out")
        self._did(done, words, lambda row: archive(row.session, not away), problem)

    def rename(self, row: SessionRow) -> None:
        """Ask for another title, and give it to a session."""
        dialog = title_dialog(self._owner, row.title)
        dialog.named.connect(lambda title: self._tasks.start(self._rename(row, title)))
        dialog.show_once()

    async def _rename(self, row: SessionRow, title: str) -> None:
        rename = self._core.admin.rename
        done, problem = await self._each([row], lambda row: rename(row.session, title))
        words = tr("Renamed to “{title}”", title=single_line(title, 60))
        self._did(done, words, lambda row: rename(row.session, row.title), problem)

    async def delete(self, rows: Sequence[SessionRow]) -> None:
        done, problem = await self._each(rows, self._delete)
        words = count(len(done), "{n} session moved to the trash", "{n} sessions moved to the trash")
        restore = self._core.admin.restore
        self._did(done, words + self._of_folders(done), lambda row: restore(row.session), problem)

    def _of_folders(self, rows: Sequence[SessionRow]) -> str:
        """Return that the folders stay in which these sessions work, nothing where they work in none."""
        plugins = self._core.plugins
        over = [row for row in rows if row.workflow in plugins and plugins[row.workflow].ports]
        return f". {tr(STAYS[len(over) > 1])}" if over else ""

    async def _delete(self, row: SessionRow) -> None:
        await self._core.admin.delete(row.session)
        self.gone.emit(row.session)

    async def undo(self) -> None:
        undo, self._undo = self._undo, None
        rows, self._rows = self._rows, ()
        if undo is not None:
            back, problem = await self._each(rows, undo)
            if back:
                self.undone.emit([row.session for row in back])
                self.done.emit(tr("Taken back."), False)
                self.changed.emit()
            self._tell(problem)

    def _did(self, rows: Sequence[SessionRow], words: str, undo: Work, problem: str) -> None:
        if rows:
            self._undo, self._rows = undo, tuple(rows)
            self.done.emit(words, True)
            self.changed.emit()
        self._tell(problem)

    def _tell(self, problem: str) -> None:
        """Say what went wrong, where something did: last, for what was done takes it from the page."""
        if problem:
            self.failed.emit(problem)

    async def _each(
        self, rows: Sequence[SessionRow], work: Work, *, through: bool = False
    ) -> tuple[list[SessionRow], str]:
        """Do something with one session after the other; return those done, and what went wrong.

        The first that fails ends it: it is said which one it was, and after how many others. `through`: it
        ends nothing, and it is said how many more failed.
        """
        done: list[SessionRow] = []
        problem, more = "", 0
        for row in rows:
            try:
                await work(row)
            except RoundtableError as error:
                more += bool(problem)
                problem = problem or f"{single_line(row.title, 80)}: {error_text(error)}"
                if not through:
                    break
                continue
            done.append(row)
        if more:
            problem += " " + count(more, "{n} more has failed.", "{n} more have failed.")
        elif problem and done and not through:
            problem += " " + count(len(done), "{n} other was done before.", "{n} others were done before.")
        return done, problem

"""An export: which parts and what stays out are chosen, and what it holds is seen before it is written."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QSignalBlocker, Signal
from PySide6.QtGui import QFont, QGuiApplication
from PySide6.QtWidgets import QRadioButton, QStackedWidget, QWidget

from app.domain.i18n import QT_TRANSLATE_NOOP
from app.domain.ids import SessionId
from app.engine.exporting import (
    ANSWER_ALONE,
    COMPLETE,
    CONTENTS,
    ExportChoice,
    LeftOut,
    ReportPreview,
    WorkflowExport,
)
from app.ui.kit.controls import check_box, combo_box
from app.ui.kit.dialog import Dialog, editor
from app.ui.kit.layouts import SPACE, in_column, in_row, nest, scrolled
from app.ui.kit.preferences import Preferences
from app.ui.kit.tasks import Tasks
from app.ui.kit.text.safe_view import SafeTextView
from app.ui.kit.texts import button, count, error_text, in_words_shown, label, rename, single_line, tr
from app.ui.kit.theme import CODE

if TYPE_CHECKING:
    from app.engine.exporting import ExportChoice
    from app.services.exporting import Exporting


PARTS = {
    "summary": QT_TRANSLATE_NOOP("ui", "Summary"),
    "answer": QT_TRANSLATE_NOOP("ui", "The answer"),
    "question": QT_TRANSLATE_NOOP("ui", "The question"),
    "documents": QT_TRANSLATE_NOOP("ui", "How it came about"),
    "texts": QT_TRANSLATE_NOOP("ui", "Texts, step by step"),
    "critiques": QT_TRANSLATE_NOOP("ui", "Critiques"),
    "outcome": QT_TRANSLATE_NOOP("ui", "Figures and decisions"),
    "ending": QT_TRANSLATE_NOOP("ui", "How it was decided"),
    "costs": QT_TRANSLATE_NOOP("ui", "Who took part, and costs"),
}
_NAMED_BY_SESSION = ("question", "documents")
"""Parts that each workflow calls by a name of its own."""
LONGEST = 34
"""Characters of a part's name."""


class ExportParts(QWidget):
    """Ticks and choices, remembered for the next export."""

    changed = Signal()

    def __init__(self, preferences: Preferences) -> None:
        super().__init__()
        self._preferences = preferences
        self._offered: Mapping[str, Sequence[str]] = {}
        self.whole = _radio(tr("Whole report"))
        self.alone = _radio(tr("Final answer only"))
        self.ticks = {name: check_box(tr(words), on=True) for name, words in PARTS.items()}
        self.names = check_box(tr("Names of models"), name=tr("Leave out names of models"))
        self.costs = check_box(tr("Costs"), name=tr("Leave out costs"))
        self._parts = label(tr("What goes in"), muted=True)
        self._left_out = label(tr("What stays out"), muted=True)
        for heading in (self._parts, self._left_out):
            heading.setContentsMargins(0, 8, 0, 0)
        self.setLayout(
            in_column(
                self.whole,
                self.alone,
                self._parts,
                *self.ticks.values(),
                self._left_out,
                self.names,
                self.costs,
                SPACE,
                spacing=6,
            )
        )
        self._read()
        for box in (self.whole, *self.ticks.values(), self.names, self.costs):
            box.toggled.connect(self._on_toggled)

    def offer(self, leaves_out: frozenset[LeftOut], offered: Mapping[str, Sequence[str]] | None) -> None:
        """Offer what a format can leave out, and the parts that a session has; None: not known yet."""
        if offered is not None:
            self._offered = offered
        parts = "contents" in leaves_out
        for name, tick in self.ticks.items():
            tick.setVisible(parts and name in self._offered)
            tick.setEnabled(self.whole.isChecked())
            titles = self._offered.get(name, ())
            if name in _NAMED_BY_SESSION and titles:
                rename(tick, single_line(titles[0], LONGEST))
        answered = "answer" in self._offered
        self._parts.setVisible(parts)
        self.whole.setVisible(parts)
        self.alone.setVisible(parts)
        self.alone.setEnabled(answered)
        self.alone.setToolTip("" if answered else tr("There is no final answer yet"))
        if self._offered and not answered and self.alone.isChecked():
            with QSignalBlocker(self.whole):
                self.whole.setChecked(True)
            for tick in self.ticks.values():
                tick.setEnabled(True)
        complete = tr("This format is always complete")
        for box, name in ((self.names, "names"), (self.costs, "costs")):
            box.setEnabled(name in leaves_out)
            box.setToolTip("" if name in leaves_out else complete)

    def choice(self, leaves_out: frozenset[LeftOut]) -> ExportChoice:
        """Return what is chosen, of what a format can leave out."""
        contents: frozenset[str] | None = None
        if "contents" in leaves_out and self.alone.isChecked():
            contents = ANSWER_ALONE
        elif "contents" in leaves_out:
            off = {name for name in self._offered if not self.ticks[name].isChecked()}
            contents = frozenset(CONTENTS) - off if off else None
        return ExportChoice(
            redact_names="names" in leaves_out and self.names.isChecked(),
            redact_costs="costs" in leaves_out and self.costs.isChecked(),
            contents=contents,
        )

    def remember(self) -> None:
        """Keep what is chosen for the next export."""
        # Of a part that this session has not, what was chosen before stays.
        off = [name for name, tick in self.ticks.items() if not tick.isChecked()]
        self._preferences.write("export/parts_left_out", ",".join(off))
        self._preferences.write("export/answer_only", int(self.alone.isChecked()))
        self._preferences.write("export/hide_names", int(self.names.isChecked()))
        self._preferences.write("export/hide_costs", int(self.costs.isChecked()))

    def _read(self) -> None:
        off = str(self._preferences.read("export/parts_left_out") or "").split(",")
        for name, tick in self.ticks.items():
            tick.setChecked(name not in off)
        alone = self._preferences.flag("export/answer_only", False)
        self.alone.setChecked(alone)
        self.whole.setChecked(not alone)
        self.names.setChecked(self._preferences.flag("export/hide_names", False))
        self.costs.setChecked(self._preferences.flag("export/hide_costs", False))

    def _on_toggled(self) -> None:
        for tick in self.ticks.values():
            tick.setEnabled(self.whole.isChecked())
        self.changed.emit()


def _radio(words: str) -> QRadioButton:
    button = QRadioButton(words)
    button.setAccessibleName(words)
    return button


FORMATS = {
    "md": QT_TRANSLATE_NOOP("ui", "Markdown – to read and to hand on"),
    "html": QT_TRANSLATE_NOOP("ui", "HTML – one file for a browser"),
    "pdf": QT_TRANSLATE_NOOP("ui", "PDF – to print and to send"),
    "docx": QT_TRANSLATE_NOOP("ui", "Word – with comments and tracked changes"),
    "tracked": QT_TRANSLATE_NOOP("ui", "Word, to edit – changes tracked, comes back by Import"),
    "csv": QT_TRANSLATE_NOOP("ui", "CSV – figures for a spreadsheet"),
    "pictures": QT_TRANSLATE_NOOP("ui", "Pictures – those that stand in answers, in an archive"),
    "json": QT_TRANSLATE_NOOP("ui", "JSON – complete, can be imported again"),
    "jsonl": QT_TRANSLATE_NOOP("ui", "JSON lines – one record a line, for other tools"),
}
SHOWN = 20_000
"""How many characters of the file are shown."""
READ = 60_000
"""How many characters of a report are shown as it reads."""
BESIDE = 18
"""Pixels of the column of choices beside its words, for a bar to scroll with."""
_PAGE = re.compile(rb"/Type\s*/Page\b")


class ExportDialog(Dialog):
    """Format, what goes in, and the file as it will be. Accepted when it is to be written.

    Of several sessions one is looked at, and what is chosen is for them all.
    """

    copied = Signal(str)

    size_at_100 = (900, 640)

    def __init__(
        self,
        parent: QWidget | None,
        exporting: Exporting,
        sessions: Sequence[tuple[SessionId, str]],
        preferences: Preferences,
        own: Sequence[WorkflowExport] = (),
        *,
        format: str = "",
    ) -> None:
        """`sessions`: ids and titles; `own`: forms that one session's workflow alone has.

        With a `format` to begin with they are written to a folder, each to a file of its own.
        """
        several = len(sessions) > 1
        main = tr("Save to a folder…") if format else tr("Save as…")
        super().__init__(parent, tr("Export"), main)
        self._exporting, self._sessions, self._preferences = exporting, sessions, preferences
        self._tasks = Tasks(self, self._on_failed)
        self._own = {form.name: form for form in own}
        self._content: bytes | Mapping[str, bytes] = b""
        self._glance: str | None = None
        self._report: ReportPreview | None = None
        self._offered: dict[SessionId, Mapping[str, Sequence[str]]] = {}
        """What the report of each session that was looked at can hold."""
        formats = [(tr(FORMATS.get(name, name)), name) for name in exporting.formats()]
        formats += [(tr(form.title), form.name) for form in own]
        self.formats = combo_box(tr("Format"), formats, tip="")
        first = format or preferences.read("export/format")
        self.formats.setCurrentIndex(max(0, self.formats.findData(first)))
        self.looked_at = combo_box(
            tr("Session that is shown"), [(single_line(title, 60), id) for id, title in sessions], wide=16
        )
        self.looked_at.setVisible(several)
        self.parts = ExportParts(preferences)
        self.note = label("", wrap=True, muted=True)
        self.preview = editor(tr("Preview of the file"), lines=12)
        self.preview.setReadOnly(True)
        code = QFont(self.preview.font())
        code.setFamily(CODE)
        self.preview.setFont(code)
        self.reading = SafeTextView(tr("Preview of the report"))
        self.reading.set_margins(16, 12, 12)
        self.shown = QStackedWidget()
        self.shown.addWidget(self.preview)
        self.shown.addWidget(self.reading)
        self.copy = button(tr("Copy to the clipboard"))
        self.copy.setVisible(not several)
        self.add_button(self.copy)
        title = label(tr("Format"))
        title.setBuddy(self.formats)
        self._choices = scrolled(self.parts)
        nest(self.body, in_row(title, self.formats, SPACE, self.looked_at))
        nest(self.body, in_row(self._choices, (self.shown, 1), spacing=12), 1)
        self.body.addWidget(self.note)
        self.formats.currentIndexChanged.connect(self._show)
        self.looked_at.currentIndexChanged.connect(self._show)
        self.parts.changed.connect(self._show)
        self.copy.clicked.connect(self._on_copy)
        self.main.clicked.connect(self._on_main_clicked)
        self._show()

    def format(self) -> str:
        """Return the chosen format."""
        return str(self.formats.currentData())

    def choice(self) -> ExportChoice:
        """Return what is to go into the file."""
        return self.parts.choice(self._leaves_out())

    def _leaves_out(self) -> frozenset[LeftOut]:
        """Return what can be left out of the chosen format."""
        form = self._own.get(self.format())
        if form is None:
            return self._exporting.leaves_out(self.format())
        return frozenset({"names"}) if form.hides_names else COMPLETE

    def _offer(self, offered: Mapping[str, Sequence[str]] | None) -> None:
        """Offer what the format and the session have, in a column as wide as the words need."""
        self.parts.offer(self._leaves_out(), offered)
        self._choices.setFixedWidth(self.parts.sizeHint().width() + BESIDE)

    def content(self) -> bytes | Mapping[str, bytes]:
        """Return what is to be written: the bytes of the file that was shown, or the files of a folder."""
        return self._content

    def suffix(self) -> str:
        """Return how the file's name ends, without the dot; empty for a folder."""
        form = self._own.get(self.format())
        suffix = self._exporting.suffix(self.format()) if form is None else form.suffix
        return suffix.removeprefix(".")

    def _show(self) -> None:
        for answer in (self.main, self.copy):
            answer.setEnabled(False)
        self._offer(None)
        # What is still read for another choice comes to nothing.
        self._tasks.cancel()
        self._tasks.start(self._read())

    async def _read(self) -> None:
        with in_words_shown():
            await self._read_in_words_shown()

    async def _read_in_words_shown(self) -> None:
        session = SessionId(str(self.looked_at.currentData()))
        leaves_out = self._exporting.leaves_out(self.format())
        self._report = self._glance = None
        if "contents" in leaves_out:
            await self._read_report(session)
        elif not self.suffix():
            await self._read_folder(session)
        else:
            content = await self._exporting.content(session, self.format(), self.choice())
            self._show_file(content, await self._exporting.glance(session, self.format()))
        self.show_problem("")
        self.main.setEnabled(bool(self.suffix() or self._content))
        self.copy.setEnabled(bool(self.suffix()))

    async def _read_report(self, session: SessionId) -> None:
        """Show a report as it will read, and then make the file, which may take longer."""
        if session not in self._offered:
            # What there is comes first: the last choice may be of a part that this session has not.
            self._offered[session] = (await self._exporting.preview(session)).offered
        self._offer(self._offered[session])
        choice = self.choice()
        report = self._report = await self._exporting.preview(session, choice)
        if self.format() == "md":
            self._show_file(await self._exporting.content(session, self.format(), choice))
            return
        self.shown.setCurrentWidget(self.reading)
        cut = len(report.reading) > READ
        text = report.reading[:READ].rpartition("\n\n")[0] if cut else report.reading
        self.reading.show_text(text)
        beginning = tr("The beginning is shown.") if cut else ""
        self.note.setText(" ".join(filter(None, (tr("The file is being made…"), beginning))))
        if len(self._sessions) > 1:
            self.note.setText(" ".join(filter(None, (self._of_several(), beginning))))
            return
        content = self._content = await self._exporting.content(session, self.format(), choice)
        made = tr("{n} kB.", n=f"{max(1, round(len(content) / 1000)):,}")
        if self.format() == "pdf":
            made = count(len(_PAGE.findall(content)), "{n} page,", "{n} pages,") + " " + made
        self.note.setText(" ".join(filter(None, (made, beginning))))

    async def _read_folder(self, session: SessionId) -> None:
        files = self._content = await self._exporting.files(session, self.format(), self.choice())
        parts = (f"── {name}\n{content.decode(errors='replace')}" for name, content in files.items())
        self.shown.setCurrentWidget(self.preview)
        self.preview.setPlainText("\n\n".join(parts)[:SHOWN])
        self.note.setText(count(len(files), "{n} file in a new folder.", "{n} files in a new folder."))

    def _show_file(self, content: bytes, glance: str | None = None) -> None:
        """Show a file's text; `glance`: what stands in one that is none."""
        self._content, self._glance = content, glance
        text = content.decode(errors="replace") if glance is None else glance
        self.shown.setCurrentWidget(self.preview)
        self.preview.setPlainText(text[:SHOWN])
        note = self._of_several() if len(self._sessions) > 1 else tr("{n} characters.", n=f"{len(text):,}")
        self.note.setText(f"{note} {tr('The beginning is shown.')}" if len(text) > SHOWN else note)

    def _of_several(self) -> str:
        return count(len(self._sessions), "{n} file in a folder.", "{n} files, one for each session.")

    def _on_failed(self, error: BaseException) -> None:
        self.preview.clear()
        self.reading.show_text("")
        self.note.setText("")
        self.show_problem(error_text(error))

    def _on_copy(self) -> None:
        data = QMimeData()
        if self._report is not None:
            own = self.format() == "md"
            data.setText(self._report.markdown if own else self._report.reading)
            if not own:
                # Pasted where text has a shape, it keeps headings, lists and tables.
                data.setData("text/html", self._report.html.encode())
        elif self._glance is not None:
            data.setText(self._glance)
        elif isinstance(self._content, bytes):
            data.setText(self._content.decode(errors="replace"))
        QGuiApplication.clipboard().setMimeData(data)
        self.copied.emit(tr("Copied to the clipboard"))

    def _on_main_clicked(self) -> None:
        self._preferences.write("export/format", self.format())
        self.parts.remember()
        self.accept()

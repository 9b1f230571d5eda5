"""Programs of the person's own that answer for a seat: found, shown with their whole line, tried, removed."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QWidget

from app.domain.i18n import QT_TRANSLATE_NOOP
from app.services.programs import Program, Programs, ProgramState
from app.ui.kit.controls import fold_button, line_edit
from app.ui.kit.dialog import Dialog
from app.ui.kit.icons import Tone, icon
from app.ui.kit.layouts import SPACE, boxed, in_column, in_row, scrolled
from app.ui.kit.sidebar import Sign
from app.ui.kit.states import StateLook
from app.ui.kit.tasks import Tasks
from app.ui.kit.texts import PlainView, Said, button, error_text, label, link_button, restyle, single_line, tr
from app.ui.kit.theme import CAPTION, FIGURE
from app.ui.models.provider_list import Line, ProviderList

LOOKS: Mapping[ProgramState, tuple[StateLook, str, str]] = {
    "ready": (
        StateLook("circle-check", "text2", "hover"),
        QT_TRANSLATE_NOOP("ui", "ready"),
        QT_TRANSLATE_NOOP("ui", "It may answer for seats."),
    ),
    "unapproved": (
        StateLook("shield", "waiting", "waiting_row"),
        QT_TRANSLATE_NOOP("ui", "not approved"),
        QT_TRANSLATE_NOOP("ui", "Seats may not have it run before you approve its line."),
    ),
    "missing": (
        StateLook("triangle-alert", "waiting", "waiting_row"),
        QT_TRANSLATE_NOOP("ui", "not found"),
        QT_TRANSLATE_NOOP("ui", "It is not where it was. Install it again, or remove it here."),
    ),
    "offered": (
        StateLook("circle", "muted", "hover"),
        QT_TRANSLATE_NOOP("ui", "installed"),
        QT_TRANSLATE_NOOP("ui", "It was found here. Nothing of it runs before you let it answer."),
    ),
}
"""How a program stands: how that looks, in a word, and in a sentence."""
EXAMPLES = ("mine", "ollama run llama3.2")
"""A name and a command line, as the empty fields show them."""
GIVEN = "HOME, PATH"
"""What most programs find their login and their parts by."""
_MOST_ROWS = 7
"""Rows of the list in sight, its headings among them."""
LINES = 3
"""Lines of a command line in sight; more are scrolled to."""


class ProgramsPage(QWidget):
    """The page: those there are, what of the chosen one is run, and one that is not known."""

    changed = Signal()
    """Other programs may answer now."""
    chosen = Signal()

    def __init__(self, programs: Programs) -> None:
        super().__init__()
        self._programs = programs
        self._listed: Sequence[Program] = ()
        self._tasks = Tasks(self, self._fail)
        self._busy = False
        self.title = label(tr("Command-line programs"), bold=True, scale=FIGURE)
        self.list = ProviderList()
        self.list.setAccessibleName(tr("Command-line programs"))
        self.line = PlainView(tr("Command line"))
        self.line.setFixedHeight(self.line.fontMetrics().height() * LINES + 16)
        self.state = label("", muted=True, scale=CAPTION, wrap=True, widget=Said(tr("State")))
        self.approve = button(tr("Let it answer"))
        self.test = button(tr("Test"), tip=tr("Start it once and ask it for one word"))
        self.remove = link_button(tr("Remove"), name=tr("Remove the program"))
        self.remove.setProperty("bad", True)
        self.remove.setIcon(icon("trash-2", "failed"))
        self.remove.setIconSize(QSize(20, 14))
        self.sign = Sign()
        self.result = label("", scale=CAPTION, wrap=True, widget=Said(tr("Result of the test")))
        self.fold = fold_button(tr("Another program"))
        self.name = line_edit(tr("Name"), EXAMPLES[0])
        self.typed = line_edit(tr("Command line of the program"), EXAMPLES[1])
        self.given = line_edit(tr("Variables it is given"), text=GIVEN)
        self.given.setToolTip(tr("Names of your environment, with commas between; it is given no others"))
        self.member = line_edit(tr("Member of its JSON"), tr("empty: all that it prints is the answer"))
        self.add = button(tr("Add the program"))
        self._lay_out()
        self.list.currentItemChanged.connect(lambda _now, _before: self._show_chosen())
        self.approve.clicked.connect(self._on_approve)
        self.test.clicked.connect(lambda: self._run(self._test))
        self.remove.clicked.connect(self._on_remove)
        self.add.clicked.connect(self._on_add)
        for field in (self.name, self.typed, self.given, self.member):
            field.returnPressed.connect(self._on_add)
        self.fold.toggled.connect(self._form.setVisible)
        self.look()

    def _lay_out(self) -> None:
        about = tr(
            "A program that you have answers for a seat, as your subscription or login allows. It is started"
            " in an empty folder, is asked by standard input, and is given of your environment what its line"
            " names."
        )
        rows = [
            in_column(label(field.accessibleName(), scale=CAPTION, muted=True), field, spacing=3)
            for field in (self.name, self.typed, self.given, self.member)
        ]
        self._form = boxed(
            in_column(
                in_row((rows[0], 1), (rows[1], 2), spacing=8),
                in_row((rows[2], 1), (rows[3], 2), spacing=8),
                in_row(self.add, SPACE),
                spacing=8,
            )
        )
        self._form.hide()
        self.setLayout(
            in_column(
                self.title,
                label(about, muted=True, wrap=True),
                self.list,
                label(tr("What is run"), bold=True),
                self.line,
                self.state,
                in_row(self.approve, self.test, SPACE, self.remove, spacing=8),
                in_row(self.sign, (self.result, 1), spacing=6),
                in_row(self.fold, SPACE),
                self._form,
                SPACE,
                spacing=8,
                margins=(28, 18, 28, 16),
            )
        )

    # --- what there is ------------------------------------------------------------------------

    def look(self, choose: str = "") -> None:
        """Look again which there are; starts none."""
        self._try(lambda: self._look(choose))

    def _look(self, choose: str) -> None:
        self._listed = self._programs.list()
        wanted = choose or self.list.chosen()
        if wanted not in [one.name for one in self._listed]:
            wanted = next((one.name for one in self._listed), "")
        groups = [
            (tr("Set up"), [_line(one) for one in self._listed if one.state != "offered"]),
            (tr("Installed here"), [_line(one) for one in self._listed if one.state == "offered"]),
        ]
        self.list.fill(groups, wanted)
        rows = range(min(self.list.count(), _MOST_ROWS))
        # As high as what it holds: below it stands what the choice is about.
        self.list.setFixedHeight(sum(self.list.sizeHintForRow(row) for row in rows) + 8)
        if not self._listed:
            self.fold.setChecked(True)
        self._show_chosen()

    def program(self) -> Program | None:
        name = self.list.chosen()
        return next((one for one in self._listed if one.name == name), None)

    def _show_chosen(self) -> None:
        one = self.program()
        nothing = tr("None of the known programs is installed here: claude, codex, gemini, llm.")
        self.line.setPlainText(one.line if one is not None else "")
        self.state.setText(tr(LOOKS[one.state][2]) if one is not None else nothing)
        self._tell("", "muted", "")
        self._enable()
        self.chosen.emit()

    def _enable(self) -> None:
        one = self.program()
        state = one.state if one is not None else None
        wanted = state in ("offered", "unapproved")
        self.approve.setVisible(wanted)
        self.approve.setEnabled(not self._busy)
        self.test.setEnabled(not self._busy and state in ("ready", "unapproved"))
        self.remove.setVisible(state not in (None, "offered"))
        self.remove.setEnabled(not self._busy)
        self.add.setEnabled(not self._busy)

    # --- what is done -------------------------------------------------------------------------

    def _on_approve(self) -> None:
        one = self.program()
        if one is not None:
            # Its whole line stands beside the button.
            self._do(lambda: self._let_answer(one), one.name)

    def _let_answer(self, one: Program) -> None:
        line = self._programs.add(one.name).line if one.state == "offered" else one.line
        self._programs.file.approve(line)

    def _on_remove(self) -> None:
        one = self.program()
        if one is not None:
            self._do(lambda: self._programs.file.remove(one.name), "")

    def _on_add(self) -> None:
        name = self.name.text().strip()
        self._do(lambda: self._add(name), name)

    def _add(self, name: str) -> None:
        try:
            argv = shlex.split(self.typed.text())
        except ValueError:
            # Quotation marks without an end: the program's name will tell that it is none.
            argv = [self.typed.text()]
        if not name or not argv:
            self.show_problem(tr("Type a name and the command line first."))
            (self.typed if name else self.name).setFocus()
            return
        given = [one.strip() for one in self.given.text().split(",") if one.strip()]
        self._programs.add(name, argv, given, self.member.text().strip())
        for field in (self.name, self.typed, self.member):
            field.clear()
        self.fold.setChecked(False)

    def _do(self, work: Callable[[], None], choose: str) -> None:
        if not self._busy and self._try(work):
            self.look(choose)
            self.changed.emit()

    def _try(self, work: Callable[[], None]) -> bool:
        self._tell("", "muted", "")
        try:
            work()
        except Exception as error:  # noqa: BLE001  # said in words, as every mistake of a task is
            self._fail(error)
            return False
        return True

    def _run(self, work: Callable[[Program], Coroutine[Any, Any, None]]) -> None:
        one = self.program()
        if one is not None and not self._busy:
            self._busy = True
            self._enable()
            self._tell("loader-circle", "accent", tr("Asking {name}…", name=one.name))
            self._tasks.start(work(one))

    async def _test(self, one: Program) -> None:
        found = await self._programs.test(one.name)
        self._busy = False
        self._enable()
        words = " ".join(tr(part) for part in (found.detail, found.next) if part.source)
        self._tell(*(("circle-check", "finished") if found.ok else ("circle-x", "failed")), words)

    def _fail(self, error: BaseException) -> None:
        self._busy = False
        self._enable()
        self.show_problem(error_text(error))

    def show_problem(self, text: str) -> None:
        self._tell("circle-x", "failed", text)

    def _tell(self, drawn: str, tone: Tone, text: str) -> None:
        self.sign.setVisible(bool(drawn))
        if drawn:
            self.sign.setIcon(icon(drawn, tone))
        self.result.setText(single_line(text, 400))
        self.result.setProperty("bad", tone == "failed")
        restyle(self.result)


class ProgramsDialog(Dialog):
    """The page by itself, to choose a program for a place at the table."""

    inset = (0, 0, 0, 0)
    size_at_100 = (700, 560)

    taken = Signal(str)
    """The model that the chosen program is called by."""

    def __init__(self, parent: QWidget | None, programs: Programs) -> None:
        super().__init__(parent, tr("A command-line program"), tr("Add as a member"))
        # Enter adds what was typed; it must not take what stands above.
        self.main.setDefault(False)
        self.page = ProgramsPage(programs)
        # The dialog's own stands above.
        self.page.title.hide()
        self.body.addWidget(scrolled(self.page))
        self.page.chosen.connect(self._enable)
        self.main.clicked.connect(self._on_main_clicked)
        self._enable()

    def _enable(self) -> None:
        one = self.page.program()
        self.main.setEnabled(one is not None and one.state == "ready")

    def _on_main_clicked(self) -> None:
        one = self.page.program()
        if one is not None:
            self.accept()
            self.taken.emit(one.model)


def _line(one: Program) -> Line:
    look, word, sentence = LOOKS[one.state]
    return Line(one.name, one.name, look, tr(word), tr(sentence))

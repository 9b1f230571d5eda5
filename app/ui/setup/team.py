"""Make a team: who sits at the table, with which model and role; kept under a name, without any secret."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count, pairwise
from typing import TYPE_CHECKING

from pydantic import ValidationError
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QWidget

from app.domain.errors import RoundtableError
from app.domain.no_model import no_model
from app.domain.refusals import first_refusal, speaks_for_itself
from app.domain.seats import Seat, Team
from app.ui.kit.controls import check_box, combo_box, line_edit
from app.ui.kit.dialog import Confirm, Dialog
from app.ui.kit.icons import icon
from app.ui.kit.layouts import SPACE, boxed, in_column, in_row, nest
from app.ui.kit.menu_button import MenuButton
from app.ui.kit.scroll_area import show_whole
from app.ui.kit.tasks import Tasks
from app.ui.kit.texts import CutLine, error_text, label, single_line, team_titles, tr
from app.ui.kit.theme import CAPTION, text_scale
from app.ui.setup.team_grid import BEFORE, Column, TeamGrid
from app.ui.setup.team_row import LONGEST, Known, MemberRow, TeamRow

if TYPE_CHECKING:
    from app.services.providers import ModelChoice, Providers
    from app.settings.teams import TeamFiles

MOST = 8
_ADD, _CHAIR, _JUDGE = 2 * MOST, 2 * MOST + 2, 2 * MOST + 4
"""Rows of the grid, of which each place has two."""
_WIDE = 880
"""Pixels of the form from which on a role stands beside its model, at 100 % text."""
NAMES = ("Ada", "Blaise", "Cleo", "Dora", "Emil", "Fritz", "Grace", "Hedy")


class _TypedTeam:
    """What stands in the form for one team."""

    def __init__(self, team: Team, begun_with: str, name: str, seated: Callable[[TeamRow], None]) -> None:
        """`seated`: told of each place that is made."""
        self.begun_with = begun_with
        """The name that the team is kept under, empty for one that came with the program."""
        self.name, self._seated = name, seated
        self._numbers = count(1)
        """Members that were taken out again count, too: no two are called the same."""
        self.rows = [self.member(seat) for seat in team.members]
        self.chair = TeamRow(tr("Chair"), team.chair, tr("writes the final answer"))
        compares = tr("compares the answers")
        self.judge = TeamRow(tr("Judge"), team.judge or team.chair, compares)
        seated(self.chair)
        seated(self.judge)

    @property
    def seats(self) -> tuple[TeamRow, ...]:
        return (*self.rows, self.chair, self.judge)

    def member(self, seat: Seat) -> MemberRow:
        row = MemberRow(tr("Member {n}", n=next(self._numbers)), seat)
        self._seated(row)
        return row


class TeamDialog(Dialog):
    """A row per place; models are chosen from those that can be asked now, or typed."""

    size_at_100 = (960, 624)

    saved = Signal(str)
    """The team's name."""
    program_wanted = Signal()
    """A command-line program is to be chosen for a place at the table."""
    key_wanted = Signal(str)
    """A key is to be added for this provider."""

    def __init__(self, parent: QWidget | None, team: Team, teams: TeamFiles, providers: Providers) -> None:
        super().__init__(parent, tr("Edit team"), tr("Save"))
        # Enter takes a model from the list; it must not save what is half typed. Ctrl+Enter saves.
        self.main.setDefault(False)
        self._teams, self._providers = teams, providers
        self._tasks = Tasks(self, self.failed)
        self._models: Sequence[ModelChoice] = ()
        self._about_models, self._how_typed = "", ""
        self._known: Known | None = None
        """Who can be asked; None until that is looked up."""
        self.team = self._begun(team)
        self._typed = {"": self.team}
        """What was typed for the teams that were looked at, by the choice they were begun with."""
        kept = [(title, name) for name, title in team_titles(teams.titles()).items()]
        tip = tr("Change a team there is, or make a new one of it under another name")
        self.source = combo_box(tr("Copy from"), ((tr("Default team"), ""), *kept), tip=tip)
        self._chosen = ""
        """With which of these the team in sight was begun."""
        self.name = line_edit(tr("Name of the team"), tr("Such as Reviewers"), most=LONGEST)
        self.default = check_box(tr("Use it for new sessions"))
        self.add = MenuButton(tr("Add a member"), tr("Add a member"), chevron=True)
        self.add.setObjectName("link")
        self.add.setIcon(icon("plus", "accent"))
        self.add.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.add.choices.addAction(tr("A model"), self._on_add_clicked)
        self.add.choices.addAction(tr("A command-line program…"), self.program_wanted.emit)
        self._grid = TeamGrid(tr("Members"))
        self._grid.grid.setRowStretch(_JUDGE + 2, 1)
        words = tr("1 to {n} members · drag or Alt+↑↓ changes the order", n=MOST)
        order = label(words, muted=True, scale=CAPTION)
        self._grid.grid.addWidget(boxed(in_row(self.add, SPACE, order)), _ADD, 0, 1, len(Column))
        self._narrow = False
        title = label(tr("Name"), bold=True)
        title.setMinimumWidth(BEFORE)
        which = (label(tr("Copy from"), muted=True), self.source)
        nest(self.body, in_row(title, (self.name, 1), *which, SPACE, self.default, spacing=8))
        self.body.addWidget(self._grid, 1)
        self.missing = label("", bold=True, widget=CutLine(tr("What is missing")))
        """Who cannot be asked as it is."""
        self.hint = label(tr("Looking which models can be asked…"), wrap=True, muted=True, scale=CAPTION)
        self.row.insertWidget(
            0, boxed(in_column(SPACE, self.missing, self.hint, SPACE, spacing=0, margins=(0, 4, 0, 4))), 100
        )
        for keys, by in (("Alt+Up", -1), ("Alt+Down", 1)):
            QShortcut(QKeySequence(keys), self).activated.connect(lambda by=by: self._move_focused(by))
        self._show(self.team)
        self.name.setFocus()
        self.source.activated.connect(self._on_source_chosen)
        self.main.clicked.connect(self._on_main_clicked)

    def showEvent(self, event: QShowEvent) -> None:
        """Look again which models can be asked: the form may have been left and opened again."""
        super().showEvent(event)
        self.look_again()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() < _WIDE * max(1.0, text_scale(self))
        if narrow != self._narrow:
            self._narrow = narrow
            for row in self.team.seats:
                row.leave(self._grid.grid)
            self._lay_out()

    def look_again(self) -> None:
        """Look which models can be asked: a key was added."""
        self._tasks.start(self._load_models())

    def failed(self, error: BaseException) -> None:
        self.hint.setText(error_text(error))

    async def _load_models(self) -> None:
        self._models = await self._providers.models(local=False)
        for row in self.team.seats:
            row.offer(self._models)
        providers = await self._providers.list()
        own = {one.name for one in providers if one.own}
        listed = {choice.info.name.partition("/")[0] for choice in self._models}
        asked = listed | own
        lines, n = [], len(self._models)
        self._how_typed = tr("Type to search among {n} models. Any other is written as provider/model.", n=n)
        if asked <= {"offline"}:
            lines.append(
                tr("Only the offline council can be asked yet. Connect models under File, Models and keys.")
            )
        if own - listed:
            names = ", ".join(sorted(own - listed))
            lines.append(tr("Models of {names} are listed once tested under Models and keys.", names=names))
        self._about_models = " ".join(lines)
        results = {one.name: self._providers.tested(one.name) for one in providers}
        self._known = Known(
            asked=frozenset(asked),
            local=frozenset(one.name for one in providers if one.local),
            searching={one.name: one.searches for one in providers if one.searches is not None},
            titles={one.name: one.title for one in providers},
            tested={name: result for name, result in results.items() if result is not None},
            found_here=self._providers.found_here,
            programs={one.model: one for one in self._providers.programs.list()},
        )
        for row in self.team.seats:
            row.know(self._known)
        self._tell_missing()

    def _tell_missing(self) -> None:
        """Name who cannot be asked yet; that is no reason not to save."""
        reasons: dict[str, list[str]] = {}
        for row in self.team.seats:
            if row.now.missing:
                reasons.setdefault(row.now.words, []).append(single_line(row.called, LONGEST))
        parts = []
        for words, who in reasons.items():
            names = ", ".join(who)
            if words == tr("needs a key"):
                one, more = tr("{names} needs a key", names=names), tr("{names} need a key", names=names)
                parts.append(more if len(who) > 1 else one)
            else:
                parts.append(f"{names}: {words}")
        self.missing.setText(" · ".join(parts))
        self.missing.setVisible(bool(parts))
        models = {row.model.currentText().strip() for row in self.team.rows}
        lines = [tr("You can save now and add it later.")] if parts else []
        if len(self.team.rows) > 1 and len(models) == 1 and all(no_model(one) is None for one in models):
            lines.append(tr("All members are one model; two different ones argue better."))
        lines += [self._about_models] if self._about_models else []
        if self._known is not None:
            # How a model is typed is said as long as there is nothing of more weight.
            self.hint.setText(" ".join(lines) or self._how_typed)

    def _begun(self, team: Team, kept: str = "") -> _TypedTeam:
        """Return what the form begins with for a team; `kept` is the name it was loaded by."""
        called = self._kept_as(team.name)
        # A team that came with the program is not changed: what is made of it gets a name of its own.
        own = bool(called) and (bool(kept) or called in self._teams.names())
        begun_with = (kept or called) if called else ""
        return _TypedTeam(team, begun_with, team.name if own else "", self._on_seated)

    def _on_seated(self, row: TeamRow) -> None:
        row.model.currentTextChanged.connect(lambda _model: self._tell_missing())
        row.mend.clicked.connect(lambda: self._on_mend_clicked(row))
        if isinstance(row, MemberRow):
            row.remove.clicked.connect(lambda: self._on_remove(row))
            row.name.textChanged.connect(lambda _name: self._tell_missing())
            row.grip.dragged.connect(lambda far: self._on_dragged(row, far))

    def _on_mend_clicked(self, row: TeamRow) -> None:
        if row.now.mend == "program":
            self.program_wanted.emit()
        else:
            self.key_wanted.emit(row.model.currentText().strip().partition("/")[0])

    def _on_dragged(self, row: MemberRow, far: int) -> None:
        high = self._grid.height_of(2 * self.team.rows.index(row))
        if abs(far) > high * 0.6:
            self._move(row, 1 if far > 0 else -1)

    def _move_focused(self, by: int) -> None:
        row = next((row for row in self.team.rows if row.has(self.focusWidget())), None)
        if row is not None:
            self._move(row, by)

    def _move(self, row: MemberRow, by: int) -> None:
        """Let a member change places with the one above or below: the letters go by the order."""
        rows, at = self.team.rows, self.team.rows.index(row)
        if 0 <= at + by < len(rows):
            rows[at], rows[at + by] = rows[at + by], rows[at]
            self._lay_out()
            show_whole(row.name)

    def _show(self, typed: _TypedTeam) -> None:
        self.team = typed
        self.name.setText(typed.name)
        for row in typed.seats:
            self._tell(row)
        self._lay_out()

    def _tell(self, row: TeamRow) -> None:
        """Let a row offer the models, and say whether its own can be asked."""
        row.offer(self._models)
        if self._known is not None:
            row.know(self._known)

    def _on_source_chosen(self) -> None:
        """Show another team; what was typed into the one before is there again when that is chosen."""
        kept = str(self.source.currentData())
        if kept == self._chosen:
            return
        try:
            if kept not in self._typed:
                team = self._teams.load(kept) if kept else self._teams.default()
                self._typed[kept] = self._begun(team, kept)
        except RoundtableError as error:
            self.source.setCurrentIndex(self.source.findData(self._chosen))
            self.show_problem(error_text(error))
            return
        self.show_problem("")
        self.team.name = self.name.text()
        for row in self.team.seats:
            row.leave(self._grid.grid)
        self._chosen = kept
        self._show(self._typed[kept])

    def _lay_out(self) -> None:
        # Tab goes as the eye does: Qt's own order is that in which they were made.
        stops: list[QWidget] = [self.default]
        rows = self.team.rows
        lines = (*range(0, 2 * len(rows), 2), _CHAIR, _JUDGE)
        for row, line in zip(self.team.seats, lines, strict=True):
            row.put_into(self._grid.grid, line, narrow=self._narrow)
            stops += [*row.controls, *([self.add] if row is rows[-1] else ())]
        placed = zip(self.team.seats, lines, strict=True)
        lower = [line for row, line in placed if self._narrow and Column.ROLE in row.cells]
        self._grid.put_rows([*lines, _ADD], lower, narrow=self._narrow)
        for one, following in pairwise(stops):
            QWidget.setTabOrder(one, following)
        self.add.setEnabled(len(rows) < MOST)
        for at, member in enumerate(rows):
            member.sit(at)
            member.remove.setEnabled(len(rows) > 1)
        self._tell_missing()

    def _on_add_clicked(self) -> None:
        free = self._free_name()
        try:
            seat = Seat(name=free, model=str(self.team.rows[-1].seat()["model"]))
        except ValidationError:
            # No model's name stands in the last row; that is told when the team is to be kept.
            seat = Seat(name=free, model="offline/analyst")
        self._seat(seat)

    def add_program(self, model: str) -> None:
        """Let a command-line program sit down, as the last member."""
        self._seat(Seat(name=self._free_name(), model=model))
        self._tasks.start(self._load_models())

    def _seat(self, seat: Seat) -> None:
        row = self.team.member(seat)
        self._tell(row)
        self.team.rows.append(row)
        self._lay_out()
        row.name.setFocus()
        # What is typed takes the place of the name it was given.
        row.name.selectAll()

    def _free_name(self) -> str:
        taken = {row.called.casefold() for row in self.team.rows}
        return next(name for name in NAMES if name.casefold() not in taken)

    def _on_remove(self, row: MemberRow) -> None:
        self.team.rows.remove(row)
        row.leave(self._grid.grid)
        row.delete()
        self._lay_out()

    def value(self) -> Team:
        """Return what was typed as a team; raises ValidationError."""
        chair, judge = self.team.chair.seat(), self.team.judge.seat()
        return Team.model_validate(
            {
                "name": self.name.text(),
                "member": [row.seat() for row in self.team.rows],
                "chair": chair,
                # One that is the same is the chair, as in a team's file.
                "judge": None if judge["model"] == chair["model"] else judge,
            }
        )

    def _gap(self) -> tuple[str, QWidget] | None:
        """Return what has to be filled in and where, None where nothing is missing."""
        if not self.name.text().strip():
            return tr("Give the team a name."), self.name
        for member in self.team.rows:
            if not member.called:
                return tr("{place} has no name.", place=member.title), member.name
        for row in self.team.seats:
            owner, slash, model = row.model.currentText().strip().partition("/")
            if not (owner and slash and model):
                words = tr(
                    "{place}: write the model as provider/model.", place=single_line(row.called, LONGEST)
                )
                return words, row.model
        return None

    def _kept_as(self, name: str) -> str:
        try:
            return self._teams.called(name)
        except RoundtableError:
            return ""

    def _on_main_clicked(self) -> None:
        gap = self._gap()
        if gap is not None:
            self.show_problem(gap[0])
            gap[1].setFocus()
            return
        try:
            kept = self._teams.called(self.name.text())
        except RoundtableError as error:
            self.show_problem(error_text(error))
            self.name.setFocus()
            return
        if kept == self.team.begun_with or kept not in self._teams.names():
            self._save()
            return
        warning = tr(
            "There is a team “{name}” already. It will be what stands here.", name=single_line(kept, LONGEST)
        )
        asked = Confirm(self, tr("Replace the team?"), warning, tr("Replace"))
        asked.accepted.connect(self._save)
        asked.show_once()

    def _save(self) -> None:
        try:
            team = self.value()
            name = self._teams.save(team)
            if self.default.isChecked():
                self._teams.make_default(name)
        except ValidationError as error:
            where, why = first_refusal(error, Team)
            # A rule of a team's own names the member itself.
            own, reason = speaks_for_itself(error.errors()[0]), tr(why)
            words = f"{reason}." if own else tr("{where}: {why}.", where=where, why=reason)
            self.show_problem(words[:1].upper() + words[1:])
            return
        except RoundtableError as error:
            self.show_problem(error_text(error))
            return
        self.accept()
        self.saved.emit(name)

"""Start a session: question, context, team, rounds and gate policy; all else under Advanced."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel
from PySide6.QtCore import QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QResizeEvent, QShowEvent, QTextCursor
from PySide6.QtWidgets import QLineEdit, QWidget

from app.domain.errors import RoundtableError
from app.domain.i18n import Message
from app.domain.ids import SeatName
from app.domain.seats import Obstacle, Seat, Team
from app.engine.plugin import POSTS, WorkflowPlugin
from app.services.estimates import RunEstimate
from app.services.readiness import NotReady
from app.settings.templates import SessionTemplate
from app.ui.kit.dialog import BESIDE, Dialog
from app.ui.kit.files import dropped_files
from app.ui.kit.icons import icon
from app.ui.kit.layouts import SPACE, boxed, hairline, in_column, in_row, nest, scrolled
from app.ui.kit.scroll_area import show_whole
from app.ui.kit.sidebar import Aside
from app.ui.kit.tasks import Tasks
from app.ui.kit.text.bounded import PlainEditor
from app.ui.kit.texts import button, error_text, label, say, single_line, tr
from app.ui.setup.choice_cards import ChoiceCards
from app.ui.setup.estimate import EstimateLine, Warned, price_cards
from app.ui.setup.field_row import FieldRow, FieldValues, Suggestions, held_by
from app.ui.setup.file_list import FileList
from app.ui.setup.kept_setups import KeptSetups, Kinds, kept_values
from app.ui.setup.settings_fold import AlsoSet, SettingsFold
from app.ui.setup.setup_form import SetupForm, as_far_as_sound, check, fields_of
from app.ui.setup.start import Start
from app.ui.setup.team_line import TeamChoice, TeamLine
from app.ui.setup.typed import offer_servers
from app.ui.setup.unconnected import Unconnected

if TYPE_CHECKING:
    from app.engine.session_rows import SessionRow
    from app.services.estimates import Estimates
    from app.settings.teams import TeamFiles
    from app.settings.templates import TemplateFiles

LARGE = ("long_text", "files", "folder")
"""What takes the room of the form; all else stands beside it."""
LOOKING_MS = 1000
"""After which it is said what a start waits for."""
_KEEPS_FROM = 960 - BESIDE
"""Pixels of the dialog from which its foot offers to keep what stands in it."""
ASIDE = 272
"""Pixels of the right column at 100 % text."""
Looks = Callable[[WorkflowPlugin, BaseModel, Mapping[SeatName, Seat]], Awaitable[Sequence[Obstacle]]]


class NewSessionDialog(Dialog):
    """Keeps what was typed until a session has started from it."""

    wanted = Signal(object, str, object, object)
    """(start, workflow, setup values, team)"""
    template_wanted = Signal(str)
    """Another kind of session, by its workflow's name."""
    kept_wanted = Signal(str)
    """What was kept as a template is to be begun with, by its name."""
    team_wanted = Signal()
    """The chosen team is to be changed."""
    keys_wanted = Signal()
    """A key, or another server, is to be entered."""
    sample_wanted = Signal(str)
    """The sample of a workflow is to be seen."""
    answer_wanted = Signal(object, object, str)
    """(a FileList, a SessionRow): an answer of that session is to be given; None: one is to be chosen."""

    follows = False
    inset = (0, 0, 0, 0)
    size_at_100 = (980, 700)

    def __init__(
        self,
        parent: QWidget | None,
        plugin: WorkflowPlugin,
        teams: TeamFiles,
        templates: Sequence[WorkflowPlugin] = (),
        notice: Callable[[str, Mapping[str, object]], Message | None] | None = None,
        estimates: Estimates | None = None,
        kept: TemplateFiles | None = None,
        ready: Looks | None = None,
        unconnected: Unconnected | None = None,
    ) -> None:
        """`unconnected`: what is offered without a model."""
        super().__init__(parent, tr("New session"), tr("Start"))
        self._plugin, self._notice, self._ready = plugin, notice, ready
        self._teams = TeamChoice(teams)
        self.workflow = plugin.name
        """Whose session it starts."""
        self._estimates, self._noticed = estimates, ""
        self._suggestions = Suggestions(self.rows, self._taken)
        self._values = FieldValues()
        self.unconnected = unconnected
        self.start: Start | None = None
        """The start that is looked into, None where none is."""
        self._called_off = False
        """Whether the last one was, which stands there until the next."""
        self._looking = QTimer(self, singleShot=True, interval=LOOKING_MS)
        self._looking.timeout.connect(lambda: self.main.setText(tr("Checking the models…")))
        self.estimate = EstimateLine(self._estimated, {**POSTS, **plugin.vocabulary.seats})
        self._tasks = Tasks(self, self.refused)
        self._make_forms()
        self.offer_tools({})
        self.kinds = Kinds(templates, plugin.name)
        self.kinds.wanted.connect(self.template_wanted)
        self._large.sample_wanted.connect(lambda: self.sample_wanted.emit(self.workflow))
        self.kept = KeptSetups(kept, self)
        self.kept.chosen.connect(self.kept_wanted)
        for part in (self.kinds, self.kept.menu):
            self.head.add(part)
        self.note = label("", muted=True, wrap=True)
        self.note.hide()
        nest(self.body, in_row((self._left(), 1), *self._right, spacing=0))
        self._price = boxed(in_row(self.estimate))
        self.row.insertWidget(0, self._price, 100)
        self.keep = button(tr("Save as template…"))
        # First into its place: what is made visible without one is a window of its own.
        self._low.insertWidget(0, self.keep)
        self.keep.setVisible(kept is not None)
        self.keep.clicked.connect(lambda: self.kept.ask_name(self, self.template()))
        self.main.setIcon(icon("corner-down-left", "on_fill"))
        self.main.setIconSize(QSize(22, 14))
        self.main.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        # It stands first, so Tab comes to it first: behind the last button, where the round begins.
        for before, behind in pairwise((self.main, *self.kinds.buttons.values(), self.kept.menu)):
            QWidget.setTabOrder(before, behind)
        self.fold.toggled.connect(self._on_fold_toggled)
        self.team.currentIndexChanged.connect(self._on_team_changed)
        self.main.clicked.connect(self._on_start_clicked)
        for row in self.rows():
            row.changed.connect(self.estimate.ask_soon)
            row.changed.connect(self._forget_refusal if row.words is None else partial(self._on_typed, row))
            row.changed.connect(self._on_changed)
            if isinstance(row.control, FileList):
                row.changed.connect(self._suggestions.put_in)
        self._focus_first()
        self.setAcceptDrops(True)
        self.refresh_teams()

    def offer_tools(self, servers: Mapping[str, str]) -> None:
        """Offer the tool servers there are now, by name with where each runs; what is chosen stays so."""
        offer_servers((row.control for row in self.rows() if row.field.widget == "tool_servers"), servers)

    def _make_forms(self) -> None:
        plugin = self._plugin
        basic, advanced = fields_of(plugin)
        large = [field for field in basic if field.widget in LARGE or field.cards]
        sample = self.unconnected is not None and self.unconnected.has_sample
        self._large = SetupForm(plugin.setup, large, "sheet", sees_sample=sample)
        small = [field for field in basic if field not in large]
        beside = SetupForm(plugin.setup, small, "aside", after=self._large) if small else None
        self.basic = beside or self._large
        # Where all that is asked at once is large, the other settings have its width, below it.
        self.advanced = SetupForm(plugin.setup, advanced, "aside" if small else "wide")
        self.also = AlsoSet(plugin.setup)
        self._cards = [row for row in self._large.rows.values() if isinstance(row.control, ChoiceCards)]
        settings = SettingsFold(plugin.setup, self.advanced, self.also, self._cards if not small else ())
        self.fold, self.forecast, self._low = settings.fold, settings.forecast, settings.low
        self.warned, self._settings = Warned(), settings
        self._right = [self._beside()] if small else []
        self._column: QWidget = self._right[0] if small else settings.below(self.warned)
        self._large.family = self.basic.family = self.advanced.family = [self.basic, self.advanced]

    def _left(self) -> QWidget:
        """Return what is asked, what goes with it, and who answers."""
        self._table = table = TeamLine(self._teams.box)
        self.team, self.who, self.state, self.refusal = table.box, table.who, table.state, table.refusal
        table.edit.clicked.connect(self._on_edit_clicked)
        self.state.add.clicked.connect(self.keys_wanted)
        self.refusal.team_chosen.connect(self._on_other_team_chosen)
        self.refusal.keys_wanted.connect(self.keys_wanted)
        inner = self._sheet = in_column(self.note, (self._large, 1), spacing=6, margins=(20, 12, 20, 8))
        inner.addWidget(table)
        if not self._right:
            inner.addWidget(self._column)
        below = []
        if self.unconnected is not None:
            inner.addWidget(self.unconnected, 1)
            below.append(self.unconnected.below)
            self.row.insertWidget(0, self.unconnected.foot, 100)
            self.unconnected.sample_wanted.connect(lambda: self.sample_wanted.emit(self.workflow))
        self._scroll = scrolled(boxed(inner))
        if not self._right:
            self._aside = self._scroll
        return boxed(in_column((self._scroll, 1), *below, spacing=0))

    def _beside(self) -> Aside:
        """Return the column with what is chosen at once and with all other settings."""
        inner = in_column(self.basic, self.warned, hairline(), self._settings, SPACE, spacing=10)
        inner.setContentsMargins(18, 14, 18, 14)
        self._aside = scrolled(boxed(inner))
        return Aside(self._aside, ASIDE)

    def showEvent(self, event: QShowEvent) -> None:
        """Say in the head what there is room for: else it would make the dialog wider than its window."""
        parent = self.parentWidget()
        room = self.size_at_100[0] if parent is None else parent.window().width() - BESIDE
        kept = self.kept.menu.sizeHint().width() if self.kept.menu.isVisibleTo(self) else 0
        title = self.head.title.minimumSizeHint().width()
        margins, gaps = self.head.line.contentsMargins(), 3 * self.head.line.spacing()
        taken = kept + title + self.head.cross.sizeHint().width()
        self.kinds.fit(room - taken - margins.left() - margins.right() - gaps)
        # Beside the price and what begins the session there is room for it in a wide foot only.
        into, at = (self.row, self.row.indexOf(self.cancel)) if room >= _KEEPS_FROM else (self._low, 0)
        if into.indexOf(self.keep) < 0:
            into.insertWidget(at, self.keep)
        super().showEvent(event)
        if not event.spontaneous():
            # It is opened again and again: a space typed would press what was pressed last.
            self._focus_first()

    def _focus_first(self) -> None:
        """Let what is typed come to the question, and not to a button, which a space presses."""
        first = next(iter(self.basic.rows.values()), None)
        if first is not None:
            first.control.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave two thirds to the question, however large the text is."""
        super().resizeEvent(event)
        for column in self._right:
            column.leave_room(max(240, self.width() * 36 // 100))

    def ask_for_model(self, on: bool) -> None:
        """Offer to connect a model in place of a team and settings, or let the form be filled in."""
        if self.unconnected is not None:
            for part in (self._table, self._column, self._price, self.keep):
                part.setHidden(on)
            self._large.make_room(on)
            self._sheet.setStretchFactor(self._large, int(not on))
            self.main.setEnabled(not on)
            self.unconnected.show_it(on)
            self.refresh_teams()
            if not on and self.isVisible():
                # What was pressed is gone, and the next control in its turn is some figure.
                self._focus_first()

    def _on_typed(self, row: FieldRow, _text: str = "") -> None:
        """What was wrong is being mended: the reproach goes as soon as somebody types."""
        row.show_error("")
        if not self._called_off and not any(other.error.text() for other in self.rows()):
            self.show_problem("")
        if row.name == "model":
            self._on_team_changed()
        self._suggestions.put_in()

    def _taken(self, values: Mapping[str, object]) -> bool:
        """Tell whether these values would be warned of; unsound ones are not, they are refused."""
        if self._notice is None or check(self._plugin.setup, values):
            return False
        return self._notice(self.workflow, values) is not None

    def fill_in(self, values: Mapping[str, object]) -> None:
        """Put in what another session was started with; what must differ is suggested anew."""
        for row in self.rows():
            if row.name in values and not (row.suggest is not None and isinstance(row.control, QLineEdit)):
                row.put(values[row.name])
        self.also.keep({**self.also.values, **values}, self.rows())
        self._suggestions.leave(row.name for row in self.rows() if row.name in values and row.words is None)
        self._suggestions.put_in()

    def follow_up(self, title: str, values: Mapping[str, object], told: str = "") -> None:
        """Begin with what another session came to."""
        self.follows = True
        self.setWindowTitle(tr("Follow-up to “{title}”", title=single_line(title, 60)))
        self.fill_in(values)
        self.tell(told)

    def tell(self, words: str) -> None:
        """Say above the fields what this form begins with."""
        say(self.note, words)

    def refresh_teams(self) -> None:
        """Offer the teams there are now; the chosen one stays."""
        self._teams.offer()
        self._on_team_changed()

    def choose_team(self, name: str) -> None:
        """Let a kept team sit down, where there is one of that name."""
        self._teams.choose(name)

    def seat(self, seats: Mapping[str, Seat]) -> None:
        """Let those sit down who sat in another session: under their team's name where it is still that."""
        name = self._teams.seated(seats)
        self.refresh_teams()
        self.choose_team(name)

    def chosen_team(self) -> Team:
        """Return the team; raises InputError where its file is not sound."""
        return self._teams.chosen()

    def _sound_team(self) -> Team | None:
        """Return the team, or say beside it what is wrong with its file."""
        try:
            team = self.chosen_team()
        except RoundtableError as error:
            self.refusal.say(error_text(error))
            return None
        self.refusal.clear()
        return team

    def rows(self) -> Sequence[FieldRow]:
        """Return every field of both pages."""
        return (*self.basic.rows.values(), *self.advanced.rows.values())

    def question(self) -> str:
        """Return what stands in the field of the question, where there is one."""
        row = self.basic.rows.get("question")
        return str(row.value()).strip() if row is not None else ""

    def set_question(self, text: str) -> None:
        """Put a question in, where there is such a field."""
        row = self.basic.rows.get("question")
        if row is not None and isinstance(row.control, PlainEditor):
            row.control.setPlainText(text)
            # What is typed goes on from a line; a whole page is read first, from its beginning.
            page = "\n" in text.strip()
            row.control.moveCursor(QTextCursor.MoveOperation.Start if page else QTextCursor.MoveOperation.End)

    def offer_sessions(self, rows: Sequence[tuple[SessionRow, Sequence[str]]], *, more: bool) -> None:
        """Offer these sessions and whose answers they have where a given text may be one; `more`: others."""
        for row in self.rows():
            if isinstance(row.control, FileList):
                wanted = partial(self.answer_wanted.emit, row.control)
                row.control.offer_sessions(rows, wanted, more=more)

    def add_files(self, paths: Sequence[str]) -> None:
        """List further context files, where there is such a field."""
        files = self.basic.file_list()
        if files is not None:
            files.add(list(paths))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasText() or dropped_files(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """List what was dropped: files as context, a text where texts are given; or take a folder."""
        files = dropped_files(event.mimeData())
        folder = next((row for row in self.rows() if row.field.widget == "folder"), None)
        if folder is not None and files and Path(files[0]).is_dir():
            folder.put(files[0])
            return
        lists = [c for row in self.rows() if isinstance(c := row.control, FileList)]
        lists = [one for one in lists if one.pastes is not bool(files)]
        for one in lists[:1]:
            one.dropEvent(event)

    def template(self) -> SessionTemplate:
        """Return what stands in the form as a template; files are none of it."""
        values = {**self.also.values, **kept_values(self.rows())}
        return SessionTemplate(workflow=self.workflow, team=self._teams.name(), values=values)

    def take(self, name: str, template: SessionTemplate) -> None:
        """Put in what a template holds; chosen files stay."""
        for row in self.rows():
            if row.name in template.values:
                row.put(template.values[row.name])
        self.also.keep(template.values, self.rows())
        self._suggestions.leave(template.values)
        self.choose_team(template.team)
        self.kept.show_chosen(name)

    def _on_fold_toggled(self, on: bool) -> None:
        self._large.show_all(on and self._aside is self._scroll)
        if on:
            # Once it is laid out: in a small window it would open below what can be seen.
            QTimer.singleShot(0, self, self._show_settings)

    def _show_settings(self) -> None:
        """Scroll as far as the settings reach, and no farther than to their door."""
        bar, seen = self._aside.verticalScrollBar(), self._aside.viewport()
        top = self._settings.mapTo(seen, QPoint()).y() + bar.value()
        bar.setValue(min(top, top + self._settings.height() - seen.height()))

    def _on_team_changed(self) -> None:
        self.refusal.clear()
        self.show_problem("")
        self._on_changed()
        # Of a team whose file is wrong nothing can be said: the sum of the one before must go.
        self.estimate.ask_anew()
        team = self._sound_team()
        self.state.clear()
        if team is None:
            self.who.show_seats((), {})
            return
        # Half of the form may be empty still: who sits down is told all the same.
        values = {**self.also.values, **{row.name: row.value() for row in self.rows()}}
        setup = as_far_as_sound(self._plugin.setup, values)
        seats = self._plugin.seats(setup, team)
        sit = [member for member in team.enabled if member.name in seats] or [*seats.values()]
        called = {name: tr(words) for name, words in self._plugin.vocabulary.seats.items()}
        files = self.basic.file_list()
        if files is not None:
            files.offer([member.name for member in team.enabled if member.name in seats])
        self.who.show_seats(
            [seat.model_copy(update={"name": called.get(seat.name, seat.name)}) for seat in sit],
            {tr(words): seats[post] for post, words in POSTS.items() if post in seats},
        )

    async def _estimated(self) -> RunEstimate | None:
        """Return what this session may cost as it is typed, None where that cannot be said."""
        team: Team | None = None
        with suppress(RoundtableError):
            team = self.chosen_team()
        if team is None or self._estimates is None:
            return None
        values = {**self.also.values, **{row.name: await self._values.of(row) for row in self.rows()}}
        for row in self._cards:
            await price_cards(row, self._plugin, team, values, self._estimates)
        problems = check(self._plugin.setup, values)
        self._show_mended(problems)
        if problems:
            self.warned.warn(())
            return None
        setup = self._plugin.setup.model_validate(values)
        seats = self._plugin.seats(setup, team)
        advice = self._plugin.advice(setup, seats)
        self.warned.warn(advice)
        found = await self._estimates.before_start(self._plugin, values, seats)
        if found is not None:
            self.warned.warn([*advice, *found.too_small])
        if self._ready is not None:
            in_the_way = await self._ready(self._plugin, setup, seats)
            if self.refusal.isHidden():  # servers that were tried know more
                self.state.show_obstacles(in_the_way)
        return found

    def _show_mended(self, problems: Mapping[str, str]) -> None:
        """Take back what is no longer wrong; what is newly wrong is said when it is to begin."""
        marked = [row for row in self.rows() if row.error.text()]
        for row in marked:
            row.show_error(problems.get(row.name, ""))
        if marked and not any(row.error.text() for row in marked):
            self.show_problem("")

    def _on_start_clicked(self) -> None:
        self.main.setEnabled(False)
        self._called_off = False
        self.start = Start(self._filled_in())
        self._tasks.start(self._start(self.start))

    def _filled_in(self) -> object:
        """Return what a session would begin with now, to be compared."""
        held = held_by(self.rows())
        with suppress(RoundtableError):
            return held, self.chosen_team()
        return held

    def _on_changed(self, *_: object) -> None:
        """Call off a start that would begin with what stood here before; nobody changes a hidden form."""
        if self.start is not None and not self.isHidden() and self._filled_in() != self.start.filled_in:
            self._call_off()

    def _call_off(self) -> None:
        """Begin nothing with what stood here as Start was pressed, and say so until it is pressed again."""
        self._free()
        self._called_off = True
        self.show_problem(tr("You changed something before it began. Press Start again."))

    def _on_edit_clicked(self) -> None:
        if self.start is not None:  # the form that begins would take the team's editor with it
            self._call_off()
        self.team_wanted.emit()

    def _forget_refusal(self, *_: object) -> None:
        """Take back why the models could not be asked: something is chosen otherwise now."""
        if self.refusal.tells_what_to_do():
            self.refusal.clear()
            self.show_problem("")

    def look_again(self) -> None:
        """Look anew whether the team can work: its keys or its servers may be others now."""
        self._forget_refusal()
        self.estimate.ask_anew()

    async def _start(self, start: Start) -> None:
        """Read the chosen files and go on with what was typed; of a file at fault say so beside its field."""
        values = dict(self.also.values)
        self.show_problem("")
        for row in self.rows():
            row.show_error("")
            try:
                values[row.name] = await self._values.of(row)
                if not start.goes_on():
                    return
            except RoundtableError:
                if start.goes_on():
                    self._free()
                    row.control.setFocus()
                    self.show_problem(tr("Please correct the marked fields."))
                return
        if not self._check(start, values):
            self._free()

    def _check(self, start: Start, values: dict[str, object]) -> bool:
        """Ask for the session that was filled in; where that is not sound, say so beside what is at fault."""
        problems = check(self._plugin.setup, values)
        for row in self.rows():
            row.show_error(problems.pop(row.name, ""))
        wrong = [row for row in self.rows() if row.error.text()]
        if wrong:
            if any(row.name in self.advanced.rows for row in wrong):
                self.fold.setChecked(True)
            wrong[0].control.setFocus()
            show_whole(wrong[0].error)
        if wrong or problems:
            self.show_problem(" ".join(problems.values()) or tr("Please correct the marked fields."))
            return False
        self.show_problem("")
        team = self._sound_team()
        if team is None:
            self.show_problem(tr("Please correct the marked fields."))
            self.team.setFocus()
            return False
        there = self._notice(self.workflow, values) if self._notice is not None else None
        notice = tr(there) if there is not None else ""
        warning = " ".join(filter(None, (self._values.left_out(), notice, self.estimate.above_limit())))
        if warning and warning != self._noticed:
            # Said once, and gone on with where the person presses again.
            self._noticed = warning
            self.show_problem(f"{self._noticed} {tr('Press Start again to go on.')}")
            return False
        self._looking.start()
        self.wanted.emit(start, self.workflow, values, team)
        return True

    def reject(self) -> None:
        """Close the form; a start that is still looked into is called off."""
        self._free()
        super().reject()

    def leave(self) -> None:
        """Close the form for another one; a start goes on."""
        super().reject()

    def _free(self) -> None:
        """Let it be started again."""
        if self.start is not None:
            self.start.call_off()
            self.estimate.ask_soon()
        self.start = None
        if self.kinds.isAncestorOf(self.focusWidget()):
            # There the focus went as its button was off.
            self.main.setFocus(Qt.FocusReason.MouseFocusReason)
        self._looking.stop()
        self.main.setText(tr("Start"))
        self.main.setEnabled(True)

    def refused(self, error: BaseException) -> None:
        """Say why the session did not start, and let it be tried again."""
        self._free()
        self.failed(error)

    def failed(self, error: BaseException) -> None:
        """Say what went wrong; everything typed is still there."""
        self.main.setEnabled(self.start is None)
        if isinstance(error, NotReady):
            self._show_not_ready(error)
        else:
            self.show_problem(error_text(error))

    def _show_not_ready(self, error: NotReady) -> None:
        """Say beside the team what keeps it from working, and offer one that works."""
        offered = error.team if error.team is not None and self.team.findData(error.team) >= 0 else None
        self.state.show_obstacles(error.obstacles)
        self.show_problem(tr("This team cannot work yet; nothing was started."))
        self.refusal.show_not_ready("\n".join(error_text(part) for part in error.parts()), offered)
        # Once it is laid out: what was said takes lines, and the scroll bar some of their width.
        QTimer.singleShot(0, self, lambda: self._scroll.ensureWidgetVisible(self.refusal.ways))

    def _on_other_team_chosen(self, name: str) -> None:
        self.choose_team(name)
        self.main.setFocus()

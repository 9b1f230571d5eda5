"""The forms of new sessions: which one is open, what each begins with, and the session that comes of it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from app.domain.errors import InputError, RoundtableError
from app.domain.i18n import words
from app.domain.ids import SessionId
from app.domain.untrusted_files import is_folder, is_there
from app.settings.folders import expanded
from app.ui.kit.dispose import dispose
from app.ui.kit.texts import error_text, in_words_shown, tr

if TYPE_CHECKING:
    from app.domain.canonical import JsonValue
    from app.domain.ids import SeatName
    from app.domain.seats import Seat, Team
    from app.engine.plugin import WorkflowPlugin
    from app.engine.session_rows import SessionRow
    from app.services.core import Core
    from app.ui.models.providers import ProvidersDialog
    from app.ui.setup.file_list import FileList
    from app.ui.setup.new_session import NewSessionDialog
    from app.ui.setup.start import Start
    from app.ui.setup.team import TeamDialog
    from app.ui.setup.unconnected import Unconnected
    from app.ui.view.session_view import SessionView

_MOST_OFFERED = 8
"""Finished sessions whose answers are offered at once, the newest; others are searched for."""
_HEAD_START = 0.1
"""Seconds that a new session has for its first calls."""


class SessionForms:
    """One form per workflow, and one per session that is followed up: what was typed stays in its own."""

    def __init__(
        self,
        owner: QWidget,
        core: Core,
        run: Callable[[Coroutine[Any, Any, Any]], None],
        begun: Callable[[SessionId], Awaitable[None]],
        tell: Callable[[str], None],
    ) -> None:
        self._owner, self._core, self._run, self._begun, self._tell = owner, core, run, begun, tell
        self._forms: dict[tuple[str, str], NewSessionDialog] = {}
        """By workflow and the session that is followed up, if any."""
        self._by_rules = False
        """Whether the person wanted to try the rules: no model is asked for again."""
        self._team: tuple[NewSessionDialog, Team, TeamDialog] | None = None
        """The form of a team that was left before it was kept, over which form and for which team."""
        self.now: NewSessionDialog | None = None
        """The form that was opened last, until a session has begun from it."""

    def ask(self, question: str = "") -> None:
        """Open the form last used; for a question that of the first workflow, which is about one."""
        form = self._first() if question or self.now is None else self.now
        if question:
            form.set_question(question)
        self._open(form)

    def see_sample(self, workflow: str = "") -> None:
        """Begin a session that was written by hand, of the first workflow where none is named."""
        self._run(self._begin_sample(workflow or next(iter(self._core.plugins))))

    async def _begin_sample(self, workflow: str) -> None:
        session = await self._core.samples.begin(self._core.samples.of(workflow))
        for form in self._forms.values():
            if form.isVisible():
                # What was typed is kept.
                form.leave()
        try:
            await self._core.sessions.start(session)
        finally:
            await self._begun(session)

    def ask_about(self, paths: Sequence[Path]) -> None:
        """Open the form of the first workflow with further files."""
        form = self._first()
        form.add_files([str(path) for path in paths])
        self._open(form)

    async def follow_up(self, view: SessionView, plugin: WorkflowPlugin) -> None:
        """Open a form with what is known by now; of a session without a result with its own set-up."""
        session = SessionId(view.fold.session.session)
        form = self._forms.get((plugin.name, session))
        if form is None:
            finished = view.fold.session.state == "finished"
            with in_words_shown():
                known = (await self._core.summaries.of(session)).follow_up if finished else None
            form = self._form_of(plugin.name, session)
            told = tr("What is known by now goes along, under Advanced.")
            form.follow_up(
                view.fold.session.title,
                view.fold.session.setup if known is None else known,
                told if known is not None else "",
            )
            form.seat(view.fold.session.seats)
        self._open(form)

    async def open_folder(
        self, plugin: WorkflowPlugin, setup: Mapping[str, JsonValue], typed: str
    ) -> SessionId | None:
        """Return the session of a folder, or of one file of it, None where a form was opened to begin one.

        A name alone is looked for beside the folder of the session with this setup; raises InputError where
        there is no such folder, and no such file where one can be named in its place.
        """
        use = next(iter(plugin.ports))
        field = use.field
        # A name that leads from the root on stands for itself.
        folder = expanded(str(setup.get(field, ""))).parent / expanded(typed)
        if not await asyncio.to_thread(is_there if use.alone else is_folder, folder):
            raise InputError(
                words("There is no folder “{folder}”.", folder=str(folder)),
                words("Write where it is from the root on, or its name where it lies beside this one."),
            )
        # The one file of this session is none of the other folder's.
        elsewhere = {use.alone: ""} if use.alone else {}
        there = await self._core.sessions.going_on(plugin.name, {**setup, field: str(folder), **elsewhere})
        if there is None:
            form = self._form_of(plugin.name)
            form.fill_in({field: str(folder)})
            form.tell(tr("Nothing was begun in this folder yet. Look through this, and start."))
            self._open(form)
        return there

    def _open(self, form: NewSessionDialog) -> None:
        """Open a form; while it is filled in, the program gets ready for what comes of it."""
        self.now = form
        # They may have been set up in a terminal meanwhile.
        form.offer_tools(self._core.tool_servers.places())
        self._ask_for_model(form)
        form.open()
        self._run(self._core.rehearse(form.workflow))
        self._run(self._offer_sessions(form))

    async def _offer_sessions(self, form: NewSessionDialog) -> None:
        """Offer the answers of finished sessions, the newest first."""
        rows = [row for row in await self._core.library.rows() if row.state == "finished"]
        found: list[tuple[SessionRow, Sequence[str]]] = []
        for row in rows[:_MOST_OFFERED]:
            # What cannot be read says so when its answer is wanted.
            with suppress(RoundtableError):
                found.append((row, await self._core.taken_answers.members(row.session)))
        if isValid(form):
            form.offer_sessions(found, more=len(rows) > _MOST_OFFERED)

    def _on_answer_wanted(
        self, form: NewSessionDialog, given: FileList, row: SessionRow | None, member: str
    ) -> None:
        if row is None:
            self._run(self._choose_answer(form, given))
        else:
            self._run(self._give_answer(form, given, row, member))

    async def _choose_answer(self, form: NewSessionDialog, given: FileList) -> None:
        from app.ui.gates.session_choice import SessionChoice  # late: it is not needed at the start

        rows = [row for row in await self._core.library.rows() if row.state == "finished"]
        choice = SessionChoice(form, rows, tr("Use its answer"))
        choice.chosen.connect(lambda row: self._run(self._give_answer(form, given, row)))
        choice.show_once()

    async def _give_answer(
        self, form: NewSessionDialog, given: FileList, row: SessionRow, member: str = ""
    ) -> None:
        """Put an answer of a session among the given ones, and its question where there is none yet."""
        try:
            answer = await self._core.taken_answers.answer(row.session, member)
            async with self._core.sessions.opened(row.session) as held:
                question = held.fold.session.question
        except RoundtableError as error:
            form.failed(error)
            return
        if isValid(form):
            given.give_text(answer["name"], answer["text"])
            if not form.question():
                form.set_question(question)

    def _ask_for_model(self, form: NewSessionDialog) -> None:
        """Offer to connect a model where the rules would sit down by themselves."""
        settled = self._by_rules or form.follows
        form.ask_for_model(not settled and self._core.connecting.is_needed())

    def _on_rules_wanted(self, form: NewSessionDialog) -> None:
        self._by_rules = True
        form.ask_for_model(False)

    def refresh_teams(self) -> None:
        """Offer the teams there are now in every form; what was typed stays."""
        for form in self._forms.values():
            form.refresh_teams()

    def _first(self) -> NewSessionDialog:
        """Return the form of the first workflow, which is about a question."""
        return self._form_of(next(iter(self._core.plugins)))

    def _form_of(self, workflow: str, followed: str = "") -> NewSessionDialog:
        """Return a form; what was typed before is still in it."""
        from app.ui.setup.new_session import NewSessionDialog  # late: it is not needed at the start

        form = self._forms.get((workflow, followed))
        if form is None:
            plugins = self._core.plugins
            form = NewSessionDialog(
                self._owner,
                plugins[workflow],
                self._core.teams,
                [*plugins.values()],
                self._core.sessions.notice,
                self._core.estimates,
                self._core.templates,
                self._core.readiness.obstacles,
                unconnected=self._unconnected(workflow),
            )
            with suppress(RoundtableError):
                # What cannot be read is said where it is set.
                form.fill_in(self._core.settings.beginnings())
            form.wanted.connect(lambda *asked: self._run(self._begin(form, *asked)))
            form.template_wanted.connect(partial(self._on_template_wanted, form))
            form.kept_wanted.connect(partial(self._on_kept_wanted, form))
            form.team_wanted.connect(partial(self._on_team_wanted, form))
            form.keys_wanted.connect(partial(self._on_keys_wanted, form))
            form.sample_wanted.connect(self.see_sample)
            form.answer_wanted.connect(partial(self._on_answer_wanted, form))
            if form.unconnected is not None:
                form.unconnected.rules_wanted.connect(partial(self._on_rules_wanted, form))
                form.unconnected.connected.connect(partial(form.ask_for_model, False))
                form.unconnected.own_wanted.connect(lambda: self._on_keys_wanted(form).set_up_own())
            self._forms[workflow, followed] = form
        return form

    def _unconnected(self, workflow: str) -> Unconnected:
        from app.ui.setup.unconnected import Unconnected  # late: it is not needed at the start

        sample = None
        with suppress(RoundtableError):
            sample = self._core.samples.of(workflow)
        return Unconnected(self._core.connecting, sample)

    def _on_template_wanted(self, left: NewSessionDialog, workflow: str) -> None:
        left.leave()
        self._open(self._form_of(workflow))

    def _on_kept_wanted(self, left: NewSessionDialog, name: str) -> None:
        try:
            template = self._core.templates.load(name)
            form = self._form_of(template.workflow)
        except (RoundtableError, KeyError) as error:
            left.failed(error)
            return
        form.take(name, template)
        if form is not left:
            left.leave()
            self._open(form)

    def _on_team_wanted(self, form: NewSessionDialog) -> None:
        from app.ui.setup.team import TeamDialog  # late: it is not needed at the start

        try:
            team = form.chosen_team()
        except RoundtableError as error:
            form.failed(error)
            return
        if self._team is not None and isValid(self._team[2]):
            if self._team[:2] == (form, team):
                self._team[2].open()
                return
            self._team[2].deleteLater()
        dialog = TeamDialog(form, team, self._core.teams, self._core.providers)
        self._team = (form, team, dialog)

        def take(name: str) -> None:
            self._team = None
            dialog.deleteLater()
            self.refresh_teams()
            form.choose_team(name)

        dialog.saved.connect(take)
        self.offer_programs(dialog)
        dialog.open()

    def offer_programs(self, team: TeamDialog) -> None:
        """Let a program be chosen, or a key be added, in a dialog over a team's, as is wanted there."""

        def choose() -> None:
            from app.ui.models.programs import ProgramsDialog  # late: it is not needed at the start

            dialog = ProgramsDialog(team, self._core.providers.programs)
            dialog.taken.connect(team.add_program)
            dialog.show_once()

        def add_key(provider: str) -> None:
            from app.ui.models.providers import ProvidersDialog  # late: it is not needed at the start

            dialog = ProvidersDialog(team, self._core.providers, self._core.teams, first=provider)
            dialog.changed.connect(team.look_again)
            dialog.show_once()

        team.program_wanted.connect(choose)
        team.key_wanted.connect(add_key)

    def _on_keys_wanted(self, form: NewSessionDialog) -> ProvidersDialog:
        from app.ui.models.providers import ProvidersDialog  # late: it is not needed at the start

        dialog = ProvidersDialog(form, self._core.providers, self._core.teams)
        dialog.changed.connect(form.look_again)
        dialog.changed.connect(partial(self._ask_for_model, form))
        dialog.show_once()
        return dialog

    async def _begin(
        self, form: NewSessionDialog, start: Start, workflow: str, values: dict[str, object], team: Team
    ) -> None:
        """Begin what a form asks for, unless that start is called off while the models are looked at."""
        try:
            plugin = self._core.plugins[workflow]
            setup = plugin.setup.model_validate(values)
            # Folders that have a session of this kind go on in that one, and with its table.
            there = await self._core.sessions.going_on(workflow, setup.model_dump())
            seats = plugin.seats(setup, team)
            if there is not None:
                async with self._core.sessions.opened(there) as held:
                    seats = held.fold.session.seats
            if not start.goes_on() or not await self._approved(form, start, seats):
                return
            if there is None and start.goes_on():
                await start.look(self._core.readiness.check(plugin, setup, seats))
            if not start.goes_on():
                return
            session = there or await self._made(form, start, plugin, values, team)
            if session is None:
                return
        except Exception as error:  # noqa: BLE001  said in the form, where it can be mended
            if start.goes_on():
                form.refused(error)
                if not form.isVisible():
                    # Another kind of session is filled in meanwhile.
                    self._tell(error_text(error))
            return
        # The form that asked goes, whichever was opened meanwhile.
        self._forms = {key: kept for key, kept in self._forms.items() if kept is not form}
        if self.now is form:
            self.now = None
        form.accept()
        dispose(form)
        try:
            await self._core.sessions.start(session)
            # The models take longest, so they are asked before the page is drawn.
            await asyncio.sleep(_HEAD_START)
        finally:
            await self._begun(session)
        live = self._core.sessions.live(session) if there is not None else None
        if live is not None:
            from app.services.session_per_folder import unheeded  # late: it is not needed at the start

            fields = plugin.setup.model_fields
            named = [name for name, value in setup if value != fields[name].default]
            kept = unheeded(live.fold, setup, named)
            if kept is not None:
                self._tell(tr(kept))

    async def _made(
        self,
        form: NewSessionDialog,
        start: Start,
        plugin: WorkflowPlugin,
        values: dict[str, object],
        team: Team,
    ) -> SessionId | None:
        """Return a new session, with what is expected of it; None: its start was called off meanwhile."""
        from app.domain.verdict_facts import ForecastMade  # late: it is not needed at the start

        ruled = self._core.rules.applied(plugin, values)
        session = await self._core.sessions.create(plugin.name, ruled, team)
        if not start.goes_on():
            await self._core.admin.delete(session)
            return None
        if expected := form.forecast.text():
            await self._core.review.tell(session, ForecastMade(text=expected))
        return session

    async def _approved(self, form: NewSessionDialog, start: Start, seats: Mapping[SeatName, Seat]) -> bool:
        """Ask about servers that the team names; where the answer is no, say that nothing was sent."""
        from app.ui.gates.approving import approved  # late: it is not needed at the start

        if await approved(form, self._core.providers, seats):
            return True
        if start.goes_on():
            form.refused(
                InputError(
                    words("Nothing was started and nothing was sent."),
                    words("Choose another team, or approve its servers."),
                )
            )
        return False

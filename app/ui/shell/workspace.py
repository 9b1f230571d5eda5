"""The window without its menus: rail, page, insights, notices, and what is done with sessions in it."""

# Late imports on purpose: dialogs are imported when first opened, for the start of the window.

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QMainWindow, QStackedWidget, QWidget
from shiboken6 import isValid

from app.domain.errors import RoundtableError
from app.domain.ids import SessionId
from app.engine.session_rows import SessionRow
from app.settings.options import BY_KEY, STILL, TEXT_SIZE, THEME, Number
from app.ui.kit.actions import ROUND
from app.ui.kit.dispose import dispose
from app.ui.kit.preferences import Preferences
from app.ui.kit.spinner import keep_still
from app.ui.kit.tasks import Tasks, pause
from app.ui.kit.texts import error_text, in_words_shown, tr
from app.ui.kit.theme import Theme, apply_theme, apply_zoom
from app.ui.shell.bridge import Bridge
from app.ui.shell.first_run import FirstRun
from app.ui.shell.notices import Desktop, Notices, QtDesktop, Watcher
from app.ui.shell.panes import Panes
from app.ui.shell.rail import SessionRail
from app.ui.shell.session_forms import SessionForms
from app.ui.shell.session_place import SessionPlace
from app.ui.shell.sizes import opening_size

if TYPE_CHECKING:
    from app.domain.canonical import JsonValue
    from app.domain.i18n import Message
    from app.engine.plugin import WorkflowPlugin
    from app.services.core import Core
    from app.settings.options import Value
    from app.ui.session.page import SessionPage
    from app.ui.view.view_state import ViewState

_QUIET_REFRESH = 300
_LOOK_AGAIN = 5000
"""Milliseconds after which the list learns what other processes have done."""
_FAULT_PAUSE = 10_000
"""Milliseconds in which a fault that repeats is told once."""
_HALTED = ("paused", "stopped", "interrupted")
_SIZES = BY_KEY[TEXT_SIZE]
assert isinstance(_SIZES, Number)
LEAST_ZOOM, MOST_ZOOM = round(_SIZES.least), round(_SIZES.most)


class Workspace(QMainWindow):
    """The parts of the window."""

    changed = Signal()
    """What is in sight, or what can be done with it, may be another."""
    listed = Signal(object)
    """Every session's row, read anew for what other processes did."""

    def __init__(
        self, core: Core, preferences: Preferences | None, desktop: Desktop | None, state: ViewState | None
    ) -> None:
        super().__init__()
        self.core = core
        self.preferences = preferences or Preferences()
        self.preferences.use(core.settings)
        app = QApplication.instance()
        if isinstance(app, QApplication) and self.zoom != 100:
            # Before anything is made: what has been laid out once keeps the size of its text.
            apply_zoom(app, self.zoom)
        self.setWindowTitle("Roundtable")
        self.setMinimumSize(640, 480)
        self.resize(opening_size(self, self.preferences))
        self._tasks = Tasks(self, self.show_error)
        self._loads = self._loaded = 0
        """How often the rows were asked for, and which of these is shown."""
        self.all_rows: Sequence[SessionRow] = ()
        """Every session, also those that the list leaves out."""
        self.session_forms = SessionForms(self, core, self.run, self._show_begun, self.tell)
        self.bridge = Bridge(core.bus, self)
        self.rail = SessionRail()
        self.first = FirstRun()
        self.page_stack = SessionPlace(
            self.first, core, state, awaits=self.preferences.flag("sessions", False)
        )
        self.panes = Panes(self.rail, self.page_stack, self.preferences)
        self.pages = QStackedWidget()
        """The session between its panes, and what is shown in place of all of that."""
        self.pages.addWidget(self.panes)
        self.setCentralWidget(self.pages)
        self.over: QWidget | None = None
        """What is shown in place of the session, the library."""
        self._before: QWidget | None = None
        """What had the focus in the session when something else took its place."""
        # Before it is shown: Qt would choose the first of the row, and the sessions are not read yet.
        (self.first.ask if self.page_stack.known else self.page_stack).setFocus()
        self.notices = Notices(self, self.preferences, desktop or QtDesktop(self))
        self.watcher = Watcher(self.notices)
        self.changed.connect(self.notices.place)
        self._refresh_timer = pause(self, _QUIET_REFRESH, self.refresh_rows)
        # What another process does to a session is told by nobody.
        self.look_again = QTimer(self, interval=_LOOK_AGAIN)
        self.look_again.timeout.connect(self._look_again)
        self.look_again.start()
        self._fault_told = pause(self, _FAULT_PAUSE, lambda: None)
        self.rail.opened.connect(lambda session: self.open_session(SessionId(session)))
        self.rail.search.textChanged.connect(lambda _: self._refresh_timer.start())
        self.first.ask.clicked.connect(lambda _on: self.ask_new())
        self.first.sample.clicked.connect(lambda _on: self.session_forms.see_sample())
        self.page_stack.page_made.connect(self._on_page_made)
        self.panes.fitted.connect(self.changed)
        self.bridge.appended.connect(self._on_appended)
        self.bridge.run_ended.connect(self._on_run_ended)
        self.bridge.run_failed.connect(self._on_run_failed)

    @property
    def page(self) -> SessionPage:
        """The page of a session; made when it is first asked for."""
        return self.page_stack.page

    @property
    def round_word(self) -> str | Message:
        """What the workflow in sight calls a round."""
        return self.page_stack.view.round_word if self.page_stack.view is not None else ROUND

    def panes_in_turn(self) -> list[QWidget]:
        """Return list, strip, tab, what was asked for, decision, insights: as the eye goes through them."""
        if self.over is not None:
            return [self.over]
        page = self.page_stack.shown
        if page is None:
            return [self.rail, self.first]
        return [self.rail, page.strip, page.tabs, page.asked, page.bar, page.column]

    def _on_page_made(self) -> None:
        from app.ui.shell.estimating import RoundEstimate  # late: only a session has estimates

        page = self.page
        self.panes.use_column(page.column)
        self.notices.stand_on(page.bar)
        RoundEstimate(page, self.core)
        page.changed.connect(self._give_page)
        page.tabs.currentChanged.connect(lambda _index: self._give_page())
        page.changed.connect(self.changed)
        page.strip.branch_wanted.connect(lambda session: self.open_session(SessionId(session)))
        page.decider.fork_wanted.connect(self._on_fork_wanted)
        page.decider.folder_wanted.connect(self._on_folder_wanted)
        page.news.connect(self.tell)
        self.bridge.streamed.connect(page.on_streamed)
        self.bridge.waits.connect(page.on_waits)
        page.arrived, page.waiting = self.bridge.arrived, self.bridge.waiting

    def _give_page(self) -> None:
        page = self.page
        self.panes.give_page(page.tabs.full_width(page.view) if page.view else 0)

    # --- what stands in place of the session -----------------------------------------------------

    def show_page(self, page: QWidget) -> None:
        """Show a page over all columns."""
        self.over, self._before = page, self.focusWidget()
        self.pages.setCurrentIndex(self.pages.addWidget(page))
        QShortcut(QKeySequence(Qt.Key.Key_Escape), page, self.show_session)
        self.changed.emit()

    def show_session(self) -> None:
        """Go back to the session, with the focus where it was."""
        page, self.over = self.over, None
        if page is None:
            return
        self.pages.setCurrentWidget(self.panes)
        self.pages.removeWidget(page)
        dispose(page)
        if self._before is not None and isValid(self._before):
            self._before.setFocus()
        self.changed.emit()

    # --- what the bus says --------------------------------------------------------------------

    def _on_appended(self, session: str, records: Any) -> None:
        page = self.page_stack.shown
        if page is not None and page.view is not None and session == page.session:
            page.on_appended(session, records)
            self.watcher.on_records(page.view, records, self._in_sight(session))
        if not self._refresh_timer.isActive():
            self._refresh_timer.start()

    def _on_run_ended(self, session: str, state: str) -> None:
        self._refresh_page()
        self.watcher.on_run_ended(session)
        self._refresh_timer.start()
        # The loop's task ends just after it said so: look again once it has.
        QTimer.singleShot(0, self, self._refresh_page)

    def _refresh_page(self) -> None:
        page = self.page_stack.shown
        if page is not None:
            page.refresh()

    def _on_run_failed(self, session: str, problem: str) -> None:
        if session == self.page_stack.session:
            # After the refreshes that the end of the run causes, which would wipe it away.
            QTimer.singleShot(50, self, lambda: self.page.show_problem(problem))

    def _in_sight(self, session: str) -> bool:
        return session == self.page_stack.session and not self.isMinimized()

    async def warm(self) -> None:
        """Let the core load what takes long, then tell the rows in each workflow's own words."""
        await self.core.warm()
        # Late, so that the first session opens at once.
        import app.ui.kit.text.safe_view
        import app.ui.session.page

        plugins = self.core.plugins
        self.rail.model.use_words({name: plugin.vocabulary.round for name, plugin in plugins.items()})
        # So that the first words that a model streams are set, and no sign of how stands raw.
        await asyncio.to_thread(app.ui.kit.text.safe_view.warm)

    def _look_again(self) -> None:
        if self.isVisible() and not self.isMinimized() and self._loaded:
            self.run(self._load_quietly())

    async def _load_quietly(self) -> None:
        # A folder that cannot be read for a moment must not open a dialog every five seconds.
        with suppress(RoundtableError):
            self.listed.emit(await self._load_rows())
            page, session = self.page_stack.shown, self.page_stack.session
            if page is not None and session is not None:
                await page.follow(elsewhere=self._moves_elsewhere(session))

    def _moves_elsewhere(self, session: SessionId) -> bool:
        """Tell whether another process moves a session: nothing cut it off, and it need not be resumed."""
        row = self.rail.row(session)
        return row is not None and row.state == "running" and not self.core.sessions.running(session)

    def _as_moved(self, row: SessionRow) -> SessionRow:
        """Return a row that runs where this process moves it: what says so may be still to come."""
        moves = row.state in _HALTED and self.core.sessions.running(row.session)
        return replace(row, state="running") if moves else row

    def refresh_rows(self) -> None:
        self.run(self._load_rows())

    async def _load_rows(self) -> list[SessionRow]:
        """Show the rows of the library; return them all, also those that a search hides."""
        # Loads overlap: one that began earlier and ends later would put old rows over new ones.
        self._loads += 1
        turn, text = self._loads, self.rail.search.text().strip()
        all_rows = [self._as_moved(row) for row in await self.core.library.rows()]
        rows = all_rows
        if text:
            found = {hit.session for hit in await self.core.library.find(text)}
            rows = [row for row in all_rows if row.session in found]
        if turn < self._loaded:
            return all_rows
        self._loaded, self.all_rows = turn, all_rows
        self.preferences.write("sessions", int(bool(all_rows)))
        self.rail.show_rows(rows, self.page_stack.session)
        self.watcher.on_rows(all_rows, self._in_sight)
        self.panes.usable["rail"] = bool(rows or text)
        self.panes.fit()
        page = self.page_stack.shown
        if page is not None:
            await page.refresh_branches()
        return all_rows

    # --- sessions -----------------------------------------------------------------------------

    async def begin(self) -> None:
        """Fill the rail and open the session left open, else one that needs the person, else the newest."""
        if self.preferences.problem is not None:
            from app.ui.kit.dialog import TellOnly

            TellOnly(self, tr("Settings"), tr(self.preferences.problem)).show_once()
        try:
            rows = await self._load_rows()
            left = self.preferences.read("session")
            needy = (row for row in rows if row.gate and row.needy)
            last = (row for row in rows if row.session == left and not row.archived and not row.problem)
            chosen = next(chain(last, needy, rows), None)
            if chosen is not None and not chosen.problem and self.page_stack.session is None:
                await self._open(chosen.session)
        finally:
            if self.page_stack.session is None:
                self.page_stack.leave()
                self.first.ask.setFocus()
                self.changed.emit()

    def open_session(self, session: SessionId) -> None:
        self.run(self._open_listed(session))

    async def _open_listed(self, session: SessionId) -> None:
        self.show_session()
        await self._open(session)
        if not self.rail.lists(session):
            # Made by another process since, and found in the library.
            await self._load_rows()

    async def _open(self, session: SessionId) -> None:
        self._remember_layout()
        before = self.page_stack.session
        page = await self.page_stack.open(session, elsewhere=self._moves_elsewhere(session))
        self.panes.usable["column"] = True
        assert page.view is not None
        kind = page.view.fold.session.workflow
        self.panes.use_kind(kind)
        # Qt gives it its room only when it is seen, and would lay it out for what it had before.
        page.setGeometry(self.page_stack.contentsRect())
        self.page_stack.setCurrentWidget(page)
        page.find_bar.close_bar()
        self.rail.mark(session)
        self.preferences.write("session", session)
        self.notices.looked_at(session)
        if before is None and not page.bar.holds_focus():
            # Who answered meanwhile waits there for the next question.
            page.focus_first()
        self.changed.emit()
        await page.refresh_branches()

    def leave(self, session: str) -> None:
        """Show another session where this one is in sight: it is gone."""
        if session == self.page_stack.session:
            self.run(self._leave())

    async def _leave(self) -> None:
        self._remember_layout()
        self.page_stack.leave()
        self.panes.usable["column"] = False
        await self.begin()

    def _remember_layout(self) -> None:
        page = self.page_stack.shown
        if page is not None and page.view is not None:
            self.panes.remember()

    def reset_layout(self) -> None:
        """Put every panel back where it was at first."""
        self.panes.reset()
        self.panes.fit()
        self.panes.remember()

    def ask_new(self, question: str = "") -> None:
        """Open the form of a new session; what was typed before is still in it."""
        self.session_forms.ask(question)

    def ask_follow_up(self) -> None:
        """Open the form of a session that goes on from the one that is shown."""
        page = self.page_stack.shown
        if page is not None and page.view is not None and page.plugin is not None:
            self.run(self.session_forms.follow_up(page.view, page.plugin))

    async def _show_begun(self, session: SessionId) -> None:
        self.show_session()
        await self._open(session)
        self.page.bar.take_focus()
        await self._load_rows()

    async def resume(self, session: SessionId) -> None:
        """Go on with a session, once its servers are approved and its folders are what they were."""
        from app.ui.gates.approving import approved, folders_named_again

        view = self.page.view
        if view is not None and view.session_id == session:
            if not await approved(self, self.core.providers, view.fold.session.seats):
                return
            if not await folders_named_again(self, self.core.sessions, view):
                return
        self.page.decider.note_resumed(session)
        await self.core.sessions.start(session)
        self._refresh_page()

    def _on_fork_wanted(self, at: int, words: str) -> None:
        if self.page_stack.session is not None:
            self.run(self._fork_with(self.page_stack.session, at, words))

    def _on_folder_wanted(self, typed: str) -> None:
        page = self.page_stack.shown
        if page is not None and page.view is not None and page.plugin is not None:
            self.run(self._open_folder(page.plugin, page.view.fold.session.setup, typed))

    async def _open_folder(self, plugin: WorkflowPlugin, setup: Mapping[str, JsonValue], typed: str) -> None:
        """Go on in the session of another folder; where it has none, ask what is to be begun there."""
        try:
            there = await self.session_forms.open_folder(plugin, setup, typed)
        except RoundtableError as refused:
            # Said where it was typed.
            self.page.show_problem(error_text(refused))
            return
        if there is not None:
            await self._open_listed(there)
            if not self.core.sessions.running(there):
                await self.resume(there)

    async def _fork_with(self, session: SessionId, at: int, words: str) -> None:
        await self.fork(session, at)
        if words and self.page.session != session:
            # What was typed about the round that is left behind is said before the next one.
            self.page.draft_store.type(guidance=words)

    async def fork(self, session: SessionId, at: int, changes: Mapping[str, JsonValue] | None = None) -> None:
        """Go on in a copy, asking first for what must be another value in it."""
        page = self.page_stack.shown
        plugin = page.plugin if page is not None else None
        needs = plugin.fork_fields if plugin is not None else ()
        if needs and changes is None and plugin is not None and session == self.page_stack.session:
            from app.ui.gates.forms import ForkDialog

            view = self.page_stack.view
            setup = view.fold.session.setup if view is not None else {}

            def taken(values: Mapping[str, object]) -> bool:
                return self.core.sessions.notice(plugin.name, values) is not None

            dialog = ForkDialog(self, plugin, setup, taken)
            dialog.decided.connect(lambda values: self.run(self.fork(session, at, values)))
            dialog.show_once()
            return
        with in_words_shown():
            copy = await self.core.sessions.fork(session, at, changes)
        await self._open(copy)
        await self._load_rows()

    # --- telling ------------------------------------------------------------------------------

    def tell(self, words: str, opens: Path | None = None) -> None:
        """Say something that needs no answer; `opens`: what it tells of."""
        self.notices.tell(words, opens)

    def tell_fault(self) -> None:
        """Say that something went wrong inside the program; one that repeats is said once a while."""
        if not self._fault_told.isActive():
            self._fault_told.start()
            self.tell(tr("Something went wrong inside the program. A report is kept for the next start."))

    def show_messages(self) -> None:
        from app.ui.shell.dialogs import MessagesDialog

        MessagesDialog(self, self.notices.kept).show_once()

    def show_error(self, error: BaseException) -> None:
        """Say what went wrong and what to do next."""
        from app.ui.kit.dialog import TellOnly

        words = error_text(error)
        if self.page_stack.view is not None:
            words = self.page_stack.view.names.veil(words)
        TellOnly(self, tr("That did not work"), words).show_once()

    def run(self, work: Coroutine[Any, Any, Any]) -> None:
        """Run a coroutine that belongs to the window."""
        self._tasks.start(work)

    # --- how it looks -------------------------------------------------------------------------

    @property
    def zoom(self) -> int:
        """Size of the text in percent."""
        return self.preferences.amount(TEXT_SIZE)

    def set_zoom(self, percent: int) -> None:
        """Make all text larger or smaller, and remember it."""
        self._set(TEXT_SIZE, min(MOST_ZOOM, max(LEAST_ZOOM, percent)))

    def set_theme(self, theme: Theme) -> None:
        """Switch the appearance at once and remember it."""
        self._set(THEME, theme)

    def _set(self, key: str, value: Value) -> None:
        try:
            self.preferences.set(key, value)
        except RoundtableError as error:
            self.show_error(error)
        self.apply_setting(key)

    def apply_setting(self, key: str) -> None:
        """Let what is seen follow a setting that has another value now."""
        app = QApplication.instance()
        if isinstance(app, QApplication):
            if key == TEXT_SIZE:
                apply_zoom(app, self.zoom)
            elif key == THEME:
                apply_theme(app, self.preferences.theme)
            elif key == STILL:
                keep_still(app, self.preferences.switch(STILL))
        self.changed.emit()

    async def aclose(self) -> None:
        """Let go of the bus and of running work."""
        self.bridge.close()
        self._refresh_timer.stop()
        self.look_again.stop()
        self.page_stack.end()
        # Those of every panel and view in it too: what is cancelled needs the loop to end.
        for tasks in self.findChildren(Tasks):
            await tasks.cancel_all()

"""The main window: assembles rail, page, insights and bars; what actions do is in `commands`."""

# Late imports on purpose: dialogs are imported when first opened, for the start of the window.

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QMainWindow,
    QSizePolicy,
    QToolBar,
    QWidget,
)

from app.domain.ids import SessionId
from app.engine.ports import SessionRow
from app.ui.kit.actions import ANSWERS, ROUND, build_actions, describe, name_action
from app.ui.kit.buttons import ToolButton
from app.ui.kit.errors import error_text
from app.ui.kit.menu_button import MenuButton
from app.ui.kit.preferences import Preferences
from app.ui.kit.tasks import Tasks
from app.ui.kit.texts import Said, label, shown, tr
from app.ui.kit.theme import Theme, apply_theme, apply_zoom
from app.ui.shell.bridge import Bridge
from app.ui.shell.commands import Commands
from app.ui.shell.enabling import usable, usable_without_session
from app.ui.shell.first_run import FirstRun
from app.ui.shell.notices import Desktop, Notices, QtDesktop, messages_text
from app.ui.shell.panes import Panes
from app.ui.shell.rail import SessionRail
from app.ui.shell.session_forms import SessionForms
from app.ui.shell.session_place import SessionPlace
from app.ui.shell.sizes import opening_size, remember_size
from app.ui.shell.tab_order import in_turn
from app.ui.shell.watching import Watcher

if TYPE_CHECKING:
    from app.domain.canonical import JsonValue
    from app.domain.gates import GateKind
    from app.domain.i18n import Words
    from app.services.core import Core
    from app.ui.session.page import SessionPage
    from app.ui.view.view_state import ViewState

_QUIET_REFRESH = 300
_FAULT_PAUSE = 10_000
"""Milliseconds in which a fault that repeats is told once."""
LEAST_ZOOM, MOST_ZOOM = 70, 200


class MainWindow(QMainWindow):
    """The one window."""

    closed = Signal()

    def __init__(
        self,
        core: Core,
        preferences: Preferences | None = None,
        *,
        desktop: Desktop | None = None,
        state: ViewState | None = None,
    ) -> None:
        super().__init__()
        self.core = core
        self.preferences = preferences or Preferences()
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
        self.session_forms = SessionForms(self, core, self.run, self._show_begun)
        self._may_close = False
        self.bridge = Bridge(core.bus, self)
        self.rail = SessionRail()
        self.first = FirstRun()
        self.place = SessionPlace(self.first, core, state, awaits=self.preferences.flag("sessions", False))
        self.panes = Panes(self.rail, self.place, self.preferences)
        self.setCentralWidget(self.panes)
        # Before it is shown: Qt would choose the first of the row, and the sessions are not read yet.
        (self.first.ask if self.place.known else self.place).setFocus()
        self.notices = Notices(self, self.preferences, desktop or QtDesktop(self))
        self.notices.floor = self._toast_floor
        self.watcher = Watcher(self.notices)
        self.actions_by_id = build_actions(self)
        self._described: dict[str, tuple[bool, str | Words, GateKind | None, str]] = {}
        """What each action was described with: whether it can be used, and the word for a round."""
        self._build_toolbar()
        self.commands = Commands(self, self)
        self._build_status()
        self._refresh_timer = QTimer(self)
        self._refresh_timer.setSingleShot(True)
        self._refresh_timer.setInterval(_QUIET_REFRESH)
        self._refresh_timer.timeout.connect(self.refresh_rows)
        self._fault_told = QTimer(self)
        self._fault_told.setSingleShot(True)
        self._fault_told.setInterval(_FAULT_PAUSE)
        self._connect()
        self.show_state()

    # --- building -----------------------------------------------------------------------------

    def _build_toolbar(self) -> None:
        bar = QToolBar(tr("Main"))
        bar.setMovable(False)
        bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.addToolBar(bar)
        self.new_button = self._tool("new", tr("+ New"))
        self.library_button = self._tool("library", tr("☰ Library"))
        stops = ("pause", "stop_after_round", "stop_now", "stop_with_answer")
        self.stop_button = MenuButton(tr("■ Stop ▾"), tr("Stop"), [self.actions_by_id[n] for n in stops])
        self.stop_button.further = self._stops_of_one
        self.export_button = self._tool("export", tr("⇪ Export"))
        self.search_button = self._tool("palette", tr("Search or run a command   Ctrl+K"))
        self.search_button.setObjectName("search")
        space = QWidget()
        space.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        for widget in (self.new_button, self.library_button, self.stop_button, self.export_button):
            bar.addWidget(widget)
        bar.addWidget(space)
        self.column_button = self._tool("insights", tr("Insights"))
        self._column_place = bar.addWidget(self.column_button)
        bar.addWidget(self.search_button)

    def _stops_of_one(self) -> list[tuple[str, Callable[[], object]]]:
        """Return what stops one member alone, for each that writes now."""
        return [(command.words, command.run) for command in self.commands.stops_of_one()]

    def _tool(self, action: str, text: str) -> ToolButton:
        made = ToolButton()
        made.setText(text)
        made.setAccessibleName(self.actions_by_id[action].text().rstrip("…").replace("&", ""))
        made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        made.clicked.connect(self.actions_by_id[action].trigger)
        return made

    def _build_status(self) -> None:
        self._status = label("", muted=True, made=Said(tr("Status")))
        self.statusBar().setContentsMargins(10, 0, 4, 0)
        self.statusBar().addWidget(self._status, 1)
        zooms = [self.actions_by_id[name] for name in ("zoom_in", "zoom_out", "zoom_reset")]
        self.zoom_button = MenuButton(tr("{n} % ▾", n=self.zoom), tr("Text size"), zooms)
        self.statusBar().addPermanentWidget(self.zoom_button)

    def _connect(self) -> None:
        for name, action in self.actions_by_id.items():
            if action.isCheckable():
                action.triggered.connect(lambda on=False, which=name: self.commands.run(which, on))
            else:
                action.triggered.connect(lambda _=False, which=name: self.commands.run(which))
        self.actions_by_id[f"theme_{self.preferences.theme}"].setChecked(True)
        self.rail.opened.connect(lambda session: self.open_session(SessionId(session)))
        self.rail.searched.connect(lambda _: self._refresh_timer.start())
        self.first.asked.connect(self.ask_new)
        self.first.sample_asked.connect(self.session_forms.ask_sample)
        self.first.connect_asked.connect(self.actions_by_id["providers"].trigger)
        self.place.page_made.connect(self._on_page_made)
        self.panes.fitted.connect(self._on_panes_fitted)
        self.bridge.appended.connect(self._on_appended)
        self.bridge.run_ended.connect(self._on_run_ended)
        self.bridge.run_failed.connect(self._on_run_failed)

    @property
    def page(self) -> SessionPage:
        """The page of a session; made when it is first asked for."""
        return self.place.page

    def _on_panes_fitted(self) -> None:
        # An action of which the mark is stale would do the opposite of what was asked.
        self.actions_by_id["sessions"].setChecked(self.panes.shown("rail"))
        self.actions_by_id["insights"].setChecked(self.panes.shown("column"))

    def _on_page_made(self) -> None:
        from app.ui.shell.estimating import RoundEstimate  # late: only a session has estimates

        page = self.page
        self.panes.use_column(page.column)
        self.notices.follow(page.bar)
        RoundEstimate(page, self.core)
        page.action_wanted.connect(self.commands.run)
        page.changed.connect(self.show_state)
        page.strip.branch_wanted.connect(lambda session: self.open_session(SessionId(session)))
        page.fork_wanted.connect(self._on_fork_wanted)
        page.news.connect(self.tell)
        self.bridge.streamed.connect(page.on_streamed)
        page.arrived = self.bridge.arrived
        stack = page.draft_store.stack
        for which in (stack.canUndoChanged, stack.canRedoChanged):
            which.connect(lambda _on: self.show_state())
        undo, redo = self.actions_by_id["undo"], self.actions_by_id["redo"]
        stack.undoTextChanged.connect(lambda words: name_action(undo, _with(tr("Undo"), words)))
        stack.redoTextChanged.connect(lambda words: name_action(redo, _with(tr("Redo"), words)))

    # --- what the bus says --------------------------------------------------------------------

    def _on_appended(self, session: str, records: Any) -> None:
        page = self.place.shown
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
        page = self.place.shown
        if page is not None:
            page.refresh()

    def _on_run_failed(self, session: str, problem: str) -> None:
        if session == self.place.session:
            # After the refreshes that the end of the run causes, which would wipe it away.
            QTimer.singleShot(50, self, lambda: self.page.show_problem(problem))

    def _in_sight(self, session: str) -> bool:
        return session == self.place.session and not self.isMinimized()

    async def warm(self) -> None:
        """Let the core load what takes long, then tell the rows in each workflow's own words."""
        await self.core.warm()
        self.place.warm()
        plugins = self.core.plugins
        self.rail.model.use_words({name: plugin.vocabulary.round for name, plugin in plugins.items()})

    def refresh_rows(self) -> None:
        """Read the library anew."""
        self.run(self._load_rows())

    async def _load_rows(self) -> list[SessionRow]:
        """Show the rows of the library; return them all, also those that a search hides."""
        # Loads overlap: one that began earlier and ends later would put old rows over new ones.
        self._loads += 1
        turn, text = self._loads, self.rail.search.text().strip()
        all_rows = list(await self.core.library.rows())
        rows = all_rows
        if text:
            found = {hit.session for hit in await self.core.library.find(text)}
            rows = [row for row in all_rows if row.session in found]
        if turn < self._loaded:
            return all_rows
        self._loaded = turn
        self.preferences.write("sessions", int(bool(all_rows)))
        self.rail.show_rows(rows, self.place.session)
        self.watcher.on_rows(all_rows, self._in_sight)
        self.panes.usable["rail"] = bool(rows or text)
        self.panes.fit()
        self.show_state()
        page = self.place.shown
        if page is not None:
            await page.refresh_branches()
        return all_rows

    # --- sessions -----------------------------------------------------------------------------

    async def begin(self) -> None:
        """Fill the rail and open the session that needs the person most, else the newest."""
        try:
            rows = await self._load_rows()
            chosen = next((row for row in rows if row.gate and row.needy), rows[0] if rows else None)
            if chosen is not None and not chosen.problem and self.place.session is None:
                await self._open(chosen.session)
        finally:
            if self.place.session is None:
                self.place.leave()
                self.first.ask.setFocus()
                self.show_state()

    def open_session(self, session: SessionId) -> None:
        """Show a session."""
        self.run(self._open_listed(session))

    async def _open_listed(self, session: SessionId) -> None:
        await self._open(session)
        if not self.rail.lists(session):
            # Made by another process since, and found in the library.
            await self._load_rows()

    async def _open(self, session: SessionId) -> None:
        self._remember_layout()
        before = self.place.session
        page = await self.place.open(session)
        self.panes.usable["column"] = True
        assert page.view is not None
        kind = page.view.fold.session.workflow
        self.panes.use_kind(kind)
        if before is None or before != session:
            page.tabs.show_tab(str(self.preferences.read(f"tab/{kind}") or ""))
        page.find_bar.close_bar()
        self.rail.mark(session)
        self.notices.looked_at(session)
        if before is None:
            page.focus_first()
        self.show_state()
        await page.refresh_branches()

    def leave(self, session: str) -> None:
        """Show another session where this one is in sight: it is gone."""
        if session == self.place.session:
            self.run(self._leave())

    async def _leave(self) -> None:
        self._remember_layout()
        self.place.leave()
        self.panes.usable["column"] = False
        await self.begin()

    def _remember_layout(self) -> None:
        page = self.place.shown
        if page is not None and page.view is not None:
            self.panes.remember()
            self.preferences.write(f"tab/{page.view.fold.session.workflow}", page.tabs.name())

    def reset_layout(self) -> None:
        """Put every panel back where it was at first."""
        self.panes.reset()
        self.panes.fit()
        self.panes.remember()
        self.show_state()

    def ask_new(self, question: str = "") -> None:
        """Open the form of a new session; what was typed before is still in it."""
        self.session_forms.ask(question)

    def ask_follow_up(self) -> None:
        """Open the form of a session that goes on from the one that is shown."""
        page = self.place.shown
        if page is not None and page.view is not None and page.plugin is not None:
            self.run(self.session_forms.follow_up(page.view, page.plugin))

    def refresh_teams(self) -> None:
        """Offer the teams there are now in every form."""
        self.session_forms.refresh_teams()

    async def _show_begun(self, session: SessionId) -> None:
        await self._open(session)
        self.page.bar.take_focus()
        await self._load_rows()

    async def resume(self, session: SessionId) -> None:
        """Go on with a session, once the servers that it names are approved."""
        view = self.page.view
        seats = view.fold.session.seats if view is not None and view.session_id == session else {}
        if any(seat.base_url or seat.api_key_env for seat in seats.values()):
            from app.ui.gates.approving import approved  # late: most sessions name none

            if not await approved(self, self.core.providers, seats):
                return
        await self.core.sessions.start(session)
        self._refresh_page()

    def _on_fork_wanted(self, at: int, words: str) -> None:
        if self.place.session is not None:
            self.run(self._fork_with(self.place.session, at, words))

    async def _fork_with(self, session: SessionId, at: int, words: str) -> None:
        await self.fork(session, at)
        if words and self.page.session != session:
            # What was typed about the round that is left behind is said before the next one.
            self.page.draft_store.type(guidance=words)

    async def fork(self, session: SessionId, at: int, changes: Mapping[str, JsonValue] | None = None) -> None:
        """Go on in a copy, asking first for what must be another value in it."""
        page = self.place.shown
        plugin = page.plugin if page is not None else None
        needs = plugin.traits.fork_fields if plugin is not None else ()
        if needs and changes is None and plugin is not None and session == self.place.session:
            from app.ui.gates.fork import ForkDialog

            view = self.place.view
            setup = view.fold.session.setup if view is not None else {}

            def taken(values: Mapping[str, object]) -> bool:
                return self.core.sessions.notice(plugin.name, values) is not None

            dialog = ForkDialog(self, plugin, setup, taken)
            dialog.decided.connect(lambda values: self.run(self.fork(session, at, values)))
            self.show_dialog(dialog)
            return
        copy = await self.core.sessions.fork(session, at, changes)
        await self._open(copy)
        await self._load_rows()

    # --- telling ------------------------------------------------------------------------------

    def tell(self, words: str) -> None:
        """Say something that needs no answer."""
        self.notices.tell(words)
        self.statusBar().showMessage(words, 8000)

    def tell_fault(self) -> None:
        """Say that something went wrong inside the program; one that repeats is said once a while."""
        if not self._fault_told.isActive():
            self._fault_told.start()
            self.tell(tr("Something went wrong inside the program. A report is kept for the next start."))

    def _toast_floor(self) -> int:
        page = self.place.shown
        over = page.bar if page is not None and page.bar.isVisible() else self.statusBar()
        return over.mapTo(self, over.rect().topLeft()).y()

    def show_messages(self) -> None:
        """Show everything that was told."""
        from app.ui.shell.messages import MessagesDialog

        self.show_dialog(MessagesDialog(self, messages_text(self.notices.kept)))

    def come_forward(self) -> None:
        """Stand before other windows: somebody started the program again."""
        if self.isMinimized():
            self.showNormal()
        self.show()
        self.raise_()
        self.activateWindow()
        self.notices.desktop.flash(self)

    def show_error(self, error: BaseException) -> None:
        """Say what went wrong and what to do next."""
        from app.ui.kit.dialog import TellOnly

        words = error_text(error)
        if self.place.view is not None:
            words = self.place.view.names.veil(words)
        self.show_dialog(TellOnly(self, tr("That did not work"), words))

    def show_dialog(self, dialog: QDialog) -> None:
        """Open a dialog that goes when it is closed."""
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def run(self, work: Coroutine[Any, Any, Any]) -> None:
        """Run a coroutine that belongs to the window."""
        self._tasks.start(work)

    # --- state --------------------------------------------------------------------------------

    @property
    def zoom(self) -> int:
        """Size of the text in percent."""
        return min(MOST_ZOOM, max(LEAST_ZOOM, self.preferences.number("zoom", 100)))

    def set_zoom(self, percent: int) -> None:
        """Make all text larger or smaller, and remember it."""
        percent = min(MOST_ZOOM, max(LEAST_ZOOM, percent))
        self.preferences.write("zoom", percent)
        self.zoom_button.setText(tr("{n} % ▾", n=percent))
        app = QApplication.instance()
        if isinstance(app, QApplication):
            apply_zoom(app, percent)

    def set_theme(self, theme: Theme) -> None:
        """Switch the appearance at once and remember it."""
        self.preferences.theme = theme
        self.actions_by_id[f"theme_{theme}"].setChecked(True)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            apply_theme(app, theme)

    def show_state(self) -> None:
        """Bring actions, buttons and the status line up to the session in sight."""
        page, view = self.place.shown, self.place.view
        waiting = self.rail.next_waiting(self.place.session) is not None
        if page is None:
            can = usable_without_session(waiting=waiting)
        else:
            stack = page.draft_store.stack
            can = usable(
                view,
                page.state,
                page.bar.offers,
                primary=page.bar.primary_ready,
                waiting=waiting,
                branches=page.strip.has_branches,
                undo=(stack.canUndo(), stack.canRedo()),
            )
        word, kind = (view.round_word, view.asked()) if view is not None else (ROUND, None)
        refused = tr(view.no_fork) if view is not None and view.no_fork is not None else ""
        for name, action in self.actions_by_id.items():
            # With each record that arrives: most of the sixty actions stay what they were.
            why = refused if name == "fork" else ""
            now = (can[name], word, kind if name in ANSWERS else None, why)
            if self._described.get(name) != now:
                self._described[name] = now
                describe(action, can[name], word, kind, why)
        for button, name in (
            (self.new_button, "new"),
            (self.library_button, "library"),
            (self.stop_button, "stop_menu"),
            (self.export_button, "export"),
            (self.search_button, "palette"),
            (self.column_button, "insights"),
        ):
            button.setEnabled(can[name])
            button.setToolTip(self.actions_by_id[name].toolTip())
        self._column_place.setVisible(view is not None)
        # The session's name stands first: task lists cut the end, and screen readers read it first.
        title = shown(view.fold.session.title, 80) if view is not None else ""
        self.setWindowTitle(f"{title} – Roundtable" if title else "Roundtable")
        nothing = tr("Nothing has been sent to any model.") if self.place.known else ""
        self._status.setText(page.status_words() if page is not None else nothing)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep toasts in their corner, and the marks of what is shown true."""
        super().resizeEvent(event)
        self.notices.place()
        self.search_button.setText(
            tr("Search or run a command   Ctrl+K") if event.size().width() >= 900 else tr("Search   Ctrl+K")
        )
        self.show_state()

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Go on with Tab as the eye does, not in the order in which controls were made."""
        page = self.place.shown
        by_lines = [page.bar, page.column] if page is not None else []
        own = [page.strip, page.tabs, *by_lines] if page is not None else [self.first]
        turn = in_turn(self, [self.rail, *own], by_lines)
        focused: QWidget | None = self.focusWidget()
        if page is not None and focused is page.bar:
            # It holds the focus for its buttons while they cannot be pressed.
            focused = next((made for made in turn if page.bar.isAncestorOf(made)), None)
        if focused not in turn:
            return super().focusNextPrevChild(forward)
        reason = Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason
        turn[(turn.index(focused) + (1 if forward else -1)) % len(turn)].setFocus(reason)
        return True

    # --- closing ------------------------------------------------------------------------------

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask once where something is running; else close and let `run` shut everything down."""
        moving = [row.session for row in self.rail.model.items if isinstance(row, SessionRow)]
        if self.place.session is not None:
            moving.append(self.place.session)
        self._remember_layout()
        remember_size(self, self.preferences)
        self.place.save()
        if not self._may_close and any(self.core.sessions.running(session) for session in moving):
            event.ignore()
            self._ask_before_closing()
            return
        event.accept()
        self.closed.emit()

    def _ask_before_closing(self) -> None:
        from app.ui.shell.quitting import QuitDialog

        asked = self._question()
        if asked is not None:
            asked.activateWindow()
            return
        dialog = QuitDialog(self, self.notices.desktop.has_tray())
        dialog.stop_wanted.connect(self.stop_and_close)
        dialog.tray_wanted.connect(self.hide)
        self.show_dialog(dialog)

    def _question(self) -> QDialog | None:
        from app.ui.shell.quitting import QuitDialog

        # One that was answered is there until Qt deletes it, and asks nothing any more.
        return next((asked for asked in self.findChildren(QuitDialog) if asked.isVisible()), None)

    def asks_before_closing(self) -> bool:
        """Tell whether the window is asking what to do with what runs."""
        return self._question() is not None

    def stop_and_close(self) -> None:
        """Close without asking; what runs is stopped and can be resumed."""
        self._may_close = True
        self.close()

    async def aclose(self) -> None:
        """Let go of the bus and of running work."""
        self.bridge.close()
        self._refresh_timer.stop()
        self.place.end()
        # Those of every panel and view in it too: what is cancelled needs the loop to end.
        for tasks in self.findChildren(Tasks):
            await tasks.cancel_all()


def _with(verb: str, words: str) -> str:
    return f"{verb}: {words}" if words else verb

"""What the actions of the table do, where that takes more than a line."""

# Late imports on purpose: dialogs and the palette are imported when first opened.

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, partial
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QAction
from shiboken6 import isValid

from app.domain.errors import RoundtableError
from app.domain.ids import SessionId
from app.ui.kit.actions import ActionDef
from app.ui.kit.texts import error_text, single_line, tr
from app.ui.shell.sizes import Side
from app.ui.shell.tab_order import entrance, holds, reading_place
from app.ui.shell.workspace import Workspace
from app.ui.view.retries import stoppable

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.domain.seats import Team
    from app.engine.loop import StopMode
    from app.ui.batches.batch_run import WindowBatch
    from app.ui.models.providers import ProvidersDialog
    from app.ui.session.page import SessionPage
    from app.ui.setup.team import TeamDialog
    from app.ui.shell.batch_walk import BatchWalk
    from app.ui.shell.exchange import Exchange
    from app.ui.shell.key_table import KeyTable
    from app.ui.shell.matching import Command
    from app.ui.shell.palette import CommandPalette
    from app.ui.view.status_line import StatusFacts


class Commands(QObject):
    """Does what an action says, to a window and the session in its sight."""

    stops_wanted = Signal(object)
    """Offer the ways to stop beside this control; None: at their own button."""

    def __init__(self, window: Workspace, keys: KeyTable, actions: Mapping[str, QAction]) -> None:
        super().__init__(window)
        self.window, self._keys, self._actions = window, keys, actions
        self._team: TeamDialog | None = None
        """The form of a team that was left before it was kept: nothing typed is lost."""
        self._palette: CommandPalette | None = None
        self._batch: WindowBatch | None = None
        self._walk: BatchWalk | None = None

    @property
    def batch_was_open(self) -> bool:
        """Tell whether this window has looked at a batch, which may ask models while no session is shown."""
        return self._batch is not None

    def batch_facts(self) -> StatusFacts | None:
        """Return what is to be said of the batch in sight; None: none is, or nothing of it has begun."""
        if not self.batch_was_open:
            return None
        from app.ui.batches.page import BatchPage

        page = self.window.over
        return page.facts() if isinstance(page, BatchPage) else None

    @cached_property
    def exchange(self) -> Exchange:
        """What writes sessions to files and takes them in from files."""
        from app.ui.shell.exchange import Exchange

        return Exchange(self.window)

    def ask_import(self) -> None:
        self.exchange.ask_import()

    def on_page(self, do: Callable[[SessionPage], object]) -> None:
        """Do something to the page of the session in sight, where there is one."""
        page = self.window.page_stack.shown
        if page is not None:
            do(page)

    def on_session(self, do: Callable[[SessionId], object]) -> None:
        """Do something with the session in sight, where there is one."""
        if self.window.page_stack.session is not None:
            do(self.window.page_stack.session)

    # --- the run ------------------------------------------------------------------------------

    def stop(self, session: SessionId, *, mode: StopMode) -> None:
        self.window.run(self.window.core.sessions.stop(session, mode))

    def pause(self, session: SessionId) -> None:
        self.window.run(self.window.core.sessions.pause(session))

    def fork(self) -> None:
        w, page = self.window, self.window.page_stack.shown
        if page is not None and page.session is not None:
            w.run(w.fork(page.session, page.fork_place()))

    def show_stops(self) -> None:
        # Below the hand: the bar has a button for it, too.
        self.on_page(lambda page: self.stops_wanted.emit(page.bar.in_use("stop_menu")))

    def stop_member(self) -> None:
        page = self.window.page_stack.shown
        if page is not None and not page.stop_one():
            self.stops_wanted.emit(None)

    def stops_of_one(self) -> Iterator[Command]:
        """Yield a command for each member that writes now: it stops that one alone."""
        from app.ui.shell.matching import Command

        page = self.window.page_stack.shown
        if page is not None and page.view is not None and page.state == "running":
            for seat in stoppable(page.view):
                words = tr("Stop {name} only", name=page.view.names.of(seat))
                yield Command(words, tr("Member"), partial(page.seat_actions.stop, seat))

    # --- going about --------------------------------------------------------------------------

    def find_everywhere(self) -> None:
        w = self.window
        w.panes.toggle("rail", True)
        w.rail.open_search()

    def toggle(self, *, side: Side) -> None:
        self.window.panes.toggle(side, not self.window.panes.shown(side))

    def next_waiting(self) -> None:
        waiting = self.window.rail.next_waiting(self.window.page_stack.session)
        if waiting is not None:
            self.window.open_session(waiting)

    def go_to_pane(self, *, step: int) -> None:
        """Move the focus to the next pane that has something to stop at."""
        page = self.window.page_stack.shown if self.window.over is None else None
        usable: list[tuple[QWidget, QWidget]] = []
        for pane in self.window.panes_in_turn():
            if pane.isVisible() and (first := entrance(pane)) is not None:
                usable.append((pane, first))
            if page is not None and pane is page.tabs:
                # Of the tabs their titles come first; what is read in them is a pane of its own.
                panel = page.tabs.currentWidget()
                if (read := reading_place(panel)) is not None:
                    usable.append((panel, read))
        if usable:
            focused = self.window.focusWidget()
            inner = (i for i, (pane, _) in reversed([*enumerate(usable)]) if holds(pane, focused))
            at = next(inner, -step)
            usable[(at + step) % len(usable)][1].setFocus(Qt.FocusReason.TabFocusReason)

    def go_to_tab(self, *, step: int) -> None:
        """Turn to another tab; who was in the one that goes is in the one that comes."""
        tabs = self.window.page.tabs
        inside = holds(tabs.currentWidget(), self.window.focusWidget())
        tabs.step(step)

        def read_on() -> None:
            read = reading_place(tabs.currentWidget())
            if read is not None:
                read.setFocus(Qt.FocusReason.TabFocusReason)

        if inside:
            # A panel that is made now is seen a moment later.
            QTimer.singleShot(0, tabs, read_on)

    # --- dialogs ------------------------------------------------------------------------------

    def show_library(self) -> None:
        from app.ui.library.page import LibraryPage

        w = self.window
        shown = w.over
        if shown is not None:
            w.show_session()
        if isinstance(shown, LibraryPage):
            # Its key shows it and puts it away.
            return
        library = LibraryPage(w.core, w.preferences)
        library.opened.connect(lambda session: w.open_session(SessionId(session)))
        library.closed.connect(w.show_session)
        library.changed.connect(w.refresh_rows)
        library.gone.connect(w.leave)
        library.news.connect(w.tell)
        w.listed.connect(library.show_rows)
        w.show_page(library)
        library.search.setFocus()

    def show_track_record(self) -> None:
        from app.ui.library.track_record import TrackRecordPage

        w = self.window
        if w.over is not None:
            w.show_session()
        page = TrackRecordPage(w.core)
        page.closed.connect(w.show_session)
        page.news.connect(w.tell)
        w.show_page(page)
        page.list.setFocus()

    def show_batch(self, row: SessionId | None = None) -> None:
        """Show the batch of this window, at the row of a session."""
        from app.ui.batches.batch_run import WindowBatch
        from app.ui.batches.page import BatchPage
        from app.ui.gates.approving import approved

        w = self.window
        if w.over is not None:
            w.show_session()
        if self._batch is None:
            self._batch = WindowBatch(self, w.core)
            self._batch.changed.connect(w.changed)
            # In sight it says so itself.
            self._batch.failed.connect(lambda words: None if isinstance(w.over, BatchPage) else w.tell(words))
        page = BatchPage(
            w.core, self._batch, lambda seats: approved(w, w.core.providers, seats), w.preferences
        )
        page.opened.connect(lambda session: w.open_session(SessionId(session)))
        page.decide_wanted.connect(self._on_decide_wanted)
        page.closed.connect(w.show_session)
        page.news.connect(w.tell)
        w.show_page(page)
        page.form.table_file.setFocus()
        if row is not None:
            page.show_row(row)

    def _on_decide_wanted(self, waiting: list[SessionId]) -> None:
        from app.ui.shell.batch_walk import BatchWalk

        if self._walk is None:
            self._walk = BatchWalk(self.window, self.show_batch)
        self._walk.begin(waiting)

    def compare(self) -> None:
        from app.ui.panels.compare import CompareDialog, texts_of

        if self.window.page_stack.view is not None:
            CompareDialog(self.window, texts_of(self.window.page_stack.view)).show_once()

    def connect_models(self) -> ProvidersDialog:
        from app.ui.models.providers import ProvidersDialog

        dialog = ProvidersDialog(self.window, self.window.core.providers, self.window.core.teams)
        dialog.set_up.connect(self.window.first.show_connected)
        dialog.show_once()
        return dialog

    def find_local_models(self) -> None:
        """Open the dialog of the models and look for servers on this machine."""
        dialog = self.connect_models()
        # Once the list is there: the button is off while it is read.
        dialog.listed.connect(dialog.local.click, Qt.ConnectionType.SingleShotConnection)

    def rename(self) -> None:
        from app.domain.facts import SessionRenamed
        from app.ui.kit.dialog import title_dialog

        w, page, view = self.window, self.window.page_stack.shown, self.window.page_stack.view
        if page is None or view is None:
            return
        before, session = view.fold.session.title, view.session_id
        dialog = title_dialog(w, before)

        def call(title: str) -> None:
            w.run(w.core.review.tell(session, SessionRenamed(title=title)))

        told = partial(page.draft_store.push_told, tr("another title"))
        dialog.named.connect(lambda title: told(partial(call, title), partial(call, before)))
        dialog.show_once()

    def look_back(self, *, asks: Literal["decision", "outcome"]) -> None:
        """Ask what was decided after the session in sight, or how it turned out."""
        from app.ui.shell.looking_back import DecisionDialog, OutcomeDialog
        from app.ui.view.looking_back import today

        w, view = self.window, self.window.page_stack.view
        if view is None:
            return
        decides = asks == "decision"
        dialog = DecisionDialog(w, view, today()) if decides else OutcomeDialog(w, view)
        session = view.session_id
        dialog.told.connect(lambda fact: w.run(w.core.review.tell(session, fact)))
        dialog.show_once()

    def make_team(self) -> None:
        from app.ui.setup.team import TeamDialog

        if self._team is None:
            core = self.window.core
            team, problem = self._team_to_begin_with()
            self._team = TeamDialog(self.window, team, core.teams, core.providers)
            self._team.show_problem(problem)
            self._team.saved.connect(self._on_team_saved)
            self.window.session_forms.offer_programs(self._team)
        self._team.open()

    def _team_to_begin_with(self) -> tuple[Team, str]:
        """Return the default team, else the built-in one and why: here another one is made the default."""
        from app.settings.teams import OFFLINE

        teams = self.window.core.teams
        try:
            return teams.default(), ""
        except RoundtableError as error:
            return teams.load(OFFLINE), error_text(error)

    def _on_team_saved(self, name: str) -> None:
        if self._team is not None:
            self._team.deleteLater()
            self._team = None
        self.window.session_forms.refresh_teams()
        self.window.tell(tr("Team “{name}” saved", name=single_line(name, 60)))

    def show_settings(self) -> None:
        from app.ui.shell.settings import BackingUp, SettingsDialog

        window = self.window
        window.preferences.look_again()
        dialog = SettingsDialog(window, window.preferences, window.core.teams)
        dialog.shortcuts_wanted.connect(self.show_shortcuts)
        dialog.finished.connect(lambda _code: self.window.session_forms.refresh_teams())
        dialog.set_anew.connect(window.apply_setting)
        backing_up = BackingUp(window)
        dialog.backup_wanted.connect(lambda: backing_up.ask_where(dialog))
        dialog.restore_wanted.connect(lambda: backing_up.ask_which(dialog))
        dialog.show_once()

    def show_guide(self) -> None:
        from app.ui.shell.guide import GuideDialog

        GuideDialog(self.window, self.every_key(), self._keys.by_id["palette"].key).show_once()

    def show_how_to(self) -> None:
        from app.ui.shell.guide import HowToDialog

        HowToDialog(self.window).show_once()

    def show_shortcuts(self) -> None:
        from app.ui.shell.shortcuts import ShortcutSheet

        ShortcutSheet(self.window, self._keys, self.words_of).show_once()

    def every_key(self) -> list[tuple[str, str]]:
        """Return each key with what it does, those first that hold everywhere."""
        from app.ui.shell.dialogs import local_keys

        rows = [(row.every_key, self.words_of(row)) for row in self._keys.rows if row.keys]
        return rows + local_keys()

    def show_about(self) -> None:
        from app.ui.kit.dialog import TellOnly

        w = self.window
        words = tr(
            "Roundtable {v}. Only what you send to the chosen models leaves this computer.", v=w.core.version
        )
        TellOnly(w, tr("About Roundtable"), words).show_once()

    # --- the palette --------------------------------------------------------------------------

    def words_of(self, entry: ActionDef) -> str:
        """Return what an action is called now."""
        page = self.window.page_stack.shown
        return entry.words(self.window.round_word, page.verb_of(entry.id) if page is not None else None)

    def show_palette(self) -> None:
        """Open the palette, or close it where it is open."""
        from app.ui.shell.offers import inside_answers
        from app.ui.shell.palette import CommandPalette

        w = self.window
        if self._palette is not None and isValid(self._palette) and self._palette.isVisible():
            self._palette.close()
            return
        page = w.page_stack.shown
        search = partial(inside_answers, page) if page is not None else None
        # Held while it is open: nobody else refers to it.
        leave = self._actions["palette"].shortcuts()
        self._palette = CommandPalette(w, self.commands(), w.round_word, search, leave)

    def commands(self) -> list[Command]:
        """Return everything the palette offers now."""
        from app.ui.shell.offers import offers

        return offers(self.window, self._keys.rows, self._actions, self.words_of, self.stops_of_one())

"""One session: header, strip, tabs and decision bar, filled by folding its records and by nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from app.domain.canonical import JsonValue
from app.domain.errors import RoundtableError
from app.domain.facts import NoteAdded
from app.domain.interruption_gates import RETRY
from app.domain.verdict_facts import ResultJudged
from app.ui.gates.asking import AskedPanel, Asker
from app.ui.gates.bar import DecisionBar
from app.ui.gates.controller import Decider
from app.ui.gates.typed_answers import TypedAnswers
from app.ui.insights.chart import ChartDialog
from app.ui.insights.series import Series
from app.ui.kit.font_aware import SizeAware
from app.ui.kit.layouts import in_column
from app.ui.kit.tasks import Tasks
from app.ui.kit.text.passages import mark_source
from app.ui.kit.texts import error_text, in_words_shown, single_line, tr
from app.ui.session.column import InsightsColumn
from app.ui.session.find_bar import FindBar
from app.ui.session.header import Header, WalkStrip
from app.ui.session.seat_actions import SeatActions
from app.ui.session.strip import RoundStrip
from app.ui.session.strip_rows import branches_of
from app.ui.session.tab_turns import TabTurns
from app.ui.session.tabs import Tabs
from app.ui.view.asked_rows import rows_of
from app.ui.view.draft_store import DraftStore
from app.ui.view.gate_bars import held_bar
from app.ui.view.panel import (
    DiffPanel,
    MembersPanel,
    Panel,
    PanelContext,
    PointsPanel,
    RecordsPanel,
    ReviewPanel,
)
from app.ui.view.places import ReadingPlaces
from app.ui.view.reading import compute, due, read_view
from app.ui.view.retries import stoppable
from app.ui.view.status_bars import bar_for, place_text, state_of
from app.ui.view.view_state import ViewState

if TYPE_CHECKING:
    from app.domain.fact_base import Record
    from app.domain.gates import Action, Verb
    from app.domain.ids import SessionId
    from app.engine.plugin import WorkflowPlugin
    from app.engine.tabs import FilePlace, Opens
    from app.projections.live_calls import Waiting
    from app.services.core import Core
    from app.services.workflow_summary import WorkflowSummary
    from app.ui.panels.file_text import FileDialog
    from app.ui.view.session_view import SessionView


_LOW_LINES, _LOW_HEAD_LINES = 31, 36
"""Lines of text below which the page is low: 860×600 at 130 % is, at 100 % its head alone."""

_LEAST_TABS = 110
"""Pixels the tabs keep in a low page."""


class SessionPage(SizeAware, QWidget):
    """The middle of the window."""

    action_wanted = Signal(str)
    """Do this action of the window (`ActionId`)."""
    changed = Signal()

    news = Signal(str)
    """A word on what was done, shown for a while."""

    def __init__(self, core: Core, state: ViewState | None = None) -> None:
        super().__init__()
        self._core = core
        self._tasks = Tasks(self, lambda error: self.show_problem(error_text(error)))
        self._catching_up = asyncio.Lock()
        self.arrived: Callable[[str], Mapping[int, str]] = lambda _session: {}
        """What was streamed of a session's running calls before it came into sight."""
        self.waiting: Callable[[str], Mapping[int, Waiting]] = lambda _session: {}
        """What these calls wait for."""
        self.session: SessionId | None = None
        self._computing: SessionView | None = None
        """The session of which the workflow computes what the panels are to show."""
        self._look_away: Callable[[], None] = lambda: None
        """Lets go of the session in sight: it stays open while it is looked at."""
        self._elsewhere = False
        """Whether another process moves the session."""
        self._answered: SessionId | None = None
        """The session whose gate is being answered: its run begins with that, and was not cut off."""
        self.view: SessionView | None = None
        self.plugin: WorkflowPlugin | None = None
        self.state = ""
        state = state or ViewState()
        self.draft_store = DraftStore(state, self)
        self.places = ReadingPlaces(state, self)
        shared = (self, self, core, self.draft_store, self._tasks)
        self.decider, self.asker, self.seat_actions = Decider(*shared), Asker(*shared), SeatActions(*shared)
        self._typed_answers = TypedAnswers(self, self.decider, self.asker, self.draft_store)
        self.strip = RoundStrip()
        self.header = Header(self.strip)
        self.tabs = Tabs()
        self._turns = TabTurns(self.tabs, self.places)
        self.bar = DecisionBar(self.draft_store)
        self.asked = AskedPanel()
        self.walk = WalkStrip()
        self.column = InsightsColumn(self.draft_store)
        """Shown beside the page; the window gives it its place."""
        self.find_bar = FindBar()
        self.setObjectName("sheet")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        parts = self.header, (self.tabs, 1), self.find_bar, self.asked, self.walk, self.bar
        self.setLayout(in_column(*parts, spacing=0))
        self.bar.answered.connect(self.decider.do)
        self.bar.asked.connect(self.asker.do)
        self.bar.line_sent.connect(self._typed_answers.take)
        self._typed_answers.said.connect(self.bar.show_said)
        self._typed_answers.not_understood.connect(self.bar.show_problem)
        self._typed_answers.changes_wanted.connect(self._on_changes_wanted)
        self.bar.held_pressed.connect(self.decider.press_held)
        self.decider.held.changed.connect(self._on_held_changed)
        self.bar.action_wanted.connect(self.action_wanted)
        self.bar.resume_each_wanted.connect(self._on_resume_each_wanted)
        self.bar.guard_over.connect(self.changed)
        self.bar.show_wanted.connect(self._on_show_wanted)
        self.bar.facts.texts.clicked.connect(self.decider.choose_texts)
        self.decider.failed.connect(self.bar.show_problem)
        self.decider.said.connect(self.bar.show_said)
        self.decider.overtaken.connect(self.news)
        self.decider.command_wanted.connect(self.asker.ask_typed)
        self.asker.failed.connect(self.bar.show_problem)
        self.asker.refreshed.connect(self.refresh)
        self.asked.pressed.connect(self.asker.press)
        self.decider.busy.connect(self._on_busy)
        self.decider.question_wanted.connect(lambda: self.action_wanted.emit("follow_up"))
        self.tabs.panel_made.connect(self._on_panel_made)
        self.tabs.currentChanged.connect(lambda _index: self._on_tab_turned())
        self.strip.looked_at.connect(self._on_looked_at)
        self.strip.open_wanted.connect(self.open_place)
        self.find_bar.closed.connect(self.tabs.setFocus)
        self.column.notes.noted.connect(self._on_noted)
        self.column.curves.opened.connect(self._on_curve_opened)
        self.column.stepper.round_wanted.connect(self.strip.look_at)
        for panel in (self.column.stepper, self.column.standing, self.column.disputed):
            self._on_panel_made(panel)

    def _fit(self) -> None:
        line = self.fontMetrics().lineSpacing()
        low = self.height() < _LOW_LINES * line
        self.header.set_low(self.height() < _LOW_HEAD_LINES * line)
        # The panel gives way before the decision's words are cut.
        self.tabs.setMinimumHeight(_LEAST_TABS if low else 0)

    # --- filling ------------------------------------------------------------------------------

    async def open(self, session: SessionId, *, elsewhere: bool = False) -> None:
        """Show a session from its records; `elsewhere`: another process moves it."""
        self._elsewhere = elsewhere
        if session != self.session:
            # Who turns to another session is done with this one.
            self.decider.held.send_now()
        view, plugin = await read_view(self._core, session)
        if session != self.session:
            self._look_away()
            self._look_away = self._core.sessions.look(session)
        self.session, self.view, self.plugin = session, view, plugin
        for asked, text in self.arrived(session).items():
            view.stream(asked, text)
        for asked, waiting in self.waiting(session).items():
            view.live_calls.wait(asked, waiting)
        self.places.open(session)
        self.draft_store.open(session)
        self.tabs.build(plugin)
        self.refresh()
        await self._catch_up()

    async def follow(self, *, elsewhere: bool) -> None:
        """Take in what was recorded unheard; `elsewhere`: another process moves the session now."""
        before, self._elsewhere = self._elsewhere, elsewhere
        await self._catch_up()
        if elsewhere != before:
            self.refresh()

    def leave(self) -> None:
        self.decider.held.send_now()
        self.places.open("")
        self.draft_store.open("")
        self._look_away()
        self.session = self.view = self.plugin = None
        self.state = ""

    def on_appended(self, session: str, records: Sequence[Record]) -> None:
        """Take in what was committed; a hole is filled from the journal."""
        if session != self.session or self.view is None:
            return
        if records and records[0].seq > self.view.head + 1:
            self._tasks.start(self._catch_up())
            return
        self.view.apply_all(records)
        self.refresh()

    def on_streamed(self, session: str, pieces: Mapping[int, str]) -> None:
        if session != self.session or self.view is None:
            return
        running = self.view.live_calls.running
        begins = any(asked in running and running[asked].waits for asked in pieces)
        for asked, text in pieces.items():
            self.view.stream(asked, text)
        self.asked.show_rows(rows_of(self.view))
        self.tabs.stream(self.view)
        if begins:
            # It waits no longer, and the bar says what is waited for.
            self._show_bar()

    def on_waits(self, session: str, waits: Mapping[int, Waiting]) -> None:
        if session != self.session or self.view is None:
            return
        for asked, waiting in waits.items():
            self.view.live_calls.wait(asked, waiting)
        self.tabs.stream(self.view)
        self._show_bar()

    async def _catch_up(self) -> None:
        async with self._catching_up:
            view, session = self.view, self.session
            if view is None or session is None:
                return
            missing = await self._core.sessions.records(session, view.head)
            if missing and view is self.view:
                view.apply_all(missing)
                self.refresh()

    def refresh(self) -> None:
        if self.view is None or self.session is None:
            return
        moves = self._core.sessions.running(self.session) or self._elsewhere or self._answered == self.session
        self.state = state_of(self.view, moves)
        self.view.under_way = self.state != "interrupted"
        models = [seat.model for seat in self.view.fold.session.seats.values()]
        # Only a run waits for connections: to open a session that rests is to ask no provider.
        self.view.loading = self.state == "running" and self._core.providers.loading(models)
        mark_source(self, self.session, single_line(self.view.fold.session.title))
        self.header.refresh(self.view, self.state)
        self.strip.refresh(self.view, self.state)
        gate, self.draft_store.ended = self.view.gate(), self.state == "finished"
        if gate is not None:
            self.draft_store.at_gate(gate.id, f"{self.view.round}/{self.view.attempt}")
        if self.view.workflow.person_commands:
            self.view.doing = self._core.commands.doing(self.session)
        self._show_bar()
        self.asked.show_rows(rows_of(self.view))
        self.asker.look()
        self.decider.at_gate(gate.id if gate else "none")
        self._turns.follow(self.view, self.state)
        self._refresh_panels()
        self.changed.emit()

    def _refresh_panels(self) -> None:
        """Fill tabs and column; where much is to be computed for them first, as soon as that is done."""
        if self.view is None or self._computing is self.view:
            return
        if due(self.view) is not None:
            self._computing = self.view
            self._tasks.start(self._compute(self.view))
            return
        self.tabs.refresh(self.view)
        self.column.refresh(self.view)

    async def _compute(self, view: SessionView) -> None:
        try:
            await compute(view)
        finally:
            if self._computing is view:
                self._computing = None
        if view is self.view:
            self._refresh_panels()

    def _show_bar(self) -> None:
        if self.view is None:
            return
        gate, held = self.view.gate(), self.decider.held
        if gate is not None and held.verb is not None and held.gate == gate.id:
            self.bar.show_bar(held_bar(self.view, gate, held.verb, held.left, held.words))
        else:
            shown = bar_for(self.view, self.state, result_elsewhere=self.tabs.result_elsewhere)
            if self.view.looking_at and (self.state != "finished" or not shown.show):
                back = tr("Back to {place}", place=place_text(self.view, self.view.round))
                shown = shown._replace(show=back)
            self.bar.show_bar(shown)

    async def refresh_branches(self) -> None:
        """Show in the strip what the library knows of forks from and to this session."""
        session = self.session
        if session is None:
            return
        family = await self._core.library.family(session)
        if session == self.session and self.view is not None:
            self.strip.show_branches(branches_of(self.view, family))
            self.changed.emit()

    def _on_resume_each_wanted(self) -> None:
        self.decider.each_wanted = True
        self.action_wanted.emit("resume")

    def _on_tab_turned(self) -> None:
        # What could not be done in the tab before is no concern of this one.
        self.bar.show_problem("")
        self._refresh_panels()
        if self.state == "finished":
            self._show_bar()
        self.find_bar.search_anew()

    async def _summary_of(self, session: SessionId) -> WorkflowSummary:
        with in_words_shown():
            return await self._core.summaries.of(session)

    def _on_command_wanted(self, name: str, data: Mapping[str, JsonValue] | None) -> None:
        if data is None:
            self.asker.do(name)
        else:
            self.asker.ask_typed(name, data)

    def _on_panel_made(self, panel: Panel) -> None:
        panel.use(PanelContext(self.draft_store, self.places, self._summary_of))
        panel.news.connect(self.news)
        panel.step_wanted.connect(self.show_step)
        panel.open_wanted.connect(self.open_place)
        panel.act_wanted.connect(self.decider.act)
        panel.change_wanted.connect(self.show_change)
        panel.critique_wanted.connect(self.show_critique)
        panel.rival_wanted.connect(self.show_rival)
        panel.command_wanted.connect(self._on_command_wanted)
        panel.action_wanted.connect(self.action_wanted)
        panel.enlarge_wanted.connect(self.tabs.toggle_map)
        panel.drop_wanted.connect(self.seat_actions.drop)
        panel.replace_wanted.connect(self.seat_actions.replace)
        panel.retry_wanted.connect(lambda _seat: self.decider.do(RETRY))
        panel.again_wanted.connect(self.decider.ask_again)
        panel.rated.connect(self.seat_actions.rate)
        panel.stop_wanted.connect(self.seat_actions.stop)
        panel.marked.connect(self.decider.mark)
        panel.decided.connect(self.decider.judge_critique)
        panel.withdraw_wanted.connect(self.decider.withdraw_critique)
        panel.changes_decided.connect(self.decider.decide_changes)
        panel.merge_wanted.connect(self.decider.merge_texts)
        panel.edit_wanted.connect(self.tabs.edit_passage)
        panel.judged.connect(self._on_judged)
        panel.meant.connect(self._on_meant)

    def panel(self, name: str) -> Panel:
        return self.tabs.panel(name)

    def show_step(self, seq: int) -> None:
        """Turn to the log at a record."""
        panel = self.tabs.show_kind("log")
        if isinstance(panel, RecordsPanel):
            panel.go_to(seq)

    def show_member(self, at: int) -> None:
        """Turn to the n-th member's text."""
        panel = self.tabs.show_kind("texts")
        if isinstance(panel, MembersPanel):
            panel.show_member(at)

    def show_passage(self, seat: str, quote: str, number: int) -> None:
        """Turn to a member's text of a round, at a passage."""
        panel = self.tabs.first("texts")
        if self.view is None or not isinstance(panel, MembersPanel):
            return
        self.strip.look_at(number)
        self.tabs.show_kind("texts")
        if not panel.show_passage(seat, quote):
            gone = tr("That passage is not in the text any more. Show change tells what became of it.")
            self.bar.show_problem(gone)

    def open_place(self, target: Opens) -> None:
        """Open what a described row points at: a text, a record, a file at a line, a row of another list."""
        # Late for start-up cost.
        from app.engine.tabs import FilePlace, RecordPlace, TabPlace, TextPlace

        match target:
            case RecordPlace():
                self.show_step(target.seq)
            case TabPlace():
                self.tabs.show_tab(target.tab)
            case TextPlace():
                number = target.round or (self.view.round if self.view is not None else 0)
                self.show_passage(target.seat, target.passage, number)
            case FilePlace():
                from app.ui.panels.file_text import FileDialog

                veil = self.view.names.veil if self.view is not None else str
                veiled = replace(target, path=veil(target.path), text=veil(target.text))
                dialog = FileDialog(self, veiled)
                dialog.open()
                if target.digest or not target.text:
                    self._tasks.start(self._read_file(dialog, target))
            case _:
                from app.ui.panels.listing.panel import ListPanel

                panel = self.tabs.panel(target.tab) if target.tab in self.tabs.names() else None
                if isinstance(panel, ListPanel):
                    self.tabs.show_tab(target.tab)
                    panel.go_to_row(target.key)

    async def _read_file(self, dialog: FileDialog, target: FilePlace) -> None:
        """Show a file whole, as it is now in the session's folder, or say why that cannot be."""
        session = self.session
        if session is None:
            return
        # Late: it is not needed at the start.
        from app.services.session_per_folder import source_page, source_text

        try:
            found = await source_text(self._core.parts, session, target.path)
        except RoundtableError as refused:
            if isValid(dialog):
                dialog.show_missing(error_text(refused))
            return
        if isValid(dialog):
            veil = self.view.names.veil if self.view is not None else str
            changed = bool(target.digest) and found.digest != target.digest
            dialog.show_file(veil(found.text), changed=changed)
        number = dialog.page_number(found.places) if isValid(dialog) else 0
        if not number:
            return
        try:
            page = await source_page(self._core.parts, session, target.path, number, target.quote)
        except RoundtableError as refused:
            if isValid(dialog):
                dialog.show_state(error_text(refused))
            return
        if isValid(dialog):
            dialog.show_page(page, number)

    def show_change(self, seat: str, seq: int, quote: str) -> None:
        """Turn to what a member changed with a text, near a passage."""
        panel = self.tabs.show_kind("diff")
        if isinstance(panel, ReviewPanel):
            panel.show_change(seat, seq, quote)

    def _on_changes_wanted(self, whose: str) -> None:
        """Turn to what changed, in the texts of a slot where one is named."""
        panel = self.tabs.show_kind("diff")
        if isinstance(panel, ReviewPanel) and whose:
            panel.show_newest(whose)

    def show_critique(self, critique: str) -> None:
        """Turn to the critiques, at one of them where it is named."""
        panel = self.tabs.show_kind("critiques")
        if isinstance(panel, PointsPanel) and critique:
            panel.show_point(critique)

    def show_rival(self, seq: int) -> None:
        """Show what lies between the result and the text it competes with."""
        from app.ui.panels.compare import CompareDialog, texts_of  # late: rarely needed

        final = self.view.final() if self.view is not None else None
        if self.view is not None and final is not None:
            dialog = CompareDialog(self, texts_of(self.view))
            dialog.choose(seq, final.seq)
            dialog.show_once()

    def _on_curve_opened(self, series: Series) -> None:
        names = {seat: self.view.names.of(seat) for seat in self.view.fold.session.seats} if self.view else {}
        ChartDialog(self, series, names, self.column.curves.all).show_once()

    def _on_judged(self, verdict: Literal["better", "same", "worse"]) -> None:
        if self.session is not None:
            self._tasks.start(self._core.review.tell(self.session, ResultJudged(verdict=verdict)))

    def go_to_change(self, step: int) -> None:
        """Turn to Changes and go to the next or previous one."""
        panel = self.tabs.show_kind("diff")
        if isinstance(panel, DiffPanel):
            panel.go(step)

    def mark_reviewed(self) -> None:
        """Tick the change in sight, as its key does."""
        panel = self.tabs.show_kind("diff")
        if isinstance(panel, ReviewPanel):
            panel.mark_reviewed()

    # --- deciding -----------------------------------------------------------------------------

    def _on_show_wanted(self) -> None:
        if self.view is None:
            return
        back = self.view.looking_at and self.state != "finished"
        self.strip.look_at(self.view.round)
        if not back:
            self.tabs.show_what_is_told(self.view)

    def verb_of(self, action: str) -> Verb | None:
        """Return the answer that an action of the menu gives now, None where it gives none."""
        gate, kind = (self.view.gate(), self.view.asked()) if self.view is not None else (None, None)
        offered = [one for one in kind.verbs if one.name in gate.fact.verbs] if kind and gate else []
        return next((one for one in offered if one.action == action), None)

    def press_action(self, action: Action) -> bool:
        """Give the answer that an action of the menu stands for; False: this gate has none such."""
        verb = self.verb_of(action)
        if verb is not None:
            self.bar.press(self.bar.button_of(verb.name))
        return verb is not None

    def approve(self) -> None:
        """Give the answer that goes on; where there is none such, the filled button's."""
        if not self.press_action("approve"):
            self.bar.press_primary()

    def step_round(self, step: int) -> None:
        self.strip.look_at(self.strip.at + step)

    def stop_one(self) -> bool:
        """Stop the member in focus, or the only one that writes; False: it is not clear which."""
        if self.view is None:
            return False
        writing = stoppable(self.view)
        panel = self.tabs.first("texts")
        seat = panel.focused_seat() if isinstance(panel, MembersPanel) else ""
        chosen = seat if seat in writing else writing[0] if len(writing) == 1 else ""
        if chosen:
            self.seat_actions.stop(chosen)
        return bool(chosen)

    def fork_place(self) -> int:
        """Return the record a fork begins at: the end of the round looked at.

        Of the last round of a finished session it is the question that ended it, to be answered otherwise:
        from later on the fork would only come to the same end.
        """
        assert self.view is not None
        rounds, looked = self.view.fold.timeline.rounds, self.view.looking_at
        if looked and looked != self.view.round and looked in rounds:
            return max(r.seq for r in self.view.log if r.round <= looked)
        closed = next((r for r in reversed(self.view.log) if r.type == "round_closed"), None)
        if self.state == "finished" and closed is not None:
            for record in reversed(self.view.log[: closed.seq]):
                if record.type == "gate_opened" and record.round == closed.round:
                    return record.seq
        return self.view.head

    def focus_first(self) -> None:
        """Put the focus where a person begins: the filled button, else the tabs."""
        if self.bar.primary() is not None:
            self.bar.take_focus()
        else:
            self.tabs.tabBar().setFocus()

    def _on_meant(self, seat: str) -> None:
        if self.view is not None and (gate := self.view.gate()) is not None:
            self.view.meant = (gate.id, seat)
            self.refresh()

    def _on_looked_at(self, number: int) -> None:
        if self.view is not None:
            self.view.looking_at = 0 if number >= self.view.round else number
            self._show_bar()
            self._refresh_panels()
            self.changed.emit()

    def _on_noted(self, text: str) -> None:
        if self.session is not None and text:
            self._tasks.start(self._note(self.session, text))

    async def _note(self, session: SessionId, text: str) -> None:
        await self._core.review.tell(session, NoteAdded(text=text))
        self.column.notes.taken(text)

    def _on_held_changed(self) -> None:
        self._show_bar()
        self.changed.emit()

    def _on_busy(self, busy: bool) -> None:
        self.bar.set_busy(busy)
        self._answered = self.session if busy else None
        if not busy:
            self.refresh()

    def show_problem(self, words: str) -> None:
        """Say in the bar what went wrong, with nothing in it that is hidden."""
        self.bar.show_problem(self.view.names.veil(words) if self.view is not None else words)

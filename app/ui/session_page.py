"""One session: header, strip, tabs and decision bar, filled by folding its records and by nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QTabWidget, QVBoxLayout, QWidget

from app.domain.canonical import JsonValue
from app.domain.errors import NotFound
from app.domain.fact_base import Record
from app.domain.facts import CritiqueDecided
from app.domain.ids import SessionId
from app.engine.plugin import Tab, WorkflowPlugin
from app.services.api import Core
from app.ui.bars import bar_for, state_of
from app.ui.decision_bar import DecisionBar
from app.ui.dialogs.base import error_text
from app.ui.dialogs.decisions import (
    DecisionDialog,
    FeedbackDialog,
    LimitDialog,
    ModelDialog,
    QuestionsDialog,
    ReasonDialog,
)
from app.ui.header import Header, RoundStrip
from app.ui.panels.answers import AnswersPanel
from app.ui.panels.changes import ChangesPanel
from app.ui.panels.critiques import CritiquesPanel
from app.ui.panels.log import LogPanel
from app.ui.panels.summary import SummaryPanel
from app.ui.tasks import Tasks
from app.ui.texts import tr
from app.ui.view import SessionView

FOLD_IN_THREAD_FROM = 2000
Panel = AnswersPanel | ChangesPanel | CritiquesPanel | SummaryPanel | LogPanel


class SessionPage(QWidget):
    """The middle of the window."""

    action_wanted = Signal(str)
    """A button of the bar that is an action of the window (resume, fork, export…)."""
    changed = Signal()

    def __init__(self, core: Core) -> None:
        super().__init__()
        self._core = core
        self._tasks = Tasks(self, self._on_error)
        self._catching_up = asyncio.Lock()
        self.session: SessionId | None = None
        self.view: SessionView | None = None
        self.state = ""
        self._drafts: dict[str, str] = {}
        self._panels: list[Panel] = []
        self._tab_shape: tuple[Tab, ...] | None = None
        self.header = Header()
        self.strip = RoundStrip()
        self.tabs = QTabWidget()
        self.tabs.setAccessibleName(tr("Views of the session"))
        self.tabs.setDocumentMode(True)
        self.bar = DecisionBar()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 10, 12, 10)
        layout.setSpacing(8)
        layout.addWidget(self.header)
        layout.addWidget(self.strip)
        layout.addWidget(self.tabs, 1)
        layout.addWidget(self.bar)
        self.bar.chosen.connect(self.do)
        self.bar.guard_over.connect(self.changed)
        self.tabs.currentChanged.connect(lambda _index: self._refresh_panels())

    # --- filling ------------------------------------------------------------------------------

    async def open(self, session: SessionId) -> None:
        """Show a session from its records."""
        records = await self._core.sessions.records(session)
        if not records:
            raise NotFound(tr("This session has no records."), tr("Start a new one."))
        workflow = str(records[0].body().get("workflow", ""))
        plugin = self._core.workflows.plugins.get(workflow)
        view = SessionView(self._core.catalogue, plugin.headline if plugin else "")
        if len(records) > FOLD_IN_THREAD_FROM:
            await asyncio.to_thread(view.apply_all, records)
        else:
            view.apply_all(records)
        self.session, self.view = session, view
        self._set_tabs(plugin)
        self.refresh()
        await self._catch_up()

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
        """Show text that is on its way."""
        if session != self.session or self.view is None:
            return
        for asked, text in pieces.items():
            self.view.stream(asked, text)
        self._refresh_panels(answers_only=True)

    async def _catch_up(self) -> None:
        async with self._catching_up:
            view, session = self.view, self.session
            if view is None or session is None:
                return
            missing = await self._core.sessions.records(session, view.head)
            if missing and view is self.view:
                view.apply_all(missing)
                self.refresh()

    def _set_tabs(self, plugin: WorkflowPlugin | None) -> None:
        described = tuple(plugin.tabs) if plugin else ()
        if self._tab_shape == described:
            return
        self._tab_shape = described
        while self.tabs.count():
            widget = self.tabs.widget(0)
            self.tabs.removeTab(0)
            if widget is not None:
                widget.deleteLater()
        self._panels = []
        slot = next((tab.slot for tab in described if tab.panel in ("texts", "diff") and tab.slot), "")
        critiques = CritiquesPanel()
        critiques.decided.connect(self._on_critique_decided)
        for title, panel in (
            (tr("Answers"), AnswersPanel(slot)),
            (tr("Critiques"), critiques),
            (tr("Changes"), ChangesPanel(slot)),
            (tr("Summary"), SummaryPanel()),
            (tr("Log"), LogPanel()),
        ):
            self._panels.append(panel)
            self.tabs.addTab(panel, title)

    def refresh(self) -> None:
        """Show the state after a change."""
        if self.view is None or self.session is None:
            return
        self.state = state_of(self.view, self._core.sessions.running(self.session))
        self.header.refresh(self.view, self.state)
        self.strip.refresh(self.view, self.state)
        self.bar.show_bar(bar_for(self.view, self.state))
        for index, panel in enumerate(self._panels):
            if isinstance(panel, CritiquesPanel):
                number = len(self.view.critiques)
                self.tabs.setTabText(index, tr("Critiques ({n})", n=number) if number else tr("Critiques"))
        self._refresh_panels()
        self.changed.emit()

    def _refresh_panels(self, answers_only: bool = False) -> None:
        panel = self.tabs.currentWidget()
        if self.view is None or (answers_only and not isinstance(panel, AnswersPanel)):
            return
        # Only what is in sight is rebuilt; a tab is filled when it is turned to.
        for known in self._panels:
            if known is panel:
                known.refresh(self.view)

    def panel(self, index: int) -> Panel:
        """Return a tab's panel."""
        return self._panels[index]

    def go_to_change(self, step: int) -> None:
        """Turn to Changes and go to the next or previous one."""
        for panel in self._panels:
            if isinstance(panel, ChangesPanel):
                self.tabs.setCurrentWidget(panel)
                panel.go(step)

    # --- deciding -----------------------------------------------------------------------------

    def offers(self, verb: str) -> bool:
        """Tell whether the open gate takes this verb now."""
        return self.bar.offers(f"gate:{verb}")

    def do(self, does: str) -> None:
        """Do what a button says."""
        if not does.startswith("gate:"):
            self.action_wanted.emit(does)
            return
        gate = self.view.gate() if self.view else None
        if gate is None or self.view is None:
            return
        verb, payload = does.removeprefix("gate:"), gate.fact.payload
        dialog: DecisionDialog | None = None
        match verb:
            case "reject" if gate.fact.kind == "approval":
                made = FeedbackDialog(self, gate.round, self.view.members(), self._drafts.get(gate.gate, ""))
                made.finished.connect(lambda _=0: self._drafts.update({gate.gate: made.text.toPlainText()}))
                dialog = made
            case "fallback:model":
                failing = {str(i["seat"]): str(i.get("model", "")) for i in _items(payload)}
                known = list(dict.fromkeys(seat.model for seat in self.view.position.seats.values()))
                dialog = ModelDialog(self, failing, known)
            case "fallback:absent":
                allowed = payload.get("may_sit_out")
                absent: dict[str, JsonValue] = (
                    {str(s): None for s in allowed} if isinstance(allowed, list) else {}
                )
                self._answer(gate.gate, "fallback", {"replace": absent})
                return
            case "raise":
                item = next(iter(_items(payload)), {})
                dialog = LimitDialog(self, _number(item.get("limit")), _number(item.get("needs")))
            case "answer" if gate.fact.kind == "clarification":
                dialog = QuestionsDialog(self, payload)
            case _:
                self._answer(gate.gate, verb, {})
                return
        machine = verb.partition(":")[0]
        dialog.decided.connect(lambda data: self._answer(gate.gate, machine, data))
        dialog.open()

    def _answer(self, gate: str, verb: str, data: Mapping[str, JsonValue]) -> None:
        self.bar.show_problem("")
        self.bar.set_busy(True)
        self._tasks.start(self._send_answer(gate, verb, data))

    async def _send_answer(self, gate: str, verb: str, data: Mapping[str, JsonValue]) -> None:
        session = self.session
        assert session is not None
        try:
            await self._core.review.answer(session, gate, verb, data)
        finally:
            self.bar.set_busy(False)
            self.refresh()

    def _on_critique_decided(self, critique: str, verdict: str) -> None:
        if verdict == "accept":
            self._tell(CritiqueDecided(critique=critique, verdict="accept"))
            return
        dialog = ReasonDialog(
            self, tr("Dismiss this critique") if verdict == "dismiss" else tr("Defer this critique")
        )
        dialog.decided.connect(
            lambda data: self._tell(
                CritiqueDecided(
                    critique=critique,
                    verdict="dismiss" if verdict == "dismiss" else "defer",
                    reason=str(data["reason"]),
                )
            )
        )
        dialog.open()

    def _tell(self, fact: CritiqueDecided) -> None:
        if self.session is not None:
            self._tasks.start(self._core.review.tell(self.session, fact))

    def _on_error(self, error: BaseException) -> None:
        self.bar.show_problem(error_text(error))


def _items(payload: Mapping[str, JsonValue]) -> list[dict[str, JsonValue]]:
    items = payload.get("items")
    return [item for item in items if isinstance(item, dict)] if isinstance(items, list) else []


def _number(value: JsonValue) -> float:
    return float(value) if isinstance(value, int | float) else 0.0

"""The tabs of a session: the plug-in's own, made of stock panels, and the Summary that every session has.

A panel is imported and made when its tab is first turned to: for the start of the window, and because most
sessions are read in two or three of their tabs.
"""

# Late imports on purpose, see above.

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStyle, QStyleOptionTabWidgetFrame, QTabWidget, QWidget

from app.domain.errors import Bug
from app.domain.i18n import Message, words
from app.ui.kit.dispose import dispose
from app.ui.kit.layouts import boxed, in_column, in_row
from app.ui.kit.texts import tr
from app.ui.session.tab_bar import Corner, QuestionLink, TabBar, TabParts
from app.ui.session.tab_counts import ChangeCounts, RowCount, pairs_of
from app.ui.view.panel import MembersPanel, PointsPanel
from app.ui.view.reading import tabs_of

if TYPE_CHECKING:
    # For start-up cost.
    from app.engine.plugin import WorkflowPlugin
    from app.engine.tabs import PanelKind, Tab
    from app.ui.view.panel import Panel
    from app.ui.view.session_view import SessionView

    Kind = PanelKind | Literal["map", "final"]


FINAL: Literal["final"] = "final"
"""The tab of the final answer: the first, from the moment there is one."""
_BETWEEN = 4
"""Pixels between what stands at the right of the tabs."""


def make_panel(kind: Kind, tab: Tab | None = None) -> Panel:
    """Return a new panel of a kind, for the texts of a tab's slot or for what its source describes."""
    from app.engine.tabs import ChartTab, CompareTab, DocumentTab, ListTab

    slot, by = (tab.slot, tab.by) if tab is not None else ("", "seat")
    match kind if tab is None or tab.source is None else tab.source:
        case ListTab() as source:
            from app.ui.panels.listing.panel import ListPanel

            return ListPanel(source)
        case ChartTab() as source:
            from app.ui.insights.figures import FiguresPanel

            return FiguresPanel(source)
        case CompareTab() as source:
            from app.ui.panels.described_texts import ComparePanel

            return ComparePanel(source)
        case DocumentTab() as source:
            from app.ui.panels.described_texts import DocumentPanel

            return DocumentPanel(source)
        case "texts" if by == "slot":
            from app.ui.panels.stock_lists import slots_panel

            return slots_panel(slot)
        case "texts":
            from app.ui.panels.answers import AnswersPanel

            return AnswersPanel(slot)
        case "diff":
            from app.ui.panels.changes import ChangesPanel

            return ChangesPanel(slot, by)
        case "critiques":
            from app.ui.panels.critiques import CritiquesPanel

            return CritiquesPanel()
        case "log":
            from app.ui.panels.stock_lists import log_panel

            return log_panel()
        case _:
            return _whole_panel(kind)


def _whole_panel(kind: Kind) -> Panel:
    """Return a new panel that tells of the session as a whole."""
    match kind:
        case "final":
            from app.ui.panels.final import FinalPanel

            return FinalPanel()
        case "summary":
            from app.ui.panels.summary import SummaryPanel

            return SummaryPanel()
        case "map":
            from app.ui.insights.run_map import RunMap

            return RunMap()
        case _:
            raise Bug(f"the panel {kind!r} shows what its tab describes: give the tab a source")


class Holder(QWidget):
    """The place of a panel that is not made yet."""

    def __init__(self, name: str, title: Message, kind: Kind, tab: Tab | None = None) -> None:
        super().__init__()
        self.name, self.title, self.kind = name, title, kind
        self.streams = kind == FINAL or (tab is not None and tab.streams)
        """Whether the panel shows a text while it arrives."""
        self.tab = tab
        counted = tab.counted if tab is not None else None
        self.rows = RowCount(counted) if counted is not None else None
        """How many rows its title counts; None: it counts none."""
        self.panel: Panel | None = None

    def make(self) -> Panel:
        self.panel = make_panel(self.kind, self.tab)
        self.setLayout(in_column(self.panel))
        return self.panel


class Tabs(QTabWidget):
    """The panels of the session in sight. Only what is in sight is rebuilt."""

    panel_made = Signal(object)
    """Each new panel, once."""

    def __init__(self) -> None:
        super().__init__()
        self.titles = TabBar()
        self.setTabBar(self.titles)
        self.setAccessibleName(tr("Views of the session"))
        # It has the focus when one goes from tab to tab.
        self.titles.setAccessibleName(tr("Views"))
        self.setDocumentMode(True)
        self.question = QuestionLink()
        self.parts = TabParts()
        self.parts.wanted.connect(self.show_tab)
        self._tools = Corner(self.titles)
        # Once the layouts know of it.
        self._tools.reshaped.connect(self._fit, Qt.ConnectionType.QueuedConnection)
        self.setCornerWidget(boxed(in_row(self.parts, self.question, self._tools, spacing=_BETWEEN)))
        self._shape: tuple[Tab, ...] | None = None
        self._holders: dict[str, Holder] = {}
        self._view: SessionView | None = None
        self._fitted: object = None
        self._result_of = ""
        """The session in sight, where it has a final answer."""
        self._looked_at = 0
        self._changes = ChangeCounts(self)
        self._changes.found.connect(self._on_changes_found)

    def hasHeightForWidth(self) -> bool:
        """Panels scroll: none asks for a height by its width, which would be taken from the decision."""
        return False

    def build(self, plugin: WorkflowPlugin | None) -> None:
        """Make the tabs of a workflow, where they are not there already."""
        described = tabs_of(plugin)
        if described == self._shape:
            return
        self._shape = described
        before, self._holders = list(self._holders.values()), {}
        self.blockSignals(True)
        self.clear()
        for holder in before:
            self._end(holder)
        if any(tab.panel == "texts" and tab.by == "seat" for tab in described):
            self._add(Holder(FINAL, words("Final answer"), FINAL))
        for tab in described:
            if tab.panel == "log" and "summary" not in {known.name for known in described}:
                self._add_summary()
            self._add(Holder(tab.name, tab.title, tab.panel, tab))
        self._add_summary()
        groups = [holder.tab.group if holder.tab is not None else None for holder in self._holders.values()]
        self.titles.share({at: tr(group) for at, group in enumerate(groups) if group is not None})
        self._result_of = ""
        if FINAL in self._holders:
            self.setCurrentIndex(1)
            self.setTabVisible(0, False)
        self.blockSignals(False)

    def _add_summary(self) -> None:
        if "summary" not in self._holders:
            self._add(Holder("summary", words("Summary"), "summary"))

    def _add(self, holder: Holder) -> None:
        self._holders[holder.name] = holder
        self.addTab(holder, tr(holder.title))

    def toggle_map(self) -> None:
        """Open the run map as a tab, or close it."""
        if "map" not in self._holders:
            self._add(Holder("map", words("Run map"), "map"))
            self.show_tab("map")
            return
        holder = self._holders.pop("map")
        self.removeTab(self.indexOf(holder))
        self._end(holder)

    def _end(self, holder: Holder) -> None:
        if holder.panel is not None:
            self._tools.let_go(holder.panel.tools)
        dispose(holder)

    def names(self) -> list[str]:
        return list(self._holders)

    def offered(self) -> list[str]:
        """Return the names of the tabs that can be turned to."""
        return [name for name in self._holders if name != FINAL or self._result_of]

    def title(self, name: str) -> str:
        return tr(self._holders[name].title)

    def panel(self, name: str) -> Panel:
        holder = self._holders[name]
        if holder.panel is None:
            self.panel_made.emit(holder.make())
        assert holder.panel is not None
        return holder.panel

    def full_width(self, view: SessionView) -> int:
        """Return the pixels in which all of the page stands side by side; 0: it does anyway."""
        if self.name() == FINAL:
            from app.ui.panels.final import whole_width

            return whole_width(self)
        if not any(holder.kind == "texts" for holder in self._holders.values()):
            return 0
        from app.ui.panels.answers import SIDE_BY_SIDE, least_width

        members = len(view.active_members())
        return least_width(self) * members if members > SIDE_BY_SIDE else 0

    def first(self, kind: Kind) -> Panel | None:
        """Return the first panel of a kind, None where the workflow has none."""
        name = self.name_of(kind)
        return self.panel(name) if name else None

    def name_of(self, kind: Kind) -> str:
        """Return the name of the first tab of a kind, empty where the workflow has none."""
        return next((name for name, holder in self._holders.items() if holder.kind == kind), "")

    def show_what_is_told(self, view: SessionView) -> None:
        """Turn to what the decision bar speaks of: what the open gate is about, else the result."""
        kind = view.asked()
        if kind is None:
            self.show_tab(self._home())
            return
        panel = self.show_kind(kind.shows) if kind.shows else None
        if kind.asks("texts") and isinstance(panel, PointsPanel):
            panel.show_open()

    def stream(self, view: SessionView) -> None:
        """Show in the panel in sight what arrived of texts that are being written."""
        self._show_result(view)
        name = self.name()
        if name and self._holders[name].streams:
            self.panel(name).stream(view)

    def refresh(self, view: SessionView) -> None:
        """Fill the panel in sight, and say in the titles how much there is."""
        self._show_result(view)
        name = self.name()
        if not name:
            return
        self._view = view
        self._count(view)
        panel = self.panel(name)
        panel.refresh(view)
        self.question.refresh(view)
        self._show_parts(name)
        self._tools.show_tools(panel.tools)
        self._fit()

    def _show_result(self, view: SessionView) -> None:
        """Show the final answer's tab while there is one; who looks back reads what was answered there."""
        if FINAL not in self._holders:
            return
        result_of = view.session_id if view.has_result() else ""
        looks_back = bool(view.looking_at) and view.looking_at != self._looked_at
        came = bool(result_of) and result_of != self._result_of
        self._result_of, self._looked_at = result_of, view.looking_at
        home = self.name_of("texts")
        if came:
            self.setTabVisible(0, True)
        if came and self.name() == home and not view.looking_at:
            self.show_tab(FINAL)
        elif self.name() == FINAL and (looks_back or not result_of):
            self.show_tab(home)
        if not result_of:
            self.setTabVisible(0, False)

    def _home(self) -> str:
        """Return the tab of what the session comes to: the final answer's, before that the texts'."""
        return FINAL if FINAL in self._holders and self._result_of else self.name_of("texts")

    @property
    def result_elsewhere(self) -> bool:
        """Whether what the session comes to has a tab, and another one is in sight."""
        return self._home() not in ("", self.name())

    def turn_to(self, name: str) -> None:
        """Turn to a tab, or to where a session begins; a final answer comes before texts."""
        home = name in ("", FINAL, self.name_of("texts")) or name not in self._holders
        self.show_tab((self._home() or next(iter(self._holders))) if home else name)

    def _show_parts(self, name: str) -> None:
        names = self.names()
        beside = self.titles.together(names.index(name))
        self.parts.show_parts([(names[at], self.tabText(at)) for at in beside], name)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        stack = self.currentWidget().parentWidget() if self.count() else None
        if stack is not None and not self.isVisible():
            # Qt gives the panels their room once they are seen, and would lay them out for another before.
            option, room = QStyleOptionTabWidgetFrame(), QStyle.SubElement.SE_TabWidgetTabContents
            self.initStyleOption(option)
            stack.setGeometry(self.style().subElementRect(room, option, self))
        self._fit()

    def _fit(self) -> None:
        """Keep every tab in sight: where room is short the tools say less, and the titles stand closer."""
        bar = self.titles
        needed = bar.whole_width()
        asked = not self.question.isHidden()
        fits = (self.width(), needed, self._tools.in_sight, asked, self.parts.parts)
        if (*fits, self._tools.in_sight.sizeHint().width()) != self._fitted:
            room = self.width() - needed - _BETWEEN
            shared = bool(self.parts.parts)
            self.question.set_short(False)
            self.parts.set_short(False)
            # Asked once: that the words are there again, layouts learn a moment later.
            whole = self._tools.whole_width()
            beside = whole + (self.parts.sizeHint().width() if shared else 0)
            self.question.set_short(beside + self.question.sizeHint().width() > room)
            self.parts.set_short(beside + (self.question.sizeHint().width() if asked else 0) > room)
            beside = self.question.sizeHint().width() + _BETWEEN if asked else 0
            beside += self.parts.sizeHint().width() + _BETWEEN if shared else 0
            wide = self._tools.fit_into(room - beside, whole)
            bar.fit(self.width() - wide - beside)
            self._fitted = (*fits, wide)

    def _count(self, view: SessionView) -> None:
        for index, holder in enumerate(self._holders.values()):
            if holder.kind == "critiques":
                number = len(view.fold.critiques.of_round(*view.place_in_sight))
                self.titles.show_count(index, tr(holder.title), number)
            elif holder.kind == "diff" and holder.tab is not None and holder.tab.source is None:
                number = self._changes.of(pairs_of(view, holder.tab.slot, holder.tab.by))
                self.titles.show_count(index, tr(holder.title), number)
            elif holder.rows is not None:
                self.titles.show_count(index, tr(holder.title), holder.rows.of(view))

    def _on_changes_found(self) -> None:
        if self._view is not None:
            self._count(self._view)
            # A count is as good as words: it may leave no room for the last title.
            self._fit()

    def step(self, by: int) -> None:
        names = self.offered()
        if names:
            self.show_tab(names[(names.index(self.name()) + by) % len(names)])

    def show_tab(self, name: str) -> None:
        if name not in self.offered():
            return
        beside = self.titles.together(self.names().index(name))
        self.setTabVisible(self.indexOf(self._holders[name]), True)
        self.setCurrentWidget(self._holders[name])
        for at in beside:
            self.setTabVisible(at, at == self.currentIndex())

    def show_kind(self, kind: Kind) -> Panel | None:
        """Turn to the first tab of a kind; return its panel."""
        panel = self.first(kind)
        if panel is not None:
            self.show_tab(next(name for name, holder in self._holders.items() if holder.panel is panel))
        return panel

    def edit_passage(self, seat: str, quote: str) -> None:
        """Turn to the texts of the members, to write over one of them at a passage."""
        panel = self.show_kind("texts")
        if isinstance(panel, MembersPanel):
            panel.edit_passage(seat, quote)

    def name(self) -> str:
        current = self.currentWidget()
        return current.name if isinstance(current, Holder) else ""

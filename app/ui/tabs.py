"""The tabs of a session: the plug-in's own, made of stock panels, and the Summary that every session has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from PySide6.QtWidgets import QTabWidget, QWidget

from app.domain.i18n import Words, words
from app.engine.plugin import PanelKind, Tab, WorkflowPlugin
from app.ui.panels.answers import AnswersPanel
from app.ui.panels.changes import ChangesPanel
from app.ui.panels.critiques import CritiquesPanel
from app.ui.panels.log import LogPanel
from app.ui.panels.summary import SummaryPanel
from app.ui.stock import AnswersGivenPanel, FiguresPanel
from app.ui.texts import tr
from app.ui.view import SessionView


class Panel(Protocol):
    """What every panel can do."""

    def refresh(self, view: SessionView) -> None:
        """Show what the session holds now."""
        ...


STOCK: dict[PanelKind, Callable[[str], QWidget]] = {
    "texts": AnswersPanel,
    "diff": ChangesPanel,
    "critiques": lambda _slot: CritiquesPanel(),
    "table": lambda _slot: FiguresPanel(),
    "plot": lambda _slot: FiguresPanel(),
    "log": lambda _slot: LogPanel(),
    "gate": lambda _slot: AnswersGivenPanel(),
}
"""A new panel per kind, from the slot of texts it shows."""

USUAL: tuple[Tab, ...] = (
    Tab("answers", words("Answers"), "texts"),
    Tab("critiques", words("Critiques"), "critiques"),
    Tab("changes", words("Changes"), "diff"),
    Tab("log", words("Log"), "log"),
)
"""For a workflow that names none."""


def tabs_of(plugin: WorkflowPlugin | None) -> tuple[Tab, ...]:
    """Return a workflow's tabs."""
    return (tuple(plugin.tabs) if plugin else ()) or USUAL


class Tabs(QTabWidget):
    """The panels of the session in sight. Only what is in sight is rebuilt."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Views of the session"))
        self.setDocumentMode(True)
        self.panels: dict[str, QWidget] = {}
        """Panel by the tab's name; `summary` is always there."""
        self._shape: tuple[Tab, ...] | None = None
        self._titles: dict[str, str | Words] = {}

    def build(self, plugin: WorkflowPlugin | None) -> bool:
        """Make the panels of a workflow; return whether they are other ones than before."""
        described = tabs_of(plugin)
        if described == self._shape:
            return False
        self._shape = described
        while self.count():
            widget = self.widget(0)
            self.removeTab(0)
            if widget is not None:
                widget.deleteLater()
        self.panels, self._titles = {}, {}
        for tab in described:
            if tab.panel == "log":
                self._add_summary()
            self._add(tab.name, tab.title, STOCK[tab.panel](tab.slot))
        self._add_summary()
        return True

    def _add_summary(self) -> None:
        if "summary" not in self.panels:
            self._add("summary", tr("Summary"), SummaryPanel())

    def _add(self, name: str, title: str | Words, panel: QWidget) -> None:
        self.panels[name], self._titles[name] = panel, title
        self.addTab(panel, tr(title))

    def refresh(self, view: SessionView, *, texts_only: bool = False) -> None:
        """Fill the panel in sight, and say in the titles how much there is."""
        panel = self.currentWidget()
        if texts_only:
            if isinstance(panel, AnswersPanel):
                panel.refresh(view)
            return
        for index, name in enumerate(self.panels):
            if isinstance(self.widget(index), CritiquesPanel):
                number = len(view.fold.critiques.of_round(view.position.round, view.position.attempt))
                title = tr(self._titles[name])
                self.setTabText(index, f"{title} ({number})" if number else title)
        refresh: Callable[[SessionView], None] | None = getattr(panel, "refresh", None)
        if refresh is not None:
            refresh(view)

    def kind(self, panel: type[QWidget]) -> QWidget | None:
        """Return the first panel of a class."""
        return next((found for found in self.panels.values() if isinstance(found, panel)), None)

    def step(self, by: int) -> None:
        """Turn to the next or previous tab."""
        self.setCurrentIndex((self.currentIndex() + by) % max(1, self.count()))

    def show_tab(self, name: str) -> None:
        """Turn to a tab by its name."""
        if name in self.panels:
            self.setCurrentWidget(self.panels[name])

    def name(self) -> str:
        """Return the name of the tab in sight."""
        current = self.currentWidget()
        return next((name for name, panel in self.panels.items() if panel is current), "")

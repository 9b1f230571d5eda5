"""The insights column: map, criteria and curves one below the other, and the person's notes."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame

from app.ui.insights.criteria import CriteriaPanel
from app.ui.insights.run_map import RunMap
from app.ui.insights.sparkline import Curves
from app.ui.kit.dialog import editor
from app.ui.kit.font_aware import FontAware
from app.ui.kit.layouts import SPACE, boxed, in_column, in_row, scrolled
from app.ui.kit.texts import button, label, tr
from app.ui.view.draft_store import DraftStore
from app.ui.view.panel import Panel
from app.ui.view.session_view import SessionView

LEAST_WIDTH = 205


class Notes(FontAware, Panel):
    """Notes to oneself: never sent to a model, kept in the session."""

    noted = Signal(str)

    def __init__(self, draft_store: DraftStore) -> None:
        super().__init__()
        self._draft_store = draft_store
        self.kept = label("", wrap=True)
        self.kept.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.text = editor(tr("New note"), tr("A note to yourself; no model sees it"))
        self.text.setObjectName("typed")
        self._fit()
        self.add = button(tr("Keep note"))
        self.setLayout(in_column(self.kept, self.text, in_row(SPACE, self.add), spacing=4))
        self.text.textChanged.connect(self._on_typed)
        self.add.clicked.connect(lambda: self.noted.emit(self.text.toPlainText().strip()))
        draft_store.changed.connect(self._fill)
        self._fill()

    def _fit(self) -> None:
        self.text.setFixedHeight(self.text.fontMetrics().lineSpacing() * 3 + 14)

    def _fill(self) -> None:
        typed = str(self._draft_store.draft.typed.get("note", ""))
        self.add.setEnabled(bool(typed.strip()))
        if self.text.toPlainText() != typed:
            with QSignalBlocker(self.text):
                self.text.setPlainText(typed)

    def _on_typed(self) -> None:
        self._draft_store.type(typed={**self._draft_store.draft.typed, "note": self.text.toPlainText()})

    def taken(self, text: str) -> None:
        """Forget the words that are in the session now; others that were typed since stay."""
        typed = self._draft_store.draft.typed
        if str(typed.get("note", "")).strip() == text:
            self._draft_store.type(typed={k: v for k, v in typed.items() if k != "note"})

    def refresh(self, view: SessionView) -> None:
        notes = view.fold.session.notes.values()
        self.kept.setText("\n".join(f"• {note}" for note in notes))
        self.kept.setVisible(bool(notes))


class InsightsColumn(QFrame):
    """Titled panels in a scroll area; hidden, they are not filled."""

    def __init__(self, draft_store: DraftStore) -> None:
        super().__init__()
        self.setObjectName("column")
        self.setAccessibleName(tr("Insights"))
        self._view: SessionView | None = None
        self.map, self.criteria, self.curves = RunMap(), CriteriaPanel(), Curves()
        self.notes = Notes(draft_store)
        sections: list[tuple[str, Panel]] = [
            (tr("Run map"), self.map),
            (tr("Criteria"), self.criteria),
            (tr("Over time"), self.curves),
            (tr("Notes"), self.notes),
        ]
        self._panels = [panel for _, panel in sections]
        titled = [boxed(in_column(label(title, bold=True), panel, spacing=3)) for title, panel in sections]
        inner = in_column(*titled, SPACE, spacing=14, margins=(10, 10, 10, 10))
        self.setLayout(in_column(scrolled(boxed(inner))))
        self.setMinimumWidth(LEAST_WIDTH)

    def sizeHint(self) -> QSize:
        """As wide as a map of the run."""
        return QSize(250, 400)

    def refresh(self, view: SessionView) -> None:
        """Show the session, now or once the column is seen."""
        self._view = view
        if self.isVisible():
            for panel in self._panels:
                panel.refresh(view)

    def showEvent(self, event: QShowEvent) -> None:
        """Fill what was not filled while hidden."""
        super().showEvent(event)
        if self._view is not None:
            self.refresh(self._view)

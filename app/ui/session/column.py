"""The insights column: titled sections one below the other, and the person's notes."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from app.ui.kit.fitting import FitsItsText
from app.ui.kit.layouts import SPACE, boxed, in_column, in_row, scrolled
from app.ui.kit.texts import button, label, tr
from app.ui.view.draft_store import DraftStore
from app.ui.view.panel import Panel
from app.ui.view.session_view import SessionView

LEAST_WIDTH = 205


class Notes(FitsItsText, Panel):
    """Notes to oneself: never sent to a model, kept in the session."""

    noted = Signal(str)

    def __init__(self, draft_store: DraftStore) -> None:
        super().__init__()
        self._draft_store = draft_store
        self.kept = label("", wrap=True)
        self.kept.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.text = QPlainTextEdit()
        self.text.setObjectName("typed")
        self.text.setAccessibleName(tr("New note"))
        self.text.setPlaceholderText(tr("A note to yourself; no model sees it"))
        self.text.setTabChangesFocus(True)
        self._fit()
        self.add = button(tr("Keep note"))
        self.setLayout(in_column(self.kept, self.text, in_row(SPACE, self.add), spacing=4))
        self._filling = False
        self.text.textChanged.connect(self._on_typed)
        self.add.clicked.connect(self._on_add_clicked)
        draft_store.changed.connect(self._fill)
        self._fill()

    def _fit(self) -> None:
        self.text.setFixedHeight(self.text.fontMetrics().lineSpacing() * 3 + 14)

    def _fill(self) -> None:
        typed = str(self._draft_store.draft.typed.get("note", ""))
        self.add.setEnabled(bool(typed.strip()))
        if self.text.toPlainText() != typed:
            self._filling = True
            self.text.setPlainText(typed)
            self._filling = False

    def _on_typed(self) -> None:
        if not self._filling:
            self._draft_store.type(typed={**self._draft_store.draft.typed, "note": self.text.toPlainText()})

    def _on_add_clicked(self) -> None:
        self.noted.emit(self.text.toPlainText().strip())

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
    """Sections in a scroll area; hidden, they are not filled."""

    def __init__(self, draft_store: DraftStore) -> None:
        super().__init__()
        self.setObjectName("column")
        self.setAccessibleName(tr("Insights"))
        self._view: SessionView | None = None
        self.notes = Notes(draft_store)
        self._panels: list[Panel] = [self.notes]
        self._sections = in_column(
            _section(tr("Notes"), self.notes), SPACE, spacing=14, margins=(10, 10, 10, 10)
        )
        self.setLayout(in_column(scrolled(boxed(self._sections))))
        self.setMinimumWidth(LEAST_WIDTH)

    def sizeHint(self) -> QSize:
        """As wide as a map of the run."""
        return QSize(250, 400)

    def add_section(self, title: str, content: Panel) -> None:
        """Add a section above the notes."""
        self._sections.insertWidget(len(self._panels) - 1, _section(title, content))
        self._panels.insert(-1, content)

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


def _section(title: str, content: QWidget) -> QWidget:
    return boxed(in_column(label(title, bold=True), content, spacing=3))

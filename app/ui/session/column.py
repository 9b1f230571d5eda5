"""The insights column: titled sections one below the other, and the person's notes."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QScrollArea, QVBoxLayout, QWidget

from app.ui.kit.fitting import FitsItsText
from app.ui.kit.texts import button, label, tr
from app.ui.view.draft_store import DraftStore
from app.ui.view.panel import Panel
from app.ui.view.session_view import SessionView

LEAST_WIDTH = 205


class Section(QWidget):
    """A title and what is under it."""

    def __init__(self, title: str, content: Panel) -> None:
        super().__init__()
        self.content = content
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(3)
        layout.addWidget(label(title, bold=True))
        layout.addWidget(content)


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
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.kept)
        layout.addWidget(self.text)
        layout.addWidget(self.add, 0, Qt.AlignmentFlag.AlignRight)
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
        """Show the notes kept so far."""
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
        self.sections: dict[str, Section] = {}
        inner = QWidget()
        self._layout = QVBoxLayout(inner)
        self._layout.setContentsMargins(10, 10, 10, 10)
        self._layout.setSpacing(14)
        self._layout.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(inner)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(scroll)
        self.setMinimumWidth(LEAST_WIDTH)
        self.notes = Notes(draft_store)
        self.add_section("notes", tr("Notes"), self.notes)

    def sizeHint(self) -> QSize:
        """As wide as a map of the run."""
        return QSize(250, 400)

    def add_section(self, name: str, title: str, content: Panel, before: str = "") -> None:
        """Add a section, at the end or before another one."""
        section = Section(title, content)
        at = (
            self._layout.indexOf(self.sections[before])
            if before in self.sections
            else self._layout.count() - 1
        )
        self._layout.insertWidget(at, section)
        self.sections[name] = section

    def refresh(self, view: SessionView) -> None:
        """Show the session, now or once the column is seen."""
        self._view = view
        if not self.isVisible():
            return
        for section in self.sections.values():
            section.content.refresh(view)

    def showEvent(self, event: QShowEvent) -> None:
        """Fill what was not filled while hidden."""
        super().showEvent(event)
        if self._view is not None:
            self.refresh(self._view)

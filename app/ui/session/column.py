"""The insights column: steps of the round, tiles, what is disputed, and the person's notes."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QWidget

from app.ui.insights.criteria import CriteriaPanel, criteria_of
from app.ui.insights.sparkline import Curves
from app.ui.insights.status_panel import StandingPanel
from app.ui.insights.stepper import Stepper
from app.ui.insights.still_disputed import StillDisputed
from app.ui.kit.controls import fold_arrow
from app.ui.kit.dialog import editor
from app.ui.kit.font_aware import FontAware
from app.ui.kit.layouts import SPACE, boxed, in_column, in_row, scrolled
from app.ui.kit.texts import button, label, rescale, tr
from app.ui.kit.theme import CAPTION
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


class Fold(QWidget):
    """What is rarely looked for: folded under its title."""

    def __init__(self, title: str, panel: QWidget) -> None:
        super().__init__()
        self.head = fold_arrow(panel, title, "", title)
        self.head.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.head.setAutoRaise(True)
        rescale(self.head, CAPTION)
        self.panel = panel
        row = in_row(self.head, SPACE)
        self.setLayout(in_column(row, panel, spacing=2))


class InsightsColumn(QFrame):
    """This round's steps, three tiles and what is disputed; hidden, nothing is filled."""

    def __init__(self, draft_store: DraftStore) -> None:
        super().__init__()
        self.setObjectName("column")
        self.setAccessibleName(tr("Insights"))
        self._view: SessionView | None = None
        self._unfolded = ""
        """The session whose measures were unfolded for the person, once."""
        self.stepper, self.curves, self.disputed = Stepper(), Curves(), StillDisputed()
        self.standing = StandingPanel()
        self.criteria, self.notes = CriteriaPanel(), Notes(draft_store)
        self.measures_fold = Fold(tr("All measures"), self.criteria)
        self.notes_fold = Fold(tr("Your notes"), self.notes)
        draft_store.changed.connect(self._unfold_typed)
        self._panels: list[Panel] = [
            self.stepper,
            self.curves,
            self.disputed,
            self.criteria,
            self.notes,
        ]
        self._low = in_column(
            self.standing, self.curves, self.disputed, self.measures_fold, self.notes_fold, spacing=12
        )
        self._low.setContentsMargins(8, 0, 8, 0)
        inner = in_column(self.stepper, self._low, SPACE, spacing=14, margins=(4, 0, 4, 10))
        self.setLayout(in_column(scrolled(boxed(inner))))
        self.setMinimumWidth(LEAST_WIDTH)

    def _unfold_typed(self) -> None:
        """Show a note that was begun: what is typed is never out of sight."""
        if self.notes.text.toPlainText():
            self.notes_fold.head.setChecked(True)

    def sizeHint(self) -> QSize:
        """As wide as the steps of a round."""
        return QSize(228, 400)

    def refresh(self, view: SessionView) -> None:
        """Show the session, now or once the column is seen."""
        self._view = view
        if self.isVisible():
            self.standing.refresh(view)
            # How it stands comes first where a person decides; the steps lie behind the whole run.
            self.stepper.gives_way = self.standing.leads
            if self._low.indexOf(self.standing) != int(self.standing.follows):
                self._low.insertWidget(int(self.standing.follows), self.standing)
            # A criterion with a tile of its own is not told twice.
            self.curves.elsewhere = frozenset(tile.title for tile in self.standing.tiles)
            for panel in self._panels:
                panel.refresh(view)
            # Where several figures have to be reached, one tile does not tell how it stands.
            needed = sum(one.figure.threshold is not None for one in criteria_of(view))
            told = self.standing.tiles
            if needed > 1 and not told and self._unfolded != view.session_id:
                self._unfolded = view.session_id
                self.measures_fold.head.setChecked(True)

    def showEvent(self, event: QShowEvent) -> None:
        """Fill what was not filled while hidden."""
        super().showEvent(event)
        if self._view is not None:
            self.refresh(self._view)

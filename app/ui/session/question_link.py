"""A link at the right of the tabs, which opens the question of the session.

The frame is imported and made when it is first opened: for the start of the window.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from app.domain.canonical import JsonValue
from app.domain.given_pictures import given_in
from app.ui.kit.controls import word_button
from app.ui.kit.layouts import in_row
from app.ui.kit.texts import tr

if TYPE_CHECKING:
    # For start-up cost.
    from app.ui.panels.question import QuestionFrame
    from app.ui.view.session_view import SessionView


class QuestionLink(QWidget):
    """Opens the question; nothing is there where a session has none."""

    def __init__(self) -> None:
        super().__init__()
        self.button = word_button("text-quote", tr("Question"), tr("Show the whole question"))
        # Not by its word alone: the field of a new session is called so.
        self.button.setAccessibleName(tr("Show the whole question"))
        self.frame: QuestionFrame | None = None
        self._name, self._question = tr("Question"), ""
        self._setup: Mapping[str, JsonValue] = {}
        self.setLayout(in_row(self.button))
        self.button.clicked.connect(self._on_clicked)
        self.hide()

    def refresh(self, view: SessionView) -> None:
        """Hold what the session is about."""
        question = view.fold.session.question
        if self.frame is not None and question != self._question:
            self.frame.hide()
        self._name, self._question = tr(view.vocabulary.question), question
        self._setup = view.fold.session.setup
        self.setVisible(bool(question))

    def set_short(self, short: bool) -> None:
        """Show the icon alone; its tip says what it opens."""
        self.button.setText("" if short else self._name)

    def _on_clicked(self) -> None:
        if self.frame is None:
            from app.ui.panels.question import QuestionFrame

            self.frame = QuestionFrame(self)
        given = [(name, picture) for name, _, picture in given_in(self._setup)]
        self.frame.open_below(self.button, self._name, self._question, given)

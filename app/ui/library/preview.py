"""What a chosen session says: the passage that was found, else its final answer, else the texts so far."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtWidgets import QWidget

from app.domain.fact_base import Fact
from app.domain.facts import CritiqueFiled, SessionCreated, TextDecided, TextProposed
from app.domain.ids import SessionId
from app.engine.plugin import WorkflowPlugin
from app.engine.ports import Found, SessionRow
from app.services.core import Core
from app.ui.kit.layouts import in_column
from app.ui.kit.tasks import Tasks
from app.ui.kit.text.safe_view import SafeTextView
from app.ui.kit.texts import label, shown, tr
from app.ui.view.reading import read_view
from app.ui.view.session_view import SessionView


class Passage(NamedTuple):
    """A text and what it is."""

    what: str
    text: str


class Preview(QWidget):
    """The text of one session, read when it is chosen."""

    def __init__(self, core: Core) -> None:
        super().__init__()
        self._core = core
        self._tasks = Tasks(self, self._on_error)
        self._wanted: object = None
        self._quote = ""
        self.title = label("", bold=True, wrap=True)
        self.what = label("", muted=True, wrap=True)
        self.text = SafeTextView(tr("Preview"))
        self.say_empty(False)
        self.text.settled.connect(self._show_passage)
        self.setLayout(in_column(self.title, self.what, (self.text, 1), margins=(6, 0, 0, 0)))

    def say_empty(self, empty: bool) -> None:
        """Say why there is nothing to look into: nothing fits, or nothing is chosen."""
        fits_none = tr("No session fits. Change the words or the filters above.")
        self.text.setPlaceholderText(fits_none if empty else tr("Choose a session to look into it."))

    def show_session(self, row: SessionRow | None, found: Found | None = None, words: str = "") -> None:
        """Show a session, or none; `found`: at the text in which these words stand."""
        wanted = (row.session, row.upto, found.seq if found else 0, words) if row is not None else None
        if wanted == self._wanted:
            return
        self._wanted, self._quote = wanted, words
        self._tasks.cancel()
        self.title.setText(shown(row.title, 200) if row is not None else "")
        if row is None or row.problem:
            self._show(Passage(row.problem if row else "", ""))
        else:
            self._tasks.start(self._read(row.session, found))

    async def _read(self, session: SessionId, found: Found | None) -> None:
        view, plugin = await read_view(self._core, session)
        self._show(passage(view, plugin, found.seq) if found is not None else came_to(view))

    def _show(self, shown_passage: Passage) -> None:
        self.what.setText(shown_passage.what)
        self.what.setVisible(bool(shown_passage.what))
        self.text.show_text(shown_passage.text)
        if not self.text.busy:
            self._show_passage()

    def _show_passage(self) -> None:
        if self._quote:
            self.text.find_passage(self._quote)

    def _on_error(self, error: BaseException) -> None:
        self._show(Passage(str(error), ""))

    async def aclose(self) -> None:
        """Let go of what is being read."""
        await self._tasks.cancel_all()


def came_to(view: SessionView) -> Passage:
    """Return what a session came to."""
    final = view.final()
    if final is not None:
        return Passage(tr("Final answer"), final.text)
    fold = view.fold.texts
    newest = [(seat, fold.of_seat(seat, view.slot)) for seat in view.members()]
    texts = [f"## {view.names.of(seat)}\n\n{fold.stands(found[-1]).text}" for seat, found in newest if found]
    if texts:
        return Passage(tr("Answers so far"), "\n\n".join(texts))
    return Passage(tr("No answer yet"), view.fold.session.question)


def passage(view: SessionView, plugin: WorkflowPlugin | None, seq: int) -> Passage:
    """Return the text of a record, and where it was said."""
    if not 0 < seq <= len(view.log):
        return came_to(view)
    from app.services.library_rows import (
        searchable_text,
        written,
    )  # late: the window is there before the services are

    record = view.log[seq - 1]
    fact = view.catalogue.decode(record)
    if isinstance(fact, SessionCreated):
        # The title stands above.
        return Passage(tr("What was asked"), "\n\n".join(written(fact, plugin.setup if plugin else None)))
    text = searchable_text(fact if isinstance(fact, Fact) else None)
    if not text:
        return came_to(view)
    match fact:
        case CritiqueFiled():
            seat = fact.critic
        case TextProposed() | TextDecided():
            seat = fact.seat
        case _:
            seat = ""
    round_label = f"{tr(view.round_word)} {record.round}" if record.round else ""
    return Passage(" · ".join(filter(None, (view.names.of(seat) if seat else "", round_label))), text)

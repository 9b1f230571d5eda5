"""What a chosen session says: the passages found, else its final answer, else the texts so far."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QTextCursor
from PySide6.QtWidgets import QTextEdit, QWidget

from app.domain.fact_base import Fact
from app.domain.facts import (
    CritiqueFiled,
    GuidanceGiven,
    NoteAdded,
    RoundClosed,
    SessionCreated,
    TextDecided,
    TextProposed,
)
from app.domain.no_model import without_model
from app.engine.plugin import WorkflowPlugin
from app.engine.session_rows import IDLE, Found, SessionRow
from app.services.core import Core
from app.ui.kit.chip import Pill
from app.ui.kit.controls import icon_button
from app.ui.kit.layouts import boxed, in_column, in_row
from app.ui.kit.tasks import Tasks
from app.ui.kit.text.finding import each_word, find_words
from app.ui.kit.text.passages import mark_source
from app.ui.kit.text.safe_view import SafeTextView
from app.ui.kit.texts import count, error_text, label, money, round_noun, single_line, tr
from app.ui.kit.theme import CAPTION, TITLE, colours
from app.ui.view.reading import read_view
from app.ui.view.session_rows import look_of, state_word
from app.ui.view.session_view import SessionView

SAID = frozenset(
    fact.tag()
    for fact in (
        SessionCreated,
        TextProposed,
        TextDecided,
        CritiqueFiled,
        GuidanceGiven,
        NoteAdded,
        RoundClosed,
    )
)
"""Types of records in which something is said."""


class Passage(NamedTuple):
    """A text and what it is."""

    what: str
    text: str


MOST_HITS, LONGEST = 40, 420
"""Places that are listed, and characters of each."""


class Preview(QWidget):
    """A session in short: its state, and where the words stand in it, else what it came to."""

    def __init__(self, core: Core) -> None:
        super().__init__()
        self._core = core
        self._tasks = Tasks(self, lambda error: self._show(error_text(error), []))
        self._wanted: object = None
        self._session = ""
        self._quote = ""
        self._at = -1
        self.state, self.kind = Pill(), label("", muted=True, scale=CAPTION)
        self.title = label("", bold=True, wrap=True, scale=TITLE)
        self.about = label("", muted=True, wrap=True, scale=CAPTION)
        self.what = label("", bold=True, wrap=True)
        self.before = icon_button("chevron-up", tr("Hit before"))
        self.after = icon_button("chevron-down", tr("Next hit"))
        self.text = SafeTextView(tr("Preview"))
        self.text.setObjectName("flat")
        self.head = boxed(
            in_column(
                in_row(self.state, (self.kind, 1), spacing=8),
                self.title,
                self.about,
                spacing=4,
                margins=(18, 14, 18, 10),
            )
        )
        self.head.setObjectName("preview-head")
        line = in_row((self.what, 1), self.before, self.after, spacing=2, margins=(18, 6, 10, 2))
        body = in_column((self.text, 1), margins=(12, 0, 4, 0))
        self.setLayout(in_column(self.head, line, (body, 1), spacing=0))
        self.setObjectName("preview")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.say_empty(False)
        self._show_row(None)
        self.before.clicked.connect(lambda: self.go(-1))
        self.after.clicked.connect(lambda: self.go(1))
        self.text.settled.connect(self._mark)

    def say_empty(self, empty: bool) -> None:
        """Say why there is nothing to look into: nothing fits, or nothing is chosen."""
        fits_none = tr("No session fits. Change the words or the filters above.")
        self.text.setPlaceholderText(fits_none if empty else tr("Choose a session to look into it."))

    def show_session(
        self, row: SessionRow | None, found: Found | None = None, words: str = "", kind: str = ""
    ) -> None:
        """Show a session, or none; `found`: at the texts in which these words stand."""
        wanted = (row.session, row.upto, found.seq if found else 0, words) if row is not None else None
        if wanted == self._wanted:
            return
        self._wanted, self._quote = wanted, words
        if row is not None:
            mark_source(self, row.session, row.title)
        self._tasks.cancel()
        if row is None or row.session != self._session:
            # Below another one's title nothing stands of the one before.
            self._session = row.session if row is not None else ""
            self._show("", [])
        self._show_row(row, kind)
        if row is None or row.problem:
            self._show(row.problem if row else "", [])
        else:
            self._tasks.start(self._read(row, found, words))

    def _show_row(self, row: SessionRow | None, kind: str = "") -> None:
        self.head.setVisible(row is not None)
        if row is None:
            return
        word = state_word("idle" if row.gate_event == IDLE else row.state)
        self.state.show_state(look_of(row), tr("Cannot be read") if row.problem else word)
        plugin = self._core.plugins.get(row.workflow)
        noun = round_noun(plugin.vocabulary.round) if plugin is not None else tr("round")
        number = f"{noun} {row.round}" if row.round else ""
        self.kind.setText(" · ".join(filter(None, (kind, number))))
        self.title.setText(single_line(row.title, 200))
        self._tell_about(row, ())

    def _tell_about(self, row: SessionRow, members: Sequence[str]) -> None:
        kind = without_model(row.models)
        tokens = tr(kind.short) if kind is not None else count(row.tokens, "{n} token", "{n} tokens")
        cost = money(row.cost, row.known_cost, row.uncertain_cost)
        self.about.setText(" · ".join(filter(None, (", ".join(members), cost, tokens))))

    async def _read(self, row: SessionRow, found: Found | None, words: str) -> None:
        view, plugin = await read_view(self._core, row.session)
        self._tell_about(row, [view.names.of(seat) for seat in view.members()])
        if found is not None and (hits := hits_in(view, plugin, words)):
            self._show(count(len(hits), "{n} hit", "{n} hits"), hits)
        else:
            came = came_to(view)
            self._show(came.what, [Passage("", view.names.veil(came.text))])

    def _show(self, what: str, passages: Sequence[Passage]) -> None:
        self.what.setText(what)
        several = len(passages) > 1 or bool(passages and passages[0].what)
        self.before.setVisible(several)
        self.after.setVisible(several)
        self._at = -1
        if several:
            self.text.show_parts(passages)
        else:
            self.text.show_text(passages[0].text if passages else "")
        if not self.text.busy:
            self._mark()

    def _mark(self) -> None:
        """Mark the words wherever they stand, and go to the first."""
        marks = []
        for span in self._spans():
            mark = QTextEdit.ExtraSelection()
            mark.format.setBackground(QColor(colours().hit))
            mark.format.setForeground(QColor(colours().text))
            mark.cursor = span
            marks.append(mark)
        self.text.setExtraSelections(marks)
        if marks and self._at < 0:
            self.go(1)

    def _spans(self) -> list[QTextCursor]:
        found: list[QTextCursor] = []
        page = self.text.document()
        for words in (self._quote, *each_word(self._quote)):
            cursor = find_words(page, words) if words else QTextCursor()
            while not cursor.isNull() and len(found) < 5 * MOST_HITS:
                found.append(cursor)
                cursor = find_words(page, words, cursor)
            if found and words == self._quote:
                break
        return sorted(found, key=QTextCursor.selectionStart)

    def go(self, step: int) -> None:
        """Go to the next place of the words, or the one before."""
        spans = self._spans()
        if spans:
            self._at = (self._at + step) % len(spans)
            self.text.setTextCursor(spans[self._at])
            self.text.ensureCursorVisible()

    async def aclose(self) -> None:
        await self._tasks.cancel_all()


def came_to(view: SessionView) -> Passage:
    final = view.final()
    if final is not None:
        return Passage(tr("Final answer"), view.final_text())
    fold = view.fold.texts
    # Between two requests a text that was rejected stands for nothing.
    out = {n for n, row in view.fold.timeline.rounds.items() if view.idle and not row.current.accepted}
    of_all = [(seat, fold.of_seat(seat, view.slot)) for seat in view.members()]
    newest = [(seat, [one for one in found if one.round not in out]) for seat, found in of_all]
    texts = [f"## {view.names.of(seat)}\n\n{fold.stands(found[-1]).text}" for seat, found in newest if found]
    if texts:
        return Passage(tr("Answers so far"), "\n\n".join(texts))
    return Passage(tr("No answer yet"), view.fold.session.question)


def hits_in(
    view: SessionView, plugin: WorkflowPlugin | None, words: str, each: Sequence[str] = ()
) -> list[Passage]:
    """Return where the words stand, else `each`: who said it when, and the paragraph, the newest first."""
    # Late: the window is there before the services are.
    from app.services.library_rows import rules_of, searchable_text

    wanted, rules = [one.casefold() for one in each or [words]], rules_of(plugin)
    found: list[Passage] = []
    for record in reversed(view.log):
        if record.type not in SAID:
            continue
        fact = view.catalogue.decode(record)
        text = searchable_text(fact if isinstance(fact, Fact) else None, rules)
        if any(one not in text.casefold() for one in wanted):
            continue
        paragraph = next((p for p in text.split("\n") if wanted[0] in p.casefold()), text)
        where = _whose(view, fact, record.round)
        if (found and found[-1].what == where and found[-1].text == paragraph) or not paragraph.strip():
            continue
        found.append(Passage(where, _around(view.names.veil(paragraph), wanted[0])))
        if len(found) == MOST_HITS:
            break
    apart = () if found or each else each_word(words)
    return hits_in(view, plugin, words, apart) if apart else found


def _around(paragraph: str, wanted: str) -> str:
    """Return a long paragraph from near the words on; veiled before: half a name is not found."""
    at = max(0, paragraph.casefold().find(wanted) - LONGEST // 3)
    cut = paragraph[at : at + LONGEST]
    return ("…" if at else "") + cut + ("…" if at + LONGEST < len(paragraph) else "")


def _whose(view: SessionView, fact: object, number: int) -> str:
    """Return “Ada · A, round 2”."""
    match fact:
        case SessionCreated():
            return tr("Question")
        case CritiqueFiled():
            seat, what = fact.critic, tr("critique")
        case TextProposed() | TextDecided():
            seat, what = fact.seat, ""
        case _:
            seat, what = "", ""
    letter = view.letter_beside(seat, number)
    who = " · ".join(filter(None, (view.names.of(seat) if seat else tr("You"), letter)))
    round_label = f"{round_noun(view.round_word)} {number}" if number else ""
    return ", ".join(filter(None, (who, what, round_label)))

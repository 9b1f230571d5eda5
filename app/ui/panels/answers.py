"""Answers: a card per member."""

from __future__ import annotations

from functools import partial
from typing import Literal

from PySide6.QtCore import QSignalBlocker, Qt, QTimer
from PySide6.QtGui import QHideEvent, QShowEvent, QTextCursor
from PySide6.QtWidgets import QSplitter, QWidget

from app.domain.comparison import Difference
from app.domain.taken import TakenPassage
from app.ui.kit.controls import icon_button, marks_button
from app.ui.kit.dispose import dispose
from app.ui.kit.font_aware import SizeAware
from app.ui.kit.layouts import boxed, in_column, in_row, rule, scrolled, split
from app.ui.kit.screen import is_narrow
from app.ui.kit.texts import rename, single_line, tr
from app.ui.panels.answer_card import CARD_WIDTH, MemberCard
from app.ui.panels.answer_rows import AnswerRow, arrived, row_of, rows_of
from app.ui.panels.comparison import ComparisonView
from app.ui.panels.critique_rows import who_of
from app.ui.panels.member_tabs import MemberTabs
from app.ui.panels.text_bands import HaltBand
from app.ui.view.draft_store import Choice, Draft, DraftStore
from app.ui.view.panel import MembersPanel, PanelContext
from app.ui.view.paragraphs import paragraph_like
from app.ui.view.places import ReadingPlaces
from app.ui.view.session_view import SessionView
from app.ui.view.status_bars import halted_words

SIDE_BY_SIDE = 3
"""Cards that share the width, or are shown one at a time where it is small; of more, as many as fit."""
_ROW_HEIGHT = 220
_LOW_LINES = 26
"""Lines of text below which the board is low: what cards say of their state would take more than the text."""
_LEAST_HEIGHT = 128
"""Of a card: its name, two lines of text, its state and its buttons."""
_TICK = 1000
_BEGINNING = 24


def least_width(widget: QWidget) -> int:
    """Return the pixels that a card takes at least in a widget's letters."""
    return round(CARD_WIDTH * widget.fontMetrics().height() / 16)


class AnswersPanel(SizeAware, MembersPanel):
    """The board of cards."""

    def __init__(self, slot: str = "") -> None:
        super().__init__()
        self._slot = slot or None
        self._view: SessionView | None = None
        self._head = 0
        self._untold = False
        """Whether more has been written than the cards tell."""
        self._draft_store: DraftStore | None = None
        self.cards: dict[str, MemberCard] = {}
        self._shape: tuple[object, ...] = ()
        self._alone = ""
        self._chosen_alone = self._one = False
        """Whether the width is for one member at a time."""
        self._in_rows = False
        self._first, self._fits = 0, 1
        """Of more cards than there is room for: the first in sight, and how many are."""
        self._pinned: set[str] = set()
        self._places = ReadingPlaces()
        self.bar = MemberTabs()
        self.bar.hide()
        self._fixed_row, self._row = _sheet(), _sheet()
        # Side by side the texts scroll; the board does too where a low window has no room for a whole card.
        self._scroll = scrolled(self._row)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self._scroll.setAccessibleName(tr("Answers"))
        self._scroll.setMinimumHeight(_LEAST_HEIGHT)
        self._board = boxed(in_row(self._fixed_row, (self._scroll, 1), spacing=1), "board")
        self.comparison = ComparisonView()
        self.comparison.wanted.connect(self._on_difference_wanted)
        self.comparison.meant.connect(self._on_meant)
        self.halted = HaltBand()
        self.setLayout(in_column(self.halted, self.comparison, (self._board, 1), spacing=0))
        self._make_tools()
        self._clock = QTimer(self)
        self._clock.setInterval(_TICK)
        self._clock.timeout.connect(self._on_tick)
        self.bar.currentChanged.connect(self._on_tab_changed)

    def _make_tools(self) -> None:
        self.tint = marks_button()
        self.columns = icon_button("columns-3", tr("Side by side"), checkable=True)
        self.rows = icon_button("rows-3", tr("One below the other"), checkable=True)
        self.columns.setChecked(True)
        # Beside the tabs, and by letters: a row of their own would be taken from what is read.
        self.back = icon_button("chevron-left", tr("One member back"))
        self.forth = icon_button("chevron-right", tr("One member on"))
        for step, way in ((self.back, -1), (self.forth, 1)):
            step.clicked.connect(partial(self._step, way))
            step.hide()
        members = self.bar, self.back, self.forth
        self.tools = boxed(in_row(*members, self.tint, rule(), self.columns, self.rows, spacing=4))
        self.tint.toggled.connect(self._on_marked)
        self.columns.clicked.connect(lambda: self.set_rows(False))
        self.rows.clicked.connect(lambda: self.set_rows(True))

    def use(self, context: PanelContext) -> None:
        """Show and change the unsent decisions, and keep reading places with the session."""
        self._draft_store, self._places = context.draft_store, context.places
        self._draft_store.changed.connect(self._on_draft_changed)
        self._places.leaving.connect(self._on_leaving)

    # --- filling --------------------------------------------------------------------------------

    def refresh(self, view: SessionView) -> None:
        """Show what the session holds now."""
        self._view, self._head, self._untold = view, view.head, False
        self.halted.say(*halted_words(view))
        self.comparison.refresh(view)
        compared, marked = self.comparison.seats, self.tint.isChecked()
        self.tint.setEnabled(not compared or self.comparison.differs)
        called = tr("Mark differences") if compared else tr("Mark changes")
        if called != self.tint.accessibleName():
            rename(self.tint, called)
            self.tint.setToolTip(
                tr("Number the words that differ") if compared else tr("Mark the words that are new")
            )
        # Who has not been asked has no place beside those who are compared.
        all_rows = rows_of(view, self._slot, self._draft)
        # Nor has who only judges the texts of others, once nobody is asked for one.
        rests = (view.gate() is not None or view.state == "finished") and any(row.text for row in all_rows)
        rows = tuple(
            self.comparison.compared(row, marked=marked) if compared else row
            for row in all_rows
            if (row.seat in compared if compared else row.text or row.state.head or not rests)
        )
        shape = (view.session_id, tuple((row.seat, row.title, row.model, row.colour) for row in rows))
        if shape != self._shape:
            self._rebuild(rows)
            self._shape = shape
        for row in rows:
            self.cards[row.seat].text.find_picture = view.find_picture
            self._show(self.cards[row.seat], row)
        self.bar.show_signs(
            {
                row.seat: (row.state.icon, row.state.icon_tone)
                for row in rows
                if row.state.icon_tone == "failed" or row.state.icon == "rotate-ccw"
            }
        )
        self._show_meant(view)
        self._run_clock()

    def stream(self, view: SessionView) -> None:
        """Show what arrived: how many words it is by now is told once a second."""
        if view is not self._view or view.head != self._head:
            self.refresh(view)
            return
        for card in self.cards.values():
            if text := arrived(view, card.row):
                card.show_arriving(text)
                self._untold = True
            elif card.row.live:
                self._show(card, row_of(view, self._slot, self._draft, card.row.seat, card.row.colour))
        if not self._clock.isActive():
            self._run_clock()

    @property
    def _draft(self) -> Draft:
        return self._draft_store.draft if self._draft_store else Draft()

    def _show(self, card: MemberCard, row: AnswerRow) -> None:
        old = card.row
        moved = old.version != row.version
        if moved and old.version:
            self._remember(card)
        card.show_row(row)
        position = self._places.number(_place_name(row))
        if moved and position is not None:
            card.text.go_to(position)

    def _on_meant(self, seat: str) -> None:
        if self._one:
            self.show_alone(seat)
        self.meant.emit(seat)

    def _show_meant(self, view: SessionView) -> None:
        gate = view.gate() if self.comparison.seats else None
        kind = view.kind(gate.fact.kind) if gate is not None else None
        meant = view.payload(gate).get(kind.means) if gate is not None and kind is not None else None
        for seat, card in self.cards.items():
            card.head.show_meant(seat == meant if meant is not None else None)

    def _fit(self) -> None:
        self.comparison.set_board(self.height())
        low = self.height() < _LOW_LINES * self.fontMetrics().lineSpacing()
        for card in self.cards.values():
            card.set_low(low)
        least = least_width(self)
        # Unpinned cards of few members have all of the width.
        one = (
            1 < len(self.cards) <= SIDE_BY_SIDE
            and not self._in_rows
            and (self.width() < least * len(self.cards) or (self.comparison.narrow and is_narrow(self)))
        )
        fits = self._fitting()
        if (one, fits) != (self._one, self._fits):
            self._one, self._fits = one, fits
            self._lay_out()

    def _fitting(self) -> int:
        """Return how many of the cards that are not pinned have room beside each other."""
        loose = [seat for seat in self.cards if seat not in self._pinned]
        if len(self.cards) <= SIDE_BY_SIDE or self._in_rows:
            return len(loose)
        room = self.width() - (self._fixed_row.width() if self._pinned and not self._alone else 0)
        return max(1, min(len(loose), room // least_width(self)))

    def _in_sight(self) -> list[str]:
        """Return whose cards are shown, in the order of the letters; more have no room."""
        if self._alone:
            return [self._alone]
        loose = [seat for seat in self.cards if seat not in self._pinned]
        self._first = max(0, min(self._first, len(loose) - self._fits))
        return [*self._pinned, *loose[self._first : self._first + self._fits]]

    def _bring(self, seat: str) -> None:
        loose = [one for one in self.cards if one not in self._pinned]
        if seat in loose and seat not in self._in_sight():
            self._first = loose.index(seat)
            self._lay_out()

    def out_of_sight(self) -> list[QWidget]:
        """Return the cards that have no room; none where one was given all of it."""
        seen = () if self._alone else self._in_sight()
        return [card for seat, card in self.cards.items() if seen and seat not in seen]

    def reveal(self, inner: QWidget) -> None:
        """Bring the card that a widget lies in into sight."""
        for seat, card in self.cards.items():
            if card.isAncestorOf(inner):
                self._bring(seat)

    # --- the time -------------------------------------------------------------------------------

    def _run_clock(self) -> None:
        rows = [card.row for card in self.cards.values()]
        runs = any(row.arriving or (row.state.began and not row.state.ended) for row in rows)
        if runs and self.isVisible():
            self._clock.start()
        else:
            self._clock.stop()

    def _on_tick(self) -> None:
        if self._untold and self._view is not None:
            self.refresh(self._view)
        for card in self.cards.values():
            card.tick()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._run_clock()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._clock.stop()

    def _rebuild(self, rows: tuple[AnswerRow, ...]) -> None:
        same = bool(self._shape) and self._view is not None and self._shape[0] == self._view.session_id
        focused = self.focused_seat() if same else ""
        for card in self.cards.values():
            if same:
                # Of another session they were noted when it was left.
                self._remember(card)
            dispose(card)
        self.cards = {}
        if self._alone not in {row.seat for row in rows}:
            self._alone = ""
        self._pinned &= {row.seat for row in rows}
        for row in rows:
            card = self.cards[row.seat] = MemberCard(row)
            card.set_marked(self.tint.isChecked())
            self._listen(card, row.seat)
            position = self._places.number(_place_name(row))
            if position is not None:
                card.text.go_to(position)
        self._fill_bar(rows)
        self._lay_out()
        self._fit()
        if focused in self.cards:
            # The control that was used is gone with its card: another model sits there now.
            self.cards[focused].more.setFocus()

    def _listen(self, card: MemberCard, seat: str) -> None:
        card.focus_button.clicked.connect(lambda: self.show_alone("" if self._alone == seat else seat))
        card.head.meant.clicked.connect(lambda: self._on_meant(seat))
        card.pin.toggled.connect(lambda on: self._on_pinned(seat, on))
        card.choice.currentIndexChanged.connect(lambda: self._on_chosen(seat))
        card.editor.textChanged.connect(lambda: self._on_typed(seat))
        card.editor.pasted.connect(lambda passage: self._on_pasted(seat, passage))
        card.drop.triggered.connect(lambda: self.drop_wanted.emit(seat, not self.cards[seat].row.dropped))
        card.replace.triggered.connect(lambda: self.replace_wanted.emit(seat))
        card.good.triggered.connect(lambda: self.rated.emit(seat, "good"))
        card.poor.triggered.connect(lambda: self.rated.emit(seat, "poor"))
        card.again.triggered.connect(lambda: self.again_wanted.emit(seat))
        card.retry.triggered.connect(lambda: self.retry_wanted.emit(seat))
        for stop in (card.stop.clicked, card.stop_entry.triggered):
            stop.connect(lambda: self.stop_wanted.emit(seat))
        card.text.number_pressed.connect(self.comparison.press)
        card.text.quoted.connect(lambda words: self._on_quoted(seat, words))
        card.mark_bar.marked.connect(lambda kind, words, said: self._on_marked_words(seat, kind, words, said))

    def _remember(self, card: MemberCard) -> None:
        if card.row.version:
            self._places.put(_place_name(card.row), round(card.text.reading_place(), 4))

    def _on_leaving(self) -> None:
        for card in self.cards.values():
            self._remember(card)

    def _fill_bar(self, rows: tuple[AnswerRow, ...]) -> None:
        with QSignalBlocker(self.bar):
            view = self._view
            letters = [who_of(view, row.seat).letter if view is not None else row.title for row in rows]
            pairs = zip(rows, letters, strict=True)
            self.bar.fill([(row.seat, single_line(letter, 12), row.title) for row, letter in pairs])

    # --- arranging ------------------------------------------------------------------------------

    def show_alone(self, seat: str) -> None:
        """Give one member the whole width; empty: all of them again."""
        self._alone, self._chosen_alone = seat, bool(seat)
        self._lay_out()

    def show_member(self, at: int) -> None:
        """Bring the n-th member into sight and put the focus there."""
        card = list(self.cards.values())[at] if at < len(self.cards) else None
        if card is None:
            return
        if self._alone:
            self.show_alone(card.row.seat)
        self._bring(card.row.seat)
        self._scroll.ensureWidgetVisible(card)
        (card.editor if card.stack.currentIndex() else card.text).setFocus()

    def focused_seat(self) -> str:
        """Return whose card has the focus, empty where none has."""
        # The window's own, which is known also while another one is in front.
        focused = self.window().focusWidget()
        inside = (seat for seat, card in self.cards.items() if card.isAncestorOf(focused))
        return next(inside, "")

    def _lay_out(self) -> None:
        """Put the cards where they belong: pinned ones stay, the rest scrolls."""
        if self._one and not self._alone and self.cards:
            self._alone = next(iter(self.cards))
        elif not self._one and self._alone and not self._chosen_alone:
            self._alone = ""
        upright = Qt.Orientation.Vertical if self._in_rows else Qt.Orientation.Horizontal
        self._row.setOrientation(upright)
        many, at = len(self.cards) > SIDE_BY_SIDE, {self._fixed_row: 0, self._row: 0}
        seen = self._in_sight()
        for seat, card in self.cards.items():
            # In the order of the table, whatever was pinned meanwhile.
            box = self._fixed_row if seat in self._pinned and not self._alone else self._row
            if box.indexOf(card) != at[box]:
                box.insertWidget(at[box], card)
            at[box] += 1
            card.setVisible(seat in seen)
            card.focus_button.setChecked(seat == self._alone and not self._one)
            card.pin.setChecked(seat in self._pinned)
            card.setMinimumHeight(_ROW_HEIGHT if self._in_rows and not self._alone else 0)
            card.setMinimumWidth(least_width(self) if many and not self._in_rows else 120)
            card.head.set_hot(card.underMouse())
        for box, number in at.items():
            if not self._alone:
                box.setSizes([1000] * number)
        self._fixed_row.setVisible(bool(self._pinned) and not self._alone)
        self._scroll.setVisible(bool(at[self._row]))
        self.columns.setChecked(not self._in_rows)
        self.rows.setChecked(self._in_rows)
        all_seen = len(seen) == len(self.cards)
        self.bar.setVisible(bool(self._alone) or not all_seen)
        self.bar.show_in_sight(frozenset(seen))
        loose = len(self.cards) - len(self._pinned)
        for step, can in ((self.back, self._first > 0), (self.forth, self._first + self._fits < loose)):
            step.setVisible(not all_seen and not self._alone)
            step.setEnabled(can)
        with QSignalBlocker(self.bar):
            names = ["", *self.cards]
            # Where all have room, or one was chosen: the way back to them.
            self.bar.setTabVisible(0, bool(self._alone) and not self._one)
            pressed = str(self.bar.tabData(self.bar.currentIndex()) or "")
            first = next((seat for seat in self.cards if seat in seen), "")
            now = self._alone or (pressed if pressed in seen else first)
            self.bar.setCurrentIndex(names.index(now) if now in names else 0)
        self._fixed_row.setMaximumWidth(max(CARD_WIDTH, self.width() // 2))

    def _on_tab_changed(self, index: int) -> None:
        seat = str(self.bar.tabData(index) or "")
        if self._alone or not seat:
            self.show_alone(seat)
            return
        loose = [one for one in self.cards if one not in self._pinned]
        if seat in loose:
            self._first = loose.index(seat)
            self._lay_out()

    def _step(self, way: int, _pressed: bool = False) -> None:
        self._first += way
        self._lay_out()

    def _on_pinned(self, seat: str, on: bool) -> None:
        if on != (seat in self._pinned):
            self._pinned ^= {seat}
            self._lay_out()

    def set_rows(self, on: bool) -> None:
        """Put the cards below each other, or side by side."""
        self._in_rows = on
        self._lay_out()
        self._fit()

    def _on_marked(self, on: bool) -> None:
        for card in self.cards.values():
            card.set_marked(on)
        if self.comparison.seats and self._view is not None:
            self.refresh(self._view)

    # --- deciding -------------------------------------------------------------------------------

    def _on_draft_changed(self) -> None:
        if self._view is not None and self.isVisible():
            self.refresh(self._view)

    def _on_chosen(self, seat: str) -> None:
        card = self.cards[seat]
        chosen: Choice | Literal["earlier"] = card.choice.currentData()
        choice: Choice = "edit" if chosen == "earlier" else chosen
        if self._draft_store is not None:
            draft = self._draft_store.draft
            edit = card.row.edit if choice == "edit" and seat not in draft.edits else None
            edit = draft.earlier[seat] if chosen == "earlier" else edit
            words = tr("text of {name}", name=card.row.called)
            self._draft_store.choose_text(words, seat, choice, edit)
        if choice == "edit":
            card.editor.setFocus()

    def _on_typed(self, seat: str) -> None:
        if self._draft_store is not None:
            self._draft_store.type_text(seat, self.cards[seat].editor.toPlainText())

    def _on_pasted(self, seat: str, passage: TakenPassage) -> None:
        if self._draft_store is not None:
            self._draft_store.take((seat,), (passage,))
            self.news.emit(tr("Noted: taken from “{title}”.", title=single_line(passage.title, 60)))

    def _on_quoted(self, seat: str, words: str) -> None:
        row = self.cards[seat].row
        self._quote(words, " ".join(filter(None, (row.called, row.round_label))))

    def _on_marked_words(self, seat: str, kind: str, words: str, said: str) -> None:
        row = self.cards[seat].row
        self.marked.emit(seat, row.version, kind, words, said)
        self.news.emit(tr("Marked. {name} gets it with the next round.", name=row.called))

    def _quote(self, words: str, who: str) -> None:
        if self._draft_store is not None and (told := self._draft_store.quote(words, who)):
            self.news.emit(told)

    def _on_difference_wanted(self, one: Difference) -> None:
        """Bring into sight in each card what its answer says on a point."""
        for seat, said in one.says.items():
            card = self.cards.get(seat)
            if card is not None:
                place = paragraph_like(card.row.text, said)
                card.text.find_passage(one.quotes.get(seat) or (place.passage if place is not None else ""))

    # --- passages -------------------------------------------------------------------------------

    def show_passage(self, seat: str, quote: str) -> bool:
        """Bring a passage of a member's text into sight and select it; return whether it is there."""
        card = self.cards.get(seat)
        if card is None:
            return False
        if self._alone and self._alone != seat:
            self.show_alone(seat)
        self._bring(seat)
        self._scroll.ensureWidgetVisible(card)
        found = card.text.find_passage(quote)
        card.text.setFocus()
        return found

    def edit_passage(self, seat: str, quote: str) -> None:
        """Let the person write over a member's text, with the cursor at a passage."""
        card = self.cards.get(seat)
        if card is None or not card.row.choosing:
            return
        self.show_passage(seat, quote)
        if self._one:
            self.show_alone(seat)
        card.choice.setCurrentIndex(card.choice.findData("edit"))
        card.editor.moveCursor(QTextCursor.MoveOperation.Start)
        if not card.editor.find(quote):
            # A line's beginning is the same where its end was changed since.
            card.editor.find(quote[:_BEGINNING])
        card.editor.setFocus()


def _sheet() -> QSplitter:
    """Return a place for cards that lie side by side as one sheet, with a line between them."""
    sheet = split()
    sheet.setObjectName("sheet")
    sheet.setHandleWidth(1)
    return sheet


def _place_name(row: AnswerRow) -> str:
    return f"answers/{row.seat}/{row.version}"

"""One critique in full: what is said, of which words, what its author did, and the person's verdict."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.projections.critiques import Point
from app.ui.kit.chip import Chip
from app.ui.kit.controls import Picture, icon_button
from app.ui.kit.icons import icon, set_icon
from app.ui.kit.layouts import SPACE, boxed, in_column, in_row, scrolled
from app.ui.kit.seat_dot import SeatDot
from app.ui.kit.states import SEVERITY_LOOKS
from app.ui.kit.text.flow import Aside, FlowText
from app.ui.kit.texts import button, label, tr
from app.ui.kit.theme import CAPTION, TITLE, seat_colour
from app.ui.panels.critique_rows import (
    ANSWER_LOOKS,
    ANSWERS,
    SEVERITY,
    VERDICT_ICONS,
    VERDICTS,
    Who,
    headline,
    place_of,
    shown_words,
    text_of_answer,
    who_of,
)
from app.ui.panels.links import link
from app.ui.view.session_view import SessionView


class _Named(QWidget):
    """A member: its dot and its name."""

    def __init__(self) -> None:
        super().__init__()
        self.dot, self.name = SeatDot(0), label("", bold=True)
        self.setLayout(in_row(self.dot, self.name, spacing=6))

    def show_who(self, who: Who, *, member: bool = True) -> None:
        """Show somebody; who is no member has no colour."""
        self.dot.setVisible(member)
        self.dot.set_index(who.colour)
        self.name.setText(who.called)


class CritiqueDetail(QWidget):
    """The chosen critique; above the buttons all of it scrolls."""

    verdict_wanted = Signal(str)
    withdraw_wanted = Signal()
    passage_wanted = Signal()
    change_wanted = Signal()
    back_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.back = icon_button("chevron-left", tr("Back to the list"))
        self.back.clicked.connect(self.back_wanted)
        self.back.hide()
        self.critic, self.author, self.chip = _Named(), _Named(), Chip()
        self._arrow = Picture()
        self.title = label("", bold=True, scale=TITLE, wrap=True)
        self.title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        flags = Qt.TextInteractionFlag
        self.title.setTextInteractionFlags(flags.TextSelectableByMouse | flags.TextSelectableByKeyboard)
        self.body = FlowText(tr("The critique"))
        self.quote, self.place = FlowText(tr("Quoted passage")), label("", muted=True, scale=CAPTION)
        self.suggestion, self.reply = FlowText(tr("Suggestion")), FlowText(tr("Response"))
        self.reason = label("", wrap=True, muted=True)
        self.passage = link(tr("Show in answer"), tr("Show passage"), tr("Go to the words it is about"))
        self.change = link(tr("Show change"), tr("Show change"), tr("Go to what the author changed for it"))
        self.withdraw = link(
            tr("Take back"),
            tr("Take back your verdict on this critique"),
            tr("Take your verdict on this critique back"),
        )
        self.withdraw.setIcon(icon("undo-2", "accent"))
        self._replied, self._reply_sign = label("", bold=True, wrap=True), Picture()
        self._reply_word = label("")
        self._decided, self._decided_sign = label("", bold=True), Picture()
        self._quoted, self._answered = Aside(self.quote, self.place), Aside(self.reply)
        self._quote_part = self._part(label(tr("Quoted passage"), bold=True), self.passage, self._quoted)
        self._suggestion_part = self._part(label(tr("Suggestion"), bold=True), None, self.suggestion)
        head = boxed(in_row(self._replied, self._reply_sign, self._reply_word, spacing=5))
        self._reply_part = self._part(head, self.change, self._answered)
        mine = boxed(in_row(self._decided_sign, self._decided, spacing=5))
        self._verdict_part = self._part(mine, self.withdraw, self.reason)
        self.note = label("", wrap=True, muted=True)
        self.empty = label("", muted=True, wrap=True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.buttons = {
            "accept": button(tr("Accept"), tip=tr("The author is to follow it")),
            "dismiss": button(tr("Dismiss…"), tip=tr("Not sent to the author; needs a reason")),
            "defer": button(tr("Defer…"), tip=tr("Offered again at the next decision; needs a reason")),
        }
        for verb, press in self.buttons.items():
            set_icon(press, VERDICT_ICONS[verb])
            press.setAccessibleName(tr("{verb} this critique", verb=press.text().rstrip("…")))
            press.clicked.connect(lambda _=False, chosen=verb: self.verdict_wanted.emit(chosen))
        self.passage.clicked.connect(self.passage_wanted)
        self.change.clicked.connect(self.change_wanted)
        self.withdraw.clicked.connect(self.withdraw_wanted)
        self._lay_out()

    def _part(self, head: QWidget, lead: QWidget | None, body: QWidget) -> QWidget:
        top = in_row(head, SPACE, *([lead] if lead is not None else []), spacing=8)
        return boxed(in_column(top, body, spacing=3, margins=(0, 12, 0, 0)))

    def _lay_out(self) -> None:
        self._who = boxed(
            in_row(self.back, self.critic, self._arrow, self.author, SPACE, self.chip, spacing=7)
        )
        self._parts = (
            *(self._who, self.title, self.body, self.note),
            *(self._quote_part, self._suggestion_part, self._reply_part, self._verdict_part),
        )
        column = in_column(*self._parts, self.empty, SPACE, spacing=6, margins=(18, 10, 18, 10))
        page = boxed(column, "ground")
        self.page = scrolled(page)
        self.page.setAccessibleName(tr("The chosen critique in full"))
        self.hint = label(tr("Space: next"), muted=True, scale=CAPTION)
        self.foot = boxed(
            in_row(*self.buttons.values(), SPACE, self.hint, spacing=8, margins=(18, 6, 18, 10)), "ground"
        )
        self.setLayout(in_column((self.page, 1), self.foot, spacing=0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go back to the list by Esc, where the critique stands in its place."""
        if event.key() == Qt.Key.Key_Escape and self.back.isVisible():
            self.back_wanted.emit()
        else:
            super().keyPressEvent(event)

    def show_nothing(self, words: str) -> None:
        """Say why there is no critique to read."""
        for part in (*self._parts, self.foot):
            part.hide()
        self.empty.setText(words)
        self.empty.show()

    def show_point(self, view: SessionView, point: Point) -> None:
        """Show a critique."""
        for part in (self._who, self.title, self.foot):
            part.show()
        self.empty.hide()
        filed, author = point.filed, who_of(view, point.filed.target, point.round)
        self.critic.show_who(who_of(view, filed.critic, point.round), member=filed.mark is None)
        self.chip.setVisible(filed.mark is None)
        self.author.show_who(author)
        self._arrow.show_icon("arrow-right", "muted")
        kind = " · ".join(filter(None, (tr(SEVERITY[filed.severity]), filed.category[:30])))
        self.chip.show_look(SEVERITY_LOOKS[filed.severity], kind)
        head, rest = headline(filed.claim)
        self.title.setText(head)
        self._show_text(self.body, self.body, rest)
        unread = tr("This reply was not in the asked form; it is shown whole.") if filed.unstructured else ""
        note = unread or shown_words(point)
        self.note.setText(note[:1].upper() + note[1:])
        self.note.setVisible(bool(note))
        self._show_text(self._quote_part, self.quote, _quoted(filed.quote))
        self.place.setText(place_of(view, point))
        self._quoted.set_colour(seat_colour(author.colour))
        self._show_text(self._suggestion_part, self.suggestion, filed.suggestion)
        self._show_reply(view, point, author)
        self._show_verdict(point)

    def _show_text(self, part: QWidget, text: FlowText, words: str) -> None:
        part.setVisible(bool(words))
        text.show_parts((("", words),) if words else ())

    def _show_reply(self, view: SessionView, point: Point, author: Who) -> None:
        look = ANSWER_LOOKS[point.answered]
        self._replied.setText(tr("{who}'s response", who=author.name))
        self._reply_sign.show_icon(look.icon, look.tone)
        self._reply_word.setText(tr(ANSWERS[point.answered]))
        words = point.answer.justification if point.answer is not None else ""
        self._reply_part.show()
        self._show_text(self._answered, self.reply, words)
        self._answered.set_colour(look.ground)
        self.change.setVisible(text_of_answer(view, point) > 0)
        self.passage.setEnabled(bool(point.filed.quote))

    def _show_verdict(self, point: Point) -> None:
        self._verdict_part.setVisible(point.decided is not None)
        self.withdraw.setEnabled(point.decided is not None)
        if point.decided is not None:
            self._decided_sign.show_icon(VERDICT_ICONS[point.verdict], "accent")
            self._decided.setText(tr("Your verdict: {what}", what=tr(VERDICTS[point.verdict])))
            self.reason.setText(point.decided.reason)
            self.reason.setVisible(bool(point.decided.reason))
        for verb, press in self.buttons.items():
            press.setEnabled(point.verdict != verb)


def _quoted(passage: str) -> str:
    """Return a passage in quotation marks; one that is a quotation itself keeps its own."""
    own = passage.startswith(("“", "„", "«", '"'))
    return passage if own or not passage else f"“{passage}”"

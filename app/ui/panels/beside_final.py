"""Beside a final answer: notes in its margin on what others added, the same as a list, how it turned out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QEnterEvent, QFocusEvent, QTextCursor
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from app.domain.reporting import ChosenText, Inserted
from app.engine.tabs import TextPlace
from app.ui.kit.dispose import dispose
from app.ui.kit.font_aware import SizeAware
from app.ui.kit.layouts import SPACE, boxed, in_column, in_row
from app.ui.kit.seat_dot import SeatDot
from app.ui.kit.text.prepared import passage_in
from app.ui.kit.text.safe_view import SafeTextView
from app.ui.kit.text.signs import Marked
from app.ui.kit.texts import day, label, restyle, single_line, tr
from app.ui.kit.theme import CAPTION, seat_colour, text_scale
from app.ui.kit.wrapped import Wrapped
from app.ui.panels.critique_rows import who_of
from app.ui.panels.links import link
from app.ui.view.looking_back import expected_lines, outcome_lines
from app.ui.view.paragraphs import paragraph_like
from app.ui.view.session_view import SessionView

WIDTH = 246
"""Pixels of the margin at the usual size of text."""
_SIDE, _GAP = 8, 4
"""Pixels beside a note, and between two that would meet."""
_Decide = Callable[[str, str], object]
"""Called with a command and the id of what it is about."""


class Origin(NamedTuple):
    """Where the words of an addition are from."""

    words: str
    round: int
    passage: str
    """In its member's text of the round; empty: it is no answer's."""


def _origin_of(view: SessionView, one: Inserted) -> Origin | None:
    """Return the first text of its member that says it, or where it was raised; None: it is not known."""
    if one.raised:
        return Origin(tr("a point of round {n} that you accepted", n=one.raised), one.raised, "")
    texts = (version for version in view.fold.texts.of_seat(one.seat) if version.round)
    for version in sorted(texts, key=lambda version: version.seq):
        if (found := paragraph_like(version.text, one.text)) is not None:
            return Origin(tr("from round {n}", n=version.round), version.round, found.passage)
    return None


class Note(QWidget):
    """Who added some words, and where from; under the mouse or with the focus also how to take them out."""

    def __init__(
        self,
        view: SessionView,
        one: Inserted,
        take_out: Callable[[str], object] | None,
        go: Callable[[TextPlace], object],
    ) -> None:
        super().__init__()
        who, text = who_of(view, one.seat), view.names.veil(one.text)
        self.words, self.at = text, -1
        """The words it stands beside, and where they begin in the text; -1: they are not there."""
        self.setObjectName("margin-note")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        name = label(who.name, bold=True)
        top = in_row(SeatDot(who.colour), name, SPACE, spacing=6)
        self.press = None
        if take_out is not None:
            act, about = take_out, one.id
            self.press = link(tr("Take out"), f"{tr('Take out')}: {text}", sign="undo-2")
            self.press.clicked.connect(lambda: act(about))
            self.press.installEventFilter(self)
            stays = self.press.sizePolicy()
            stays.setRetainSizeWhenHidden(True)
            self.press.setSizePolicy(stays)
            self.press.hide()
            top.addWidget(self.press)
        origin, told = _origin_of(view, one), []
        if origin is not None and origin.passage:
            said = TextPlace(one.seat, origin.passage, origin.round)
            place = link(origin.words, tr("Show where {name} says it: {text}", name=who.called, text=text))
            place.clicked.connect(lambda: go(said))
            told = [boxed(in_row(place, SPACE, margins=(9, 0, 0, 0)))]
        elif origin is not None:
            told = [label(origin.words, muted=True, wrap=True, scale=CAPTION)]
        where = origin.words if origin is not None else ""
        self.setAccessibleName(", ".join(filter(None, (who.called, where))) + f": {text}")
        self.setLayout(in_column(boxed(top), *told, spacing=0, margins=(8, 4, 8, 6)))

    def _show_hot(self) -> None:
        hot = self.underMouse() or self.hasFocus() or (self.press is not None and self.press.hasFocus())
        if self.press is not None:
            self.press.setVisible(hot)
        if self.property("hot") != hot:
            self.setProperty("hot", hot)
            restyle(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay as it is while the keyboard is at what stands in it."""
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self._show_hot()
        return super().eventFilter(watched, event)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self._show_hot()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._show_hot()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._show_hot()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._show_hot()


class Margin(SizeAware, QWidget):
    """The notes, each at the height of the first line of its words, below the one before where they meet."""

    def __init__(self, text: SafeTextView) -> None:
        super().__init__()
        self.setObjectName("margin")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName(tr("Added from other answers"))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Ignored)
        self._text = text
        self.notes: list[Note] = []
        text.settled.connect(self._find)
        text.verticalScrollBar().valueChanged.connect(lambda _at: self._place())
        text.verticalScrollBar().rangeChanged.connect(lambda _from, _to: self._place())
        self._fit()

    def show_notes(
        self,
        view: SessionView,
        added: Sequence[Inserted],
        take_out: Callable[[str], object] | None,
        go: Callable[[TextPlace], object],
    ) -> None:
        """Show a note for each addition; `take_out` None: nothing can be changed now; `go`: to a passage."""
        for gone in self.notes:
            dispose(gone)
        self.notes = [Note(view, one, take_out, go) for one in added]
        for note in self.notes:
            note.setParent(self)
            note.show()
        self._find()

    def _find(self) -> None:
        """Look where the words of the notes stand."""
        if self.notes and not self._text.busy:
            text = self._text.toPlainText()
            for note in self.notes:
                found = passage_in(text, note.words)
                note.at = found[0] if found is not None else -1
            # As the eye goes through the text, so the keyboard goes through its notes.
            self.notes.sort(key=lambda note: note.at)
            for before, after in zip(self.notes, self.notes[1:], strict=False):
                QWidget.setTabOrder(before, after)
        self._place()

    def _place(self) -> None:
        if self._text.busy:
            # While the text is filled in, no place in it holds.
            return
        least, page = -10_000, self._text.document()
        wide = self.width() - 2 * _SIDE
        for note in self.notes:
            stands = 0 <= note.at < page.characterCount()
            note.setVisible(stands)
            if not stands:
                continue
            cursor = QTextCursor(page)
            cursor.setPosition(note.at)
            top = self._text.viewport().y() + self._text.cursorRect(cursor).top() - 4
            high = note.heightForWidth(wide) if note.hasHeightForWidth() else note.sizeHint().height()
            least = max(least, top)
            note.setGeometry(_SIDE, least, wide, high)
            least += high + _GAP

    def _fit(self) -> None:
        self.setFixedWidth(round(WIDTH * text_scale(self)))
        self._place()


def heading_of(view: SessionView, chosen: ChosenText) -> str:
    """Return “Ada's answer, with 3 additions”."""
    name = who_of(view, chosen.seat).name
    added = sum(one.taken for one in chosen.insertions)
    if not added and chosen.revised_by == chosen.seat:
        return tr("{name}'s answer, revised", name=name)
    if not added and chosen.revised_by:
        return tr("{name}'s answer, revised by {who}", name=name, who=who_of(view, chosen.revised_by).name)
    if not added:
        return tr("{name}'s answer, unchanged", name=name)
    if added == 1:
        return tr("{name}'s answer, with 1 addition", name=name)
    return tr("{name}'s answer, with {n} additions", name=name, n=added)


def marks_of(view: SessionView, chosen: ChosenText) -> tuple[Marked, ...]:
    """Return the words that others added, each to be underlined in its author's colour."""
    return tuple(
        Marked(view.names.veil(one.text), author=seat_colour(who_of(view, one.seat).colour).name())
        for one in chosen.insertions
        if one.taken
    )


def groups_of(
    view: SessionView, chosen: ChosenText, decide: _Decide | None, show: Callable[[str], object] | None
) -> list[list[QWidget]]:
    """Return what is added and what is left out, a group each; `decide` None: nothing can be changed now.

    `show` brings an addition into sight; None: what is added is noted beside its words already.
    """
    found = []
    for taken, title, command, words in (
        (True, tr("Added from other answers"), chosen.take_out, tr("Take out")),
        (False, tr("Left out"), chosen.put_back, tr("Put back")),
    ):
        noted = taken and show is None
        mine = [one for one in chosen.insertions if one.taken == taken and not noted]
        if mine:
            act = partial(decide, command) if decide is not None else None
            rows = [_row(view, one, words, act, show if taken else None) for one in mine]
            found.append([_head(title, mine), *rows])
    return found


def _head(title: str, rows: Sequence[Inserted]) -> QWidget:
    # With larger letters a title in a long language takes two lines.
    number = label(str(len(rows)), muted=True, scale=CAPTION)
    head = in_row((label(title, bold=True, wrap=True), 1), number, spacing=6)
    head.setContentsMargins(0, 8, 0, 0)
    return boxed(head)


def _row(
    view: SessionView,
    one: Inserted,
    words: str,
    act: Callable[[str], object] | None,
    show: Callable[[str], object] | None,
) -> QWidget:
    who, text = who_of(view, one.seat), view.names.veil(one.text)
    line = label(text, wrap=True, scale=CAPTION)
    parts: list[QWidget] = [label(who.name, muted=True, scale=CAPTION)]
    if show is not None:
        parts.append(_press(tr("Show"), tr("Show where it stands: {text}", text=text), show, text))
    if act is not None:
        parts.append(_press(words, f"{words}: {text}", act, one.id, "undo-2"))
    dot = boxed(in_column(SeatDot(who.colour), SPACE, margins=(0, 5, 0, 0)))
    column = boxed(in_column(line, Wrapped(parts), spacing=0))
    return boxed(in_row(dot, (column, 1), spacing=8, margins=(0, 0, 0, 4)))


def _press(
    words: str, name: str, act: Callable[[str], object], about: str, sign: str = "arrow-right"
) -> QPushButton:
    press = link(words, name, sign=sign)
    press.clicked.connect(lambda _=False: act(about))
    return press


def looking_back(view: SessionView, act: Callable[[str], object]) -> list[QWidget]:
    """Return in lines how it turned out, and what changes that; `act`: does an action by its id."""
    session = view.fold.session
    if session.state != "finished":
        return []
    lines = [*expected_lines(view), *outcome_lines(view)]
    if session.look_back:
        lines.append(tr("You are asked on {day} how it turned out.", day=_day(session.look_back)))
    found: list[QWidget] = [label(line, wrap=True, scale=CAPTION) for line in lines]
    for told in found:
        told.setProperty("quiet", True)
    presses: list[QWidget] = []
    for action, words, name in (
        ("decision", tr("Change…") if session.decision else tr("Decided…"), tr("What was decided?")),
        ("outcome", tr("Correct…") if session.outcome else tr("Answer now…"), tr("How did it turn out?")),
    ):
        press = link(words, name)
        press.clicked.connect(lambda _=False, id=action: act(id))
        presses.append(press)
    # In a long language with larger text the second stands below the first.
    return [*found, Wrapped(presses)]


def _day(text: str) -> str:
    """Return a day as the person's language has it; what no calendar has stays as it is written."""
    try:
        return day(datetime.fromisoformat(text), year=True)
    except ValueError:
        return single_line(text, 40)

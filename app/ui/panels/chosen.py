"""What others add to the answer that is final, and what is left out: each goes in or out by a press."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtWidgets import QPushButton, QWidget

from app.domain.reporting import ChosenText, Inserted
from app.ui.kit.layouts import SPACE, boxed, in_column, in_row
from app.ui.kit.seat_dot import SeatDot
from app.ui.kit.text.signs import Marked
from app.ui.kit.texts import label, tr
from app.ui.kit.theme import CAPTION, seat_colour
from app.ui.kit.wrapped import Wrapped
from app.ui.panels.critique_rows import who_of
from app.ui.panels.links import link
from app.ui.view.session_view import SessionView

Decide = Callable[[str, str], object]
"""Called with a command and the id of what it is about."""


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
    view: SessionView, chosen: ChosenText, decide: Decide | None, show: Callable[[str], object] | None
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
    below = Wrapped()
    below.show_parts(parts)
    dot = boxed(in_column(SeatDot(who.colour), SPACE, margins=(0, 5, 0, 0)))
    column = boxed(in_column(line, below, spacing=0))
    return boxed(in_row(dot, (column, 1), spacing=8, margins=(0, 0, 0, 4)))


def _press(
    words: str, name: str, act: Callable[[str], object], about: str, sign: str = "arrow-right"
) -> QPushButton:
    press = link(words, name, sign=sign)
    press.clicked.connect(lambda _=False: act(about))
    return press

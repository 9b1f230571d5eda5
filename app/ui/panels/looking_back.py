"""Beside a final answer: what was expected and decided, and how it turned out."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from PySide6.QtWidgets import QWidget

from app.ui.kit.texts import day, label, single_line, tr
from app.ui.kit.theme import CAPTION
from app.ui.kit.wrapped import Wrapped
from app.ui.panels.links import link
from app.ui.view.looking_back import expected_lines, outcome_lines
from app.ui.view.session_view import SessionView


def looking_back(view: SessionView, act: Callable[[str], object]) -> list[QWidget]:
    """Return the lines, and what to press; `act`: does an action of the window by its id."""
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
    both = Wrapped()
    both.show_parts(presses)
    return [*found, both]


def _day(text: str) -> str:
    """Return a day as the person's language has it; what no calendar has stays as it is written."""
    try:
        return day(datetime.fromisoformat(text), year=True)
    except ValueError:
        return single_line(text, 40)

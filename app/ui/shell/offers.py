"""Everything the palette offers: sessions, answers to what is asked, actions, and places in the session."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction

from app.domain.ids import SessionId
from app.engine.session_rows import SessionRow
from app.ui.kit.actions import ANSWERS, ActionDef, refusal_of
from app.ui.kit.texts import day, single_line, tr
from app.ui.shell.matching import FOUND, Command
from app.ui.view.labels import round_in_line, round_text
from app.ui.view.session_rows import asks_for_person, look_of, standing
from app.ui.view.session_view import SessionView

if TYPE_CHECKING:
    from app.projections.texts import TextVersion
    from app.ui.session.page import SessionPage
    from app.ui.shell.workspace import Workspace

_HEADING = re.compile(r"^#{1,6}\s+(.+?)\s*#*\s*$", re.MULTILINE)
_BY_MENU = {
    "File": "file-text",
    "Edit": "pencil",
    "Session": "play",
    "Review": "check",
    "View": "eye",
    "Help": "circle-help",
}
"""Icons of actions that have none of their own."""
_BEFORE, _AROUND = 30, 90
"""Characters before a hit, and of its surroundings."""


def offers(
    window: Workspace,
    table: Sequence[ActionDef],
    actions: Mapping[str, QAction],
    words_of: Callable[[ActionDef], str],
    stops: Iterable[Command],
) -> list[Command]:
    """Return every command there is now; `stops`: those that stop one member alone."""
    page = window.page_stack.shown
    return [
        *_sessions(window),
        *_decisions(page, table),
        *_edits(page),
        *_actions(page, table, actions, words_of),
        *stops,
        *(_places(page, tr(window.round_word)) if page is not None else ()),
    ]


def _sessions(window: Workspace) -> Iterator[Command]:
    """Yield the sessions as the list has them, then those that a search there hides or that were put away."""
    listed = [row for row in window.rail.model.items if isinstance(row, SessionRow)]
    there = {row.session for row in listed}
    for row in (*listed, *(row for row in window.all_rows if row.session not in there)):
        asks = asks_for_person(row) and not row.archived
        yield Command(
            row.title,
            partial(_kind, row, asks=asks),
            partial(window.open_session, SessionId(row.session)),
            first=asks,
            icon=look_of(row).icon,
            group="needs" if asks else "sessions",
        )


def _kind(row: SessionRow, *, asks: bool) -> str:
    """Return how a session stands and, where it asks for nobody, from which day it is."""
    at = datetime.fromtimestamp(row.changed_at / 1e6).astimezone()
    away = tr("archived") if row.archived else ""
    return " · ".join(filter(None, (standing(row), away, "" if asks else day(at))))


def _decisions(page: SessionPage | None, table: Sequence[ActionDef]) -> Iterator[Command]:
    """Yield what the bar offers and no action does: those have keys, and stand there once."""
    if page is None:
        return
    known = (page.verb_of(entry.id) for entry in table if entry.id in ANSWERS)
    taken = {page.bar.button_of(verb.name) for verb in known if verb is not None}
    for does, words in page.bar.offered():
        if does not in taken and does not in {entry.id for entry in table}:
            kind, icon = tr("Decision"), "check"
            if does.startswith("ask:"):
                kind, icon = tr("Ask"), "message-square"
            press, rare = partial(page.bar.press, does), page.bar.is_rare(does)
            yield Command(words, kind, press, first=True, icon=icon, rare=rare)
    if (says := page.bar.facts.add_guidance).isVisible():
        yield Command(says.accessibleName(), tr("Review"), says.click, icon="message-square-plus")


def _edits(page: SessionPage | None) -> Iterator[Command]:
    """Yield, for each member whose text can be written over now, what does that."""
    view = page.view if page is not None else None
    if page is None or view is None or not view.asks("texts") or view.looking_at:
        return
    for seat in view.active_members():
        edit = partial(page.tabs.edit_passage, seat, "")
        yield Command(tr("Edit text of {name}…", name=view.names.of(seat)), tr("Member"), edit, icon="pencil")


def _actions(
    page: SessionPage | None,
    table: Sequence[ActionDef],
    actions: Mapping[str, QAction],
    words_of: Callable[[ActionDef], str],
) -> Iterator[Command]:
    for entry in table:
        action = actions[entry.id]
        named = entry.id in ("undo", "redo")
        words = action.text().replace("&", "") if named else words_of(entry)
        decides = entry.id in ANSWERS and page is not None and page.verb_of(entry.id) is not None
        kind = tr("Decision") if decides else tr(entry.menu) if entry.menu else tr("Go to")
        icon = entry.icon or _BY_MENU.get(entry.menu, "arrow-right")
        why = refusal_of(action)
        yield Command(words, kind, action.trigger, entry.key, why, first=decides, icon=icon)


def _places(page: SessionPage, kind: str) -> Iterator[Command]:
    view = page.view
    if view is None:
        return
    for name in page.tabs.offered():
        show = partial(page.tabs.show_tab, name)
        yield Command(page.tabs.title(name), tr("Tab"), show, icon="layers", group="places")
    for at, seat in enumerate(view.members()):
        show = partial(page.show_member, at)
        yield Command(view.names.of(seat), tr("Member"), show, icon="user", group="places")
    for number in reversed(view.fold.timeline.rounds):
        look = partial(page.strip.look_at, number)
        yield Command(round_text(view, number), kind, look, icon="history", group="places")
    for version in _newest(view):
        for heading in _HEADING.findall(version.text):
            go = partial(page.show_passage, version.seat, heading, version.round)
            words = f"{_whose(view, version)}: {single_line(view.names.veil(heading), 100)}"
            yield Command(words, tr("heading"), go, icon="file-text", group="places")


def inside_answers(page: SessionPage, words: str) -> list[Command]:
    """Return where the words stand in the members' texts, the newest first."""
    view = page.view
    if view is None:
        return []
    wanted = words.casefold()
    found: list[Command] = []
    for version in _newest(view):
        for paragraph in version.text.split("\n"):
            at = paragraph.casefold().find(wanted)
            if at < 0:
                continue
            start = max(0, at - _BEFORE)
            around = ("…" if start else "") + paragraph[start : start + _AROUND]
            go = partial(page.show_passage, version.seat, paragraph[at : at + len(words)], version.round)
            said = single_line(view.names.veil(around), _AROUND + 2)
            found.append(Command(said, _whose(view, version), go, icon="file-text", group="places"))
    return found[: 2 * FOUND]


def _newest(view: SessionView) -> Iterator[TextVersion]:
    """Yield the newest text of each member."""
    for seat in view.members():
        versions = view.fold.texts.of_seat(seat, view.slot)
        if versions:
            yield versions[-1]


def _whose(view: SessionView, version: TextVersion) -> str:
    """Return “Ada · A, round 2”."""
    letter = view.letter_beside(version.seat, version.round)
    who = " · ".join(filter(None, (view.names.of(version.seat), letter)))
    return f"{who}, {round_in_line(view, version.round)}" if version.round else who

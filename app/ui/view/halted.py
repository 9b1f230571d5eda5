"""What every member was at when a session halted, in a line above its texts. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from app.projections.live_calls import SeatCall
from app.ui.kit.texts import tr
from app.ui.view.labels import purpose_text
from app.ui.view.session_view import SessionView
from app.ui.view.status_bars import cut_off, names_of, when_in

_Say = Callable[[str, bool], str]


def halted_words(view: SessionView) -> tuple[str, str]:
    """Return who or what halted it where, and what each was at; empty where nothing was under way."""
    state, cut = view.state, cut_off(view)
    if view.looking_at or not cut or state not in ("stopped", "interrupted"):
        return "", ""
    when = when_in(view)
    title = tr("You stopped {when}.", when=when)
    if state == "interrupted":
        title = tr("Roundtable closed {when}.", when=when)
    purposes = {call.purpose for call in cut}
    done = [
        call.seat
        for call in view.live_calls.calls.values()
        if call.state == "completed" and call.purpose in purposes and call.round == view.round
    ]
    parts = [_finished(view, done)] if done else []
    for doing, seats in _at(cut).items():
        parts.append(_DOING[doing](names_of(view, seats), len(seats) > 1))
    others = [call for call in cut if not call.answer]
    for purpose in dict.fromkeys(call.purpose for call in others):
        seats = [call.seat for call in others if call.purpose == purpose]
        who, what = names_of(view, seats), purpose_text(view, purpose)
        parts.append(
            tr("{who} were {what}", who=who, what=what)
            if len(seats) > 1
            else tr("{who} was {what}", who=who, what=what)
        )
    return title, f"{', '.join(parts)}."


def _finished(view: SessionView, seats: Sequence[str]) -> str:
    return tr("{who} had finished", who=names_of(view, seats))


def _at(calls: Sequence[SeatCall]) -> dict[str, list[str]]:
    """Return who wrote and who had not begun to, of those who were to answer."""
    found: dict[str, list[str]] = {}
    for call in calls:
        if call.answer:
            doing = "writing" if call.text.strip() else "thinking" if call.arrived else "asked"
            found.setdefault(doing, []).append(call.seat)
    return dict(sorted(found.items(), reverse=True))


def _writing(who: str, several: bool) -> str:
    return tr("{who} were writing", who=who) if several else tr("{who} was writing", who=who)


def _thinking(who: str, several: bool) -> str:
    return tr("{who} were thinking", who=who) if several else tr("{who} was thinking", who=who)


def _asked(who: str, several: bool) -> str:
    del several
    return tr("{who} had not begun", who=who)


_DOING: dict[str, _Say] = {"writing": _writing, "thinking": _thinking, "asked": _asked}

"""Sessions as rows of a list: in which order they stand, and what each asks, in few words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from app.domain.i18n import QT_TRANSLATE_NOOP, Message, words
from app.engine.session_rows import IDLE, SessionRow
from app.ui.kit.states import StateLook, state_look
from app.ui.kit.texts import count, day, figure, money, round_noun, single_line, tr

if TYPE_CHECKING:
    from app.domain.ids import SessionId

BEGINNING = 16
"""Characters of a title that are seen in a narrow list."""

Item = str | SessionRow


def asks_for_person(row: SessionRow) -> bool:
    """Tell whether a session goes on once the person does something; one that failed has come to its end."""
    return row.needy and row.state != "failed"


def arrange(rows: Sequence[SessionRow]) -> list[Item]:
    """Return headings and rows in the order of the rail; of what was put away only what needs the person."""
    resting = [
        r for r in rows if r.gate_event == IDLE or r.state in ("finished", "failed", "stopped", "paused")
    ]
    groups = {
        tr("Needs you"): [row for row in rows if asks_for_person(row)],
        tr("Running"): [row for row in rows if row.state == "running"],
        tr("Recent"): [row for row in resting if not row.archived and not row.due],
    }
    items: list[Item] = []
    for title, members in groups.items():
        if members:
            items += [f"{title} ({len(members)})", *members]
    return items


def look_of(row: SessionRow) -> StateLook:
    """Return how a session's state looks."""
    if row.gate_event == IDLE:
        return state_look("idle")
    return state_look("failed" if row.problem else row.state)


def part_done(row: SessionRow) -> float | None:
    """Return how much of a running session's rounds is done, None where it is not known.

    The round that runs counts half: what is shown only grows.
    """
    if row.state != "running" or not row.most_rounds:
        return None
    begun = 0.5 if row.round > row.rounds else 0
    return min(1.0, max(row.rounds + begun, 0.2) / row.most_rounds)


COUNTED = {
    "Round": (QT_TRANSLATE_NOOP("ui", "{n} round"), QT_TRANSLATE_NOOP("ui", "{n} rounds")),
    "Cycle": (QT_TRANSLATE_NOOP("ui", "{n} cycle"), QT_TRANSLATE_NOOP("ui", "{n} cycles")),
    "Iteration": (QT_TRANSLATE_NOOP("ui", "{n} iteration"), QT_TRANSLATE_NOOP("ui", "{n} iterations")),
}
"""Finished rounds in the usual words of workflows; another word stands before its number."""


_STATES = {
    "waiting": QT_TRANSLATE_NOOP("ui", "Waiting for you"),
    "idle": QT_TRANSLATE_NOOP("ui", "Ready when you are"),
    "running": QT_TRANSLATE_NOOP("ui", "Running"),
    "paused": QT_TRANSLATE_NOOP("ui", "Paused"),
    "stopped": QT_TRANSLATE_NOOP("ui", "Stopped"),
    "interrupted": QT_TRANSLATE_NOOP("ui", "Interrupted"),
    "finished": QT_TRANSLATE_NOOP("ui", "Finished"),
    "failed": QT_TRANSLATE_NOOP("ui", "Failed"),
}
"""How a session stands, as a pill says it."""
_RUN_STATES = ("running", "paused", "stopped", "interrupted", "finished", "failed")
"""States that a list calls what they are: by this name `packaging/words.py` finds them to be translated."""


def state_word(state: str) -> str:
    """Return how a session stands in a word or three; empty: it has not begun."""
    return tr(_STATES.get(state, ""))


def standing(row: SessionRow) -> str:
    """Return what a session asks, or its state, in few words."""
    if row.problem:
        return tr("cannot be read")
    if row.due:
        return tr("How did it turn out?")
    if row.state == "waiting":
        # As the gate's own kind says it; a list of sessions waits for no workflow.
        short = Message(row.gate_short) if row.gate_short else words("your decision is needed")
        return tr(short.filled(n=row.gate_round or row.rounds + 1))
    return tr(row.state)


def namesakes(rows: Iterable[SessionRow]) -> frozenset[SessionId]:
    """Return the sessions whose title begins as another one's does: cut at its end, neither is told apart."""
    heads = {row.session: single_line(row.title)[:BEGINNING].casefold() for row in rows}
    often = Counter(heads.values())
    return frozenset(session for session, head in heads.items() if often[head] > 1)


def asks(row: SessionRow, word: str | Message = "", *, dated: bool = False) -> str:
    """Return what a session asks, or how it stands, without opening it.

    `word` is what its workflow calls a round, empty while that is not known; `dated`: also the hour, which
    tells namesakes apart.
    """
    at = datetime.fromtimestamp(row.changed_at / 1e6).astimezone()
    today = at.date() == datetime.now().astimezone().date()
    when = f"{at:%H:%M}" if today else day(at, hour=dated)
    if row.problem or row.due or row.state == "waiting":
        return f"{standing(row)} · {when}" if dated else standing(row)
    told = row.cost or row.known_cost or row.uncertain_cost
    cost = money(row.cost, row.known_cost, row.uncertain_cost) if told else ""
    if row.state == "running" and word and row.round > row.rounds:
        rounds = f"{round_noun(word)} {row.round}"
        if row.most_rounds:
            # That it runs is said by its icon and its heading.
            rounds = tr("{round} of {most}", round=rounds, most=max(row.most_rounds, row.round))
            return " · ".join(filter(None, (rounds, cost)))
    else:
        rounds = rounds_text(row.rounds, word) if row.rounds and word else ""
    return " · ".join(filter(None, (standing(row), rounds, cost, when)))


def rounds_text(number: int, word: str | Message) -> str:
    """Return how many finished rounds there are, in the workflow's word for them."""
    if not number:
        return "–"
    one, many = COUNTED.get(str(word), ("", ""))
    return count(number, one, many) if one else f"{tr(word)}: {figure(f'{number:,}')}"

"""What a person expected of a session, decided after it, and how it turned out, in words."""

from __future__ import annotations

from datetime import date, datetime

from app.domain.verdict_facts import seat_who
from app.ui.kit.texts import single_line, tr
from app.ui.view.session_view import SessionView


def today() -> date:
    """Return the day that the person has now."""
    return datetime.now().astimezone().date()


def is_due(view: SessionView) -> bool:
    """Tell whether the day has come on which the person wants to be asked how it turned out."""
    return "" < view.fold.session.look_back <= today().isoformat()


def called(view: SessionView, who: str) -> str:
    """Return what somebody is called who may have been right, as `OutcomeRecorded` names them."""
    beside = {"you": tr("You"), "vote": tr("The first vote"), "result": tr("The final answer")}
    return beside.get(who) or view.names.of(who.removeprefix(seat_who("")))


def expected_lines(view: SessionView) -> list[str]:
    """Return what was expected and decided, a line each; a forecast is opened once the result is there."""
    session, found = view.fold.session, []
    if session.forecast and session.state == "finished":
        found.append(tr("You expected: {text}", text=single_line(session.forecast, 400)))
    if session.decision is not None:
        found.append(tr("You decided: {text}", text=single_line(session.decision.text, 400)))
    return found


def outcome_lines(view: SessionView) -> list[str]:
    """Return how it turned out and who was right, a line each."""
    outcome = view.fold.session.outcome
    if outcome is None:
        return []
    found = [tr("It turned out: {text}", text=single_line(outcome.text, 400))] if outcome.text else []
    for was, words in ((True, tr("Right: {names}")), (False, tr("Wrong: {names}"))):
        names = [called(view, who) for who, right in outcome.right.items() if right == was]
        if names:
            found.append(words.format(names=", ".join(names)))
    return found

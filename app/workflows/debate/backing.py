"""Who stands behind an answer that was attacked after a quick check. Pure.

Rule: two answers that agree are less than a panel. An attacked answer is the result where most of the panel
stand behind it: its author, who had said the same, and each critic that leaves nothing open against it. An
author that came to another answer has behind it only the critics who asked for that one, and without an
error or evidence nobody.
"""

from __future__ import annotations

from app.workflows.debate.other_answers import other_answer
from app.workflows.debate.state import DebateState

_GROUNDS = ("evidence", "error")


def behind(state: DebateState) -> int | None:
    """Return how many members stand behind the attacked answer; None where there is no such attack."""
    author = state.target
    if state.rung != "attack" or not author:
        return None
    attempt = state.attempt
    points = [p for p in attempt.points if p.concerns(author) and p.goes_to_author]
    contrary = {p.fact.critic for p in points if p.answer != "fixed" and p.fact.severity != "low"}
    base, text, noted = attempt.base.get(author), attempt.text(author), attempt.noted.get(author)
    turned = base and text and other_answer(base.text, text.text, state.setup.question)
    if turned:
        grounded = noted is not None and noted.because in _GROUNDS
        found = {p.fact.critic for p in points} if grounded else set()
    else:
        failed = {seat for purpose, seat in attempt.help_failed if purpose == "critique"}
        found = set(state.critics) - failed
        found |= set(attempt.base) if state.checked is not None and state.checked.agree else set()
    return len({author} | ((found - contrary) & set(state.seated)))


def is_backed(state: DebateState) -> bool:
    """Tell whether an attacked answer has most of the panel behind it, or none was attacked."""
    found = behind(state)
    return found is None or 2 * found > len(state.seated)

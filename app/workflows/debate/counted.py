"""What is told of independent answers: how often each was given, and how one of them was chosen."""

from __future__ import annotations

from collections.abc import Iterator

from app.domain.i18n import translate
from app.domain.reporting import Remark
from app.workflows.debate.state import DebateState


def counted_remarks(state: DebateState) -> Iterator[Remark]:
    """Yield how often each independent answer was given, by whom, and how one was chosen."""
    counted_answers = state.counted
    if counted_answers is None:
        return
    every = sum(one.count for one in counted_answers.answers)
    for one in counted_answers.answers:
        text = translate("{said} ({n} of {all})", said=one.answer, n=one.count, all=every)
        yield Remark(text=text, who=one.seats)
    if counted_answers.chosen_by == "best":
        why = f" {counted_answers.why}" if counted_answers.why else ""
        yield Remark(text=translate("The judge chose the one that became the answer.{why}", why=why))
    if counted_answers.grouped_by == "judge":
        yield Remark(text=translate("The judge said which of them are the same."))


def independent_texts(state: DebateState) -> tuple[tuple[str, str], ...]:
    """Return all independent answers where they were counted or judged; elsewhere drafts are no answers."""
    last = state.rounds_accepted[-1] if state.counted is not None and state.rounds_accepted else None
    drafts = last.drafts.values() if last is not None else ()
    return tuple((draft.seat, draft.text) for of_seat in drafts for draft in of_seat)

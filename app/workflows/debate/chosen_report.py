"""Whose text the result is and what others add to it, as a report and a window tell it."""

from __future__ import annotations

from collections.abc import Iterator

from app.domain.i18n import translate
from app.domain.reporting import ChosenText, Inserted, Instead, Part, Remark
from app.workflows.debate.facts import POINT, Insertion, ResultChosen
from app.workflows.debate.guests import author_of
from app.workflows.debate.state import DebateState


def chosen_text(state: DebateState) -> ChosenText | None:
    """Return whose text stands word for word; None where the chair wrote one, or nothing was chosen."""
    chosen = state.chosen
    if chosen is None or state.stated is None:
        return None
    by = {
        "judge": translate("chosen by the judge; you can take another"),
        "ranking": translate("ranked best by the members; you can take another"),
        "alone": translate("the only answer there was"),
        "given": translate("the answer that was attacked"),
        "person": translate("chosen by you"),
        "first": translate("the first answer, for nobody was asked; you can take another"),
    }
    return ChosenText(
        seat=chosen.seat,
        by=by["given" if chosen.seat in state.guests and chosen.chosen_by == "alone" else chosen.chosen_by],
        revised_by=_reviser(state, chosen),
        why=chosen.why,
        own=_without_additions(state.result.text, state.stated.answer, chosen.text) if state.result else "",
        insertions=tuple(
            Inserted(
                id=one.id,
                seat=one.seat,
                text=one.text,
                taken=_stands(state, one),
                raised=_raised(state, one),
            )
            for one in chosen.others
        ),
        take_out="take_out",
        put_back="put_back",
    )


def instead(state: DebateState) -> Instead | None:
    """Return what can be the final answer in its place; None where none was chosen."""
    chosen, stated = state.chosen, state.stated
    if stated is None or (chosen is None and not stated.anew):
        return None
    own = chosen.seat if chosen is not None else ""
    texts = tuple(seat for seat in state.standing_texts if seat != own)
    return Instead(texts=texts, take="take_another", write="write_new")


def chosen_parts(state: DebateState) -> Iterator[Part]:
    """Yield whose answer it is, what others add and what is left out; nothing where the chair wrote it."""
    told = chosen_text(state)
    if state.chosen is None or told is None:
        return
    chosen_by = state.chosen.chosen_by
    how = translate("chosen by the person") if chosen_by == "person" else told.by.partition(";")[0]
    said = translate("Word for word; {how}.", how=how)
    if told.revised_by and state.chosen.seat in state.guests:
        said = translate("A given answer, revised by {who} after the attack.", who=told.revised_by)
    elif told.revised_by:
        said = translate("Revised by {who} after the attack; {how}.", who=told.revised_by, how=how)
    whose = Remark(text=said, who=(told.seat,))
    why = (Remark(text=told.why),) if told.why else ()
    yield Part(name="chosen", title=translate("Whose answer it is"), remarks=(whose, *why))
    others = state.chosen.others
    added = tuple(_remark(one) for one in others if _stands(state, one))
    yield Part(name="additions", title=translate("Added from other answers"), remarks=added)
    left_out = tuple(_remark(one) for one in others if not _stands(state, one))
    yield Part(name="left_out", title=translate("Left out"), remarks=left_out)


def _reviser(state: DebateState, chosen: ResultChosen) -> str:
    """Return who revised an attacked text; empty where it is as it was."""
    before = state.attempt.base.get(chosen.seat) if state.rung == "attack" else None
    same = before is None or before.text.strip() == chosen.text.strip()
    return "" if same else author_of(state, chosen.seat)


def _without_additions(result: str, answer: str, own: str) -> str:
    return result.replace(answer.strip(), own.strip(), 1)


def _stands(state: DebateState, one: Insertion) -> bool:
    """Tell whether an insertion is in the answer: whoever rewrote that may have taken it out."""
    return one.taken and (state.rewritten is None or one.text in state.rewritten)


def _raised(state: DebateState, one: Insertion) -> int:
    """Return the round in which an accepted point was raised; 0: it is none."""
    point = state.points.get(one.id.removeprefix(POINT)) if one.is_point else None
    return point.round if point is not None else 0


def _remark(one: Insertion) -> Remark:
    return Remark(text=one.text, who=(one.seat,))

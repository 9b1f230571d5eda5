"""The tab of the history: what was asked for, how it ended, and which of it can be taken back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.domain.excerpt import excerpt
from app.domain.i18n import Message, words
from app.domain.sentences import joined
from app.engine.tabs import Act, Column, Detail, Field, ListTab, Part, PartLook, SecondLine
from app.workflows.draft.earlier import explanation
from app.workflows.draft.facts import EDITED_BY_HAND, EDITED_OUTSIDE
from app.workflows.draft.history_file import AcceptedIteration
from app.workflows.draft.level_words import titled
from app.workflows.draft.state import DraftState, Iteration
from app.workflows.draft.statistics import FileWords

UNDONE = "undone"
EARLIER = "earlier"
"""Accepted before this session, or on another machine."""


@dataclass(frozen=True, slots=True)
class Asked:
    """An iteration in the history. `number` 0: of another session."""

    number: int
    level: str
    feedback: str
    ended: str
    commit: str
    attempts: int
    over_judge: bool
    partial: bool


ENDS: Mapping[str, tuple[Message, PartLook]] = {
    "accepted": (words("accepted"), "good"),
    EARLIER: (words("accepted earlier"), "good"),
    "rejected": (words("rejected"), "dropped"),
    "cancelled": (words("given up"), "dropped"),
    UNDONE: (words("taken back"), "dropped"),
    "": (words("under way"), "later"),
}


def _rows(state: DraftState) -> Sequence[Asked]:
    undone = {one.commit for one in state.past if one.undone_at is not None}
    here = {one.done.commit for one in state.iterations if one.done is not None}
    rows = [_of_session(state, one, undone) for one in reversed(state.iterations)]
    rows += [
        _from_before(state, one, UNDONE if one.commit in undone else EARLIER)
        for one in reversed(state.past)
        if one.commit not in here
    ]
    return rows


def _of_session(state: DraftState, one: Iteration, undone: set[str]) -> Asked:
    done = one.done
    ended = UNDONE if done is not None and done.commit in undone else one.how or ""
    return Asked(
        one.number,
        state.level(one.level).title,
        one.feedback,
        ended,
        done.commit if done is not None else "",
        one.attempt,
        done is not None and done.over_judge,
        done is not None and done.partial,
    )


def _from_before(state: DraftState, one: AcceptedIteration, ended: str) -> Asked:
    known = {level.name: level.title for level in state.template.levels}
    title = known.get(one.level, one.level)
    return Asked(0, title, one.feedback, ended, one.commit, one.attempts, one.over_judge, one.partial)


OURS: Mapping[str, Message] = {
    EDITED_OUTSIDE: words("Edited outside."),
    EDITED_BY_HAND: words("Edited by hand."),
}
"""What stands in place of a feedback where there was none, as the window says it."""


def _claim(row: Asked) -> str | Message:
    return (
        OURS.get(row.feedback)
        or excerpt(row.feedback)
        or words("{level}, to be written", level=titled(row.level))
    )


def _parts(row: Asked) -> Sequence[Part]:
    said, look = ENDS[row.ended]
    parts = [Part(said, look), Part(titled(row.level))]
    if row.number:
        parts.append(Part(words("iteration {n}", n=row.number)))
    tries = words("1 attempt") if row.attempts == 1 else words("{n} attempts", n=row.attempts)
    parts.append(Part(tries))
    if row.partial:
        parts.append(Part(words("in parts")))
    if row.over_judge:
        parts.append(Part(words("over the judge"), "doubtful"))
    return parts


def _counted(one: FileWords) -> Message:
    """Return a file's words before and after an iteration."""
    before = words("new") if one.before is None else f"{one.before:,}"
    after = words("deleted") if one.after is None else f"{one.after:,}"
    return words("{path}: {before} → {after}", path=one.path, before=before, after=after)


def _detail(state: DraftState, row: Asked) -> Detail:
    one = next((found for found in state.iterations if row.number and found.number == row.number), None)
    past = next((found for found in state.past if found.commit and found.commit == row.commit), None)
    text: str | Message = past.summary if past is not None else ""
    told = explanation(state, one) if one is not None else None
    if told is not None:
        text = told.markdown
    fields = [Field(words("You asked for"), OURS.get(row.feedback) or row.feedback or _claim(row))]
    if one is not None and one.plan:
        fields.append(Field(words("Plan"), one.plan))
    if one is not None and one.words:
        fields.append(Field(words("Words per file"), joined([_counted(file) for file in one.words], "\n")))
    if past is not None:
        fields.append(Field(words("Lines changed"), f"{past.lines_changed:,}"))
    head = words("Iteration {n} · {level}", n=row.number, level=titled(row.level))
    if not row.number:
        head = words("Earlier · {level}", level=titled(row.level))
    note = words("commit {id}", id=row.commit[:7]) if row.commit else Message("")
    none = words("Nothing is told of it yet.")
    return Detail(head, text or none, prose=bool(text), fields=tuple(fields), note=note)


def _acts(state: DraftState, row: Asked) -> Sequence[Act]:
    """Return what can be done about an iteration: one that stands can be taken back."""
    stands = any(one.commit == row.commit and one.number for one in state.standing())
    return (Act(words("Take back…"), "undo", "undo", {"commit": row.commit}),) if stands else ()


HISTORY: ListTab[DraftState, Asked] = ListTab(
    name=words("Iterations"),
    columns=(Column(words("You asked for"), _claim),),
    rows=_rows,
    stamp=lambda state: state.stamp,
    key=lambda row: (row.number, row.commit),
    detail=_detail,
    detail_name=words("The chosen iteration"),
    second_line=SecondLine(_parts),
    acts=_acts,
    tally=(words("{n} iteration"), words("{n} iterations")),
    counted=True,
    empty=words("No iteration yet."),
    first=True,
)

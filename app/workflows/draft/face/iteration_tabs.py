"""What was said of an earlier iteration, read again from its records when somebody looks at it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from app.domain.canonical import JsonValue
from app.domain.excerpt import excerpt
from app.domain.fact_base import Fact
from app.domain.i18n import Message, words
from app.domain.sentences import joined
from app.engine.tabs import Act, Column, Detail, Field, ListTab, Member, Part, PartLook, SecondLine
from app.markup.escaping import code, inline
from app.workflows.draft.facts import (
    EDITED_BY_HAND,
    EDITED_OUTSIDE,
    DraftAttempted,
    DraftExplained,
    DraftJudged,
)
from app.workflows.draft.rules.history_file import AcceptedIteration
from app.workflows.draft.rules.statistics import FileWords
from app.workflows.draft.rules.templates import in_units, titled
from app.workflows.draft.state import Attempt, DraftState, Iteration

F = TypeVar("F", bound=Fact)


def explanation(state: DraftState, one: Iteration) -> DraftExplained | None:
    """Return what changed in an iteration, as it was told; None: nothing was."""
    if one.explained is not None or not one.explained_in:
        return one.explained
    return _read(state, one.explained_in, DraftExplained)


def whole(state: DraftState, one: Attempt) -> Attempt:
    """Return a text with all that was said of it."""
    if one.made.writer or state.records is None:
        return one
    made, *words = one.seqs
    read = [_read(state, seq, DraftJudged) for seq in words]
    return replace(
        one,
        made=_read(state, made, DraftAttempted) or one.made,
        words=[word for word in read if word is not None],
    )


def _read(state: DraftState, seq: int, kind: type[F]) -> F | None:
    if state.records is None:
        return None
    fact = state.records.fact(state.records.record(seq))
    return fact if isinstance(fact, kind) else None


@dataclass(frozen=True, slots=True)
class _JudgedText:
    """One text of one attempt, with what was said of it."""

    iteration: int
    attempt: int
    writer: str
    version: int
    verdict: str
    told: str
    level: str
    feedback: str
    alone: bool
    """Whether nobody else wrote at that attempt."""
    versions: bool = False
    """Whether one writer wrote several at that attempt."""


VERDICTS: Mapping[str, Message] = {
    "approved": words("approved"),
    "needs_revision": words("needs revision"),
    "unheard": words("not judged"),
    "": words("not judged yet"),
}
"""By the verdict; `unheard`: an attempt that is sent back without any judge's word."""
LOOKS: Mapping[str, PartLook] = {
    "approved": "good",
    "needs_revision": "doubtful",
    "unheard": "none",
    "": "none",
}

DONE, NOT_DONE = words("done"), words("not done")
"""What the judge said of a point that was asked for."""


def _row(state: DraftState, iteration: Iteration, one: Attempt) -> _JudgedText:
    verdict = one.verdict
    return _JudgedText(
        iteration.number,
        one.number,
        one.writer,
        one.version,
        "" if verdict is None else verdict.verdict if verdict.votes else "unheard",
        verdict.reasoning if verdict is not None else "",
        state.level(iteration.level).title,
        iteration.feedback,
        len({other.writer for other in iteration.texts_of(one.number)}) == 1,
        any(other.version > 1 for other in iteration.texts_of(one.number)),
    )


def _judged_claim(row: _JudgedText) -> str | Message:
    return (
        excerpt(row.told) or excerpt(row.feedback) or words("{level}, to be written", level=titled(row.level))
    )


def _judged_parts(row: _JudgedText) -> Sequence[Part]:
    place = words("iteration {n}, attempt {a}", n=row.iteration, a=row.attempt)
    if row.versions:
        place = words("{attempt}, version {n}", attempt=place, n=row.version)
    parts = [Part(VERDICTS[row.verdict], LOOKS[row.verdict]), Part(place)]
    if not row.alone:
        parts.append(Part(Member(row.writer)))
    return [*parts, Part(titled(row.level))]


def _judged_detail(state: DraftState, row: _JudgedText) -> Detail:
    iteration = next((one for one in state.iterations if one.number == row.iteration), None)
    one = iteration.named(row.attempt, (row.writer, row.version)) if iteration is not None else None
    head = words(
        "Iteration {n}, attempt {a} · {verdict}",
        n=row.iteration,
        a=row.attempt,
        verdict=VERDICTS[row.verdict],
    )
    if iteration is None or one is None:
        return Detail(head)
    text = joined([*_told(iteration, whole(state, one))])
    note = words("written by {who}", who=row.writer)
    return Detail(head, text, prose=True, note=note)


def _told(iteration: Iteration, one: Attempt) -> Iterator[Message]:
    """Return what is told of a text, as Markdown, a part each."""
    verdict, made = one.verdict, one.made
    # What was found without a judge stands among what is missing: it is said once.
    barred = [_safe(line) for line in made.barred if not one.words]
    if verdict is not None and verdict.reasoning and (one.words or not made.barred):
        yield words("{text}", text="\n\n".join(inline(part) for part in verdict.reasoning.split("\n\n")))
    yield from _listed(words("Each judge"), [_word(word) for word in one.words if len(one.words) > 1])
    if verdict is not None:
        yield from _listed(words("Missing"), barred or [*map(inline, verdict.issues)])
        yield from _listed(words("Would help"), [*map(inline, verdict.suggestions)])
    points = [_point(point) for word in one.words for point in word.points]
    yield from _listed(words("Point by point"), points)
    counted = [*map(_safe, (*made.computed, *made.told)), *(barred if verdict is None else ())]
    yield from _listed(words("Counted"), counted)
    before = [
        words("The judge on attempt {n}: {text}", n=note.attempt, text=inline(note.reasoning))
        for note in iteration.notes
        if note.attempt < one.number
    ]
    asked = [inline(iteration.feedback)] if iteration.feedback else []
    yield from _listed(words("What the writer was asked for"), [*asked, *before])
    earlier = words("1 earlier iteration") if made.earlier == 1 else words("{n} earlier iterations")
    history = [earlier.filled(n=made.earlier)] if made.earlier else []
    yield from _listed(words("What the writer was given"), [*map(code, made.given), *history])


def _word(word: DraftJudged) -> Message:
    said = {"who": inline(word.judge), "verdict": VERDICTS[word.verdict], "why": inline(word.reasoning)}
    return Message("**{who}**: {verdict}. {why}", said)


def _point(point: Mapping[str, JsonValue]) -> Message:
    why = f" – {inline(str(point['why']))}" if point.get("why") else ""
    text = inline(str(point.get("point"))) + why
    return Message("**{done}**: {text}", {"done": DONE if point.get("done") else NOT_DONE, "text": text})


def _safe(line: Message) -> Message:
    """Return a recorded sentence with what stands in it escaped."""
    filled = {
        name: _safe(one) if isinstance(one, Message) else inline(one) if isinstance(one, str) else one
        for name, one in line.params.items()
    }
    return Message(line.source, filled, line.context)


def _listed(title: Message, lines: Sequence[str | Message]) -> Iterator[Message]:
    if lines:
        items = joined([Message("- {line}", {"line": line}) for line in lines], "\n")
        yield Message("### {title}\n\n{lines}", {"title": title, "lines": items})


JUDGED: ListTab[DraftState, _JudgedText] = ListTab(
    name=words("What the judge said"),
    columns=(Column(words("Says"), _judged_claim),),
    rows=lambda state: [
        _row(state, one, text) for one in reversed(state.iterations) for text in reversed(one.attempts)
    ],
    stamp=lambda state: state.stamp,
    key=lambda row: (row.iteration, row.attempt, row.writer, row.version),
    detail=_judged_detail,
    detail_name=words("The chosen attempt"),
    second_line=SecondLine(_judged_parts),
    tally=(words("{n} attempt"), words("{n} attempts")),
    counted=True,
    empty=words("Nothing was written yet."),
)


_UNDONE = "undone"
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
    _UNDONE: (words("taken back"), "dropped"),
    "": (words("under way"), "later"),
}


def _rows(state: DraftState) -> Sequence[Asked]:
    undone = state.undone_commits
    here = {one.done.commit for one in state.iterations if one.done is not None}
    rows = [_of_session(state, one, undone) for one in reversed(state.iterations)]
    rows += [
        _from_before(state, one, _UNDONE if one.commit in undone else EARLIER)
        for one in reversed(state.past)
        if one.commit not in here
    ]
    return rows


def _of_session(state: DraftState, one: Iteration, undone: frozenset[str]) -> Asked:
    done = one.done
    ended = _UNDONE if done is not None and done.commit in undone else one.how or ""
    return Asked(
        one.number,
        state.level(one.level).title,
        one.feedback,
        ended,
        done.commit if done is not None else "",
        one.tried,
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
    if row.attempts:
        parts.append(Part(in_units(row.attempts, "attempt")))
    if row.partial:
        parts.append(Part(words("in parts")))
    if row.over_judge:
        parts.append(Part(words("over the judge"), "doubtful"))
    return parts


def _counted(one: FileWords) -> Message:
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
        fields.append(Field(words("Words per file"), joined([_counted(file) for file in one.words], " · ")))
    if past is not None:
        fields.append(Field(words("Changed"), past.lines))
    head = words("Iteration {n} · {level}", n=row.number, level=titled(row.level))
    if not row.number:
        head = words("Earlier · {level}", level=titled(row.level))
    none = words("Nothing is told of it yet.")
    return Detail(head, text or none, prose=bool(text), fields=tuple(fields))


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
)

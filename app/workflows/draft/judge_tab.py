"""The tab of what the judges said: every attempt with its verdict, and all that belongs to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.domain.excerpt import excerpt
from app.domain.i18n import Message, words
from app.domain.sentences import joined
from app.engine.tabs import Column, Detail, ListTab, Member, Part, PartLook, SecondLine
from app.markup.escaping import code, inline
from app.workflows.draft.earlier import whole
from app.workflows.draft.level_words import titled
from app.workflows.draft.state import Attempt, DraftState, Iteration


@dataclass(frozen=True, slots=True)
class JudgedText:
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
    "": words("not judged yet"),
}
LOOKS: Mapping[str, PartLook] = {"approved": "good", "needs_revision": "bad", "": "none"}

DONE, NOT_DONE = words("done"), words("not done")
"""What the judge said of a point that was asked for."""


def _rows(state: DraftState) -> Sequence[JudgedText]:
    return [_row(state, one, text) for one in reversed(state.iterations) for text in reversed(one.attempts)]


def _row(state: DraftState, iteration: Iteration, one: Attempt) -> JudgedText:
    verdict = one.verdict
    return JudgedText(
        iteration.number,
        one.number,
        one.writer,
        one.version,
        verdict.verdict if verdict is not None else "",
        verdict.reasoning if verdict is not None else "",
        state.level(iteration.level).title,
        iteration.feedback,
        len({other.writer for other in iteration.texts_of(one.number)}) == 1,
        any(other.version > 1 for other in iteration.texts_of(one.number)),
    )


def _claim(row: JudgedText) -> str | Message:
    return (
        excerpt(row.told) or excerpt(row.feedback) or words("{level}, to be written", level=titled(row.level))
    )


def _parts(row: JudgedText) -> Sequence[Part]:
    place = words("iteration {n}, attempt {a}", n=row.iteration, a=row.attempt)
    if row.versions:
        place = words("{attempt}, version {n}", attempt=place, n=row.version)
    parts = [Part(VERDICTS[row.verdict], LOOKS[row.verdict]), Part(place)]
    if not row.alone:
        parts.append(Part(Member(row.writer)))
    return [*parts, Part(titled(row.level))]


def _detail(state: DraftState, row: JudgedText) -> Detail:
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
    text = words("{text}", text="")
    for at, part in enumerate(_told(iteration, whole(state, one))):
        text = words("{before}\n\n{part}", before=text, part=part) if at else part
    note = words("written by {who}", who=row.writer)
    return Detail(head, text, prose=True, note=note)


def _told(iteration: Iteration, one: Attempt) -> Iterator[Message]:
    """Return what is told of a text, as Markdown, a part each."""
    verdict = one.verdict
    if verdict is not None and verdict.reasoning:
        yield words("{text}", text="\n\n".join(inline(part) for part in verdict.reasoning.split("\n\n")))
    if len(one.words) > 1:
        yield _listed(
            words("Each judge"),
            [
                Message(
                    "**{who}**: {verdict}. {why}",
                    {
                        "who": inline(word.judge),
                        "verdict": VERDICTS[word.verdict],
                        "why": inline(word.reasoning),
                    },
                )
                for word in one.words
            ],
        )
    if verdict is not None and verdict.issues:
        yield _listed(words("Missing"), map(inline, verdict.issues))
    if verdict is not None and verdict.suggestions:
        yield _listed(words("Would help"), map(inline, verdict.suggestions))
    points = [point for word in one.words for point in word.points]
    if points:
        yield _listed(
            words("Point by point"),
            [
                Message(
                    "**{done}**: {text}",
                    {
                        "done": DONE if point.get("done") else NOT_DONE,
                        "text": inline(str(point.get("point")))
                        + (f" – {inline(str(point['why']))}" if point.get("why") else ""),
                    },
                )
                for point in points
            ],
        )
    counted = [_safe(line) for line in (*one.made.computed, *one.made.told, *one.made.barred)]
    if counted:
        yield _listed(words("Counted"), counted)
    asked: list[str | Message] = [inline(iteration.feedback)] if iteration.feedback else []
    asked += [
        words("The judge on attempt {n}: {text}", n=note.attempt, text=inline(note.reasoning))
        for note in iteration.notes
        if note.attempt < one.number
    ]
    if asked:
        yield _listed(words("What the writer was asked for"), asked)
    given: list[str | Message] = [code(path) for path in one.made.given]
    if one.made.earlier:
        many = words("{n} earlier iterations", n=one.made.earlier)
        given.append(words("1 earlier iteration") if one.made.earlier == 1 else many)
    if given:
        yield _listed(words("What the writer was given"), given)


def _safe(line: Message) -> Message:
    """Return a recorded sentence with what stands in it escaped."""
    filled = {
        name: _safe(one) if isinstance(one, Message) else inline(one) if isinstance(one, str) else one
        for name, one in line.params.items()
    }
    return Message(line.source, filled, line.context)


def _listed(title: Message, lines: Iterable[str | Message]) -> Message:
    items = joined([Message("- {line}", {"line": line}) for line in lines], "\n")
    return Message("### {title}\n\n{lines}", {"title": title, "lines": items})


JUDGED: ListTab[DraftState, JudgedText] = ListTab(
    name=words("What the judge said"),
    columns=(Column(words("Says"), _claim),),
    rows=_rows,
    stamp=lambda state: state.stamp,
    key=lambda row: (row.iteration, row.attempt, row.writer, row.version),
    detail=_detail,
    detail_name=words("The chosen attempt"),
    second_line=SecondLine(_parts),
    tally=(words("{n} attempt"), words("{n} attempts")),
    counted=True,
    empty=words("Nothing was written yet."),
    first=True,
)

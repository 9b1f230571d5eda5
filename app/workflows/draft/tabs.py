"""The tabs of a draft: its files, what changed in them, the judge's words, the history, and the log."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

from app.domain.excerpt import excerpt
from app.domain.i18n import Words, words
from app.engine.tabs import (
    Cell,
    Choice,
    Column,
    Detail,
    DocumentTab,
    Field,
    ListTab,
    Mark,
    Member,
    Option,
    RowPlace,
    Search,
    StepState,
    StripStep,
    Tab,
)
from app.workflows.draft.arriving import arriving
from app.workflows.draft.check_tab import CHECKS
from app.workflows.draft.measuring import measure
from app.workflows.draft.state import Attempt, DraftState, Iteration


def strip_of(state: DraftState) -> Sequence[StripStep]:
    """Return the levels, with what lies before the person in each."""
    now = state.now if state.now is not None and state.now.how is None else None
    steps: list[StripStep] = []
    for level in state.template.levels:
        step: StepState
        files = level.files(state.files)
        here = level.name == (now.level if now is not None else state.target)
        if now is not None and here:
            step, said = ("waiting", words("in work")) if now.files else ("running", words("in work"))
        elif level.name in state.stale:
            step, said = "stale", words("stale")
        elif files:
            step, said = "finished", words("accepted")
        else:
            step, said = "future", words("not written yet")
        opens = RowPlace("draft_texts", next(iter(files))) if files else None
        steps.append(StripStep(words("{title}", title=level.title), step, said, here, opens))
    return steps


@dataclass(frozen=True, slots=True)
class FileRow:
    """A file of the project as it lies before the person: accepted, or as it is proposed."""

    path: str
    level: str
    title: str
    change: str | Words
    digest: int
    now: bool
    """Whether it is of the level that is worked on."""


def _title(path: str, text: str) -> str:
    """Return what a file is called in a list: its first heading, else its name."""
    heading = next(
        (line.strip("# ").strip() for line in text.split("\n", 20)[:20] if line.startswith("#")), ""
    )
    return heading or path.rpartition("/")[2]


def _proposed(state: DraftState) -> tuple[Mapping[str, str | None], Attempt | None]:
    """Return what lies before the person by path, and whose attempt it is where none was chosen yet."""
    now = state.now
    if now is None or now.how is not None:
        return {}, None
    if now.files or now.chosen is not None:
        return state.before_person(), None
    newest = now.texts_of(now.attempts[-1].number) if now.attempts else []
    best = now.ranked.order[0] if now.ranked is not None and now.ranked.order else None
    one = next((one for one in newest if one.key == best), newest[0] if newest else None)
    return (one.files, one) if one is not None else ({}, None)


def _files(state: DraftState) -> Sequence[FileRow]:
    now = state.now
    proposed, _ = _proposed(state)
    open_now = bool(proposed)
    merged = {**state.files, **proposed}
    counted = {one.path: one for one in measure(_old(state, proposed), _new(proposed)).files}
    rows = []
    for level in state.template.levels:
        for path in level.ordered(merged):
            text = merged[path]
            change: str | Words = ""
            if path in proposed:
                figures = counted[path]
                change = (
                    words("deleted") if text is None else f"+{figures.lines_added} −{figures.lines_removed}"
                )
            here = level.name == (now.level if open_now and now is not None else state.target)
            rows.append(FileRow(path, level.title, _title(path, text or ""), change, hash(text), here))
    # What lies before the person comes first, then the rest of its level, in the document's order.
    return sorted(rows, key=lambda row: (not row.change, not row.now))


def _old(state: DraftState, proposed: Mapping[str, str | None]) -> dict[str, str]:
    return {path: state.files[path] for path in proposed if path in state.files}


def _new(proposed: Mapping[str, str | None]) -> dict[str, str]:
    return {path: text for path, text in proposed.items() if text is not None}


def _file_detail(state: DraftState, row: FileRow) -> Detail:
    proposed, attempt = _proposed(state)
    text = proposed.get(row.path, state.files.get(row.path)) or ""
    shown: str | Words = text or words("This file is deleted with the change.")
    head: Cell = row.path
    if row.path in proposed and attempt is None:
        head = words("{path}, as proposed", path=row.path)
    elif row.path in proposed and attempt is not None and len(state.writers) > 1:
        head = words("{path}, as {who} wrote it", path=row.path, who=attempt.writer)
    elif row.path in proposed and attempt is not None:
        head = words("{path}, in attempt {n}", path=row.path, n=attempt.number)
    before = state.files.get(row.path, "") if row.path in proposed else None
    return Detail(head, shown, prose=row.path.endswith((".md", ".txt")), before=before)


def _levels(state: DraftState) -> Sequence[Option]:
    return [Option(level.title, words("{title}", title=level.title)) for level in state.template.levels]


FILES: ListTab[DraftState, FileRow] = ListTab(
    name=words("Files"),
    columns=(
        Column(words("File"), lambda row: row.title if row.now else f"{row.title} · {row.level}"),
        Column(words("Change"), lambda row: row.change, 76),
    ),
    rows=_files,
    stamp=lambda state: (_stamp(state), state.target, len(state.files), tuple(state.decided.values())),
    key=lambda row: row.path,
    detail=_file_detail,
    detail_name=words("The chosen file"),
    filters=(
        Choice(
            words("Show only this level"),
            words("All levels"),
            _levels,
            admits=lambda row, level: row.level == level,
        ),
        Search(words("Search the files"), lambda row: (row.title, row.path)),
    ),
    tally=(words("{n} file"), words("{n} files")),
    empty=words("Nothing is written yet. Write the first level, or open a folder that has one."),
    missing=words("No file passes the filters."),
    hint=words("Choose a file to read it."),
    first=True,
    arriving=arriving,
    widths=(250, 610),
)


@dataclass(frozen=True, slots=True)
class JudgedText:
    """One text of one attempt, with what was said of it."""

    iteration: int
    feedback: str
    attempt: int
    writer: str
    version: int
    verdict: str
    told: str
    given: str


def _judged(state: DraftState) -> Sequence[JudgedText]:
    return [_row(one, text) for one in reversed(state.iterations) for text in reversed(one.attempts)]


def _row(iteration: Iteration, one: Attempt) -> JudgedText:
    verdict = one.verdict.verdict if one.verdict is not None else ""
    return JudgedText(
        iteration.number,
        iteration.feedback,
        one.number,
        one.writer,
        one.version,
        verdict,
        one.verdict.reasoning if one.verdict is not None else "",
        ", ".join(one.made.given),
    )


VERDICTS = {
    "approved": words("approved"),
    "needs_revision": words("needs revision"),
    "": words("not judged yet"),
}


def _judged_detail(state: DraftState, row: JudgedText) -> Detail:
    iteration = next((one for one in state.iterations if one.number == row.iteration), None)
    one = iteration.named(row.attempt, (row.writer, row.version)) if iteration is not None else None
    lines: list[str] = [row.told] if row.told else []
    if one is not None:
        spoken = one.words if len(one.words) > 1 else []
        lines += [f"{word.judge}: {VERDICTS[word.verdict]}. {word.reasoning}" for word in spoken]
        if one.verdict is not None and one.verdict.issues:
            lines.append("Missing\n" + "\n".join(f"- {issue}" for issue in one.verdict.issues))
        if one.verdict is not None and one.verdict.suggestions:
            lines.append("Would help\n" + "\n".join(f"- {hint}" for hint in one.verdict.suggestions))
        for word in one.words:
            if word.points:
                points = "\n".join(
                    f"- {'✓' if p.get('done') else '✕'} {p.get('point')}: {p.get('why')}" for p in word.points
                )
                lines.append(f"Point by point ({word.judge})\n{points}")
        lines += map(str, (*one.made.computed, *one.made.told, *one.made.barred))
    notes = [
        note for note in (iteration.notes if iteration is not None else ()) if note.attempt < row.attempt
    ]
    in_force = "\n".join(
        [row.feedback or "", *(f"Judge on attempt {note.attempt}: {note.reasoning}" for note in notes)]
    )
    return Detail(
        words(
            "Iteration {n}, attempt {a} · {verdict}",
            n=row.iteration,
            a=row.attempt,
            verdict=VERDICTS[row.verdict],
        ),
        "\n\n".join(lines),
        fields=(
            Field(words("Written by"), Member(row.writer)),
            Field(words("Feedback in force"), in_force.strip() or words("none: the level was generated")),
            Field(words("It was given"), row.given or words("nothing")),
        ),
    )


def _verdict_mark(row: JudgedText) -> Mark | None:
    if not row.verdict:
        return None
    return Mark("✓", words("Approved")) if row.verdict == "approved" else Mark("✕", words("Needs revision"))


JUDGED: ListTab[DraftState, JudgedText] = ListTab(
    name=words("What the judge said"),
    columns=(
        Column(words("Iteration"), lambda row: str(row.iteration), 70),
        Column(words("Attempt"), lambda row: str(row.attempt), 64),
        Column(words("By"), lambda row: Member(row.writer), 90),
        Column(words("Verdict"), lambda row: VERDICTS[row.verdict], 120, mark=_verdict_mark),
        Column(words("Says"), lambda row: excerpt(row.told)),
    ),
    rows=_judged,
    stamp=lambda state: _stamp(state),  # noqa: PLW0108  defined below
    key=lambda row: (row.iteration, row.attempt, row.writer, row.version),
    detail=_judged_detail,
    detail_name=words("The chosen attempt"),
    tally=(words("{n} attempt"), words("{n} attempts")),
    empty=words("Nothing was written yet."),
    first=True,
)


def _stamp(state: DraftState) -> Hashable:
    now = state.now
    words_said = (
        sum(len(one.words) + (one.verdict is not None) for one in now.attempts) if now is not None else 0
    )
    return (
        len(state.iterations),
        len(now.attempts) if now is not None else 0,
        words_said,
        len(state.past),
        now is not None and (now.how, now.chosen, len(now.moved), now.explained is None),
    )


@dataclass(frozen=True, slots=True)
class Asked:
    """An iteration in the history."""

    number: int
    level: str
    feedback: str
    ended: Words
    commit: str


ENDS = {
    "accepted": words("accepted"),
    "rejected": words("rejected"),
    "cancelled": words("given up"),
    None: words("under way"),
}


def _history(state: DraftState) -> Sequence[Asked]:
    undone = {one.commit for one in state.past if one.undone_at is not None}
    here = {one.done.commit for one in state.iterations if one.done is not None}
    rows = [
        Asked(
            one.number,
            state.level(one.level).title,
            one.feedback,
            words("undone") if one.done is not None and one.done.commit in undone else ENDS[one.how],
            one.done.commit if one.done is not None else "",
        )
        for one in reversed(state.iterations)
    ]
    rows += [
        Asked(
            0,
            past.level,
            past.feedback,
            words("undone") if past.commit in undone else words("accepted earlier"),
            past.commit,
        )
        for past in reversed(state.past)
        if past.commit not in here
    ]
    return rows


def _history_detail(state: DraftState, row: Asked) -> Detail:
    one = (
        next((found for found in state.iterations if found.number == row.number), None)
        if row.number
        else None
    )
    past = next((found for found in state.past if found.commit and found.commit == row.commit), None)
    text = (
        one.explained.markdown
        if one is not None and one.explained is not None
        else past.summary
        if past is not None
        else ""
    )
    fields = [Field(words("You asked for"), row.feedback or words("the level to be written"))]
    if one is not None:
        fields.append(Field(words("Attempts"), str(one.attempt)))
    if one is not None and one.plan:
        fields.append(Field(words("Plan"), one.plan))
    if row.commit:
        fields.append(Field(words("Commit"), row.commit))
    if past is not None:
        fields.append(Field(words("Lines changed"), str(past.lines_changed)))
    head = (
        words("Iteration {n} · {level}", n=row.number, level=row.level)
        if row.number
        else words("Earlier · {level}", level=row.level)
    )
    return Detail(head, text or words("Nothing is told of it yet."), prose=bool(text), fields=tuple(fields))


HISTORY: ListTab[DraftState, Asked] = ListTab(
    name=words("Iterations"),
    columns=(
        Column(words("No."), lambda row: str(row.number or "–"), 46),
        Column(words("Level"), lambda row: row.level, 100),
        Column(words("You asked for"), lambda row: excerpt(row.feedback) or words("the level to be written")),
        Column(words("Ended"), lambda row: row.ended, 110),
    ),
    rows=_history,
    stamp=_stamp,
    key=lambda row: (row.number, row.commit),
    detail=_history_detail,
    detail_name=words("The chosen iteration"),
    tally=(words("{n} iteration"), words("{n} iterations")),
    empty=words("No iteration yet."),
    first=True,
)


def _what_changed(state: DraftState) -> str:
    now = state.now
    if now is None or now.explained is None:
        return ""
    return now.explained.markdown


TABS: tuple[Tab, ...] = (
    Tab("draft_texts", words("Text"), "list", source=FILES),
    Tab("draft_changes", words("Changes"), "diff", by="slot"),
    Tab(
        "draft_explained",
        words("What changed"),
        "document",
        source=DocumentTab(words("What changed"), _what_changed, words("Nothing changed yet.")),
    ),
    Tab("draft_judged", words("Judge"), "list", source=JUDGED),
    Tab("draft_checks", words("Checks"), "list", source=CHECKS),
    Tab("draft_history", words("History"), "list", source=HISTORY),
    Tab("log", words("Log"), "log"),
)

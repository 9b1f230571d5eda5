"""The tabs of a draft: its files, what changed in them, the judge's words, the history, and the log."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from app.domain.i18n import Message, words
from app.engine.tabs import (
    Act,
    Arrived,
    Cell,
    Column,
    Detail,
    DocumentTab,
    ListTab,
    LiveReply,
    PartLook,
    RowPlace,
    Search,
    Steps,
    StepState,
    StripStep,
    Tab,
)
from app.workflows.draft.asked import PASSAGE, WRITE, WRITE_FILE
from app.workflows.draft.face.check_tab import CHECKS
from app.workflows.draft.face.iteration_tabs import HISTORY, JUDGED, OURS
from app.workflows.draft.rules.changes import measure
from app.workflows.draft.rules.passage import find_passage
from app.workflows.draft.rules.templates import titled
from app.workflows.draft.state import Attempt, DraftState


def strip_of(state: DraftState) -> Sequence[StripStep]:
    """Return the levels, with what lies before the person in each."""
    now = state.under_way
    steps: list[StripStep] = []
    for level in state.template.levels:
        step: StepState
        files = level.files(state.files)
        here = level.name == (now.level if now is not None else state.target)
        if now is not None and here:
            step, said = ("waiting", words("in work")) if now.files else ("running", words("in work"))
        elif level.name in state.stale:
            step, said = "stale", words("out of date")
        elif files:
            step, said = "finished", words("accepted")
        else:
            step, said = "future", words("not written yet")
        opens = RowPlace("draft_texts", next(iter(files))) if files else None
        steps.append(StripStep(titled(level.title), step, said, here, opens))
    return steps


@dataclass(frozen=True, slots=True)
class _FileRow:
    """A file of the project as it lies before the person: accepted, or as it is proposed."""

    path: str
    level: str
    title: str
    change: str | Message
    now: bool
    """Whether it is of the level that is worked on."""
    whose: tuple[str, int] | None = None
    """The writer and the version of a text that was not chosen yet."""
    several: bool = False
    """Whether there are several such texts."""
    digest: int = 0
    versions: bool = False
    """Whether one writer wrote several of them."""
    writers: bool = False
    """Whether several writers wrote."""
    touched: int = 0
    """Of a title: how many files under it are changed."""
    head: bool = False
    """Whether it is the title of a level, above its files."""


def _title(path: str, text: str) -> str:
    """Return what a file is called in a list: its first heading, else its name."""
    heading = next(
        (line.strip("# ").strip() for line in text.split("\n", 20)[:20] if line.startswith("#")), ""
    )
    return heading or path.rpartition("/")[2]


@dataclass(frozen=True, slots=True)
class _Side:
    """A text of the change that lies before the person; `attempt` None: the one that goes on."""

    files: Mapping[str, str | None]
    attempt: Attempt | None = None


def _sides(state: DraftState) -> list[_Side]:
    """Return what lies before the person: one text, or those of the newest attempt while none was chosen."""
    now = state.under_way
    if now is None:
        return []
    if now.files or now.chosen is not None:
        return [_Side(state.before_person())]
    newest = now.texts_of(now.attempts[-1].number) if now.attempts else []
    return [_Side(one.files, one) for one in now.by_rank(newest)]


def _files(state: DraftState) -> Sequence[_FileRow]:
    now, sides = state.now, _sides(state)
    target = now.level if sides and now is not None else state.target
    changed: dict[str, list[_FileRow]] = {}
    for side in sides:
        for row in _changed(state, side, target, sides):
            changed.setdefault(row.path, []).append(row)
    rows: list[_FileRow] = []
    for level in state.template.levels:
        now_on = level.name == target
        inside: list[_FileRow] = []
        # In the order of the work, whatever is changed of it.
        for path in level.ordered({**state.files, **dict.fromkeys(changed, "")}):
            unchanged = _FileRow(path, level.title, _title(path, state.files.get(path, "")), "", now_on)
            inside += changed.get(path) or [unchanged]
        if inside:
            touched = len({row.path for row in inside if row.change})
            said: str | Message = words("out of date") if level.name in state.stale else ""
            said = words("{n} changed", n=touched) if touched else said
            # What is worked on or changed is open.
            opens = now_on or bool(touched)
            head = _FileRow("", level.title, str(level.title), said, opens, touched=touched, head=True)
            rows += [head, *inside]
    return rows


def _changed(state: DraftState, side: _Side, target: str, sides: Sequence[_Side]) -> Iterator[_FileRow]:
    several = len(sides) > 1
    there = [one.attempt for one in sides if one.attempt is not None]
    kinds = any(one.version > 1 for one in there), len({one.writer for one in there}) > 1
    old = {path: state.files[path] for path in side.files if path in state.files}
    new = {path: text for path, text in side.files.items() if text is not None}
    counted = {one.path: one for one in measure(old, new).files}
    for level in state.template.levels:
        for path in level.ordered(side.files):
            text, figures = side.files[path], counted[path]
            change: str | Message = f"+{figures.lines_added} −{figures.lines_removed}"
            if text is None:
                change = words("deleted")
            title, one = _title(path, text or state.files.get(path, "")), side.attempt
            whose = one.key if one is not None else None
            now = level.name == target
            yield _FileRow(path, level.title, title, change, now, whose, several, hash(text), *kinds)


def _detail(state: DraftState, row: _FileRow) -> Detail:
    if row.head:
        return Detail(titled(row.level), "")
    side = _side_of(state, row)
    text = _text_of(state, row, side)
    shown: str | Message = text or words("This file is deleted with the change.")
    head: Cell = row.path
    if row.change and side.attempt is None:
        head = words("{path}, as proposed", path=row.path)
    elif row.change and side.attempt is not None and row.several:
        head = words("{path}, as {who} wrote it", path=row.path, who=_whose(row))
    elif row.change and side.attempt is not None:
        head = words("{path}, in attempt {n}", path=row.path, n=side.attempt.number)
    # Of a file that was not there before all words are new: nothing is marked.
    before = state.files.get(row.path) if row.change else None
    return Detail(head, shown, prose=row.path.endswith((".md", ".txt")), before=before)


def _of_words(state: DraftState, row: _FileRow, words_marked: str) -> Act | None:
    """Return the change of some words alone, of those that a person marked in an accepted text."""
    if row.change or find_passage(row.path, state.files.get(row.path, ""), words_marked) is None:
        return None
    data = {"path": row.path, "quote": words_marked}
    return Act(words("Change only these words…"), "accept", "passage", data, form=True)


def _acts(state: DraftState, row: _FileRow) -> Sequence[Act]:
    """Return what can be done about a file: it is written over by hand, and shown before it is accepted."""
    now = state.under_way
    if row.head or row.several or (now is not None and (not row.now or not now.files)):
        return ()
    data = {"path": row.path, "text": _text_of(state, row, _side_of(state, row))}
    return (Act(words("Edit by hand…"), "write", "edit", data, form=True),)


def _side_of(state: DraftState, row: _FileRow) -> _Side:
    keys = ((side.attempt.key if side.attempt is not None else None, side) for side in _sides(state))
    return next((side for key, side in keys if row.change and key == row.whose), _Side({}))


def _text_of(state: DraftState, row: _FileRow, side: _Side) -> str:
    return side.files.get(row.path, state.files.get(row.path)) or ""


def _whose(row: _FileRow) -> str | Message:
    writer, version = row.whose or ("", 1)
    return words("{who}, version {n}", who=writer, n=version) if row.versions else writer


_NUMBER = re.compile(r"(\d{1,3}) · (?=\S)")


def _named(row: _FileRow) -> str | Message:
    """Return what a row is called: a level, a file by its title, or by who wrote it."""
    if row.head:
        return titled(row.level)
    if row.several:
        # What they differ in comes first: the list is narrow.
        number = words("version {n}", n=row.whose[1]) if row.whose is not None else ""
        who = number if row.versions and not row.writers else _whose(row)
        if numbered := _NUMBER.match(row.title):
            # The number stands in a column of its own.
            rest = row.title[numbered.end() :]
            return words("{n} · {who}: {title}", n=numbered.group(1), who=who, title=rest)
        return words("{who}: {title}", title=row.title, who=who)
    return row.title


def _look(row: _FileRow) -> PartLook:
    if row.head:
        return ("waits" if row.touched else "stale") if row.change else ""
    return "good" if row.change else ""


_MARK = re.compile(
    r"^[ \t]{0,8}[*`]{0,3}<{2,4}[ \t]{0,4}(?:(KEEP|DROP|END)[ \t]+)?(?:FILE|PASSAGE)(?:-\d+)?(?![\w-])"
    r"[ \t:]{0,4}([^\n]{0,300}?)>{2,4}[*`]{0,3}[ \t\r]{0,8}$\n?",
    re.IGNORECASE | re.MULTILINE,
)
"""A line that opens, ends or names a file (`files_reply.py`), with whatever word the marks have."""
_BEGUN = re.compile(r"^[*`]{0,3}<[^\n]*\Z", re.MULTILINE)
"""A mark that is just being written."""
_THOUGHTS = re.compile(
    r"\A\s*<(think(?:ing)?|thoughts?|reasoning)>.*?(?:</\1>|\Z)", re.IGNORECASE | re.DOTALL
)


def arriving(state: DraftState, reply: LiveReply) -> Arrived | None:
    """Return what is read of a reply that is on its way; None where it is no text of the draft."""
    if reply.purpose not in (WRITE, WRITE_FILE, PASSAGE) or reply.state != "running":
        return None
    text = _THOUGHTS.sub("", reply.text, count=1)
    path, begins = "", 0
    for mark in _MARK.finditer(text):
        if not mark.group(1):
            path, begins = mark.group(2).strip().strip("`*\"'"), mark.end()
    shown = _MARK.sub("", _BEGUN.sub("", text[begins:])).lstrip("\n")
    if not shown.strip() and not path:
        return None
    if reply.purpose == PASSAGE and state.now is not None and state.now.passage is not None:
        head = words("{file}, the marked passage, is being written", file=state.now.passage.path)
        return Arrived(head, shown)
    if not path:
        return Arrived(words("Being written"), shown)
    return Arrived(words("{file}, being written", file=path), shown, path)


def _asked(state: DraftState) -> str:
    """Return the words of the request that is worked on, or was last and waits for its acceptance."""
    now = state.under_way
    return now.feedback if now is not None and now.feedback not in OURS else ""


FILES: ListTab[DraftState, _FileRow] = ListTab(
    asked=_asked,
    name=words("Files"),
    columns=(
        Column(words("File"), _named),
        Column(words("Change"), lambda row: row.change, 76, look=_look),
    ),
    rows=_files,
    stamp=lambda state: (state.stamp, state.target, len(state.files), tuple(state.decided.values())),
    key=lambda row: (row.path, row.whose) if row.several else row.path or (row.level,),
    steps=Steps(
        head=lambda row: row.head,
        inside=lambda row: not row.head,
        column=0,
        opens=lambda row: row.now,
        counts=lambda row: row.path,
        titles=True,
    ),
    detail=_detail,
    detail_name=words("The chosen file"),
    filters=(Search(words("Search the files"), lambda row: () if row.head else (row.title, row.path)),),
    tally=(words("{n} file"), words("{n} files")),
    empty=words("Nothing is written yet. Write the first level. Other files of the folder stay as they are."),
    missing=words("No file passes the filters."),
    hint=words("Choose a file to read it."),
    begins_at=lambda row: bool(row.change) and not row.head,
    arriving=arriving,
    of_words=_of_words,
    acts=_acts,
    widths=(216, 690),
    prose=True,
)


def _what_changed(state: DraftState) -> str | Message:
    now = state.now
    if now is None or now.explained is None:
        return ""
    return now.explained.markdown


_CHECKED, _MORE = words("Checks"), words("More")
TABS: tuple[Tab, ...] = (
    Tab("draft_texts", words("Text"), "list", source=FILES),
    Tab("draft_changes", words("Changes"), "diff", by="slot"),
    Tab("draft_judged", words("Judge"), "list", source=JUDGED, group=_CHECKED),
    Tab(
        "draft_explained",
        words("What changed"),
        "document",
        source=DocumentTab(words("What changed"), _what_changed, words("Nothing changed yet.")),
        group=_CHECKED,
    ),
    Tab("draft_checks", words("Checks"), "list", source=CHECKS, group=_CHECKED),
    Tab("draft_history", words("History"), "list", source=HISTORY),
    Tab("summary", words("Summary"), "summary", group=_MORE),
    Tab("log", words("Log"), "log", group=_MORE),
)

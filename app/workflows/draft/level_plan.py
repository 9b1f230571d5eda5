"""A level written file by file: what is planned, in what order, and what each file is shown of the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from pydantic import BeforeValidator, WithJsonSchema

from app.diffing.tokens import count_words
from app.domain.i18n import Message, words
from app.markup.escaping import inline
from app.workflows.common import values
from app.workflows.common.reading.names import ReplyModel
from app.workflows.common.replies import Text, Written
from app.workflows.draft.asked import FileText
from app.workflows.draft.names import Refused, confined, meant

Action = Literal["change", "add", "drop", "keep"]
_ACTIONS = {
    "change": "change changed modify modified update updated edit edited rewrite rewritten revise andern",
    "add": "add added create created new insert write hinzufugen neu",
    "drop": "drop dropped delete deleted remove removed cut loschen entfernen",
    "keep": "keep kept unchanged untouched same none leave behalten",
}
Order = Callable[[Iterable[str]], list[str]]
"""Sorts paths into the document's order."""


class PlanReply(ReplyModel):
    """The request in other words, what is planned, and what stays untouched."""

    main: ClassVar[str] = "changes"
    names: ClassVar[dict[str, str]] = {
        "request": "restated restatement understanding summary request_restated task goal auftrag",
        "changes": "planned_changes plan steps planned actions anderungen",
        "untouched": "unchanged stays kept keep not_touched what_stays bleibt",
    }
    request: Written
    changes: tuple[Text, ...]
    untouched: tuple[Text, ...] = ()


class OutlineItemReply(ReplyModel):
    """What is to become of one file."""

    main: ClassVar[str] = "what"
    keyed: ClassVar[tuple[str, str]] = ("file", "what")
    names: ClassVar[dict[str, str]] = {
        "file": "path name chapter filename datei",
        "action": "do kind type operation aktion",
        "what": "description change summary content task why details was",
    }
    file: Text
    action: Annotated[
        Action,
        BeforeValidator(values.one_of(_ACTIONS)),
        WithJsonSchema({"enum": ["change", "add", "drop", "keep"], "type": "string"}),
    ]
    what: Text = ""


class OutlineReply(ReplyModel):
    """Every file that is to be changed, added or dropped, in the document's order."""

    main: ClassVar[str] = "files"
    wrappers: ClassVar[tuple[str, ...]] = ("plan", "outline")
    names: ClassVar[dict[str, str]] = {"files": "changes items plan outline tasks dateien"}
    files: tuple[OutlineItemReply, ...]


@dataclass(frozen=True, slots=True)
class FileTask:
    """One file to be written: `change` one that is there, or `add` one."""

    path: str
    action: Literal["change", "add"]
    what: str


@dataclass(frozen=True, slots=True)
class LevelTasks:
    """What a plan comes to. `refused`: what of it cannot be done, and why."""

    tasks: tuple[FileTask, ...]
    drops: tuple[str, ...]
    refused: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class Around:
    """What a file is written beside: those before it in their new form, those after it in their old one."""

    before: tuple[FileText, ...]
    after: tuple[FileText, ...]


def plan_text(reply: PlanReply) -> str:
    """Return a plan as the Markdown that a person reads, edits and approves."""
    lines = [inline(reply.request), "", "**Planned changes**", ""]
    lines += [f"- {inline(change)}" for change in reply.changes if change.strip()]
    kept = [one for one in reply.untouched if one.strip()]
    if kept:
        lines += ["", "**Stays as it is**", "", *(f"- {inline(one)}" for one in kept)]
    return "\n".join(lines) + "\n"


def tasks_of(
    reply: OutlineReply, old: Mapping[str, str], patterns: Sequence[str], order: Order | None = None
) -> LevelTasks:
    """Return the files to be written, in the document's order, and those to be dropped.

    A file named twice is written once, with both descriptions. What is not named stays byte for byte.
    """
    whats: dict[str, list[str]] = {}
    drops: dict[str, None] = {}
    refused: list[Message] = []
    for item in reply.files:
        path = _path(item.file, item.action, old, patterns)
        if isinstance(path, Refused):
            refused.append(path.why)
        elif item.action == "drop":
            drops[path] = None
        elif item.action != "keep":
            whats.setdefault(path, []).append(item.what)
    both = [path for path in drops if path in whats]
    for path in both:
        refused.append(words("{file} is to be written and dropped at once; it is written.", file=path))
        del drops[path]
    named = list(whats) if order is None else order(whats)
    tasks = tuple(
        FileTask(path, "change" if path in old else "add", "\n".join(filter(None, whats[path])))
        for path in named
    )
    return LevelTasks(tasks, tuple(drops), tuple(refused))


def _path(name: str, action: Action, old: Mapping[str, str], patterns: Sequence[str]) -> str | Refused:
    if action != "add":
        known = meant(name, list(old))
        if known is not None:
            return known
    path = confined(name, patterns, list(old))
    if isinstance(path, Refused) or path in old or action == "add":
        return path
    if action == "change":
        # A first generation has no files yet, and models call all of theirs changed.
        return path
    return Refused(name, words("“{name}” is not there, so it can be neither kept nor dropped.", name=name))


def around(
    path: str, tasks: LevelTasks, old: Mapping[str, str], new: Mapping[str, str], order: Order
) -> Around:
    """Return what a file is written beside. `new`: the files that are written already."""
    there = {one: text for one, text in {**old, **new}.items() if one not in tasks.drops}
    paths = order({*there, path})
    at = paths.index(path)
    before = tuple(FileText(path=one, text=there[one]) for one in paths[:at])
    after = tuple(FileText(path=one, text=old[one]) for one in paths[at + 1 :] if one in old)
    return Around(before, after)


def outline_of(files: Mapping[str, str], most: int = 160) -> str:
    """Return a line a file: its path, its heading or first words, and how long it is."""
    return "\n".join(
        f"{path}: {_head(text, most)} ({count_words(text)} words)" for path, text in files.items()
    )


def _head(text: str, most: int) -> str:
    lines = (line.strip().lstrip("#").strip() for line in text.splitlines())
    first = " – ".join([line for line in lines if line][:2])
    return first if len(first) <= most else first[: most - 1] + "…"


CHARS_PER_TOKEN = 3.0
"""A low guess, so that what is said to fit does; most texts have four."""
MARGIN = 1.25


def fits_one_reply(files: Iterable[str], max_output_tokens: int, *, growth: float = 1.0) -> bool:
    """Tell whether a level can be written in one reply. `growth`: how much longer it is expected to get."""
    texts = list(files)
    tokens = sum(len(text) for text in texts) / CHARS_PER_TOKEN + 24 * len(texts)
    return tokens * growth * MARGIN <= max_output_tokens

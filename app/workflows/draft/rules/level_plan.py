"""A level written file by file: what is planned, in what order, and what each file is shown of the others."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal, NamedTuple

from pydantic import BeforeValidator

from app.diffing.tokens import count_words
from app.domain.canonical import JsonValue
from app.domain.i18n import NO_MESSAGE, Message, words
from app.domain.payload import mapping_of, texts_of
from app.markup.escaping import inline
from app.workflows.common import values
from app.workflows.common.reading.mending import load
from app.workflows.common.reading.names import ReplyModel
from app.workflows.common.replies import Text, Written
from app.workflows.draft.asked import FileText
from app.workflows.draft.facts import HeldTask
from app.workflows.draft.rules.file_names import Refused, confined, meant

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
        "changes": "planned_changes plan steps planned actions",
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
        "file": "path name chapter filename",
        "action": "do kind type operation aktion",
        "what": "description change summary content task why details was",
    }
    file: Text
    action: Annotated[Action, BeforeValidator(values.one_of(_ACTIONS))]
    what: Text = ""


class OutlineReply(ReplyModel):
    """Every file that is to be changed, added or dropped, in the document's order."""

    main: ClassVar[str] = "files"
    wrappers: ClassVar[tuple[str, ...]] = ("plan", "outline")
    names: ClassVar[dict[str, str]] = {"files": "changes items plan outline tasks dateien"}
    most: ClassVar[dict[str, int]] = {"files": 200}
    files: tuple[OutlineItemReply, ...]


@dataclass(frozen=True, slots=True)
class LevelTasks:
    """What a plan comes to. `refused`: what of it cannot be done, and why."""

    tasks: tuple[HeldTask, ...]
    drops: tuple[str, ...]
    refused: tuple[Message, ...] = ()


def plan_text(reply: PlanReply) -> str:
    """Return a plan as the Markdown that a person reads, edits and approves."""
    lines = [inline(reply.request), "", "**Planned changes**", ""]
    lines += [f"- {inline(change)}" for change in reply.changes if change.strip()]
    kept = [one for one in reply.untouched if one.strip()]
    if kept:
        lines += ["", "**Stays as it is**", "", *(f"- {inline(one)}" for one in kept)]
    return "\n".join(lines) + "\n"


def tasks_of(
    reply: OutlineReply, old: Mapping[str, str], patterns: Sequence[str], order: Order = list
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
    tasks = [
        HeldTask(
            path=path, action="change" if path in old else "add", what="\n".join(filter(None, whats[path]))
        )
        for path in order(whats)
    ]
    return LevelTasks(tuple(tasks), tuple(drops), tuple(refused))


def _path(name: str, action: Action, old: Mapping[str, str], patterns: Sequence[str]) -> str | Refused:
    if action != "add":
        known = meant(name, list(old))
        if known is not None:
            return known
    path = confined(name, patterns, list(old))
    # A first generation has no files yet, and models call all of theirs changed.
    if isinstance(path, Refused) or path in old or action in ("add", "change"):
        return path
    return Refused(name, words("“{name}” is not there, so it can be neither kept nor dropped.", name=name))


def around(
    path: str, drops: Collection[str], old: Mapping[str, str], new: Mapping[str, str], order: Order
) -> tuple[tuple[FileText, ...], tuple[FileText, ...]]:
    """Return the files before one, those of `new` in their new form, and those after it in their old one."""
    there = {one: text for one, text in {**old, **new}.items() if one not in drops}
    paths = order({*there, path})
    at = paths.index(path)
    before = tuple(FileText(path=one, text=there[one]) for one in paths[:at])
    after = tuple(FileText(path=one, text=old[one]) for one in paths[at + 1 :] if one in old)
    return before, after


_LONGEST_HEAD = 160


def outline_of(files: Mapping[str, str]) -> str:
    """Return a line a file: its path, its heading or first words, and how long it is."""
    return "\n".join(f"{path}: {_head(text)} ({count_words(text)} words)" for path, text in files.items())


def _head(text: str) -> str:
    lines = (line.strip().lstrip("#").strip() for line in text.splitlines())
    first = " – ".join([line for line in lines if line][:2])
    return first if len(first) <= _LONGEST_HEAD else first[: _LONGEST_HEAD - 1] + "…"


_CHARS_PER_TOKEN = 3.0
"""A low guess, so that what is said to fit does; most texts have four."""
MARGIN = 1.25


def fits_one_reply(files: Iterable[str], max_output_tokens: int, *, growth: float = 1.0) -> bool:
    """Tell whether a level can be written in one reply. `growth`: how much longer it is expected to get."""
    texts = list(files)
    tokens = sum(len(text) for text in texts) / _CHARS_PER_TOKEN + 24 * len(texts)
    return tokens * growth * MARGIN <= max_output_tokens


_KINDS: Mapping[str, tuple[type, Message]] = {
    "object": (dict, words("an object")),
    "array": (list, words("a list")),
    "string": (str, words("a text")),
}
MOST = 8
"""Problems that are told at once."""


class _JsonChecked(NamedTuple):
    """A JSON file: its text as it is to be written, and what is wrong with it; nothing where it is sound."""

    text: str
    problems: tuple[Message, ...] = ()


def check_json(path: str, text: str, schema: Mapping[str, JsonValue] | None = None) -> _JsonChecked:
    """Read a file's text as JSON and hold it against a schema.

    Looked at are type (object, array, string), required, properties, items and minLength: what the schemas of
    templates say. A text that is sound stays as it is, byte for byte.
    """
    try:
        value: JsonValue = json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        body = text.strip().strip("`").removeprefix("json").strip()
        none = _JsonChecked(text, (words("{file} is not JSON: {why}.", file=path, why=error),))
        # A repair is plain only where it is one whole object with a slip in it.
        if not (body.startswith("{") and body.endswith("}")):
            return none
        try:
            value, _ = load(body)
        except (ValueError, RecursionError):
            return none
        text = json.dumps(value, ensure_ascii=False, indent=2) + "\n"
    return _JsonChecked(text, tuple(_problems(path, value, schema or {}))[:MOST])


def _refuse(name: str) -> float:
    raise ValueError(f"{name} is no JSON value")


def _problems(
    file: str, value: JsonValue, schema: Mapping[str, JsonValue], at: str = ""
) -> Iterator[Message]:
    where = at or "the file"
    kind, called = _KINDS.get(str(schema.get("type")), (object, NO_MESSAGE))
    if not isinstance(value, kind):
        yield words("{file}: {where} has to be {kind}.", file=file, where=where, kind=called)
    elif isinstance(value, str) and schema.get("minLength") and not value.strip():
        yield words("{file}: {where} is empty.", file=file, where=where)
    elif isinstance(value, list) and (of_items := mapping_of(schema, "items")):
        for number, inner in enumerate(value, 1):
            yield from _problems(file, inner, of_items, f"{at}[{number}]")
    elif isinstance(value, dict):
        for name in texts_of(schema, "required"):
            if name not in value:
                yield words("{file}: “{name}” is missing in {where}.", file=file, name=name, where=where)
        for name, part in mapping_of(schema, "properties").items():
            if name in value and isinstance(part, dict):
                yield from _problems(file, value[name], part, f"{at}.{name}" if at else name)

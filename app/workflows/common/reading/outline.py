"""Finding what a reply says: its JSON values, else what its headings, `name: value` lines and tags name.

JSON is followed from bracket to bracket, strings respected, in linear time. Else only what is named is taken:
a line under no known name belongs to the text before it or to nobody.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel

from app.domain.live_text import folded
from app.workflows.common.reading.names import fields_by_name, is_model, is_text, item_of, required

_MOST_FOUND = 40
"""Objects of a reply that are looked at; one that holds more is not an answer in the format asked for."""
_MOST_BROKEN = 4
"""Beginnings without an end that are followed to the end of the reply: each costs its whole length."""
_OPENING = re.compile(r"""\{(?=\s*+(?:["'“”‘`{}/#]|[^\W\d][\w .-]{0,40}+["']?\s{0,8}+:))|\[(?=\s*+[{\["“])""")
_TOKEN = re.compile(
    r'"""[^"]*+(?:"(?!"")[^"]*+)*"""|"[^"\\]*+(?:\\.[^"\\]*+)*"|“[^”“"]*+”|[{}\[\]]|(?<=[{\[,:\s])\'[^\'\\\n]*+(?:\\.[^\'\\\n]*+)*\'(?=\s{0,8}+[,:}\]])|"',
    re.DOTALL,
)
_FENCE = re.compile(r"^[ \t]{0,8}(?:`{3,}|~{3,})[ \t]*([\w+-]{0,20})", re.MULTILINE)
_LONGEST = 250_000
"""Characters that are looked through for lines with names; more is no outline."""
_HEADING = re.compile(r"^(#{1,6})[ \t]+(.{1,120}?)[ \t]*[:#]*[ \t]*$")
_BOLD_HEADING = re.compile(r"^(?:\d{1,2}[.)][ \t]+)?(\*\*|__)([^*_\n]{1,80}?):?\1[ \t]*:?[ \t]*$")
_PLAIN_HEADING = re.compile(r"^([^\W\d_][^:\n|]{0,50}?)[ \t]*[:：][ \t]*$")
_LINE = re.compile(
    r"^(?P<indent>[ \t]{0,40})(?P<bullet>(?:[-*•+]|\d{1,3}[.)])[ \t]+)?"
    r"(?:\*\*|__|`)?(?P<name>[^:：*`\n|]{1,50}?)(?:\*\*|__|`)?[ \t]*[:：](?:\*\*|__)?[ \t]*(?P<value>.*)$"
)
_ROW = re.compile(r"^\s*\|\s*([^|\n]{1,50}?)\s*\|\s*([^|\n]+?)\s*\|\s*$")
"""A name and its value in a table."""
_JSON_NAME = re.compile(r'"(\w{1,40})"\s*:')
_FEW_NAMES = 2
"""Fields that a line of prose does not name in quotes, with a colon."""
_BULLET = re.compile(r"^(?P<indent>[ \t]{0,40})(?:[-*•+]|\d{1,3}[.)])[ \t]+(?P<rest>.+)$")
_LABEL = re.compile(
    r"^(?:for |zu |on )?"
    r"(?:(?:response|answer|antwort|reponse|respuesta|resposta|回答|draft) ?)([A-Z]\d{0,2})\b",
    re.IGNORECASE,
)
_POINT = re.compile(
    r"^(?:point |punkt )?[\[(`*]{0,4}(\d{1,3})[\])`*]{0,4}\s*[:–—.)-]+[\])`*]{0,4}\s*(.*)$", re.IGNORECASE
)
_PARAMETER = re.compile(r"<parameter=([\w-]{1,40})>")
_OPEN = re.compile(r"<([^\W\d][\w.-]{0,40})(?:\s[^<>]{0,200})?>")


@dataclass(frozen=True, slots=True)
class Found:
    """One JSON value as it stands in a reply."""

    source: str
    start: int
    end: int
    cut: bool = False
    """The reply ends before the value does."""


def found(text: str) -> Iterator[Found]:
    """Yield the JSON values of a text that lie in no other; a broken one reaches as far as it may."""
    offset, seen, broken = 0, 0, 0
    while seen < _MOST_FOUND and broken < _MOST_BROKEN:
        opening = _OPENING.search(text, offset)
        if opening is None:
            return
        start = opening.start()
        seen += 1
        end = _closing(text, start)
        if end is not None:
            yield Found(text[start:end], start, end)
            offset = end
            continue
        broken += 1
        last = max(text.rfind("}", start), text.rfind("]", start))
        rest = text[last + 1 :]
        # Behind it follow the end of a fence and a short word at most.
        only_wrapping = len(rest.strip(" \t\r\n`~")) < 200
        if last > start and only_wrapping and not rest.lstrip().startswith(","):
            # Its brackets do not add up, or a quotation mark is missing: all of it is one value.
            yield Found(text[start : last + 1], start, len(text), cut=False)
            return
        yield Found(_without_fence(text[start:]), start, len(text), cut=True)
        return


def outside(text: str, values: list[Found]) -> tuple[str, str]:
    """Return what is said before the first and behind the last value, fences left out."""
    if not values:
        return text, ""
    before = _without_labels(text[: values[0].start])
    return before, _without_labels(text[values[-1].end :])


def fenced(text: str, value: Found) -> bool:
    """Tell whether a value stands in a code fence."""
    lines = text[max(0, value.start - 60) : value.start].rsplit("\n", 3)[-3:]
    return any(line.strip().startswith(("```", "~~~")) for line in lines)


def _closing(text: str, start: int) -> int | None:
    """Return where the value that begins at `start` ends, None where it does not."""
    depth = 0
    for token in _TOKEN.finditer(text, start):
        sign = token.group()
        if sign in "{[":
            depth += 1
        elif sign in "}]":
            depth -= 1
            if depth == 0:
                return token.end()
        elif sign == '"':
            return None
    return None


def _without_fence(text: str) -> str:
    bare = text.rstrip()
    for mark in ("```", "~~~"):
        if bare.endswith(mark):
            return bare[: -len(mark)].rstrip("`~ \n\t")
    return bare


def _without_labels(text: str) -> str:
    return _FENCE.sub("", text).strip()


@dataclass(slots=True)
class _Section:
    """What stands under one known name."""

    name: str
    title: str
    level: int
    lines: list[str] = field(default_factory=list)


def outlined(text: str, model: type[BaseModel]) -> dict[str, Any] | None:
    """Return a reply's fields as its headings and lines name them, None where it names too few."""
    if len(text) > _LONGEST:
        return None
    value: dict[str, Any] = {}
    sections = _sections(text, model)
    for section in sections:
        body = "\n".join(section.lines).strip()
        if not body or section.name in value:
            continue
        item = item_of(model, section.name)
        if item is None:
            value[section.name] = body if is_text(model, section.name) else body.splitlines()[0].strip("*_` ")
        elif is_model(item):
            neutral = section.title in getattr(model, "neutral", ())
            value[section.name] = _items(section.lines, item, bare=not neutral)
        else:
            value[section.name] = body
    main = getattr(model, "main", "")
    item = item_of(model, main) if main and not value.get(main) else None
    if item is not None and is_model(item):
        # Below no name of the list: each item under the label of what it is about, or in a row of a table.
        names = fields_by_name(model)
        loose = [line for line in text.splitlines() if _opened(line, names) is None]
        items = [*_rows(loose, item), *_items(loose, item, bare=False)]
        value |= {main: whole} if (whole := [one for one in items if one.get(item.main)]) else {}
    return value if value and required(model) <= value.keys() else None


def _rows(lines: list[str], item: Any) -> list[dict[str, Any]]:
    """Return the items that the rows of a table give, its head naming their fields."""
    names, head, found = _names(item), list[str | None](), list[dict[str, Any]]()
    for line in lines:
        cells = [cell.strip().strip("*`") for cell in line.strip().strip("|").split("|")]
        if "|" not in line or len(cells) != len(head or cells):
            head = []
        elif not head:
            head = [names.get(_title(cell)) for cell in cells]
        elif set(line) - set("|:- \t"):
            found.append({name: cell for name, cell in zip(head, cells, strict=True) if name})
    return found


def _names(item: Any) -> Mapping[str, str]:
    """Return the names of an item's fields, and of those of its parts, which may stand beside its own."""
    parts = (part for name in item.model_fields if is_model(part := item_of(item, name)))
    return {title: title for part in parts for title in fields_by_name(part)} | dict(fields_by_name(item))


def _sections(text: str, model: type[BaseModel]) -> list[_Section]:
    names = fields_by_name(model)
    main = getattr(model, "main", "")
    found: list[_Section] = []
    fence = False
    for line in text.splitlines():
        if _of_the_form(line, model):
            continue
        here = found[-1] if found else None
        if line.lstrip().startswith(("```", "~~~")):
            fence = not fence
        opened = None if fence else _opened(line, names)
        # Inside the answer's text only a heading as high as its own can end it.
        inside = here is not None and here.name == main and is_text(model, main)
        if opened is not None and not (inside and here is not None and opened[2] > here.level):
            name, title, level, rest = opened
            found.append(_Section(name, title, level, [rest] if rest else []))
        elif here is not None:
            here.lines.append(line)
    return found


def _of_the_form(line: str, model: type[BaseModel]) -> bool:
    """Tell whether a line is a piece of the JSON that was asked for, broken or given back."""
    named = set(_JSON_NAME.findall(line))
    if len(named) < _FEW_NAMES:
        return False
    items = (item_of(model, name) for name in model.model_fields)
    known = {*model.model_fields, *(one for item in items if is_model(item) for one in item.model_fields)}
    return len(named & known) >= _FEW_NAMES


def _opened(line: str, names: Any) -> tuple[str, str, int, str] | None:
    """Return (field, name, level, rest of the line) where a line begins a field; lines are below headings."""
    for heading, level in ((_HEADING, 0), (_BOLD_HEADING, 6), (_PLAIN_HEADING, 7)):
        if (found := heading.match(line)) is not None:
            title = _title(found[found.lastindex or 0])
            if (name := names.get(title)) is not None:
                return name, title, level or len(found[1]), ""
            if heading is not _BOLD_HEADING:
                return None
    bold = _BOLD_HEADING.match(line)
    pair = _LINE.match(_ROW.sub(r"\1: \2", line))
    if pair is not None and len(pair.group("indent")) <= 1:
        title = _title(pair.group("name"))
        name = names.get(title)
        if name is None:
            return None
        value = pair.group("value").strip()
        # `**Winner: second**`: the name and its value share one pair of marks.
        whole = bold is not None and value.endswith(bold.group(1))
        return name, title, 7, value.removesuffix(bold.group(1)) if bold is not None and whole else value
    return None


def _title(words: str) -> str:
    return folded(re.sub(r"^[\W_]*\d{0,2}[.)]?\s*|\s*\([^()]*\)\W*$", "", words))


def _items(lines: list[str], item: type[BaseModel], *, bare: bool) -> list[dict[str, Any]]:
    """Return the items of a list field: each begins with a bullet, and its lines name its fields."""
    names = _names(item)
    main = getattr(item, "main", "")
    keyed = getattr(item, "keyed", ("", ""))
    found: list[dict[str, Any]] = []
    about = ""
    last = ""
    for line in lines:
        label = _LABEL.match(line.strip(" \t#*_:-•"))
        if label is not None and (
            line.lstrip().startswith(("#", "**")) or line.strip().endswith((":", "**"))
        ):
            about = f"Response {label.group(1).upper()}"
            continue
        below = _HEADING.match(line) or _BOLD_HEADING.match(line) or _PLAIN_HEADING.match(line)
        if below is not None:
            # Bare lines below `Weaknesses` are items, below `Strengths` they are not.
            title = _title(below.group(below.lastindex or 0))
            if title not in names:
                bare = title in getattr(item, "groups", ())
                continue
        bullet = _BULLET.match(line)
        point = _POINT.match(line.strip(" \t-*•+")) if keyed[0] == "id" else None
        if point is not None:
            answer, why = _apart(point.group(2))
            found.append({keyed[0]: point.group(1), keyed[1]: answer, "justification": why})
            last = "justification"
            continue
        pair = _LINE.match(line)
        name = names.get(_title(pair.group("name"))) if pair is not None else None
        if pair is not None and name is not None:
            nested = bullet is not None and len(pair.group("indent")) > 1 and found and name not in found[-1]
            # Bullets beside each other may each name another field of one item.
            beside = bullet is not None and not nested and not (found and main in found[-1] and name != main)
            if not found or name in found[-1] or beside:
                found.append({keyed[0]: about} if about and keyed[0] else {})
            found[-1][name] = pair.group("value").strip().strip("\"'")
            last = name
        elif bullet is not None and bare and main and len(bullet.group("indent")) <= 3:
            subject = {keyed[0]: about} if about and keyed[0] else {}
            found.append({**subject, main: bullet.group("rest").strip()})
            last = main
        elif found and last and line.strip("`~ \t") and isinstance(found[-1].get(last), str):
            found[-1][last] = f"{found[-1][last]} {line.strip()}".strip()
    return [one for one in found if any(one.values())]


def _apart(words: str) -> tuple[str, str]:
    """Split `fixed – a source was added` at its first mark."""
    match = re.match(
        r"[*_`\"\[(]{0,3}([^\W\d_]+(?: [^\W\d_]+)?)[*_`\"\])]{0,3}\s*[-–—:.,;]*\s*(.*)$", words.strip()
    )
    return (match.group(1), match.group(2)) if match else (words, "")


# --- tags -------------------------------------------------------------------------------------


def tagged(text: str, model: type[BaseModel]) -> dict[str, Any] | None:
    """Return a reply's fields as tags name them: `<text>…</text>`; None where it has too few."""
    if "<" not in text:
        return None
    text = _PARAMETER.sub(r"<\1>", text)
    outer = _children(text, 3)
    if len(outer) == 1:
        # One tag around all of them.
        within = tagged(outer[0][1], model)
        if within is not None:
            return within
    names = fields_by_name(model)
    value: dict[str, Any] = {}
    for tag, inner in _children(text, 200):
        name = names.get(folded(tag))
        if name is None or name in value:
            continue
        item = item_of(model, name)
        value[name] = _unescaped(inner) if item is None else _tagged_items(inner, item)
    return value if value and required(model) <= value.keys() else None


def _tagged_items(inner: str, item: Any) -> Any:
    children = list(_children(inner, 200))
    if not children:
        return _unescaped(inner)
    found: list[Any] = []
    for _, body in children:
        parts = list(_children(body, 40)) if is_model(item) else []
        found.append({tag: _unescaped(text) for tag, text in parts} if parts else _unescaped(body))
    return found


def _children(text: str, most: int) -> list[tuple[str, str]]:
    """Return the elements of a text that lie in no other, at most so many."""
    found: list[tuple[str, str]] = []
    offset = 0
    while len(found) < most:
        opened = _OPEN.search(text, offset)
        if opened is None:
            break
        closing = f"</{opened.group(1)}>"
        end = text.find(closing, opened.end())
        if end < 0:
            closing = "</parameter>" if "</parameter>" in text[opened.end() :] else ""
            end = text.find(closing, opened.end()) if closing else -1
        if end < 0:
            offset = opened.end()
            most -= 1
            continue
        found.append((opened.group(1), text[opened.end() : end]))
        offset = end + len(closing)
    return found


def _unescaped(text: str) -> str:
    bare = text.strip()
    if bare.startswith("<![CDATA[") and bare.endswith("]]>"):
        return bare[9:-3].strip()
    for mark, sign in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&#39;", "'"), ("&amp;", "&")):
        bare = bare.replace(mark, sign)
    return bare

"""What gates tell of changed files: how many lines, and each change with its place and its words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from app.diffing import compare
from app.diffing.alignment import Row
from app.diffing.units import Unit
from app.domain.canonical import JsonValue
from app.domain.excerpt import cut, excerpt
from app.domain.i18n import Message, words
from app.domain.payload import items_of
from app.domain.sentences import recorded, sentence_of
from app.workflows.draft.rules.changes import lines_told, measure
from app.workflows.draft.state import DraftState

_SIDES: tuple[Callable[[Row], Unit | None], ...] = (lambda row: row.old, lambda row: row.new)
_BEGINNING = 300
"""Characters of a new file that are told."""
_SHOWN, _CONTEXT = 120, 24
"""Characters of a changed passage that are told, and of what stands unchanged before its difference."""
KINDS = {"added": words("new"), "removed": words("deleted"), "changed": words("changed")}


def shown_files(accepted: Mapping[str, str | None], files: Mapping[str, str | None]) -> list[JsonValue]:
    """Return the files that differ from the accepted ones, each with what is told of it and its changes."""
    old, new = ({p: t for p in files if (t := side.get(p)) is not None} for side in (accepted, files))
    found: list[JsonValue] = []
    for one in sorted(measure(old, new).changed, key=lambda one: one.path):
        lines = lines_told(one.lines_added, one.lines_removed)
        said = words("{kind}, {lines}", kind=KINDS[one.kind], lines=lines)
        if one.other:
            place = words("in place of {file}") if one.kind == "added" else words("{file} takes its place")
            said = words("{said}; {place}", said=said, place=place.filled(file=one.other))
        row: dict[str, JsonValue] = {"path": one.path, "kind": one.kind, "said": recorded(said), "hunks": []}
        if one.kind == "added":
            row["begins"] = cut(excerpt(new[one.path]), _BEGINNING)
        elif one.kind == "changed":
            row["hunks"] = _hunks(old[one.path], new[one.path])
        found.append(row)
    return found


def changes_in(shown: Sequence[JsonValue]) -> int:
    """Return how many changes shown files have; a file that is new or gone has none that is decided alone."""
    return sum(len(items_of(one, "hunks")) for one in shown if isinstance(one, dict))


def file_lines(files: Sequence[Mapping[str, JsonValue]]) -> Iterator[Message]:
    """Return what a payload tells of changed files, a line each and one for each change."""
    for item in files:
        yield words("{path}: {said}", path=item.get("path"), said=sentence_of(item.get("said")))
        if item.get("begins"):
            yield words("  It begins: “{text}”", text=item["begins"])
        for number, hunk in enumerate(items_of(item, "hunks"), 1):
            where, said = (sentence_of(hunk.get(name)) for name in ("where", "said"))
            yield words("  {n}  {where}: {said}", n=number, where=where, said=said)


def edited_outside(state: DraftState) -> list[JsonValue]:
    """Return what somebody changed outside since the newest commit, as far as it can be shown."""
    return shown_files(state.committed, {path: state.files.get(path) for path in state.committed})


def _hunks(old: str, new: str) -> list[JsonValue]:
    """Return the changes of a file in its order: where, below which heading, and their words."""
    found: list[JsonValue] = []
    compared = compare(old, new)
    for hunk in compared.hunks:
        rows = [compared.rows[row] for row in hunk.rows]
        sides = [" ".join(unit.text for row in rows if (unit := side(row)) is not None) for side in _SIDES]
        first, last = hunk.new_lines if hunk.kind != "deleted" else hunk.old_lines
        where = words("line {n}", n=first)
        if last > first:
            where = words("lines {n}–{last}", n=first, last=last)
        if hunk.heading:
            where = words("{lines}, {heading}", lines=where, heading=hunk.heading)
        before, after = _where_they_part(*(excerpt(text) for text in sides))
        if hunk.kind == "spacing":
            said = words("white space")
        elif before and before == after:
            said = words("moved: “{text}”", text=cut(excerpt(sides[1]), _SHOWN))
        elif before and after:
            said = words("“{before}” → “{after}”", before=before, after=after)
        else:
            said = words("new: “{text}”", text=after) if after else words("gone: “{text}”", text=before)
        shown = {"where": recorded(where), "said": recorded(said)}
        found.append({"number": hunk.index + 1, "key": hunk.key, "lines": [*hunk.old_lines], **shown})
    return found


def _where_they_part(before: str, after: str) -> tuple[str, str]:
    """Return two passages from shortly before their first difference on, cut to what is told of one."""
    pairs = enumerate(zip(before, after, strict=False))
    same = next((at for at, (one, other) in pairs if one != other), min(len(before), len(after)))
    start = before.rfind(" ", 0, max(0, same - _CONTEXT)) + 1 if same > _CONTEXT and before and after else 0
    mark = "… " if start else ""
    return cut(f"{mark}{before[start:]}", _SHOWN), cut(f"{mark}{after[start:]}", _SHOWN)

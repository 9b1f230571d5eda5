"""The changes that lie before a person, read at a terminal: file by file, page by page."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app import diffing
from app.cli.inputs import attended, read_line
from app.cli.names import Names
from app.cli.output import clean, coloured, is_terminal, say, say_painted, strong, wrapped
from app.domain.ids import PERSON
from app.domain.typed_answers import named_texts
from app.domain.whole_numbers import whole_number
from app.engine.fold import SessionFold
from app.projections.gate_inbox import Gate
from app.projections.texts import Texts, Version

if TYPE_CHECKING:
    from app.diffing import Comparison
    from app.diffing.hunks import Hunk
    from app.diffing.spans import Span

SPARE = 3
"""Lines of a screen that stay free for what is asked below a page."""
_GONE, _NEW, _PLAIN = "\x1b[31m", "\x1b[32m", "\x1b[0m"
_MARKS = {"equal": ("", ""), "delete": ("[−", "−]"), "insert": ("{+", "+}")}
"""What stands around words that stay, go and come, as in a diff by words."""


@dataclass(frozen=True, slots=True)
class _ChangedText:
    """A text by its slot, as it was and as it would be."""

    slot: str
    old: str
    new: str


def shows_changes(fold: SessionFold) -> bool:
    """Tell whether the workflow compares texts by their slots: only then there is one change for each."""
    return any(tab.panel == "diff" and tab.by == "slot" for tab in fold.plugin.tabs)


def changed_texts(texts: Texts, gate: Gate, attempt: int = 0) -> list[_ChangedText]:
    """Return the texts that the open round would change, in the order they came in.

    `attempt`: as one attempt of it would; 0: as they stand now.
    """
    newest: dict[str, Version] = {}
    for version in texts.versions.values():
        if version.round == gate.round and attempt in (0, version.attempt):
            newest[version.slot] = version
    found = (_ChangedText(one.slot, _before(texts, one), texts.standing_text(one)) for one in newest.values())
    return [one for one in found if one.old != one.new]


def _before(texts: Texts, version: Version) -> str:
    """Return what a text stands against: what it refines, else what lay there as the person had it."""
    base = texts.base_text(version)
    if base is not None:
        return base
    earlier = (
        one.text
        for one in reversed(texts.versions.values())
        if one.seq < version.seq and one.slot == version.slot and one.seat == PERSON
    )
    return next(earlier, "")


def _change_lines(changed: _ChangedText) -> Iterator[str]:
    """Yield a text's changes as a terminal shows them: where, what goes, and what comes."""
    yield strong(changed.slot, sys.stderr)
    compared = diffing.compare(changed.old, changed.new)
    for hunk in compared.hunks:
        yield clean(f"  {_where(hunk)}")
        yield from _hunk_lines(compared, hunk)
        yield ""


def _where(hunk: Hunk) -> str:
    first, last = hunk.new_lines if hunk.kind != "deleted" else hunk.old_lines
    lines = f"line {first}" if last <= first else f"lines {first}–{last}"
    return f"{lines}, {hunk.heading}" if hunk.heading else lines


def _hunk_lines(compared: Comparison, hunk: Hunk) -> Iterator[str]:
    rows = [compared.rows[row] for row in hunk.rows]
    if hunk.kind == "spacing":
        yield "  white space alone"
        return
    for row in rows:
        if row.spans and row.old is not None and row.new is not None:
            yield from _by_words(row.spans)
            continue
        for sign, colour, unit in (("−", _GONE, row.old), ("+", _NEW, row.new)):
            for line in unit.text.splitlines() if unit is not None else ():
                told = wrapped(f"  {sign} {clean(line)}", sys.stderr)
                yield f"{colour}{told}{_PLAIN}" if coloured(sys.stderr) else told


def _by_words(spans: Sequence[Span]) -> Iterator[str]:
    """Yield a passage once, with the words that go and come in it marked at their place."""
    text = "".join(_marked(span) for span in spans)
    for line in text.splitlines():
        yield wrapped(f"  ~ {clean(line)}", sys.stderr)


def _marked(span: Span) -> str:
    first, last = _MARKS[span.kind]
    # Of several lines each has its marks: a line is read alone.
    return "\n".join(f"{first}{line}{last}" if line else "" for line in span.text.split("\n"))


async def read_changes(texts: Texts, gate: Gate, fold: SessionFold, wanted: str) -> str:
    """Show the changes of the text that is named, or of all; a number in front is that of an attempt.

    Returns what was typed instead of reading on.
    """
    before, _, rest = wanted.partition(" ")
    number = whole_number(before)
    attempt, name = (number, rest.strip()) if number is not None else (0, wanted)
    found = {one.slot: one for one in changed_texts(texts, gate, attempt)}
    chosen = named_texts([*found], name)
    if not chosen:
        known = ", ".join(found)
        say(f"Of these there is no change “{wanted}”: {known}." if known else "No text changes by it.")
        return ""
    names = Names(fold)
    return await by_pages([names.veil(line) for slot in chosen for line in _change_lines(found[slot])])


async def by_pages(lines: Sequence[str]) -> str:
    """Print lines; where a person looks on, no more at once than the terminal holds.

    Returns what was typed instead of reading on: an answer to what is asked behind it.
    """
    pages = is_terminal(sys.stderr) and attended()
    room = max(5, shutil.get_terminal_size().lines - SPARE)
    used = 0
    for number, line in enumerate(lines):
        height = line.count("\n") + 1
        if pages and used and used + height > room:
            left = len(lines) - number
            typed = await read_line(
                f"Enter for more ({left} {'line' if left == 1 else 'lines'}), q to leave it: "
            )
            if typed:
                return "" if typed.casefold() == "q" else typed
            used = 0
        say_painted(line)
        used += height
    return ""

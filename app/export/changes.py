"""A text as what changed in it since an earlier one: the passages that are new, changed, moved or gone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from app.diffing import diff_texts
from app.diffing.alignment import Row, align
from app.diffing.units import Unit, units
from app.domain.i18n import translate
from app.markup.escaping import inline, quoted
from app.markup.quoting import plain_words, quote

_STAYED = 0.2
"""Share of the old text that must have stayed for the new one to be told by its changes alone."""
MOST = 0.3
"""Share of a first text's passages from which on it is told beside the text that holds them."""
_MARK = re.compile(r"^(?:[-*+]|\d{1,3}[.)]) ")
"""What makes an item of a list of a line."""
_FRAME = re.compile(r"```|~~~|\\\[|\W*$")
"""What begins or ends a formula, a table's head or a piece of code: a fence, or signs alone."""
_NUMBERED = re.compile(r"^\d{1,3}[.)] ")
_ROW = re.compile(r"\|[ \t].*[ \t]\|$")
_RULE = re.compile(r"[\s|:-]+$")
"""Below the head of a table."""
_CLOSERS = tuple(",.;:!?)”’»")
_OPENERS = tuple("(“‘«")
_TELLING = 25
"""Characters from which a passage is told to stand elsewhere; a shorter one may be the same by chance."""
_GONE = 12
"""Words of a passage that is gone or moved: it stands in full in the earlier text."""


def nearest(texts: Sequence[str], new: str) -> int:
    """Return which of several earlier texts a new one is nearest to; the first where two are as near."""
    if len(texts) == 1:
        return 0
    shares = [_share(align(old, new)) for old in texts]
    return shares.index(max(shares))


def told_by_changes(old: str, new: str) -> list[str] | None:
    """Return the changed passages as Markdown blocks; None where the whole text tells more.

    Every new word stands in them, in full.
    """
    rows = align(old, new)
    if _share(rows) < _STAYED:
        return None
    return list(_blocks(rows))


def _share(rows: Sequence[Row]) -> float:
    """Return the share of both texts that stayed."""
    before = sum(len(unit.text) for row in rows for unit in (row.old, row.new) if unit is not None)
    return 2 * sum(map(_stayed, rows)) / before if before else 0.0


def _stayed(row: Row) -> int:
    """Return how many characters of the old text stayed in a row."""
    if row.kind == "unchanged":
        return len(row.old.text) if row.old is not None else 0
    return sum(len(span.text) for span in row.spans if span.kind == "equal") if row.kind == "changed" else 0


def margin_notes(other: str, text: str) -> str | None:
    """Return a text without the passages that stand in another one; None where that leaves most of it.

    None, too, where it would leave parts of a formula, a table or a piece of code, which alone tell nothing.
    """
    theirs, mine = {unit.text.strip() for unit in units(other)}, units(text)
    if theirs.issuperset(unit.text.strip() for unit in mine):
        return ""
    known = {words for words in theirs if len(words) >= _TELLING}
    # A heading stands for what is under it: without it an argument against would be read as one for it.
    stands = [unit.text.strip() in known and not _heads(unit) for unit in mine]
    if sum(stands) < MOST * len(mine):
        return None
    rest: list[Unit] = []
    for index, unit in enumerate(mine):
        if stands[index]:
            continue
        heads = _heads(unit)
        under = next((n for n in range(index + 1, len(mine)) if _heads(mine[n])), len(mine))
        # A heading goes with what stood under it.
        if not (heads and index + 1 < under and all(stands[index + 1 : under])):
            rest.append(unit)
    if any(_FRAME.match(unit.text.strip()) for unit in rest):
        return None
    remainder = ""
    for unit in rest:
        # Numbers with gaps between them tell nothing.
        words = _NUMBERED.sub("- ", unit.text.strip())
        # Items stay one list, and whatever else stands apart.
        remainder += ("\n" if _item(words) and _item(remainder.rpartition("\n")[2]) else "\n\n") + words
    return remainder.strip()


def _heads(unit: Unit) -> bool:
    words = unit.text.strip()
    return words.startswith("#") or (words.startswith("**") and words.endswith("**"))


def _item(line: str) -> bool:
    return _MARK.match(line) is not None


def _blocks(rows: Sequence[Row]) -> Iterator[str]:
    fresh: list[Unit] = []
    for row in rows:
        if row.kind == "inserted" and row.new is not None and row.moved is None:
            fresh.append(row.new)
            continue
        if fresh:
            yield _new(fresh)
            fresh = []
        change = _changed(rows, row)
        if change:
            yield f"- {change}"
    if fresh:
        yield _new(fresh)


def _new(fresh: Sequence[Unit]) -> str:
    text = "".join(unit.text + unit.gap for unit in fresh)
    markdown = quote(outdented(text))
    fresh_label = translate("New:")
    if "\n" not in markdown:
        return f"- {fresh_label} {re.sub(_MARK, '', markdown)}"
    if all(line.startswith("- ") for line in markdown.split("\n")):
        return "\n".join(f"- {fresh_label} {line[2:]}" for line in markdown.split("\n"))
    return f"- {fresh_label}\n" + "\n".join(f"  {line}" for line in quoted(markdown).split("\n"))


def _changed(rows: Sequence[Row], row: Row) -> str:
    match row.kind:
        case "changed" if row.old is not None and row.new is not None:
            return f"{translate('Changed:')} {marked(row.old.text, row.new.text)}"
        case "inserted" if row.new is not None and row.moved is not None:
            earlier = rows[row.moved].old
            if earlier is None or earlier.text == row.new.text:
                return f"{translate('Moved:')} {_few(row.new.text)}"
            return f"{translate('Moved and changed:')} {marked(earlier.text, row.new.text)}"
        case "deleted" if row.old is not None and row.moved is None:
            return f"{translate('Removed:')} ~~{_few(row.old.text)}~~"
        case _:
            return ""


def marked(old: str, new: str) -> str:
    """Return a changed passage on one line, ~~deleted~~ and **inserted** words marked; without its markup."""
    before, after = told_words(old, new)
    signs = {"equal": "", "delete": "~~", "insert": "**"}
    spans = diff_texts(before, after)
    line = ""
    for span in spans:
        words = inline(span.text)
        # Marks stand between spaces, for beside a sign they may not mark; beside a word they do.
        closes = span.kind == "equal" and words.startswith(_CLOSERS) and re.search(r"\w(?:~~|\*\*)$", line)
        opens = span.kind != "equal" and line.endswith(_OPENERS) and re.match(r"\w", words)
        gap = "" if closes or opens or not line else " "
        line += f"{gap}{signs[span.kind]}{words}{signs[span.kind]}" if words else ""
    return line


def _few(text: str) -> str:
    words = plain_words(_cells(text)).split()
    return inline(" ".join(words[:_GONE]) + (" …" if len(words) > _GONE else ""))


def outdented(text: str) -> str:
    """Return a passage that was indented under something else as it stands alone: it is no code."""
    text = _cells(text)
    lines = text.split("\n")
    depth = len(lines[0]) - len(lines[0].lstrip(" \t"))
    return "\n".join(line[depth:] if not line[:depth].strip() else line for line in lines)


def _cells(text: str) -> str:
    """Return rows of a table as their cells where its head is not with them: signs alone are left of it."""
    lines = [line.strip() for line in text.strip().split("\n")]
    if not all(map(_ROW.match, lines)) or any(map(_RULE.match, lines)):
        return text
    told = [" · ".join(cell.strip() for cell in re.split(r"(?<!\\)\|", line[1:-1])) for line in lines]
    return told[0] if len(told) == 1 else "\n".join(f"- {row}" for row in told)


def told_words(old: str, new: str) -> tuple[str, str]:
    """Return two texts without their markup, as they are where nothing else differs."""
    before, after = plain_words(_cells(old)), plain_words(_cells(new))
    return (old, new) if before == after else (before, after)

"""What somebody made of a text that was sent out: which changes they took, and what they wrote besides. Pure.

The text that comes back is told with the line ends and signs of the one that went out. A change counts as
taken where its new words stand as they were sent, as not taken where the old ones do, and as written over
where neither do.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Literal

from app.diffing import Comparison, compare
from app.diffing.hunks import passages
from app.diffing.spans import edit_regions
from app.documents.edited_file import EditedText
from app.documents.marking import RULE
from app.markup.visible import visible

Taken = Literal["taken", "not_taken", "open", "written_over"]
_ENDS = "\r\n\x85\u2028\u2029"
_LINES = re.compile(rf"[^{_ENDS}]*(?:\r\n|[{_ENDS}])|[^{_ENDS}]+\Z")
_NO_PROSE = re.compile(r"\s*(?:#{1,6}\s|[-*+•]\s|\d{1,3}[.)]\s|>|\||```|~~~)")
_FEWEST = 2
"""Lines of which it can be said that what parts them was left out."""
_HASHES = re.compile(r"\s*#{1,6}\s")
_FENCE = re.compile(r" {0,3}(?:```|~~~)")


@dataclass(frozen=True, slots=True)
class Edit:
    """What was written besides: words as they were and as they are; empty where they came or went.

    `moved`: they stand elsewhere now, changed or not.
    """

    old: str
    new: str
    moved: bool = False


@dataclass(frozen=True, slots=True)
class Returned:
    """A text as it comes back; `changes`: what became of each change that was sent, in their order."""

    text: str
    changes: tuple[Taken, ...]
    edits: tuple[Edit, ...]

    def count(self, what: Taken) -> int:
        """Return how many changes this became of."""
        return self.changes.count(what)

    @property
    def untouched(self) -> bool:
        """Whether nobody decided or wrote anything."""
        return not self.edits and set(self.changes) <= {"open"}


def returned(old: str, new: str, edited: EditedText) -> Returned:
    """Return what became of a text that was sent as the way from `old` to `new`."""
    was, sent = visible(old), visible(new)
    # Hidden signs came as marks, or raw from an editor, or a version that sent them so.
    back = visible(edited.accepted)
    for as_sent in (_list_marks, _table_rules, _empty_lines, _paragraphs):
        back = as_sent(back, was, sent)
    compared = compare(was, sent)
    decided = list(_decided(compared, was, sent, back, visible(edited.rejected)))
    stays = [index for index, what in enumerate(decided) if what != "not_taken"]
    left = compared.compose(stays)
    text = _unmarked(restored(back, old, new), old + new, edited.accepted)
    return Returned(text, tuple(decided), tuple(_edits(left, back)))


# --- decisions ----------------------------------------------------------------------------------------

Stretch = tuple[int, int]


def _decided(compared: Comparison, old: str, new: str, back: str, rejected: str) -> Iterator[Taken]:
    in_old, in_new = defaultdict[int, list[Stretch]](list), defaultdict[int, list[Stretch]](list)
    at_old = at_new = 0
    for one in passages(compared):
        size = len(one.text)
        gone, come = (one.kind == "delete") * size, (one.kind == "insert") * size
        if one.change >= 0:
            in_old[one.change].append((at_old, at_old + gone))
            in_new[one.change].append((at_new, at_new + come))
        at_old += gone or (one.kind == "equal") * size
        at_new += come or (one.kind == "equal") * size
    as_new, as_old = _Kept(new, back), _Kept(old, back)
    open_ = _Kept(old, rejected)
    for hunk in compared.hunks:
        if as_new.all(in_new[hunk.index]):
            # Whoever rejects what is still marked finds the old words only where nobody decided.
            marked = rejected != back and open_.all(in_old[hunk.index])
            yield "open" if marked else "taken"
        else:
            yield "not_taken" if as_old.all(in_old[hunk.index]) else "written_over"


class _Kept:
    """Which stretches of a text stand unchanged in another one."""

    def __init__(self, text: str, other: str) -> None:
        self._edits = edit_regions(text, other, clean=False) if text != other else []

    def all(self, stretches: Sequence[Stretch]) -> bool:
        return not any(self._touches(begin, end) for begin, end in stretches)

    def _touches(self, begin: int, end: int) -> bool:
        if begin == end:
            return any(a0 <= begin <= a1 for a0, a1, _, _ in self._edits)
        return any(a0 < end and a1 > begin for a0, a1, _, _ in self._edits)


def _edits(left: str, back: str) -> Iterator[Edit]:
    """Yield what was written besides the decisions."""
    compared = compare(left, back)
    for hunk in compared.hunks:
        if hunk.kind != "spacing":
            rows = [compared.rows[index] for index in hunk.rows]
            gone = "\n".join(row.old.text for row in rows if row.old is not None)
            come = "\n".join(row.new.text for row in rows if row.new is not None)
            yield Edit(gone, come, hunk.kind == "moved")


# --- the text as it was ------------------------------------------------------------------------------
# A word processor writes a text otherwise than it was sent, whatever the person did. Each of these returns a
# text with one such thing as it was `old` or `new`; what is new is written as its like was there.

_BULLET, _NUMBER = re.compile(r"(?m)^([ \t]*)•[ \t]+"), re.compile(r"(?m)^([ \t]*\d{1,3}[.)])\t")


def _list_marks(back: str, old: str, new: str) -> str:
    """Return a text with the marks of lists as they were sent: a document shows them as dots and tabs."""
    back = back if "•" in old + new else _BULLET.sub(r"\1- ", back)
    return back if _NUMBER.search(f"{old}\n{new}") else _NUMBER.sub(r"\1 ", back)


def _table_rules(back: str, old: str, new: str) -> str:
    """Return a text with the lines below heads of tables as they were sent: not all programs keep them."""
    sent = {
        head: rule
        for known in (old, new)
        for head, rule in pairwise(known.split("\n"))
        if RULE.fullmatch(rule)
    }
    lines = back.split("\n")
    for at, (head, rule) in enumerate(pairwise(lines), 1):
        if RULE.fullmatch(rule):
            lines[at] = sent.get(head, rule)
    return "\n".join(lines)


def _empty_lines(back: str, old: str, new: str) -> str:
    """Return a text with the empty lines that were sent, where a program leaves all empty paragraphs out.

    Between lines that came together they are as they were; what is new stands apart as paragraphs do.
    """
    there = [line for line in back.split("\n") if line.strip()]
    if len(there) < _FEWEST or _has_gaps(back) or not all(map(_has_gaps, filter(str.strip, (old, new)))):
        return back
    known = new if new.strip() else old
    rows = [(row, line) for row, line in enumerate(known.split("\n")) if line.strip()]
    place = _places(there, [line for _, line in rows])
    result = there[:1]
    for at, (before, line) in enumerate(pairwise(there), 1):
        first, second = place.get(at - 1), place.get(at)
        if first is not None and second == first + 1:
            ends = rows[second][0] - rows[first][0]
        else:
            # Items of a list follow at once.
            items = _NO_PROSE.match(before) and _NO_PROSE.match(line) and not _HASHES.match(line)
            ends = 1 if items else 2
        result.append("\n" * ends + line)
    head, tail = known[: len(known) - len(known.lstrip("\n"))], known[len(known.rstrip("\n")) :]
    return head + "".join(result) + tail


def _has_gaps(text: str) -> bool:
    return "\n\n" in text.strip("\n")


def _places(lines: Sequence[str], known: Sequence[str]) -> dict[int, int]:
    """Return which of the known lines each line was, by their numbers, the same or written over."""
    found: dict[int, int] = {}
    for kind, a0, a1, b0, b1 in SequenceMatcher(None, known, lines, autojunk=False).get_opcodes():
        if kind in ("equal", "replace"):
            found.update(zip(range(b0, b1), range(a0, a1), strict=False))
    return found


def _paragraphs(back: str, old: str, new: str) -> str:
    """Return a text in which paragraphs that an editor divided or moved stand apart as the others do.

    A new paragraph is one press of Enter to an editor; in a text whose paragraphs are parted by empty lines
    it would run on with the one before. What was sent so runs on, and lines that are new among such.
    """
    if "\n\n" not in new + old:
        return back
    sent = {*old.split("\n"), *new.split("\n")}
    sent_so = [*_run_on(old), *_run_on(new)]
    # Lines that ended a paragraph as they were sent, and such that began one.
    ended, began = sent - {line for _, line, _ in sent_so}, sent - {after for *_, after in sent_so}
    ends = {at for at, line, after in _run_on(back) if not sent_so or line in ended or after in began}
    parted = "\n".join(line + "\n" * (at in ends) for at, line in enumerate(back.split("\n")))
    # Where a paragraph went, the empty lines around it stay: one of them parts the others.
    return parted if "\n\n\n" in new + old else re.sub(r"\n{3,}", "\n\n", parted)


def _run_on(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield the lines of prose that another one follows at once, with their number and that other one."""
    fenced = False
    for at, (line, after) in enumerate(pairwise(text.split("\n"))):
        fenced = fenced != bool(_FENCE.match(line))
        prose = not fenced and line.strip() and after.strip()
        if prose and not _NO_PROSE.match(line) and not _NO_PROSE.match(after) and not after.startswith("  "):
            yield at, line, after


def restored(back: str, old: str, new: str) -> str:
    """Return a text with the line ends and signs of the one it was made from, where lines are the same."""
    for known in (new, old):
        if back == visible(known):
            return known
    if visible(new) == new:
        return back
    known_lines = _LINES.findall(new)
    ends = Counter(line[len(line.rstrip(_ENDS)) :] for line in known_lines)
    usual = next((end for end, _ in ends.most_common() if end), "\n")
    lines = back.split("\n")
    result = [line + usual for line in lines[:-1]] + lines[-1:]
    bare = [visible(line).rstrip("\n") for line in known_lines]
    for at, there, size in SequenceMatcher(None, bare, lines, autojunk=False).get_matching_blocks():
        for step in range(size):
            whole, last = known_lines[at + step], there + step == len(lines) - 1
            signs = whole.rstrip(_ENDS)
            result[there + step] = signs if last else signs + (whole[len(signs) :] or usual)
    return "".join(result)


def _unmarked(text: str, known: str, back: str) -> str:
    """Return a text with hidden signs in place of their marks, where they were sent or an editor put them.

    A mark that is a text's own words stays.
    """
    signs = {mark: sign for sign in {*known, *back} if (mark := visible(sign)) != sign}
    hidden = {mark: sign for mark, sign in signs.items() if mark.strip("\n\ufffd") and mark not in known}
    if not hidden:
        return text
    marks = re.compile("|".join(map(re.escape, hidden)))
    return marks.sub(lambda mark: hidden[mark.group()], text)

"""A text as paragraphs with tracked changes and comments at their words.

Rules: every line of the text is a paragraph, and nothing is taken from it or added, so that accepting all
changes gives the new text and rejecting all the old one, sign by sign; what hides is a mark on both sides.
Marks of Markdown are left out where they are found again by how a line is set (`setting`); else they stay
where they are, in grey, and what they mean is shown besides.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count, pairwise, repeat
from typing import Literal

from app.diffing import compare
from app.diffing.hunks import Passage, passages
from app.diffing.quotations import quoted_spans
from app.documents.marking import name_of_rule
from app.export.word.frame import BLANK, CODE, HEAD_CELL, QUOTATION, QUOTED, MarginNote
from app.export.word.looks import FENCE, BothLooks, Line
from app.export.word.markup import Margin, Stamp, bookmark, paragraph, run
from app.export.word.prose import grid
from app.export.word.setting import AS_IT_IS, Setting, Settings
from app.markup.visible import visible

_ITEM = re.compile(r"(\s*)(?:[-*+]|\d{1,3}[.)])\s+")
_QUOTATION = re.compile(r"\s*>\s?")
_INDENT, _FARTHEST = 284, 5
"""Of an item, in twentieths of a point, and how many levels deep it may stand."""


Form = Literal["text", "whole", "changes"]
"""The text itself, which can come back; or a part of a report, whole or its changed lines alone: without the
marks of Markdown, and with bold lines for headings."""


@dataclass(frozen=True, slots=True)
class Remark:
    """What is said of a text, at the words of `quote`; where they do not stand in it, at its beginning."""

    stamp: Stamp
    text: str
    quote: str = ""


@dataclass(slots=True)
class Numbers:
    """Gives out the numbers that a document's changes, comments and bookmarks carry."""

    changes: Iterator[int] = field(default_factory=lambda: count(1))
    notes: Iterator[int] = field(default_factory=lambda: count(0))
    lists: list[int] = field(default_factory=list)
    """How deep each numbered list stands, in their order (`setting.lists_of`)."""


def tracked_paragraphs(
    old: str,
    new: str,
    stamp: Stamp,
    numbers: Numbers,
    remarks: Sequence[Remark] = (),
    by: Mapping[str, Stamp] | None = None,
    added: Sequence[tuple[str, Stamp]] = (),
    *,
    form: Form = "text",
) -> tuple[list[str], list[MarginNote]]:
    """Return a text's paragraphs with what leads from the old one to the new one tracked, and its comments.

    `stamp`: who made the changes; `by`: who made single ones, by their keys; `added`: words of the new text
    that somebody put in.
    """
    old, new = visible(old), visible(new)
    compared = compare(old, new)
    found = _ending_alike(_breaks_beside(passages(compared)))
    stamps = [(by or {}).get(hunk.key, stamp) for hunk in compared.hunks]
    places = _places(found, old, new, remarks)
    notes = [MarginNote(next(numbers.notes), remark.stamp, remark.text) for remark in remarks]
    whose = _whose(new, added)
    looks = BothLooks(old, new)
    settings = Settings(old, new, looks, numbers.lists) if form == "text" else None
    writer = _Writer([*stamps, stamp], numbers, places, notes, looks, form, whose)
    return writer.paragraphs(found, settings), notes


def _whose(new: str, added: Sequence[tuple[str, Stamp]]) -> list[tuple[int, int, Stamp]]:
    """Return where the words that somebody put in stand, each with the space around it."""
    found: list[tuple[int, int, Stamp]] = []
    for words, stamp in added:
        at = new.find(words)
        while any(begin < at + len(words) and at < end for begin, end, _ in found):
            at = new.find(words, at + 1)
        if at >= 0:
            found.append((at, at + len(words), stamp))
    found.sort(key=lambda one: one[0])
    begins = [len(new[:at].rstrip()) for at, _, _ in found]
    ends = [len(new) - len(new[end:].lstrip()) for _, end, _ in found]
    # The space between two of them goes with the second.
    ends = [min(end, after) for end, after in zip(ends, [*begins[1:], len(new)], strict=False)]
    return [(begin, end, one[2]) for begin, end, one in zip(begins, ends, found, strict=True)]


def _breaks_beside(found: list[Passage]) -> list[Passage]:
    """Return passages in which line breaks that come or go stand with the words that do, others behind.

    WORKAROUND for LibreOffice 7.4: where words come at the end of a paragraph and an empty one behind it, and
    are rejected, it joins the paragraph to the next one.
    """
    alike: list[Passage] = []
    for one in found:
        # Of breaks that follow each other it does not matter which of them stay.
        if (
            len(alike) > 1
            and one.kind == alike[-2].kind != "equal" == alike[-1].kind
            and one.change == alike[-2].change
            and not (one.text + alike[-1].text).strip("\n")
        ):
            stays, changed = alike.pop(), alike.pop()
            alike += [Passage(one.kind, changed.text + one.text, one.change), stays]
        else:
            alike.append(one)
    return alike


def _ending_alike(found: list[Passage]) -> list[Passage]:
    """Return passages in which a rewritten end keeps its last line breaks, or comes before what goes.

    WORKAROUND for LibreOffice 7.4: where paragraphs come in at the end of a document behind one that goes,
    and are rejected, it takes the empty line at the end with them.
    """
    if [one.kind for one in found[-3:]] == ["delete", "insert", "equal"] and found[-2].text[-1:] == "\n":
        gone, come, stays = found[-3:]
        return found if stays.text.strip("\n") else [*found[:-3], come, gone, stays]
    if [one.kind for one in found[-2:]] != ["delete", "insert"]:
        return found
    gone, come = found[-2:]
    ends = [len(one.text) - len(one.text.rstrip("\n")) for one in (gone, come)]
    same = min(ends)
    stays = Passage("equal", "\n" * same)
    gone_words = Passage("delete", gone.text[: len(gone.text) - ends[0]], gone.change)
    come_whole = Passage("insert", come.text[: len(come.text) - same], come.change)
    gone_breaks = Passage("delete", "\n" * (ends[0] - same), gone.change)
    if not same and ends[0]:
        pieces = [come, gone]
    elif same and ends[1] > same:
        pieces = [come_whole, gone_words, stays]
    else:
        pieces = [gone_words, come_whole, gone_breaks, stays]
    return [*found[:-2], *(one for one in pieces if one.text)]


def _places(found: Sequence[Passage], old: str, new: str, remarks: Sequence[Remark]) -> list[tuple[int, int]]:
    """Return where each remark begins and ends, counted over all passages."""
    starts: dict[str, list[tuple[int, int]]] = {"old": [], "new": []}
    whole = at_old = at_new = 0
    for one in found:
        if one.kind != "insert":
            starts["old"].append((at_old, whole))
            at_old += len(one.text)
        if one.kind != "delete":
            starts["new"].append((at_new, whole))
            at_new += len(one.text)
        whole += len(one.text)

    def place(side: str, offset: int) -> int:
        at = bisect_right(starts[side], offset, key=lambda pair: pair[0]) - 1
        begin, there = starts[side][at]
        return there + offset - begin

    places = []
    for remark in remarks:
        # The words as they are; where they are gone, as they were.
        for side, text in (("new", new), ("old", old)):
            if spans := quoted_spans(text, visible(remark.quote)):
                places.append((place(side, spans[0].start), place(side, spans[-1].end - 1) + 1))
                break
        else:
            lead = len(new) - len(new.lstrip()) if new.strip() else 0
            line = new.find("\n", lead)
            end = line if line >= 0 else len(new)
            places.append((place("new", lead), place("new", end - 1) + 1) if end > lead else (0, 0))
    return places


class _Writer:
    """Writes passages as paragraphs, a line each."""

    def __init__(
        self,
        stamps: Sequence[Stamp],
        numbers: Numbers,
        places: Sequence[tuple[int, int]],
        notes: Sequence[MarginNote],
        looks: BothLooks,
        form: Form,
        whose: Sequence[tuple[int, int, Stamp]],
    ) -> None:
        self._stamps, self._numbers, self._form, self._whose = stamps, numbers, form, whose
        self._margin = Margin()
        for note, place in zip(notes, places, strict=True):
            self._margin.put(note.number, *place)
        self._borders = self._margin.borders
        self._looks = looks
        self._at_old = self._at_new = 0
        self._set = AS_IT_IS
        """How the line is set that is being written."""
        self._words_at = 0
        """Where its words begin, counted over all passages."""

    def paragraphs(self, found: Sequence[Passage], settings: Settings | None) -> list[str]:
        lines = [Line()]
        at = 0
        for one in found:
            for piece in re.findall(r"[^\n]+|\n", one.text):
                part = Passage(one.kind, piece, one.change)
                if piece == "\n":
                    lines[-1].end = part
                    lines.append(Line())
                else:
                    lines[-1].runs.append((part, at))
                at += len(piece)
        fenced = False
        written: list[str] = []
        rows: list[list[str]] = []
        rule = ""
        how = settings.of(lines) if settings is not None else repeat(AS_IT_IS)
        for line, setting in zip(lines, how, strict=False):
            if setting.cells or setting.rule:
                rows += [self._row(line, setting)] if setting.cells else []
                if setting.rule:
                    rule, at = setting.rule, line.runs[0][1]
                    rows[-1][-1] += self._between(at, at + len(rule) + 1)
                    rows[-1][0] = bookmark(name_of_rule(rule), next(self._numbers.changes), rows[-1][0])
                self._go_past(line, setting)
                continue
            if rows:
                right = frozenset(at for at, side in enumerate(rule.split("|")[1:-1]) if side.endswith("-:"))
                written.append(grid(rows, right, HEAD_CELL))
                rows = []
            fence = FENCE.match(line.text) is not None
            content = self._paragraph(line, fenced or fence, setting)
            if self._form != "changes" or line.changes:
                written.append(content)
            fenced = fenced != fence
        return written

    def _row(self, line: Line, setting: Setting) -> list[str]:
        """Return the cells of a row of a table, in which nothing changed."""
        at, text = line.runs[0][1], "".join(one.text for one, _ in line.runs)
        cells: list[str] = []
        done = 0
        for begin, end, how in setting.cells:
            self._set, self._words_at = how, at + begin
            one = Passage("equal", text[begin:end])
            self._pass(one, begin - done)
            cells.append(self._between(at + done, at + begin) + self._content(one, at + begin))
            done = end
        cells[-1] += self._between(at + done, at + len(text) + 1)
        return cells

    def _go_past(self, line: Line, setting: Setting) -> None:
        """Go on behind a line of a table: of a row its cells were passed."""
        text = "".join(one.text for one, _ in line.runs)
        self._pass(Passage("equal", text), len(text) + 1 - (setting.cells[-1][1] if setting.cells else 0))

    def _between(self, begin: int, end: int) -> str:
        """Return what begins and ends among letters that are not written."""
        at = [border for border in self._borders if begin <= border < end]
        return "".join(self._margin.opening(one) + self._margin.closing(one) for one in at)

    def _paragraph(self, line: Line, code: bool, setting: Setting) -> str:
        self._set = setting
        self._words_at = line.runs[0][1] + setting.ahead if line.runs else 0
        content = []
        for one, at in line.runs:
            content.append(self._content(one, at))
        if not line.runs and not self._at_old and not self._at_new:
            # What is said of a text that is empty.
            content.append(self._margin.opening(0) + self._margin.closing(0))
        end = ""
        if line.end is not None:
            # Where unchanged lines are left out, an end that goes would join two that never met.
            end = self._mark_of(line.end) if self._form != "changes" else ""
            self._at_old += line.end.kind != "insert"
            self._at_new += line.end.kind != "delete"
        style, properties = _dress(line.text, code, setting)
        if self._form != "text":
            style, properties = _quoted(line.text, style)
        return paragraph("".join(content), style, properties + end)

    def _mark_of(self, end: Passage) -> str:
        """Return what becomes of a paragraph's end."""
        if end.kind == "equal":
            return ""
        tag = "ins" if end.kind == "insert" else "del"
        return f"<w:rPr><w:{tag} {self._stamp(end).attributes(next(self._numbers.changes))}/></w:rPr>"

    def _content(self, one: Passage, at: int) -> str:
        """Return one passage of a line: its letters as they look, cut where a comment begins or ends."""
        end = at + len(one.text)
        borders = [
            border
            for border in self._borders[bisect_right(self._borders, at) : bisect_right(self._borders, end)]
            if border < end
        ]
        pieces = []
        for begin, stop in zip([at, *borders], [*borders, end], strict=True):
            # What ends here ended in the line before, or where nothing is left of a text, at its beginning.
            pieces.append(self._margin.opening(begin) + self._margin.closing(begin))
            ahead = max(begin, min(stop, self._words_at))
            self._pass(one, ahead - begin)
            pieces += [self._runs(one, text) for text in self._cut(one, one.text[ahead - at : stop - at])]
            pieces.append(self._margin.closing(stop))
        return "".join(pieces)

    def _cut(self, one: Passage, text: str) -> list[str]:
        """Return letters in pieces that one author each brought."""
        if one.kind != "insert":
            return [text]
        at = self._at_new
        borders = {border - at for span in self._whose for border in span[:2]}
        cuts = [0, *sorted(cut for cut in borders if 0 < cut < len(text)), len(text)]
        return [text[begin:end] for begin, end in pairwise(cuts)]

    def _runs(self, one: Passage, text: str) -> str:
        """Return letters, tracked where they come or go."""
        stamp = self._stamp(one)
        letters = "".join(
            run(self._set.left(piece, look), self._set.look(look), deleted=one.kind == "delete")
            for piece, look in self._looks.of(one, text, self._at_old, self._at_new)
            if not (self._form != "text" and look.muted)
        )
        self._pass(one, len(text))
        if one.kind == "equal" or not letters:
            return letters
        tag = "ins" if one.kind == "insert" else "del"
        return f"<w:{tag} {stamp.attributes(next(self._numbers.changes))}>{letters}</w:{tag}>"

    def _pass(self, one: Passage, letters: int) -> None:
        """Go on in the texts that a passage is of."""
        self._at_old += letters if one.kind != "insert" else 0
        self._at_new += letters if one.kind != "delete" else 0

    def _stamp(self, one: Passage) -> Stamp:
        """Return who makes what stands here come or go."""
        at = self._at_new
        brought = (stamp for begin, end, stamp in self._whose if one.kind == "insert" and begin <= at < end)
        # The last one is whoever made what belongs to no change of its own.
        return next(brought, self._stamps[one.change])


def _dress(line: str, code: bool, setting: Setting) -> tuple[str, str]:
    """Return the style of a line's paragraph, and properties of its own."""
    # First: marks that are left out stand nowhere else, also where a fence of the other side runs past.
    if setting.item != AS_IT_IS.item:
        id, deep = setting.item
        return "", f'<w:numPr><w:ilvl w:val="{deep}"/><w:numId w:val="{id}"/></w:numPr>'
    if setting.level:
        return f"Heading{setting.level}", ""
    if code:
        return CODE, ""
    if not line.strip():
        return BLANK, ""
    if item := _ITEM.match(line):
        depth = 1 + min(len(item[1].expandtabs(4)) // 2, _FARTHEST)
        return "", f'<w:ind w:left="{_INDENT * depth}" w:hanging="{_INDENT}"/>'
    if _QUOTATION.match(line):
        return QUOTATION, ""
    return "", ""


def _quoted(line: str, style: str) -> tuple[str, str]:
    """Return the style of a line's paragraph in a report, and properties of its own."""
    if style == CODE:
        return CODE, ""
    if style == BLANK:
        return QUOTATION, '<w:spacing w:before="0" w:after="0" w:line="160" w:lineRule="exact"/>'
    item = _ITEM.match(line)
    left = _INDENT * (1 + min(len(item[1].expandtabs(4)) // 2, _FARTHEST)) if item else 0
    return QUOTATION, f'<w:ind w:left="{QUOTED + left}" w:hanging="{left}"/>' if left else ""

"""A PDF's text, page by page: under each what is filled in on it, and what readers noted."""

from __future__ import annotations

import io
import logging
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from pypdf import PageObject, PdfReader
from pypdf.errors import PdfReadError
from pypdf.generic import ArrayObject, DictionaryObject, IndirectObject, NameObject, PdfObject

from app.documents.lines import Full, Lines, Refusal, TooLong
from app.documents.signs import composed

MOST_PAGES = 20_000
_UNTOLD = re.compile("[\x00-\x08\x0e-\x1f\ue000-\uf8ff\ufffd]")  # of a font that does not tell them
_DEEPEST = 50
"""Of the tree of pages."""


def read_pdf(content: bytes, lines: Lines) -> None:
    """Write a PDF's text; raises Refusal."""
    # What it says of crooked files would stand in nobody's way but ours: the answer goes through a pipe.
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    reader = PdfReader(io.BytesIO(content), strict=False)
    if reader.is_encrypted and not reader.decrypt(""):
        raise Refusal("locked")
    _check_tree(reader)
    pages = len(reader.pages)
    with suppress(Exception):
        # A crooked list of files is no reason not to read the pages.
        lines.count("attached", sum(1 for _ in reader.attachment_list))
    unread = pictures = across = garbled = 0
    texts: dict[tuple[int, ...], tuple[str, bool]] = {}
    for number in range(1, pages + 1):
        try:
            page = reader.pages[number - 1]
            text, is_across = _text(page, texts)
            across += is_across
            if 2 * len(_UNTOLD.findall(text)) > len("".join(text.split())):
                text, garbled = "", garbled + 1
            pictures += not text.strip() and _is_picture(page)
        except TooLong:
            if number == 1:
                raise
            lines.note("pages", read=number - 1, all=pages)
            return
        except MemoryError:
            raise
        except Exception:  # noqa: BLE001  a broken page makes the library fail in every way there is
            unread += 1
            continue
        lines.place("page", str(number))
        try:
            _write(page, text, lines)
        except Full:
            lines.note("pages_text", read=number, all=pages)
            return
    if unread == pages:
        raise Refusal("broken")
    for code, number in (("broken_pages", unread), ("picture_pages", pictures), ("garbled_pages", garbled)):
        if number:
            lines.note(code, unread=number, all=pages)
    lines.count("across", across)


def _write(page: PageObject, text: str, lines: Lines) -> None:
    """Write a page's text and what is noted on it; of crooked annotations nothing."""
    lines.add(text)
    lines.gap()
    if not lines.holds_text:
        # Whoever gives the pages of a scan as pictures shows what is noted on them, too.
        return
    try:
        notes = list(_notes_of(page))
    except MemoryError:
        raise
    except Exception:  # noqa: BLE001  as above
        notes = []
    for note in notes:
        lines.add(note)
    lines.gap()


def _text(page: PageObject, texts: dict[tuple[int, ...], tuple[str, bool]]) -> tuple[str, bool]:
    """Return a page's text, and whether it was read across columns.

    Pages that are drawn by the same streams are read once.
    """
    key = _drawn_by(page)
    if key is None or key not in texts:
        rows = _Rows()
        text = page.extract_text(visitor_text=rows.see, visitor_operand_before=rows.draw)
        read = _plain(text), rows.are_across
        if key is None:
            return read
        texts[key] = read
    return texts[key]


_LEAST_ACROSS, _LEAST_WORDS, _LEAST_SIGNS, _LEAST_APART = 8, 4, 24, 100.0
"""Lines that stand side by side, words or signs of each, and points between where they begin, in columns."""
_LEAP = -4_000
"""What stands between two columns that are drawn at once, in thousandths of the letters' size."""
_Matrix = Sequence[float]


class _Rows:
    """Sees where a page's text is drawn, and counts the lines that stand side by side and are drawn so.

    Which of them are columns of a text and which of a table, nobody can tell by that.
    """

    def __init__(self) -> None:
        self._last: dict[str, tuple[float, float] | None] = {}
        """Where the line before it begins, as texts are told and as they are drawn."""
        self._beside: Counter[tuple[str, int, int]] = Counter()

    @property
    def are_across(self) -> bool:
        """Whether enough lines begin at the same two places."""
        return max(self._beside.values(), default=0) >= _LEAST_ACROSS

    def see(self, text: str, page: _Matrix, line: _Matrix, *_: object) -> None:
        """Take in a text, with the matrices of the page and of its line."""
        if text.strip():
            self._stand("told", page, line, len(text.split()) >= _LEAST_WORDS)

    def draw(self, sign: bytes, given: Sequence[Any], page: _Matrix, line: _Matrix) -> None:
        """Take in what is drawn: lines of two columns that are one block are told as one text."""
        if sign not in (b"Tj", b"TJ") or not given:
            return
        signs, leaps = 0, 0.0
        for part in (*(given[0] if isinstance(given[0], list) else given), 2 * _LEAP):
            if isinstance(part, bytes | str):
                # Of two bytes for a letter one is empty as a rule.
                signs += sum(one not in (0, "\0") for one in part)
            elif isinstance(part, int | float) and part < _LEAP:
                self._stand("drawn", page, line, signs >= _LEAST_SIGNS, leaps)
                signs, leaps = 0, leaps - part / 10

    def _stand(self, how: str, page: _Matrix, line: _Matrix, is_line: bool, leaps: float = 0.0) -> None:
        left = line[4] * page[0] + line[5] * page[2] + page[4] + leaps
        low = line[4] * page[1] + line[5] * page[3] + page[5]
        last, self._last[how] = self._last.get(how), (left, low) if is_line else None
        if is_line and last and abs(low - last[1]) < 1 and left - last[0] > _LEAST_APART:
            self._beside[how, round(last[0]), round(left)] += 1


_LEAST_NUMBERED, _SHARE_NUMBERED, _LONG = 8, 0.6, 25
"""Lines of a page that end with the next number, of all from the first of them on, and letters of one."""

_DIGITS = 5
"""Of the number of a line."""


def _unnumbered(text: str) -> str:
    """Return a page's text without the numbers of its lines, where they are stuck to the ends of these.

    Drafts are numbered in the margin; without this a quotation over two lines is never found, and “in 2016”
    at the end of line 53 reads 201653.
    """
    lines = text.split("\n")
    # What a blank or dots lead to is a figure of the line, or the page of an entry in a table of contents.
    heads = [line.rstrip("0123456789") for line in lines]
    glued = {
        at
        for at, (line, head) in enumerate(zip(lines, heads, strict=True))
        if len(head) > _LONG and head != line and not head.endswith((" ", "..", ". ."))
    }
    for at in sorted(glued)[:_LEAST_NUMBERED]:
        digits = lines[at][len(heads[at]) :][-_DIGITS:]
        for cut in range(len(digits)):
            ends = _numbered(lines, at, int(digits[cut:])) if digits[cut] != "0" else {}
            spread = max(ends, default=0) - at + 1
            if len(glued & ends.keys()) >= max(_LEAST_NUMBERED, _SHARE_NUMBERED * spread):
                for line, number in ends.items():
                    lines[line] = lines[line][: -len(str(number))].rstrip()
                return "\n".join(lines)
    return text


def _numbered(lines: list[str], at: int, number: int) -> dict[int, int]:
    """Return the lines from `at` on that end with this number and the next ones, stuck to their words."""
    found: dict[int, int] = {}
    for line in range(at, len(lines)):
        bare = lines[line].removesuffix(str(number))
        if bare != lines[line] and not bare.endswith(" "):
            found[line] = number
            number += 1
    return found


_GLYPH = re.compile(
    r"/([A-Za-z]+)\.(?:(?:tab)?oldstyle|superior|inferior|fitted"
    r"|(?:osf|[loptc]2?num|t?osf|tlf|[lt]f|sc|smcp|c2sc|sups|subs|numr|dnom|ordn|case|alt\d?|sw(?:a|s)h|ss\d\d)"
    r"(?![A-Za-z]))"
)
"""A sign by the name of its drawing, as fonts name variants of one: `/six.oldstyle`, `/e.sc`."""


def _plain(text: str) -> str:
    """Return a page's text as it is read: signs for the names of their drawings, accents on their letters."""
    # Some writers set a tab where a space is meant.
    return composed(_GLYPH.sub(_sign, _unnumbered(text.replace("\t", " "))))


_SIGNS = {
    "zero": "0", "one": "1", "two": "2", "three": "3", "four": "4",
    "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
    "period": ".", "comma": ",", "hyphen": "-", "colon": ":", "semicolon": ";", "ampersand": "&",
    "parenleft": "(", "parenright": ")", "slash": "/", "dollar": "$", "percent": "%", "germandbls": "ß",
}  # fmt: skip
"""What drawings show whose names are no letter; source: the Adobe Glyph List."""


def _sign(found: re.Match[str]) -> str:
    name = found[1]
    return name if len(name) == 1 else _SIGNS.get(name, found[0])


def _drawn_by(page: PageObject) -> tuple[int, ...] | None:
    """Return the numbers of the streams and resources that make a page; None: they stand in itself."""
    found: list[int] = []
    for name in ("/Contents", "/Resources"):
        raw = page.raw_get(NameObject(name)) if name in page else None
        parts = list.__iter__(raw) if isinstance(raw, ArrayObject) else [raw]
        if not all(isinstance(part, IndirectObject) for part in parts) and name == "/Contents":
            return None
        found += [part.idnum if isinstance(part, IndirectObject) else 0 for part in parts]
    return tuple(found)


def _check_tree(reader: PdfReader) -> None:
    """Raise Refusal for a tree of pages that leads in circles or lists one page again and again."""
    root = reader.trailer["/Root"].get_object()
    if not isinstance(root, DictionaryObject) or "/Pages" not in root:
        raise Refusal("broken")
    seen: set[tuple[int, int]] = set()
    todo: list[tuple[object, int]] = [(root.raw_get(NameObject("/Pages")), 0)]
    while todo:
        node, depth = todo.pop()
        if isinstance(node, IndirectObject):
            key = (node.idnum, node.generation)
            if key in seen:
                raise Refusal("repeats")
            seen.add(key)
            try:
                node = node.get_object()
            except PdfReadError:
                continue  # a page that is not there is not counted either
        if len(seen) > MOST_PAGES or depth > _DEEPEST:
            raise Refusal("many_pages", limit=MOST_PAGES)
        if isinstance(node, DictionaryObject) and "/Kids" in node:
            kids = node["/Kids"].get_object()
            if isinstance(kids, ArrayObject):
                if len(kids) > MOST_PAGES:
                    ids = [kid.idnum for kid in list.__iter__(kids) if isinstance(kid, IndirectObject)]
                    raise Refusal("repeats" if len(set(ids)) < len(ids) else "many_pages", limit=MOST_PAGES)
                todo += [(kid, depth + 1) for kid in list.__iter__(kids)]


# --- what a page holds beside its text ---------------------------------------------------------------

_MOST, _LONGEST, _DEEPEST_FIELD = 1_000, 20_000, 12
"""Notes of a page, characters of one, and fields that one is a part of."""
_UNREAD = ("/Link", "/Popup", "/Widget")
"""Annotations whose words are told elsewhere, or are none."""


def _notes_of(page: PageObject) -> Iterator[str]:
    """Yield the fields of a page that hold something, and its comments, in their order."""
    listed = page.get("/Annots")
    listed = listed.get_object() if listed is not None else None
    seen: set[str] = set()
    for one in list(listed)[:_MOST] if isinstance(listed, ArrayObject) else ():
        note = one.get_object()
        told = _told(note) if isinstance(note, DictionaryObject) else ""
        if told and told not in seen:
            seen.add(told)
            yield told


def _is_picture(page: PageObject) -> bool:
    found: object = page
    for key in ("/Resources", "/XObject"):
        found = found.get(key) if isinstance(found, DictionaryObject) else None
        found = found.get_object() if isinstance(found, PdfObject) else None
    drawn = [one.get_object() for one in found.values()] if isinstance(found, DictionaryObject) else []
    return any(isinstance(one, DictionaryObject) and one.get("/Subtype") == "/Image" for one in drawn)


def _told(note: DictionaryObject) -> str:
    if note.get("/Subtype") == "/Widget":
        name, value = _words(_of(note, "/TU") or _of(note, "/T")), _value(note)
        return f"[field] {name}: {value}" if value else ""
    said = "" if note.get("/Subtype") in _UNREAD else _words(note.get("/Contents"))
    who = _words(note.get("/T"))
    return f"[comment] {who}: {said}" if said and who else f"[comment] {said}" if said else ""


def _value(note: DictionaryObject) -> str:
    """Return what is filled in; of a box or a button that is not chosen nothing."""
    if _of(note, "/FT") == "/Btn":
        chosen = _words(note.get("/AS") or _of(note, "/V")).removeprefix("/")
        return "" if chosen == "Off" else chosen
    return _words(_of(note, "/V"))


def _of(note: DictionaryObject, key: str) -> object:
    """Return a value of a field, or of the one that it is a part of."""
    at: object = note
    for _ in range(_DEEPEST_FIELD):
        if not isinstance(at, DictionaryObject):
            return None
        if key in at:
            return at[NameObject(key)].get_object()
        parent = at.get("/Parent")
        at = parent.get_object() if parent is not None else None
    return None


def _words(value: object) -> str:
    if isinstance(value, ArrayObject):
        return ", ".join(filter(None, (_words(one.get_object()) for one in value[:_MOST])))
    return " ".join(value[:_LONGEST].split()) if isinstance(value, str) else ""

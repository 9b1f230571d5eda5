"""An archive of XML, opened within limits and walked through: nothing in it is laid out or looked up."""

from __future__ import annotations

import io
import posixpath
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from xml.parsers import expat
from zipfile import ZipFile

from app.documents.lines import Refusal

_LARGEST_UNPACKED = 100 * 2**20
"""Bytes that all parts together may unpack to."""
_MOST_PARTS = 5_000
_DEEPEST = 500
_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_STRICT = "http://purl.oclc.org/ooxml/wordprocessingml/main"
_MATHS = (
    "http://schemas.openxmlformats.org/officeDocument/2006/math",
    "http://purl.oclc.org/ooxml/officeDocument/math",
)
DRAWING = "d:"
"""What the names of elements begin with that tell of a drawing."""
_SHAPES = "urn:schemas-microsoft-com:vml"
_CHOICES = ("AlternateContent", "Choice", "Fallback")
"""What holds several tellings of one thing, of which one is read."""
_DRAWN = frozenset({"docPr", "blip", "imagedata", "shape", "chart", "relIds"})
"""What tells of a drawing: what it is called, and a picture, a chart or a diagram in it."""
_USUAL = re.compile(r"word/([A-Za-z]+)(\d*)\.xml")
"""What a part is called as a rule, numbered where there may be several."""
_STEP = 2**16
PROPERTY_CHANGES = frozenset(
    {
        *("pPrChange", "rPrChange", "sectPrChange", "tblPrChange", "trPrChange", "tcPrChange"),
        *("tblGridChange", "tblPrExChange", "numberingChange"),
    }
)
"""Elements of Word that hold how something looked before."""
OFF = ("0", "false", "off", "none", "baseline")
"""What says in Word that something is not so."""
Begin = Callable[[str, Mapping[str, str]], None]
End = Callable[[str], None]
_Heard = Callable[[str], None]


def opened(content: bytes, needed: str = "") -> ZipFile:
    """Open a document's archive; raises Refusal where it lacks a part, or holds more than may be unpacked."""
    packed = ZipFile(io.BytesIO(content))
    parts = packed.infolist()
    if len(parts) > _MOST_PARTS:
        raise Refusal("parts", limit=_MOST_PARTS)
    if sum(part.file_size for part in parts) > _LARGEST_UNPACKED:
        raise Refusal("unpacks", limit=_LARGEST_UNPACKED // 2**20)
    if needed and all(part.filename != needed for part in parts):
        raise Refusal("broken")
    return packed


def parts_of(packed: ZipFile) -> dict[str, list[str]]:
    """Return the paths of a Word document's parts by what they are: `document`, `styles`, `header`.

    Word names them as it likes: `word/document2.xml`. What no list of relations names is where it usually
    is. Raises Refusal where there is no document.
    """
    names = set(packed.namelist())
    main = [*_related(packed, names, "").get("officeDocument", ()), "word/document.xml"][0]
    if main not in names:
        raise Refusal("broken")
    found = _related(packed, names, main)
    for name in sorted(names):
        usual = _USUAL.fullmatch(name)
        known = found.setdefault(usual[1], []) if usual else []
        if usual and name not in known and (usual[2] or not known):
            known.append(name)
    return {**found, "document": [main]}


def _related(packed: ZipFile, names: Collection[str], part: str) -> dict[str, list[str]]:
    """Return what a part names as related to it, by the last word of its kind; empty part: the archive."""
    folder, _, name = part.rpartition("/")
    found: dict[str, list[str]] = {}

    def begin(tag: str, given: Mapping[str, str]) -> None:
        path = posixpath.normpath(posixpath.join("/", folder, given.get("Target", ""))).lstrip("/")
        if tag == "Relationship" and path in names:
            found.setdefault(given.get("Type", "").rpartition("/")[2], []).append(path)

    listed = posixpath.join(folder, "_rels", f"{name}.rels")
    if listed in names:
        # A crooked list is no reason not to read what it lists.
        with suppress(expat.ExpatError):
            walk(packed, listed, begin, whole=True)
    return found


class _Walker:
    """Calls back for each element of Word's own, by its name alone, and for the text in those of letters."""

    def __init__(
        self, begin: Begin, end: End | None, text: _Heard | None, letters: Collection[str], whole: bool
    ) -> None:
        self._begin, self._end, self._text = begin, end, text
        self._letters, self._whole = letters, whole
        self._depth = self._within = 0
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._on_begin
        self.parser.EndElementHandler = self._on_end
        self.parser.CharacterDataHandler = self._on_text
        self.parser.StartDoctypeDeclHandler = self._on_doctype

    def _on_begin(self, name: str, given: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise Refusal("deep", limit=_DEEPEST)
        tag = name.rpartition(" ")[2] if self._whole else _own(name)
        if tag in self._letters:
            self._within += 1
        elif tag:
            self._begin(tag, {key.rpartition(" ")[2]: value for key, value in given.items()})

    def _on_end(self, name: str) -> None:
        self._depth -= 1
        tag = name.rpartition(" ")[2] if self._whole else _own(name)
        if tag in self._letters:
            self._within -= 1
        elif tag and self._end is not None:
            self._end(tag)

    def _on_text(self, characters: str) -> None:
        if self._within and self._text is not None:
            self._text(characters)

    def _on_doctype(self, *_: object) -> None:
        # Word writes none; entities are what makes a small file large.
        raise Refusal("broken")


def _own(name: str) -> str:
    """Return the name of an element of Word's own; empty for others.

    With `m:` before one of an equation, `DRAWING` before one that tells of a drawing.
    """
    space, _, tag = name.rpartition(" ")
    if space in _MATHS:
        return f"m:{tag}"
    if tag in _DRAWN and ("drawing" in space or space == _SHAPES):
        return f"{DRAWING}{tag}"
    return tag if space in (_WORD, _STRICT) or tag in _CHOICES else ""


def walk(
    packed: ZipFile,
    parts: str | Iterable[str],
    begin: Begin,
    end: End | None = None,
    text: _Heard | None = None,
    *,
    letters: Collection[str] = ("t",),
    whole: bool = False,
) -> None:
    """Go through parts once; `letters`: elements that hold text, `whole`: elements of others count, too.

    Raises Refusal where one unpacks to too much, or is nested too deep.
    """
    for part in (parts,) if isinstance(parts, str) else parts:
        walker = _Walker(begin, end, text, letters, whole)
        left = _LARGEST_UNPACKED
        with packed.open(part) as stream:
            while data := stream.read(_STEP):
                left -= len(data)
                if left < 0:
                    raise Refusal("unpacks", limit=_LARGEST_UNPACKED // 2**20)
                walker.parser.Parse(data, False)
        walker.parser.Parse(b"", True)

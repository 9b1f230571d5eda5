"""A page of a PDF as a picture, and where on it a quotation stands: by PDFium, in the child process.

The text that is quoted was read by another library, which parts and orders words otherwise. So letters and
figures alone are compared, in the order in which PDFium gives them.
"""

from __future__ import annotations

import base64
import ctypes
import re
import struct
import unicodedata
import zlib
from bisect import bisect_left
from collections.abc import Iterator

import pypdfium2 as pdfium
from pypdfium2 import raw

from app.documents.lines import Refusal
from app.documents.places import Mark

LONGEST_SIDE = 1_600
"""Dots of a picture's longer side."""
_SHARPEST = 4.0
"""Dots of a point: a page of the size of a stamp is no poster."""
_LARGEST_IN_COLOURS = 600_000
"""Bytes of a page for models beyond which its colours go: twenty pages must fit into one request."""
_LEAST_BEGINNING = 12
"""Letters of a quotation that goes on overleaf, from which its beginning is marked."""
_MOST_SIGNS = 200_000
MOST_MARKS = 400
_ELLIPSIS = re.compile(r"…|\.\.\.+")


def render_page(content: bytes, number: int, quote: str) -> dict[str, object]:
    """Return page `number`, from 1, as a PNG in base 64, with its size and marks; raises Refusal."""
    page = _page(content, number)
    width, height, png = _rendered(page)
    return {**_told(width, height, png), "marks": list(_marks(page, quote, width, height))}


def render_scan(content: bytes, number: int) -> dict[str, object]:
    """Return page `number`, from 1, as `render_page` does, in grey where it is large in colours.

    Nothing for a page on which nothing is drawn. Raises Refusal.
    """
    page = _page(content, number)
    if raw.FPDFPage_CountObjects(page) <= 0:
        return {}
    found = _rendered(page, packed=6)
    if len(found[2]) > _LARGEST_IN_COLOURS:
        found = _rendered(page, grey=True, packed=6)
    return _told(*found)


def _page(content: bytes, number: int) -> pdfium.PdfPage:
    try:
        return pdfium.PdfDocument(content)[number - 1]
    except (pdfium.PdfiumError, IndexError) as error:
        raise Refusal("broken") from error


def _rendered(page: pdfium.PdfPage, *, grey: bool = False, packed: int = 1) -> tuple[int, int, bytes]:
    """Return a page's width and height in dots, and its PNG; `packed`: how hard, from 1 to 9."""
    wide, high = page.get_size()
    if min(wide, high) <= 0:
        raise Refusal("broken")
    scale = min(LONGEST_SIDE / max(wide, high), _SHARPEST)
    drawn = page.render(scale=scale, rev_byteorder=True, grayscale=grey)
    if drawn.n_channels != (1 if grey else len("RGB")):
        raise Refusal("broken")
    png = _png(bytes(drawn.buffer), drawn.width, drawn.height, drawn.stride, grey=grey, packed=packed)
    return drawn.width, drawn.height, png


def _told(width: int, height: int, png: bytes) -> dict[str, object]:
    return {"width": width, "height": height, "data": base64.b64encode(png).decode("ascii")}


def _marks(page: pdfium.PdfPage, quote: str, width: int, height: int) -> Iterator[Mark]:
    """Yield the lines of a quotation on the page as it is drawn in this size."""
    text = page.get_textpage()
    letters, signs = _letters(text)
    left, top, right, bottom = (ctypes.c_double() for _ in range(4))
    told = 0
    for begin, end in _places(letters, quote):
        first, last = signs[begin], signs[end - 1]
        lines = raw.FPDFText_CountRects(text, first, last - first + 1)
        for line in range(min(lines, MOST_MARKS - told)):
            raw.FPDFText_GetRect(text, line, left, top, right, bottom)
            xs, ys = zip(
                *(_dot(page, width, height, x.value, y.value) for x, y in ((left, top), (right, bottom))),
                strict=True,
            )
            yield Mark(min(xs), min(ys), max(xs), max(ys))
        told += lines


def _dot(page: pdfium.PdfPage, width: int, height: int, x: float, y: float) -> tuple[int, int]:
    """Return where a point of the page lies in its picture, however the page is turned and cut."""
    across, down = ctypes.c_int(), ctypes.c_int()
    raw.FPDF_PageToDevice(page, 0, 0, width, height, 0, x, y, across, down)
    return across.value, down.value


def _letters(text: pdfium.PdfTextPage) -> tuple[str, list[int]]:
    """Return a page's letters as they are compared, and of each the number of the sign it is of."""
    letters: list[str] = []
    signs: list[int] = []
    for number in range(min(text.count_chars(), _MOST_SIGNS)):
        found = _compared(chr(raw.FPDFText_GetUnicode(text, number)))
        letters += found
        signs += [number] * len(found)
    return "".join(letters), signs


def _compared(text: str) -> str:
    """Return letters and figures alone: ligatures as their letters, accents apart and left out."""
    return "".join(sign for sign in unicodedata.normalize("NFKD", text.casefold()) if sign.isalnum())


def _places(letters: str, quote: str) -> Iterator[tuple[int, int]]:
    """Yield from where to where the parts of a quotation stand, one behind the other."""
    behind = 0
    for part in filter(None, map(_compared, _ELLIPSIS.split(quote))):
        begin = letters.find(part, behind)
        if begin >= 0:
            behind = begin + len(part)
            yield begin, behind
            continue
        # It may go on overleaf: as much as stands here.
        here = bisect_left(range(1, len(part)), True, key=lambda n: part[:n] not in letters[behind:])
        if here >= _LEAST_BEGINNING:
            begin = letters.find(part[:here], behind)
            yield begin, begin + here
        return


def _png(rows: bytes, width: int, height: int, stride: int, *, grey: bool, packed: int) -> bytes:
    """Return rows of one or three bytes a dot as a PNG file; source: its specification, RFC 2083."""
    row = width if grey else 3 * width
    plain = b"".join(b"\0" + rows[at * stride : at * stride + row] for at in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 0 if grey else 2, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(plain, packed)), (b"IEND", b""))
    chunks = (
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        for name, body in parts
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)

"""Documents and archives as somebody makes them who wants their reader to fall, drawn at random."""

from __future__ import annotations

import io
import json
import struct
import zlib
from collections.abc import Callable
from random import Random
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZIP_STORED, ZipFile

from tests.support.documents import WORD, docx, heading, mail, notebook, of_objects, paragraph, pdf

NAMES = (
    *(
        "word/document.xml",
        "word/document.xml",
        "[Content_Types].xml",
        "word/styles.xml",
        "word/comments.xml",
    ),
    *("../../../etc/passwd", "/etc/passwd", "word/../word/document.xml", "word\\document.xml", "C:\\x", " "),
    *("word/document.xml/", "x" * 60_000, "\u202ename", "word/\x00document.xml", "WORD/DOCUMENT.XML"),
)
METHODS = (ZIP_DEFLATED, ZIP_DEFLATED, ZIP_STORED, ZIP_BZIP2, ZIP_LZMA)
LOCAL, CENTRAL, END = b"PK\3\4", b"PK\1\2", b"PK\5\6"


def _times(random: Random) -> int:
    return random.choice([1, 2, 50, 3_000, 60_000])


def _xml(random: Random) -> str:
    """Return the XML of a body that nests, repeats, spans or refers without end."""
    open_, close = random.choice(
        [
            ("<w:tbl><w:tr><w:tc>", "</w:tc></w:tr></w:tbl>"),
            ("<w:p><w:r><w:txbxContent>", "</w:txbxContent></w:r></w:p>"),
            ("<w:ins w:id='1' w:author='a'>", "</w:ins>"),
            ("<w:p>", "</w:p>"),
            ("<a:b>", ""),
        ]
    )
    number = random.choice(["1", "-1", "1000000000", "9" * 5_000, "x", "1e999", "٣"])
    pieces = [
        lambda: open_ * _times(random) + paragraph("in the depth") + close * _times(random),
        lambda: paragraph("&#x202e;" * _times(random)),
        lambda: f'<w:tc><w:tcPr><w:gridSpan w:val="{number}"/></w:tcPr>{paragraph("wide")}</w:tc>' * 40,
        lambda: f'<w:numPr><w:ilvl w:val="{number}"/></w:numPr>' + paragraph("x" * _times(random)),
        lambda: "".join(f'<w:p w:a{n}="{n}"/>' for n in range(_times(random))),
        lambda: "<w:p " + " ".join(f'w:a{n}=""' for n in range(_times(random))) + "/>",
        lambda: f'<w:commentRangeStart w:id="{number}"/>' * _times(random),
        lambda: f'<w:del w:id="{number}" w:date="{number}"><w:r><w:delText>x</w:delText></w:r></w:del>' * 90,
        lambda: "<!-- " + "-" * _times(random),
        lambda: heading("x") * _times(random),
    ]
    return "".join(random.choice(pieces)() for _ in range(random.randrange(1, 4)))


def _content(random: Random) -> bytes:
    """Return what an entry holds."""
    kind = random.randrange(7)
    if kind == 0:
        return bytes(random.choice([0, 10, 2**18, 2**20]))
    if kind == 1:
        entities = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 9))
        return f'<!DOCTYPE a [<!ENTITY a0 "aaaaaaaaaa">{entities}]><a>&a8;</a>'.encode()
    if kind == 2:
        return b'<!DOCTYPE a [<!ENTITY b SYSTEM "file:///dev/zero">]><a>&b;</a>'
    if kind == 3:
        inner = docx(paragraph("inside"))
        for _ in range(random.randrange(4)):
            inner = _zipped([("word/document.xml", inner)], random)
        return inner
    return f'<w:document xmlns:w="{WORD}"><w:body>{_xml(random)}</w:body></w:document>'.encode(
        random.choice(["utf-8", "utf-8", "utf-16"]), "surrogatepass"
    )


def _zipped(entries: list[tuple[str, bytes]], random: Random, method: int | None = None) -> bytes:
    out = io.BytesIO()
    with ZipFile(out, "w", allowZip64=True) as packed:
        for name, content in entries:
            # Two of one name are what is wanted here; a warning would fail the test.
            packed.NameToInfo.clear()
            packed.writestr(name, content, compress_type=random.choice(METHODS) if method is None else method)
        packed.comment = random.choice([b"", b"", b"x" * 60_000, END + bytes(18)])
    return out.getvalue()


def _lie(content: bytearray, random: Random) -> None:
    """Change a field of one header, or cut and shift the whole."""
    heads = [at for mark in (LOCAL, CENTRAL, END) for at in _places(content, mark)]
    at = random.choice(heads) if heads else 0
    match random.randrange(5):
        case 0:
            content[at + 6 : at + 8] = struct.pack("<H", random.choice([1, 8, 0x800, 0xFFFF]))
        case 1:
            content[at + 8 : at + 12] = struct.pack("<HH", random.choice([0, 8, 12, 14, 99]), 0)
        case 2:
            where = at + random.choice([14, 18, 20, 22, 24, 26, 28, 42])
            content[where : where + 4] = struct.pack("<I", random.choice([0, 1, 2**31, 2**32 - 1, at]))
        case 3:
            del content[random.randrange(len(content) or 1) :]
        case _:
            content[0:0] = random.choice([b"MZ" * 50, bytes(1000), content[: len(content) // 2]])


def _places(content: bytes | bytearray, mark: bytes) -> list[int]:
    found: list[int] = []
    at = content.find(mark)
    while at >= 0 and len(found) < 200:
        found.append(at)
        at = content.find(mark, at + 1)
    return found


def _overlapping(random: Random) -> bytes:
    """Return an archive that lists one entry again and again, each time as the whole of it."""
    content = _zipped([("word/document.xml", bytes(random.choice([2**10, 2**18, 2**22])))], random)
    start, end = content.find(CENTRAL), content.rfind(END)
    record, times = content[start:end], random.choice([2, 500, 60_000])
    head = struct.pack("<4s4H2IH", END, 0, 0, times, times, len(record) * times, start, 0)
    return content[:start] + record * times + head


def archive(random: Random) -> bytes:
    """Return an archive that lies, overlaps, bursts or is none."""
    if random.random() < 0.1:
        return _overlapping(random)
    if random.random() < 0.05:
        return _zipped([("word/document.xml", bytes(120 * 2**20))], random, ZIP_DEFLATED)
    names = [random.choice(NAMES) for _ in range(random.choice([1, 2, 5]))] + ["word/document.xml"]
    entries = [(name, _content(random)) for name in names]
    if random.random() < 0.1:
        entries += [(f"word/{n}.xml", b"x") for n in range(random.choice([500, 20_000]))]
    content = bytearray(_zipped(entries, random))
    for _ in range(random.choice([0, 0, 1, 1, 3])):
        _lie(content, random)
    return bytes(content)


def _wild_pdf(random: Random) -> bytes:
    """Return a PDF whose objects refer to each other, and unpack, without end."""
    count = random.choice([4, 9, 400])

    def reference() -> bytes:
        return b"%d 0 R" % random.randrange(count + 2)

    def stream() -> bytes:
        words = b"BT /F1 9 Tf (words) Tj T* " * 9_000
        inner = random.choice([bytes(2**22), words, b"[" * 90_000, b"q " * 90_000, b"/X Do " * 9_000])
        filters = random.choice([1, 1, 2, 4])
        for _ in range(filters):
            inner = zlib.compress(inner, 9)
        size = random.choice([len(inner), len(inner), 0, 2**31])
        head = b"<< /Length %d /Filter [%s] >>" % (size, b"/FlateDecode " * filters)
        return head + b"\nstream\n" + inner + b"\nendstream"

    def references(*counts: int) -> bytes:
        return b" ".join(reference() for _ in range(random.choice(counts)))

    def pages() -> bytes:
        number = random.choice([-1, 3, 2**31])
        return b"<< /Type /Pages /Kids [%s] /Count %d >>" % (references(1, 3, 900), number)

    def page() -> bytes:
        return b"<< /Type /Page /Parent %s /MediaBox [0 0 9 9] /Contents [%s] /Resources %s >>" % (
            reference(),
            references(1, 60),
            reference(),
        )

    def thing() -> bytes:
        deep = random.choice([b"<< /A " * 9_000 + b">>", b"[" * 9_000, b"<< /A [ >>"])
        return random.choice([pages, page, stream, reference, lambda: deep])()

    first = [b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>"]
    return of_objects(first + [thing() for _ in range(count)])


def _wild_text(random: Random) -> bytes:
    pieces = ["<div>", "</p>", "<td colspan=999999999>", "<!--", "<a ", "&#99999999;", "&amp", "<svg><style>"]
    pieces += ['{"cells":[', '{"cell_type":"code","source":', '"\\ud800"', "[", "]}", "9" * 5_000, "From x\n"]
    pieces += [
        "Content-Type: multipart/mixed; boundary=a\n\n--a\n",
        "Content-Transfer-Encoding: base64\n\n",
        "=?x?b?",
    ]
    parts = [random.choice(pieces) * _times(random) for _ in range(random.randrange(1, 12))]
    return "".join(parts)[: 4 * 2**20].encode("utf-8", "surrogatepass")


def _damaged(random: Random) -> tuple[str, bytes]:
    """Return a sound document of which some bytes were changed, moved or lost."""
    name, sound = random.choice(
        [
            ("a.pdf", pdf([["First page", "of two"], ["Second"]])),
            ("a.docx", docx(heading("One") + paragraph("two") * 5)),
            ("a.html", b"<h1>One</h1><p id=a>two</p><table><tr><td>3</table>"),
            ("a.ipynb", notebook([("a", "b"), ("c", "")])),
            ("a.eml", mail("a@b.c", "one", "two")),
        ]
    )
    content = bytearray(sound)
    for _ in range(random.randint(1, 12)):
        at = random.randrange(len(content) or 1)
        content[at : at + random.choice([0, 1, 40])] = random.choice(
            [b"", b"<<", b"[" * 50, b"999999999", bytes(9), b"endobj", content[at : at + 200]]
        )
    return name, bytes(content)


def document(random: Random) -> tuple[str, bytes]:
    """Return a document of any kind, and a name that says which it should be."""
    many = _times(random)
    cells = [{"cell_type": "code", "source": ["x"] * many}]
    makers: list[Callable[[], tuple[str, bytes]]] = [
        lambda: ("a.pdf", _wild_pdf(random)),
        lambda: (random.choice(["a.html", "a.eml", "a.mbox", "a.ipynb"]), _wild_text(random)),
        lambda: ("a.ipynb", json.dumps({"cells": cells}).encode()),
        lambda: _damaged(random),
    ]
    return random.choice(makers)()

"""No document takes more than its share of time and memory; a refusal says what is wrong and what to do."""

from __future__ import annotations

import io
import json
import random
import signal
import sys
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from app.documents import reader as reading
from app.documents.reader import ARGUMENT, DocumentReader, NoText
from app.processes.child import own_program
from tests.support.documents import docx, heading, mail, notebook, of_objects, paragraph, pdf
from tests.support.waiting import wait_until

MOST_MEMORY = 300 * 2**20
MOST_SECONDS = 2.0
MEASURED = """
import os, sys
measuring = os.fork()
if measuring:
    os.waitpid(measuring, 0)
    os._exit(0)
child = os.spawnv(os.P_NOWAIT, sys.argv[2], sys.argv[2:])
used = os.wait4(child, 0)[2]
with open(sys.argv[1] + "~", "w") as told:
    told.write(f"{used.ru_utime + used.ru_stime} {used.ru_maxrss}")
os.replace(sys.argv[1] + "~", sys.argv[1])
"""
"""Starts a reader and says what it has used: processor in seconds, memory in KB.

What measures is a child's child: on a busy machine the child may be killed before it came to its end.
"""
limited = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system keeps no such limits")


def _bomb(size: int) -> bytes:
    return zlib.compress(bytes(size), 9)


def _pdf_of_stream(stream: bytes, more: bytes = b"/Filter /FlateDecode") -> bytes:
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>"
    return of_objects(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            page,
            b"<< /Length %d %s >>\nstream\n%s\nendstream" % (len(stream), more, stream),
        ]
    )


def _many_pages(pages: int, streams: int, *, lines: int = 3_000, dots: int = 0) -> bytes:
    """Return a PDF of pages with so many lines of words, and of a dot each, drawn by so many streams."""
    first = 3 + streams
    kids = b" ".join(b"%d 0 R" % (first + n) for n in range(pages))
    packed = [
        zlib.compress(
            b"BT /F1 9 Tf " + b"(%d words on a line) Tj T* " % n * lines + b"(.) Tj T* " * dots + b"ET"
        )
        for n in range(streams)
    ]
    return of_objects(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, pages),
            *(
                b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(stream), stream)
                for stream in packed
            ),
            *(
                b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents %d 0 R /Resources << /Font "
                b"<< /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>" % (3 + n % streams)
                for n in range(pages)
            ),
        ]
    )


def _circle() -> bytes:
    return of_objects(
        [b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 >>"]
    )


def _locked() -> bytes:
    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter()
    writer.append_pages_from_reader(PdfReader(io.BytesIO(pdf([["secret"]]))))
    writer.encrypt("a password", algorithm="RC4-128")
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def _zip_of(path: str, content: bytes) -> bytes:
    out = io.BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED, compresslevel=9) as packed:
        packed.writestr(path, content)
    return out.getvalue()


def _zip_of_many(number: int) -> bytes:
    made = io.BytesIO()
    with ZipFile(made, "w") as packed:
        for one in range(number):
            packed.writestr(f"word/{one}.xml", "x")
    return made.getvalue()


def _liar() -> bytes:
    """Return a DOCX whose part unpacks to far more than it says."""
    content = _zip_of("word/document.xml", bytes(110 * 2**20))
    real, said = (110 * 2**20).to_bytes(4, "little"), (1_000).to_bytes(4, "little")
    assert content.count(real) == 2
    return content.replace(real, said)


ENTITIES = (
    '<!DOCTYPE a [<!ENTITY a0 "aaaaaaaaaa">'
    + "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 9))
    + "]>"
)
REFUSED: Sequence[tuple[str, str, Callable[[], bytes], str]] = (
    ("one page 20,000 times", "a.pdf", lambda: pdf([["x"]], [0] * 20_000), "the same page again and again"),
    ("one page twice", "a.pdf", lambda: pdf([["x"], ["y"]], [0, 1, 0]), "the same page again and again"),
    ("a tree of pages that is a circle", "a.pdf", _circle, "the same page again and again"),
    ("locked", "a.pdf", _locked, "locked with a password"),
    ("a scan", "a.pdf", lambda: pdf([[], []]), "perhaps only scanned pages"),
    ("a stream that unpacks to 300 MB", "a.pdf", lambda: _pdf_of_stream(_bomb(300 * 2**20)), ""),
    (
        "a stream packed again and again",
        "a.pdf",
        lambda: _pdf_of_stream(
            zlib.compress(zlib.compress(_bomb(200 * 2**20), 9), 9), b"/Filter [" + b"/FlateDecode " * 3 + b"]"
        ),
        "",
    ),
    ("a stream of open brackets", "a.pdf", lambda: _pdf_of_stream(zlib.compress(b"[" * 400_000)), ""),
    ("no PDF", "a.pdf", lambda: b"<html>", "is no readable PDF"),
    ("cut in the middle", "a.pdf", lambda: pdf([["x"]])[:60], "is no readable PDF"),
    (
        "a part that unpacks to 110 MB",
        "a.docx",
        lambda: _zip_of("word/document.xml", bytes(110 * 2**20)),
        "100 MB",
    ),
    ("a part that lies about its size", "a.docx", _liar, ""),
    (
        "entities",
        "a.docx",
        lambda: _zip_of("word/document.xml", (ENTITIES + "<a>&a8;</a>").encode()),
        "no readable",
    ),
    (
        "elements in elements",
        "a.docx",
        lambda: docx("<w:tbl><w:tr><w:tc>" * 60_000 + paragraph("x") + "</w:tc></w:tr></w:tbl>" * 60_000),
        "is nested more than 500 deep",
    ),
    ("6 000 parts of a byte", "a.docx", lambda: _zip_of_many(6_000), "is made of more than 5000 parts"),
    ("no document in it", "a.docx", lambda: _zip_of("x", b"y"), "no readable DOCX"),
    ("no package", "a.docx", lambda: b"\xd0\xcf\x11\xe0 an old Word file", "no readable DOCX"),
    ("empty", "a.docx", lambda: docx(""), "holds no text"),
    ("lists in lists", "a.ipynb", lambda: b"[" * 200_000, "no readable notebook"),
    ("no notebook", "a.ipynb", lambda: b'{"cells": 7}', "no readable notebook"),
    ("nothing to read", "a.html", lambda: b"<script>" + b"x" * 10_000, "holds no text"),
)

SLOW = {"a stream packed again and again"}


@limited
@pytest.mark.parametrize(
    ("name", "make", "wanted"),
    [
        pytest.param(*case, id=what, marks=pytest.mark.nightly if what in SLOW else ())
        for what, *case in REFUSED
    ],
)
def test_it_is_refused_in_words_within_its_share(
    name: str, make: Callable[[], bytes], wanted: str, tmp_path: Path
) -> None:
    content, told = make(), tmp_path / "used"
    measured = [sys.executable, "-c", MEASURED, str(told), *own_program(ARGUMENT)]
    with DocumentReader(measured) as one, pytest.raises(NoText, match=name) as refused:
        one.read(name, content)
    assert wanted in str(refused.value)
    assert str(refused.value.next)
    wait_until(told.exists)
    # The child's own work: what a busy machine makes of it is not its.
    seconds, memory = told.read_text(encoding="utf-8").split()
    assert float(seconds) < MOST_SECONDS
    assert int(memory) * 1024 < MOST_MEMORY


def test_a_cell_that_spans_a_billion_columns_costs_nothing(reader: DocumentReader) -> None:
    cell = f'<w:tc><w:tcPr><w:gridSpan w:val="1000000000"/></w:tcPr>{paragraph("wide")}</w:tc>'
    assert reader.read("a.docx", docx(f"<w:tbl><w:tr>{cell}</w:tr></w:tbl>")).text == "wide"


@pytest.mark.nightly
@limited
def test_of_pages_that_take_too_long_the_first_are_kept_and_the_others_are_said(
    reader: DocumentReader,
) -> None:
    # Slow to draw and little text: on a fast machine the room for text would be full before the time is over.
    found = reader.read("a.pdf", _many_pages(200, 200, lines=1, dots=9_000))
    assert "0 words on a line" in found.text
    assert "of 200 pages were read: the others took too long" in str(found.cut_off)


def test_pages_that_are_drawn_by_one_stream_are_read_once(reader: DocumentReader) -> None:
    found = reader.read("a.pdf", _many_pages(2_000, 1))
    assert "of 2000 pages were read: they hold too much text" in str(found.cut_off)
    assert len(found.places) > 50


def test_more_text_than_is_taken_is_cut_and_said(reader: DocumentReader) -> None:
    found = reader.read("a.ipynb", notebook([("x" * 99, "")] + [("y " * 500_000, "")] * 9))
    assert str(found.cut_off) == "Only its first 5 million characters were read."
    assert len(found.text) <= 5 * 2**20


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.html", b"<div>" * 100_000 + b"<p>in the depth</p>"),
        pytest.param("a.html", b"<p>in the depth</p>" + b"<a " * 20_000, marks=pytest.mark.nightly),
        ("a.html", b"<p>in the depth</p>" + b"<!--" * 6_000),
        ("a.html", b"<p>in the depth</p>" + b"&" * 200_000),
        ("a.html", b"<p>in the depth</p><table>" + b"<td colspan=1000000000>" * 10_000),
        ("a.eml", mail("a@b.c", "x", "in the depth") + b"From \r\n" * 10_000),
        ("a.eml", b"Subject: x\r\n" + b"A: b\r\n" * 50_000 + b"\r\nin the depth"),
        ("a.mbox", b"From x\n" + b"Subject: y\n\nin the depth\n\nFrom x\n" * 3_000),
    ],
)
def test_a_crooked_page_or_mail_is_read_as_far_as_it_goes(
    reader: DocumentReader, name: str, content: bytes
) -> None:
    assert "in the depth" in reader.read(name, content).text


def test_messages_in_messages_end_somewhere(reader: DocumentReader) -> None:
    content = b"Subject: deepest\r\n\r\nbottom"
    for _ in range(300):
        content = b"Subject: x\r\nContent-Type: message/rfc822\r\n\r\n" + content
    try:
        text = reader.read("a.eml", content).text
    except NoText as refused:
        assert "no readable e-mail" in str(refused)  # noqa: PT017  either end is a fair one
    else:
        assert text.startswith("Subject: x")


def test_a_child_that_dies_is_refused_and_the_next_document_is_read(reader: DocumentReader) -> None:
    dying = DocumentReader([sys.executable, "-c", "import sys; sys.stdin.buffer.read(4)"])
    with dying, pytest.raises(NoText, match="made the reader of documents end"):
        dying.read("a.html", b"<p>x</p>")
    assert reader.read("b.html", b"<p>x</p>").text == "x"


def test_a_child_that_hangs_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "WAITED", 0.0)
    monkeypatch.setattr(reading, "LEAST_SECONDS", 0.1)
    hanging = DocumentReader([sys.executable, "-c", "import time; time.sleep(600)"])
    with hanging, pytest.raises(NoText, match="took too long"):
        hanging.read("a.html", b"<p>x</p>")


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no clock of a process's work")
def test_reading_that_never_ends_by_itself_is_refused_by_its_own_clock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    child = "from app.documents import child, notebook\nchild.READERS = {'notebook': ('endless', 'read')}\n"
    child += "import sys, types\nendless = types.ModuleType('endless')\n"
    child += "def read(content, lines):\n    while True:\n        try:\n            sum(range(1000))\n"
    child += "        except Exception:\n            pass\n"
    child += "endless.read = read\nsys.modules['endless'] = endless\nsys.exit(child.main())"
    monkeypatch.setattr(reading, "LEAST_SECONDS", 0.2)
    with DocumentReader([sys.executable, "-c", child]) as one, pytest.raises(NoText, match="took too long"):
        one.read("a.ipynb", b"{}")


def _damaged(content: bytes, rng: random.Random) -> bytes:
    broken = bytearray(content)
    for _ in range(rng.randint(1, 12)):
        at = rng.randrange(len(broken))
        match rng.randrange(4):
            case 0:
                broken[at] = rng.randrange(256)
            case 1:
                del broken[at : at + rng.randint(1, 40)]
            case 2:
                broken[at:at] = broken[at : at + rng.randint(1, 200)]
            case _:
                broken[at:at] = rng.choice([b"<<", b"[" * 50, b"999999999", b"\0" * 9, b"endobj", b"<w:tbl>"])
        if not broken:
            return b"x"
    return bytes(broken)


def _sound_documents() -> Sequence[tuple[str, bytes]]:
    return (
        ("a.pdf", pdf([["First page", "of two"], ["Second"]])),
        ("a.docx", docx(heading("One") + paragraph("two") * 5)),
        ("a.html", b"<h1>One</h1><p id=a>two</p><table><tr><td>3</table>"),
        ("a.ipynb", notebook([("a", "b"), ("c", "")])),
        ("a.mbox", b"From x\r\n" + mail("a@b.c", "one", "two") + b"\r\nFrom y\r\n" + mail("d@e.f", "g", "h")),
    )


@pytest.mark.parametrize("times", [2, pytest.param(400, marks=pytest.mark.nightly)])
def test_damaged_documents_are_read_or_refused_and_never_more(reader: DocumentReader, times: int) -> None:
    rng = random.Random(20)
    ends = {"read": 0, "refused": 0}
    for name, sound in _sound_documents():
        for _ in range(times):
            try:
                found = reader.read(name, _damaged(sound, rng))
            except NoText as refused:
                assert name in str(refused)  # noqa: PT017  either end is a fair one
                assert str(refused.next)  # noqa: PT017
                ends["refused"] += 1
            else:
                json.dumps([found.text, [place.label() for place in found.places]]).encode()
                found.text.encode()
                ends["read"] += 1
    assert min(ends.values()) > 0

"""Small documents of every kind, made by hand so that a test knows what lies in them."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from zipfile import ZIP_DEFLATED, ZipFile

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def pdf(pages: Sequence[Sequence[str]], kids: Sequence[int] | None = None) -> bytes:
    """Return a PDF with these lines on its pages; `kids`: which page stands at each place, from 0."""
    objects: list[bytes] = [b"<< /Type /Catalog /Pages 2 0 R >>", b""]
    numbers: list[int] = []
    for lines in pages:
        drawn = b"BT /F1 11 Tf 72 760 Td 14 TL " + b" T* ".join(
            b"(" + _escaped(line) + b") Tj" for line in lines
        )
        stream = drawn + b" ET"
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream))
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents %d 0 R /Resources "
            b"<< /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica "
            b"/Encoding /WinAnsiEncoding >> >> >> >>" % len(objects)
        )
        numbers.append(len(objects))
    listed = [numbers[at] for at in kids] if kids is not None else numbers
    objects[1] = b"<< /Type /Pages /Kids [%s] /Count %d >>" % (
        b" ".join(b"%d 0 R" % number for number in listed),
        len(listed),
    )
    return of_objects(objects)


def of_objects(objects: Sequence[bytes]) -> bytes:
    """Return a PDF of these objects, numbered from 1; the first is its catalogue."""
    out = io.BytesIO()
    out.write(b"%PDF-1.7\n")
    at: list[int] = []
    for number, body in enumerate(objects, 1):
        at.append(out.tell())
        out.write(b"%d 0 obj\n%s\nendobj\n" % (number, body))
    start = out.tell()
    out.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1))
    for place in at:
        out.write(b"%010d 00000 n \n" % place)
    out.write(b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start))
    return out.getvalue()


def docx(body: str, parts: Mapping[str, str] | None = None) -> bytes:
    """Return a DOCX with this XML as its body and further parts, by their paths."""
    heading = '<w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>'
    written = {
        "[Content_Types].xml": "<Types/>",
        "word/document.xml": f'<w:document xmlns:w="{WORD}"><w:body>{body}</w:body></w:document>',
        "word/styles.xml": f'<w:styles xmlns:w="{WORD}">{heading}</w:styles>',
        **(parts or {}),
    }
    out = io.BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as packed:
        for path, text in written.items():
            packed.writestr(path, text)
    return out.getvalue()


def paragraph(text: str, style: str = "") -> str:
    """Return a paragraph of a DOCX."""
    chosen = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f"<w:p>{chosen}<w:r><w:t>{text}</w:t></w:r></w:p>"


def heading(text: str) -> str:
    """Return a heading of a DOCX, by a style whose id is no English word."""
    return paragraph(text, "berschrift1")


def notebook(cells: Sequence[tuple[str, str]]) -> bytes:
    """Return a notebook of cells: the source, and what it printed."""
    return json.dumps(
        {
            "nbformat": 4,
            "nbformat_minor": 5,
            "metadata": {},
            "cells": [
                {
                    "cell_type": "code",
                    "source": source.splitlines(keepends=True),
                    "outputs": [{"output_type": "stream", "text": [printed]}] if printed else [],
                }
                for source, printed in cells
            ],
        }
    ).encode()


def mail(sender: str, subject: str, text: str) -> bytes:
    """Return one message."""
    return f"From: {sender}\r\nTo: all@example.org\r\nSubject: {subject}\r\n\r\n{text}\r\n".encode()


def _escaped(line: str) -> bytes:
    return (
        line.encode("cp1252", "replace").replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")
    )

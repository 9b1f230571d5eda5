"""Files as other programs make them: nothing is lost without a word, and what is not read says why."""

from __future__ import annotations

import json
import re

import pytest

from app.documents.reader import DocumentReader, NoText, plain_text
from tests.support.documents import WORD, docx, of_objects, paragraph, pdf
from tests.unit.documents.test_sheets import cell, xlsx

DRAWING = {"drawings/drawing1": "<x/>"}
INHERITED = (
    f'<w:styles xmlns:w="{WORD}"><w:style w:styleId="h1"><w:name w:val="heading 1"/></w:style><w:style '
    'w:styleId="own"><w:name w:val="Corporate"/><w:basedOn w:val="h1"/></w:style></w:styles>'
)
LIGATURES = pdf([["x"]]).replace(b"/Encoding /WinAnsiEncoding", b"/Encoding << /Differences [120 /ffi] >>")
ATTACHED = of_objects(
    [
        b"<< /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles << /Names [(a.csv) 5 0 R] >> >> >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /MediaBox [0 0 60 80] /Contents 4 0 R /Resources << /Font << /F1 %s >> >> >>"
        % b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        b"<< /Length 38 >>\nstream\nBT /F1 10 Tf 72 700 Td (Body text) Tj ET\nendstream",
        b"<< /Type /Filespec /F (a.csv) /EF << /F 6 0 R >> >>",
        b"<< /Type /EmbeddedFile /Length 3 >>\nstream\na,b\nendstream",
    ]
)
ENTRIES = "<w:listEntry w:val='One'/><w:listEntry w:val='Two'/>"
PAGE = b"MIME-Version: 1.0\nContent-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\n\n"
PUT_IN = "{n} other documents that are put into it were not read."


def form(field: str) -> bytes:
    """Return a Word file with a field of a form, of the kind that Word has had from the first."""
    began = f'<w:fldChar w:fldCharType="begin"><w:ffData>{field}</w:ffData></w:fldChar>'
    return docx(f"<w:p><w:r>{began}</w:r><w:r><w:t> chosen</w:t></w:r></w:p>")


@pytest.mark.parametrize(
    ("name", "content", "text", "said"),
    [
        ("a.docx", docx(paragraph("Main.") + "<w:altChunk/><w:subDoc/>"), "Main.", PUT_IN.format(n=2)),
        ("a.docx", docx("<w:p><w:r><w:object/></w:r></w:p>" + paragraph("x")), "x", PUT_IN.format(n=1)),
        ("a.docm", docx(paragraph("Macros")), "Macros", ""),
        ("a.docx", form("<w:checkBox><w:default/><w:checked w:val='0'/></w:checkBox>"), "☐ chosen", ""),
        ("a.docx", form("<w:checkBox><w:default w:val='1'/></w:checkBox>"), "☒ chosen", ""),
        ("a.docx", form(f"<w:ddList><w:result w:val='1'/>{ENTRIES}</w:ddList>"), "Two chosen", ""),
        ("a.docx", form(f"<w:ddList>{ENTRIES}</w:ddList>"), "One chosen", ""),
        ("a.xltx", xlsx(f'<row r="1">{cell("A1", "x")}</row>'), "# Claims\nx", ""),
        (
            "a.xlsx",
            xlsx(f'<row r="1">{cell("A1", "a")}{cell("B1", "b")}</row><row r="2">{cell("B2", "c")}</row>'),
            "# Claims\na | b\n | c",
            "",
        ),
        ("a.xlsx", xlsx('<row r="1"><c r="A1"><v>4111111111111112</v></c></row>'), "4111111111111112", ""),
        (
            "a.xlsx",
            xlsx(f'<row r="1">{cell("A1", "x")}<c r="B1" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>'),
            "# Claims\nx",
            "1 of its formulas have no value: they come to an error",
        ),
        (
            "a.xlsx",
            xlsx(f'<row r="1">{cell("A1", "x")}</row>', **DRAWING),
            "# Claims\nx",
            "Charts, pictures and text boxes on its sheets were not read.",
        ),
        ("a.pdf", LIGATURES, "ffi", ""),
        ("a.pdf", ATTACHED, "Body text", "1 files that are attached to it were not read."),
        ("a.html", b'<p style="font-size:0">a<p style="opacity: 0.0">b<p style="opacity:0.5">c', "a", "2 of"),
        ("a.html", b"<p>x\0y</p>", "x\ufffdy", ""),
        ("a.mht", PAGE + b"<p>Saved by a browser</p>\n--b--\n", "Saved by a browser", ""),
        ("a.eml", b"From: a@x\nContent-Type: multipart/mixed; boundary=gone\n\nNo part", "No part", ""),
        (
            "a.eml",
            b"Content-Type: message/rfc822\n\n" * 30 + b"From: b@x\n\nlast",
            "[Nested too deep, not read]",
            "",
        ),
        (
            "a.ipynb",
            json.dumps({"cells": [{"source": "x", "attachments": {"a.png": {}}}]}).encode(),
            "x",
            "1 of its pictures were not read",
        ),
    ],
)
def test_what_is_read_and_what_is_said_of_the_rest(
    reader: DocumentReader, name: str, content: bytes, text: str, said: str
) -> None:
    found = reader.read(name, content)
    assert text in found.text
    assert str(found.cut_off or "").startswith(said)
    assert bool(said) == (found.cut_off is not None)


def test_a_style_that_is_made_from_a_heading_s_is_one(reader: DocumentReader) -> None:
    styled = docx(paragraph("Rent", "own") + paragraph("It is 900."), {"word/styles.xml": INHERITED})
    outlined = docx('<w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:r><w:t>Rent</w:t></w:r></w:p>')
    for content in (styled, outlined):
        assert [place.label() for place in reader.read("a.docx", content).places] == ["“Rent”"]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.rtf", rb"{\rtf1\ansi Hello}", "no plain text but RTF. Save it as DOCX"),
        ("a.txt", rb"{\rtf1\ansi Hello}", "no plain text but RTF. Save it as DOCX"),
        ("report", pdf([["x"]]), "no plain text but PDF. Give it a name that ends with .pdf"),
        ("a.odt", b"PK\x03\x04\0", "is a binary file. Save it as DOCX"),
        ("A.PPTX", b"PK\x03\x04\0", "is a binary file. Save it as PDF"),
        ("a.xls", b"\xd0\xcf\x11\xe0\0", "is a binary file. Save it as XLSX"),
        ("a.msg", b"\xd0\xcf\x11\xe0\0", "is a binary file. Save it as EML"),
        ("a.zip", b"PK\x03\x04\0", "is a binary file. Unpack it"),
        ("a.bin", b"\0", "is a binary file. Choose a text, Markdown"),
        ("a.txt", "Größe\n".encode() + "Straße\n".encode("latin-1"), "not a UTF-8 text. Save it as UTF-8"),
    ],
)
def test_what_is_not_read_says_what_it_is_to_be_saved_as(name: str, content: bytes, said: str) -> None:
    with pytest.raises(NoText) as refused:
        plain_text(name, content)
    assert re.search(re.escape(said), f"{refused.value.message} {refused.value.next}")


def test_a_plain_text_is_read_whatever_its_name() -> None:
    assert plain_text("notes.doc", b"typed long ago") == ("typed long ago", None)

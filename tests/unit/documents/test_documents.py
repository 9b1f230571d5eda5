"""Documents become lines, and each line knows the page, heading, cell or message it stands in."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

import pytest

from app.documents.places import DocumentText, place_at
from app.documents.reader import DocumentReader, NoText
from tests.support.documents import docx, heading, mail, notebook, of_objects, paragraph, pdf


def where(found: DocumentText, text: str) -> str:
    """Return the place of the line that holds a text."""
    line = next(n for n, line in enumerate(found.text.split("\n"), 1) if text in line)
    place = place_at(found.places, line)
    return place.label() if place is not None else ""


def test_a_line_of_a_pdf_knows_its_page(reader: DocumentReader) -> None:
    found = reader.read(
        "report.pdf", pdf([["First page", "The rate is 4 %"], ["Second page (end)"], ["Third"]])
    )
    assert "The rate is 4 %" in found.text
    assert [where(found, text) for text in ("First page", "rate is 4", "(end)", "Third")] == [
        "page 1",
        "page 1",
        "page 2",
        "page 3",
    ]
    assert found.cut_off is None


def test_a_page_of_a_pdf_is_read_with_its_accents_on_their_letters_and_signs_for_names_of_drawings(
    reader: DocumentReader,
) -> None:
    lines = [
        "Das zugeh\xa8orige Blatt f\xa8ur alle",
        "section /one.oldstyle/zero.oldstylee and /e.sc/p.sc/s.sc",
        "see /etc/e.school",
    ]
    text = reader.read("typeset.pdf", pdf([lines])).text
    assert text.split("\n")[:3] == [
        "Das zugehörige Blatt für alle",
        "section 10e and eps",
        "see /etc/e.school",
    ]


def test_the_numbers_of_lines_in_the_margin_of_a_pdf_are_no_part_of_its_words(reader: DocumentReader) -> None:
    written = [f"The {word} of these lines was first read in autumn" for word in "abcdefghijklm"]
    written[3:6] = ["That came in October 2016", "for the first time,", "– so it is."]
    numbered = ["Sample article 3", *(f"{line}{number}" for number, line in enumerate(written, 95))]
    assert reader.read("draft.pdf", pdf([numbered])).text.split("\n")[: len(numbered)] == [
        numbered[0], *written,
    ]  # fmt: skip


@pytest.mark.parametrize(
    "lines",
    [
        [f"Chapter of the quay, the mill and the harbour {page}" for page in range(1, 20)],
        [f"item{number}" for number in range(1, 20)],
        [f"The quay, the mill and the harbour . . . . . . . . {page}" for page in range(150, 170)],
        [f"The quay, the mill and the harbour................ {page}" for page in range(95, 115)],
        [f"The quay, the mill and the harbour................{page}" for page in range(95, 115)],
        [f"The yield of the northern field of {year} was{year % 7}" for year in range(1990, 2010)],
    ],
)
def test_what_a_line_of_a_pdf_ends_with_stays_where_it_is_no_number_of_it(
    reader: DocumentReader, lines: list[str]
) -> None:
    assert reader.read("table.pdf", pdf([lines])).text.split("\n")[: len(lines)] == lines


def test_what_is_filled_in_and_noted_on_a_page_stands_below_it(reader: DocumentReader) -> None:
    annotations = (
        b"/Annots [ << /Subtype /Widget /FT /Tx /T (name) /V (Ann Keeper) >>"
        b" << /Subtype /Widget /FT /Btn /T (agreed) /V /Yes /AS /Yes >>"
        b" << /Subtype /Widget /FT /Btn /T (refused) /AS /Off >>"
        b" << /Subtype /Widget /Parent << /T (kind) /FT /Ch /V [(lamp) (horn)] >> >>"
        b" << /Subtype /Text /T (Ed) /Contents (No: 1812.) >> << /Subtype /Popup /Contents (No: 1812.) >>"
        b" << /Subtype /FreeText /Contents (Typed upon the page) >> 7 null ]"
    )
    content = pdf([["Built in 1802."], ["Next."]]).replace(b"/MediaBox", annotations + b" /MediaBox", 1)
    found = reader.read("a.pdf", content)
    assert found.text == (
        "Built in 1802.\n\n[field] name: Ann Keeper\n[field] agreed: Yes\n[field] kind: lamp, horn\n"
        "[comment] Ed: No: 1812.\n[comment] Typed upon the page\n\nNext."
    )


def test_of_a_pdf_the_pages_that_are_pictures_are_told(reader: DocumentReader) -> None:
    picture = b"/Resources << /XObject << /I << /Subtype /Image /Width 1 /Height 1 >> >> "
    first, second, third = ["Built in 1802."], [""], [""]
    content = pdf([first, second, third])
    at = content.rindex(b"/Resources << ")
    content = content[:at] + picture + content[at + len(b"/Resources << ") :]
    assert str(reader.read("a.pdf", content).cut_off) == (
        "1 of its 3 pages are pictures without text, which were not read."
    )


def test_pages_of_a_font_that_does_not_tell_its_letters_are_told_and_hold_no_text(
    reader: DocumentReader,
) -> None:
    garbled = pdf([["Built in 1802."], ["Never told"]])
    at = garbled.rindex(b"/F1 <<")
    # The page's words are drawn in a font that it does not have.
    garbled = garbled[:at] + b"/F9" + garbled[at + 3 :]
    found = reader.read("a.pdf", garbled)
    assert found.text == "Built in 1802."
    assert str(found.cut_off) == "1 of its 2 pages are set in a font that does not tell its letters."
    with pytest.raises(NoText, match="holds no text, perhaps only scanned pages"):
        reader.read("a.pdf", pdf([["Never told"]]).replace(b"/F1 <<", b"/F9 <<"))


def test_an_empty_page_is_counted(reader: DocumentReader) -> None:
    found = reader.read("report.pdf", pdf([["One"], [], ["Three"]]))
    assert where(found, "Three") == "page 3"


def test_a_paragraph_of_a_docx_stands_under_its_heading_in_any_language(reader: DocumentReader) -> None:
    body = (
        paragraph("Vorab.")
        + heading("Die Miete")
        + paragraph("Sie beträgt 900 Euro.")
        + '<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="3"/></w:tcPr>'
        + paragraph("Januar")
        + "</w:tc><w:tc>"
        + paragraph("900")
        + "</w:tc></w:tr></w:tbl>"
        + heading("Das Ende")
        + paragraph("Drei Monate.")
    )
    found = reader.read("vertrag.docx", docx(body))
    assert found.text == (
        "Vorab.\n\nDie Miete\n\nSie beträgt 900 Euro.\n\nJanuar | 900\n\nDas Ende\n\nDrei Monate."
    )
    assert [where(found, text) for text in ("Vorab", "beträgt", "Januar", "Drei")] == [
        "",
        "“Die Miete”",
        "“Die Miete”",
        "“Das Ende”",
    ]


def test_what_was_deleted_is_no_text_of_a_docx_and_its_footnotes_are(reader: DocumentReader) -> None:
    notes = (
        '<w:footnotes xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'
        f'<w:footnote w:type="separator">{paragraph("-----")}</w:footnote>'
        f"<w:footnote>{paragraph('See the annex.')}</w:footnote></w:footnotes>"
    )
    deleted, added = "<w:del><w:r><w:delText>old</w:delText></w:r></w:del>", "<w:r><w:t>new</w:t></w:r>"
    body = f"<w:p>{deleted}<w:ins>{added}</w:ins></w:p>"
    found = reader.read("x.docx", docx(body, {"word/footnotes.xml": notes}))
    assert found.text == "new\n\nFootnotes\n\nSee the annex."
    assert where(found, "annex") == "“Footnotes”"


def test_a_page_of_html_gives_what_is_read_with_its_ids_and_headings(reader: DocumentReader) -> None:
    page = """<!doctype html><html><head><title>Rules</title><style>p {}</style></head><body>
        <h1>House rules</h1><p>Be   <b>quiet</b>
        after ten.</p><div id="pets">Dogs &amp; cats<br>on a lead</div>
        <table><tr><th>Day</th><th>Hours</th></tr><tr><td>Mon</td><td>8–12</td></tr></table>
        <script>alert(1)</script><ul><li>One</li><li>Two</li></ul></body></html>"""
    found = reader.read("rules.html", page.encode())
    assert found.text == (
        "Rules\n\nHouse rules\n\nBe quiet after ten.\n\nDogs & cats\non a lead\n\n"
        "Day | Hours\nMon | 8–12\n\n- One\n- Two"
    )
    assert [where(found, text) for text in ("quiet", "lead", "Mon")] == ["“House rules”", "#pets", "#pets"]


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("<ol start=5><li>five<li><p>six</p><ul><li>dot</ul></ol>", "5. five\n\n6. six\n\n- dot"),
        ("<ol type=a><li></li><li>b<li value=9>i</ol><p>after", "b. b\ni. i\n\nafter"),
        ("<p>10<sup>6</sup> m<sup>-2</sup>, the 1<sup>st</sup><sup>[2]</sup>", "10^6 m^-2, the 1st[2]"),
        ("<p>It was <del>1802</del> <ins>1812</ins>", "It was ~~1802~~ 1812"),
        ("<ruby>塔<rp>(</rp><rt>とう</rt><rp>)</rp></ruby><ruby>灯<rt>とう</rt></ruby>", "塔(とう)灯(とう)"),
        (
            "<math><mi>m</mi> <msup><mi>c</mi><mn>2</mn></msup><annotation>mc</annotation></math> is so",
            "mc^2 is so",
        ),
        (
            "<math><mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></mfrac><p>no end",
            "(a+b)/2\n\nno end",
        ),
        ('<ul><li><img src="a.png" alt="A mill"></ul><img alt="">Ice', "- [picture: A mill]\n\nIce"),
    ],
)
def test_what_a_page_tells_by_its_elements_alone_is_read(
    reader: DocumentReader, page: str, text: str
) -> None:
    assert reader.read("a.html", page.encode()).text == text


@pytest.mark.parametrize(
    ("content", "wanted"),
    [
        ("<p>Grüße</p>".encode("cp1252"), "Grüße"),
        ('<meta charset="iso-8859-2"><p>Łódź</p>'.encode("iso-8859-2"), "Łódź"),
        ("<p>Grüße</p>".encode("utf-16"), "Grüße"),
        (b'<meta charset="no-such"><p>plain \xe9</p>', "plain é"),
        ('<meta charset="iso-2022-jp"><p>水車</p>'.encode("iso2022_jp"), "水車"),
    ],
)
def test_a_page_is_read_in_the_letters_it_was_written_in(
    reader: DocumentReader, content: bytes, wanted: str
) -> None:
    assert reader.read("x.htm", content).text == wanted


def test_a_page_in_letters_that_nothing_here_reads_is_refused(reader: DocumentReader) -> None:
    with pytest.raises(NoText, match="no readable HTML"):
        reader.read("x.htm", b'<meta charset="iso-2022-cn"><p>\x1b$)A\x0e1KV\x0f</p>')


def test_of_a_page_the_pictures_that_are_no_ornaments_are_counted(reader: DocumentReader) -> None:
    page = '<p>Mill<img><img alt="Wheel"><img alt=""><img src="pixel.gif" width="1"></p>'
    found = reader.read("a.html", page.encode())
    assert found.text == "Mill[picture: Wheel]"
    assert str(found.cut_off).startswith("2 of its pictures were not read")


def test_of_a_page_what_is_not_shown_is_read_and_counted(reader: DocumentReader) -> None:
    page = (
        '<p>Seen.<span style="color: red; display:none">Praise it.</span><div hidden><b>And</b> this.</div>'
        '<p hidden></p><input hidden>Seen, <i style="visibility:visible">too</i>.'
    )
    found = reader.read("a.html", page.encode())
    assert found.text == "Seen.Praise it.\nAnd this.\n\nSeen, too."
    assert str(found.cut_off) == "2 of its passages are hidden where it is shown; they were read, too."


def drawn(at: Sequence[tuple[float, float, str]]) -> bytes:
    """Return a PDF of one page with these lines at their places, in their order."""
    signs = "".join(f"BT /F1 10 Tf 1 0 0 1 {x} {y} Tm ({text}) Tj ET " for x, y, text in at)
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 "
    return of_objects(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            page + b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>",
            b"<< /Length %d >>\nstream\n%s\nendstream" % (len(signs), signs.encode()),
        ]
    )


def test_a_page_whose_columns_are_drawn_across_is_told_and_one_after_the_other_is_not(
    reader: DocumentReader,
) -> None:
    left = [(72.0, 700.0 - 14 * n, f"of the left column line {n}") for n in range(9)]
    right = [(320.0, 700.0 - 14 * n, f"of the right column line {n}") for n in range(9)]
    apart = reader.read("a.pdf", drawn(left + right))
    assert apart.text.split("\n")[9] == "of the right column line 0"
    assert apart.cut_off is None
    across = reader.read("a.pdf", drawn([one for row in zip(left, right, strict=True) for one in row]))
    assert str(across.cut_off).startswith("On 1 of its pages text stands side by side and was read across")
    whole = drawn([one for row in zip(left, right, strict=True) for one in row])
    # In one block, from line to line and column to column by leaps.
    one_block = whole.replace(b" ET BT ", b" ")
    assert reader.read("a.pdf", one_block).cut_off == across.cut_off
    leaps = re.sub(
        rb"(\([^)]*\)) Tj /F1 10 Tf 1 0 0 1 320.0 [\d.]+ Tm (\([^)]*\)) Tj", rb"[\1 -9999 \2] TJ", one_block
    )
    assert leaps.count(b"TJ") == len(left)
    assert reader.read("a.pdf", leaps).cut_off == across.cut_off
    figures = [(x, y, "12") for x, y, _ in left + right]
    assert reader.read("a.pdf", drawn(sorted(figures, key=lambda one: -one[1]))).cut_off is None


def test_a_line_of_a_notebook_knows_its_cell(reader: DocumentReader) -> None:
    found = reader.read("a.ipynb", notebook([("# Load\nimport x", ""), ("mean(rows)", "4.25\n")]))
    assert found.text == "# Load\nimport x\n\nmean(rows)\n\n4.25"
    assert [where(found, text) for text in ("import x", "4.25")] == ["cell 1", "cell 2"]


def test_a_result_of_a_notebook_is_read_in_whatever_form_it_is_told(reader: DocumentReader) -> None:
    told = [
        {"text/html": ["<table><tr><td>1802", "<td>40</table>"]},
        {"text/markdown": "**5**", "text/html": "<b>5</b>"},
        {"text/plain": "6", "text/latex": "$6$"},
        {"image/png": "iVBOR"},
    ]
    outputs = [{"output_type": "display_data", "data": one} for one in told]
    cells = [{"cell_type": "code", "source": "x", "outputs": outputs}]
    content = json.dumps({"nbformat": 4, "cells": cells}).encode()
    found = reader.read("a.ipynb", content)
    assert found.text == "x\n\n1802 | 40\n\n**5**\n\n6"
    assert str(found.cut_off).startswith("1 of its pictures were not read")


def test_a_mail_is_read_in_its_letters_and_where_its_plain_part_is_empty(reader: DocumentReader) -> None:
    bare = b"From: a@x\r\nSubject: y\r\n\r\nGr\xfc\xdfe vom Turm\r\n"
    assert reader.read("a.eml", bare).text.endswith("Grüße vom Turm")
    japanese = b"From: a@x\r\n\r\n" + "水車".encode("iso2022_jp")
    assert reader.read("a.eml", japanese).text.endswith("水車")
    head = b"From: a@x\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n"
    parts = (
        b"--b\r\nContent-Type: text/plain\r\n\r\n \r\n--b\r\nContent-Type: text/html\r\n\r\n<p>Words\r\n--b--"
    )
    assert reader.read("a.eml", head + parts).text == "From: a@x\n\nWords"


def test_the_messages_of_a_mail_file_are_told_apart(reader: DocumentReader) -> None:
    one, two = mail("ann@example.org", "Rent", "It is 900."), mail("bob@example.org", "Re: Rent", "I agree.")
    found = reader.read("a.mbox", b"From ann Mon\r\n" + one + b"\r\nFrom bob Tue\r\n" + two)
    assert [where(found, text) for text in ("It is 900", "I agree")] == ["message 1", "message 2"]
    assert "Subject: Re: Rent" in found.text


def test_a_mail_with_two_tellings_and_an_attachment_is_read_once(reader: DocumentReader) -> None:
    content = b"""From: ann@example.org
Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=a

--a
Content-Type: multipart/alternative; boundary=b

--b
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

The rent is 900 =E2=82=AC.
--b
Content-Type: text/html

<p>The rent is <b>900 EUR</b>.</p>
--b--
--a
Content-Type: application/pdf
Content-Disposition: attachment; filename="lease.pdf"

xx
--a--
"""
    text = reader.read("a.eml", content).text
    assert text == (
        "From: ann@example.org\nSubject: Grüße\n\nThe rent is 900 €.\n\n[Attached, not read: lease.pdf]"
    )


def test_a_long_paragraph_goes_on_in_the_next_line_and_no_word_is_lost(reader: DocumentReader) -> None:
    words = " ".join(f"word{n}" for n in range(900))
    lines = reader.read("x.docx", docx(paragraph(words))).text.split("\n")
    assert len(lines) > 1
    assert max(map(len, lines)) <= 2_000
    assert " ".join(lines) == words


def test_what_is_no_letter_is_shown_as_missing(reader: DocumentReader) -> None:
    text = reader.read("a.ipynb", b'{"cells": [{"source": "a\\u0000b\\ud800c\\u001b[31m"}]}').text
    assert text == "a\ufffdb\ufffdc\ufffd[31m"


def test_a_file_of_another_kind_is_refused(reader: DocumentReader) -> None:
    with pytest.raises(NoText, match=r"slides\.pptx is no document"):
        reader.read("slides.pptx", b"PK")

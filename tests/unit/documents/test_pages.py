"""A page of a PDF is drawn as it is printed, and the words that are quoted are marked where they stand."""

from __future__ import annotations

import io
import sys

import pytest
from pypdf import PdfReader, PdfWriter
from PySide6.QtGui import QImage

from app.documents.page_render import LONGEST_SIDE, MOST_MARKS
from app.documents.places import PageImage
from app.documents.reader import ARGUMENT, DocumentReader, NoText
from tests.support.documents import of_objects, pdf

PAGES = (
    ["The mill stands at Nord-", "heim. Its wheel turns at 340 rpm.", "Its owner said that the"],
    ["wheel was new, and nobody asked."],
)


def turned(content: bytes, degrees: int) -> bytes:
    """Return a PDF whose pages are shown turned."""
    writer = PdfWriter()
    for page in PdfReader(io.BytesIO(content)).pages:
        writer.add_page(page.rotate(degrees))
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def inks(page: PageImage) -> list[float]:
    """Return the share of each mark that is printed on."""
    picture = QImage.fromData(page.raster.data)
    assert (picture.width(), picture.height()) == (page.raster.width, page.raster.height)
    found = []
    for mark in page.marks:
        dots = [
            picture.pixelColor(x, y).lightness() < 128
            for x in range(round(mark.left), round(mark.right))
            for y in range(round(mark.top), round(mark.bottom))
        ]
        found.append(sum(dots) / len(dots))
    return found


@pytest.mark.parametrize(
    ("quote", "lines"),
    [
        ("wheel turns at 340 rpm", 1),
        ("stands at Nordheim", 2),
        ("stands at Nord- heim. Its", 2),
        ("THE MILL … 340 rpm", 2),
        # Its parts stand one behind the other, or they are not the quotation.
        ("340 rpm … THE MILL", 1),
        ("Its owner said that the wheel was new", 1),
        ("The mill was sold", 0),
        ("", 0),
    ],
)
def test_the_words_are_marked_where_they_are_printed(reader: DocumentReader, quote: str, lines: int) -> None:
    page = reader.draw_page("mill.pdf", pdf(PAGES), 1, quote)
    assert len(page.marks) == lines
    assert all(share > 0.1 for share in inks(page))


def test_a_quotation_of_a_whole_book_is_marked_up_to_a_bound(reader: DocumentReader) -> None:
    lines = [f"line {number} of many" for number in range(MOST_MARKS + 60)]
    page = reader.draw_page("book.pdf", pdf([lines]), 1, " ".join(lines))
    assert len(page.marks) == MOST_MARKS
    again = reader.draw_page("book.pdf", pdf([lines]), 1, " … ".join(lines))
    assert len(again.marks) == MOST_MARKS


@pytest.mark.parametrize("degrees", [0, 90, 180, 270])
def test_a_page_that_is_turned_has_its_mark_on_the_words(reader: DocumentReader, degrees: int) -> None:
    page = reader.draw_page("mill.pdf", turned(pdf(PAGES), degrees), 1, "wheel turns at 340 rpm")
    (mark,) = page.marks
    assert (mark.right - mark.left > mark.bottom - mark.top) == (degrees in (0, 180))
    assert inks(page)[0] > 0.1


def test_a_page_like_a_wall_or_a_stamp_takes_no_more_room_than_another(reader: DocumentReader) -> None:
    for side, most in ((14_400, LONGEST_SIDE), (20, 80)):
        size = b"/MediaBox [0 0 %d %d]" % (side, side // 2)
        content = pdf([["x"]]).replace(b"/MediaBox [0 0 612 792]", size)
        page = reader.draw_page("wall.pdf", content, 1, "")
        assert max(page.raster.width, page.raster.height) == most


def test_what_is_no_page_is_refused_in_words(reader: DocumentReader) -> None:
    nothing = of_objects([b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [] /Count 0 >>"])
    for content, number in ((pdf(PAGES), 3), (nothing, 1), (b"%PDF-1.7 broken", 1), (b"no PDF", 1)):
        with pytest.raises(NoText, match=r"mill\.pdf"):
            reader.draw_page("mill.pdf", content, number, "")
    # It is ready for the next one.
    assert reader.read("mill.pdf", pdf(PAGES)).text


def test_without_the_library_the_text_is_read_and_the_page_is_said_to_be_missing() -> None:
    start = (
        "import sys; sys.modules['pypdfium2'] = None; from app.documents.child import main; sys.exit(main())"
    )
    with DocumentReader([sys.executable, "-c", start, ARGUMENT]) as reader:
        assert "340 rpm" in reader.read("mill.pdf", pdf(PAGES)).text
        with pytest.raises(NoText, match="the library pypdfium2 is missing"):
            reader.draw_page("mill.pdf", pdf(PAGES), 1, "340 rpm")

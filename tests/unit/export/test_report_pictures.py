"""A picture of an answer in reports: shown above its mark, or kept at the end; broken ones stay marks."""

from __future__ import annotations

import io
from typing import Any

import pytest
from docx import Document
from pypdf import PdfReader

from app.domain.pictures import without_pictures
from app.export.registry import EXPORTERS
from tests.support.dots import data_address, png
from tests.support.html_page import Page
from tests.unit.export.test_report import debate, request

LARGE = png(80, 60, more=b"x" * 30_000)
MARK = "[picture “plan”, 30 kB]"


def report(form: str, data: bytes) -> bytes:
    """Return a report of a debate whose answer and result hold the mark of this picture."""
    answer = f"So:\n\n![plan]({data_address(data)})\n\nIt fits."
    told = without_pictures(answer)
    facts = [
        fact.model_copy(update={"text": answer}) if fact.type == "call_completed" else fact
        for fact in debate(told, told)
    ]
    return EXPORTERS[form].write(request(*facts))


def test_html_shows_it_from_the_file_itself_and_the_policy_allows_that_alone() -> None:
    page = Page(report("html", LARGE).decode())
    shown = page.of("src")
    assert shown
    assert set(shown) == {data_address(LARGE)}
    policy = next(value for value in page.of("content") if "default-src" in value)
    assert "img-src data:;" in policy
    assert MARK in report("html", LARGE).decode()


def test_html_without_pictures_allows_none() -> None:
    assert "img-src" not in EXPORTERS["html"].write(request(*debate())).decode()


def test_pdf_shows_it() -> None:
    pages: Any = PdfReader(io.BytesIO(report("pdf", LARGE))).pages
    held = [page["/Resources"].get_object()["/XObject"] for page in pages if "/XObject" in page["/Resources"]]
    kinds = [one.get_object()["/Subtype"] for objects in held for one in objects.get_object().values()]
    assert "/Image" in kinds
    assert MARK in " ".join(page.extract_text() for page in pages)


def test_word_shows_it_and_holds_its_bytes_as_they_came() -> None:
    document = Document(io.BytesIO(report("docx", LARGE)))
    assert len(document.inline_shapes) >= 1
    held = [part.blob for part in document.part.package.iter_parts() if part.content_type == "image/png"]
    assert held == [LARGE]


def test_markdown_keeps_it_at_its_end() -> None:
    text = report("md", LARGE).decode()
    assert f"!{MARK}" in text
    assert text.endswith(f"{MARK}: {data_address(LARGE)}\n")


@pytest.mark.parametrize("form", ["html", "docx", "md"])
def test_a_broken_one_stays_a_mark(form: str) -> None:
    broken = report(form, LARGE[:-30])
    if form == "docx":
        document = Document(io.BytesIO(broken))
        assert len(document.inline_shapes) == 0
        assert MARK in "\n".join(one.text for one in document.paragraphs)
        return
    assert MARK in broken.decode().replace("\\", "")
    assert "data:image" not in broken.decode()

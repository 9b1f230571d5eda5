"""Documents in a folder of sources are read by lines, as texts are, and each line knows its place."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from app.documents.places import LARGEST_DOCUMENT
from app.documents.reader import DocumentReader
from app.domain.errors import InputError
from app.engine.folders import SourceRules
from app.store import source_folder
from app.store.source_folder import FolderOfSources
from tests.support.counting import calls_of
from tests.support.documents import docx, heading, paragraph, pdf

PDF = pdf([["Minutes of May", "The rent is 900 euros."], ["Ann agreed."]])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "minutes.pdf").write_bytes(PDF)
    (tmp_path / "lease.docx").write_bytes(docx(heading("The rent") + paragraph("It is 900 euros a month.")))
    (tmp_path / "note.md").write_text("The rent was raised.\n", encoding="utf-8")
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.4 and nothing more")
    return tmp_path


async def test_a_passage_of_a_document_names_its_places(folder: Path) -> None:
    source = FolderOfSources(folder)
    whole = await source.read("minutes.pdf")
    assert (whole.first, whole.total) == (1, 4)
    assert whole.text == "Minutes of May\nThe rent is 900 euros.\n\nAnn agreed."
    assert [(place.line, place.label()) for place in whole.places] == [(1, "page 1"), (4, "page 2")]
    assert whole.digest == hashlib.sha256(PDF).hexdigest()
    part = await source.read("minutes.pdf", 2, 2)
    assert [(place.line, place.label()) for place in part.places] == [(1, "page 1")]


async def test_a_search_finds_what_documents_say_and_where(folder: Path) -> None:
    found = await FolderOfSources(folder).search("RENT")
    assert [(hit.path, hit.line, hit.place.label() if hit.place else "") for hit in found.hits] == [
        ("lease.docx", 1, "“The rent”"),
        ("minutes.pdf", 2, "page 1"),
        ("note.md", 1, ""),
    ]
    assert (found.files, found.whole) == (3, True)


async def test_the_whole_text_of_a_file_is_given_under_the_same_rules(folder: Path) -> None:
    source = FolderOfSources(folder)
    found = await source.text("./lease.docx")
    assert (found.path, found.text) == ("lease.docx", "The rent\n\nIt is 900 euros a month.")
    assert found.digest == hashlib.sha256((folder / "lease.docx").read_bytes()).hexdigest()
    assert (await source.text("note.md")).text == "The rent was raised.\n"
    for path in ("../note.md", "gone.md", "lease.docx/x"):
        with pytest.raises(InputError):
            await source.text(path)
    with pytest.raises(InputError, match="is left out"):
        await source.by_rules(SourceRules(left_out=("*.docx",))).text("lease.docx")


async def test_a_document_is_read_once_under_whatever_rules(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = calls_of(monkeypatch, DocumentReader, "read", DocumentReader.read)
    source = FolderOfSources(folder)
    await source.search("rent")
    await source.search("euros")
    await source.by_rules(SourceRules(left_out=("*.md",))).read("minutes.pdf")
    assert len(counted) == 3  # the broken one too
    (folder / "minutes.pdf").write_bytes(pdf([["Changed"]]))
    assert (await source.read("minutes.pdf")).text == "Changed"


async def test_what_is_kept_has_an_end(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source_folder, "MOST_KEPT", 10)
    source = FolderOfSources(folder)
    counted = calls_of(monkeypatch, DocumentReader, "read", DocumentReader.read)
    for _ in range(2):
        await source.read("minutes.pdf")
        await source.read("lease.docx")
    assert len(counted) == 4


async def test_a_document_that_cannot_be_read_is_named_by_the_file_that_was_asked_for(folder: Path) -> None:
    source = FolderOfSources(folder)
    (folder / "copy.pdf").write_bytes((folder / "broken.pdf").read_bytes())
    for name in ("broken.pdf", "copy.pdf"):
        with pytest.raises(InputError, match=rf"{name} is no readable PDF") as refused:
            await source.read(name)
        assert str(refused.value.next)


async def test_a_document_may_be_larger_than_a_text(folder: Path) -> None:
    (folder / "large.pdf").write_bytes(PDF + b"%" * source_folder.LARGEST)
    (folder / "huge.pdf").write_bytes(b"%" * (LARGEST_DOCUMENT + 1))
    (folder / "large.txt").write_bytes(b"a" * (source_folder.LARGEST + 1))
    source = FolderOfSources(folder)
    listing = await source.files()
    assert "large.pdf" in [file.path for file in listing.files]
    assert listing.left_out == {"huge.pdf": "too_large", "large.txt": "too_large"}
    assert "Ann agreed" in (await source.text("large.pdf")).text

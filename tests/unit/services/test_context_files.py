"""Chosen context: folders are looked through within bounds, and nothing is left out in silence."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from docx import Document

from app.domain.errors import InputError
from app.domain.given_pictures import MOST, check_sendable
from app.domain.messages import GivenPicture
from app.services import context_files
from app.services.context_files import MOST_FILES, ContextFiles, context_of, context_texts, read_text
from tests.support.counting import calls_of
from tests.support.documents import of_objects
from tests.support.dots import png


def test_a_folder_gives_its_files_in_order_without_what_is_hidden(tmp_path: Path) -> None:
    for name in ("b.md", "a/c.txt", ".git/config", "a/.hidden"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(f"text of {name}", encoding="utf-8")
    found = context_texts([tmp_path]).texts
    assert [text["name"] for text in found] == [f"{tmp_path.name}/a/c.txt", f"{tmp_path.name}/b.md"]
    assert [text["text"] for text in found] == ["text of a/c.txt", "text of b.md"]


def test_a_folder_with_a_binary_file_is_taken_without_it_and_the_file_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "a.md").write_text("# Alpha", encoding="utf-8")
    (folder / "logo.png").write_bytes(b"\x89PNG\r\n\x1a\n\x00\xff")
    (folder / "scan.pdf").write_bytes(b"%PDF-1.4 broken")
    found = context_texts([folder])
    assert [text["name"] for text in found.texts] == ["notes/a.md"]
    reasons = [str(one) for one in found.left_out]
    assert len(reasons) == 2
    assert "logo.png" in reasons[0]
    assert "scan.pdf" in reasons[1]
    assert all(one.endswith("It is left out.") for one in reasons)


def test_a_binary_file_that_was_named_itself_is_refused(tmp_path: Path) -> None:
    (tmp_path / "logo.png").write_bytes(b"\x89PNG\x00\xff")
    with pytest.raises(InputError, match="is a binary file"):
        context_texts([tmp_path / "logo.png"])


def test_a_picture_is_taken_whatever_its_name_and_read_nowhere_as_a_text(tmp_path: Path) -> None:
    (tmp_path / "plan.pdf").write_bytes(png(3, 2))
    (text,) = context_texts([tmp_path / "plan.pdf"]).texts
    picture = GivenPicture.model_validate(text.pop("picture"))
    assert (text, picture.content) == ({"name": "plan.pdf", "text": ""}, png(3, 2))
    with pytest.raises(InputError, match="is a picture"):
        read_text(tmp_path / "plan.pdf")


def scanned(*pages: bytes) -> bytes:
    """Return a PDF whose pages are drawn by these streams."""
    kids = b" ".join(b"%d 0 R" % (4 + 2 * at) for at in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, len(pages)),
    ]
    for at, stream in enumerate(pages):
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream))
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 60 80] /Contents %d 0 R "
            b"/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>"
            % (3 + 2 * at)
        )
    return of_objects(objects)


DRAWN, TYPED, BLANK = b"1 0 0 rg 5 5 40 20 re f", b"BT /F1 9 Tf 5 60 Td (Minutes) Tj ET", b""


def test_pages_of_a_pdf_without_text_come_as_pictures_and_blank_ones_do_not(tmp_path: Path) -> None:
    (tmp_path / "scan.pdf").write_bytes(scanned(TYPED, DRAWN, BLANK, DRAWN))
    (tmp_path / "photos.pdf").write_bytes(scanned(DRAWN))
    chosen = context_texts([tmp_path / "scan.pdf", tmp_path / "photos.pdf"])
    told = [(str(one["name"]), one["text"], "picture" in one) for one in chosen.texts]
    assert told == [
        ("scan.pdf", "Minutes", False),
        ("scan.pdf, page 2", "", True),
        ("scan.pdf, page 4", "", True),
        ("photos.pdf, page 1", "", True),
    ]
    page = GivenPicture.model_validate(chosen.texts[1]["picture"])
    assert (page.kind, page.width, page.height) == ("png", 240, 320)
    check_sendable([page])
    with pytest.raises(InputError, match="perhaps only scanned pages"):
        read_text(tmp_path / "photos.pdf")


def test_of_long_scans_as_many_pages_come_as_can_be_sent_together(tmp_path: Path) -> None:
    for name, pages in {"scan.pdf": 2, "more.pdf": 3}.items():
        (tmp_path / name).write_bytes(scanned(*[DRAWN] * pages))
    # Beside other pictures: to draw a page takes half a second.
    others = [tmp_path / f"{number}.png" for number in range(MOST - 3)]
    for other in others:
        other.write_bytes(png(3, 2))
    chosen = context_texts([*others, tmp_path / "scan.pdf", tmp_path / "more.pdf"])
    assert len(chosen.texts) == MOST
    assert chosen.texts[-1]["name"] == "more.pdf, page 1"
    (left,) = chosen.left_out
    assert "From page 2 on" in str(left)


def test_of_a_folder_as_many_pictures_are_taken_as_can_be_sent(tmp_path: Path) -> None:
    for number in range(MOST + 2):
        (tmp_path / f"{number:02}.png").write_bytes(png(3, 2))
    chosen = context_texts([tmp_path])
    assert len(chosen.texts) == MOST
    assert [str(one) for one in chosen.left_out] == [
        f"{tmp_path / name} is left out: at most {MOST} pictures of 12 MB together can be sent."
        for name in ("20.png", "21.png")
    ]


def test_a_text_whose_encoding_was_guessed_is_read_and_told_to_person_and_members(tmp_path: Path) -> None:
    (tmp_path / "old.txt").write_bytes("Grüße vom Turm – „alt“".encode("cp1252"))
    chosen = context_texts([tmp_path / "old.txt"])
    said = "It is no UTF-8 text and was read as Windows-1252."
    assert chosen.texts == [{"name": "old.txt", "text": f"Grüße vom Turm – „alt“\n\n[{said}]"}]
    assert [str(one) for one in chosen.left_out] == [f"{tmp_path / 'old.txt'}: {said}"]


def test_a_folder_without_any_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "logo.png").write_bytes(b"\x89PNG\x00\xff")
    with pytest.raises(InputError, match="holds no text"):
        context_texts([tmp_path])


def test_a_file_without_a_word_is_refused_and_in_a_folder_passed_over(tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_bytes(b" \n")
    with pytest.raises(InputError, match=r"empty\.txt holds no text"):
        context_texts([tmp_path / "empty.txt"])
    (tmp_path / "a.md").write_text("Words", encoding="utf-8")
    found = context_texts([tmp_path])
    assert ([text["text"] for text in found.texts], found.left_out) == (["Words"], ())


def test_a_million_named_files_are_refused_before_one_of_them_is_looked_for() -> None:
    looked: list[str] = []

    def place(name: str) -> Path:
        looked.append(name)
        return Path(name)

    named = [f"Ann={number}.md" for number in range(MOST_FILES + 1)]
    with pytest.raises(InputError, match="501 files are chosen; at most 500 are read"):
        context_of(named, place)
    with pytest.raises(InputError, match="501 files are chosen"):
        ContextFiles().texts([("Ann", Path(name)) for name in named])
    assert looked == []


def test_a_folder_of_too_many_files_is_refused_with_the_way_out(tmp_path: Path) -> None:
    for number in range(MOST_FILES + 1):
        (tmp_path / f"{number}.txt").touch()
    with pytest.raises(InputError, match="more than 500 files") as refused:
        context_texts([tmp_path])
    assert "Name the folder in it that matters" in str(refused.value.next)


def test_more_than_can_be_given_is_refused_before_it_is_read_and_the_largest_file_is_named(
    tmp_path: Path,
) -> None:
    for name, size in (("a.txt", 19), ("b.txt", 20), ("c.txt", 19)):
        with (tmp_path / name).open("wb") as stream:
            stream.truncate(size * 2**20)
    more = tmp_path.parent / "more.txt"
    more.write_bytes(b"x" * 3 * 2**20)
    with pytest.raises(InputError) as refused:
        context_texts([tmp_path, more])
    assert str(refused.value.message) == "What you have chosen is 62 MB; 60 MB can be given to the members."
    assert str(tmp_path / "b.txt") in str(refused.value.next)


def test_an_endless_tree_without_files_is_not_walked_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(context_files, "MOST_LOOKED", 50)
    for number in range(60):
        (tmp_path / f"folder {number}").mkdir()
    with pytest.raises(InputError, match="too large to look through"):
        context_texts([tmp_path])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_folder_of_pipes_and_broken_links_holds_no_files_and_opens_none(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to(tmp_path / "gone")
    with pytest.raises(InputError, match="holds no files"):
        context_texts([tmp_path])


def test_a_link_back_to_the_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a", encoding="utf-8")
    (tmp_path / "again").symlink_to(tmp_path, target_is_directory=True)
    assert len(context_texts([tmp_path]).texts) == 1


def test_a_folder_that_vanishes_while_it_is_looked_through_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=f"gone cannot be read: {os.strerror(errno.ENOENT)}"):
        context_files._inside(tmp_path / "gone")


def test_the_tables_of_a_document_are_read_where_they_stand(tmp_path: Path) -> None:
    document = Document()
    document.add_paragraph("Before the table.")
    table = document.add_table(rows=2, cols=2)
    for row, line in zip(table.rows, (("Route", "Minutes"), ("Ferry", "12")), strict=True):
        for cell, text in zip(row.cells, line, strict=True):
            cell.text = text
    document.add_paragraph("Behind it.")
    document.save(str(tmp_path / "t.docx"))
    text = read_text(tmp_path / "t.docx")
    assert text == "Before the table.\n\nRoute | Minutes\nFerry | 12\n\nBehind it."


@pytest.mark.parametrize("kind", ["bomb", "cut", "no document", "empty"])
def test_a_crafted_document_is_refused_in_a_sentence(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "x.docx"
    Document().save(str(path))
    if kind == "bomb":
        with ZipFile(path, "a", ZIP_DEFLATED) as packed, packed.open("word/more.xml", "w") as part:
            for _ in range(120):
                part.write(bytes(2**20))
    elif kind == "cut":
        path.write_bytes(path.read_bytes()[:-200])
    elif kind == "no document":
        with ZipFile(path, "w") as packed:
            packed.writestr("[Content_Types].xml", "<Types/>")
    with pytest.raises(InputError, match=r"x\.docx") as refused:
        read_text(path)
    assert str(refused.value.next)
    assert ("unpacks" in str(refused.value)) == (kind == "bomb")


def test_files_are_read_again_only_where_one_has_changed_and_what_is_gone_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = calls_of(monkeypatch, context_files, "context_texts", context_texts)
    path, files = tmp_path / "a.md", ContextFiles()
    path.write_text("one", encoding="utf-8")
    for _ in range(2):
        assert files.texts([("", path)]).texts == [{"name": "a.md", "text": "one"}]
    assert len(counted) == 1
    path.write_text("two", encoding="utf-8")
    os.utime(path, ns=(1, 1))
    assert files.texts([("", path)]).texts == [{"name": "a.md", "text": "two"}]
    # Nothing of what was read has changed; another one is missing all the same.
    with pytest.raises(InputError, match=r"gone\.md"):
        files.texts([("", path), ("", tmp_path / "gone.md")])


def test_a_file_behind_a_name_is_for_that_member_alone_unless_a_file_is_called_so(tmp_path: Path) -> None:
    for name in ("lease.md", "Ada=lease.md", "Ben=all.md"):
        (tmp_path / name).write_text(name, encoding="utf-8")
    given = ["lease.md", "Ada=lease.md", "Cy = lease.md"]
    texts = context_of(given, lambda name: tmp_path / name, tmp_path).texts
    assert texts == [
        {"name": "lease.md", "text": "lease.md"},
        # There is a file of that name: it is what was meant.
        {"name": "Ada=lease.md", "text": "Ada=lease.md"},
        {"name": "lease.md", "text": "lease.md", "only": "Cy"},
    ]

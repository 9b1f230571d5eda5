"""An edited document on the command line: looked at, taken in, refused in words."""

from __future__ import annotations

from pathlib import Path

from tests.support.commands import Ran, call
from tests.support.editing import Editor


def typed(folder: Path, *words: object) -> Ran:
    return call(*map(str, words), data=folder)


def test_an_edited_document_is_looked_at_and_then_taken_in(tmp_path: Path) -> None:
    folder, book = tmp_path / "data", tmp_path / "book"
    book.mkdir()
    (book / "text.md").write_text("# The sea\n\nThe sea was calm.\n\nMara waited.\n", encoding="utf-8")
    session = typed(
        folder, "run", "draft", book, "--template", "document", "--approve", "none", "--json"
    ).value["session"]
    out, back = tmp_path / "out.docx", tmp_path / "back.docx"
    assert typed(folder, "export", session, "--format", "tracked", "-o", out).code == 0
    editor = Editor(out.read_bytes())
    editor.comment("Mara waited.", "For whom?")
    editor.replace("calm", "rough")
    editor.saved(back)
    looked = typed(folder, "import", back, "--look")
    assert "Worked on by Anna." in looked.out
    assert "Changed: “The sea was calm.” → “The sea was rough.”" in looked.out
    assert "Nothing was taken in yet." in looked.out
    taken = typed(folder, "import", back, "--json")
    assert taken.value["gate"]["kind"] == "draft_acceptance"
    assert (book / "text.md").read_text(encoding="utf-8").count("calm") == 1, "nothing is written yet"
    gate = taken.value["gate"]["id"]
    assert typed(folder, "answer", session, gate, "--verb", "accept", "--json").code == 3
    assert "The sea was rough." in (book / "text.md").read_text(encoding="utf-8")
    again = typed(folder, "import", back, "--json")
    assert again.value["taken_in"] is False
    assert again.value["comments"][0]["known"] is True


def test_what_cannot_be_taken_in_is_refused_in_words(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    old = tmp_path / "text.doc"
    old.write_bytes(b"\xd0\xcf\x11\xe0 an old one")
    refused = typed(folder, "import", old, "--json")
    assert refused.code == 2
    assert refused.error["message"] == "text.doc is no DOCX."
    broken = tmp_path / "text.docx"
    broken.write_bytes(b"PK\x03\x04 nothing")
    refused = typed(folder, "import", broken, "--json")
    assert refused.error["message"] == "text.docx is no readable DOCX."

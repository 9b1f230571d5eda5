"""No sign that a terminal obeys or does not show comes out of a command, whatever a session's texts hold."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest
from pypdf import PdfReader
from pypdf.generic import Destination

from tests.faults.test_mutants import RUNS
from tests.support.commands import call

ESCAPES = "\x1b]0;owned\x07\x1b[2J\x1b[31m", "\x9b31m\x85", "\x7f\x08\x08", "\rFinished", "\x00\x0b\x0c"
TURNING = "\u202egnp.exe\u2066x\u2069", "\u200f\u061c\u200e"
UNSEEN = "a\u200bb\u2060c\ufeffd", "\U000e0041\U000e0042", "x\ufe0f\ufe01\U000e0100", "o\u200dk\u200cay\u00ad"
PAYLOAD = "|".join((*ESCAPES, *TURNING, *UNSEEN))
FORBIDDEN = re.compile(
    "[\x00-\x08\x0b-\x0c\x0e-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\ufe00-\ufe0f\ufeff\ufff9-\ufffb\U000e0000-\U000e01ef]|\r(?!\n)"
)
SHOWN = ("show", "log", "gates", "list", "search", "ask", "stop")


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, Path]:
    """Make a data folder with a finished session whose every text holds the payload."""
    data = tmp_path_factory.mktemp("data")
    begun = call(
        *("run", "debate", "--question", f"Must we paint the hall? {PAYLOAD}", "--approve", "all", "--json"),
        *("--set", "max_rounds=1"),
        data=data,
    )
    session = begun.value["session"]
    whole = json.loads(exported(data, session, "json"))
    for record in whole["records"]:
        record["body"] = poisoned(record["body"])
    made = data / "poisoned.json"
    made.write_text(json.dumps(whole), encoding="utf-8")
    taken = call("import", made, "--as-copy", "--json", data=data)
    assert taken.code == 0, taken
    return data, taken.value["session"], made


def exported(data: Path, session: str, form: str) -> str:
    """Return a session as a file holds it."""
    made = data / f"exported.{form}"
    ran = call("export", session, "--format", form, "--output", made, data=data)
    assert ran.code == 0, ran
    return made.read_text(encoding="utf-8")


def poisoned(value: object) -> object:
    """Put the payload behind every text that people or models have written: those with a space in them."""
    if isinstance(value, dict):
        return {name: poisoned(one) for name, one in value.items()}
    if isinstance(value, list):
        return [poisoned(one) for one in value]
    return (
        f"{value} {PAYLOAD}"
        if isinstance(value, str) and " " in value and not value.startswith("{")
        else value
    )


def forbidden(text: str) -> list[str]:
    return [f"U+{ord(sign[0]):04X}" for sign in FORBIDDEN.findall(text)]


@pytest.mark.parametrize("as_json", [False, True], ids=["words", "json"])
@pytest.mark.parametrize("command", SHOWN)
def test_a_command_prints_marks_where_a_terminal_would_obey(
    command: str, as_json: bool, hostile: tuple[Path, str, Path]
) -> None:
    data, session, _ = hostile
    arguments = {"list": ["list"], "search": ["search", "hall"]}.get(command, [command, session])
    ran = call(*arguments, *(["--json"] if as_json else []), data=data)
    assert ran.code in (0, 2), ran
    assert forbidden(ran.out) == []
    assert forbidden(ran.err) == []
    if command == "show":
        assert ("U+202E" in ran.out) is not as_json
        assert ("\\u202e" in ran.out) is as_json


def test_a_refusal_names_a_file_and_its_content_by_marks(tmp_path: Path) -> None:
    name = PAYLOAD.replace("\x00", "").replace("/", "")
    made = tmp_path / f"{name}.json"
    for content in ("{", json.dumps({"format": name}), json.dumps({"workflow": name, "records": []})):
        made.write_text(content, encoding="utf-8")
        for command in (["import"], ["run", "debate", "--question", "Which hall?", "--team"]):
            ran = call(*command, made, data=tmp_path / "data")
            assert ran.code not in (0, 1), ran
            assert forbidden(ran.out + ran.err) == []
    for unknown in (
        ["show", name],
        ["delete", name],
        ["config", name],
        ["key", name],
        ["run", "debate", name],
    ):
        ran = call(*unknown, data=tmp_path / "data")
        assert ran.code not in (0, 1), ran
        assert forbidden(ran.out + ran.err) == [], command


@pytest.mark.parametrize("form", ["md", "html", "csv", "json", "jsonl"])
def test_an_export_holds_marks_or_escapes_in_their_place(form: str, hostile: tuple[Path, str, Path]) -> None:
    data, session, _ = hostile
    # The one mark at the beginning of a table tells a spreadsheet how its letters are written.
    text = exported(data, session, form).removeprefix("\ufeff" if form == "csv" else "")
    assert forbidden(text) == []
    assert ("U+202E" in text) is (form in ("md", "html", "csv"))
    assert ("\\u202e" in text) is (form in ("json", "jsonl"))


@pytest.mark.parametrize("form", ["docx", "tracked", "pdf"])
def test_a_document_holds_marks_in_its_text_its_title_its_comments_and_its_properties(
    form: str, hostile: tuple[Path, str, Path]
) -> None:
    data, session, _ = hostile
    made = data / f"document.{form}"
    ran = call("export", session, "--format", form, "--output", made, data=data)
    assert ran.code == 0, ran
    parts = dict(pdf_parts(made) if form == "pdf" else word_parts(made))
    assert {name: found for name, text in parts.items() if (found := forbidden(text))} == {}
    marked = {name for name, text in parts.items() if "U+202E" in text}
    assert (
        marked
        >= {
            "docx": {"word/document.xml", "docProps/core.xml"},
            "tracked": {"word/document.xml", "docProps/core.xml"},
            "pdf": {"pages", "title"},
        }[form]
    )


OF_ONE_WORKFLOW = {
    "draft": ("attempts",),
    "research": ("findings", "checkpoints", "ris", "bib"),
}


@pytest.mark.parametrize("workflow", OF_ONE_WORKFLOW)
def test_the_forms_that_one_workflow_has_hold_marks_or_escapes_too(workflow: str, tmp_path: Path) -> None:
    data, made = tmp_path / "data", tmp_path / "poisoned.json"
    begun = call("run", *RUNS[workflow](tmp_path), "--approve", "all", "--json", data=data)
    whole = json.loads(exported(data, begun.value["session"], "json"))
    for record in whole["records"]:
        record["body"] = poisoned(record["body"])
    made.write_text(json.dumps(whole), encoding="utf-8")
    taken = call("import", made, "--as-copy", "--json", data=data)
    assert taken.code == 0, taken
    for form in OF_ONE_WORKFLOW[workflow]:
        target = tmp_path / f"made.{form}"
        ran = call("export", taken.value["session"], "--format", form, "--output", target, data=data)
        assert ran.code == 0, ran
        files = [target] if target.is_file() else [one for one in target.rglob("*") if one.is_file()]
        parts = {str(one): raw(one) for one in files}
        assert {name: found for name, text in parts.items() if (found := forbidden(text))} == {}
        said = "".join(parts.values())
        assert "U+202E" in said or "\\u202e" in said, form


def raw(file: Path) -> str:
    """Return a file's text with its ends of lines as they are."""
    return file.read_bytes().decode()


def word_parts(file: Path) -> Iterator[tuple[str, str]]:
    with ZipFile(file) as packed:
        for name in packed.namelist():
            if name.endswith(".xml"):
                yield name, html.unescape(packed.read(name).decode())


def pdf_parts(file: Path) -> Iterator[tuple[str, str]]:
    reader = PdfReader(file)
    yield "pages", "".join(page.extract_text() for page in reader.pages)
    yield "title", str(reader.metadata.title if reader.metadata else "")
    yield "bookmarks", "".join(str(one.title) for one in reader.outline if isinstance(one, Destination))


def test_the_journal_and_its_lossless_export_keep_every_sign(hostile: tuple[Path, str, Path]) -> None:
    data, session, made = hostile
    before = json.loads(made.read_text(encoding="utf-8"))["records"]
    after = json.loads(exported(data, session, "json"))["records"]
    assert [record["body"] for record in after[: len(before)]] == [record["body"] for record in before]
    assert any(PAYLOAD in str(text) for record in after for text in record["body"].values())

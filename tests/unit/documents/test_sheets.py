"""Tables of workbooks are text: a line for each row, with its sheet and cells as its place."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from app.documents.places import place_at
from app.documents.reader import DocumentReader, NoText
from app.documents.sheet import sheet_rows
from app.domain.errors import InputError
from app.services.batches.table import open_table

MAIN = "http://schemas.openxmlformats.org/"
ODF = "urn:oasis:names:tc:opendocument:xmlns"


def packed(parts: Mapping[str, str]) -> bytes:
    out = io.BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as book:
        for name, text in parts.items():
            book.writestr(name, text)
    return out.getvalue()


def xlsx(rows: str, state: str = "visible", before: str = "", behind: str = "", **more: str) -> bytes:
    """Return a workbook of one sheet with this XML as its rows, `before` before them.

    `behind`: the rows of a second sheet. `more`: further parts, by their names.
    """
    space = f"{MAIN}spreadsheetml/2006/main"
    sheet = f'<worksheet xmlns="{space}">{before}<sheetData>{rows}</sheetData></worksheet>'
    second = '<sheet name="Asked" sheetId="2" r:id="r2"/>'
    relations = f"{MAIN}officeDocument/2006/relationships"
    return packed(
        {
            "_rels/.rels": f'<Relationships xmlns="{MAIN}package/2006/relationships"><Relationship Id="r1" '
            f'Type="{relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
            "xl/workbook.xml": f'<workbook xmlns="{space}" xmlns:r="{relations}"><sheets>'
            '<sheet name="Claims" '
            f'sheetId="1" state="{state}" r:id="r1"/>'
            f"{second if behind else ''}</sheets></workbook>",
            "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{MAIN}package/2006/relationships">'
            f'<Relationship Id="r1" Type="{relations}/worksheet" Target="sheet1.xml"/>'
            f'<Relationship Id="r2" Type="{relations}/worksheet" Target="sheet2.xml"/></Relationships>',
            "xl/sheet1.xml": sheet,
            "xl/sheet2.xml": sheet.replace(rows, behind),
            **{f"xl/{name}.xml": text for name, text in more.items()},
        }
    )


def ods(rows: str) -> bytes:
    spaces = " ".join(f'xmlns:{name}="{ODF}:{name}:1.0"' for name in ("office", "table", "text"))
    return packed(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "META-INF/manifest.xml": '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:'
            'xmlns:manifest:1.0"/>',
            "content.xml": f"<office:document-content {spaces}><office:body><office:spreadsheet>"
            f'<table:table table:name="Mill">{rows}</table:table></office:spreadsheet></office:body>'
            "</office:document-content>",
        }
    )


def cell(place: str, text: str) -> str:
    return f'<c r="{place}" t="inlineStr"><is><t>{text}</t></is></c>'


def test_a_table_is_the_first_sheet_that_is_shown_and_tells_what_is_left_out() -> None:
    asked = f'<row r="1">{cell("A1", "question")}</row><row r="2"><c r="A2"><f>40+2</f></c></row>'
    notes = f'<row r="1">{cell("A1", "notes")}</row>'
    found = sheet_rows(xlsx(notes, "hidden", behind=asked), 10)
    assert [*found.rows] == [["question"]]
    assert found.notes == {"formulas": {"n": 1}, "other_sheets": {"n": 1}}
    assert [*sheet_rows(xlsx(notes, "hidden"), 10).rows] == [["notes"]]


def test_of_a_workbook_taken_as_a_table_it_is_said_which_sheets_are_not_in_it(tmp_path: Path) -> None:
    path = tmp_path / "questions.xlsx"
    row = f'<row r="1">{cell("A1", "question")}</row>'
    path.write_bytes(xlsx(row, behind=f'<row r="1">{cell("A1", "notes")}</row>'))
    with path.open("rb") as stream:
        said = [str(one) for one in open_table(stream, path, 10).said]
    assert said == ["questions.xlsx: 1 more of its sheets hold something and were not read."]


def test_a_table_that_unpacks_to_too_much_is_refused_with_that_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "questions.xlsx"
    path.write_bytes(xlsx(cell("A1", "x" * 2**20)))
    monkeypatch.setattr("app.documents.packed._LARGEST_UNPACKED", 2**20)
    with path.open("rb") as stream, pytest.raises(InputError, match="unpacks to more than 1 MB"):
        open_table(stream, path, 10)


def test_a_percentage_is_read_as_it_is_shown(reader: DocumentReader) -> None:
    space = f"{MAIN}spreadsheetml/2006/main"
    formats = ("0", "9", "164", "165")
    xfs = "".join(f'<xf numFmtId="{one}"/>' for one in formats)
    codes = '<numFmt numFmtId="164" formatCode="0.0%;[Red]-0.0%"/>'
    codes += '<numFmt numFmtId="165" formatCode="0&quot;% &quot;"/>'
    named = '<cellStyleXfs><xf numFmtId="9"/></cellStyleXfs>'
    styles = (
        f'<styleSheet xmlns="{space}"><numFmts>{codes}</numFmts>{named}<cellXfs>{xfs}</cellXfs></styleSheet>'
    )
    shown = "".join(f'<c r="{"ABCD"[at]}1" s="{at}"><v>0.125</v></c>' for at in range(4))
    book = xlsx(f'<row r="1">{shown}</row>', styles=styles)
    assert [*sheet_rows(book, 10).rows] == [["0.125", "12.5%", "12.5%", "0.125"]]
    assert reader.read("claims.xlsx", book).text == "# Claims\n0.125 | 12.5% | 12.5% | 0.125"


def test_a_row_knows_its_sheet_and_its_cells(reader: DocumentReader) -> None:
    rows = f'<row r="3">{cell("B3", "week")}{cell("C3", "penalty")}</row>'
    rows += f'<row r="5">{cell("C5", "four percent")}</row>'
    found = reader.read("claims.xlsx", xlsx(rows))
    assert found.text == "# Claims\nweek | penalty\n | four percent"
    labels = [place.label() for line in (2, 3) if (place := place_at(found.places, line)) is not None]
    assert labels == ["cells Claims!B3:C3", "cells Claims!C5"]


def test_a_formula_is_read_as_its_value_and_a_link_to_another_file_is_not_followed(
    reader: DocumentReader,
) -> None:
    rows = (
        '<row r="1"><c r="A1"><f>1+2</f><v>3</v></c><c r="B1"><v>2.5</v></c><c r="C1" t="b"><v>1</v></c>'
        "<c r=\"D1\"><f>'file:///etc/[passwd]a'!A1</f><v>7</v></c></row>"
    )
    assert reader.read("a.xlsx", xlsx(rows)).text == "# Claims\n3 | 2.5 | TRUE | 7"


def test_what_is_hidden_or_was_never_worked_out_is_told(reader: DocumentReader) -> None:
    rows = f'<row r="1">{cell("A1", "fee")}<c r="B1"><f>1+2</f><v></v></c><c r="C1"><f>C2</f></c></row>'
    found = reader.read("a.xlsx", xlsx(rows, state="hidden", comments1="<comments/>"))
    assert found.text == "# Claims (hidden sheet)\nfee"
    assert str(found.cut_off).startswith("2 of its formulas have no value")
    assert "comments on its cells were not read" in str(found.cut_off)
    assert "1 of its sheets are hidden; they were read, too." in str(found.cut_off)
    found = reader.read("a.xlsx", xlsx('<row r="1"><c r="A1"><f>1+2</f><v>3</v></c></row>'))
    assert found.cut_off is None


def test_rows_and_columns_that_are_hidden_are_read_and_counted(reader: DocumentReader) -> None:
    shown = f'<row r="1">{cell("A1", "week")}{cell("C1", "penalty")}</row>'
    hidden = f'<row r="2" hidden="1">{cell("A2", "two")}</row><row r="3" hidden="1"/>'
    columns = '<cols><col min="3" max="16384" hidden="1"/></cols>'
    book = xlsx(shown + hidden, before=columns)
    found = reader.read("a.xlsx", book)
    assert found.text == "# Claims\nweek |  | penalty\ntwo"
    assert str(found.cut_off) == "2 of its rows and columns are hidden; they were read, too."
    one = '<table:table-cell office:value-type="string"><text:p>{}</text:p></table:table-cell>'
    rows = "".join(
        f'<table:table-row table:visibility="{seen}"{more}>{one.format("a")}</table:table-row>'
        for seen, more in (("visible", ""), ("collapse", ""), ("filter", ""))
    )
    rows += '<table:table-row table:number-rows-repeated="999" table:visibility="collapse"/>'
    assert str(reader.read("a.ods", ods(rows)).cut_off).startswith("2 of its rows and columns are hidden")


def test_a_table_of_open_document_is_read_alike(reader: DocumentReader) -> None:
    one = '<table:table-cell office:value-type="{}"{}><text:p>{}</text:p></table:table-cell>'
    given = one.format("string", "", "week") + one.format("float", ' office:value="14"', "14")
    found = reader.read("a.ods", ods(f"<table:table-row>{given}</table:table-row>"))
    assert found.text == "# Mill\nweek | 14"
    assert [place.label() for place in found.places] == ["“Mill”", "cells Mill!A1:B1"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "locked with a password"),
        (b"week;penalty", "no readable table"),
        (packed({"xl/workbook.xml": "<workbook"}), "no readable table"),
        (packed({"xl/workbook.xml": " " * (101 * 2**20)}), "unpacks to more than 100 MB"),
        (xlsx(f'<row r="1">{cell("A1", "a")}</row><row r="9999">{cell("XFD9999", "b")}</row>'), "a.xlsx"),
        (xlsx(""), "holds no text"),
    ],
)
def test_what_cannot_be_read_is_refused_in_words_and_the_next_one_is_read(
    reader: DocumentReader, content: bytes, said: str
) -> None:
    with pytest.raises(NoText, match=said):
        reader.read("a.xlsx", content)
    assert "x" in reader.read("b.xlsx", xlsx(f'<row r="1">{cell("A1", "x")}</row>')).text

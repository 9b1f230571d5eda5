"""A DOCX that others worked on: whoever's program wrote it, letters come with who brought and took them."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from app.documents.comments import MOST_COMMENTS
from app.documents.edited_file import EditedText, Letters
from app.documents.reader import DocumentReader, NoText
from tests.support.documents import WORD, docx
from tests.unit.documents.test_hostile_documents import ENTITIES, _liar

W15 = "http://schemas.microsoft.com/office/word/2012/wordml"
W14 = "http://schemas.microsoft.com/office/word/2010/wordml"


def run(text: str, tag: str = "t") -> str:
    return f'<w:r><w:{tag} xml:space="preserve">{text}</w:{tag}></w:r>'


def by(kind: str, inner: str, author: str = "Anna") -> str:
    return f'<w:{kind} w:id="1" w:author="{author}" w:date="2030-01-01T00:00:00Z">{inner}</w:{kind}>'


def lines(*contents: str) -> str:
    return "".join(f"<w:p>{content}</w:p>" for content in contents)


def comments(*said: str) -> dict[str, str]:
    inner = "".join(
        f'<w:comment w:id="{n}" w:author="Anna" w:date="2030-01-01T00:00:00Z">'
        f'<w:p w14:paraId="0000000{n}"><w:r><w:t>{text}</w:t></w:r></w:p></w:comment>'
        for n, text in enumerate(said)
    )
    return {"word/comments.xml": f'<w:comments xmlns:w="{WORD}" xmlns:w14="{W14}">{inner}</w:comments>'}


def text_of(reader: DocumentReader, body: str, parts: Mapping[str, str] | None = None) -> EditedText:
    (found,) = reader.read_edited("a.docx", docx(body, parts)).texts()
    return found


def test_what_was_moved_in_word_went_from_one_place_and_came_to_another(reader: DocumentReader) -> None:
    mark = '<w:pPr><w:rPr><w:{0} w:id="9" w:author="Anna" w:date="d"/></w:rPr></w:pPr>'
    found = text_of(
        reader,
        lines(
            mark.format("moveFrom") + by("moveFrom", run("It moved.")),
            run("It stays."),
            mark.format("moveTo") + by("moveTo", run("It moved.")),
            run("The end."),
        ),
    )
    assert found.accepted == "It stays.\nIt moved.\nThe end."
    assert found.rejected == "It moved.\nIt stays.\nThe end."


def test_what_one_brought_and_another_took_is_neither_before_nor_after(reader: DocumentReader) -> None:
    found = text_of(reader, lines(run("a ") + by("ins", by("del", run("b", "delText"), "Ben")) + run("c")))
    assert found.letters[1] == Letters(
        "b", True, "Anna", "2030-01-01T00:00:00Z", True, "Ben", "2030-01-01T00:00:00Z"
    )
    assert (found.accepted, found.rejected) == ("a c", "a c")


def test_signs_that_word_keeps_apart_are_letters_again(reader: DocumentReader) -> None:
    inner = "<w:r><w:t>a</w:t><w:noBreakHyphen/><w:t>b</w:t><w:tab/><w:br/><w:softHyphen/></w:r>"
    tabs = '<w:pPr><w:tabs><w:tab w:val="left" w:pos="720"/></w:tabs></w:pPr>'
    assert text_of(reader, lines(tabs + inner)).accepted == "a\u2011b\t\n\u00ad"


def test_how_a_paragraph_looked_before_and_what_lies_in_a_box_is_not_of_the_text(
    reader: DocumentReader,
) -> None:
    before = (
        '<w:pPr><w:pPrChange w:id="1" w:author="A"><w:pPr><w:pStyle w:val="X"/></w:pPr></w:pPrChange></w:pPr>'
    )
    box = f"<w:r><w:drawing/><w:pict><w:txbxContent>{lines(run('boxed'))}</w:txbxContent></w:pict></w:r>"
    content = docx(lines(before + run("It is so.") + box))
    found = reader.read_edited("a.docx", content)
    assert found.texts()[0].accepted == "It is so."
    assert found.not_read == ("pictures", "text boxes")


def test_an_item_made_in_the_editors_program_has_its_mark_again(reader: DocumentReader) -> None:
    numbered = '<w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="{}"/></w:numPr></w:pPr>'
    body = lines(numbered.format(3) + run("one"), numbered.format(0) + run("two"))
    assert text_of(reader, body).accepted == "- one\ntwo"


NUMBERING = {
    "word/numbering.xml": f'<w:numbering xmlns:w="{WORD}">'
    '<w:abstractNum w:abstractNumId="4"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/></w:lvl>'
    '<w:lvl w:ilvl="1"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum>'
    '<w:num w:numId="3"><w:abstractNumId w:val="4"/></w:num></w:numbering>'
}


def test_lists_of_the_editors_program_are_numbered_and_nested_as_markdown_is(reader: DocumentReader) -> None:
    item = '<w:pPr><w:numPr><w:ilvl w:val="{}"/><w:numId w:val="3"/></w:numPr></w:pPr>'
    deep = (0, 1, 1, 0)
    body = lines(*(item.format(at) + run(f"item {n}") for n, at in enumerate(deep, 1)), run("The end."))
    assert text_of(reader, body, NUMBERING).accepted.split("\n") == [
        "1. item 1",
        "   - item 2",
        "   - item 3",
        "2. item 4",
        "The end.",
    ]


def test_what_no_text_can_hold_is_told_and_the_words_of_links_and_fields_are_read(
    reader: DocumentReader,
) -> None:
    rel = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
    link = f'<w:hyperlink {rel} r:id="rId7">{run("the deed")}</w:hyperlink>'
    field = (
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>PAGE</w:instrText></w:r>'
        f'<w:r><w:fldChar w:fldCharType="separate"/></w:r>{run("7")}'
    )
    empty = "<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>{}</w:sdtContent></w:sdt>"
    filled = f"<w:sdt><w:sdtPr/><w:sdtContent>{run('1812')}</w:sdtContent></w:sdt>"
    line = run("See ") + link + run(" of ") + filled + run(", page ") + field
    header = {"word/header1.xml": f'<w:hdr xmlns:w="{WORD}">{lines(run("Draft of Anna"))}</w:hdr>'}
    box = f"<w:r><w:drawing><w:txbxContent>{lines(run('boxed'))}</w:txbxContent></w:drawing></w:r>"
    space = "http://schemas.openxmlformats.org/officeDocument/2006/math"
    formula = f'<m:oMath xmlns:m="{space}"><m:r><m:t>x</m:t></m:r></m:oMath>'
    body = lines(line + empty.format(run("Click here to enter text.")) + box + formula)
    found = reader.read_edited("a.docx", docx(body, header))
    assert found.texts()[0].accepted == "See the deed of 1812, page 7"
    assert found.not_read == ("formulas", "headers", "links", "pictures", "text boxes")


STYLED = '<w:r><w:rPr>{0}</w:rPr><w:t xml:space="preserve">{1}</w:t></w:r>'
HEADING = '<w:pPr><w:pStyle w:val="berschrift1"/></w:pPr>'


def test_what_an_editor_set_with_buttons_comes_back_as_markdown(reader: DocumentReader) -> None:
    line = run("They ") + STYLED.format("<w:i/>", " sang ") + STYLED.format("<w:b/>", "all night") + run(".")
    found = text_of(reader, lines(line, HEADING + STYLED.format("<w:b/>", "A new chapter")))
    assert found.accepted == "They  *sang* **all night**.\n# A new chapter"


def test_what_was_set_by_marks_already_gets_none_anew(reader: DocumentReader) -> None:
    line = run("**They *") + STYLED.format("<w:b/><w:i/>", "sang") + run("* all**, ") + run("_")
    line += STYLED.format("<w:i/>", "late") + run("_") + STYLED.format('<w:i w:val="0"/>', ".")
    found = text_of(reader, lines(line, HEADING + run("# Known")))
    assert found.accepted == "**They *sang* all**, _late_.\n# Known"


def test_words_that_go_get_no_marks_and_a_comment_stays_at_its_words(reader: DocumentReader) -> None:
    gone = by("del", "<w:r><w:rPr><w:i/></w:rPr><w:delText>old</w:delText></w:r>")
    line = gone + STYLED.format("<w:i/>", "new") + run(" and ")
    line += '<w:commentRangeStart w:id="0"/>' + run("more") + '<w:commentRangeEnd w:id="0"/>'
    found = reader.read_edited("a.docx", docx(lines(line), comments("Why?")))
    (text,) = found.texts()
    assert (text.accepted, text.rejected) == ("*new* and more", "old*new* and more")
    assert text.words(found.comments[0].begin, found.comments[0].end) == "more"


def test_a_reply_stands_where_the_comment_does_and_a_settled_one_is_told(reader: DocumentReader) -> None:
    extended = (
        f'<w15:commentsEx xmlns:w15="{W15}"><w15:commentEx w15:paraId="00000000" w15:done="1"/>'
        f'<w15:commentEx w15:paraId="00000001" w15:paraIdParent="00000000"/></w15:commentsEx>'
    )
    body = lines(
        '<w:commentRangeStart w:id="0"/>' + run("Here") + '<w:commentRangeEnd w:id="0"/>' + run(" and there")
    )
    parts = {**comments("Why?", "Because."), "word/commentsExtended.xml": extended}
    found = reader.read_edited("a.docx", docx(body, parts))
    first, reply = found.comments
    assert (first.done, reply.parent) == (True, 0)
    assert {found.texts()[0].words(one.begin, one.end) for one in found.comments} == {"Here"}


def _bomb(size: int) -> bytes:
    out = io.BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as packed:
        packed.writestr("word/document.xml", b"<a>" + b" " * size)
    return out.getvalue()


HOSTILE: Mapping[str, tuple[Callable[[], bytes], str]] = {
    "a bomb": (lambda: _bomb(101 * 2**20), "unpacks to more than"),
    "a part that lies about its size": (_liar, "a.docx"),
    "entities": (lambda: docx("", {"word/comments.xml": ENTITIES}), "no readable DOCX"),
    "elements a thousand deep": (
        lambda: docx("<w:ins>" * 1_000 + "</w:ins>" * 1_000),
        "is nested more than 500 deep",
    ),
    "no end": (lambda: docx("<w:p>"), "no readable DOCX"),
    "no archive": (lambda: b"PK\x03\x04nothing", "no readable DOCX"),
    "another kind": (lambda: b"%PDF-1.7", "a.docx"),
    "more text than a text may have": (
        lambda: docx(lines(*[run("word " * 20_000)] * 60)),
        "holds more than 5 million characters",
    ),
    "too many comments": (
        lambda: docx(lines(run("x")), comments(*["said"] * (MOST_COMMENTS + 1))),
        f"has more than {MOST_COMMENTS} comments",
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_document_is_refused_in_words_and_the_next_one_is_read(
    reader: DocumentReader, name: str
) -> None:
    make, why = HOSTILE[name]
    with pytest.raises(NoText, match=why) as refused:
        reader.read_edited("a.docx", make())
    assert str(refused.value.next)
    assert text_of(reader, lines(run("fine"))).accepted == "fine"


def test_many_comments_on_many_pieces_are_found_in_little_time(reader: DocumentReader) -> None:
    pieces = "".join(by("ins", run(f"w{n} "), f"A{n % 7}") for n in range(20_000))
    anchors = "".join(
        f'<w:commentRangeStart w:id="{n}"/><w:commentRangeEnd w:id="{n}"/>' for n in range(1_500)
    )
    found = reader.read_edited("a.docx", docx(lines(pieces + anchors), comments(*["?"] * 1_500)))
    (text,) = found.texts()
    assert len(found.comments) == 1_500
    assert text.line_at(found.comments[-1].begin).endswith("w19999")


def styles(*named: str) -> dict[str, str]:
    return {"word/styles.xml": f'<w:styles xmlns:w="{WORD}">{"".join(named)}</w:styles>'}


def style(id: str, name: str, inner: str = "") -> str:
    return f'<w:style w:type="paragraph" w:styleId="{id}"><w:name w:val="{name}"/>{inner}</w:style>'


def styled(id: str, content: str, more: str = "") -> str:
    return f'<w:p><w:pPr><w:pStyle w:val="{id}"/>{more}</w:pPr>{content}</w:p>'


OUTLINE = '<w:pPr><w:outlineLvl w:val="{}"/></w:pPr>'
PROGRAMS = {
    # Split runs, marks of a spelling check and ids of revisions, as Word and LibreOffice write them.
    "Word": (
        styles(
            style("berschrift2", "heading 2"), style("Kapitel", "Kapitel", '<w:basedOn w:val="berschrift2"/>')
        ),
        styled("Kapitel", '<w:r w:rsidR="00AB12CD"><w:t>The </w:t></w:r>' + run("quay"))
        + '<w:p w:rsidR="00AB12CD" w:rsidRDefault="00EF3456"><w:proofErr w:type="spellStart"/>'
        + run("They")
        + '<w:proofErr w:type="spellEnd"/>'
        + run(" sang “all\u00a0night”: ")
        + STYLED.format("<w:i/><w:iCs/>", "lou")
        + STYLED.format("<w:i/>", "dly")
        + run(".")
        + "</w:p>",
    ),
    "LibreOffice": (
        styles(
            style("Heading", "Heading", '<w:basedOn w:val="Normal"/>'),
            style("Heading2", "heading 2", '<w:basedOn w:val="Heading"/>' + OUTLINE.format(1)),
        ),
        styled("Heading2", run("The quay"))
        + lines(
            run("They sang “all\u00a0night”: ")
            + STYLED.format('<w:i/><w:iCs w:val="1"/>', "loudly")
            + run(".")
        ),
    ),
    # Everything is said, also what is off; suggestions and comments lie in controls.
    "Google Docs": (
        styles(style("Heading2", "heading 2")),
        styled("Heading2", STYLED.format('<w:rtl w:val="0"/>', "The quay"), '<w:pageBreakBefore w:val="0"/>')
        + lines(
            '<w:sdt><w:sdtPr><w:tag w:val="goog_rdk_0"/></w:sdtPr><w:sdtContent>'
            + STYLED.format(
                '<w:b w:val="0"/><w:u w:val="none"/><w:strike w:val="0"/><w:vertAlign w:val="baseline"/>',
                "They sang “all\u00a0night”: ",
            )
            + "</w:sdtContent></w:sdt>"
            + STYLED.format('<w:i w:val="1"/><w:rtl w:val="0"/>', "loudly")
            + run(".")
        ),
    ),
    "Pages": (
        styles(style("Body", "Body"), style("Heading 2", "Heading 2", OUTLINE.format(1))),
        styled("Heading 2", run("The quay"))
        + styled(
            "Body",
            run("They sang “all\u00a0night”: ")
            + STYLED.format('<w:i w:val="1"/><w:iCs w:val="1"/><w:rtl w:val="0"/>', "loudly")
            + run("."),
        ),
    ),
    "Pages, in another language": (
        styles(style("Titel 2", "Überschrift 2", OUTLINE.format(1))),
        styled("Titel 2", run("The quay"))
        + lines(run("They sang “all\u00a0night”: ") + STYLED.format('<w:i w:val="1"/>', "loudly") + run(".")),
    ),
}


@pytest.mark.parametrize("program", PROGRAMS)
def test_what_was_set_comes_back_whichever_program_wrote_it(reader: DocumentReader, program: str) -> None:
    parts, body = PROGRAMS[program]
    found = reader.read_edited("a.docx", docx(body, parts))
    assert found.texts()[0].accepted == "## The quay\nThey sang “all\u00a0night”: *loudly*."
    assert found.not_read == ()


def test_a_title_s_style_made_from_a_parent_without_a_level_is_no_heading(reader: DocumentReader) -> None:
    parts = styles(style("Heading", "Heading"), style("Title", "Title", '<w:basedOn w:val="Heading"/>'))
    loop = styles(style("A", "A", '<w:basedOn w:val="B"/>'), style("B", "B", '<w:basedOn w:val="A"/>'))
    assert text_of(reader, styled("Title", run("The quay")), parts).accepted == "The quay"
    assert text_of(reader, styled("A", run("The quay")), loop).accepted == "The quay"


def test_struck_words_are_markdown_and_what_it_cannot_say_is_told(reader: DocumentReader) -> None:
    line = (
        run("They ") + STYLED.format("<w:strike/>", "sang") + run(" ~~") + STYLED.format("<w:strike/>", "all")
    )
    line += run("~~ ") + STYLED.format('<w:u w:val="single"/>', "night") + run(".")
    found = reader.read_edited("a.docx", docx(lines(line)))
    assert found.texts()[0].accepted == "They ~~sang~~ ~~all~~ night."
    assert found.not_read == ("looks",)
    unseen = reader.read_edited("a.docx", docx(lines(run("Two") + STYLED.format("<w:vanish/>", " more"))))
    assert (unseen.texts()[0].accepted, unseen.not_read) == ("Two more", ("looks",))
    broken = lines(run("One.") + '<w:r><w:br w:type="page"/></w:r>', run("Two."))
    found = reader.read_edited("a.docx", docx(broken))
    assert (found.texts()[0].accepted, found.not_read) == ("One.\nTwo.", ("page breaks",))


def test_cells_that_were_merged_are_a_line_each(reader: DocumentReader) -> None:
    cell = "<w:tc><w:tcPr>{}</w:tcPr><w:p>{}</w:p></w:tc>"
    rows = (
        cell.format('<w:gridSpan w:val="2"/>', run("Tolls")),
        cell.format('<w:vMerge w:val="restart"/>', run("1812")) + cell.format("", run("2 coins")),
        cell.format("<w:vMerge/>", "") + cell.format("", run("3 coins")),
    )
    table = f"<w:tbl><w:tblPr/>{''.join(f'<w:tr>{row}</w:tr>' for row in rows)}</w:tbl>"
    found = reader.read_edited("a.docx", docx(lines(run("So:")) + table + lines(run("End."))))
    assert found.texts()[0].accepted == "So:\nTolls\n1812\n2 coins\n\n3 coins\nEnd."
    assert found.not_read == ("tables",)


def test_a_table_of_the_editors_own_is_one_of_markdown(reader: DocumentReader) -> None:
    cell = "<w:tc><w:p>{}</w:p></w:tc>"
    rows = ((run("Toll"), run("a|b")), (STYLED.format("<w:b/>", "Bridge"), by("ins", run("2 coins"))))
    inner = "".join(f"<w:tr>{''.join(map(cell.format, row))}</w:tr>" for row in rows)
    found = reader.read_edited("a.docx", docx(lines(run("So:"), "") + f"<w:tbl>{inner}</w:tbl>" + lines("")))
    (text,) = found.texts()
    assert text.accepted == "So:\n\n| Toll | a\\|b |\n|---|---|\n| **Bridge** | 2 coins |\n"
    assert text.rejected == "So:\n\n| Toll | a\\|b |\n|---|---|\n| **Bridge** |  |\n"
    assert found.not_read == ()

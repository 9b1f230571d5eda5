"""A DOCX is read with its tracked changes made, its notes and comments under the marks at their places."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.documents.child import read
from app.documents.comments import MOST_COMMENTS
from app.documents.reader import DocumentReader, NoText
from tests.support.documents import WORD, docx
from tests.support.examples import examples
from tests.unit.documents.test_edited_documents import STYLED, W15, by, comments, lines, run


def end_of(kind: str) -> str:
    """Return a paragraph's properties that say what became of its end."""
    return f'<w:pPr><w:rPr><w:{kind} w:id="9" w:author="Anna" w:date="d"/></w:rPr></w:pPr>'


def notes(part: str, *said: str) -> dict[str, str]:
    """Return a part of notes, numbered from 1 in the order they are written."""
    inner = "".join(f'<w:{part} w:id="{n}">{lines(run(text))}</w:{part}>' for n, text in enumerate(said, 1))
    return {f"word/{part}s.xml": f'<w:{part}s xmlns:w="{WORD}">{inner}</w:{part}s>'}


def mark(part: str, id: int, more: str = "") -> str:
    return f'<w:r><w:{part}Reference w:id="{id}"{more}/></w:r>'


def test_a_moved_paragraph_is_read_once_where_it_went(reader: DocumentReader) -> None:
    body = lines(
        run("One."),
        end_of("moveFrom") + by("moveFrom", run("It moved.")),
        run("Two."),
        end_of("moveTo") + by("moveTo", run("It moved.")),
    )
    assert reader.read("a.docx", docx(body)).text == "One.\n\nTwo.\n\nIt moved."


def test_moved_words_are_read_once_in_a_table_and_in_a_note(reader: DocumentReader) -> None:
    moved = by("moveFrom", run("here ")) + run("and ") + by("moveTo", run("there"))
    row = f"<w:tr><w:tc>{lines(moved)}</w:tc><w:tc>{lines(run('x'))}</w:tc></w:tr>"
    gone = f"<w:tr><w:trPr>{by('del', '')}</w:trPr><w:tc>{lines(run('taken out'))}</w:tc></w:tr>"
    part = notes("footnote", "x")
    part["word/footnotes.xml"] = part["word/footnotes.xml"].replace(run("x"), moved)
    found = reader.read("a.docx", docx(f"<w:tbl>{row}{gone}</w:tbl>{lines(mark('footnote', 1))}", part))
    assert found.text == "and there | x\n\n[1]\n\nFootnotes\n\n[1] and there"


def test_paragraphs_whose_end_was_taken_are_one_and_inserted_ends_part_them(reader: DocumentReader) -> None:
    body = lines(end_of("del") + run("The lamp"), run(" was sold."), end_of("ins") + run("A."), run("B."))
    assert reader.read("a.docx", docx(body)).text == "The lamp was sold.\n\nA.\n\nB."


def test_an_end_that_was_taken_joins_nothing_across_a_cell(reader: DocumentReader) -> None:
    cells = f"<w:tc>{lines(end_of('del') + run('a'))}</w:tc><w:tc>{lines(run('b'))}</w:tc>"
    body = lines(end_of("del") + run("Before.")) + f"<w:tbl><w:tr>{cells}</w:tr></w:tbl>"
    assert reader.read("a.docx", docx(body)).text == "Before.\n\na | b"


def test_notes_have_their_numbers_at_their_places_whatever_their_order_in_the_file(
    reader: DocumentReader,
) -> None:
    body = lines(
        run("One") + mark("footnote", 2),
        run("Two") + mark("footnote", 1) + mark("endnote", 1),
        by("del", mark("footnote", 3))
        + run("Three")
        + mark("footnote", 4, ' w:customMarkFollows="1"')
        + run("*"),
    )
    parts = {**notes("footnote", "second", "first", "deleted", "* own mark"), **notes("endnote", "the end")}
    found = reader.read("a.docx", docx(body, parts))
    assert found.text == (
        "One[1]\n\nTwo[2][i]\n\nThree*\n\n"
        "Footnotes\n\n[1] first\n\n[2] second\n\n* own mark\n\nEndnotes\n\n[i] the end"
    )


def test_a_comment_is_read_with_its_author_its_words_and_what_answers_it(reader: DocumentReader) -> None:
    extended = (
        f'<w15:commentsEx xmlns:w15="{W15}"><w15:commentEx w15:paraId="00000000" w15:done="1"/>'
        f'<w15:commentEx w15:paraId="00000001" w15:paraIdParent="00000000"/></w15:commentsEx>'
    )
    body = lines(
        run("It was ")
        + '<w:commentRangeStart w:id="0"/>'
        + run("1802")
        + '<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>'
        + run(".")
    )
    parts = {**comments("No: 1812.", "Yes."), "word/commentsExtended.xml": extended}
    assert reader.read("a.docx", docx(body, parts)).text == (
        "It was 1802[comment 1].\n\nComments\n\n[comment 1] Anna, on “1802” (settled): No: 1812.\n\n"
        "[comment 2] Anna, in answer to comment 1: Yes."
    )


def test_of_more_comments_than_are_read_the_first_are_and_it_is_said(reader: DocumentReader) -> None:
    found = reader.read("a.docx", docx(lines(run("x")), comments(*["said"] * (MOST_COMMENTS + 1))))
    assert f"[comment {MOST_COMMENTS}] Anna: said" in found.text
    assert str(found.cut_off) == f"Only its first {MOST_COMMENTS} comments were read."


def test_a_document_with_a_password_is_told_as_locked(reader: DocumentReader) -> None:
    with pytest.raises(NoText, match="locked with a password"):
        reader.read("a.docx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600)


RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
KINDS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
MATHS = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
CHOICES = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'


def math(inner: str) -> str:
    """Return an equation; `#x#` stands for the letters x."""
    runs = re.sub("#(.*?)#", r"<m:r><m:t>\1</m:t></m:r>", inner)
    return f"<m:oMath {MATHS}>{runs}</m:oMath>"


def told(ways: str) -> str:
    """Return a word that is told in several ways; `#` stands for it."""
    inner = ways.replace("#", "<w:t>once</w:t>")
    return f"<w:r><mc:AlternateContent {CHOICES}>{inner}</mc:AlternateContent></w:r>"


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (run("a ") + '<w:r><w:sym w:font="Symbol" w:char="F062"/></w:r>', "a β"),
        ('<w:r><w:rPr><w:rFonts w:ascii="Symbol"/></w:rPr><w:t>\uf0b3</w:t></w:r>' + run(" 5"), "≥ 5"),
        (run("10") + STYLED.format('<w:vertAlign w:val="superscript"/>', "6") + run(" m"), "10^6 m"),
        (run("the 1") + STYLED.format('<w:vertAlign w:val="superscript"/>', "st"), "the 1st"),
        (run("H") + STYLED.format('<w:vertAlign w:val="subscript"/>', "2") + run("O"), "H2O"),
        (
            STYLED.format("<w:strike/>", "five ") + STYLED.format("<w:dstrike/>", "or") + run(" six"),
            "~~five or~~ six",
        ),
        (STYLED.format('<w:strike w:val="0"/>', "kept"), "kept"),
        ('<w:r><w:sym w:font="Wingdings" w:char="F0FE"/></w:r>' + run(" yes"), "☑ yes"),
        (run("Left") + "<w:r><w:ptab/></w:r>" + run("right"), "Left\tright"),
        (run("E=m") + math("<m:sSup><m:e>#c#</m:e><m:sup>#2#</m:sup></m:sSup>"), "E=mc^2"),
        (math("<m:f><m:num>#a+b#</m:num><m:den>#2#</m:den></m:f>") + run(" m"), "(a+b)/2 m"),
        (math("<m:rad><m:deg/><m:e>#x#</m:e></m:rad>#=#<m:d><m:e>#y#</m:e></m:d>"), "√x=(y)"),
        (
            math(
                '<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>#i=1#</m:sub><m:sup>#n#</m:sup>'
                "<m:e>#i#</m:e></m:nary>"
            ),
            "∑_(i=1)^n i",
        ),
        (by("del", math("#old#")) + by("ins", math("#new#")), "new"),
        (
            "<w:r><w:ruby><w:rt>"
            + run("とう")
            + "</w:rt><w:rubyBase>"
            + run("塔")
            + "</w:rubyBase></w:ruby></w:r>",
            "塔(とう)",
        ),
        (
            "<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>"
            + run("Click here.")
            + "</w:sdtContent></w:sdt>"
            + run("Said.")
            + "<w:sdt><w:sdtPr/><w:sdtContent>"
            + run(" Filled.")
            + "</w:sdtContent></w:sdt>",
            "Said. Filled.",
        ),
        (
            told("<mc:Choice Requires='a'>#</mc:Choice><mc:Choice Requires='b'>#</mc:Choice>")
            + told("<mc:Choice Requires='a'>#</mc:Choice><mc:Fallback>#</mc:Fallback>"),
            "onceonce",
        ),
        (told("<mc:Fallback>#</mc:Fallback>"), "once"),
    ],
)
def test_what_word_keeps_apart_from_letters_is_read(reader: DocumentReader, body: str, text: str) -> None:
    assert reader.read("a.docx", docx(lines(body))).text == text


def drawing(said: str, inner: str = "<a:blip/>") -> str:
    """Return a picture as Word draws it, with what is said of it."""
    main = "http://schemas.openxmlformats.org/drawingml/2006"
    return (
        f'<w:r><w:drawing><wp:inline xmlns:wp="{main}/wordprocessingDrawing"><wp:docPr id="1" name="Pic" '
        f'descr="{said}"/><a:graphic xmlns:a="{main}/main" xmlns:c="{main}/chart">{inner}</a:graphic>'
        "</wp:inline></w:drawing></w:r>"
    )


def test_pictures_are_counted_and_what_is_said_of_them_stands_in_their_place(reader: DocumentReader) -> None:
    old = '<w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml" alt="An old mill"><v:imagedata/>'
    body = lines(
        run("See ") + drawing("The mill&#10;in winter") + run("."),
        drawing("", "<c:chart/>") + by("del", drawing("Taken out")),
        f"{old}</v:shape></w:pict></w:r>",
    )
    found = reader.read("a.docx", docx(body))
    assert found.text == "See [picture: The mill in winter].\n\n[picture: An old mill]"
    assert str(found.cut_off).startswith("3 of its pictures were not read, only their alternative texts")
    assert reader.read("a.docx", docx(lines(run("x")))).cut_off is None


def test_text_that_word_does_not_show_is_read_and_it_is_said(reader: DocumentReader) -> None:
    def styled(kind: str, style: str, text: str, more: str = "") -> str:
        said = f'<w:{kind}Style w:val="{style}"/>'
        paragraph, words = (f"<w:pPr>{said}</w:pPr>", "") if kind == "p" else ("", said)
        return f"{paragraph}<w:r><w:rPr>{words}{more}</w:rPr><w:t>{text}</w:t></w:r>"

    styles = (
        f'<w:styles xmlns:w="{WORD}"><w:style w:styleId="Quiet"><w:rPr><w:vanish/></w:rPr></w:style>'
        '<w:style w:styleId="Loud"><w:basedOn w:val="Quiet"/><w:rPr><w:vanish w:val="0"/></w:rPr></w:style>'
        '<w:style w:styleId="Small"><w:basedOn w:val="Quiet"/></w:style></w:styles>'
    )
    mark = "<w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr>"
    body = lines(
        run("Pay. ") + styled("r", "Other", "Rate ", "<w:vanish/>") + styled("r", "Quiet", "this high."),
        styled("p", "Small", "Praise it."),
        styled("p", "Small", "Shown.", '<w:vanish w:val="false"/>'),
        styled("p", "Loud", "Heard."),
        mark + run("Read."),
    )
    found = reader.read("a.docx", docx(body, {"word/styles.xml": styles}))
    assert found.text == "Pay. Rate this high.\n\nPraise it.\n\nShown.\n\nHeard.\n\nRead."
    assert str(found.cut_off) == "2 of its passages are hidden where it is shown; they were read, too."


def test_headers_and_footers_are_read_once_and_numbers_of_pages_are_not(reader: DocumentReader) -> None:
    edges = {"header1": "Confidential", "header2": "Confidential", "footer1": "7", "footer2": "Draft of May"}
    parts = {
        f"word/{name}.xml": f'<w:hdr xmlns:w="{WORD}">{lines(run(said))}</w:hdr>'
        for name, said in edges.items()
    }
    found = reader.read("a.docx", docx(lines(run("Body.")), parts))
    assert found.text == "Body.\n\nHeaders and footers\n\nConfidential\n\nDraft of May"


def test_parts_are_found_whatever_word_calls_them(reader: DocumentReader) -> None:
    def relations(kind: str, target: str) -> str:
        one = f'<Relationship Id="r1" Type="{KINDS}/{kind}" Target="{target}"/>'
        return f'<Relationships xmlns="{RELATIONS}">{one}</Relationships>'

    note = (
        f'<w:footnotes xmlns:w="{WORD}"><w:footnote w:id="1">{lines(run("Deed."))}</w:footnote></w:footnotes>'
    )
    body = lines(run("The tower.") + mark("footnote", 1))
    parts = {
        "_rels/.rels": relations("officeDocument", "/word/document2.xml"),
        "word/_rels/document2.xml.rels": relations("footnotes", "footnotes2.xml"),
        "word/document2.xml": f'<w:document xmlns:w="{WORD}"><w:body>{body}</w:body></w:document>',
        "word/footnotes2.xml": note,
    }
    content = docx(lines(run("Not this one.")), parts)
    assert reader.read("a.docx", content).text == "The tower.[1]\n\nFootnotes\n\n[1] Deed."
    assert reader.read_edited("a.docx", content).texts()[0].accepted == "The tower."


def level(deep: int, kind: str, shown: str, start: int = 1) -> str:
    return (
        f'<w:lvl w:ilvl="{deep}"><w:start w:val="{start}"/><w:numFmt w:val="{kind}"/>'
        f'<w:lvlText w:val="{shown}"/></w:lvl>'
    )


def listed(numbers: int, words: str, deep: int = 0) -> str:
    """Return an item of a list."""
    place = f'<w:ilvl w:val="{deep}"/><w:numId w:val="{numbers}"/>'
    return f"<w:pPr><w:numPr>{place}</w:numPr></w:pPr>{run(words)}"


LISTS = (
    f'<w:numbering xmlns:w="{WORD}">'
    f'<w:abstractNum w:abstractNumId="7">{level(0, "decimal", "%1.")}{level(1, "lowerLetter", "%1.%2)")}'
    f'</w:abstractNum><w:abstractNum w:abstractNumId="8">{level(0, "upperRoman", "Article %1", 4)}'
    f'</w:abstractNum><w:abstractNum w:abstractNumId="9">{level(0, "bullet", "·")}{level(1, "bullet", "o")}'
    '</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num>'
    '<w:num w:numId="2"><w:abstractNumId w:val="7"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/>'
    '</w:lvlOverride></w:num><w:num w:numId="3"><w:abstractNumId w:val="8"/></w:num>'
    '<w:num w:numId="4"><w:abstractNumId w:val="9"/></w:num>'
    '<w:num w:numId="5"><w:abstractNumId w:val="7"/></w:num></w:numbering>'
)


def test_items_have_the_numbers_that_word_shows(reader: DocumentReader) -> None:
    body = lines(
        listed(1, "one"),
        listed(1, "below", 1),
        listed(1, "next", 1),
        listed(5, "of the same list"),
        listed(1, "anew", 1),
        listed(2, "begins at five"),
        by("del", run("never")) + end_of("del"),
        listed(2, "goes on"),
        "<w:pPr><w:pStyle w:val='article'/></w:pPr>" + run("Scope"),
        listed(3, "Price"),
        listed(4, "dot"),
        listed(4, "dot in dot", 1),
        listed(0, "no item"),
        listed(77, "a list that is not there"),
    )
    styled = '<w:style w:styleId="article"><w:name w:val="x"/><w:pPr><w:numPr><w:numId w:val="3"/></w:numPr>'
    styles = f'<w:styles xmlns:w="{WORD}">{styled}</w:pPr></w:style></w:styles>'
    content = docx(body, {"word/numbering.xml": LISTS, "word/styles.xml": styles})
    assert reader.read("a.docx", content).text.split("\n\n") == [
        "1. one",
        "1.a) below",
        "1.b) next",
        "2. of the same list",
        "2.a) anew",
        "5. begins at five",
        "6. goes on",
        "Article IV Scope",
        "Article V Price",
        "- dot",
        "  - dot in dot",
        "no item",
        "a list that is not there",
    ]


class _Piece(NamedTuple):
    """A paragraph of a made document: its words, whether they were taken, and whether its end was."""

    words: str
    taken: bool
    end_taken: bool


WORDS = st.sampled_from(["aa", "bb", "cc"])
PIECES = st.lists(st.builds(_Piece, WORDS, st.booleans(), st.booleans()), min_size=1)


@settings(deadline=None, max_examples=examples(40, 2000))
@given(PIECES)
def test_what_stays_of_any_paragraphs_is_read_once_and_in_order(pieces: list[_Piece]) -> None:
    body, wanted = "", ""
    for piece in pieces:
        words = by("moveFrom", run(piece.words)) if piece.taken else run(piece.words)
        body += lines((end_of("moveFrom") if piece.end_taken else "") + words)
        wanted += ("" if piece.taken else piece.words) + ("" if piece.end_taken else "\n")
    found = read("docx", docx(body), 30)
    expected = [line for line in wanted.split("\n") if line]
    assert [line for line in str(found.get("text", "")).split("\n") if line] == expected

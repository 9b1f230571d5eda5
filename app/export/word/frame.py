"""The file around a document's paragraphs: styles, comments, properties; the same bytes each time."""

from __future__ import annotations

import io
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from docx import Document
from docx.document import Document as WordDocument
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.opc.constants import CONTENT_TYPE, RELATIONSHIP_TYPE
from docx.opc.packuri import PackURI
from docx.opc.part import Part, XmlPart
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls, qn
from docx.package import Package
from docx.shared import Mm, Pt, RGBColor

from app.domain.errors import InputError
from app.domain.i18n import words
from app.export.word.drawing import Shown
from app.export.word.markup import Stamp, attribute, footnote_mark, moment, paragraph, run
from app.markup.visible import visible

BLANK, CODE, QUOTATION = "RoundtableBlank", "RoundtableCode", "RoundtableQuotation"
TITLE, CELL, SMALL_CELL = "RoundtableTextTitle", "RoundtableCell", "RoundtableSmallCell"
HEAD_CELL = "RoundtableHeadCell"
_CELL_ROOM = '<w:spacing w:before="40" w:after="40"/>'
"""Styles of our own: an empty line of a text, a line of code, a quotation; the name of a text of several."""
QUOTED = 284
"""How far in a quotation stands, in twentieths of a point."""
_FONT = '<w:rFonts w:ascii="Consolas" w:hAnsi="Consolas" w:cs="Consolas"/><w:noProof/>'
_RULE = '<w:pBdr><w:{side} w:val="single" w:sz="{size}" w:space="{space}" w:color="{color}"/></w:pBdr>'


def _style(id: str, name: str, paragraph: str, letters: str = "", kind: str = "paragraph") -> str:
    """Return a style; one of letters has no properties of a paragraph."""
    base = f'<w:basedOn w:val="Normal"/><w:qFormat/><w:pPr>{paragraph}</w:pPr>' if kind == "paragraph" else ""
    return (
        f'<w:style {nsdecls("w")} w:type="{kind}" w:customStyle="1" w:styleId="{id}">'
        f'<w:name w:val="{name}"/>{base}<w:rPr>{letters}</w:rPr></w:style>'
    )


_OWN_STYLES = (
    _style(
        BLANK,
        "Roundtable Blank Line",
        '<w:spacing w:before="0" w:after="0" w:line="160" w:lineRule="exact"/>',
    ),
    _style(
        CODE,
        "Roundtable Code",
        '<w:shd w:val="clear" w:color="auto" w:fill="F3F4F6"/><w:spacing w:before="0" w:after="0"/>',
        f'{_FONT}<w:sz w:val="19"/>',
    ),
    _style(
        TITLE,
        "Roundtable Text Title",
        f"<w:keepNext/>{_RULE.format(side='bottom', size=4, space=2, color='8A8F98')}"
        '<w:spacing w:before="480" w:after="160"/>',
        '<w:b/><w:color w:val="5B6470"/><w:sz w:val="20"/>',
    ),
    _style(
        QUOTATION,
        "Roundtable Quotation",
        f'{_RULE.format(side="left", size=12, space=8, color="C9CED6")}<w:ind w:left="{QUOTED}"/>',
    ),
    _style(CELL, "Roundtable Cell", _CELL_ROOM, '<w:sz w:val="19"/>'),
    _style(HEAD_CELL, "Roundtable Head Cell", _CELL_ROOM, '<w:b/><w:sz w:val="19"/>'),
    _style(SMALL_CELL, "Roundtable Small Cell", _CELL_ROOM, '<w:sz w:val="16"/>'),
    _style("RoundtableCodeLetters", "Roundtable Code Letters", "", _FONT, "character"),
)
_HEADINGS = (18, 15, 13, 12, 11, 11)
"""Points, by level."""
_PAGE_NUMBER = f'<w:fldSimple {nsdecls("w")} w:instr="PAGE"><w:r><w:t>1</w:t></w:r></w:fldSimple>'
_CUSTOM = "http://schemas.openxmlformats.org/officeDocument/2006/custom-properties"
_VALUES = "http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes"
_SET = "{D5CDD505-2E9C-101B-9397-08002B2CF9AE}"
"""The set that properties of one's own belong to; source: ECMA-376 part 1, 22.3."""
_EARLIEST = (1980, 1, 1, 0, 0, 0)
_LAST_YEAR = 2107


@dataclass(frozen=True, slots=True)
class MarginNote:
    """A comment in the margin, by its number in the document."""

    number: int
    stamp: Stamp
    text: str


def word_file(
    body: Iterable[str],
    *,
    title: str,
    at: datetime,
    author: str = "Roundtable",
    notes: Sequence[MarginNote] = (),
    properties: Mapping[str, str] | None = None,
    numbering: Sequence[str] = (),
    footnotes: Sequence[str] = (),
    shown: Shown | None = None,
) -> bytes:
    """Return a DOCX of these paragraphs and tables (WordprocessingML).

    `properties` are kept by Word and LibreOffice when the document is edited; `numbering`: its lists;
    `footnotes`: the runs of each, numbered from 1; `shown`: the pictures in it.
    """
    document = Document()
    _styled(document)
    inner = "".join(body)
    if shown is not None:
        inner = shown.put_in(document, inner)
    for element in parse_xml(f"<w:body {nsdecls('w', 'r')}>{inner}</w:body>"):
        document.element.body.insert_element_before(element, "w:sectPr")
    if notes:
        _annotate(document, notes)
    if footnotes:
        _put_footnotes(document, footnotes)
    if numbering:
        _put_lists(document, numbering)
    core = document.core_properties
    core.title, core.author, core.comments, core.keywords = visible(title)[:255], author, "", ""
    core.last_modified_by, core.revision = "Roundtable", 1
    core.created = core.modified = at.astimezone(UTC).replace(tzinfo=None)
    if properties:
        _put_properties(document, properties)
    rels = _package(document).rels
    for name in [name for name, rel in rels.items() if rel.reltype == RELATIONSHIP_TYPE.THUMBNAIL]:
        # A picture of an empty page.
        del rels[name]
    written = io.BytesIO()
    _check_clock()
    document.save(written)
    return _same_bytes(written)


def _styled(document: WordDocument) -> None:
    styles = document.styles
    normal = styles["Normal"]
    normal.font.name, normal.font.size = "Calibri", Pt(11)
    normal.paragraph_format.space_after = Pt(0)
    page = document.sections[0]
    page.page_width, page.page_height = Mm(210), Mm(297)
    page.left_margin = page.right_margin = page.top_margin = page.bottom_margin = Mm(24)
    footer = page.footer.paragraphs[0]
    footer.alignment = WD_ALIGN_PARAGRAPH.CENTER
    # A run's element is open to all, a paragraph's is not.
    footer.add_run().element.addnext(parse_xml(_PAGE_NUMBER))
    for name, size in (("Title", 24), *((f"Heading {n}", size) for n, size in enumerate(_HEADINGS, 1))):
        heading = styles[name]
        heading.font.name, heading.font.size, heading.font.bold = "Calibri", Pt(size), True
        heading.font.color.rgb = RGBColor(0x1E, 0x24, 0x2C)
        for rule in heading.element.pPr.findall(qn("w:pBdr")):
            heading.element.pPr.remove(rule)
        fonts = heading.element.rPr.rFonts
        for theme in ("asciiTheme", "hAnsiTheme", "eastAsiaTheme", "cstheme"):
            # A font of the theme would win over the one that is named.
            fonts.attrib.pop(qn(f"w:{theme}"), None)
    for style in _OWN_STYLES:
        styles.element.append(parse_xml(style))


def _annotate(document: WordDocument, notes: Sequence[MarginNote]) -> None:
    comments = document.comments
    by_number = {}
    for note in notes:
        initials = "".join(word[0] for word in note.stamp.author.split()[:3])
        added = comments.add_comment(visible(note.text), visible(note.stamp.author), visible(initials))
        by_number[added.comment_id] = note
    # It takes no time and gives numbers of its own.
    part = next(part for part in _package(document).iter_parts() if part.partname == "/word/comments.xml")
    assert isinstance(part, XmlPart)
    for element in part.element:
        note = by_number[int(element.get(qn("w:id")))]
        element.set(qn("w:id"), str(note.number))
        element.set(qn("w:date"), moment(note.stamp.at))


def _put_lists(document: WordDocument, numbering: Sequence[str]) -> None:
    lists = document.part.numbering_part.element
    first = next(lists.iterchildren(qn("w:num")))
    for definition in numbering:
        one = parse_xml(definition.replace(" ", f" {nsdecls('w')} ", 1))
        # What lists are stands before those that there are.
        if one.tag == qn("w:num"):
            lists.append(one)
        else:
            first.addprevious(one)


def _put_footnotes(document: WordDocument, footnotes: Sequence[str]) -> None:
    lines = [
        f'<w:footnote w:type="{kind}" w:id="{id}"><w:p><w:r><w:{tag}/></w:r></w:p></w:footnote>'
        for id, kind, tag in (
            (-1, "separator", "separator"),
            (0, "continuationSeparator", "continuationSeparator"),
        )
    ]
    for number, runs in enumerate(footnotes, 1):
        line = paragraph(footnote_mark(number, "footnoteRef") + run(" ") + runs)
        lines.append(f'<w:footnote w:id="{number}">{line}</w:footnote>')
    head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
    blob = f"{head}<w:footnotes {nsdecls('w')}>{''.join(lines)}</w:footnotes>"
    name = PackURI("/word/footnotes.xml")
    part = Part(name, CONTENT_TYPE.WML_FOOTNOTES, blob.encode(), _package(document))
    document.part.relate_to(part, RELATIONSHIP_TYPE.FOOTNOTES)


def _package(document: WordDocument) -> Package:
    package = document.part.package
    assert isinstance(package, Package)
    return package


def _put_properties(document: WordDocument, properties: Mapping[str, str]) -> None:
    rows = "".join(
        f'<property fmtid="{_SET}" pid="{number}" name="{attribute(name)}">'
        f"<vt:lpwstr>{attribute(value)}</vt:lpwstr></property>"
        for number, (name, value) in enumerate(properties.items(), 2)
    )
    blob = (
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
        f'<Properties xmlns="{_CUSTOM}" xmlns:vt="{_VALUES}">{rows}</Properties>'
    )
    package = _package(document)
    part = Part(PackURI("/docProps/custom.xml"), CONTENT_TYPE.OFC_CUSTOM_PROPERTIES, blob.encode(), package)
    package.relate_to(part, RELATIONSHIP_TYPE.CUSTOM_PROPERTIES)


def _check_clock() -> None:
    """Raise InputError where this machine's clock shows a time that no Word file can bear."""
    year = time.localtime(time.time()).tm_year
    if not _EARLIEST[0] <= year <= _LAST_YEAR:
        raise InputError(
            words("This machine's clock shows the year {year}, which no Word file can bear.", year=year),
            words("Set the clock, then export it again."),
        )


def _same_bytes(written: io.BytesIO) -> bytes:
    """Return an archive without the time at which it was written."""
    out = io.BytesIO()
    with ZipFile(written) as source, ZipFile(out, "w", ZIP_DEFLATED) as target:
        for name in source.namelist():
            info = ZipInfo(name, _EARLIEST)
            info.compress_type = ZIP_DEFLATED
            target.writestr(info, source.read(name))
    return out.getvalue()

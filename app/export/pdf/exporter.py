"""The PDF writer of a report: the same words as HTML, with a table of contents, page numbers and bookmarks.

Rules: the pages are laid out in a process of its own, which opens no file but its fonts and no connection;
the same session gives the same bytes.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path

from app.domain.canonical import JsonValue
from app.domain.errors import StorageError
from app.domain.i18n import translate, words
from app.engine.exporting import ExportRequest
from app.export.composing import compose
from app.export.html import CONTENTS_FROM, HtmlBody
from app.export.html_text import plain
from app.export.pdf.sheet import EDGE, SHEET
from app.export.pictures import on_page
from app.export.report_model import ReportDocument, report_of
from app.markup.formula_html import for_qt
from app.markup.render import render
from app.markup.visible import visible
from app.processes.child import UNSEEN, own_program

ARGUMENT = "--write-pdf"
"""Hidden argument of the program that makes it the child."""
LONGEST = 240.0
"""Seconds that a child is waited for: a report of thousands of pages takes less."""

_BLOCK = re.compile(r'<(ins|del) class="block">(.*?)</\1>', re.DOTALL)
_MOST_WHOLE = 10
"""Columns of a table whose titles of one word are never parted; one of more has no room for that."""
_HEAD = re.compile(r"<thead>.*?</thead>", re.DOTALL)
_WORD_ALONE = re.compile(r"<th([^>]*)>([^<\s]{1,24})</th>")
_PICTURE = re.compile(r'width="(\d+)" height="(\d+)"')
_MARKED = re.compile(r"<(ins|del)>(.*?)</\1>", re.DOTALL)


def write(request: ExportRequest) -> bytes:
    """Return a report as PDF. Raises StorageError where the pages cannot be laid out."""
    return _laid_out(json.dumps(paper(compose(request))).encode("ascii"))


def typeset(request: ExportRequest, markdown: str) -> bytes:
    """Return one text as PDF, with nothing of a report around it. Raises StorageError as `write` does."""
    report = report_of(request)
    rendered = render(markdown)
    given: Mapping[str, JsonValue] = {
        "html": f"<html><body>{_for_qt(''.join(rendered.blocks) or plain(markdown))}</body></html>",
        "sheet": SHEET,
        "title": visible(" ".join(report.title.split())),
        "marks": [],
        "at": _written_at(report.changed_at),
    }
    return _laid_out(json.dumps(given).encode("ascii"))


def _written_at(at: datetime) -> str:
    return f"D:{at:%Y%m%d%H%M%S}Z" if at.year < 9999 else "D:20000101000000Z"


def paper(document: ReportDocument) -> Mapping[str, JsonValue]:
    """Return what the child is given: HTML as Qt reads it, and the headings that bookmarks lead to."""
    body = HtmlBody(document, every_heading=True)
    sections = list(document.sections) if document.head else []
    tops: list[JsonValue] = [s.title for s in sections if s.level == 2]
    contents = "".join(_contents(document)) if len(tops) >= CONTENTS_FROM else ""
    html = f"""<html><body>
<h1>{plain(document.title)}</h1>
{_for_qt("".join(body.head()))}{contents}{_for_qt("".join(body.sections()))}</body></html>"""
    marks: list[JsonValue] = [{"level": s.level, "title": visible(s.title)} for s in sections]
    return {
        "html": html,
        "sheet": SHEET,
        "title": visible(document.title),
        "marks": marks,
        "at": _written_at(document.at),
    }


def _contents(document: ReportDocument) -> Iterator[str]:
    """Yield the table of contents; the child puts the numbers of the pages in."""
    yield f"<h2>{plain(translate('Contents'))}</h2>"
    yield '<table width="100%" cellspacing="0" border="0">'
    for index, section in enumerate(document.sections):
        if section.level == 2:
            link = f'href="#mark-{index}"'
            yield (
                f'<tr><td class="contents" width="94%"><a {link}>{plain(section.title)}</a></td>'
                f'<td class="contents" align="right"><a name="page-{index}" {link}>000</a></td></tr>'
            )
    yield "</table>"


def _whole_words(head: str) -> str:
    wide = head.count("<th") > _MOST_WHOLE
    return head if wide else _WORD_ALONE.sub(rf'<th\1 style="white-space: nowrap; {EDGE}">\2</th>', head)


def _on_page(size: re.Match[str]) -> str:
    width, height = on_page(int(size[1]), int(size[2]))
    return f'width="{width}" height="{height}"'


def _for_qt(html: str) -> str:
    """Return HTML whose marks of changes Qt draws: it knows neither of the two as a block.

    WORKAROUND: Qt makes a column a little too narrow for a bold word, and cuts off its last letter.
    """
    whole = _HEAD.sub(lambda head: _whole_words(head.group()), for_qt(html))
    # The lines of a page are higher than their letters, and a picture is a letter to Qt.
    whole = _PICTURE.sub(_on_page, whole.replace("<p><img", '<p style="line-height: 100%"><img'))
    return _MARKED.sub(r'<span class="\1">\2</span>', _BLOCK.sub(r'<div class="\1">\2</div>', whole))


def _laid_out(given: bytes) -> bytes:
    problem = words("The PDF could not be laid out.")
    then = words("Export as HTML and print that, or try again.")
    try:
        done = subprocess.run(
            own_program(ARGUMENT),
            input=given,
            stdout=subprocess.PIPE,
            # What Qt says of missing fonts is of no use to anybody who reads the pages.
            stderr=subprocess.DEVNULL,
            env=_environment(),
            timeout=LONGEST,
            check=False,
            creationflags=UNSEEN,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise StorageError("io", problem, then) from error
    if done.returncode or not done.stdout.startswith(b"%PDF-"):
        raise StorageError("io", problem, then)
    return done.stdout


def _environment() -> dict[str, str]:
    # Without a seed of chance subsets of fonts have the same names every time.
    found = {
        **os.environ,
        "PYTHONPATH": str(Path(__file__).resolve().parents[3]),
        "QT_HASH_SEED": "0",
        "PYTHONHASHSEED": "0",
    }
    if sys.platform != "win32":
        # Without a screen, and without a sign in the dock; Windows finds its fonts with its own plugin alone.
        found["QT_QPA_PLATFORM"] = "offscreen"
    return found

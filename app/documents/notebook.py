"""A notebook's cells and the text of their results."""

from __future__ import annotations

import json

from app.documents.html import write_html
from app.documents.lines import Lines, Refusal

_TOLD = ("text/plain", "text/markdown", "text/latex")
"""What a result is told as, best first."""


def read_notebook(content: bytes, lines: Lines) -> None:
    """Write a notebook's cells, numbered from 1; raises Refusal."""
    try:
        found = json.loads(content.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise Refusal("broken") from error
    cells = _cells(found)
    if cells is None:
        raise Refusal("broken")
    with lines.as_far_as_read():
        for number, cell in enumerate(cells, 1):
            lines.place("cell", str(number))
            lines.add(_joined(cell.get("source", cell.get("input"))))
            attached = cell.get("attachments")
            lines.count("pictures", len(attached) if isinstance(attached, dict) else 0)
            for text in _results(cell, lines):
                lines.gap()
                lines.add(text)
            lines.gap()


def _cells(found: object) -> list[dict[str, object]] | None:
    if not isinstance(found, dict):
        return None
    cells = found.get("cells")
    if cells is None and isinstance(found.get("worksheets"), list):
        # The layout before version 4.
        sheets = [sheet for sheet in found["worksheets"] if isinstance(sheet, dict)]
        cells = [cell for sheet in sheets for cell in _list(sheet.get("cells"))]
    return None if not isinstance(cells, list) else [cell for cell in cells if isinstance(cell, dict)]


def _results(cell: dict[str, object], lines: Lines) -> list[str]:
    texts: list[str] = []
    for output in _list(cell.get("outputs")):
        if not isinstance(output, dict):
            continue
        data = output.get("data")
        told = data if isinstance(data, dict) else {}
        lines.count("pictures", any(kind.startswith("image/") for kind in told))
        written = next((text for kind in _TOLD if (text := _joined(told.get(kind))).strip()), "")
        texts.append(_joined(output.get("text")) or written or _shown(_joined(told.get("text/html"))))
        if output.get("output_type") in ("error", "pyerr"):
            texts.append(f"{_joined(output.get('ename'))}: {_joined(output.get('evalue'))}")
    return [text for text in texts if text.strip()]


def _shown(page: str) -> str:
    """Return what a result says that is only told as a page."""
    lines = Lines()
    if page:
        write_html(page, lines)
    return lines.text


def _joined(value: object) -> str:
    if isinstance(value, list):
        return "".join(one for one in value if isinstance(one, str))
    return value if isinstance(value, str) else ""


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []

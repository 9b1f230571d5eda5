"""A workflow's summary as a person reads it: a line a figure, in the workflow's own words."""

from __future__ import annotations

from collections.abc import Mapping

from app.domain.canonical import JsonValue
from app.domain.i18n import format_number, translate
from app.engine.plugin import Vocabulary, why_ended


def summary_lines(vocabulary: Vocabulary, summary: Mapping[str, JsonValue]) -> list[str]:
    """Return a summary, a line per figure and per row of a table; what is empty is left out."""
    lines: list[str] = []
    for name, value in summary.items():
        rows = [row for row in value if isinstance(row, dict)] if isinstance(value, list) else []
        if rows:
            lines += [_row(vocabulary, row) for row in rows]
        elif name.endswith("reason"):
            lines += (
                [translate("Why it ended: {why}", why=why_ended(vocabulary, str(value)))] if value else []
            )
        elif value not in (None, "", [], {}):
            title = _title(vocabulary, name)
            lines.append(f"{title[:1].upper()}{title[1:]}: {_figure_text(vocabulary, name, value)}")
    return lines


def _row(vocabulary: Vocabulary, row: Mapping[str, JsonValue]) -> str:
    """Return a row in a line, begun with its first cell: “Round 1: answers changed 2, took 0.7 s”."""
    cells = [
        f"{_title(vocabulary, key)} {_figure_text(vocabulary, key, cell)}"
        for key, cell in row.items()
        if cell not in (None, "")
    ]
    if not cells:
        return str(vocabulary.round)
    head = f"{cells[0][:1].upper()}{cells[0][1:]}"
    return f"{head}: {', '.join(cells[1:])}" if cells[1:] else head


def _title(vocabulary: Vocabulary, name: str) -> str:
    known = vocabulary.noun if name == "round" else vocabulary.figures.get(name)
    return str(known) if known is not None else name.removesuffix("_seconds").replace("_", " ")


def _figure_text(vocabulary: Vocabulary, name: str, value: JsonValue) -> str:
    unit = " s" if name.endswith("_seconds") else ""
    match value:
        case bool():
            return translate("yes") if value else translate("no")
        case list():
            return ", ".join(_figure_text(vocabulary, name, item) for item in value)
        case dict():
            return ", ".join(
                f"{_title(vocabulary, key)} {_figure_text(vocabulary, key, item)}"
                for key, item in value.items()
            )
        case float():
            return f"{format_number(f'{value:,.1f}')}{unit}"
        case int():
            return f"{format_number(f'{value:,}')}{unit}"
        case str():
            known = vocabulary.values.get(f"{name}/{value}")
            return str(known) if known is not None else value
        case _:
            return "–"

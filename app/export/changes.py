"""Word changes on one line each: ~~deleted~~ **inserted**, with a little of the text around."""

from __future__ import annotations

from app.diffing import Span, diff_texts
from app.export.marks import inline

_CONTEXT = 30
_LONGEST = 300
_MOST = 40
"""Changes shown of one text; both texts stand in the export in full."""


def snippets(old: str, new: str) -> list[str]:
    """Return one line per change, in order; a last line says how many are not shown."""
    lines: list[str] = []
    spans = diff_texts(old, new).spans
    place = hidden = 0
    while place < len(spans):
        if spans[place].kind == "equal":
            place += 1
            continue
        end = place
        while end < len(spans) and spans[end].kind != "equal":
            end += 1
        if len(lines) < _MOST:
            lines.append(_line(spans, place, end))
        else:
            hidden += 1
        place = end
    return [*lines, f"and {hidden} more"] if hidden else lines


def _line(spans: tuple[Span, ...], start: int, end: int) -> str:
    before = spans[start - 1].text if start else ""
    after = spans[end].text if end < len(spans) else ""
    marked = [
        f"{sign}{piece}{sign}"
        for span in spans[start:end]
        for sign in ("~~" if span.kind == "delete" else "**",)
        if (piece := _piece(span.text))
    ]
    parts = (_cut(before, _CONTEXT, tail=True), *marked, _cut(after, _CONTEXT, tail=False))
    return " ".join(part for part in parts if part)


def _piece(text: str) -> str:
    shown = text if len(text) <= _LONGEST else text[:_LONGEST] + "…"
    return inline(shown) or ("¶" if "\n" in text else "␣")


def _cut(text: str, most: int, *, tail: bool) -> str:
    if len(text) <= most:
        return inline(text)
    return "…" + inline(text[-most:]) if tail else inline(text[:most]) + "…"

"""Formulas as Word's own equations (OMML), as strings."""

from __future__ import annotations

from html import escape

from app.markup.formula import Fenced, Fraction, Matrix, Node, Root, Row, Script, Sign
from app.markup.visible import visible_piece

_NAMESPACE = "http://schemas.openxmlformats.org/officeDocument/2006/math"
_NOTHING = "<m:r><m:t>\u200b</m:t></m:r>"
"""What stands where nothing does: Word shows a dotted box in the place of an empty part."""
_ENDS = frozenset("=<>≤≥≠≈≡→⇒⇔∈+−±,;")
"""Signs at which what a sum is of ends."""


def equation(node: Node, *, block: bool = False) -> str:
    """Return a formula as an equation that stands in a paragraph; `block`: alone, in its large form."""
    if block:
        return f'<m:oMathPara xmlns:m="{_NAMESPACE}"><m:oMath>{_math(node)}</m:oMath></m:oMathPara>'
    return f'<m:oMath xmlns:m="{_NAMESPACE}">{_math(node)}</m:oMath>'


def _math(node: Node) -> str:
    match node:
        case Sign():
            return _sign(node)
        case Row():
            return _row(node.items)
        case Fraction():
            bar = "" if node.bar else '<m:fPr><m:type m:val="noBar"/></m:fPr>'
            return f"<m:f>{bar}{_in('num', node.top)}{_in('den', node.bottom)}</m:f>"
        case Root():
            hidden = '<m:radPr><m:degHide m:val="1"/></m:radPr>' if node.degree is None else ""
            return f"<m:rad>{hidden}{_in('deg', node.degree)}{_in('e', node.inner)}</m:rad>"
        case Script():
            return _script(node, ())
        case Fenced():
            ends = f'<m:begChr m:val="{escape(node.left)}"/><m:endChr m:val="{escape(node.right)}"/>'
            return f"<m:d><m:dPr>{ends}</m:dPr>{_in('e', node.inner)}</m:d>"
        case Matrix():
            rows = "".join(f"<m:mr>{''.join(_in('e', cell) for cell in row)}</m:mr>" for row in _even(node))
            return f"<m:m>{_columns(node)}{rows}</m:m>"


def _row(items: tuple[Node, ...]) -> str:
    """Return what stands side by side; what follows a sum up to the next sign is what it is of."""
    parts: list[str] = []
    at = 0
    while at < len(items):
        item, end = items[at], at + 1
        if _is_sum(item):
            while end < len(items) and not _ends_sum(items[end]):
                end += 1
        parts.append(_script(item, items[at + 1 : end]) if isinstance(item, Script) else _math(item))
        at = end
    return "".join(parts)


def _is_sum(node: Node) -> bool:
    return (
        isinstance(node, Script) and node.limits and isinstance(node.base, Sign) and node.base.kind == "large"
    )


def _ends_sum(node: Node) -> bool:
    return isinstance(node, Sign) and node.text in _ENDS


def _columns(matrix: Matrix) -> str:
    sides, width = matrix.sides, max(map(len, matrix.rows))
    columns = [sides[min(at, len(sides) - 1)] for at in range(width)]
    shapes = (f'<m:count m:val="1"/><m:mcJc m:val="{side}"/>' for side in columns)
    return (
        f"<m:mPr><m:mcs>{''.join(f'<m:mc><m:mcPr>{one}</m:mcPr></m:mc>' for one in shapes)}</m:mcs></m:mPr>"
    )


def _even(matrix: Matrix) -> list[tuple[Node, ...]]:
    """Return rows of one length: Word opens no others."""
    width = max(map(len, matrix.rows))
    return [(*row, *(Row(()) for _ in range(width - len(row)))) for row in matrix.rows]


def _in(tag: str, node: Node | None) -> str:
    return f"<m:{tag}>{_math(node) or _NOTHING if node is not None else ''}</m:{tag}>"


def _sign(sign: Sign) -> str:
    style = "b" if sign.bold else "p" if sign.kind in ("function", "words") else ""
    upright = f'<m:rPr><m:sty m:val="{style}"/></m:rPr>' if style else ""
    text = visible_piece(sign.text) + (" " if sign.kind == "function" else "")
    return f'<m:r>{upright}<m:t xml:space="preserve">{escape(text, quote=False)}</m:t></m:r>'


def _script(node: Script, of: tuple[Node, ...]) -> str:
    """Return what has something below or above it; `of`: what a sum is of."""
    base, below, above = _in("e", node.base), _in("sub", node.below), _in("sup", node.above)
    if isinstance(node.base, Sign) and _is_sum(node):
        hidden = [
            f'<m:{tag}Hide m:val="1"/>'
            for tag, part in (("sub", node.below), ("sup", node.above))
            if part is None
        ]
        signs = f'<m:chr m:val="{node.base.text}"/><m:limLoc m:val="undOvr"/>{"".join(hidden)}'
        return f"<m:nary><m:naryPr>{signs}</m:naryPr>{below}{above}{_in('e', Row(of))}</m:nary>"
    if node.limits:
        low = f"<m:limLow>{base}{_in('lim', node.below)}</m:limLow>" if node.below is not None else ""
        if node.above is None:
            return low
        inner = f"<m:e>{low}</m:e>" if low else base
        return f"<m:limUpp>{inner}{_in('lim', node.above)}</m:limUpp>"
    if node.above is None:
        return f"<m:sSub>{base}{below}</m:sSub>"
    if node.below is None:
        return f"<m:sSup>{base}{above}</m:sSup>"
    return f"<m:sSubSup>{base}{below}{above}</m:sSubSup>"

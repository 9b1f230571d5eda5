"""Formulas as Word's own equations (OMML), as strings."""

from __future__ import annotations

from html import escape

from app.markup.formula import Fenced, Fraction, Matrix, Node, Root, Row, Script, Sign
from app.markup.visible import visible_piece


def equation(node: Node) -> str:
    """Return a formula as an equation that stands in a paragraph."""
    return f'<m:oMath xmlns:m="{NAMESPACE}">{_math(node)}</m:oMath>'


NAMESPACE = "http://schemas.openxmlformats.org/officeDocument/2006/math"


def _math(node: Node) -> str:
    match node:
        case Sign():
            return _sign(node)
        case Row():
            return "".join(map(_math, node.items))
        case Fraction():
            bar = "" if node.bar else '<m:fPr><m:type m:val="noBar"/></m:fPr>'
            return f"<m:f>{bar}{_in('num', node.top)}{_in('den', node.bottom)}</m:f>"
        case Root():
            hidden = '<m:radPr><m:degHide m:val="1"/></m:radPr>' if node.degree is None else ""
            return f"<m:rad>{hidden}{_in('deg', node.degree)}{_in('e', node.inner)}</m:rad>"
        case Script():
            return _script(node)
        case Fenced():
            ends = f'<m:begChr m:val="{escape(node.left)}"/><m:endChr m:val="{escape(node.right)}"/>'
            return f"<m:d><m:dPr>{ends}</m:dPr>{_in('e', node.inner)}</m:d>"
        case Matrix():
            rows = "".join(f"<m:mr>{''.join(_in('e', cell) for cell in row)}</m:mr>" for row in _even(node))
            return f"<m:m>{rows}</m:m>"


def _even(matrix: Matrix) -> list[tuple[Node, ...]]:
    """Return rows of one length: Word opens no others."""
    width = max(map(len, matrix.rows))
    return [(*row, *(Row(()) for _ in range(width - len(row)))) for row in matrix.rows]


def _in(tag: str, node: Node | None) -> str:
    return f"<m:{tag}>{_math(node) if node is not None else ''}</m:{tag}>"


def _sign(sign: Sign) -> str:
    upright = '<m:rPr><m:sty m:val="p"/></m:rPr>' if sign.kind in ("function", "words") else ""
    text = visible_piece(sign.text) + (" " if sign.kind == "function" else "")
    return f'<m:r>{upright}<m:t xml:space="preserve">{escape(text, quote=False)}</m:t></m:r>'


def _script(node: Script) -> str:
    base, below, above = _in("e", node.base), _in("sub", node.below), _in("sup", node.above)
    if node.limits and isinstance(node.base, Sign) and node.base.kind == "large":
        hidden = [
            f'<m:{tag}Hide m:val="1"/>'
            for tag, part in (("sub", node.below), ("sup", node.above))
            if part is None
        ]
        signs = f'<m:chr m:val="{node.base.text}"/><m:limLoc m:val="undOvr"/>{"".join(hidden)}'
        return f"<m:nary><m:naryPr>{signs}</m:naryPr>{below}{above}<m:e/></m:nary>"
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

"""Formulas as HTML: MathML for a browser, and letters and tables for Qt, which knows none.

The source goes along in `alttext`, from which the other form is made.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape, unescape

from app.markup.formula import (
    Fenced,
    Fraction,
    Matrix,
    Node,
    Root,
    Row,
    Script,
    Sign,
    bare,
    read_formula,
    spaced,
)
from app.markup.formula_signs import BRACES

_NAMES = "math mrow mi mn mo mtext mfrac msqrt mroot msub msup msubsup munder mover munderover mtable mtr mtd"
TAGS = frozenset(_NAMES.split())
ATTRIBUTES = {
    "math": {"alttext", "display"},
    "mi": {"mathvariant"},
    "mo": {"stretchy"},
    "mfrac": {"linethickness"},
    "mtable": {"columnalign"},
}
_MATH = re.compile(r'<math alttext="([^"]*)"( display="block")?>.*?</math>', re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_STACKED = 2
"""Levels of fractions that Qt is given as tables; each doubles the time of its layout."""
_LINE_ENDS = frozenset("=≈≤≥<>≡→⇒⟹⇔⟺")


def mathml(node: Node, source: str, *, block: bool) -> str:
    """Return a formula as MathML; `source`: as it was written, with the signs around it."""
    display = ' display="block"' if block else ""
    return f'<math alttext="{escape(source)}"{display}>{_mathml(node)}</math>'


def for_qt(html: str) -> str:
    """Return HTML with every formula as Qt can set it."""
    return _MATH.sub(_as_tables, html)


def words_of(html: str) -> str:
    """Return what a reader sees of a formula that is written as MathML."""
    return unescape(_TAG.sub(" ", for_qt(html)))


def _as_tables(mark: re.Match[str]) -> str:
    node = read_formula(bare(unescape(mark[1])))
    if node is None:
        return f"<code>{mark[1]}</code>"
    if not mark[2]:
        return f'<span class="formula">{_letters(node)}</span>'
    return (
        '<table class="box formula" width="100%" cellspacing="0"><tr><td align="center">'
        f"{_side_by_side(node, _STACKED)}</td></tr></table>"
    )


# --- MathML -----------------------------------------------------------------------------------------


def _mathml(node: Node) -> str:  # noqa: C901  one case a kind of node
    match node:
        case Sign(kind="number"):
            return f"<mn>{escape(node.text)}</mn>"
        case Sign(kind="letter"):
            return f"<mi>{escape(node.text)}</mi>"
        case Sign(kind="function"):
            return f'<mi mathvariant="normal">{escape(node.text)}</mi><mo> </mo>'
        case Sign(kind="words"):
            return f"<mtext>{escape(_hard(node.text))}</mtext>"
        case Sign():
            return f"<mo>{escape(node.text)}</mo>"
        case Row():
            return f"<mrow>{''.join(map(_mathml, node.items))}</mrow>"
        case Fraction():
            thick = "" if node.bar else ' linethickness="0"'
            return f"<mfrac{thick}>{_one(node.top)}{_one(node.bottom)}</mfrac>"
        case Root(degree=None):
            return f"<msqrt>{_mathml(node.inner)}</msqrt>"
        case Root(degree=degree) if degree is not None:
            return f"<mroot>{_one(node.inner)}{_one(degree)}</mroot>"
        case Script():
            return _script(node)
        case Fenced():
            left, right = (f"<mo>{escape(sign)}</mo>" if sign else "" for sign in (node.left, node.right))
            return f"<mrow>{left}{_mathml(node.inner)}{right}</mrow>"
        case Matrix():
            rows = "".join(
                f"<mtr>{''.join(f'<mtd>{_mathml(cell)}</mtd>' for cell in row)}</mtr>" for row in node.rows
            )
            return f"<mtable{_columns(node)}>{rows}</mtable>"
        case _:
            return ""


def _columns(matrix: Matrix) -> str:
    return ' columnalign="right left"' if matrix.aligned else ""


def _one(node: Node) -> str:
    """Return a part as one element, which fractions, roots and scripts count."""
    inner = _mathml(node)
    return inner if not isinstance(node, Sign) or node.kind != "function" else f"<mrow>{inner}</mrow>"


def _script(node: Script) -> str:
    parts = "".join(_one(part) for part in (node.base, node.below, node.above) if part is not None)
    low, high, both = ("munder", "mover", "munderover") if node.limits else ("msub", "msup", "msubsup")
    tag = (
        both if node.below is not None and node.above is not None else low if node.below is not None else high
    )
    return f"<{tag}>{parts}</{tag}>"


# --- letters ----------------------------------------------------------------------------------------


def _hard(text: str) -> str:
    return text.replace(" ", "\u00a0")


def _letters(node: Node) -> str:
    """Return a formula on one line: letters, and what stands below and above them."""
    match node:
        case Sign(kind="letter"):
            return f"<em>{escape(node.text, quote=False)}</em>"
        case Sign():
            return escape(_hard(node.text), quote=False)
        case Row():
            return _row_letters(node)
        case Fraction():
            return f"{_grouped(node.top)}/{_grouped(node.bottom)}"
        case Root():
            degree = f"<sup>{_letters(node.degree)}</sup>" if node.degree is not None else ""
            return f'{degree}√<span class="root">{_letters(node.inner)}</span>'
        case Script():
            if _is_brace(node.below) or _is_brace(node.above):
                return _letters(node.base)
            below = f"<sub>{_letters(node.below)}</sub>" if node.below is not None else ""
            above = f"<sup>{_letters(node.above)}</sup>" if node.above is not None else ""
            base = _grouped(node.base) if isinstance(node.base, Fraction | Script) else _letters(node.base)
            return f"{base}{below}{above}"
        case Fenced():
            return f"{escape(node.left)}{_letters(node.inner)}{escape(node.right)}"
        case Matrix():
            between = "\u00a0" if node.aligned else ",\u00a0"
            return ";\u00a0".join(between.join(map(_letters, row)) for row in node.rows)


def _row_letters(row: Row) -> str:
    parts: list[str] = []
    before: Node | None = None
    for item, roomy in spaced(row.items):
        text = _letters(item)
        if roomy:
            # A line may end behind a sign of equality, and nowhere else.
            after = " " if isinstance(item, Sign) and item.text in _LINE_ENDS else "\u00a0"
            text = f"\u00a0{text}{after}"
        elif _apart(before, item):
            text = f"\u00a0{text}"
        elif isinstance(item, Sign) and item.text in (",", ";") and item.kind != "number":
            text = f"{text} "
        parts.append(text)
        before = item
    return "".join(parts)


def _grouped(node: Node) -> str:
    """Return a part in brackets where it would not be one without them."""
    single = isinstance(node, Sign | Fenced | Root) or (isinstance(node, Script) and not node.limits)
    numbers = isinstance(node, Row) and all(isinstance(i, Sign) and i.kind == "number" for i in node.items)
    return _letters(node) if single or numbers else f"({_letters(node)})"


def _apart(before: Node | None, item: Node) -> bool:
    """Tell whether two parts stand apart: the name of a function or a sum, and what is beside it."""
    if before is None or (isinstance(item, Sign) and item.kind in ("relation", "sign")):
        return False
    return _is_named(before) or (_is_named(item) and not (isinstance(before, Sign) and before.text in "([{"))


def _is_brace(node: Node | None) -> bool:
    """Tell whether a part is a brace over or under another: letters and tables have none as wide."""
    return isinstance(node, Sign) and node.text in BRACES


def _is_named(node: Node) -> bool:
    core = node.base if isinstance(node, Script) else node
    return isinstance(core, Sign) and core.kind in ("function", "large")


# --- tables -----------------------------------------------------------------------------------------


def _side_by_side(node: Node, levels: int) -> str:
    """Return a formula as a table of one row, its fractions, matrices and sums as tables in it."""
    cells = "".join(f'<td class="part">{cell}</td>' for cell in _cells(node, levels))
    return f'<table class="parts" align="center" cellspacing="0" cellpadding="0"><tr>{cells}</tr></table>'


def _cells(node: Node, levels: int) -> list[str]:
    if not levels or not _high(node):
        return [_letters(node)]
    match node:
        case Row():
            return _row_cells(node, levels)
        case Fraction():
            return [_stack([("over" if node.bar else "", node.top), ("", node.bottom)], levels=levels)]
        case Fenced():
            return [*_bracket(node.left), *_cells(node.inner, levels), *_bracket(node.right)]
        case Matrix():
            return [_grid(node, levels)]
        case Script(base=Sign(kind="large", text=text)):
            rows = [("small", node.above), ("large", Sign("sign", text)), ("small", node.below)]
            return [_stack(rows, levels=levels)]
        case Script(stacked=True):
            rows = [("small", node.above), ("", node.base), ("small", node.below)]
            return [_stack(rows, levels=levels)]
        case Script():
            behind = _letters(Script(Row(()), node.below, node.above))
            return [*_cells(node.base, levels), behind]
        case _:
            return [_letters(node)]


def _row_cells(row: Row, levels: int) -> list[str]:
    """Return cells of a row: what is no higher than a line stands together."""
    cells: list[str] = []
    low: list[Node] = []

    def put_low() -> None:
        if low:
            cells.append(_letters(Row(tuple(low))))
            low.clear()

    for item, roomy in spaced(row.items):
        if _high(item):
            put_low()
            cells += _cells(item, levels)
        elif roomy:
            put_low()
            cells.append(f"\u00a0{_letters(item)}\u00a0")
        else:
            low.append(item)
    put_low()
    return cells


def _high(node: Node | None) -> bool:
    """Tell whether a part is higher than a line."""
    match node:
        case Fraction() | Matrix():
            return True
        case Script():
            large = isinstance(node.base, Sign) and node.base.kind == "large"
            return large or node.stacked or _high(node.base)
        case Row():
            return any(map(_high, node.items))
        case Fenced():
            return _high(node.inner)
        case _:
            return False


def _bracket(sign: str) -> list[str]:
    return [f'<span class="high">{escape(sign)}</span>'] if sign else []


def _stack(parts: Sequence[tuple[str, Node | None]], levels: int) -> str:
    """Return parts one over the other; left out is what is not there."""
    rows = "".join(
        f'<tr><td align="center" class="{name or "part"}">'
        f"{_side_by_side(part, levels - 1) if levels > 1 and _high(part) else _letters(part)}</td></tr>"
        for name, part in parts
        if part is not None and not _is_brace(part)
    )
    return f'<table class="parts" align="center" cellspacing="0" cellpadding="0">{rows}</table>'


def _grid(matrix: Matrix, levels: int) -> str:
    sides = ("right", "left") if matrix.aligned else ("center",)
    rows = "".join(
        "<tr>"
        + "".join(
            f'<td class="cell" align="{sides[min(at, len(sides) - 1)]}">'
            f"{_side_by_side(cell, levels - 1) if levels > 1 and _high(cell) else _letters(cell)}</td>"
            for at, cell in enumerate(row)
        )
        + "</tr>"
        for row in matrix.rows
    )
    return f'<table class="parts" cellspacing="0" cellpadding="0">{rows}</table>'

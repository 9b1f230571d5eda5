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
from app.markup.sheet import HIGHEST

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
OPEN = "\\phantom{}"
"""What stands in a formula that is still being written, and of which nothing else is shown yet."""
_STACKED = 2
"""Levels of fractions that Qt is given as tables; each doubles the time of its layout."""
_SUPER = dict(zip("0123456789+−=()ni′∗", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ′*", strict=True))
_SUB = dict(zip("0123456789+−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎", strict=True))
"""Letters that are small and raised or lowered by themselves: of scripts of scripts, which Qt has not."""
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
    is_open = OPEN in mark[1]
    cell = f'<span class="open">{_letters(node)}</span>' if is_open else _side_by_side(node, _STACKED)
    return (
        '<table class="box formula" width="100%" cellspacing="0"><tr>'
        f'<td align="center" class="ground{" open" if is_open else ""}"><a name="{mark[1]}"></a>{cell}</td>'
        "</tr></table>"
    )


# --- MathML -----------------------------------------------------------------------------------------


def _mathml(node: Node) -> str:  # noqa: C901  one case a kind of node
    match node:
        case Sign(kind="number"):
            return f"<mn>{escape(_heavy(node))}</mn>"
        case Sign(kind="letter"):
            return f"<mi>{escape(_heavy(node))}</mi>"
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
    return "" if matrix.sides == ("center",) else f' columnalign="{" ".join(matrix.sides)}"'


def _heavy(sign: Sign) -> str:
    """Return letters, or those that are heavy by themselves: browsers make none so."""
    if not sign.bold:
        return sign.text
    starts = ((("0", "9"), 0x1D7CE), (("A", "Z"), 0x1D400), (("a", "z"), 0x1D41A))
    return "".join(
        next((chr(at + ord(one) - ord(low)) for (low, high), at in starts if low <= one <= high), one)
        for one in sign.text
    )


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


def _letters(node: Node, *, small: bool = False) -> str:
    """Return a formula on one line: letters, and what stands below and above them.

    `small`: it stands below or above something itself.
    """
    match node:
        case Sign(kind="letter" | "number", bold=True):
            return f"<strong>{escape(node.text, quote=False)}</strong>"
        case Sign(kind="letter"):
            return f"<em>{escape(node.text, quote=False)}</em>"
        case Sign():
            return escape(_hard(node.text), quote=False)
        case Row():
            return _row_letters(node, small=small)
        case Fraction(bar=False) if not small:
            top, bottom = (_letters(part, small=True) for part in (node.top, node.bottom))
            return f"<sup>{top}</sup>\u2009<sub>{bottom}</sub>"
        case Fraction():
            return f"{_grouped(node.top, small=small)}/{_grouped(node.bottom, small=small)}"
        case Root():
            return _root_letters(node, small=small)
        case Script():
            return _script_letters(node, small=small)
        case Fenced():
            return f"{escape(node.left)}{_letters(node.inner, small=small)}{escape(node.right)}"
        case Matrix():
            between = "\u00a0" if node.aligned else ",\u00a0"
            return ";\u00a0".join(
                between.join(_letters(cell, small=small) for cell in row) for row in node.rows
            )


def _root_letters(root: Root, *, small: bool) -> str:
    degree = _script_part("sup", root.degree, small=small)
    inner = _letters(root.inner, small=small)
    if not all(
        isinstance(one, Sign) for one in (root.inner.items if isinstance(root.inner, Row) else (root.inner,))
    ):
        # A line over letters of several heights would be in several pieces.
        return f"{degree}√({inner})"
    return f'{degree}√<span class="root">{inner}</span>'


def _script_letters(node: Script, *, small: bool) -> str:
    if _is_brace(node.below) or _is_brace(node.above):
        return _letters(node.base, small=small)
    scripts = _script_part("sub", node.below, small=small) + _script_part("sup", node.above, small=small)
    grouped = isinstance(node.base, Fraction | Script)
    base = _grouped(node.base, small=small) if grouped else _letters(node.base, small=small)
    return f"{base}{scripts}"


def _script_part(tag: str, node: Node | None, *, small: bool) -> str:
    """Return what stands below or above something, which in Qt is one level deep."""
    if node is None:
        return ""
    inner = _letters(node, small=True)
    if not small:
        return f"<{tag}>{inner}</{tag}>"
    plain, known = _TAG.sub("", inner).replace("\u00a0", ""), _SUPER if tag == "sup" else _SUB
    if all(one in known for one in plain):
        return "".join(known[one] for one in plain)
    return f"{'^' if tag == 'sup' else '_'}{inner if len(plain) == 1 else f'({inner})'}"


def _row_letters(row: Row, *, small: bool) -> str:
    parts: list[str] = []
    before: Node | None = None
    for item, roomy in spaced(row.items):
        text = _letters(item, small=small)
        if roomy and small:
            pass
        elif roomy:
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


def _grouped(node: Node, *, small: bool = False) -> str:
    """Return a part in brackets where it would not be one without them."""
    single = isinstance(node, Sign | Fenced | Root) or (isinstance(node, Script) and not node.limits)
    numbers = isinstance(node, Row) and all(isinstance(i, Sign) and i.kind == "number" for i in node.items)
    letters = _letters(node, small=small)
    return letters if single or numbers else f"({letters})"


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
    cells = "".join(f'<td class="part">{_sized(cell, "part")}</td>' for cell in _cells(node, levels))
    return f'<table class="parts" align="center" cellspacing="0" cellpadding="0"><tr>{cells}</tr></table>'


def _sized(cell: str, name: str) -> str:
    """Return what stands in a cell in the size of one of its kind: Qt leaves that out before a tag."""
    return cell if cell.startswith("<table") else f'<span class="{name}">{cell}</span>'


def _part(node: Node, levels: int, name: str) -> str:
    return _side_by_side(node, levels - 1) if levels > 1 and _high(node) else _sized(_letters(node), name)


def _cells(node: Node, levels: int) -> list[str]:
    if not levels or not _high(node):
        return [_letters(node)]
    match node:
        case Row():
            return _row_cells(node, levels)
        case Fraction():
            return [_stack([("over" if node.bar else "", node.top), ("under", node.bottom)], levels=levels)]
        case Fenced():
            high = _lines_high(node.inner)
            return [*_bracket(node.left, high), *_cells(node.inner, levels), *_bracket(node.right, high)]
        case Root():
            degree = _script_part("sup", node.degree, small=False)
            sign = _bracket("√", _lines_high(node.inner))[0]
            return [degree + sign, _stack([("rooted", node.inner)], levels=levels + 1)]
        case Matrix():
            return [_grid(node, levels)]
        case Script(base=Sign(kind="large", text=text)):
            rows = [("small", node.above), ("large", Sign("sign", text)), ("small", node.below)]
            return [_stack(rows, levels=levels)]
        case Script() if node.limits:
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

    before: Node | None = None
    for item, roomy in spaced(row.items):
        if _apart(before, item) and (_high(item) or _high(before)):
            put_low()
            cells.append("\u00a0")
        before = item
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
    match node:
        case Fraction() | Matrix():
            return True
        case Script():
            return node.limits or _high(node.base)
        case Row():
            return any(map(_high, node.items))
        case Fenced() | Root():
            return _high(node.inner)
        case _:
            return False


def _lines_high(node: Node) -> int:
    match node:
        case Fraction():
            return _lines_high(node.top) + _lines_high(node.bottom)
        case Matrix():
            return sum(max(map(_lines_high, row), default=1) for row in node.rows)
        case Row():
            return max(map(_lines_high, node.items), default=1)
        case Script() if node.limits:
            return 1 + (node.above is not None) + (node.below is not None)
        case Script():
            return _lines_high(node.base)
        case Fenced() | Root():
            return _lines_high(node.inner)
        case _:
            return 1


def _bracket(sign: str, lines: int) -> list[str]:
    return [f'<span class="high{min(lines, HIGHEST)}">{escape(sign)}</span>'] if sign.strip() else []


def _stack(parts: Sequence[tuple[str, Node | None]], levels: int) -> str:
    """Return parts one over the other; left out is what is not there."""
    rows = "".join(
        f'<tr><td align="center" class="{name or "part"}">{_part(part, levels, name or "part")}</td></tr>'
        for name, part in parts
        if part is not None and not _is_brace(part)
    )
    return f'<table class="parts" align="center" cellspacing="0" cellpadding="0">{rows}</table>'


def _grid(matrix: Matrix, levels: int) -> str:
    sides = matrix.sides
    rows = "".join(
        "<tr>"
        + "".join(
            f'<td class="cell" align="{sides[min(at, len(sides) - 1)]}">{_part(cell, levels, "part")}</td>'
            for at, cell in enumerate(row)
        )
        + "</tr>"
        for row in matrix.rows
    )
    return f'<table class="parts" cellspacing="0" cellpadding="0">{rows}</table>'

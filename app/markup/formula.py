"""Mathematics as models write it (TeX) → a small tree; pure, and bounded whatever the source.

Read is the common part: fractions, roots, scripts, sums, Greek, signs, text, accents, matrices and cases.
What is not known makes the whole formula unknown: half of one would say something else. Such a one is shown
as words and signs (`formula_signs.readable`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from app.markup.formula_signs import (
    ACCENTS,
    BOLD,
    BRACES,
    DOUBLED,
    FENCES,
    FRACTIONS,
    FREE,
    FUNCTIONS,
    LARGE,
    LETTERS,
    NAMED,
    RELATIONS,
    SILENT,
    SPACES,
    STYLED,
    TOKEN,
    UPRIGHT,
)

LONGEST = 1_000
"""Characters of a formula that is read; longer ones are shown as they were written."""
DEEPEST = 12
"""Levels of a formula."""
_COUNTED = re.compile(r"(?<=[A-Za-z)\]])(\d+)")
_MOST_MARKED = 8
"""Letters that one accent or bar stands on."""
_OPENERS = "([{⟨⌊⌈"


class _Unknown(Exception):
    """Something in the formula is not read here."""


@dataclass(frozen=True, slots=True)
class Sign:
    """A letter, a number, a sign or words that stand upright."""

    kind: Literal["letter", "number", "relation", "sign", "function", "words", "large"]
    text: str
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """What stands side by side."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Fraction:
    """One over the other; `bar`: with a line between them."""

    top: Node
    bottom: Node
    bar: bool = True


@dataclass(frozen=True, slots=True)
class Root:
    """A root, square where it has no degree."""

    inner: Node
    degree: Node | None = None


@dataclass(frozen=True, slots=True)
class Script:
    """What stands below and above something, behind it or (of a sum) under and over it."""

    base: Node
    below: Node | None
    above: Node | None
    stacked: bool = False
    """Whether they stand under and over something that is no sum."""

    @property
    def limits(self) -> bool:
        """Tell whether they stand under and over it."""
        if self.stacked:
            return True
        return isinstance(self.base, Sign) and (self.base.kind == "large" or self.base.text in LIMITED)


@dataclass(frozen=True, slots=True)
class Fenced:
    """Something between brackets as high as it is."""

    left: str
    inner: Node
    right: str


@dataclass(frozen=True, slots=True)
class Matrix:
    """Rows of cells; `aligned`: lines of a calculation that meet at their signs."""

    rows: tuple[tuple[Node, ...], ...]
    aligned: bool = False
    cases: bool = False

    @property
    def sides(self) -> tuple[Literal["left", "center", "right"], ...]:
        """Return where the cells of the columns stand; the last is that of all further ones."""
        return ("right", "left") if self.aligned else ("left",) if self.cases else ("center",)


Node = Sign | Row | Fraction | Root | Script | Fenced | Matrix
_LIMITED = "lim max min sup inf argmax argmin limsup liminf"
LIMITED = frozenset((*_LIMITED.split(), "arg max", "arg min"))
"""Functions whose scripts stand under and over them."""


def bare(source: str) -> str:
    """Return a formula without the signs that say that it is one."""
    source = source.strip()
    for opener, closer in (("$$", "$$"), ("\\[", "\\]"), ("\\(", "\\)"), ("$", "$")):
        if source.startswith(opener) and source.endswith(closer) and len(source) >= len(opener) + len(closer):
            return source[len(opener) : -len(closer)].strip()
    return source


@lru_cache(maxsize=500)
def read_formula(source: str) -> Node | None:
    """Return the tree of a formula, without the signs around it; None where it is not known or too much."""
    if not source.strip() or len(source) > LONGEST:
        return None
    try:
        return _Reader(source).whole()
    except _Unknown:
        return None


class _Reader:
    def __init__(self, source: str) -> None:
        self._tokens = TOKEN.findall(source)
        self._at = 0

    def whole(self) -> Node:
        found = self._row((), 0)
        if self._peek() in ("&", "\\\\"):
            # Several lines without the environment that says so.
            self._at = 0
            found = self._lines("", 0)
        self._peek()
        if self._at < len(self._tokens):
            raise _Unknown
        return found

    # --- tokens ---------------------------------------------------------------------------------

    def _peek(self) -> str:
        while self._at < len(self._tokens) and self._tokens[self._at].isspace():
            self._at += 1
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _take(self, wanted: str = "") -> str:
        sign = self._peek()
        if not sign or (wanted and sign != wanted):
            raise _Unknown
        self._at += 1
        return sign

    def _words(self) -> str:
        """Return what stands in braces as it is, for names and words."""
        self._take("{")
        found: list[str] = []
        while (sign := self._tokens[self._at] if self._at < len(self._tokens) else "") != "}":
            if (
                not sign
                or sign == "{"
                or (sign.startswith("\\") and sign[1:] not in SPACES and len(sign) != 2)
            ):
                raise _Unknown
            found.append(SPACES.get(sign[1:], sign[1:]) if sign.startswith("\\") else sign)
            self._at += 1
        self._at += 1
        return "".join(found)

    # --- parts ----------------------------------------------------------------------------------

    def _row(self, ends: tuple[str, ...], depth: int) -> Node:
        if depth > DEEPEST:
            raise _Unknown
        items: list[Node] = []
        while (sign := self._peek()) and sign not in ends:
            if sign in ("}", "&", "\\\\", "\\right", "\\end"):
                break
            if sign in ("\\over", "\\choose"):
                self._take()
                bottom = self._row(ends, depth + 1)
                both = Fraction(_side_by_side(items), bottom, bar=sign == "\\over")
                return both if both.bar else Fenced("(", both, ")")
            item = self._scripted(depth)
            if item is not None:
                items.append(item)
        return _side_by_side(items)

    def _scripted(self, depth: int) -> Node | None:
        """Return an item with what stands below and above it; None for a space."""
        base = Row(()) if self._peek() in ("^", "_", "'") else self._item(depth)
        below: Node | None = None
        above: Node | None = None
        while self._peek() in ("\\limits", "\\nolimits"):
            self._take()
        while (sign := self._peek()) in ("^", "_", "'"):
            self._take()
            if sign == "'":
                primes = "′"
                while self._peek() == "'":
                    primes += self._take().replace("'", "′")
                above = Sign("sign", primes) if above is None else Row((above, Sign("sign", primes)))
            elif sign == "^":
                part = self._argument(depth + 1)
                above = part if above is None else Row((above, part))
            elif below is None:
                below = self._argument(depth + 1)
            else:
                raise _Unknown
        if below is None and above is None:
            return base
        if base is None:
            raise _Unknown
        return Script(base, below, above, stacked=isinstance(base, Script) and base.stacked)

    def _argument(self, depth: int) -> Node:
        if depth > DEEPEST:
            raise _Unknown
        if self._peek() == "{":
            self._take()
            found = self._row(("}",), depth)
            self._take("}")
            return found
        sign = self._peek()
        if sign[:1].isdigit() and len(sign) > 1:
            # Of a number behind a sign the first digit alone belongs to it.
            self._tokens[self._at : self._at + 1] = [sign[0], sign[1:]]
        found_item = self._item(depth)
        if found_item is None:
            raise _Unknown
        return found_item

    def _item(self, depth: int) -> Node | None:
        sign = self._peek()
        if self._tokens[self._at : self._at + 3] == ["{", ",", "}"]:
            # What keeps the comma of a number from standing apart.
            self._at += 3
            return Sign("number", ",")
        if sign == "{":
            return self._argument(depth + 1)
        self._take()
        if sign.startswith("\\"):
            return self._command(sign[1:], depth)
        return _sign(sign)

    def _command(self, name: str, depth: int) -> Node | None:
        match name:
            case _ if name in SPACES:
                return Sign("words", SPACES[name]) if SPACES[name] else None
            case _ if name in SILENT:
                return None
            case _ if name in FRACTIONS:
                return Fraction(self._argument(depth + 1), self._argument(depth + 1))
            case "binom" | "dbinom" | "tbinom":
                both = Fraction(self._argument(depth + 1), self._argument(depth + 1), bar=False)
                return Fenced("(", both, ")")
            case "sqrt":
                degree = self._in_brackets(depth)
                return Root(self._argument(depth + 1), degree)
            case _ if name in UPRIGHT:
                return self._upright(name, depth)
            case _ if name in STYLED:
                return _styled(self._argument(depth + 1), name)
            case _ if name in ACCENTS:
                return _marked(self._argument(depth + 1), ACCENTS[name])
            case "left":
                return self._fenced(depth)
            case "begin":
                return self._environment(depth)
            case _:
                return self._rare(name, depth)

    def _rare(self, name: str, depth: int) -> Node | None:  # noqa: C901  one case a kind of command
        match name:
            case "overset" | "stackrel":
                above = self._argument(depth + 1)
                return Script(self._argument(depth + 1), None, above, stacked=True)
            case "underset":
                below = self._argument(depth + 1)
                return Script(self._argument(depth + 1), below, None, stacked=True)
            case "underbrace":
                return Script(self._argument(depth + 1), Sign("sign", BRACES[0]), None, stacked=True)
            case "overbrace":
                return Script(self._argument(depth + 1), None, Sign("sign", BRACES[1]), stacked=True)
            case "xrightarrow" | "xleftarrow":
                under = self._in_brackets(depth)
                arrow = Sign("relation", "→" if name == "xrightarrow" else "←")
                return Script(arrow, under, self._argument(depth + 1), stacked=True)
            case "bmod":
                return Sign("relation", "mod")
            case "pmod":
                return Fenced("(", Row((Sign("function", "mod"), self._argument(depth + 1))), ")")
            case "tag" | "tag*":
                return Sign("words", f"\u00a0\u00a0({self._words()})")
            case "label" | "hspace" | "vspace" | "hspace*" | "color":
                self._words()
                return None
            case "phantom" | "hphantom" | "vphantom":
                self._argument(depth + 1)
                return None
            case "textcolor" | "colorbox":
                self._words()
                return self._argument(depth + 1)
            case "not":
                return _marked(self._argument(depth + 1), "\u0338")
            case "middle":
                return Sign("sign", self._bracket())
            case "substack":
                self._take("{")
                lines = self._lines("array", depth + 1)
                self._take("}")
                return lines
            case "ce":
                return _compound(self._words())
            case _:
                return _named(name)

    def _upright(self, name: str, depth: int) -> Node:
        """Return words as they are; what stands above and below them goes along."""
        begin = self._at
        try:
            words = self._words()
        except _Unknown:
            self._at = begin
            return self._argument(depth + 1)
        plain, *rest = words.split("$")
        if len(rest) % 2 == 0 and rest:
            return self._with_formulas(plain, rest)
        return Sign("function" if name.startswith("operatorname") else "words", words)

    @staticmethod
    def _with_formulas(plain: str, rest: list[str]) -> Node:
        """Return words with formulas among them, every other one of `rest`."""
        items: list[Node] = [Sign("words", plain)]
        for source, words in zip(rest[::2], rest[1::2], strict=True):
            inner = read_formula(source)
            if inner is None:
                raise _Unknown
            items += [inner, Sign("words", words)]
        return Row(tuple(items))

    def _in_brackets(self, depth: int) -> Node | None:
        if self._peek() != "[":
            return None
        self._take()
        found = self._row(("]",), depth + 1)
        self._take("]")
        return found

    def _bracket(self) -> str:
        sign = self._take()
        if sign == ".":
            return ""
        if sign.startswith("\\"):
            sign = NAMED.get(sign[1:], sign[1:] if sign[1:] in "{}|" else "")
        if len(sign) != 1:
            raise _Unknown
        return sign

    def _fenced(self, depth: int) -> Node:
        left = self._bracket()
        inner = self._row(("\\right",), depth + 1)
        self._take("\\right")
        return Fenced(left, inner, self._bracket())

    def _environment(self, depth: int) -> Node:
        name = self._words()
        if name not in FENCES and name not in FREE:
            raise _Unknown
        if name == "array" and self._peek() == "{":
            self._words()
        found = self._lines(name, depth + 1)
        self._take("\\end")
        if self._words() != name:
            raise _Unknown
        fences = FENCES.get(name, "")
        return Fenced(fences[:1], found, fences[1:]) if fences else found

    def _lines(self, name: str, depth: int) -> Node:
        rows: list[tuple[Node, ...]] = []
        cells: list[Node] = []
        while True:
            cells.append(self._row((), depth + 1))
            sign = self._peek()
            if sign == "&":
                self._take()
                continue
            rows.append(tuple(cells))
            cells = []
            if sign != "\\\\":
                break
            self._take()
        if len(rows) > 1 and rows[-1] == (Row(()),):
            rows.pop()
        aligned = name not in FENCES and name != "array"
        return Matrix(tuple(rows), aligned=aligned, cases=name.endswith("cases"))


def _side_by_side(items: list[Node]) -> Node:
    return items[0] if len(items) == 1 else Row(tuple(items))


def _marked(node: Node, mark: str) -> Node:
    match node:
        case Sign(kind=kind, text=text) if len(text) <= _MOST_MARKED:
            marked = unicodedata.normalize("NFC", "".join(letter + mark for letter in text))
            return Sign("relation" if marked in RELATIONS else kind, marked)
        case Row(items=items) if 0 < len(items) <= _MOST_MARKED:
            return Row(tuple(_marked(item, mark) for item in items))
        case Script(base=base, below=below, above=above):
            return Script(_marked(base, mark), below, above)
        case _:
            raise _Unknown


def _styled(node: Node, name: str) -> Node:
    """Return letters in the style of a command, where it is seen: of a set of numbers, of a vector."""
    if name == "mathbb" and isinstance(node, Sign) and node.text in DOUBLED:
        return Sign("letter", DOUBLED[node.text])
    return _emboldened(node) if name in BOLD else node


def _emboldened(node: Node) -> Node:
    """Return letters and numbers in heavy type, upright: a vector, a matrix."""
    match node:
        case Sign(kind="letter" | "number"):
            return replace(node, bold=True)
        case Row(items=items):
            return Row(tuple(map(_emboldened, items)))
        case Script(base=base):
            return replace(node, base=_emboldened(base))
        case _:
            return node


def _compound(words: str) -> Node:
    """Return a chemical formula: a number behind a letter stands below."""
    words = words.replace("<=>", " ⇌ ").replace("->", " → ")
    pieces = _COUNTED.split(words)
    counts: list[str] = [*pieces[1::2], ""]
    return Row(
        tuple(
            Script(Sign("words", piece), Sign("number", number), None) if number else Sign("words", piece)
            for piece, number in zip(pieces[::2], counts, strict=True)
            if piece
        )
    )


def _sign(sign: str) -> Node:
    if sign in '\\%#~`"$' or (sign < " " and not sign.isspace()):
        raise _Unknown
    if sign[0].isdigit():
        return Sign("number", sign)
    if sign.isalpha():
        return Sign("letter", sign)
    sign = {"-": "−", "*": "∗"}.get(sign, sign)
    return Sign("relation" if sign in RELATIONS else "sign", sign)


def _named(name: str) -> Node:
    if name in LETTERS:
        return Sign("letter", LETTERS[name])
    if name in LARGE:
        return Sign("large", LARGE[name])
    if name in FUNCTIONS:
        return Sign("function", name)
    if name in NAMED:
        text = NAMED[name]
        return Sign("relation" if text in RELATIONS else "sign", text)
    if name in "%$#&_{}|":
        return Sign("sign", "‖" if name == "|" else name)
    raise _Unknown


def spaced(items: tuple[Node, ...]) -> Iterator[tuple[Node, bool]]:
    """Yield the items of a row, and whether each is a sign with room on both of its sides."""
    before: Node | None = None
    for at, item in enumerate(items):
        relation = isinstance(item, Sign) and item.kind == "relation" and at < len(items) - 1
        opened = isinstance(before, Sign) and (
            before.kind == "relation" or before.text[-1:] in (*_OPENERS, ",")
        )
        # A minus before anything else is its own; a line that goes on begins with a sign of equality.
        yield (
            item,
            relation and not ((before is None or opened) and isinstance(item, Sign) and item.text in "+−±∓"),
        )
        before = item

"""Formulas in answers: `O(n log n)`, `2π`, `2x + 3`, each as a tree that is the same however it is written.

The rule: the same tree is right. Another one of the same value, or a number that is rounded coarsely, is not
decided: whether the form or the digits count, the rules cannot tell. Any other value is wrong.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from app.domain.numbers import Number, normal, pieces, spelled

_FUNCTIONS: Mapping[str, Callable[[float], float]] = {
    "sqrt": math.sqrt,
    "log": math.log,
    "ln": math.log,
    "lg": math.log10,
    "exp": math.exp,
    "sin": math.sin,
    "cos": math.cos,
    "tan": math.tan,
    "abs": abs,
}
_BOUNDS = ("O", "Θ", "Ω", "o", "Theta", "Omega")
"""What a running time is told within: what it is multiplied by and what is added to it do not count."""
_CONSTANTS = {"π": math.pi, "e": math.e}
_TOKEN = re.compile(r"\s*(\d+(?:\.\d+)?|[^\W\d_]+|[-+*/^()!√]|[^\s])")
_SIGNS = str.maketrans("×·⋅∙−–{[}]⁄", "****--(())/")
_SPELLED = (
    (re.compile(r"(?<=\d)[eE](?=[-+]?\d)"), "*10^"),
    (re.compile(r"(?<![^\W\d_])pi\b", re.IGNORECASE), "π"),
    (re.compile(r"(?<=\d),(?=\d{3}(?!\d))"), ""),
    (re.compile(r"(?<=\d),(?=\d)"), "."),
)
_LONGEST, _DEEPEST = 400, 20
"""Characters of an answer in which formulas are looked for, and brackets of one within each other."""
_MOST_RAISED = 64
"""Power up to which that of a number is worked out; a larger one stays as it is written."""
_SAMPLES = (2.17, 3.61)
_SIZES = (40.0, 115.0)
"""Values of the letters at which two formulas are compared, and two bounds."""
_ALIKE = 1.1
"""How much the share of two bounds may change between the sizes, where one is the other many times over."""
_NEEDED, _CUT = 3, 4
"""Digits of a value that is rounded, and of one that is cut off: with fewer nobody knows."""
_GROWTH = re.compile(r"(?i)\b(?:linear|quadrati|cubi|kubis|[ck]onstant|logarithm|exponenti|polynomi)")
"""How a bound is told in words."""
_DEGREES = re.compile(r"°(?!\s?[CF]\b)|\bdegrees?\b|\bGrad\b")
_DENIED = re.compile(r"\b(?:not|no|never|nicht|kein\w*|instead|rather|statt|than)\b|n['’]t\b", re.IGNORECASE)
_SIDES = re.compile(r"[=≈≃]")
_IS = re.compile(r"\b(?:is|are|equals|in|ist|beträgt|lautet|est|es)\b", re.IGNORECASE)
_INSTEAD = re.compile(
    r"(?i)[,;]\s|\s\(?(?:because|since|where|which|instead|rather|not|weil|denn|wobei|statt|nicht)\b"
)
_NAMED = re.compile(r"^[A-Za-z]'{0,2}(?:\s?\([a-z]\))?\s?=\s?")
"""What a formula is told of: the answer need not name it."""


class _NoFormula(Exception):
    """What stands here is none."""


@dataclass(frozen=True, slots=True)
class _Tree:
    """A sum, a product, a power, a call, a name or a number, its parts in one order."""

    kind: str
    parts: tuple[_Tree, ...] = ()
    name: str = ""
    value: Fraction = Fraction(0)

    def names(self) -> set[str]:
        mine = {self.name} if self.kind == "name" else set()
        return mine.union(*(part.names() for part in self.parts))

    def small(self) -> _Tree:
        """Return it with its letters as small ones."""
        name = self.name.lower() if self.kind == "name" else self.name
        return _Tree(self.kind, tuple(part.small() for part in self.parts), name, self.value)

    def grows(self) -> bool:
        """Tell whether a letter stands in it that is no constant."""
        return not self.names() <= _CONSTANTS.keys()

    def plain(self) -> bool:
        """Tell whether it is a lone letter, or made of numbers alone."""
        return (self.kind == "name" and self.name != "π") or not (self.names() or self._calls())

    def _calls(self) -> bool:
        return self.kind == "call" or any(part._calls() for part in self.parts)

    def at(self, size: float) -> float:
        """Return its value for letters of about a size. Raises ArithmeticError, ValueError."""
        values = [part.at(size) for part in self.parts]
        match self.kind:
            case "number":
                return float(self.value)
            case "name":
                return _CONSTANTS.get(self.name) or size * (1 + (sum(map(ord, self.name)) % 89) / 197)
            case "sum":
                return math.fsum(values)
            case "product":
                return math.prod(values)
            case "power":
                return math.pow(values[0], values[1])
            case _ if self.name == "!":
                return math.gamma(values[0] + 1)
            case _:
                return _FUNCTIONS[self.name](values[0]) if self.name in _FUNCTIONS else values[0]


def _number(value: Fraction) -> _Tree:
    return _Tree("number", value=value)


def _joined(kind: str, parts: Sequence[_Tree]) -> _Tree:
    """Return a sum or a product: those within it are a part of it, and its numbers are one."""
    flat = [one for part in parts for one in (part.parts if part.kind == kind else (part,))]
    numbers, value = [one.value for one in flat if one.kind == "number"], Fraction(kind == "product")
    for one in numbers:
        value = value + one if kind == "sum" else value * one
    rest = sorted((one for one in flat if one.kind != "number"), key=repr)
    found = [*rest, *([_number(value)] if value != (kind == "product") or not rest else [])]
    return found[0] if len(found) == 1 else _Tree(kind, tuple(found))


def _raised(base: _Tree, power: _Tree) -> _Tree:
    if base.kind == power.kind == "number" and power.value.denominator == 1:
        small = abs(power.value) <= _MOST_RAISED and (base.value or power.value > 0)
        if small and max(abs(base.value.numerator), base.value.denominator) < 10**9:
            return _number(base.value ** int(power.value))
    if power == _number(Fraction(1, 2)):
        return _Tree("call", (base,), "sqrt")
    return base if power == _number(Fraction(1)) else _Tree("power", (base, power))


def _growing(of: _Tree) -> _Tree:
    """Return what a bound grows with, without the base of its logarithm."""
    if of.kind != "product":
        return of
    return _joined("product", [part for part in of.parts if part.kind == "number" or part.grows()])


class _Parser:
    """Reads the longest formula that begins at a token."""

    def __init__(self, text: str) -> None:
        text = text.translate(_SIGNS)
        for written, spelling in _SPELLED:
            text = written.sub(spelling, text)
        found = list(_TOKEN.finditer(text))
        self.tokens = [one[1] for one in found]
        self._apart = [one.start() < one.start(1) for one in found]
        """Of each token, whether a blank stands before it."""
        self.at = self.read = self._deep = 0
        self.is_open = False

    def formulas(self) -> Iterator[_Tree]:
        """Yield what can be read, one behind the other.

        `read`: how many tokens were; `is_open`: a letter, a factor or a unit, stands apart behind one.
        """
        while self.at < len(self.tokens):
            begin = self.at
            try:
                found = self._sum()
            except _NoFormula:
                self.at = begin + 1
                continue
            self.read += self.at - begin
            self.is_open |= self._next().isalpha() and self._next().islower() and len(self._next()) == 1
            yield found

    def _sum(self) -> _Tree:
        parts = [self._product()]
        while (sign := self._next()) in ("+", "-"):
            before, self.at = self.at, self.at + 1
            try:
                part = self._product()
            except _NoFormula:
                self.at = before
                break
            parts.append(part if sign == "+" else _joined("product", [_number(Fraction(-1)), part]))
        return _joined("sum", parts)

    def _next(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def _product(self) -> _Tree:
        parts = [self._signed()]
        while sign := self._next():
            before, apart = self.at, self._apart[self.at]
            if sign in "*/":
                self.at += 1
            elif not self._goes_on(sign, apart):
                break
            try:
                part = self._signed() if sign in "*/" else self._power()
            except _NoFormula:
                self.at = before
                break
            if sign == "/" and part == _number(Fraction(0)):
                raise _NoFormula
            parts.append(_raised(part, _number(Fraction(-1))) if sign == "/" else part)
        return _joined("product", parts)

    def _goes_on(self, word: str, apart: bool) -> bool:
        """Tell whether a word is multiplied by what stands before it, without a sign between."""
        if word in _FUNCTIONS or word in ("π", "√"):
            return True
        return not apart and (word == "(" or (len(word) == 1 and word.isalpha()))

    def _signed(self) -> _Tree:
        if self._next() == "-":
            self.at += 1
            return _joined("product", [_number(Fraction(-1)), self._power()])
        return self._power()

    def _power(self) -> _Tree:
        self._deep += 1
        try:
            if self._deep > _DEEPEST:
                raise _NoFormula
            return self._with_signs(self._one())
        finally:
            self._deep -= 1

    def _with_signs(self, base: _Tree) -> _Tree:
        """Return what stands here with the signs of a factorial and a power behind it."""
        if self._next() == "!" and not self._apart[self.at]:
            self.at += 1
            base = _Tree("call", (base,), "!")
        if self._next() == "^":
            self.at += 1
            return _raised(base, self._signed())
        return base

    def _one(self) -> _Tree:
        word = self._next()
        self.at += 1
        if word[:1].isdecimal():
            return _number(Fraction(word))
        if word == "(":
            return self._bracket()
        if word == "√" or word in _FUNCTIONS:
            return self._call("sqrt" if word == "√" else word)
        if word in _BOUNDS and self._next() == "(":
            self.at += 1
            return _Tree("call", (_growing(self._bracket()),), word)
        if len(word) == 1 and word.isalpha():
            return _Tree("name", name=word)
        raise _NoFormula

    def _call(self, name: str) -> _Tree:
        power = _number(Fraction(1))
        if self._next() == "^":
            self.at += 1
            power = self._one()
        of = self._power()
        if name == "log" and of.kind == "number" and re.match(r"\(|[^\W\d_]$", self._next()):
            # “log2 n”: what stands first is its base.
            base, of = of, self._power()
            below = _raised(_Tree("call", (base,), name), _number(Fraction(-1)))
            return _raised(_joined("product", [_Tree("call", (of,), name), below]), power)
        return _raised(_Tree("call", (of,), name), power)

    def _bracket(self) -> _Tree:
        found = self._sum()
        if self._next() != ")":
            raise _NoFormula
        self.at += 1
        return found


def formula_verdicts(form: str, said: str) -> Sequence[bool | None]:
    """Return of each formula that an answer comes to whether it is the expected one (None: who knows).

    None at all: what is expected or what is answered is no formula. A number stands for one without letters.
    """
    bare = _NAMED.sub("", normal(form).strip())
    if "=" in bare:
        return _equations(bare, normal(said))
    wanted = _whole(bare)
    if wanted is None or (wanted.plain() and not wanted.name.islower()):
        return []
    head = _NAMED.sub("", _head(said))
    sides = _SIDES.split(head)
    told = *(sides[:-3:-1] if len(sides) > 1 else ()), *_IS.split(head)[:0:-1], head
    whole = normal(said)[:_LONGEST]
    for part in told if wanted.plain() or _DENIED.search(said) else (*told, whole):
        parser = _Parser(part)
        found = [tree for tree in parser.formulas() if not tree.plain()]
        if found:
            # An equation may be the expected one in another form; of several that are told any may be meant.
            equal, denied = len(sides) > 1, _DENIED.search(said) is not None
            open_ = parser.is_open or (bare != form if equal else not denied and wanted in _all(whole))
            verdicts = (_same(wanted, one) for one in found)
            return [None if open_ and verdict is False else verdict for verdict in verdicts]
    if wanted.plain():
        return []
    if _all(whole):
        # Whether it is answered or denied there, nobody knows.
        return [None]
    if wanted.name in _BOUNDS and _GROWTH.search(said):
        return [None]
    value = None if _DEGREES.search(said) else _value(wanted)
    numbers = [one.number for one in pieces(head) if one.number is not None]
    if value is None:
        # An angle may be told in degrees as well.
        return [None] if numbers and _DEGREES.search(said) and not wanted.grows() else []
    return [near(value, one) for one in numbers]


def _all(text: str) -> list[_Tree]:
    return [tree for tree in _Parser(text).formulas() if not tree.plain()]


def _equations(form: str, said: str) -> Sequence[bool | None]:
    """Return whether an answer is an expected equation; None: it is another one, which may say the same."""
    mine = [_whole(side) for side in form.split("=")]
    if None in mine or len(mine) != 2 or said.count("=") != 1:
        return []
    left, right = (list(_Parser(side).formulas()) for side in said[:_LONGEST].split("="))
    told = [left[-1:] + right[:1], right[:1] + left[-1:]] if left and right else []
    return [True if mine in told and not _DENIED.search(said) else None] if told else []


def value_of(said: str) -> float | None:
    """Return the value of the one formula without letters that an answer comes to; None: it has none."""
    found = _all(_SIDES.split(_head(said))[-1])
    return _value(found[0]) if len(found) == 1 else None


def near(value: float, written: Number) -> bool | None:
    """Tell whether a number is a value as it is rounded; None where it is rounded coarsely."""
    amount = written.amount / 100 if written.unit == "%" else written.amount
    if written.high is not None or not amount or not value:
        return None
    if math.isclose(value, amount, rel_tol=1e-12):
        return True
    digits, _, places = spelled(amount).lstrip("-").partition(".")
    shown = len(f"{digits}{places}".lstrip("0"))
    off, step = abs(value - float(amount)), 10.0 ** -len(places)
    if "/" in digits or off >= step:
        return False
    if off <= step / 2 * (1 + 1e-9):
        return True if shown >= _NEEDED else None
    return False if abs(amount) > abs(value) else True if shown >= _CUT else None


def _head(said: str) -> str:
    """Return the part of an answer that comes before what explains it."""
    return _INSTEAD.split(normal(said)[:_LONGEST], maxsplit=1)[0]


def _whole(text: str) -> _Tree | None:
    """Return the formula that a text is, None for any other text."""
    parser = _Parser(text.strip(" .$")[:_LONGEST])
    found = list(parser.formulas())
    return found[0] if len(found) == 1 and parser.read == len(parser.tokens) else None


def _value(tree: _Tree) -> float | None:
    try:
        return None if tree.plain() or tree.grows() else tree.at(1.0)
    except (ArithmeticError, ValueError):
        return None


def _same(wanted: _Tree, found: _Tree) -> bool | None:
    """Tell whether two formulas are one; None where they only come to the same."""
    if wanted == found or (len(wanted.names()) == 1 and wanted.small() == found.small()):
        return True
    try:
        if wanted.name in _BOUNDS and found.name in _BOUNDS:
            small, large = (found.at(size) / wanted.at(size) for size in _SIZES)
            if wanted.name == found.name and math.isclose(small, 1.0) and math.isclose(large, 1.0):
                return True
            return None if max(small / large, large / small) < _ALIKE else False
        alike = all(math.isclose(wanted.at(size), found.at(size), rel_tol=1e-9) for size in _SAMPLES)
    except (ArithmeticError, ValueError):
        return None
    return None if alike else False

"""Numbers as people write them: one reading of them for grading, for votes, and wherever they are compared.

Rule: a lone comma or point with three digits behind it is read as the language of the text writes it; where
only one reading is possible, that is taken. What is no number on its own (a date, a time, a version, a range)
is never taken for one.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path


@cache
def lines_of(table: str) -> Sequence[str]:
    """Return the lines of a table of `numbers.toml`."""
    tables = tomllib.loads(Path(__file__).with_name("numbers.toml").read_text("utf-8"))
    return str(tables[table]).splitlines()


@cache
def units() -> dict[str, tuple[str, Fraction]]:
    """Return what a unit is measured in, and how much of that it is, by its sign or word in small letters."""
    found = {}
    for line in lines_of("units"):
        base, factor, *names = line.split()
        found.update(dict.fromkeys(names, (base, Fraction(factor))))
    return found


def _scale(word: str, mark: str) -> int:
    """Return what a word such as “million” multiplies by, 0 for any other word."""
    name = word.casefold()
    if name in lines_of("long")[0].split():
        # Where decimals stand behind a comma, a billion is a million millions.
        short = 9 if name.startswith("b") else 12
        return int(10 ** (short if mark == "." else 2 * short - 6))
    return _scales().get(name, 0)


@cache
def _scales() -> dict[str, int]:
    return {name: int(line.split()[0]) for line in lines_of("scales") for name in line.split()[1:]}


@cache
def small_numbers() -> dict[str, int]:
    """Return words for the numbers up to nineteen, and for the tens, in small letters."""
    words = {name: at for line in lines_of("small") for at, name in enumerate(line.split()) if name != "-"}
    tens = {name: 10 * at for line in lines_of("tens") for at, name in enumerate(line.split(), 2)}
    return words | tens | _german_numbers()


def _german_numbers() -> dict[str, int]:
    """Return German words from einundzwanzig to neunundneunzig."""
    ones, tens = ("ein", *lines_of("small")[1].split()[2:10]), lines_of("tens")[1].split()
    return {f"{one}und{ten}": 10 * at + n for at, ten in enumerate(tens, 2) for n, one in enumerate(ones, 1)}


def _decimal_mark(words: Sequence[str]) -> str:
    """Return what a language writes decimals behind, by its frequent words; empty where none tells."""
    counted = {mark: sum(word in known for word in words) for mark, known in _frequent().items()}
    return max(counted, key=lambda mark: counted[mark]) if len(set(counted.values())) > 1 else ""


@cache
def _frequent() -> dict[str, frozenset[str]]:
    return {
        sign: frozenset(" ".join(lines_of(name)).split()) for sign, name in ((".", "point"), (",", "comma"))
    }


LONGEST = 40
"""Digits of a number: what is longer names something."""
_SIGNS = "+\\-−–‐‑"
_PLAIN = r"\d{1,3}(?:[ '’]\d{3}){1,6}(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)*|\.\d+"
_ONE = r"\b(?:an?|eine?|une?)(?=\s(?:dozen|dutzend|hundred|thousand|million|milliarde|douzaine)\b)"
_CURRENCY = r"(?:(?:US|A|C)?[$€£¥₹]|\b(?:USD|EUR|GBP|CHF|JPY|INR)\b)"


@cache
def _piece() -> re.Pattern[str]:
    small = small_numbers()
    words = "|".join(sorted(small, key=len, reverse=True))
    ones = "|".join(word for word, value in small.items() if 0 < value < 10)
    return re.compile(
        rf"""
        (?P<literal>(?<!\w)(?:\d{{1,4}}([-/])\d{{1,2}}\2\d{{1,4}}|\d[\d.]*(?::\d[\d.]*){{1,2}})(?![\w/-]))
        |(?<![\w.,:/⁄^])(?P<sign>[{_SIGNS}]\s?|\b(?:minus|negative|negativ|plus|moins)\s)?
         (?P<before>{_CURRENCY}\s?)?(?P<inner>[{_SIGNS}](?=[\d.]))?
         (?P<whole>{_PLAIN}|{_ONE}|\b(?:{words})\b(?:(?:[-\s]|\sy\s)(?:{ones})\b)?)
         (?:\^{{?(?P<raised>[+\-−]?\d{{1,9}})}}?(?![\w^])
         |\s?[⁄/](?P<under>\d{{1,9}})(?![/\d])|[ ](?P<over>\d{{1,3}})[⁄/](?P<below>\d{{1,9}})(?![/\d]))?
         (?:\s?[×x·]\s?10\s?(?:\^|\*\*)?\s?{{?(?P<power>[+\-−]?\d{{1,3}})}}?|e(?P<exponent>[+\-−]?\d{{1,3}})(?!\w))?
        |(?P<compares>[<>≤≥≠=≈±√¬∧∨⊕∪∩⊂⊆∈∉]+|(?<![\w)\]}}-])[-−](?=[^\W\d_]\b|[√(]))
        |(?P<word>\b(?:[A-FO]|AB)[-−](?![\w-])|\w+[+\#]*)
        """,
        re.IGNORECASE | re.VERBOSE,
    )


_POUNDS = ({"pound", "£"}, {"pound", "lb"})
"""What the word may mean: money or a weight."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number: `amount` as it is written, in `factor` times its `unit`; empty: none that is known.

    `high`: where a range ends, for which the amount is where it begins.
    """

    amount: Fraction
    unit: str = ""
    factor: Fraction = Fraction(1)
    high: Fraction | None = None

    def same(self, other: Number) -> bool:
        """Tell whether two are the same; one without a unit is in that of the other."""
        if (self.high is None) != (other.high is None):
            return False
        if self.unit and other.unit:
            alike = self.unit == other.unit or {self.unit, other.unit} in _POUNDS
            return alike and self._scaled() == other._scaled()
        if (self.amount, self.high) == (other.amount, other.high):
            return True
        # A share may be written as percent, where one of the two says so.
        part, whole = (self, other) if self.unit == "%" else (other, self)
        return part.unit == "%" and part.high is None and part.amount / 100 == whole.amount

    def _scaled(self) -> tuple[Fraction, Fraction]:
        high = self.amount if self.high is None else self.high
        return self.amount * self.factor, high * self.factor

    def __str__(self) -> str:
        """Return it in one spelling, its unit behind it as a word of its own."""
        low, high = self._scaled()
        told = spelled(low) if self.high is None else f"{spelled(low)}..{spelled(high)}"
        return f"{told} {self.unit}".rstrip()


@dataclass(frozen=True, slots=True)
class Piece:
    """A word, a sign that compares, or a number of a text, and where it stands."""

    text: str
    start: int
    end: int
    number: Number | None = None


def normal(text: str) -> str:
    """Return a text in one form of its letters and blanks, without losing what a raised digit says."""
    text = re.sub(r"(?<=[\dA-Za-z)])([⁻⁺]?[⁰¹²³⁴-⁹ⁿ]+)(?![⁰¹²³⁴-⁹ⁿ⁻⁺])", r"^\1", text)
    text = re.sub(r"(?<=\d)(?=[¼-¾⅐-⅞])", " ", text)
    return unicodedata.normalize("NFKC", _typeset(text) if re.search(r"\\|\$|\{,", text) else text)


def _typeset(text: str) -> str:
    """Return a text without the marks of formulas around its numbers."""
    text = re.sub(r"(?<!\\)\$(\S[^$\n]{0,200}?\S|[^\s$])\$(?![\w$])", r"\1", text)
    text = re.sub(r"\\[()\[\]]|\\(?:left|right)(?![a-z])", "", text)
    text = re.sub(r"\\(pi|log|ln|exp|sin|cos|tan)(?![a-z])", r"\1", text)
    text = re.sub(r"\\math[a-z]+\{([^{}]*)\}", r"\1", text)
    text = re.sub(r"\\sqrt\{([^{}]*)\}", lambda found: f"√{_grouped_part(found[1])}", text)
    parts = r"\{([^{}]*)\}\{([^{}]*)\}"
    text = re.sub(
        rf"\\[dt]?frac{parts}", lambda one: f" {_grouped_part(one[1])}/{_grouped_part(one[2])}", text
    )
    text = re.sub(r"\\[dt]?frac(\d)(\d)", r" \1/\2", text)
    text = re.sub(r"\\(?:times|cdot)\b", "×", text)
    text = re.sub(r"\\text\{([^{}]*)\}", r" \1", text).replace("{,}", ",")
    return re.sub(r"\\([,;!])", lambda found: " " if found[1] == "," else "", text).replace("\\%", "%")


def _grouped_part(part: str) -> str:
    """Return what stands in braces of a formula as it is written without them."""
    return part if re.fullmatch(r"√?\w+", part) else f"({part})"


def mark_of(*texts: str) -> str:
    """Return what decimals stand behind, by the first of some texts whose language tells it; else a point."""
    for text in texts:
        found = _decimal_mark(re.findall(r"[^\W\d_]+", text[:5_000].casefold()))
        if found:
            return found
    return "."


def number_of(digits: str, mark: str = ".") -> Fraction | None:
    """Return the value of digits with marks between, None where they are no number of that language."""
    bare = re.sub(r"[ '’]", "", digits)
    marks = set(bare) & {".", ","}
    if len(bare) > LONGEST or re.match(r"0\d", bare):
        return None
    if len(marks) == 2:
        mark = "," if bare.rfind(",") > bare.rfind(".") else "."
        other = "." if mark == "," else ","
        whole, _, part = bare.rpartition(mark)
        return _number(whole.replace(other, ""), part) if _grouped(whole, other) else None
    if not marks:
        return Fraction(int(bare))
    (found,) = marks
    if bare.count(found) > 1:
        return Fraction(int(bare.replace(found, ""))) if _grouped(bare, found) else None
    if found != mark and _grouped(bare, found) and bare == digits:
        return Fraction(int(bare.replace(found, "")))
    return _number(*bare.split(found))


def _grouped(digits: str, mark: str) -> bool:
    """Tell whether digits stand in groups of thousands, or as in India of hundreds above the first."""
    first, *groups = digits.split(mark)
    if not groups or not 1 <= len(first) <= 3 or first.startswith("0") or len(groups[-1]) != 3:
        return False
    return all(len(one) == 3 for one in groups) or (
        len(first) <= 2 and mark == "," and all(len(one) == 2 for one in groups[:-1])
    )


def _number(whole: str, part: str) -> Fraction:
    return Fraction(int(f"{whole}{part}"), 10 ** len(part))


def pieces(text: str, mark: str = ".") -> list[Piece]:
    """Return the words and numbers of a text in their order; the text is in its `normal` form."""
    found: list[Piece] = []
    at = 0
    while (match := _piece().search(text, at)) is not None:
        piece = _numbered(text, match, mark, found[-1] if found else None) if match["whole"] else None
        piece = piece or _literal(text, match, found[-1] if found else None)
        at = piece.end
        range_ = _range(text, found, piece)
        if range_ is not None:
            found[-1] = range_
        else:
            found.append(piece)
    if len(found) == 1 and found[0].text.casefold() == "eins":
        return [Piece(found[0].text, found[0].start, found[0].end, Number(Fraction(1)))]
    return found


def _literal(text: str, match: re.Match[str], last: Piece | None) -> Piece:
    """Return what is found as it is written, with the minus and the letters that hang on it."""
    (start, end), minus = match.span(), ""
    if match["whole"]:
        start, tail = match.start("whole"), _HANGS.match(text, match.start("whole"))
        end = tail.end() if tail is not None else match.end("whole")
        sign = match["sign"] or "+"
        minus = "-" if sign in "-−" and _is_sign(text, match.start("sign"), sign, last) else ""
    return Piece(f"{minus}{text[start:end].replace('−', '-')}", start, max(end, start + 1))


_HANGS = re.compile(r"[\w.,]*\w(?:\^\{?[+\-−]?\w+\}?)?")


def _numbered(text: str, match: re.Match[str], mark: str, last: Piece | None, deep: int = 0) -> Piece | None:
    """Return a number with its sign, scale and unit; None where it is part of something else."""
    amount = _amount(
        match, mark, alone=text.strip(" .!") == match["whole"] or _scaled(text, match.end(), mark)
    )
    if amount is None:
        return None
    start, end = match.span()
    sign = match["sign"] or ""
    if sign and not _is_sign(text, start, sign, last):
        sign, start = "", match.start("before") if match["before"] else match.start("whole")
    if f"{sign}{match['inner'] or ''}".strip().casefold() not in ("", "+", "plus"):
        amount = -amount
    unit, factor = units().get((match["before"] or "").strip().casefold()[-3:], ("", Fraction(1)))
    if match["before"] and not unit:
        unit = match["before"].strip()[-1]
    for _ in range(2):
        behind = _BEHIND.match(text, end)
        if behind is None:
            break
        word, of, attached = behind["word"], behind["of"] or "", not behind[0][0].isspace()
        times = 0 if of else _scale(word, mark)
        if not of and attached and (word == "M" or (word == "m" and match["before"])):
            times = 10**6
        if times and not (word == "k" and not attached):
            amount, end = amount * times, behind.end()
            continue
        known = units().get(word.casefold())
        a_name = len(word) == 1 and word.isupper() and word not in _CAPITALS
        if known is not None and not unit and not a_name:
            unit, factor = _derived(*known, of)
            end = behind.end()
        elif known is not None and known[0] == unit and not of:
            end = behind.end()
        elif attached and not unit and not of:
            return None
        break
    amount, unit, factor, end = _with_rest(text, mark, (amount, unit, factor, end), deep)
    return Piece(text[start:end], start, end, Number(amount, unit, factor))


def _with_rest(
    text: str, mark: str, said: tuple[Fraction, str, Fraction, int], deep: int
) -> tuple[Fraction, str, Fraction, int]:
    """Return a number in words with the smaller one that belongs to it, as in “one hundred and forty-two”."""
    goes_on = not said[1] and said[0] >= _HUNDRED and deep < _DEEPEST
    rest = _FURTHER.match(text, said[3]) if goes_on else None
    more = _piece().match(text, rest.end()) if rest is not None else None
    piece = _numbered(text, more, mark, None, deep + 1) if more is not None and more["whole"] else None
    if piece is None and more is not None and (more["whole"] or "").casefold() == "one":
        return said[0] + 1, said[1], said[2], more.end()
    if piece is None or piece.number is None or not 0 < piece.number.amount < said[0]:
        return said
    return said[0] + piece.number.amount, piece.number.unit, piece.number.factor, piece.end


_HUNDRED, _DEEPEST = 100, 3
"""From where on a number in words goes on, and how often: thousands, hundreds, and what is less."""
_FURTHER = re.compile(r"(?<=[^\W\d_])\s(?:and\s)?(?=[^\W\d_])")
_CAPITALS = "LVWJΩ"
"""Units that are written so; another single capital names something."""
_BEHIND = re.compile(
    r"[ -]?(?:degrees? |grad )?(?P<word>[%‰$€£¥₹]|°[CF]|[^\W\d_]+)"
    r"(?P<of>\^?[23]|(?:/|\s(?:per|pro)\s)[^\W\d_]+)?(?![\w/^]|-\w)(?:\.(?=\s))?",
    re.IGNORECASE,
)


def _derived(unit: str, factor: Fraction, of: str) -> tuple[str, Fraction]:
    """Return a unit squared or cubed, or per another one; `of` is what stands behind it."""
    if not of:
        return unit, factor
    if of[-1].isdigit():
        return f"{unit}{of[-1]}", factor ** int(of[-1])
    word = re.split(r"[/\s]", of.casefold())[-1]
    below, parts = units().get(word, (word, Fraction(1)))
    return f"{unit}/{below}", factor / parts


def _scaled(text: str, end: int, mark: str) -> bool:
    behind = _BEHIND.match(text, end)
    return behind is not None and _scale(behind["word"], mark) > 0


_MOST_BITS = 1_000
"""Of a power that is worked out; others are compared as they are written."""


def _amount(match: re.Match[str], mark: str, *, alone: bool) -> Fraction | None:
    """Return the value of what is written, without its sign; None where that is no number."""
    written = match["whole"].casefold()
    if written[0].isdecimal() or written[0] == ".":
        # “3.500,-” is a price in whole euros, whatever the language around it.
        dashed = match.string.startswith((",-", ",–", ",—"), match.end("whole"))
        amount = number_of(written, "," if dashed else mark)
    else:
        small = small_numbers()
        if re.fullmatch("an?|eine?|une?", written):
            return Fraction(1)
        tens, ones = (written, "") if written in small else re.split(r"\sy\s|[-\s](?=\w+$)", written)
        if (written == "one" and not alone) or (ones and not 20 <= small[tens] <= 90):
            return None
        amount = Fraction(small[tens] + small.get(ones, 0))
    if amount is None or not int(match["under"] or 1) or not int(match["below"] or 1):
        return None
    if match["raised"]:
        raised = int(match["raised"].replace("−", "-"))
        size = amount.numerator.bit_length() + amount.denominator.bit_length()
        if (raised < 0 and not amount) or abs(raised) * size > _MOST_BITS:
            return None
        amount = amount**raised
    elif match["under"]:
        amount /= int(match["under"])
    elif match["over"]:
        amount += Fraction(int(match["over"]), int(match["below"]))
    power = match["power"] or match["exponent"]
    return amount * Fraction(10) ** int(power.replace("−", "-")) if power else amount


def _is_sign(text: str, start: int, sign: str, last: Piece | None) -> bool:
    """Tell whether a dash is the sign of the number behind it: neither joins it, nor begins a list's line."""
    while start and text[start - 1].isspace():
        start -= 1
    if last is not None and last.number is not None and last.end == start:
        return False
    return not sign[-1].isspace() or sign[0].isalpha() or not start or text[start - 1] in "=:(<>≤≥≈"


_JOINS = re.compile(r"\s?(?:[-–—]|\.\.\.?|…)\s?")
_NEAR = 12
"""Characters before a number in which the word for a range stands."""
_BETWEEN = re.compile(r"\b(?:between|zwischen|entre)\s$", re.IGNORECASE)


def _range(text: str, found: list[Piece], piece: Piece) -> Piece | None:
    """Return the range that a number ends, None where it ends none."""
    if piece.number is None or not found:
        return None
    last, behind = found[-1], text[piece.end : piece.end + 2].strip()
    joined = _JOINS.fullmatch(text, last.end, piece.start) is not None
    word = last.text.casefold() if last.number is None and len(found) > 1 else ""
    if word:
        last = found[-2]
        between = (
            word in ("and", "und", "et", "y")
            and _BETWEEN.search(text, max(0, last.start - _NEAR), last.start) is not None
        )
        joined = between or word in ("to", "bis", "till", "through", "à")
    low = last.number
    if low is None or low.high is not None or not joined or behind.startswith("="):
        return None
    if word:
        found.pop()
    unit, factor = (piece.number.unit, piece.number.factor) if piece.number.unit else (low.unit, low.factor)
    both = Number(low.amount, unit, factor, high=piece.number.amount)
    return Piece(text[last.start : piece.end], last.start, piece.end, both)


def spelled(value: Fraction) -> str:
    """Return a value in digits, as a fraction where its decimals have no end."""
    below = value.denominator
    for prime in (2, 5):
        while below % prime == 0:
            below //= prime
    if below != 1 or value.denominator == 1:
        return str(value)
    places = 0
    while (value * 10**places).denominator != 1:
        places += 1
    digits = str(abs(value.numerator) * 10**places // value.denominator).rjust(places + 1, "0")
    return f"{'-' if value < 0 else ''}{digits[:-places]}.{digits[-places:]}"

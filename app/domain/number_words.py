"""Words that stand with numbers: units, words for numbers, and what tells how a language writes them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Final

_UNITS: Final = """
€ 1 € eur euro euros
$ 1 $ us$ usd dollar dollars
£ 1 £ gbp
¥ 1 ¥ jpy yen
₹ 1 ₹ inr rupee rupees rupien
chf 1 chf franken francs
% 1 % percent prozent pourcent
‰ 1 ‰ promille
m 1000 km kilometer kilometers kilometre kilometres kilometern
m 1 m meter meters metre metres metern
m 1/100 cm centimeter centimeters centimetre centimetres zentimeter zentimetern
m 1/1000 mm millimeter millimeters millimetre millimetres millimetern
mile 1 mi mile miles meile meilen
ft 1 ft foot feet
g 1000000 t tonne tonnes tonnen
g 1000 kg kilogram kilograms kilogramm kilo kilos
g 1 g gram grams gramm
g 1/1000 mg milligram milligrams milligramm
s 1 s sec second seconds sekunde sekunden
s 60 min minute minutes minuten
s 3600 h hour hours stunde stunden
s 86400 day days tag tage tagen
s 604800 week weeks woche wochen
month 1 month months monat monate monaten
month 12 year years jahr jahre jahren
l 1 l liter liters litre litres litern
l 1/1000 ml milliliter milliliters millilitre millilitres
°c 1 °c celsius
°f 1 °f fahrenheit
"""
_SCALES: Final = """
100 hundred hundert
1000 k thousand tausend tsd mille mil mila
100000 lakh lakhs
1000000 million millions millionen mio mn millón millones milione milioni
10000000 crore crores
1000000000 bn milliarde milliarden mrd milliard milliards
"""
_LONG: Final = "billion billions billionen billón billones trillion trillions trillionen"
_SMALL: Final = """
zero
one
two zwei deux
three drei trois
four vier quatre
five fünf cinq
six sechs
seven sieben sept
eight acht huit
nine neun neuf
ten zehn
eleven elf
twelve zwölf
thirteen dreizehn
fourteen vierzehn
fifteen fünfzehn
sixteen sechzehn
seventeen siebzehn
eighteen achtzehn
nineteen neunzehn
"""
_TENS: Final = """
twenty zwanzig
thirty dreißig
forty vierzig
fifty fünfzig
sixty sechzig
seventy siebzig
eighty achtzig
ninety neunzig
"""
_POINT: Final = """
the is are was were what how many much of and which does did do to for with there who when at be it should
would can an
"""
_COMMA: Final = """
der das ist und wie viele viel welche welcher welches wird nicht ein eine einen dem den von mit für hoch im
zum zur sind hat auf bei nach wer wann soll le la les des du est une un combien quel quelle quels pour et que
qui sont el los las cuánto cuántos cuántas cuál qué es una por con del il gli quanto quanti quante qual è di
che os quantos quantas é uma um com het een hoeveel wat welke zijn voor met på och hur många det är hvor
mange hvad er ile jest ilu
"""


@cache
def units() -> dict[str, tuple[str, Fraction]]:
    """Return what a unit is measured in, and how much of that it is, by its sign or word in small letters."""
    found = {}
    for line in _UNITS.split("\n")[1:-1]:
        base, factor, *names = line.split()
        found.update(dict.fromkeys(names, (base, Fraction(factor))))
    return found


def scale(word: str, mark: str) -> int:
    """Return what a word such as “million” multiplies by, 0 for any other word."""
    name = word.casefold()
    if name in _LONG.split():
        # Where decimals stand behind a comma, a billion is a million millions.
        short = 9 if name.startswith("b") else 12
        return int(10 ** (short if mark == "." else 2 * short - 6))
    return _scales().get(name, 0)


@cache
def _scales() -> dict[str, int]:
    return {name: int(line.split()[0]) for line in _SCALES.split("\n")[1:-1] for name in line.split()[1:]}


@cache
def small_numbers() -> dict[str, int]:
    """Return words for the numbers up to nineteen, and for the tens."""
    words = {name: at for at, line in enumerate(_SMALL.split("\n")[1:-1]) for name in line.split()}
    tens = {name: 10 * at for at, line in enumerate(_TENS.split("\n")[1:-1], 2) for name in line.split()}
    return words | tens


def decimal_mark(words: Sequence[str]) -> str:
    """Return what a language writes decimals behind, by its frequent words; empty where none tells."""
    counted = {mark: sum(word in known for word in words) for mark, known in _frequent().items()}
    return max(counted, key=lambda mark: counted[mark]) if len(set(counted.values())) > 1 else ""


@cache
def _frequent() -> dict[str, frozenset[str]]:
    return {".": frozenset(_POINT.split()), ",": frozenset(_COMMA.split())}

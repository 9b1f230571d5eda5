"""A formula that is not known, as words and signs: nobody reads commands in the middle of a sentence."""

from __future__ import annotations

import re

from app.markup.formula import TOKEN
from app.markup.formula_signs import (
    ACCENTS,
    FRACTIONS,
    LARGE,
    LETTERS,
    NAMED,
    SILENT,
    SPACES,
    STYLED,
    UPRIGHT,
)

_AROUND = re.compile(r"\\(?:begin|end)\{[^{}]*\}")


def readable(source: str) -> str:
    """Return a formula that is not known as words and signs: its commands by their signs, or their names."""
    shown: list[str] = []
    closers: list[str] = []
    grouped = over = False
    for part in TOKEN.findall(_AROUND.sub(" ", source)):
        name = part[1:] if part.startswith("\\") else ""
        if part == "{":
            closers.append(")/" if over else ")" if grouped else "")
            shown.append("(" if closers[-1] else "")
            grouped = over = False
        elif part == "}":
            closer = closers.pop() if closers else ""
            shown.append(closer)
            grouped = closer == ")/"
        elif name in FRACTIONS:
            over = True
        elif name:
            sign = _in_words(name)
            shown.append(sign)
            grouped = sign == f" {name}"
        else:
            shown.append("; " if part == "&" else part)
            grouped = part in "^_" or (grouped and part.isspace())
    return " ".join("".join(shown).replace("( ", "(").replace(" ;", ";").split())


def _in_words(name: str) -> str:
    """Return what is shown for a command: its sign, nothing for one that only shapes, else its name."""
    if name == "\\":
        return "; "
    for signs in (LETTERS, LARGE, NAMED, SPACES):
        if name in signs:
            return signs[name]
    if any(name in names for names in (SILENT, UPRIGHT, STYLED, ACCENTS)) or name in (
        "left",
        "right",
        "middle",
    ):
        return ""
    return name if len(name) == 1 else f" {name}"

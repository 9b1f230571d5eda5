"""The beginning of a text in one line: its words without the marks of Markdown.

For lines beside or above the text itself, where nothing is read that is not read there too.
"""

from __future__ import annotations

import re

LOOKED_AT = 2_000
"""Characters of a text that are looked at; an excerpt shows fewer."""
PROSE = 120
"""Characters before a table after which an excerpt ends there."""
_RULE = " \t|:*_=-"
"""What a rule, or the line below the head of a table, is made of."""
_FENCE = re.compile(r"\s*(?:```|~~~)\S*\s*$")
_HEADING = re.compile(r"\s{0,3}#{1,6}\s+(.*)")
_CLOSING = re.compile(r"(?:^|\s)#+\s*$")
"""The signs that may end a heading; “About C#” ends with a word."""
_OPENER = re.compile(r"\s*(?:>\s?)*(?:[-*+]\s+(?:\[[ xX]\]\s+)?)?")
_STRONG = re.compile(r"(\*\*|__|`)(?=\S)(.+?)(?<=\S)\1")
_SLANTED = re.compile(r"(?<![\w*])([*_])(?=[^\s*_])(.+?)(?<=[^\s*_])\1(?![\w*])")


def cut(text: str, most: int) -> str:
    """Return a text as one line of at most `most` characters."""
    line = " ".join(text[: LOOKED_AT * 4].split())
    return line if len(line) <= most else line[: most - 1] + "…"


def excerpt(text: str) -> str:
    """Return a text's first words on one line: no heading, list, table or emphasis marks, no rules."""
    lines: list[str] = []
    titled = False  # whether the line before is a heading
    for line in text[:LOOKED_AT].splitlines():
        heading = _HEADING.match(line)
        if not line.strip(_RULE) or _FENCE.match(line):
            continue
        if heading:
            titled, title = True, _CLOSING.sub("", heading[1]).strip()
            lines.append(title if title[-1:] in ".:!?" else f"{title}:")
        elif line.lstrip().startswith("|"):
            if sum(map(len, lines)) > PROSE:
                # Cells one after the other say little; what was said before their title is enough.
                if titled:
                    lines.pop()
                break
            lines.append(" · ".join(cell.strip() for cell in line.strip().strip("|").split("|")))
            titled = False
        else:
            titled = False
            lines.append(line[len(_OPENER.match(line)[0]) :])  # type: ignore[index]  # it matches nothing, too
    joined = " ".join(" ".join(lines).split())
    return _SLANTED.sub(r"\2", _STRONG.sub(r"\2", joined))

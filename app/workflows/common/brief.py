"""What an answer says of itself for a reader of one page, found by its own headings. Pure; no model."""

from __future__ import annotations

import re
from collections.abc import Iterator

from app.domain.reporting import Brief
from app.markup.quoting import plain_words
from app.workflows.common import prose

_HEADING = re.compile(r"^\s{0,3}(?:#{1,6}\s+(?P<marked>.+?)[ #]*|\*\*(?P<bold>[^*]{2,60})\*\*:?)\s*$")
_ITEM = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+")
_NO_PROSE = re.compile(r"^\s*(?:[>|#]|(?:[-*+]|\d+[.)])\s|[-*_]{3,}\s*$|```|~~~|\$\$)")
"""How what is no paragraph begins; one may begin with bold words."""
_NUMBER = re.compile(r"^[\d.)\s]+")
_WHY = re.compile(r"why\b|reasons?\b|reasoning\b|rationale\b|grounds\b|warum\b|gründe\b|begründung\b")
_NEXT = re.compile(
    r"(?:what happens )?next\b|next steps?\b|first steps\b|timeline\b|schedule\b"
    r"|nächste schritte\b|(?:so|wie) (?:geht es|es) weiter|zeitplan\b|ablauf\b"
)
_WRONG = re.compile(
    r"(?:it would be |this (?:is|would be) )?wrong if\b|(?:it )?fails if\b|what would (?:change|overturn)\b"
    r"|wann (?:es|das) falsch\b|(?:es|das) wäre falsch\b|falsch,? wenn\b"
)
"""How headings begin that tell what is looked for, in the languages that the program speaks."""
SENTENCES, LINES = 3, 3
_LONGEST = 420
"""Characters of the first sentences: more is no beginning."""
_ENDS = tuple(".!?…。！？\"'”’“»)")
"""What ends a sentence."""


def brief_of(answer: str, decision: str = "") -> Brief:
    """Return what an answer tells on one page; the decision is not told once more."""
    sections = list(_sections(answer))
    return Brief(
        lead=_lead([lines for _, lines in sections], decision),
        why=_under(sections, _WHY),
        steps=_under(sections, _NEXT),
        wrong_if=_under(sections, _WRONG),
    )


def _sections(answer: str) -> Iterator[tuple[str, list[str]]]:
    """Yield each heading in small letters, without its number, with the lines below it; code left out."""
    title, lines, fenced = "", list[str](), False
    for line in answer.splitlines():
        if line.lstrip().startswith(("```", "~~~")):
            fenced = not fenced
            continue
        found = None if fenced else _HEADING.match(line)
        if found:
            yield title, lines
            title, lines = _NUMBER.sub("", prose.plain(found["marked"] or found["bold"])).casefold(), []
        elif not fenced:
            lines.append(line)
    yield title, lines


def _lead(sections: list[list[str]], decision: str) -> str:
    """Return the first sentences of the first paragraph that is more than the decision."""
    known = _folded(decision)
    for block in ("\n".join(lines) for lines in sections):
        for paragraph in re.split(r"\n\s*\n", block):
            if not paragraph.strip() or _NO_PROSE.match(paragraph.lstrip("\n")):
                continue
            said = [one for one in prose.sentences(plain_words(paragraph)) if _folded(one) not in known]
            # A line that leads over to a list or a formula, or goes on behind one, is none by itself.
            if not said or not said[0].endswith(_ENDS) or said[0][0].islower():
                continue
            kept: list[str] = []
            for one in said[:SENTENCES]:
                if kept and sum(map(len, kept)) + len(one) > _LONGEST:
                    break
                kept.append(one)
            return " ".join(kept)
    return ""


def _folded(text: str) -> str:
    return " ".join(prose.words_of(prose.plain(text).casefold()))


def _under(sections: list[tuple[str, list[str]]], titles: re.Pattern[str]) -> tuple[str, ...]:
    """Return the items of the first such section, else its first sentences."""
    for title, lines in sections:
        if titles.match(title):
            items = [" ".join(plain_words(line.strip()).split()) for line in lines if _ITEM.match(line)]
            said = items or prose.prose_sentences("\n".join(map(_without_marks, lines)))
            if said:
                return tuple(said[:LINES])
    return ()


def _without_marks(line: str) -> str:
    """Return a line of prose as it is read; a quotation and a table stay what they are."""
    return line if _NO_PROSE.match(line) else plain_words(line)

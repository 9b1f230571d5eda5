"""What a brief demands: listed requirements, sentences that say must or shall, and questions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from app.workflows.common.offline.language import telling
from app.workflows.common.offline.statements import Statement, statements_of

_MOST = 24
_MODAL = re.compile(
    r"\b(?:must|shall|should|needs? to|has to|have to|(?:is|are) (?:to be|required)|may not|make sure|"
    r"muss|müssen|musst|müsst|soll(?:en?)?|sollte[nst]?|(?:ist|sind) zu|braucht|"
    r"(?:darf|dürfen)\b[^.;:?]{0,80}\b(?:nicht|kein\w*|nur|höchstens|maximal))\b",
    re.IGNORECASE,
)
_LIST = re.compile(
    r"\b(?:must|shall|should|requirements?|required|criteria|conditions|needs?|any answer|please|cover|"
    r"muss|müssen|soll(?:en)?|anforderungen|kriterien|bedingungen|vorgaben|bitte|aufgaben?)\b",
    re.IGNORECASE,
)
"""Of a heading or a line that ends with a colon: what is listed below it is demanded."""
_DECIDES = re.compile(
    r"^(?:[\w ,]{0,30}\b)?(?:should|shall|is it (?:worth|better|wise|right)|which (?:of|options?|one)|"
    r"what should|soll(?:en|te[nst]?)?|lohnt|welche[rsn]?|ist es (?:besser|sinnvoll|klug))\b",
    re.IGNORECASE,
)
_CLOSING = "\"'”’“»)*_"


@dataclass(frozen=True, slots=True)
class Demand:
    """One thing that is asked for, by the brief's own words."""

    text: str
    line: int
    keys: frozenset[str]
    decides: bool = False
    """It asks for a decision, which no line of a text can be."""


def demands_of(brief: str, named: Iterable[str] = ()) -> tuple[Demand, ...]:
    """Return what a brief demands, in its order; `named`: demands that were given beside it come first.

    Where requirements are named or listed, other sentences that say must tell of the matter and are none. Of
    several questions for a decision the one that tells most stands. A brief that demands nothing is one
    demand: its first lines.
    """
    found = [_demand(text, 0) for text in (" ".join(text.split()) for text in named) if text]
    statements = statements_of(brief)
    listed = _listed(statements)
    modal = [s for s in statements if s.kind in ("sentence", "item") and _MODAL.search(s.plain)]
    chosen = {
        *(() if found else listed or modal),
        *(s for s in statements if s.kind != "code" and _asks(s.plain)),
    }
    known = {_folded(demand.text) for demand in found}
    for statement in statements:
        text = statement.plain
        if statement in chosen and _folded(text) not in known:
            known.add(_folded(text))
            found.append(_demand(text, statement.line))
    if not found:
        first = [s for s in statements if s.kind in ("sentence", "item")] or list(statements)
        found = [_demand(s.plain, s.line) for s in first[:3]]
    decision = max((d for d in found if d.decides), key=lambda d: len(d.keys), default=None)
    return tuple(d for d in found if not d.decides or d is decision)[:_MOST]


def _demand(text: str, line: int) -> Demand:
    return Demand(text, line, telling(text), _asks(text) and _DECIDES.search(text) is not None)


def _listed(statements: tuple[Statement, ...]) -> list[Statement]:
    """Return the first sentences of lists that stand under words such as “must” or “requirements”."""
    found: list[Statement] = []
    lead, last = "", 0
    for statement in statements:
        if statement.kind == "item":
            if statement.line != last and (_LIST.search(statement.heading) or _LIST.search(lead)):
                found.append(statement)
        else:
            lead = statement.text if statement.text.endswith(":") else ""
        last = statement.line
    return found


def _asks(text: str) -> bool:
    return text.rstrip(_CLOSING).endswith(("?", "？"))


def _folded(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(".?!")

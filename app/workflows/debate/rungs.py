"""Rungs of the ladder: who answers, who is criticised and who criticises on each. Pure.

Rule: a quick check asks two members of different families, for two of one family err alike. An attack asks
those that have not answered yet, for who agrees with an answer finds little against it: of three members one,
of more so many that two who are wrong together are outnumbered.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from app.domain.ids import CHAIR
from app.domain.no_model import is_given
from app.domain.seats import Seat

Rung = Literal["quick", "take", "attack", "debate"]
_SIGNS = re.compile(r"[^\W\d_]+")
_ALSO = {"chatgpt": "gpt", "o": "gpt", "codex": "gpt"}
"""Names under which a family's models go as well."""


def family(model: str) -> str:
    """Return what a model's own name begins with: `gpt`, `claude`, `llama`."""
    found = _SIGNS.search(model.rpartition("/")[2].casefold())
    own = found[0] if found is not None else model
    return _ALSO.get(own, own)


def first_two(members: Sequence[str], seats: Mapping[str, Seat]) -> list[str]:
    """Return who answers in a quick check: the first member, and the first one of another family."""
    if len(members) < 2:
        return list(members)
    # As they stand in a journal, whatever the order of the team.
    first, *others = sorted(members)
    own = family(seats[first].model)
    second = next((other for other in others if family(seats[other].model) != own), others[0])
    return [first, second]


def guests_in(members: Sequence[str], seats: Mapping[str, Seat]) -> list[str]:
    """Return the places that hold a given text."""
    return [name for name in members if is_given(seats[name].model)]


def answering_on(
    rung: Rung, target: str, asked: Sequence[str], guests: Sequence[str], seats: Mapping[str, Seat]
) -> Collection[str] | None:
    """Return whose answers a rung is about, None for all; `asked`: who can be asked and did not sit out."""
    match rung:
        case "quick" | "take":
            return {*first_two(asked, seats), *guests}
        case "attack":
            return {target} if target else set(guests)
        case "debate":
            return None


def attackers(members: Sequence[str], written: Collection[str], *, all_of_them: bool) -> tuple[str, ...]:
    """Return who criticises in an attack: all, or those without an answer, or one where there is none."""
    if all_of_them:
        return tuple(members)
    return tuple(name for name in members if name not in written) or tuple(members)[:1]


def critics_of(present: Sequence[str], guests: Collection[str]) -> tuple[str, ...]:
    """Return who criticises in a debate, none where nobody can: those who can be asked.

    A sole one among given texts has nobody else to criticise its own: the chair does.
    """
    critics = tuple(name for name in present if name not in guests)
    if len(critics) != 1:
        return critics
    return (*critics, CHAIR) if len(present) > 1 else ()

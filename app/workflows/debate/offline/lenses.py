"""What each member weighs: the words by which a line speaks of cost, of risk or of people."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal

Lens = Literal["cost", "risk", "people"]
LENSES: Final[tuple[Lens, ...]] = ("cost", "risk", "people")
LENS_OF: Final[Mapping[str, Lens]] = MappingProxyType(
    {"analyst": "cost", "sceptic": "risk", "editor": "people"}
)
"""What the voice of each member weighs."""


def _any(stems: str) -> re.Pattern[str]:
    """Return a pattern for any of the stems, each at the beginning of a word or (with `~`) inside one."""
    parts = (rf"\w*{stem[1:]}" if stem.startswith("~") else stem for stem in stems.split())
    return re.compile(r"\b(?:" + "|".join(parts) + r")\w*", re.IGNORECASE)


_WORDS: Final[Mapping[Lens, re.Pattern[str]]] = MappingProxyType(
    {
        "cost": _any(
            "cost price budget euro dollar revenue margin pay\\b paid salar wage fee licen[cs] invest "
            "saving saves rent\\b supplement overtime turnover profit subsid loan cheap expens output "
            "scrap throughput capacity ~kosten ~preis ~gehalt ~gehälter ~gebühr ~umsatz ~miete\\b ~lohn "
            "~ersparnis förder ~ausgabe teuer billig günstig zuschuss kredit bezahl"
        ),
        "risk": _any(
            "risk warn fail miss(?:ed|es|ing)\\b outage downtime breach leak secur uncertain unclear "
            "volunteer lost court lawsuit contract cannot delay incident lock-?in depend arbitrat "
            "safeguard reversib guarantee unproven crash corrupt audit complian legal unwilling against "
            "chance control\\sgroup risiko risiken ~ausfall ausfäll unsicher unklar ~sicherheit ~schutz "
            "haftung klage gericht kündig garantie gewährleist verzöger vertrag verträge scheiter "
            "störung abhängig gutachten mangel mängel warn"
        ),
        "people": _any(
            "employee staff people team\\b customer patient user\\b users\\b sick absen hir(?:e|ing) "
            "applica morale training works\\scouncil part-time resident neighbour parent child teacher "
            "pupil student satisf complain colleague visit member survey commut mitarbeit beschäftigt "
            "personal\\b ~kunde krank bewerb betriebsrat eltern kind(?:er)?\\b schüler lehrer besuch "
            "mitglied nutzer anwohner teilzeit schulung zufrieden beschwer kolleg ehrenamt bürger "
            "familie verein jugend"
        ),
    }
)


@lru_cache(maxsize=16_384)
def weight_of(text: str, lens: Lens) -> int:
    """Return how many words of a text speak of what a lens weighs."""
    return sum(1 for _ in _WORDS[lens].finditer(text))

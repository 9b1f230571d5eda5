"""A finding's row says first what its places come to, and at the right how much it weighs."""

from __future__ import annotations

import pytest

from app.domain.i18n import Message, translate, use_language
from app.services.languages import speech
from app.workflows.research.face.finding_tabs import FINDINGS, named_agents
from app.workflows.research.model import Citation, Finding
from app.workflows.research.rules.integration import assemble
from tests.support.claims import claim, ledger, place

FOUND, PARTLY = place("a.py", 1), place("b.py", 2).model_copy(update={"support": "partly"})
AGAINST = place("c.py", 3).model_copy(update={"support": "against"})
LOST = place("d.py", 4, check="unverified")
BARE = place("e.py", 5, check="file_only")


def found(*citations: Citation, status: str = "open") -> Finding:
    (one,) = assemble(ledger(claim("explore 1", "Keys are logged", *citations))).findings
    return one.model_copy(update={"status": status})


def row(finding: Finding) -> list[str]:
    assert FINDINGS.second_line is not None
    return [str(part.text) for part in FINDINGS.second_line.parts(finding) if isinstance(part.text, Message)]


@pytest.mark.parametrize(
    ("citations", "said"),
    [
        ((FOUND, place("b.py", 9)), ["supported", "2 places"]),
        ((FOUND, LOST), ["supported in part", "1 of 2 places"]),
        ((FOUND, PARTLY), ["supported in part", "2 places"]),
        ((FOUND, AGAINST), ["contradicted", "1 of 2 places"]),
        ((LOST,), ["quote not found", "1 place"]),
        ((BARE,), ["no source", "1 place"]),
        ((), ["no source"]),
    ],
)
def test_what_the_places_of_a_finding_come_to_is_said_first(
    citations: tuple[Citation, ...], said: list[str]
) -> None:
    assert row(found(*citations)) == said


def test_a_finding_in_conflict_is_contradicted_however_well_it_is_shown() -> None:
    assert row(found(FOUND, status="conflicting"))[0] == "contradicted"


def test_what_became_of_a_finding_stands_behind_its_places_and_its_weight_at_the_right() -> None:
    dropped = found(FOUND, status="dismissed")
    assert row(dropped) == ["supported", "1 place", "dismissed"]
    assert FINDINGS.second_line is not None
    end = FINDINGS.second_line.end(dropped)
    assert end is not None
    assert end.look in {"high", "medium", "low"}


def test_who_found_it_is_said_in_the_language_of_who_reads() -> None:
    told = named_agents(("explore 1", "citation 2", "explore 3", "pattern 4"), 3)
    assert str(told) == "reader 1, source checker 2, reader 3, and 1 more"
    with use_language(speech("de")):
        assert translate(told) == "Leser 1, Quellenprüfer 2, Leser 3, und 1 weitere"

"""Confidence follows from evidence by a table, and inventions gain nothing."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.workflows.research.model import Check, Citation, Claim, ConfidenceTable, Support
from app.workflows.research.rules.evidence import evidence_type, mean_confidence, row_of

TABLE = ConfidenceTable()


def place(check: Check = "verified", origin: str = "a.py", support: Support = "") -> Citation:
    return Citation(file=origin, check=check, origin="" if check == "refused" else origin, support=support)


def claim(agent: str, *citations: Citation, iteration: int = 1, number: int = 1) -> Claim:
    return Claim(
        agent=agent,
        iteration=iteration,
        number=number,
        description="x",
        category="critical",
        citations=citations,
    )


def worth(claims: Sequence[Claim], *, conflicting: bool = False) -> float:
    return float(getattr(TABLE, row_of(claims, conflicting=conflicting)))


@pytest.mark.parametrize(
    ("claims", "expected"),
    [
        ([claim("a", place()), claim("b", place(origin="b.py"))], 0.95),
        ([claim("a", place()), claim("b", place())], 0.90),
        ([claim("a", place()), claim("b")], 0.85),
        ([claim("a", place()), claim("b", place("unverified"))], 0.85),
        ([claim("a", place()), claim("a", place(), iteration=2)], 0.85),
        ([claim("a"), claim("b", place(), iteration=2)], 0.85),
        ([claim("a", place())], 0.75),
        ([claim("a", place("moved"))], 0.75),
        ([claim("a", place(), place(origin="b.py"))], 0.75),
        ([claim("a", place()), claim("a", place(), number=2)], 0.75),
        ([claim("a", place("file_only"))], 0.60),
        ([claim("a", place("unverified")), claim("b", place("unverified"))], 0.60),
        ([claim("a"), claim("b")], 0.50),
        ([claim("a", place("refused")), claim("b", place("refused"))], 0.50),
        ([claim("a")], 0.40),
        ([claim("a", place("refused"))], 0.40),
        ([claim("a", place(support="no"))], 0.40),
        ([claim("a", place(support="against")), claim("b", place(support="partly"))], 0.85),
    ],
)
def test_the_first_row_that_fits_holds(claims: list[Claim], expected: float) -> None:
    assert worth(claims) == expected
    assert worth(claims, conflicting=True) == 0.55


def test_inventions_never_pass_a_threshold_by_being_repeated() -> None:
    invented = [claim(f"a{n}", place("unverified"), place("refused"), iteration=n) for n in range(1, 9)]
    assert worth(invented) == 0.60
    assert evidence_type(c for one in invented for c in one.citations) == "weak"


CHECKS = st.builds(
    place,
    st.sampled_from(["verified", "moved", "unverified", "file_only", "refused"]),
    st.sampled_from(["a.py", "b.py", "c.py"]),
    st.sampled_from(["", "full", "partly", "no", "against"]),
)
CLAIMS = st.lists(
    st.builds(
        lambda agent, iteration, citations: claim(agent, *citations, iteration=iteration),
        st.sampled_from(["explore 1", "explore 2", "citation 1"]),
        st.integers(1, 3),
        st.lists(CHECKS, max_size=3),
    ),
    min_size=1,
    max_size=4,
)


@given(CLAIMS, st.booleans())
def test_confidence_is_bounded_and_the_order_of_arrival_changes_nothing(
    claims: list[Claim], conflicting: bool
) -> None:
    expected = worth(claims, conflicting=conflicting)
    assert 0.0 <= expected <= 1.0
    for order in list(permutations(claims))[:24]:
        assert worth(order, conflicting=conflicting) == expected


@given(
    CLAIMS, st.sampled_from(["explore 1", "explore 3"]), st.integers(1, 4), st.sampled_from(["a.py", "d.py"])
)
def test_more_verified_evidence_never_lowers_confidence(
    claims: list[Claim], agent: str, iteration: int, origin: str
) -> None:
    before = worth(claims)
    assert worth([*claims, claim(agent, place(origin=origin), iteration=iteration)]) >= before
    for at, one in enumerate(claims):
        more = one.model_copy(update={"citations": (*one.citations, place(origin=origin))})
        assert worth([*claims[:at], more, *claims[at + 1 :]]) >= before


@given(CLAIMS, st.integers(0, 3))
def test_a_failed_citation_is_worth_no_more_than_the_name_of_its_file(claims: list[Claim], at: int) -> None:
    one = claims[at % len(claims)]
    others = [other for other in claims if other is not one]
    quoted = one.model_copy(update={"citations": (*one.citations, place("unverified"))})
    unquoted = one.model_copy(update={"citations": (*one.citations, place("file_only"))})
    outside = one.model_copy(update={"citations": (*one.citations, place("refused"))})
    assert worth([*others, quoted]) == worth([*others, unquoted])
    assert worth([*others, outside]) == worth([*others, one])


def test_the_mean_of_nothing_is_nothing() -> None:
    assert mean_confidence([]) == 0.0

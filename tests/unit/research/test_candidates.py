"""Which pairs of findings a judge is shown, and in which order."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from app.workflows.research.model import Claim
from app.workflows.research.rules.candidates import MOST_PAIRS, candidates
from app.workflows.research.rules.integration import assemble
from app.workflows.research.rules.likeness import cosine, entities, figures, negated
from tests.support.claims import claim, ledger, place
from tests.support.examples import examples


def pairs(*claims: Claim, **options: object) -> list[tuple[str, str]]:
    return candidates(assemble(ledger(*claims)).findings, **options)  # type: ignore[arg-type]  # few options


VALID = claim("explore 1", "Amounts are validated by the server", place("a.py", 4, 9))
NOT_VALID = claim("explore 2", "Amounts are not validated by the server", place("b.py", 1))
ELSEWHERE = claim("explore 2", "The lobby has three chairs", place("a.py", 40), number=2)
INSIDE = claim("explore 2", "Something happens to what a client sends", place("a.py", 9, 12), number=3)


def test_pairs_cite_overlapping_lines_or_name_the_same_thing() -> None:
    assert pairs(VALID, ELSEWHERE) == []
    assert pairs(VALID, INSIDE) == [("f1", "f2")]
    assert pairs(VALID, NOT_VALID) == [("f1", "f2")]
    both = claim("explore 1", "It calls `retry_all` at night"), claim("explore 2", "By day retry_all waits")
    assert pairs(*both) == [("f1", "f2")]
    copies = claim("explore 3", "One thing", place("c.py", 4, origin="a.py")), VALID
    assert pairs(*copies) == [("f1", "f2")], "copies of a text are one place"


def test_the_most_alike_come_first_and_what_agents_named_before_all() -> None:
    claims = (VALID, NOT_VALID, ELSEWHERE, INSIDE)
    assert pairs(*claims) == [("f1", "f2"), ("f1", "f4")]
    assert pairs(*claims, wanted=[("f3", "f1")]) == [("f1", "f3"), ("f1", "f2"), ("f1", "f4")]
    assert pairs(*claims, wanted=[("f1", "f9")], judged=[("f2", "f1")]) == [("f1", "f4")]
    assert pairs(*claims, similarity={("f1", "f4"): 0.99, ("f1", "f2"): 0.1}) == [("f1", "f4"), ("f1", "f2")]


def test_a_rare_name_in_common_tells_more_than_words_that_all_have() -> None:
    places = ("Uslar", "Zorge", "Lindau", "Freden")
    many = [
        claim("explore 1", f"The pump at {at} runs", place(f"{at}.md", 1), number=n)
        for n, at in enumerate(places, 1)
    ]
    other = claim("explore 2", "We hear of Lindau that nothing of the pump runs", place("x.md", 9))
    assert pairs(*many, other)[0] == ("f3", "f5")
    assert cosine(many[2].description, other.description) < cosine(many[2].description, many[0].description)


def test_what_may_speak_against_another_is_shown_before_what_says_the_same() -> None:
    runs = claim("explore 1", "The pump at Uslar runs at 400 rpm", place("a.md", 1))
    again = claim("explore 2", "The pump at Uslar runs at 400 rpm", place("b.md", 1))
    other = claim("explore 3", "At Uslar the pump runs at 510 rpm", place("c.md", 1))
    never = claim("explore 4", "The pump at Uslar never runs at 400 rpm", place("d.md", 1))
    elsewhere = claim("explore 5", "The pump at Zorge runs at 410 rpm", place("e.md", 1))
    found = pairs(runs, again, other, never, elsewhere)
    assert found.index(("f1", "f3")) < found.index(("f1", "f2"))
    assert found.index(("f1", "f4")) < found.index(("f1", "f2"))
    assert min(found.index(pair) for pair in found if "f5" in pair) > found.index(("f1", "f2"))


def test_a_name_is_one_at_the_beginning_of_a_sentence_too() -> None:
    fillers = [
        claim("explore 1", f"The station at {at} was opened early", place(f"{at}.md", 1), number=n)
        for n, at in enumerate(["Uslar", *(f"Bad {one}weiler" for one in "ABCDEFGHIJ")], 1)
    ]
    first = claim("explore 2", "Uslar station was opened in 1890", place("x.md", 1))
    assert pairs(*fillers, first)[0] == ("f1", "f12")


def test_what_begins_two_findings_and_is_written_small_in_none_is_a_name() -> None:
    one = claim("explore 1", "Zephyr listens on port 9098", place("a.md", 1))
    other = claim("explore 2", "Zephyr listens on port 8006", place("b.md", 1))
    many = [
        claim("explore 3", f"The service Bora{n} listens on port {n}", place(f"{n}.md", 1), number=n)
        for n in range(1, 30)
    ]
    assert pairs(one, other, *many)[0] == ("f1", "f2")


def test_what_was_compared_often_leaves_places_for_others() -> None:
    often = claim("explore 1", "The tank at Uslar holds water", place("a.md", 1))
    more = claim("explore 1", "The tank at Uslar holds clean water", place("b.md", 1), number=2)
    rarely = claim("explore 2", "The gate in Zorge is open all day", place("c.md", 1))
    later = claim("explore 2", "By day the gate in Zorge is shut", place("d.md", 1), number=2)
    others = [
        claim("explore 3", f"Nothing is known of Uslar in the {n}s", place(f"{n}.md", 1), number=n)
        for n in range(1, 13)
    ]
    compared = [("f1", f"f{n}") for n in range(5, 17)]
    claims = (often, more, rarely, later, *others)
    assert pairs(*claims, most=2)[0] == ("f1", "f2")
    assert pairs(*claims, judged=compared, most=1) == [("f3", "f4")]


def test_a_unit_and_a_month_are_no_names() -> None:
    assert entities("Since 12 May 2019 the Zephyr needs 3120 MB") == {"zephyr", "12", "2019", "3120"}


def test_at_most_twenty_pairs_are_shown() -> None:
    many = [
        claim(f"explore {n}", f"Amounts of client {n} are checked", place("a.py", 5)) for n in range(1, 40)
    ]
    assert len(pairs(*many)) == MOST_PAIRS


def test_a_dismissed_finding_is_compared_no_more() -> None:
    known = assemble(ledger(VALID, NOT_VALID))
    dismissed = [known.by_id["f1"], known.by_id["f2"].model_copy(update={"status": "dismissed"})]
    assert candidates(dismissed) == []


@given(
    st.lists(
        st.tuples(
            st.sampled_from(
                ["Anna pays", "Anna never pays", "the Rome office", "retry_all runs", "5 of 7", ""]
            ),
            st.integers(1, 9),
        ),
        max_size=8,
    ),
    st.integers(0, 2**32),
)
def test_the_order_of_findings_changes_no_pair(said: list[tuple[str, int]], seed: int) -> None:
    claims = [claim(f"explore {n}", words, place("a.py", line)) for n, (words, line) in enumerate(said, 1)]
    known = assemble(ledger(*claims))
    shuffled = list(known.findings)
    Random(seed).shuffle(shuffled)
    found = candidates(known.findings)
    assert candidates(shuffled) == found
    assert len({frozenset(pair) for pair in found}) == len(found)
    assert all(a != b for a, b in found)


def test_what_a_text_names_and_denies() -> None:
    assert {"retry_all", "app.main", "src/a.py", "maxwait", "rome", "17"} <= entities(
        "In `retry_all` of app.main, see src/a.py, the MaxWait of Rome is 17"
    )
    assert figures("At most 10 000 or 10,000, not 1.5") == {"10000", "1.5"}
    assert negated("It is not validated")
    assert not negated("It is never not validated")
    assert cosine("are validated", "are not validated") > 0.8


@settings(max_examples=examples(30, 2000))
@given(st.text(max_size=80), st.text(max_size=80))
def test_likeness_lies_between_nothing_and_all_and_goes_both_ways(a: str, b: str) -> None:
    assert 0.0 <= cosine(a, b) <= 1.0
    assert cosine(a, b) == cosine(b, a)
    entities(a), figures(a), negated(a)

"""Claims become findings: the same is one, what contradicts is a conflict, and order changes nothing."""

from __future__ import annotations

import dataclasses
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.workflows.research.model import Claim, CounterSearch, Relation, Resolution
from app.workflows.research.rules.integration import (
    Decision,
    Known,
    Ledger,
    SupportVerdict,
    assemble,
    confirmations,
    new_in,
    repetitions,
)
from tests.support.claims import claim, ledger, place, relation

RETRY = claim("explore 1", "A charge is retried five times", place("retry.py", 114, 119))
TOML = claim("explore 2", "Five retries are set in billing.toml", place("billing.toml", 22))
NEVER = claim("explore 2", "A charge is never retried", place("old.py", 3), number=2)


def known(*claims: Claim, relations: tuple[Relation, ...] = ()) -> Known:
    return assemble(ledger(*claims, relations=relations))


def test_each_claim_is_a_finding_until_somebody_says_it_is_the_same() -> None:
    found = known(RETRY, TOML, NEVER)
    assert [finding.id for finding in found.findings] == ["f1", "f2", "f3"]
    assert [finding.confidence for finding in found.findings] == [0.75] * 3
    assert found.finding_of == {"explore 1/1": "f1", "explore 2/1": "f2", "explore 2/2": "f3"}
    assert new_in(found, 1) == ("f1", "f2", "f3")


def test_the_same_finding_is_skipped_and_recorded() -> None:
    found = known(RETRY, TOML, relations=(relation("f1", "f2", "same"),))
    (finding,) = found.findings
    assert (finding.id, finding.description) == ("f1", RETRY.description)
    assert finding.details == ()
    assert found.finding_of["explore 2/1"] == "f1"
    assert found.became == {"f2": "f1"}
    assert found.finding("f2") is finding
    assert finding.source_agents == ("explore 1", "explore 2")
    assert (finding.confidence, finding.row, finding.status) == (0.95, "two_origins", "confirmed")
    assert [citation.file for citation in finding.citations] == ["retry.py", "billing.toml"]


def test_a_copy_of_a_file_that_says_it_again_is_no_finding_of_its_own() -> None:
    copied = claim(
        "explore 2", "A charge is retried five times.", place("old/retry.py", 130, origin="retry.py")
    )
    elsewhere = claim("explore 3", "A charge is retried five times", place("notes.md", 4))
    unverified = claim(
        "explore 4", "A charge is retried five times", place("retry.py", 9, check="unverified")
    )
    found = known(RETRY, copied, elsewhere, unverified)
    (same,) = repetitions(found, 2)
    assert (same.a, same.b, same.kind, same.by, same.iteration) == ("f1", "f2", "same", "program", 2)
    joined = known(RETRY, copied, elsewhere, unverified, relations=(same,))
    assert joined.findings[0].row == "one_origin", "two agents, and one text"
    assert repetitions(joined, 3) == ()


def test_what_enhances_is_merged_and_keeps_its_words() -> None:
    found = known(RETRY, TOML, relations=(relation("f1", "f2", "enhances"),))
    (finding,) = found.findings
    assert finding.details == (TOML.description,)


def test_two_quotations_of_one_line_are_two_citations() -> None:
    first, second = place("a.py", 3), place("a.py", 3).model_copy(update={"quote": "and other words"})
    (one,) = assemble(ledger(claim("explore 1", "Both stand there", first, second, first))).findings
    assert [citation.quote for citation in one.citations] == [first.quote, "and other words"]


def test_copies_of_one_text_are_one_origin() -> None:
    copies = ledger(RETRY, TOML, relations=(relation("f1", "f2", "same"),))
    copies.origins = {"retry.py": "retry.py", "billing.toml": "retry.py"}
    (finding,) = assemble(copies).findings
    assert (finding.confidence, finding.row) == (0.90, "one_origin")


def test_a_contradiction_is_a_conflict_and_lowers_both_until_it_is_settled() -> None:
    disputed = ledger(RETRY, NEVER, relations=(relation("f1", "f2", "contradicts"),))
    found = assemble(disputed)
    (conflict,) = found.conflicts
    assert (conflict.id, conflict.a, conflict.b, conflict.state) == ("f1-f2", "f1", "f2", "open")
    assert {finding.confidence for finding in found.findings} == {0.55}
    assert {finding.status for finding in found.findings} == {"conflicting"}
    assert found.findings[0].related == ("f2",)

    settled = Resolution(
        conflict="f1-f2", keeps=("f1",), resolution="old.py is unused", by="person", iteration=2
    )
    disputed.resolutions = [settled]
    found = assemble(disputed)
    assert found.conflicts[0].state == "resolved"
    kept, dropped = found.by_id["f1"], found.by_id["f2"]
    assert (kept.confidence, kept.status) == (0.75, "open")
    assert (dropped.status, dropped.lost) == ("dismissed", "f1-f2")


def test_a_finding_that_a_settled_conflict_kept_waits_for_nobody_to_look_for_what_speaks_against_it() -> None:
    sides = ledger(RETRY, TOML, NEVER, relations=(relation("f1", "f2", "same"),))
    weighty = [one.model_copy(update={"category": "critical"}) for one in sides.claims]
    sides.claims = weighty
    assert assemble(sides).by_id["f1"].awaits_counter
    sides.relations.append(relation("f1", "f3", "contradicts"))
    sides.resolutions = [Resolution(conflict="f1-f3", keeps=("f1",), by="person", iteration=2)]
    assert not assemble(sides).by_id["f1"].awaits_counter


def test_an_agent_settles_a_conflict_with_evidence_alone() -> None:
    disputed = ledger(RETRY, NEVER, relations=(relation("f1", "f2", "contradicts"),))
    word = Resolution(conflict="f1-f2", keeps=("f1",), by="verification 1", iteration=2)
    disputed.resolutions = [word]
    assert assemble(disputed).conflicts[0].state == "left_open"
    disputed.claims.append(claim("verification 1", "Bare words", place(check="unverified"), iteration=2))
    assert assemble(disputed).conflicts[0].state == "left_open"
    disputed.claims.append(claim("verification 1", "It is so", place("retry.py", 9), iteration=2, number=2))
    assert assemble(disputed).conflicts[0].state == "resolved"
    disputed.resolutions.append(Resolution(conflict="f1-f2", open=True, by="person", iteration=1))
    assert assemble(disputed).conflicts[0].state == "left_open", "a person's word holds over an agent's"


def test_two_sides_that_both_hold_are_conditions_of_each_other() -> None:
    disputed = ledger(RETRY, NEVER, relations=(relation("f1", "f2", "contradicts"),))
    disputed.resolutions = [Resolution(conflict="f1-f2", keeps=("f2", "f1"), by="person", iteration=1)]
    found = assemble(disputed)
    assert found.by_id["f1"].qualified_by == ("f2",)
    assert found.by_id["f2"].qualified_by == ("f1",)
    assert {finding.status for finding in found.findings} == {"open"}


def test_a_resolution_that_keeps_neither_side_is_none() -> None:
    disputed = ledger(RETRY, NEVER, TOML, relations=(relation("f1", "f3", "contradicts"),))
    disputed.resolutions = [Resolution(conflict="f1-f3", keeps=("f2",), by="person", iteration=1)]
    assert assemble(disputed).conflicts[0].state == "left_open"


def test_what_qualifies_lowers_nothing_and_is_listed_under_what_it_narrows() -> None:
    found = known(RETRY, TOML, relations=(relation("f2", "f1", "qualifies"),))
    assert found.by_id["f1"].qualified_by == ("f2",)
    assert found.by_id["f2"].qualifies == ("f1",)
    assert {finding.confidence for finding in found.findings} == {0.75}
    assert found.conflicts == ()


def test_what_contradicts_each_other_is_never_one_finding() -> None:
    """The judge may say: a is b, b is c, and c contradicts a."""
    found = known(
        RETRY,
        TOML,
        NEVER,
        relations=(
            relation("f1", "f2", "same"),
            relation("f2", "f3", "same"),
            relation("f1", "f3", "contradicts"),
        ),
    )
    assert {finding.id for finding in found.findings} == {"f1", "f3"}
    assert [(conflict.a, conflict.b) for conflict in found.conflicts] == [("f1", "f3")]


def test_a_person_overrules_the_judge() -> None:
    relations = (
        relation("f1", "f2", "contradicts", 3),
        Relation(a="f2", b="f1", kind="same", iteration=1, by="person"),
    )
    found = known(RETRY, TOML, relations=relations)
    assert [finding.id for finding in found.findings] == ["f1"]
    assert found.conflicts == ()


def test_a_finding_that_a_person_dismissed_disputes_nothing() -> None:
    disputed = ledger(RETRY, NEVER, relations=(relation("f1", "f2", "contradicts"),))
    disputed.decisions = [Decision(finding="f2", kind="dismiss", reason="The file is dead")]
    found = assemble(disputed)
    assert (found.by_id["f2"].status, found.by_id["f2"].dismissed) == ("dismissed", "The file is dead")
    assert found.by_id["f1"].confidence == 0.75
    assert found.conflicts[0].state == "resolved"
    disputed.decisions.append(Decision(finding="f2", kind="reopen", number=1))
    assert assemble(disputed).by_id["f1"].status == "conflicting"


def test_a_critical_finding_waits_for_the_search_against_it() -> None:
    sure = ledger(
        claim("explore 1", "Keys are logged", place("log.py", 4), category="critical"),
        claim("security 1", "Keys are logged", place("log.py", 4), category="critical", iteration=2),
    )
    (finding,) = assemble(sure).findings
    assert (finding.confidence, finding.row) == (0.85, "confirmed")
    sure.counters = [CounterSearch(finding="f1", agent="verification 1", iteration=3, searched=("redact",))]
    (finding,) = assemble(sure).findings
    assert (finding.confidence, finding.row) == (0.90, "one_origin")
    assert finding.counter is not None
    assert finding.counter.searched == ("redact",)


def test_lines_that_do_not_support_the_claim_are_no_evidence() -> None:
    unsupported = ledger(RETRY)
    unsupported.supports = [
        SupportVerdict(finding="f1", file="retry.py", first=114, last=119, support="against", iteration=1)
    ]
    (finding,) = assemble(unsupported).findings
    assert (finding.confidence, finding.evidence_type) == (0.40, "inference")
    assert finding.citations[0].support == "against"
    unsupported.supports.append(
        SupportVerdict(finding="f1", file="retry.py", first=114, last=119, support="full", iteration=2)
    )
    assert assemble(unsupported).findings[0].confidence == 0.75


def test_the_same_words_at_the_same_place_are_one_finding_and_elsewhere_are_not() -> None:
    todo = "A TODO is left"
    found = known(
        claim("explore 1", todo, place("a.py", 4, 6)),
        claim("explore 2", todo + ".", place("a.py", 6, 7)),
        claim("explore 3", todo, place("b.py", 5)),
        claim("explore 4", "A todo  is left", place("a.py", 90)),
    )
    assert sorted(finding.id for finding in found.findings) == ["f1", "f2", "f3"]
    assert found.by_id["f1"].source_agents == ("explore 1", "explore 2")
    bare = known(claim("explore 1", todo), claim("explore 2", todo))
    assert len(bare.findings) == 2, "what cites nothing is for the judge"


def test_ids_stay_when_later_iterations_come() -> None:
    first = [RETRY, TOML, NEVER]
    later = [claim("citation 1", f"Later finding {n}", number=n, iteration=2) for n in (1, 2)]
    before, after = known(*first), known(*later, *first, relations=(relation("f1", "f3", "same", 2),))
    assert {c: f for c, f in after.finding_of.items() if f != "f1"} == {
        "explore 2/1": "f2",
        "citation 1/1": "f4",
        "citation 1/2": "f5",
    }
    assert before.finding_of["explore 2/2"] == "f3"
    assert after.finding("f3") is after.by_id["f1"]
    assert new_in(after, 2) == ("f4", "f5")


@pytest.mark.parametrize(
    ("said", "holds"),
    [
        ("A charge is retried five times", True),
        ("Retries of a charge are five", True),
        ("A charge is not retried five times", False),
        ("The moon is made of cheese", False),
    ],
)
def test_an_agent_confirms_only_what_it_speaks_of(said: str, holds: bool) -> None:
    second = claim("citation 1", said, place("x.py", 1), iteration=2, confirms="f1")
    relations, wanted = confirmations(known(RETRY, second), [RETRY, second], 2)
    assert bool(relations) is holds
    assert wanted == (() if holds else (("f1", "f2"),))


def test_an_agent_confirms_nothing_that_it_was_not_told_of() -> None:
    second = claim("explore 2", "A charge is retried five times", place("x.py", 1), confirms="f1")
    assert confirmations(known(RETRY, second), [RETRY, second], 1) == ((), ())


def test_figures_that_differ_are_for_the_judge() -> None:
    first = claim("explore 1", "The fee is 5 percent", place("a.md", 4))
    second = claim("citation 1", "The fee is 7 percent", place("a.md", 4), iteration=2, confirms="f1")
    assert confirmations(known(first, second), [second], 2)[1] == (("f1", "f2"),)
    against = claim("verification 1", "The fee is waived", place("b.md", 4), iteration=2, counters="f1")
    assert confirmations(known(first, against), [against], 2)[1] == (("f1", "f2"),)


AGENTS = st.sampled_from(["explore 1", "explore 2", "explore 10", "citation 1"])
PLACES = st.builds(
    place,
    st.sampled_from(["a.py", "b.py", "copy.py"]),
    st.integers(1, 12),
    check=st.sampled_from(["verified", "moved", "unverified", "file_only", "refused"]),
)
LEDGERS = st.builds(
    lambda said, relations, resolutions, decisions, supports, counters: Ledger(
        claims=[
            claim(agent, words, *places, iteration=iteration, number=number, category=category)
            for number, (agent, words, places, iteration, category) in enumerate(said, 1)
        ],
        relations=relations,
        resolutions=resolutions,
        decisions=decisions,
        supports=supports,
        counters=counters,
        origins={"copy.py": "a.py"},
    ),
    st.lists(
        st.tuples(
            AGENTS,
            st.sampled_from(["x is y", "x is not y", "The fee is 5", "z"]),
            st.lists(PLACES, max_size=3),
            st.integers(1, 3),
            st.sampled_from(["critical", "important", "informational"]),
        ),
        max_size=7,
    ),
    st.lists(
        st.builds(
            Relation,
            a=st.sampled_from([f"f{n}" for n in range(1, 8)]),
            b=st.sampled_from([f"f{n}" for n in range(1, 8)]),
            kind=st.sampled_from(["same", "enhances", "contradicts", "qualifies", "unrelated"]),
            iteration=st.integers(1, 3),
            by=st.sampled_from(["judge", "agent", "person"]),
        ),
        max_size=8,
    ),
    st.lists(
        st.builds(
            Resolution,
            conflict=st.sampled_from(["f1-f2", "f1-f3", "f2-f3", "nonsense"]),
            keeps=st.sampled_from([(), ("f1",), ("f2",), ("f1", "f2"), ("f9",)]),
            open=st.booleans(),
            by=st.sampled_from(["person", "explore 1", "citation 1"]),
            iteration=st.integers(1, 3),
            number=st.integers(0, 2),
        ),
        max_size=3,
    ),
    st.lists(
        st.builds(
            Decision,
            finding=st.sampled_from(["f1", "f2", "f3", "none"]),
            kind=st.sampled_from(["confirm", "dismiss", "reopen"]),
            number=st.integers(0, 3),
        ),
        max_size=3,
    ),
    st.lists(
        st.builds(
            SupportVerdict,
            finding=st.sampled_from(["f1", "f2"]),
            file=st.just("a.py"),
            first=st.integers(1, 12),
            last=st.integers(1, 12),
            support=st.sampled_from(["full", "no", "against"]),
            iteration=st.integers(1, 3),
        ),
        max_size=3,
    ),
    st.lists(
        st.builds(
            CounterSearch,
            finding=st.sampled_from(["f1", "f2"]),
            agent=st.just("verification 1"),
            iteration=st.integers(1, 3),
        ),
        max_size=2,
    ),
)


@given(LEDGERS, st.integers(0, 2**32))
def test_the_order_of_arrival_changes_nothing(said: Ledger, seed: int) -> None:
    shuffled = dataclasses.replace(said)
    for name in ("claims", "relations", "resolutions", "supports", "counters", "decisions"):
        items = list(getattr(said, name))
        Random(seed).shuffle(items)
        setattr(shuffled, name, items)
    assert assemble(shuffled) == assemble(said)
    twice = dataclasses.replace(said, claims=said.claims * 2, relations=said.relations * 2)
    assert assemble(twice) == assemble(said), "what arrives twice counts once"


@given(LEDGERS)
def test_every_claim_is_part_of_one_finding_and_every_name_is_known(said: Ledger) -> None:
    found = assemble(said)
    assert {claim.id for claim in said.claims} == set(found.finding_of)
    assert sum(len(finding.claims) for finding in found.findings) == len(said.claims)
    ids = set(found.by_id)
    for finding in found.findings:
        assert 0.0 <= finding.confidence <= 1.0
        assert {*finding.related, *finding.qualified_by, *finding.qualifies} <= ids - {finding.id}
        assert finding.category != "critical" or finding.confidence < 0.9 or finding.counter is not None
    for conflict in found.conflicts:
        assert {conflict.a, conflict.b, *conflict.kept} <= ids
        assert conflict.a != conflict.b
        if conflict.state != "resolved":
            sides = (found.by_id[conflict.a], found.by_id[conflict.b])
            assert {side.confidence for side in sides if side.status != "dismissed"} <= {0.55}


@given(LEDGERS, st.integers(0, 6), st.sampled_from(["a.py", "b.py", "new.py"]), st.integers(1, 12))
def test_a_further_verified_citation_lowers_no_finding(said: Ledger, at: int, file: str, line: int) -> None:
    """Of equal category: a finding that becomes critical waits for the search against it."""
    if not said.claims:
        return
    said = dataclasses.replace(
        said, supports=[], claims=[one.model_copy(update={"category": "important"}) for one in said.claims]
    )
    before = assemble(dataclasses.replace(said, relations=[], resolutions=[]))
    chosen = said.claims[at % len(said.claims)]
    more = chosen.model_copy(update={"citations": (*chosen.citations, place(file, line))})
    claims = [more if one is chosen else one for one in said.claims]
    after = assemble(dataclasses.replace(said, relations=[], resolutions=[], claims=claims))
    for one in claims:
        old, new = before.finding(before.finding_of[one.id]), after.finding(after.finding_of[one.id])
        assert old is not None
        assert new is not None
        assert new.confidence >= old.confidence

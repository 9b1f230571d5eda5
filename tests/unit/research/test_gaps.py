"""What is missing, how urgent it is, and which of it is taken up."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.workflows.research.model import (
    Conflict,
    Coverage,
    Finding,
    Gap,
    Priority,
    Question,
    Resolution,
)
from app.workflows.research.rules.coverage import coverage
from app.workflows.research.rules.gaps import MOST_COVERAGE_GAPS, gaps, lead_gap, reason, select
from app.workflows.research.rules.integration import Known, SupportVerdict, assemble
from app.workflows.research.setup import ResearchSetup
from tests.support.claims import claim, ledger, place, relation

FULL = Coverage(estimated=("a.py",), analysed=("a.py",), missing=())
LIMITS = ResearchSetup(folder="sources", brief="How does billing retry?")


def found(
    findings: tuple[Finding, ...] = (),
    conflicts: tuple[Conflict, ...] = (),
    covered: Coverage = FULL,
    questions: tuple[Question, ...] = (),
    lead: tuple[Gap, ...] = (),
    earlier: tuple[Gap, ...] = (),
    dropped: tuple[str, ...] = (),
) -> dict[str, Gap]:
    every = gaps(
        findings, conflicts, covered, questions, LIMITS,
        lead=lead, earlier=earlier, dropped=dropped, iteration=2,
    )  # fmt: skip
    assert len({gap.id for gap in every}) == len(every)
    return {gap.id: gap for gap in every}


def weak() -> Known:
    return assemble(
        ledger(
            claim("explore 1", "Critical and single", place("a.py", 1), category="critical"),
            claim("explore 1", "Important and bare", number=2),
            claim("explore 1", "For information", number=3, category="informational"),
        )
    )


def test_low_coverage_is_a_gap_and_below_half_a_critical_one() -> None:
    files = [f"f{n}" for n in range(10)]
    assert found(covered=coverage(files, files[:7], {})) == {}
    gap = found(covered=coverage(files, files[:6], {}))["coverage"]
    assert (gap.priority, gap.role, gap.files) == ("important", "explore", ("f6", "f7", "f8", "f9"))
    assert found(covered=coverage(files, files[:5], {}))["coverage"].priority == "important"
    assert found(covered=coverage(files, files[:4], {}))["coverage"].priority == "critical"
    many = found(covered=coverage([f"f{n}" for n in range(200)], [], {}))
    assert len(many) == MOST_COVERAGE_GAPS
    assert not set(many["coverage"].files) & set(many["coverage:2"].files)


def test_files_of_agents_that_gave_no_answer_are_dealt_again_though_enough_was_read() -> None:
    files = [f"f{n}" for n in range(10)]
    gap = found(covered=coverage(files, files[:8], {}), dropped=("f8", "f1"))["coverage"]
    assert (gap.files, gap.role, gap.priority) == (("f8",), "explore", "important")
    assert str(reason(gap)) == "The agents that were to read these files gave no answer."
    assert found(covered=coverage(files, files, {}), dropped=("f8",)) == {}


def test_a_gap_of_evidence_stays_until_its_finding_is_verified_though_others_raise_the_mean() -> None:
    bare = claim(
        "explore 1", "Tokens never expire", place("a.py", 40, check="unverified"), category="critical"
    )
    before = tuple(found(assemble(ledger(bare)).findings).values())
    assert [gap.id for gap in before] == ["evidence:f1"]
    sure = [
        claim(f"explore {agent}", f"Fact {n}", place(f"{agent}.py", n), number=n)
        for agent in (2, 3)
        for n in range(1, 9)
    ]
    same = tuple(relation(f"f{n + 1}", f"f{n + 9}", "same") for n in range(1, 9))
    still = found(assemble(ledger(bare, *sure, relations=same)).findings, earlier=before)
    assert still["evidence:f1"].left
    verified = claim("citation 1", "Tokens never expire", place("a.py", 40), iteration=2, category="critical")
    told = ledger(bare, *sure, verified, relations=(*same, relation("f1", "f18", "same", 2)))
    now = found(assemble(told).findings, earlier=before)
    assert now["evidence:f1"].status == "resolved"


def test_where_the_mean_is_low_each_weak_finding_is_a_gap_the_worst_first() -> None:
    every = found(weak().findings)
    assert list(every) == ["evidence:f2", "evidence:f1", "evidence:f3"]
    assert [gap.priority for gap in every.values()] == ["important", "important", "informational"]
    assert every["evidence:f1"].independent
    assert not every["evidence:f2"].independent
    assert {gap.role for gap in every.values()} == {"citation"}


def test_where_the_mean_is_high_no_single_finding_is_one() -> None:
    sure = [
        claim(agent, f"Fact {n}", place(f"{agent[-1]}.py", n), number=n)
        for agent in ("explore 1", "explore 2")
        for n in range(1, 9)
    ]
    same = tuple(relation(f"f{n}", f"f{n + 8}", "same") for n in range(1, 9))
    lone = claim("explore 1", "Lone", place("z.py", 2), number=9)
    assert found(assemble(ledger(*sure, lone, relations=same)).findings) == {}


def test_a_conflict_is_a_gap_until_it_is_settled_and_its_sides_are_none_of_their_own() -> None:
    told = ledger(
        claim("explore 1", "It is five", place("a.py", 1)),
        claim("explore 2", "It is seven", place("b.py", 1)),
        relations=(relation("f1", "f2", "contradicts"),),
    )
    known = assemble(told)
    every = found(known.findings, known.conflicts)
    assert list(every) == ["conflict:f1-f2"]
    gap = every["conflict:f1-f2"]
    assert (gap.priority, gap.role, gap.files) == ("important", "verification", ("a.py", "b.py"))
    told.resolutions = [Resolution(conflict="f1-f2", open=True, by="verification 1", iteration=2)]
    known = assemble(told)
    assert "conflict:f1-f2" in found(known.findings, known.conflicts)
    told.resolutions = [Resolution(conflict="f1-f2", keeps=("f1",), by="person", iteration=2)]
    known = assemble(told)
    assert "conflict:f1-f2" not in found(known.findings, known.conflicts)


@pytest.mark.parametrize(
    ("kind", "text", "role"),
    [
        ("feasibility", "Is it possible to add OAuth providers?", "security"),
        ("feasibility", "Is it possible to answer faster?", "performance"),
        ("feasibility", "Is it possible to print?", "explore"),
        ("architecture", "How does billing retry?", "explore"),
        ("rationale", "Why is it so?", "citation"),
        ("other", "Name all.", "explore"),
    ],
)
def test_open_questions_go_to_who_can_answer_them(kind: str, text: str, role: str) -> None:
    question = Question.model_validate({"id": "q1", "text": text, "kind": kind})
    gap = found(questions=(question,))["question:q1"]
    assert (gap.priority, gap.role, gap.focus) == ("critical", role, text)
    for state in ("answered", "absent"):
        assert found(questions=(question.model_copy(update={"state": state}),)) == {}
    assert (
        found(questions=(question.model_copy(update={"critical": False}),))["question:q1"].priority
        == "informational"
    )


def test_an_unclear_pattern_is_for_the_pattern_agent() -> None:
    pattern = claim("pattern 1", "Repositories are used").model_copy(update={"subject": "pattern"})
    gap = found(assemble(ledger(pattern)).findings)["pattern:f1"]
    assert (gap.priority, gap.role) == ("informational", "pattern")


def test_lines_that_do_not_support_a_finding_open_a_gap_whatever_the_mean() -> None:
    told = ledger(
        *(claim(f"explore {n}", "Sure", place(f"{n}.py", 1)) for n in (1, 2)),
        claim("explore 3", "Doubtful", place("x.py", 4)),
        relations=(relation("f1", "f2", "same"),),
    )
    told.supports = [SupportVerdict(finding="f3", file="x.py", first=4, last=4, support="no")]
    assert "support:f3" in found(assemble(told).findings)


def test_a_critical_finding_that_would_be_sure_asks_for_what_speaks_against_it() -> None:
    told = ledger(
        *(claim(f"explore {n}", "Keys are logged", place("a.py", 3), category="critical") for n in (1, 2))
    )
    gap = found(assemble(told).findings)["counter:f1"]
    assert (gap.counter, gap.role, gap.priority) == (True, "verification", "important")


def test_gaps_of_the_lead_model_keep_their_name_and_what_was_decided_of_them() -> None:
    security = lead_gap("security", "Tokens may be logged.", "logging", ("f1",))
    assert (security.priority, security.role) == ("critical", "security")
    assert lead_gap("security", " tokens may be   logged", "logging").id == security.id
    assert lead_gap("context", "x").role == "explore"
    assert lead_gap("performance", "x").priority == "important"
    first = found(lead=(security,))[security.id]
    assert first.iteration == 2
    dismissed = first.model_copy(update={"status": "dismissed"})
    assert found(lead=(security,), earlier=(dismissed,))[security.id].status == "dismissed"
    failed = first.model_copy(update={"status": "unresolved"})
    assert found(earlier=(failed,))[security.id].status == "open"
    assert found(earlier=(first,))[security.id].status == "resolved"


def test_a_dismissed_gap_stays_dismissed_and_one_that_is_closed_is_told() -> None:
    every = found(weak().findings)
    dismissed = every["evidence:f2"].model_copy(update={"status": "dismissed", "iteration": 1})
    again = found(weak().findings, earlier=(dismissed, every["evidence:f1"]))
    assert (again["evidence:f2"].status, again["evidence:f2"].iteration) == ("dismissed", 1)
    assert found(earlier=(every["evidence:f1"],))["evidence:f1"].status == "resolved"


PRIORITIES = st.sampled_from(["critical", "important", "informational"])
GAPS = st.lists(
    st.builds(
        lambda number, priority, focus, status: Gap(
            id=f"evidence:f{number}",
            type="evidence",
            priority=priority,
            role="citation",
            focus=focus,
            status=status,
        ),
        st.integers(1, 99),
        PRIORITIES,
        st.sampled_from(["billing retry", "the lobby", ""]),
        st.sampled_from(["open", "deferred", "unresolved", "dismissed", "resolved"]),
    ),
    unique_by=lambda gap: gap.id,
    max_size=10,
)


@given(GAPS, st.integers(0, 4), st.integers(0, 5), st.integers(0, 2**32))
def test_selection_takes_the_most_urgent_and_loses_none(
    every: list[Gap], left: int, seats: int, seed: int
) -> None:
    chosen, deferred = select(every, left, seats, "How does billing retry?")
    waiting = {gap.id for gap in every if gap.status not in ("dismissed", "resolved")}
    ids = [gap.id for gap in (*chosen, *deferred)]
    assert set(ids) == waiting
    assert len(ids) == len(waiting)
    assert len(chosen) == (min(seats, len(waiting)) if left else 0)
    levels: list[Priority] = ["critical", "important", "informational"]
    worst = max((levels.index(gap.priority) for gap in chosen), default=-1)
    best = min((levels.index(gap.priority) for gap in deferred), default=3)
    assert worst <= best or not chosen
    assert {gap.status for gap in chosen} <= {"assigned"}
    assert {gap.status for gap in deferred} <= {"deferred"}
    shuffled = list(every)
    Random(seed).shuffle(shuffled)
    assert select(shuffled, left, seats, "How does billing retry?") == (chosen, deferred)


def test_of_equal_level_what_is_nearest_to_the_brief_comes_first() -> None:
    def gap(name: str, focus: str) -> Gap:
        return Gap(id=name, type="evidence", priority="important", role="citation", focus=focus)

    chosen, _ = select([gap("a", "the lobby"), gap("b", "billing retry")], 2, 1, "How does billing retry?")
    assert [one.id for one in chosen] == ["b"]


def test_every_gap_says_why_it_is_one() -> None:
    every = found(
        weak().findings,
        covered=coverage(["a", "b"], [], {}),
        questions=(Question(id="q1", text="Why?"),),
        lead=(lead_gap("context", "The flow is not traced."),),
    )
    said = {str(reason(gap)) for gap in every.values()}
    assert "The flow is not traced." in said
    assert "0 % of the relevant files were analysed, 70 % are needed." in said
    assert "The evidence is thin: confidence 40 %, needed 80 %." in said
    assert "A single source stands behind it: a second one is wanted." in said
    assert all(sentence.strip() and "{" not in sentence for sentence in said)

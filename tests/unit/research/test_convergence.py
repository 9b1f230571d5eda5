"""When the work is good enough, when it is over, and what an iteration came to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.canonical import JsonValue
from app.workflows.research.face.telling import criterion
from app.workflows.research.model import Conflict, Coverage, Criterion, Question
from app.workflows.research.rules.convergence import converge, criteria
from app.workflows.research.rules.integration import assemble
from app.workflows.research.rules.questions import QuestionMark, judged, kind_of
from app.workflows.research.setup import ResearchSetup
from tests.support.claims import claim, ledger, place, relation

LIMITS = ResearchSetup(folder="sources", brief="How does billing retry?")


def rows(coverage: float, confidence: float, conflicts: int = 0, answered: int = 2) -> list[Criterion]:
    return [
        Criterion(name="coverage", value=coverage, threshold=0.7, passes=coverage >= 0.7 - 1e-9),
        Criterion(name="confidence", value=confidence, threshold=0.8, passes=confidence >= 0.8 - 1e-9),
        Criterion(name="conflicts", value=conflicts, threshold=2, passes=conflicts <= 2),
        Criterion(name="questions", value=answered, threshold=2, passes=answered == 2),
    ]


@pytest.mark.parametrize(
    ("table", "iteration", "new", "outcome", "why", "failing", "action"),
    [
        (rows(0.70, 0.80), 1, [5], "full", "", 0, "report"),
        (rows(0.1 + 0.6, 0.8), 1, [5], "full", "", 0, "report"),
        (rows(0.85, 0.90), 2, [5, 3], "early", "", 0, "report"),
        (rows(0.85, 0.90, conflicts=3), 2, [5, 3], "early", "", 1, "report"),
        (rows(0.85, 0.90, answered=1), 2, [5, 3], "not_converged", "", 1, "continue"),
        (rows(0.60, 0.75, 3, 1), 2, [5, 3], "not_converged", "", 4, "continue"),
        (rows(0.60, 0.90), 4, [5, 3, 2, 1], "partial", "max_iterations", 1, "report"),
        (rows(0.60, 0.90), 3, [5, 0, 0], "partial", "no_progress", 1, "report"),
        (rows(0.60, 0.90), 2, [5, 0], "not_converged", "", 1, "continue"),
        (rows(0.60, 0.90), 1, [0], "not_converged", "", 1, "continue"),
        (rows(0.80, 0.85), 4, [0, 0, 0, 0], "full", "", 0, "report"),
    ],
)
def test_what_follows_from_the_table(
    table: list[Criterion], iteration: int, new: list[int], outcome: str, why: str, failing: int, action: str
) -> None:
    found = converge(table, iteration, new, LIMITS)
    assert (found.outcome, found.why, found.failing, found.next_action) == (outcome, why, failing, action)
    assert found.saved == (4 - iteration if outcome == "early" else 0)


def test_the_early_end_can_be_switched_off() -> None:
    off = LIMITS.model_copy(update={"early_exit": False})
    assert converge(rows(0.95, 0.95), 1, [5], off).outcome == "full"
    assert converge(rows(0.95, 0.95, conflicts=3), 1, [5], off).outcome == "not_converged"


def test_the_table_counts_what_it_says() -> None:
    told = ledger(
        claim("explore 1", "Sure", place("a.py", 1)),
        claim("explore 2", "Sure too", place("b.py", 1)),
        claim("explore 2", "By the way", number=2, category="informational"),
        relations=(relation("f1", "f2", "same"),),
    )
    conflicts = [
        Conflict(id="f1-f2", a="f1", b="f2", state="open", iteration=1),
        Conflict(id="f1-f3", a="f1", b="f3", state="left_open", iteration=1),
        Conflict(id="f2-f3", a="f2", b="f3", state="resolved", iteration=1),
    ]
    questions = [
        Question(id="q1", text="?", state="answered"),
        Question(id="q2", text="?", state="absent"),
        Question(id="q3", text="?", state="partial"),
        Question(id="q4", text="?", critical=False),
    ]
    covered = Coverage(estimated=("a", "b", "c"), analysed=("a", "b"), missing=("c",))
    table = {
        row.name: row for row in criteria(covered, assemble(told).findings, conflicts, questions, LIMITS)
    }
    assert table["coverage"].value == pytest.approx(2 / 3)
    assert table["confidence"].value == pytest.approx(0.95), "informational findings are not counted"
    assert table["conflicts"].value == 1, "f3 is for information: only what a verification left open"
    assert table["conflicts"].unchecked == 0
    assert (table["questions"].value, table["questions"].threshold) == (2, 3)
    assert [row.passes for row in table.values()] == [False, True, True, False]


def test_a_contradiction_that_nobody_looked_at_counts_where_both_sides_matter() -> None:
    told = assemble(
        ledger(
            claim("explore 1", "It is kept in SQL Server", place("a.py", 1)),
            claim("explore 2", "It is kept in PostgreSQL", place("b.py", 1), category="critical"),
            claim("explore 2", "By the way", number=2, category="informational"),
            relations=(relation("f1", "f2", "contradicts"), relation("f1", "f3", "contradicts")),
        )
    )
    covered = Coverage(estimated=("a",), analysed=("a",), missing=())
    none = LIMITS.model_copy(update={"max_unresolved_conflicts": 0})
    row = criteria(covered, told.findings, told.conflicts, (), none)[2]
    assert (row.value, row.unchecked, row.passes) == (1, 1, False)
    assert (
        str(criterion(row.model_dump(mode="json")))
        == "1 conflict not settled, at most 0 (1 not looked at yet)"
    )
    before: dict[str, JsonValue] = {"name": "conflicts", "value": 1, "threshold": 0, "passes": False}
    assert str(criterion(before)) == "1 conflict checked and not settled, at most 0", "of an earlier version"


@given(
    st.floats(0, 1), st.floats(0, 1), st.integers(0, 5), st.integers(0, 2), st.integers(1, 12),
    st.lists(st.integers(0, 3), min_size=1, max_size=6), st.booleans(),
)  # fmt: skip
def test_every_table_has_an_outcome_and_a_better_one_never_undoes_convergence(
    coverage: float,
    confidence: float,
    conflicts: int,
    answered: int,
    iteration: int,
    new: list[int],
    early: bool,
) -> None:
    limits = LIMITS.model_copy(update={"early_exit": early})
    found = converge(rows(coverage, confidence, conflicts, answered), iteration, new, limits)
    assert (found.outcome == "not_converged") == (found.next_action == "continue")
    assert iteration < limits.max_iterations or found.outcome != "not_converged"
    assert (found.outcome == "partial") == bool(found.why)
    better = converge(rows(min(1, coverage + 0.1), min(1, confidence + 0.1), 0, 2), iteration, new, limits)
    if found.outcome in ("full", "early"):
        assert better.outcome in ("full", "early")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Is it possible to add OAuth?", "feasibility"),
        ("Can one invoice be charged twice?", "feasibility"),
        ("How does the app handle password resets?", "architecture"),
        ("What handles session management?", "location"),
        ("Where is the key kept?", "location"),
        ("Why is the wait doubled?", "rationale"),
        ("  why are there two?", "rationale"),
        ("What is the fee?", "other"),
        ("", "other"),
        ("Canada pays what?", "other"),
    ],
)
def test_the_kind_of_a_question_follows_from_its_opening(text: str, kind: str) -> None:
    assert kind_of(text) == kind


def test_an_answer_needs_evidence_or_a_persons_word() -> None:
    told = ledger(
        claim("explore 1", "Proved", place("a.py", 1)),
        claim("explore 1", "Guessed", place("b.py", 1, check="unverified"), number=2),
    )
    findings = assemble(told).findings
    question = Question(id="q1", text="?")

    def state(*marks: QuestionMark) -> str:
        return judged([question], marks, findings)[0].state

    def mark(
        state: str, *names: str, by: str = "lead", searched: tuple[str, ...] = (), iteration: int = 1
    ) -> QuestionMark:
        return QuestionMark.model_validate(
            {
                "question": "q1",
                "state": state,
                "findings": names,
                "by": by,
                "searched": searched,
                "iteration": iteration,
            }
        )

    assert state() == "open"
    assert state(mark("answered", "f1")) == "answered"
    assert state(mark("answered", "f2")) == "partial"
    assert state(mark("answered", "f9")) == "open"
    assert state(mark("answered", by="person")) == "answered"
    assert state(mark("open", by="person"), mark("answered", "f1", iteration=3)) == "open"
    assert state(mark("answered", "f1"), mark("partial", "f1", iteration=2)) == "partial"
    assert state(mark("absent")) == "open", "nobody looked"
    assert state(mark("absent", searched=("invoice",))) == "absent"
    assert judged([question], [mark("answered", "f1")], findings, {"q1"})[0].state == "partial"
    assert judged([question], [mark("absent", searched=("x",))], findings, {"q1"})[0].state == "open"
    assert judged([question], [mark("answered", by="person")], findings, {"q1"})[0].state == "answered"
    proved = told.claims[0].model_copy(update={"question": "q1"})
    found = assemble(ledger(proved)).findings
    assert judged([question], [mark("absent", searched=("x",))], found)[0].state == "partial"

"""What is compared in a batch: teams, and settings where the same question ran with several."""

from __future__ import annotations

from dataclasses import replace

from app.domain.ids import SessionId
from app.projections.evaluation import Outcome
from app.services.batches.plan import Entry
from app.services.batches.reporting import Variants, asked_of, settings_of
from app.workflows.debate.setup import DebateSetup


def told(row: int, *, expected: str = "A", baseline: str = "", **setup: object) -> tuple[Entry, Outcome]:
    given = DebateSetup.model_validate({"question": "Which?", **setup}).model_dump(mode="json")
    session = SessionId(f"{row}{baseline}")
    entry = Entry(session=session, row=row, id=f"q{row}", team="T", seed=1, baseline=baseline)
    outcome = Outcome(entry.id, entry.variant, 1, session, [], result=True, cost=None, tokens=1)
    return entry, replace(
        outcome,
        asked=asked_of(DebateSetup, given, expected),
        settings=settings_of(DebateSetup, given),
    )


def named(*all_of: tuple[Entry, Outcome]) -> list[Outcome]:
    variants = Variants(all_of, {"": DebateSetup})
    return [variants.named(entry, outcome) for entry, outcome in all_of]


def test_a_question_that_ran_with_several_settings_is_one_question_in_as_many_arms() -> None:
    once, usual, vote = named(told(1, max_rounds=1), told(2), told(1, baseline="vote", enabled=False))
    assert (once.team, usual.team) == ("T · max_rounds=1", "T · max_rounds=2")
    assert (vote.team, vote.baseline_of) == ("T · max_rounds=1 · vote", "T · max_rounds=1")
    assert once.unit == usual.unit == vote.unit


def test_other_questions_with_other_settings_are_no_arms() -> None:
    first, second = named(told(1, max_rounds=1), told(2, question="Whither?"))
    assert (first.team, second.team) == ("T", "T")
    assert first.unit != second.unit


def test_a_session_that_is_not_finished_belongs_to_the_arm_of_its_row() -> None:
    variants = Variants([told(1, max_rounds=1), told(2)], {"": DebateSetup})
    waiting, _ = told(1, baseline="best")
    assert variants.variant(waiting) == "T · max_rounds=1 · best"


def test_texts_and_files_are_what_is_asked_and_no_settings() -> None:
    _, one = told(1, context_text="Read this.", rubric="It names B.", gate_policy="never_ask")
    assert one.settings == {"gate_policy": "never_ask"}
    _, other = told(1, context_text="Read that.")
    assert one.unit != other.unit


def test_the_workflows_of_a_row_are_arms_of_one_question() -> None:
    debate, outcome = told(1)
    # In a row of its own, under the same id.
    other = Entry(session=SessionId("r"), row=2, id="q1", team="T", seed=1, workflow="research", several=True)
    found = Outcome(
        "q1", other.variant, 1, other.session, [], result=False, cost=None, tokens=1, asked="a brief"
    )
    debate = debate.model_copy(update={"workflow": "debate", "several": True})
    variants = Variants([(debate, outcome), (other, found)], {"debate": DebateSetup, "research": DebateSetup})
    first, second = variants.named(debate, outcome), variants.named(other, found)
    assert (first.team, second.team) == ("T · debate", "T · research")
    assert first.unit == second.unit

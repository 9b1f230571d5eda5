"""Simulated panels: the plain loop over tasks is what the debate itself does with the same members."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from app.domain.seats import Seat, Team
from app.projections.answers import answer_of
from app.settings.folders import Folders
from app.workflows.debate.state import DebateState
from tests.support.simulated import build_simulated
from tests.support.simulated.panel import (
    Member,
    Task,
    climb,
    decided,
    deliberate,
    first_said,
    member_in,
    task_in,
)

WITHOUT_ASKING = {"max_rounds": 2, "gate_policy": "never_ask", "interactive_clarifications": False}
TO_THE_END = {"termination": "fixed", "auto_stop_on_convergence": False}
# An answer of one letter is all there is of a simulated text: another one is another text.
QUICK = {"profile": "quick", "min_change_threshold": 0.01}


def seated(members: Sequence[Member]) -> Team:
    """Return a team of simulated members; their chair counts as the debate asks it to."""
    seats = tuple(Seat(name=one.seat, model="offline/simulated", role=one.role()) for one in members)
    chair = Seat(name="Chair", model="offline/simulated")
    return Team.model_validate({"member": seats, "chair": chair})


def test_a_task_and_a_member_are_read_from_what_they_are_written_as() -> None:
    for task in (Task("7"), Task("9", ("yes", "no")), Task("3", hidden=True)):
        assert task_in(f"# About it\n\n{task.question()}") == task
    odd = Member("Bob", 0.55, 0.8, 0.9, 0.25, adversary=True, unrelated=True, trust=0.5, gullible=0.75)
    for member in (Member("Ann"), odd):
        assert member_in(member.seat, f"Your role: {member.role()}.") == member


PANELS = {
    "critics who find errors": [Member(name, 0.6, insight=0.9) for name in ("Ann", "Bob", "Cy")],
    "members who follow": [Member(name, 0.5, conformity=0.9) for name in ("Ann", "Bob", "Cy", "Di", "Eve")],
    "both, and one against all": [
        Member("Ann", 0.5, conformity=0.5, insight=0.5),
        Member("Bob", 0.7, conformity=0.5, insight=0.5),
        Member("Cy", adversary=True),
    ],
    "nothing to the point": [
        Member(name, 0.5, unrelated=True, conformity=0.5) for name in ("Ann", "Bob", "Cy")
    ],
}
PANELS["authors who see errors where none are"] = [
    Member(name, 0.5, insight=0.5, gullible=0.5) for name in ("Ann", "Bob", "Cy", "Di", "Eve")
]
CASES = [
    (name, Task(str(number), hidden=number == 4), False)
    for name, number in zip(PANELS, (1, 4, 1, 4, 1), strict=True)
]
TRUSTING = "critics who trust a letter they know"
PANELS[TRUSTING] = [
    Member(name, 0.5, conformity=0.9, insight=0.5, trust=1.0) for name in ("Ann", "Bob", "Cy", "Di", "Eve")
]
# In the second round of this task the two settings come to different answers.
CASES += [(TRUSTING, Task("19"), new_letters) for new_letters in (False, True)]


def test_what_more_left_for_an_error_than_held_it_throughout_counts_for_nothing() -> None:
    last = {"Ann": "B", "Bob": "A", "Cy": "A", "Di": "C"}
    assert decided(last, []) == "A"
    # Both who came to A found B wrong, and who left A found it wrong: C alone was never left.
    left = {"Ann": "A", "Bob": "B", "Cy": "B"}
    assert decided(last, [(seat, was, "error") for seat, was in left.items()]) == "C"
    # One that sees an error where two others saw none takes nothing from them.
    assert decided({"Ann": "B", "Bob": "A", "Cy": "A"}, [("Ann", "A", "error")]) == "A"
    # Where nothing is left that nobody left, all of it counts.
    assert decided({"Ann": "B", "Bob": "A"}, [("Ann", "A", "error"), ("Bob", "B", "error")]) == "B"


async def debated(setup: Mapping[str, object], members: Sequence[Member], folder: Path) -> DebateState:
    """Run a debate of simulated members to its end; return its state."""
    core = build_simulated(Folders(folder / "data", folder / "config"))
    try:
        session = await core.sessions.create("debate", {**WITHOUT_ASKING, **setup}, seated(members))
        await core.sessions.start(session)
        assert await core.sessions.wait(session) == "finished"
        records = await core.sessions.records(session)
    finally:
        await core.close()
    state = DebateState()
    for record in records:
        fact = core.catalogue.decode(record)
        if fact is not None:
            state.apply(record, fact)
    return state


@pytest.mark.parametrize(
    ("panel", "task", "new_letters"),
    CASES,
    ids=[f"{name}, task {task.name}{', new letters' * new}" for name, task, new in CASES],
)
async def test_a_debate_of_simulated_members_goes_as_the_plain_loop_says(
    panel: str, task: Task, new_letters: bool, tmp_path: Path
) -> None:
    members = PANELS[panel]
    setup = {"question": task.question(), "new_letters": new_letters, **TO_THE_END}
    state = await debated(setup, members, tmp_path)
    expected = deliberate(task, members, 2, new_letters=new_letters)
    first = state.first_round
    assert first is not None
    assert {seat: answer_of(version.text) for seat, version in first.base.items()} == expected.first
    refined = [{seat: answer_of(one.text) for seat, one in a.refined.items()} for a in state.rounds_accepted]
    assert refined == list(expected.rounds)
    assert state.stated is not None
    assert state.stated.decision == expected.result
    # The judge's choice, which stands word for word, is what a chair would have counted.
    assert answer_of(state.stated.answer) == expected.result


SEVEN = ("Ann", "Bob", "Cy", "Di", "Eve", "Fay", "Gus")
ALONE, UP = ("attack",), ("attack", "debate")
CLIMBS = {
    "most stand behind an answer": (0.75, 0.0, 0.3, ALONE),
    "two are wrong together and outnumbered": (0.55, 0.0, 0.0, UP),
    "the author follows without a reason": (0.55, 0.9, 0.0, UP),
    "an error is found": (0.55, 0.0, 0.9, ALONE),
}


@pytest.mark.parametrize("case", CLIMBS)
@pytest.mark.parametrize("size", [3, pytest.param(5, marks=pytest.mark.nightly)])
async def test_a_quick_check_of_simulated_members_goes_up_as_the_plain_loop_says(
    case: str, size: int, tmp_path: Path
) -> None:
    accuracy, conformity, insight, rungs = CLIMBS[case]
    members = [Member(name, accuracy, conformity=conformity, insight=insight) for name in SEVEN[:size]]
    tasks = [Task(str(number)) for number in range(200)]
    went = {task: climb(task, members) for task in tasks}
    # One of each length: a debate ends early where all agree or nobody moves.
    ways = {(one.rungs, one.rounds): task for task, one in went.items()}
    chosen = [task for (way, _), task in ways.items() if way in (("debate",), rungs)]
    for task in chosen:
        state = await debated({"question": task.question(), **QUICK}, members, tmp_path / task.name)
        assert state.stated is not None
        assert state.checked is not None
        told = state.stated.decision or answer_of(state.stated.answer)
        attacked, all_debate = state.checked.agree, state.rung == "debate"
        expected = went[task]
        assert ("attack" in expected.rungs, "debate" in expected.rungs) == (attacked, all_debate)
        assert told == expected.result
        assert state.round == expected.rounds + ("attack" in expected.rungs)


@pytest.mark.parametrize("size", [3, 5])
def test_where_all_are_wrong_together_an_attack_finds_what_a_debate_finds(size: int) -> None:
    members = [Member(name, conformity=0.9) for name in SEVEN[:size]]
    tasks = [Task(f"h{number}", hidden=True) for number in range(50)]
    debated_right = [deliberate(task, members).result == task.right for task in tasks]
    climbed = [climb(task, members) for task in tasks]
    assert all(first_said(task, one).answer != task.right for task in tasks for one in members)
    attacked_right = [
        one.result == task.right for one, task in zip(climbed, tasks, strict=True) if one.rungs == ALONE
    ]
    assert len(attacked_right) == len(tasks)
    assert sum(attacked_right) >= sum(debated_right) > 0


@pytest.mark.parametrize("conformity", [0.0, 0.6])
def test_a_quick_check_debates_one_round_less_where_a_second_gains_nothing(conformity: float) -> None:
    members = [Member(name, 0.55, conformity=conformity) for name in SEVEN[:3]]
    tasks = [Task(str(number)) for number in range(150)]
    climbed, whole = [climb(task, members) for task in tasks], [deliberate(task, members) for task in tasks]
    assert all(one.rounds == 1 for one in climbed if one.rungs == ("debate",))
    assert [one.result for one in climbed] == [one.result for one in whole]

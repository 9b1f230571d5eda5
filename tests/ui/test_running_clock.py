"""How long a round runs, and how long it will: counted without what stood still, told each second."""

from __future__ import annotations

import pytest

from app.domain.facts import GateAnswered, GateOpened, NodeEntered, NodeLeft, RunHalted, RunStarted
from app.projections.folding import Projections
from app.projections.live_calls import Waiting
from app.projections.steps import Visit
from app.projections.timeline import TimelineAttempt, TimelineRound
from app.ui.view.pace import Clock, clock_words, round_clock
from tests.ui.insights.test_stepper import view_at

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")
SECOND = 1_000_000
MINUTE = 60 * SECOND


def folded(**nodes: Visit) -> Projections:
    """Return a fold in which round 1 is over and took 1, 3 and 2 minutes, and round 2 has these steps."""
    fold = Projections()
    took = {"critique": 1, "refinement": 3, "judging": 2}
    fold.timeline.rounds[1] = TimelineRound(1, [TimelineAttempt(1, 0, closed_at=9 * MINUTE, accepted=True)])
    fold.timeline.rounds[2] = TimelineRound(2, [TimelineAttempt(1, 10 * MINUTE)])
    fold.steps.by_attempt[1, 1] = {name: Visit(took=n * MINUTE) for name, n in took.items()}
    fold.steps.by_attempt[2, 1] = nodes
    return fold


def test_time_left_is_what_the_round_before_took_less_what_is_done():
    critique, refinement = Visit(took=2 * MINUTE), Visit(took=MINUTE, since=20 * MINUTE)
    clock = round_clock(folded(critique=critique, refinement=refinement), 2, 1)
    # It has run for three minutes; two are left of this step, and two of the next.
    assert clock == Clock(17 * MINUTE, 24 * MINUTE)
    assert clock_words(clock, 20 * MINUTE) == ("3:00", "about 4 min left")
    assert clock_words(clock, 23 * MINUTE + 30 * SECOND) == ("6:30", "under 1 min left")
    assert clock_words(clock, 25 * MINUTE) == ("8:00",), "longer than before: nobody knows"


def test_without_a_round_before_it_or_of_a_step_it_did_not_have_nothing_is_foretold():
    first = folded()
    first.steps.by_attempt[1, 1] = {"critique": Visit(since=5 * MINUTE)}
    first.timeline.rounds[1].attempts[0].closed_at = None
    assert round_clock(first, 1, 1) == Clock(5 * MINUTE)
    assert round_clock(folded(synthesis=Visit(since=5 * MINUTE)), 2, 1) == Clock(5 * MINUTE)
    assert round_clock(folded(critique=Visit(took=MINUTE)), 2, 1) is None, "it stands still"


def test_a_second_attempt_is_measured_by_the_first():
    fold = folded()
    fold.timeline.rounds[2].attempts[0].closed_at = 15 * MINUTE
    fold.timeline.rounds[2].attempts.append(TimelineAttempt(2, 15 * MINUTE))
    fold.steps.by_attempt[2, 1] = {"critique": Visit(took=5 * MINUTE)}
    fold.steps.by_attempt[2, 2] = {"critique": Visit(since=20 * MINUTE)}
    assert round_clock(fold, 2, 2) == Clock(20 * MINUTE, 25 * MINUTE)


async def test_what_waits_for_a_person_or_stands_still_is_no_time_of_a_step(core):
    view = await view_at(core)
    visits = view.fold.steps.by_attempt
    assert {name for name, visit in visits[1, 1].items() if visit.since} == set()
    moving = ran = 0
    for record in view.log:
        fact = view.fact(record)
        if isinstance(fact, (NodeLeft, GateOpened, RunHalted)) and moving:
            ran += record.at - moving
            moving = 0
        if isinstance(fact, (NodeEntered, GateAnswered, RunStarted)):
            moving = record.at
    assert ran > 0
    assert sum(v.took for nodes in visits.values() for v in nodes.values()) == ran


async def test_the_bar_counts_on_and_says_nothing_of_it_to_a_screen_reader(desk, core, monkeypatch):
    await core.begin()
    async with desk() as d:
        bar = d.window.page.bar
        clock = bar._bar.clock
        assert clock is not None
        now = clock.began
        for later, told in ((5, " · 0:05"), (61, " · 1:01"), (4000, "")):
            monkeypatch.setattr("time.time_ns", lambda at=now + later * SECOND: at * 1000)
            bar._ticks.timeout.emit()
            assert bar.cost.text().endswith(f"calls under way{told}")
            assert not told or told not in bar.accessibleDescription()
            assert bar.cost.text().startswith("Step ")


async def test_what_waits_for_its_turn_is_not_counted_as_under_way(desk, core):
    session = await core.begin()
    async with desk() as d:
        page = d.window.page
        first, *others = page.view.live_calls.running
        assert others
        page.on_waits(session, {first: Waiting("thinks", 1)} | dict.fromkeys(others, Waiting("place", 1)))
        told = page.bar.cost.text()
        assert "1 call under way" in told, told
        assert f"{len(others)} wait" in told, told
        assert "calls under way" not in told, told
        who = page.view.names.of(page.view.live_calls.running[first].seat)
        assert f": {who} is " in page.bar.title.text(), "who waits does nothing yet"

"""The machine's clock is set forward or back, or summer time begins and ends, while sessions run.

What a clock that nobody sets measures goes on as before; records stay in their order, every form of export
can be written, and the times that are shown are those of the place and the day.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.bootstrap import build
from app.cli.looking import LogLines
from app.cli.outcome import folded
from app.domain.canonical import JsonValue
from app.domain.errors import InputError
from app.domain.ids import SessionId
from app.export.registry import EXPORTERS
from app.gateway.throttle import Place as At
from app.gateway.throttle import Throttle
from app.services.core import Core
from app.services.drive import drive
from app.services.unattended import AnswerPlan
from app.settings.folders import Folders
from app.settings.providers import Pace
from app.store.clock import SystemClock
from app.ui.view.pace import Clock, clock_words
from app.ui.view.session_rows import asks
from tests.faults.disk.sweep_child import EXPERIMENT, SETUP, TABLE, Place, batch
from tests.support.clocks import ManualClock
from tests.support.desk import desk
from tests.support.examples import sampled

HOUR, DAY, YEAR = 3600, 86_400, 400 * 86_400
BOTH_WAYS = pytest.mark.parametrize("by", [-HOUR, HOUR, -YEAR, YEAR])
"""Seconds by which a clock jumps."""
BERLIN = "CET-1CEST,M3.5.0,M10.5.0/3"
"""Needs no table of time zones."""
FORMS = ("md", "html", "pdf", "docx", "csv", "json", "jsonl")


class Jumping(ManualClock):
    """A clock that is set by hand while time passes."""

    def __init__(self) -> None:
        super().__init__()
        self.set_by = 0.0

    def now(self) -> int:
        """Return what it shows."""
        return self.time + int(self.set_by * 1e6)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Callable[[int], float]], None]]:
    """Set this machine's clock by seconds that hang on how often it was looked at."""
    real_ns, real = time.time_ns, time.time
    looked = 0

    def install(seconds: Callable[[int], float]) -> None:
        def shown() -> float:
            nonlocal looked
            looked += 1
            return seconds(looked)

        monkeypatch.setattr(time, "time_ns", lambda: real_ns() + int(shown() * 1e9))
        monkeypatch.setattr(time, "time", lambda: real() + shown())

    yield install
    monkeypatch.undo()
    time.tzset()


def opened(folder: Path) -> Core:
    return build(Folders(folder / "data", folder / "config"), council_step=0.0)


async def run_whole(core: Core, workflow: str, setup: dict[str, object]) -> SessionId:
    session = await core.sessions.create(workflow, setup, core.teams.default())
    assert await drive(core.sessions, core.review, session, AnswerPlan(approve="all")) == "finished"
    return session


@BOTH_WAYS
async def test_a_place_at_a_provider_is_waited_for_as_long_as_it_was_asked_to_be(by: float) -> None:
    clock = Jumping()
    throttle = Throttle(clock)
    throttle.pause("a", 10.0, "m")
    throttle.pause("b", 10.0)
    paced = At("c", Pace(per_minute=1))
    async with throttle.slot(paced):
        pass
    clock.set_by = by
    begun = clock.time
    for place, most in ((At("a", model="m"), 10), (At("b"), 10), (paced, 60)):
        async with throttle.slot(place):
            assert (clock.time - begun) / 1e6 == pytest.approx(most, abs=0.1)


@BOTH_WAYS
async def test_a_gate_that_answers_itself_does_so_after_its_time(by: float, tmp_path: Path) -> None:
    clock = SystemClock()
    shown = {"by": 0.0}
    real = clock.now
    clock.now = lambda: real() + int(shown["by"] * 1e6)  # type: ignore[method-assign]
    async with desk(tmp_path, clock=clock) as table:
        session = await table.create(due_in=0.3, rounds=1)
        began = time.monotonic()
        assert await table.run(session) == "waiting"
        shown["by"] = by
        live = table.live(session)
        assert live.due is not None
        await live.due
        assert time.monotonic() - began >= 0.3
        assert live.fold.gates.open_gate() is None


@pytest.mark.parametrize(
    ("by", "workflow"),
    # At a push each workflow once, a little back and far forth.
    sampled(
        [(by, workflow) for workflow in ("debate", "experiment") for by in (-HOUR, HOUR, -YEAR, YEAR)],
        {(-HOUR, "debate"), (YEAR, "experiment")},
        several=True,
    ),
)
async def test_records_stay_in_order_and_every_form_is_written_whatever_the_clock_does(
    machine: Callable[[Callable[[int], float]], None], tmp_path: Path, by: float, workflow: str
) -> None:
    machine(lambda looked: by if looked // 7 % 2 else 0.0)
    core = opened(tmp_path)
    session = await run_whole(core, workflow, SETUP if workflow == "debate" else EXPERIMENT)
    records = await core.sessions.records(session)
    times = [record.at for record in records]
    assert times == sorted(times)
    for form in FORMS:
        assert await core.exporting.content(session, form)
    report = json.loads(await core.exporting.content(session, "json"))
    assert report["created_at"] <= report["finished_at"]
    (row,) = await core.library.rows()
    assert row.state == "finished"
    assert row.created_at <= row.changed_at
    # The clock is right again, and what was said of the future goes on behind it.
    machine(lambda _: 0.0)
    changes: dict[str, JsonValue] = {"run_id": "r2"} if workflow == "experiment" else {}
    fork = await core.sessions.fork(session, len(records), changes)
    later = [record.at for record in await core.sessions.records(fork)]
    assert later == sorted(later)
    await core.admin.delete(fork)
    await core.clear_trash()
    assert await core.parts.store.trashed() == [fork]
    await core.close()


@pytest.mark.parametrize("leap", [40, 4_000, -4_000], ids=["40 days", "eleven years", "back"])
async def test_no_leap_of_the_clock_empties_the_trash_and_days_that_pass_do(
    tmp_path: Path, leap: int
) -> None:
    core = opened(tmp_path)
    session = await core.sessions.create("debate", SETUP, core.teams.default())
    await core.admin.delete(session)
    shows = time.time()

    async def there_after(days: int) -> bool:
        """Let the clock show so many days more, and look through the trash as each start does."""
        nonlocal shows
        shows += days * DAY
        await core.parts.store.clear_trash(shows, 30 * DAY)
        return session in await core.parts.store.trashed()

    for day in (*[1] * 20, leap, 1, 1, -leap, 1, 1):
        assert await there_after(day)
    left = 0
    while await there_after(1):
        left += 1
        assert left < 31
    assert left > 10
    await core.close()


@pytest.mark.parametrize(
    "to",
    [pytest.param(5_000_000, id="1970"), pytest.param(4_420_000_000, id="2110", marks=pytest.mark.nightly)],
)
async def test_a_clock_without_its_battery_leaves_all_that_was_said_and_every_form_or_a_word_of_it(
    machine: Callable[[Callable[[int], float]], None], tmp_path: Path, to: int
) -> None:
    shown = to - time.time()
    machine(lambda _: shown)
    core = opened(tmp_path)
    session = await run_whole(core, "debate", SETUP)
    for form in EXPORTERS:
        if form in ("docx", "tracked"):
            with pytest.raises(InputError, match=r"clock shows the year (1970|2110)"):
                await core.exporting.content(session, form)
        else:
            assert await core.exporting.content(session, form)
    made = await core.backups.write(tmp_path / "all.zip")
    assert made.sessions == 1
    # The clock is set: what was said then is there, and can be taken from the backup.
    machine(lambda _: 0.0)
    assert await core.exporting.content(session, "docx")
    await core.close()
    elsewhere = opened(tmp_path / "elsewhere")
    assert (await elsewhere.backups.restore(tmp_path / "all.zip")).taken == [session]
    assert [row.state for row in await elsewhere.library.rows()] == ["finished"]
    await elsewhere.close()


@BOTH_WAYS
async def test_a_batch_comes_to_its_end_with_each_row_once_whatever_the_clock_does(
    machine: Callable[[Callable[[int], float]], None], tmp_path: Path, by: float
) -> None:
    place = Place(tmp_path)
    (tmp_path / "data").mkdir()
    (tmp_path / "rows.csv").write_text(TABLE, encoding="utf-8")
    machine(lambda looked: by if looked // 40 % 2 else 0.0)
    core = place.core()
    await batch(core, place)
    planned = place.planned(core)
    found = await core.batches.standings(one.entry for one in planned.plan.sessions)
    assert [one.state for one in found.values()] == ["finished"] * 2
    assert len(await core.library.rows()) == 2
    await core.close()


@pytest.mark.parametrize(
    ("begins", "before", "after"),
    [("2026-10-25T00:59:59", 2, 1), ("2027-03-28T00:59:59", 1, 2)],
    ids=["ends", "begins"],
)
async def test_the_times_shown_are_those_of_the_place_where_summer_time_begins_or_ends(
    machine: Callable[[Callable[[int], float]], None],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    begins: str,
    before: int,
    after: int,
) -> None:
    monkeypatch.setenv("TZ", BERLIN)
    time.tzset()
    switch = datetime.fromisoformat(begins).replace(tzinfo=UTC) + timedelta(seconds=1)
    start = switch.timestamp() - 1 - time.time()
    # Some half of the session lies before the switch.
    machine(lambda looked: start + (HOUR if looked > 12 else 0.0) - HOUR / 2)
    core = opened(tmp_path)
    session = await run_whole(core, "debate", SETUP)
    records = await core.sessions.records(session)
    machine(lambda _: start + 2 * HOUR)
    fold = await core.sessions.fold(session)
    lines = LogLines(fold, folded(fold, core.catalogue, records))
    offsets = set[int]()
    for record in records:
        at = datetime.fromtimestamp(record.at / 1e6, UTC)
        offset = before if at < switch else after
        offsets.add(offset)
        assert f"{at + timedelta(hours=offset):%H:%M:%S}" in lines.line(record)
    assert offsets == {before, after}
    (row,) = await core.library.rows()
    ended = datetime.fromtimestamp(row.changed_at / 1e6, UTC) + timedelta(hours=after)
    assert f"{ended:%H:%M}" in asks(row, dated=True)
    for form in FORMS:
        assert await core.exporting.content(session, form)
    await core.close()


@pytest.mark.parametrize("by", [-YEAR, -HOUR, -1, 0])
def test_what_is_left_of_a_round_is_never_told_longer_than_the_round(by: int) -> None:
    began = 1_800_000_000_000_000
    counted = Clock(began, began + 120_000_000)
    assert clock_words(counted, began + by * 1_000_000) == ("about 2 min left",)

"""Forecast, decision and outcome: when they may be told, who sees them, and how often each was right."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
import pytest_asyncio

from app.domain.errors import InputError
from app.domain.verdict_facts import DecisionRecorded, ForecastMade, OutcomeRecorded, seat_who
from app.engine.plugin import report_of
from app.engine.session_rows import SessionRow
from app.projections.reporting import build_report
from app.services.library import Library
from app.services.looking_back import who_was_right
from app.store.library import SqliteLibrary
from tests.unit.debate.debate_table import Table, prompt

CANARY = "I expect the ZEPHYR-4711 answer."


@pytest_asyncio.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """Return a table whose members ask the person first."""
    made = Table(tmp_path)
    made.scripts["clarification"] = lambda _request: json.dumps({"questions": [{"question": "Who pays?"}]})
    yield made
    await made.sessions.shutdown()


@pytest.mark.asyncio
async def test_a_forecast_is_in_no_prompt_and_stays_as_it_is_once_the_first_round_opens(
    table: Table,
) -> None:
    await table.open(interactive_clarifications=True)
    await table.tell(ForecastMade(text="Something else."))
    await table.tell(ForecastMade(text=CANARY))
    await table.answer("continue")
    assert table.kind == "approval"
    with pytest.raises(InputError, match="first answers are open"):
        await table.tell(ForecastMade(text="I knew it."))
    await table.answer("reject", feedback="Once more.")
    await table.answer("finish")
    assert len(table.gateway.requests) > 10
    assert not any("ZEPHYR" in prompt(r) or "ZEPHYR" in str(r) for r in table.gateway.requests)
    assert table.live.fold.session.forecast == CANARY
    assert [fact.text for fact in await table.facts("forecast_made")] == ["Something else.", CANARY]


@pytest.mark.asyncio
@pytest.mark.parametrize("text", ["", " \n ", "one\ntwo", "x" * 301])
async def test_a_forecast_is_one_line(table: Table, text: str) -> None:
    await table.open(interactive_clarifications=True)
    with pytest.raises(InputError, match="one line"):
        await table.tell(ForecastMade(text=text))


@pytest.mark.asyncio
async def test_on_the_day_to_look_back_a_session_needs_the_person_until_the_outcome_is_told(
    table: Table, tmp_path: Path
) -> None:
    await table.open()
    await table.answer("finish")
    index = SqliteLibrary(tmp_path / "library.db")
    library = Library(table.parts, index)

    async def row() -> SessionRow:
        return await library.row(table.id)

    assert not (await row()).needy
    await table.tell(DecisionRecorded(text="We do it.", look_back="9999-12-31"))
    assert not (await row()).needy
    await table.tell(DecisionRecorded(text="We do it.", look_back="1970-01-01"))
    due = await row()
    assert (due.due, due.needy, due.state) == (True, True, "finished")
    with pytest.raises(InputError, match="Nobody here is called"):
        await table.tell(OutcomeRecorded(text="It went well.", right={"Zoe": True}))
    right = {"you": False, "result": True, seat_who("Ada"): True}
    await table.tell(OutcomeRecorded(text="It went well.", right=right))
    told = await row()
    assert not told.needy
    assert told.right == {"you": False, "result": True, "Ada · m/Ada": True}
    await index.close()
    report = build_report(
        table.parts.catalogue, await table.records(), report_of(table.live.fold.plugin, table.state)
    )
    assert report.decided == "We do it."
    (part,) = [part for part in report.more if part.name == "looking_back"]
    assert [remark.text for remark in part.remarks] == [
        "Turned out: It went well.",
        "Right: the result, Ada",
        "Wrong: the person",
    ]


@pytest.mark.asyncio
async def test_a_day_that_no_calendar_has_is_refused(table: Table) -> None:
    await table.open(interactive_clarifications=True)
    for day in ("2026-02-30", "soon"):
        with pytest.raises(InputError, match="is no day"):
            await table.tell(DecisionRecorded(text="Yes.", look_back=day))


def test_a_copy_counts_where_the_session_it_is_of_tells_nothing() -> None:
    plain = SessionRow("s", "debate", "t", "finished", 0, 0, 1, 0, 0.0)  # type: ignore[arg-type]
    copies = [
        replace(plain, session=name, copy_of="s", right={"you": right})  # type: ignore[arg-type]
        for name, right in (("newer", True), ("older", False))
    ]
    for before in ([], [plain]):
        count, (one,) = who_was_right([*before, *copies])
        assert (count, one.who, one.right, one.share.of) == (1, "you", 1, 1)


def test_over_two_hundred_sessions_the_rates_are_exact_and_each_has_an_interval() -> None:
    rng, rows = Random(11), []
    known: dict[str, list[bool]] = {}
    empty = SessionRow("s0", "debate", "t", "finished", 0, 0, 1, 0, 0.0)  # type: ignore[arg-type]
    chances = {"you": 0.55, "vote": 0.6, "result": 0.7, "Ada · m/a": 0.5, "Ben · m/b": 0.95}
    for number in range(200):
        right = {
            who: rng.random() < chance for who, chance in chances.items() if rng.random() < 0.9 or number < 20
        }
        for who, was in right.items():
            known.setdefault(who, []).append(was)
        rows.append(replace(empty, session=f"s{number}", right=right))  # type: ignore[arg-type]
    copies = [replace(rows[7], session="again", copy_of="s7"), replace(rows[8], session="b", copy_of="s8")]  # type: ignore[arg-type]
    counted = [copies[0], *rows, replace(empty, session="open"), copies[1]]  # type: ignore[arg-type]
    count, found = who_was_right(counted)
    assert count == 200
    assert [one.who for one in found] == list(chances)
    for one in found:
        answers = known[one.who]
        assert (one.right, one.share.of) == (sum(answers), len(answers))
        assert one.share.value == pytest.approx(sum(answers) / len(answers), abs=1e-12)
        assert 0 <= one.share.low <= one.share.value <= one.share.high <= 1
        assert 0.02 < one.share.high - one.share.low < 0.2

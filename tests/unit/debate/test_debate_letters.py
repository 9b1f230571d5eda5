"""Letters dealt anew each round: an answer is known by none that it had before, and none means two."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from app.cli.names import Names
from app.domain.messages import ModelRequest
from app.workflows.debate.facts import LettersDealt
from tests.support.asked import read
from tests.unit.debate.debate_table import Table

pytestmark = pytest.mark.asyncio


def labels(request: ModelRequest) -> list[str]:
    """Return the labels that a request shows answers under."""
    shown: Any = read(request)["answers"]
    return [answer["label"] for answer in shown]


def asked(table: Table, purpose: str) -> list[ModelRequest]:
    """Return the requests of a purpose in their order."""
    return [request for request in table.gateway.requests if request.purpose == purpose]


async def debated(table: Table, **setup: Any) -> None:
    """Run three rounds to the end."""
    given = {"gate_policy": "never_ask", "max_rounds": 3, "threshold": 100, "new_letters": True}
    assert await table.open(**{**given, "judge_all": True, **setup}) == "finished"
    assert table.state.round == 3


async def test_a_round_goes_by_letters_that_no_other_has(table: Table) -> None:
    await debated(table)
    dealt = [set(table.state.letters_in(number).values()) for number in (1, 2, 3)]
    assert dealt == [{"A", "B", "C"}, {"A2", "B2", "C2"}, {"A3", "B3", "C3"}]
    for purpose, each in (("critique", 3), ("evaluation", 1)):
        requests = asked(table, purpose)
        for number, letters in enumerate(dealt):
            here = requests[number * each : (number + 1) * each]
            shown = {label for request in here for label in labels(request)}
            assert shown == {f"Response {letter}" for letter in letters}


async def test_a_letter_does_not_tell_which_its_author_had_before(tmp_path: Path) -> None:
    orders = set()
    for seed in range(4):
        table = Table(tmp_path / str(seed))
        table.parts.ids.seed = lambda seed=seed: seed  # type: ignore[method-assign,misc]
        await debated(table)
        first, second = (table.state.letters_in(number) for number in (1, 2))
        orders.add(tuple(sorted((first[seat], second[seat]) for seat in first)))
        await table.sessions.shutdown()
    assert len(orders) > 2


async def test_what_is_said_of_a_letter_reaches_its_author_of_that_round(table: Table) -> None:
    await debated(table)
    points = table.state.points.values()
    assert {point.round for point in points} == {1, 2, 3}
    for point in points:
        letter = table.state.letters_in(point.round)[point.fact.target]
        assert point.fact.label == f"Response {letter}"
        assert point.fact.claim == f"Response {letter} gives no source."


async def test_a_bare_letter_in_a_later_round_is_laid_at_nobodys_door_and_kept(table: Table) -> None:
    # It may be the one of the first round, which its critic remembers, or the one before it now.
    table.scripts["critique"] = lambda r: json.dumps(
        {"ranking": labels(r), "items": [{"target": "Response B", "claim": "B has no figures."}]}
    )
    await debated(table)
    later = [point.fact for point in table.state.points.values() if point.round > 1]
    assert len(later) == 6
    assert {(fact.target, fact.label, fact.unstructured) for fact in later} == {("", "", True)}


async def test_a_rejected_round_keeps_its_letters(table: Table) -> None:
    assert await table.open(max_rounds=2, threshold=100, new_letters=True) == "waiting"
    await table.answer("approve")
    before = dict(table.state.letters_in(2))
    await table.answer("reject", feedback="Say what it costs.")
    assert (table.state.round, table.state.attempt.number) == (2, 2)
    assert dict(table.state.letters_in(2)) == before


async def test_a_report_tells_names_for_the_letters_of_every_round(table: Table) -> None:
    await debated(table)
    written = await table.export("md")
    seat, letter = next(iter(table.state.letters_in(2).items()))
    assert f"{seat} gives no source." in written
    assert f"Response {letter} gives" not in written
    called = ", ".join(f"Response {table.state.letters_in(n)[seat]}" for n in (1, 2, 3))
    assert f"shown to the others as “{called}”" in written
    assert "dealt anew in every round, so that nobody knew one again by its letter" in written


async def test_a_letter_without_its_rounds_number_is_told_as_nobodys_name(table: Table) -> None:
    # In the second round it is the B of the first one, or B2: a report that guessed named the wrong one.
    table.scripts["critique"] = lambda r: json.dumps(
        {"ranking": labels(r), "items": [{"target": labels(r)[0], "claim": "Response B has no figures."}]}
    )
    await debated(table)
    written = await table.export("md")
    whose = {letter: seat for seat, letter in table.state.letters_in(1).items()}["B"]
    assert written.count(f"{whose} has no figures.") == 3
    assert written.count("Response B has no figures.") == 6


async def test_every_spelling_of_a_letter_with_its_number_is_read(table: Table) -> None:
    def told(request: ModelRequest) -> str:
        label = labels(request)[0]
        letter, number = label[9], label[10:]
        spelled = [label, f"{letter}{number}", f"{letter}-{number}", f"Answer {letter} (round {number})"]
        return json.dumps({"items": [{"target": name, "claim": name} for name in spelled]})

    table.scripts["critique"] = told
    await debated(table)
    later = [point for point in table.state.points.values() if point.round > 1]
    assert len(later) == 2 * 3 * 4
    assert all(
        point.fact.label == f"Response {table.state.letters_in(point.round)[point.fact.target]}"
        for point in later
    )


async def test_programs_are_told_whose_every_letter_is(table: Table) -> None:
    await debated(table)
    team = json.loads(await table.export("json"))["team"]
    told = {one["seat"]: [one["letter"], *one["later_letters"]] for one in team if not one["presides"]}
    assert told == {
        seat: [f"Response {table.state.letters_in(number)[seat]}" for number in (1, 2, 3)]
        for seat in ("Ada", "Ben", "Cy")
    }


async def test_hidden_names_are_told_by_the_letters_of_the_round_that_is_asked_about(table: Table) -> None:
    assert await table.open(max_rounds=2, threshold=100, new_letters=True, hide_names=True) == "waiting"
    await table.answer("approve")
    letters = table.state.letters_in(2)
    assert table.payload["letters"] == letters
    assert Names(table.live.fold).of("Ada") == f"Answer {letters['Ada']}"
    assert "Ada" not in await table.export("md")


async def test_rounds_of_a_journal_from_elsewhere_may_be_odd(table: Table) -> None:
    assert await table.open(max_rounds=2, threshold=100) == "waiting"
    for number in (-3, 1, 10**9):
        table.state._own(LettersDealt(letters={"Ada": "Z"}, round=number))
    assert table.state.label("Ada") == "Response Z"
    assert table.state.label("Ben") == "Response 2"


async def test_without_the_setting_the_letters_stay(table: Table) -> None:
    await debated(table, new_letters=False)
    assert not table.state.letters_of_round
    assert {label for request in asked(table, "critique") for label in labels(request)} == {
        "Response A",
        "Response B",
        "Response C",
    }


async def test_letters_follow_the_cards_but_where_they_would_tell_a_person_whose_is_which(
    tmp_path: Path,
) -> None:
    orders: dict[bool, set[tuple[str, ...]]] = {False: set(), True: set()}
    for seed in range(4):
        for hidden in orders:
            table = Table(tmp_path / f"{seed}{hidden}")
            table.parts.ids.seed = lambda seed=seed: seed  # type: ignore[method-assign,misc]
            await table.open(max_rounds=1, hide_names=hidden)
            orders[hidden].add(tuple(table.state.letters[seat] for seat in ("Ada", "Ben", "Cy")))
            await table.sessions.shutdown()
    assert orders[False] == {("A", "B", "C")}
    assert len(orders[True]) > 2

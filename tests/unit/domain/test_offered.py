"""What is offered at a gate whose verbs are of several kinds, and the data that are shown with a command."""

from __future__ import annotations

import pytest

from app.domain.canonical import JsonValue
from app.domain.gate_choices import choices
from app.domain.gate_lines import budget_example, budget_lines
from app.domain.gates import GateKind
from app.domain.interruption_gates import UNCERTAIN
from tests.support.kitchen_gates import GATES, LEFTOVERS, PANTRY, TASTING, WISHES


def dishes(*verbs: tuple[str, ...]) -> dict[str, JsonValue]:
    items: list[JsonValue] = [
        {"key": f"dish:{n}", "seat": f"S{n}", "partial": "", "verbs": list(fitting)}
        for n, fitting in enumerate(verbs)
    ]
    return {"items": items}


def offered(payload: dict[str, JsonValue]) -> list[str]:
    return [choice.id for choice in choices(LEFTOVERS, payload, LEFTOVERS.names)]


def test_a_verb_that_is_no_calls_own_is_offered_whatever_the_calls_are() -> None:
    both, keep = ("keep", "throw"), ("keep",)
    assert offered(dishes(both)) == ["later", "throw", "keep"]
    assert offered(dishes(both, both)) == ["each", "later", "throw", "keep"]
    assert offered(dishes(both, keep)) == ["each", "later", "keep"]
    assert offered(dishes(("throw",), keep)) == ["each", "later"]


def test_a_single_call_that_no_verb_fits_is_still_decided_by_itself() -> None:
    found = choices(UNCERTAIN, dishes(("something new",)), UNCERTAIN.names)
    assert [choice.id for choice in found] == ["each"]


@pytest.mark.parametrize("kind", GATES.values(), ids=GATES)
def test_data_that_are_shown_with_a_command_are_taken(kind: GateKind) -> None:
    payload: dict[str, JsonValue] = {}
    for verb in kind.verbs:
        kind.check(kind.names, payload, verb.name, verb.sample(payload))


def test_what_the_gate_holds_goes_before_what_merely_fits() -> None:
    lay = PANTRY.verb("lay")
    assert (lay.sample({}), lay.sample({"guests": 12})) == ({"guests": 1}, {"guests": 12})
    assert TASTING.verb("again").sample({}) == {"feedback": "More salt."}
    assert WISHES.verb("skip").sample({}) == {}


@pytest.mark.parametrize(
    ("spent", "limit", "needs", "enough"), [(0, 100, 212, 212), (90, 100, 20, 200), (0, 0, 0, 1.0)]
)
def test_the_limit_that_is_shown_lets_the_next_call_begin(
    spent: float, limit: float, needs: float, enough: float
) -> None:
    payload: dict[str, JsonValue] = {"items": [{"spent": spent, "limit": limit, "needs": needs}]}
    assert budget_example(payload) == {"limit": enough}


def test_what_nobody_knows_to_be_spent_is_not_told_as_spent() -> None:
    item: dict[str, JsonValue] = {"spent": 1.94, "uncertain": 0.21, "limit": 2.0, "needs": 0.28}
    payload: dict[str, JsonValue] = {"items": [item]}
    (line,) = budget_lines(payload)
    assert str(line) == "about $1.73, at most $1.94 of $2.00 spent; the next call may cost up to $0.28."
    (line,) = budget_lines({"items": [{**item, "uncertain": 0.0}]})
    assert str(line).startswith("$1.94 of $2.00 spent;")

"""What the offline council makes of limits: in English and German, and of costs told in several lines."""

from __future__ import annotations

import pytest

from app.workflows.debate.offline.brief import read_brief
from app.workflows.debate.offline.case import case_of, option_checks
from tests.support.council import Deliberation
from tests.support.tracing import trace
from tests.unit.debate.test_offline_council import sources

OFFERS = """# Offers

Postgres needs no licence, and its support costs 2,000 euros.
Moving the data to Postgres costs 3,000 euros.
The Oracle licence costs 5,000 euros.
Moving the data to Oracle costs 2,500 euros.
Training for Oracle costs 1,500 euros.
"""
QUESTION = "Should we use Postgres or Oracle for the ledger? It must not cost more than 6,000 euros."


@pytest.mark.parametrize(
    "sentence",
    [
        "Es darf im Jahr nicht mehr als 6.000 Euro kosten.",
        "Die Kosten dürfen 6.000 Euro nicht übersteigen.",
        "Die Kosten sollen 6.000 Euro nicht überschreiten.",
        "Mehr als 6.000 Euro darf es nicht kosten.",
        "Es darf nicht mehr kosten als 6.000 Euro.",
        "Es darf keinesfalls teurer werden als 6.000 Euro.",
        "Es darf auf keinen Fall mehr als 6.000 Euro kosten.",
        "Die Obergrenze liegt bei 6.000 Euro.",
        "Maximale Kosten: 6.000 Euro.",
        "Es soll höchstens 6.000 Euro kosten.",
        "It must not cost more than 6,000 euros.",
        "It may cost at most 6,000 euros.",
    ],
)
def test_a_limit_is_seen_however_it_is_put(sentence: str) -> None:
    (limit,) = read_brief(f"Sollen wir Alba oder Brio nehmen? {sentence}", ()).limits
    assert (limit.figure.value, limit.figure.unit, limit.figure.bound) == (6000, "€", "most")


@pytest.mark.parametrize("sentence", ["Fertig spätestens nach 6 Wochen.", "Das muss binnen 6 Wochen gehen."])
def test_a_time_by_which_it_must_be_done_is_a_limit(sentence: str) -> None:
    brief = read_brief(f"Sollen wir Alba oder Brio nehmen? {sentence}", ())
    assert [(x.figure.value, x.figure.unit, x.figure.bound) for x in brief.limits] == [(6, "week", "most")]
    assert brief.demands == (sentence,)


@pytest.mark.parametrize("sentence", ["Die Lizenz kostet 9.000 Euro.", "Mehr als 300 Kunden nutzen Alba."])
def test_a_figure_that_bounds_nothing_from_above_is_no_such_limit(sentence: str) -> None:
    brief = read_brief(f"Sollen wir Alba oder Brio nehmen? {sentence}", ())
    assert [x for x in brief.limits if x.figure.bound == "most"] == []


def sums(material: str, question: str = QUESTION) -> dict[str, tuple[float, bool | None]]:
    case = case_of({"question": question, "context": [{"name": "m.md", "text": material}]})
    (limit,) = case.brief.limits
    return {option.label: (held.low, held.kept) for option, held in option_checks(case, limit).items()}


def test_what_several_lines_say_an_option_costs_is_added_up() -> None:
    assert sums(OFFERS) == {"Postgres": (5000, True), "Oracle": (9000, False)}


@pytest.mark.parametrize(
    ("material", "why"),
    [
        ("Oracle costs 5,000 euros.\nThe price of Oracle is 5,000 euros.", "said twice"),
        (
            "The Oracle licence costs 5,000 euros a year.\nOracle training costs 1,500 euros once.",
            "other times",
        ),
        ("Oracle support costs at most 900 euros.\nOracle training costs 1,500 euros.", "a bound"),
        ("The Oracle licence costs 5,000 euros.", "one line"),
    ],
)
def test_what_may_not_be_added_is_not(material: str, why: str) -> None:
    assert sums(material) == {}, why


def test_a_line_that_tells_the_total_is_the_total() -> None:
    totals = sums("In all Oracle costs 5,900 euros.\nThe Oracle licence costs 5,000 euros.\n" + OFFERS)
    assert totals["Oracle"] == (5900, True)


def test_an_option_whose_costs_together_break_the_limit_is_out_and_every_sentence_is_traced() -> None:
    held = Deliberation(QUESTION, {"offers.md": OFFERS}).run()
    answer = held.final["answer"]
    assert answer.startswith("**Recommendation: “Postgres”.**")
    assert (
        "5,000 euros + 2,500 euros + 1,500 euros = 9,000 euros, if they add up, is beyond 6,000 euros"
        in answer
    )
    assert trace(answer, sources(held)) == []


def test_in_german_costs_in_several_lines_are_added_up_and_traced_too() -> None:
    question = (
        "Sollen wir das Rad von Alba oder das Rad von Brio kaufen?\n\n## Anforderungen\n\n"
        "Es darf auf keinen Fall mehr als 1.500 Euro kosten."
    )
    material = (
        "Das Rad von Alba kostet 1.200 Euro.\nDer Akku für Alba kostet 450 Euro.\n"
        "Das Rad von Brio kostet 1.300 Euro.\nEin Schloss für Brio kostet 80 Euro.\n"
    )
    held = Deliberation(question, {"angebote.md": material}).run()
    answer = held.final["answer"]
    assert "1.200 Euro + 450 Euro = 1.650 Euro, falls es zusammenkommt, liegt über 1.500 Euro" in answer
    assert answer.startswith("**Empfehlung: „Rad von Brio")
    assert trace(answer, sources(held)) == []

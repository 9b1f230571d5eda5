"""Gate files: what a described gate says of a payload, and which one is wrong is named when it is read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.domain.errors import Bug
from app.domain.gate_files import read_gates
from app.domain.gates import GateData, GateKind, GatePlace
from app.domain.i18n import Message, words
from app.domain.payload import Payload

HEAD = '[tasting]\ntitle = "Taste it"\n'


class Salt(GateData):
    """How much."""

    grams: int


def _heavy(payload: Payload, verb: str, data: GateData) -> Message | None:
    return words("Too salty.") if isinstance(data, Salt) and data.grams > 9 else None


def read(tmp_path: Path, text: str, *code: Callable[..., Any]) -> GateKind:
    file = tmp_path / "gates.toml"
    file.write_text(HEAD + text, encoding="utf-8")
    named = {one.__name__: one for one in code}
    return read_gates(file, named, {"dish": lambda value: f"the {value}"})["tasting"]


def lines(kind: GateKind, **payload: Any) -> list[str]:
    return [str(line) for line in kind.payload_lines(payload)]


def test_a_sentence_is_left_out_where_a_field_that_it_names_has_nothing_in_it(tmp_path: Path) -> None:
    kind = read(tmp_path, 'lines = ["{dish} for {n_guests} guests.", "Mind: {warning}", "Always."]')
    assert lines(kind, dish="soup", n_guests=0, warning="") == ["the soup for 0 guests.", "Always."]
    assert lines(kind) == ["Always."]


def test_a_sentence_is_said_for_each_item_of_a_list_that_its_conditions_fit(tmp_path: Path) -> None:
    kind = read(
        tmp_path,
        """
        [[tasting.lines]]
        each = "rows"
        when = ["ready", "!gone", "name != best"]
        say = "{name}: {n_left} left"
        one = "{name}: one left"
        of = "n_left"
        [[tasting.lines]]
        each = "remarks"
        say = "{nr}. Said: {item}"
        cut = 8
        """,
    )
    rows = [
        {"name": "a", "ready": True, "n_left": 2},
        {"name": "b", "ready": True, "n_left": 1},
        {"name": "c"},
        {"name": "d", "ready": True, "gone": True},
        {"name": "best", "ready": True, "n_left": 3},
    ]
    remarks = ["far too much salt", {"say": "for {n_guests}", "with": {"n_guests": 4}}]
    assert lines(kind, rows=rows, best="best", remarks=remarks) == [
        "a: 2 left",
        "b: one left",
        "1. Said: far too…",
        "2. Said: for 4",
    ]


def test_the_headline_is_the_first_sentence_that_can_be_said_else_the_title(tmp_path: Path) -> None:
    kind = read(tmp_path, 'headline = [{ when = "last", say = "The last {word}." }, "{dish}, {word} {n}?"]')
    place = GatePlace(words("Course"), 3)
    assert str(kind.heading({"last": True}, place)) == "The last Course."
    assert str(kind.heading({"dish": "soup"}, place)) == "the soup, Course 3?"
    assert str(kind.heading({}, place)) == "Taste it."


def test_ways_examples_and_the_unattended_answer_are_filled_from_the_payload(tmp_path: Path) -> None:
    kind = read(
        tmp_path,
        """unattended = { else = "serve" }
        [tasting.verbs.serve]
        label = "Serve"
        primary = "!disputed"
        ways = { each = "rows", when = "ready", label = "Serve {dish}", data = { dish = "name" } }
        example = { dishes = ["{names}"], say = "{missing}", to = "{guests else all}" }
        [tasting.verbs.again]
        label = "Again"
        outs = { none = "Not at all" }
        """,
    )
    payload: dict[str, Any] = {
        "rows": [{"name": "a", "dish": "soup", "ready": True}, {"name": "b"}],
        "names": ["a", "b"],
    }
    serve = kind.verb("serve")
    assert serve.ways is not None
    (way,) = serve.ways(payload)
    assert (way.name, str(way.label), way.data) == ("serve-a", "Serve the soup", {"dish": "a"})
    assert serve.sample(payload) == {"dishes": ["a"], "say": "…", "to": "all"}
    assert kind.by_policy({}) == ("serve", {})
    assert kind.by_policy({"primary": "again"}) == ("again", {})
    assert kind.recommended({}, kind.names) == "serve"
    assert kind.recommended({"disputed": True}, kind.names) is None


def test_rules_and_data_are_named_by_the_field_they_serve(tmp_path: Path) -> None:
    text = 'code = { objection = "heavy" }\n[tasting.verbs.salt]\nlabel = "Salt…"\ndata = "Salt"\n'
    kind = read(tmp_path, text, _heavy, Salt)
    assert kind.verb("salt").asked == "in a form"
    assert str(kind.objection({}, "salt", Salt(grams=10))) == "Too salty."


@pytest.mark.parametrize(
    ("text", "code", "wrong"),
    [
        ('colour = "red"', (), "there is no colour in GateKind"),
        ('[tasting.verbs.go]\nlabel = "Go"\nsize = 1', (), "tasting.verbs.go: ValueError: there is no size"),
        ('[tasting.verbs.go]\nlabel = "Go"\nasked = "loudly"', (), "asked is none of at once"),
        ('[tasting.verbs.go]\nlabel = "Go"\ndata = "Pepper"', (), "'Pepper'"),
        ('[tasting.verbs.go]\nlabel = "Go"\ndata = "heavy"', (_heavy,), "heavy is no data model"),
        ("lines = [{ whenever = 1 }]", (), "whenever"),
        ("[tasting.verbs.go]\ndone = 'x'", (), "label"),
    ],
)
def test_a_wrong_description_is_named_when_it_is_read(
    tmp_path: Path, text: str, code: tuple[Callable[..., Any], ...], wrong: str
) -> None:
    with pytest.raises(Bug, match=r"gates\.toml") as raised:
        read(tmp_path, text, *code)
    assert wrong in str(raised.value)

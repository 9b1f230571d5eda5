"""Refused values are told in sentences of our own, with the range that is allowed."""

from __future__ import annotations

import re
from typing import Any, Literal

import pytest
from pydantic import BaseModel, Field, ValidationError, field_validator
from pydantic_core._pydantic_core import list_all_errors

from app.domain.i18n import Message, words
from app.domain.refusals import field_of, first_refusal, refusal
from tests.support.commands import ROOT


class Part(BaseModel):
    share: float = Field(default=0.5, ge=0, le=2)


class Form(BaseModel):
    model_config = {"extra": "forbid"}

    needed: str = "x"
    rounds: int = Field(default=2, ge=1, le=5)
    share: float = Field(default=0.5, gt=0, le=1)
    budget: int | None = Field(default=None, ge=1000)
    kind: Literal["fixed", "quality"] = "fixed"
    shape: Literal["", "long", "short"] = ""
    name: str = Field(default="x", min_length=1, max_length=3)
    on: bool = True
    tags: list[str] = Field(default_factory=list, max_length=2)
    parts: tuple[Part, ...] = Field(default=(), alias="part")
    named: dict[str, Part | None] = Field(default_factory=dict)

    @field_validator("needed")
    @classmethod
    def _own_rule(cls, value: str) -> str:
        if value == "no":
            raise ValueError(words("no is no answer"))
        return value


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("rounds", 9, "1 to 5 are allowed"),
        ("rounds", 0, "1 to 5 are allowed"),
        ("rounds", "many", "a whole number is needed"),
        ("rounds", 1.5, "a whole number is needed"),
        ("share", 0, "more than 0 and at most 1 is allowed"),
        ("share", "much", "a number is needed"),
        ("budget", 5, "at least 1,000 is needed"),
        ("kind", "x", "one of these is needed: fixed, quality"),
        ("name", "", "this has to be filled in"),
        ("name", "long", "at most 3 characters are allowed"),
        ("on", "perhaps", "yes or no is needed"),
        ("tags", ["a", "b", "c"], "at most 2 entries are allowed"),
        ("needed", 5, "a text is needed"),
        ("needed", "no", "no is no answer"),
        ("shape", "wide", "one of these is needed: long, short"),
        ("other", 1, "there is no such field"),
        ("tags", "a", "a list is needed"),
        ("named", "a", "a table of names and values is needed"),
    ],
)
def test_a_refusal_says_what_is_allowed(field: str, value: Any, reason: str) -> None:
    with pytest.raises(ValidationError) as caught:
        Form.model_validate({field: value})
    error = caught.value.errors()[0]
    assert str(refusal(error, field_of(Form, error["loc"]))) == reason


@pytest.mark.parametrize(
    ("value", "path", "reason"),
    [
        ({"rounds": 9}, "rounds", "1 to 5 are allowed"),
        ({"part": [{}, {"share": 3}]}, "part 2, share", "0 to 2 are allowed"),
        ({"part": [3]}, "part 1", "a table of names and values is needed"),
        ({"named": {"Ada": {"share": -1}}}, "named, Ada, share", "0 to 2 are allowed"),
        ({"tags": ["a", 1]}, "tags 2", "a text is needed"),
        ([], "", "a table of names and values is needed"),
    ],
)
def test_the_place_is_told_as_a_person_counts_and_the_range_found_in_every_depth(
    value: Any, path: str, reason: str
) -> None:
    with pytest.raises(ValidationError) as caught:
        Form.model_validate(value)
    where, why = first_refusal(caught.value, Form)
    assert (where, str(why)) == (path, reason)


@pytest.mark.parametrize("known", list_all_errors(), ids=lambda known: known["type"])
def test_the_validator_s_own_words_reach_nobody(known: Any) -> None:
    error = {"type": known["type"], "msg": known["example_message_python"], "loc": ("x",)}
    reason = str(refusal({**error, "ctx": known["example_context"] or {}}))
    assert reason
    assert "{" not in reason
    assert known["example_message_python"] not in reason
    assert not re.search(r"[Ii]nput|[Ff]ield required|[Vv]alue error", reason)


def test_nobody_takes_the_validator_s_words_for_a_person_or_a_model() -> None:
    found = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "app").rglob("*.py")
        if re.search(r"""\[["']msg["']\]""", path.read_text(encoding="utf-8"))
    }
    assert found == set()


def test_a_rule_of_a_models_own_can_be_translated() -> None:
    with pytest.raises(ValidationError) as caught:
        Form.model_validate({"needed": "no"})
    reason = refusal(caught.value.errors()[0])
    assert isinstance(reason, Message)
    assert reason.text(lambda _context, _source: "Nein ist keine Antwort") == "Nein ist keine Antwort"


def test_a_sentence_inside_a_sentence_is_translated_too() -> None:
    outer = words("{title}: {why}.", title="Rounds", why=words("a number is needed"))
    assert isinstance(outer, Message)
    spoken = {"{title}: {why}.": "{title} – {why}!", "a number is needed": "eine Zahl bitte"}
    assert outer.text(lambda _context, source: spoken[source]) == "Rounds – eine Zahl bitte!"


def test_a_refusal_quotes_no_more_of_a_page_than_is_needed_to_know_it_again() -> None:
    reason = words(
        "“{row}” is no row of the table; the rows are: {rows}", row="ab_" * 60_000, rows="one, two"
    )
    told = str(refusal({"type": "value_error", "ctx": {"error": ValueError(reason)}}))
    assert told.startswith("“ab_ab_")
    assert told.endswith("…” is no row of the table; the rows are: one, two")
    assert len(told) < 300

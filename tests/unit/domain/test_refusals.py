"""Refused values are told in sentences of our own, with the range that is allowed."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from pydantic import BaseModel, Field, ValidationError, field_validator

from app.domain.i18n import Words, words
from app.domain.refusals import field_of, refusal


class Form(BaseModel):
    model_config = {"extra": "forbid"}

    needed: str = "x"
    rounds: int = Field(default=2, ge=1, le=5)
    share: float = Field(default=0.5, gt=0, le=1)
    budget: int | None = Field(default=None, ge=1000)
    kind: Literal["fixed", "quality"] = "fixed"
    name: str = Field(default="x", min_length=1, max_length=3)
    on: bool = True
    tags: list[str] = Field(default_factory=list, max_length=2)

    @field_validator("needed")
    @classmethod
    def _own_rule(cls, value: str) -> str:
        if value == "no":
            raise ValueError("No is no answer.")
        return value


@pytest.mark.parametrize(
    ("field", "value", "said"),
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
        ("needed", "no", "No is no answer"),
        ("other", 1, "there is no such field"),
    ],
)
def test_a_refusal_says_what_is_allowed(field: str, value: Any, said: str) -> None:
    with pytest.raises(ValidationError) as caught:
        Form.model_validate({field: value})
    error = caught.value.errors()[0]
    assert str(refusal(error, field_of(Form, error["loc"]))) == said


def test_a_sentence_inside_a_sentence_is_translated_too() -> None:
    outer = words("{title}: {why}.", title="Rounds", why=words("a number is needed"))
    assert isinstance(outer, Words)
    spoken = {"{title}: {why}.": "{title} – {why}!", "a number is needed": "eine Zahl bitte"}
    assert outer.text(lambda _context, source: spoken[source]) == "Rounds – eine Zahl bitte!"

"""Facts of older and newer programs: read through their class where it is known, kept untouched where not."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import pytest

from app.domain.canonical import dumps
from app.domain.errors import Bug, StorageError
from app.domain.fact_base import Fact, FactCatalogue, PlainBodies, Record, UnknownFact


class Weighed(Fact):
    """Version 1 held pounds, version 2 held `grams` under another name, version 3 has both parts."""

    type: Literal["weighed"] = "weighed"
    schema_version: ClassVar[int] = 3
    grams: int
    by: str

    @classmethod
    def upcast(cls, version: int, body: dict[str, Any]) -> dict[str, Any]:
        """Read older bodies."""
        grams = body["pounds"] * 454 if version == 1 else body["weight"]
        return {"grams": grams, "by": "somebody"}


CATALOGUE = FactCatalogue([Weighed])


def record(schema: int, body: dict[str, Any], type: str = "weighed") -> Record:
    """Return a record as a journal holds it."""
    return Record(1, 1, 0, 0, 0, type, schema, dumps(body), PlainBodies())


@pytest.mark.parametrize(
    ("schema", "body"),
    [(1, {"pounds": 2}), (2, {"weight": 908}), (3, {"grams": 908, "by": "somebody"})],
)
def test_a_body_of_any_version_is_read_by_the_newest_class(schema: int, body: dict[str, Any]) -> None:
    assert CATALOGUE.decode(record(schema, body)) == Weighed(grams=908, by="somebody")


@pytest.mark.parametrize(
    ("schema", "type"), [(4, "weighed"), (1, "measured")], ids=["a newer schema", "an unknown type"]
)
def test_what_this_program_does_not_know_is_kept_whole(schema: int, type: str) -> None:
    body: dict[str, Any] = {"grams": {"net": 1.5, "text": None}, "list": [1, "x"]}
    assert CATALOGUE.decode(record(schema, body, type)) == UnknownFact(type, schema, body)


def test_a_body_that_is_not_of_its_type_is_named_with_its_place() -> None:
    with pytest.raises(StorageError, match=r"Record 1 \(weighed\)") as caught:
        CATALOGUE.decode(record(3, {"grams": "many", "by": "me"}))
    assert caught.value.reason == "damaged"
    assert str(caught.value.next)


def test_two_classes_of_one_tag_are_a_bug() -> None:
    class Again(Fact):
        """Another fact of the same tag."""

        type: Literal["weighed"] = "weighed"

    with pytest.raises(Bug, match="weighed"):
        FactCatalogue([Weighed, Again])

"""Names that a reply takes from its prompt are the shown ones; others are left out, never guessed."""

from __future__ import annotations

from time import thread_time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.gateway.host.dialects.writing import written_out
from app.workflows.common.asking_twice import listing, schema_of
from app.workflows.common.reading.shown import meant, resolved, same_name
from app.workflows.common.replies import CritiqueReply, GroupingReply, RefinementReply

LETTERS = ("Response A", "Response B", "Response C")
ROUND = ("Response A2", "Response B2")


@pytest.mark.parametrize(
    ("said", "names", "name"),
    [
        *(
            (said, LETTERS, "Response B")
            for said in ("B", "response_b", "**Antwort B**:", "the answer B", "ResponseB")
        ),
        *(
            (said, LETTERS, "Response B")
            for said in ("B (the calm one)", "Response B – too long", "#B", "B.", "回答B")
        ),
        *((said, ROUND, "Response B2") for said in ("B2", "B 2", "B-2", "B (round 2)", "Response B2")),
        *((said, ("1", "2", "12"), "2") for said in ("2", "2.", "item 2", "Point 2:", "(2)", "[2]", "nr 2")),
        *((said, ("q1", "q2"), "q1") for said in ("q1", "Q1", "question 1", "1")),
        *((said, ("1", "2", "12"), "2") for said in ("02", "Item 02", "item2", "id: 2", "No: 2 – full")),
        *((said, ("f1", "f11"), "f11") for said in ("f011", "finding11", "id=f11", "F-11")),
        ("item 07", ("07", "12"), "07"),
        ("1.1.3", ("1.1.3", "2.1.3"), "1.1.3"),
        # What may be several, or is none.
        *(
            (said, LETTERS, None)
            for said in ("", "Response D", "A or B is best", "B has no figures", "A better one")
        ),
        *((said, ROUND, None) for said in ("B", "Response B", "2", "B3")),
        ("3", ("f3", "q3"), None),
        ("1", ("f1:1", "f3:1"), None),
    ],
)
def test_a_label_is_understood_as_models_write_it(
    said: str, names: tuple[str, ...], name: str | None
) -> None:
    assert meant(said, names) == name


@given(st.text(max_size=40), st.lists(st.text(max_size=12), max_size=5))
def test_whatever_is_said_is_a_shown_name_or_none(said: str, names: list[str]) -> None:
    found = meant(said, names)
    assert found is None or found in names
    assert not names or meant(names[0], names) == names[0]


def test_what_is_meant_for_all_stays_open_and_what_names_nobody_goes() -> None:
    items = [
        {"target": target, "claim": "c"} for target in ("Response A", "all answers", "", "What is wrong?")
    ]
    found = resolved(
        CritiqueReply.model_validate({"items": items, "ranking": ["B", "x"]}), {"answer": LETTERS}
    )
    assert [item.target for item in found.value.items] == ["Response A", "", ""]
    assert (found.value.ranking, found.mends, found.problem) == (("Response B",), ("unknown",), None)


def test_a_list_in_one_text_is_read_name_by_name() -> None:
    reply = GroupingReply.model_validate({"alike": [{"answer": "x", "labels": ["A, B and C"]}]})
    assert resolved(reply, {"answer": LETTERS}).value.alike[0].labels == LETTERS


def test_the_schema_that_is_sent_lists_the_names_where_one_has_to_be_there() -> None:
    sent: Any = written_out(listing(schema_of(CritiqueReply), CritiqueReply, {"answer": LETTERS}))
    assert sent["properties"]["ranking"]["items"]["enum"] == list(LETTERS)
    assert sent["properties"]["items"]["items"]["properties"]["target"]["enum"] == list(LETTERS)
    sent = written_out(listing(schema_of(RefinementReply), RefinementReply, {"point": ("1", "2")}))
    assert sent["properties"]["answers"]["items"]["properties"]["id"]["enum"] == ["1", "2"]
    assert "enum" not in str(schema_of(CritiqueReply)["properties"]), "the kept one stays as it is"


@pytest.mark.parametrize("sign", ["-", " ", "\t", "_", ", "])
def test_a_name_that_a_model_goes_on_with_for_ever_is_none_at_once(sign: str) -> None:
    def seconds(times: int) -> float:
        items = [{"target": "f1" + sign * times + "x", "claim": "c"}]
        reply = CritiqueReply.model_validate({"items": items, "ranking": ["A" + sign * times + "x"]})
        began = thread_time()
        resolved(reply, {"answer": LETTERS})
        return thread_time() - began

    short = min(seconds(500 + at) for at in range(3))
    assert min(seconds(16_000 + at) for at in range(2)) < 128 * short, "32 times as much, in time with it"


def test_a_name_that_is_listed_twice_is_still_one_name() -> None:
    # A reply's own files stand beside those that were there.
    assert same_name("chapters/A.md", ("chapters/a.md", "chapters/a.md")) == "chapters/a.md"


@pytest.mark.parametrize("said", ["A and B", "B vs A", "Response A or B"])
def test_a_text_that_names_several_is_no_one_of_them(said: str) -> None:
    assert meant(said, LETTERS) is None

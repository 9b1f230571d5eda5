"""A result by choice loses nothing: where nothing is added it is a member's to the letter, and what one alone
says is in it or under *Left out*."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.workflows.common.replies import FrameReply
from app.workflows.debate.facts import ResultChosen
from app.workflows.debate.nodes.choosing import insertions_of
from app.workflows.debate.rules.additions import compose

MEMBERS = ("Ada", "Ben", "Cy")
IDEAS = [f"Idea {number} stands here." for number in range(9)]
ANCHORS = st.sampled_from(["", "Begin in May.", "words that stand nowhere", "The end."])
TEXT = "## Plan\n\nBegin in May. No other shift changes.\n\n- one\n- two\n\nThe end."
SAID = st.lists(
    st.tuples(
        st.sampled_from([*MEMBERS, "Nobody"]),
        st.sampled_from(IDEAS),
        ANCHORS,
        st.sampled_from(["additions", "left_out", "only_one_says"]),
    ),
    max_size=8,
)


def framed(said: list[tuple[str, str, str, str]]) -> FrameReply:
    """Return what a chair says, each idea in the list that it names."""
    reply: dict[str, list[dict[str, str]]] = {"additions": [], "left_out": [], "only_one_says": []}
    for who, text, after, where in said:
        one = {"who": who, "says": text} if where == "only_one_says" else {"who": who, "text": text}
        reply[where].append(one if where == "only_one_says" else {**one, "after": after})
    return FrameReply.model_validate({"decision": "So.", **reply})


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(SAID, st.sampled_from(MEMBERS))
def test_every_idea_that_one_alone_has_is_in_the_text_or_left_out_under_its_authors_name(
    said: list[tuple[str, str, str, str]], chosen: str
) -> None:
    others = {name: name for name in MEMBERS if name != chosen}
    picked = ResultChosen(
        seat=chosen,
        base=1,
        text=TEXT,
        chosen_by="judge",
        insertions=tuple(insertions_of(framed(said), others)),
    )
    final = compose(picked.text, picked.others).text
    kept = {one.text: one for one in picked.insertions}
    for who, text, _after, _where in said:
        if who in others:
            assert text in kept, "it is not lost"
            assert (text in final) == kept[text].taken
            assert kept[text].seat in {name for name, same, *_ in said if same == text}
    assert len(kept) == len(picked.insertions), "nothing stands twice"
    if not any(one.taken for one in picked.insertions):
        assert final == TEXT, "to the letter"


@pytest.mark.parametrize("taken", [True, False])
def test_taking_all_out_again_leaves_the_members_text_to_the_letter(taken: bool) -> None:
    said: list[Any] = [("Ben", idea, "Begin in May.", "additions") for idea in IDEAS]
    insertions = [
        one.model_copy(update={"taken": taken}) for one in insertions_of(framed(said), {"Ben": "Ben"})
    ]
    assert (compose(TEXT, insertions).text == TEXT) is not taken

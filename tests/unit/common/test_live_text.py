"""While a reply is written a person sees its text: the same in whatever pieces it comes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.live_text import LiveText, live_text
from app.workflows.common.reading.names import live_fields
from app.workflows.common.reading.reader import Reading, read_reply
from app.workflows.common.replies import CritiqueReply, RefinementReply, SynthesisReply
from tests.support.pace import worked
from tests.unit.common.test_reply_corpus import MODELS, RAW_JSON, corpus

REFINED = live_fields(RefinementReply)
WRAPPED = st.sampled_from(
    [
        "{}",
        "```json\n{}\n```",
        "Sure! Here is the JSON:\n\n{}\n\nHope that helps!",
        '<think>\nPerhaps {{"text": "no"}}?\n</think>\n\n{}',
        '{{"response": {}}}',
        '[{{"name": "reply", "arguments": {}}}]',
    ]
)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(
    lambda text: text.strip() and text.strip()[0] not in "{[" and "```" not in text
)


def in_pieces(reply: str, cuts: list[int]) -> LiveText:
    """Take a reply in, cut at these places."""
    live, last = LiveText(REFINED), 0
    for cut in sorted({min(cut, len(reply)) for cut in cuts} | {len(reply)}):
        live.feed(reply[last:cut])
        last = cut
    return live


@given(TEXTS, WRAPPED, st.lists(st.integers(0, 400)), st.booleans())
def test_the_end_is_the_field_in_whatever_pieces_it_comes(
    text: str, wrapping: str, cuts: list[int], escaped: bool
) -> None:
    reply = wrapping.format(json.dumps({"summary": "one", "text": text, "answers": []}, ensure_ascii=escaped))
    assert in_pieces(reply, cuts).text == text


@given(st.text(), st.lists(st.integers(0, 400)))
def test_pieces_make_no_difference_to_what_is_seen(text: str, cuts: list[int]) -> None:
    assert in_pieces(text, cuts).text == live_text(text, REFINED).text


@pytest.mark.parametrize(
    "shape", [s for s in corpus() if s["purpose"] in ("refinement", "synthesis")], ids=str
)
def test_a_shape_of_the_corpus_shows_text_from_its_first_piece_to_its_end(shape: dict[str, Any]) -> None:
    model = MODELS[shape["purpose"]]
    live = LiveText(live_fields(model))
    for sign in shape["reply"]:
        live.feed(sign)
        assert not RAW_JSON.search(live.text), live.text
    read = read_reply(shape["reply"], model)
    assert isinstance(read, Reading)


def test_what_may_be_an_escape_or_an_object_is_held_back() -> None:
    live = LiveText(REFINED)
    seen = []
    for piece in ("Here", ' it is:\n{"te', 'xt": "One\\', "nTwo \\u00", 'e9 \\"x\\', '""', "}"):
        live.feed(piece)
        seen.append(live.text)
    assert seen == [
        "Here",
        "Here it is:",
        "One",
        "One\nTwo ",
        'One\nTwo é "x',
        'One\nTwo é "x"',
        'One\nTwo é "x"',
    ]


def test_points_are_told_one_by_one() -> None:
    reply = '{"ranking": ["A"], "items": [{"target": "A", "claim": "No source."}, {"claim": "Too l'
    assert live_text(reply, live_fields(CritiqueReply)).points == ["No source.", "Too l"]


def test_prose_with_an_example_in_it_stays_prose() -> None:
    prose = (
        "# Plan\n\n" + "Keep it small and plain. " * 60 + '\n\n```json\n{"text": "an example"}\n```\n\nDone.'
    )
    assert live_text(prose, live_fields(SynthesisReply)).text.startswith("# Plan")
    assert "an example" in live_text(prose, REFINED).text


@pytest.mark.parametrize(
    "reply", ["{" * 300_000, '{"' * 200_000, "<think>" + " " * 1_000_000, '{"text": "' + "\\" * 999_999]
)
def test_no_reply_holds_the_window_up(reply: str) -> None:
    # Some seconds: twenty times what the worst of them takes.
    assert worked(lambda: live_text(reply, REFINED)) < 500

"""How long texts are stored: once, in pieces where very long, and never mistaken for a model's words."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from app.domain.canonical import JsonValue
from app.store.packing import IN_PIECES, pack, pieces, unpack

LINES = st.lists(st.text(alphabet="abc d", max_size=90), min_size=1, max_size=40)


def packed(value: Any) -> tuple[Any, dict[str, str]]:
    kept: dict[str, str] = {}
    return pack(value, kept.__setitem__), kept


def chapter(number: int, words: str = "walks") -> str:
    return "".join(f"Marcus {words} along quay {number}, and counts ship {n}.\n" for n in range(400))


def test_two_prompts_with_the_same_chapters_share_what_they_have_in_common() -> None:
    chapters = [chapter(number) for number in range(12)]
    first = packed("You write a novel.\n" + "".join(chapters))[1]
    chapters[5] = chapter(5, "runs")
    second = packed("You judge a novel, strictly.\n" + "".join(chapters))[1]
    new = sum(len(text) for name, text in second.items() if name not in first)
    assert len(chapter(5)) <= new < 3 * len(chapter(5)), "the chapter that changed, and little beside it"
    assert max(map(len, second.values())) <= 16 * 1024


@given(LINES, st.integers(1, 40), st.booleans())
def test_the_pieces_of_a_text_are_the_text(lines: list[str], times: int, ended: bool) -> None:
    text = "\n".join(lines * times * 20) + "\n" * ended
    found = list(pieces(text))
    assert "".join(found) == text
    assert all(found), "no piece is empty"
    assert all(len(piece) <= 16 * 1024 for piece in found)
    value, kept = packed({"text": text})
    assert unpack(value, kept.__getitem__) == {"text": text}


def test_a_line_without_an_end_is_cut_all_the_same() -> None:
    text = "x" * 100_000
    assert [len(piece) for piece in pieces(text)] == [16_384] * 6 + [1_696]
    value, kept = packed(text)
    assert unpack(value, kept.__getitem__) == text
    assert len(kept) == 2, "equal pieces are stored once"


def test_what_a_model_wrote_is_never_taken_for_a_reference() -> None:
    mappings: list[JsonValue] = [
        {"$text": ["a", "b"]},
        {"$text": "a"},
        {"$as": {"$text": ["a"]}},
        {"$text": []},
    ]
    for genuine in mappings:
        value, kept = packed([genuine, {"more": genuine}])
        assert unpack(value, kept.__getitem__) == [genuine, {"more": genuine}]


def test_a_text_of_usual_length_is_one_blob_as_ever() -> None:
    value, kept = packed("y" * IN_PIECES)
    assert list(kept) == [value["$text"]]

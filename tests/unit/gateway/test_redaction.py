"""A key that a provider repeats is taken out, however the text comes in pieces, and nothing else is."""

from __future__ import annotations

from base64 import b64encode
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.gateway.host.redaction import HIDDEN, SHORTEST, Redactor, redact, redact_cut
from tests.support.examples import examples

KEY = "sk-abcabc-12345"


def said(key: str | None, *pieces: str) -> str:
    """Return what is shown of a text that comes in pieces."""
    redactor = Redactor(key)
    return "".join(redactor.feed(piece) for piece in pieces) + redactor.rest()


@pytest.mark.parametrize("cut", range(len(KEY) + 1))
def test_a_key_that_is_cut_anywhere_is_taken_out(cut: int) -> None:
    assert said(KEY, "My key is " + KEY[:cut], KEY[cut:] + ", yes.") == f"My key is {HIDDEN}, yes."
    redactor = Redactor(KEY)
    first = redactor.feed("My key is " + KEY[:cut])
    assert first == ("My key is " if cut < len(KEY) else f"My key is {HIDDEN}"), "a beginning is held back"


@pytest.mark.parametrize("before", ["", "a", "ab", "abc", "Bearer "])
@pytest.mark.parametrize("behind", ["", "\n", "xy"])
def test_a_key_is_taken_out_of_base64_wherever_it_begins_there(before: str, behind: str) -> None:
    coded = b64encode(f"{before}{KEY}{behind}".encode()).decode()
    for shown in (redact(coded, KEY), said(KEY, "say: ", coded[:9], coded[9:])):
        assert HIDDEN in shown
        rest = shown.removeprefix("say: ").replace(HIDDEN, "")
        assert len(rest) <= len(coded) - len(KEY) * 4 // 3 + 3, "nothing of it is left but what ends it"


PARTS = st.sampled_from(["x", " ", KEY, KEY[:5], KEY[:9], KEY[5:], "sk-", "sk-abcabcabc"])


@given(st.lists(PARTS, max_size=8), st.lists(st.integers(0, 60), max_size=6))
@settings(max_examples=examples(200, 3000))
def test_no_piece_of_a_text_shows_the_key_and_all_else_is_shown(parts: list[str], cuts: list[int]) -> None:
    text = "".join(parts)
    at = sorted({0, len(text), *(cut for cut in cuts if cut < len(text))})
    pieces = [text[a:b] for a, b in pairwise(at)]
    assert said(KEY, *pieces) == redact(text, KEY)
    assert KEY not in redact(text, KEY)


def test_what_is_too_short_for_a_key_tears_no_holes_into_a_text() -> None:
    short = KEY[: SHORTEST - 1]
    for key in (short, "", None):
        assert said(key, "a ", short, " b") == redact(f"a {short} b", key) == f"a {short} b"


@pytest.mark.parametrize("kept", range(SHORTEST, len(KEY) + 1))
def test_a_message_that_breaks_off_within_the_key_shows_none_of_it(kept: int) -> None:
    assert redact_cut(f"Wrong key {KEY[:kept]}", KEY) == f"Wrong key {HIDDEN}"

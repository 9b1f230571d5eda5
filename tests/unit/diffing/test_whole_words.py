"""No edit begins or ends inside a word, or inside what a reader sees as one character."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.diffing import diff_texts
from app.diffing.tokens import tokenize
from tests.support.readable import rebuilt

# Thousands of examples at night.

JOINER = "\u200d"
PIECES = (
    "the ",
    "cats",
    "don't ",
    "12.50 ",
    "re\u0301sume\u0301 ",
    "नमस्ते ",
    "สวัสดี",
    "한국어 ",
    "文字",
    "カタカナ",
    "שלום ",
    "مرحبا ",
    "👩\u200d👩\u200d👧",
    "👍🏽",
    "🇩🇪🇫🇷",
    "1\ufe0f\u20e3",
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "\u0301",
    ", ",
    "\r\n",
    "\n\n",
    "\t",
)
texts = st.lists(st.sampled_from(PIECES), max_size=50).map("".join)


def cuts_something(text: str, at: int) -> bool:
    """Tell, without the program's own tables, whether a place lies inside a word or character."""
    before, after = text[at - 1], text[at]
    if before == "\r" and after == "\n":
        return True
    if before in "\r\n":
        return False
    if unicodedata.category(after)[0] == "M" or after == JOINER or "\U0001f3fb" <= after <= "\U0001f3ff":
        return True
    if "\U000e0020" <= after <= "\U000e007f":
        return True
    if before == JOINER and unicodedata.category(after) == "So":
        return True
    if _flag(before) and _flag(after):
        run = 0
        while run < at and _flag(text[at - 1 - run]):
            run += 1
        return run % 2 == 1
    return _in_word(before) and _in_word(after)


def _flag(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def _in_word(char: str) -> bool:
    # Latin, Hebrew and Arabic: scripts that part words by spaces.
    return char.isalnum() and char < "\u0800"


@given(texts, texts, st.sampled_from(("character", "word", "sentence", "line")))
def test_no_edit_cuts_a_word_or_a_character(old: str, new: str, granularity: str) -> None:
    found = diff_texts(old, new, granularity)
    assert rebuilt(found) == (old, new)
    for text, at in ((old, "old"), (new, "new")):
        for span in found:
            offset = getattr(span, at)
            if 0 < offset < len(text) and (
                span.kind == "equal" or span.kind == ("delete", "insert")[at == "new"]
            ):
                cut = cuts_something(text, offset)
                if granularity == "character" and _in_word(text[offset - 1]) and _in_word(text[offset]):
                    continue
                assert not cut, (granularity, text[max(0, offset - 5) : offset], text[offset : offset + 5])


@pytest.mark.parametrize(
    "whole",
    ["e\u0301", "👩\u200d👩\u200d👧", "🇩🇪", "👍🏽", "1\ufe0f\u20e3", "\r\n", "\u1112\u1161\u11ab", "नि"],
)
def test_a_reader_counts_it_as_one_character(whole: str) -> None:
    assert tokenize("a" + whole + "b", "character") == ["a", whole, "b"]


@given(st.one_of(texts, st.text(max_size=60)))
def test_characters_joined_are_the_text(text: str) -> None:
    assert "".join(tokenize(text, "character")) == text


def test_something_in_common_is_never_shown_as_all_deleted_and_all_inserted() -> None:
    old = "Nothing here is like the other text except this: umbrella. " + "Old words go on. " * 50
    new = "New phrases run along. " * 50 + "umbrella"
    assert any(span.kind == "equal" for span in diff_texts(old, new))

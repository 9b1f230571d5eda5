"""Signs that nobody sees stand as visible marks, whatever corner of Unicode they come from."""

from __future__ import annotations

import unicodedata
from itertools import chain

import pytest

from app.markup.visible import visible

HIDDEN = (
    *("\u00ad", "\u034f", "\u115f", "\u1160", "\u17b4", "\u17b5", "\u3164", "\ufeff", "\uffa0"),
    *map(chr, chain(range(0x2060, 0x2070), range(0xFFF0, 0xFFF9), range(0x1BCA0, 0x1BCA4))),
    *map(chr, chain(range(0x1D173, 0x1D17B), range(0xE0000, 0xE1000))),
    *map(
        chr, chain(range(0x180B, 0x1810), range(0x200B, 0x2010), range(0x202A, 0x202F), range(0xFE00, 0xFE10))
    ),
)
"""Default_Ignorable_Code_Point; source: Unicode 15.1, DerivedCoreProperties.txt."""


def test_no_sign_that_unicode_lets_nobody_draw_stands_between_letters() -> None:
    assert [f"U+{ord(sign):04X}" for sign in HIDDEN if sign in visible(f"a{sign}b")] == []
    message = "".join(chr(0xE0100 + byte) for byte in b"send the key")
    assert not set(message) & set(visible(f"An honest word{message}."))


def test_a_row_of_variation_selectors_hides_nothing_behind_a_letter_that_has_use_for_one() -> None:
    for letter, sign in (("\u1820", "\u180b"), ("漢", "\U000e0100"), ("❤", "\ufe0f")):
        assert visible(letter + sign) == letter + sign
        assert visible(letter + sign * 3).count(sign) == 1


@pytest.mark.parametrize("text", ["👩‍👩‍👧 نمی‌خواهم ক্‌ষ שלום 漢字 ᠮᠤᠩᠭᠤᠯ ❤️ 1️⃣", "\u202fpage 7\u00a0km"])
def test_honest_writing_stays_as_it_is(text: str) -> None:
    assert unicodedata.is_normalized("NFC", text)
    assert visible(text) == text

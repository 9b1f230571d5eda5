"""Tokens are estimated without a tokenizer, and seldom too low: a limit is kept with them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.counting import _LINES, _PIECES, count_tokens, estimate_tokens

ENGLISH = (
    "The council has to decide whether the office moves to the river. Rent is lower there; the way to work "
    "is longer for most, and nobody has asked the two who cycle. What would it cost to stay another year? "
)
GERMAN = (
    "Der Rat muss entscheiden, ob das Büro an den Fluss zieht. Die Miete ist dort niedriger, der Weg zur "
    "Arbeit für die meisten länger. "
)
CHINESE = "委员会讨论了是否应该在河上修建一座新桥,以及它对城市的费用。"
RUSSIAN = "Совет обсуждает вопрос о строительстве нового моста через реку и о его стоимости для города. "
JSON = '{"critiques": [{"target": "A", "severity": "major", "quote": "the cost is known", "id": "c-12"}]}'
CODE = "def total(rows: list[Row]) -> float:\n    return sum(row.price * row.count for row in rows)\n"


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        # What OpenAI's o200k_base counts in each, repeated ten times.
        pytest.param(ENGLISH, 452, id="english"),
        pytest.param(GERMAN, 312, id="german"),
        pytest.param(CHINESE, 220, id="chinese"),
        pytest.param(RUSSIAN, 202, id="russian"),
        pytest.param(JSON, 350, id="json"),
        pytest.param(CODE, 240, id="code"),
        pytest.param("🙂🚀 ", 31, id="emoji"),
    ],
)
def test_an_estimate_of_tokens_is_seldom_low_and_never_twice_as_high(text: str, tokens: int) -> None:
    assert 0.97 * tokens <= count_tokens(text * 10) <= 2.0 * tokens


def test_a_long_text_is_estimated_by_slices_of_all_of_it() -> None:
    mixed = ENGLISH * 40 + CHINESE * 200 + JSON * 80
    whole = count_tokens(mixed)
    assert 0.93 * whole <= estimate_tokens(mixed) <= 1.15 * whole
    assert estimate_tokens(ENGLISH * 100) == pytest.approx(count_tokens(ENGLISH * 100), rel=0.06)


def test_noise_is_counted_too() -> None:
    assert count_tokens("aGVsbG8gd29ybGQgdGhpcyBpcyBiYXNlNjQ" * 20) > 200
    assert count_tokens("") == 1


@given(st.text("ab cD\n\t .,9_é漢\u3000\u0301\r\x0b\u2028-{}", max_size=80))
def test_a_text_that_is_counted_by_lines_is_counted_as_a_whole(text: str) -> None:
    lines = _LINES.findall(text)
    assert "".join(lines) == text
    assert [piece for line in lines for piece in _PIECES.findall(line)] == _PIECES.findall(text)

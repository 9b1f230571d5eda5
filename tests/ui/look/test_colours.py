"""The colours, pair by pair as they meet: text at least 4.5, edges at least 3."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor

from app.ui.kit.theme import DARK, LIGHT, SEAT_COLOURS, Colours
from tests.support.seeing import contrast

THEMES = {"light": LIGHT, "dark": DARK}
GROUNDS = ("window", "rail", "base", "raised", "surface2", "hover", "selection")
STATE_TONES = ("waiting", "finished", "failed", "accent")
STATES = (("waiting", "waiting_row"), ("finished", "finished_row"), ("failed", "failed_row"))
TEXT, EDGE = 4.5, 3.0


def pairs(c: Colours) -> list[tuple[str, str, float]]:
    """Return which colour stands on which, and the least contrast it needs there."""
    found = [(text, ground, TEXT) for text in ("text", "text2", "muted", "accent") for ground in GROUNDS]
    found += [(text, ground, TEXT) for text, ground in STATES]
    found += [(text, "accent_row", TEXT) for text in ("accent", "text", "text2", "muted")]
    found += [(text, "warn_row", TEXT) for text in ("text", "text2", "muted", "accent", "waiting")]
    # A state is told in words in lists, on the row that is chosen too, in heads and in the bar.
    found += [(state, ground, TEXT) for state, _ in STATES for ground in (*GROUNDS, "warn_row")]
    found += [("text", "hit", TEXT)]
    found += [("on_fill", fill, TEXT) for fill in ("fill", "fill_hover", "fill_off")]
    changed = ("new_word", "insert_row", "insert_word", "delete_row", "delete_word")
    found += [("text", ground, TEXT) for ground in changed]
    found += [("edge", ground, EDGE) for ground in ("window", "base", "raised", "warn_row")]
    found += [("accent", ground, EDGE) for ground in (*GROUNDS, "warn_row")]
    found += [("insert_line", ground, EDGE) for ground in ("base",)]
    return found


@pytest.mark.parametrize("theme", THEMES)
def test_every_colour_is_told_from_what_it_stands_on(theme: str) -> None:
    c = THEMES[theme]
    got = {(a, b): (contrast(c.tone(a), c.tone(b)), least) for a, b, least in pairs(c)}
    assert {pair: round(found, 2) for pair, (found, least) in got.items() if found < least} == {}


@pytest.mark.parametrize("theme", THEMES)
def test_every_member_is_told_from_its_ground_and_wears_no_state_s_colour(theme: str) -> None:
    c, at = THEMES[theme], list(THEMES).index(theme)
    for both in SEAT_COLOURS:
        assert all(contrast(both[at], c.tone(ground)) >= EDGE for ground in ("window", "base", "rail"))
        # A red or green dot would tell of a failure or an end.
        assert all(
            _apart(both[at], c.tone(state)) for state in ("waiting", "finished", "failed", "accent")
        ), both
    # The three of most teams.
    for both in SEAT_COLOURS[:3]:
        assert all(contrast(both[at], c.tone(ground)) >= TEXT for ground in ("base", "raised"))


def _apart(one: str, other: str) -> bool:
    a, b = QColor(one), QColor(other)
    return abs(a.red() - b.red()) + abs(a.green() - b.green()) + abs(a.blue() - b.blue()) >= 60

"""An answer while it arrives: thoughts apart, pictures as marks, whatever pieces it comes in."""

from __future__ import annotations

import base64
from collections.abc import Sequence

import pytest

from app.engine.arriving import Arriving

PICTURE = "data:image/png;base64," + base64.b64encode(b"x" * 30_000).decode()
SMALL = "data:image/png;base64," + base64.b64encode(b"x" * 60).decode()
ABOUT_MARKS = "Write `<think>` where you think.\n```\n<think>\n```"
SMALL_ONES = f"A ![dot]({SMALL}) here, no data:image/ nor data:images."


def told(text: str, size: int) -> tuple[str, str]:
    """Return what is told as text and as thoughts of a reply in pieces of a size."""
    arriving = Arriving()
    pieces = [one for at in range(0, len(text), size) for one in arriving.feed(text[at : at + size])]
    # A last word behind it tells that the rest is what it is.
    pieces += arriving.feed("\n.")
    return _joined([p.text for p in pieces if not p.thought]), _joined([p.text for p in pieces if p.thought])


def _joined(pieces: Sequence[str]) -> str:
    return "".join(pieces).removesuffix("\n.").strip()


@pytest.mark.parametrize("size", [1, 3, 7, 50, 100_000])
@pytest.mark.parametrize(
    ("reply", "text", "thought"),
    [
        ("Plain words, and a <b>tag</b>.", "Plain words, and a <b>tag</b>.", ""),
        ("<think>Hm, <b>well</b>.</think>\nYes.", "Yes.", "Hm, <b>well</b>."),
        ("  <THINK>Hm.</THINK><think>More.</think>Yes.", "Yes.", "Hm.More."),
        ("Sure!\n<think>Hm.</think>\nYes.", "Sure!\nYes.", "Hm."),
        (ABOUT_MARKS, ABOUT_MARKS, ""),
        ('<think>Hm.</think>{"answer": "Yes."}', '{"answer": "Yes."}', "Hm."),
        (f"A ![plan]({PICTURE}) here.", "A ![plan]([picture, 30 kB]) here.", ""),
        (SMALL_ONES, SMALL_ONES, ""),
    ],
)
def test_what_arrives_is_told_as_what_it_is(reply: str, text: str, thought: str, size: int) -> None:
    assert told(reply, size) == (text, thought)


def test_thoughts_are_told_as_they_come() -> None:
    arriving = Arriving()
    assert [*arriving.feed("<thi")] == []
    assert [piece.thought for piece in arriving.feed("nk>A long thought that goes on and on")] == [True]
    assert [piece.thought for piece in arriving.feed(" and on</think>Yes")] == [True, False]

"""What is painted in every scene: no letters too small, no letters for drawings, no words of the machine."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtGui import QFontDatabase, QFontInfo

from app.ui.kit.theme import FAMILY
from tests.support.looking import machine_words, painted, signs, small, texts_in_sight
from tests.support.scenes.pictures import SCENES

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
AT_PUSH = {"look-review", "first-run", "models-key-works"}
"""Each of the others is looked at every night."""
CODE = "JetBrains Mono NL"
QUOTED = ("charge(retry.invoice, key=new_key())",)
"""Lines of the files that a scene studies."""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(scene.name, marks=() if scene.name in AT_PUSH else pytest.mark.nightly)
        for scene in SCENES
    ],
)
def test_a_scene_is_written_in_letters_and_words_for_people(play: Any, scene_shown: Any, name: str) -> None:
    async def story() -> None:
        async with scene_shown(name) as d:
            words = painted(d.window)
            assert words
            found: dict[str, list[Any]] = {
                "too small": small(words),
                "letters for drawings": signs(words),
                # The log goes by the names in its file; files that are quoted say what they say.
                "words of the machine": [] if "log" in name else machine_words(words, quoted=QUOTED),
            }
            assert {what: sorted(set(which)) for what, which in found.items() if which} == {}

    play(story)


def test_the_letters_are_the_programs_own(app):
    families = QFontDatabase.families()
    assert FAMILY in families
    assert CODE in families
    assert QFontDatabase.isFixedPitch(CODE)
    assert QFontInfo(app.font()).family() == FAMILY


def test_a_heading_in_an_answer_is_no_larger_than_the_session_s_title(play, scene_shown):
    async def story():
        async with scene_shown("look-review") as d:
            title = QFontInfo(d.window.page.header.title.font()).pixelSize()
            inside = {id(view): painted_in(view) for view in texts_in_sight(d.window.page.panel("answers"))}
            assert inside
            assert max(pixels for sizes in inside.values() for pixels in sizes) <= title + 0.5

    play(story)


def painted_in(view):
    """Return the sizes of the letters of a text."""
    return {round(words.pixels, 1) for words in painted(view)}


def test_a_list_in_an_answer_is_indented_by_a_little(play, scene_shown):
    async def story():
        async with scene_shown("look-review") as d:
            view = texts_in_sight(d.window.page.panel("answers"))[0]
            block, left = view.document().begin(), {}
            layout = view.document().documentLayout()
            while block.isValid():
                at = layout.blockBoundingRect(block).left() + block.layout().lineAt(0).x()
                left[block.textList() is not None] = at
                block = block.next()
            assert 12 <= left[True] - left[False] <= 20

    play(story)

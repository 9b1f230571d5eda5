"""What is painted in every scene: no letters too small, no letters for drawings, no words of the machine."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtGui import QFontDatabase, QFontInfo

from app.ui.kit.theme import FAMILY
from tests.support.examples import sampled
from tests.support.looking import machine_words, painted, signs, small, texts_in_sight
from tests.support.scenes.pictures import SCENES

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
AT_PUSH = {"first-run", "models-key-works"}
"""A round to decide is looked at with the room for what is read; each of the others every night."""
CODE = "JetBrains Mono NL"
QUOTED = ("charge(retry.invoice, key=new_key())",)
"""Lines of the files that a scene studies."""


def a_heading_is_no_larger_than_the_session_s_title(window: Any) -> None:
    title = QFontInfo(window.page.header.title.font()).pixelSize()
    views = texts_in_sight(window.page.panel("answers"))
    sizes = [words.pixels for view in views for words in painted(view)]
    assert sizes
    assert max(sizes) <= title + 0.5


def a_list_is_indented_by_a_little(window: Any) -> None:
    view = texts_in_sight(window.page.panel("answers"))[0]
    block, left = view.document().begin(), {}
    layout = view.document().documentLayout()
    while block.isValid():
        at = layout.blockBoundingRect(block).left() + block.layout().lineAt(0).x()
        left[block.textList() is not None] = at
        block = block.next()
    assert 12 <= left[True] - left[False] <= 20


def written_for_people(window: Any, name: str) -> None:
    """Check what a scene is written in."""
    words = painted(window)
    assert words
    found: dict[str, list[Any]] = {
        "too small": small(words),
        "letters for drawings": signs(words),
        # The log goes by the names in its file; files that are quoted say what they say.
        "words of the machine": [] if "log" in name else machine_words(words, quoted=QUOTED),
    }
    assert {what: sorted(set(which)) for what, which in found.items() if which} == {}


@pytest.mark.parametrize("name", sampled([scene.name for scene in SCENES], AT_PUSH))
async def test_a_scene_is_written_in_letters_and_words_for_people(scene_shown: Any, name: str) -> None:
    async with scene_shown(name) as d:
        written_for_people(d.window, name)


def test_the_letters_are_the_programs_own(app):
    families = QFontDatabase.families()
    assert FAMILY in families
    assert CODE in families
    assert QFontDatabase.isFixedPitch(CODE)
    assert QFontInfo(app.font()).family() == FAMILY

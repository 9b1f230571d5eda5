"""The question of a session in its frame, with the pictures that were given with it."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QPushButton, QWidget

from app.domain.given_pictures import picture_of
from app.domain.messages import GivenPicture
from app.ui.kit.theme import dress
from app.ui.panels.question import QuestionFrame
from tests.support.dots import png
from tests.support.waiting import until


def picture(width: int, height: int) -> GivenPicture:
    found = picture_of(png(width, height), "a picture")
    assert found is not None
    return found


@pytest.mark.qt_log_ignore("This plugin does not support")
async def test_the_first_pictures_are_shown_themselves_and_all_are_named():
    window = QWidget()
    dress(window)
    window.resize(860, 600)
    link = QPushButton("Question", window)
    window.show()
    given = [("plan.png", picture(300, 150)), *[("dot", picture(1, 1))] * 7]
    frame = QuestionFrame(window)
    frame.open_below(link, "Question", "Where is the door?", given)
    shown = [one.pixmap().size().toTuple() for one in frame.thumbnails if one.isVisible()]
    assert shown == [(76, 38), *[(1, 1)] * 5]
    assert frame.pictures.text().startswith("plan.png (300 × 150), dot (1 × 1)")
    frame.open_below(link, "Question", "Another one, with none?")
    assert not frame.strip.isVisible()
    assert not frame.pictures.isVisible()
    frame.close()
    window.deleteLater()


@pytest.mark.qt_log_ignore("This plugin does not support")
async def test_a_question_of_some_lines_is_read_whole_at_its_first_opening():
    window = QWidget()
    dress(window)
    window.resize(1366, 768)
    link = QPushButton("Question", window)
    window.show()
    frame = QuestionFrame(link)
    frame.open_below(link, "Question", "Should an office of twelve give up its two meeting rooms? " * 6)
    await until(lambda: frame.text.document().size().height() > 80)
    assert frame.text.height() >= frame.text.document().size().height()
    assert not frame.text.verticalScrollBar().isVisible()
    assert frame.text.geometry().right() < frame.width() - 2
    frame.close()
    window.deleteLater()

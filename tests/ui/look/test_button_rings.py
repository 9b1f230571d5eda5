"""The ring of the button in focus stands two pixels off it, goes along with it, is cut where it scrolls."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QPaintEvent
from PySide6.QtWidgets import QAbstractScrollArea, QVBoxLayout, QWidget

from app.ui.kit.buttons import PushButton
from app.ui.kit.focus_ring import OFF, WIDE, FocusRing, FocusRings, has_ring, ring_place
from app.ui.kit.layouts import in_column, scrolled
from app.ui.kit.preferences import Preferences
from app.ui.kit.theme import LIGHT
from app.ui.startup.qt_app import make_app
from tests.support.waiting import AMPLE

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")


@pytest.fixture
def window(app, qtbot) -> QWidget:
    found = QWidget()
    qtbot.addWidget(found)
    found.resize(300, 200)
    return found


def rings(window: QWidget) -> list[FocusRing]:
    return [one for one in window.findChildren(FocusRing) if one.isVisible()]


def shown_with_focus(qtbot, window: QWidget, button: PushButton) -> None:
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=int(AMPLE * 1000))
    button.setFocus(Qt.FocusReason.TabFocusReason)
    # A test before may have clicked: the next key brings the ring back.
    qtbot.keyClick(button, Qt.Key.Key_Shift)


def test_a_ring_stands_two_pixels_off_its_button_and_is_two_wide(window, qtbot):
    button = PushButton("Go")
    button.setParent(window)
    button.setGeometry(60, 60, 90, 30)
    shown_with_focus(qtbot, window, button)
    (ring,) = rings(window)
    assert ring.geometry() == button.geometry().adjusted(-4, -4, 4, 4)
    picture = window.grab().toImage()
    scale = picture.width() / window.width()
    at = [picture.pixelColor(round((60 - off) * scale), round(75 * scale)).name() for off in range(1, 6)]
    accent = QColor(LIGHT.accent).name()
    assert [colour == accent for colour in at] == [False] * OFF + [True] * WIDE + [False]
    button.move(100, 100)
    assert ring.geometry() == button.geometry().adjusted(-4, -4, 4, 4)
    button.hide()
    assert rings(window) == []


def test_what_the_program_gives_the_focus_has_no_ring_before_a_key_is_pressed(app, window, qtbot):
    fresh = FocusRings(app)
    try:
        button = PushButton("Go")
        button.setParent(window)
        button.setGeometry(60, 60, 90, 30)
        window.show()
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow, timeout=int(AMPLE * 1000))
        button.setFocus()
        assert fresh.ring is not None
        assert not fresh.ring.isVisible()
        qtbot.keyClick(button, Qt.Key.Key_Shift)
        assert fresh.ring.isVisible()
    finally:
        app.focusChanged.disconnect(fresh._on_focus_changed)
        fresh.deleteLater()


def test_a_click_shows_no_ring_and_the_next_key_brings_it(window, qtbot):
    column = QVBoxLayout(window)
    one, two = PushButton("One"), PushButton("Two")
    for button in (one, two):
        column.addWidget(button)
    shown_with_focus(qtbot, window, two)
    assert len(rings(window)) == 1
    qtbot.mouseClick(one, Qt.MouseButton.LeftButton)
    assert one.hasFocus()
    assert rings(window) == []
    # What opens after the click has none either.
    two.setFocus()
    assert rings(window) == []
    qtbot.keyClick(two, Qt.Key.Key_Backtab)
    assert one.hasFocus()
    assert len(rings(window)) == 1


class Painted(QAbstractScrollArea):
    """Counts how often what it scrolls is painted."""

    times = 0

    def paintEvent(self, event: QPaintEvent) -> None:
        """Count."""
        self.times += 1


def test_what_scrolls_is_painted_anew_with_the_focus_and_without_it(window, qtbot):
    areas = Painted(), Painted()
    window.setLayout(in_column(*areas))
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=int(AMPLE * 1000))
    areas[0].setFocus()
    qtbot.wait(20)
    before = [area.times for area in areas]
    areas[1].setFocus()
    qtbot.wait(20)
    assert all(area.times > was for area, was in zip(areas, before, strict=True))


def test_there_is_one_ring_and_none_where_the_focus_has_gone(window, qtbot):
    one, two = PushButton("One"), PushButton("Two")
    link = PushButton("Link")
    link.setObjectName("link")
    window.setLayout(in_column(one, two, link))
    shown_with_focus(qtbot, window, one)
    two.setFocus()
    (ring,) = rings(window)
    assert ring.geometry().center() == two.geometry().center()
    link.setFocus()
    assert not has_ring(link)
    assert rings(window) == []
    one.setFocus()
    assert len(rings(window)) == 1
    assert len(window.findChildren(FocusRings)) == 0


def test_what_scrolls_cuts_the_ring_and_takes_it_along(window, qtbot):
    inner = QWidget()
    column = QVBoxLayout(inner)
    buttons = [PushButton(f"Button {n}") for n in range(30)]
    for button in buttons:
        column.addWidget(button)
    area = scrolled(inner)
    window.setLayout(in_column(area))
    shown_with_focus(qtbot, window, buttons[2])
    (ring,) = rings(window)
    before = ring.y()
    area.verticalScrollBar().setValue(10)
    assert ring.y() == before - 10
    area.verticalScrollBar().setValue(buttons[2].y() + 20)
    top = area.viewport().mapTo(window, QPoint()).y()
    assert ring.isVisible()
    assert ring.y() == top, "it ends where the page ends"
    area.verticalScrollBar().setValue(area.verticalScrollBar().maximum())
    assert rings(window) == []


def test_at_the_edge_of_the_window_all_of_it_is_seen(window, qtbot):
    button = PushButton("Go")
    button.setParent(window)
    button.setGeometry(0, 0, 90, 30)
    shown_with_focus(qtbot, window, button)
    assert ring_place(button) == QRect(0, 0, 94, 34)


def test_a_program_has_one_who_draws_them(app):
    make_app(Preferences())
    assert len(app.findChildren(FocusRings)) == 1

"""What a window shows stays, whatever Python's collector takes for garbage."""

from __future__ import annotations

import gc
from weakref import ref

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QGridLayout,
    QLayoutItem,
    QPushButton,
    QSpacerItem,
    QSpinBox,
    QWidget,
    QWidgetItem,
)
from shiboken6 import isValid

from app.ui.kit.icons import drawn, icon
from app.ui.kit.layouts import SPACE, in_column, in_row, nest, nest_in_cell
from app.ui.kit.screen import room_around
from app.ui.kit.seat_dot import dot_icon
from app.ui.kit.tables import TickIcon
from app.ui.shell.tab_order import entrance

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


class Ring:
    """Refers to itself, so that the collector alone takes it apart."""

    def __init__(self, holds: QIcon) -> None:
        self.itself, self.holds = self, holds


class Ringed(QWidget):
    """A window that nobody deletes but the collector."""

    def __init__(self) -> None:
        super().__init__()
        self.itself = self


KINDS = (
    lambda: icon("check", "finished"),
    lambda: dot_icon(2),
    lambda: drawn(TickIcon, Qt.CheckState.PartiallyChecked),
)


@pytest.mark.parametrize("made", KINDS)
def test_an_icon_that_is_shown_outlives_what_asked_for_it(app, made):
    button = QPushButton()
    ring = Ring(made())
    button.setIcon(ring.holds)
    del ring
    assert gc.collect() > 0
    assert not button.icon().pixmap(16, 16).isNull()


@pytest.mark.parametrize("made", KINDS)
def test_an_icon_that_is_changed_is_drawn_on_as_long_as_it_is_shown(app, made):
    changed = made()
    for _ in range(3):
        # It is one of many that are the same: Qt makes another for it.
        changed = QIcon(changed)
        changed.setIsMask(True)
        gc.collect()
        assert changed.isMask()
        assert not changed.pixmap(16, 16).isNull()
    del changed
    assert not made().pixmap(16, 16).isNull()


def test_a_screen_is_not_deleted_with_what_asked_how_much_room_it_has(app):
    first = QWidget()
    before = room_around(first)
    second = Ringed()
    room_around(second)
    del second
    assert gc.collect() > 0
    assert room_around(first) == before


def test_a_control_does_not_become_a_part_of_its_own_line_by_being_asked_who_takes_the_focus(app, qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    box = QSpinBox()
    window.setLayout(in_column(QPushButton(), box))
    box.lineEdit().setMaxLength(3)
    window.show()
    assert entrance(window) is not None
    known = ref(box)
    del box
    # Those of its window were looked through before: of what they hold the collector knows nothing.
    gc.collect(0)
    gc.collect(1)
    assert known() is not None


def known_items() -> list[QLayoutItem]:
    """Return the items of layouts that Python has an object of."""
    kinds = QWidgetItem | QSpacerItem
    return [one for one in gc.get_objects() if isinstance(one, kinds) and isValid(one)]


def test_no_item_of_a_layout_is_known_longer_than_it_is_there(app, qtbot):
    """Else what comes to lie at its address later, a scroll bar, is taken for it."""
    window = QWidget()
    qtbot.addWidget(window)
    outer = in_column(QPushButton())
    window.setLayout(outer)
    inner = in_row(QPushButton(), in_column(QPushButton(), SPACE), SPACE)
    nest(outer, inner)
    cells = QGridLayout()
    nest(outer, cells)
    nest_in_cell(cells, in_row(QPushButton()), 0, 0)
    assert inner.count() == 3
    assert known_items() == []


async def test_no_form_leaves_items_of_layouts_known(desk, core):
    async with desk() as d:
        for opens in (d.window.ask_new, d.window.commands.show_settings):
            opens()
            await d.settle()
            assert known_items() == []
            form = QApplication.activeModalWidget()
            assert isinstance(form, QDialog)
            form.reject()
            await d.settle()

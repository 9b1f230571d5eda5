"""A choice with many rows: a list with a line to search in, by keys and by the mouse."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from app.ui.kit.controls import ComboBox
from app.ui.kit.pick_list import GROUP, RIGHT, Group, PickList
from app.ui.kit.theme import apply_theme, dress
from tests.support.quiet import quiet

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
TOWNS = ("Aachen", "Bonn", "Celle", "Dessau", "Emden", "Fulda", "Gera", "Halle", "Ilmenau", "Jena")


@pytest.fixture
def window(app: QApplication) -> Iterator[QWidget]:
    apply_theme(app, "light")
    found = QWidget()
    dress(found)
    QVBoxLayout(found)
    found.resize(500, 400)
    found.show()
    yield found
    found.close()
    found.deleteLater()


def choice(window: QWidget, towns: int, *, typed: bool = False) -> ComboBox:
    box = ComboBox()
    box.setEditable(typed)
    box.addItems(TOWNS[:towns])
    layout = window.layout()
    assert layout is not None
    layout.addWidget(box)
    box.setCurrentIndex(0)
    box.setFocus()
    return box


def opened(window: QWidget) -> PickList | None:
    return next((one for one in window.findChildren(PickList) if one.isVisible()), None)


def told(found: PickList) -> list[str]:
    model = found.list.model()
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


async def test_from_nine_rows_on_letters_narrow_them_and_enter_takes_one(window):
    few = choice(window, 8)
    few.showPopup()
    assert opened(window) is None
    few.hidePopup()
    box = choice(window, 10)
    taken: list[int] = []
    box.activated.connect(taken.append)
    box.showPopup()
    found = opened(window)
    assert found is not None
    assert told(found) == list(TOWNS)
    QTest.keyClicks(found.line, "en")
    assert told(found) == ["Aachen", "Emden", "Ilmenau", "Jena"]
    assert found.found.text() == "4 of 10"
    QTest.keyClick(found.line, Qt.Key.Key_Down)
    QTest.keyClick(found.line, Qt.Key.Key_Return)
    await quiet()
    assert opened(window) is None
    assert (box.currentText(), taken) == ("Emden", [4])
    assert window.focusWidget() is box


async def test_escape_changes_nothing_and_gives_the_focus_back(window):
    box = choice(window, 10)
    box.showPopup()
    found = opened(window)
    assert found is not None
    QTest.keyClick(found.line, Qt.Key.Key_Down)
    QTest.keyClick(found.line, Qt.Key.Key_Escape)
    await quiet()
    assert opened(window) is None
    assert box.currentText() == "Aachen"


async def test_what_no_row_is_called_can_be_used_where_a_name_may_be_typed(window):
    box = choice(window, 10, typed=True)
    box.showPopup()
    found = opened(window)
    assert found is not None
    QTest.keyClicks(found.line, "Ulm")
    assert told(found) == ["Nothing is called that.", "Use “Ulm”"]
    QTest.keyClick(found.line, Qt.Key.Key_Return)
    await quiet()
    assert box.currentText() == "Ulm"


async def test_arrows_pass_over_the_heads_of_groups_and_the_mouse_takes_a_row(window):
    box = choice(window, 10)
    for at in range(box.count()):
        box.setItemData(at, Group("North" if at % 2 else "South", "far"), GROUP)
        box.setItemData(at, f"{at} km", RIGHT)
    box.showPopup()
    found = opened(window)
    assert found is not None
    rows = told(found)
    assert rows[0] == "South"
    assert rows[6] == "North"
    for _ in range(5):
        QTest.keyClick(found.line, Qt.Key.Key_Down)
    assert str(found.list.currentIndex().data()) == "Bonn"
    place = found.list.visualRect(found.list.model().index(8, 0)).center()
    QTest.mouseClick(found.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    await quiet()
    assert box.currentText() == rows[8]

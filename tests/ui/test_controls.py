"""The style sheet's controls as they are painted: edges, rings, arrows; in both themes, switched live."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QDialog,
    QDoubleSpinBox,
    QFrame,
    QLineEdit,
    QMenu,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QSpinBox,
    QStyleOptionComboBox,
    QTableView,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.ui.kit.buttons import ToolButton
from app.ui.kit.controls import ComboBox, NumberBox, combo_box
from app.ui.kit.layouts import in_column
from app.ui.kit.model_names import ModelBox, take_words
from app.ui.kit.text.bounded import PlainEditor
from app.ui.kit.texts import button
from app.ui.kit.theme import DARK, LIGHT, Colours, Theme, apply_theme
from app.ui.kit.wrapped import WrappedCheck
from app.ui.panels.answer_card import TextCard
from app.ui.panels.listing.filters import narrow
from tests.support.hurry import at_once
from tests.support.scenes.pictures import SCENES, prepare, settle
from tests.support.scenes.stage import Stage
from tests.support.seeing import contrast, edge_contrast, picture_of
from tests.support.waiting import AMPLE

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
THEMES: tuple[Theme, ...] = ("light", "dark")

AROUND = 5
"""Pixels beside a control in which its ring is seen."""
UI = Path(__file__).resolve().parents[2] / "app" / "ui"


def editable() -> QComboBox:
    box = QComboBox()
    box.setEditable(True)
    return box


def in_card() -> PlainEditor:
    editor = PlainEditor()
    editor.setObjectName("typed")
    return editor


EDGED: dict[str, Callable[[], QWidget]] = {
    "combo box": QComboBox,
    "combo box with a line": editable,
    "spin box": QSpinBox,
    "spin box with a point": QDoubleSpinBox,
    "line": QLineEdit,
    "editor in a card": in_card,
    "button": lambda: button("Cancel"),
    "tool button": ToolButton,
}
RINGED = {**EDGED, "table": QTableView, "primary button": lambda: button("Start", primary=True)}


@pytest.fixture(params=THEMES)
def colours(request: pytest.FixtureRequest, app: QApplication) -> Iterator[Colours]:
    apply_theme(app, request.param)
    yield DARK if request.param == "dark" else LIGHT
    apply_theme(app, "light")


class ShowControl(Protocol):
    def __call__(self, widget: QWidget, ground: str = "") -> QWidget: ...


@pytest.fixture
def show_control(qtbot: QtBot) -> ShowControl:
    """Show a control in a window or on a card, with another one that can take the focus."""
    kept: list[QWidget] = []

    def shown(widget: QWidget, ground: str = "") -> QWidget:
        outer, frame = QWidget(), QFrame()
        qtbot.addWidget(outer)
        kept.append(outer)
        frame.setObjectName(ground)
        for holder, inner in ((outer, frame), (frame, widget), (frame, button("Other"))):
            layout = holder.layout() or QVBoxLayout(holder)
            layout.addWidget(inner)
        outer.resize(300, 200)
        outer.show()
        outer.activateWindow()
        return widget

    return shown


@pytest.mark.parametrize("ground", ["", "card"])
@pytest.mark.parametrize("kind", EDGED)
def test_a_control_is_told_from_its_ground(
    show_control: ShowControl, colours: Colours, kind: str, ground: str
) -> None:
    control = show_control(EDGED[kind](), ground)
    seen = edge_contrast(control)
    assert seen is not None
    assert seen >= 3


def picture_around(control: QWidget) -> QImage:
    """Return a control as it is painted, with what is beside it: the ring of a button stands off it."""
    window = control.window()
    place = QRect(control.mapTo(window, QPoint()), control.size()).adjusted(-AROUND, 0, AROUND, 0)
    return window.grab(place).toImage()


@pytest.mark.parametrize("kind", RINGED)
def test_the_focus_is_seen_and_moves_nothing(
    show_control: ShowControl, qtbot: QtBot, colours: Colours, kind: str
) -> None:
    control = show_control(RINGED[kind](), "")
    control.window().findChildren(QPushButton)[-1].setFocus()
    before, size = picture_around(control), control.sizeHint()
    control.setFocus()
    qtbot.waitUntil(control.hasFocus, timeout=int(AMPLE * 1000))
    # A test before may have clicked: the next key brings rings back.
    qtbot.keyClick(control, Qt.Key.Key_Shift)
    after = picture_around(control)
    middle = after.height() // 2
    changed = [x for x in range(AROUND + 3) if before.pixelColor(x, middle) != after.pixelColor(x, middle)]
    assert changed, "the edge, or what is around it, looks different"
    assert max(contrast(after.pixelColor(x, middle), colours.window) for x in changed) >= 3
    assert control.sizeHint() == size


@pytest.mark.parametrize("ground", ["dialogSheet", "form"])
def test_every_field_of_a_form_is_of_one_height_with_the_focus_and_without(
    show_control: ShowControl, app: QApplication, ground: str
) -> None:
    fields: dict[str, Callable[[], QWidget]] = {
        **{name: EDGED[name] for name in ("combo box", "combo box with a line", "line")},
        "number": NumberBox,
        "button beside one": partial(button, "Choose…", beside=True),
    }
    for name, made in fields.items():
        field = show_control(made(), ground)
        assert (name, field.height()) == (name, 32)
        field.setFocus()
        field.ensurePolished()
        assert (name, field.sizeHint().height(), field.minimumSizeHint().height()) == (name, 32, 32)


def test_a_spin_box_has_one_frame_in_a_dialog_too(qtbot: QtBot, colours: Colours) -> None:
    dialog = QDialog()
    qtbot.addWidget(dialog)
    spin, layout = QSpinBox(), QVBoxLayout(dialog)
    layout.addWidget(spin)
    dialog.resize(240, 80)
    dialog.show()
    line = spin.lineEdit()
    drawn = picture_of(line)
    middle = drawn.width() // 2
    for y in (0, 1, drawn.height() - 2, drawn.height() - 1):
        assert drawn.pixelColor(middle, y).name() == colours.base


@pytest.mark.parametrize("make", [QComboBox, QSpinBox])
def test_arrows_are_there_to_be_seen(
    show_control: ShowControl, colours: Colours, make: Callable[[], QWidget]
) -> None:
    control = show_control(make(), "")
    drawn = picture_of(control)
    right = QRect(drawn.width() - 16, 4, 12, drawn.height() - 8)
    ground = drawn.pixelColor(drawn.width() // 2, drawn.height() // 2)
    seen = [
        contrast(drawn.pixelColor(x, y), ground)
        for x in range(right.left(), right.right())
        for y in range(right.top(), right.bottom())
    ]
    assert max(seen) >= 3


@pytest.mark.parametrize("make", [QCheckBox, QRadioButton])
def test_a_tick_differs_from_none_in_more_than_colour(
    show_control: ShowControl, colours: Colours, make: Callable[[], QCheckBox | QRadioButton]
) -> None:
    control = show_control(make(), "")
    assert isinstance(control, QCheckBox | QRadioButton)
    control.setChecked(True)
    ticked = picture_of(control)
    # Along the middle of the box: the tick, or the dot, against what is around it.
    points = [ticked.pixelColor(x, control.height() // 2) for x in range(4, 15)]
    assert max(contrast(one, other) for one in points for other in points) >= 3


def test_the_handle_of_a_scroll_bar_is_seen(show_control: ShowControl, colours: Colours) -> None:
    area, long = QScrollArea(), QWidget()
    long.setFixedSize(50, 900)
    area.setWidget(long)
    show_control(area, "")
    bar = area.verticalScrollBar()
    drawn = picture_of(bar)
    middle = drawn.width() // 2
    assert contrast(drawn.pixelColor(middle, 12), drawn.pixelColor(middle, drawn.height() - 3)) >= 3


def test_the_chosen_line_of_a_menu_is_seen(qtbot: QtBot, colours: Colours) -> None:
    menu = QMenu()
    qtbot.addWidget(menu)
    lines = [menu.addAction(words) for words in ("Open", "Checked", "Held back")]
    lines[1].setCheckable(True)
    lines[1].setChecked(True)
    lines[2].setEnabled(False)
    menu.popup(QPoint(10, 10))
    grounds = []
    for chosen in lines[:2]:
        menu.setActiveAction(chosen)
        drawn, box = picture_of(menu), menu.actionGeometry(chosen)
        grounds.append(drawn.pixelColor(box.right() - 4, box.center().y()).name())
        marks = [drawn.pixelColor(x, box.center().y()) for x in range(5)]
        assert max(contrast(mark, colours.raised) for mark in marks) >= 3
    assert grounds == [colours.selection] * 2
    assert contrast(colours.text, colours.selection) >= 4.5
    menu.close()


def test_a_live_switch_paints_every_control_anew(show_control: ShowControl, app: QApplication) -> None:
    controls = {name: show_control(make(), "") for name, make in RINGED.items()}
    for theme, c in (("dark", DARK), ("light", LIGHT), ("dark", DARK)):
        apply_theme(app, theme)  # type: ignore[arg-type]  # the names of THEMES
        for name, control in controls.items():
            below = control.mapTo(control.window(), QPoint(-2, control.height() // 2))
            ground = control.window().grab().toImage().pixelColor(below)
            assert ground.name() == c.window, name
            assert name == "table" or (edge_contrast(control) or 0) >= 3, name
    apply_theme(app, "light")


def wheel_over(area: QScrollArea, widget: QWidget) -> None:
    """Turn the wheel one notch down over the middle of a widget, as a hand would."""
    area.ensureWidgetVisible(widget)
    point = QPointF(widget.mapTo(widget.window(), widget.rect().center()))
    QTest.wheelEvent(widget.window().windowHandle(), point, QPoint(0, -120))
    QApplication.processEvents()


@pytest.mark.parametrize(
    "name",
    [
        "new-session-advanced",
        "approval",
        *(pytest.param(name, marks=pytest.mark.nightly) for name in ("team-many", "dialog-uncertain")),
    ],
)
async def test_scrolling_past_a_box_changes_no_choice(desk: Any, core: Stage, name: str) -> None:
    scene = next(scene for scene in SCENES if scene.name == name)
    await prepare(core, scene)
    async with desk() as d:
        await settle(d.window, scene, core, at_once)
        boxes = [
            (area, box)
            for area in d.window.findChildren(QScrollArea)
            for box in area.findChildren(QComboBox)
            if box.isVisible() and box.count() > 1 and not box.hasFocus()
        ]
        assert boxes
        before = [box.currentText() for _, box in boxes]
        for area, box in boxes:
            wheel_over(area, box)
        assert [box.currentText() for _, box in boxes] == before
        assert not any(box.hasFocus() for _, box in boxes)
        for dialog in d.window.findChildren(QDialog):
            dialog.reject()


def test_the_wheel_scrolls_what_a_box_stands_in_and_turns_the_box_that_has_the_focus(qtbot: QtBot) -> None:
    area, inner, box = QScrollArea(), QWidget(), ComboBox()
    qtbot.addWidget(area)
    box.addItems(["one", "two"])
    column = QVBoxLayout(inner)
    column.addWidget(box)
    column.addStretch(1)
    inner.setFixedSize(200, 900)
    area.setWidget(inner)
    area.resize(240, 200)
    area.show()
    area.activateWindow()
    area.setFocus()
    wheel_over(area, box)
    assert area.verticalScrollBar().value() > 0
    assert box.currentText() == "one"
    box.setFocus()
    wheel_over(area, box)
    assert box.currentText() == "two"


def test_the_wheel_changes_no_number_but_that_of_the_box_that_has_the_focus(qtbot: QtBot) -> None:
    area, inner, box = QScrollArea(), QWidget(), NumberBox("Cost limit", 10)
    qtbot.addWidget(area)
    column = QVBoxLayout(inner)
    column.addWidget(box)
    column.addStretch(1)
    inner.setFixedSize(200, 900)
    area.setWidget(inner)
    area.resize(240, 200)
    box.setValue(5)
    area.show()
    area.activateWindow()
    area.setFocus()
    wheel_over(area, box)
    assert area.verticalScrollBar().value() > 0
    assert box.value() == 5
    assert not box.hasFocus()
    box.setFocus()
    wheel_over(area, box)
    assert box.value() == 4


def test_every_box_for_a_choice_is_one_that_leaves_the_wheel_to_what_it_stands_in() -> None:
    plain = [
        path.name
        for path in UI.rglob("*.py")
        if re.search("= Q(ComboBox|(Double)?SpinBox)[(]", path.read_text(encoding="utf-8"))
    ]
    assert plain == [], "use `combo_box` or `NumberBox` of the kit"


def test_a_box_to_tick_breaks_its_words_where_they_have_no_room_and_is_called_by_all_of_them(app):
    box = WrappedCheck("Stop where nothing is gained any more")
    box.show()
    box.resize(box.sizeHint())
    assert box.text() == "Stop where nothing is gained any more"
    one_line = box.sizeHint().height()
    box.resize(140, one_line)
    assert len(box.text().split("\n")) > 1
    assert " ".join(box.text().split("\n")) == box.accessibleName() == "Stop where nothing is gained any more"
    assert box.minimumSizeHint().width() < 140
    assert box.minimumSizeHint().height() > one_line
    box.resize(600, one_line)
    assert "\n" not in box.text()
    box.close()


def test_words_that_have_room_in_a_box_are_not_cut_for_part_of_a_pixel(qtbot: QtBot) -> None:
    apply_theme(QApplication.instance(), "light")  # type: ignore[arg-type]
    box = combo_box("Round", (("This round", ""), ("All rounds", "all")))
    qtbot.addWidget(box)
    narrow(box)
    box.show()
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    assert option.currentText == "This round"
    box.resize(box.width() - 12, box.height())
    box.initStyleOption(option)
    assert option.currentText.endswith("…")


def _with_words(name: str, words: str) -> ComboBox:
    box = ComboBox()
    take_words(box, name, words)
    return box


@pytest.mark.parametrize("kind", [ModelBox, _with_words])
def test_what_is_typed_takes_the_place_of_words_that_were_entered_by_the_mouse(
    qtbot: QtBot, kind: Callable[[str, str], ComboBox]
) -> None:
    page, box = QWidget(), kind("Model", "town/fourth")
    line = box.lineEdit()
    assert line is not None
    qtbot.addWidget(page)
    before = button("Before")
    page.setLayout(in_column(before, box))
    with qtbot.waitActive(page):
        page.show()
        page.activateWindow()
    qtbot.mouseClick(line, Qt.MouseButton.LeftButton)
    QTest.keyClicks(line, "sec")
    assert box.currentText() == "sec"
    qtbot.mouseClick(line, Qt.MouseButton.LeftButton)
    QTest.keyClicks(line, "ond")
    assert len(box.currentText()) == len("second"), "once it is entered, the mouse says where"
    before.setFocus()


def test_words_that_pass_above_a_text_never_move_it(qtbot: QtBot) -> None:
    card = TextCard("Answer of Ada", "Status of Ada")
    qtbot.addWidget(card)
    card.resize(260, 300)
    card.show()
    tops = []
    for said in ("critiquing", "critiquing · 3 so far: The fall in complaints proves nothing at all."):
        card.show_status(said, passing=True)
        QApplication.sendPostedEvents()
        tops.append(card.text.y())
    assert tops[0] == tops[1]
    assert card.status.toolTip() == said

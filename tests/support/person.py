"""A person at the window, with the keyboard alone or with the mouse alone.

Things are found as a person finds them: by what they are called, by going there with Tab, by looking where
they are. Nothing is called that a key or a click would not call.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QCheckBox,
    QComboBox,
    QFileDialog,
    QMenu,
    QPushButton,
    QRadioButton,
    QWidget,
)

from app.ui.kit.dialog import Dialog
from app.ui.kit.export import ExportDialog
from app.ui.kit.menu_button import MenuButton
from app.ui.kit.pick_list import PickList
from tests.support.waiting import until

CONTROL, SHIFT, ALT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)


def top(d: Any) -> QWidget:
    """Return the window a person works in: the open dialog, else the main window."""
    return QApplication.activeModalWidget() or d.window


def fill_in(d: Any, **setup: object) -> None:
    """Put values into the form that is open."""
    d.window.session_forms.now.fill_in(setup)


async def begin_by_rules(d: Any, question: str, **setup: object) -> None:
    """Start a session with the offline council where no model is connected."""
    d.window.ask_new(question)
    form = d.window.session_forms.now
    await d.click("Try the rules…")
    form.fill_in(setup)
    await d.click("Start")


def in_front() -> Dialog:
    """Return the dialog that is open."""
    found = QApplication.activeModalWidget()
    assert isinstance(found, Dialog)
    return found


async def _written(folder: Path) -> str:
    def read() -> str:
        return "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.md"))

    await until(read)
    return read()


class Keyboard:
    """Presses keys, and nothing else."""

    def __init__(self, d: Any) -> None:
        self._d = d
        self.pressed = self.typed = 0
        """Keys that were pressed, those with another held counted as one, and letters of words besides."""

    @property
    def focused(self) -> QWidget:
        """The control with the focus."""
        focused: QWidget | None = top(self._d).focusWidget()
        return focused if focused is not None else top(self._d)

    async def _front(self) -> None:
        """Bring the window in front, as a desktop does when a dialog goes; this platform has none."""
        if QApplication.activeWindow() is not top(self._d):
            top(self._d).activateWindow()
            await self._d.settle()

    async def press(
        self, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
    ) -> None:
        """Press a key where the focus is."""
        await self._front()
        self.pressed += 1
        QTest.keyClick(self.focused, key, modifier)
        await self._d.settle()

    async def type(self, text: str) -> None:
        """Type words."""
        await self._front()
        self.typed += len(text)
        QTest.keyClicks(self.focused, text)
        await self._d.settle()

    async def go_to(self, name: str) -> None:
        """Press Tab until the control of this name has the focus."""
        for _ in range(90):
            if self.focused.accessibleName() == name:
                return
            await self.press(Qt.Key.Key_Tab)
        raise AssertionError(f"Tab never comes to {name!r}")

    async def use(self, name: str) -> None:
        """Press the button of this name with the space bar."""
        await self.go_to(name)
        await self.press(Qt.Key.Key_Space)

    async def write(self, name: str, text: str) -> None:
        """Type words into the field of this name, behind what stands there."""
        await self.go_to(name)
        await self.type(text)

    async def send(self) -> None:
        """Press the key by which a form, an answer or a decision is sent."""
        await self.press(Qt.Key.Key_Return, CONTROL)

    async def paste(self, text: str) -> None:
        """Paste words where the focus is."""
        QGuiApplication.clipboard().setText(text)
        await self.press(Qt.Key.Key_V, CONTROL)

    async def run(self, words: str) -> None:
        """Find an action by words in the palette, and run the first one that is found."""
        await self.press(Qt.Key.Key_K, CONTROL)
        await self.type(words)
        await self.press(Qt.Key.Key_Return)

    async def export(self, folder: Path) -> str:
        """Export the session in sight as it is offered, into an empty folder; return what the file says."""
        await self.press(Qt.Key.Key_E, CONTROL | SHIFT)
        await until(self._d.window.findChild(ExportDialog).main.isEnabled)
        await self.send()
        files = self._d.window.findChild(QFileDialog)
        QTest.keyClick(files.focusWidget(), Qt.Key.Key_A, CONTROL)
        QTest.keyClicks(files.focusWidget(), str(folder / "exported.md"))
        QTest.keyClick(files.focusWidget(), Qt.Key.Key_Return)
        return await _written(folder)

    async def choose_among_others(self, name: str) -> None:
        """Open “Other choices” of the bar, and take the one of this name."""
        await self.choose_in_menu("More that can be done here", name)

    async def choose_in_menu(self, button: str, name: str) -> None:
        """Open the menu of a button, and take the choice of this name."""
        await self.go_to(button)
        await self.press(Qt.Key.Key_Space)
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        wanted = [one for one in menu.actions() if one.text().replace("&&", "&") == name]
        for _ in menu.actions():
            if menu.activeAction() in wanted:
                break
            QTest.keyClick(menu, Qt.Key.Key_Down)
        else:
            raise AssertionError(f"no other choice is called {name!r}")
        QTest.keyClick(menu, Qt.Key.Key_Return)
        await self._d.settle()


class Mouse:
    """Clicks where a control is, if a click there reaches it."""

    def __init__(self, d: Any) -> None:
        self._d = d

    async def click(self, name: str) -> QWidget:
        """Click the control of this name."""
        root = top(self._d)
        found = [w for w in root.findChildren(QWidget) if w.accessibleName() == name and w.isVisible()]
        if not found:
            return await self._choose_among_others(name)
        assert len(found) == 1, f"{len(found)} visible controls are called {name!r}"
        target = found[0]
        point = target.rect().center()
        if isinstance(target, QCheckBox | QRadioButton):
            # Where the box is drawn: in the room that is left beside its words, a click does nothing.
            point.setX(min(point.x(), target.height() // 2))
        await self.click_at(target, point)
        return target

    use = click

    async def export(self, folder: Path) -> str:
        """Export the session in sight where exports go, which is this folder; return what the file says."""
        await self.click("Export…")
        await until(self._d.window.findChild(ExportDialog).main.isEnabled)
        await self.click("Save as…")
        files = self._d.window.findChild(QFileDialog)
        save = next(b for b in files.findChildren(QPushButton) if b.text().replace("&", "") == "Save")
        QTest.mouseClick(save, Qt.MouseButton.LeftButton)
        return await _written(folder)

    async def _choose_among_others(self, name: str) -> QWidget:
        """Click a choice that stands under “Other choices” of the bar."""
        shown = [w for w in top(self._d).findChildren(MenuButton) if w.isVisible()]
        offering = [w for w in shown if name in dict(w.further())]
        assert len(offering) == 1, f"0 visible controls are called {name!r}"
        return await self.choose_in_menu(offering[0], name)

    async def choose_in_menu(self, more: MenuButton, name: str) -> QWidget:
        """Open a menu and click a choice."""
        await self.click_at(more, more.rect().center())
        (action,) = [one for one in more.choices.actions() if one.text().replace("&&", "&") == name]
        place = more.choices.actionGeometry(action).center()
        QTest.mouseClick(more.choices, Qt.MouseButton.LeftButton, pos=place)
        await self._d.settle()
        return more

    async def click_at(self, target: QWidget, point: QPoint) -> None:
        """Click at a point of a control."""
        window = target.window()
        reached = window.childAt(target.mapTo(window, point))
        assert reached is not None
        assert reached is target or target.isAncestorOf(reached), f"{target} is covered by {reached}"
        QTest.mouseClick(reached, Qt.MouseButton.LeftButton, pos=reached.mapFrom(target, point))
        await self._d.settle()

    async def click_row(self, table: QAbstractItemView, row: int) -> None:
        """Click a row of a list."""
        await self.click_at(table.viewport(), table.visualRect(table.model().index(row, 0)).center())

    async def choose(self, name: str, item: str) -> None:
        """Open a box and click an item."""
        boxes = [w for w in top(self._d).findChildren(QComboBox) if w.isVisible()]
        (box,) = [w for w in boxes if w.accessibleName() == name]
        # One that can be typed into opens at its arrow only.
        point = QPoint(box.width() - 8, box.height() // 2) if box.isEditable() else box.rect().center()
        await self.click_at(box, point)
        # Qt takes a quick second click for the first one's end.
        await asyncio.sleep(QApplication.doubleClickInterval() / 1000 + 0.05)
        many = next((one for one in box.window().findChildren(PickList) if one.isVisible()), None)
        rows = many.list if many is not None else box.view()
        index = box.model().index(box.findText(item), 0)
        if many is not None:
            # Under its provider a model is called by what is behind the line.
            model = many.list.model()
            called = {str(model.index(row, 0).data()): model.index(row, 0) for row in range(model.rowCount())}
            index = called.get(item) or called[item.partition("/")[2]]
            rows.scrollTo(index)
        QTest.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=rows.visualRect(index).center())
        await self._d.settle()
        box.hidePopup()

"""What stands at the right of a menu's entries: a key, or why an entry is off; and menus open no menus."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QAction, QCursor, QFontMetrics, QKeySequence
from PySide6.QtWidgets import QApplication, QStyleOptionMenuItem, QWidget
from pytestqt.qtbot import QtBot

from app.ui.kit.chip import caption_font
from app.ui.kit.popup import Menu, Popup, end_of
from tests.support.scenes.states import bring_to

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


async def test_what_is_off_says_why_where_its_key_stood(core, desk):
    session = await bring_to(core, "look-finished")
    async with desk() as d:
        await d.window._open(session)
        await d.settle()
        menus = [menu for menu in d.window.menuBar().findChildren(Menu) if menu.actions()]
        entries = [one for menu in menus for one in menu.actions() if not one.isSeparator()]
        assert len(entries) > 20
        off = [one for one in entries if not one.isEnabled()]
        assert off
        # Undo and Redo alone name what they would take back.
        for entry in off:
            assert end_of(entry) == str(entry.property("refusal")).rstrip("."), entry.objectName()
            assert end_of(entry) or entry.objectName() in ("undo", "redo"), entry.objectName()
        keyed = [one for one in entries if one.isEnabled() and not one.shortcut().isEmpty()]
        assert keyed
        assert all("Return" not in end_of(one) and end_of(one) for one in keyed)


async def test_no_menu_of_the_window_opens_another(desk):
    async with desk() as d:
        for top in d.window.menuBar().actions():
            assert [entry.text() for entry in top.menu().actions() if entry.menu() is not None] == []


def test_keys_end_where_the_menu_ends(qtbot: QtBot) -> None:
    menu = Menu()
    qtbot.addWidget(menu)
    short, long = QAction("Go", menu), QAction("A much longer thing to do", menu)
    for entry, key in ((short, "F8"), (long, "Ctrl+Shift+Return")):
        entry.setShortcut(QKeySequence(key))
        menu.addAction(entry)
    menu.popup(menu.pos())
    option = QStyleOptionMenuItem()
    menu.initStyleOption(option, long)
    assert option.text == long.text(), "the style draws no key of its own"
    picture = menu.grab().toImage()
    ends = []
    for entry in (short, long):
        box = menu.actionGeometry(entry)
        ground = picture.pixelColor(box.right() - 4, box.top() + 2)
        inked = [
            x
            for x in range(box.left(), box.right() - 2)
            for y in range(box.top() + 4, box.bottom() - 4)
            if picture.pixelColor(x, y) != ground
        ]
        ends.append(max(inked))
    assert abs(ends[0] - ends[1]) <= 2
    assert menu.actionGeometry(long).right() - ends[1] < 20


def test_a_menu_is_as_wide_as_a_reason_needs(qtbot: QtBot) -> None:
    menu = Menu()
    qtbot.addWidget(menu)
    entry = menu.addAction("Ask again")
    entry.setEnabled(False)
    menu.popup(menu.pos())
    narrow = menu.width()
    menu.hide()
    entry.setProperty("refusal", "Nothing failed.")
    menu.popup(menu.pos())
    assert end_of(entry) == "Nothing failed"
    assert menu.width() > narrow + menu.fontMetrics().horizontalAdvance("Nothing") // 2
    pictures = []
    for wider in ("Ask", "Ask all of them again, one after the other"):
        menu.hide()
        menu.addAction(wider)
        menu.popup(menu.pos())
        box = menu.actionGeometry(entry)
        box.setLeft(
            box.right() - QFontMetrics(caption_font(menu.font())).horizontalAdvance(end_of(entry)) - 8
        )
        pictures.append(menu.grab(box).toImage())
    assert pictures[0] == pictures[1], "with more room nothing more of it is said"


def test_a_reason_that_is_cut_leaves_the_words_of_its_entry_free(qtbot: QtBot) -> None:
    menu = Menu()
    qtbot.addWidget(menu)
    entry = menu.addAction("Stop with a final answer")
    entry.setEnabled(False)
    pictures = []
    for reason in ("", "There is nothing to write a final answer from, and nothing comes of it"):
        entry.setProperty("refusal", reason)
        menu.popup(menu.pos())
        box = menu.actionGeometry(entry)
        box.setWidth(menu.fontMetrics().horizontalAdvance(entry.text()) + 20)
        pictures.append(menu.grab(box).toImage())
        menu.hide()
    assert pictures[0] == pictures[1]


def test_what_lay_under_the_mouse_as_a_menu_opened_is_not_marked_once_the_mouse_is_elsewhere(
    qtbot: QtBot,
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(400, 300)
    left, right = QWidget(window), QWidget(window)
    left.setGeometry(0, 0, 200, 300)
    right.setGeometry(200, 0, 200, 300)
    window.show()
    for opened in (Menu(window), Popup(window)):
        for part, there in ((window, True), (left, True), (right, False)):
            QApplication.sendEvent(part, QEvent(QEvent.Type.Enter if there else QEvent.Type.Leave))
        opened.show()
        QCursor.setPos(window.mapToGlobal(QPoint(300, 100)))
        assert left.underMouse()
        opened.hide()
        assert (window.underMouse(), left.underMouse()) == (True, False)

"""Where the focus is can be seen, in the window itself and not only for one control of each kind."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QScrollBar, QWidget

from app.ui.kit.parts import passes_on
from app.ui.kit.theme import apply_theme
from tests.support.examples import sampled
from tests.support.looking import all_windows
from tests.support.seeing import contrast

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
AROUND = 5
"""Pixels around a control in which its ring may be."""
FEWEST = 16
"""Pixels that change at least: four sides of a small button, a mark in a row."""


def in_tab_order(root: QWidget) -> list[QWidget]:
    """Return what Tab comes to and can be seen."""
    found = []
    for widget in root.findChildren(QWidget):
        comes = widget.focusPolicy() & Qt.FocusPolicy.TabFocus and not passes_on(widget)
        shown = widget.window() is root and widget.isVisible() and not widget.visibleRegion().isEmpty()
        if comes and shown and widget.isEnabled() and not isinstance(widget, QScrollBar):
            found.append(widget)
    return found


def changed(before: QImage, after: QImage) -> tuple[int, float]:
    """Return how many pixels differ between two pictures, and how strongly the strongest of them does."""
    before, after = (one.convertToFormat(QImage.Format.Format_RGB32) for one in (before, after))
    pixels = zip(*(memoryview(one.constBits()).cast("I") for one in (before, after)), strict=True)
    pairs = Counter((old, new) for old, new in pixels if old != new)
    most = max((contrast(QColor.fromRgb(a), QColor.fromRgb(b)) for a, b in pairs), default=1.0)
    return pairs.total(), most


def place_of(widget: QWidget) -> QRect:
    """Return where a control and its ring are in its window; with what is around it."""
    seen = widget.visibleRegion().boundingRect()
    place = QRect(widget.mapTo(widget.window(), seen.topLeft()), seen.size())
    return place.adjusted(-AROUND, -AROUND, AROUND, AROUND).intersected(widget.window().rect())


def unseen_focus(root: QWidget) -> list[str]:
    """Return the controls of which one cannot see that they have the focus."""
    found = []
    for widget in in_tab_order(root):
        elsewhere = next(one for one in in_tab_order(root) if one is not widget)
        elsewhere.setFocus(Qt.FocusReason.TabFocusReason)
        QTest.keyClick(elsewhere, Qt.Key.Key_Shift)
        place = place_of(widget)
        before = root.grab(place).toImage()
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        if not widget.hasFocus():
            continue
        count, most = changed(before, root.grab(place).toImage())
        if count < FEWEST or most < 3:
            name = widget.accessibleName() or widget.objectName()
            at = widget.mapTo(root, QPoint())
            found.append(f"{type(widget).__name__} {name!r} at {at.x()},{at.y()}: {count} px, {most:.1f}")
    return found


NAMES = (
    *("look-review", "look-running", "look-critiques", "look-changes", "look-finished", "first-run"),
    *("look-new-session", "look-library", "models-key-works", "dialog-texts", "guide", "guide-keys"),
)
AT_PUSH = {("look-critiques", "dark")}
"""A round to decide is looked at in light colours with the room for what is read."""


@pytest.mark.parametrize(
    ("name", "theme"),
    sampled([(name, theme) for name in NAMES for theme in ("light", "dark")], AT_PUSH, several=True),
)
def test_whoever_uses_the_keyboard_sees_where_they_are(play, scene_shown, app, name, theme):
    apply_theme(app, theme)

    async def story():
        async with scene_shown(name) as d:
            d.window.activateWindow()
            top = all_windows(d.window)[-1]
            top.activateWindow()
            await d.settle()
            assert unseen_focus(top) == []

    try:
        play(story)
    finally:
        apply_theme(app, "light")

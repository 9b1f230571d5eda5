"""A text that grows is painted where it changed, and looks at every moment as if all of it were painted."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QImage, QPaintEvent
from PySide6.QtWidgets import QApplication, QFrame, QToolButton, QVBoxLayout

from app.ui.kit.text.safe_view import SafeTextView, warm
from app.ui.kit.theme import apply_theme, apply_zoom
from tests.support.waiting import until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")

WORDS = "It depends on who reads it, and whether anybody does. " * 40
TEXTS = {
    "one paragraph": WORDS,
    "blocks": "# Yes\n\nA **trial** of twelve months.\n\n- Support first\n- then the office\n\n" * 12,
    "lines": "".join(f"line {number} of many\n" for number in range(60)),
    "from right to left": "זה תלוי במי שקורא את זה, ואם מישהו קורא. " * 40,
    "both ways": "1. " + "זה תלוי במי שקורא, if anybody does. " * 40,
    "no blanks": "abcdefghij" * 160,
    "signs of many pixels": "Ä́̂gy 😀 ﷽ Ůř ￼ " * 60,
}


def on_screen(widget: QFrame) -> QImage:
    """Return what the screen shows of a window: what was painted, and nothing painted for this."""
    # What was put away is laid out right after it is painted, and painted again.
    for _ in range(3):
        QApplication.processEvents()
    return QApplication.primaryScreen().grabWindow(widget.winId()).toImage()


@pytest.fixture
def card(qtbot, app: QApplication) -> QFrame:
    warm()
    frame = QFrame()
    qtbot.addWidget(frame)
    frame.setObjectName("answer")
    layout = QVBoxLayout(frame)
    layout.setContentsMargins(0, 0, 0, 0)
    view = SafeTextView("Answer")
    view.set_margins(12, 8, 40)
    view.fill_ground()
    layout.addWidget(view)
    chip = QToolButton(view)
    chip.setText("Following")
    frame.resize(320, 200)
    frame.show()
    chip.move(210, 162)
    return frame


def view_of(card: QFrame) -> SafeTextView:
    view = card.findChild(SafeTextView)
    assert isinstance(view, SafeTextView)
    return view


def grow(card: QFrame, text: str, step: int, meanwhile: Callable[[int], object] = lambda _at: None) -> None:
    """Let a text arrive, and compare what is seen of each piece with what it would be painted whole."""
    view = view_of(card)
    for number, end in enumerate(range(step, len(text) + step, step)):
        meanwhile(number)
        view.show_text(text[:end], live=True)
        seen = on_screen(card)
        if card.isVisible():
            whole = card.grab().toImage().convertToFormat(seen.format())
            assert seen == whole, f"after {end} characters"


@pytest.mark.parametrize("kind", TEXTS)
def test_what_has_grown_looks_as_if_it_were_painted_whole(card: QFrame, kind: str) -> None:
    grow(card, TEXTS[kind], 37)
    # What is still open is set as often as it takes a share of the time.
    view_of(card).catch_up()
    assert view_of(card).verticalScrollBar().value() > 100


def test_nor_does_it_matter_what_else_happens_to_the_view(card: QFrame, app: QApplication) -> None:
    view = view_of(card)
    bar = view.verticalScrollBar()
    happens = {
        9: lambda: bar.setValue(0),
        12: lambda: bar.setValue(bar.maximum() // 2),
        15: view.follow,
        18: lambda: card.resize(290, 240),
        21: lambda: card.resize(420, 160),
        24: view.selectAll,
        27: lambda: apply_theme(app, "dark"),
        30: lambda: apply_zoom(app, 140),
        33: card.hide,
        35: card.show,
        38: lambda: bar.setValue(bar.maximum() - 3),
    }
    try:
        grow(card, WORDS, 40, lambda at: happens.get(at, lambda: None)())
    finally:
        apply_theme(app, "light")


class Painted(QObject):
    """Counts the pixels that are painted of a view, and how often what lies below its text is."""

    def __init__(self, view: SafeTextView) -> None:
        super().__init__(view)
        self.pixels = self.below = 0
        self._view = view
        view.viewport().installEventFilter(self)
        view.window().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            if watched is self._view.viewport():
                self.pixels += event.rect().width() * event.rect().height()
            else:
                self.below += event.region().intersects(self._view.viewport().geometry())
        return False


def test_of_a_long_paragraph_only_its_end_is_painted_and_nothing_below_it(card: QFrame) -> None:
    view = view_of(card)
    view.show_text(WORDS[:1500], live=True)
    on_screen(card)
    painted = Painted(view)
    for end in range(1520, len(WORDS), 20):
        view.show_text(WORDS[:end], live=True)
        on_screen(card)
    whole = view.viewport().width() * view.viewport().height()
    assert painted.pixels < whole * (len(WORDS) - 1520) / 20 / 3
    assert painted.below == 0


async def test_what_arrived_stands_until_the_whole_text_is_prepared(card: QFrame) -> None:
    view = view_of(card)
    text = "A **trial** of twelve months, and nothing that could not be taken back.\n\n" * 90
    for end in (3000, 6500):
        view.show_text(text[:end], live=True)
    shown = view.plain()
    assert "**" not in shown.rpartition("\n\n")[0]
    view.show_text(text)
    assert view.busy
    assert view.plain() == shown
    await until(lambda: not view.busy)
    assert "**" not in view.plain()

"""Text that streams into a card out of sight: laid out once somebody sees or asks for it, never lost."""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QTextBrowser, QVBoxLayout, QWidget

from app.domain.seats import Seat, Team
from app.ui.gates.facts_row import Progress
from app.ui.kit.paragraph import ChangingLabel
from app.ui.kit.text.safe_view import SafeTextView, warm
from tests.support.examples import sampled
from tests.support.quiet import quiet
from tests.support.waiting import AMPLE, until
from tests.ui.panels.test_answers import panel_of

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")

NAMES = ("Ada", "Blaise", "Cleo", "Dan", "Eve")
PIECES = [f"**word {number}**\n" for number in range(40)]
WHOLE = "".join(PIECES).rstrip("\n")
SEEN = WHOLE.replace("*", "").split()
"""The words as they are shown: no sign of how they are set."""


def laid_out(view: SafeTextView) -> list[str]:
    """Return the words that stand in a view without asking it to catch up."""
    return QTextBrowser.document(view).toPlainText().split()


class Stream:
    """Five members of whom one is told word by word."""

    def __init__(self, core: Any, seat: str) -> None:
        self.core, self.seat = core, seat

    async def begin(self) -> None:
        team = Team(
            members=tuple(Seat(name=name, model="m/x") for name in NAMES),
            chair=Seat(name="Chair", model="m/c"),
        )
        setup = {"question": "Q", "interactive_clarifications": False}
        self.session = await self.core.sessions.create("debate", setup, team)
        await self.core.sessions.start(self.session)
        await quiet()

    async def say(self, d: Any, pieces: list[str]) -> None:
        for piece in pieces:
            self.core.players.stream(self.seat, piece)
            await quiet()
            d.window.bridge.flush()


Streaming = Callable[..., AbstractAsyncContextManager[tuple[Any, Stream, SafeTextView]]]


@pytest.fixture
def streaming(core: Any, desk: Any) -> Streaming:
    """Open a window on a member who answers: its desk, the stream, and the text in the card."""

    @asynccontextmanager
    async def opened(seat: str) -> AsyncIterator[tuple[Any, Stream, SafeTextView]]:
        warm()
        stream = Stream(core, seat)
        await stream.begin()
        async with desk() as d:
            yield d, stream, panel_of(d).cards[seat].text

    return opened


@pytest.fixture
def out_of_sight(streaming: Streaming) -> Streaming:
    """Stream into the last card, which has no room."""

    @asynccontextmanager
    async def opened() -> AsyncIterator[tuple[Any, Stream, SafeTextView]]:
        async with streaming("Eve") as (d, stream, text):
            d.window.resize(860, 600)
            await d.settle()
            assert text.viewport().visibleRegion().isEmpty()
            await stream.say(d, PIECES)
            await d.settle()
            assert laid_out(text) == []
            yield d, stream, text

    return opened


@pytest.fixture
def begun(streaming: Streaming) -> Streaming:
    """Stream the first words into the first card, in sight."""

    @asynccontextmanager
    async def opened() -> AsyncIterator[tuple[Any, Stream, SafeTextView]]:
        async with streaming("Ada") as (d, stream, text):
            await stream.say(d, PIECES[:2])
            await until(lambda: laid_out(text) == SEEN[:4])
            yield d, stream, text

    return opened


def by_arrow_keys(d: Any) -> None:
    panel = panel_of(d)
    panel.bar.setFocus()
    for _ in range(20):
        if panel.cards["Eve"].isVisible():
            return
        QTest.keyClick(panel.bar, Qt.Key.Key_Right)
    raise AssertionError("the last card cannot be reached by keys")


def by_steps(d: Any) -> None:
    panel = panel_of(d)
    assert not panel.back.isEnabled()
    while panel.forth.isEnabled():
        panel.forth.click()
    assert panel.back.isEnabled()


def by_number(d: Any) -> None:
    panel_of(d).show_member(4)


def by_quote(d: Any) -> None:
    assert panel_of(d).show_passage("Eve", "word 39")


def by_letter(d: Any) -> None:
    panel_of(d).bar.setCurrentIndex(5)


async def one_below_the_other(d: Any) -> None:
    panel = panel_of(d)
    panel.rows.click()
    bar = panel._scroll.verticalScrollBar()
    await until(bar.maximum)
    await d.settle()
    bar.setValue(bar.maximum())


@pytest.mark.parametrize(
    "come",
    sampled(
        [by_arrow_keys, by_steps, by_number, by_quote, by_letter, one_below_the_other],
        [by_arrow_keys, by_quote, by_letter],
    ),
)
async def test_a_card_that_comes_into_sight_shows_all_that_arrived(
    out_of_sight, come: Callable[[Any], object]
) -> None:
    async with out_of_sight() as (d, stream, text):
        coming = come(d)
        if inspect.isawaitable(coming):
            await coming
        await until(lambda: laid_out(text) == SEEN)
        assert not text.viewport().visibleRegion().isEmpty()
        await stream.say(d, ["seen"])
        await until(lambda: laid_out(text) == [*SEEN, "seen"])


async def test_a_text_that_ends_out_of_sight_is_whole(core, out_of_sight) -> None:
    async with out_of_sight() as (_, stream, text):
        core.lines["Eve", "proposal"] = WHOLE
        await core.play_on(stream.session, but=lambda request: request.purpose == "critique")
        await until(lambda: not text.busy)
        assert laid_out(text) == SEEN


@pytest.mark.nightly
async def test_who_asks_a_card_out_of_sight_is_given_the_whole_text(out_of_sight) -> None:
    async with out_of_sight() as (_, _, text):
        text.copy_written()
        assert QGuiApplication.clipboard().text() == WHOLE
        assert laid_out(text) == []
        assert text.plain().split() == SEEN
        assert laid_out(text) == SEEN


@pytest.mark.nightly
async def test_words_in_a_card_out_of_sight_are_found(out_of_sight) -> None:
    async with out_of_sight() as (d, _, _):
        bar = d.window.page.find_bar
        bar.open_on(d.window.page.tabs)
        bar.box.setText("word 39")
        assert bar.position.text() == "1 of 1"
        assert panel_of(d).cards["Eve"].text.isVisible()


async def test_nothing_is_kept_back_from_a_screen_reader(out_of_sight) -> None:
    async with out_of_sight() as (d, stream, text):
        QAccessible.setActive(True)
        try:
            await stream.say(d, ["heard"])
            assert laid_out(text) == [*SEEN, "heard"]
        finally:
            QAccessible.setActive(False)


async def test_a_window_put_away_lays_nothing_out_and_has_it_all_when_it_is_back(begun) -> None:
    async with begun() as (d, stream, text):
        d.window.hide()
        await d.settle()
        await stream.say(d, PIECES[2:])
        await d.settle()
        assert laid_out(text) == SEEN[:4]
        d.window.show()
        await until(lambda: laid_out(text) == SEEN)


async def test_text_that_streams_behind_another_tab_is_there_on_the_way_back(begun) -> None:
    async with begun() as (d, stream, text):
        d.window.page.tabs.show_kind("log")
        await d.settle()
        await stream.say(d, PIECES[2:])
        assert laid_out(text) == SEEN[:4]
        d.window.page.tabs.show_kind("texts")
        await until(lambda: laid_out(text) == SEEN)


class Told(QObject):
    """Counts how often a widget is told something."""

    def __init__(self, widget: QWidget, what: QEvent.Type) -> None:
        super().__init__()
        self.number, self._what = 0, what
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.number += event.type() == self._what
        return False


def settle(app: QApplication) -> None:
    # What a layout asks of the one around it is heard a turn later.
    for _ in range(5):
        app.processEvents()


def test_words_that_need_no_other_room_lay_out_nothing_around_them(qtbot, app: QApplication) -> None:
    around, words = QWidget(), QLabel("10 characters")
    qtbot.addWidget(around)
    words.setWordWrap(True)
    column = QVBoxLayout(around)
    column.addWidget(ChangingLabel(words))
    column.addStretch(1)
    around.resize(200, 200)
    around.show()
    settle(app)
    requests = Told(around, QEvent.Type.LayoutRequest)
    words.setText("11 characters")
    settle(app)
    assert requests.number == 0
    before = words.height()
    words.setText("It was ended before all of it arrived; what there is of it is kept and can be read here.")
    settle(app)
    assert requests.number > 0
    assert words.height() >= words.heightForWidth(words.width()) > before
    words.setText("12 characters")
    settle(app)
    assert words.height() == before


def test_a_line_of_progress_moves_only_while_nobody_knows_how_much_there_is(qtbot, app: QApplication) -> None:
    line = Progress()
    qtbot.addWidget(line)
    line.setRange(0, 0)
    line.show()
    paintings = Told(line, QEvent.Type.Paint)
    qtbot.waitUntil(lambda: paintings.number > 3, timeout=int(AMPLE * 1000))
    line.setRange(0, 100)
    line.setValue(0)
    QTest.qWait(100)
    before = paintings.number
    QTest.qWait(300)
    assert paintings.number == before
    line.setRange(0, 0)
    qtbot.waitUntil(lambda: paintings.number > before + 3, timeout=int(AMPLE * 1000))


def test_progress_is_painted_with_what_is_painted_next(qtbot, app: QApplication) -> None:
    line = Progress()
    qtbot.addWidget(line)
    line.setRange(0, 100)
    line.setValue(1)
    line.show()
    settle(app)
    paintings = Told(line, QEvent.Type.Paint)
    line.setValue(50)
    assert paintings.number == 0
    settle(app)
    assert paintings.number > 0


async def test_how_much_is_written_is_told_each_second_and_not_with_every_piece(begun) -> None:
    async with begun() as (d, stream, text):
        status = d.named("Status of Ada")
        told = Told(status, QEvent.Type.ToolTipChange)
        for piece in PIECES[2:]:
            await stream.say(d, [piece])
        await until(lambda: laid_out(text) == SEEN)
        assert told.number < 10
        await until(lambda: status.toolTip().endswith(" 80 words"))

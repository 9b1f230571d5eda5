"""A qasync loop, the program over folders of its own, and a window that leaves nothing behind."""

from __future__ import annotations

import asyncio
import inspect
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial, wraps
from pathlib import Path
from typing import Any, cast

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.domain.facts import GateOpened
from app.domain.ids import SessionId
from app.services.core import Core
from app.ui.kit.collector import Collector
from app.ui.kit.layouts import boxed, in_column
from app.ui.kit.preferences import Preferences
from app.ui.kit.spinner import keep_still
from app.ui.kit.theme import apply_zoom, dress
from app.ui.shell.main_window import MainWindow
from app.ui.startup.event_loop import EventLoop
from app.ui.startup.qt_app import make_app
from app.ui.view.bar import Bar
from app.ui.view.draft_store import DraftStore
from app.ui.view.panel import Panel, PanelContext
from app.ui.view.places import ReadingPlaces
from app.ui.view.reading import read_view
from app.ui.view.session_view import SessionView
from app.ui.view.status_bars import bar_for, state_of
from app.ui.view.view_state import ViewState
from tests.support.quiet import quiet
from tests.support.quiet_desktop import QuietDesktop
from tests.support.scenes.players import own_keyring
from tests.support.scenes.replaying import cut, recorded
from tests.support.scenes.stage import Stage, set_up
from tests.support.scenes.states import FIRST_ROUND
from tests.support.waiting import AMPLE, LONG, tasks_left, until

Play = Callable[[Callable[[], Awaitable[Any]]], Any]


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(
    collector: pytest.Module, name: str, obj: object
) -> list[pytest.Function] | None:
    """Collect a coroutine as a story that `play` tells, or `play_long` where the test uses that."""
    if not (inspect.iscoroutinefunction(obj) and collector.funcnamefilter(name)):
        return None
    told = _told_by_play(obj)
    # An item looks for its function in the module.
    setattr(collector.obj, name, told)
    return list(collector._genfunctions(name, told))


def _told_by_play(story: Callable[..., Awaitable[Any]]) -> Callable[..., None]:
    used = [
        name for mark in getattr(story, "pytestmark", ()) if mark.name == "usefixtures" for name in mark.args
    ]
    player = next((name for name in used if name.startswith("play")), "play")

    @wraps(story)
    def told(**given: Any) -> None:
        play: Play = given.pop(player)
        play(partial(story, **given))

    wanted = inspect.signature(story)
    first = inspect.Parameter(player, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    told.__signature__ = wanted.replace(parameters=[first, *wanted.parameters.values()])  # type: ignore[attr-defined]
    return told


@pytest.fixture(autouse=True)
def _own_preferences(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROUNDTABLE_CONFIG_DIR", str(tmp_path / "config"))
    # What a file dialog is accepted with, unasked, lies below the home folder.
    (tmp_path / "home").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    # Whoever tests how an answer is taken back sets seconds of its own.
    monkeypatch.setattr("app.ui.gates.undoable_send.UNDO_SECONDS", 0)
    # What is told is there until it is looked at, however busy the machine is.
    monkeypatch.setattr("app.ui.shell.notices.TOAST_MILLISECONDS", round(LONG * 1000))


@pytest.fixture
def app(_own_preferences: None) -> QApplication:
    application = make_app(Preferences())
    # One application serves all tests: a text size that one has chosen must not be the next one's.
    apply_zoom(application, 100)
    # Nor does the mouse of one lie over a window of the next: what is below it looks otherwise.
    QCursor.setPos(10, 10)
    # Nor is a window painted while nothing happens to it: whoever tests what turns lets it.
    keep_still(application, True)
    return application


class _DressingBot(QtBot):
    """Shows a part that a test has made as it looks in the window."""

    def addWidget(self, widget: QWidget, **given: Any) -> None:
        if widget.parent() is None:
            dress(widget)
        super().addWidget(widget, **given)


@pytest.fixture
def qtbot(app: QApplication, request: pytest.FixtureRequest) -> QtBot:
    """pytest-qt's; its parts have the rules of the theme, which only the program's window gives itself."""
    return _DressingBot(request)


@pytest.fixture
def stages() -> list[Stage]:
    """The programs that a test has set up; each is closed at the end of its story."""
    return []


@pytest.fixture
def play(app: QApplication, stages: list[Stage]) -> Iterator[Play]:
    """Run an async story on a qasync loop, as the program does; fail on tasks left behind."""
    yield from _playing(app, stages, AMPLE)


@pytest.fixture
def play_long(app: QApplication, stages: list[Stage]) -> Iterator[Play]:
    """Run a story of many moments."""
    yield from _playing(app, stages, LONG)


@pytest.fixture
def play_very_long(app: QApplication, stages: list[Stage]) -> Iterator[Play]:
    """Run a story that may take up to half an hour."""
    yield from _playing(app, stages, 1800)


def _playing(app: QApplication, stages: list[Stage], seconds: float) -> Iterator[Play]:
    loop = EventLoop(app)
    asyncio.set_event_loop(loop)
    before = set(app.topLevelWidgets())

    def run(story: Callable[[], Awaitable[Any]]) -> Any:
        async def bounded() -> Any:
            try:
                result = await asyncio.wait_for(story(), seconds)
            finally:
                while stages:
                    await stages.pop().close()
            left = await tasks_left()
            assert not left, f"tasks left behind: {left}"
            return result

        return loop.run_until_complete(bounded())

    # The loop goes first: it waits for its worker threads, and in one of them, once Python collects wherever
    # something is allocated again, the windows of the story would die.
    with Collector(), loop:
        yield run
    left = [w for w in app.topLevelWidgets() if w not in before and w.isVisible()]
    assert not left, f"windows left behind: {left}"


@pytest.fixture
def core(tmp_path: Path, stages: list[Stage]) -> Iterator[Stage]:
    """The program over folders of its own, its models waiting for their cue."""
    with own_keyring():
        stage = set_up(tmp_path / "stage")
        stages.append(stage)
        yield stage
        if stages:
            # Its test told no story.
            stages.clear()
            asyncio.run(stage.close())


async def bar_of(core: Stage) -> Bar:
    """Return what the decision bar says of the session that came last, which rests."""
    view, _ = await read_view(cast(Core, core), core.on_stage[-1])
    return bar_for(view, state_of(view, False))


class Sight:
    """What a person sees of a window, by accessible name."""

    window: Any

    def named(self, name: str, within: QWidget | None = None) -> Any:
        """Return the one visible control of this accessible name, or the line that tells of it."""
        seen = [w for w in (within or self.window).findChildren(QWidget) if w.isVisible()]
        found = [w for w in seen if w.accessibleName() == name]
        found = found or [w for w in seen if w.accessibleName().startswith(f"{name}: ")]
        assert len(found) == 1, f"{len(found)} visible controls are called {name!r}"
        return found[0]

    def shown(self, name: str) -> bool:
        """Tell whether a control with this name can be seen."""
        return any(w.accessibleName() == name and w.isVisible() for w in self.window.findChildren(QWidget))

    async def click(self, name: str) -> None:
        """Press a button that is enabled."""
        control = self.named(name)
        assert control.isEnabled(), f"{name!r} is disabled"
        control.click()
        await self.settle()

    async def settle(self) -> None:
        """Let tasks and signals run, until nothing is under way but what waits for a person or a model."""
        await quiet()


class Alone(Sight):
    """A panel without a window around it, on a session as its records have it."""

    def __init__(self, panel: Panel, view: SessionView) -> None:
        # Above it, as at the right of the tabs, its tools.
        tools = [panel.tools] if panel.tools is not None else []
        self.window = boxed(in_column(*tools, (panel, 1), spacing=0))
        self.panel: Any = panel
        self.view = view


class Desk(Sight):
    """A window and a person who acts on it by accessible name."""

    def __init__(self, core: Any) -> None:
        self.core = core
        self.window: MainWindow = MainWindow(core, Preferences(), desktop=QuietDesktop())

    async def __aenter__(self) -> Desk:
        self.window.show()
        await self.window.begin()
        return self

    async def __aexit__(self, *error: object) -> None:
        self.window._may_close = True
        self.window.close()
        await self.window.page._tasks.cancel_all()
        await self.window.aclose()
        self.window.deleteLater()
        await asyncio.sleep(0)

    def offered(self, name: str) -> bool:
        """Tell whether there is a button with this name, or a line of it under “Other choices”."""
        more = self.window.page.bar.more
        return self.shown(name) or (more is not None and name in dict(more.further()))

    async def click(self, name: str) -> None:
        """Press a button that is enabled."""
        others = None if self.shown(name) else self.window.page.bar.more
        if others is not None and name in (behind := dict(others.further())):
            # It stands under “Other choices”.
            behind[name]()
            await self.settle()
        else:
            await super().click(name)

    def guidance(self, name: str = "Guidance for the next round") -> Any:
        """Open the line for words, and return it."""
        self.window.page.bar.write_guidance(True)
        return self.named(name)

    def note(self) -> Any:
        """Unfold the notes, and return the line for a new one."""
        fold = self.window.page.column.notes_fold
        if not fold.head.isChecked():
            fold.head.click()
        return self.named("New note")

    def carried(self) -> str:
        """Return what the bar says of the texts that go on."""
        words: str = self.window.page.bar.facts.texts.text()
        return words

    async def choose_texts(self) -> None:
        """Open the choice of the texts that go on, by the menu."""
        self.window.actions_by_id["choose_texts"].trigger()
        await self.settle()

    async def guard(self) -> None:
        """Let the time pass for which a new decision's buttons are held back: at once, not in 600 ms."""
        await asyncio.sleep(0)
        bar = self.window.page.bar
        # A new session may have come to its first gate before its page is drawn.
        await until(bar.isVisible)
        if bar.guard.isActive():
            over = asyncio.Event()
            usual = bar.guard.interval()

            def passed() -> None:
                # The next decision's are held back as long as ever.
                bar.guard.setInterval(usual)
                over.set()

            bar.guard_over.connect(passed, Qt.ConnectionType.SingleShotConnection)
            bar.guard.setInterval(0)
            await over.wait()


@pytest.fixture
def desk(core: Stage, app: QApplication) -> Callable[[], Desk]:
    return lambda: Desk(core)


@pytest.fixture
def alone(core: Stage, qtbot: QtBot, tmp_path: Path) -> Callable[..., Awaitable[Alone]]:
    """Show a panel alone, on the session that came last: `alone(AnswersPanel())`; 1366 × 700 pixels."""

    async def shown(panel: Panel, session: SessionId | None = None) -> Alone:
        view, _ = await read_view(cast(Core, core), session or core.on_stage[-1])
        panel.use(PanelContext(DraftStore(ViewState(tmp_path)), ReadingPlaces(), core.summaries.of))
        d = Alone(panel, view)
        qtbot.addWidget(d.window)
        d.window.resize(1366, 700)
        panel.refresh(view)
        d.window.show()
        if panel.tools is not None:
            panel.tools.show()
        await quiet()
        return d

    return shown


@pytest.fixture
def reviewing(core: Stage, desk: Callable[[], Desk]) -> Callable[..., AbstractAsyncContextManager[Desk]]:
    """Open a window at the approval of a round, once its buttons can be pressed: `reviewing(2)`."""

    @asynccontextmanager
    async def opened(rounds: int = 1) -> AsyncIterator[Desk]:
        await core.replay(cut(recorded("debate"), FIRST_ROUND._replace(nth=rounds)))
        async with desk() as d:
            await d.guard()
            yield d

    return opened


@pytest.fixture
def at_gate(core: Stage, desk: Callable[[], Desk]) -> Callable[..., AbstractAsyncContextManager[Desk]]:
    """Open a window at a gate, once its buttons can be pressed: `at_gate(kind, payload, verb, …)`."""

    @asynccontextmanager
    async def opened(kind: str, payload: Any, *verbs: str, primary: str | None = None) -> AsyncIterator[Desk]:
        gate = GateOpened(kind=kind, payload=payload, verbs=verbs, primary=primary)
        await core.halt_at(await core.create(), gate)
        async with desk() as d:
            await d.guard()
            yield d

    return opened


@pytest.fixture
def desk_on(app: QApplication) -> Callable[[Any], Desk]:
    return Desk

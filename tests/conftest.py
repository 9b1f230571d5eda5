"""What holds for every test: no network, folders of its own, and nothing left behind.

Markers: `loopback` allows connections to this machine; `nightly` and `bench` tests run only with --nightly
and --bench; `keeps_threads("prefix")` allows threads that outlive the test, and the fixture `host_client`
those of the host that all tests share. The network guard works inside this process; a child process that a
test starts is not guarded.
"""

from __future__ import annotations

import asyncio
import gc
import inspect
import ipaddress
import itertools
import os
import re
import shutil
import sys
import tempfile
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import hypothesis
import pytest

from tests.support import closing
from tests.support.examples import NIGHTLY, PUSH
from tests.support.pace import PACE, Own
from tests.support.waiting import tasks_left

if TYPE_CHECKING:
    from app.gateway.host_client import HostClient

# Before anything imports Qt; a person may still ask for a real display.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# What a test looks for on screen is English, whatever the desktop of the person who runs it speaks.
os.environ["LANGUAGE"] = "en"
if everything := os.environ.pop("LC_ALL", ""):
    os.environ["LANG"] = everything
os.environ["LC_MESSAGES"] = "C"
# No test reads or writes the keyring of the person who runs it.
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.null.Keyring"
# The hundreds of processes that tests start must not compile the program anew each time, nor the next run the
# tests: half the time in which they are found.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

MEMORY, ENOUGH = Path("/dev/shm"), 2 * 2**30
# Every record is on the disk before it counts, fifty thousand times in one test alone, and waiting for a disk
# shows nothing: a process that is killed loses no more in memory. Whoever names a folder gets that one.
if "TMPDIR" not in os.environ and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ENOUGH:
    os.environ["TMPDIR"] = str(MEMORY)
    tempfile.tempdir = None

# New examples are for the night: a push that fails by chance says nothing of the push.
hypothesis.settings.register_profile(PUSH, deadline=None, max_examples=100, derandomize=True)
hypothesis.settings.register_profile(NIGHTLY, deadline=None, max_examples=2000)

# Threads that may outlive a test, by the beginning of their names, each with its reason.
KEPT_THREADS = {
    "pytest_timeout": "the timer of pytest-timeout, where signals cannot be used",
    "Dummy-": "a thread Qt or C++ owns; Python never forgets one it has seen before version 3.13",
    "pydevd": "a debugger",
    "asyncio_": "the event loop's own executor, which ends with the loop",
}
# Windows that Qt makes for itself and shares between all widgets.
KEPT_WINDOWS = {"QTipLabel"}
PATIENCE_S = 2.0 * PACE
"""Seconds in which a thread that was told to end does so; those in which it was not let run do not count."""
MANY = 20_000
"""Objects to look through for what a test left from which it takes longer than most tests."""


# --- Which tests run ---------------------------------------------------------------------------------------


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--nightly", action="store_true", help="also run the tests that take minutes")
    parser.addoption("--bench", action="store_true", help="also run the tests that measure")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_AT_FIRST] = closing.look(config.rootpath)
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(_NamesFailuresAtOnce(config))
    hypothesis.settings.load_profile(NIGHTLY if config.getoption("--nightly") else PUSH)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    # What is made meanwhile lives on: to look through it again and again takes a quarter of the time.
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    left_out = [
        item
        for item in items
        if any(item.get_closest_marker(n) and not config.getoption(f"--{n}") for n in ("nightly", "bench"))
    ]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        gone = set(left_out)
        items[:] = [item for item in items if item not in gone]
    for item in items:
        if isinstance(item, pytest.Function) and inspect.iscoroutinefunction(item.obj):
            # First, so that it is torn down last: what other fixtures stop is not a leak.
            item.fixturenames.insert(0, "_no_task_left_behind")


def pytest_collection_finish(session: pytest.Session) -> None:
    # Half a million objects of imports and of the collection itself: no guard need look through them again.
    _try_one_example()
    _set_apart()


@hypothesis.given(hypothesis.strategies.none())
def _try_one_example(_: None) -> None:
    """Let hypothesis make its random numbers while `gc` sees what holds them.

    It warns of a generator that nothing refers to, and what is set apart is out of its sight.
    """


class _NamesFailuresAtOnce:
    """Names a test as it fails: a whole run takes minutes, and is told of at its end."""

    def __init__(self, config: pytest.Config) -> None:
        self._plugins = config.pluginmanager

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Write its name behind the letter of its kind."""
        reporter = self._plugins.get_plugin("terminalreporter")
        if report.failed and reporter is not None:
            reporter.write_line(f"\nFailed just now: {report.nodeid}")


# --- The end of a run ---------------------------------------------------------------------------------------


_NAMED = re.compile(r"::|\.py$")
"""In the names of tests and of their files."""
_AT_FIRST = pytest.StashKey[closing.Machine]()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> Iterator[None]:
    """Say how to run alone what failed, and what the machine was short of, above pytest's last line."""
    yield
    reports = [r for kind in ("failed", "error") for r in terminalreporter.stats.get(kind, [])]
    if not reports:
        return
    # What fails before its tests are known, such as a worker, bears another name.
    failed = list(dict.fromkeys(report.nodeid for report in reports if _NAMED.search(report.nodeid)))
    before, now = config.stash[_AT_FIRST], closing.look(config.rootpath)
    workers = int(getattr(config.option, "numprocesses", None) or 1)
    command = os.environ.get(closing.COMMAND, "python3 packaging/dev.py test")
    for line in closing.closing(failed, closing.shortages(before, now, workers), command):
        terminalreporter.write_line(line)


# --- Network -----------------------------------------------------------------------------------------------


class _Network:
    """What sockets may reach, changed by the running test."""

    loopback = False
    """Connections to this machine are allowed."""
    pairing = False
    """`socket.socketpair` is at work, which on Windows connects over loopback."""


def _is_loopback(host: object) -> bool:
    if host in ("localhost", b"localhost"):
        return True
    try:
        return ipaddress.ip_address(str(host)).is_loopback
    except ValueError:
        return False


def _guard_network(event: str, arguments: tuple[Any, ...]) -> None:
    if event not in ("socket.connect", "socket.sendto", "socket.sendmsg", "socket.getaddrinfo"):
        return
    if event == "socket.getaddrinfo":
        host = arguments[0]
        # None and "" mean this machine, for listening; a numeric address needs no name server.
        allowed = host in (None, "", b"") or _is_loopback(host) or _is_address(host)
    else:
        address = arguments[1]
        # Local sockets have a path for an address, or none.
        if not isinstance(address, tuple):
            return
        host = address[0]
        allowed = _is_loopback(host) and (_Network.loopback or _Network.pairing)
    if not allowed:
        hint = "mark it with @pytest.mark.loopback" if _is_loopback(host) else "start a server on loopback"
        # Not an OSError: code under test must not take it for a provider that cannot be reached.
        raise RuntimeError(f"the test reached for the network ({event} {host!r}); {hint}")


def _is_address(host: object) -> bool:
    try:
        ipaddress.ip_address(str(host))
    except ValueError:
        return False
    return True


# An audit hook sees every socket of the process, also those of C code; it cannot be removed again.
sys.addaudithook(_guard_network)

if sys.platform == "win32":
    import socket

    _socketpair = socket.socketpair

    def _allowed_socketpair(*arguments: Any, **options: Any) -> Any:
        _Network.pairing = True
        try:
            return _socketpair(*arguments, **options)
        finally:
            _Network.pairing = False

    socket.socketpair = _allowed_socketpair


@pytest.fixture(autouse=True, scope="module")
def _no_window_dies_in_another_thread(request: pytest.FixtureRequest) -> None:
    """Clear what window tests of this process left before others begin, whose threads collect too."""
    if _windows() is not None and "ui" not in request.path.parts:
        # The last loop of a window, with all that waits in it, would else go when the first test has its own.
        asyncio.set_event_loop(None)
        gc.collect()


def _windows() -> Any:
    """Return the module of widgets, where this process has an application and so may have windows."""
    widgets = sys.modules.get("PySide6.QtWidgets")
    return widgets if widgets is not None and widgets.QApplication.instance() is not None else None


@pytest.fixture(autouse=True)
def _network_off(request: pytest.FixtureRequest) -> Iterator[None]:
    _Network.loopback = request.node.get_closest_marker("loopback") is not None
    yield
    _Network.loopback = False


# --- Folders and keys of its own ---------------------------------------------------------------------------


@pytest.fixture(scope="session")
def _homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return folders that do not exist yet, without end; pytest would look through all it has for each."""
    top = tmp_path_factory.mktemp("own")
    return (top / str(number) for number in itertools.count())


@pytest.fixture(autouse=True)
def _own_folders(_homes: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """Give each test data and configuration folders that do not exist yet; `tmp_path` stays empty."""
    home = next(_homes)
    home.mkdir()
    monkeypatch.setenv("ROUNDTABLE_DATA_DIR", str(home / "data"))
    monkeypatch.setenv("ROUNDTABLE_CONFIG_DIR", str(home / "config"))
    for name in [name for name in os.environ if name.endswith("_API_KEY")]:
        monkeypatch.delenv(name)


@pytest.fixture(scope="session")
def repository() -> Path:
    """Return the root of the source tree."""
    return Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def host_client() -> Iterator[HostClient]:
    """Return the way to a model host that lives as long as the run; its first use starts it."""
    from tests.support.one_host import SharedHostClient  # late: few tests need it

    found = SharedHostClient()
    yield found
    asyncio.run(found.end())


# --- Nothing left behind -----------------------------------------------------------------------------------


_BEFORE = pytest.StashKey[tuple[set[threading.Thread], "_Left"]]()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    # Nothing happens between two tests: what there was after the last one need not be looked for again.
    # Having left nothing is an empty one.
    before = _Left.last if _Left.last is not None else _Left.now()
    item.stash[_BEFORE] = (set(threading.enumerate()), before)
    _Left.last = None
    return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    # Around all fixtures: the event loop, closed by the last of them, ends its worker threads.
    yield
    threads, things = item.stash[_BEFORE]
    qt = "ui" in item.path.parts or "qapp" in getattr(item, "fixturenames", ())
    left = [*_threads_left(item, threads), *_Left.since(things, timers=qt)]
    if _Left.looked_through > MANY:
        # What was loaded meanwhile and stays; or the program has given back what it had set apart.
        _set_apart()
    if left:
        pytest.fail("left behind by the test: " + ", ".join(left), pytrace=False)


def _set_apart() -> None:
    """Take what lives on now out of the sight of `gc`: it goes when nobody refers to it, in no cycle."""
    gc.collect()
    gc.freeze()
    _Left.looked_through = 0


def _threads_left(item: pytest.Item, before: set[threading.Thread]) -> list[str]:
    marker = item.get_closest_marker("keeps_threads")
    # The pipes of the host that all tests share are read by threads that live as long as it does.
    shared = ("model host",) if "host_client" in getattr(item, "fixturenames", ()) else ()
    allowed = (*KEPT_THREADS, *shared, *(marker.args if marker else ()))
    watch: Own | None = None
    while left := [t for t in threading.enumerate() if t not in before and not t.name.startswith(allowed)]:
        watch = watch or Own()
        if watch.seconds > PATIENCE_S:
            return [f"thread {thread.name}" for thread in left]
        with suppress(RuntimeError):
            # One that is just being started cannot be waited for yet.
            left[0].join(0.05)
    return []


@pytest.fixture
async def _no_task_left_behind() -> AsyncIterator[None]:
    before = asyncio.all_tasks()
    yield
    left = await tasks_left(before)
    if left:
        pytest.fail("tasks left behind: " + ", ".join(repr(task.get_coro()) for task in left))


class _Left(dict[int, str]):
    """Top-level windows, and running timers that nobody owns, by identity."""

    looked_through = 0
    """How many objects there were when it last looked."""
    last: ClassVar[_Left | None] = None
    """What there was after the last test, which left nothing behind."""

    @classmethod
    def now(cls, timers: bool = True) -> _Left:
        found = cls()
        widgets = _windows()
        if widgets is None:
            return found
        for widget in widgets.QApplication.topLevelWidgets():
            # A window with a parent goes with it: the parent is what is to be found.
            if widget.parent() is None and type(widget).__name__ not in KEPT_WINDOWS:
                found[id(widget)] = f"window {widget!r}"
        if not timers:
            return found
        # By type, for isinstance would ask lazy proxies of other libraries for their class.
        kinds = _with_subclasses(sys.modules["PySide6.QtCore"].QTimer)
        things = gc.get_objects()
        cls.looked_through = len(things)
        for timer in [thing for thing in things if type(thing) in kinds]:
            if _runs_unowned(timer):
                found[id(timer)] = f"running timer {timer!r}"
        return found

    @staticmethod
    def settle() -> None:
        from PySide6.QtCore import QCoreApplication, QEvent

        for _ in range(3):
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
            QCoreApplication.processEvents()
        gc.collect()

    @classmethod
    def since(cls, before: _Left, timers: bool) -> list[str]:
        """Return what is there now and was not before; for `timers` all objects are looked through."""
        # Deferred deletion and cycles first: both are usual in Qt and no leak.
        for _ in range(2):
            now = cls.now(timers)
            if not now.keys() - before.keys():
                cls.last = now if timers else before
                return []
            cls.settle()
        now = cls.now(timers)
        return sorted(now[key] for key in now.keys() - before.keys())


def _with_subclasses(kind: type) -> set[type]:
    below: list[type] = kind.__subclasses__()
    return {kind}.union(*map(_with_subclasses, below))


def _runs_unowned(timer: Any) -> bool:
    from shiboken6 import isValid

    return isValid(timer) and timer.isActive() and timer.parent() is None

"""Starting the program: one window per data folder, and the report of a run that went wrong."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QLibraryInfo

from app.ui.startup.crash_dialog import CrashReportDialog
from app.ui.startup.crash_reports import CrashReports
from app.ui.startup.libraries import CANNOT, lacks
from app.ui.startup.single import OnlyWindow
from tests.support.waiting import AMPLE

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints")
ROOT = Path(__file__).resolve().parents[2]
# Says when the window can be used, and when it is asked to come to the front.
PROGRAM = """
import sys
from app.__main__ import _make_core
from app.ui.shell.main_window import MainWindow
from app.ui.startup.start import run_lazily
before = MainWindow.come_forward
def announce(window):
    before(window)
    print("forward", flush=True)
MainWindow.come_forward = announce
sys.exit(run_lazily(_make_core, lambda thing, stage: print(stage, flush=True)))
"""


@pytest.fixture
def first(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A window that is open, over the data folder of the test."""
    done = subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        cwd=ROOT,
        env=environment(tmp_path),
        text=True,
        stdout=subprocess.PIPE,
    )
    assert done.stdout is not None
    while (line := done.stdout.readline()) and line != "usable\n":
        pass
    yield done
    done.kill()
    done.wait()
    done.stdout.close()


def environment(folder: Path) -> dict[str, str]:
    own = {"ROUNDTABLE_DATA_DIR": str(folder / "data"), "ROUNDTABLE_CONFIG_DIR": str(folder / "config")}
    return {**os.environ, **own, "QT_QPA_PLATFORM": "offscreen"}


IMPATIENT = """
import runpy
from app.ui.startup import single
single.PATIENCE = 1.0
runpy.run_module("app", run_name="__main__", alter_sys=True)
"""


def start_again(folder: Path, *how: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *(how or ("-m", "app"))],
        cwd=ROOT,
        env=environment(folder),
        text=True,
        capture_output=True,
        timeout=AMPLE,
        check=False,
    )


def test_a_second_start_brings_the_first_window_to_the_front_and_ends(
    first: subprocess.Popen[str], tmp_path: Path
) -> None:
    again = start_again(tmp_path)
    assert (again.returncode, again.stderr) == (0, "")
    assert "open already" in again.stdout
    assert first.stdout is not None
    assert first.stdout.readline() == "forward\n"


def test_a_window_that_does_not_answer_is_named_and_nothing_is_opened_beside_it(
    first: subprocess.Popen[str], tmp_path: Path
) -> None:
    first.send_signal(signal.SIGSTOP)
    try:
        # Six seconds would show no more than one does.
        again = start_again(tmp_path, "-c", IMPATIENT)
    finally:
        first.send_signal(signal.SIGCONT)
    assert again.returncode == 6
    assert "does not answer" in again.stderr


def test_after_a_kill_the_place_is_free_again(first: subprocess.Popen[str], tmp_path: Path) -> None:
    first.kill()
    first.wait()
    only = OnlyWindow(tmp_path / "data")
    assert only.acquire()
    only.close()


def test_a_session_opened_on_the_desktop_is_named_to_the_window_that_is_open(
    qtbot: Any, tmp_path: Path
) -> None:
    first = OnlyWindow(tmp_path)
    assert first.acquire()
    first.listen()
    named: list[str] = []
    first.file_named.connect(named.append)
    with subprocess.Popen(
        [sys.executable, "-m", "app", "ü 1.roundtable"],
        cwd=tmp_path,
        env={**os.environ, "ROUNDTABLE_DATA_DIR": str(tmp_path), "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
    ) as second:
        qtbot.waitUntil(lambda: bool(named), timeout=int(AMPLE * 1000))
        assert second.wait(AMPLE) == 0
    assert named == [str(tmp_path / "ü 1.roundtable")]
    first.close()


def test_another_data_folder_has_a_window_of_its_own(qapp: Any, tmp_path: Path) -> None:
    one, two = OnlyWindow(tmp_path / "one"), OnlyWindow(tmp_path / "two")
    same = OnlyWindow(tmp_path / "one")
    assert (one.acquire(), two.acquire(), same.acquire()) == (True, True, False)
    one.close()
    assert same.acquire()
    two.close()
    same.close()


def test_an_unexpected_error_is_kept_without_secrets_and_offered_at_the_next_start(
    play: Any, desk: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOME_API_KEY", "canary-7f3a9b2c")
    with CrashReports(tmp_path, "0") as reports:
        try:
            raise ZeroDivisionError("told to canary-7f3a9b2c")
        except ZeroDivisionError as error:
            reports.write(repr(error))
    with CrashReports(tmp_path, "0") as reports:
        (path,) = reports.pending()
        text = path.read_text(encoding="utf-8")
        assert "ZeroDivisionError" in text
        assert "canary" not in text
        assert path.stat().st_mode & 0o077 == 0

        async def story() -> None:
            async with desk() as d:
                dialog = CrashReportDialog(d.window, reports, path)
                dialog.open()
                assert d.named("Report", dialog).toPlainText() == text
                dialog.main.click()

        play(story)
        assert reports.pending() == []
        assert len(list((tmp_path / "crashes").glob("kept-*"))) == 1


def test_a_run_in_which_nothing_happened_leaves_no_report(tmp_path: Path) -> None:
    with CrashReports(tmp_path, "0"):
        pass
    assert list((tmp_path / "crashes").iterdir()) == []


def test_a_library_that_the_machine_lacks_is_no_crash(tmp_path: Path) -> None:
    told = "libgssapi_krb5.so.2: cannot open shared object file: No such file or directory"
    with pytest.raises(ImportError), CrashReports(tmp_path, "0"):
        raise ImportError(told)
    assert list((tmp_path / "crashes").iterdir()) == []
    with pytest.raises(ImportError), CrashReports(tmp_path, "0"):
        raise ImportError("cannot import name 'x' from 'app'")
    assert len(list((tmp_path / "crashes").iterdir())) == 1


CRASH = "import faulthandler; faulthandler._sigsegv()"
SURVIVED = """
import logging
try:
    1 / 0
except ArithmeticError:
    logging.exception("x")
"""


@pytest.mark.parametrize("fault", [CRASH, SURVIVED], ids=["the interpreter itself", "an error survived"])
def test_a_crash_in_a_process_of_its_own_leaves_a_report(tmp_path: Path, fault: str) -> None:
    code = "import sys; from pathlib import Path; from app.ui.startup.crash_reports import CrashReports\n"
    code += f"with CrashReports(Path(sys.argv[1]), '0'):\n    exec({fault!r})"
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], cwd=ROOT, capture_output=True, check=False)
    with CrashReports(tmp_path, "0") as reports:
        (path,) = reports.pending()
        assert any(word in path.read_text(encoding="utf-8") for word in ("Segmentation", "ZeroDivisionError"))


def test_a_folder_that_cannot_be_written_to_keeps_nobody_from_starting(tmp_path: Path) -> None:
    (tmp_path / "crashes").write_text("in the way", encoding="utf-8")
    with CrashReports(tmp_path, "0") as reports:
        reports.write("nowhere to go")
        assert reports.pending() == []


UNHURRIED = """
import sys
from PySide6.QtCore import QTimer
from app.__main__ import _make_core
from app.ui.startup.start import run_lazily
def watch(thing, stage):
    if stage == "usable":
        print(*sys.modules)
        QTimer.singleShot(0, thing.close)
sys.exit(run_lazily(_make_core, watch))
"""
DEAR = {
    "app.domain.facts",
    "app.engine.loop",
    "app.engine.plugin",
    "app.export.composing",
    "app.gateway.hosted",
    "app.services.estimates",
    "app.services.sessions",
    "app.ui.session.page",
    "app.workflows.debate.plugin",
    "app.workflows.experiment.plugin",
    "dulwich",
    "importlib.metadata",
    "jinja2",
    "keyring",
    "litellm",
    "markdown_it",
    "pydantic",
    "pygments",
    "rich",
    "tomllib",
    "typer",
}


def imported_by(tmp_path: Path, *programs: str) -> set[str]:
    """Run programs one after the other; return what the last one says that it has imported."""
    printed = ""
    for program in programs:
        done = subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env=environment(tmp_path),
            text=True,
            capture_output=True,
            check=True,
        )
        printed = done.stdout
    return set(printed.split())


def test_the_window_is_usable_before_what_takes_long_is_imported(tmp_path: Path) -> None:
    imported = imported_by(tmp_path, UNHURRIED)
    assert "app.ui.shell.main_window" in imported
    assert imported & DEAR == set()


KEPT = """
import asyncio
from app.bootstrap import build
async def keep():
    core = build()
    await core.sessions.create("debate", {"question": "Where to?"}, core.teams.load("offline"))
    await core.close()
asyncio.run(keep())
"""


@pytest.mark.nightly
def test_a_session_that_rests_is_shown_at_start_before_anything_that_asks_models_is_imported(
    tmp_path: Path,
) -> None:
    imported = imported_by(tmp_path, KEPT, UNHURRIED)
    assert "app.workflows.debate.plugin" in imported
    assert (
        imported & {"app.gateway.provider_gateway", "app.gateway.hosted", "app.workflows.debate.offline"}
        == set()
    )


async def test_a_fault_inside_the_program_is_told_at_once_and_one_that_repeats_is_told_once(
    desk: Any, tmp_path: Path
) -> None:
    async with desk() as d:
        with CrashReports(tmp_path, "0") as reports:
            reports._hook = lambda *_error: None
            reports.happened = d.window.tell_fault
            for _ in range(3):
                error = ZeroDivisionError("a button did nothing")
                sys.excepthook(type(error), error, None)
        faults = [kept for kept in d.window.notices.kept if "went wrong inside" in str(kept)]
        assert len(faults) == 1


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere Qt brings all that it needs")
def test_where_no_window_can_be_shown_it_is_said_what_to_do(tmp_path: Path) -> None:
    env = {**environment(tmp_path), "QT_QPA_PLATFORM": "xcb", "DISPLAY": "", "WAYLAND_DISPLAY": ""}
    done = subprocess.run(
        [sys.executable, "-m", "app"], cwd=ROOT, env=env, text=True, capture_output=True, check=False
    )
    assert done.returncode == CANNOT
    assert "roundtable --help" in done.stderr or "sudo apt install" in done.stderr
    assert "Qt" not in done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere Qt brings all that it needs")
def test_a_library_that_a_plugin_of_qt_lacks_is_known_by_its_name(tmp_path: Path) -> None:
    plugins = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath)) / "platforms"
    there = plugins / "libqoffscreen.so"
    assert lacks(there) == ""
    poor = tmp_path / "libqpoor.so"
    poor.write_bytes(there.read_bytes().replace(b"libQt6Gui.so.6", b"libQt6Gux.so.6"))
    assert lacks(poor) == "libQt6Gux.so.6"


WITHOUT = """
import sys
class Lacking:
    def find_spec(self, name, path=None, target=None):
        if name == module:
            raise ImportError(library + ": cannot open shared object file: No such file or directory")
_, module, library = sys.argv
sys.meta_path.insert(0, Lacking())
sys.argv[1:] = []
from app.__main__ import main
main()
"""


@pytest.mark.parametrize(
    ("module", "library", "package"),
    [
        ("PySide6.QtWidgets", "libEGL.so.1", "libegl1"),
        # Imported once the window is seen.
        ("PySide6.QtNetwork", "libgssapi_krb5.so.2", "libgssapi-krb5-2"),
    ],
)
def test_a_library_that_qt_cannot_be_imported_without_is_told_with_its_package(
    tmp_path: Path, module: str, library: str, package: str
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, module, library],
        cwd=ROOT,
        env=environment(tmp_path),
        text=True,
        capture_output=True,
        check=False,
    )
    assert done.returncode == CANNOT
    assert library in done.stderr
    assert f"sudo apt install {package}" in done.stderr
    assert "Traceback" not in done.stderr

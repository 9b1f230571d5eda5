"""First paint before anything else is imported: a sketch of the window, then the window in its place."""

# Late imports on purpose: the window and the core take several times as long to import as a
# frame takes to paint.

from __future__ import annotations

import asyncio
import gc
import locale
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from app.settings.folders import Folders
from app.ui.kit.preferences import Preferences
from app.ui.kit.theme import apply_theme, the_app
from app.ui.shell.sizes import show_as_left
from app.ui.startup.event_loop import EventLoop
from app.ui.startup.frame import Frame
from app.ui.startup.libraries import telling_what_is_missing
from app.ui.startup.single import OnlyWindow

if TYPE_CHECKING:
    from app.services.core import Core
    from app.ui.shell.main_window import MainWindow
    from app.ui.startup.crash_reports import CrashReports


def _with_every_letter() -> None:
    """Take UTF-8 where the locale knows ASCII alone; Qt does so by itself and writes five lines about it."""
    if sys.platform not in ("win32", "darwin") and "UTF" not in locale.nl_langinfo(locale.CODESET).upper():
        os.environ["LC_ALL"] = "C.UTF-8"


def run_lazily(
    make_core: Callable[[], Core], watch: Callable[[QObject, str], None] | None = None, opens: str = ""
) -> int:
    """Paint at once, then call `make_core` (which may import) and run the window until it is closed.

    `watch(object, stage)` is told of the stages `frame` and `usable`; for measuring. `opens`: the file of a
    session that is shown then, here or in the window that is open already.
    """
    # What is imported is no garbage: looking through it again and again takes a twentieth of the start.
    gc.disable()
    _with_every_letter()
    with telling_what_is_missing():
        app = the_app()
    app.setQuitOnLastWindowClosed(False)
    data = Folders.of_this_machine().data
    only = OnlyWindow(data)
    if not only.acquire():
        return _point_to_the_other(only, opens)
    try:
        return _run(app, data, only, make_core, watch, opens)
    finally:
        only.close()


def _point_to_the_other(only: OnlyWindow, opens: str = "") -> int:
    """Bring the window that is open already to the front; return the exit status."""
    from app.ui.kit.texts import tr  # late: start-up cost

    if only.call(opens):
        sys.stdout.write(tr("Roundtable is open already; its window was brought to the front.") + "\n")
        return 0
    sys.stderr.write(tr("Roundtable is open already and does not answer. Close it, then start again.") + "\n")
    return 6


def _run(
    app: QApplication,
    data: Path,
    only: OnlyWindow,
    make_core: Callable[[], Core],
    watch: Callable[[QObject, str], None] | None,
    opens: str,
) -> int:
    preferences = Preferences()
    apply_theme(app, preferences.theme, letters=False)
    loop = EventLoop(app)
    asyncio.set_event_loop(loop)

    async def main() -> int:
        frame = Frame(preferences)
        show_as_left(frame, preferences)
        await frame.painted.wait()
        if watch:
            watch(frame, "frame")
        # Late: start-up cost. From here on, what nobody expected is written to a report.
        from app import __version__
        from app.ui.startup.crash_reports import CrashReports
        from app.ui.startup.end_signals import EndSignals

        with CrashReports(data, __version__) as reports, EndSignals() as signals:
            from app.ui.startup.qt_app import make_app, serve

            def ready(window: MainWindow) -> None:
                only.asked.connect(window.come_forward)
                only.file_named.connect(window.commands.exchange.show_file)
                only.listen()
                reports.happened = window.tell_fault
                signals.close_on_signal(window)
                offer(window, reports)
                if opens:
                    window.commands.exchange.show_file(opens)

            core = make_core()
            preferences.use(core.settings)
            make_app(preferences)
            return await serve(core, preferences, frame, watch, ready)

    with loop:
        return int(loop.run_until_complete(main()))


def offer(window: MainWindow, reports: CrashReports) -> None:
    """Show the newest report of an earlier run that nobody has seen yet."""
    for path in reports.pending()[:1]:
        from app.ui.startup.crash_dialog import CrashReportDialog  # late: rarely needed

        CrashReportDialog(window, reports, path).open()

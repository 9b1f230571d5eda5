"""Starts Qt and asyncio on one loop and runs the window until it is closed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from PySide6.QtCore import QLibraryInfo, QLocale, QObject, QTranslator
from PySide6.QtWidgets import QApplication

from app import resources
from app.domain.errors import RoundtableError
from app.settings.options import LANGUAGE, STILL, SYSTEM
from app.ui.kit.collector import Collector
from app.ui.kit.focus_ring import show_focus_rings
from app.ui.kit.spinner import keep_still
from app.ui.kit.tasks import Tasks
from app.ui.kit.theme import apply_theme, the_app
from app.ui.shell.main_window import MainWindow
from app.ui.shell.sizes import show_as_left

if TYPE_CHECKING:
    from app.services.core import Core
    from app.ui.kit.preferences import Preferences
    from app.ui.startup.frame import Frame

PATIENCE = 1.0
"""Seconds in which a session is opened before the window is shown without it."""
_APP_ID = "dev.roundtable.Roundtable"


def make_app(preferences: Preferences) -> QApplication:
    """Return the one QApplication, themed."""
    app = the_app()
    app.setApplicationName("Roundtable")
    app.setDesktopFileName(_APP_ID)
    # Closing the last window would stop the loop before the journals are closed.
    app.setQuitOnLastWindowClosed(False)
    speak(app, str(preferences.setting(LANGUAGE)))
    apply_theme(app, preferences.theme)
    keep_still(app, preferences.switch(STILL))
    show_focus_rings(app)
    app.styleHints().colorSchemeChanged.connect(lambda: apply_theme(app, preferences.theme))
    return app


def speak(app: QApplication, language: str) -> bool:
    """Speak a language, `resources/i18n/roundtable_xx.qm`, `system`: the desktop's; False: it stays English.

    Numbers and dates follow the words: a German comma among English words is a slip to its reader.
    """
    locale = QLocale.system() if language == SYSTEM else QLocale(language)
    translator, of_qt = QTranslator(app), QTranslator(app)
    found = translator.load(locale, "roundtable", "_", str(resources.path("i18n")))
    QLocale.setDefault(locale if found else QLocale(QLocale.Language.English))
    if not found:
        return False
    if of_qt.load(locale, "qtbase", "_", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        app.installTranslator(of_qt)
    return app.installTranslator(translator)


async def serve(
    core: Core,
    preferences: Preferences,
    frame: Frame | None = None,
    watch: Callable[[QObject, str], None] | None = None,
    ready: Callable[[MainWindow], None] | None = None,
) -> int:
    """Show the window in place of `frame`, and return once it is closed and every session has halted.

    `watch(object, stage)` is told of the stage `usable`; `ready(window)` is called then.
    """
    if frame is not None:
        # The disk takes its time, and takes it while the window is made.
        Tasks(frame).start(_read_ahead(core))
        await asyncio.sleep(0)
    window = MainWindow(core, preferences)
    collector = Collector()
    collector.start()
    over = asyncio.Event()
    window.closed.connect(over.set)
    problem = await show_begun(window, frame, preferences)
    if problem is not None:
        window.show_error(problem)
    if watch is not None:
        watch(window, "usable")
    if ready is not None:
        ready(window)
    window.run(window.warm())
    await over.wait()
    await window.aclose()
    # Sessions, models and the index: what stays open would be locked at the next start.
    await core.close()
    window.deleteLater()
    await asyncio.sleep(0)
    collector.stop()
    return 0


async def show_begun(
    window: MainWindow, frame: Frame | None, preferences: Preferences, patience: float = PATIENCE
) -> RoundtableError | None:
    """Show the window once it has opened a session, or after `patience` s; return what went wrong."""
    begun = Tasks(window).start(_begin(window))
    if frame is None:
        show_as_left(window, preferences)
    else:
        await asyncio.wait({begun}, timeout=patience)
        if frame.closed:
            window.close()
        else:
            await _replace(frame, window, patience)
        frame.deleteLater()
    problem: RoundtableError | None = await begun
    return problem


async def _read_ahead(core: Core) -> None:
    # What goes wrong is met again by the window, which says it.
    with suppress(RoundtableError):
        await core.library.rows()


async def _begin(window: MainWindow) -> RoundtableError | None:
    try:
        await window.begin()
    except RoundtableError as error:
        return error
    return None


async def _replace(frame: Frame, window: MainWindow, patience: float) -> None:
    """Show the window where its sketch stands; the sketch goes when there is something to see instead."""
    if frame.isMaximized():
        window.showMaximized()
    else:
        window.setGeometry(frame.geometry())
        window.show()
    # A window that is covered or minimised is not painted.
    with suppress(TimeoutError):
        await asyncio.wait_for(window.painted.wait(), patience)
    frame.close()

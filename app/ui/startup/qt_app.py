"""Starts Qt and asyncio on one loop and runs the window until it is closed."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QObject, QTranslator
from PySide6.QtWidgets import QApplication, QMainWindow

from app import resources
from app.domain.errors import RoundtableError
from app.ui.kit.collector import Collector
from app.ui.kit.theme import apply_theme
from app.ui.shell.main_window import MainWindow

if TYPE_CHECKING:
    from app.services.core import Core
    from app.ui.kit.preferences import Preferences

APP_ID = "dev.roundtable.Roundtable"


def make_app(preferences: Preferences) -> QApplication:
    """Return the one QApplication, themed."""
    existing = QApplication.instance()
    app = existing if isinstance(existing, QApplication) else QApplication(sys.argv[:1])
    app.setApplicationName("Roundtable")
    app.setDesktopFileName(APP_ID)
    # Closing the last window would stop the loop before the journals are closed.
    app.setQuitOnLastWindowClosed(False)
    speak(app, QLocale())
    apply_theme(app, preferences.theme)
    app.styleHints().colorSchemeChanged.connect(lambda: apply_theme(app, preferences.theme))
    return app


def speak(app: QApplication, language: QLocale) -> bool:
    """Install the translation of a language, `resources/i18n/roundtable_xx.qm`; False where there is none."""
    translator = QTranslator(app)
    found = translator.load(language, "roundtable", "_", str(resources.path("i18n")))
    return found and app.installTranslator(translator)


async def serve(
    core: Core,
    preferences: Preferences,
    frame: QMainWindow | None = None,
    watch: Callable[[QObject, str], None] | None = None,
    ready: Callable[[MainWindow], None] | None = None,
) -> int:
    """Show the window in place of `frame`, and return once it is closed and every session has halted.

    `watch(object, stage)` is told of the stage `usable`; `ready(window)` is called then.
    """
    window = MainWindow(core, preferences)
    collector = Collector()
    collector.start()
    over = asyncio.Event()
    window.closed.connect(over.set)
    if frame is not None:
        window.setGeometry(frame.geometry())
    window.show()
    if frame is not None:
        frame.close()
        frame.deleteLater()
    # The first paint comes before anything is read from disk.
    await asyncio.sleep(0)
    try:
        await window.begin()
    except RoundtableError as error:
        window.show_error(error)
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

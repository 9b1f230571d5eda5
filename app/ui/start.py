"""First paint before anything else is imported: an empty frame, then the window in its place."""

# Late imports on purpose: the window and the core take several times as long to import as a
# frame takes to paint.

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import qasync
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QMainWindow

from app.ui.preferences import Preferences
from app.ui.theme import apply_theme

if TYPE_CHECKING:
    from app.services.api import Core


class Frame(QMainWindow):
    """What is seen until the window is there: its title, size and colours."""

    def __init__(self) -> None:
        super().__init__()
        self.setWindowTitle("Roundtable")
        self.resize(1280, 800)
        self.painted = asyncio.Event()

    def event(self, event: QEvent) -> bool:
        """Note the first paint."""
        handled = super().event(event)
        if event.type() == QEvent.Type.Paint:
            self.painted.set()
        return handled


def run_lazily(make_core: Callable[[], Core], watch: Callable[[QObject, str], None] | None = None) -> int:
    """Paint at once, then call `make_core` (which may import) and run the window until it is closed.

    `watch(object, stage)` is told of the stages `frame` and `usable`; for measuring.
    """
    app = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(app, QApplication)
    app.setQuitOnLastWindowClosed(False)
    preferences = Preferences()
    apply_theme(app, preferences.theme, rules=False)
    loop = qasync.QEventLoop(app)
    asyncio.set_event_loop(loop)

    async def main() -> int:
        frame = Frame()
        frame.show()
        await frame.painted.wait()
        if watch:
            watch(frame, "frame")
        from app.ui.qt_app import make_app, serve  # late: start-up cost

        make_app(preferences)
        return await serve(make_core(), preferences, frame, watch)

    with loop:
        return int(loop.run_until_complete(main()))

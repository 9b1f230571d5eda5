"""The window's own small dialogs: settings, what was told, every key, and closing while something runs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.domain.i18n import QT_TRANSLATE_NOOP
from app.ui.kit.dialog import Confirm, Reader
from app.ui.kit.popup import native_key
from app.ui.kit.texts import PlainView, button, tr

LOCAL_KEYS = (
    ("N / P", QT_TRANSLATE_NOOP("ui", "Next or previous change, in a text that is only read")),
    ("A / R", QT_TRANSLATE_NOOP("ui", "Keep the new or the old text of a change, and go to the next")),
    ("E / F", QT_TRANSLATE_NOOP("ui", "Show all unchanged paragraphs of a comparison, or fold them again")),
    ("Esc", QT_TRANSLATE_NOOP("ui", "Close a dialog; what was typed is kept. Esc never stops a run")),
    ("Del", QT_TRANSLATE_NOOP("ui", "Delete what is chosen in the library; can be undone for 30 seconds")),
    (
        "F2 / Ctrl+Z",
        QT_TRANSLATE_NOOP("ui", "In the library's list: another title, and take back what was done last"),
    ),
    ("Tab", QT_TRANSLATE_NOOP("ui", "Next control")),
)
"""Keys that hold only where the focus is in the right place."""


def local_keys() -> list[tuple[str, str]]:
    """Return those keys as the platform writes them, each with what it does."""
    return [(" / ".join(map(native_key, keys.split(" / "))), tr(words)) for keys, words in LOCAL_KEYS]


class MessagesDialog(Reader):
    """Everything that was told, newest first, in a view that scrolls: an hour's fills several screens."""

    def __init__(self, parent: QWidget | None, kept: Sequence[tuple[datetime, str]]) -> None:
        super().__init__(parent, tr("Messages"))
        lines = [f"{at:%H:%M}  {words}" for at, words in reversed(kept)]
        self.text = PlainView(tr("Messages"))
        self.text.setMinimumSize(420, 160)
        self.text.show_text("\n".join(lines) or tr("Nothing yet."))
        self.body.addWidget(self.text, 1)
        # Arrows go through the messages, Enter closes.
        self.text.setFocus()


class QuitDialog(Confirm):
    """Stop and quit, keep running in the tray where there is one, or cancel."""

    stop_wanted = Signal()
    tray_wanted = Signal()

    def __init__(self, parent: QWidget | None, tray: bool) -> None:
        words = tr(
            "A session is running. Stopping keeps everything that has arrived; you can resume it later."
        )
        main = tr("Keep running in tray") if tray else tr("Stop and quit")
        super().__init__(parent, tr("Quit while a session is running?"), words, main)
        self.main.clicked.connect(self.tray_wanted if tray else self.stop_wanted)
        if tray:
            stop = button(tr("Stop and quit"))
            stop.clicked.connect(self.accept)
            stop.clicked.connect(self.stop_wanted)
            self.add_button(stop)

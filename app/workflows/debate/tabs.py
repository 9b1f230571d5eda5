"""What the window shows of a debate."""

from __future__ import annotations

from app.domain.i18n import words
from app.engine.tabs import Tab

TABS = (
    Tab("answers", words("Answers"), "texts", slot="answer"),
    Tab("critiques", words("Critiques"), "critiques"),
    Tab("changes", words("Changes"), "diff", slot="answer"),
    Tab("summary", words("Summary"), "summary"),
    Tab("log", words("Log"), "log"),
)

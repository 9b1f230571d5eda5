"""Pictures of the long debate: those that are drawn in the design, in the same places."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtWidgets import QAbstractButton

from app.domain.i18n import Message
from app.ui.kit.texts import tr
from app.ui.library.page import LibraryPage
from app.ui.panels.answers import AnswersPanel
from app.ui.shell.palette import CommandPalette
from tests.support.quiet import quiet
from tests.support.scenes import look_story
from tests.support.waiting import until

Window = Any
"""The MainWindow."""
Step = Callable[[Window], object]
GUIDANCE = "Name one number for the cost of cover, with its source."


def _tab(name: str) -> Step:
    return lambda window: window.page.tabs.show_tab(name)


async def _guide(window: Window) -> None:
    """Type guidance, and open what approves the next rounds by itself."""
    window.page.draft_store.type(guidance=GUIDANCE)
    for words in ("Edit guidance", "Approve by itself…"):
        buttons = [b for b in window.page.bar.findChildren(QAbstractButton) if b.isVisible()]
        next((b for b in buttons if words in (b.text(), b.accessibleName())), buttons[0]).click()
        await quiet()


async def _mark(window: Window) -> None:
    """Comment on words of the first answer, and select others."""
    panel = window.page.panel("answers")
    assert isinstance(panel, AnswersPanel)
    card = next(iter(panel.cards.values()))
    await until(lambda: not card.text.busy)
    card.mark_bar.marked.emit("comment", "for twelve months", "Why not six?")
    await until(lambda: card.row.marks)
    card.text.setTextCursor(card.text.document().find("two groups"))


def _type_app(window: Window) -> None:
    """Open the palette and type three letters."""
    window.actions_by_id["palette"].trigger()
    palette = window.findChild(CommandPalette)
    assert palette is not None
    # What begins the name of a thing to do: “app”, in German “fre”.
    palette.box.setText(tr(Message("Approve and continue"))[:3].lower())


async def _give(window: Window) -> None:
    """Open the form of a new session, and the list of answers that can be given from others."""
    window.ask_new("")
    form = window.session_forms.now
    form.basic.rows["profile"].put("attack")
    guests = form.basic.rows["guests"].control
    await until(guests.sessions.isVisible)
    guests.sessions.click()


async def _library(window: Window) -> None:
    """Search all sessions, until what was found is shown."""
    window.actions_by_id["library"].trigger()
    (page,) = window.findChildren(LibraryPage)
    page.search.setText("works council")
    await until(lambda: page.rows.rowCount() == 1 and page.table.currentIndex().isValid())


SCENES: tuple[tuple[str, str, Step | None], ...] = (
    ("look-review", "look-review", None),
    ("look-running", "look-running", None),
    ("look-critiques", "look-review", _tab("critiques")),
    ("look-changes", "look-review", lambda window: window.page.go_to_change(1)),
    ("look-summary", "look-review", _tab("summary")),
    ("look-finished", "look-finished", None),
    ("look-best", "look-best", None),
    ("look-four", "look-four", None),
    ("look-five", "look-five", None),
    ("look-six", "look-six", None),
    ("look-compare", "look-compare", None),
    ("look-agree", "look-agree", None),
    ("look-comparing", "look-comparing", None),
    ("look-table-and-math", "look-table-and-math", None),
    ("look-streaming", "look-streaming", None),
    ("look-result", "look-finished", _tab("summary")),
    ("look-guidance", "look-review", _guide),
    ("look-marks", "look-review", _mark),
    ("look-new-session", "look-review", lambda window: window.ask_new(look_story.written("question.md"))),
    ("look-answers-given", "look-review", _give),
    ("look-palette", "look-review", _type_app),
    ("look-library", "look-review", _library),
)
"""Name, state, and what is done in the window."""

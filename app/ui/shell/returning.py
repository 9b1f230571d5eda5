"""A document that somebody worked on: what it brings is shown before any of it is taken in."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QWidget

from app.domain.errors import InputError
from app.services.returning import ReturnedFile, as_feedback
from app.services.returning_words import told
from app.ui.kit.dialog import Dialog
from app.ui.kit.layouts import boxed, in_column
from app.ui.kit.scroll_area import ScrollArea
from app.ui.kit.texts import label, single_line, tr

if TYPE_CHECKING:
    from app.ui.shell.workspace import Workspace

_LOOKS, _LOOK_SECONDS = 100, 0.05
"""How often and how far apart it is looked whether a session is in sight that was opened."""
MOST = 100
"""Sentences that are shown of one text."""


class ReturningDialog(Dialog):
    """What a document brings, text by text. Accepted when it is to be taken in."""

    size_at_100 = (720, 560)

    def __init__(self, parent: QWidget | None, name: str, found: ReturnedFile) -> None:
        super().__init__(parent, tr("Take in an edited document"), tr("Take in"))
        head = tr("{file} belongs to “{title}”.", file=name, title=single_line(found.title, 120))
        self.body.addWidget(label(head, wrap=True))
        self.lines: list[str] = []
        parts: list[QWidget] = []
        for part in told(found):
            lines = [tr(line) for line in part.lines]
            rows = [label(line, wrap=True, muted=part.title is None) for line in lines[:MOST]]
            if part.title is not None:
                rows.insert(0, label(tr(part.title), bold=True, wrap=True))
            if len(lines) > MOST:
                rows.append(label(tr("… and {n} more", n=len(lines) - MOST), muted=True))
            self.lines += lines
            parts.append(boxed(in_column(*rows, spacing=4)))
        whole = boxed(in_column(*parts, spacing=14, margins=(0, 4, 12, 4)))
        whole.layout().setAlignment(Qt.AlignmentFlag.AlignTop)  # type: ignore[union-attr]  # it has one
        self.sheet = ScrollArea()
        self.sheet.setFrameShape(QFrame.Shape.NoFrame)
        self.sheet.setAccessibleName(tr("What the document brings"))
        self.sheet.setWidget(whole)
        self.body.addWidget(self.sheet, 1)
        self.main.setEnabled(found.brings)
        if found.brings:
            self.main.setFocus()
        self.main.clicked.connect(self.accept)


async def take_document_in(window: Workspace, path: Path, *, sure: bool = True) -> None:
    """Read a document, show what it brings, and take that in when the person says so.

    `sure`: one that does not say of which session it is, is taken for that of the session in sight.
    """
    returning = window.core.returning
    try:
        found = await returning.read(path)
    except InputError:
        session = window.page_stack.view.session_id if window.page_stack.view else None
        if session is None or not sure:
            raise
        found = await returning.read(path, session)
    dialog = ReturningDialog(window, path.name, found)
    if not await dialog.accepted_by_person():
        return
    await returning.take_in(found)
    window.refresh_rows()
    window.open_session(found.session)
    if found.answer is not None:
        await window.core.review.answer(found.session, found.gate, found.verb, found.answer)
    window.tell(tr("Taken in from {file}", file=path.name))
    await _take_up(window, found)


async def _take_up(window: Workspace, found: ReturnedFile) -> None:
    """Let what was taken in count in the session's draft, once it is in sight.

    Comments that nobody is given are put into the line for words, where nothing is typed there.
    """
    for _ in range(_LOOKS):
        page = window.page_stack.shown
        if page is not None and page.session == found.session:
            break
        await asyncio.sleep(_LOOK_SECONDS)
    else:
        return
    store = page.draft_store
    # What was chosen for these texts and not sent yet would count in place of the editor's.
    store.forget_texts({text.text.seat for text in found.texts if text.to})
    if found.new_comments and not found.marks and not store.draft.guidance.strip():
        store.type(guidance=as_feedback(found.new_comments))

"""Words that are copied in one session and pasted into a text of another keep where they come from."""

from __future__ import annotations

import json

from PySide6.QtCore import QMimeData, QObject, Signal
from PySide6.QtWidgets import QWidget

from app.domain.taken import TakenPassage
from app.ui.kit.text.bounded import PlainEditor

KIND = "application/x-roundtable-passage"
_SOURCE = "roundtableSource"
_LARGEST = 2**20
"""Bytes of a clipboard's content of this kind that are read; another program may have put it there."""


def mark_source(widget: QWidget, session: str, title: str) -> None:
    """Note that what is read in a widget belongs to a session."""
    widget.setProperty(_SOURCE, [session, title])


def _source_of(widget: QObject | None) -> tuple[str, str] | None:
    """Return the session, with its title, that what stands in a widget belongs to."""
    while widget is not None:
        found = widget.property(_SOURCE)
        if isinstance(found, list) and len(found) == 2:
            return str(found[0]), str(found[1])
        widget = widget.parent()
    return None


def note_source(data: QMimeData, widget: QWidget) -> None:
    """Let copied words say which session they come from, beside the words themselves."""
    source = _source_of(widget)
    if source is not None and data.text().strip():
        data.setData(KIND, json.dumps({"session": source[0], "title": source[1]}).encode())


def passage_in(data: QMimeData) -> TakenPassage | None:
    """Return the passage that was copied in a session; None for words from elsewhere."""
    content = bytes(data.data(KIND).data())
    if not content or len(content) > _LARGEST:
        return None
    try:
        found = json.loads(content)
        return TakenPassage(session=found["session"], title=found["title"], text=data.text())
    except (ValueError, TypeError, KeyError, RecursionError):
        # Another program's, or more than a passage.
        return None


class PassageEditor(PlainEditor):
    """A plain-text editor that tells of what is pasted from another session."""

    pasted = Signal(object)
    """A TakenPassage."""

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Paste the words, and tell where they come from."""
        before = self.document().revision()
        super().insertFromMimeData(source)
        if self.document().revision() == before:
            return
        passage, here = passage_in(source), _source_of(self)
        if passage is not None and (here is None or here[0] != passage.session):
            self.pasted.emit(passage)

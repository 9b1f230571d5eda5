"""The text of a draft while it is written: the newest file of the reply, as far as it came."""

from __future__ import annotations

import re

from app.domain.i18n import words
from app.engine.tabs import Arrived, LiveReply
from app.workflows.draft.asked import PASSAGE, WRITE, WRITE_FILE
from app.workflows.draft.state import DraftState

_MARK = re.compile(
    r"^[ \t]{0,8}[*`]{0,3}<{2,4}[ \t]{0,4}(?:(KEEP|DROP|END)[ \t]+)?(?:FILE|PASSAGE)(?:-\d+)?(?![\w-])"
    r"[ \t:]{0,4}([^\n]{0,300}?)>{2,4}[*`]{0,3}[ \t\r]{0,8}$\n?",
    re.IGNORECASE | re.MULTILINE,
)
"""A line that opens, ends or names a file (`files_reply.py`), with whatever word the marks have."""
_BEGUN = re.compile(r"^[*`]{0,3}<[^\n]*\Z", re.MULTILINE)
"""A mark that is just being written."""
_THOUGHTS = re.compile(
    r"\A\s*<(think(?:ing)?|thoughts?|reasoning)>.*?(?:</\1>|\Z)", re.IGNORECASE | re.DOTALL
)


def arriving(state: DraftState, reply: LiveReply) -> Arrived | None:
    """Return what is read of a reply that is on its way; None where it is no text of the draft."""
    if reply.purpose not in (WRITE, WRITE_FILE, PASSAGE):
        return None
    text = _THOUGHTS.sub("", reply.text, count=1)
    path, begins = "", 0
    for mark in _MARK.finditer(text):
        if not mark.group(1):
            path, begins = mark.group(2).strip().strip("`*\"'"), mark.end()
    shown = _MARK.sub("", _BEGUN.sub("", text[begins:])).lstrip("\n")
    if not shown.strip() and not path:
        return None
    if reply.purpose == PASSAGE and state.now is not None and state.now.passage is not None:
        head = words("{file}, the marked passage, is being written", file=state.now.passage.path)
        return Arrived(head, shown)
    if not path:
        return Arrived(words("Being written"), shown)
    return Arrived(words("{file}, being written", file=path), shown, path)

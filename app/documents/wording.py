"""Why a document gives no text, and what of one is missing: the child's codes in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from app.domain.i18n import Message, words

TEXT_INSTEAD = words("Save its text as a file and choose that.")

REFUSED: Mapping[str, tuple[Message, Message]] = MappingProxyType(
    {
        "broken": (words("{file} is no readable {kind}."), TEXT_INSTEAD),
        "locked": (
            words("{file} is locked with a password."),
            words("Save a copy without one and choose that."),
        ),
        "repeats": (
            words("{file} lists the same page again and again."),
            words("Print it into a new PDF and choose that."),
        ),
        "many_pages": (
            words("{file} has more than {limit} pages."),
            words("Split it, and choose the parts that matter."),
        ),
        "unpacks": (words("{file} unpacks to more than {limit} MB."), TEXT_INSTEAD),
        "scanned": (
            words("{file} holds no text, perhaps only scanned pages."),
            words("Run text recognition over it first, then choose it again."),
        ),
        "comments": (
            words("{file} has more than {limit} comments."),
            words("Split it, and give its parts one after the other."),
        ),
        "long": (
            words("{file} holds more than {limit} million characters."),
            words("Split it, and give its parts one after the other."),
        ),
        "empty": (words("{file} holds no text."), words("Choose another file, or leave it out.")),
        "time": (words("{file} took too long to read."), TEXT_INSTEAD),
        "memory": (words("{file} needs more than {limit} MB of memory to be read."), TEXT_INSTEAD),
        "died": (words("{file} made the reader of documents end."), TEXT_INSTEAD),
    }
)
"""Code → what is wrong, and what to do."""
CUT: Mapping[str, Message] = MappingProxyType(
    {
        "text": words("Only its first {limit} million characters were read."),
        "pages": words("Only its first {read} of {all} pages were read: the others took too long."),
        "pages_text": words("Only its first {read} of {all} pages were read: they hold too much text."),
        "broken_pages": words("{unread} of its {all} pages could not be read."),
        "rest": words("Only its beginning was read: the rest took too long."),
    }
)
"""Code → what is missing."""
KIND_NAMES: Mapping[str, str] = MappingProxyType(
    {"pdf": "PDF", "docx": "DOCX", "html": "HTML", "notebook": "notebook", "mail": "e-mail"}
)

"""What a draft tells of itself in a report: its own sections, why it ended, and what its texts are called."""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.i18n import Message, translate
from app.domain.reporting import Document, Ending, WorkflowReport, ending_sentence


def report(sections: Sequence[tuple[str, str]], ended: Message | None) -> WorkflowReport:
    """Return what a report says beyond the shared facts; `ended`: why, as the person is told."""
    return WorkflowReport(
        documents=tuple(Document(title=title, markdown=text) for title, text in sections),
        ending=Ending(reason=ending_sentence(ended) if ended is not None else ""),
        question_title=translate("The request"),
        texts_title=translate("New texts"),
        revised_title=translate("Changed texts"),
        text_noun=translate("text"),
    )

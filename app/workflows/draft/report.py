"""What a draft tells of itself in a report: its own sections, why it ended, and what its texts are called."""

from __future__ import annotations

from collections.abc import Sequence

from app.domain.i18n import Words, phrased
from app.domain.reporting import Document, Ending, WorkflowReport, ending_sentence


def report(sections: Sequence[tuple[str, str]], ended: Words | None) -> WorkflowReport:
    """Return what a report says beyond the shared facts; `ended`: why, as the person is told."""
    return WorkflowReport(
        documents=tuple(Document(title=title, markdown=text) for title, text in sections),
        ending=Ending(reason=ending_sentence(ended) if ended is not None else ""),
        question_title=phrased("The request"),
        texts_title=phrased("New texts"),
        revised_title=phrased("Changed texts"),
        text_noun=phrased("text"),
    )

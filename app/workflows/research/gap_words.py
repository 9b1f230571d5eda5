"""A gap in words, with what it is about: the same in the list, at the gate, in the summary and the report."""

from __future__ import annotations

from app.domain.excerpt import cut, excerpt
from app.domain.i18n import Words, words
from app.workflows.research.model import Gap
from app.workflows.research.rules import gaps as gap_rules
from app.workflows.research.state import ResearchState

LONGEST = 90
"""Characters of a finding or a question that are told with its gap."""


def gap_words(state: ResearchState, gap: Gap) -> Words:
    """Return what is missing, and of which finding or question."""
    said = words("{text}", text=gap.reason) if gap.reason else gap_rules.reason(gap)
    finding = state.known.finding(gap.finding_ids[0]) if gap.finding_ids else None
    if finding is not None and gap.type in ("evidence", "pattern"):
        about = cut(excerpt(finding.description), LONGEST)
        return words("{id} “{about}”: {gap}", id=finding.id, about=about, gap=said)
    named = {question.id: question.text for question in state.questions}
    if gap.type == "question" and gap.question_ids and gap.question_ids[0] in named:
        return words("“{question}”: {gap}", question=cut(named[gap.question_ids[0]], LONGEST), gap=said)
    return said

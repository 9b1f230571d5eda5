"""A gap in words, with what it is about: the same in the list, at the gate, in the summary and the report."""

from __future__ import annotations

from app.domain.excerpt import cut, excerpt
from app.domain.i18n import Words, words
from app.workflows.research.labels import GAP_TYPES
from app.workflows.research.model import Gap
from app.workflows.research.rules import gaps as gap_rules
from app.workflows.research.state import ResearchState

LONGEST = 90
"""Characters of a finding or a question that are told with its gap."""


def gap_kind(gap: Gap) -> Words:
    """Return what is wanted in two or three words: of evidence, what of it is missing."""
    if gap.counter:
        return words("counter-search")
    if gap.id.startswith("gone:"):
        return words("citation gone")
    if gap.id.startswith("support:"):
        return words("lines do not support it")
    if gap.independent:
        return words("second source wanted")
    return GAP_TYPES[gap.type]


def gap_title(state: ResearchState, gap: Gap) -> Words:
    """Return what a gap is about, where its kind stands beside it: the question, the finding, both sides."""
    named = {question.id: question.text for question in state.questions}
    if gap.type == "question" and gap.question_ids and gap.question_ids[0] in named:
        return words("{text}", text=named[gap.question_ids[0]])
    told = [
        excerpt(finding.description)
        for name in gap.finding_ids
        if (finding := state.known.finding(name)) is not None
    ]
    if gap.type in ("evidence", "pattern") and told:
        return words("{text}", text=told[0])
    if gap.type == "conflict" and len(told) == 2:
        return words("{a} – or: {b}", a=told[0], b=told[1])
    return gap_words(state, gap)


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

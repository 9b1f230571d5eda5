"""A gap in words, with what it is about: the same in the list, at the gate, in the summary and the report."""

from __future__ import annotations

import re

from app.domain.excerpt import cut, excerpt
from app.domain.i18n import Message, verbatim, words
from app.domain.message_lookup import MessageLookup
from app.workflows.research.face.labels import GAP_TYPES
from app.workflows.research.model import Gap
from app.workflows.research.rules import gaps as gap_rules
from app.workflows.research.state import ResearchState

_LONGEST = 90
"""Characters of a finding or a question that are told with its gap."""
_OF_FINDING = words("{id} “{about}”: {gap}")
_OF_QUESTION = words("“{question}”: {gap}")
_REASONS = MessageLookup(gap_rules.REASONS)
_WITH_WHAT = re.compile(r"(?:(?P<id>f\d+) )?“(?P<about>.*)”: (?P<gap>.*)", re.DOTALL)


def gap_kind(gap: Gap) -> Message:
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


def gap_title(state: ResearchState, gap: Gap) -> Message:
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


def gap_words(state: ResearchState, gap: Gap) -> Message:
    """Return what is missing, and of which finding or question."""
    said = words("{text}", text=gap.reason) if gap.reason else gap_rules.reason(gap)
    finding = state.known.finding(gap.finding_ids[0]) if gap.finding_ids else None
    if finding is not None and gap.type in ("evidence", "pattern"):
        about = cut(excerpt(finding.description), _LONGEST)
        return _OF_FINDING.filled(id=finding.id, about=about, gap=said)
    named = {question.id: question.text for question in state.questions}
    if gap.type == "question" and gap.question_ids and gap.question_ids[0] in named:
        return _OF_QUESTION.filled(question=cut(named[gap.question_ids[0]], _LONGEST), gap=said)
    return said


def gap_said(text: str) -> Message:
    """Return as words what `gap_words` said once, for a gate's payload; what a model wrote stands."""
    found = _WITH_WHAT.fullmatch(text)
    known = _REASONS.find(found["gap"] if found is not None else text)
    if known is None:
        return verbatim(text)
    if found is None:
        return known
    if found["id"]:
        return _OF_FINDING.filled(id=found["id"], about=found["about"], gap=known)
    return _OF_QUESTION.filled(question=found["about"], gap=known)

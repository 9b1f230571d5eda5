"""Record words of a research: what its own facts say in the log, and its lines of progress on a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from app.domain.excerpt import excerpt
from app.domain.fact_base import Fact
from app.domain.i18n import Message, words
from app.domain.payload import items_of
from app.domain.sentences import joined
from app.engine.plugin import RecordTable
from app.workflows.research import facts as own
from app.workflows.research.face.contributions import contribution_line, contributions
from app.workflows.research.face.labels import PRIORITIES, REASONS, agent_title
from app.workflows.research.face.telling import criterion, gap_kind, gap_words
from app.workflows.research.state import ResearchState

_AGENT_ENDS = {
    "answered": words("{agent} is done; findings: {n}"),
    "capped": words("{agent} reached its limit of tool calls; findings: {n}"),
    "timed_out": words("{agent} ran out of time; findings: {n}"),
    "failed": words("{agent} failed: {why}"),
    "unreadable": words("{agent}’s reply could not be read: {why}"),
}
_FINDINGS = {
    "confirm": words("You confirm finding {id}"),
    "dismiss": words("You dismiss finding {id}"),
    "reopen": words("You take back what you said of finding {id}"),
}
_QUESTIONS = {
    "open": words("You leave question {id} open"),
    "partial": words("You answer question {id} in part"),
    "answered": words("You answer question {id}"),
    "absent": words("You say that question {id} has no answer here"),
}


def _scope_proposed(fact: own.ScopeProposed) -> Message:
    proposed = {"n": len(fact.questions), "files": len(fact.estimate)}
    if not fact.unread:
        return words("Proposed; questions: {n}, files that matter: {files}", **proposed)
    return words(
        "Proposed; questions: {n}, files that matter: {files}; not read: {unread}",
        **proposed,
        unread=", ".join(fact.unread),
    )


def _agent_ended(fact: own.AgentEnded) -> Message:
    return _AGENT_ENDS[fact.ended].filled(agent=agent_title(fact.agent), n=len(fact.reported), why=fact.why)


def _checked(fact: own.ClaimsChecked) -> Message:
    found = [one for claim in fact.claims for one in claim.citations]
    n = sum(one.verified for one in found)
    return words("Citations looked up: {n} of {all} stand there", n=n, all=len(found))


def _judged(fact: own.QuestionsJudged) -> Message:
    settled = sum(mark.state in ("answered", "absent") for mark in fact.marks)
    return words("{n} of {all} judged questions are settled", n=settled, all=len(fact.marks))


def _tested(fact: own.CriteriaTested) -> Message:
    criteria = fact.convergence.criteria
    return words("{n} of {all} criteria hold", n=sum(one.passes for one in criteria), all=len(criteria))


def _gaps(fact: own.GapsListed) -> Message:
    assigned = sum(gap.status == "assigned" for gap in fact.gaps)
    left = sum(gap.left for gap in fact.gaps)
    return words("Gaps left open: {all}, with an agent: {n}", all=left, n=assigned)


def _gap_decided(fact: own.GapDecided) -> Message:
    if fact.dismissed:
        return _reason(words("You dismiss gap {id}", id=fact.gap), fact.reason)
    return _reason(words("You take up gap {id}", id=fact.gap), fact.focus)


def _settled(fact: own.ConflictDecided) -> Message:
    made, keeps = fact.resolution, ", ".join(fact.resolution.keeps)
    told = words("You settle conflict {id}, {keeps} stands", id=made.conflict, keeps=keeps)
    return _reason(told, made.resolution)


def _decided(fact: own.FindingDecided) -> Message:
    made = fact.decision
    return _reason(_FINDINGS[made.kind].filled(id=made.finding), made.reason)


def _answered(fact: own.AnswerGiven) -> Message:
    mark = fact.mark
    return _reason(_QUESTIONS[mark.state].filled(id=mark.question), mark.note)


def _reason(told: Message, why: str) -> Message:
    return words("{said}: {why}", said=told, why=why) if why.strip() else told


RECORD_WORDS: RecordTable = {
    own.ScopeProposed: _scope_proposed,
    own.AgentAssigned: lambda fact: _reason(
        words("{agent} is given its task", agent=agent_title(fact.agent)), fact.focus
    ),
    own.AgentEnded: _agent_ended,
    own.ClaimsChecked: _checked,
    own.FindingsCompared: lambda fact: words(
        "Pairs of findings compared: {n}, related: {m}", n=fact.compared, m=len(fact.relations)
    ),
    own.QuestionsJudged: _judged,
    own.CriteriaTested: _tested,
    own.GapsListed: _gaps,
    own.WentWide: words("No gap is left: the folder is looked through once more by other ways"),
    own.CarriedChecked: words(
        "Earlier findings looked up again: {held} hold, {moved} moved, {gone} are gone"
    ),
    own.ResearchEnded: lambda fact: words(
        "The work ends: {why}", why=REASONS.get(fact.reason, words("you ended it"))
    ),
    own.ReportCounted: lambda fact: words(
        "Sentences of the report: {n}, with a finding: {founded}", n=fact.claims, founded=fact.founded
    ),
    # What a person did.
    own.ScopeConfirmed: lambda fact: words(
        "You begin; questions: {n}, files that matter: {files}",
        n=len(fact.questions),
        files=len(fact.estimate),
    ),
    own.GapDecided: _gap_decided,
    own.ConflictDecided: _settled,
    own.FindingDecided: _decided,
    own.AnswerGiven: _answered,
    own.PlanChanged: lambda fact: (
        words("You change which files are left out")
        if fact.questions is None
        else words("You change the questions")
    ),
}
"""What each fact says: a sentence whose places are its fields, or what makes one."""


# --- progress: who is given what, how the criteria are, and what is missing ---------------------------

_MOST_GAPS = 6
"""Gaps that are told after an iteration; of the others how many there are."""


def line(state: ResearchState, fact: Fact) -> Message | None:
    """Return a fact in lines of progress, None where it is none."""
    match fact:
        case own.AgentAssigned():
            return _assigned(fact)
        case own.AgentEnded() if fact.ended != "answered":
            why = fact.why.rstrip(".")
            return words("✕ {agent} gave no answer: {why}.", agent=agent_title(fact.agent), why=why)
        case own.ClaimsChecked():
            ended = {agent.name for agent in state.tasks() if agent.state == "done"}
            figures = [one for one in contributions(state) if one.agent in ended]
            return joined([contribution_line(one) for one in figures], "\n") if figures else None
        case own.CriteriaTested():
            return joined([*_criteria(fact), *_gap_lines(state, fact)], "\n")
        case _:
            return None


def _assigned(fact: own.AgentAssigned) -> Message:
    said = {"agent": agent_title(fact.agent), "seat": fact.seat, "focus": excerpt(fact.focus)}
    if fact.gap is None:
        return words("{agent} ({seat}): {focus}", **said)
    return words("{agent} ({seat}): {focus} – {gap}", **said, gap=gap_kind(fact.gap))


def _criteria(fact: own.CriteriaTested) -> Iterator[Message]:
    for row in items_of(fact.convergence.model_dump(mode="json"), "criteria"):
        yield words("{sign} {what}", sign="✓" if row.get("passes") else "·", what=criterion(row))


def _gap_lines(state: ResearchState, fact: own.CriteriaTested) -> Iterator[Message]:
    left = [gap for gap in fact.gaps if gap.left]
    for gap in left[:_MOST_GAPS]:
        level = PRIORITIES[gap.priority]
        yield words("Gap ({priority}): {text}", priority=level, text=gap_words(state, gap))
    if len(left) > _MOST_GAPS:
        yield words("and {n} more", n=len(left) - _MOST_GAPS)

"""Record words of a research: what its own facts say in the log, a sentence each."""

from __future__ import annotations

from app.domain.fact_base import Fact
from app.domain.i18n import Message, words
from app.workflows.research import facts as own
from app.workflows.research.face.labels import REASONS

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


def log_line(fact: Fact) -> Message | None:  # noqa: C901  one case a fact
    """Return a fact of a research as a line of the log; None for one of another kind."""
    match fact:
        case own.ScopeProposed():
            return words(
                "Proposed; questions: {n}, files that matter: {files}",
                n=len(fact.questions),
                files=len(fact.estimate),
            )
        case own.AgentAssigned():
            return _reason(words("{agent} is given its task", agent=fact.agent), fact.focus)
        case own.AgentEnded():
            told = _AGENT_ENDS[fact.ended]
            return told.filled(agent=fact.agent, n=len(fact.reported), why=fact.why)
        case own.ClaimsChecked():
            found = [one for claim in fact.claims for one in claim.citations]
            return words(
                "Citations looked up: {n} of {all} stand there",
                n=sum(one.verified for one in found),
                all=len(found),
            )
        case own.FindingsCompared():
            return words(
                "Pairs of findings compared: {n}, related: {m}", n=fact.compared, m=len(fact.relations)
            )
        case own.QuestionsJudged():
            settled = sum(mark.state in ("answered", "absent") for mark in fact.marks)
            return words("{n} of {all} judged questions are settled", n=settled, all=len(fact.marks))
        case own.CriteriaTested():
            held = sum(one.passes for one in fact.convergence.criteria)
            return words("{n} of {all} criteria hold", n=held, all=len(fact.convergence.criteria))
        case own.GapsListed():
            assigned = sum(gap.status == "assigned" for gap in fact.gaps)
            return words("Gaps that are known: {all}, with an agent: {n}", all=len(fact.gaps), n=assigned)
        case own.WentWide():
            return words("No gap is left: the folder is looked through once more by other ways")
        case own.CarriedChecked():
            return words(
                "Earlier findings looked up again: {held} hold, {moved} moved, {gone} are gone",
                held=fact.held,
                moved=fact.moved,
                gone=fact.gone,
            )
        case own.ResearchEnded():
            why = REASONS.get(fact.reason, words("you ended it"))
            return words("The work ends: {why}", why=why)
        case own.ReportCounted():
            return words(
                "Sentences of the report: {n}, with a finding: {founded}",
                n=fact.claims,
                founded=fact.founded,
            )
        # What a person did.
        case own.ScopeConfirmed():
            return words(
                "You begin; questions: {n}, files that matter: {files}",
                n=len(fact.questions),
                files=len(fact.estimate),
            )
        case own.GapDecided(dismissed=True):
            return _reason(words("You dismiss gap {id}", id=fact.gap), fact.reason)
        case own.GapDecided():
            return _reason(words("You take up gap {id}", id=fact.gap), fact.focus)
        case own.ConflictDecided():
            resolution = fact.resolution
            keeps = ", ".join(resolution.keeps)
            told = words("You settle conflict {id}, {keeps} stands", id=resolution.conflict, keeps=keeps)
            return _reason(told, resolution.resolution)
        case own.FindingDecided():
            made = fact.decision
            return _reason(_FINDINGS[made.kind].filled(id=made.finding), made.reason)
        case own.AnswerGiven():
            mark = fact.mark
            return _reason(_QUESTIONS[mark.state].filled(id=mark.question), mark.note)
        case own.PlanChanged(questions=None):
            return words("You change which files are left out")
        case own.PlanChanged():
            return words("You change the questions")
        case _:
            return None


def _reason(told: Message, why: str) -> Message:
    return words("{said}: {why}", said=told, why=why) if why.strip() else told

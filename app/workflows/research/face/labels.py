"""The words of a research: what is done, why it ended, what its figures are called."""

from __future__ import annotations

from collections.abc import Mapping

from app.domain.i18n import Message, verbatim, words

PURPOSES: Mapping[str, Message] = {
    "research_scope": words("reading the brief"),
    "research_explore": words("exploring"),
    "research_citation": words("finding citations"),
    "research_pattern": words("looking for patterns"),
    "research_verification": words("verifying"),
    "research_security": words("looking at security"),
    "research_performance": words("looking at performance"),
    "research_embedding": words("measuring how alike findings are"),
    "research_judge": words("comparing findings"),
    "research_support": words("weighing the quoted lines"),
    "research_gaps": words("judging the questions"),
    "research_report": words("writing the report"),
    "research_scan": words("looking through the folder"),
    "research_check": words("checking citations"),
    "research_conflict_item": words("conflict"),
    "research_finding_item": words("finding"),
    "research_coverage_gap": words("files nobody read"),
    "research_evidence_gap": words("evidence is missing"),
    "research_pattern_gap": words("the pattern is unclear"),
    "research_conflict_gap": words("findings contradict each other"),
    "research_context_gap": words("context is missing"),
    "research_question_gap": words("a question is open"),
    "research_security_gap": words("security is uncertain"),
    "research_performance_gap": words("performance is uncertain"),
}
REASONS: Mapping[str, Message] = {
    "full_convergence": words("all criteria hold"),
    "early_convergence": words("high confidence was reached early"),
    "partial_convergence": words("it ended before all criteria held"),
}
FIGURES: Mapping[str, Message] = {
    "findings": words("findings"),
    "critical_findings": words("critical findings"),
    "citations": words("citations"),
    "verified_citations": words("checked citations"),
    "files_analysed": words("files analysed"),
    "files_estimated": words("files that matter"),
    "coverage": words("coverage in %"),
    "mean_confidence": words("mean confidence in %"),
    "open_conflicts": words("open conflicts"),
    "questions_settled": words("questions settled"),
    "questions": words("questions"),
    "gaps": words("gaps"),
    "iterations": words("iterations"),
    "agents": words("agents"),
    "convergence_status": words("convergence"),
}
VALUES: Mapping[str, Message] = {
    "convergence_status/not_converged": words("not converged"),
    "convergence_status/converged": words("converged"),
    "convergence_status/early": words("converged early"),
    "convergence_status/partial": words("partial"),
}
CRITERIA: Mapping[str, Message] = {
    "coverage": words("Coverage"),
    "confidence": words("Mean confidence"),
    "conflicts": words("Conflicts left open"),
    "questions": words("Critical questions answered"),
}
QUESTION_STATES: Mapping[str, Message] = {
    "open": words("open"),
    "partial": words("partly answered"),
    "answered": words("answered", "question"),
    "absent": words("not in these sources"),
}
GAP_TYPES: Mapping[str, Message] = {
    "coverage": words("coverage"),
    "evidence": words("missing evidence"),
    "pattern": words("pattern unclear"),
    "conflict": words("conflict"),
    "context": words("missing context"),
    "question": words("open question"),
    "security": words("security"),
    "performance": words("performance"),
}
GAP_STATES: Mapping[str, Message] = {
    "open": words("open"),
    "assigned": words("an agent has it"),
    "deferred": words("waits"),
    "dismissed": words("dismissed"),
    "resolved": words("closed"),
    "unresolved": words("its agent failed"),
}
PRIORITIES: Mapping[str, Message] = {
    "critical": words("critical"),
    "important": words("important"),
    "informational": words("informational"),
}
CATEGORY: Mapping[str, Message] = {
    "critical": words("critical"),
    "important": words("important"),
    "informational": words("for information"),
}
ROLES: Mapping[str, Message] = {
    "explore": words("reader"),
    "citation": words("source checker"),
    "pattern": words("pattern finder"),
    "verification": words("verifier"),
    "security": words("security reviewer"),
    "performance": words("performance reviewer"),
}
_EARLIER = "earlier "
"""Before the name of an agent of the research that is gone on from."""


def agent_title(name: str) -> Message:
    """Return what an agent is called by its name in the records: of “citation 2”, “source checker 2”."""
    role, _, number = name.removeprefix(_EARLIER).rpartition(" ")
    if role not in ROLES:
        return verbatim(name)
    said = words("{role} {n}", role=ROLES[role], n=number)
    return words("{agent}, earlier", agent=said) if name.startswith(_EARLIER) else said

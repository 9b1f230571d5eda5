"""The figures of a research, for `show` and the exports."""

from __future__ import annotations

from collections.abc import Mapping

from app.domain.canonical import JsonValue
from app.workflows.research.rules.evidence import mean_confidence
from app.workflows.research.state import ResearchState

STATUS = {"not_converged": "not_converged", "full": "converged", "early": "early", "partial": "partial"}
"""What the source calls the outcomes of the table."""


def summary(state: ResearchState) -> Mapping[str, JsonValue]:
    """Return what was found, read and left open, in figures."""
    standing, coverage = state.standing, state.coverage
    citations = [citation for finding in standing for citation in finding.citations]
    outcome = state.tested.convergence.outcome if state.tested is not None else "not_converged"
    return {
        "findings": len(standing),
        "critical_findings": sum(1 for one in standing if one.category == "critical"),
        "citations": len(citations),
        "verified_citations": sum(1 for one in citations if one.verified),
        "files_analysed": len(coverage.analysed),
        "files_estimated": len(coverage.estimated),
        "coverage": round(100 * coverage.fraction, 1),
        "mean_confidence": round(100 * mean_confidence(state.findings), 1),
        "open_conflicts": sum(1 for one in state.conflicts if one.state != "resolved"),
        "questions": len(state.questions),
        "questions_settled": sum(1 for one in state.questions if one.settled),
        "gaps": sum(1 for gap in state.gaps if gap.status not in ("resolved", "dismissed")),
        "iterations": state.iteration,
        "agents": len(state.agents),
        "convergence_status": STATUS[outcome],
    }

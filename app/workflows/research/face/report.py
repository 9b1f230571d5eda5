"""What a research tells of itself in a report, beyond its result: criteria, gaps, conflicts, settings."""

from __future__ import annotations

from app.domain.i18n import translate, words
from app.domain.reporting import (
    Document,
    Ending,
    MeasureKind,
    Part,
    Remark,
    RuleChecked,
    Setting,
    WorkflowReport,
    ending_sentence,
    sentence,
)
from app.engine.plugin import ENDS
from app.workflows.research.face.gap_words import gap_words
from app.workflows.research.face.labels import REASONS, agent_title
from app.workflows.research.face.report_text import report_said, so_far, unmet
from app.workflows.research.face.telling import criterion, early_notice
from app.workflows.research.model import Finding
from app.workflows.research.state import ResearchState

_POLICIES = {
    "every_iteration": words("after every iteration"),
    "at_the_end": words("before the report"),
    "never_ask": words("never"),
}
_RULES = {
    "coverage": words("Coverage"),
    "confidence": words("Mean confidence"),
    "conflicts": words("Conflicts left open"),
    "questions": words("Critical questions answered"),
}
MOST_GAPS = 4
"""Gaps that a summary tells of a report that tells them all."""
MOST_FILES = 2
"""Files that are named behind a finding in dispute."""


def report(state: ResearchState) -> WorkflowReport:
    """Return what a report says of this research beyond the shared facts."""
    tested, setup = state.tested, state.setup
    why = {**ENDS, **REASONS}.get(state.reason or "")
    missing = "; ".join(str(line) for line in unmet(state))
    reason = ending_sentence(why, f" ({missing})" if missing else "") if why is not None else ""
    notice = early_notice(tested.convergence) if tested is not None else None
    settings = (
        Setting(
            name="min_coverage_threshold",
            title=translate("Coverage needed"),
            value=setup.min_coverage_threshold,
            said=f"{100 * setup.min_coverage_threshold:.0f} %",
        ),
        Setting(
            name="min_confidence_threshold",
            title=translate("Confidence needed"),
            value=setup.min_confidence_threshold,
            said=f"{100 * setup.min_confidence_threshold:.0f} %",
        ),
        Setting(
            name="max_iterations",
            title=translate("Iterations at most"),
            value=state.max_iterations,
            said=str(state.max_iterations),
        ),
        Setting(
            name="gate_policy",
            title=translate("The person is asked"),
            value=setup.gate_policy,
            said=str(_POLICIES[setup.gate_policy]),
        ),
    )
    rules = tuple(
        RuleChecked(
            number=number,
            title=str(_RULES[row.name]),
            said=str(criterion(row.model_dump(mode="json"))),
            value=row.value,
            limit=row.threshold,
            holds=row.passes,
        )
        for number, row in enumerate(tested.convergence.criteria if tested is not None else (), 1)
    )
    found = so_far(state)
    return WorkflowReport(
        answer=report_said(state),
        documents=(Document(title=translate("What was found so far"), markdown=found),) if found else (),
        findings=(
            Part(
                name="unmet_criteria",
                title=translate("Criteria that do not hold"),
                remarks=tuple(_unmet(state)),
            ),
            Part(
                name="open_questions", title=translate("Questions that are open"), remarks=tuple(_open(state))
            ),
            Part(
                name="disputed_findings",
                title=translate("Findings in dispute"),
                remarks=tuple(_disputed(state)),
            ),
            Part(name="gaps_left", title=translate("Gaps that were not closed"), remarks=tuple(_gaps(state))),
        ),
        senses={
            "unmet_criteria": "unmet",
            "open_questions": "open",
            "disputed_findings": "disputed",
            "gaps_left": "unmet",
        },
        ending=Ending(
            reason=" ".join(filter(None, (reason, str(notice) if notice is not None else ""))),
            settings=settings,
            rules=rules,
            together=True,
        ),
        measures={
            "coverage": MeasureKind(title=translate("Coverage"), unit="%"),
            "mean_confidence": MeasureKind(title=translate("Mean confidence"), unit="%"),
            "critical_questions": MeasureKind(title=translate("Critical questions answered"), unit="%"),
        },
        question_title=translate("The brief"),
        texts_title=translate("Report"),
        text_noun=translate("report"),
    )


def _unmet(state: ResearchState) -> list[Remark]:
    return [Remark(text=sentence(str(line))) for line in unmet(state)]


def _open(state: ResearchState) -> list[Remark]:
    return [Remark(text=one.text, assumes="") for one in state.questions if not one.settled]


def _disputed(state: ResearchState) -> list[Remark]:
    found = []
    for conflict in state.conflicts:
        a, b = state.known.finding(conflict.a), state.known.finding(conflict.b)
        if conflict.state != "resolved" and a is not None and b is not None:
            sides = tuple(_side(one) for one in (a, b))
            why = conflict.root_cause.strip()
            said = f"{why[:1].upper()}{why[1:]}" if why else translate("{a} against {b}", a=a.id, b=b.id)
            found.append(Remark(text=said, sides=sides))
    return found


def _side(finding: Finding) -> Remark:
    """Return a finding with the files that it is quoted from; where there is none, with its agents."""
    files = tuple(dict.fromkeys(one.file for one in finding.citations if one.verified))
    if not files:
        agents = tuple(str(agent_title(name)) for name in finding.source_agents)
        return Remark(text=finding.description, who=agents)
    named = ", ".join(files[:MOST_FILES])
    rest = len(files) - MOST_FILES
    more = translate(" and {n} more", n=rest) if rest > 0 else ""
    return Remark(text=f"{finding.description} ({named}{more})")


def _gaps(state: ResearchState) -> list[Remark]:
    """Return the gaps that stayed open; where a report lists them all, the gravest and how many more."""
    told = [
        Remark(text=str(gap_words(state, gap)))
        for gap in state.gaps
        if gap.status not in ("resolved", "dismissed")
    ]
    rest = len(told) - MOST_GAPS
    if not state.report or rest < 2:
        return told
    return [*told[:MOST_GAPS], Remark(text=translate("{n} more stand in the report.", n=rest))]

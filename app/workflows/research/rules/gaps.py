"""Gaps: what is missing, how urgent it is, who closes it, and which are taken up next."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Literal

from app.domain.i18n import Message, words
from app.domain.whole_numbers import whole_percent
from app.workflows.research.model import (
    CATEGORIES,
    TOLERANCE,
    Conflict,
    Coverage,
    Finding,
    Gap,
    GapType,
    Priority,
    Question,
    Role,
    reaches,
)
from app.workflows.research.rules.evidence import mean_confidence
from app.workflows.research.rules.grouping import UNSETTLED
from app.workflows.research.rules.likeness import cosine, same_words
from app.workflows.research.rules.questions import role_for
from app.workflows.research.setup import ResearchSetup

_MAJOR_COVERAGE = 0.50
"""Coverage below it is a critical gap."""
_CLEAR_PATTERN = 0.70
_FILES_OF_ONE = 25
"""Files that one agent is given to cover; more are several gaps."""
_NAMED = 5
"""Files that a focus names."""
MOST_COVERAGE_GAPS = 3
_LEAD: Mapping[str, tuple[Priority, Role]] = {
    "context": ("important", "explore"),
    "security": ("critical", "security"),
    "performance": ("important", "performance"),
}
LeadType = Literal["context", "security", "performance"]


def gaps(
    findings: Sequence[Finding],
    conflicts: Sequence[Conflict],
    coverage: Coverage,
    questions: Sequence[Question],
    limits: ResearchSetup,
    *,
    lead: Sequence[Gap] = (),
    earlier: Sequence[Gap] = (),
    dropped: Collection[str] = (),
    iteration: int = 0,
) -> tuple[Gap, ...]:
    """Return all gaps, most urgent first; `lead`: those of the lead model (context, security, performance).

    `dropped`: files that were dealt to agents which gave no answer: they are dealt again.
    `earlier` keep what was decided of them: dismissed ones stay so, one of the lead model whose agent failed
    is open again, and what is gone is returned as resolved.
    """
    by_id = {finding.id: finding for finding in findings if finding.status != "dismissed"}
    thin = {gap.id for gap in earlier if gap.wanted == "evidence" and gap.status != "resolved"}
    now = [
        *_coverage_gaps(coverage, limits, dropped),
        *_finding_gaps(by_id, limits, thin),
        *_conflict_gaps(conflicts, by_id),
        *_question_gaps(questions),
        *lead,
    ]
    found = {
        gap.id: gap.model_copy(update={"iteration": iteration, "status": "open"}) for gap in reversed(now)
    }
    for before in earlier:
        current = found.get(before.id)
        if current is None and before.status == "unresolved" and before.type in _LEAD:
            current = before.model_copy(update={"status": "open"})
        if current is None:
            gone = (
                before if before.status == "dismissed" else before.model_copy(update={"status": "resolved"})
            )
            found[before.id] = gone
            continue
        status = "dismissed" if before.status == "dismissed" else "open"
        found[before.id] = current.model_copy(update={"status": status, "iteration": before.iteration})
    return tuple(sorted(found.values(), key=_urgency))


def lead_gap(kind: LeadType, reason: str, focus: str = "", finding_ids: Sequence[str] = ()) -> Gap:
    """Return a gap that the lead model named; the same words are the same gap in every iteration."""
    priority, role = _LEAD[kind]
    said = f"{same_words(reason)}|{same_words(focus)}"
    name = sha256(said.encode("utf-8", "surrogatepass")).hexdigest()[:10]
    return Gap(
        id=f"{kind}:{name}",
        type=kind,
        priority=priority,
        role=role,
        reason=reason,
        focus=focus,
        finding_ids=tuple(finding_ids),
    )


def named(files: Sequence[str]) -> str:
    """Return the files that an agent is to read as the focus of its work: the first of them by name."""
    return ", ".join(files[:_NAMED])


def _coverage_gaps(coverage: Coverage, limits: ResearchSetup, dropped: Collection[str]) -> list[Gap]:
    value, missing = coverage.fraction, coverage.missing
    enough = reaches(value, limits.min_coverage_threshold)
    if enough:
        missing = tuple(path for path in missing if path in dropped)
    if not missing:
        return []
    priority: Priority = "critical" if value < _MAJOR_COVERAGE - TOLERANCE else "important"
    # What others refer to is likely to matter, and files of one folder are read together.
    ranked = sorted(missing, key=lambda path: (-len(coverage.referred.get(path, ())), path))
    shares = [ranked[at : at + _FILES_OF_ONE] for at in range(0, len(ranked), _FILES_OF_ONE)]
    return [
        Gap(
            id="coverage" if number == 1 else f"coverage:{number}",
            type="coverage",
            priority=priority,
            role="explore",
            focus=named(share),
            files=tuple(sorted(share)),
            value=value,
            threshold=limits.min_coverage_threshold,
            again=enough,
        )
        for number, share in enumerate(shares[:MOST_COVERAGE_GAPS], 1)
    ]


def _finding_gaps(findings: Mapping[str, Finding], limits: ResearchSetup, thin: Collection[str]) -> list[Gap]:
    """Return the gaps of findings.

    `thin`: evidence gaps of before; each stays until its finding is verified, though others raised the mean.
    """
    low = not reaches(mean_confidence(findings.values()), limits.min_confidence_threshold)
    found: list[Gap] = []
    for finding in findings.values():
        weighty = finding.category != "informational"
        priority: Priority = "important" if weighty else "informational"
        if finding.subject == "pattern" and not reaches(finding.confidence, _CLEAR_PATTERN):
            found.append(_about(finding, "pattern", "pattern", "informational", _CLEAR_PATTERN))
        if finding.awaits_counter:
            gap = _about(finding, "evidence", "verification", "important", limits.early_confidence)
            found.append(gap.model_copy(update={"id": f"counter:{finding.id}", "counter": True}))
        if finding.status == "conflicting" or finding.decided == "confirm":
            continue
        if any(c.lost for c in finding.citations) and not any(
            c.counts and c.iteration for c in finding.citations
        ):
            gap = _about(finding, "evidence", "citation", "important", limits.min_confidence_threshold)
            found.append(gap.model_copy(update={"id": f"gone:{finding.id}"}))
        elif weighty and any(c.support in ("no", "against") for c in finding.citations):
            gap = _about(finding, "evidence", "citation", "important", limits.min_confidence_threshold)
            found.append(gap.model_copy(update={"id": f"support:{finding.id}"}))
        elif (
            low or (f"evidence:{finding.id}" in thin and finding.evidence_type != "strong")
        ) and not reaches(finding.confidence, limits.min_confidence_threshold):
            gap = _about(finding, "evidence", "citation", priority, limits.min_confidence_threshold)
            found.append(gap.model_copy(update={"independent": finding.row == "verified"}))
    return found


def _about(finding: Finding, kind: GapType, role: Role, priority: Priority, threshold: float) -> Gap:
    return Gap(
        id=f"{kind}:{finding.id}",
        type=kind,
        priority=priority,
        role=role,
        focus=finding.description,
        finding_ids=(finding.id,),
        files=tuple(dict.fromkeys(c.file for c in finding.citations if c.check != "refused")),
        value=finding.confidence,
        threshold=threshold,
    )


def _conflict_gaps(conflicts: Iterable[Conflict], findings: Mapping[str, Finding]) -> list[Gap]:
    found: list[Gap] = []
    for conflict in conflicts:
        sides = [findings[name] for name in (conflict.a, conflict.b) if name in findings]
        if conflict.state in UNSETTLED and len(sides) == 2:
            files = (c.file for side in sides for c in side.citations if c.check != "refused")
            found.append(
                Gap(
                    id=f"conflict:{conflict.id}",
                    type="conflict",
                    priority="important",
                    role="verification",
                    focus=" / ".join(side.description for side in sides),
                    finding_ids=(conflict.a, conflict.b),
                    conflict_id=conflict.id,
                    files=tuple(dict.fromkeys(files)),
                )
            )
    return found


def _question_gaps(questions: Iterable[Question]) -> list[Gap]:
    return [
        Gap(
            id=f"question:{question.id}",
            type="question",
            priority="critical" if question.critical else "informational",
            role=role_for(question),
            focus=question.text,
            question_ids=(question.id,),
            finding_ids=question.findings,
        )
        for question in questions
        if not question.settled
    ]


def _urgency(gap: Gap) -> tuple[int, float, str, tuple[int, str]]:
    value = 1.0 if gap.value is None else gap.value
    return CATEGORIES.index(gap.priority), value, gap.type, (len(gap.id), gap.id)


# --- what is taken up ---------------------------------------------------------------------------


def select(
    open_gaps: Sequence[Gap], remaining: int, seats: int, brief: str = ""
) -> tuple[tuple[Gap, ...], tuple[Gap, ...]]:
    """Choose gaps for the next iteration; return those that are taken up, and those that wait.

    `remaining`: iterations left; `seats`: agents at once.

    Levels are taken up from critical downwards: with one iteration left the critical ones, with more the
    important ones too; seats that are left over go to the next lower level. Within a level what is nearest to
    the brief comes first.
    """
    waiting = [gap for gap in open_gaps if gap.left]
    qualifying = CATEGORIES[: 2 if remaining >= 2 else 1]

    def rank(gap: Gap) -> tuple[bool, int, float, tuple[int, float, str, tuple[int, str]]]:
        near = cosine(brief, f"{gap.focus} {gap.reason}")
        level = CATEGORIES.index(gap.priority)
        return gap.priority not in qualifying, level, -round(near, 9), _urgency(gap)

    ordered = sorted(waiting, key=rank)
    room = max(0, seats) if remaining > 0 else 0
    return (
        tuple(gap.model_copy(update={"status": "assigned"}) for gap in ordered[:room]),
        tuple(gap.model_copy(update={"status": "deferred"}) for gap in ordered[room:]),
    )


REASONS: Mapping[str, Message] = {
    "coverage": words("{percent} % of the relevant files were analysed, {needed} % are needed."),
    "again": words("The agents that were to read these files gave no answer."),
    "question": words("A question of the brief is still open."),
    "conflict": words("{a} and {b} contradict each other."),
    "pattern": words("The pattern is unclear: its confidence is {value}."),
    "counter": words("Nobody has looked yet for what speaks against this finding."),
    "gone": words("What an earlier research quoted for this finding no longer stands in the files."),
    "support": words("The quoted lines do not support this finding."),
    "second": words("A single source stands behind it: a second one is wanted."),
    "evidence": words("The evidence is thin: confidence {value}, needed {needed}."),
}
"""Why a gap is one, by what is wanted (`Gap.wanted`)."""


def reason(gap: Gap) -> Message:
    """Return why a gap is one, as a sentence; what a model or a person said of it is in `gap.reason`."""
    if gap.reason:
        return Message("{reason}", {"reason": gap.reason})
    said = REASONS.get(gap.wanted, REASONS["evidence"])
    match gap.wanted:
        case "coverage":
            needed = 100 * (gap.threshold or 0)
            percent = whole_percent(100 * (gap.value or 0), needed)
            return said.filled(percent=percent, needed=round(needed))
        case "conflict":
            return said.filled(a=gap.finding_ids[0], b=gap.finding_ids[1])
        case "pattern":
            return said.filled(value=_share(gap.value))
        case "question" | "counter" | "gone" | "support" | "second" | "again":
            return said
        case _:
            return said.filled(value=_share(gap.value, gap.threshold), needed=_share(gap.threshold))


def _share(part: float | None, needed: float | None = None) -> str:
    return f"{whole_percent(100 * (part or 0.0), None if needed is None else 100 * needed)} %"

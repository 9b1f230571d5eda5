"""What a research writes for others: its figures, what reports say of it beside its text, checkpoints of its
iterations, findings to take up again, references.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from app.domain.canonical import JsonValue, json_file
from app.domain.i18n import Message, translate, words
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
from app.engine.exporting import ExportRequest, WorkflowExport
from app.engine.plugin import ENDS
from app.markup.visible import visible
from app.projections.base import moment
from app.workflows.common.brief import brief_of
from app.workflows.research.face.labels import CRITERIA, REASONS, agent_title
from app.workflows.research.face.report import first_of, report_said, so_far, table, unmet
from app.workflows.research.face.telling import criterion, early_notice, gap_words, share, went_without
from app.workflows.research.model import Citation, Finding, Gap, lines_said
from app.workflows.research.rules import again
from app.workflows.research.rules.evidence import mean_confidence
from app.workflows.research.rules.integration import Known, assemble
from app.workflows.research.state import Iteration, ResearchState

_STATUS = {"not_converged": "not_converged", "full": "converged", "early": "early", "partial": "partial"}
"""What the source calls the outcomes of the table."""
_GAPS = {"evidence": "confidence_gap", "pattern": "confidence_gap"}
"""What the source calls gaps, where it is not our word with `_gap` behind it."""
_SOURCES = frozenset(
    """
    .c .cc .cfg .cpp .cs .css .go .h .hpp .ini .java .js .json .jsx .kt .mjs .php .pl .py .pyi .r .rb .rs
    .scala .sh .sql .swift .toml .ts .tsx .vue .xml .yaml .yml
    """.split()  # noqa: SIM905  a list of quoted words is no easier to read
)
"""Endings of files that are a program's, not a document."""
_MOST_NOTED = 20
"""Quotations of a document that its reference tells."""
_TEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
}


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
        "gaps": len(state.gaps_left),
        "iterations": state.iteration,
        "agents": len(state.agents),
        "convergence_status": _STATUS[outcome],
    }


def follow_up(state: ResearchState) -> dict[str, JsonValue]:
    """Return what a later research on the same folder begins with; its findings once it has ended."""
    if state.counted is None:
        return {"folder": state.setup.folder}
    return {"folder": state.setup.folder, "earlier": _earlier(state).decode()}


# --- what a report says of it beside the text -----------------------------------------------------


_POLICIES = {
    "every_iteration": words("after every iteration"),
    "at_the_end": words("before the report"),
    "never_ask": words("never"),
}
_MOST_GAPS = 4
"""Gaps that a summary tells of a report that tells them all."""
_MOST_FILES = 2
"""Files that are named behind a finding in dispute."""


def report(state: ResearchState) -> WorkflowReport:
    """Return what a report says of this research beyond the shared facts."""
    tested, found, answer = state.tested, so_far(state), report_said(state)
    rules = tuple(
        RuleChecked(
            number=number,
            title=str(CRITERIA[row.name]),
            said=str(criterion(row.model_dump(mode="json"))),
            value=row.value,
            limit=row.threshold,
            holds=row.passes,
        )
        for number, row in enumerate(tested.convergence.criteria if tested is not None else (), 1)
    )
    return WorkflowReport(
        answer=answer,
        # Who reads one page has no list of the findings.
        brief=brief_of(report_said(state, marked=False)),
        documents=(Document(title=translate("What was found so far"), markdown=found),) if found else (),
        findings=(
            Part.of("unmet_criteria", translate("Criteria that do not hold"), _unmet(state)),
            Part.of("open_questions", translate("Questions that are open"), _open(state)),
            Part.of("disputed_findings", translate("Findings in dispute"), _disputed(state)),
            Part.of("gaps_left", translate("Gaps that were not closed"), _gaps(state)),
            Part.of("limits", translate("Limits of this report"), _limits(state)),
        ),
        senses={
            "unmet_criteria": "unmet",
            "open_questions": "open",
            "disputed_findings": "disputed",
            "gaps_left": "unmet",
            "limits": "limit",
        },
        ending=Ending(reason=_why(state), settings=tuple(_settings(state)), rules=rules, together=True),
        measures={
            "coverage": MeasureKind(title=translate("Coverage"), unit="%"),
            "mean_confidence": MeasureKind(
                title=translate("Mean confidence of critical and important findings"), unit="%"
            ),
            "critical_questions": MeasureKind(title=translate("Critical questions answered"), unit="%"),
        },
        question_title=translate("The brief"),
        texts_title=translate("Report"),
        text_noun=translate("report"),
    )


_PARTIAL: Mapping[str, Message] = {
    "max_iterations": words("the planned iterations were over"),
    "no_progress": words("two iterations brought nothing new"),
}


def _why(state: ResearchState) -> str:
    """Return why it ended, with the criteria that do not hold."""
    why = {**ENDS, **REASONS}.get(state.reason or "")
    partial = _PARTIAL.get(str(table(state).get("why") or "")) if state.reason in REASONS else None
    missing = "; ".join(map(str, [*filter(None, [partial]), *unmet(state)]))
    reason = ending_sentence(why, f" ({missing})" if missing else "") if why is not None else ""
    return " ".join(filter(None, (reason, *map(str, early_notice(table(state))))))


def _settings(state: ResearchState) -> Iterator[Setting]:
    setup, most, policy = state.setup, state.max_iterations, state.setup.gate_policy
    coverage, confidence = setup.min_coverage_threshold, setup.min_confidence_threshold
    for name, title, value, said in (
        ("min_coverage_threshold", translate("Coverage needed"), coverage, share(coverage)),
        ("min_confidence_threshold", translate("Confidence needed"), confidence, share(confidence)),
        ("max_iterations", translate("Iterations at most"), most, str(most)),
        ("gate_policy", translate("The person is asked"), policy, str(_POLICIES[policy])),
    ):
        yield Setting(name=name, title=title, value=value, said=said)


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
            said = f"{why[:1].upper()}{why[1:]}" if why else translate("Two findings contradict each other.")
            found.append(Remark(text=said, sides=sides))
    return found


def _side(finding: Finding) -> Remark:
    """Return a finding with the files that it is quoted from; where there is none, with its agents."""
    files = tuple(dict.fromkeys(one.file for one in finding.citations if one.verified))
    if not files:
        agents = tuple(str(agent_title(name)) for name in finding.source_agents)
        return Remark(text=finding.description, who=agents)
    return Remark(text=f"{finding.description} ({first_of(files, _MOST_FILES)})")


def _limits(state: ResearchState) -> list[Remark]:
    said = (sentence(str(went_without(one.purpose, one.reason))) for _, one in state.without)
    return [Remark(text=text) for text in dict.fromkeys(said)]


def _gaps(state: ResearchState) -> list[Remark]:
    """Return the gaps that stayed open; where a report lists them all, the gravest and how many more."""
    told = [Remark(text=str(gap_words(state, gap))) for gap in state.gaps_left]
    rest = len(told) - _MOST_GAPS
    if not state.report or rest < 2:
        return told
    return [*told[:_MOST_GAPS], Remark(text=translate("{n} more stand in the report.", n=rest))]


# --- checkpoints ----------------------------------------------------------------------------------


def _checkpoint(state: ResearchState, iteration: Iteration) -> dict[str, JsonValue]:
    """Return the state after an iteration, under the names of the source."""
    number, tested = iteration.number, iteration.tested
    known = _as_of(state, number)
    coverage = tested.coverage if tested is not None else state.coverage
    gaps = tested.gaps if tested is not None else ()
    at = moment(iteration.at)
    return {
        "session_id": state.session,
        "iteration": number,
        "timestamp": at.isoformat(timespec="seconds").replace("+00:00", "Z"),
        "findings": [_finding(one) for one in known.findings if one.status != "dismissed"],
        "coverage": round(coverage.fraction, 4),
        "files_analyzed": list[JsonValue](coverage.analysed),
        "unresolved_conflicts": sum(1 for one in known.conflicts if one.state == "left_open"),
        "convergence_status": _STATUS[tested.convergence.outcome if tested is not None else "not_converged"],
        "gaps_identified": [_gap(state, gap) for gap in gaps if gap.left],
    }


def checkpoints(state: ResearchState) -> list[JsonValue]:
    """Return the checkpoints of all iterations whose table was made."""
    return [_checkpoint(state, one) for one in state.iterations.values() if one.tested is not None]


def _as_of(state: ResearchState, number: int) -> Known:
    """Return what was known after an iteration; what a person decided is taken as it stands."""
    ledger = state.ledger.copy()
    lists: Sequence[list[Any]] = (ledger.claims, ledger.relations, ledger.resolutions, ledger.supports)
    for said in (*lists, ledger.counters):
        said[:] = [one for one in said if one.iteration <= number]
    return assemble(ledger, state.table)


def _finding(finding: Finding) -> JsonValue:
    return {
        "id": finding.id,
        "description": finding.description,
        "confidence": finding.confidence,
        "citations": [place(one) for one in finding.citations if one.check != "refused"],
        "source_agents": list[JsonValue](finding.source_agents),
        "iteration_discovered": finding.iteration_discovered,
    }


def _gap(state: ResearchState, gap: Gap) -> JsonValue:
    told: dict[str, JsonValue] = {
        "type": _GAPS.get(gap.type, f"{gap.type}_gap"),
        "reason": str(gap_words(state, gap)),
    }
    if gap.finding_ids:
        told["finding_id"] = gap.finding_ids[0]
    return told


def place(citation: Citation) -> str:
    """Return a citation as `file`, `file:line` or `file:from-to`."""
    return f"{citation.file}:{lines_said(*citation.lines)}" if citation.placed else citation.file


# --- references -----------------------------------------------------------------------------------


def _cited(findings: Iterable[Finding]) -> dict[str, list[Citation]]:
    """Return the files that findings rest on, with the quotations that stand in them."""
    found: dict[str, list[Citation]] = {}
    for finding in findings:
        for citation in finding.citations:
            if citation.verified and finding.status != "dismissed":
                found.setdefault(citation.file, []).append(citation)
    return dict(sorted(found.items()))


def _where(citation: Citation) -> str:
    first, last = citation.lines
    lines = f"line {first}" if last <= first else f"lines {first}–{last}"
    return f"{citation.place}, {lines}" if citation.place else lines


def _title(path: str) -> str:
    return " ".join(re.split(r"[_\s]+", PurePosixPath(path).stem)).strip() or path


def _notes(citations: Iterable[Citation]) -> Iterator[str]:
    seen: set[str] = set()
    for citation in citations:
        note = f"{_where(citation)}: “{' '.join(citation.quote.split())}”"
        if note not in seen and len(seen) < _MOST_NOTED:
            seen.add(note)
            yield note


def ris(state: ResearchState) -> str:
    """Return the cited files as references in RIS; line ends are those of the format."""
    lines: list[str] = []
    for path, citations in _cited(state.findings).items():
        program = PurePosixPath(path).suffix.lower() in _SOURCES
        lines += [f"TY  - {'COMP' if program else 'GEN'}", f"TI  - {_one_line(_title(path))}"]
        lines += [f"L1  - {_one_line(path)}"]
        lines += [f"N1  - {_one_line(note)}" for note in _notes(citations)]
        lines += ["ER  - ", ""]
    return "\r\n".join(lines)


def bibtex(state: ResearchState) -> str:
    """Return the cited files as references in BibTeX."""
    entries: list[str] = []
    keys: set[str] = set()
    for path, citations in _cited(state.findings).items():
        key = stem = re.sub(r"[^A-Za-z0-9]+", "-", PurePosixPath(path).stem).strip("-").lower() or "file"
        count = 1
        while key in keys:
            count += 1
            key = f"{stem}-{count}"
        keys.add(key)
        notes = "; ".join(_tex(note) for note in _notes(citations))
        entries.append(
            f"@misc{{{key},\n  title = {{{_tex(_title(path))}}},\n"
            f"  howpublished = {{{_tex(path)}}},\n  note = {{{notes}}},\n}}\n"
        )
    return "\n".join(entries)


def _one_line(text: str) -> str:
    return " ".join(visible(text).split())


def _tex(text: str) -> str:
    return "".join(_TEX.get(sign, sign) for sign in _one_line(text))


# --- the forms ------------------------------------------------------------------------------------


def _earlier(state: ResearchState) -> bytes:
    found = again.written(
        state.known,
        session=state.session,
        brief=state.setup.brief,
        folder=PurePosixPath(state.setup.folder.replace("\\", "/")).name,
        questions=state.questions,
    )
    return json_file(found.model_dump(mode="json", exclude_defaults=False), indent=1)


def _checkpoint_files(state: ResearchState, request: ExportRequest) -> Mapping[str, bytes]:
    return {
        f"{request.session}-iter-{one.number}.json": json_file(_checkpoint(state, one), indent=1)
        for one in state.iterations.values()
        if one.tested is not None
    }


def _one_file(
    name: str, title: Message, ending: str, made: Callable[[ResearchState], bytes]
) -> WorkflowExport:
    def files(state: ResearchState, request: ExportRequest) -> Mapping[str, bytes]:
        return {f"{request.session}{ending}": made(state)}

    return WorkflowExport(name, title, files, ending)


EXPORTS: tuple[WorkflowExport, ...] = (
    _one_file("findings", words("Findings, to take up in a later research"), ".json", _earlier),
    WorkflowExport("checkpoints", words("Checkpoints, one file per iteration"), _checkpoint_files),
    _one_file("ris", words("Cited files as references (RIS)"), ".ris", lambda state: ris(state).encode()),
    _one_file(
        "bib", words("Cited files as references (BibTeX)"), ".bib", lambda state: bibtex(state).encode()
    ),
)

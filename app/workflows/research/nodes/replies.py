"""The replies that a research asks its models for: lenient in form, strict in meaning."""

from __future__ import annotations

import re
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, model_validator

from app.workflows.common import values
from app.workflows.common.reading.names import ReplyModel
from app.workflows.common.replies import Text, Written
from app.workflows.research.model import Category, QuestionKind, RelationKind, Subject
from app.workflows.research.rules.gaps import LeadType

_NUMBERS = re.compile(r"\d{1,7}")
_IN_WORDS = re.compile(r"(?P<head>[^\"“„«\n]{1,300}?)[\s:,–—-]*[\"“„«](?P<quote>[^\n]+)[\"”“»][\s.)\]]*\Z")
"""A citation in one text: a file, perhaps its lines, and the passage."""
_QUOTE_FIRST = re.compile(r"\A[\"“„«]([^\n]+)[\"”“»][\s,:–—-]*[(\[]?([^\"“„«\n]{1,300}?)[)\].]*\Z")
_AT_LINES = re.compile(
    r"[\s,;(#]*\b(?:lines?|ll?\.|zeilen?|z\.|L(?=\d))\s*(\d+(?:\s*[-–]\s*L?\d+)?)\)?", re.IGNORECASE
)
_AS_LINK = re.compile(r"\A\s*\[([^\[\]]+)\](?:\([^()\s]*\)?)?\s*\Z")
_LINE_NUMBER = re.compile(r"^(?P<file>.+?)[:#]L?(?P<lines>\d{1,7}(?:\s*[-–—:]\s*L?\d{1,7})?)$")
MOST_CLAIMS = 60
"""Findings of one answer that are taken in; who writes more repeats itself."""
MOST_CITATIONS = 12

_category = values.one_of(
    {
        "critical": "high severe blocker major p0 p1 kritisch",
        "important": "medium moderate significant p2 wichtig",
        "informational": "low info information minor note p3 informativ",
    }
)
_subject = values.one_of(
    {
        "": "none general other architecture structure fact",
        "pattern": "patterns convention idiom",
        "security": "vulnerability secure privacy",
        "performance": "speed latency bottleneck",
        "flow": "relation dataflow data_flow trace call_flow",
    }
)
_relation = values.one_of(
    {
        "same": "duplicate identical equal equivalent",
        "enhances": "enhance adds extends supports confirms complements",
        "contradicts": "contradict conflict conflicts conflicting disagrees opposite",
        "qualifies": "qualify narrows conditional exception limits b_qualifies_a",
        "qualified": "qualified_by is_qualified narrowed a_qualifies_b",
        "unrelated": "different none independent related other",
    }
)
_support = values.one_of(
    {
        "full": "yes true fully supported supports complete completely full_support fully_supported "
        "fully_supports supports_fully directly_supported directly_supports supports_the_claim confirms",
        "partly": "partial partially some in_part somewhat mostly partial_support partially_supported "
        "partly_supported partially_supports partly_supports supports_partly supports_partially weak weakly",
        "no": "not false unsupported unrelated none does_not_support not_supported no_support not_at_all "
        "irrelevant neutral insufficient not_stated not_mentioned",
        "against": "contradicts contradicted contradiction contradictory opposite opposes opposed refutes "
        "refuted disproves disproved contradicts_the_claim speaks_against speaks_against_it",
    },
    yes="full",
    no="no",
)
_state = values.one_of(
    {
        "open": "unanswered no unknown",
        "partial": "partly partially_answered incomplete",
        "answered": "yes full fully_answered complete done",
        "absent": "not_found not_in_sources nothing_found not_in_these_sources",
    },
    yes="answered",
    no="open",
)
_kind = values.one_of(
    {
        "feasibility": "possible possibility can",
        "architecture": "how structure design flow",
        "location": "where what which component",
        "rationale": "why reason",
        "other": "fact general none",
    }
)
_gap = values.one_of(
    {
        "context": "missing_context flow relation architecture integration",
        "security": "vulnerability security_uncertainty",
        "performance": "speed performance_uncertainty",
    }
)


class CitedReply(ReplyModel):
    """A place in a file: its lines as a figure, two figures, or words like `12-14`."""

    main: ClassVar[str] = "file"
    keyed: ClassVar[tuple[str, str]] = ("file", "lines")
    names: ClassVar[dict[str, str]] = {
        "file": "path file_path filename source document",
        "lines": "line start_line line_numbers range line_range at location",
        "quote": "text snippet code excerpt passage quoted_text quotation",
    }
    file: Text
    lines: Text = ""
    quote: Text = ""

    @model_validator(mode="before")
    @classmethod
    def _from_a_text(cls, given: Any) -> Any:
        """Read `src/a.py:12-14`, as a citation or a file's name, `a.md, line 3: “…”`, and `“…” (a.md)`."""
        given = {"file": given} if isinstance(given, str) else given
        told = isinstance(given, dict) and given.keys() == {"file"} and str(given["file"]).strip()
        if told and (said := _IN_WORDS.match(_QUOTE_FIRST.sub(r"\2: “\1”", told))):
            lines, name = _AT_LINES.search(said["head"]), _AT_LINES.sub("", said["head"])
            given = {"file": name.strip(" (),;:"), "quote": said["quote"], "lines": lines[1] if lines else ""}
        if isinstance(given, dict) and isinstance(given.get("file"), str):
            given = {**given, "file": _AS_LINK.sub(r"\1", given["file"])}
        file = given.get("file") if isinstance(given, dict) and not given.get("lines") else None
        found = _LINE_NUMBER.match(file.strip()) if isinstance(file, str) else None
        return {**given, "file": found["file"], "lines": found["lines"]} if found else given

    @property
    def span(self) -> tuple[int, int]:
        """The first and the last line, 0 where none were given."""
        numbers = [int(number) for number in _NUMBERS.findall(self.lines)[:2]]
        return (min(numbers), max(numbers)) if numbers else (0, 0)


class ClaimReply(ReplyModel):
    """One finding of an agent."""

    main: ClassVar[str] = "description"
    names: ClassVar[dict[str, str]] = {
        "description": "finding claim statement text summary title what",
        "category": "impact severity importance priority level",
        "subject": "topic kind type area about",
        "citations": "citation evidence sources references refs cites quotes",
        "question": "question_id answers answers_question",
        "confirms": "finding_id confirms_finding about_finding",
    }
    refers: ClassVar[dict[str, str]] = {"question": "question", "confirms": "finding"}
    most: ClassVar[dict[str, int]] = {"citations": MOST_CITATIONS}
    description: Written
    category: Annotated[Category, BeforeValidator(_category)] = "informational"
    subject: Annotated[Subject, BeforeValidator(_subject)] = ""
    citations: tuple[CitedReply, ...] = ()
    question: Text = ""
    confirms: Text = ""


class ResolvesReply(ReplyModel):
    """How a verification settles a conflict: which findings stand, both where each holds in its own case."""

    names: ClassVar[dict[str, str]] = {
        "keep": "keeps stands true correct right kept",
        "drop": "drops wrong false dropped rejected",
        "root_cause": "cause why_they_differ origin_of_conflict",
        "why": "resolution reason explanation truth ground_truth",
    }
    refers: ClassVar[dict[str, str]] = {"keep": "finding", "drop": "finding"}
    keep: tuple[Text, ...] = ()
    drop: tuple[Text, ...] = ()
    root_cause: Text = ""
    why: Text = ""

    @model_validator(mode="before")
    @classmethod
    def _single_names_are_lists(cls, given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        return {
            name: [value] if name in ("keep", "drop") and isinstance(value, str) else value
            for name, value in given.items()
        }


class AgentReply(ReplyModel):
    """What an agent found, what it looked for, and what it could not find."""

    main: ClassVar[str] = "findings"
    wrappers: ClassVar[tuple[str, ...]] = ("result", "report", "analysis", "research")
    names: ClassVar[dict[str, str]] = {
        "findings": "claims results observations facts items",
        "searched": "searches search_terms looked_for queries",
        "missing": "not_found unknown gaps open_points could_not_find",
        "edge_cases": "edge_case corner_cases special_cases",
        "resolves": "resolution verdict conflict_resolution",
    }
    most: ClassVar[dict[str, int]] = {"findings": MOST_CLAIMS}
    findings: tuple[ClaimReply, ...]
    searched: tuple[Text, ...] = ()
    missing: tuple[Text, ...] = ()
    edge_cases: tuple[Text, ...] = ()
    resolves: ResolvesReply | None = None


class QuestionReply(ReplyModel):
    """A question of the brief."""

    main: ClassVar[str] = "text"
    names: ClassVar[dict[str, str]] = {
        "text": "question what",
        "kind": "type category art",
        "critical": "important must is_critical",
    }
    text: Written
    kind: Annotated[QuestionKind | Literal[""], BeforeValidator(_kind)] = ""
    critical: Annotated[bool, BeforeValidator(values.mark)] = True


class ScopeReply(ReplyModel):
    """The critical questions of a brief, and the files that matter for them."""

    main: ClassVar[str] = "questions"
    wrappers: ClassVar[tuple[str, ...]] = ("scope", "plan")
    names: ClassVar[dict[str, str]] = {
        "questions": "critical_questions",
        "files": "relevant_files estimate paths",
    }
    questions: tuple[QuestionReply, ...]
    files: tuple[Text, ...] = ()


class PairReply(ReplyModel):
    """How two findings stand to each other."""

    main: ClassVar[str] = "relation"
    keyed: ClassVar[tuple[str, str]] = ("id", "relation")
    names: ClassVar[dict[str, str]] = {
        "id": "pair pair_id number",
        "relation": "verdict result kind type judgement",
        "why": "reason explanation note",
    }
    refers: ClassVar[dict[str, str]] = {"id": "pair"}
    once: ClassVar[str] = "id"
    id: Text
    relation: Annotated[RelationKind | Literal["qualified"], BeforeValidator(_relation)]
    why: Text = ""


class JudgeReply(ReplyModel):
    """A relation for each pair that was shown."""

    main: ClassVar[str] = "pairs"
    names: ClassVar[dict[str, str]] = {"pairs": "relations results verdicts items"}
    pairs: tuple[PairReply, ...]


class SupportItemReply(ReplyModel):
    """Whether quoted lines support a claim."""

    main: ClassVar[str] = "support"
    keyed: ClassVar[tuple[str, str]] = ("id", "support")
    names: ClassVar[dict[str, str]] = {
        "id": "claim claim_id number citation",
        "support": "supports verdict result supported",
        "why": "reason explanation note",
    }
    refers: ClassVar[dict[str, str]] = {"id": "item"}
    once: ClassVar[str] = "id"
    id: Text
    support: Annotated[Literal["full", "partly", "no", "against"], BeforeValidator(_support)]
    why: Text = ""


class SupportReply(ReplyModel):
    """A word on each quotation that was shown."""

    main: ClassVar[str] = "claims"
    names: ClassVar[dict[str, str]] = {"claims": "citations results items supports"}
    claims: tuple[SupportItemReply, ...]


class AnsweredReply(ReplyModel):
    """How far a question is answered, and by which findings."""

    main: ClassVar[str] = "state"
    keyed: ClassVar[tuple[str, str]] = ("id", "state")
    names: ClassVar[dict[str, str]] = {
        "id": "question question_id number",
        "state": "status answered result",
        "findings": "finding_ids by answered_by",
        "note": "why reason missing what_is_missing",
    }
    refers: ClassVar[dict[str, str]] = {"id": "question", "findings": "finding"}
    once: ClassVar[str] = "id"
    id: Text
    state: Annotated[Literal["open", "partial", "answered", "absent"], BeforeValidator(_state)]
    findings: tuple[Text, ...] = ()
    note: Text = ""


class LeadGapReply(ReplyModel):
    """Something missing that no figure shows: what is known, what is missing, where to look."""

    main: ClassVar[str] = "reason"
    names: ClassVar[dict[str, str]] = {
        "type": "kind category gap",
        "reason": "missing what_is_missing description text",
        "focus": "where where_to_look look task",
        "findings": "finding_ids known",
    }
    refers: ClassVar[dict[str, str]] = {"findings": "finding"}
    type: Annotated[LeadType, BeforeValidator(_gap)] = "context"
    reason: Written
    focus: Text = ""
    findings: tuple[Text, ...] = ()


class GapsReply(ReplyModel):
    """How far each question is answered, and the gaps that only a reader sees."""

    main: ClassVar[str] = "questions"
    names: ClassVar[dict[str, str]] = {
        "questions": "answers question_states",
        "gaps": "missing missing_context uncertainties",
    }
    questions: tuple[AnsweredReply, ...]
    gaps: tuple[LeadGapReply, ...] = ()


class SummaryReply(ReplyModel):
    """The summary of the report: each claim names the findings it stands on, such as [f3]."""

    main: ClassVar[str] = "summary"
    wrappers: ClassVar[tuple[str, ...]] = ("report",)
    names: ClassVar[dict[str, str]] = {
        "summary": "text answer conclusion report body markdown",
        "edge_cases": "edge_case corner_cases",
        "untraced": "not_traced integration_points open_integration",
    }
    summary: Written
    edge_cases: tuple[Text, ...] = ()
    untraced: tuple[Text, ...] = ()

"""The report of a research: the lead's summary as Markdown, and behind it all that the program knows.

Rule: what models, files and persons wrote goes through `quote`, `escaped` or `code`; the headings are ours.

The journal has the text in English, with what the lead model wrote in it and the findings' ids (“f5”). Who
reads it is shown a text made again around those words, of the same state, in the language that is spoken and
with findings numbered as they stand in it, for a session of an earlier version too (`report_said`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from app.domain.i18n import Message, language_in_use, ngettext, translate, words
from app.domain.payload import Payload, items_of
from app.domain.reporting import sentence
from app.markup.escaping import code, inline
from app.markup.quoting import quote
from app.workflows.research.face.contributions import contribution_table
from app.workflows.research.face.labels import PRIORITIES, QUESTION_STATES, agent_title
from app.workflows.research.face.telling import (
    EARLY,
    by_words,
    criterion,
    early_notice,
    gap_words,
    share,
    unread_lines,
)
from app.workflows.research.facts import ReportCounted
from app.workflows.research.model import CATEGORIES, Citation, Finding, Question
from app.workflows.research.rules.evidence import ROWS
from app.workflows.research.rules.grouping import by_number
from app.workflows.research.state import ResearchState

NAMED = re.compile(r"\[(f\d+(?:\s*[,;]\s*f\d+)*)\]")
"""The findings that a sentence of a summary stands on, as it is kept: `[f3, f7]`."""
_MARKS = re.compile(rf"\s*{NAMED.pattern}")

_TITLES = {
    "critical": words("Findings: critical"),
    "important": words("Findings: important"),
    "informational": words("Findings: for information"),
}
_STATES = {**QUESTION_STATES, "open": words("not answered")}
_CHECKS = {
    "verified": Message(""),
    "moved": words("checked; it stands at these lines, not where the agent said"),
    "unverified": words("not verified"),
    "file_only": words("nothing quoted"),
    "refused": words("not a file of the folder"),
}
_CHECKS_AGAIN = {**_CHECKS, "moved": words("it stands at these lines now")}
_GONE = words("it stood there in the earlier research, and no longer does")
_SENTENCES = words(
    "Sentences above: {claims}; naming a finding: {founded}. Citations behind them: {citations}; found "
    "in the files: {verified}."
)
_SENTENCES_SHOWN = words(
    "Sentences above that rest on a finding: {founded} of {claims}. Citations behind them that were found in "
    "the files: {verified} of {citations}."
)
_NO_SUMMARY = words("No summary was written.")
_EDGE_CASES, _UNTRACED = words("Edge cases looked for"), words("Points of integration nobody traced")
_BEHIND_SUMMARY = "\n\n*" + _SENTENCES.source.partition("{")[0]
_EARLY = "*" + EARLY.source.partition("{")[0]
_LONGEST_QUOTE = 300
_LONGEST_SIDE = 120
"""Characters of a finding that is named by its words."""
_NAMES = re.compile(r"\\?\[(f\d+(?:\s*[,;]\s*f\d+)*)\\?\]")
_MOST_SEARCHES = 12
_MOST_UNREAD = 40
"""Files of one sort that are named as not read."""
_MOST_NAMED = 6
"""Findings that are named behind a question."""


def unmet(state: ResearchState) -> list[Message]:
    """Return the criteria that do not hold, in words."""
    return [criterion(row) for row in items_of(table(state), "criteria") if not row.get("passes")]


def table(state: ResearchState) -> Payload:
    return state.tested.convergence.model_dump(mode="json") if state.tested is not None else {}


def report_text(
    state: ResearchState,
    summary: str,
    founded: ReportCounted,
    edge_cases: Sequence[str],
    untraced: Sequence[str],
) -> str:
    """Return the whole report."""
    # Names of findings are ours again: `quote` takes the brackets for a link.
    lead = _LeadWords(
        _NAMES.sub(r"[\1]", quote(summary, below=1)) if summary else "",
        tuple(inline(text) for text in dict.fromkeys(edge_cases)),
        tuple(inline(text) for text in dict.fromkeys(untraced)),
    )
    return text_around(state, founded, lead, Numbers())


def so_far(state: ResearchState) -> str:
    """Return what was found and stands, with its places, of a research whose report is not written yet."""
    if not state.standing or state.report:
        return ""
    numbers = Numbers(_in_order(state))
    parts = [*_findings(_in_order(state), numbers), *_conflicts(state, numbers), *_citations(numbers)]
    return "\n\n".join(part for part in parts if part)


def report_said(state: ResearchState, *, marked: bool = True) -> str:
    """Return the report as it is read: in the language that is spoken, its findings numbered.

    `marked` False: its summary does not say which findings it stands on.
    """
    lead, founded = lead_words(state.report), state.counted
    if lead is None or founded is None:
        return state.report if marked else _MARKS.sub("", state.report)

    def made() -> str:
        return text_around(state, founded, lead, Numbers(_in_order(state), marked=marked))

    stamp = (state.changes, language_in_use().code)
    return state.keep("report" if marked else "report, unmarked", stamp, made)


class _LeadWords(NamedTuple):
    """What the lead model and the agents wrote in a report, as Markdown that keeps to its place."""

    summary: str
    edge_cases: tuple[str, ...]
    untraced: tuple[str, ...]


def lead_words(report: str) -> _LeadWords | None:
    """Return what models wrote in a report of the journal; None where its frame is not known.

    All that stands behind the summary is ours or on one line: nobody else can begin a paragraph there.
    """
    at = report.rfind(_BEHIND_SUMMARY)
    if at < 0:
        return None
    summary, rest = report[:at], report[at:]
    if summary.startswith(_EARLY):
        summary = summary.partition("\n\n")[2]
    if summary == f"*{_NO_SUMMARY.source}*":
        summary = ""
    return _LeadWords(summary, _lines_below(rest, _EDGE_CASES), _lines_below(rest, _UNTRACED))


def _lines_below(report: str, title: Message) -> tuple[str, ...]:
    below = report.partition(f"\n\n## {title.source}\n\n")[2].partition("\n\n")[0]
    return tuple(line.removeprefix("- ") for line in below.splitlines())


def text_around(state: ResearchState, founded: ReportCounted, lead: _LeadWords, numbers: Numbers) -> str:
    parts: list[str] = []
    parts += [f"*{notice}*" for notice in early_notice(table(state))]
    parts.append(numbers.of_summary(lead.summary) or f"*{_NO_SUMMARY}*")
    counted = founded.model_dump(include={"claims", "founded", "citations", "verified"})
    if founded.claims or not numbers.shown:
        parts.append(f"*{(_SENTENCES_SHOWN if numbers.shown else _SENTENCES).filled(**counted)}*")
    questions = (_question(state, one, numbers) for one in state.questions)
    parts.append("\n".join([f"## {translate('Questions')}", "", *questions]))
    parts += _findings(_in_order(state), numbers)
    parts += _lists(state, lead, numbers)
    parts += _citations(numbers)
    parts.append(_figures(state, numbers.places))
    parts.append(contribution_table(state) if founded.by_agent else "")
    parts += _alike(state)
    return "\n\n".join(part for part in parts if part).strip() + "\n"


def _question(state: ResearchState, question: Question, numbers: Numbers) -> str:
    line = f"- **{inline(question.text)}** – {_STATES[question.state]}"
    found = [finding for name in question.findings if (finding := state.known.finding(name))]
    if found and all(finding.status == "conflicting" for finding in found):
        line += translate(", and disputed")
    if named := numbers.named((finding.id for finding in found), _MOST_NAMED):
        # Behind “not answered” alone they would read as the answer.
        nearest = translate("; nearest to it: {findings}", findings=named)
        line += nearest if question.state == "open" else f" ({named})"
    if question.note:
        line += f". {inline(question.note[:1].upper() + question.note[1:])}"
    if question.state == "absent" and question.searched:
        looked = ", ".join(_quoted(text) for text in question.searched[:_MOST_SEARCHES])
        line += translate(". Looked for: {looked}", looked=looked)
    return line


def _in_order(state: ResearchState) -> list[Finding]:
    order = {name: index for index, name in enumerate(CATEGORIES)}
    return sorted(
        state.standing, key=lambda one: (order[one.category], -one.confidence, int(one.id[1:] or 0))
    )


def _citations(numbers: Numbers) -> Iterator[str]:
    if numbers.all:
        lines = [f"{number}. {_citation(one)}" for number, one in numbers.all.values()]
        yield "\n".join([f"## {translate('Citations')}", "", *lines])


def _findings(findings: Sequence[Finding], numbers: Numbers) -> Iterator[str]:
    if not findings:
        yield f"## {translate('Findings')}\n\n{translate('Nothing was found.')}"
        return
    for category in CATEGORIES:
        of_it = [finding for finding in findings if finding.category == category]
        if of_it:
            lines = [_finding(finding, numbers) for finding in of_it]
            yield "\n".join([f"## {_TITLES[category]}", "", *lines])


def _finding(finding: Finding, numbers: Numbers) -> str:
    cited = " ".join(f"[{numbers.of(one)}]" for one in finding.citations)
    line = f"- {numbers.title(finding)} {inline(finding.description)} {cited}".rstrip()
    said = [translate("confidence {n}", n=share(finding.confidence))]
    if finding.row in ROWS:
        said.append(str(ROWS[finding.row]))
    if finding.status == "conflicting":
        said.append(translate("disputed"))
    if finding.decided == "confirm":
        agent = inline(finding.decided_by)
        said.append(
            translate("confirmed by the agent {agent}", agent=agent)
            if agent
            else translate("confirmed by the person")
        )
    if related := numbers.named(name for name in finding.related if name not in finding.qualified_by):
        said.append(translate("see also {names}", names=related))
    if narrower := numbers.named(finding.qualified_by):
        said.append(translate("narrowed by {names}", names=narrower))
    if finding.counter is not None:
        against = len(finding.counter.against)
        said.append(
            translate("counter-search: {n} against", n=against)
            if against
            else translate("nothing against it was found when looked for")
        )
    lines = [f"{line}\n  *{'; '.join(said)}.*"]
    lines += [f"  - {inline(detail)}" for detail in finding.details]
    return "\n".join(lines)


def _conflicts(state: ResearchState, numbers: Numbers) -> Iterator[str]:
    conflicts = []
    for one in state.conflicts:
        settled = {
            "open": translate("open, as no agent has verified it"),
            "left_open": translate("left open by a verification"),
            "resolved": translate(
                "{what} stands ({who})",
                what=numbers.named(one.kept) or translate("neither"),
                who=_settled_by(one.resolved_by, numbers) or translate("an agent"),
            ),
        }[one.state]
        why = " ".join(sentence(text.strip()) for text in (one.root_cause, one.resolution) if text.strip())
        a, b = (_called(state, name, numbers) for name in (one.a, one.b))
        both = translate("{a} against {b}", a=a, b=b)
        conflicts.append(f"**{both}**: {settled}. {inline(why)}".strip())
    yield _section(translate("Conflicts"), conflicts)


def _settled_by(agent: str, numbers: Numbers) -> str:
    """Return who settled a conflict, as the table of agents calls them; in the journal by the name there."""
    if not numbers.shown:
        return agent
    return translate("the person") if agent == "person" else str(agent_title(agent))


def _called(state: ResearchState, name: str, numbers: Numbers) -> str:
    """Return a side of a conflict: in its own words, for it may stand no longer."""
    finding = state.known.finding(name)
    if finding is None or not numbers.shown:
        return name
    return _quoted(finding.description.strip().removesuffix("."), _LONGEST_SIDE)


def _lists(state: ResearchState, lead: _LeadWords, numbers: Numbers) -> Iterator[str]:
    yield from _conflicts(state, numbers)
    yield _section(translate("Dismissed findings"), _dismissed(state))
    yield _section(translate("Criteria not met"), [sentence(str(line)) for line in unmet(state)])
    gaps = [
        f"{PRIORITIES[gap.priority]}: {inline(str(gap_words(state, gap)))}"
        + (translate(" (its agent failed)") if gap.status == "unresolved" else "")
        for gap in state.gaps_left
    ]
    yield _section(translate("Gaps"), gaps)
    yield _section(translate("Files that were not read"), _unread(state))
    yield _section(translate("How files were read"), _remarks(state))
    yield _section(str(_EDGE_CASES), lead.edge_cases)
    yield _section(str(_UNTRACED), lead.untraced)
    if state.carried is not None:
        carried = state.carried
        yield _section(
            translate("Since the earlier research"),
            [
                translate(
                    "Citations that hold: {held}, moved: {moved}, gone: {gone}.",
                    held=carried.held,
                    moved=carried.moved,
                    gone=carried.gone,
                ),
                translate("Of those that hold, in files that have changed since: {n}.", n=carried.changed)
                if carried.changed
                else "",
                *(translate("No longer in the files: {text}", text=inline(text)) for text in carried.lost),
            ],
        )


def _dismissed(state: ResearchState) -> Iterator[str]:
    """Yield the findings that were left out, with who dismissed each, and why."""
    for one in state.known.findings:
        if one.decided == "dismiss":
            agent, why = inline(one.decided_by), sentence(inline(one.dismissed.strip()))
            by = (
                translate("dismissed by the agent {agent}", agent=agent)
                if agent
                else translate("dismissed by the person")
            )
            said = f"{_quoted(one.description.strip().removesuffix('.'), _LONGEST_SIDE)}: {by}"
            yield f"{said}. {why}" if one.dismissed.strip() else f"{said}."


def _unread(state: ResearchState) -> Iterator[str]:
    """Yield which files no model has read, and why: of the reader, an agent, or the brief."""
    if state.scope is None:
        return
    yield from (inline(str(line)) for line in unread_lines(state.scope.unread))
    read, dropped = state.read, state.dropped
    missing = [path for path in state.coverage.missing if path not in state.scope.unread]
    for path in missing[:_MOST_UNREAD]:
        why = words("its agent gave no answer") if path in dropped else words("no agent read enough of it")
        yield translate("Not read: {file} ({why}).", file=code(path), why=why)
    if len(missing) > _MOST_UNREAD:
        yield translate("Not read: {n} more of the files that matter.", n=len(missing) - _MOST_UNREAD)
    others = [path for path in state.scope.others if path not in read and path not in missing]
    if others:
        named = ", ".join(code(path) for path in others[:_MOST_UNREAD])
        rest = state.scope.other_files - len(state.scope.others) + len(others[_MOST_UNREAD:])
        more = translate(" and {n} more", n=rest) if rest else ""
        yield translate("Not taken for relevant, and read by nobody: {files}{more}.", files=named, more=more)


def _remarks(state: ResearchState) -> Iterator[str]:
    scope = state.scope
    for path, said in scope.remarks.items() if scope is not None else ():
        yield f"{code(path)}: {inline(str(said))}"


def _section(title: str, lines: Iterable[str]) -> str:
    told = [f"- {line}" for line in lines if line]
    return "\n".join([f"## {title}", "", *told]) if told else ""


def _quoted(text: str, most: int | None = None) -> str:
    cut = most is not None and len(text) > most
    return translate("“{text}”", text=f"{inline(text[:most])}{'…' if cut else ''}")


def _citation(citation: Citation) -> str:
    first, last = citation.lines
    lines = (
        translate("line {n}", n=first)
        if last <= first
        else translate("lines {first}–{last}", first=first, last=last)
    )
    line = f"{code(citation.file)}" + (f", {lines}" if citation.placed else "")
    if citation.place:
        line += f", {inline(citation.place)}"
    if citation.quote:
        shown = " ".join(citation.quote.split())
        line += f": {_quoted(shown, _LONGEST_QUOTE)}"
    checks = _CHECKS if citation.iteration else _CHECKS_AGAIN
    said = [str(_GONE if citation.lost else checks[citation.check])]
    if citation.support in ("no", "against"):
        said.append(
            translate("the lead model: it does not support the claim")
            if citation.support == "no"
            else translate("the lead model: it speaks against the claim")
        )
    told = "; ".join(filter(None, said))
    return f"{line} – *{told}*" if told else line


def _alike(state: ResearchState) -> Iterator[str]:
    """Yield what told which findings are alike, where a model was to."""
    model = state.setup.embedding_model
    if model and len(state.unlikened) < len(state.iterations):
        yield translate("Which findings are alike, and so compared, was told by {model}.", model=code(model))
    for number, why in state.unlikened.items():
        yield inline(translate("Iteration {n}: {text}", n=number, text=by_words(model, why)))


def _failed(agents: int) -> str:
    return translate(" ({n} failed)", n=agents) if agents else ""


def _figures(state: ResearchState, places: int) -> str:
    rows = [one.tested.metrics for one in state.iterations.values() if one.tested is not None]
    if not rows:
        return ""
    titles = (
        translate("Iteration"),
        translate("Agents"),
        translate("New files"),
        translate("New findings"),
        translate("Citations"),
        translate("Coverage"),
        translate("Confidence"),
    )
    head = f"| {' | '.join(titles)} |"
    lines = [
        f"| {one.iteration} | {one.agents}{_failed(one.failed_agents)} | "
        f"{one.new_files} | {one.new_findings} | {one.citations_added} | {share(one.coverage)} "
        f"({one.coverage_gain:+.0f}) | {share(one.confidence)} ({100 * one.confidence_gain:+.0f}) |"
        for one in rows
    ]
    total = translate(
        "In all: {iterations}, {agents}, {files}, {findings}, {citations} of {places}.",
        iterations=ngettext(len(rows), "{n} iteration", "{n} iterations"),
        agents=ngettext(sum(one.agents for one in rows), "{n} agent", "{n} agents"),
        files=ngettext(len(state.read), "{n} file analysed", "{n} files analysed"),
        findings=ngettext(len(state.standing), "{n} finding that stands", "{n} findings that stand"),
        citations=ngettext(sum(one.citations_added for one in rows), "{n} citation", "{n} citations"),
        places=ngettext(places, "one place", "{n} different places"),
    )
    return "\n".join(
        [f"## {translate('The work in figures')}", "", head, "|---:" * 7 + "|", *lines, "", total]
    )


# --- how findings and citations are called: by numbers as they stand in it, or by ids as it is kept ---------


class Numbers:
    """Numbers for citations, in the order in which they are first named, and for findings as they stand.

    One number is one place, quotation and verdict: two quotations of one line are two citations.
    """

    def __init__(self, shown: Sequence[Finding] | None = None, *, marked: bool = True) -> None:
        """`shown`: the findings in the order of the text; None: they are called by their ids.

        `marked`: a summary says which findings its sentences stand on.
        """
        self.all: dict[tuple[object, ...], tuple[int, Citation]] = {}
        self.shown, self._marked = shown is not None, marked
        self._findings = {one.id: at for at, one in enumerate(shown or (), 1)}

    def title(self, finding: Finding) -> str:
        """Return what a finding is called where it stands."""
        if not self.shown:
            return f"**{finding.id}**"
        return f"**{translate('Finding {n}:', n=self._findings[finding.id])}**"

    def named(self, names: Iterable[str], most: int = 0) -> str:
        """Return findings as they are named elsewhere, those that stand alone; `most` of them (0: all)."""
        if not self.shown:
            called = by_number(names)
            return first_of(called, most or len(called))
        found = [str(at) for at in sorted({self._findings[name] for name in names if name in self._findings})]
        told = first_of(found, most or len(found))
        one, more = words("finding {names}"), words("findings {names}")
        return translate(one if len(found) == 1 else more, names=told) if found else ""

    def of_summary(self, text: str) -> str:
        """Return the lead's words with the findings as they are named here."""
        if not self.shown:
            return text

        def called(mark: re.Match[str]) -> str:
            names = self.named(re.findall(r"f\d+", mark.group(1))) if self._marked else ""
            return f" ({names})" if names else ""

        return _MARKS.sub(called, text)

    def of(self, citation: Citation) -> int:
        """Return a citation's number, from 1."""
        quote = " ".join(citation.quote.split())
        key = (citation.file, *citation.lines, citation.check, quote, citation.support)
        return self.all.setdefault(key, (len(self.all) + 1, citation))[0]

    @property
    def places(self) -> int:
        """How many different places they stand for."""
        return len({(one.file, *one.lines) for _, one in self.all.values()})


def first_of(names: Sequence[str], most: int) -> str:
    """Return the first names, and how many more there are."""
    rest = len(names) - most
    return ", ".join(names[:most]) + (translate(" and {n} more", n=rest) if rest > 0 else "")

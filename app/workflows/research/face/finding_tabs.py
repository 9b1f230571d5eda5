"""The tabs of findings and of conflicts: what is known, and the lines of files it stands on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeVar

from app.domain.canonical import JsonValue
from app.domain.excerpt import cut, excerpt
from app.domain.i18n import Message, words
from app.domain.sentences import joined
from app.engine.tabs import (
    Act,
    ActLook,
    Cell,
    Choice,
    Cited,
    Column,
    Detail,
    Field,
    FilePlace,
    ListTab,
    Missed,
    Option,
    Part,
    PartLook,
    RowPlace,
    Search,
    SecondLine,
    TabPlace,
)
from app.markup.escaping import inline
from app.workflows.research.face.labels import CATEGORY, agent_title
from app.workflows.research.face.telling import share
from app.workflows.research.model import CATEGORIES, Citation, Conflict, Finding, Gap
from app.workflows.research.nodes.exploring import READ
from app.workflows.research.rules.evidence import ROWS
from app.workflows.research.state import ResearchState

R = TypeVar("R")


def choice(
    name: Message, everything: Message, titles: Mapping[str, Message], of: Callable[[R], str]
) -> Choice[ResearchState, R]:
    """Return a filter by one of the values that a table names."""
    options = [Option(value, title) for value, title in titles.items()]
    return Choice(
        name, everything, lambda _state: options, lambda one, value: of(one) == value, lambda _state: 1
    )


# --- findings ---------------------------------------------------------------------------------------

_OTHER, _SIDE = 240, 80
"""Characters of a finding that are told where another one leads to it, or a conflict that tells it whole."""
FIRST, SECOND = words("First"), words("Second")
"""The sides of a conflict, as the buttons call them."""
DEGREES: dict[str, PartLook] = {"critical": "high", "important": "medium", "informational": "low"}
_STATES: dict[str, Message] = {
    "open": words("open"),
    "confirmed": words("confirmed"),
    "conflicting": words("disputed"),
    "dismissed": words("dismissed"),
}


_VERDICTS: dict[str, tuple[Message, PartLook]] = {
    "supported": (words("supported"), "supported"),
    "in_part": (words("supported in part"), "in_part"),
    "contradicted": (words("contradicted"), "disputed"),
    "not_found": (words("quote not found"), "not_found"),
    "no_source": (words("no source"), "no_source"),
}
"""What the places of a finding come to, in words, and how that looks."""


def _verdict(finding: Finding) -> str:
    """Return what the places come to: a contradiction before all, and a place that could not be found."""
    citations = finding.citations
    counted = [one for one in citations if one.counts]
    if finding.status == "conflicting" or any(one.support == "against" for one in citations):
        return "contradicted"
    if counted:
        whole = len(counted) == len(citations) and all(one.support != "partly" for one in counted)
        return "supported" if whole else "in_part"
    quoted = any(one.check == "unverified" and one.reason != "no_quote" for one in citations)
    return "not_found" if quoted else "no_source"


_SAID: dict[str, Message] = {
    "supported": words("Supported"),
    "in_part": words("Supported in part"),
    "contradicted": words("Contradicted"),
    "not_found": words("Quote not found"),
    "no_source": words("No source"),
}


def _because(finding: Finding, verdict: str) -> Message:
    """Return in few words why the places come to that."""
    counted, named = sum(1 for one in finding.citations if one.counts), len(finding.citations)
    if verdict == "supported" and named > 1:
        return words("each of {n} quoted places was looked up and says so", n=named)
    if verdict == "in_part" and counted < named:
        return words("{n} of {m} quoted places were looked up and say so", n=counted, m=named)
    return _BECAUSE[verdict]


_BECAUSE: dict[str, Message] = {
    "supported": words("the quoted place was looked up and says so"),
    "in_part": words("what is quoted says a part of it"),
    "contradicted": words("what stands in the files speaks against it"),
    "not_found": words("the quoted words do not stand where it says"),
    "no_source": words("nothing is quoted for it"),
}


def _places(citations: Sequence[Citation]) -> Part:
    """Return how many places it names, and how many of them count where not all do."""
    counted, named = sum(1 for citation in citations if citation.counts), len(citations)
    if 0 < counted < named:
        return Part(words("{n} of {m} places", n=counted, m=named))
    return Part(words("1 place") if named == 1 else words("{n} places", n=named))


_UNSUPPORTED = words("does not support it")
_CHECKS: dict[str, Message] = {
    "verified": words("checked"),
    "moved": words("checked, moved"),
    "unverified": words("unverified"),
    "file_only": words("nothing quoted"),
    "refused": words("never opened"),
}


_REASONS: dict[str, Message] = {
    "": words("not found there"),
    "no_quote": words("nothing quoted"),
    "not_found": words("the words do not stand in the file"),
    "too_short": words("the quotation is too short to be found"),
    "too_long": words("the quotation is too long"),
    "no_such_lines": words("the file has no such lines"),
    "unreadable": words("the file cannot be read"),
    "outside": words("no file of the folder"),
}


def _citation_place(state: ResearchState, citation: Citation) -> FilePlace | None:
    """Return what a press on a citation opens; nothing for what must not be opened."""
    kept = state.excerpts.get(citation.key)
    if citation.check == "refused" or kept is None:
        return None
    first, last = citation.lines
    return FilePlace(
        path=citation.file,
        line=first,
        text=kept.text,
        last=last,
        quote=citation.quote if citation.verified else "",
        first=kept.first,
        place=words("{place}", place=citation.place) if citation.place else None,
        digest=citation.digest,
    )


def _finding(state: ResearchState, finding: Finding) -> Detail:
    fields = [
        *linked(state, words("See also"), finding.related),
        *linked(state, words("Narrowed by"), finding.qualified_by),
        *linked(state, words("Narrows"), finding.qualifies),
        *(
            Field(
                words("In conflict"), _against(state, conflict, finding), RowPlace("conflicts", conflict.id)
            )
            for conflict in state.conflicts
            if finding.id in (conflict.a, conflict.b)
        ),
    ]
    verdict = _verdict(finding)
    return Detail(
        finding.description,
        _told(finding),
        verdict=(_SAID[verdict], _VERDICTS[verdict][1], _because(finding, verdict)),
        prose=True,
        fields=tuple(fields),
        cited=tuple(_cited(state, citation) for citation in finding.citations),
        note=words("found by {who}", who=named_agents(finding.source_agents, 3)),
    )


def _against(state: ResearchState, conflict: Conflict, finding: Finding) -> str:
    other = state.known.finding(conflict.b if finding.id == conflict.a else conflict.a)
    return cut(excerpt(other.description), _OTHER) if other is not None else conflict.id


def _cited(state: ResearchState, citation: Citation, of: Cell = "") -> Cited:
    lines: Cell = ""
    if citation.place:
        lines = words("{place}", place=citation.place)
    elif citation.placed:
        first, last = citation.lines
        one, more = words("line {n}", n=first), words("lines {first}–{last}", first=first, last=last)
        lines = one if last <= first else more
    said = _UNSUPPORTED if citation.support in ("no", "against") else _CHECKS[citation.check]
    look: PartLook = "good" if citation.counts else "doubtful"
    return Cited(citation.file, lines, said, look, _citation_place(state, citation), of)


def _told(finding: Finding) -> Message:
    """Return why it is worth what it is, and what was not found where it should stand; Markdown."""
    lines: list[Message] = [_confidence(finding)]
    lines += [words("{text}", text=inline(detail)) for detail in finding.details]
    if finding.counter is not None:
        lines.append(
            words(
                "Somebody looked for what speaks against it and found {n}. They looked at: {what}.",
                n=len(finding.counter.against),
                what=inline(looked_words(finding.counter.searched)),
            )
        )
    for number, citation in enumerate(finding.citations, 1):
        if citation.lost:
            lines.append(
                words("Citation {n} stood there in the earlier research, and no longer does.", n=number)
            )
        elif citation.check == "moved" and not citation.iteration:
            lines.append(words("Citation {n} stands at these lines now.", n=number))
        elif citation.check == "moved":
            lines.append(words("Citation {n} stands at these lines, not where its agent said.", n=number))
        elif not citation.verified:
            lines.append(words("Citation {n}: {why}.", n=number, why=_REASONS[citation.reason]))
        if citation.support == "partly":
            lines.append(words("Citation {n} supports it in part.", n=number))
    if finding.lost:
        lines.append(words("A conflict was settled against it."))
    if finding.dismissed:
        lines.append(words("Dismissed: {why}", why=inline(finding.dismissed)))
    return joined(lines)


def looked_words(looked: Sequence[str]) -> str:
    """Return what was searched for, in marks of quotation, and what was read."""
    return few([text if text.startswith(READ) else f"“{text}”" for text in looked])


def named_agents(names: Sequence[str], most: int = 12) -> Message:
    """Return agents in a row, in the language of who reads; how many more there are stands at the end."""
    told = [agent_title(one) for one in names[:most]]
    if (rest := len(names) - most) > 0:
        told.append(words("and {n} more", n=rest))
    return joined(told, ", ") if told else words("{text}", text="–")


def few(names: Sequence[str], most: int = 12) -> str:
    """Return names in a row; how many more there are stands at the end."""
    rest = len(names) - most
    return (", ".join(names[:most]) + (f" … +{rest}" if rest > 0 else "")) or "–"


def linked(state: ResearchState, name: Message, ids: Sequence[str]) -> list[Field]:
    """Return a field for each finding, with its first words, which opens it."""
    found = [(one, state.known.finding(one)) for one in ids]
    return [
        Field(
            name,
            cut(excerpt(finding.description), _OTHER) if finding is not None else one,
            RowPlace("research_findings", one),
        )
        for one, finding in found
    ]


def _confidence(finding: Finding) -> Message:
    why = ROWS.get(finding.row)
    if why is None:
        return words("Confidence {n}.", n=share(finding.confidence))
    if finding.awaits_counter:
        return words(
            "Confidence {n} until somebody has looked for what speaks against it.",
            n=share(finding.confidence),
        )
    return words("Confidence {n}: {why}.", n=share(finding.confidence), why=why)


def _parts(finding: Finding) -> Sequence[Part]:
    verdict = Part(*_VERDICTS[_verdict(finding)])
    became = _became(finding)
    places = [_places(finding.citations)] if finding.citations else []
    return [verdict, *places, *([became] if became is not None else [])]


def _weight(finding: Finding) -> Part:
    return Part(CATEGORY[finding.category], DEGREES[finding.category])


def _became(finding: Finding) -> Part | None:
    """Return what was decided of a finding, where something was."""
    if finding.status == "dismissed":
        return Part(_STATES["dismissed"], "dropped")
    if finding.decided == "confirm":
        agent = agent_title(finding.decided_by) if finding.decided_by else None
        said = words("confirmed by the agent {agent}", agent=agent) if agent else words("confirmed by you")
        return Part(said, "yours")
    return None


def _finding_acts(finding: Finding) -> Sequence[Act]:
    if finding.decided:
        before = "confirm" if finding.decided == "confirm" else "drop"
        return (_act(words("Take back"), "undo", finding.id, "reopen", before),)
    confirm = _act(words("Confirm"), "confirm", finding.id, "confirm", "reopen")
    if finding.status == "dismissed":
        return (confirm,)
    return confirm, _dismissal(finding.id, "drop", "reopen")


def gap_acts(gap: Gap) -> Sequence[Act]:
    """Return what can be done about a gap that is there."""
    if gap.status == "resolved":
        return ()
    if gap.status == "dismissed":
        return (_act(words("Take back"), "undo", gap.id, "take", "dismiss"),)
    return (_dismissal(gap.id, "dismiss", "take"),)


def _conflict_acts(conflict: Conflict) -> Sequence[Act]:
    if conflict.state == "resolved":
        return (Act(words("Open it again"), "undo", "decide", {"items": {conflict.id: "reopen"}}),)
    return [_act(title, "keep", conflict.id, taken, "reopen") for taken, title in _WAYS.items()]


_WAYS = {
    "keep_a": words("First stands"),
    "keep_b": words("Second stands"),
    "keep_both": words("Both stand"),
}


def _act(title: Message, look: ActLook, key: str, taken: str, back: str) -> Act:
    return Act(title, look, "decide", {"items": {key: taken}}, back={"items": {key: back}})


def _dismissal(key: str, taken: str, back: str) -> Act:
    def explained(why: str) -> Mapping[str, JsonValue]:
        return {"items": {key: taken}, "reasons": {key: why}}

    now = _act(words("Dismiss…"), "dismiss", key, taken, back)
    return replace(now, explained=explained, key=f"decide/{key}")


_MOST_MISSED = 3
"""Files that are named of those which could not be read."""


def _missed(state: ResearchState) -> Missed | None:
    """Return which files nobody can read, and why; None where there are none."""
    unread = state.scope.unread if state.scope is not None else {}
    if not unread:
        return None
    told = [words("{file}: {why}", file=path.rpartition("/")[2], why=why) for path, why in unread.items()]
    if (rest := len(told) - _MOST_MISSED) > 0:
        told = [*told[:_MOST_MISSED], words("and {n} more", n=rest)]
    every = len({*state.coverage.estimated, *unread})
    one, many = words("1 of {all} files was not read", all=every), words("{n} of {all} files were not read")
    head = one if len(unread) == 1 else many.filled(n=len(unread), all=every)
    return Missed(head, joined(told, " · "), TabPlace("sources"))


FINDINGS: ListTab[ResearchState, Finding] = ListTab(
    name=words("Findings"),
    columns=(Column(words("Finding"), lambda one: excerpt(one.description)),),
    second_line=SecondLine(_parts, _weight, leads=True),
    rows=lambda state: state.findings,
    stamp=lambda state: state.evidence,
    key=lambda one: one.id,
    detail=_finding,
    detail_name=words("The chosen finding"),
    filters=(
        choice(
            words("Show only this impact"),
            words("By impact"),
            {name: CATEGORY[name] for name in CATEGORIES},
            lambda one: one.category,
        ),
        choice(
            words("Show only this verdict"),
            words("Any verdict"),
            {name: title for name, (title, _) in _VERDICTS.items()},
            _verdict,
        ),
        choice(words("Show only this state"), words("Any state"), _STATES, lambda one: one.status),
        Search(words("Search the findings"), lambda one: (one.description, *(c.file for c in one.citations))),
    ),
    tally=(words("{n} finding"), words("{n} findings")),
    counted=True,
    counts=lambda one: one.status != "dismissed",
    empty=words("Nothing was found yet."),
    hint=words("Choose a finding to see its citations."),
    acts=lambda _state, one: _finding_acts(one),
    missed=_missed,
    widths=(452, 470),
)

# --- conflicts --------------------------------------------------------------------------------------

_CONFLICT_STATES: dict[str, Message] = {
    "open": words("open"),
    "left_open": words("left open"),
    "resolved": words("settled"),
}

_CONFLICT_LOOKS: dict[str, PartLook] = {"open": "disputed", "left_open": "doubtful", "resolved": "good"}


def _conflict(state: ResearchState, row: _ConflictRow) -> Detail:
    conflict = row.conflict
    sides = [side for name in (conflict.a, conflict.b) if (side := state.known.finding(name)) is not None]
    places = {conflict.a: FIRST, conflict.b: SECOND}
    fields = [
        Field(places[side.id], cut(excerpt(side.description), _SIDE), RowPlace("research_findings", side.id))
        for side in sides
    ]
    told = [
        words("**{place}:** {text}", place=places[side.id], text=inline(side.description)) for side in sides
    ]
    if conflict.root_cause:
        told.append(words("Why they differ: {why}", why=inline(conflict.root_cause)))
    if conflict.resolution:
        told.append(words("{text}", text=inline(conflict.resolution)))
    settled: Cell = ""
    if conflict.resolved_by == "person":
        settled = words("settled by you: {what}", what=_kept(conflict))
    elif conflict.resolved_by:
        settled = words(
            "settled by {who}: {what}", who=agent_title(conflict.resolved_by), what=_kept(conflict)
        )
    cited = [_cited(state, citation, places[side.id]) for side in sides for citation in side.citations]
    head = words("Two findings contradict each other")
    return Detail(
        head, joined(told) if told else "", prose=True, fields=tuple(fields), cited=tuple(cited), note=settled
    )


def _kept(conflict: Conflict) -> Message:
    if len(conflict.kept) == 2:
        return words("both stand")
    if not conflict.kept:
        return words("neither stands")
    return words("the first stands") if conflict.kept[0] == conflict.a else words("the second stands")


class _ConflictRow(NamedTuple):
    """A conflict, and what its two sides say."""

    conflict: Conflict
    sides: tuple[str, str]


def _both(state: ResearchState) -> Sequence[_ConflictRow]:
    def said(name: str) -> str:
        finding = state.known.finding(name)
        return excerpt(finding.description) if finding is not None else name

    return [_ConflictRow(one, (said(one.a), said(one.b))) for one in state.conflicts]


CONFLICTS: ListTab[ResearchState, _ConflictRow] = ListTab(
    name=words("Conflicts"),
    columns=(Column(words("Between"), lambda row: words("{a} – or: {b}", a=row.sides[0], b=row.sides[1])),),
    second_line=SecondLine(
        lambda row: (
            Part(
                words("iteration {n}", n=row.conflict.iteration)
                if row.conflict.iteration
                else words("earlier")
            ),
        ),
        lambda row: Part(_CONFLICT_STATES[row.conflict.state], _CONFLICT_LOOKS[row.conflict.state]),
    ),
    rows=_both,
    stamp=lambda state: state.evidence,
    key=lambda row: row.conflict.id,
    detail=_conflict,
    detail_name=words("The chosen conflict"),
    tally=(words("{n} conflict in all"), words("{n} conflicts in all")),
    counted=True,
    counts=lambda row: row.conflict.state != "resolved",
    widths=(560, 400),
    empty=words("No findings contradict each other."),
    acts=lambda _state, row: _conflict_acts(row.conflict),
)

"""The offline agents: search, read, report. What they cite are lines that a tool showed them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.domain.canonical import JsonValue, dumps
from app.domain.messages import ModelRequest, Reply, ToolCall
from app.workflows.common.prose import words_of
from app.workflows.research.offline.inputs import FindingTold, Task, task_of
from app.workflows.research.offline.matching import (
    Match,
    Scale,
    Wanted,
    asked_in,
    matches,
    search_terms,
    wanted,
)
from app.workflows.research.offline.patterns import patterns
from app.workflows.research.offline.seen import Seen, seen_in
from app.workflows.research.offline.statements import Statement, statements, states
from app.workflows.research.offline.weighing import relation

MOST_SEARCHES = 8
MOST_REPORTED = 60
MOST_OF_ONE_FILE = 12
LINES_AT_ONCE = 1_000
"""Lines that are read of a file; behind them only what a search hit."""
TELLING = 0.6
"""Share of a question's weight that an answer speaks of."""
AROUND = 12
"""Lines before and behind a hit or a citation that are read with it."""
KEPT_BACK = 1
"""Tool calls that are left over: who has used all is asked to end."""


def agent_voice(request: ModelRequest) -> Reply:
    """Answer one turn of an agent: searches first, then reading, a report last."""
    task = task_of(request.inputs)
    terms = _terms(task)
    searches = {f"search-{n}": term for n, term in enumerate(terms)}
    seen = seen_in(request.messages, searches)
    room = max(0, task.tool_cap - KEPT_BACK - seen.calls)
    calls: list[ToolCall] = []
    if seen.turns == 0:
        calls = [_call(name, "search_text", {"text": term}) for name, term in searches.items()]
        if not task.files:
            calls.insert(0, _call("list", "list_files", {}))
    elif seen.turns == 1:
        calls = [
            _call(f"read-{n}", "read_file", {"path": span.path, "first": span.first, "last": span.last})
            for n, span in enumerate(_spans(task, seen))
        ]
    calls = calls[:room]
    if calls:
        return Reply(text="", tool_calls=tuple(calls), finish="tool_calls")
    return Reply(text=dumps(_report(task, seen, terms)))


def _call(name: str, tool: str, arguments: Mapping[str, JsonValue]) -> ToolCall:
    return ToolCall(id=name, name=tool, arguments=dumps(dict(arguments)))


# --- what it looks for ------------------------------------------------------------------------------


def _about(task: Task) -> list[FindingTold]:
    """Return the findings that the task is about: those it is to back, settle or doubt."""
    gap = task.gap
    if gap is None or not (task.counter or gap.type in ("evidence", "pattern", "conflict")):
        return []
    return [finding for finding in task.findings if finding.id in gap.finding_ids]


def _asked(task: Task) -> list[Wanted]:
    """Return what is asked for: what the gap is about, else all open questions, else the brief."""
    gap = task.gap
    if gap is not None and gap.question_ids:
        found = [wanted(one.id, one.text) for one in task.questions if one.id in gap.question_ids]
        if found:
            return found
    if gap is not None and gap.focus and gap.type in ("context", "security", "performance"):
        return [wanted("", gap.focus), *(wanted(one.id, one.text) for one in task.questions)]
    asked = [wanted(one.id, one.text) for one in task.questions]
    if gap is not None and gap.type == "coverage":
        # What nobody has read may say more to questions that are answered, too.
        told = {one.text for one in asked}
        asked += [wanted("", text) for text in asked_in(task.brief) if text not in told]
    return asked or [wanted("", task.brief)]


def _terms(task: Task) -> list[str]:
    about = _about(task)
    asked = [wanted(one.id, one.description) for one in about] if about else _asked(task)
    most = min(MOST_SEARCHES, max(1, task.tool_cap // 3))
    return search_terms(asked, most)


@dataclass(frozen=True, slots=True)
class _Span:
    """Lines of a file to be read."""

    path: str
    first: int
    last: int


def _spans(task: Task, seen: Seen) -> list[_Span]:
    """Return what to read: files whole where they are to be explored, else what lies around hits."""
    if task.role in ("citation", "verification"):
        return _places(task, seen)
    files = _files(task, seen)
    spans = [_Span(path, 1, LINES_AT_ONCE) for path in files]
    # Behind the lines that are read of a long file: what the searches hit there, best files first.
    far = [
        _Span(hit.path, max(LINES_AT_ONCE + 1, hit.line - AROUND), hit.line + AROUND)
        for path in files
        for hit in seen.by_file().get(path, ())
        if hit.line > LINES_AT_ONCE
    ]
    return [*spans[:1], *_apart(far)[:8], *spans[1:]] if len(files) == 1 else [*spans, *_apart(far)]


def _files(task: Task, seen: Seen) -> list[str]:
    """Return the files to read, those first that promise most."""
    hits = seen.by_file()
    ranked = sorted(hits, key=lambda path: (-len({hit.term for hit in hits[path]}), -len(hits[path]), path))
    known = set(task.read) if not task.again else set[str]()
    if task.files:
        ranked = [*(path for path in ranked if path in task.files), *(p for p in task.files if p not in hits)]
    else:
        ranked = [*ranked, *(path for path in seen.listed if path not in hits)]
    chosen = [path for path in ranked if path not in known]
    if task.role == "pattern" and task.gap is None:
        chosen.reverse()  # another agent begins at the other end
    return chosen


def _places(task: Task, seen: Seen) -> list[_Span]:
    """Return the lines around what the findings cite and what the searches hit."""
    cited = [
        _Span(one.file, max(1, one.first - AROUND), one.last + AROUND)
        for finding in _about(task)
        for one in finding.citations
    ]
    hits = seen.by_file()
    ranked = sorted(hits, key=lambda path: (-len({hit.term for hit in hits[path]}), path))
    around = [
        _Span(path, max(1, hit.line - AROUND), hit.line + AROUND) for path in ranked for hit in hits[path]
    ]
    return _apart([*cited, *around])


def _apart(spans: Sequence[_Span]) -> list[_Span]:
    """Return spans without those that lie in one before them."""
    found: list[_Span] = []
    for span in spans:
        if not any(one.path == span.path and one.first <= span.first + AROUND <= one.last for one in found):
            found.append(span)
    return found


# --- what it reports --------------------------------------------------------------------------------


def _report(task: Task, seen: Seen, terms: Sequence[str]) -> dict[str, JsonValue]:
    found = [one for path in sorted(seen.files) for one in statements(seen.files[path])]
    scale = Scale(found, seen.files.values())
    about = _about(task)
    findings: list[JsonValue]
    missing: list[JsonValue] = []
    resolves: JsonValue = None
    if about and task.counter:
        findings = _against(about, found)
    elif about and task.gap is not None and task.gap.type == "conflict":
        findings, resolves = _settled(about, found)
    elif about and task.role in ("citation", "verification", "pattern") and task.gap is not None:
        findings = _evidence(about, found, independent=task.gap.independent)
    else:
        asked = _asked(task)
        speaking = matches([one for one in found if one.kind != "open_point"], asked, scale)
        findings = _claims(_spread(speaking))
        answered = {match.asked.id for match in speaking}
        missing += [f"Nothing that answers: {one.text}" for one in asked if one.id not in answered]
        if task.role == "pattern":
            findings = [*patterns(found, asked), *findings]
    marked = [f"{one.path}:{one.first}: {one.quote}" for one in found if one.kind == "open_point"]
    reply: dict[str, JsonValue] = {
        "findings": findings[:MOST_REPORTED],
        "searched": list[JsonValue](seen.searched or terms),
        "missing": missing,
        "edge_cases": list[JsonValue](marked[:10]),
    }
    return {**reply, "resolves": resolves} if resolves is not None else reply


def _spread(found: Sequence[Match]) -> list[Match]:
    """Return matches, the best first, of one file no more than it is worth; the same words once."""
    of_file: dict[str, int] = {}
    kept: list[Match] = []
    words: set[str] = set()
    for match in found:
        path, said = match.statement.path, f"{match.statement.path} {match.statement.description.casefold()}"
        if of_file.get(path, 0) < MOST_OF_ONE_FILE and said not in words:
            of_file[path] = of_file.get(path, 0) + 1
            words.add(said)
            kept.append(match)
    return kept


def _claims(found: Sequence[Match]) -> list[JsonValue]:
    """Return findings: what speaks to a question most is critical, and what else does is important."""
    answered: set[str] = set()
    claims: list[JsonValue] = []
    for match in found:
        kind, question = match.statement.kind, match.asked.id
        plain = kind in ("import", "setting") or match.statement.description.endswith(
            _BARE + match.statement.path + "."
        )
        category = "informational" if plain else "important"
        shared = match.asked.words & match.statement.words
        whole = len(shared) >= 3 or shared == match.asked.words
        if question and question not in answered and match.share >= TELLING and whole:
            category = "critical"
            answered.add(question)
        claims.append(
            {
                **_said(match.statement),
                "category": category,
                "subject": "flow" if kind == "import" else "",
                "question": question,
            }
        )
    return claims


def _said(statement: Statement) -> dict[str, JsonValue]:
    lines = (
        str(statement.first) if statement.last == statement.first else f"{statement.first}-{statement.last}"
    )
    return {
        "description": statement.description,
        "category": "important",
        "citations": [{"file": statement.path, "lines": lines, "quote": statement.quote}],
    }


def _evidence(
    about: Sequence[FindingTold], found: Sequence[Statement], *, independent: bool
) -> list[JsonValue]:
    """Return for each finding the lines that say the same, from another file first where that is wanted."""
    claims: list[JsonValue] = []
    for finding in about:
        cited = {one.file for one in finding.citations}
        same = [one for one in found if _says_the_same(finding, one)]
        same.sort(key=lambda one: ((one.path in cited) == independent, one.path, one.first))
        if same:
            # The finding's own words: what confirms it is the line.
            claims.append({**_said(same[0]), "description": finding.description, "confirms": finding.id})
        claims += [
            {**_said(one), "category": "important"}
            for one in found
            if states(one) and relation(finding.description, one.description)[0] == "contradicts"
        ][:3]
    return claims


def _says_the_same(finding: FindingTold, statement: Statement) -> bool:
    """Tell whether a statement is one that a finding cites, or says the same in its own words."""
    if not states(statement):
        return False
    said = words_of(statement.quote.casefold())
    for one in finding.citations:
        overlap = one.file == statement.path and one.first <= statement.last and statement.first <= one.last
        if overlap and one.quote and _within(said, one.quote):
            return True
    return relation(finding.description, statement.description)[0] == "same"


def _within(said: Sequence[str], quote: str) -> bool:
    """Tell whether nearly all words of the shorter of two quotations stand in the other."""
    mine, theirs = set(said), set(words_of(quote.casefold()))
    return len(mine & theirs) >= 0.9 * min(len(mine), len(theirs))


def _against(about: Sequence[FindingTold], found: Sequence[Statement]) -> list[JsonValue]:
    """Return what speaks against findings."""
    claims: list[JsonValue] = []
    for finding in about:
        against = [
            one
            for one in found
            if states(one) and relation(finding.description, one.description)[0] == "contradicts"
        ]
        claims += [{**_said(one), "category": finding.category} for one in against[:3]]
    return claims


_BARE = " is defined in "
COPY = 0.7
"""Share of its lines that a file has in common with another one that it is a copy of."""
_LATER = (
    "superseded",
    "replaced",
    "corrected",
    "amended",
    "no longer",
    "now",
    "since then",
    "instead of",
    "changed",
)


def _settled(about: Sequence[FindingTold], found: Sequence[Statement]) -> tuple[list[JsonValue], JsonValue]:
    """Settle a conflict: what further files say too stands; else the line that says it replaces another."""
    if len(about) < 2:
        return [], None
    a, b = about[0], about[1]
    same = {finding.id: [one for one in found if _says_the_same(finding, one)] for finding in (a, b)}
    files = {finding.id: _independent(same[finding.id], finding, found) for finding in (a, b)}
    for keep, drop in ((a, b), (b, a)):
        if len(files[keep.id]) > len(files[drop.id]):
            where = ", ".join(sorted(files[keep.id])[:3])
            why = f"Further files say the same: {where}."
            backing = [one for one in same[keep.id] if one.path in files[keep.id]]
            return _kept(keep, drop, backing[:2], "The files were not changed together.", why)
    for keep, drop in ((a, b), (b, a)):
        if _replaces(keep.description) and not _replaces(drop.description) and same[keep.id]:
            why = "The line itself says that it replaces what was before."
            return _kept(keep, drop, same[keep.id][:1], "One place is older than the other.", why)
    return [], None


def _kept(
    keep: FindingTold, drop: FindingTold, lines: Sequence[Statement], cause: str, why: str
) -> tuple[list[JsonValue], JsonValue]:
    claims: list[JsonValue] = [
        {**_said(one), "description": keep.description, "category": keep.category, "confirms": keep.id}
        for one in lines
    ]
    return claims, {"keep": [keep.id], "drop": [drop.id], "root_cause": cause, "why": why}


def _replaces(text: str) -> bool:
    return any(word in text.casefold() for word in _LATER)


def _independent(
    same: Sequence[Statement], finding: FindingTold, found: Sequence[Statement]
) -> frozenset[str]:
    """Return further files that say the same, without near-copies of those that are cited."""
    said: dict[str, set[str]] = {}
    for one in found:
        said.setdefault(one.path, set()).add(one.description.casefold())
    cited = {one.file for one in finding.citations}
    return frozenset(
        path
        for path in {one.path for one in same} - cited
        if not any(_alike(said[path], said.get(other, set())) for other in cited)
    )


def _alike(a: set[str], b: set[str]) -> bool:
    return len(a & b) >= 2 and len(a & b) >= COPY * min(len(a), len(b))

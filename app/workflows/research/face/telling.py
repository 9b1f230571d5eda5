"""What the gates say in lines: how far the work came, what is missing, and what leaves this machine.

A gap is told the same in the list, at the gate, in the summary and in the report.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from app.domain.canonical import JsonValue
from app.domain.excerpt import cut, excerpt
from app.domain.gates import Data, GatePlace
from app.domain.i18n import Message, verbatim, words
from app.domain.message_lookup import MessageLookup, read_clause
from app.domain.payload import Payload, items_of, mapping_of, number_of, texts_of
from app.domain.sentences import joined, sentence_of
from app.domain.whole_numbers import whole_percent
from app.workflows.research.face.labels import GAP_TYPES, PRIORITIES, agent_title
from app.workflows.research.model import Gap
from app.workflows.research.rules import gaps as gap_rules
from app.workflows.research.state import ResearchState

_LONGEST = 90
"""Characters of a finding or a question that are told with its gap."""
_ABOUT = words("“{about}”: {gap}")
_REASONS = MessageLookup(gap_rules.REASONS.values())
_WITH_WHAT = re.compile(r"(?:f\d+ )?“(?P<about>.*)”: (?P<gap>.*)", re.DOTALL)

# --- the scope ------------------------------------------------------------------------------------


def scope_headline(payload: Payload, place: GatePlace) -> Message:
    """Return what the bar asks."""
    questions, files = len(texts_of(payload, "questions")), len(texts_of(payload, "files"))
    if questions == 1:
        return words("Study {files} files for 1 question?", files=files)
    return words("Study {files} files for {questions} questions?", files=files, questions=questions)


def _leaves(payload: Payload) -> Message:
    """Return how much may leave this machine, and where to."""
    hosts, files = texts_of(payload, "hosts"), number_of(payload, "all_files")
    tokens = f"{number_of(payload, 'tokens'):,}"
    if not hosts and files == 1:
        return words("Nothing leaves this machine: 1 file ({n} tokens) is read here.", n=tokens)
    if not hosts:
        return words(
            "Nothing leaves this machine: {files} files ({tokens} tokens) are read here.",
            files=f"{files:,}",
            tokens=tokens,
        )
    if files == 1:
        return words("1 file ({n} tokens) may be sent to {hosts}.", n=tokens, hosts=", ".join(hosts))
    return words(
        "Up to {files} files ({tokens} tokens) may be sent to {hosts}.",
        files=f"{files:,}",
        tokens=tokens,
        hosts=", ".join(hosts),
    )


def scope_brief(payload: Payload, place: GatePlace) -> Sequence[Message]:
    """Return the few lines of the bar; what leaves this machine comes first."""
    questions = texts_of(payload, "questions")
    told = "  ".join(f"{n}. {text}" for n, text in enumerate(questions[:4], 1))
    asked = [words("{questions}", questions=told)] if questions else []
    names = ", ".join(mapping_of(payload, "unread"))
    unread = [words("Not read: {files}.", files=names)] if names else []
    remarks = list(_remarks(payload))[:1]
    return [_leaves(payload), *unread, *remarks, *list(_kept_back(payload))[:1], *asked]


def scope_lines(payload: Payload) -> Sequence[Message]:
    return [
        _leaves(payload),
        *unread_lines({path: sentence_of(why) for path, why in mapping_of(payload, "unread").items()}),
        *_remarks(payload),
        *_kept_back(payload),
        *(words("{n}. {text}", n=n, text=text) for n, text in enumerate(texts_of(payload, "questions"), 1)),
        *_files(payload),
    ]


def _files(payload: Payload) -> Iterator[Message]:
    files = texts_of(payload, "files")
    more = len(files) - 12
    text = ", ".join(files[:12])
    if more > 0:
        yield words("Files: {files} and {n} more.", files=text, n=more)
    else:
        yield words("Files: {files}.", files=text)


KEPT_BACK: dict[str, Message] = {
    "hidden": words("hidden"),
    "secret": words("keys and passwords"),
    "ignored": words("ignored by git"),
    "link": words("links"),
    "special": words("no ordinary files"),
    "too_large": words("too large"),
    "unnamed": words("names that are no text"),
    "by_rule": words("left out by you"),
    "no_text": words("no text"),
}
"""Why files are not offered to a model."""


def unread_lines(unread: Mapping[str, Message]) -> Iterator[Message]:
    """Yield which files nobody can read, each with why; a reason that names its file stands alone."""
    for path, why in unread.items():
        alone = path in str(why)
        yield (
            words("Not read: {why}", why=why)
            if alone
            else words("Not read: {file} ({why}).", file=path, why=why)
        )


def _remarks(payload: Payload) -> Iterator[Message]:
    """Yield how files were read, where a person should know it before it begins."""
    for path, said in mapping_of(payload, "remarks").items():
        yield words("{file}: {what}", file=path, what=sentence_of(said))


def _kept_back(payload: Payload) -> Iterator[Message]:
    held = payload.get("kept_back")
    if isinstance(held, dict) and held:
        parts = [f"{KEPT_BACK.get(why, why)} {n}" for why, n in sorted(held.items())]
        yield words("Not shown to any model: {what}.", what=", ".join(parts))
    if payload.get("whole") is False:
        yield words("The folder holds more files than were looked at; name a smaller one, or leave out some.")


# --- an iteration ---------------------------------------------------------------------------------


def iteration_headline(payload: Payload, place: GatePlace) -> Message:
    """Return how the criteria stand, as a sentence."""
    criteria = items_of(payload, "criteria")
    hold = sum(1 for row in criteria if row.get("passes"))
    n, all_of_them = number_of(payload, "iteration"), len(criteria)
    match payload.get("outcome"):
        case "early":
            return words("Iteration {n}: high confidence reached; it can end early.", n=n)
        case "full":
            return words("Iteration {n}: all criteria hold.", n=n)
        case "partial":
            return words(
                "Iteration {n} was the last: {hold} of {all} criteria hold.", n=n, hold=hold, all=all_of_them
            )
        case _:
            return words(
                "Iteration {n} is ready: {hold} of {all} criteria hold.", n=n, hold=hold, all=all_of_them
            )


def iteration_brief(payload: Payload, place: GatePlace) -> Sequence[Message]:
    """Return what the iteration brought, and what is missing, in few words."""
    return [_brought(payload), *_unmet(payload), *_failed(payload), *_by_words(payload)]


def iteration_lines(payload: Payload) -> Sequence[Message]:
    """Return the table and the gaps in lines."""
    return [
        _brought(payload),
        *map(_row, items_of(payload, "criteria")),
        *early_notice(payload),
        *_failed(payload),
        *_by_words(payload),
        *_gaps(payload),
    ]


_COUNTED: Mapping[str, tuple[Message, Message]] = {
    "new_findings": (words("{n} new finding"), words("{n} new findings")),
    "citations": (words("{n} citation"), words("{n} citations")),
    "conflicts": (words("{n} open conflict"), words("{n} open conflicts")),
    "gaps": (words("{n} open gap"), words("{n} open gaps")),
}
"""What an iteration brought, of one and of more."""


def _brought(payload: Payload) -> Message:
    counts = {name: number_of(payload, name) for name in _COUNTED}
    a, b, c, d = (_COUNTED[name][n != 1].filled(n=n) for name, n in counts.items())
    return words("{a} · {b} · {c} · {d}", a=a, b=b, c=c, d=d)


def share(value: JsonValue, needed: JsonValue = None) -> str:
    """Return a share of 1 in whole percent; one that falls short is not rounded up to what is needed."""
    if not isinstance(value, int | float):
        return "?"
    return f"{whole_percent(100 * value, 100 * needed if isinstance(needed, int | float) else None)} %"


def criterion(row: Mapping[str, JsonValue]) -> Message:
    """Return a row of the table without its verdict."""
    value, threshold = row.get("value"), row.get("threshold")
    match row.get("name"):
        case "coverage":
            return words("coverage {value}, needed {n}", value=share(value, threshold), n=share(threshold))
        case "confidence":
            return words(
                "mean confidence {value}, needed {n}", value=share(value, threshold), n=share(threshold)
            )
        case "conflicts":
            return _conflicts(row)
        case _:
            return words(
                "{value} of {n} critical questions answered", value=_whole(value), n=_whole(threshold)
            )


def _conflicts(row: Mapping[str, JsonValue]) -> Message:
    """Return the row of conflicts; those of earlier versions counted only what was looked at."""
    value, unchecked = _whole(row.get("value")), row.get("unchecked")
    n = _whole(row.get("threshold"))
    if unchecked is None and value == "1":
        return words("1 conflict checked and not settled, at most {n}", n=n)
    if unchecked is None:
        return words("{value} conflicts checked and not settled, at most {n}", value=value, n=n)
    said = (
        words("1 conflict not settled, at most {n}", n=n)
        if value == "1"
        else words("{value} conflicts not settled, at most {n}", value=value, n=n)
    )
    return (
        words("{said} ({unchecked} not looked at yet)", said=said, unchecked=unchecked) if unchecked else said
    )


def _whole(value: JsonValue) -> str:
    return f"{value:.0f}" if isinstance(value, int | float) else "?"


def _row(row: Mapping[str, JsonValue]) -> Message:
    said = criterion(row)
    return words("holds: {what}", what=said) if row.get("passes") else words("not yet: {what}", what=said)


_SHORT: Mapping[str, Message] = {
    "coverage": words("coverage"),
    "confidence": words("mean confidence"),
    "conflicts": words("conflicts"),
    "questions": words("critical questions"),
}
"""The criteria by their names alone; the column beside shows their figures."""


def _unmet(payload: Payload) -> Iterator[Message]:
    failing = [str(row.get("name")) for row in items_of(payload, "criteria") if not row.get("passes")]
    if failing:
        yield words("Not yet: {what}.", what=joined([_SHORT.get(name, name) for name in failing], ", "))


EARLY = words(
    "High confidence reached (iteration {n}): coverage {coverage} (threshold {c}), confidence {confidence} "
    "(threshold {t}); concluded early, {saved} iterations not needed."
)


def early_notice(table: Payload) -> Iterator[Message]:
    """Yield the sentence on an early end, of a gate's payload or of a table as plain data."""
    if table.get("outcome") != "early":
        return
    rows = {str(row.get("name")): row for row in items_of(table, "criteria")}
    coverage, confidence = rows.get("coverage", {}), rows.get("confidence", {})
    yield EARLY.filled(
        n=number_of(table, "iteration"),
        coverage=share(coverage.get("value")),
        c=share(coverage.get("threshold")),
        confidence=share(confidence.get("value")),
        t=share(confidence.get("threshold")),
        saved=number_of(table, "saved"),
    )


def _failed(payload: Payload) -> Iterator[Message]:
    names = [agent_title(name) for name in texts_of(payload, "failed_agents")]
    if names:
        yield words("No result from {agents}; their gaps stay open.", agents=joined(names, ", "))
    for one in items_of(payload, "without"):
        yield went_without(str(one.get("purpose")), str(one.get("why")))


_WITHOUT: Mapping[str, Message] = {
    "research_scope": words("The brief was not divided into questions: {why}"),
    "research_judge": words("Findings were not compared with each other: {why}"),
    "research_support": words("Nobody weighed whether the quoted lines support their findings: {why}"),
    "research_gaps": words("The questions were not judged: {why}"),
}


def went_without(purpose: str, why: str) -> Message:
    """Return what was left out because help did not come."""
    said = _WITHOUT.get(purpose, words("The work went on without an answer that was asked for: {why}"))
    return said.filled(why=read_clause(why))


def _by_words(payload: Payload) -> Iterator[Message]:
    failed = payload.get("compared_by_words")
    if isinstance(failed, dict):
        yield by_words(str(failed.get("model", "")), str(failed.get("why", "")))


def by_words(model: str, why: str) -> Message:
    """Return that findings were chosen for comparison by their words, and why."""
    return words(
        "Alike findings were chosen by their words, for {model} failed: {why}.",
        model=model,
        why=read_clause(why),
    )


def item_said(item: Mapping[str, JsonValue]) -> Message:
    """Return what is to be decided: a gap in words, of a conflict and a finding what models wrote."""
    text = str(item.get("partial") or "")
    return gap_said(text) if item.get("kind") == "gap" else verbatim(text)


def _gaps(payload: Payload) -> Iterator[Message]:
    for item in items_of(payload):
        if item.get("kind") == "gap" and not item.get("dismissed"):
            priority = str(item.get("priority"))
            yield words(
                "Gap ({priority}): {text}", priority=PRIORITIES.get(priority, priority), text=item_said(item)
            )
        elif item.get("kind") == "conflict":
            # By this key it is settled where answers are typed or sent.
            yield words("Conflict {id}: {text}", id=item.get("key"), text=item_said(item))


def decide_example(payload: Payload) -> Data:
    """Return data that would fit the verb that decides gaps and conflicts."""
    taken: dict[str, JsonValue] = {}
    for item in items_of(payload)[:3]:
        verbs = item.get("verbs")
        if isinstance(verbs, list) and verbs:
            taken[str(item.get("key"))] = verbs[0]
    return {"items": taken}


# --- a gap ----------------------------------------------------------------------------------------


def gap_kind(gap: Gap) -> Message:
    """Return what is wanted in two or three words: of evidence, what of it is missing."""
    return _WANTED.get(gap.wanted) or GAP_TYPES[gap.type]


_WANTED = {
    "counter": words("counter-search"),
    "gone": words("citation gone"),
    "support": words("lines do not support it"),
    "second": words("second source wanted"),
    "again": words("files to be read again"),
}


def gap_title(state: ResearchState, gap: Gap) -> Message:
    """Return what a gap is about, where its kind stands beside it: the question, the finding, both sides."""
    named = {question.id: question.text for question in state.questions}
    if gap.type == "question" and gap.question_ids and gap.question_ids[0] in named:
        return words("{text}", text=named[gap.question_ids[0]])
    told = [
        excerpt(finding.description)
        for name in gap.finding_ids
        if (finding := state.known.finding(name)) is not None
    ]
    if gap.type in ("evidence", "pattern") and told:
        return words("{text}", text=told[0])
    if gap.type == "conflict" and len(told) == 2:
        return words("{a} – or: {b}", a=told[0], b=told[1])
    return gap_words(state, gap)


def gap_words(state: ResearchState, gap: Gap) -> Message:
    """Return what is missing, and of which finding or question."""
    said = words("{text}", text=gap.reason) if gap.reason else gap_rules.reason(gap)
    finding = state.known.finding(gap.finding_ids[0]) if gap.finding_ids else None
    if finding is not None and gap.type in ("evidence", "pattern"):
        about = cut(excerpt(finding.description), _LONGEST)
        return _ABOUT.filled(about=about, gap=said)
    named = {question.id: question.text for question in state.questions}
    if gap.type == "question" and gap.question_ids and gap.question_ids[0] in named:
        return _ABOUT.filled(about=cut(named[gap.question_ids[0]], _LONGEST), gap=said)
    if gap.type == "conflict" and not gap.reason:
        a, b = (state.known.finding(name) for name in gap.finding_ids[:2])
        if a is not None and b is not None:
            first, second = (f"“{cut(excerpt(one.description), _LONGEST)}”" for one in (a, b))
            return gap_rules.REASONS["conflict"].filled(a=first, b=second)
    return said


def gap_said(text: str) -> Message:
    """Return as words what `gap_words` said once, for a gate's payload; what a model wrote stands."""
    found = _WITH_WHAT.fullmatch(text)
    known = _REASONS.find(found["gap"] if found is not None else text)
    if known is None:
        return verbatim(text)
    if found is None:
        return known
    return _ABOUT.filled(about=found["about"], gap=known)

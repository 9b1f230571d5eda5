"""Continuity: facts of each file with their quotes, kept while the file stays, and what of them cannot be.

A model reads one file at a time and lists its facts; a quote that is not in the file is not believed. Then
those that speak of the same thing are shown beside each other, with what stands around them. What was found
quotes both places. What a person calls intended stays silent for good.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import count
from typing import Annotated, Any, ClassVar, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict

from app.diffing.quotations import around, find_quotation, line_of, same_words
from app.domain.canonical import digest
from app.domain.live_text import folded
from app.workflows.common.prose import STOP, stem, words_of
from app.workflows.common.reading.names import ReplyModel
from app.workflows.common.replies import Severity, Text, Written
from app.workflows.draft.asked import ContinuityAsked, Dossier, FactShown

T = TypeVar("T")
_FactKind = Literal["who", "where", "when", "has", "knows", "is"]
_KINDS = {
    "who": "who person figure character identity family looks appearance age",
    "where": "where place location setting movement",
    "when": "when time date day duration order",
    "has": "has have possession object wears owns thing",
    "knows": "knows know knowledge secret learned",
    "is": "is rule property state fact other world",
}
_BY_KIND = {folded(word): kind for kind, said in _KINDS.items() for word in said.split()}
_FEW = 24
"""Facts of one thing that are shown together whatever they say."""
MANY = 40
"""Facts that are shown in one group at most."""
_MOST_NAMES = 60
BATCH = 24_000
"""Characters of groups in one question."""


def _kind(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    return next((_BY_KIND[part] for part in folded(value).split("_") if part in _BY_KIND), "is")


class FactReply(ReplyModel):
    """One thing that a file states."""

    main: ClassVar[str] = "quote"
    names: ClassVar[dict[str, str]] = {
        "about": "subject whom what entity name of thing",
        "kind": "type category art",
        "aspect": "attribute property feature field topic",
        "says": "value states fact claim statement is",
        "quote": "words text evidence passage",
    }
    about: Written
    kind: Annotated[_FactKind, BeforeValidator(_kind)] = "is"
    aspect: Text = ""
    says: Text
    quote: Written


class FactsReply(ReplyModel):
    """What one file states."""

    main: ClassVar[str] = "facts"
    names: ClassVar[dict[str, str]] = {"facts": "statements items list fakten faits"}
    most: ClassVar[dict[str, int]] = {"facts": 200}
    facts: tuple[FactReply, ...]


class FindingReply(ReplyModel):
    """Two statements that cannot both be true, by their numbers."""

    main: ClassVar[str] = "what"
    names: ClassVar[dict[str, str]] = {
        "first": "one a statement_1 fact_1 first_statement",
        "second": "two b statement_2 fact_2 second_statement other",
        "what": "why reason explanation contradiction description summary",
        "severity": "weight importance",
    }
    refers: ClassVar[dict[str, str]] = {"first": "statement", "second": "statement"}
    first: Text
    second: Text
    what: Written
    severity: Severity = "medium"


class ContinuityReply(ReplyModel):
    """What cannot both be true."""

    main: ClassVar[str] = "findings"
    names: ClassVar[dict[str, str]] = {"findings": "contradictions conflicts issues problems inconsistencies"}
    findings: tuple[FindingReply, ...]


class _Kept(BaseModel):
    model_config = ConfigDict(frozen=True)


class KeptFact(_Kept):
    """A fact of a file; its quote stands there, at this line."""

    path: str
    line: int
    about: str
    kind: _FactKind
    aspect: str
    says: str
    quote: str


class FileFacts(_Kept):
    """The facts of a file as it was when it had this digest. `unread`: facts whose quote it does not have."""

    path: str
    digest: str
    facts: tuple[KeptFact, ...] = ()
    unread: int = 0


class FoundPlace(_Kept):
    """One side of a finding."""

    path: str
    line: int
    quote: str


class Finding(_Kept):
    """Two places that cannot both be true."""

    about: str
    what: str
    severity: str
    first: FoundPlace
    second: FoundPlace

    @property
    def key(self) -> str:
        """What names it, whatever words tell it and wherever its files are moved."""
        quotes = sorted(" ".join(side.quote.casefold().split()) for side in (self.first, self.second))
        return digest_of("\0".join(quotes))


class Silence(_Kept):
    """A finding that a person means as it is, and why."""

    first: str
    second: str
    reason: str


_FactBook = Mapping[str, FileFacts]
"""The facts of a project, by file."""


# --- facts ------------------------------------------------------------------------------------------


def batches(items: Iterable[T], size: Callable[[T], int], most: int) -> list[list[T]]:
    """Return items in groups of at most this size together; what is larger stands alone."""
    found: list[list[T]] = []
    total = 0
    for one in items:
        length = size(one)
        if not found or total + length > most:
            found.append([])
            total = 0
        found[-1].append(one)
        total += length
    return found


def digest_of(text: str) -> str:
    """Return what names a file's text."""
    return digest(text)[:16]


def stale_files(book: _FactBook, files: Mapping[str, str]) -> list[str]:
    """Return the files whose facts have to be read: those without any, and those that changed since."""
    return [
        path for path, text in files.items() if (f := book.get(path)) is None or f.digest != digest_of(text)
    ]


def current(book: _FactBook, files: Mapping[str, str]) -> dict[str, FileFacts]:
    """Return the facts that still hold, in the files' order."""
    return {
        path: book[path]
        for path, text in files.items()
        if path in book and book[path].digest == digest_of(text)
    }


def kept_facts(path: str, text: str, reply: FactsReply) -> FileFacts:
    """Return the facts of a reply whose quotes stand in the file, each once, in the text's order."""
    found: dict[tuple[str, str, str, int], KeptFact] = {}
    unread = 0
    for one in reply.facts:
        quoted = find_quotation(text, one.quote)
        if quoted is None:
            unread += 1
            continue
        fact = KeptFact(
            path=path,
            line=line_of(text, quoted.start),
            about=" ".join(one.about.split())[:80],
            kind=one.kind,
            aspect=" ".join(one.aspect.split())[:80],
            says=" ".join((one.says or one.quote).split())[:300],
            quote=" ".join(text[slice(*quoted)].split())[:600],
        )
        found.setdefault((_named(fact.about), fact.aspect.casefold(), fact.says.casefold(), fact.line), fact)
    ordered = sorted(found.values(), key=lambda fact: (fact.line, fact.about, fact.aspect))
    return FileFacts(path=path, digest=digest_of(text), facts=tuple(ordered), unread=unread)


def names_used(book: _FactBook) -> tuple[str, ...]:
    """Return what things are called in the facts so far, the most frequent first."""
    counts: dict[str, int] = {}
    for file in book.values():
        for fact in file.facts:
            counts[fact.about] = counts.get(fact.about, 0) + 1
    return tuple(sorted(counts, key=lambda name: (-counts[name], name))[:_MOST_NAMES])


# --- which facts are shown beside each other ----------------------------------------------------------


def questions(
    book: _FactBook,
    files: Mapping[str, str],
    *,
    changed: Collection[str] | None = None,
    silences: Sequence[Silence] = (),
    batch: int = BATCH,
) -> list[ContinuityAsked]:
    """Return what is to be asked: groups of facts that speak of the same thing and do not say the same.

    `changed`: only groups with a fact of these files. Numbers of facts hold within a question.
    """
    reasons = tuple(dict.fromkeys(silence.reason for silence in silences if silence.reason.strip()))
    shown = [
        (about, [_shown(fact, files[fact.path]) for fact in facts])
        for about, facts in _groups([fact for file in current(book, files).values() for fact in file.facts])
        if changed is None or any(fact.path in changed for fact in facts)
    ]

    def size(group: tuple[str, list[FactShown]]) -> int:
        return sum(len(one.says) + len(one.quote) + len(one.around) + 80 for one in group[1])

    asked: list[ContinuityAsked] = []
    for part in batches(shown, size, batch):
        number = count(1)
        dossiers = [
            Dossier(
                about=about, facts=tuple(one.model_copy(update={"number": next(number)}) for one in facts)
            )
            for about, facts in part
        ]
        asked.append(ContinuityAsked(dossiers=tuple(dossiers), silenced=reasons))
    return asked


def _shown(fact: KeptFact, text: str) -> FactShown:
    """Return a fact as it is shown, without its number."""
    quoted = find_quotation(text, fact.quote)
    return FactShown(
        number=0,
        path=fact.path,
        line=fact.line,
        says=f"{fact.aspect}: {fact.says}" if fact.aspect else fact.says,
        quote=fact.quote,
        around=around(text, quoted) if quoted is not None else "",
    )


def _groups(facts: Sequence[KeptFact]) -> list[tuple[str, list[KeptFact]]]:
    """Return the groups by what they are about: all of a thing with few facts, else what shares a word."""
    things = _things(facts)
    found: list[tuple[str, list[KeptFact]]] = []
    for about, group in things.items():
        told = _once(group)
        if _differs(told):
            parts = [told] if len(told) <= _FEW else _parts(told, about)
            found += [(about, part) for part in parts if _differs(part)]
    return found


def _things(facts: Sequence[KeptFact]) -> dict[str, list[KeptFact]]:
    """Return the facts by thing: “Mara”, “Mara Holt” and “Mara’s” are one where no other Mara is there."""
    names = {fact.about: _named(fact.about) for fact in facts}
    tokens = {name: tuple(name.split()) for name in set(names.values())}
    longer = {
        name: [
            other for other in tokens if len(tokens[other]) > len(parts) and set(parts) < set(tokens[other])
        ]
        for name, parts in tokens.items()
        if len(parts) == 1
    }
    same = {name: found[0] for name, found in longer.items() if len(found) == 1}
    groups: dict[str, list[KeptFact]] = {}
    titles: dict[str, str] = {}
    for fact in facts:
        name = same.get(names[fact.about], names[fact.about])
        groups.setdefault(name, []).append(fact)
        titles[name] = max(titles.get(name, ""), fact.about, key=len)
    return {titles[name]: group for name, group in groups.items()}


def _named(about: str) -> str:
    plain = re.sub(r"['’]s?\b", "", about.casefold())
    kept = [
        word
        for word in words_of(plain)
        if word not in ("the", "a", "an", "mr", "mrs", "ms", "dr", "her", "his")
    ]
    return " ".join(kept) or about.casefold()


def _once(group: Sequence[KeptFact]) -> list[KeptFact]:
    """Leave out what is said in the same words again and again: the first and the last place are enough."""
    places: dict[tuple[str, str], list[int]] = {}
    for index, fact in enumerate(group):
        places.setdefault((fact.aspect.casefold(), fact.says.casefold()), []).append(index)
    kept = {index for found in places.values() for index in (found[0], found[-1])}
    return [fact for index, fact in enumerate(group) if index in kept]


def _differs(group: Sequence[KeptFact]) -> bool:
    return len({fact.says.casefold().strip(" .") for fact in group}) > 1 and len(group) > 1


def _parts(group: Sequence[KeptFact], about: str) -> list[list[KeptFact]]:
    """Return parts of a large group: facts that share a telling word, and runs of those on place and time."""
    own = {stem(word) for word in words_of(about.casefold())}
    by_word: dict[str, list[int]] = {}
    for index, fact in enumerate(group):
        told = words_of(f"{fact.aspect} {fact.says} {fact.quote}".casefold())
        for key in {stem(word) for word in told if word not in STOP and len(word) > 2} - own:
            by_word.setdefault(key, []).append(index)
    sets = [frozenset(found) for found in by_word.values() if 1 < len(found) <= MANY]
    for kind in ("where", "when", "who", "has", "knows", "is"):
        of_kind = [index for index, fact in enumerate(group) if fact.kind == kind]
        if kind in ("where", "when") or len(of_kind) <= MANY:
            sets += [frozenset(of_kind[at : at + MANY]) for at in range(0, max(1, len(of_kind)), MANY // 2)]
    # What lies within another group would be asked about twice.
    largest = [one for one in sorted(set(sets), key=lambda one: (-len(one), sorted(one))) if len(one) > 1]
    kept: list[frozenset[int]] = []
    for one in largest:
        if not any(one <= other for other in kept):
            kept.append(one)
    return [[group[index] for index in sorted(one)] for one in sorted(kept, key=sorted)]


# --- findings -----------------------------------------------------------------------------------------


def findings_of(
    reply: ContinuityReply, asked: ContinuityAsked, silences: Sequence[Silence] = ()
) -> tuple[list[Finding], int]:
    """Return what a reply found, each once, and how many of it named no two statements that were shown."""
    by_number = {
        str(fact.number): (dossier.about, fact) for dossier in asked.dossiers for fact in dossier.facts
    }
    found: dict[str, Finding] = {}
    lost = 0
    for one in reply.findings:
        first, second = by_number.get(one.first), by_number.get(one.second)
        if first is None or second is None or one.first == one.second:
            lost += 1
            continue
        sides = sorted((first[1], second[1]), key=lambda fact: fact.number)
        a, b = (FoundPlace(path=fact.path, line=fact.line, quote=fact.quote) for fact in sides)
        finding = Finding(
            about=first[0], what=" ".join(one.what.split()), severity=one.severity, first=a, second=b
        )
        if same_words(a.quote, b.quote) and a.path == b.path:
            lost += 1
        elif not is_silent(finding, silences):
            found.setdefault(finding.key, finding)
    return list(found.values()), lost


def is_silent(finding: Finding, silences: Sequence[Silence]) -> bool:
    """Tell whether a person means it as it is: the same two places, in whichever words they are quoted."""
    a, b = finding.first.quote, finding.second.quote
    return any(
        (same_words(a, one.first) and same_words(b, one.second))
        or (same_words(a, one.second) and same_words(b, one.first))
        for one in silences
    )


def silence(finding: Finding, reason: str) -> Silence:
    """Return what keeps a finding silent for good."""
    return Silence(first=finding.first.quote, second=finding.second.quote, reason=reason.strip())


def as_feedback(finding: Finding) -> str:
    """Return a finding as a feedback that a writer can follow."""
    first, second = finding.first, finding.second
    said = f"{first.path} line {first.line} says “{first.quote}”, "
    other = f"{second.path} line {second.line} says “{second.quote}”. {finding.what}"
    return f"{said}{other} Make the later place agree with the earlier one, and change nothing else."

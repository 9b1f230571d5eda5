"""Which statements speak to a question, by rules: the words they share, rare ones more, and its names."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from app.workflows.common.prose import STOP, has_number, sentences, words_of
from app.workflows.research.offline.features import meaning, names_in, telling
from app.workflows.research.offline.seen import FileSeen
from app.workflows.research.offline.statements import Statement, states

ENOUGH = 0.34
"""Share of a question's weight that a statement must speak of."""
FIGURE, NAMED, DEFINED = 0.1, 0.15, 0.05
"""What is added where a figure is asked for and given; a definition is named by a word; it is described."""
FEWEST_KNOWN = 2
BEST = 8
"""Statements that each question has before any of them has more."""
EVERYWHERE, FEW_FILES = 0.3, 5
"""Share of the files, and how many there must be, from which on a name is what all of them are about."""
_AND_ASKED = re.compile(
    r",? and (?=(?:what|how|why|when|who|where|which|is|are|does|do|can)\b)|;", re.IGNORECASE
)
_OF_USE = re.compile(
    r"\b(?:us(?:e|es|ed|ing)|import\w*|depend\w*|call\w*|flow\w*|connect\w*|integrat\w*|together)\b",
    re.IGNORECASE,
)
_ASKED = re.compile(
    r"^(?:what|who|whom|whose|when|where|which|why|how|is|are|was|were|do|does|did|can|could|has|have|will|should|"
    r"list|name|find|give|tell|explain|describe|trace|check|compare|show|identify|welche\w*|was|wer|wann|wo|wie|"
    r"warum)\b",
    re.IGNORECASE,
)
_HAS_FIGURE = re.compile(
    r"\b(?:how (?:many|much|long|fast|high|old|large|big|often|far)|when|at what|what (?:year|date|speed|"
    r"rate|price|cost|number|size|time))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Something that is asked for: a question, or a finding that evidence is looked for."""

    id: str
    text: str
    words: frozenset[str]
    names: frozenset[str]
    figure: bool = False
    """A figure or a date is asked for."""


def wanted(name: str, text: str) -> Wanted:
    """Return what a text asks for."""
    shown = " ".join(text.split())
    # The word it begins with is no name, whatever its first letter.
    body = _ASKED.sub(lambda found: found[0].lower(), shown, count=1)
    return Wanted(name, shown, telling(body), names_in(body), _HAS_FIGURE.search(shown) is not None)


def clauses(one: Wanted) -> list[Wanted]:
    """Return what is asked, and each half of it where two things are asked in one sentence."""
    parts = [part.strip(" ,;") for part in _AND_ASKED.split(one.text)]
    if len(parts) < 2:
        return [one]
    return [one, *(wanted(one.id, part) for part in parts if len(telling(part)) >= FEWEST_KNOWN)]


def asked_in(brief: str) -> list[str]:
    """Return the questions of a brief, else its sentences that want something, else the brief."""
    found = sentences(brief)
    questions = [one for one in found if one.rstrip("\"'”’)").endswith(("?", "？"))]
    questions = questions or [one for one in found if _ASKED.match(one)]
    return list(dict.fromkeys(questions or [" ".join(brief.split())[:400]]))


class Scale:
    """How much a word tells among the statements there are, and which names stand everywhere."""

    def __init__(self, found: Iterable[Statement], files: Iterable[FileSeen] = ()) -> None:
        counted: Counter[str] = Counter()
        self._number = 0
        for statement in found:
            self._number += 1
            counted.update(statement.words)
        self._counted = counted
        self._texts = ["\n".join(file.lines.values()).casefold() for file in files]

    def weight(self, word: str) -> float:
        """Return what a word tells; one that stands nowhere tells as much as the rarest."""
        return math.log(1 + (self._number + 1) / (1 + self._counted[word]))

    def asked(self, one: Wanted) -> Wanted:
        """Return what is asked without names that stand in many files: they are what the folder is about."""
        everywhere = frozenset(name for name in one.names if self._everywhere(name))
        return replace(one, names=one.names - everywhere) if everywhere else one

    def _everywhere(self, name: str) -> bool:
        holding = sum(1 for text in self._texts if name in text)
        return len(self._texts) >= FEW_FILES and holding >= EVERYWHERE * len(self._texts)

    def share(self, asked: Wanted, statement: Statement) -> float:
        """Return how much of what is asked a statement speaks of, of 1; 0 where it is of something else."""
        shared = asked.words & statement.words
        named = asked.words & statement.own
        # What is named by a word of the question is about it, and needs no second word.
        # Who asks how much is answered by a figure, which stands for a second word.
        figure = asked.figure and has_number(statement.quote)
        told = len(shared) + bool(named) + bool(shared and figure)
        if told < min(2, len(asked.words)) or not states(statement):
            return 0.0
        if statement.kind == "import" and not _OF_USE.search(asked.text):
            return 0.0
        if asked.names and not _names(asked.names, statement):
            return 0.0
        # Words that stand nowhere are the questioner's own: another word may have been used for it.
        known = [word for word in asked.words if self._counted[word]]
        whole = sum(self.weight(word) for word in (known if len(known) >= FEWEST_KNOWN else asked.words))
        share = sum(self.weight(word) for word in shared) / whole if whole else 0.0
        share += NAMED * bool(named) + DEFINED * (
            statement.kind == "definition" and statement.quote.count("…")
        )
        return min(1.0, share + FIGURE * figure)


def _names(names: frozenset[str], statement: Statement) -> bool:
    said = {word.casefold() for word in words_of(statement.description)} | statement.names
    stems = {meaning(word) for word in said}
    return any(
        name in said
        or meaning(name) in stems | statement.words
        or all(part in said for part in re.findall(r"[^\W_]+", name))
        for name in names
    )


@dataclass(frozen=True, slots=True)
class Match:
    """A statement and the question it speaks to most."""

    statement: Statement
    asked: Wanted
    share: float


def matches(found: Sequence[Statement], asked: Sequence[Wanted], scale: Scale) -> list[Match]:
    """Return the statements that speak to any of what is asked, most telling first; each once.

    Each question has its best ones, also where they speak to another question more.
    """
    parts = [scale.asked(part) for one in asked for part in clauses(one)]
    fitting = [
        Match(statement, one, share)
        for statement in found
        for one in parts
        if (share := scale.share(one, statement)) >= ENOUGH
    ]
    fitting.sort(
        key=lambda one: (-round(one.share, 6), one.statement.path, one.statement.first, one.asked.id)
    )
    chosen: dict[int, Match] = {}
    of_question: Counter[str] = Counter()
    for match in fitting:
        if of_question[match.asked.id] < BEST and id(match.statement) not in chosen:
            of_question[match.asked.id] += 1
            chosen[id(match.statement)] = match
    for match in fitting:
        chosen.setdefault(id(match.statement), match)
    first = list(chosen.values())
    return sorted(first[: sum(of_question.values())], key=_telling) + sorted(
        first[sum(of_question.values()) :], key=_telling
    )


def _telling(match: Match) -> tuple[float, str, int]:
    return -round(match.share, 6), match.statement.path, match.statement.first


def search_terms(asked: Sequence[Wanted], most: int, texts: Mapping[str, str] | None = None) -> list[str]:
    """Return what to search for, in turn for each that is asked: its names, then its longest words."""
    queues: list[list[str]] = []
    for one in asked:
        text = (texts or {}).get(one.id, one.text)
        plain = [
            word for word in words_of(text) if meaning(word) in one.words and word.casefold() not in STOP
        ]
        longest = sorted({_searchable(word) for word in plain}, key=lambda word: (-len(word), word))
        queues.append(list(dict.fromkeys([*sorted(one.names), *longest])))
    terms: list[str] = []
    while any(queues) and len(terms) < most:
        for queue in queues:
            # Lines that hold one form of a word are found by another.
            while queue and any(queue[0] in term or term in queue[0] for term in terms):
                queue.pop(0)
            if queue and len(terms) < most:
                terms.append(queue.pop(0))
    return terms


_FORMS = re.compile(r"(?:ings?|ie[sd]|ed|(?<=[sxz])es|(?<=[cs]h)es|(?<=[^s])s)$")


def _searchable(word: str) -> str:
    """Return the part of a word that its other forms hold too, still a word to whoever reads it."""
    folded = word.casefold()
    short = _FORMS.sub("", folded)
    return short if len(short) > 2 else folded

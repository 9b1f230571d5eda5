"""The case the council works on: the brief, what of the material bears on it, and what its figures show.

Bounded: of any amount of material at most `MOST_CLAIMS` claims are worked with, those nearest to the
question.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from math import log
from types import MappingProxyType

from app.workflows.common import prose
from app.workflows.debate.offline import words
from app.workflows.debate.offline.brief import BRIEF, Brief, Limit, Option, read_brief
from app.workflows.debate.offline.figures import STANDARD, Figure, comparable
from app.workflows.debate.offline.inputs import Inputs, list_of, pairs, rows_of, text_of
from app.workflows.debate.offline.material import LONGEST, Claim, read

MOST_CLAIMS = 160
ANSWER = "answer"
"""The source of what the person answered."""
MOST_SOURCES = 60
_PRONOUN = re.compile(r"\b(?:he|she|his|her|it|its|er|ihm|seine?[rnms]?)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class EndedQuestion:
    """A clarifying question that has ended."""

    question: str
    answer: str
    status: str


@dataclass(frozen=True, slots=True)
class Check:
    """A limit against a figure of the material; `kept` is None where a range lies on both sides."""

    limit: Limit
    claims: tuple[Claim, ...]
    figures: tuple[Figure, ...]
    low: float
    high: float
    kept: bool | None
    either: bool = False
    """The figures contradict each other: one of them holds."""


@dataclass(frozen=True, slots=True)
class Passed:
    """A figure of the person's own that passes a bound which the material names."""

    own: Claim
    own_figure: Figure
    bound: Claim
    bound_figure: Figure


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two lines that give different figures for the same thing."""

    first: Claim
    first_figure: Figure
    second: Claim
    second_figure: Figure


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """What one debate is about; compared by identity, for the same inputs give the same one."""

    brief: Brief
    claims: tuple[Claim, ...]
    """The claims that bear on the question, in the order of the material."""
    bound: Mapping[Claim, Option]
    """The option that a claim is about."""
    answered: tuple[EndedQuestion, ...]
    read: int
    """Texts of material there were."""
    cut: tuple[str, ...]
    """Texts of which only the beginning was read."""
    weights: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    """How rare a key word is among the claims."""

    @property
    def language(self) -> words.Language:
        """Return the brief's language."""
        return self.brief.language

    def material(self) -> list[Claim]:
        """Return what is not from the brief."""
        return [c for c in self.claims if c.source != BRIEF]

    def near(self, keys: frozenset[str], claim: Claim) -> float:
        """Return how near a claim is to some key words: rare ones count more."""
        return sum(self.weights.get(key, 1.0) for key in keys & claim.keys)


def case_of(inputs: Inputs) -> Case:
    """Return the case of a request; the same inputs give the same case."""
    return _case(
        text_of(inputs, "question"),
        tuple(str(t) for t in list_of(inputs, "must_haves")),
        tuple(pairs(inputs, "context", "name", "text")[:MOST_SOURCES]),
        tuple(
            (str(i.get("question", "")), str(i.get("answer", "")), str(i.get("status", "answered")))
            for i in rows_of(inputs, "qa")
        ),
    )


@lru_cache(maxsize=8)
def _case(
    question: str,
    must_haves: tuple[str, ...],
    context: tuple[tuple[str, str], ...],
    qa: tuple[tuple[str, str, str], ...],
) -> Case:
    language = words.language_of(question)
    claims = [claim for name, text in context for claim in read(text, name, language)]
    brief = read_brief(question, must_haves, claims)
    answered = tuple(EndedQuestion(*item) for item in qa)
    answer_claims = [
        claim
        for item in answered
        if item.status == "answered"
        for claim in read(item.answer[:4000], ANSWER, language)
    ]
    near = _relevant(claims, brief)
    best = sorted(near, key=lambda item: -item[1])[:MOST_CLAIMS]
    kept = {id(item[0]) for item in best}
    parts = {(c.source, c.heading) for c, _ in best if c.heading}
    # What warns of a part that is used comes along, whatever its words.
    warned = {
        id(c) for c in claims if (c.source, c.heading) in parts and words.WARNS.search(c.text) and not c.row
    }
    chosen = [c for c in claims if id(c) in kept or id(c) in warned]
    person_claims = [*brief.statements[:80], *answer_claims]
    everything = tuple(dict.fromkeys([*chosen, *person_claims]))
    bound = _all_bound(everything, brief)
    count = Counter(key for c in everything for key in c.keys)
    weights = {key: log(1 + len(everything) / n) for key, n in count.items()}
    cut = tuple(name for name, text in context if len(text) > LONGEST)
    return Case(
        brief, everything, MappingProxyType(bound), answered, len(context), cut, MappingProxyType(weights)
    )


def _relevant(claims: Sequence[Claim], brief: Brief) -> list[tuple[Claim, float]]:
    """Return the claims that bear on the question with how near they are; a leaning neighbour comes along."""
    scores = [_nearness(claim, brief) for claim in claims]
    found = []
    for n, claim in enumerate(claims):
        score = scores[n]
        if not score and claim.leans:
            beside = [m for m in (n - 1, n + 1) if 0 <= m < len(claims) and scores[m]]
            same = [
                m for m in beside if (claims[m].source, claims[m].heading) == (claim.source, claim.heading)
            ]
            score = scores[n] = 0.5 if same else 0
        if score:
            found.append((claim, score))
    return found


def _nearness(claim: Claim, brief: Brief) -> float:
    """Return how near a claim is to the question; 0 where it has no bearing."""
    option = _bound(claim, brief)
    around = claim.keys | words.telling(claim.heading)
    core, wide = len(around & brief.core), len(around & brief.keys)
    if option is None and not core and wide < 2:
        return 0
    figures = 0.5 if claim.figures else 0.0
    return 2 * core + wide + figures + (3 if option else 0) + (1 if claim.leans else 0)


def _all_bound(claims: Sequence[Claim], brief: Brief) -> dict[Claim, Option]:
    """Return the option of each claim; a pronoun goes on with the sentence before it."""
    found: dict[Claim, Option] = {}
    before: Claim | None = None
    for claim in claims:
        option = _bound(claim, brief)
        same = before is not None and before.location == claim.location
        if option is None and same and before in found and _PRONOUN.search(claim.text) and not claim.row:
            option = found[before]
        if option is not None:
            found[claim] = option
        before = claim
    return found


def _bound(claim: Claim, brief: Brief) -> Option | None:
    if brief.kind != "options":
        return None
    whole = prose.keys(f"{claim.row} {claim.column}" if claim.row else claim.text)
    for where in (whole, prose.keys(claim.heading)):
        hits = sorted(((len(o.keys & where), o) for o in brief.options), key=lambda hit: -hit[0])
        if hits[0][0] and hits[0][0] > hits[1][0]:
            return hits[0][1]
        if hits[0][0]:
            return None
    return None


# --- what the figures show --------------------------------------------------------------------


def alike(first: Claim, second: Claim) -> float:
    """Return the share of telling words that two claims have in common."""
    return len(first.keys & second.keys) / max(1, min(len(first.keys), len(second.keys)))


@lru_cache(maxsize=64)
def bears_on(case: Case, limit: Limit) -> list[tuple[Claim, Figure]]:
    """Return the figures of the material that a limit is about, nearest first."""
    found = []
    for claim in case.material():
        around = claim.keys | words.telling(claim.column)
        money = limit.figure.unit in "€$£" and "cost" in claim.lenses
        shared = case.near(limit.keys, claim)
        own = words.lenses_of(limit.text) & claim.lenses or limit.figure.unit not in STANDARD
        if not own or not (limit.keys & around or money):
            continue
        for figure in claim.figures:
            if comparable(figure, limit.figure) and not figure.past:
                found.append((shared, claim, figure))
                break
    found.sort(key=lambda item: -item[0])
    return [(claim, figure) for _, claim, figure in found]


def check(limit: Limit, uses: Sequence[tuple[Claim, Figure]]) -> Check:
    """Hold figures against a limit; several are added."""
    low, high = sum(f.value for _, f in uses), sum(f.high for _, f in uses)
    bound = limit.figure.value if limit.figure.bound == "least" else limit.figure.high
    kept = {"most": high <= bound, "least": low >= bound}[limit.figure.bound or "most"]
    broken = {"most": low > bound, "least": high < bound}[limit.figure.bound or "most"]
    return Check(
        limit,
        tuple(c for c, _ in uses),
        tuple(f for _, f in uses),
        low,
        high,
        True if kept else False if broken else None,
    )


@lru_cache(maxsize=256)
def first_check(case: Case, limit: Limit, wrong: frozenset[Claim] = frozenset()) -> Check | None:
    """Return a limit held against the one figure nearest to it."""
    found = [use for use in bears_on(case, limit) if use[0] not in case.bound and use[0] not in wrong]
    if not found:
        return None
    for one in conflicts(case):
        if found[0][0] in (one.first, one.second) and not wrong & {one.first, one.second}:
            return _between(limit, (one.first, one.first_figure), (one.second, one.second_figure))
    first = found[0]
    for other in found[1:]:
        same = (other[0].source, other[0].heading) == (first[0].source, first[0].heading)
        if same and check(limit, [other]).kept is not check(limit, [first]).kept:
            return _between(limit, first, other)
    return check(limit, found[:1])


def _between(limit: Limit, first: tuple[Claim, Figure], second: tuple[Claim, Figure]) -> Check:
    """Hold two figures against a limit of which only one can hold."""
    both = check(limit, [first]), check(limit, [second])
    low, high = sorted((both[0].low, both[1].low))
    kept = both[0].kept if both[0].kept == both[1].kept else None
    return Check(limit, (first[0], second[0]), (first[1], second[1]), low, high, kept, either=True)


@lru_cache(maxsize=64)
def summed_check(case: Case, limit: Limit) -> Check | None:
    """Return a limit held against the sum of what comes on top of each other; None where only one thing does.

    Only shares of one and the same thing are added, each from another part of the material.
    """
    if limit.figure.unit != "%" or limit.figure.bound != "most":
        return None
    parts: dict[tuple[str, str], tuple[Claim, Figure]] = {}
    for claim, figure in bears_on(case, limit):
        base = limit.keys & claim.keys
        if claim not in case.bound and len(base) >= 1 and words.TOPICS["cost"].search(claim.text):
            parts.setdefault((claim.source, claim.heading), (claim, figure))
    uses = list(parts.values())[:3]
    return check(limit, uses) if len(uses) > 1 else None


@lru_cache(maxsize=64)
def option_checks(case: Case, limit: Limit) -> Mapping[Option, Check]:
    """Return how each option stands to a limit by what several lines say it costs, added up.

    Options with one such line are left out. Only sums of money in the limit's unit and over the same time are
    added, each of another thing; a line that tells a total already is the total.
    """
    if limit.figure.unit not in words.MONEY or limit.figure.bound != "most":
        return {}
    found: dict[Option, list[tuple[Claim, Figure]]] = {}
    checks: dict[Option, Check] = {}
    for claim, figure in bears_on(case, limit):
        option = case.bound.get(claim)
        if option is None or figure.bound or figure.change:
            continue
        if words.TOTAL.search(claim.text):
            checks.setdefault(option, check(limit, [(claim, figure)]))
            continue
        uses = found.setdefault(option, [])
        # What is said twice is not paid twice.
        if not any(_same_thing(claim, other, option) for other, _ in uses):
            uses.append((claim, figure))
    for option, uses in found.items():
        one_time = len({figure.period for _, figure in uses}) == 1
        if option not in checks and len(uses) > 1 and one_time:
            checks[option] = check(limit, sorted(uses, key=lambda use: use[0].location))
    return MappingProxyType(checks)


def _same_thing(first: Claim, second: Claim, option: Option) -> bool:
    """Tell whether two lines on an option's cost may be about one and the same thing."""
    if first.row and second.row:
        return first.column == second.column
    one, other = (c.keys - option.keys - words.COST_WORDS for c in (first, second))
    return not one or not other or len(one & other) >= 0.5 * min(len(one), len(other))


@lru_cache(maxsize=8)
def passed(case: Case) -> list[Passed]:
    """Return the person's own figures that pass a bound which a line of the material names."""
    own = [c for c in case.claims if c.source in (BRIEF, ANSWER)]
    found = []
    for claim in case.material():
        for bound in claim.figures:
            if not bound.bound or claim.source == ANSWER:
                continue
            for mine in own:
                if not claim.keys & mine.keys or mine.text in case.brief.demands:
                    continue
                for figure in mine.figures:
                    over = (
                        figure.value > bound.value if bound.bound == "least" else figure.value < bound.value
                    )
                    if comparable(figure, bound) and not figure.bound and over:
                        found.append(Passed(mine, figure, claim, bound))
    return found[:3]


@lru_cache(maxsize=8)
def own_against_others(case: Case) -> list[tuple[Claim, Claim]]:
    """Return the person's own figures, each with the line of the material nearest to it in the same
    unit."""
    found: list[tuple[Claim, Claim]] = []
    used: set[Claim] = set()
    for mine in (c for c in case.claims if c.source == BRIEF and c.figures):
        if mine.item or mine.text in case.brief.demands or any(f.bound for f in mine.figures):
            continue
        others = [
            (case.near(mine.keys, c), c)
            for c in case.material()
            if c not in used and not c.row and {f.unit for f in c.figures} & {f.unit for f in mine.figures}
        ]
        others = [(score, c) for score, c in others if _about_the_same(case, mine, c)]
        if others:
            best = max(others, key=lambda item: item[0])[1]
            used.add(best)
            found.append((mine, best))
    return found


def _about_the_same(case: Case, mine: Claim, other: Claim) -> bool:
    shared = (mine.keys & other.keys) - case.brief.core - words.MOVES
    pairs_shared = words.word_pairs(mine.text) & words.word_pairs(other.text)
    named = [pair for pair in pairs_shared if not set(pair) & (case.brief.core | words.MOVES | words.SMALL)]
    return len(shared) >= 2 or (len(shared) == 1 and bool(named))


@lru_cache(maxsize=8)
def conflicts(case: Case) -> list[Conflict]:
    """Return pairs of lines that tell nearly the same with other figures."""
    return list(_conflicts(case))[:3]


def _conflicts(case: Case) -> Iterator[Conflict]:
    telling = [c for c in case.claims if len(c.figures) == 1 and not c.code and len(c.keys) >= 2]
    for first, second in combinations(telling[:120], 2):
        if first.location == second.location or (first.row and second.row and first.row != second.row):
            continue
        if case.bound.get(first) != case.bound.get(second):
            continue
        a, b = first.figures[0], second.figures[0]
        same = a.unit == b.unit and a.period == b.period and not (a.bound or b.bound or a.change or b.change)
        if (BRIEF in (first.source, second.source)) and first not in case.bound:
            continue
        if (
            same
            and (a.value, a.high) != (b.value, b.high)
            and alike(first, second) >= 0.6
            and _both(first, second)
        ):
            yield Conflict(first, a, second, b)


def _both(first: Claim, second: Claim) -> bool:
    return (len(first.keys & second.keys) >= 2 and first.source != second.source) or alike(
        first, second
    ) >= 0.75

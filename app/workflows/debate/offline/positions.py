"""Where a member stands: what it counts under its lens, and the option that follows by a stated rule.

About a change the lines that lean count: twice as many for as against make a yes, the other way round a no,
what lies between a trial where the brief names one. A broken limit or a passed bound rules a full yes out.
Of several options the one stands that is best in most comparisons and has no broken limit.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby

from app.workflows.debate.offline.brief import BRIEF, Limit, Option
from app.workflows.debate.offline.case import (
    Case,
    Check,
    Passed,
    bears_on,
    check,
    first_check,
    option_checks,
    passed,
    summed_check,
)
from app.workflows.debate.offline.figures import Figure
from app.workflows.debate.offline.material import Claim
from app.workflows.debate.offline.nearness import asks_to_tell, nearest
from app.workflows.debate.offline.words import MEASURES, Lens

ENOUGH = 1.5
"""Weight of the side that a choice about a change follows: one line is too few."""
MOST_EACH = 4
"""Lines for and against that a member brings of its own."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """One thing that is measured of several options, best first."""

    lens: Lens
    word: str
    """What is measured, in the words of the first line."""
    cells: tuple[tuple[Option, Claim, Figure], ...]


@dataclass(frozen=True, slots=True)
class Out:
    """Why an option cannot be chosen: a limit it breaks, or a must-have that a line tells it fails."""

    option: Option
    demand: str
    held: Check | None
    line: Claim | None


@dataclass(frozen=True, slots=True)
class Position:
    """What follows under a lens from the lines that were looked at."""

    lens: Lens
    option: Option | None
    backing: tuple[Claim, ...]
    opposing: tuple[Claim, ...]
    checks: tuple[Check, ...]
    passes: tuple[Passed, ...]
    compared: tuple[Comparison, ...]
    out: tuple[Out, ...] = ()


@dataclass(frozen=True, slots=True)
class Seen:
    """What a member has looked at beside its own lens: lines it was shown, and what it was told to add
    up."""

    claims: frozenset[Claim] = frozenset()
    sums: bool = False
    bounds: bool = False
    lenses: frozenset[Lens] = frozenset()
    """Further lenses whose comparisons it took in."""


def evidence(case: Case, lens: Lens) -> list[Claim]:
    """Return the lines that lean under a lens, nearest to the question first."""
    core = case.brief.core | case.brief.keys
    pool = _pool(case)
    found = [c for c in pool if c.leans and lens in c.lenses and not c.row]
    return sorted(found, key=lambda c: (-case.near(core, c) - (1.0 if c.figures else 0.0), c.location))


def _pool(case: Case) -> list[Claim]:
    """Return what is counted: the material; the brief's own telling only where there is no other."""
    material = case.material()
    own = [c for c in case.claims if c.source == BRIEF]
    return material if len(material) >= 3 else [*material, *own]


def of_own(case: Case, lens: Lens) -> frozenset[Claim]:
    """Return the lines that a member of a lens brings by itself."""
    found = evidence(case, lens)
    return frozenset(c for sign in (1, -1) for c in [c for c in found if c.leans == sign][:MOST_EACH])


def weigh(
    case: Case,
    lens: Lens,
    seen: Seen | None = None,
    wrong: frozenset[Claim] = frozenset(),
    *,
    adds: bool = True,
) -> Position:
    """Return where a member of a lens stands, with what it was shown since.

    `wrong`: lines that do not hold; `adds`: whether costs may be added up.
    """
    seen = seen or Seen()
    seen = seen if adds else replace(seen, sums=False)
    looked = (of_own(case, lens) | seen.claims) - wrong
    order = {c: n for n, c in enumerate(case.claims)}
    lines = sorted(looked, key=lambda c: order.get(c, 0))
    backing, opposing = (tuple(c for c in lines if c.leans == sign) for sign in (1, -1))
    if case.brief.kind == "options":
        return _choice(case, lens, seen, backing, opposing)
    checks = tuple(_checks(case, lens, seen, wrong))
    passes = tuple(passed(case)) if lens == "risk" or seen.bounds else ()
    stopped = bool(passes) or any(c.kept is False for c in checks)
    kept, gone = (sum(1 for c in checks if c.kept is state) for state in (True, False))
    option = _of_change(
        case,
        weight(lens, backing) + kept,
        weight(lens, opposing) + gone,
        stopped=stopped,
        unsettled=bool(unsettled(case, wrong)),
    )
    return Position(lens, option, backing, opposing, checks, passes, ())


def unsettled(case: Case, wrong: frozenset[Claim]) -> list[Limit]:
    """Return the limits that nobody can hold a figure against: those there are say one thing and another."""
    found = ((limit, first_check(case, limit, wrong)) for limit in case.brief.limits)
    return [limit for limit, held in found if held is not None and held.kept is None]


def weight(lens: Lens, lines: Iterable[Claim]) -> float:
    """Return how much lines count under a lens: those that are about another one half."""
    return sum(1.0 if lens in c.lenses else 0.5 for c in lines)


def _checks(case: Case, lens: Lens, seen: Seen, wrong: frozenset[Claim]) -> Iterable[Check]:
    for limit in case.brief.limits:
        if lens != "cost" and not seen.sums:
            continue
        found = summed_check(case, limit) if seen.sums else None
        found = found or first_check(case, limit, wrong)
        if found is not None:
            yield found


def _of_change(
    case: Case, backing: float, opposing: float, *, stopped: bool, unsettled: bool
) -> Option | None:
    parts = {o.part: o for o in case.brief.options}
    trial = parts.get("trial")
    if trial is not None and backing and opposing and (backing < 2 * opposing or stopped or unsettled):
        return parts.get("stay") if opposing >= 2 * backing and opposing >= ENOUGH else trial
    if max(backing, opposing) < ENOUGH or (unsettled and trial is None):
        return None
    if opposing > backing or stopped:
        return parts.get("stay")
    return parts.get("go") if backing > opposing else None


# --- several options --------------------------------------------------------------------------


def _measured(claim: Claim, lens: Lens) -> Figure:
    """Return the figure of a claim that a comparison is about: of cost the sum of money, else the first."""
    money = [f for f in claim.figures if f.unit in "€$£"] if lens == "cost" else []
    return (money or list(claim.figures))[0]


@lru_cache(maxsize=16)
def comparisons(case: Case) -> list[Comparison]:
    """Return what is measured of at least two options in one unit, each ordered from the best."""
    measured: list[tuple[int, str, str, str, Lens, int, Option, Claim, Figure, str]] = []
    for claim, option in case.bound.items():
        if not claim.figures:
            continue
        text = claim.column or claim.text
        for number, (lens, better, words) in enumerate(MEASURES):
            if (hit := words.search(text)) is not None:
                figure, column = _measured(claim, lens), claim.column
                row = (
                    number,
                    column,
                    figure.unit,
                    figure.period,
                    lens,
                    better,
                    option,
                    claim,
                    figure,
                    hit[0],
                )
                measured.append(row)
                break
    measured.sort(key=lambda m: m[:4])
    found = []
    for _, group in groupby(measured, key=lambda m: m[:4]):
        rows = list(group)
        cells: dict[Option, tuple[Claim, Figure]] = {}
        for *_, option, claim, figure, _word in rows:
            cells.setdefault(option, (claim, figure))
        if len(cells) > 1:
            better = rows[0][5]
            ordered = sorted(cells.items(), key=lambda c: (-better * c[1][1].value, c[0].label))
            found.append(Comparison(rows[0][4], rows[0][9], tuple((o, c, f) for o, (c, f) in ordered)))
    return found


def _choice(
    case: Case, lens: Lens, seen: Seen, backing: tuple[Claim, ...], opposing: tuple[Claim, ...]
) -> Position:
    compared = tuple(c for c in comparisons(case) if c.lens == lens or c.lens in seen.lenses)
    out = tuple(broken(case)) if lens == "cost" or seen.sums else ()
    points: dict[Option, float] = defaultdict(float)
    for one in compared:
        best = one.cells[0]
        if best[2].value != one.cells[1][2].value:
            points[best[0]] += 1.0 if one.lens == lens else 0.5
    for claim in (*backing, *opposing):
        if (option := case.bound.get(claim)) is not None:
            points[option] += claim.leans * weight(lens, (claim,))
    # One that is left alone stands, whether or not a line speaks for it.
    ruled_out = {one.option for one in out}
    left = [o for o in case.brief.options if o not in ruled_out]
    ranked = sorted(left, key=lambda o: -points[o])
    option = ranked[0] if ranked and points[ranked[0]] > 0 else None
    if len(ranked) > 1 and points[ranked[0]] == points[ranked[1]]:
        option = None
    if ruled_out and len(left) == 1:
        option = left[0]
    return Position(lens, option, backing, opposing, (), (), compared, out)


@lru_cache(maxsize=16)
def broken(case: Case) -> list[Out]:
    """Return the options that a figure or a line of the material rules out, each once."""
    found: dict[Option, Out] = {}
    keeps: set[tuple[Option, Limit]] = set()
    breaks: list[tuple[Option, Limit, Check]] = []
    for limit in case.brief.limits:
        for option, held in _held_against(case, limit):
            if held.kept is not False:
                keeps.add((option, limit))
            else:
                breaks.append((option, limit, held))
    for option, limit, held in breaks:
        if (option, limit) not in keeps:
            found.setdefault(option, Out(option, limit.text, held, None))
    limited = {limit.text for limit in case.brief.limits}
    for demand in case.brief.demands:
        for option in case.brief.options if demand not in limited and not asks_to_tell(demand) else ():
            near = [c for c in nearest(case, demand, option)[:3] if case.bound.get(c) == option]
            leaning = next((c for c in near if c.leans), None)
            if leaning is not None and all(c.leans <= 0 for c in near):
                found.setdefault(option, Out(option, demand, None, leaning))
    return list(found.values())


def _held_against(case: Case, limit: Limit) -> Iterable[tuple[Option, Check]]:
    """Yield how options stand to a limit: by the sum of their lines where they add up, else by each line."""
    added = option_checks(case, limit)
    yield from added.items()
    for claim, figure in bears_on(case, limit):
        option = case.bound.get(claim)
        if option is not None and option not in added:
            yield option, check(limit, [(claim, figure)])

"""Whether deliberating was worth its price: the first answers, each round, the result, and what it cost.

Figures of sessions whose right answer is known, in the field's terms: accuracy with a bootstrap interval over
the questions (percentile method, 95 %); the *vote* is the plurality of the members' first answers; the
*oracle* is right where any first answer was; what it is ahead of the result is the *oracle gap*.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from app.domain.reporting import Judging

DRAWS = 2000
"""Samples of a bootstrap interval: its ends then vary by less than a tenth of its width."""
SEED = 20_260_101
"""Fixed: the same sessions give the same interval."""


@dataclass(frozen=True, slots=True)
class Given:
    """What one member answered in one round; `right` None: not known."""

    seat: str
    key: str
    right: bool | None
    grounded: bool = False
    """Whether it named evidence, or an error of its own, for answering otherwise than before."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One finished session: its first answers, those of each round, its result and its price."""

    question: str
    team: str
    seed: int
    session: str
    rounds: Sequence[Sequence[Given]]
    """The members' answers, round by round; the first are those before any critique."""
    result: bool | None
    cost: float | None
    tokens: int
    judging: Judging | None = None
    """How its texts were judged; None: nothing was."""
    baseline_of: str = ""
    """The team with whose sessions it is compared; empty: it is one of these itself."""
    partly: bool = False
    """The result was graded as partly right: it counts as wrong."""

    @property
    def vote(self) -> bool | None:
        """Whether the plurality of the first answers was right; None: a tie, or not known."""
        return vote_of(self.rounds[0]) if self.rounds else None

    @property
    def oracle(self) -> bool | None:
        """Whether any of the first answers was right."""
        known = [one.right for one in self.rounds[0] if one.right is not None] if self.rounds else []
        return any(known) if known else None


@dataclass(frozen=True, slots=True)
class Share:
    """A share of cases that are so, with its 95 % interval; `of`: of how many, 0: nothing is known."""

    value: float
    low: float
    high: float
    of: int


@dataclass(frozen=True, slots=True)
class TeamWorth:
    """What a team's sessions came to."""

    team: str
    sessions: int
    unknown: int
    """Finished sessions of whose result nobody knows whether it is right."""
    accuracy: Share
    first: Share
    """Of the single first answers."""
    vote: Share
    oracle: Share
    gain: Share
    """Accuracy less that of the vote, over sessions in which both are known; from −1 to 1."""
    gap: Share
    """Oracle less accuracy."""
    turned_right: Sequence[int]
    """Members' answers that went from wrong to right, by round from the second on."""
    turned_wrong: Sequence[int]
    by_round: Sequence[Share]
    """Of the plurality of each round's answers; a session that ended earlier counts as it then stood."""
    conformed: int
    """Answers that turned to the plurality of the round before without naming evidence or an error."""
    spent_after: int | None
    """The round after which the plurality gained nothing any more; None: nothing is known."""
    cost: float | None
    """Dollars in all; None: a price is not known."""
    tokens: int
    judging: Judging = field(default_factory=Judging)
    """Summed over its sessions."""
    ahead: Mapping[str, Share] = field(default_factory=dict)
    """Accuracy less that of each baseline, over the questions and seeds that both have answered."""

    @property
    def cost_per_right(self) -> float | None:
        """Dollars for each right result."""
        right = round(self.accuracy.value * self.accuracy.of)
        return self.cost / right if self.cost is not None and right else None


def vote_of(given: Sequence[Given]) -> bool | None:
    """Return whether the plurality of answers is right; None where two lead, or it is not known."""
    counted = Counter(one.key for one in given if one.key)
    leading = counted.most_common(2)
    if not leading or (len(leading) == 2 and leading[0][1] == leading[1][1]):
        # Where all that lead are right, or all wrong, it does not matter which would win.
        keys = {key for key, count in counted.items() if leading and count == leading[0][1]}
        told = {one.right for one in given if one.key in keys}
        return told.pop() if len(told) == 1 else None
    return next((one.right for one in given if one.key == leading[0][0]), None)


def share(values: Mapping[str, Sequence[float]], draws: int = DRAWS) -> Share:
    """Return the mean of values by question with its interval; whole questions are drawn, not sessions.

    Sessions of one question resemble each other: drawn one by one they would feign more evidence.
    """
    groups = [list(group) for group in values.values() if group]
    count = sum(map(len, groups))
    if not count:
        return Share(0.0, 0.0, 0.0, 0)
    sums = [(sum(group), len(group)) for group in groups]
    mean = sum(total for total, _ in sums) / count
    chance = random.Random(SEED)  # noqa: S311  statistics, no secret
    means = []
    for _ in range(draws):
        drawn = chance.choices(sums, k=len(sums))
        means.append(sum(total for total, _ in drawn) / sum(size for _, size in drawn))
    means.sort()
    return Share(mean, means[int(0.025 * draws)], means[min(draws - 1, int(0.975 * draws))], count)


def worth_of(outcomes: Sequence[Outcome]) -> list[TeamWorth]:
    """Return what each team's sessions came to, in the order in which teams come."""
    teams = dict.fromkeys(one.team for one in outcomes)
    by_team = {team: [one for one in outcomes if one.team == team] for team in teams}
    return [_of_team(team, own, _compared(team, own, by_team)) for team, own in by_team.items()]


def _compared(
    team: str, own: Sequence[Outcome], by_team: Mapping[str, Sequence[Outcome]]
) -> Mapping[str, Share]:
    """Return how far a team is ahead of each of its baselines, pair by pair."""
    found = {}
    for name, others in by_team.items():
        if others[0].baseline_of == team:
            results = {(one.question, one.seed): one.result for one in others}
            found[name] = _differences(own, lambda one: one.result, partial(_result_in, results))
    return found


def _result_in(results: Mapping[tuple[str, int], bool | None], one: Outcome) -> bool | None:
    return results.get((one.question, one.seed))


def _of_team(team: str, outcomes: Sequence[Outcome], ahead: Mapping[str, Share]) -> TeamWorth:
    longest = max((len(one.rounds) for one in outcomes), default=0)
    costs = [one.cost for one in outcomes]
    return TeamWorth(
        team=team,
        sessions=len(outcomes),
        unknown=sum(one.result is None for one in outcomes),
        accuracy=_shares(outcomes, lambda one: [one.result]),
        first=_shares(outcomes, lambda one: [given.right for given in one.rounds[0]] if one.rounds else []),
        vote=_shares(outcomes, lambda one: [one.vote]),
        oracle=_shares(outcomes, lambda one: [one.oracle]),
        gain=_differences(outcomes, lambda one: one.result, lambda one: one.vote),
        gap=_differences(outcomes, lambda one: one.oracle, lambda one: one.result),
        turned_right=[_turned(outcomes, number, to=True) for number in range(1, longest)],
        turned_wrong=[_turned(outcomes, number, to=False) for number in range(1, longest)],
        by_round=[_shares(outcomes, partial(_vote_at, number)) for number in range(longest)],
        conformed=sum(_conformed(one) for one in outcomes),
        spent_after=_spent_after(outcomes, longest),
        cost=None if any(cost is None for cost in costs) else sum(cost or 0.0 for cost in costs),
        tokens=sum(one.tokens for one in outcomes),
        judging=_summed([one.judging for one in outcomes if one.judging is not None]),
        ahead=ahead,
    )


def _summed(found: Sequence[Judging]) -> Judging:
    names = Judging.model_fields
    return Judging.model_validate({name: sum(getattr(one, name) for one in found) for name in names})


def _shares(outcomes: Sequence[Outcome], told: Callable[[Outcome], Sequence[bool | None]]) -> Share:
    values: dict[str, list[float]] = {}
    for one in outcomes:
        values.setdefault(one.question, []).extend(float(right) for right in told(one) if right is not None)
    return share(values)


def _differences(
    outcomes: Sequence[Outcome],
    more: Callable[[Outcome], bool | None],
    less: Callable[[Outcome], bool | None],
) -> Share:
    values: dict[str, list[float]] = {}
    for one in outcomes:
        ahead, behind = more(one), less(one)
        if ahead is not None and behind is not None:
            values.setdefault(one.question, []).append(float(ahead) - float(behind))
    return share(values)


def _turned(outcomes: Sequence[Outcome], number: int, *, to: bool) -> int:
    found = 0
    for one in outcomes:
        if number < len(one.rounds):
            before = {given.seat: given.right for given in one.rounds[number - 1]}
            found += sum(
                given.right is to and before.get(given.seat) is (not to) for given in one.rounds[number]
            )
    return found


def _conformed(one: Outcome) -> int:
    """Count the answers that turned, for no reason of their own, to what most others had said before."""
    found = 0
    for before, after in zip(one.rounds, one.rounds[1:], strict=False):
        keys = {given.seat: given.key for given in before}
        for given in after:
            others = Counter(key for seat, key in keys.items() if seat != given.seat and key)
            was, lead = keys.get(given.seat), others.most_common(1)
            followed = bool(lead) and lead[0][1] > 1 and given.key == lead[0][0]
            found += bool(was) and followed and given.key != was and not given.grounded
    return found


def _vote_at(number: int, one: Outcome) -> Sequence[bool | None]:
    return [vote_of(one.rounds[min(number, len(one.rounds) - 1)])] if one.rounds else []


def _spent_after(outcomes: Sequence[Outcome], longest: int) -> int | None:
    """Return the last round in which the share of right votes rose above all before; 1 is the first."""
    best, at = -1.0, None
    for number in range(longest):
        votes = [vote for one in outcomes for vote in _vote_at(number, one) if vote is not None]
        right = sum(votes) / len(votes) if votes else -1.0
        if right > best:
            best, at = right, number + 1
    return at


@dataclass(frozen=True, slots=True)
class BatchReport:
    """A batch as it is told: where its sessions stand, and what they were worth."""

    name: str
    workflow: str
    states: Mapping[str, int]
    outcomes: Sequence[Outcome]
    teams: Sequence[TeamWorth]
    at: int
    """When the newest of its sessions last changed, µs since 1970."""

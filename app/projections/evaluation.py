"""Whether deliberating was worth its price: the first answers, each round, the result, and what it cost.

Figures of sessions whose right answer is known, in the field's terms: the *vote* is the plurality of the
members' answers; the *oracle* is right where any first answer was. The *rounds* lead from the vote of the
first answers to that of the last round, the *chair* from there to the result: each is told apart. Rounds
that nobody graded are left out, and a share over rounds is of the same sessions in every round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, combinations
from typing import TypeVar

from app.domain.canonical import JsonValue
from app.domain.reporting import Judging
from app.projections.grading import Way
from app.projections.intervals import Share, difference, share

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class GradedAnswer:
    """What one member answered in one round; `right` None: not known."""

    seat: str
    key: str
    right: bool | None
    grounded: bool = False
    """Whether it named evidence, or an error of its own, for answering otherwise than before."""
    said: str = ""
    """The answer in the member's own words: its key is made for comparing, as “1209600 s”."""


@dataclass(frozen=True, slots=True)
class Spent:
    """What a session had used by some moment; `cost` in dollars, None: a price is not known."""

    tokens: int
    cost: float | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """One finished session: its first answers, those of each round, its result and its price."""

    question: str
    """The row's id."""
    team: str
    seed: int
    session: str
    rounds: Sequence[Sequence[GradedAnswer]]
    """The members' answers: the first ones, before any critique, then as they stood after each round."""
    result: bool | None
    cost: float | None
    tokens: int
    judging: Judging | None = None
    """How its texts were judged; None: nothing was."""
    baseline_of: str = ""
    """The team with whose sessions it is compared; empty: it is one of these itself."""
    by_rubric: bool = False
    """Whether the result is right by a judge's grade, not by rules."""
    partly: bool = False
    """Whether the judge held it to be partly right: it counts as wrong."""
    spent: Sequence[Spent] = ()
    """What it had used when the first answers were there, then after each round."""
    text: str = ""
    """The question."""
    asked: str = ""
    """What tells questions apart, whatever their rows are called; empty: `question` does."""
    settings: Mapping[str, str] = field(default_factory=dict)
    """What was set otherwise than by default, by the name of the field."""
    models: Mapping[str, str] = field(default_factory=dict)
    """By the seat."""
    number_of_rounds: int = 0
    version: str = ""
    """Of the program that began it."""
    known_cost: float = 0.0
    """Dollars of its calls with a known price."""
    uncertain_cost: float = 0.0
    """Dollars that calls whose end nobody knows may have cost besides."""
    tokens_cached: int = 0
    """Of its tokens: read from a cache."""
    answer: str = ""
    """The result, word for word."""
    short: str = ""
    """The result in a sentence or two."""
    way: Way = ""
    """How the result was held against what is expected."""
    by_person: bool = False
    """Whether the result is right by a person's word."""
    agreement: float | None = None
    """How far the members agreed in the last round, in %."""
    dissent: str = ""
    """The strongest dissent, and whose it is."""
    seconds: float | None = None
    """From its beginning to its end."""

    @property
    def unit(self) -> str:
        """What is drawn for an interval: the question, also where rows and seeds repeat it."""
        return self.asked or self.question

    @property
    def united(self) -> float | None:
        """The share of members whose last answer is the leading one, in %; None: fewer than two answered."""
        counts = [count for _, count in self.last_answers]
        return 100 * counts[0] / sum(counts) if sum(counts) > 1 else None

    @property
    def last_answers(self) -> Sequence[tuple[str, int]]:
        """What members answered last in the words of the first of them, and how many; what leads first."""
        last = [one for one in self.rounds[-1] if one.key] if self.rounds else []
        words = {one.key: one.said or one.key for one in reversed(last)}
        return [(words[key], number) for key, number in Counter(one.key for one in last).most_common()]

    @property
    def vote(self) -> bool | None:
        """Whether the plurality of the first answers was right; None: a tie, or not known."""
        return vote_of(self.rounds[0]) if self.rounds else None

    @property
    def last_vote(self) -> bool | None:
        """Whether the plurality of the last answers was right; None: a tie, or not known."""
        return vote_of(self.rounds[-1]) if self.rounds else None

    @property
    def oracle(self) -> bool | None:
        """Whether any of the first answers was right."""
        known = [one.right for one in self.rounds[0] if one.right is not None] if self.rounds else []
        return any(known) if known else None

    @property
    def ungraded(self) -> bool:
        """Whether nobody knows of later answers whether they are right, though of the first ones."""
        later = [one.right for given in self.rounds[1:] for one in given]
        return bool(later) and self.oracle is not None and all(right is None for right in later)


@dataclass(frozen=True, slots=True)
class Turned:
    """Members' answers of a round, `of` those known to be right or wrong in it and before."""

    right: int
    """From wrong to right."""
    wrong: int
    """From right to wrong."""
    of: int


@dataclass(frozen=True, slots=True)
class Calibrated:
    """How often results were right whose members agreed from `low` to `high` %, both among them."""

    low: int
    high: int
    right: Share
    judged: bool = True
    """Whether the judge measured it; else it is the share of members that gave the leading last answer."""


@dataclass(frozen=True, slots=True)
class TeamWorth:
    """What a team's sessions came to."""

    team: str
    sessions: int
    questions: int
    unknown: int
    """Finished sessions of whose result nobody knows whether it is right."""
    by_rubric: int
    """Results that a judge graded by a rubric; `partly` of them counts as wrong."""
    partly: int
    accuracy: Share
    first: Share
    """Of the single first answers."""
    vote: Share
    """Of the first answers, without those in which nobody led."""
    ties: int
    """Sessions with graded first answers in which none led, or the one that did is not known to be right."""
    oracle: Share
    gain: Share
    """Result less vote of the first answers, where both are known; from −1 to 1."""
    by_rounds: Share
    """Vote of the last answers less that of the first."""
    by_chair: Share
    """Result less vote of the last answers."""
    lost: Share
    """A first answer was right, the result is wrong: the gap to the oracle."""
    found: int
    """Results that are right though no first answer was."""
    turned: Sequence[Turned]
    """By round, from round 1 on; none where no later answer is known to be right or wrong."""
    ungraded: int
    """Sessions whose first answers are known to be right or wrong, and no later ones."""
    by_round: Sequence[Share]
    """The vote of the first answers, then that after each round; of the same sessions in all of them."""
    conformed: int
    """Answers that turned to the plurality of the round before without naming evidence or an error."""
    changed: int
    """Answers that turned at all."""
    spent_after: int | None
    """The round after which the vote gained nothing any more, 0: the first answers; None: not known."""
    spent: Sequence[Spent]
    """Per session, when the first answers were there, then after each round."""
    after_tokens: float | None
    """The share of all tokens that came after the first answers; None: not known."""
    after_cost: float | None
    cost: float | None
    """Dollars in all; None: a price is not known."""
    tokens: int
    known_cost: float = 0.0
    """Dollars of the calls with a known price."""
    uncertain_cost: float = 0.0
    """Dollars that calls whose end nobody knows may have cost besides."""
    tokens_cached: int = 0
    """Of its tokens: read from a cache."""
    judging: Judging = field(default_factory=Judging)
    """Summed over its sessions."""
    wrong_together: int = 0
    """Sessions whose first answers were several, all wrong and the same: no vote can mend that."""
    all_wrong: int = 0
    """Sessions whose first answers were several and all wrong, the same or not."""
    by_chance: Turned = Turned(0, 0, 0)
    """Answers of members that were asked again without their peers: what turned, turned by chance alone."""
    calibration: Sequence[Calibrated] = ()
    """By how far members agreed, from little to all."""
    ahead: Mapping[str, Share] = field(default_factory=dict)
    """Accuracy less that of each baseline, over the questions and seeds that both have answered."""
    baseline: bool = False

    @property
    def cost_per_right(self) -> float | None:
        """Dollars for each right result; None: none was right, or a price is not known."""
        return self.cost / self.right if self.cost is not None and self.right else None

    @property
    def tokens_per_right(self) -> float | None:
        """Tokens for each right result; None: none was right."""
        return self.tokens / self.right if self.right else None

    @property
    def right(self) -> int:
        """How many results are right."""
        return round(self.accuracy.value * self.accuracy.of)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two teams on the questions that both answered: how far the one is ahead, question by question."""

    team: str
    other: str
    ahead: Share


def vote_of(given: Sequence[GradedAnswer]) -> bool | None:
    """Return whether the plurality of answers is right; None where two lead, or it is not known."""
    counted = Counter(one.key for one in given if one.key)
    leading = counted.most_common(2)
    if not leading or (len(leading) == 2 and leading[0][1] == leading[1][1]):
        # Where all that lead are right, or all wrong, it does not matter which would win.
        keys = {key for key, count in counted.items() if leading and count == leading[0][1]}
        told = {one.right for one in given if one.key in keys}
        return told.pop() if len(told) == 1 else None
    return next((one.right for one in given if one.key == leading[0][0]), None)


def worth_of(outcomes: Sequence[Outcome]) -> list[TeamWorth]:
    """Return what each team's sessions came to, in the order in which teams come."""
    by_team = _grouped((one.team, one) for one in outcomes)
    return [_of_team(team, own, _compared(team, own, by_team)) for team, own in by_team.items()]


def pairs_of(outcomes: Sequence[Outcome]) -> list[Pair]:
    """Return how teams compare with each other on the questions that both have answered."""
    by_team = _grouped((one.team, one) for one in outcomes if not one.baseline_of)
    found, means = [], dict[str, dict[str, float]]()
    for team, own in by_team.items():
        results = _grouped((one.unit, one.result) for one in own if one.result is not None)
        means[team] = {unit: sum(told) / len(told) for unit, told in results.items()}
    for team, other in combinations(means, 2):
        both = means[team].keys() & means[other].keys()
        values = {unit: [means[team][unit] - means[other][unit]] for unit in sorted(both)}
        if values:
            found.append(Pair(team, other, difference(values)))
    return found


def _grouped(told: Iterable[tuple[str, _T]]) -> dict[str, list[_T]]:
    found: dict[str, list[_T]] = {}
    for name, one in told:
        found.setdefault(name, []).append(one)
    return found


def _compared(
    team: str, own: Sequence[Outcome], by_team: Mapping[str, Sequence[Outcome]]
) -> Mapping[str, Share]:
    """Return how far a team is ahead of each of its baselines, pair by pair."""
    found = {}
    for name, others in by_team.items():
        if others[0].baseline_of == team:
            theirs = {(one.question, one.seed): one.result for one in others}
            found[name] = _ahead((one.unit, one.result, theirs.get((one.question, one.seed))) for one in own)
    return found


def _of_team(team: str, outcomes: Sequence[Outcome], ahead: Mapping[str, Share]) -> TeamWorth:
    costs = [one.cost for one in outcomes]
    by_round = _by_round(outcomes)
    graded = [one for one in outcomes if one.result is not None and one.by_rubric]
    both = [one for one in outcomes if None not in (one.oracle, one.result)]
    return TeamWorth(
        team=team,
        sessions=len(outcomes),
        questions=len({one.unit for one in outcomes}),
        unknown=sum(one.result is None for one in outcomes),
        by_rubric=len(graded),
        partly=sum(one.partly for one in graded),
        accuracy=_shares(outcomes, lambda one: [one.result]),
        first=_shares(outcomes, lambda one: [given.right for given in one.rounds[0]] if one.rounds else []),
        vote=_shares(outcomes, lambda one: [one.vote]),
        ties=sum(one.oracle is not None and one.vote is None for one in outcomes),
        oracle=_shares(outcomes, lambda one: [one.oracle]),
        gain=_differences(outcomes, lambda one: one.result, lambda one: one.vote),
        by_rounds=_differences(_of_rounds(outcomes), lambda one: one.last_vote, lambda one: one.vote),
        by_chair=_differences(outcomes, lambda one: one.result, lambda one: one.last_vote),
        lost=_shares(both, lambda one: [bool(one.oracle) and not one.result]),
        found=sum(bool(one.result) and not one.oracle for one in both),
        turned=_turns(outcomes),
        ungraded=sum(one.ungraded for one in outcomes),
        by_round=by_round,
        conformed=sum(_changes(one)[1] for one in outcomes),
        changed=sum(_changes(one)[0] for one in outcomes),
        spent_after=_spent_after(by_round),
        spent=_spent(outcomes),
        after_tokens=_after([(one.spent[0].tokens, one.tokens) for one in _of_rounds(outcomes) if one.spent]),
        after_cost=_after([(one.spent[0].cost, one.cost) for one in _of_rounds(outcomes) if one.spent]),
        cost=None if any(cost is None for cost in costs) else sum(cost or 0.0 for cost in costs),
        tokens=sum(one.tokens for one in outcomes),
        known_cost=sum(one.known_cost for one in outcomes),
        uncertain_cost=sum(one.uncertain_cost for one in outcomes),
        tokens_cached=sum(one.tokens_cached for one in outcomes),
        judging=_summed([one.judging for one in outcomes if one.judging is not None]),
        wrong_together=sum(_all_wrong(one) and len({g.key for g in one.rounds[0]}) == 1 for one in outcomes),
        all_wrong=sum(map(_all_wrong, outcomes)),
        by_chance=_by_chance(outcomes),
        calibration=_calibrated(outcomes),
        ahead=ahead,
        baseline=bool(outcomes[0].baseline_of),
    )


def _of_rounds(outcomes: Sequence[Outcome]) -> Sequence[Outcome]:
    return [one for one in outcomes if len(one.rounds) > 1]


def _by_chance(outcomes: Sequence[Outcome]) -> Turned:
    """Return what turned between answers that a member gave independently, one after the other."""
    pairs: list[tuple[bool, bool]] = []
    for one in outcomes:
        last: dict[str, bool] = {}
        for given in one.rounds[0] if one.rounds else ():
            if given.right is None:
                continue
            if given.seat in last:
                pairs.append((last[given.seat], given.right))
            last[given.seat] = given.right
    return Turned(pairs.count((False, True)), pairs.count((True, False)), len(pairs))


def _all_wrong(one: Outcome) -> bool:
    first = one.rounds[0] if one.rounds else ()
    return len(first) > 1 and all(given.right is False for given in first)


_BANDS = ((0, 49), (50, 74), (75, 89), (90, 99), (100, 100))
"""Agreement in %, in which results are counted together."""


def _calibrated(outcomes: Sequence[Outcome]) -> Sequence[Calibrated]:
    """Return how often results were right by how far the members agreed, of the bands that hold some."""
    judged = any(one.agreement is not None for one in outcomes)
    told = [(one, one.agreement if judged else one.united) for one in outcomes]
    bands = [
        Calibrated(
            low,
            high,
            _shares(
                [one for one, at in told if at is not None and low <= int(at) <= high], lambda o: [o.result]
            ),
            judged,
        )
        for low, high in _BANDS
    ]
    return [one for one in bands if one.right.of]


def _summed(found: Sequence[Judging]) -> Judging:
    names = Judging.model_fields
    return Judging.model_validate({name: sum(getattr(one, name) for one in found) for name in names})


def _shares(outcomes: Sequence[Outcome], told: Callable[[Outcome], Sequence[bool | None]]) -> Share:
    return share(_grouped((one.unit, right) for one in outcomes for right in told(one) if right is not None))


def _differences(
    outcomes: Sequence[Outcome],
    more: Callable[[Outcome], bool | None],
    less: Callable[[Outcome], bool | None],
) -> Share:
    return _ahead((one.unit, more(one), less(one)) for one in outcomes)


def _ahead(both: Iterable[tuple[str, bool | None, bool | None]]) -> Share:
    return difference(_grouped((unit, a - b) for unit, a, b in both if a is not None and b is not None))


def _turns(outcomes: Sequence[Outcome]) -> Sequence[Turned]:
    """Return what turned in each round; nothing where no later answer is known to be right or wrong."""
    longest = max((len(one.rounds) for one in outcomes), default=0)
    found = []
    for number in range(1, longest):
        pairs = [
            (before[given.seat], given.right)
            for one in outcomes
            if number < len(one.rounds)
            for before in [{given.seat: given.right for given in one.rounds[number - 1]}]
            for given in one.rounds[number]
            if given.right is not None and before.get(given.seat) is not None
        ]
        found.append(Turned(pairs.count((False, True)), pairs.count((True, False)), len(pairs)))
    return found if any(one.of for one in found) else []


def _changes(one: Outcome) -> tuple[int, int]:
    """Count the answers that turned, and of them those that did so, for no reason, to what most had said."""
    changed = found = 0
    for before, after in zip(one.rounds, one.rounds[1:], strict=False):
        keys = {given.seat: given.key for given in before}
        for given in after:
            others = Counter(key for seat, key in keys.items() if seat != given.seat and key)
            was, lead = keys.get(given.seat), others.most_common(1)
            if not was or given.key == was:
                continue
            changed += 1
            found += bool(lead) and lead[0][1] > 1 and given.key == lead[0][0] and not given.grounded
    return changed, found


def _by_round(outcomes: Sequence[Outcome]) -> Sequence[Share]:
    """Return the share of right votes by round, over the sessions whose vote is known in every one.

    A session that ended earlier counts as it then stood.
    """
    longest = max((len(one.rounds) for one in outcomes), default=0)
    votes: list[tuple[str, list[bool | None]]] = [
        (one.unit, [vote_of(one.rounds[min(number, len(one.rounds) - 1)]) for number in range(longest)])
        for one in outcomes
        if one.rounds
    ]
    whole = [(unit, told) for unit, told in votes if None not in told]
    rounds = range(longest) if whole else ()
    return [share(_grouped((unit, bool(told[number])) for unit, told in whole)) for number in rounds]


def _spent_after(by_round: Sequence[Share]) -> int | None:
    """Return the last round in which the share of right votes rose above all before; 0: the first answers."""
    so_far = accumulate((one.value for one in by_round), max, initial=-1.0)
    rises = [
        at for at, (one, best) in enumerate(zip(by_round, so_far, strict=False)) if one.value > best + 1e-9
    ]
    return rises[-1] if rises else None


def _spent(outcomes: Sequence[Outcome]) -> Sequence[Spent]:
    """Return what a session on average had used by each round; one that ended earlier used no more."""
    known = [one.spent for one in outcomes if one.spent]
    found = []
    for number in range(max(map(len, known), default=0)):
        then = [spent[min(number, len(spent) - 1)] for spent in known]
        costs = [one.cost for one in then if one.cost is not None]
        cost = sum(costs) / len(then) if len(costs) == len(then) else None
        found.append(Spent(round(sum(one.tokens for one in then) / len(then)), cost))
    return found


def _after(pairs: Sequence[tuple[float | None, float | None]]) -> float | None:
    """Return the share of a sum that came after its first part; None where a part is not known."""
    known = [(part, all_of) for part, all_of in pairs if part is not None and all_of is not None]
    whole = sum(all_of for _, all_of in known)
    return 1 - sum(part for part, _ in known) / whole if whole and len(known) == len(pairs) else None


@dataclass(frozen=True, slots=True)
class ReportLine:
    """One session of a batch as it stands, finished or not; `arm`: what it is compared as."""

    row: int
    """Its place in the table, from 1."""
    id: str
    arm: str
    seed: int
    session: str
    state: str
    why: str = ""
    """What keeps it from its end."""
    expected: str = ""
    outcome: Outcome | None = None
    """None: it is not finished, or cannot be read."""


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
    pairs: Sequence[Pair] = ()
    """Teams compared with each other."""
    left: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """The sessions of each team that are not finished, by state."""
    set_aside: int = 0
    """Rows that could not be used."""
    lines: Sequence[ReportLine] = ()
    """All its sessions, in the order of the table."""
    table: Mapping[int, Mapping[str, JsonValue]] = field(default_factory=dict)
    """What stands in each row of the table, by its number and the table's headings."""
    why_aside: Mapping[int, str] = field(default_factory=dict)
    """Why rows could not be used, by their numbers."""
    seeds: int = 0
    """Sessions of each row and team, at most."""
    version: str = ""
    """Of the program that tells it."""

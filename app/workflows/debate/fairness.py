"""What can be counted of a debate's judging where nobody knows the right answer.

Changed and held refinements; whether the judge names the same text in both orders; whether critics prefer
the longer of two answers; whether they prefer answers of their own model (Zheng et al. 2023 name all three
as biases of judges). Counts only: what they mean is told where many sessions are.
"""

from __future__ import annotations

from itertools import combinations

from app.domain.reporting import Judging
from app.workflows.debate.ledger import Attempt
from app.workflows.debate.state import DebateState

_SAME = {("first", "second"), ("second", "first"), ("tie", "tie")}
"""Both words of the judge on the same two texts, the second in the other order."""


def judging(state: DebateState) -> Judging:
    """Return the counts over the accepted rounds."""
    rounds = state.rounds_accepted if state.setup.enabled else []
    statuses = [one.status for attempt in rounds for one in attempt.assessed.values()]
    pairs = [pair for attempt in rounds for pair in _pairs(attempt)]
    own = [chance for attempt in rounds for chance in _own(state, attempt)]
    compared = state.compared
    words = (compared.forward, compared.backward) if compared is not None else (None, None)
    return Judging(
        changed=sum(status in ("changed", "minor") for status in statuses),
        held=statuses.count("held"),
        swaps=int(None not in words),
        swaps_agreed=int(words in _SAME),
        pairs=len(pairs),
        longer_preferred=sum(pairs),
        own_ranked=len(own),
        own_first=sum(first for first, _ in own),
        own_by_chance=sum(chance for _, chance in own),
    )


def _pairs(attempt: Attempt) -> list[bool]:
    """Return for each two answers of another length that a critic ranked whether the longer came first."""
    found = []
    for ranking in attempt.rankings.values():
        lengths = [len(attempt.base[seat].text) for seat in ranking if seat in attempt.base]
        found += [better > worse for better, worse in combinations(lengths, 2) if better != worse]
    return found


def _own(state: DebateState, attempt: Attempt) -> list[tuple[bool, float]]:
    """Return for each ranking with answers of the critic's own model and of others whether one came first.

    With it the share of its own model's among them: how often one would come first by chance.
    """
    found = []
    for critic, ranking in attempt.rankings.items():
        model = state.seats[critic].model if critic in state.seats else ""
        same = [state.seats[seat].model == model for seat in ranking if seat in state.seats]
        if any(same) and not all(same):
            found.append((same[0], sum(same) / len(same)))
    return found

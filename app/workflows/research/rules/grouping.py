"""Which claims are one finding, the numbers that findings keep for good, and which contradict each other.

An agent settles a conflict only with a citation that counts; its bare word leaves it open. A person's word
settles it always.
"""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from collections.abc import Collection, Iterable, Mapping, Sequence

from app.domain.whole_numbers import whole_number
from app.workflows.research.model import Claim, Conflict, Relation, Resolution
from app.workflows.research.rules.likeness import same_words, spans

_AUTHORITY = {"program": 0, "agent": 1, "judge": 2, "person": 3}
_KINDS = ("unrelated", "qualifies", "enhances", "same", "contradicts")
"""Of two relations of equal authority the more careful one holds: the last of these."""
_NUMBERED = re.compile(r"(.*?)\s*(\d{1,9})$", re.DOTALL)
_MOST_INTERVALS = 400
UNSETTLED = ("open", "left_open")


def _agent_key(agent: str) -> tuple[str, int, str]:
    """Return what agents are sorted by: `explore 2` before `explore 10`."""
    found = _NUMBERED.match(agent)
    return (found.group(1), int(found.group(2)), agent) if found else (agent, 0, agent)


def claim_key(claim: Claim) -> tuple[int, int, tuple[str, int, str], int]:
    """Return what claims are sorted by, the oldest first."""
    return claim.iteration, claim.order, _agent_key(claim.agent), claim.number


def number_of(finding: str) -> int:
    """Return the number of a finding's id; 0 where it is none."""
    return (whole_number(finding[1:]) or 0) if finding[:1] == "f" else 0


class Groups:
    """Claims in their order and which of them are one finding; the oldest of a group stands for it."""

    def __init__(self, claims: Sequence[Claim]) -> None:
        """Group claims that say the same word for word and cite the same place, iteration by iteration."""
        self.claims = claims
        self._parent = list(range(len(claims)))
        self._enemies: dict[int, set[int]] = {}
        self._ids: list[int] = []
        buckets: dict[str, _Bucket] = {}
        wholes: dict[str, int] = {}
        begin = 0
        while begin < len(claims):
            end = begin
            while end < len(claims) and claims[end].iteration == claims[begin].iteration:
                if claims[end].whole:
                    self._unite(wholes.setdefault(claims[end].whole, end), end)
                words = same_words(claims[end].description)
                for other in buckets.setdefault(words, _Bucket()).take(claims[end], end):
                    self._unite(other, end)
                end += 1
            self._ids += [index for index in range(begin, end) if self._root(index) == index]
            begin = end
        self._by_id = {f"f{number}": index for number, index in enumerate(self._ids, 1)}
        self._id_of = {index: name for name, index in self._by_id.items()}

    def __contains__(self, finding: str) -> bool:
        return finding in self._by_id

    def join(self, relations: Iterable[Relation]) -> dict[int, Relation]:
        """Make one finding of those that say the same; what contradicts each other is never joined.

        Returns the relation by which each claim joined, by the claim's index.
        """
        relations = sorted(relations, key=_order)
        for relation in relations:
            if relation.kind == "contradicts":
                a, b = self._root(self._by_id[relation.a]), self._root(self._by_id[relation.b])
                if a != b:
                    self._enemies.setdefault(a, set()).add(b)
                    self._enemies.setdefault(b, set()).add(a)
        by: dict[int, Relation] = {}
        for relation in relations:
            if relation.kind in ("same", "enhances"):
                older, younger = sorted((self._by_id[relation.a], self._by_id[relation.b]))
                if self._unite(older, younger):
                    by[younger] = relation
        return by

    def members(self) -> dict[str, list[int]]:
        """Return the claims of each finding by its id, as indexes, oldest first."""
        found: dict[str, list[int]] = {}
        for index in range(len(self.claims)):
            found.setdefault(self._id_of[self._root(index)], []).append(index)
        return found

    def became(self) -> dict[str, str]:
        """Return by the id of a finding that was merged the one it is part of now."""
        now = {name: self._id_of[self._root(index)] for name, index in self._by_id.items()}
        return {name: whole for name, whole in now.items() if name != whole}

    def _root(self, index: int) -> int:
        while self._parent[index] != index:
            self._parent[index] = self._parent[self._parent[index]]
            index = self._parent[index]
        return index

    def _unite(self, a: int, b: int) -> bool:
        """Make one group of two; False: they are one already, or contradict each other."""
        a, b = sorted((self._root(a), self._root(b)))
        if a == b or b in self._enemies.get(a, ()):
            return False
        self._parent[b] = a
        for enemy in self._enemies.pop(b, ()):
            self._enemies[enemy].discard(b)
            self._enemies[enemy].add(a)
            self._enemies.setdefault(a, set()).add(enemy)
        return True


class _Bucket:
    """Claims of the same words: which lines of which file they cite."""

    def __init__(self) -> None:
        self._lines: dict[str, list[tuple[int, int, int]]] = {}

    def take(self, claim: Claim, index: int) -> list[int]:
        """Add a claim and return earlier ones that it is one with: what cites nothing is the judge's."""
        found: list[int] = []
        for file, first, last in spans(claim.citations):
            found += self._overlapping(self._lines.setdefault(file, []), first, last, index)
        return found

    @staticmethod
    def _overlapping(lines: list[tuple[int, int, int]], first: int, last: int, index: int) -> list[int]:
        """Put lines among those that are apart from each other, and return whose they touch."""
        at = bisect_left(lines, (first, 0, 0))
        low = at - 1 if at and lines[at - 1][1] >= first else at
        high = low
        while high < len(lines) and lines[high][0] <= last:
            high += 1
        touched = lines[low:high]
        del lines[low:high]
        merged = (min([first, *(t[0] for t in touched)]), max([last, *(t[1] for t in touched)]), index)
        if len(lines) < _MOST_INTERVALS or touched:
            insort(lines, merged)
        return [claim for _, _, claim in touched]


def effective(relations: Iterable[Relation], groups: Groups) -> list[Relation]:
    """Return what holds of each pair: a person's word before a judge's, then the later one."""
    best: dict[tuple[str, str], Relation] = {}
    for relation in relations:
        if relation.a == relation.b or relation.a not in groups or relation.b not in groups:
            continue
        pair = (min(relation.a, relation.b), max(relation.a, relation.b))
        known = best.get(pair)
        if known is None or _strength(relation) > _strength(known):
            best[pair] = relation
    return sorted(best.values(), key=_order)


def _strength(relation: Relation) -> tuple[int, int, int, str, str]:
    kind = _KINDS.index(relation.kind)
    return _AUTHORITY[relation.by], relation.iteration, kind, relation.a, relation.why


def _order(relation: Relation) -> tuple[int, int, int]:
    low, high = sorted((number_of(relation.a), number_of(relation.b)))
    return relation.iteration, low, high


def by_number(findings: Iterable[str]) -> tuple[str, ...]:
    """Return ids of findings, each once, in the order of their numbers."""
    return tuple(sorted(set(findings), key=number_of))


def whole(name: str, became: Mapping[str, str]) -> str:
    """Return the finding that an id stands for now."""
    return became.get(name, name)


# --- what contradicts -------------------------------------------------------------------------------


def conflicts(
    relations: Iterable[Relation],
    resolutions: Iterable[Resolution],
    became: Mapping[str, str],
    grounded: Collection[str],
) -> tuple[Conflict, ...]:
    """Return the conflicts, oldest first. `grounded`: agents that gave a citation that counts.

    `relations` are those that hold, in their order (`grouping.effective`).
    """
    found: dict[tuple[str, str], Conflict] = {}
    first_named: dict[str, tuple[str, str]] = {}
    for relation in relations:
        if relation.kind != "contradicts":
            continue
        a, b = sorted((whole(relation.a, became), whole(relation.b, became)), key=number_of)
        if a == b:
            continue
        name = "-".join(sorted((relation.a, relation.b), key=number_of))
        first_named[name] = (a, b)
        if (a, b) not in found:
            found[a, b] = Conflict(
                id=name, a=a, b=b, state="open", iteration=relation.iteration, root_cause=relation.why
            )
    for resolution in sorted(resolutions, key=_weight):
        pair = first_named.get(resolution.conflict)
        if pair is not None:
            found[pair] = _settled(found[pair], resolution, became, grounded)
    return tuple(found.values())


def without(conflict: Conflict, dismissed: Collection[str]) -> Conflict:
    """Return a conflict that is over where a person dismissed one of its sides."""
    gone = {conflict.a, conflict.b} & set(dismissed)
    if conflict.state not in UNSETTLED or not gone:
        return conflict
    kept = tuple(name for name in (conflict.a, conflict.b) if name not in gone)
    return conflict.model_copy(update={"state": "resolved", "resolved_by": "person", "kept": kept})


def _settled(
    conflict: Conflict, resolution: Resolution, became: Mapping[str, str], grounded: Collection[str]
) -> Conflict:
    sides = (conflict.a, conflict.b)
    named = {whole(name, became) for name in resolution.keeps}
    kept = tuple(name for name in sides if name in named)
    holds = resolution.by == "person" or resolution.by in grounded
    state = "left_open" if resolution.open or not holds or (resolution.keeps and not kept) else "resolved"
    return conflict.model_copy(
        update={
            "state": state,
            "root_cause": resolution.root_cause or conflict.root_cause,
            "resolution": resolution.resolution,
            "resolved_by": (resolution.agent or resolution.by) if state == "resolved" else "",
            "kept": kept if state == "resolved" else (),
        }
    )


def _weight(resolution: Resolution) -> tuple[bool, int, int, str, tuple[str, ...], str]:
    """Return what orders resolutions: the last one holds, and a person's is always last."""
    return (
        resolution.by == "person",
        resolution.iteration,
        resolution.number,
        resolution.by,
        resolution.keeps,
        resolution.resolution,
    )

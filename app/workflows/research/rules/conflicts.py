"""Conflicts: findings that contradict each other, and how they were settled.

An agent settles one only with a citation that counts; its bare word leaves the conflict open. A person's word
settles it always.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from app.workflows.research.model import Conflict, Relation, Resolution
from app.workflows.research.rules.grouping import number_of, whole

UNSETTLED = ("open", "left_open")


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

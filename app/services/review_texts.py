"""Which texts somebody outside is asked to look over: what lies before the person, else what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from app.domain.gates import GateKind
from app.domain.ids import PERSON, SeatName
from app.domain.reporting import ChosenText
from app.engine.exporting import ExportText
from app.engine.plugin import WorkflowPlugin
from app.projections.folding import Projections
from app.projections.texts import RESULT_SLOTS, Texts, TextVersion, Version
from app.services.change_review import name_of

ANSWER = "The answer"


def open_kind(plugin: WorkflowPlugin, fold: Projections) -> GateKind | None:
    """Return what the open gate says of itself, None where none is open."""
    gate = fold.gates.open_gate()
    return plugin.gates.get(gate.fact.kind) if gate is not None else None


def texts_under_review(plugin: WorkflowPlugin, state: Any, fold: Projections) -> Sequence[ExportText]:
    """Return the texts that an open gate asks about; else what was accepted last, or the answer.

    Where there is none of these: the newest text of each member.
    """
    texts, kind = fold.texts, open_kind(plugin, fold)
    if kind is not None and kind.slots:
        return [_of(texts, row, by_slot=True) for row in _proposed(fold)]
    if kind is not None and kind.asks("texts"):
        return [_of(texts, row) for row in _of_members(fold)]
    manuscript = plugin.manuscript(state)
    if manuscript is not None:
        return list(_accepted(texts, manuscript))
    result = texts.result()
    if result is not None:
        return [_result(_of(texts, result, title=ANSWER), plugin.report(state).chosen)]
    return [_of(texts, row) for row in _of_members(fold)]


def _current(fold: Projections) -> tuple[int, int]:
    number = max(fold.timeline.rounds, default=0)
    row = fold.timeline.rounds.get(number)
    return (number, row.current.number) if row is not None else (0, 1)


def _proposed(fold: Projections) -> list[Version]:
    """Return the newest text of each slot in this attempt, in the order they were proposed in."""
    here = _current(fold)
    found: dict[str, Version] = {}
    for row in fold.texts.versions.values():
        if (row.round, row.attempt) == here and row.slot not in RESULT_SLOTS:
            found[row.slot] = row
    return list(found.values())


def _of_members(fold: Projections) -> list[Version]:
    """Return the newest text of each seat that is at the table."""
    gone = set(fold.session.absent) | fold.session.dropped
    found: dict[tuple[str, str], Version] = {}
    for row in fold.texts.versions.values():
        if row.slot not in RESULT_SLOTS and row.seat not in gone:
            found[row.slot, row.seat] = row
    newest = max((row.round for row in found.values()), default=0)
    return [row for row in found.values() if row.round == newest]


def _of(texts: Texts, row: Version, *, by_slot: bool = False, title: str = "") -> ExportText:
    version = TextVersion(row.seq, row.slot, row.seat, row.text, row.round, row.attempt)
    new = texts.standing_text(row)
    if title:
        # A result is made from nothing; what a person made of it is a change of it.
        older, old = version, row.text
    else:
        fresh = by_slot and row.base is None and row.seat != PERSON
        found = None if fresh else texts.refined_from(version)
        older, old = found or version, found.text if found is not None else ""
    names = (name_of(older) if older is not version or title else "", name_of(version))
    return ExportText(
        row.slot, row.seat, title or (row.slot if by_slot else row.seat), old, row.text, new, names
    )


def _result(text: ExportText, chosen: ChosenText | None) -> ExportText:
    """Return the answer; of a member's, what others add to it is a change of theirs."""
    taken = [one for one in (chosen.insertions if chosen is not None else ()) if one.taken]
    added = tuple((one.text, SeatName(one.seat)) for one in taken if one.text in text.proposed)
    return replace(text, old=chosen.own, added=added) if chosen is not None and added else text


def _accepted(texts: Texts, manuscript: Mapping[str, str]) -> Iterator[ExportText]:
    """Yield the texts that stand, with what the newest acceptance changed in them."""
    rows: dict[str, list[Version]] = {slot: [] for slot in manuscript}
    for row in texts.versions.values():
        if row.slot in rows:
            rows[row.slot].append(row)
    standing = {
        slot: next((row for row in reversed(rows[slot]) if texts.standing_text(row) == text), None)
        for slot, text in manuscript.items()
    }
    newest = max((row.round for row in standing.values() if row is not None), default=0)
    for slot, text in manuscript.items():
        found = standing[slot]
        old, name = text, ""
        if found is not None and found.round == newest:
            # What was written is told as the person's; what it was made from is known of the writer's.
            begun = next((row for row in rows[slot] if row.round == newest and row.base is not None), None)
            base = texts.base_text(begun) if begun is not None else None
            old = "" if begun is None and found.seat != PERSON else base if base is not None else text
            name = str(begun.base or "") if begun is not None else ""
        seat = found.seat if found is not None else PERSON
        seq = str(found.seq) if found is not None else ""
        yield ExportText(slot, seat, slot, old, text, text, (name, seq))

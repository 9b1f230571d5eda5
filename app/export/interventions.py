"""What the person did, for the first page: each step with its place, where its words stand."""

from __future__ import annotations

from collections.abc import Iterator

from app.domain.i18n import Message, ngettext, translate
from app.domain.reply_repairs import several_of
from app.domain.reporting import Place, Remark
from app.export.wording import COUNTED, RATED, with_passages
from app.projections.report import Critique, CritiqueVerdict, Decision, Report

OF_NOBODY = frozenset({"policy", "flag", "timeout"})
"""Who decides where the person was not asked."""


def by_the_person(report: Report, noun: Message) -> tuple[Remark, ...]:
    """Return the steps by which the person changed what the table would have done by itself."""
    rounds = {(row.number, attempt.number): attempt for row in report.rounds for attempt in row.attempts}
    found: list[Remark] = []
    for key, attempt in rounds.items():
        verdicts = [
            verdict.verdict
            for point in report.critiques
            for verdict in point.verdicts
            if (verdict.round, verdict.attempt) == key
            and verdict.standing
            and not verdict.agent
            and not _made_with(point, verdict)
        ]
        steps = [ngettext(verdicts.count(v), *COUNTED[v]) for v in COUNTED if v in verdicts]
        marked = [p for p in report.critiques if p.mark and (p.round, p.attempt) == key]
        steps += [ngettext(len(marked), "marked {n} passage", "marked {n} passages")] if marked else []
        for decision in report.decisions:
            if _at(decision) == key and decision.in_force and not _by_another(decision):
                steps += _step(decision, noun)
        # The last of an attempt's decisions at gates is the one that ended it.
        last = next((d for d in reversed(report.decisions) if d.kind == "gate" and _at(d) == key), None)
        rejected = attempt.accepted is False and not (last is not None and _by_another(last))
        steps += [translate("rejected the attempt")] if rejected else []
        if steps:
            location = Place(round=key[0], attempt=key[1])
            sentence = "; ".join(dict.fromkeys(steps))
            found.append(Remark(text=f"{sentence[:1].upper()}{sentence[1:]}", place=location))
    return tuple(found)


def _at(decision: Decision) -> tuple[int, int]:
    return decision.round, decision.attempt


def _by_another(decision: Decision) -> bool:
    return bool(decision.agent) or decision.by in OF_NOBODY


def _made_with(point: Critique, verdict: CritiqueVerdict) -> bool:
    """Tell whether a verdict is the one that a mark is made with."""
    return bool(point.mark) and verdict.seq == point.seq + 1


def _step(decision: Decision, noun: Message) -> Iterator[str]:
    match decision.kind:
        case "text" if decision.choice == "edit":
            yield translate(
                "put their own text in place of {seat}'s{taken}",
                seat=decision.seat,
                taken=with_passages(decision.taken),
            )
        case "text" if decision.choice == "previous":
            yield translate("kept {seat}'s previous answer", seat=decision.seat)
        case "guidance":
            yield translate("gave guidance")
        case "auto_approve":
            yield (
                translate("let {rounds} be approved without asking", rounds=several_of(noun))
                if decision.limits
                else translate("asked to be asked again")
            )
        case "limit":
            yield translate("changed a limit")
        case "command":
            yield translate("asked for “{what}”", what=decision.verb.replace("_", " "))
        case "seat_added" if decision.by == "person":
            yield translate("added {seat} to the table", seat=decision.seat)
        case "seat_rated":
            yield translate(
                "found {seat}'s answer {rating}",
                seat=decision.seat,
                rating=RATED.get(decision.said, decision.said),
            )
        case "seat_left_out":
            yield translate("left {seat} out", seat=decision.seat)
        case "seat_replaced" if decision.by == "person":
            yield translate("gave {seat} another model", seat=decision.seat)
        case "stop" if decision.by == "person":
            yield translate("asked to stop")

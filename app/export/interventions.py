"""What the person did, for the first page: each step with its place, where its words stand."""

from __future__ import annotations

from collections.abc import Iterator

from app.domain.reporting import Place, Remark
from app.export.wording import VERDICT, count, with_passages
from app.projections.report import Critique, CritiqueVerdict, Decision, Report


def by_the_person(report: Report, noun: str = "round") -> tuple[Remark, ...]:
    """Return the steps by which the person changed what the table would have done by itself."""
    rounds = {(row.number, attempt.number): attempt for row in report.rounds for attempt in row.attempts}
    found: list[Remark] = []
    for key, attempt in rounds.items():
        verdicts = [
            verdict.verdict
            for point in report.critiques
            for verdict in point.verdicts
            if (verdict.round, verdict.attempt) == key and verdict.standing and not _made_with(point, verdict)
        ]
        steps = [f"{VERDICT[v]} {count(verdicts.count(v), 'critique')}" for v in VERDICT if v in verdicts]
        marked = [p for p in report.critiques if p.mark and (p.round, p.attempt) == key]
        steps += [f"marked {count(len(marked), 'passage')}"] if marked else []
        for decision in report.decisions:
            if (decision.round, decision.attempt) == key and decision.in_force:
                steps += _step(decision, noun)
        steps += ["rejected the attempt"] if attempt.accepted is False else []
        if steps:
            location = Place(round=key[0], attempt=key[1])
            sentence = "; ".join(dict.fromkeys(steps))
            found.append(Remark(text=f"{sentence[:1].upper()}{sentence[1:]}", place=location))
    return tuple(found)


def _made_with(point: Critique, verdict: CritiqueVerdict) -> bool:
    """Tell whether a verdict is the one that a mark is made with."""
    return bool(point.mark) and verdict.seq == point.seq + 1


def _step(decision: Decision, noun: str) -> Iterator[str]:
    match decision.kind:
        case "text" if decision.choice == "edit":
            yield f"put their own text in place of {decision.seat}'s{with_passages(decision.taken)}"
        case "text" if decision.choice == "previous":
            yield f"kept {decision.seat}'s previous answer"
        case "guidance":
            yield "gave guidance"
        case "auto_approve":
            yield f"let {noun}s be approved without asking" if decision.limits else "asked to be asked again"
        case "limit":
            yield "changed a limit"
        case "command":
            yield f"asked for “{decision.verb.replace('_', ' ')}”"
        case "seat_added" if decision.by == "person":
            yield f"added {decision.seat} to the table"
        case "seat_rated":
            yield f"found {decision.seat}'s answer {decision.said}"
        case "seat_left_out":
            yield f"left {decision.seat} out"
        case "seat_replaced" if decision.by == "person":
            yield f"gave {decision.seat} another model"
        case "stop" if decision.by == "person":
            yield "asked to stop"

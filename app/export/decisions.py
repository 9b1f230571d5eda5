"""What a person decided, as a report says it: each decision, and on the first page what they changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from app.domain.gates import decisions_of
from app.domain.i18n import Message, ngettext, translate
from app.domain.interruption_gates import INTERRUPTIONS
from app.domain.reply_repairs import listed, several_of
from app.domain.reporting import Place, Remark
from app.engine.exporting import ExportRequest
from app.export.names import Names
from app.export.wording import (
    BY,
    CHOICE,
    COUNTED,
    LIMIT,
    RATED,
    STOP,
    dollars,
    percent,
    plain_number,
    spelled,
    with_passages,
)
from app.projections.report import Critique, CritiqueVerdict, Decision, Report, Text

Key = tuple[int, int]
"""A round and its attempt."""
_SUMS = frozenset({"cost", "dollars"})
"""Limits of money."""


class Decisions:
    """Puts decisions into words."""

    def __init__(
        self,
        request: ExportRequest,
        names: Names,
        texts: Mapping[int, Text],
        named: Callable[[Text, Key], str],
        *,
        costs: bool,
    ) -> None:
        """`named`: what an earlier text is called, seen from an attempt; `costs`: whether sums are told."""
        self._names, self._texts, self._named, self._sums = names, texts, named, costs
        self._noun, self._nouns = str(request.round_noun), several_of(request.round_noun)
        self._verbs = {**decisions_of(INTERRUPTIONS), **request.workflow_report.verbs}
        self._routine = request.workflow_report.routine

    def sentence(self, decision: Decision) -> str:
        """Return a decision in words, nothing where nobody need be told of it."""
        agent = self._names.line(decision.agent)
        by = translate("by the agent {agent}", agent=agent) if agent else BY.get(decision.by, decision.by)
        who = f", {by}"
        match decision.kind:
            case "gate":
                if decision.by == "policy" and decision.gate in self._routine:
                    return ""
                name = self._verbs.get(f"{decision.gate}/{decision.verb}")
                # What nobody described is spelled as the record has it, which a stranger may have written.
                spelt = f"{spelled(decision.gate)}: {decision.verb.replace('_', ' ')}"
                return (name or self._names.line(spelt)) + who
            case "text":
                return self._text(decision, agent)
            case "guidance":
                return self._guidance(decision)
            case "auto_approve":
                return self._auto(decision)
            case "limit":
                return ", ".join(self._limit(name, value) for name, value in decision.limits.items())
            case "command":
                asked = self._verbs.get(f"command/{decision.verb}") or self._names.line(
                    str(spelled(decision.verb))
                )
                told = translate("The person asked: {what}", what=asked)
                return told + (":" if decision.in_force else translate(", which was not done"))
            case "seat_rated":
                return translate(
                    "The person found the answer of {seat} {rating}",
                    seat=self._names.seat(decision.seat),
                    rating=RATED.get(decision.said) or self._names.line(decision.said),
                )
            case "seat_added" | "seat_left_out" | "seat_replaced":
                return self._who_sits(decision, who)
            case _:
                return str(STOP.get(decision.verb, STOP["now"])) + who

    def _text(self, decision: Decision, agent: str) -> str:
        seat = self._names.seat(decision.seat)
        late = "" if decision.in_force else translate(", too late: the round was closed")
        if decision.choice == "edit" and agent:
            return translate(
                "A text of the agent {agent} in place of {seat}'s{late}:",
                agent=agent,
                seat=seat,
                late=late,
            )
        if decision.kept_old:
            return translate(
                "Of {seat}'s text, the person kept the old words of {changes}{late}:",
                seat=seat,
                changes=ngettext(decision.kept_old, "{n} change", "{n} changes"),
                late=late,
            )
        if decision.choice == "edit":
            taken = with_passages([self._names.line(title) for title in decision.taken])
            return translate(
                "The person's own text in place of {seat}'s{taken}{late}:",
                seat=seat,
                taken=taken,
                late=late,
            )
        what = CHOICE[decision.choice or "refined"]
        chosen = translate("For {seat}, the person chose {what}", seat=seat, what=what)
        if agent:
            chosen = translate(
                "For {seat}, the agent {agent} chose {what}", seat=seat, agent=agent, what=what
            )
        text, here = self._texts.get(decision.text or 0), (decision.round, decision.attempt)
        if text is not None and decision.choice == "previous" and (text.round, text.attempt) != here:
            chosen += f" ({self._named(text, here)})"
        return chosen + late

    def _guidance(self, decision: Decision) -> str:
        agent = self._names.line(decision.agent)
        if agent and decision.pinned:
            return translate("Guidance of the agent {agent} for all {nouns}:", agent=agent, nouns=self._nouns)
        if agent:
            return translate(
                "Guidance of the agent {agent} for the next {noun}:", agent=agent, noun=self._noun
            )
        if decision.pinned:
            return translate("Guidance of the person for all {nouns}:", nouns=self._nouns)
        return translate("Guidance of the person for the next {noun}:", noun=self._noun)

    def _who_sits(self, decision: Decision, who: str) -> str:
        seat, model = self._names.seat(decision.seat), self._names.line(decision.model)
        if decision.kind == "seat_left_out":
            return translate("{seat} is left out from the next {noun} on", seat=seat, noun=self._noun)
        if decision.kind == "seat_added":
            joined = translate("{seat} joined the table", seat=seat)
            return f"{joined}{'' if self._names.redact else f' ({model})'}{who}"
        if self._names.redact:
            return translate("{seat} got another model", seat=seat) + who
        return translate("{seat} got another model: {model}", seat=seat, model=model) + who

    def _auto(self, decision: Decision) -> str:
        limits = decision.limits
        conditions = []
        if (value := limits.get("figure")) is not None:
            conditions.append(translate("until the figure reaches {value}", value=percent(value)))
        if (value := limits.get("rounds")) is not None:
            noun = self._noun if value == 1 else self._nouns
            conditions.append(translate("for {n} {noun} at most", n=int(value), noun=noun))
        if (value := limits.get("dollars")) is not None:
            conditions.append(
                translate("until {sum} are spent", sum=dollars(value))
                if self._sums
                else translate("until a sum is spent")
            )
        if not conditions:
            return translate("The person wants to be asked again")
        return translate(
            "The person let {nouns} be approved without asking: {conditions}",
            nouns=self._nouns,
            conditions=listed(conditions),
        )

    def _limit(self, name: str, value: float | None) -> str:
        if value is None:
            return translate("No limit of {what} any more", what=LIMIT.get(name, name))
        if name in _SUMS and not self._sums:
            return translate("Another limit of cost")
        shown = dollars(value) if name == "cost" else plain_number(value)
        return translate("Limit of {what}: {shown}", what=LIMIT.get(name, name), shown=shown)


_OF_NOBODY = frozenset({"policy", "flag", "timeout"})
"""Who decides where the person was not asked."""


def by_the_person(report: Report, noun: Message, verbs: Mapping[str, str]) -> tuple[Remark, ...]:
    """Return the steps by which the person changed what the table would have done by itself.

    `verbs`: what was done, by what was decided (`WorkflowReport.verbs`).
    """
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
            done = decision.in_force and decision.standing
            if _at(decision) == key and done and not _by_another(decision):
                steps += _step(decision, noun, verbs)
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
    return bool(decision.agent) or decision.by in _OF_NOBODY


def _made_with(point: Critique, verdict: CritiqueVerdict) -> bool:
    """Tell whether a verdict is the one that a mark is made with."""
    return bool(point.mark) and verdict.seq == point.seq + 1


def _text_step(decision: Decision) -> Iterator[str]:
    if decision.kept_old:
        yield translate(
            "kept the old words of {changes} of {seat}'s text",
            seat=decision.seat,
            changes=ngettext(decision.kept_old, "{n} change", "{n} changes"),
        )
    elif decision.choice == "edit":
        yield translate(
            "put their own text in place of {seat}'s{taken}",
            seat=decision.seat,
            taken=with_passages(decision.taken),
        )
    elif decision.choice == "previous":
        yield translate("kept {seat}'s previous answer", seat=decision.seat)


def _step(decision: Decision, noun: Message, verbs: Mapping[str, str]) -> Iterator[str]:
    match decision.kind:
        case "text":
            yield from _text_step(decision)
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
            done = verbs.get(f"command/{decision.verb}", "")
            asked = translate("asked for “{what}”", what=decision.verb.replace("_", " "))
            yield f"{done[:1].lower()}{done[1:]}" if done else asked
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

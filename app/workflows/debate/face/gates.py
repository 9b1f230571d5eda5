"""The data and the rules of the debate's gates, which `gates.toml` describes (cli.md, Gates)."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, Self

from pydantic import Field, model_validator

from app.domain.fact_base import Fact
from app.domain.facts import CritiqueDecided, TextDecided
from app.domain.gate_files import read_gates
from app.domain.gates import GateData
from app.domain.i18n import Message, words
from app.domain.payload import Payload, items_of, mapping_of
from app.domain.taken import TakenPassage
from app.workflows.common.answers import Answers, QuestionAnswer
from app.workflows.common.rounds import guidance
from app.workflows.debate.face import labels
from app.workflows.debate.facts import QuestionAnswered


class Decision(GateData):
    """A verdict on one critique."""

    verdict: Literal["accept", "dismiss", "defer"]
    reason: str = ""

    @model_validator(mode="after")
    def _reason_where_it_is_owed(self) -> Self:
        if self.verdict != "accept" and not self.reason.strip():
            raise ValueError(words("to {verdict} a critique, give a reason", verdict=self.verdict))
        return self


class Edit(GateData):
    """A text of the person's own."""

    edit: str = Field(min_length=1)
    taken: tuple[TakenPassage, ...] = Field(default=(), max_length=100)


class Take(GateData):
    """Whose answer; empty: the first one."""

    seat: str = ""


class Debate(GateData):
    """Words for what follows."""

    guidance: str = ""


class Climb(Debate):
    """Whose answer is attacked, empty: the first one's; with words for the critic and the author."""

    seat: str = ""


class Send(GateData):
    """Verdicts by critique id; undecided ones go to their author."""

    critiques: dict[str, Decision] = Field(default_factory=dict)


class Approve(Send):
    """What goes on into the next round, or into the final answer."""

    texts: dict[str, Literal["refined", "previous"] | Edit] = Field(default_factory=dict)
    guidance: str = ""
    guidance_pinned: bool = False
    """For all rounds that follow; else for the next one alone."""


class Pick(Approve):
    """Whose text is the final answer."""

    seat: str


class Reject(Approve):
    """What should change, and by whom (none: by all)."""

    feedback: str
    seats: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _feedback_is_not_blank(self) -> Self:
        if not self.feedback.strip():
            raise ValueError(words("say what should change"))
        return self


def _approval_events(payload: Payload, verb: str, data: GateData) -> tuple[Fact, ...]:
    facts: list[Fact] = []
    if isinstance(data, Approve) and verb != "reject":
        for seat, choice in data.texts.items():
            if isinstance(choice, Edit):
                own = TextDecided(
                    slot="answer", seat=seat, choice="edit", edit=choice.edit, taken=choice.taken
                )
                facts.append(own)
            else:
                facts.append(TextDecided(slot="answer", seat=seat, choice=choice))
    if isinstance(data, Send):
        for id, decision in data.critiques.items():
            facts.append(CritiqueDecided(critique=id, verdict=decision.verdict, reason=decision.reason))
    if isinstance(data, Approve):
        facts += guidance(data.guidance, pinned=data.guidance_pinned)
    return tuple(facts)


def _ladder_events(payload: Payload, verb: str, data: GateData) -> tuple[Fact, ...]:
    return guidance(data.guidance) if isinstance(data, Debate) else ()


def _ladder_objection(payload: Payload, verb: str, data: GateData) -> Message | None:
    seat = data.seat if isinstance(data, Take | Climb) else ""
    there = [str(one.get("seat")) for one in items_of(payload, "answers")]
    if seat and seat not in there:
        return words("{seat} has no answer here; name one of {names}.", seat=seat, names=", ".join(there))
    return None


def _names(payload: Payload, field: str) -> set[str]:
    value = payload.get(field)
    if isinstance(value, dict):
        return set(value)
    if isinstance(value, list):
        return {str(item["id"]) if isinstance(item, dict) else str(item) for item in value}
    return set()


def _approval_objection(payload: Payload, verb: str, data: GateData) -> Message | None:
    wrong = _wrong_seats(payload, data) if isinstance(data, Approve) else None
    if wrong is not None or not isinstance(data, Send):
        return wrong
    for critique in sorted(set(data.critiques) - _names(payload, "critiques")):
        return words("There is no critique “{critique}” in this round.", critique=critique)
    return None


def _wrong_seats(payload: Payload, data: Approve) -> Message | None:
    if isinstance(data, Reject) and any(choice != "refined" for choice in data.texts.values()):
        return words("The texts of a rejected attempt do not go on; approve it to choose or edit texts.")
    named = set(data.texts) | (set(data.seats) if isinstance(data, Reject) else set())
    named |= {data.seat} if isinstance(data, Pick) else set()
    for seat in sorted(named - _names(payload, "statuses")):
        return words("No member of this round is called “{seat}”.", seat=seat)
    shown = mapping_of(payload, "statuses")
    for seat in sorted(named):
        if mapping_of(shown, seat).get("status") == "skipped":
            return words("{seat} is left out of this round; name members that take part.", seat=seat)
    return None


def _answer_events(payload: Payload, verb: str, data: GateData) -> tuple[Fact, ...]:
    given = data.answers if verb == "answer" and isinstance(data, Answers) else {}
    facts = []
    for question in sorted(_names(payload, "questions")):
        answer = given.get(question, QuestionAnswer(status="not_answered"))
        facts.append(
            QuestionAnswered(question=question, status=answer.status, option=answer.option, note=answer.note)
        )
    return tuple(facts)


def _answer_objection(payload: Payload, verb: str, data: GateData) -> Message | None:
    if verb != "answer" or not isinstance(data, Answers):
        return None
    known = {str(question["id"]): question for question in items_of(payload, "questions")}
    for id, answer in sorted(data.answers.items()):
        question = known.get(id)
        if question is None:
            return words("There is no open question “{question}”.", question=id)
        if answer.status == "answered" and not (answer.option.strip() or answer.note.strip()):
            return words("The answer to {question} is empty: choose an option or write a note.", question=id)
        if answer.status == "none_fits" and not answer.note.strip():
            return words("Say in a note to {question} what fits better.", question=id)
        options = question.get("options")
        if answer.option and isinstance(options, list) and options and answer.option not in options:
            return words("“{option}” is no option of {question}.", option=answer.option, question=id)
    return None


GATES = read_gates(Path(__file__).with_name("gates.toml"), {**vars(labels), **globals()})

"""The debate's gates: verbs, data and what an answer records (cli.md, Gates)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, Self

from pydantic import Field, model_validator

from app.domain.fact_base import Fact
from app.domain.facts import CritiqueDecided, GuidanceGiven, TextDecided
from app.domain.gates import GateData, GateKind, Verb
from app.domain.i18n import Message, words
from app.domain.payload import Payload
from app.domain.taken import TakenPassage
from app.workflows.common.answers import Answers, QuestionAnswer
from app.workflows.debate import labels
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


class Approve(GateData):
    """What goes on into the next round, or into the final answer."""

    texts: dict[str, Literal["refined", "previous"] | Edit] = Field(default_factory=dict)
    guidance: str = ""
    guidance_pinned: bool = False
    """For all rounds that follow; else for the next one alone."""
    critiques: dict[str, Decision] = Field(default_factory=dict)


class Reject(Approve):
    """What should change, and by whom (none: by all)."""

    feedback: str
    seats: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _feedback_is_not_blank(self) -> Self:
        if not self.feedback.strip():
            raise ValueError(words("say what should change"))
        return self


class Send(GateData):
    """Verdicts by critique id; undecided ones go to their author."""

    critiques: dict[str, Decision] = Field(default_factory=dict)


def _decisions(critiques: Mapping[str, Decision]) -> list[Fact]:
    return [CritiqueDecided(critique=id, verdict=d.verdict, reason=d.reason) for id, d in critiques.items()]


def _approval_events(payload: Payload, verb: str, data: GateData) -> tuple[Fact, ...]:
    del payload
    if not isinstance(data, Approve):
        return ()
    facts: list[Fact] = []
    if verb != "reject":
        for seat, choice in data.texts.items():
            if isinstance(choice, Edit):
                own = TextDecided(
                    slot="answer", seat=seat, choice="edit", edit=choice.edit, taken=choice.taken
                )
                facts.append(own)
            else:
                facts.append(TextDecided(slot="answer", seat=seat, choice=choice))
    facts += _decisions(data.critiques)
    if data.guidance.strip():
        facts.append(GuidanceGiven(text=data.guidance.strip(), pinned=data.guidance_pinned))
    return tuple(facts)


def _names(payload: Payload, field: str) -> set[str]:
    value = payload.get(field)
    if isinstance(value, dict):
        return set(value)
    if isinstance(value, list):
        return {str(item["id"]) if isinstance(item, dict) else str(item) for item in value}
    return set()


def _approval_objection(payload: Payload, verb: str, data: GateData) -> Message | None:
    del verb
    if not isinstance(data, Approve):
        return None
    if isinstance(data, Reject) and any(choice != "refined" for choice in data.texts.values()):
        return words("The texts of a rejected attempt do not go on; approve it to choose or edit texts.")
    seats = _names(payload, "statuses")
    named = set(data.texts) | (set(data.seats) if isinstance(data, Reject) else set())
    for seat in sorted(named - seats):
        return words("No member of this round is called “{seat}”.", seat=seat)
    shown = payload.get("statuses")
    for seat in sorted(named):
        status = shown.get(seat) if isinstance(shown, dict) else None
        if isinstance(status, dict) and status.get("status") == "skipped":
            return words("{seat} is left out of this round; name members that take part.", seat=seat)
    for critique in sorted(set(data.critiques) - _names(payload, "critiques")):
        return words("There is no critique “{critique}” in this round.", critique=critique)
    return None


def _review_objection(payload: Payload, verb: str, data: GateData) -> Message | None:
    del verb
    assert isinstance(data, Send)
    for critique in sorted(set(data.critiques) - _names(payload, "critiques")):
        return words("There is no critique “{critique}” in this round.", critique=critique)
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
    offered = payload.get("questions")
    known = {str(q["id"]): q for q in offered if isinstance(q, dict)} if isinstance(offered, list) else {}
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


CLARIFICATION = GateKind(
    "clarification",
    words("The members have questions"),
    (
        Verb(
            "answer",
            words("Answer questions…"),
            Answers,
            form="questions",
            primary=True,
            done=words("Answered the questions of the members"),
        ),
        Verb(
            "continue",
            words("Continue without answering"),
            done=words("Went on without answering the questions"),
        ),
    ),
    short=words("has questions for you"),
    headline=labels.clarification_headline,
    brief=labels.clarification_brief,
    payload_lines=labels.clarification,
    unattended="continue",
    events=_answer_events,
    objection=_answer_objection,
)
CRITIQUE_REVIEW = GateKind(
    "critique_review",
    words("Decide which critiques the authors get"),
    (
        Verb(
            "send",
            words("Send to the authors"),
            Send,
            # The verdicts are given in the panel, critique by critique.
            asked="at once",
            primary=True,
            done=words("Sent the critiques to their authors"),
            example=labels.review_example,
        ),
    ),
    short=words("critiques to decide"),
    headline=lambda payload, wording: words(
        "The critiques of round {n} are ready to be sent to the authors.", n=wording.round
    ),
    brief=lambda payload, wording: (
        words("Decide on single critiques in the Critiques tab; all others are sent."),
    ),
    payload_lines=labels.review,
    shows="critiques",
    routine=True,
    events=lambda payload, verb, data: tuple(_decisions(data.critiques)) if isinstance(data, Send) else (),
    objection=_review_objection,
)
APPROVAL = GateKind(
    "approval",
    words("The round is ready for your decision"),
    (
        Verb(
            "approve",
            words("Approve and continue"),
            Approve,
            asked="in the bar",
            form="texts",
            line="guidance",
            pin="guidance_pinned",
            by_itself=True,
            action="approve",
            tip=words("Accept this {round} and run the next"),
            done=words("Approved the round"),
        ),
        Verb(
            "finish",
            words("Approve and finish"),
            Approve,
            asked="in the bar",
            form="texts",
            line="guidance",
            action="finish",
            tip=words("Accept this {round} and write the final answer"),
            done=words("Accepted the round as the last one"),
        ),
        Verb(
            "reject",
            words("Reject with feedback…"),
            Reject,
            form="feedback",
            line="guidance",
            pin="guidance_pinned",
            action="reject",
            tip=words("Have the {round} done again"),
            done=words("Rejected the attempt"),
        ),
        Verb(
            "stop_with_answer",
            words("Stop with a final answer"),
            in_bar=False,
            done=words("Ended it with the rounds accepted before"),
        ),
    ),
    short=words("round {n} to decide"),
    headline=lambda payload, wording: words(
        "{word} {n} is ready for your decision.", word=wording.word, n=wording.round
    ),
    brief=labels.approval_brief,
    payload_lines=labels.approval,
    hint=labels.guidance_hint,
    unattended=lambda payload: (str(payload.get("primary", "finish")), {}),
    open_ended=labels.contested,
    not_by_itself=labels.not_by_itself,
    shows="critiques",
    events=_approval_events,
    objection=_approval_objection,
)
GATES = {kind.name: kind for kind in (CLARIFICATION, CRITIQUE_REVIEW, APPROVAL)}

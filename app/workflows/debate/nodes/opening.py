"""The nodes before a round's answers: opening, questions, rounds."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from string import ascii_uppercase
from typing import Any

from app.domain.fact_base import Fact
from app.domain.facts import RoundOpened
from app.engine.node import Context, GateRequest, Step
from app.workflows.common.replies import ClarificationReply, QuestionReply
from app.workflows.debate.face.payloads import ClarificationPayload, EarlierAnswer, QuestionShown
from app.workflows.debate.facts import (
    LettersDealt,
    QuestionAsked,
    QuestionsDropped,
    TerminationDecided,
)
from app.workflows.debate.graph import DebateSignal
from app.workflows.debate.nodes.asking import answer_words, ask_structured, make_ask, question_inputs
from app.workflows.debate.rules.substance import repeats
from app.workflows.debate.rules.termination import CONTEXT_SHARE
from app.workflows.debate.state import DebateState

_MOST_OPTIONS = 5


async def initialization(state: DebateState, context: Context) -> Step:
    """Deal the letters by which the members' answers are known to each other."""
    return Step(DebateSignal.START, (LettersDealt(letters=_dealt(state, context)),))


def _dealt(state: DebateState, context: Context, *round_number: int) -> dict[str, str]:
    """Return a letter for each member as they sit; those of a round carry its number: `B2`.

    Drawn by lot where the order would tell whose each is: to a person while names are hidden, or to
    members that knew the letters of the round before. In what order texts are shown is drawn elsewhere.
    """
    seats = list(state.members)
    if round_number or state.setup.hide_names:
        context.rng("letters", *round_number).shuffle(seats)
    # With its number no letter means two answers, whoever speaks of an earlier round.
    return {
        seat: "".join(map(str, (letter, *round_number)))
        for seat, letter in zip(seats, ascii_uppercase, strict=False)
    }


async def clarification(state: DebateState, context: Context) -> Step:
    """Ask every member what it must know first, where a person can answer it; duplicates are joined."""
    setup = state.setup
    over = state.questions_over or state.question_rounds >= setup.clarifications_max_iterations
    asks = setup.interactive_clarifications and setup.profile == "debate"
    if over or not asks or state.who_answers != "person":
        return Step(DebateSignal.ALL_CLEAR)
    most = setup.clarifications_max_per_agent
    flows = (
        ask_structured(
            state,
            context,
            make_ask(
                state,
                context,
                "clarification",
                s,
                {**question_inputs(state, s), "limit": most},
                schema=ClarificationReply,
            ),
            ClarificationReply,
            tolerate=True,
        )
        for s in state.askable
    )
    replies = await context.gather(*flows)
    questions_by_seat = {
        seat: answered.reply.questions
        for seat, answered in zip(state.askable, replies, strict=True)
        if answered.reply is not None
    }
    mended = [fact for answered in replies for fact in answered.mended]
    dropped, asked = _joined(state, questions_by_seat)
    signal = DebateSignal.QUESTIONS_PENDING if asked else DebateSignal.ALL_CLEAR
    return Step(signal, (*mended, *dropped, *asked))


def _joined(
    state: DebateState, questions_by_seat: Mapping[str, Sequence[QuestionReply]]
) -> tuple[list[QuestionsDropped], list[QuestionAsked]]:
    """Return how many questions of each member are left out, and the new ones, each asked once."""
    most = state.setup.clarifications_max_per_agent
    dropped: list[QuestionsDropped] = []
    asked: dict[str, QuestionAsked] = {}
    # Those answered beforehand have names of their own.
    before_now = sum(1 for name in state.questions if name.startswith("q"))
    known = {_folded(question.fact.text) for question in state.questions.values()}
    for seat, questions in questions_by_seat.items():
        own = [one for one in questions if not repeats(one.question, state.setup.question)]
        if len(own) < len(questions):
            dropped.append(QuestionsDropped(seat=seat, count=len(questions) - len(own), repeats=True))
        new = {folded: q for q in own if (folded := _folded(q.question)) and folded not in known}
        if len(new) > most:
            dropped.append(QuestionsDropped(seat=seat, count=len(new) - most))
        for folded, item in list(new.items())[:most]:
            before = asked.get(folded)
            if before is not None:
                asked[folded] = before.model_copy(update={"asked_by": (*before.asked_by, seat)})
                continue
            asked[folded] = QuestionAsked(
                question=f"q{before_now + len(asked) + 1}",
                text=item.question,
                options=item.options[:_MOST_OPTIONS],
                why=item.why,
                asked_by=(seat,),
            )
    return dropped, list(asked.values())


def _folded(text: str) -> str:
    return re.sub(r"\W+", " ", text).strip().casefold()


async def clarification_input(state: DebateState, context: Context) -> Step:
    """Wait for the person's answers; what stays open is recorded as not answered."""
    pending = [q for q in state.questions.values() if q.answer is None]
    if pending:
        payload = ClarificationPayload(
            questions=tuple(QuestionShown(**_shown(q.fact)) for q in pending),
            earlier=tuple(
                EarlierAnswer(
                    **_shown(q.fact),
                    status=q.answer.status,
                    option=q.answer.option,
                    note=q.answer.note,
                    answer=answer_words(q),
                )
                for q in state.questions.values()
                if q.answer is not None
            ),
            iteration=state.question_rounds,
            iterations=state.setup.clarifications_max_iterations,
            dropped=state.dropped_questions,
            repeated=state.repeated_questions,
        )
        request = GateRequest("clarification", payload.data(), ("answer", "continue"))
        await context.gate(request)
    return Step(DebateSignal.ANSWERS_SUBMITTED)


def _shown(fact: QuestionAsked) -> dict[str, Any]:
    return {
        "id": fact.question,
        "text": fact.text,
        "options": fact.options,
        "why": fact.why,
        "asked_by": fact.asked_by,
    }


async def round_manager(state: DebateState, context: Context) -> Step:
    """Open the next round, where letters change with its own, or the next attempt at a rejected one."""
    if state.attempts and state.attempt.accepted is False:
        return Step(
            DebateSignal.BEGIN_ROUND, (RoundOpened(number=state.round, attempt=state.attempt.number + 1),)
        )
    if not state.attempts and state.spend.total.tokens > CONTEXT_SHARE * state.budget:
        # The questions alone used the budget up: the chair answers by itself and says so.
        return Step(DebateSignal.MAX_ROUNDS_REACHED, (TerminationDecided(reason="context_limit_reached"),))
    number = state.round + 1
    facts: list[Fact] = [RoundOpened(number=number, attempt=1)]
    if state.setup.new_letters and number > 1:
        facts.append(LettersDealt(letters=_dealt(state, context, number), round=number))
    return Step(DebateSignal.BEGIN_ROUND, tuple(facts))

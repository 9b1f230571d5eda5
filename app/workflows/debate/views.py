"""What only a debate can tell in summaries and exports. Foreign text is escaped on its line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from app.domain.canonical import JsonValue
from app.domain.i18n import format_number, translate, words
from app.domain.reply_repairs import mended_lines
from app.domain.reporting import Remark
from app.markup.escaping import inline
from app.workflows.debate.asking import answer_words
from app.workflows.debate.counted import counted_remarks
from app.workflows.debate.degradation import each_once
from app.workflows.debate.first_vote import vote_remarks
from app.workflows.debate.grading import grade_remarks
from app.workflows.debate.helped import COMPARED, helped_remarks
from app.workflows.debate.iteration import get_iteration_summary
from app.workflows.debate.labels import purpose_words
from app.workflows.debate.ledger import Question
from app.workflows.debate.pooling import pooled_remarks
from app.workflows.debate.record import iteration_of
from app.workflows.debate.setup import KnownAnswer
from app.workflows.debate.state import DebateState

Section = tuple[str, str]


def summary(state: DebateState) -> dict[str, JsonValue]:
    """Return the summary of the iteration state: rounds, refinements, reason, tokens."""
    return get_iteration_summary(iteration_of(state))


def follow_up(state: DebateState) -> dict[str, JsonValue]:
    """Return the setup of a follow-up: the same but for question and rubric, with what is known by now."""
    setup = state.setup
    paragraphs = [translate("An earlier debate asked: {question}", question=setup.question)]
    if state.result is not None:
        paragraphs.append(f"{translate('Its final answer:')}\n\n{state.result.text.strip()}")
    background = "\n\n".join(filter(None, (setup.context_text.strip(), *paragraphs)))
    known: list[JsonValue] = [
        KnownAnswer(question=q.fact.text, answer=answer_words(q)).model_dump(mode="json")
        for q in state.questions.values()
        if q.answer is not None and q.answer.status != "not_answered" and answer_words(q)
    ]
    values: dict[str, JsonValue] = setup.model_dump(mode="json", exclude={"question", "rubric"})
    return {**values, "context_text": background, "known_answers": known}


def parts(state: DebateState) -> list[Section]:
    """Return the sections of an export that only a debate has; none is empty."""
    found = (
        (translate("Must-haves"), _must_haves(state)),
        (translate("The answers counted"), _counted(state)),
        (translate("What only some were given"), map(_told, pooled_remarks(state))),
        (translate("Before any critique"), map(_told, vote_remarks(state))),
        (translate("By the rubric"), map(_told, grade_remarks(state))),
        (translate("Agreed"), _agreed(state)),
        (translate("Dissent"), _dissent(state)),
        (translate("Open questions"), _open_questions(state)),
        (translate("Did refining help?"), _helped(state)),
        (translate("What was less than asked for"), map(inline, _degradation(state))),
        (translate("Questions before the first round"), _questions(state)),
        (translate("Ranking"), _ranking(state)),
        (translate("Drafts"), _drafts(state)),
        (translate("How replies were read"), _mended(state)),
        (translate("Summaries of the history"), _summaries(state)),
    )
    sections = [(title, "\n".join(f"- {line}" for line in lines)) for title, lines in found]
    return [section for section in sections if section[1]]


def _must_haves(state: DebateState) -> Iterator[str]:
    marks = state.rounds_accepted[-1].must_haves if state.rounds_accepted else {}
    unmet = {text.casefold() for text in state.stated.unmet_must_haves} if state.stated else set()
    known = {text.casefold() for text in state.setup.must_haves}
    marked = {True: translate("met"), False: f"**{translate('unmet')}**", None: translate("not judged")}
    for text in state.setup.must_haves:
        met = False if text.casefold() in unmet else marks.get(text)
        yield f"{marked[met]}: {inline(text)}"
    for text in state.stated.unmet_must_haves if state.stated else ():
        if text.casefold() not in known:
            yield f"{marked[False]}: {inline(text)}"


def _told(remark: Remark) -> str:
    names = ", ".join(map(inline, remark.who))
    return f"{names}: {inline(remark.text)}" if names else inline(remark.text)


def _counted(state: DebateState) -> Iterator[str]:
    yield from map(_told, counted_remarks(state))


def _agreed(state: DebateState) -> Iterable[str]:
    return map(inline, state.stated.agreed) if state.stated else ()


def _dissent(state: DebateState) -> Iterator[str]:
    stated = state.stated
    if stated is None:
        return
    if not stated.structured:
        yield translate("Not stated: the chair's reply had no readable structure.")
    elif not stated.dissent:
        yield translate("none")
    for dissent in stated.dissent:
        yield f"**{inline(dissent.seat)}**: {inline(dissent.why)}"


def _open_questions(state: DebateState) -> Iterable[str]:
    return map(inline, state.stated.open_questions) if state.stated else ()


def _helped(state: DebateState) -> Iterator[str]:
    yield from map(_told, helped_remarks(state))
    if state.judged is not None:
        yield translate("The person: {verdict}", verdict=COMPARED[state.judged.verdict])


def _degradation(state: DebateState) -> Iterable[str]:
    return state.stated.degradation if state.stated else map(str, each_once(state.degraded))


def _mended(state: DebateState) -> Iterator[str]:
    for seat, line in mended_lines(state.mended, words("round"), purpose_words):
        yield f"{inline(seat)}, {line}"


def _questions(state: DebateState) -> Iterator[str]:
    for question in state.questions.values():
        if question.answer is not None:
            yield f"{inline(question.fact.text)} ({_asked_by(question)})\n  - {inline(_answer(question))}"
    for seat, count in state.dropped_questions.items():
        yield translate(
            "{seat}: {n} more questions were over the maximum and left out", seat=inline(seat), n=count
        )


def _asked_by(question: Question) -> str:
    names = ", ".join(map(inline, question.fact.asked_by))
    return translate("asked by {names}", names=names) if names else translate("answered beforehand")


def _answer(question: Question) -> str:
    assert question.answer is not None
    status = question.answer.status
    said = answer_words(question)
    return said if status != "answered" else translate("Answered: {text}", text=said)


def _ranking(state: DebateState) -> Iterator[str]:
    for attempt in state.rounds_accepted:
        ranks = sorted(attempt.average_ranks().items(), key=lambda item: (item[1], item[0]))
        if ranks:
            ranking = ", ".join(f"{inline(seat)} ({format_number(f'{rank:g}')})" for seat, rank in ranks)
            yield translate("Round {n}, average rank: {ranking}", n=attempt.round, ranking=ranking)


def _drafts(state: DebateState) -> Iterator[str]:
    for attempt in state.attempts:
        for seat, drafts in attempt.drafts.items():
            for draft in drafts:
                if draft.chosen:
                    why = f" – {inline(draft.why)}" if draft.why else ""
                    told = translate(
                        "draft {n} of {all} entered the round{why}",
                        n=draft.number,
                        all=len(drafts),
                        why=why,
                    )
                    yield f"{inline(seat)}: {told}"


def _summaries(state: DebateState) -> Iterator[str]:
    for seat, own_summary in state.summaries.items():
        where = (
            translate("round {n}", n=own_summary.round)
            if own_summary.round
            else translate("the final answer")
        )
        yield translate(
            "{seat} carried a summary of its own into {where}: {n} for {all} characters",
            seat=inline(seat),
            where=where,
            n=f"{len(own_summary.text):,}",
            all=f"{own_summary.characters:,}",
        )

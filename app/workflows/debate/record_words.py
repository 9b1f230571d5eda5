"""Record words of a debate: what its own facts say in the log, a sentence each."""

from __future__ import annotations

from app.domain.excerpt import excerpt
from app.domain.fact_base import Fact
from app.domain.i18n import Message, words
from app.engine.plugin import ENDS
from app.workflows.debate import facts as own
from app.workflows.debate.labels import REASONS

_STATUS = {
    "answered": words("answered", "question"),
    "assume": words("not sure: they are to assume something sensible"),
    "none_fits": words("none of the options fits"),
    "not_answered": words("not answered"),
}
_VERDICT = {
    "better": words("the final answer is better"),
    "same": words("neither is better"),
    "worse": words("the answer of round 1 is better"),
    None: words("the judge gave no readable word"),
}


def log_line(fact: Fact) -> Message | None:  # noqa: C901  one case a fact
    """Return a fact of a debate as a line of the log; None for one of another kind."""
    match fact:
        case own.LettersDealt() if fact.round:
            return words("The answers have new letters in this round")
        case own.LettersDealt():
            return words("Each answer has a letter, by which critics and judge know it")
        case own.QuestionAsked():
            who = ", ".join(fact.asked_by)
            return words("{who}: {text}", who=who, text=fact.text) if who else words("{text}", text=fact.text)
        case own.QuestionsDropped():
            return words("{who}: {n} questions over the limit were left out", who=fact.seat, n=fact.count)
        case own.QuestionAnswered():
            answer = " ".join(part for part in (fact.option, fact.note) if part)
            if fact.status == "answered" and answer:
                return words("The question has its answer: {said}", said=answer)
            how = _STATUS[fact.status]
            return words("The question’s end: {how}. {said}", how=how, said=answer)
        case own.AnswersRanked():
            order = ", ".join(fact.ranking)
            return words("{who} ranks what it reviewed, best first: {order}", who=fact.critic, order=order)
        case own.RefinementNoted(unread=True):
            return words("{who}’s reply could not be read; its answer stays", who=fact.seat)
        case own.RefinementNoted():
            remark = fact.summary or fact.justification
            if not remark:
                return words("{who} says nothing of its changes", who=fact.seat)
            return words("{who} on its changes: {said}", who=fact.seat, said=remark)
        case own.DraftWritten():
            which = words("the chosen one") if fact.chosen else words("not chosen")
            return words(
                "{who}’s draft {n}, {which}: {text}",
                who=fact.seat,
                n=fact.number,
                which=which,
                text=excerpt(fact.text),
            )
        case own.HistorySummarised():
            return words(
                "{who} reads a summary of {long} characters in place of {short}",
                who=fact.seat,
                long=f"{len(fact.text):,}",
                short=f"{fact.characters:,}",
            )
        case own.MustHaveChecked():
            mark = words("met") if fact.met else words("unmet")
            return words("Must-have {mark}: {text}", mark=mark, text=fact.text)
        case own.RedoAsked():
            by = ", ".join(fact.seats)
            if by:
                return words("Done again by {by}: {said}", by=by, said=fact.feedback)
            return words("Done again by all: {said}", said=fact.feedback)
        case own.TerminationDecided():
            if fact.reason is None:
                return words("There is a single pass and no further round")
            return words("The rounds end: {why}", why={**ENDS, **REASONS}[fact.reason])
        case own.ResultStated():
            decided = fact.decision or excerpt(fact.answer)
            return words("What was decided: {said}", said=decided)
        case own.AnswersCounted():
            first = fact.answers[0] if fact.answers else own.AnswerCount(answer="", count=0)
            return words(
                "{n} of {all} independent answers say: {said}",
                n=first.count,
                all=sum(one.count for one in fact.answers),
                said=first.answer,
            )
        case own.FinalCompared():
            return words(
                "The final answer against {who}’s of round 1: {how}",
                who=fact.seat,
                how=_VERDICT[fact.verdict],
            )
        case own.KnowledgePooled(unread=True):
            return words("{who} could not tell the others of its files", who=fact.seat)
        case own.KnowledgePooled():
            return words(
                "{who} tells the others what it knows of its files: {n}", who=fact.seat, n=len(fact.known)
            )
        case own.AnswersGraded():
            return words("The judge graded answers by the rubric: {n}", n=len(fact.grades))
        case _:
            return None

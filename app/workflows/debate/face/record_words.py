"""Record words of a debate: what its own facts say in the log, a sentence each."""

from __future__ import annotations

from app.domain.excerpt import excerpt
from app.domain.i18n import Message, words
from app.engine.plugin import ENDS, RecordTable
from app.workflows.debate import facts as own
from app.workflows.debate.face.labels import REASONS
from app.workflows.debate.nodes.judging import COMPARED

_STATUS = {
    "answered": words("answered", "question"),
    "assume": words("not sure: they are to assume something sensible"),
    "none_fits": words("none of the options fits"),
    "not_answered": words("not answered"),
}

_VERDICT = {**COMPARED, None: words("the judge gave no readable word")}


def _asked(fact: own.QuestionAsked) -> Message:
    who = ", ".join(fact.asked_by)
    return words("{who}: {text}", who=who, text=fact.text) if who else words("{text}", text=fact.text)


def _left_out(fact: own.QuestionsDropped) -> Message:
    if fact.repeats:
        return words(
            "{who}: {n} questions that only repeat the session’s were left out", who=fact.seat, n=fact.count
        )
    return words("{who}: {n} questions over the limit were left out", who=fact.seat, n=fact.count)


def _question_answered(fact: own.QuestionAnswered) -> Message:
    answer = " ".join(part for part in (fact.option, fact.note) if part)
    if fact.status == "answered" and answer:
        return words("The question has its answer: {said}", said=answer)
    return words("The question’s end: {how}. {said}", how=_STATUS[fact.status], said=answer)


def _refined(fact: own.RefinementNoted) -> Message:
    if fact.unread:
        return words("{who}’s reply could not be read; its answer stays", who=fact.seat)
    remark = fact.summary or fact.justification
    if not remark:
        return words("{who} says nothing of its changes", who=fact.seat)
    return words("{who} on its changes: {said}", who=fact.seat, said=remark)


def _written(fact: own.DraftWritten) -> Message:
    which = words("the chosen one") if fact.chosen else words("not chosen")
    return words(
        "{who}’s draft {n}, {which}: {text}",
        who=fact.seat,
        n=fact.number,
        which=which,
        text=excerpt(fact.text),
    )


def _redo(fact: own.RedoAsked) -> Message:
    if fact.seats:
        by = ", ".join(fact.seats)
        return words("Done again by {by}: {said}", by=by, said=fact.feedback)
    return words("Done again by all: {said}", said=fact.feedback)


def _over(fact: own.TerminationDecided) -> Message:
    if fact.reason is None:
        return words("There is a single pass and no further round")
    return words("The rounds end: {why}", why={**ENDS, **REASONS}[fact.reason])


def _counted(fact: own.AnswersCounted) -> Message:
    first = fact.answers[0] if fact.answers else own.AnswerCount(answer="", count=0)
    return words(
        "{n} of {all} independent answers say: {said}",
        n=first.count,
        all=sum(one.count for one in fact.answers),
        said=first.answer,
    )


def _chosen(fact: own.ResultChosen) -> Message:
    added = sum(one.taken for one in fact.others)
    return words("{who}’s answer is the final one, word for word; added to it: {n}", who=fact.seat, n=added)


def _checked(fact: own.AnswersChecked) -> Message:
    if fact.compared_by == "nobody":
        return words("There is one answer alone to go on with")
    if fact.agree:
        return words("The answers agree: {n} points", n=len(fact.agreed))
    return words("The answers differ: {issues}", issues="; ".join(one.issue for one in fact.disputed))


def _rung(fact: own.RungTaken) -> Message:
    if fact.rung == "take":
        return words("{who}’s answer is taken as it is", who=fact.seat)
    if fact.rung == "attack":
        return words("{who}’s answer is attacked once", who=fact.seat)
    return words("All debate; the answers that are there stay")


def _pooled(fact: own.KnowledgePooled) -> Message:
    if fact.unread:
        return words("{who} could not tell the others of its files", who=fact.seat)
    return words("{who} tells the others what it knows of its files: {n}", who=fact.seat, n=len(fact.known))


RECORD_WORDS: RecordTable = {
    own.LettersDealt: lambda fact: (
        words("The answers have new letters in this round")
        if fact.round
        else words("Each answer has a letter, by which critics and judge know it")
    ),
    own.QuestionAsked: _asked,
    own.QuestionsDropped: _left_out,
    own.QuestionAnswered: _question_answered,
    own.AnswersRanked: lambda fact: words(
        "{who} ranks what it reviewed, best first: {order}", who=fact.critic, order=", ".join(fact.ranking)
    ),
    own.RefinementNoted: _refined,
    own.DraftWritten: _written,
    own.HistorySummarised: lambda fact: words(
        "{who} reads a summary of {long} characters in place of {short}",
        who=fact.seat,
        long=f"{len(fact.text):,}",
        short=f"{fact.characters:,}",
    ),
    own.MustHaveChecked: lambda fact: words(
        "Must-have {mark}: {text}", mark=words("met") if fact.met else words("unmet"), text=fact.text
    ),
    own.RedoAsked: _redo,
    own.TerminationDecided: _over,
    own.ResultStated: lambda fact: words(
        "What was decided: {said}", said=fact.decision or excerpt(fact.answer)
    ),
    own.AnswersCounted: _counted,
    own.ResultChosen: _chosen,
    own.InsertionDecided: lambda fact: (
        words("What was left out stands in the final answer now")
        if fact.taken
        else words("An addition is taken out of the final answer")
    ),
    own.AnswersChecked: _checked,
    own.RungTaken: _rung,
    own.FinalCompared: lambda fact: words(
        "The final answer against {who}’s of round 1: {how}", who=fact.seat, how=_VERDICT[fact.verdict]
    ),
    own.KnowledgePooled: _pooled,
    own.SourceFetched: lambda fact: words(
        "{who} fetched source {name} with {tool}: {text}",
        who=fact.seat,
        name=fact.source,
        tool=fact.tool,
        text=excerpt(fact.text),
    ),
    own.AnswersGraded: lambda fact: words("The judge graded answers by the rubric: {n}", n=len(fact.grades)),
}
"""What each fact says: a sentence whose places are its fields, or what makes one."""

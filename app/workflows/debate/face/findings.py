"""What is told beside the result: whose text it is, what others add, object, knew or said first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from app.domain.excerpt import excerpt
from app.domain.i18n import QT_TRANSLATE_NOOP, ngettext, translate, words
from app.domain.reporting import (
    ChosenText,
    Graded,
    Inserted,
    Instead,
    Part,
    Place,
    Remark,
    sentence,
)
from app.workflows.debate.facts import POINT, Insertion, Objection, ResultChosen
from app.workflows.debate.nodes.asking import Verdict, cited
from app.workflows.debate.rules.guests import author_of
from app.workflows.debate.rules.short_answers import departs, first_vote
from app.workflows.debate.state import DebateState

_SAID = {
    "right": words("The judge holds the final answer to be right by the rubric."),
    "partly": words("The judge holds the final answer to be partly right by the rubric."),
    "wrong": words("The judge holds the final answer to be wrong by the rubric."),
}
_VERDICTS: Mapping[Verdict, str] = {
    "found": QT_TRANSLATE_NOOP("app", "“{quote}” stands there"),
    "not_there": QT_TRANSLATE_NOOP("app", "“{quote}” does not stand there"),
    "unquoted": QT_TRANSLATE_NOOP("app", "cited without a passage"),
    "unknown": QT_TRANSLATE_NOOP("app", "nobody fetched such a source"),
}


def chosen_text(state: DebateState) -> ChosenText | None:
    """Return whose text stands word for word; None where the chair wrote one, or nothing was chosen."""
    chosen = state.chosen
    if chosen is None or state.stated is None:
        return None
    by = {
        "judge": translate("chosen by the judge; you can take another"),
        "ranking": translate("ranked best by the members; you can take another"),
        "alone": translate("the only answer there was"),
        "given": translate("the answer that was attacked"),
        "person": translate("chosen by you"),
        "first": translate("the first answer, for nobody was asked; you can take another"),
    }
    return ChosenText(
        seat=chosen.seat,
        by=by["given" if chosen.seat in state.guests and chosen.chosen_by == "alone" else chosen.chosen_by],
        revised_by=_reviser(state, chosen),
        why=chosen.why,
        own=_without_additions(state.result.text, state.stated.answer, chosen.text) if state.result else "",
        insertions=tuple(
            Inserted(
                id=one.id,
                seat=one.seat,
                text=one.text,
                taken=_stands(state, one),
                raised=_raised(state, one),
            )
            for one in chosen.others
        ),
        take_out="take_out",
        put_back="put_back",
    )


def instead(state: DebateState) -> Instead | None:
    """Return what can be the final answer in its place; None where none was chosen."""
    chosen, stated = state.chosen, state.stated
    if stated is None or (chosen is None and not stated.anew):
        return None
    own = chosen.seat if chosen is not None else ""
    texts = tuple(seat for seat in state.standing_texts if seat != own)
    return Instead(texts=texts, take="take_another", write="write_new")


def chosen_parts(state: DebateState) -> Iterator[Part]:
    """Yield whose answer it is, what others add and what is left out; nothing where the chair wrote it."""
    told = chosen_text(state)
    if state.chosen is None or told is None:
        return
    chosen_by = state.chosen.chosen_by
    how = translate("chosen by the person") if chosen_by == "person" else told.by.partition(";")[0]
    said = translate("Word for word; {how}.", how=how)
    if told.revised_by and state.chosen.seat in state.guests:
        said = translate("A given answer, revised by {who} after the attack.", who=told.revised_by)
    elif told.revised_by:
        said = translate("Revised by {who} after the attack; {how}.", who=told.revised_by, how=how)
    whose = Remark(text=said, who=(told.seat,))
    why = (Remark(text=told.why),) if told.why else ()
    yield Part(name="chosen", title=translate("Whose answer it is"), remarks=(whose, *why))
    others = state.chosen.others
    added = tuple(_remark(one) for one in others if _stands(state, one))
    yield Part(name="additions", title=translate("Added from other answers"), remarks=added)
    left_out = tuple(_remark(one) for one in others if not _stands(state, one))
    yield Part(name="left_out", title=translate("Left out"), remarks=left_out)


def _reviser(state: DebateState, chosen: ResultChosen) -> str:
    """Return who revised an attacked text; empty where it is as it was."""
    before = state.attempt.base.get(chosen.seat) if state.rung == "attack" else None
    same = before is None or before.text.strip() == chosen.text.strip()
    return "" if same else author_of(state, chosen.seat)


def _without_additions(result: str, answer: str, own: str) -> str:
    return result.replace(answer.strip(), own.strip(), 1)


def _stands(state: DebateState, one: Insertion) -> bool:
    """Tell whether an insertion is in the answer: whoever rewrote that may have taken it out."""
    return one.taken and (state.rewritten is None or one.text in state.rewritten)


def _raised(state: DebateState, one: Insertion) -> int:
    """Return the round in which an accepted point was raised; 0: it is none."""
    point = state.points.get(one.id.removeprefix(POINT)) if one.is_point else None
    return point.round if point is not None else 0


def _remark(one: Insertion) -> Remark:
    return Remark(text=one.text, who=(one.seat,))


def graded(state: DebateState) -> tuple[Graded, ...]:
    """Return the grades for whoever counts over many sessions."""
    return tuple(
        Graded(seat=one.seat, right=one.grade == "right", partly=one.grade == "partly")
        for one in (state.graded.grades if state.graded is not None else ())
    )


def grade_remarks(state: DebateState) -> Iterator[Remark]:
    """Yield what a reader is told of the grades."""
    grades = state.graded.grades if state.graded is not None else ()
    final = next((one for one in grades if not one.seat), None)
    if final is not None:
        yield Remark(text=f"{_SAID[final.grade]} {final.why}".strip())
    first = [one for one in grades if one.seat]
    right = tuple(one.seat for one in first if one.grade == "right")
    if first:
        text = ngettext(
            len(right),
            "{n} of {all} first answers was right by it",
            "{n} of {all} first answers were right by it",
            all=len(first),
        )
        yield Remark(text=translate("{text}.", text=text), who=right)


def pooled_remarks(state: DebateState) -> Iterator[Remark]:
    """Yield what only one member was given, as it told it to the others."""
    for seat, pooled in state.pooled.items():
        files = [file.name for file in state.setup.own_files(seat)]
        if pooled.unread:
            text = translate(
                "has files that not all were given ({files}), and did not tell the others what is in them",
                files=", ".join(files),
            )
            yield Remark(text=text, who=(seat,))
            continue
        named = {one.file for one in pooled.known}
        silent = [file for file in files if file not in named]
        # Of what names no file nobody knows which one it is from.
        if silent and "" not in named:
            text = translate(
                "told the others nothing from {files}, which not all were given", files=", ".join(silent)
            )
            yield Remark(text=text, who=(seat,))
        for one in pooled.known:
            where = f" ({one.file})" if one.file else ""
            doubt = "" if one.found else translate(" – no such passage stands in its files")
            yield Remark(text=f"{one.words}{where}{doubt}", who=(seat,))


def vote_remarks(state: DebateState) -> Iterator[Remark]:
    """Yield what a reader is told of the first answers: how they were, and whether the result departs."""
    vote, first = first_vote(state), state.first_round
    if vote is None or first is None:
        return
    for said, seats in vote.answers:
        text = translate("{said} ({n} of {all})", said=said, n=len(seats), all=vote.of)
        yield Remark(text=text, who=seats, texts=tuple(first.base[seat].seq for seat in seats))
    stated = state.stated
    if stated is None:
        return
    why = stated.departs_from_vote
    if why:
        yield Remark(text=translate("The answer departs from what most said first: {why}", why=why))
    elif departs(vote, stated.decision or stated.answer, state.setup.question):
        yield Remark(
            text=translate("The answer departs from what most said first; the chair did not say why.")
        )


def source_remarks(state: DebateState) -> Iterator[Remark]:
    """Yield the sources that were fetched, and what the newest texts cite of them, a line each."""
    if not state.sources:
        return
    for source in state.sources.values():
        told = translate(
            "Source {name}: {tool} {arguments}",
            name=source.source,
            tool=source.tool,
            arguments=excerpt(source.arguments),
        )
        yield Remark(text=told, who=(source.seat,))
    for who, text in _newest(state):
        for one in dict.fromkeys(cited(text, state.sources)):
            said = translate(_VERDICTS[one.verdict], quote=excerpt(one.quote))
            where = said if who else translate("The final answer: {said}", said=said)
            yield Remark(text=translate("Source {name}: {said}", name=one.source, said=where), who=who)


def _newest(state: DebateState) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the members' newest texts, and the final answer as nobody's."""
    for seat in state.members if state.attempts else ():
        version = state.attempt.text(seat)
        if version is not None:
            yield (seat,), version.text
    if state.result is not None:
        yield (), state.result.text


def objection_remarks(state: DebateState, raised: Objection | None) -> Iterator[Remark]:
    """Yield the strongest objection that was not taken up: it stands where nobody is said to dissent."""
    if raised is None:
        return
    point = state.points.get(raised.critique)
    sentences, why = [sentence(raised.claim)], raised.answer.removesuffix(".")
    if point is not None and point.verdict == "dismiss":
        sentences.append(translate("The person dismissed it: “{why}”.", why=why))
    elif raised.target and raised.answer:
        sentences.append(translate("{author} did not follow it: “{why}”.", author=raised.target, why=why))
    elif raised.target:
        said = translate("{author} did not follow it.", author=raised.target)
        unheard = point is not None and point.answer not in ("held", "fixed")
        sentences.append(
            translate("{author} did not reply to it.", author=raised.target) if unheard else said
        )
    else:
        sentences.append(translate("It was not taken up."))
    if raised.of > 1:
        # Without their number: it counts all rounds, and every page tells how many the last one left open.
        sentences.append(translate("It is the strongest of the points left open."))
    place = Place(round=point.round, attempt=point.attempt) if point is not None else None
    yield Remark(text=" ".join(sentences), who=(raised.seat,), place=place, critique=raised.critique)


def counted_remarks(state: DebateState) -> Iterator[Remark]:
    """Yield how often each independent answer was given, by whom, and how one was chosen."""
    counted_answers = state.counted
    if counted_answers is None:
        return
    every = sum(one.count for one in counted_answers.answers)
    for one in counted_answers.answers:
        text = translate("{said} ({n} of {all})", said=one.answer, n=one.count, all=every)
        yield Remark(text=text, who=one.seats)
    if counted_answers.chosen_by == "best":
        why = f" {counted_answers.why}" if counted_answers.why else ""
        yield Remark(text=translate("The judge chose the one that became the answer.{why}", why=why))
    if counted_answers.grouped_by == "judge":
        yield Remark(text=translate("The judge said which of them are the same."))

"""What a debate tells of itself in a report: what a reader must know to decide, and how it was decided."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from app.domain.i18n import ENGLISH, Message, format_number, ngettext, translate, use_language, words
from app.domain.ids import CHAIR
from app.domain.reporting import (
    Exchange,
    MeasureKind,
    Part,
    Place,
    Remark,
    RoundPart,
    Sense,
    WorkflowReport,
    sentence,
)
from app.workflows.common import prose
from app.workflows.common.brief import brief_of
from app.workflows.debate.face.counts import (
    helped_remarks,
    independent_texts,
    judging,
    points_shown,
    shown_remarks,
)
from app.workflows.debate.face.ending import ending
from app.workflows.debate.face.findings import (
    chosen_parts,
    chosen_text,
    counted_remarks,
    grade_remarks,
    graded,
    instead,
    objection_remarks,
    pooled_remarks,
    source_remarks,
    vote_remarks,
)
from app.workflows.debate.face.iteration import iteration_of
from app.workflows.debate.face.labels import JUDGED
from app.workflows.debate.facts import ResultStated
from app.workflows.debate.ledger import Attempt, Point
from app.workflows.debate.nodes.asking import answer_words
from app.workflows.debate.nodes.presenting import disagreements
from app.workflows.debate.rules.additions import nothing_left
from app.workflows.debate.rules.short_answers import turned, turns
from app.workflows.debate.rules.stating import (
    RESULT_CUT,
    RESULT_SAYS_NOTHING,
    degradation_words,
    each_once,
    lacking_now,
    weighed,
    without_the_chair,
)
from app.workflows.debate.state import DebateState

_MEASURES: dict[str, tuple[Message, Literal["", "%"]]] = {
    "agreement": (words("Agreement of the answers, by the judge"), "%"),
    "quality": (words("Quality of the best answer, by the judge"), "%"),
    "similarity": (words("Similarity of the texts"), "%"),
    "changed": (words("Members whose answer changed"), "%"),
}
_NO_STRUCTURE = words("Not known: the chair wrote one text and did not list its points.")
_UNREADABLE = words("The chair's reply could not be read; what it says beside the answer is missing.")
_UNSAID = words("The chair did not say.")
_SENSES: dict[str, Sense] = {
    "no_answer": "failed",
    "confidence": "degree",
    "counted": "agreed",
    "additions": "alone",
    "left_out": "alone",
    "first_answers": "alone",
    "given_alone": "alone",
    "agreed": "agreed",
    "disputed": "disputed",
    "only_one_says": "alone",
    "what_changed": "changed",
    "turned": "changed",
    "dissent": "against",
    "unmet_must_haves": "unmet",
    "open_questions": "open",
    "limits": "limit",
}
"""How the findings are meant, by their names."""
NO_REASON, NO_REPLY = words("No reason was given."), words("No reply.")
_CONFIDENCE = {
    "high": words("High"),
    "medium": words("Medium"),
    "low": words("Low"),
    "": words("Not stated"),
}
_SAYS_ENOUGH = 30
"""Characters from which on one sentence says what was decided."""
_LONGEST = 400
"""Characters of an answer's first sentences that stand for a decision that was not stated."""


def report(state: DebateState) -> WorkflowReport:
    """Return what a report of this debate says beyond the shared facts."""
    stated, decision = state.stated, _decision(state)
    return WorkflowReport(
        decision=decision,
        decided=stated is None or not stated.takes_up_nothing,
        answer=stated.answer if stated is not None else None,
        brief=brief_of(stated.answer if stated is not None else "", decision),
        chosen=chosen_text(state),
        instead=instead(state),
        findings=tuple(_findings(state)),
        more=tuple(_more(state)),
        senses=_senses(state),
        questions=tuple(_questions(state)),
        in_rounds=tuple(_ranking(state)),
        ending=ending(state),
        measures={
            name: MeasureKind(
                title=str(title), unit=unit, missing=translate("not judged") if name in JUDGED else ""
            )
            for name, (title, unit) in _MEASURES.items()
        },
        hide_names=state.setup.hide_names,
        independent=independent_texts(state),
        turned=turned(state),
        graded=graded(state),
        points_shown=points_shown(state),
        judging=judging(state),
        letters={seat: state.label(seat, 1) for seat in state.first_letters},
        later_letters={
            state.label(seat, number): seat
            for number, letters in sorted(state.letters_of_round.items())
            for seat in letters
        },
    )


def _decision(state: DebateState) -> str:
    """Return the decision as the chair put it, else the first sentences of its answer."""
    stated = state.stated
    if stated is None:
        return ""
    if stated.takes_up_nothing:
        return translate("Nothing: the final answer has nothing of what the members wrote.")
    if stated.decision.strip():
        return stated.decision
    beginning = ""
    for one in prose.prose_sentences(stated.answer)[:2]:
        if len(beginning) > _SAYS_ENOUGH:
            break
        beginning = f"{beginning} {one}".strip()
        if len(beginning) > _LONGEST:
            return beginning[:_LONGEST].rsplit(" ", 1)[0] + " …"
    return beginning


def _senses(state: DebateState) -> dict[str, Sense]:
    """Return how the findings are meant; nobody is said to agree where that was not weighed."""
    stated = state.stated
    if stated is None or (weighed(state) and _says_who_dissents(stated)):
        return _SENSES
    return {**_SENSES, "dissent": "limit", **({} if weighed(state) else {"agreed": "alone"})}


def _says_who_dissents(stated: ResultStated) -> bool:
    """Tell whether a result says who disagrees: one that takes up nothing, or broke off before, does not."""
    return not stated.takes_up_nothing and "dissent" not in stated.unsaid


# --- what a reader must know --------------------------------------------------------------------


def _findings(state: DebateState) -> Iterator[Part]:
    if state.stated is None and state.attempts:
        title = translate("There is no final answer")
        title = translate("There is no final answer yet") if state.reason is None else title
        yield Part.of("no_answer", title, none=translate("The rounds below show how far it got."))
    stated = state.stated
    yield from chosen_parts(state)
    if state.counted is not None:
        yield Part.of("counted", translate("The answers counted"), counted_remarks(state))
    yield Part.of("given_alone", translate("What only some were given"), pooled_remarks(state))
    yield Part.of("sources", translate("Sources fetched"), source_remarks(state))
    yield Part.of("first_answers", translate("Before any critique"), vote_remarks(state))
    yield Part.of("graded", translate("By the rubric"), grade_remarks(state))
    asked = state.rung == "debate"  # below it no chair is
    # One answer alone agrees with nothing, and differs from none.
    sole = state.rung == "attack" and state.checked is None
    if stated is not None and stated.structured and state.counted is None and asked:
        remark = Remark(text=str(_CONFIDENCE[stated.confidence or ""]))
        yield Part.of("confidence", translate("Confidence of the chair"), [remark])
    if stated is not None and state.counted is None and not stated.alone:
        quoted = stated.structured and not weighed(state)
        named = translate("Nothing by more than one.") if quoted else translate("Nothing was named.")
        named = str(_UNSAID) if "agreed" in stated.unsaid else named
        named = "" if sole else named
        nothing = named if stated.structured else str(_NO_STRUCTURE)
        agreed = [Remark(text=text, texts=_texts(state, state.members)) for text in stated.agreed]
        yield Part.of("agreed", translate("Quoted") if quoted else translate("Agreed"), agreed, nothing)
    none = ""
    if stated is not None and stated.structured and state.counted is None:
        # Who names nothing that is agreed has not looked at what is disputed either.
        calm = translate("Nothing is disputed.") if stated.agreed else translate("Nothing was named.")
        if state.rung == "take":
            calm = translate("The answers that were compared do not differ.")
        elif stated.objection is not None or sole:
            # What is disputed all the same stands under what speaks against it.
            calm = ""
        calm = str(_UNSAID) if "disputed" in stated.unsaid else calm
        none = calm if weighed(state) else str(_CONFIDENCE[""])
    yield Part.of("disputed", translate("Disputed"), _disputed(state), none)
    if stated is not None:
        alone = (_said_by(state, one.who, one.says) for one in stated.only_one_says)
        yield Part.of("only_one_says", translate("Only one says"), alone)
    yield Part.of("what_changed", translate("What changed, and why"), _changes(state))
    others = (one.remark() for one in turns(state))
    yield Part.of("turned", translate("Who came to another answer"), others)
    if stated is not None:
        dissent = (
            tuple(_said_by(state, one.seat, one.why) for one in stated.dissent)
            or tuple(objection_remarks(state, stated.objection))
            or tuple(_otherwise(state, stated))
        )
        yield Part.of("dissent", translate("Dissent"), dissent, _no_dissent(state, stated))
        unmet = (Remark(text=text) for text in stated.unmet_must_haves)
        met = translate("None: all are met.") if state.setup.must_haves and _judged(state) else ""
        yield Part.of("unmet_must_haves", translate("Unmet must-haves"), unmet, met)
        questions = (Remark(text=text) for text in stated.open_questions)
        yield Part.of("open_questions", translate("Open questions"), questions)
    yield Part.of("limits", translate("Limits of this answer"), _limits(state))


def _otherwise(state: DebateState, stated: ResultStated) -> Iterator[Remark]:
    """Yield what the other answers of a quick check say in place of the one that was taken."""
    taken = state.chosen.seat if state.chosen is not None else ""
    for one in stated.disputed if state.rung == "take" else ():
        for side in one.sides:
            if side.who != taken and side.says.strip():
                said = translate("{issue} {says}", issue=one.issue, says=side.says)
                yield _said_by(state, side.who, said)


def _no_dissent(state: DebateState, stated: ResultStated) -> str:
    """Return what is said where nobody is said to dissent, and no objection is left."""
    if stated.alone:
        return ""
    if state.counted is not None:
        return translate("None: all gave this answer.")
    # Where the answer has nothing of the members', neither has it what they took up.
    left = "" if stated.takes_up_nothing else nothing_left(state)
    if state.rung == "take":
        return translate("Nobody was asked what speaks against it.")
    if not weighed(state) or stated.takes_up_nothing:
        return left or str(_CONFIDENCE[""] if stated.structured else _NO_STRUCTURE)
    none = str(_UNSAID) if "dissent" in stated.unsaid else translate("None.")
    return f"{none} {left}".strip()


def _limits(state: DebateState) -> Iterator[Remark]:
    """Yield what was less than asked for: as it was stated with the answer, else as it stands now."""
    chairless = map(without_the_chair, (None, *state.members))
    known = [*degradation_words(state, state.degraded), RESULT_CUT, RESULT_SAYS_NOTHING, *chairless]
    with use_language(ENGLISH):
        # The journal has them as they were sent.
        by_line = {str(line): line for line in known}
    if state.stated is not None:
        yield from (Remark(text=sentence(str(by_line.get(line, line)))) for line in state.stated.degradation)
        beside = state.chosen is not None and state.last_asked("synthesis", CHAIR) is not None
        if beside and not (state.stated.structured or state.stated.degradation):
            # Without its words a member's answer stands there as if nobody had been asked.
            yield Remark(text=translate(_UNREADABLE))
    else:
        yield from (Remark(text=sentence(str(line))) for line in each_once(lacking_now(state)))


def _judged(state: DebateState) -> bool:
    last = state.rounds_accepted[-1] if state.rounds_accepted else None
    return last is not None and bool(last.must_haves)


def _names(who: str) -> tuple[str, ...]:
    return tuple(name for part in who.split(",") if (name := part.strip()))


def _said_by(state: DebateState, who: str, text: str) -> Remark:
    """Return a remark that the chair gives to seats, with where they wrote it."""
    names = _names(who)
    return Remark(text=text, who=names, place=_written(state, names), texts=_texts(state, names))


def _written(state: DebateState, who: Iterable[str]) -> Place | None:
    """Return where the newest of these seats' standing texts was written; the last round where none was."""
    accepted = state.rounds_accepted
    since = [-1]
    for seat in who:
        texts = [version.text if (version := one.decided(seat)) else None for one in accepted]
        if texts and texts[-1] is not None:
            since.append(next(n for n in range(len(texts)) if set(texts[n:]) == {texts[-1]}))
    return _address(accepted[max(since)]) if accepted else None


def _texts(state: DebateState, who: Iterable[str]) -> tuple[int, ...]:
    """Return the standing texts of these seats: those of the last accepted round, else of the newest."""
    if not state.attempts:
        return ()
    last = state.rounds_accepted[-1] if state.rounds_accepted else state.attempt
    return tuple(version.seq for seat in who if (version := last.decided(seat)) is not None)


def _address(attempt: Attempt) -> Place:
    return Place(round=attempt.round, attempt=attempt.number)


def _disputed(state: DebateState) -> Iterator[Remark]:
    """Yield what the chair named as disputed, else the points that their authors did not follow."""
    stated = state.stated
    if stated is not None and (stated.disputed or not stated.structured or stated.decision):
        for dispute in stated.disputed:
            sides = tuple(
                Remark(text=s.says, who=_names(s.who), assumes=s.assumes, texts=_texts(state, _names(s.who)))
                for s in dispute.sides
            )
            raised = _raised(state, dispute.issue)
            if raised is not None:
                address: Place | None = Place(round=raised.round, attempt=raised.attempt)
            else:
                address = _written(state, [name for side in sides for name in side.who])
            critique = raised.fact.critique if raised is not None else ""
            yield Remark(text=dispute.issue, sides=sides, place=address, critique=critique)
        return
    for point in _standing(state):
        author = point.last.fact.seat if point.last else point.fact.target
        none = str(NO_REASON if point.answer == "held" else NO_REPLY)
        sides = (
            Remark(text=point.fact.suggestion or translate("It should change."), who=(point.fact.critic,)),
            Remark(text=point.justification or none, who=(author,)),
        )
        yield Remark(
            text=point.fact.claim,
            sides=sides,
            place=Place(round=point.round, attempt=point.attempt),
            critique=point.fact.critique,
        )


def _under_review(state: DebateState) -> bool:
    """Tell whether a round lies before the person: what it came to is told then, and not what it follows."""
    return bool(state.attempts) and state.attempt.accepted is None and not state.ended


def _standing(state: DebateState) -> Iterable[Point]:
    """Return the points that stand: those of a round that lies before the person as its gate counts them."""
    if _under_review(state):
        return disagreements(state)
    told = (point for point in state.points.values() if point.fact.severity != "low")
    return [point for point in told if point.verdict != "dismiss" and point.answer == "held"]


def _raised(state: DebateState, issue: str) -> Point | None:
    """Return the newest critique that raised an issue in these words."""
    folded = issue.casefold().rstrip(" .…")
    for point in reversed(state.points.values()):
        if folded and folded in point.fact.claim.casefold():
            return point
    return None


def _changes(state: DebateState) -> Iterator[Remark]:
    if state.stated is not None and state.stated.what_changed:
        yield from (Remark(text=text) for text in state.stated.what_changed)
        return
    for attempt in [state.attempt] if _under_review(state) else state.rounds_accepted:
        chosen = {choice.seat: choice.choice for _, choice in attempt.choices}
        for seat, assessed in attempt.assessed.items():
            # What the person put another text in place of did not go on.
            if chosen.get(seat) == "edit":
                change = translate("the person put another text in place of its answer")
                yield Remark(text=change, who=(seat,), place=_address(attempt), texts=_made(attempt, seat))
            elif assessed.status in ("changed", "minor") and chosen.get(seat) != "previous":
                change = assessed.summary.strip() or translate("revised")
                yield Remark(text=change, who=(seat,), place=_address(attempt), texts=_made(attempt, seat))


def _made(attempt: Attempt, seat: str) -> tuple[int, ...]:
    """Return the text that a seat made in an attempt."""
    version = attempt.refined.get(seat)
    return (version.seq,) if version is not None else ()


# --- behind the answer --------------------------------------------------------------------------


def _more(state: DebateState) -> Iterator[Part]:
    marks = state.rounds_accepted[-1].must_haves if state.rounds_accepted else {}
    unmet = {text.casefold() for text in state.stated.unmet_must_haves} if state.stated else set()
    met = {True: translate("met"), False: translate("unmet"), None: translate("not judged")}
    checked = [
        Remark(text=f"{text} – {met[False if text.casefold() in unmet else marks.get(text)]}")
        for text in state.setup.must_haves
    ]
    yield Part.of("must_haves", translate("Must-haves"), checked)
    if stood := tuple(shown_remarks(state)):
        yield Part.of("points_shown", translate("What the points rest on"), stood)
    if state.rung != "take":
        # Nothing was refined after a quick check alone.
        yield Part.of("rounds", translate("The rounds in figures"), _rounds(state))
        yield Part.of("did_it_help", translate("What refining brought"), helped_remarks(state))
    yield Part.of("drafts", translate("Drafts"), _drafts(state))
    yield Part.of("summaries", translate("Summaries of the history"), _summaries(state))


def _rounds(state: DebateState) -> Iterator[Remark]:
    iteration = iteration_of(state)
    for row in iteration.rounds:
        changed = len(row.models_that_changed) + len(row.models_minor)
        members, ended = changed + len(row.models_unchanged), row.completed_at
        took = (
            translate(" took {time}", time=_duration((ended - row.started_at).total_seconds()))
            if ended
            else ""
        )
        if members == 1:
            outcome = (
                translate("the member changed its answer")
                if changed
                else translate("the member did not change its answer")
            )
        else:
            outcome = ngettext(
                changed,
                "{n} of {all} members changed its answer",
                "{n} of {all} members changed their answers",
                all=members,
            )
        head = translate("Round {n}", n=row.round_number)
        yield Remark(text=f"{head}{took}: {outcome}.")


def _duration(seconds: float) -> str:
    if seconds < 1:
        return translate("under a second")
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{format_number(f'{seconds / 3600:.1f}')} h"


def _drafts(state: DebateState) -> Iterator[Remark]:
    for attempt in state.attempts:
        for seat, drafts in attempt.drafts.items():
            for draft in drafts:
                if draft.chosen:
                    why = f": {draft.why}" if draft.why else ""
                    text = translate(
                        "draft {n} of {all} entered the round{why}",
                        n=draft.number,
                        all=len(drafts),
                        why=why,
                    )
                    yield Remark(text=text, who=(seat,), place=_address(attempt))


def _summaries(state: DebateState) -> Iterator[Remark]:
    for seat, own_summary in state.summaries.items():
        where = (
            translate("round {n}", n=own_summary.round)
            if own_summary.round
            else translate("the final answer")
        )
        text = translate(
            "summarised the history itself for {where}: {n} characters in place of {all}",
            where=where,
            n=f"{len(own_summary.text):,}",
            all=f"{own_summary.characters:,}",
        )
        yield Remark(text=text, who=(seat,))


def _questions(state: DebateState) -> Iterator[Exchange]:
    for question in state.questions.values():
        answer = question.answer
        yield Exchange(
            question=question.fact.text,
            asked_by=question.fact.asked_by,
            options=question.fact.options,
            why=question.fact.why,
            status=answer.status if answer is not None else "open",
            answer=answer_words(question),
        )


def _ranking(state: DebateState) -> Iterator[RoundPart]:
    for attempt in state.attempts:
        ranks = sorted(attempt.average_ranks().items(), key=lambda item: (item[1], item[0]))
        if len(ranks) > 1 and not (attempt.number > 1 and attempt.rankings == _before(state, attempt)):
            ranking = ", ".join(f"{seat} ({format_number(f'{rank:g}')})" for seat, rank in ranks)
            remark = Remark(
                text=translate("Average rank given by the critics, 1 is best: {ranking}", ranking=ranking)
            )
            part = Part.of("ranking", translate("Ranking"), [remark])
            yield RoundPart(place=_address(attempt), part=part)


def _before(state: DebateState, attempt: Attempt) -> dict[str, tuple[str, ...]]:
    return state.attempts[state.attempts.index(attempt) - 1].rankings

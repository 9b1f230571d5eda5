"""What a debate tells of itself in a report: what a reader must know to decide, and how it was decided."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from app.domain.canonical import JsonValue
from app.domain.gates import decisions_of
from app.domain.i18n import ENGLISH, Words, counted, phrased, speaking, words, written
from app.domain.reporting import (
    Ending,
    Exchange,
    MeasureKind,
    Part,
    Place,
    Remark,
    RoundPart,
    RuleChecked,
    Sense,
    Setting,
    WorkflowReport,
    sentence,
)
from app.workflows.common import prose
from app.workflows.debate.asking import answer_words
from app.workflows.debate.counted import counted_remarks, independent_texts
from app.workflows.debate.degradation import degradation_words, each_once, lacking_now, without_the_chair
from app.workflows.debate.facts import ResultStated
from app.workflows.debate.fairness import judging
from app.workflows.debate.first_vote import vote_remarks
from app.workflows.debate.gates import GATES
from app.workflows.debate.grading import grade_remarks, graded
from app.workflows.debate.helped import helped_remarks
from app.workflows.debate.iteration import CONTEXT_SHARE
from app.workflows.debate.labels import JUDGED
from app.workflows.debate.ledger import Attempt, Point
from app.workflows.debate.other_answers import turned, turns
from app.workflows.debate.payloads import RuleShown
from app.workflows.debate.pooling import pooled_remarks
from app.workflows.debate.presenting import disagreements
from app.workflows.debate.record import iteration_of
from app.workflows.debate.state import DebateState

MEASURES: dict[str, tuple[Words, Literal["", "%"]]] = {
    "agreement": (words("Agreement of the answers, by the judge"), "%"),
    "quality": (words("Quality of the best answer, by the judge"), "%"),
    "similarity": (words("Similarity of the texts"), "%"),
    "changed": (words("Members whose answer changed"), "%"),
}
REASONS = {
    "user_stopped": words("The person ended it."),
    "error_occurred": words("It ended because too few answers were valid."),
    "max_rounds_reached": words("It ended because the planned rounds were over."),
    "context_limit_reached": words("It ended because the token budget was nearly used up."),
    "models_converged": words("It ended because the members had come to agree."),
    "no_significant_changes": words("It ended because the members made minor changes only."),
}
CONVERGED = {
    5: words("It ended because no member changed its answer any more."),
    7: words("It ended because the figure asked for was reached."),
    8: words("It ended because the last round brought no other answer for evidence or an error."),
}
POLICIES = {
    "every_round": words("after every round"),
    "if_changed": words("after rounds in which an answer changed"),
    "on_conflict": words(
        "after rounds with a conflict (a grave critique open, or the figure below the threshold)"
    ),
    "never_ask": words("never, every round was approved without asking"),
}
RULES = {
    1: words("The person stopped it"),
    2: words("Too few valid answers"),
    3: words("The planned rounds are over"),
    4: words("The token budget is nearly used up"),
    5: words("No member changed its answer"),
    6: words("Minor changes only"),
    8: words("Nobody turned for evidence or an error"),
}
NO_STRUCTURE = words("Not stated: the chair's reply had no readable structure.")
SENSES: dict[str, Sense] = {
    "no_answer": "failed",
    "confidence": "degree",
    "counted": "agreed",
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
CONFIDENCE = {
    "high": words("High"),
    "medium": words("Medium"),
    "low": words("Low"),
    "": words("Not stated"),
}
_LONGEST = 400
"""Characters of an answer's first sentences that stand for a decision that was not stated."""


def report(state: DebateState) -> WorkflowReport:
    """Return what a report of this debate says beyond the shared facts."""
    stated = state.stated
    return WorkflowReport(
        decision=_decision(state),
        answer=stated.answer if stated is not None else None,
        findings=tuple(_findings(state)),
        more=tuple(_more(state)),
        senses=_senses(state),
        questions=tuple(_questions(state)),
        in_rounds=tuple(_ranking(state)),
        ending=_ending(state),
        measures={
            name: MeasureKind(
                title=str(title), unit=unit, missing=phrased("not judged") if name in JUDGED else ""
            )
            for name, (title, unit) in MEASURES.items()
        },
        verbs=dict(decisions_of(GATES)),
        routine=tuple(kind.name for kind in GATES.values() if kind.routine),
        hide_names=state.setup.hide_names,
        independent=independent_texts(state),
        turned=turned(state),
        graded=graded(state),
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
    if stated.decision.strip():
        return stated.decision
    beginning = ""
    for one in prose.prose_sentences(stated.answer)[:2]:
        beginning = f"{beginning} {one}".strip()
        if len(beginning) > _LONGEST:
            return beginning[:_LONGEST].rsplit(" ", 1)[0] + " …"
    return beginning


def _senses(state: DebateState) -> dict[str, Sense]:
    """Return how the findings are meant; nobody is said to agree where that was not weighed."""
    stated = state.stated
    return SENSES if stated is None or _weighed(stated) else {**SENSES, "dissent": "limit"}


# --- what a reader must know --------------------------------------------------------------------


def _findings(state: DebateState) -> Iterator[Part]:
    if state.stated is None and state.attempts:
        none = phrased("The rounds below are as far as it came.")
        title = phrased("There is no final answer")
        title = phrased("There is no final answer yet") if state.reason is None else title
        yield Part(name="no_answer", title=title, none=none)
    stated = state.stated
    if state.counted is not None:
        given = tuple(counted_remarks(state))
        yield Part(name="counted", title=phrased("The answers counted"), remarks=given)
    alone = tuple(pooled_remarks(state))
    yield Part(name="given_alone", title=phrased("What only some were given"), remarks=alone)
    first = tuple(vote_remarks(state))
    yield Part(name="first_answers", title=phrased("Before any critique"), remarks=first)
    yield Part(name="graded", title=phrased("By the rubric"), remarks=tuple(grade_remarks(state)))
    if stated is not None and stated.structured and state.counted is None:
        remark = Remark(text=str(CONFIDENCE[stated.confidence or ""]))
        yield Part(name="confidence", title=phrased("Confidence of the chair"), remarks=(remark,))
    if stated is not None and state.counted is None:
        unknown = "" if stated.structured else str(NO_STRUCTURE)
        agreed = [Remark(text=text, texts=_texts(state, state.members)) for text in stated.agreed]
        yield Part(
            name="agreed",
            title=phrased("Agreed"),
            remarks=tuple(agreed),
            none=unknown or phrased("Nothing was named."),
        )
    none = ""
    if stated is not None and stated.structured and state.counted is None:
        # Who names nothing that is agreed has not looked at what is disputed either.
        calm = phrased("Nothing is disputed.") if stated.agreed else phrased("Nothing was named.")
        none = calm if _weighed(stated) else str(CONFIDENCE[""])
    yield Part(name="disputed", title=phrased("Disputed"), remarks=tuple(_disputed(state)), none=none)
    if stated is not None:
        alone = tuple(
            Remark(
                text=one.says,
                who=_names(one.who),
                place=_written(state, _names(one.who)),
                texts=_texts(state, _names(one.who)),
            )
            for one in stated.only_one_says
        )
        yield Part(name="only_one_says", title=phrased("Only one says"), remarks=alone)
    yield Part(name="what_changed", title=phrased("What changed, and why"), remarks=tuple(_changes(state)))
    others = tuple(one.remark() for one in turns(state))
    yield Part(name="turned", title=phrased("Who came to another answer"), remarks=others)
    if stated is not None:
        dissent = tuple(
            Remark(
                text=d.why,
                who=_names(d.seat),
                place=_written(state, _names(d.seat)),
                texts=_texts(state, _names(d.seat)),
            )
            for d in stated.dissent
        )
        unread = str(CONFIDENCE[""] if stated.structured else NO_STRUCTURE)
        none = phrased("None.") if _weighed(stated) else unread
        yield Part(name="dissent", title=phrased("Dissent"), remarks=dissent, none=none)
        unmet = tuple(Remark(text=text) for text in stated.unmet_must_haves)
        met = phrased("None: all are met.") if state.setup.must_haves and _judged(state) else ""
        yield Part(name="unmet_must_haves", title=phrased("Unmet must-haves"), remarks=unmet, none=met)
        questions = tuple(Remark(text=text) for text in stated.open_questions)
        yield Part(name="open_questions", title=phrased("Open questions"), remarks=questions)
    yield Part(
        name="limits",
        title=phrased("Limits of this answer"),
        remarks=tuple(_limits(state)),
    )


def _limits(state: DebateState) -> Iterator[Remark]:
    """Yield what was less than asked for: as it was stated with the answer, else as it stands now."""
    known = [*degradation_words(state, state.degraded), *map(without_the_chair, (None, *state.members))]
    with speaking(ENGLISH):
        # The journal has them as they were sent.
        by_line = {str(line): line for line in known}
    if state.stated is not None:
        yield from (Remark(text=sentence(str(by_line.get(line, line)))) for line in state.stated.degradation)
    else:
        yield from (Remark(text=sentence(str(line))) for line in each_once(lacking_now(state)))


def _weighed(stated: ResultStated) -> bool:
    """Tell whether the chair weighed the answers; rules only quote: they state no confidence, no dissent."""
    return stated.structured and (stated.confidence is not None or bool(stated.dissent))


def _judged(state: DebateState) -> bool:
    last = state.rounds_accepted[-1] if state.rounds_accepted else None
    return last is not None and bool(last.must_haves)


def _names(who: str) -> tuple[str, ...]:
    return tuple(name for part in who.split(",") if (name := part.strip()))


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
            Remark(text=point.fact.suggestion or phrased("It should change."), who=(point.fact.critic,)),
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
                change = phrased("the person put another text in place of its answer")
                yield Remark(text=change, who=(seat,), place=_address(attempt), texts=_made(attempt, seat))
            elif assessed.status in ("changed", "minor") and chosen.get(seat) != "previous":
                change = assessed.summary.strip() or phrased("changed its answer")
                yield Remark(text=change, who=(seat,), place=_address(attempt), texts=_made(attempt, seat))


def _made(attempt: Attempt, seat: str) -> tuple[int, ...]:
    """Return the text that a seat made in an attempt."""
    version = attempt.refined.get(seat)
    return (version.seq,) if version is not None else ()


# --- behind the answer --------------------------------------------------------------------------


def _more(state: DebateState) -> Iterator[Part]:
    marks = state.rounds_accepted[-1].must_haves if state.rounds_accepted else {}
    unmet = {text.casefold() for text in state.stated.unmet_must_haves} if state.stated else set()
    met = {True: phrased("met"), False: phrased("unmet"), None: phrased("not judged")}
    checked = [
        Remark(text=f"{text} – {met[False if text.casefold() in unmet else marks.get(text)]}")
        for text in state.setup.must_haves
    ]
    yield Part(name="must_haves", title=phrased("Must-haves"), remarks=tuple(checked))
    yield Part(name="rounds", title=phrased("The rounds in figures"), remarks=tuple(_rounds(state)))
    yield Part(name="did_it_help", title=phrased("Did refining help?"), remarks=tuple(helped_remarks(state)))
    yield Part(name="drafts", title=phrased("Drafts"), remarks=tuple(_drafts(state)))
    yield Part(name="summaries", title=phrased("Summaries of the history"), remarks=tuple(_summaries(state)))


def _rounds(state: DebateState) -> Iterator[Remark]:
    iteration = iteration_of(state)
    for row in iteration.rounds:
        changed = len(row.models_that_changed) + len(row.models_minor)
        members, ended = changed + len(row.models_unchanged), row.completed_at
        took = (
            phrased(" took {time}", time=_duration((ended - row.started_at).total_seconds())) if ended else ""
        )
        if members == 1:
            outcome = (
                phrased("the member changed its answer")
                if changed
                else phrased("the member did not change its answer")
            )
        else:
            outcome = counted(
                changed,
                "{n} of {all} members changed its answer",
                "{n} of {all} members changed their answers",
                all=members,
            )
        head = phrased("Round {n}", n=row.round_number)
        yield Remark(text=f"{head}{took}: {outcome}.")


def _duration(seconds: float) -> str:
    if seconds < 1:
        return phrased("under a second")
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{written(f'{seconds / 3600:.1f}')} h"


def _drafts(state: DebateState) -> Iterator[Remark]:
    for attempt in state.attempts:
        for seat, drafts in attempt.drafts.items():
            for draft in drafts:
                if draft.chosen:
                    why = f": {draft.why}" if draft.why else ""
                    text = phrased(
                        "draft {n} of {all} entered the round{why}",
                        n=draft.number,
                        all=len(drafts),
                        why=why,
                    )
                    yield Remark(text=text, who=(seat,), place=_address(attempt))


def _summaries(state: DebateState) -> Iterator[Remark]:
    for seat, own_summary in state.summaries.items():
        where = (
            phrased("round {n}", n=own_summary.round) if own_summary.round else phrased("the final answer")
        )
        text = phrased(
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
            ranking = ", ".join(f"{seat} ({written(f'{rank:g}')})" for seat, rank in ranks)
            remark = Remark(
                text=phrased("Average rank given by the critics, 1 is best: {ranking}", ranking=ranking)
            )
            part = Part(name="ranking", title=phrased("Ranking"), remarks=(remark,))
            yield RoundPart(place=_address(attempt), part=part)


def _before(state: DebateState, attempt: Attempt) -> dict[str, tuple[str, ...]]:
    return state.attempts[state.attempts.index(attempt) - 1].rankings


# --- how it was decided -------------------------------------------------------------------------


def _ending(state: DebateState) -> Ending:
    single = not state.setup.enabled
    rules, checked_at = _rules(state)
    decided = next((rule.number for rule in rules if rule.holds and rule.in_force), 0)
    reason = str(REASONS.get(state.reason or "", ""))
    if state.reason == "models_converged":
        # To stand still is not to agree: a sole member, or members who insist, do the one without the other.
        reason = str(CONVERGED.get(decided, reason))
    if single and state.stated is not None:
        reason = phrased("One answer each, without critique, as it was set up.")
        if state.counted is not None:
            reason = phrased("Independent answers without critique, as it was set up.")
    if decided != 4 and any(rule.number == 4 and rule.holds for rule in rules):
        reason = f"{reason} {phrased('The token budget was nearly used up as well.')}".strip()
    return Ending(reason=reason, settings=tuple(_settings(state)), rules=rules, checked_at=checked_at)


def _settings(state: DebateState) -> Iterator[Setting]:
    setup = state.setup
    if not setup.enabled:
        return
    quality = setup.termination == "quality"
    name = phrased("the judge's quality") if quality else phrased("the judge's agreement")
    kinds = {
        "fixed": words("no, all planned rounds were to be run"),
        "convergence": words(
            "when the answers agree ({name} reaches the threshold) or stop changing", name=name
        ),
        "quality": words(
            "when the best answer is good enough ({name} reaches the threshold) or nothing changes",
            name=name,
        ),
    }
    early_stop = str(kinds[setup.termination])
    if setup.stop_when_spent and setup.termination != "fixed":
        early_stop += phrased("; or when a round brings no other answer for a reason")
    if setup.termination != "fixed" and not setup.auto_stop_on_convergence:
        early_stop += phrased("; this was shown only, and ended nothing")
    yield Setting(name="termination", title=phrased("Stop early"), value=setup.termination, said=early_stop)
    needed = f"{written(f'{setup.threshold:g}')} %"
    needed += phrased(", which ended nothing here") if setup.termination == "fixed" else ""
    yield Setting(name="threshold", title=phrased("Threshold"), value=setup.threshold, said=needed)
    rounds = f"{state.max_rounds}"
    if state.max_rounds != setup.max_rounds:
        rounds += phrased(" (planned: {n})", n=setup.max_rounds)
    yield Setting(name="max_rounds", title=phrased("Rounds at most"), value=state.max_rounds, said=rounds)
    share = setup.min_change_threshold
    changed = phrased("from {share} % of the text on", share=f"{share * 100:g}")
    yield Setting(name="min_change_threshold", title=phrased("Counts as changed"), value=share, said=changed)
    policy = str(POLICIES[setup.gate_policy])
    title = phrased("The person is asked")
    yield Setting(name="gate_policy", title=title, value=setup.gate_policy, said=policy)
    if setup.new_letters:
        letters = phrased("dealt anew in every round, so that nobody knew one again by its letter")
        yield Setting(name="new_letters", title=phrased("Letters of the answers"), value=True, said=letters)
    if not setup.name_reasons:
        unnamed = phrased("nobody was asked for them")
        title = phrased("Reasons for another answer")
        yield Setting(name="name_reasons", title=title, value=False, said=unnamed)
    if not setup.tell_files and any(file.only for file in setup.context):
        untold = phrased("not told to the others before the critique")
        yield Setting(name="tell_files", title=phrased("Files for one member"), value=False, said=untold)
    if setup.review_critiques:
        review = phrased("the person decided on them before the authors saw them")
        yield Setting(name="review_critiques", title=phrased("Critiques"), value=True, said=review)
    limit: JsonValue = state.spend.cost_limit
    cost = phrased("none") if state.spend.cost_limit is None else written(f"${state.spend.cost_limit:,.2f}")
    yield Setting(name="cost_limit", title=phrased("Cost limit"), value=limit, said=cost)


def _rules(state: DebateState) -> tuple[tuple[RuleChecked, ...], Place | None]:
    """Return the rules as the newest approval gate showed them."""
    payload = state.offered.payload if state.offered is not None else {}
    shown, number, attempt = payload.get("rules"), payload.get("round"), payload.get("attempt")
    if not isinstance(shown, list) or not isinstance(number, int) or not isinstance(attempt, int):
        return (), None
    found = [RuleShown.model_validate(rule) for rule in shown]
    return tuple(_rule(state, rule) for rule in found), Place(round=number, attempt=attempt)


def _rule(state: DebateState, rule: RuleShown) -> RuleChecked:
    quality = state.setup.termination == "quality"
    last = words("The best answer is good enough") if quality else words("The answers agree enough")
    return RuleChecked(
        number=rule.number,
        title=str(RULES.get(rule.number, last)),
        said=_figure(rule.number, rule.value, rule.limit),
        value=rule.value,
        limit=rule.limit,
        # The gate was shown before the person stopped at it.
        holds=rule.holds or (rule.number == 1 and state.reason == "user_stopped"),
        in_force=rule.in_force,
    )


def _figure(number: int, value: float | None, limit: float | None) -> str:
    match number, value, limit:
        case 2, float(), float():
            return phrased("{n} valid, {limit} needed", n=f"{value:.0f}", limit=f"{limit:.0f}")
        case 3, float(), float():
            return phrased("round {n} of {limit}", n=f"{value:.0f}", limit=f"{limit:.0f}")
        case 4, float(), float():
            return phrased(
                "{n} tokens; held from {limit} on ({share} % of the budget)",
                n=f"{value:,.0f}",
                limit=f"{limit:,.0f}",
                share=f"{CONTEXT_SHARE * 100:.0f}",
            )
        case 5, float(), _:
            return phrased("{n} changed theirs", n=f"{value:.0f}")
        case 6, float(), _:
            return phrased("{n} with a minor change", n=f"{value:.0f}")
        case 7, float(), float():
            close = value != limit and round(value) == round(limit)
            shown = f"{value:g}" if close else f"{value:.0f}"
            return phrased("{n} %, {limit} % needed", n=shown, limit=f"{limit:g}")
        case 8, float(), _:
            return phrased("{n} turned for one", n=f"{value:.0f}")
        case 7, None, _:
            return phrased("no figure")
        case _:
            return ""

"""What the approval gate shows: where the round stands, which rule holds, who backs an attacked answer.

Rule: two answers that agree are less than a panel. An attacked answer is the result where most of the panel
stand behind it: its author, who had said the same, and each critic that leaves nothing open against it. An
author that came to another answer has behind it only the critics who asked for that one, and without an error
or evidence nobody.
"""

from __future__ import annotations

from dataclasses import asdict

from app.workflows.debate.face.payloads import (
    ApprovalPayload,
    AutoShown,
    FigureShown,
    MustHaveShown,
    RuleShown,
    SeatShown,
)
from app.workflows.debate.ledger import Point
from app.workflows.debate.nodes.asking import pinned
from app.workflows.debate.nodes.climbing import writing_takes
from app.workflows.debate.nodes.criticising import ledger_shown
from app.workflows.debate.rules.guests import author_of
from app.workflows.debate.rules.short_answers import other_answer, turned_for_a_reason
from app.workflows.debate.rules.stating import degradation_lines
from app.workflows.debate.rules.substance import asks_for_less, much_shorter
from app.workflows.debate.rules.termination import STANDING_STILL, RuleInputs, convergence, rules, termination
from app.workflows.debate.setup import MAX_ROUNDS
from app.workflows.debate.state import DebateState

_GROUNDS = ("evidence", "error")


def _behind(state: DebateState) -> int | None:
    """Return how many members stand behind the attacked answer; None where there is no such attack."""
    author = state.target
    if state.rung != "attack" or not author:
        return None
    attempt = state.attempt
    points = [p for p in attempt.points if p.concerns(author) and p.goes_to_author]
    contrary = {p.fact.critic for p in points if p.answer != "fixed" and p.fact.severity != "low"}
    base, text, noted = attempt.base.get(author), attempt.text(author), attempt.noted.get(author)
    turned = base and text and other_answer(base.text, text.text, state.setup.question)
    if turned:
        grounded = noted is not None and noted.because in _GROUNDS
        found = {p.fact.critic for p in points} if grounded else set()
    else:
        failed = {seat for purpose, seat in attempt.help_failed if purpose == "critique"}
        found = set(state.critics) - failed
        found |= set(attempt.base) if state.checked is not None and state.checked.agree else set()
    return len({author} | ((found - contrary) & set(state.seated)))


def _is_backed(state: DebateState) -> bool:
    """Tell whether an attacked answer has most of the panel behind it, or none was attacked."""
    found = _behind(state)
    return found is None or 2 * found > len(state.seated)


def judge_is_asked(state: DebateState, number: int) -> bool:
    """Tell whether the judge is asked about a round: where a rule, a policy or the result reads its word.

    Under `fixed` only a policy reads a figure. The last round ends the debate whatever the figure is.
    """
    setup, auto = state.setup, state.auto
    if state.rung == "attack" and number == state.round and not setup.must_haves:
        # One answer alone agrees with nothing.
        return False
    if not setup.wants_figures and (auto is None or auto.until_figure is None):
        return False
    return number < state.max_rounds or setup.reads_last_figures


def figure(state: DebateState) -> float | None:
    """Return the judge's figure that counts."""
    return state.attempt.figures.get(state.setup.figure)


def figure_counted(state: DebateState) -> float | None:
    """Return the figure as the rules count it: agreement on answers of no quality at all is none."""
    return None if state.attempt.figures.get("quality") == 0 else figure(state)


def unanswered_high(state: DebateState) -> list[Point]:
    """Return the accepted points of high severity that their authors have not answered."""
    return [
        p
        for p in state.points.values()
        if p.fact.severity == "high"
        and p.verdict == "accept"
        and (p.still_owed or p.answer not in ("fixed", "held"))
    ]


def disagreements(state: DebateState) -> list[Point]:
    """Return the points of this attempt that went to their authors and were held or not answered."""
    return [p for p in state.attempt.points if p.goes_to_author and p.answer != "fixed"]


def _standing(state: DebateState) -> RuleInputs:
    """Return what the termination rules look at."""
    attempt, setup = state.attempt, state.setup
    statuses = [a.status for a in attempt.assessed.values() if a.status != "skipped"]
    single = not setup.enabled
    # Who failed to refine its answer keeps it.
    valid = sum(1 for seat in state.active if attempt.text(seat) is not None)
    return RuleInputs(
        current_round=state.round,
        max_rounds=state.max_rounds,
        statuses=statuses,
        asked=len(state.active),
        valid=valid,
        tokens=state.spend.total.tokens,
        context_budget=state.budget,
        termination=setup.termination,
        auto_stop=setup.auto_stop_on_convergence,
        # A round in which nobody's text could be read is no agreement.
        figure=figure_counted(state) if single or any(s != "failed" for s in statuses) else None,
        threshold=setup.threshold,
        high_open=bool(unanswered_high(state)),
        turned=None if single else turned_for_a_reason(attempt, state.setup.question),
        stops_when_spent=setup.stop_when_spent,
    )


def auto_shown(state: DebateState) -> AutoShown | None:
    """Return the limits of approving by itself and whether one of them is met; None where it is off."""
    auto = state.auto
    if auto is None or not auto.on:
        return None
    value = figure(state)
    over = auto.until_figure is not None and value is not None and value >= auto.until_figure
    over |= auto.until_cost is not None and state.spend.total.most >= auto.until_cost
    left = None if auto.rounds is None else max(0, auto.rounds - state.auto_passed)
    over |= left == 0
    return AutoShown(
        until_figure=auto.until_figure,
        rounds=auto.rounds,
        rounds_left=left,
        until_cost=auto.until_cost,
        over=over,
    )


def approval_payload(state: DebateState) -> ApprovalPayload:
    """Return what the approval gate shows: figures, statuses, critiques, and which rule holds."""
    attempt, setup = state.attempt, state.setup
    stands = _standing(state)
    rule = termination(stands) if setup.enabled else None
    raises = rule == "max_rounds_reached"
    # With too few valid answers the round may be done again or ended, not built upon.
    # Newer sessions do not come here so: the failure gate opens first.
    goes_on = setup.enabled and rule != "error_occurred" and not (raises and state.max_rounds >= MAX_ROUNDS)
    verbs = ["approve"] if goes_on else []
    verbs.append("finish")
    if setup.enabled:
        verbs.append("reject")
        if state.rounds_accepted:
            verbs.append("stop_with_answer")
    calls = next_calls(state) if goes_on else 0
    # Where a person set a limit it holds; that nobody moves any more is no agreement of a panel.
    backed = _is_backed(state) or not goes_on
    ends = rule is not None and (backed or rule not in STANDING_STILL)
    last = (ends or not goes_on) and rule != "error_occurred"
    last = last and state.rung != "attack" and not setup.independent
    chooses = last and setup.result_by == "best" and bool(state.present)
    if chooses:
        verbs += ["take", "write"] if len(state.present) > 1 else ["write"]
    return ApprovalPayload(
        round=state.round,
        attempt=attempt.number,
        max_rounds=state.max_rounds,
        verbs=tuple(verbs),
        primary="finish" if ends or not goes_on or (backed and _attacked_in_vain(state)) else "approve",
        behind=_behind(state),
        panel=len(state.seated),
        rule=rule,
        rule_shown=convergence(stands) if setup.enabled else None,
        rules=tuple(RuleShown(**asdict(one)) for one in rules(stands)) if setup.enabled else (),
        raises_limit=raises and goes_on,
        warning="context_limit" if setup.enabled and _is_near_the_budget(stands) else None,
        termination=setup.termination,
        figure=figure(state),
        figure_name=setup.figure,
        threshold=setup.threshold,
        figures=attempt.figures,
        criteria=_criteria(state),
        statuses=_statuses(state),
        revised=sum(1 for a in attempt.assessed.values() if a.status in ("changed", "minor")),
        letters=dict(state.letters),
        hide_names=state.names_hidden,
        critiques=ledger_shown(state),
        open_disagreements=len(disagreements(state)),
        must_haves=tuple(
            MustHaveShown(text=text, met=attempt.must_haves.get(text)) for text in setup.must_haves
        ),
        unmet_must_haves=tuple(attempt.unmet),
        degradation=tuple(degradation_lines(state, state.degraded)),
        auto=auto_shown(state),
        tokens=state.spend.total.tokens,
        tokens_estimated=state.spend.total.estimated,
        context_budget=state.budget,
        tokens_left=max(0, state.budget - state.spend.total.tokens),
        cost=state.spend.total.most,
        cost_unknown=state.spend.cost is None,
        cost_limit=state.spend.cost_limit,
        cost_left=state.spend.left,
        write=writing_takes(state) if chooses else None,
        next_calls=calls,
        next_tokens=round(calls * attempt.spent.tokens / max(1, attempt.spent.calls)),
        next_cost=(
            None if attempt.spent.unpriced else calls * attempt.spent.cost / max(1, attempt.spent.calls)
        ),
    )


def _attacked_in_vain(state: DebateState) -> bool:
    """Tell whether an attack left nothing grave open: then the answer stands, and nobody need debate."""
    return state.rung == "attack" and not any(p.fact.severity == "high" for p in disagreements(state))


def _is_near_the_budget(stands: RuleInputs) -> bool:
    """Tell whether the token budget is nearly used up, whichever rule ends the rounds."""
    return any(rule.holds for rule in rules(stands) if rule.reason == "context_limit_reached")


def _criteria(state: DebateState) -> tuple[FigureShown, ...]:
    return tuple(
        FigureShown(
            name=fact.name,
            value=fact.value,
            threshold=fact.threshold,
            passes=fact.passes,
            in_force=fact.name == state.setup.figure_in_force,
            note=fact.note,
        )
        for fact in state.attempt.measured.values()
    )


def _statuses(state: DebateState) -> dict[str, SeatShown]:
    attempt = state.attempt
    ranks = attempt.average_ranks()
    shown: dict[str, SeatShown] = {}
    for seat in attempt.assessed or state.present:
        assessed = attempt.assessed.get(seat)
        base, refined, text = attempt.base.get(seat), attempt.refined.get(seat), attempt.text(seat)
        shown[seat] = SeatShown(
            status=assessed.status if assessed else "held",
            ratio=assessed.ratio if assessed else 0.0,
            summary=assessed.summary if assessed else "",
            justification=assessed.justification if assessed else "",
            letter=state.letters.get(seat, ""),
            rank=ranks.get(seat),
            length=len(text.text) if text else 0,
            previous=base.seq if base else None,
            refined=refined.seq if refined else None,
            drafts=max(1, len(attempt.drafts.get(seat, ()))),
            much_shorter=_much_shorter(state, seat),
        )
    return shown


def _much_shorter(state: DebateState, seat: str) -> bool:
    """Tell whether a member gave up most of its text, and neither a point nor the person asks for that."""
    base, refined = state.attempt.base.get(seat), state.attempt.refined.get(seat)
    if base is None or refined is None or not much_shorter(base.text, refined.text):
        return False
    given = [p.fact for p in state.points.values() if p.answer_in(state.round, seat)]
    said = [words for fact in given for words in (fact.claim, fact.suggestion)]
    return not asks_for_less([*said, *map(str, pinned(state).values())])


def next_calls(state: DebateState) -> int:
    """Return how many calls the next round makes where nothing fails: critiques, refinements, the judge."""
    leaving = {seat for _, seat in state.drops}
    if state.rung == "attack" and state.setup.profile == "attack":
        return len(state.critics) + sum(1 for seat in state.present if author_of(state, seat))
    seats = state.seated if state.rung == "attack" else state.present
    members = [s for s in seats if s not in leaving] or seats
    answers = sum(1 for seat in members if state.attempt.text(seat) is None)
    asked = [seat for seat in members if seat in state.askable]
    revised = [seat for seat in members if author_of(state, seat)]
    return answers + len(asked) + len(revised) + judge_is_asked(state, state.round + 1)

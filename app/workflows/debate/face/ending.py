"""Why a debate ended, by which rules, and how it was set up to end: as its report tells it."""

from __future__ import annotations

from collections.abc import Iterator

from app.domain.canonical import JsonValue
from app.domain.i18n import format_number, translate, words
from app.domain.money import sum_words
from app.domain.reporting import (
    Ending,
    Place,
    RuleChecked,
    Setting,
)
from app.workflows.debate.face.payloads import RuleShown
from app.workflows.debate.rules.termination import CONTEXT_SHARE, STANDING_STILL
from app.workflows.debate.state import DebateState

_REASONS = {
    "user_stopped": words("The person ended it."),
    "error_occurred": words("It ended because too few answers were valid."),
    "max_rounds_reached": words("It ended because the planned rounds were over."),
    "context_limit_reached": words("It ended because the token budget was nearly used up."),
    "models_converged": words("It ended because the members had come to agree."),
    "no_significant_changes": words("It ended because the members changed little."),
    "attacked": words("It ended after the attack."),
}
_CONVERGED = {
    5: words("It ended because no member changed its answer any more."),
    7: words("It ended because the target was reached."),
    8: words("It ended because the last round brought no other answer for evidence or an error."),
}
_OF_ROUNDS = frozenset({"termination", "threshold", "max_rounds", "min_change_threshold", "name_reasons"})
"""Settings that are about the end of rounds."""
_POLICIES = {
    "every_round": words("after every round"),
    "if_changed": words("after rounds in which an answer changed"),
    "on_conflict": words(
        "after rounds with a conflict (a grave critique open, or the figure below the threshold)"
    ),
    "never_ask": words("never, every round was approved without asking"),
}
_RULES = {
    1: words("The person stopped it"),
    2: words("Too few valid answers"),
    3: words("The planned rounds are over"),
    4: words("The token budget is nearly used up"),
    5: words("No member changed its answer"),
    6: words("Small changes only"),
    8: words("Nobody turned for evidence or an error"),
}


def ending(state: DebateState) -> Ending:
    single = not state.setup.enabled
    rules, checked_at = _rules(state)
    decided = next((rule.number for rule in rules if rule.holds and rule.in_force), 0)
    reason = str(_REASONS.get(state.reason or "", ""))
    if state.reason == "models_converged":
        # To stand still is not to agree: a sole member, or members who insist, do the one without the other.
        reason = str(_CONVERGED.get(decided, reason))
    if state.rung == "take":
        reason = _taken(state)
    if state.rung == "attack" and state.reason in ("attacked", *STANDING_STILL):
        reason = _attacked(state)
    if single and state.stated is not None:
        reason = translate("One answer each, without critique, as it was set up.")
        if state.counted is not None:
            reason = translate("Independent answers without critique, as it was set up.")
    if decided != 4 and any(rule.number == 4 and rule.holds for rule in rules):
        reason = f"{reason} {translate('The token budget was nearly used up as well.')}".strip()
    settings = tuple(_settings(state))
    if state.rung == "take" or state.reason == "attacked":
        # What ends rounds was never looked at.
        settings = tuple(one for one in settings if one.name not in _OF_ROUNDS)
        rules, checked_at = (), None
    return Ending(reason=reason, settings=settings, rules=rules, checked_at=checked_at)


def _taken(state: DebateState) -> str:
    if state.rung_asked:
        return translate("The person took it after a quick check: nobody criticised or revised an answer.")
    return translate("It was set to end after a quick check: nobody criticised or revised an answer.")


def _attacked(state: DebateState) -> str:
    points = [point for point in state.attempt.points if point.goes_to_author]
    if not points:
        return translate("It ended after the attack, which raised no point.")
    if not state.attempt.refined:
        return translate("It ended after the attack: nobody was to revise the answer.")
    taken = sum(point.answer == "fixed" for point in points)
    return translate(
        "It ended after the attack: {n} of {all} points were taken up.", n=taken, all=len(points)
    )


def _settings(state: DebateState) -> Iterator[Setting]:
    setup = state.setup
    if not setup.enabled:
        return
    quality = setup.termination == "quality"
    name = translate("the judge's quality") if quality else translate("the judge's agreement")
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
        early_stop += translate("; or when a round brings no other answer for a reason")
    if setup.termination != "fixed" and not setup.auto_stop_on_convergence:
        early_stop += translate("; this was shown only, and ended nothing")
    yield Setting(name="termination", title=translate("Stop early"), value=setup.termination, said=early_stop)
    needed = f"{format_number(f'{setup.threshold:g}')} %"
    needed += translate(", which ended nothing here") if setup.termination == "fixed" else ""
    yield Setting(name="threshold", title=translate("Threshold"), value=setup.threshold, said=needed)
    rounds = f"{state.max_rounds}"
    if state.max_rounds != setup.max_rounds:
        rounds += translate(" (planned: {n})", n=setup.max_rounds)
    yield Setting(name="max_rounds", title=translate("Rounds at most"), value=state.max_rounds, said=rounds)
    share = setup.min_change_threshold
    changed = translate("from {share} % of the text on", share=f"{share * 100:g}")
    yield Setting(
        name="min_change_threshold", title=translate("Counts as changed"), value=share, said=changed
    )
    policy = str(_POLICIES[setup.gate_policy])
    title = translate("The person is asked")
    yield Setting(name="gate_policy", title=title, value=setup.gate_policy, said=policy)
    if setup.new_letters:
        letters = translate("dealt anew in every round, so that nobody knew one again by its letter")
        yield Setting(name="new_letters", title=translate("Letters of the answers"), value=True, said=letters)
    if not setup.name_reasons:
        unnamed = translate("nobody was asked for them")
        title = translate("Reasons for another answer")
        yield Setting(name="name_reasons", title=title, value=False, said=unnamed)
    if not setup.tell_files and any(file.only for file in setup.context):
        untold = translate("not told to the others before the critique")
        yield Setting(name="tell_files", title=translate("Files for one member"), value=False, said=untold)
    if setup.review_critiques:
        review = translate("the person decided on them before the authors saw them")
        yield Setting(name="review_critiques", title=translate("Critiques"), value=True, said=review)
    for seat, guest in zip(state.guests, setup.guests, strict=False):
        said = f"{seat}: {guest.name}"
        yield Setting(name="guests", title=translate("Given answer"), value=guest.name, said=said)
    limit: JsonValue = state.spend.cost_limit
    cost = translate("none") if state.spend.cost_limit is None else str(sum_words(state.spend.cost_limit))
    yield Setting(name="cost_limit", title=translate("Cost limit"), value=limit, said=cost)


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
        title=str(_RULES.get(rule.number, last)),
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
            return translate("{n} valid, {limit} needed", n=f"{value:.0f}", limit=f"{limit:.0f}")
        case 3, float(), float():
            return translate("round {n} of {limit}", n=f"{value:.0f}", limit=f"{limit:.0f}")
        case 4, float(), float():
            return translate(
                "{n} tokens; it would hold from {limit} on ({share} % of the budget)",
                n=f"{value:,.0f}",
                limit=f"{limit:,.0f}",
                share=f"{CONTEXT_SHARE * 100:.0f}",
            )
        case 5, float(), _:
            return translate("{n} changed theirs", n=f"{value:.0f}")
        case 6, float(), _:
            return translate("{n} with a small change", n=f"{value:.0f}")
        case 7, float(), float():
            close = value != limit and round(value) == round(limit)
            shown = f"{value:g}" if close else f"{value:.0f}"
            return translate("{n} %, {limit} % needed", n=shown, limit=f"{limit:g}")
        case 8, float(), _:
            return translate("{n} turned for one", n=f"{value:.0f}")
        case 7, None, _:
            return translate("no figure")
        case _:
            return ""

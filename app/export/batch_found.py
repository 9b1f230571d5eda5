"""What a batch found out, in sentences: who was right, what rounds and chair did to it, and at what price.

Rule: a sentence that says who was better stands on twenty compared questions at least; of fewer it says how
many there are, and that so few tell nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from app.domain.i18n import Message, translate, words
from app.export.batch_words import (
    items,
    money,
    number,
    points_text,
    questions,
    section,
    share_text,
    states_text,
)
from app.export.html_text import plain
from app.export.plots import percent
from app.projections.evaluation import BatchReport, TeamWorth
from app.projections.intervals import FEWEST, Share

_TOO_FEW = words("Only {n} can be compared: so few tell nothing of whether rounds or chair helped.")


class Verdict(NamedTuple):
    """What is said of a difference: too few questions stand behind it, ahead, behind, or none can be told."""

    few: Message
    ahead: Message
    behind: Message
    level: Message


_ROUNDS = Verdict(
    words("Of the rounds only {n} tell: too few."),
    words("The rounds helped: {points} from the vote of the first answers to that of the last, over {n}."),
    words("The rounds did harm: {points} from the vote of the first answers to that of the last, over {n}."),
    words(
        "Between the votes of the first and of the last answers no difference can be told: {points} over {n}."
    ),
)
_CHAIR = Verdict(
    words("Of the step to the result only {n} tell: too few."),
    words("The result was better than the last vote: {points} over {n}."),
    words("The result lost what the last vote had: {points} over {n}."),
    words("Between the last vote and the result no difference can be told: {points} over {n}."),
)
_WHOLE = Verdict(
    _TOO_FEW,
    words("The result was better than the first vote: {points} over {n}."),
    words("The result was worse than the first vote: {points} over {n}."),
    words("Between the first vote and the result no difference can be told: {points} over {n}."),
)
_BASELINE = Verdict(
    words("With {team}, at equal tokens, {n} can be compared: so few tell nothing."),
    words("At equal tokens it was ahead of {team}: {points} over {n}."),
    words("At equal tokens it was behind {team}: {points} over {n}."),
    words("At equal tokens no difference to {team} can be told: {points} over {n}."),
)
_PAIR = Verdict(
    words("{team} and {other} both answered {n}, {points} apart: so few tell nothing."),
    words("{team} was ahead of {other}: {points} over {n} that both answered."),
    words("{team} was behind {other}: {points} over {n} that both answered."),
    words("Between {team} and {other} no difference can be told: {points} over {n} that both answered."),
)


def _said(verdict: Verdict, share: Share, **teams: str) -> str:
    sides = verdict.ahead if share.low > 0 else verdict.behind if share.high < 0 else verdict.level
    told = sides if share.tells else verdict.few
    return translate(told, points=points_text(share), n=questions(share.questions), **teams)


def found(report: BatchReport) -> str:
    """Return what was found out, in a few sentences for each team."""
    lines = [" ".join(_told(team, report)) for team in report.teams]
    named = {team.team for team in report.teams}
    lines += [
        translate("{name}: none of its sessions is finished ({states}).", name=_name(arm), states=plain(told))
        for arm, states in report.left.items()
        if arm not in named and report.teams
        for told in [states_text(states)]
    ]
    if not lines:
        lines = [translate("No session is finished yet.")]
    return section(translate("What was found"), items(lines) + _few(report))


def _name(team: str) -> str:
    return f"<strong>{plain(team)}</strong>"


def _few(report: BatchReport) -> str:
    """Say where an interval is no bootstrap one."""
    shares = [one for team in report.teams for one in (team.accuracy, team.vote, team.gain) if one.of]
    if all(one.method == "bootstrap" for one in shares):
        return ""
    note = translate(
        "Where fewer than {n} questions stand behind a figure, or all of them came out alike, drawing "
        "questions anew tells nothing: there intervals of shares are Wilson’s, those of differences "
        "Bonett and Price’s.",
        n=FEWEST,
    )
    return f"\n<p>{plain(note)}</p>"


def _told(team: TeamWorth, report: BatchReport) -> Iterator[str]:
    name = _name(team.team)
    if not team.accuracy.of:
        yield translate(
            "{name}: of none of its {n} results is it known whether it is right.",
            name=name,
            n=f"{team.sessions:,}",
        )
    else:
        yield translate(
            "{name} was right in {n} of {all} results: {share}.",
            name=name,
            n=f"{team.right:,}",
            all=f"{team.accuracy.of:,}",
            share=share_text(team.accuracy),
        )
    yield from _not_counted(team, report)
    if team.by_rubric:
        yield translate(
            "The judge graded {n} of these results by the rubric, {partly} as partly right, which counts as "
            "wrong.",
            n=f"{team.by_rubric:,}",
            partly=f"{team.partly:,}",
        )
    if team.baseline:
        return
    yield from _vote(team)
    if team.accuracy.of:
        yield from _verdicts(team)
    for other, share in team.ahead.items():
        if share.of:
            yield _said(_BASELINE, share, team=f"<em>{plain(other)}</em>")


def _not_counted(team: TeamWorth, report: BatchReport) -> Iterator[str]:
    left = [states_text(report.left[team.team])] if report.left.get(team.team) else []
    if team.unknown and team.accuracy.of:
        left.append(translate("{n} finished of which nobody knows", n=f"{team.unknown:,}"))
    if left:
        yield plain(translate("Not counted: {what}.", what=", ".join(left)))


def _vote(team: TeamWorth) -> Iterator[str]:
    vote = team.vote
    if vote.of:
        yield translate(
            "A vote of the first answers alone would have been right in {n} of {all}: {share}.",
            n=f"{round(vote.value * vote.of):,}",
            all=f"{vote.of:,}",
            share=share_text(vote),
        )
    if team.ties:
        yield translate(
            "In {n} of {all} sessions no first answer led, or nobody graded the one that did: they are left "
            "out of the vote.",
            n=f"{team.ties:,}",
            all=f"{team.ties + vote.of:,}",
        )


def _verdicts(team: TeamWorth) -> Iterator[str]:
    if team.ungraded:
        yield translate(
            "In {n} of {all} sessions later rounds were not graded: only the first answers and the result "
            "were.",
            n=f"{team.ungraded:,}",
            all=f"{team.sessions:,}",
        )
    if not team.gain.of and not team.by_rounds.of:
        yield translate("Whether rounds and chair helped is not known.")
        return
    most = max(team.gain.questions, team.by_rounds.questions, team.by_chair.questions)
    if most < FEWEST:
        yield translate(_TOO_FEW, n=questions(most))
        return
    if team.by_rounds.of:
        yield _said(_ROUNDS, team.by_rounds)
        yield _said(_CHAIR, team.by_chair)
    elif team.gain.of:
        yield _said(_WHOLE, team.gain)


def compared(report: BatchReport) -> str:
    """Return how teams compare with each other on the questions that both answered."""
    if not report.pairs:
        return ""
    lines = items(
        [_said(_PAIR, one.ahead, team=_name(one.team), other=_name(one.other)) for one in report.pairs]
    )
    if len(report.pairs) > 1:
        note = translate(
            "Of {n} comparisons some come out apart by chance alone, about one in twenty.",
            n=f"{len(report.pairs):,}",
        )
        lines += f"\n<p>{plain(note)}</p>"
    return section(translate("Teams against each other"), lines)


def worth(report: BatchReport) -> str:
    """Return what each team gained on the vote of the first answers, against what that cost."""
    lines = [_price(team) for team in report.teams if not team.baseline and team.after_tokens is not None]
    return section(translate("Was it worth it?"), items(lines))


def _price(team: TeamWorth) -> str:
    after = percent(team.after_tokens or 0.0)
    if team.after_cost is None:
        paid = translate("{share} of its tokens", share=after)
    else:
        cost = percent(team.after_cost)
        paid = translate("{share} of its tokens and {cost} of its cost", share=after, cost=cost)
    name, gain = _name(team.team), team.gain
    if not gain.of:
        return translate(
            "{name}: whether anything was gained is not known; {paid} came after the first answers.",
            name=name,
            paid=paid,
        )
    told = translate(
        "{name}: {points} from the vote of the first answers to the result, over {n}; {paid} came after the "
        "first answers.",
        name=name,
        points=points_text(gain),
        n=questions(gain.questions),
        paid=paid,
    )
    return f"{told} {_weighed(team)}"


def _weighed(team: TeamWorth) -> str:
    gain = team.gain
    if not gain.tells:
        return translate("So few questions do not tell whether that was worth it.")
    if gain.high < 0:
        return translate("The vote alone would have been cheaper, and right more often.")
    if gain.low <= 0:
        return translate("No gain can be told for that price.")
    more = gain.value * team.sessions
    if team.after_cost and team.cost:
        price = money(team.after_cost * team.cost / more)
        return translate("Each result that is right besides took {price} more.", price=price)
    tokens = number(round((team.after_tokens or 0.0) * team.tokens / more))
    return translate("Each result that is right besides took {n} tokens more.", n=tokens)

"""The plots of a batch's report: accuracy and price by round, and results by price."""

from __future__ import annotations

import math
from collections.abc import Sequence

from app.domain.i18n import ngettext, translate
from app.export.batch_words import section
from app.export.html_text import plain
from app.export.plots import Amounts, Axis, Point, Series, amounts_plot, round_ticks, shares_plot
from app.projections.evaluation import BatchReport, TeamWorth


def plots(report: BatchReport) -> str:
    """Return the plots; nothing where nothing is known."""
    teams = [team for team in report.teams if not team.baseline]
    right = _right_by_round(teams)
    return "\n".join(filter(None, (right, _price_by_round(teams), _by_price(report.teams))))


def _of(team: TeamWorth, sessions: int) -> str:
    return ngettext(sessions, "{team}, {n} session", "{team}, {n} sessions", team=team.team)


def _rounds(longest: int) -> Axis:
    return [(float(at), str(at) if at else translate("first answers")) for at in range(longest)]


def _right_by_round(teams: Sequence[TeamWorth]) -> str:
    known = [team for team in teams if len(team.by_round) > 1]
    if not known:
        if not any(team.ungraded for team in teams):
            return ""
        note = translate("Later rounds were not graded: nothing can be told of right votes by round.")
        return section(translate("Right votes by round"), f"<p>{plain(note)}</p>")
    plot = shares_plot(
        translate("Share of right votes by round"),
        translate("after round"),
        _rounds(max(len(team.by_round) for team in known)),
        [
            Series(_of(team, team.by_round[0].of), [Point(at, one) for at, one in enumerate(team.by_round)])
            for team in known
        ],
    )
    note = translate(
        "Of the same sessions in every round: those in which an answer led in all of them, and is known to "
        "be right or wrong. One that ended earlier counts as it then stood."
    )
    return section(translate("Right votes by round"), f"{plot}\n<p>{plain(note)}</p>")


def _price_by_round(teams: Sequence[TeamWorth]) -> str:
    known = [team for team in teams if len(team.spent) > 1]
    if not known:
        return ""
    costs = [[one.cost for one in team.spent] for team in known]
    if all(cost is not None for own in costs for cost in own) and any(any(own) for own in costs):
        amounts = [[cost or 0.0 for cost in own] for own in costs]
        axis, form = translate("Dollars of one session by round"), _dollars(max(map(max, amounts)))
    else:
        # Free, or not known: tokens tell as much.
        axis, form = translate("Tokens of one session by round"), "{:,.0f}"
        amounts = [[float(one.tokens) for one in team.spent] for team in known]
    plot = amounts_plot(
        axis,
        translate("after round"),
        _rounds(max(map(len, amounts))),
        [
            Amounts(_of(team, team.sessions), [(float(at), value) for at, value in enumerate(own)])
            for team, own in zip(known, amounts, strict=True)
        ],
        form,
    )
    note = translate("All that was used until then, on average; what the result took comes on top.")
    return section(axis, f"{plot}\n<p>{plain(note)}</p>")


def _dollars(highest: float) -> str:
    """Return how amounts up to one are written so that five steps of it differ."""
    places = max(2, 2 - math.floor(math.log10(highest))) if highest > 0 else 2
    return f"{{:,.{places}f}}"


def _by_price(teams: Sequence[TeamWorth]) -> str:
    known = [team for team in teams if team.accuracy.of]
    if not known:
        return ""
    prices = {team.team: team.cost / team.sessions for team in known if team.cost}
    if len(prices) < len(known):
        prices = {team.team: team.tokens / team.sessions for team in known}
        axis, form = translate("tokens for one session"), "{:,.0f}"
    else:
        axis, form = translate("dollars for one session"), _dollars(max(prices.values()))
    plot = shares_plot(
        translate("Share of right results by price"),
        axis,
        round_ticks(max(prices.values()), form),
        [
            Series(_of(team, team.accuracy.of), [Point(prices[team.team], team.accuracy)], lined=False)
            for team in known
        ],
    )
    return section(translate("Right results by price"), plot)

"""HOW a batch's report is written: a page with plots, a table for a spreadsheet, and JSON for programs."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime

from app.domain.canonical import unhidden
from app.export.html_sheet import SHEET
from app.export.html_text import plain
from app.export.plots import Point, Series, shares_plot
from app.markup.visible import visible
from app.projections.worth import BatchReport, Outcome, Share, TeamWorth

FORMAT = 1
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_WORDS = {True: "right", False: "wrong", None: "unknown"}
_COUNTED = (
    "A result is right where an expected answer stands in what the text answers: behind its last “Answer:”, "
    "else in its first sentence. Where these rules cannot tell, it is unknown, and counts for nothing. The "
    "vote is what most members said before any critique; the oracle is right where any of them was. "
    "Intervals are of 95 %, by drawing whole questions anew 2,000 times."
)
_SHEET = f"{SHEET}\nmain {{ max-width: 58rem; }} svg {{ width: 100%; height: auto; color: var(--text); }}\n"


def write_batch(report: BatchReport, form: str) -> bytes:
    """Return a batch's report as `html`, `csv` (a line for each session) or `json`."""
    return WRITERS[form](report)


def _json(report: BatchReport) -> bytes:
    teams = [{**asdict(team), "cost_per_right": team.cost_per_right} for team in report.teams]
    outcomes = [
        {
            **asdict(one),
            "vote": one.vote,
            "oracle": one.oracle,
            "rounds": [list(map(asdict, r)) for r in one.rounds],
        }
        for one in report.outcomes
    ]
    value = {
        "format": FORMAT,
        "batch": report.name,
        "workflow": report.workflow,
        "states": dict(report.states),
        "teams": teams,
        "sessions": outcomes,
    }
    return (unhidden(json.dumps(value, ensure_ascii=False, indent=2)) + "\n").encode()


def _csv(report: BatchReport) -> bytes:
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\r\n")
    writer.writerow(("id", "team", "seed", "session", "result", "vote", "oracle", "rounds", "cost", "tokens"))
    for one in report.outcomes:
        cells = (
            one.question,
            one.team,
            one.seed,
            one.session,
            _WORDS[one.result],
            _WORDS[one.vote],
            _WORDS[one.oracle],
            len(one.rounds),
            "" if one.cost is None else f"{one.cost:.6f}",
            one.tokens,
        )
        writer.writerow([_safe(str(cell)) for cell in cells])
    # The mark at its beginning tells a spreadsheet that letters are UTF-8.
    return ("\ufeff" + written.getvalue()).encode()


def _safe(cell: str) -> str:
    shown = visible(cell)
    return f"'{shown}" if shown.startswith(_FORMULA) else shown


def _html(report: BatchReport) -> bytes:
    digest = base64.b64encode(hashlib.sha256(_SHEET.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    at = datetime.fromtimestamp(report.at / 1e6, UTC).strftime("%Y-%m-%d %H:%M UTC") if report.at else ""
    body = "\n".join([_found(report), _plots(report), _teams(report), _rounds(report), _questions(report)])
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>{plain(report.name)} – was it worth it?</title>
<style>{_SHEET}</style>
</head>
<body>
<main>
<h1>{plain(report.name)} – was it worth it?</h1>
<p class="head">{plain(_head(report, at))}</p>
{body}
<h2>How this was counted</h2>
<p>{_COUNTED}</p>
</main>
</body>
</html>
""".encode()


def _head(report: BatchReport, at: str) -> str:
    states = ", ".join(f"{count:,} {state}" for state, count in report.states.items())
    return " · ".join(filter(None, (states, at)))


def _found(report: BatchReport) -> str:
    """Return what was found out, in a sentence for each team."""
    baselines = {one.team for one in report.outcomes if one.baseline_of}
    lines = [_sentence(team, is_baseline=team.team in baselines) for team in report.teams]
    if not lines:
        lines = ["No session is finished yet."]
    items = "".join(f"<li>{line}</li>\n" for line in lines)
    return f"<h2>What was found</h2>\n<ul>\n{items}</ul>"


def _sentence(team: TeamWorth, *, is_baseline: bool) -> str:
    name = f"<strong>{plain(team.team)}</strong>"
    if not team.accuracy.of:
        return f"{name}: of none of its {team.sessions:,} results is it known whether it is right."
    told = f"{name} was right in {_share(team.accuracy)} of {team.accuracy.of:,} results"
    if is_baseline:
        return f"{told}."
    if team.vote.of:
        told += f"; a vote of the first answers alone in {_share(team.vote)}"
    against = "".join(f" {_against(name, share)}" for name, share in team.ahead.items() if share.of)
    return f"{told}. {_verdict(team.gain)}{against}"


def _against(name: str, ahead: Share) -> str:
    """Return how a team compares with a baseline that used as many tokens."""
    shown = f"<em>{plain(name)}</em>"
    points = f"{abs(ahead.value) * 100:.0f} points"
    if ahead.low > 0:
        return f"At equal tokens it was ahead of {shown} by {points}."
    if ahead.high < 0:
        return f"At equal tokens it was behind {shown} by {points}."
    return f"At equal tokens no difference to {shown} can be told."


def _verdict(gain: Share) -> str:
    if not gain.of:
        return "Whether the rounds helped is not known."
    points = f"{abs(gain.value) * 100:.0f} points"
    if gain.low > 0:
        return f"The rounds helped: {points} more than the vote."
    if gain.high < 0:
        return f"The rounds did harm: {points} less than the vote."
    return "No difference to the vote can be told from these questions."


def _share(share: Share) -> str:
    return f"{share.value:.0%} ({share.low:.0%} to {share.high:.0%})"


def _plots(report: BatchReport) -> str:
    known = [team for team in report.teams if any(share.of for share in team.by_round)]
    if not known:
        return ""
    longest = max(len(team.by_round) for team in known)
    rounds = [(float(number), str(number)) for number in range(1, longest + 1)]
    by_round = shares_plot(
        "Share of right votes by round",
        "round (1: before any critique)",
        rounds,
        [
            Series(team.team, [Point(number, share) for number, share in enumerate(team.by_round, 1)])
            for team in known
        ],
    )
    return f"<h2>Right answers by round</h2>\n{by_round}\n{_by_price(known)}"


def _by_price(teams: Sequence[TeamWorth]) -> str:
    prices = {team.team: team.cost / team.sessions for team in teams if team.cost and team.sessions}
    if len(prices) < len(teams):
        # Free, or not known: tokens tell as much.
        prices = {team.team: team.tokens / team.sessions for team in teams}
        axis, form = "tokens for one session", "{:,.0f}"
    else:
        axis, form = "dollars for one session", "{:,.3f}"
    ticks = [(price, form.format(price)) for price in sorted({*prices.values()})]
    if len(ticks) > 6:
        ticks = [ticks[0], ticks[len(ticks) // 2], ticks[-1]]
    plot = shares_plot(
        "Share of right results by price",
        axis,
        ticks,
        [Series(team.team, [Point(prices[team.team], team.accuracy)], lined=False) for team in teams],
    )
    return f"<h2>Right results by price</h2>\n{plot}"


def _teams(report: BatchReport) -> str:
    head = (
        "Team",
        "Sessions",
        "Right",
        "Single first answer",
        "Vote",
        "Oracle",
        "Gap to the oracle",
        "Cost",
        "Cost of a right one",
        "Tokens",
    )
    rows = [
        (
            team.team,
            f"{team.sessions:,}" + (f" ({team.unknown:,} unknown)" if team.unknown else ""),
            *(_share(one) if one.of else "–" for one in (team.accuracy, team.first, team.vote, team.oracle)),
            f"{team.gap.value * 100:.0f} points" if team.gap.of else "–",
            _money(team.cost),
            _money(team.cost_per_right) if team.accuracy.of else "–",
            f"{team.tokens:,}",
        )
        for team in report.teams
    ]
    return f"<h2>Teams</h2>\n{_table(head, rows)}" if rows else ""


def _rounds(report: BatchReport) -> str:
    rows = [
        (team.team, str(number), f"{right:,}", f"{wrong:,}")
        for team in report.teams
        for number, (right, wrong) in enumerate(zip(team.turned_right, team.turned_wrong, strict=True), 2)
    ]
    if not rows:
        return ""
    turned = "".join(
        f"<li><strong>{plain(team.team)}</strong>: {team.conformed:,} times a member took over what most "
        "others had said without naming evidence or an error." + _spent(team) + "</li>\n"
        for team in report.teams
        if team.turned_right
    )
    head = ("Team", "Round", "From wrong to right", "From right to wrong")
    return f"<h2>What the rounds changed</h2>\n<ul>\n{turned}</ul>\n{_table(head, rows)}"


def _spent(team: TeamWorth) -> str:
    if team.spent_after is None or team.spent_after == len(team.by_round):
        return ""
    return f" After round {team.spent_after} the vote gained nothing more."


def _questions(report: BatchReport) -> str:
    rows = [
        (one.question, one.team, str(one.seed), _WORDS[one.result], _WORDS[one.vote], _WORDS[one.oracle])
        for one in sorted(report.outcomes, key=_wrong_first)
    ]
    head = ("Question", "Team", "Seed", "Result", "Vote", "Oracle")
    return f"<h2>Each session</h2>\n{_table(head, rows)}" if rows else ""


def _wrong_first(one: Outcome) -> tuple[int, str]:
    return ({False: 0, None: 1, True: 2}[one.result], one.question)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    top = "".join(f"<th>{plain(cell)}</th>" for cell in head)
    lines = "".join(f"<tr>{''.join(f'<td>{plain(cell)}</td>' for cell in row)}</tr>\n" for row in rows)
    return f'<div class="table"><table><thead><tr>{top}</tr></thead>\n<tbody>\n{lines}</tbody></table></div>'


def _money(cost: float | None) -> str:
    if cost is None:
        return "unknown"
    return f"${cost:,.2f}" if cost >= 0.005 else f"${cost:.4f}" if cost else "free"


WRITERS: Mapping[str, Callable[[BatchReport], bytes]] = {"html": _html, "csv": _csv, "json": _json}

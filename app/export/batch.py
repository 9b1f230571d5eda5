"""HOW a batch's report is written: a page with plots, a table for a spreadsheet, and JSON for programs.

Page and table are in the language that is spoken; JSON is the same in all.
"""

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
from app.domain.days import when
from app.domain.i18n import Words, counted, phrased, spoken, words, written
from app.domain.reporting import Judging
from app.export.html_sheet import SHEET
from app.export.html_text import plain
from app.export.plots import Point, Series, percent, shares_plot
from app.markup.visible import visible
from app.projections.worth import BatchReport, Outcome, Share, TeamWorth

FORMAT = 1
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_WORDS = {True: words("right"), False: words("wrong"), None: words("unknown")}
_STATES: Mapping[str, Words] = {
    "not begun": words("not begun"),
    "elsewhere": words("in another process"),
    "running": words("running"),
    "waiting": words("waiting"),
    "paused": words("paused"),
    "stopped": words("stopped"),
    "interrupted": words("interrupted"),
    "failed": words("failed", "batch"),
    "finished": words("finished", "batch"),
    "unreadable": words("unreadable"),
}
_HEAD = (
    words("id"),
    words("team"),
    words("seed"),
    words("session"),
    words("result"),
    words("vote"),
    words("oracle"),
    words("rounds"),
    words("cost"),
    words("tokens"),
)
_COUNTED = words(
    "A result is right where an expected answer stands in what the text answers: behind its last “Answer:”, "
    "else in its first sentence; where these rules cannot tell, as the judge graded it by the rubric. Else "
    "it is unknown, and counts for nothing. The "
    "vote is what most members said before any critique; the oracle is right where any of them was. "
    "Intervals are of 95 %, by drawing whole questions anew 2,000 times."
)
_SHEET = f"{SHEET}\nmain {{ max-width: 58rem; }} svg {{ width: 100%; height: auto; color: var(--text); }}\n"


def write_batch(report: BatchReport, form: str) -> bytes:
    """Return a batch's report as `html`, `csv` (a line for each session) or `json`."""
    return WRITERS[form](report)


def _json(report: BatchReport) -> bytes:
    teams = [
        {**asdict(team), "cost_per_right": team.cost_per_right, "judging": team.judging.model_dump()}
        for team in report.teams
    ]
    outcomes = [
        {
            **asdict(one),
            "vote": one.vote,
            "oracle": one.oracle,
            "judging": one.judging.model_dump() if one.judging is not None else None,
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
    file = io.StringIO()
    # A spreadsheet takes semicolons where its language has the comma within its numbers.
    comma = written("0.5") == "0,5"
    writer = csv.writer(file, delimiter=";" if comma else ",", lineterminator="\r\n")
    writer.writerow(map(str, _HEAD))
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
            "" if one.cost is None else f"{one.cost:.6f}".replace(".", "," if comma else "."),
            one.tokens,
        )
        writer.writerow([_safe(str(cell)) for cell in cells])
    # The mark at its beginning tells a spreadsheet that letters are UTF-8.
    return ("\ufeff" + file.getvalue()).encode()


def _safe(cell: str) -> str:
    shown = visible(cell)
    return f"'{shown}" if shown.startswith(_FORMULA) else shown


def _html(report: BatchReport) -> bytes:
    digest = base64.b64encode(hashlib.sha256(_SHEET.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    at = when(datetime.fromtimestamp(report.at / 1e6, UTC)) if report.at else ""
    body = "\n".join(
        [_found(report), _plots(report), _teams(report), _rounds(report), _judged(report), _questions(report)]
    )
    title = plain(phrased("{name} – was it worth it?", name=report.name))
    return f"""<!DOCTYPE html>
<html lang="{spoken().code}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>{title}</title>
<style>{_SHEET}</style>
</head>
<body>
<main>
<h1>{title}</h1>
<p class="head">{plain(_head(report, at))}</p>
{body}
<h2>{phrased("How this was counted")}</h2>
<p>{_COUNTED}</p>
</main>
</body>
</html>
""".encode()


def _head(report: BatchReport, at: str) -> str:
    states = ", ".join(
        f"{written(f'{count:,}')} {_STATES.get(state, state)}" for state, count in report.states.items()
    )
    return " · ".join(filter(None, (states, at)))


def _found(report: BatchReport) -> str:
    """Return what was found out, in a sentence for each team."""
    baselines = {one.team for one in report.outcomes if one.baseline_of}
    lines = [_sentence(team, is_baseline=team.team in baselines) for team in report.teams]
    if not lines:
        lines = [phrased("No session is finished yet.")]
    items = "".join(f"<li>{line}</li>\n" for line in lines)
    return f"<h2>{phrased('What was found')}</h2>\n<ul>\n{items}</ul>"


def _sentence(team: TeamWorth, *, is_baseline: bool) -> str:
    name = f"<strong>{plain(team.team)}</strong>"
    if not team.accuracy.of:
        return phrased(
            "{name}: of none of its {n} results is it known whether it is right.",
            name=name,
            n=f"{team.sessions:,}",
        )
    told = phrased(
        "{name} was right in {share} of {n} results",
        name=name,
        share=_share(team.accuracy),
        n=f"{team.accuracy.of:,}",
    )
    if is_baseline:
        return f"{told}."
    if team.vote.of:
        told += phrased("; a vote of the first answers alone in {share}", share=_share(team.vote))
    against = "".join(f" {_against(name, share)}" for name, share in team.ahead.items() if share.of)
    return f"{told}. {_verdict(team.gain)}{against}"


def _against(name: str, ahead: Share) -> str:
    """Return how a team compares with a baseline that used as many tokens."""
    shown = f"<em>{plain(name)}</em>"
    points = _points(abs(ahead.value))
    if ahead.low > 0:
        return phrased("At equal tokens it was ahead of {team} by {points}.", team=shown, points=points)
    if ahead.high < 0:
        return phrased("At equal tokens it was behind {team} by {points}.", team=shown, points=points)
    return phrased("At equal tokens no difference to {team} can be told.", team=shown)


def _points(value: float) -> str:
    return counted(round(value * 100), "{n} point", "{n} points")


def _verdict(gain: Share) -> str:
    if not gain.of:
        return phrased("Whether the rounds helped is not known.")
    points = _points(abs(gain.value))
    if gain.low > 0:
        return phrased("The rounds helped: {points} more than the vote.", points=points)
    if gain.high < 0:
        return phrased("The rounds did harm: {points} less than the vote.", points=points)
    return phrased("No difference to the vote can be told from these questions.")


def _share(share: Share) -> str:
    value, low, high = map(percent, (share.value, share.low, share.high))
    return phrased("{share} ({low} to {high})", share=value, low=low, high=high)


def _plots(report: BatchReport) -> str:
    known = [team for team in report.teams if any(share.of for share in team.by_round)]
    if not known:
        return ""
    longest = max(len(team.by_round) for team in known)
    rounds = [(float(number), str(number)) for number in range(1, longest + 1)]
    by_round = shares_plot(
        phrased("Share of right votes by round"),
        phrased("round (1: before any critique)"),
        rounds,
        [
            Series(team.team, [Point(number, share) for number, share in enumerate(team.by_round, 1)])
            for team in known
        ],
    )
    return f"<h2>{phrased('Right answers by round')}</h2>\n{by_round}\n{_by_price(known)}"


def _by_price(teams: Sequence[TeamWorth]) -> str:
    prices = {team.team: team.cost / team.sessions for team in teams if team.cost and team.sessions}
    if len(prices) < len(teams):
        # Free, or not known: tokens tell as much.
        prices = {team.team: team.tokens / team.sessions for team in teams}
        axis, form = phrased("tokens for one session"), "{:,.0f}"
    else:
        axis, form = phrased("dollars for one session"), "{:,.3f}"
    ticks = [(price, written(form.format(price))) for price in sorted({*prices.values()})]
    if len(ticks) > 6:
        ticks = [ticks[0], ticks[len(ticks) // 2], ticks[-1]]
    plot = shares_plot(
        phrased("Share of right results by price"),
        axis,
        ticks,
        [Series(team.team, [Point(prices[team.team], team.accuracy)], lined=False) for team in teams],
    )
    return f"<h2>{phrased('Right results by price')}</h2>\n{plot}"


def _teams(report: BatchReport) -> str:
    head = (
        phrased("Team"),
        phrased("Sessions"),
        phrased("Right"),
        phrased("Single first answer"),
        phrased("Vote"),
        phrased("Oracle"),
        phrased("Gap to the oracle"),
        phrased("Cost"),
        phrased("Cost of a right one"),
        phrased("Tokens"),
    )
    rows = [
        (
            team.team,
            written(f"{team.sessions:,}")
            + (phrased(" ({n} unknown)", n=f"{team.unknown:,}") if team.unknown else ""),
            *(_share(one) if one.of else "–" for one in (team.accuracy, team.first, team.vote, team.oracle)),
            _points(team.gap.value) if team.gap.of else "–",
            _money(team.cost),
            _money(team.cost_per_right) if team.accuracy.of else "–",
            written(f"{team.tokens:,}"),
        )
        for team in report.teams
    ]
    return f"<h2>{phrased('Teams')}</h2>\n{_table(head, rows)}" if rows else ""


def _rounds(report: BatchReport) -> str:
    rows = [
        (team.team, str(number), written(f"{right:,}"), written(f"{wrong:,}"))
        for team in report.teams
        for number, (right, wrong) in enumerate(zip(team.turned_right, team.turned_wrong, strict=True), 2)
    ]
    if not rows:
        return ""
    turned = "".join(
        f"<li><strong>{plain(team.team)}</strong>: {_conformed(team.conformed)}{_spent(team)}</li>\n"
        for team in report.teams
        if team.turned_right
    )
    head = (
        phrased("Team"),
        phrased("Round"),
        phrased("From wrong to right"),
        phrased("From right to wrong"),
    )
    return f"<h2>{phrased('What the rounds changed')}</h2>\n<ul>\n{turned}</ul>\n{_table(head, rows)}"


def _conformed(times: int) -> str:
    return counted(
        times,
        "{n} time a member took over what most others had said without naming evidence or an error.",
        "{n} times a member took over what most others had said without naming evidence or an error.",
    )


def _spent(team: TeamWorth) -> str:
    if team.spent_after is None or team.spent_after == len(team.by_round):
        return ""
    return phrased(" After round {n} the vote gained nothing more.", n=team.spent_after)


def _judged(report: BatchReport) -> str:
    """Return what can be told of the judging without knowing the right answers."""
    rows = [
        (
            team.team,
            _part(team.judging.changed, team.judging.changed + team.judging.held),
            _part(team.judging.swaps_agreed, team.judging.swaps),
            _part(team.judging.longer_preferred, team.judging.pairs),
            _part(team.judging.own_first, team.judging.own_ranked),
            _part(team.judging.own_by_chance, team.judging.own_ranked, of=False),
        )
        for team in report.teams
        if team.judging != Judging()
    ]
    if not rows:
        return ""
    head = (
        phrased("Team"),
        phrased("Refinements that changed the text"),
        phrased("Judge: the same text in both orders"),
        phrased("Critics: the longer answer before the shorter"),
        phrased("Critics: one of their own model first"),
        phrased("The same by chance"),
    )
    note = plain(
        phrased(
            "Known without knowing the right answers. A judge that names another text when the order is "
            "turned decides by the order; without a liking for length the longer answer comes first in half "
            "of the pairs; of their own model critics see only those of other members."
        )
    )
    return f"<h2>{phrased('How it was judged')}</h2>\n<p>{note}</p>\n{_table(head, rows)}"


def _part(count: float, all_of: int, *, of: bool = True) -> str:
    """Return a share, with how many of how many; a dash where there were none."""
    if not all_of:
        return "–"
    share = percent(count / all_of)
    return phrased("{share} ({n} of {all})", share=share, n=f"{count:,}", all=f"{all_of:,}") if of else share


def _questions(report: BatchReport) -> str:
    rows = [
        (one.question, one.team, str(one.seed), *(str(_WORDS[k]) for k in (one.result, one.vote, one.oracle)))
        for one in sorted(report.outcomes, key=_wrong_first)
    ]
    head = (
        phrased("Question"),
        phrased("Team"),
        phrased("Seed"),
        phrased("Result"),
        phrased("Vote"),
        phrased("Oracle"),
    )
    return f"<h2>{phrased('Each session')}</h2>\n{_table(head, rows)}" if rows else ""


def _wrong_first(one: Outcome) -> tuple[int, str]:
    return ({False: 0, None: 1, True: 2}[one.result], one.question)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    top = "".join(f"<th>{plain(cell)}</th>" for cell in head)
    lines = "".join(f"<tr>{''.join(f'<td>{plain(cell)}</td>' for cell in row)}</tr>\n" for row in rows)
    return f'<div class="table"><table><thead><tr>{top}</tr></thead>\n<tbody>\n{lines}</tbody></table></div>'


def _money(cost: float | None) -> str:
    if cost is None:
        return phrased("unknown")
    dollars = f"${cost:,.2f}" if cost >= 0.005 else f"${cost:.4f}"
    return written(dollars) if cost else phrased("free")


WRITERS: Mapping[str, Callable[[BatchReport], bytes]] = {"html": _html, "csv": _csv, "json": _json}

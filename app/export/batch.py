"""The writers of a batch's report: a page with plots, JSON and JUnit for programs, the table with answers.

Page, CSV and workbook are in the language that is spoken; what programs read is the same in all.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Protocol
from xml.etree import ElementTree as ET

from app.domain.canonical import json_file
from app.domain.i18n import ngettext, translate
from app.export.batch_answers import answers_csv, answers_jsonl, answers_workbook
from app.export.batch_found import compared, found, worth
from app.export.batch_tables import head, tables
from app.export.batch_words import section
from app.export.html_text import SHEET, page, plain
from app.export.plots import Amounts, Axis, Point, Series, amounts_plot, round_ticks, shares_plot
from app.export.spreadsheet import NO_XML
from app.markup.visible import visible
from app.projections.evaluation import BatchReport, ReportLine, TeamWorth


def _plots(report: BatchReport) -> str:
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


FORMAT = 1


class _TableWriter(Protocol):
    """Writes the table of a batch with its answers."""

    def __call__(self, report: BatchReport, *, side_by_side: bool = False) -> bytes:
        """Return the file's bytes."""


_SHEET = f"{SHEET}\nmain {{ max-width: 58rem; }} svg {{ width: 100%; height: auto; color: var(--text); }}\n"


def write_batch(report: BatchReport, form: str, *, side_by_side: bool = False) -> bytes:
    """Return a batch's report as `html`, `json` or `junit`, or its table with the answers.

    That is written as `csv`, `jsonl` or `xlsx`.
    `side_by_side`: what teams answered to one question stands in one line of that table.
    """
    if form in TABLES:
        return TABLES[form](report, side_by_side=side_by_side)
    return WRITERS[form](report)


def _json(report: BatchReport) -> bytes:
    teams = [
        {
            **asdict(team),
            "cost_per_right": team.cost_per_right,
            "tokens_per_right": team.tokens_per_right,
            "judging": team.judging.model_dump(),
        }
        for team in report.teams
    ]
    expected = {line.session: line.expected for line in report.lines}
    outcomes = [
        {
            **asdict(one),
            "expected": expected.get(one.session, ""),
            "vote": one.vote,
            "last_vote": one.last_vote,
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
        "pairs": [asdict(one) for one in report.pairs],
        "not_finished": {arm: dict(states) for arm, states in report.left.items()},
        "rows_set_aside": report.set_aside,
        "sessions_of_each_row_and_team": report.seeds,
        "version": report.version,
        "changed_at": report.at,
        "sessions": outcomes,
    }
    return json_file(value)


def _html(report: BatchReport) -> bytes:
    title = plain(translate("{name} – was it worth it?", name=report.name))
    parts = (found(report), worth(report), compared(report), _plots(report), tables(report))
    body = "\n".join(filter(None, parts))
    return page(title, f"{head(report)}\n{body}\n", _SHEET).encode()


_ERRORS = ("failed", "unreadable")
_LONGEST_ANSWER = 300
"""Characters of an answer in the message of a failure; the whole stands below it."""


def _junit(report: BatchReport) -> bytes:
    """Return JUnit XML: a test for each session, skipped where nobody knows whether it is right."""
    counted = Counter(_kind(line) for line in report.lines)
    seconds = sum(line.outcome.seconds or 0.0 for line in report.lines if line.outcome is not None)
    suite = ET.Element(
        "testsuite",
        name=_text(report.name),
        tests=str(len(report.lines)),
        failures=str(counted["failure"]),
        errors=str(counted["error"]),
        skipped=str(counted["skipped"]),
        time=f"{seconds:.1f}",
    )
    for line in report.lines:
        _add(suite, line)
    root = ET.Element("testsuites")
    root.append(suite)
    ET.indent(root)
    text = ET.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'.encode()


def _kind(line: ReportLine) -> str:
    if line.outcome is None:
        return "error" if line.state in _ERRORS else "skipped"
    return {True: "", False: "failure", None: "skipped"}[line.outcome.result]


def _add(suite: ET.Element, line: ReportLine) -> None:
    one = line.outcome
    seconds = one.seconds or 0.0 if one is not None else 0.0
    case = ET.SubElement(
        suite, "testcase", classname=_text(line.arm), name=_text(line.id), time=f"{seconds:.1f}"
    )
    kind = _kind(line)
    if not kind:
        return
    if one is None:
        message = f"{line.state}: {line.why}" if line.why else line.state
    elif kind == "skipped":
        message = "nobody knows whether it is right"
    else:
        message = f"expected “{line.expected}”, got “{one.short[:_LONGEST_ANSWER]}”"
    told = ET.SubElement(case, kind, message=_text(message))
    if one is not None and kind == "failure":
        told.text = _text(one.answer)


def _text(text: str) -> str:
    return NO_XML.sub("\ufffd", visible(text))


WRITERS: Mapping[str, Callable[[BatchReport], bytes]] = {"html": _html, "json": _json, "junit": _junit}
TABLES: Mapping[str, _TableWriter] = {
    "csv": answers_csv,
    "jsonl": answers_jsonl,
    "xlsx": answers_workbook,
}

"""HOW a batch's report is written: a page with plots, a table for a spreadsheet, and JSON for programs.

Page and table are in the language that is spoken; JSON is the same in all.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict

from app.domain.canonical import unhidden
from app.domain.i18n import translate, words
from app.export.batch_found import compared, found, worth
from app.export.batch_plots import plots
from app.export.batch_tables import KNOWN, head, tables
from app.export.html_page import page
from app.export.html_sheet import SHEET
from app.export.html_text import plain
from app.export.spreadsheet import decimal_comma, spreadsheet
from app.projections.evaluation import BatchReport, Outcome

FORMAT = 1
_HEAD = (
    words("id"),
    words("team"),
    words("seed"),
    words("session"),
    words("question"),
    words("settings"),
    words("result"),
    words("graded by"),
    words("vote"),
    words("last vote"),
    words("oracle"),
    words("rounds"),
    words("cost"),
    words("tokens"),
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
    return (unhidden(json.dumps(value, ensure_ascii=False, indent=2)) + "\n").encode()


def _csv(report: BatchReport) -> bytes:
    comma = decimal_comma()
    return spreadsheet(
        _HEAD,
        (
            (
                one.question,
                one.team,
                one.seed,
                one.session,
                one.text,
                "; ".join(f"{name}={value}" for name, value in one.settings.items()),
                _result(one),
                "" if one.result is None else translate("rubric") if one.by_rubric else translate("rules"),
                KNOWN[one.vote],
                KNOWN[one.last_vote],
                KNOWN[one.oracle],
                one.number_of_rounds,
                "" if one.cost is None else f"{one.cost:.6f}".replace(".", "," if comma else "."),
                one.tokens,
            )
            for one in report.outcomes
        ),
    )


def _result(one: Outcome) -> str:
    return translate("partly right") if one.partly else str(KNOWN[one.result])


def _html(report: BatchReport) -> bytes:
    title = plain(translate("{name} – was it worth it?", name=report.name))
    parts = (found(report), worth(report), compared(report), plots(report), tables(report))
    body = "\n".join(filter(None, parts))
    return page(title, f"{head(report)}\n{body}\n", _SHEET).encode()


WRITERS: Mapping[str, Callable[[BatchReport], bytes]] = {"html": _html, "csv": _csv, "json": _json}

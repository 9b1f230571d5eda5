"""The tables of a batch's report: what was run, what teams came to, and each session."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from app.domain.excerpt import cut
from app.domain.i18n import Message, ngettext, translate, when, words
from app.domain.reporting import Judging
from app.export.batch_answers import answers_section
from app.export.batch_words import (
    KNOWN,
    NOTHING,
    SHORT,
    items,
    money,
    number,
    part,
    points_of,
    price_of_right,
    questions,
    result_said,
    section,
    share_of,
    states_text,
    table,
    tokens,
)
from app.export.html_text import plain
from app.projections.base import moment
from app.projections.evaluation import BatchReport, Calibrated, Outcome, TeamWorth, Turned
from app.projections.intervals import DRAWS, FEWEST

T = TypeVar("T")
Columns = Sequence[tuple[Message, Callable[[T], str]]]
"""The columns of a table: what each is called, and what stands in it for a row."""
_SHOWN = 90
"""Characters of a question in a line of a table; the table for a spreadsheet holds all of it."""
_COUNTED = (
    words(
        "A result is right where what is expected stands in what the text answers: behind its last "
        "“Answer:”, else in its first sentence. It is held against it as what it is: a number, a date, a "
        "list in any order, a ratio, a formula, a choice by letter or text, yes or no, a pattern, or words. "
        "Where these rules cannot tell, it is as the judge graded it by the rubric, and partly right is "
        "wrong there; a person’s word holds before both. Else it is unknown, and counts for nothing."
    ),
    words(
        "The vote is the plurality of the members’ answers, told apart by their words; where two lead, it is "
        "decided only if both are right or both are wrong. The oracle is right where any first answer was. A "
        "round is numbered as in its session; the first answers come before the critique of round 1."
    ),
    words(
        "Intervals are of 95 %. They take questions, not sessions, as what was observed, also where rows, "
        "seeds or settings repeat a question: questions are drawn anew {draws} times. Of fewer than {n} "
        "questions, or where all came out alike, Wilson’s interval is given, and for differences of pairs "
        "Bonett and Price’s. No verdict stands on fewer than {n} compared questions."
    ),
)


def head(report: BatchReport) -> str:
    """Return where the batch stands and what was run."""
    lines = [f"<strong>{plain(name)}</strong>: {told}" for name, told in _run(report)]
    return f'<p class="head">{plain(states_text(report.states))}</p>\n{items(lines)}'


def _run(report: BatchReport) -> Iterator[tuple[str, str]]:
    yield translate("Workflow"), plain(report.workflow)
    told = [questions(len({one.unit for one in report.outcomes}))] if report.outcomes else []
    if report.set_aside:
        told.append(
            ngettext(
                report.set_aside, "{n} row of the table was set aside", "{n} rows of the table were set aside"
            )
        )
    if told:
        yield translate("Questions of finished sessions"), plain(", ".join(told))
    own = [one for one in report.outcomes if not one.baseline_of]
    for team, models in {one.team: one.models for one in own if one.models}.items():
        seats = ", ".join(f"{seat} ({model})" for seat, model in models.items())
        yield translate("Team {name}", name=team), plain(seats)
    if report.seeds:
        yield translate("Sessions of each row and team"), plain(number(report.seeds))
    settings = _settings(own)
    if settings:
        yield translate("Set otherwise than by default"), plain("; ".join(settings))
    versions = sorted({one.version for one in report.outcomes if one.version})
    if versions:
        yield translate("Run with"), plain(f"Roundtable {', '.join(versions)}")
    if report.version and versions not in ([], [report.version]):
        yield translate("Told by"), plain(f"Roundtable {report.version}")
    if report.at:
        yield translate("Last session ended"), plain(when(moment(report.at)))


def _settings(outcomes: Sequence[Outcome]) -> Sequence[str]:
    found = Counter((name, value) for one in outcomes for name, value in one.settings.items())
    return [
        f"{name}={value}"
        if count == len(outcomes)
        else translate(
            "{setting} in {n} of {all} sessions",
            setting=f"{name}={value}",
            n=f"{count:,}",
            all=f"{len(outcomes):,}",
        )
        for (name, value), count in found.items()
    ]


def tables(report: BatchReport) -> str:
    """Return all tables, and how they were counted."""
    told = (_teams, _first, _calibrated, _steps, _rounds, _judged, answers_section, _sessions, _counted)
    return "\n".join(filter(None, (one(report) for one in told)))


def _table(title: str, columns: Columns[T], rows: Sequence[T], note: str = "", *, wide: bool = False) -> str:
    """Return a table under its heading, with a note before it; nothing where it has no row."""
    return section(title, _rows(columns, rows, note, wide=wide))


def _rows(columns: Columns[T], rows: Sequence[T], note: str, *, wide: bool = False) -> str:
    if not rows:
        return ""
    cells = [[cell(row) for _, cell in columns] for row in rows]
    told = f"<p>{plain(note)}</p>\n" if note else ""
    return told + table([str(name) for name, _ in columns], cells, wide=wide)


_TEAM: tuple[Message, Callable[[TeamWorth], str]] = (words("Team"), lambda team: team.team)
_TEAMS: Columns[TeamWorth] = (
    _TEAM,
    (
        words("Sessions"),
        lambda team: (
            number(team.sessions)
            + (translate(" ({n} unknown)", n=f"{team.unknown:,}") if team.unknown else "")
        ),
    ),
    (words("Questions"), lambda team: number(team.questions)),
    (words("Right"), lambda team: share_of(team.accuracy)),
    (words("Cost"), lambda team: money(team.cost, team.known_cost, team.uncertain_cost)),
    (words("Cost of a right one"), price_of_right),
    (words("Tokens"), lambda team: tokens(team.tokens, team.tokens_cached)),
    (
        words("Tokens of a right one"),
        lambda team: NOTHING if team.tokens_per_right is None else number(round(team.tokens_per_right)),
    ),
)
_FIRST: Columns[TeamWorth] = (
    _TEAM,
    (words("Single first answer"), lambda team: share_of(team.first)),
    (words("Vote"), lambda team: share_of(team.vote)),
    (words("No vote"), lambda team: part(team.ties, team.ties + team.vote.of)),
    (words("Oracle"), lambda team: share_of(team.oracle)),
    (words("Right answer lost"), lambda team: share_of(team.lost)),
    (words("Right answer found"), lambda team: part(team.found, team.lost.of)),
    (words("All wrong"), lambda team: number(team.all_wrong)),
    (words("Wrong together"), lambda team: part(team.wrong_together, team.all_wrong)),
)
_CALIBRATED: Columns[tuple[TeamWorth, Calibrated]] = (
    (words("Team"), lambda row: row[0].team),
    (words("Agreement"), lambda row: _band(row[1])),
    (words("Measured by"), lambda row: _measured_by(*row)),
    (words("Right"), lambda row: share_of(row[1].right)),
)
_STEPS: Columns[TeamWorth] = (
    _TEAM,
    (words("Rounds: first to last vote"), lambda team: points_of(team.by_rounds)),
    (words("Chair: last vote to result"), lambda team: points_of(team.by_chair)),
    (words("First vote to result"), lambda team: points_of(team.gain)),
)
_JUDGED: Columns[TeamWorth] = (
    _TEAM,
    (
        words("Refinements that changed the text"),
        lambda team: part(team.judging.changed, team.judging.changed + team.judging.held),
    ),
    (
        words("Judge: the same word in both orders"),
        lambda team: part(team.judging.swaps_agreed, team.judging.swaps),
    ),
    (
        words("Critics: the longer answer before the shorter"),
        lambda team: part(team.judging.longer_preferred, team.judging.pairs),
    ),
    (
        words("Critics: one of their own model first"),
        lambda team: part(team.judging.own_first, team.judging.own_ranked),
    ),
    (
        words("The same by chance"),
        lambda team: part(team.judging.own_by_chance, team.judging.own_ranked, of=False),
    ),
)
_TURNED: Columns[tuple[TeamWorth, str, Turned]] = (
    (words("Team"), lambda row: row[0].team),
    (words("Round"), lambda row: row[1]),
    (words("From wrong to right"), lambda row: part(row[2].right, row[2].of)),
    (words("From right to wrong"), lambda row: part(row[2].wrong, row[2].of)),
)
_SESSIONS: Columns[Outcome] = (
    (
        words("Question"),
        lambda one: f"{one.question}: {cut(one.text, _SHOWN)}" if one.text else one.question,
    ),
    (words("Team"), lambda one: one.team),
    (words("Result"), result_said),
    (words("Vote"), lambda one: NOTHING if one.baseline_of else str(KNOWN[one.vote])),
    (
        words("Last vote"),
        lambda one: NOTHING if one.baseline_of or len(one.rounds) < 2 else str(KNOWN[one.last_vote]),
    ),
    (words("Oracle"), lambda one: NOTHING if one.baseline_of else str(KNOWN[one.oracle])),
    (words("Rounds"), lambda one: number(one.number_of_rounds)),
    (words("Cost"), lambda one: money(one.cost, one.known_cost, one.uncertain_cost)),
    (words("Tokens"), lambda one: tokens(one.tokens, one.tokens_cached)),
    # As much of the session's id as commands ask for.
    (words("Session and seed"), lambda one: f"{one.session[:SHORT]}, {one.seed}"),
)


def _teams(report: BatchReport) -> str:
    return _table(translate("Teams"), _TEAMS, report.teams)


def _first(report: BatchReport) -> str:
    """Return what first answers were worth; a baseline has samples instead, which are no such answers."""
    note = translate(
        "No vote: none led, or nobody knows whether the one that did is right. Lost: a first answer was "
        "right and the result is not, the gap to the oracle. Found: the result is right though no first "
        "answer was. All wrong: no first answer was right. Wrong together: all of these were the same, which "
        "no vote can mend."
    )
    if any(team.baseline for team in report.teams):
        note += translate(
            " What teams are compared with at equal tokens has many independent samples instead of first "
            "answers, and is left out here."
        )
    teams = [team for team in report.teams if not team.baseline and team.oracle.of]
    return _table(translate("First answers"), _FIRST, teams, note)


def _measured_by(team: TeamWorth, one: Calibrated) -> str:
    if one.judged:
        return translate("the judge")
    return translate("the same sample") if team.baseline else translate("the same last answer")


def _band(one: Calibrated) -> str:
    if one.low == one.high:
        return f"{one.low} %"
    return translate("{low} to {high} %", low=one.low, high=one.high)


def _calibrated(report: BatchReport) -> str:
    """Return how often results were right by how far the members agreed."""
    rows = [(team, one) for team in report.teams for one in team.calibration]
    note = translate(
        "Where members agree and the result is wrong all the same, agreement tells less than it seems to."
    )
    return _table(translate("What agreement is worth"), _CALIBRATED, rows, note)


def _steps(report: BatchReport) -> str:
    teams = [t for t in report.teams if not t.baseline and (t.gain.of or t.by_rounds.of)]
    note = translate("Each over the sessions in which both are known: the steps need not add up.")
    return _table(translate("Who gained or lost it"), _STEPS, teams, note)


def _rounds(report: BatchReport) -> str:
    teams = [team for team in report.teams if not team.baseline and (team.turned or team.changed)]
    rows = [(team, str(at), one) for team in teams for at, one in enumerate(team.turned, 1) if one.of]
    alone = translate("none: asked again alone")
    rows += [(team, alone, team.by_chance) for team in report.teams if team.baseline and team.by_chance.of]
    told = items([f"<strong>{plain(team.team)}</strong>: {_conformed(team)}{_spent(team)}" for team in teams])
    note = translate(
        "Shares are of the answers that are known to be right or wrong before and after the round. A member "
        "that is asked again alone, as with “--baseline single”, turns by chance: only what turns more often "
        "with its peers is theirs."
    )
    title = translate("What the rounds changed")
    changed = _rows(_TURNED, rows, note) or _ungraded(teams)
    return section(title, "\n".join(filter(None, (told, changed))))


def _ungraded(teams: Sequence[TeamWorth]) -> str:
    if not any(team.ungraded for team in teams):
        return ""
    note = translate("Later rounds were not graded: which answers they turned right or wrong is not known.")
    return f"<p>{plain(note)}</p>"


def _conformed(team: TeamWorth) -> str:
    if not team.changed:
        return translate("No member changed its answer in a round.")
    return ngettext(
        team.changed,
        "{n} answer was changed; {taken} of them to what most others had said, without naming evidence or an "
        "error.",
        "{n} answers were changed; {taken} of them to what most others had said, without naming evidence or "
        "an error.",
        taken=f"{team.conformed:,}",
    )


def _spent(team: TeamWorth) -> str:
    after = team.spent_after
    if after is None or after + 1 >= len(team.by_round) or not team.by_round[0].tells:
        return ""
    sessions = f"{team.by_round[0].of:,}"
    if not after:
        return translate(" After the first answers the vote of {n} sessions gained nothing more.", n=sessions)
    return translate(
        " After round {round} the vote of {n} sessions gained nothing more.", round=after, n=sessions
    )


def _judged(report: BatchReport) -> str:
    """Return what can be told of the judging without knowing the right answers."""
    note = translate(
        "Known without knowing the right answers. A judge that names another text when the order is "
        "turned decides by the order; one that calls both equal in both orders counts as the same word. "
        "Without a liking for length the longer answer comes first in half of the pairs; of their own model "
        "critics see only those of other members."
    )
    teams = [team for team in report.teams if team.judging != Judging()]
    return _table(translate("How it was judged"), _JUDGED, teams, note)


def _sessions(report: BatchReport) -> str:
    found = sorted(report.outcomes, key=lambda one: ({False: 0, None: 1, True: 2}[one.result], one.question))
    return _table(translate("Each session"), _SESSIONS, found, wide=True)


def _counted(_report: BatchReport) -> str:
    lines = (translate(one, draws=f"{DRAWS:,}", n=FEWEST) for one in _COUNTED)
    return section(translate("How this was counted"), "\n".join(f"<p>{plain(line)}</p>" for line in lines))

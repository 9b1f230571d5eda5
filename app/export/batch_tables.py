"""The tables of a batch's report: what was run, what teams came to, and each session."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime

from app.domain.days import when
from app.domain.excerpt import cut
from app.domain.i18n import Message, ngettext, translate, words
from app.domain.reporting import Judging
from app.export.batch_words import (
    NOTHING,
    items,
    money,
    number,
    part,
    points_of,
    price_of_right,
    questions,
    section,
    share_of,
    states_text,
    table,
)
from app.export.html_text import plain
from app.projections.evaluation import BatchReport, Outcome, TeamWorth
from app.projections.intervals import DRAWS, FEWEST

KNOWN: Mapping[bool | None, Message] = {True: words("right"), False: words("wrong"), None: words("unknown")}
_SHORT = 10
"""Signs of a session's id: no two of a batch share them."""
_SHOWN = 90
"""Characters of a question in a line of a table; the table for a spreadsheet holds all of it."""
_COUNTED = (
    words(
        "A result is right where an expected answer stands in what the text answers: behind its last "
        "“Answer:”, else in its first sentence; where these rules cannot tell, as the judge graded it by the "
        "rubric, and partly right is wrong there. Else it is unknown, and counts for nothing."
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
        yield translate("Last session ended"), plain(when(datetime.fromtimestamp(report.at / 1e6, UTC)))


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
    told = (_teams, _first, _steps, _rounds, _judged, _sessions, _counted)
    return "\n".join(filter(None, (one(report) for one in told)))


def _teams(report: BatchReport) -> str:
    top = (
        translate("Team"),
        translate("Sessions"),
        translate("Questions"),
        translate("Right"),
        translate("Cost"),
        translate("Cost of a right one"),
        translate("Tokens"),
    )
    rows = [
        (
            team.team,
            number(team.sessions)
            + (translate(" ({n} unknown)", n=f"{team.unknown:,}") if team.unknown else ""),
            number(team.questions),
            share_of(team.accuracy),
            money(team.cost),
            price_of_right(team),
            number(team.tokens),
        )
        for team in report.teams
    ]
    return section(translate("Teams"), table(top, rows)) if rows else ""


def _first(report: BatchReport) -> str:
    """Return what first answers were worth; a baseline has samples instead, which are no such answers."""
    teams = [team for team in report.teams if not team.baseline and team.oracle.of]
    if not teams:
        return ""
    top = (
        translate("Team"),
        translate("Single first answer"),
        translate("Vote"),
        translate("No vote"),
        translate("Oracle"),
        translate("Right answer lost"),
        translate("Right answer found"),
    )
    rows = [
        (
            team.team,
            share_of(team.first),
            share_of(team.vote),
            part(team.ties, team.ties + team.vote.of),
            share_of(team.oracle),
            share_of(team.lost),
            part(team.found, team.lost.of),
        )
        for team in teams
    ]
    note = translate(
        "No vote: none led, or nobody knows whether the one that did is right. Lost: a first answer was "
        "right and the result is not, the gap to the oracle. Found: the result is right though no first "
        "answer was."
    )
    if any(team.baseline for team in report.teams):
        note += translate(
            " What teams are compared with at equal tokens has many independent samples instead of first "
            "answers, and is left out here."
        )
    return section(translate("First answers"), f"<p>{plain(note)}</p>\n{table(top, rows)}")


def _steps(report: BatchReport) -> str:
    rows = [
        (team.team, points_of(team.by_rounds), points_of(team.by_chair), points_of(team.gain))
        for team in report.teams
        if not team.baseline and (team.gain.of or team.by_rounds.of)
    ]
    if not rows:
        return ""
    top = (
        translate("Team"),
        translate("Rounds: first to last vote"),
        translate("Chair: last vote to result"),
        translate("First vote to result"),
    )
    note = translate("Each over the sessions in which both are known: the steps need not add up.")
    return section(translate("Who gained or lost it"), f"<p>{plain(note)}</p>\n{table(top, rows)}")


def _rounds(report: BatchReport) -> str:
    teams = [team for team in report.teams if not team.baseline and (team.turned or team.changed)]
    rows = [
        (team.team, str(at), part(one.right, one.of), part(one.wrong, one.of))
        for team in teams
        for at, one in enumerate(team.turned, 1)
        if one.of
    ]
    told = items([f"<strong>{plain(team.team)}</strong>: {_conformed(team)}{_spent(team)}" for team in teams])
    top = (
        translate("Team"),
        translate("Round"),
        translate("From wrong to right"),
        translate("From right to wrong"),
    )
    note = translate(
        "Shares are of the answers that are known to be right or wrong before and after the round."
    )
    changed = f"<p>{plain(note)}</p>\n{table(top, rows)}" if rows else _ungraded(teams)
    body = "\n".join(filter(None, (told, changed)))
    return section(translate("What the rounds changed"), body)


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
    rows = [
        (
            team.team,
            part(team.judging.changed, team.judging.changed + team.judging.held),
            part(team.judging.swaps_agreed, team.judging.swaps),
            part(team.judging.longer_preferred, team.judging.pairs),
            part(team.judging.own_first, team.judging.own_ranked),
            part(team.judging.own_by_chance, team.judging.own_ranked, of=False),
        )
        for team in report.teams
        if team.judging != Judging()
    ]
    if not rows:
        return ""
    top = (
        translate("Team"),
        translate("Refinements that changed the text"),
        translate("Judge: the same word in both orders"),
        translate("Critics: the longer answer before the shorter"),
        translate("Critics: one of their own model first"),
        translate("The same by chance"),
    )
    note = translate(
        "Known without knowing the right answers. A judge that names another text when the order is "
        "turned decides by the order; one that calls both equal in both orders counts as the same word. "
        "Without a liking for length the longer answer comes first in half of the pairs; of their own model "
        "critics see only those of other members."
    )
    return section(translate("How it was judged"), f"<p>{plain(note)}</p>\n{table(top, rows)}")


def _sessions(report: BatchReport) -> str:
    rows = [
        (
            f"{one.question}: {cut(one.text, _SHOWN)}" if one.text else one.question,
            one.team,
            translate("partly right") if one.partly else str(KNOWN[one.result]),
            *_votes(one),
            number(one.number_of_rounds),
            money(one.cost),
            number(one.tokens),
            # As much of it as commands ask for.
            f"{one.session[:_SHORT]}, {one.seed}",
        )
        for one in sorted(report.outcomes, key=_wrong_first)
    ]
    top = (
        translate("Question"),
        translate("Team"),
        translate("Result"),
        translate("Vote"),
        translate("Last vote"),
        translate("Oracle"),
        translate("Rounds"),
        translate("Cost"),
        translate("Tokens"),
        translate("Session and seed"),
    )
    return section(translate("Each session"), table(top, rows, wide=True)) if rows else ""


def _votes(one: Outcome) -> Sequence[str]:
    if one.baseline_of:
        return (NOTHING, NOTHING, NOTHING)
    last = str(KNOWN[one.last_vote]) if len(one.rounds) > 1 else NOTHING
    return (str(KNOWN[one.vote]), last, str(KNOWN[one.oracle]))


def _wrong_first(one: Outcome) -> tuple[int, str]:
    return ({False: 0, None: 1, True: 2}[one.result], one.question)


def _counted(_report: BatchReport) -> str:
    lines = (translate(one, draws=f"{DRAWS:,}", n=FEWEST) for one in _COUNTED)
    return section(translate("How this was counted"), "\n".join(f"<p>{plain(line)}</p>" for line in lines))

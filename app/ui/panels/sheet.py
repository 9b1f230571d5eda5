"""What stands on the sheet that is handed on: the decision, why, what happens next, who differs. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from app.domain.i18n import Message
from app.domain.reporting import WorkflowReport
from app.ui.kit.texts import count, day, tr
from app.ui.panels.critique_rows import Who, who_of
from app.ui.panels.rendered import Line, Rendered, against_of, assumptions_of, decision_of
from app.ui.view.labels import round_in_line
from app.ui.view.session_view import SessionView

MOST_AGREED, MOST_DISPUTED, MOST_AGAINST, MOST_ASSUMED, MOST_CHANGED = 3, 2, 2, 3, 4
_NO_DISSENT = Message("None.")
_MOST_OF_ONE_SIDE = 3
"""Sides of a point that are told."""


class Dispute(NamedTuple):
    """A point on which they differ: what it is about, and what each side says."""

    about: Line
    sides: tuple[tuple[tuple[Who, ...], Line], ...]


class Sheet(NamedTuple):
    """One page; what is empty is left out."""

    kicker: str
    """What it is, and of when."""
    as_of: str
    """As of when, while the session goes on."""
    title: str
    lead: str
    why: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    changed: tuple[Line, ...] = ()
    """What changed last, where nothing is decided yet."""
    agreed: tuple[Line, ...] = ()
    disputed: tuple[Dispute, ...] = ()
    more_disputed: int = 0
    """Points that differ beside those told."""
    against: tuple[Line, ...] = ()
    """What speaks against the decision, where no point is told on which they differ."""
    against_as: str = ""
    """What that is called."""
    rests_on: tuple[Line, ...] = ()
    wrong_if: tuple[str, ...] = ()
    by: tuple[Who, ...] = ()

    @property
    def argued(self) -> bool:
        """Whether its main column has more than the decision; else what they agree on stands there."""
        return bool(self.why or self.steps)

    @property
    def empty(self) -> bool:
        """Whether nothing stands on it that would be handed on."""
        return not (self.lead or self.why or self.steps or self.agreed or self.disputed or self.title)


EMPTY = Sheet("", "", "", "")


def sheet_of(view: SessionView, report: WorkflowReport, told: list[Rendered], stands: list[Line]) -> Sheet:
    """Return the sheet of a session; `stands`: what is known of it while nothing is decided."""
    decision, brief, veil = decision_of(view, report), report.brief, view.names.veil
    agreed, disputes, changes = (
        [line for part in told if part.sense == sense for line in part.lines]
        for sense in ("agreed", "disputed", "changed")
    )
    standing = stands[0].text if stands else ""
    # Who differs is told with the points; else what speaks against it must not be missed.
    against = against_of(told) if decision is not None and not disputes else None
    if decision is None and not (brief.lead or agreed or disputes):
        return EMPTY
    going_on = view.fold.session.state not in ("finished", "stopped", "failed")
    differ = count(len(disputes), "they differ on {n} point", "they differ on {n} points")
    # Where findings contradict each other, nobody differs, and how much holds says more.
    members = any(side.whose or side.spots for line in disputes for side in line.sides)
    so_far = differ if members else standing
    title = decision.text if decision is not None else so_far if going_on else view.fold.session.title
    lead = brief.lead or ("" if decision is not None or (so_far == standing and going_on) else standing)
    own = view.fold.session.decision
    if own is not None:
        # What the members came to is not what was decided.
        recommended = tr("The members recommended: {what}", what=title) if decision is not None else ""
        title, lead = own.text, " ".join(filter(None, (recommended, lead)))
    return Sheet(
        kicker=" · ".join(filter(None, (_kind(view, decision, report, going_on=going_on), _when(view)))),
        as_of=tr("As of {round}", round=round_in_line(view, view.round)) if going_on and view.round else "",
        title=tr("So far: {what}", what=title) if going_on and title else title,
        lead=veil(lead),
        why=tuple(map(veil, brief.why)),
        steps=tuple(map(veil, brief.steps)),
        changed=tuple(changes[:MOST_CHANGED]) if decision is None else (),
        agreed=tuple(agreed[:MOST_AGREED]),
        disputed=tuple(_dispute(view, line) for line in disputes[:MOST_DISPUTED]),
        more_disputed=max(0, len(disputes) - MOST_DISPUTED),
        against=_against(against),
        against_as=against.title if against is not None else "",
        rests_on=tuple(_once(assumptions_of(told)))[:MOST_ASSUMED],
        wrong_if=tuple(map(veil, brief.wrong_if)),
        by=tuple(who_of(view, seat) for seat in _took_part(view)),
    )


def _took_part(view: SessionView) -> list[str]:
    """Return the members that were asked, and those that hold a given text."""
    wrote = {version.seat for version in view.fold.texts.versions.values()}
    return [seat for seat in view.members() if seat in wrote or seat in view.fold.spend.by_seat]


def _against(part: Rendered | None) -> tuple[Line, ...]:
    """Return what speaks against the decision, or what is known of that; “None.” alone says nothing."""
    if part is None or part.lines:
        return part.lines[:MOST_AGAINST] if part is not None else ()
    return (Line(part.none),) if part.none and part.none != tr(_NO_DISSENT) else ()


def _kind(view: SessionView, decision: Line | None, report: WorkflowReport, *, going_on: bool) -> str:
    if view.fold.session.decision is not None:
        return tr("Decided by you")
    if decision is None:
        return "" if going_on else tr("Result")
    return tr("Recommendation") if report.decided else tr("No recommendation")


def _when(view: SessionView) -> str:
    """Return the day of the newest round."""
    rounds = view.fold.timeline.rounds.values()
    times = [one.closed_at or one.opened_at for row in rounds for one in row.attempts]
    at = max(times, default=view.fold.session.created_at)
    return day(datetime.fromtimestamp(at / 1e6).astimezone(), year=True) if at else ""


def _dispute(view: SessionView, line: Line) -> Dispute:
    """Return a point; those who say the same stand together."""
    sides: dict[str, tuple[list[Who], Line]] = {}
    for side in line.sides[:_MOST_OF_ONE_SIDE]:
        who, _ = sides.setdefault(side.text, ([], side))
        who += side.whose or [spot.who for spot in side.spots]
    return Dispute(line, tuple((tuple(who), side) for who, side in sides.values()))


def _once(lines: list[Line]) -> Iterator[Line]:
    seen: set[str] = set()
    for line in lines:
        if line.text.casefold() not in seen:
            seen.add(line.text.casefold())
            yield line


def copied(sheet: Sheet) -> str:
    """Return the sheet as Markdown, for the clipboard."""
    blocks = [
        " · ".join(filter(None, (sheet.kicker, sheet.as_of))),
        f"# {sheet.title}" if sheet.title else "",
        sheet.lead,
        *_listed(tr("Why"), [f"- {one}" for one in sheet.why]),
        *_listed(tr("What happens next"), [f"{n}. {one}" for n, one in enumerate(sheet.steps, 1)]),
        *_listed(tr("What changed"), [f"- {named(line)}" for line in sheet.changed]),
        *_listed(tr("They agree"), [f"- {line.text}" for line in sheet.agreed]),
        *_listed(tr("They still differ"), list(_disputes(sheet))),
        *_listed(sheet.against_as, [f"- {named(line)}" for line in sheet.against]),
        *_listed(tr("It rests on"), [f"- {line.text}" for line in sheet.rests_on]),
        tr("none of it was checked") if sheet.rests_on else "",
        *_listed(tr("It would be wrong if"), [f"- {one}" for one in sheet.wrong_if]),
        tr("By {names}", names=", ".join(who.name for who in sheet.by)) if sheet.by else "",
    ]
    return "\n\n".join(filter(None, blocks)) + "\n"


def _listed(title: str, lines: list[str]) -> list[str]:
    return [f"## {title}", "\n".join(lines)] if lines else []


def _disputes(sheet: Sheet) -> Iterator[str]:
    for point in sheet.disputed:
        yield f"- {point.about.text}"
        for who, side in point.sides:
            names = ", ".join(one.name for one in who) or side.who
            yield f"  - {names}: {side.text}" if names else f"  - {side.text}"
    if sheet.more_disputed:
        yield f"- {more_words(sheet)}"


def named(line: Line) -> str:
    """Return a line with who says it before it."""
    return f"{line.who}: {line.text}" if line.who else line.text


def more_words(sheet: Sheet) -> str:
    """Return that they differ on more points than are told."""
    return count(sheet.more_disputed, "and on {n} more point", "and on {n} more points")

"""What a workflow tells of a session, with the places each line leads to: all parts, and the sheet. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from app.domain.i18n import Message
from app.domain.reporting import Part, Remark, Sense, WorkflowReport
from app.engine.tabs import TextPlace
from app.markup.quoting import plain_words
from app.ui.kit.states import StateLook
from app.ui.kit.texts import count, day, tr
from app.ui.panels.critique_rows import Who, who_of
from app.ui.view.labels import round_in_line
from app.ui.view.paragraphs import paragraph_like
from app.ui.view.session_view import SessionView

LOOKS: dict[Sense | str, StateLook] = {
    "degree": StateLook("gauge", "text2", "hover"),
    "doubted": StateLook("gauge", "waiting", "waiting_row"),
    "agreed": StateLook("circle-check", "finished", "finished_row"),
    "disputed": StateLook("git-compare", "waiting", "waiting_row"),
    "alone": StateLook("user", "muted", "hover"),
    "changed": StateLook("diff", "text2", "hover"),
    "against": StateLook("message-square-warning", "waiting", "waiting_row"),
    "open": StateLook("circle-help", "text2", "hover"),
    "unmet": StateLook("circle-x", "failed", "failed_row"),
    "limit": StateLook("triangle-alert", "waiting", "waiting_row"),
    "failed": StateLook("circle-dashed", "waiting", "waiting_row"),
}
_PLAIN = StateLook("dot", "muted", "hover")
_NUMBER = re.compile(r"\d+[.)] +")
_MOST = 60
"""Lines of a part that are shown."""
_MOST_AGREED, _MOST_DISPUTED, _MOST_AGAINST, _MOST_ASSUMED, _MOST_CHANGED = 3, 2, 2, 3, 4
_NO_DISSENT = Message("None.")
_MOST_OF_ONE_SIDE = 3
"""Sides of a point that are told."""


class Spot(NamedTuple):
    """Where somebody says it; paragraph 0: somewhere in its text."""

    seat: str
    who: Who
    paragraph: int
    passage: str
    round: int

    @property
    def place(self) -> TextPlace:
        """The passage in its text."""
        return TextPlace(self.seat, self.passage, self.round)

    @property
    def label(self) -> str:
        """Return “A ¶2”."""
        return f"{self.who.letter} ¶{self.paragraph}" if self.paragraph else self.who.letter


class Line(NamedTuple):
    """One thing told."""

    text: str
    spots: tuple[Spot, ...] = ()
    who: str = ""
    """Who says it, where that is told in words before it."""
    assumes: str = ""
    sides: tuple[Line, ...] = ()
    change: tuple[str, int] | None = None
    """(seat, seq of its text) whose changes it tells of."""
    critique: str = ""
    """The critique that raised it."""
    whose: tuple[Who, ...] = ()
    """The members that say it."""


class Rendered(NamedTuple):
    """A part of what is told: its title, how it is meant, its lines, and what is said without any."""

    title: str
    sense: str
    lines: tuple[Line, ...]
    none: str = ""

    @property
    def look(self) -> StateLook:
        """The icon before its lines."""
        return LOOKS.get(self.sense, _PLAIN)


def against_of(told: Sequence[Rendered]) -> Rendered | None:
    """Return what speaks against the result; where nobody weighed it, what became of the points."""
    found = next((one for one in told if one.sense == "against"), None)
    return found or next((one for one in told if one.sense == "limit" and one.none), None)


def told_of(view: SessionView, report: WorkflowReport) -> list[Rendered]:
    """Return the findings of a report; that an answer is missing is none while it is still to come."""
    says = (part for part in report.findings if part.remarks or part.none)
    found = [_told(view, part, report.senses.get(part.name, "")) for part in says]
    over = view.fold.session.state in ("finished", "stopped", "failed")
    return [part for part in found if over or part.sense != "failed"]


def _told(view: SessionView, part: Part, sense: str) -> Rendered:
    lines = tuple(_line(view, remark, sense) for remark in part.remarks[:_MOST])
    return Rendered(part.title, sense, lines, part.none)


def _line(view: SessionView, remark: Remark, sense: str) -> Line:
    veil = view.names.veil
    members = [name for name in remark.who if name in view.fold.session.seats]
    sides = tuple(_line(view, side, "side") for side in remark.sides)
    number = remark.place.round if remark.place is not None else 0
    changed = sense == "changed"
    everybody = sense == "agreed" and not members
    looked = () if changed else view.members() if everybody else members
    spots = tuple(_spots(view, looked, remark.text, sure=not everybody, texts=remark.texts))
    change = _change(view, members, number, remark.texts) if changed else None
    seats = view.fold.session.seats
    named = ", ".join(who_of(view, name).name if name in seats else name for name in remark.who)
    text, assumes = _bare(veil(remark.text)), _bare(veil(remark.assumes))
    critique = remark.critique if remark.critique in view.fold.critiques.points else ""
    whose = tuple(who_of(view, name) for name in members)
    return Line(text, () if sides else spots, veil(named), assumes, sides, change, critique, whose)


def _bare(text: str) -> str:
    """Return a line without Markdown's marks, which a line does not set; a number before it stays."""
    number = _NUMBER.match(text)
    before = number.group() if number else ""
    return before + " ".join(plain_words(text[len(before) :]).split())


def _decision_of(view: SessionView, report: WorkflowReport) -> Line | None:
    """Return what was decided, and who says so; None where nothing is decided yet."""
    if not report.decision:
        return None
    spots = tuple(_spots(view, view.members(), report.decision, sure=False))
    return Line(_bare(view.names.veil(report.decision)), spots)


def assumptions_of(told: Sequence[Rendered]) -> list[Line]:
    """Return what the result takes for granted, each as a line with its place: not what dissenters do."""
    dissent = {who for part in told if part.sense == "against" for line in part.lines for who in line.whose}
    sides = (side for part in told for line in part.lines for side in (line, *line.sides))
    return [
        Line(side.assumes, side.spots, side.who, whose=side.whose)
        for side in sides
        if side.assumes and not (side.whose and dissent.issuperset(side.whose))
    ]


def _change(
    view: SessionView, members: Sequence[str], number: int, told: Collection[int]
) -> tuple[str, int] | None:
    """Return the text whose changes are told of: that which is named, else the round's newest."""
    if not members:
        return None
    texts = view.fold.texts.of_seat(members[0], view.slot)
    own = [version for version in texts if not version.by_person]
    here = [version.seq for version in own if version.seq in told]
    here = here or [version.seq for version in own if version.round == number]
    return (members[0], here[-1]) if len(texts) > 1 and here else None


def _spots(
    view: SessionView, seats: Iterable[str], said: str, *, sure: bool, texts: Collection[int] = ()
) -> Iterator[Spot]:
    """Yield where members say something, in the texts that are named, else in their newest ones.

    `sure`: that they do is known.
    """
    for seat in seats:
        versions = view.fold.texts.of_seat(seat, view.slot)
        if not versions:
            continue
        here = next((version for version in reversed(versions) if version.seq in texts), versions[-1])
        found = paragraph_like(here.text, said)
        if found is not None:
            yield Spot(seat, who_of(view, seat, here.round or 1), *found, here.round or 1)
        elif sure:
            yield Spot(seat, who_of(view, seat, here.round or 1), 0, "", here.round or 1)


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
    decision, brief, veil = _decision_of(view, report), report.brief, view.names.veil
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
        changed=tuple(changes[:_MOST_CHANGED]) if decision is None else (),
        agreed=tuple(agreed[:_MOST_AGREED]),
        disputed=tuple(_dispute(view, line) for line in disputes[:_MOST_DISPUTED]),
        more_disputed=max(0, len(disputes) - _MOST_DISPUTED),
        against=_against(against),
        against_as=against.title if against is not None else "",
        rests_on=tuple(_once(assumptions_of(told)))[:_MOST_ASSUMED],
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
        return part.lines[:_MOST_AGAINST] if part is not None else ()
    return (Line(part.none),) if part.none and part.none != tr(_NO_DISSENT) else ()


def _kind(view: SessionView, decision: Line | None, report: WorkflowReport, *, going_on: bool) -> str:
    if view.fold.session.decision is not None:
        return tr("Decided by you")
    if decision is None:
        return "" if going_on else tr("Result")
    return tr("Recommendation") if report.decided else tr("No recommendation")


def _when(view: SessionView) -> str:
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

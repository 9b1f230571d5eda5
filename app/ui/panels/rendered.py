"""What a workflow tells of a session, part by part, with the places each line leads to. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from app.domain.reporting import Part, Remark, Sense, WorkflowReport
from app.markup.quoting import plain_words
from app.ui.kit.states import StateLook
from app.ui.panels.critique_rows import Who, who_of
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
PLAIN = StateLook("dot", "muted", "hover")
_NUMBER = re.compile(r"\d+[.)] +")
MOST = 60
"""Lines of a part that are shown."""


class Spot(NamedTuple):
    """Where somebody says it; paragraph 0: somewhere in its text."""

    seat: str
    who: Who
    paragraph: int
    passage: str
    round: int

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
        return LOOKS.get(self.sense, PLAIN)


def against_of(told: Sequence[Rendered]) -> Rendered | None:
    """Return what speaks against the result; where nobody weighed it, what became of the points."""
    found = next((one for one in told if one.sense == "against"), None)
    return found or next((one for one in told if one.sense == "limit" and one.none), None)


def told_of(view: SessionView, report: WorkflowReport) -> list[Rendered]:
    """Return the findings of a report; that an answer is missing is none while it is still to come."""
    found = [_told(view, part, report.senses.get(part.name, "")) for part in report.findings if _says(part)]
    over = view.fold.session.state in ("finished", "stopped", "failed")
    return [part for part in found if over or part.sense != "failed"]


def _says(part: Part) -> bool:
    return bool(part.remarks or part.none)


def _told(view: SessionView, part: Part, sense: str) -> Rendered:
    lines = tuple(_line(view, remark, sense) for remark in part.remarks[:MOST])
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


def decision_of(view: SessionView, report: WorkflowReport) -> Line | None:
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

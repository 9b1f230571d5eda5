"""Who answers in a new session: the choice of a team, its members as chips, and what stands in its way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QComboBox, QPushButton, QSizePolicy, QWidget

from app.domain.errors import RoundtableError
from app.domain.ids import RESERVED_SEATS
from app.domain.no_model import without_model
from app.domain.seats import Obstacle, Seat, Team, team_of
from app.ui.kit.controls import combo_box, offer_options
from app.ui.kit.font_aware import FontAware
from app.ui.kit.icons import icon
from app.ui.kit.layouts import in_column, in_row
from app.ui.kit.one_line import CutButton
from app.ui.kit.seat_dot import paint_dot
from app.ui.kit.sidebar import Sign
from app.ui.kit.texts import (
    Said,
    button,
    escaped,
    label,
    link_button,
    model_text,
    problem_label,
    say,
    single_line,
    team_titles,
    tr,
)
from app.ui.kit.theme import CAPTION, colours
from app.ui.kit.wrapped import Wrapped

if TYPE_CHECKING:
    from app.settings.teams import TeamFiles


class StateLine(QWidget):
    """Whether all at the table can be asked, as far as it can be told without contacting anybody."""

    def __init__(self) -> None:
        super().__init__()
        self._sign, self._words = Sign(), label("", scale=CAPTION, widget=Said(tr("Team")))
        self.add = link_button(tr("Add…"), tip=tr("Models and keys…"), small=True)
        self.setLayout(in_row(self._sign, self._words, self.add, spacing=4))
        self.clear()

    def clear(self) -> None:
        self._words.setText("")
        self.hide()

    def show_obstacles(self, found: Sequence[Obstacle]) -> None:
        """Say that all is well, or that something is missing, and what in the tip."""
        self._sign.setIcon(icon("triangle-alert", "waiting") if found else icon("circle-check", "finished"))
        seats = list(dict.fromkeys(str(seat) for obstacle in found for seat in obstacle.seats))
        if len(seats) == 1 and seats[0] not in RESERVED_SEATS:
            self._words.setText(tr("{name} not ready", name=single_line(seats[0], 20)))
        else:
            self._words.setText(tr("not ready") if found else tr("all ready"))
        self.add.setVisible(bool(found))
        self.setToolTip(escaped("\n".join(tr(obstacle.message) for obstacle in found)))
        self.show()

    def text(self) -> str:
        return self._words.text()


class Refusal(QWidget):
    """Why the chosen team cannot be asked, and what to do: take one that works, or see to models and keys."""

    team_chosen = Signal(str)
    """The offered team is to be taken, by its name."""
    keys_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.why = problem_label(scale=CAPTION)
        self.ways = Wrapped()
        """What to press, in as many rows as they take."""
        self.other_team: QPushButton | None = None
        """Takes the team that is offered, where there is one."""
        self.keys: QPushButton | None = None
        self.setLayout(in_column(self.why, self.ways, spacing=6))
        self.clear()

    def clear(self) -> None:
        self.hide()

    def tells_what_to_do(self) -> bool:
        """Tell whether models that cannot be asked are what is said, and no file that is wrong."""
        return not (self.isHidden() or self.ways.isHidden())

    def say(self, why: str) -> None:
        """Say what is wrong with the team's file."""
        say(self.why, why)
        self.ways.hide()
        self.show()

    def show_not_ready(self, why: str, team: str | None) -> None:
        """Say what keeps the team from working, offer one that works, and lead on from there."""
        self.say(why)
        self.other_team = None
        if team is not None:
            offer = tr("Use the team “{name}”, which works now", name=single_line(team, 60))
            self.other_team = CutButton(offer, offer)
            self.other_team.clicked.connect(partial(self.team_chosen.emit, team))
        self.keys = button(tr("Models and keys…"), tip=tr("Enter a key, or look for models on this machine"))
        self.keys.clicked.connect(self.keys_wanted)
        ways = [way for way in (self.other_team, self.keys) if way is not None]
        self.ways.show_parts(ways)
        self.ways.show()
        ways[0].setFocus()


_SITTING = "\x00sitting"
"""The choice of a team that is kept under no name."""


class TeamChoice:
    """Fills a list with the teams there are, and tells which one is chosen."""

    def __init__(self, teams: TeamFiles) -> None:
        self.box = combo_box(tr("Team"), ((tr("Default team"), ""),), tip="")
        self._teams = teams
        self._sitting: Team | None = None
        """The team of the session that is followed up, where it is kept under no name."""

    def offer(self) -> None:
        """Offer the teams there are now; the chosen one stays."""
        teams = [(title, name) for name, title in team_titles(self._teams.titles()).items()]
        if self._sitting is not None:
            teams.insert(0, (tr("As in that session"), _SITTING))
        offer_options(self.box, teams, first=1)

    def choose(self, name: str) -> None:
        """Choose a team, where there is one of that name."""
        at = self.box.findData(name)
        if at >= 0:
            self.box.setCurrentIndex(at)

    def seated(self, seats: Mapping[str, Seat]) -> str:
        """Return the name of those who sat in another session: of their team where it is still that one."""
        for name in ("", *self._teams.names()):
            with suppress(RoundtableError):
                if dict(self._load(name).table()) == dict(seats):
                    return name
        self._sitting = team_of(seats)
        return _SITTING if self._sitting is not None else ""

    def name(self) -> str:
        """Return the name that the chosen team is kept under; empty: the default one, or one of no name."""
        name = str(self.box.currentData() or "")
        return "" if name == _SITTING else name

    def chosen(self) -> Team:
        """Return the team; raises InputError where its file is not sound."""
        if self.box.currentData() == _SITTING and self._sitting is not None:
            return self._sitting
        return self._load(self.name())

    def _load(self, name: str) -> Team:
        return self._teams.load(name) if name else self._teams.default()


_HIGH, _SIDE, _DOT, _GAP, _APART = 28, 8, 9, 6, 6
_LEAST = 44
"""Pixels of a model's name that are worth showing."""


class _TeamChips(FontAware, QWidget):
    """A chip for each: dot, name and model; where there is no room without the models, then the first few.

    Behind them stands who else is asked, or that nobody is a model, where that is so.
    """

    def __init__(self) -> None:
        super().__init__()
        self._seats: Sequence[Seat] = ()
        self._rules, self._behind = False, ""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_seats(self, seats: Sequence[Seat], posts: Mapping[str, Seat]) -> None:
        """`posts`: who judges and the like, by what they are called."""
        self._seats, none = seats, without_model(seat.model for seat in seats)
        self._rules = none is not None
        told = [f"{title}: {model_text(seat.model, 28, short=True)}" for title, seat in posts.items()]
        self._behind = " · ".join(told) if none is None else tr(none.short)
        named = [f"{single_line(s.name, 40)} ({single_line(s.model, 80)})" for s in seats]
        self.setToolTip(escaped(" · ".join(named + (told if none is None else []))))
        self.setAccessibleName(tr("Members: {names}", names=self.text()))
        self.setAccessibleDescription(self._behind)
        self.update()

    def text(self) -> str:
        return " · ".join(f"{single_line(s.name, 24)} ({model_text(s.model, 30)})" for s in self._seats)

    def sizeHint(self) -> QSize:
        return QSize(100, max(_HIGH, self.fontMetrics().height() + 8))

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        c, (bold, small) = colours(), self._fonts()
        left = 0
        for at, (name, model, wide) in enumerate(self._fitting()):
            box = QRect(left, 0, wide - 1, self.height() - 1)
            painter.setPen(QColor(c.line))
            painter.setBrush(QColor(c.window))
            painter.drawRoundedRect(box, 6, 6)
            words = box.adjusted(_SIDE, 0, -_SIDE, 0)
            if not name.startswith("+"):
                paint_dot(painter, QRect(words.left(), words.center().y() - _DOT // 2, _DOT, _DOT), at)
                words.setLeft(words.left() + _DOT + _GAP)
            painter.setFont(bold)
            painter.setPen(QColor(c.text))
            flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
            painter.drawText(words, flags, name)
            painter.setFont(small)
            painter.setPen(QColor(c.muted))
            painter.drawText(words, flags | Qt.AlignmentFlag.AlignRight, model)
            left += wide + _APART
        painter.setFont(small)
        painter.setPen(QColor(c.muted))
        room = QRect(left, 0, self.width() - left, self.height())
        said = QFontMetrics(small).elidedText(self._behind, Qt.TextElideMode.ElideRight, room.width())
        if said == self._behind or self._rules:
            # Cut, a model's name says nothing; the tip has it.
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, said)

    def _fitting(self) -> list[tuple[str, str, int]]:
        """Return (name, model, width) of what there is room for."""
        bold, small = map(QFontMetrics, self._fonts())

        def chip(name: str, model: str) -> tuple[str, str, int]:
            wide = bold.horizontalAdvance(name) + (small.horizontalAdvance(model) + _GAP if model else 0)
            return name, model, wide + 2 * _SIDE + _DOT + _GAP + 2

        names = [single_line(seat.name, 24) for seat in self._seats]
        models = ["" if self._rules else model_text(seat.model, 28, short=True) for seat in self._seats]
        whole = [chip(name, model) for name, model in zip(names, models, strict=True)]
        bare = [chip(name, "") for name in names]
        left = self.width() + _APART - sum(wide + _APART for *_, wide in bare)
        each = left // max(1, len(names)) - _GAP
        cut = Qt.TextElideMode.ElideRight
        short = [
            chip(name, small.elidedText(model, cut, each)) for name, model in zip(names, models, strict=True)
        ]
        for chips in (whole, short if each >= _LEAST else bare, bare):
            if sum(wide + _APART for *_, wide in chips) - _APART <= self.width():
                return chips
        chips, room = [], self.width()
        for at, name in enumerate(names):
            more = chip(f"+{len(names) - at}", "")
            one = chip(name, "")
            if one[2] + _APART + more[2] > room:
                return [*chips, more]
            chips.append(one)
            room -= one[2] + _APART
        return chips

    def _fonts(self) -> tuple[QFont, QFont]:
        bold, small = QFont(self.font()), QFont(self.font())
        bold.setWeight(QFont.Weight.DemiBold)
        small.setPointSizeF(small.pointSizeF() * CAPTION)
        return bold, small

    def _fit(self) -> None:
        self.updateGeometry()


class TeamLine(QWidget):
    """A row with a team's name, its chips and its state; below it what stands in its way."""

    def __init__(self, box: QComboBox) -> None:
        """`box`: in which the team is chosen."""
        super().__init__()
        self.box, self.who, self.state, self.refusal = box, _TeamChips(), StateLine(), Refusal()
        self.edit = link_button(tr("Edit team…"))
        title = label(tr("Team"), bold=True)
        title.setBuddy(box)
        row = in_row(title, box, (self.who, 1), self.edit, self.state, spacing=8)
        self.setLayout(in_column(row, self.refusal, spacing=8, margins=(0, 4, 0, 0)))

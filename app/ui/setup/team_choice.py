"""The choice of a team in the form of a new session: those that are kept, and one that sat in another."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from app.domain.errors import RoundtableError
from app.domain.seats import Seat, Team, team_of
from app.ui.kit.controls import combo_box, offer_options
from app.ui.kit.texts import team_title, tr

if TYPE_CHECKING:
    from app.settings.teams import TeamFiles

SITTING = "\x00sitting"
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
        teams = [(team_title(name, self._teams.shipped_as(name)), name) for name in self._teams.names()]
        if self._sitting is not None:
            teams.insert(0, (tr("As in that session"), SITTING))
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
        return SITTING if self._sitting is not None else ""

    def name(self) -> str:
        """Return the name that the chosen team is kept under; empty: the default one, or one of no name."""
        name = str(self.box.currentData() or "")
        return "" if name == SITTING else name

    def chosen(self) -> Team:
        """Return the team; raises InputError where its file is not sound."""
        if self.box.currentData() == SITTING and self._sitting is not None:
            return self._sitting
        return self._load(self.name())

    def _load(self, name: str) -> Team:
        return self._teams.load(name) if name else self._teams.default()
